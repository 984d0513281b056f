"""Plays a story of Cerbère with fingers: nothing but touches on what can be seen, on the screen and in the drawer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.prompt import Prompt
from companion.engine.requests import MakeMove, Open, Undo
from companion.games.cerbere import moves as mv
from companion.games.cerbere.names import Boating, CardDeck
from companion.games.cerbere.prompts.report import SYMBOLS
from companion.presentation.i18n import _, spoken
from kiosk.screens.cerbere import routing
from kiosk.screens.cerbere.words import card_name
from tests.kiosk.screens.cerbere_story import CARDS, Beat
from tests.kiosk.screens.touching import Hand, Stuck

GATE = 1
HOLD_S = 0.45
"""A thumb on a boat: the ring closes in 0.4 s."""
REPORTS = {mv.EndBoardReached: "end", mv.TakeSeat: "seat", mv.Unseat: "unseat"}


class Table(Hand):
    """A table of Cerbère, from home to the recap."""

    @property
    def sheet(self) -> Any:
        return self.screen.sheet

    # ------------------------------------------------------------ before the game

    def enter(self, seats: int, level: str, boats: str = "unknown", mids: Sequence[str] = ()) -> Open:
        """From home through the set-up into the first turn."""
        self.shoot("home")
        self.touch(self.screen.gates[GATE])
        self.press(str(seats))
        self.shoot("setup")
        self.touch(self.screen.follow)
        self.touch(self.screen.levels[level])
        self.touch(self.screen.boats[boats])
        self.touch(self.screen.done)
        if mids:
            self.touch(self.screen.board)
            for face in mids:
                if self.screen.mids[face].chosen:
                    self.touch(self.screen.mids[face])  # taken away, to be laid down at its new place
                self.touch(self.screen.mids[face])
            self.touch(self.screen.done)
        self.touch(self.screen.start)
        self.wait(lambda: self.view is not None, "the first turn")
        self.shoot("begun")
        assert self.opened is not None
        return self.opened

    # ------------------------------------------------------------ the story

    def play(self, beats: Sequence[Beat], drawer: float = 0.2, strict: bool = True) -> None:
        """Do it all; after each beat the table looks as the rules say. `drawer`: how often a piece is a virtual tag.

        :param strict: False: where a hand gets stuck, that is noted and the move is made without it.
        :raises Stuck: at the first touch that leads elsewhere.
        """
        for i, beat in enumerate(beats):
            before = beats[i - 1].prompt if i else None
            try:
                self._do(beat.move, before, self.rng.random() < drawer)
                self.wait(lambda: self.view == beat.view, "what follows from it")  # noqa: B023
            except Stuck as fault:
                if strict:
                    raise Stuck(f"beat {i + 1}, {beat.move}: {fault}") from None
                self.shoot(f"stuck-{i + 1:03d}")
                self.diary.stuck.append(f"{i + 1} {beat.move}: {fault}")
                self._force(beat)
            self.shoot(f"{i + 1:03d}")
            self.read()

    def _force(self, beat: Beat) -> None:
        """Make the move as a program would."""
        if self.root.drawn is not None:
            self.touch(self.root.drawn.close)
        self.kiosk.link.send(Undo() if beat.move is None else MakeMove(beat.move))
        self.sync()
        if self.view != beat.view:
            raise Stuck(f"another table than the story's, at {self.place}: {differs(self.view, beat.view)}")

    def read(self) -> None:
        """Orders are read and put away; so is a boat that was looked at."""
        while self.root.name == "cerbere" and self.screen.place.kind == routing.ORDER:
            self.touch(self.sheet.keys[-1])
            self.shoot("read")
        resting = self.prompt is not None and self.prompt.id in ("turn", "effect")
        if self.root.name == "cerbere" and self.screen.place.kind == routing.PEEK and resting:
            self.touch(self.sheet.keys[-1])
            self.shoot("seen")

    def _do(self, move: Any, asked: Prompt | None, drawer: bool) -> None:
        match move:
            case None:
                self.touch(self.sheet.undo)
            case mv.PlayCard(card=card, option=None):
                self._lay(card_name(CARDS.cards[card]), CARDS.cards[card].deck is not CardDeck.ACTION)
            case mv.PlayCard(card=card, option=option):
                self._play_card(card, str(option))
            case mv.BoatPeek(slot=slot):
                self._look(slot)
            case mv.BoatSwap(a=a, b=b):
                self._swap(a, b)
            case mv.Answer(value=value):
                self._answer(value, asked, drawer)
            case mv.Ok():
                self._ok()
            case mv.EndTurn():
                self.touch(self.sheet.turn_keys.by_option["end"])
            case mv.Resolve(effect=effect, pawn=pawn):
                self._effect(effect, pawn)
            case _:
                self._report(move)

    @property
    def _kept(self) -> bool:
        return self.view is not None and self.view.boats.boating is Boating.KEPT

    def _play_card(self, card: str, option: str) -> None:
        """A half that lies open; else key, tile, field."""
        if CARDS.cards[card].deck is CardDeck.ACTION:
            self.press(f"{card_name(CARDS.cards[card])} {option.upper()}")
            return
        self.touch(self.sheet.turn_keys.by_option["card"])
        self.shoot("hand")
        self.press(card_name(CARDS.cards[card]))
        self.shoot("options")
        self.press(option.upper())

    def _lay(self, label: str, bonus: bool = False, pawn: bool = False) -> None:
        """A piece of the virtual table is clicked onto the reader."""
        if not self.root.tab.visible:
            raise Stuck("the drawer cannot be opened")
        self.touch(self.root.tab)
        drawer = self.root.drawer
        wanted = 2 if pawn else 1 if bonus else 0
        while drawer.shown != wanted:
            self.touch(drawer.which)
        self.shoot("drawer")
        self.lay(next((t for t in drawer.tiles if t.label == label), None) or self.find(label))
        self.diary.drawn += 1
        if drawer.visible:  # it goes by itself when something is asked
            self.touch(drawer.close)

    def _answer(self, value: str, asked: Prompt | None, drawer: bool) -> None:
        assert asked is not None
        option = next(o for o in asked.options if o.key == value)
        sheet, pawns = self.sheet, asked.id in ("target", "caught", "capture_order", "pay")
        if drawer and pawns and option.seat and self._runs(option.seat):
            self._lay(option.seat, pawn=True)
        elif asked.id == "option":
            self.press(value.upper())
        elif asked.id == "list":
            self.touch(sheet.tiles[[option.key for option in asked.options].index(value)])
        elif self.screen.place.kind == routing.TABLE:
            self._on_board(value)
        elif option.seat:
            self.press(option.seat)
        elif asked.id == "caught" and value == "none":
            self.press(_("Nobody"))
        else:
            self.press(self.offered(value))

    def offered(self, key: str) -> str:
        """The words of an option of the prompt that shows."""
        update = self.kiosk.context.table.update
        option = update.prompt.option(key) if update is not None and update.prompt is not None else None
        if option is None:
            raise Stuck(f"nothing offers {key!r}, at {self.place}")
        return spoken(option.label)

    def _runs(self, name: str) -> bool:
        assert self.view is not None
        return any(seat.name == name and str(seat.side) == "runner" for seat in self.view.seats)

    def _look(self, slot: int) -> None:
        if self._kept:
            self.touch(self.sheet.slots[slot - 1], hold=HOLD_S)
        else:
            self.press(self.offered("peek"))
            self.press(self.offered(str(slot)))

    def _swap(self, *slots: int) -> None:
        if self._kept:
            self.touch(self.sheet.swap)
        else:
            self.press(self.offered("swap"))
        for slot in slots:
            if self._kept:
                self.touch(self.sheet.pairs[slot - 1])
            else:
                self.press(self.offered(str(slot)))

    def _on_board(self, value: str) -> None:
        """A tile or a key beside the board, else what is ringed on it."""
        targets = {name: (x, y) for name, x, y in self.sheet.board.targets()}
        if value in self.sheet.grid.tiles:
            self.touch(self.sheet.grid.tiles[value])
        elif value in targets:
            self.touch_at(*targets[value])
        else:
            raise Stuck(f"nothing on the board answers {value!r}, at {self.place}")

    def _ok(self) -> None:
        """The big key. Where somebody has to be picked for it, nobody is a key of its own."""
        prompt, view = self.prompt, self.view
        asked = prompt.id if prompt is not None else ""
        if asked == "caught" and view is not None and not view.picked:
            self.press(_("Nobody"))
        elif asked == "boats" and self._kept:
            self.touch(self.sheet.leave)
        elif asked in ("way", "nacelle", "boats") and prompt is not None and prompt.default is not None:
            self._answer(prompt.default, prompt, drawer=False)
        elif not self.sheet.keys:
            raise Stuck(f"there is no big key at {self.place}")
        else:
            self.touch(self.sheet.keys[-1])

    def _effect(self, effect: int, pawn: str | None) -> None:
        """One effect of the card, by its line, with its pawn; the only one by the big key."""
        play = self.view.play if self.view is not None else None
        assert play is not None
        option = CARDS.cards[play.card].option(play.option or "")
        assert option is not None
        if pawn is None and len(play.left) == 1:
            self.touch(self.sheet.keys[-1])
            return
        line = self.sheet.card.lines[len(option.cost) + effect]
        asked = pawn is not None and line.state == "now" and not line.visible
        if not asked and not (line.visible and line.enabled):
            raise Stuck(f"the line {line.label!r} of effect {effect} cannot be touched, at {self.place}")
        if pawn is not None and asked:
            self._on_board(pawn)
            self.sync()
            if self.prompt is not None and self.prompt.id == "effect":  # named; the big key does it
                self.touch(self.sheet.keys[-1])
            elif (
                self.prompt is not None and self.prompt.option(f"effect{effect}") is not None
            ):  # another is asked about
                self.touch(self.sheet.card.lines[len(option.cost) + effect])
            return
        self.touch(line)
        if pawn is None:
            return
        self.shoot("first")
        if self.screen.place.kind == routing.TABLE:
            self._on_board(pawn)
        else:
            self.press(pawn)

    def _report(self, move: Any) -> None:
        """What happened on the table and no card says."""
        self.touch(self.sheet.turn_keys.menu)
        self.shoot("reports")
        match move:
            case mv.BridgeUsed():
                self.press(self.offered("bridge"))
            case mv.TakeCapture(pawns=pawns):
                self.press(self.offered("capture"))
                self.shoot("who")
                for name in pawns:
                    self.press(name)
                self.touch(self.sheet.keys[-1])
            case mv.Symbol(pawn=pawn, op=op, n=n):
                self.press(self.offered("symbol"))
                self.press(pawn)
                self.shoot("symbol")
                self.press(_(next(p.label for p in SYMBOLS if (p.op, p.n) == (op, n))))
            case _:
                self.press(self.offered(REPORTS[type(move)]))
                self.shoot("who")
                self.press(move.pawn)


def differs(one: Any, other: Any) -> str:
    """What tells two views apart."""
    found = (name for name in other.__struct_fields__ if getattr(one, name, None) != getattr(other, name))
    return "; ".join(f"{name}: {getattr(one, name, None)} instead of {getattr(other, name)}" for name in found)
