"""The pages on which Cerbère is set up: the game, what is followed, the readings of the rules, the boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.guide import SetupStep
from companion.engine.text import N_
from companion.games.cerbere.data.rulings import GatesZone
from companion.games.cerbere.guide import LEVELS, steps
from companion.games.cerbere.memory import next_minimum
from companion.games.cerbere.names import Boating, FacePart, Level
from companion.games.cerbere.rules.setup import TableFiles
from companion.games.cerbere.show import skulls
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.screens import wishes
from kiosk.screens.cerbere.places import FaceTile, face_words
from kiosk.screens.screen import Screen, Title, page, two_choices
from kiosk.screens.shared_setup import SetupPage
from kiosk.screens.tiles import ChoiceKeys, OnOffKey, Stepper
from kiosk.table.context import KioskContext
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Layers, Leaf, Row, Split, middle

GAME = "cerbere"


class SetupOptions(Struct, frozen=True, omit_defaults=True):
    """What was chosen. A ruling that was not touched here is None: then the owner's file holds."""

    level: Level = Level.TRACKER
    start: str = ""
    mids: tuple[str, ...] | None = None
    end: str = ""
    m: int = 0
    boats: Boating = Boating.UNKNOWN
    first: str = ""
    fast_die: bool | None = None
    gates_zone: GatesZone | None = None
    follow_cards: bool | None = None


class Wishes(wishes.Wishes[SetupOptions]):
    """Of Cerbère: boards that are there, a die that the number of players allows, and the readings of the file."""

    game, options = GAME, SetupOptions
    book: TableFiles

    def fitted(self, wish: SetupOptions) -> SetupOptions:
        faces = self.book.faces
        usual = faces.presets["REF"].faces if "REF" in faces.presets else None
        parts = (faces.of(FacePart.START), faces.of(FacePart.MID), faces.of(FacePart.END))
        start, first, second, end = usual or (parts[0][0], *parts[1][:2], parts[2][0])
        mids = tuple(dict.fromkeys(id for id in wish.mids or () if id in parts[1]))[:2]
        fast = self.book.rulings.fast_die if wish.fast_die is None else wish.fast_die
        least, most = self.book.limits(self.context.set_up.count, fast)
        return replace(
            wish,
            start=wish.start if wish.start in parts[0] else start,
            mids=(first, second) if wish.mids is None else mids,
            end=wish.end if wish.end in parts[2] else end,
            m=max(least, min(most, wish.m)),
            first=self.context.set_up.first_player(GAME),
            fast_die=fast,
            gates_zone=wish.gates_zone or self.book.rulings.gates_zone,
            follow_cards=self.book.rulings.follow_cards if wish.follow_cards is None else wish.follow_cards,
        )

    # ------------------------------------------------------------ what follows from it

    def limits(self) -> tuple[int, int]:
        return self.book.limits(self.context.set_up.count, bool(self.now.fast_die))

    def difficulty(self) -> int | None:
        """Return the skulls in all, None while a board is missing."""
        wish = self.now
        return self.book.difficulty(wish.start, wish.mids or (), wish.end, self.context.set_up.count, wish.m)

    def beside(self, mids: tuple[str, ...], place: int) -> tuple[str, ...]:
        """Return the middle boards with the one at a place kept, the other one as it is if they go together."""
        wish, count = self.now, self.context.set_up.count
        for other in (*mids[1 - place : 2 - place], *self.book.faces.of(FacePart.MID)):
            pair = (mids[place], other) if place == 0 else (other, mids[place])
            if self.book.difficulty(wish.start, pair, wish.end, count, wish.m) is not None:
                return pair
        return mids

    def harder(self) -> int | None:
        """The die's minimum that is proposed to those who escaped last time; None: nothing is."""
        last, skulls = self.context.set_up.last_game(GAME), self.difficulty()
        if last is None or skulls is None:
            return None
        return next_minimum(last.result, skulls, self.now.m, self.limits()[1])

    def open(self) -> None:
        wish = self.now
        options: dict[str, Any] = {
            "level": str(wish.level),
            "start_face": wish.start,
            "mids": list(wish.mids or ()),
            "end_face": wish.end,
            "m": wish.m,
            "first": wish.first,
            "boats": str(wish.boats),
            "fast_die": wish.fast_die,
            "gates_zone": str(wish.gates_zone),
            "follow_cards": wish.follow_cards,
        }
        if self.context.table.simulated:
            options["box"] = "demo"
        self.context.ask.open_for(GAME, self.context.set_up.players(), options)


LEVEL_LABELS = {words.level: words.label for words in LEVELS}
BOATS = {
    "unknown": N_("your {cb.boat:many}"),
    "tagged": N_("{cb.boat:many} with tags"),
    "kept": N_("{cb.boat:many} on the screen"),
}
ADVISED = 10
"""Skulls of a first game, as the rules advise (CB-004)."""


class Setup(SetupPage):
    """The first page, and with everything as last time the only one."""

    QUESTION = N_("How many flee?")
    READY = N_("Open the {cb.gates:short}")

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, Wishes(context), **kwargs)

    def make(self) -> None:
        open_screen = self.context.go.open
        self.board = Key(_("Boards"), "map", " ", action=lambda: open_screen("cerbere_boards"))
        self.die_mark = Icon("die", C.ash)
        self.die_title = Text(_("The die starts on"), "body", C.ash, lines=2)
        self.die = Stepper(self.faster)
        self.skull = Icon("skull", C.brim)
        self.skulls = Figures("", size=9, colour=C.brim)
        self.advice = Text("", "small", lines=3)
        self.harder = Key(_("Harder?"), second=" ", align="center", action=self.take_harder)
        self.follow = Key("", "eye", " ", action=lambda: open_screen("cerbere_follow"))
        self.rules = Key(_("House rules"), "list", action=lambda: open_screen("cerbere_rules"))
        die = Row(middle(self.die_mark, 6), Leaf(self.die_title, 15), middle(self.die, 24, 8.6), gap=1.5)
        skulls = Row(middle(self.skull, 6.4), middle(self.skulls, 10.4, 8.6), Layers(self.advice, self.harder), gap=1.6)
        keys = self.board, self.follow
        parts = (
            Split(wide=Row(Leaf(die, 50), skulls, gap=2.5, size=10.4), upright=Column(die, skulls, gap=0.2, size=21)),
            Split(wide=Row(*keys, size=9.6), upright=Column(*keys, size=19.6)),
        )
        self.compose(self.page_of(*parts, more=(self.rules,)))

    def faster(self, step: int) -> None:
        """Change the die's least face, one up or down."""
        self.change(m=self.wishes.now.m + step)

    def take_harder(self) -> None:
        """Take the proposed minimum; the die's own keys lead back."""
        harder = self.wishes.harder()
        if harder is not None:
            self.change(m=harder)

    def begin(self) -> None:
        """Begin; a board that is missing is asked for first."""
        if self.wishes.difficulty() is None:
            self.context.go.open("cerbere_boards")
            return
        self.wishes.open()

    def steps(self) -> Iterable[SetupStep]:
        if self.wishes.difficulty() is None:  # a board is missing
            return ()
        return steps(self.context.set_up.count, self.wishes.now.m, self._mids())

    def _mids(self) -> list[str]:
        """Return the names of the boards in the middle."""
        return [face_words(self.wishes.book, id).name for id in self.wishes.now.mids or ()]

    def show_options(self) -> None:
        wish = self.wishes.now
        self.board.show(second=" · ".join(self._mids()) or _("choose two"))
        least, most = self.wishes.limits()
        self.die.show(str(wish.m), wish.m <= least, wish.m >= most)
        total = self.wishes.difficulty()
        self.skulls.show("–" if total is None else str(total))
        self.advice.show(self._advice(total))
        harder = self.wishes.harder()
        self.advice.visible, self.harder.visible = harder is None, harder is not None
        if harder is not None and total is not None:
            self.harder.show(second=spoken(skulls(total + harder - wish.m)))
        self.start.show(label=_("Choose the boards") if total is None else _(self.READY))
        self.follow.show(label=_(LEVEL_LABELS[wish.level]), second=_(BOATS[wish.boats]))

    def _advice(self, total: int | None) -> str:
        """Return one line beside the skulls."""
        if total is None:
            return _("a board is missing")
        if total == ADVISED and self.wishes.now.m == self.wishes.limits()[0]:
            return _("right for a first game")
        return _("for a first game: {n}").format(n=ADVISED)


BOAT_TILES = (
    (Boating.UNKNOWN, "boat", N_("By hand"), N_("it asks")),
    (Boating.TAGGED, "tag", N_("With tags"), N_("lay each on it")),
    (Boating.KEPT, "eye", N_("On the screen"), N_("it shuffles them")),
)


class FollowScreen(Screen):
    """Two rows of choices."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        self.add_widget(Background(SETUP))
        self.title = Title(_("What is followed?"))
        self.levels = ChoiceKeys(LEVELS, lambda level: self.choose(level=level))
        boats = Text(_("And the three {cb.boat:many}?"), "body", C.ash, sit="baseline")
        self.boats = ChoiceKeys(BOAT_TILES, lambda boating: self.choose(boats=boating))
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.go.open("cerbere_setup"))
        self.compose(two_choices(self.title, self.levels.values(), boats, self.boats.values(), self.done))
        self.refresh()

    def choose(self, **chosen: Any) -> None:
        self.wishes.change(**chosen)
        self.refresh()

    def refresh(self) -> None:
        self.levels.show(self.wishes.now.level)
        self.boats.show(self.wishes.now.boats)


class ReadingSwitch(NamedTuple):
    """A reading of the rules that is on or off. `field`: of `SetupOptions`, which holds `on` or `off`."""

    field: str
    label: str
    hint: str
    on: bool | GatesZone = True
    off: bool | GatesZone = False


READINGS = (
    ReadingSwitch(
        "follow_cards",
        N_("Follow the cards"),
        N_("Off: it keeps {cb.rage}, {cb.speed}, pawns and {cb.boat:many} only."),
    ),
    ReadingSwitch("fast_die", N_("Die from 7 or 8 too"), N_("With four players and more; with three it always may.")),
    ReadingSwitch(
        "gates_zone",
        N_("Caught before the marker: 2 {cb.betrayal}"),
        N_("Off: only those caught up to the {cb.gates:short} draw two."),
        GatesZone.PRINTED,
        GatesZone.TEXT,
    ),
)
"""CB-Q22, CB-Q12, from top to bottom."""


class RulesScreen(Screen):
    """One row for each switch."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        self.add_widget(Background(SETUP))
        self.switches = [OnOffKey(_(r.label), _(r.hint), action=partial(self.switch, r)) for r in READINGS]
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.go.open("cerbere_setup"))
        switches = (Leaf(switch, (11.6, 13.6)) for switch in self.switches)
        done = Split(wide=Row(FreeSpace(), Leaf(self.done, 30), size=8.4), upright=Leaf(self.done, 8.4))
        self.compose(page(Title(_("How do you play?")), *switches, done, gap=(1.2, 1.4)))
        self.refresh()

    def _holds(self, reading: ReadingSwitch) -> bool:
        return bool(getattr(self.wishes.now, reading.field) == reading.on)

    def switch(self, reading: ReadingSwitch) -> None:
        self.wishes.change(**{reading.field: reading.off if self._holds(reading) else reading.on})
        self.refresh()

    def refresh(self) -> None:
        for reading, switch in zip(READINGS, self.switches, strict=True):
            switch.show(self._holds(reading))


class BoardChoice(Screen):
    """A tile for each face; the sum of the skulls changes with every touch."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        book = self.wishes.book
        self.add_widget(Background(SETUP))
        self.skull = Icon("skull", C.brim)
        self.skulls = Figures("", size=6, colour=C.brim)
        self.hint = Text("", "small", lines=3)
        self.ends = {
            id: FaceTile(face_words(book, id), action=partial(self.choose, id, field))
            for field, part in (("start", FacePart.START), ("end", FacePart.END))
            for id in book.faces.of(part)
        }
        self.mids = {
            id: FaceTile(face_words(book, id), action=partial(self.toggle, id)) for id in book.faces.of(FacePart.MID)
        }
        self.done = Key(_("Done"), "check", kind="prime", action=lambda: context.go.open("cerbere_setup"))
        self.compose(self._layout())
        self.refresh()

    def _layout(self) -> Column:
        title = Title(_("Which boards lie there?"))
        skulls = (Leaf(self.skull, 5.4), Leaf(self.skulls, 8))
        beside = Column(FreeSpace(1.4), Row(*skulls), gap=0, size=14.6)
        ends, mids = list(self.ends.values()), list(self.mids.values())
        done = Split(
            wide=Row(self.hint, Leaf(self.done, 30), size=8.4),
            upright=Column(Leaf(self.hint, 7.6), Leaf(self.done, 8.4), size=18),
        )
        return page(
            Split(wide=Row(title, beside), upright=title), Split(upright=Row(*skulls, FreeSpace(), size=7)),
            _faces(ends, 4), _faces(mids, 3), done, gap=(1.2, 2.4),
        )  # fmt: skip

    def choose(self, id: str, field: str) -> None:
        self.wishes.change(**{field: id})
        self.refresh()

    def toggle(self, id: str) -> None:
        """Add or remove a middle board; with a third one the oldest goes."""
        mids = self.wishes.now.mids or ()
        self.wishes.change(mids=tuple(m for m in mids if m != id) if id in mids else (*mids, id)[-2:])
        self.refresh()

    def refresh(self) -> None:
        wish = self.wishes.now
        mids = wish.mids or ()
        for id, tile in self.ends.items():
            tile.show(id in (wish.start, wish.end))
        for id, tile in self.mids.items():
            tile.show(id in mids, str(mids.index(id) + 1) if id in mids else "")
        total = self.wishes.difficulty()
        self.skulls.show("–" if total is None else str(total))
        self.done.enabled = total is not None
        if len(mids) < 2:
            self.hint.show(_("Choose two {cb.mid_boards}."), C.brim)
        elif total is None:
            self.hint.show(_("These two do not go together."), C.brim)
        else:
            self.hint.show(
                _("Touch the {cb.mid_boards} in their order, from the {cb.den:short} to the {cb.boat}."), C.ash
            )


def _faces(tiles: Sequence[FaceTile], columns: int) -> Grid:
    """Return boards, side by side; upright, two in a row."""
    rows, upright = -(-len(tiles) // columns), -(-len(tiles) // 2)
    size = rows * 10.4 + (rows - 1) * 1.2, upright * 10 + (upright - 1) * 1.2
    return Grid(*tiles, columns=(columns, 2), gap=1.2, size=size)
