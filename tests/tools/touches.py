"""How many touches an act takes: written acts, played with a finger on the real kiosk.

`tests/kiosk/screens/test_touches.py` plays them; `make touches` writes what it counts into docs/touches.md.

An act begins at a position that the rules allow and ends when the view says that it is done. Only what a finger does is
counted: a tag that is read is no touch. *New words* are the words on the screen after a touch that did not stand there
before it, summed over the act: what has to be read.
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine.game import Player
from companion.engine.requests import MakeMove, Open
from companion.engine.signals import Tag
from companion.games.infernal_wagon.data.box import find_box
from companion.games.infernal_wagon.names import CardKind
from companion.presentation import i18n
from companion.presentation.i18n import _, spoken
from drivers.simulated.reader import VirtualReader
from kiosk.screens.hellrail.prompts import CarTile
from kiosk.widgets.label import Text
from kiosk.widgets.question import AnswerField
from tests.games.cerbere.place import place
from tests.games.hellrail.place import place as rails
from tests.kiosk.screens.touching import Hand, Stuck
from tests.tools.gallery.played_hellrail import EFFECTS, people
from tests.tools.gallery.scenes_hellrail_map import lying

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs/touches.md"
DEMO_BOX = PROJECT / "config/cerbere/demo.toml"
SIZES = ((800, 480), (480, 800))
"""px, wide and upright."""
TIME = re.compile(r"\d+:\d\d")
BEGIN, END = "<!-- the table -->", "<!-- its end -->"
HOLD_S = 0.45
"""A thumb on a secret: the ring closes in 0.4 s."""
SEATS = ("Ana", "Bo", "Cy")
COLOURS = {
    "hellrail": ("red", "blue", "yellow"),
    "cerbere": ("cyan", "orange", "white"),
    "infernal_wagon": ("red", "blue", "green"),
}


class Finger(Hand):
    """A hand that opens a table where an act begins and finds keys by their English words."""

    def open(self, game: str, position: dict[str, Any] | None = None, **options: Any) -> None:
        """A table; nothing of this is counted."""
        seats = tuple(map(Player, SEATS, COLOURS[game]))
        self.kiosk.context.enter(game)
        self.kiosk.link.send(Open(game, seats, options, position, seed=7))
        self.sync()
        self.wait(lambda: self.view is not None, "the table")

    def say(self, words: str) -> None:
        """Touch what bears these English words, or is called so."""
        for widget in self.seen():
            if words in (getattr(widget, "circle", None), getattr(widget, "figure", None)) or _(words) in (
                getattr(widget, "label", None),
                getattr(widget, "name", None),
            ):
                self.touch(widget)
                return
        there = sorted({str(getattr(w, "label", "") or type(w).__name__) for w in self.seen()})
        raise Stuck(f"nothing says {words!r} at {self.place}; there are: {', '.join(there)}")

    def answer(self, *keys: str) -> None:
        """Touch the tile of each option of the table's prompt."""
        for key in keys:
            prompt = self.prompt
            option = prompt.option(key) if prompt is not None else None
            if option is None:
                raise Stuck(f"{key!r} is not asked at {self.place}")
            words = {spoken(option.label), option.figure} - {""}
            names = ("label", "name", "figure")
            found = [w for w in self.seen() if words & {getattr(w, name, None) for name in names}]
            if not found:
                raise Stuck(f"{key!r} ({words}) has no tile at {self.place}")
            self.touch(found[0])

    def half(self, card: str, letter: str) -> None:
        """A half of an Action card."""
        self.say_named(f"{_(card)} {letter}")

    def say_named(self, name: str) -> None:
        self.touch(next(w for w in self.seen() if getattr(w, "name", None) == name))

    def slide(self) -> None:
        """A thumb on the covered dial slides one value on."""
        from kivy.clock import Clock
        from kivy.tests.common import UnitTestTouch

        from tests.kiosk.eyes import eyes

        dial = self.screen.sheet.dial
        self.pump()
        eyes.look_on()
        finger = UnitTestTouch(dial.center_x, dial.center_y)
        finger.touch_down()
        end = Clock.time() + HOLD_S
        self.wait(lambda: Clock.time() > end and dial.open, "the ring to close")
        finger.touch_move(dial.center_x + 6 * dial.m.u, dial.center_y)
        finger.touch_up()
        self.diary.touches += 1
        self.sync()

    def reads(self, uid: str, zone: str = "") -> None:
        """A disc on the reader of a zone, by default on that of the whole table: no touch."""
        before, reader = self.kiosk.context.table.update, self.kiosk.runtime.reader
        assert isinstance(reader, VirtualReader)
        if zone:
            self.kiosk.link.send(Tag(zone, uid))
        else:
            reader.tap(uid)
        self.wait(lambda: self.kiosk.context.table.update is not before, "what the tag means")
        self.sync()

    def words(self) -> set[str]:
        """All that can be read now, but for the time: how long an act takes changes nothing of what is read."""
        found: list[str] = []
        for widget in self.root.walk(restrict=True):
            if getattr(widget, "visible", False) and (isinstance(widget, Text) or hasattr(widget, "label")):
                found += [str(getattr(widget, name, "") or "") for name in ("text", "label", "second")]
        return {word for text in found for word in text.split() if TIME.fullmatch(word) is None}


class Act(NamedTuple):
    """An act at the table. `budget`: touches at most."""

    game: str
    name: str
    tags: str
    budget: int
    begins: Callable[[Finger], None]
    plays: Callable[[Finger], None]
    done: Callable[[Any], bool]


@dataclass(frozen=True)
class Counted:
    touches: int
    words: int


def count(hand: Finger, act: Act) -> Counted:
    """Play an act.

    :raises Stuck: if it is not done then.
    """
    act.begins(hand)
    begun, seen, new = hand.diary.touches, hand.words(), 0
    touch_at = hand.touch_at

    def counting(x: float, y: float, hold: float = 0.0) -> None:
        nonlocal seen, new
        touch_at(x, y, hold)
        now = hand.words()
        new += len(now - seen)
        seen = now

    hand.touch_at = counting  # type: ignore[method-assign]
    try:
        act.plays(hand)
    finally:
        hand.touch_at = touch_at  # type: ignore[method-assign]
    hand.wait(lambda: act.done(hand), f"the end of: {act.name}")
    return Counted(hand.diary.touches - begun, new)


# -- the acts --

LIGHT = rails(
    [{"seat": "Ana", "at": "C1"}, "Bo", "Cy"],
    level="light",
    effects={"C1": "abyss", "C5": "boatmen", "C7": "geryon"},
    turn={"n": 4},
)
CROWD = [{"seat": name, "survival": 2} for name in ("Ana", "Bo", "Cy")]
TRACK = place(CROWD, die=5, turn={"active": "Ana"})


MAP = rails(
    [{"seat": "Ana", "hand": 4, "at": "C4"}, "Bo", "Cy"], level="map", grid=lying(), turn={"n": 4, "drawn": True}
)


BOARD = place(CROWD, {"Ana": 8, "Bo": 9, "Cy": 11}, level="board", turn={"active": "Ana"})


def _home(hand: Finger) -> None:
    assert hand.root.name == "home", hand.place


def _wagon(hand: Finger, **more: Any) -> None:
    hand.open("infernal_wagon", None, level="L0", **more)
    hand.kiosk.context.ask.act("confirm", "start")
    hand.sync()


def _recap(hand: Finger) -> None:
    _wagon(hand)
    hand.kiosk.context.ask.act("give_up", "yes")
    hand.sync()
    hand.kiosk.context.ask.act("next")
    hand.sync()
    hand.wait(lambda: hand.root.name == "recap", "the recap")


def _running(hand: Finger) -> bool:
    return bool(hand.view.phase == "open" and hand.root.name == "game")


def _again(hand: Finger) -> None:
    hand.say("Play again")
    hand.say("Start")


def _counted(hand: Finger) -> None:
    _wagon(hand)
    hand.kiosk.context.ask.act("count")
    hand.sync()


def _known(hand: Finger) -> None:
    """A game in which the tags say what lies on the cards."""
    hand.open("infernal_wagon", None, box="demo", level="L2", attribution="none")
    hand.kiosk.context.ask.act("confirm", "start")
    hand.sync()


def _read(first: int, end: int) -> Callable[[Finger], None]:
    """Cards of the demonstration deck: the second does not fit, of the sixth it is asked."""

    def play(hand: Finger) -> None:
        box = find_box("demo")
        rails = {card.slot for card in box.of_kind(CardKind.RAIL)}
        for uid in [uid for uid, tag in box.tags.items() if tag.slot in rails][first:end]:
            hand.reads(uid)

    return play


def _five_lie(hand: Finger) -> None:
    _known(hand)
    _read(0, 5)(hand)


def _asked(hand: Finger) -> None:
    _read(5, 6)(hand)
    hand.touch(next(widget for widget in hand.seen() if isinstance(widget, AnswerField) and not widget.default))


def _chase(hand: Finger) -> None:
    hand.open("cerbere", TRACK | {"die": 9, "turn": {"active": "Ana", "action_done": True}})
    hand.kiosk.context.ask.act("end")
    hand.sync()


def _last(name: str) -> Callable[[Finger], bool]:
    """Whether that is what Undo would take back."""

    def done(hand: Finger) -> bool:
        update = hand.kiosk.context.table.update
        return update is not None and update.undo is not None and update.undo.name == name

    return done


def _first_game(hand: Finger) -> None:
    hand.touch(hand.screen.gates[0])
    hand.say("Start")


def _touched(*keys: str) -> Callable[[Finger], None]:
    def play(hand: Finger) -> None:
        for key in keys:
            hand.say(key)

    return play


def _halves(card: str, letter: str, *then: Callable[[Finger], None]) -> Callable[[Finger], None]:
    def play(hand: Finger) -> None:
        hand.half(card, letter)
        for further in then:
            further(hand)

    return play


def _pawn(hand: Finger) -> None:
    """The first ringed pawn."""
    _key, x, y = hand.screen.sheet.board.targets()[0]
    hand.touch_at(x, y)


def _end(hand: Finger) -> None:
    hand.say("End of turn")


def _action_read(number: int, letter: str, *then: Callable[[Finger], None]) -> Callable[[Finger], None]:
    """A half of the card, then the next player's card, which ends the turn."""

    def play(hand: Finger) -> None:
        actions = tomllib.loads(DEMO_BOX.read_text(encoding="utf-8"))["actions"]
        hand.reads(actions["cyan"][number])
        hand.say(letter)
        for further in then:
            further(hand)
        hand.reads(actions["orange"][0])

    return play


def _ended(hand: Finger) -> bool:
    return bool(hand.view.turn.player != "Ana")


def _escaped(hand: Finger) -> bool:
    return not hand.view.turn.chasing


def _delivered(hand: Finger) -> bool:
    return bool(hand.view.seats[0].delivered == 1)


def _delivery(hand: Finger) -> None:
    hand.say("{hr.set_out:short}")
    hand.slide()


def _lay(hand: Finger) -> None:
    hand.say("{hr.lay_rail:short}")
    plan, drawings = hand.screen.sheet.map.plan, hand.screen.sheet.drawings
    x, y = plan.corner("2,5")
    hand.touch_at(x + plan.cell / 2, y + plan.cell / 2)
    hand.touch(drawings.tiles[0])


def _laid(hand: Finger) -> bool:
    return any(rail.cell == "2,5" for rail in hand.view.map)


def _turn(hand: Finger) -> None:
    for key in ("C5", "Take it", "{hr.fan:short}"):
        hand.say(key)


def _rail_tag(hand: Finger, **what: str) -> str:
    """A tag of HellRail's demonstration deck."""
    tags = hand.kiosk.context.table.books["hellrail"].tags
    return next(uid for uid, tag in tags.items() if all(getattr(tag, name) == value for name, value in what.items()))


def _turn_read(hand: Finger) -> None:
    hand.reads(_rail_tag(hand, circle="C5"))
    for key in ("Take it", "{hr.fan:short}"):
        hand.say(key)


def _lay_read(hand: Finger) -> None:
    """The card on the reader of what is played, its place, then the lit key: it lies as it can."""
    hand.reads(_rail_tag(hand, card="R01"), "play")
    plan = hand.screen.sheet.map.plan
    x, y = plan.corner("2,5")
    hand.touch_at(x + plan.cell / 2, y + plan.cell / 2)
    hand.touch(hand.screen.sheet.done)


def _opens(game: str, position: dict[str, Any]) -> Callable[[Finger], None]:
    def begin(hand: Finger) -> None:
        hand.open(game, position)

    return begin


HUNTER = place([{"seat": "Ana", "side": "cerberus", "betrayal": 2}, *CROWD[1:]], die=5, turn={"active": "Ana"})
KEEPER = rails(
    people(3, Ana={"hand": 4, "at": "C6"}, Bo={"train": ["R01", "R02"], "hand": 3, "at": "rail"}), effects=EFFECTS
)


def _answers(*keys: str) -> Callable[[Finger], None]:
    return lambda hand: hand.answer(*keys)


def _then(*plays: Callable[[Finger], None]) -> Callable[[Finger], None]:
    def play(hand: Finger) -> None:
        for one in plays:
            one(hand)

    return play


def _read_on(hand: Finger) -> bool:
    """Nothing waits to be read, and the table is asked for the turn."""
    asked = hand.prompt
    return not hand.kiosk.context.todo.open and asked is not None and asked.id == "turn"


def _captured(hand: Finger) -> None:
    _chase(hand)
    hand.answer("Bo", "start")
    hand.say("Go on")


def _enters(circle: str) -> Callable[[Finger], None]:
    """Ana has just driven into a circle."""

    def begin(hand: Finger) -> None:
        hand.open("hellrail", KEEPER)
        move = {"type": "move", "card": {"car": 6, "brimstone": 5}, "to": circle}
        hand.kiosk.link.send(MakeMove(move))
        hand.sync()

    return begin


def _holds(what: str) -> Callable[[Finger], bool]:
    """Ana has one card less, and nothing is asked about it any more."""

    def done(hand: Finger) -> bool:
        return bool(getattr(hand.view.seats[0], what) == 1 and hand.prompt is not None and hand.prompt.id != "target")

    return done


def _done(hand: Finger) -> bool:
    """The card is played, and the turn is still Ana's."""
    return bool(_read_on(hand) and hand.view.turn.action_done)


def _flipped(hand: Finger) -> bool:
    return hand.prompt is not None and hand.prompt.id not in ("flip", "target", "entry")


def _first_car(hand: Finger) -> None:
    hand.touch(next(widget for widget in hand.seen() if isinstance(widget, CarTile)))


def _loaded(hand: Finger) -> bool:
    return len(hand.view.seats[0].train) == 1


def _load_read(hand: Finger) -> None:
    """A card that is picked up where Ana stands."""
    cards = hand.kiosk.context.table.books["hellrail"].cards
    hand.reads(_rail_tag(hand, card=next(id for id, card in cards.items() if str(card.pickup) == "6")))
    hand.answer("pickup")


def acts() -> Iterator[Act]:
    """All of them, in the order of the table."""
    game = "Infernal Wagon"
    no_draw = _touched("Missed", "No draw", "Bo")
    yield Act(game, "home to running clock", "", 2, _home, _first_game, _running)
    yield Act(game, "again after a recap", "", 2, _recap, _again, _running)
    yield Act(game, "a missed card, *discard 2*", "", 2, _counted, _touched("Missed", "2"), _last("miss"))
    yield Act(game, "a missed card, *no draw*, three players", "", 3, _counted, no_draw, _last("answer"))

    yield Act(game, "a card that fits, one that does not", "one reader", 0, _known, _read(0, 2), _last("card"))
    yield Act(game, "a card whose fit is asked", "one reader", 1, _five_lie, _asked, _last("answer"))

    game, tracker, read = "Cerbère", _opens("cerbere", TRACK), _opens("cerbere", TRACK | {"options": {"box": "demo"}})
    demo = {"options": {"level": "board", "box": "demo"}}
    on_board = _opens("cerbere", BOARD | demo)
    run_b, captured = _halves("Run", "B", _pawn, _end), _touched("Bo", "Cy", "{cb.start_board:short}")
    yield Act(game, "rage and cards: Provisions A", "", 2, tracker, _halves("Provisions", "A", _end), _ended)
    yield Act(game, "rage and cards: Provisions A", "one reader", 1, read, _action_read(0, "A"), _ended)
    yield Act(game, "rage and cards: Course A", "", 2, tracker, _halves("Run", "A", _end), _ended)
    yield Act(game, "rage and cards: Course B", "", 3, tracker, _halves("Run", "B", _end), _ended)
    yield Act(game, "rage and cards: Course A", "one reader", 1, read, _action_read(1, "A"), _ended)
    yield Act(game, "rage and cards: Course B", "one reader", 1, read, _action_read(1, "B"), _ended)
    yield Act(game, "whole board: Course B, no fork", "", 4, _opens("cerbere", BOARD), run_b, _ended)
    yield Act(game, "whole board: Course B, no fork", "one reader", 2, on_board, _action_read(1, "B", _pawn), _ended)
    yield Act(game, "two captured in one chase", "", 3, _chase, captured, _escaped)
    one_caught = _then(_answers("Bo", "start"), _touched("Go on"))
    yield Act(game, "one captured, and what hands do then is read", "", 3, _chase, one_caught, _read_on)
    again = _touched("Menu", "What was to do?", "Go on")
    yield Act(game, "what was to do, once more", "", 3, _captured, again, _read_on)
    survival, betrayal = _touched("{cb.survival}"), _touched("{cb.betrayal}")
    own = _then(survival, _answers("sur_arrogance", "a"))
    yield Act(game, "rage and cards: a Survie card, Arrogance A", "", 3, tracker, own, _holds("survival"))
    other = _then(survival, _answers("sur_sacrifice", "a", "Bo"))
    yield Act(game, "rage and cards: a Survie card about somebody", "", 4, tracker, other, _holds("survival"))
    hunt = _then(betrayal, _answers("bet_embuscade", "a"), _touched("Nobody"))
    hunter = _opens("cerbere", HUNTER)
    yield Act(game, "rage and cards: a Trahison card, nobody caught", "", 4, hunter, hunt, _holds("betrayal"))
    boat = _then(_touched("Menu"), _answers("end", "Bo", "2"), _touched("Go on"))
    yield Act(game, "rage and cards: the boat reached, and its sheet read", "", 5, tracker, boat, _read_on)
    look = _halves("Gather", "B", _answers("peek", "1"))
    yield Act(game, "rage and cards: a look at a boat", "", 3, tracker, look, _done)

    game, light = "HellRail", _opens("hellrail", LIGHT)
    yield Act(game, "light: a typical turn", "", 5, light, _turn, _ended)
    yield Act(game, "light: a typical turn", "one reader", 4, light, _turn_read, _ended)
    yield Act(game, "light: fan the flames", "", 1, light, _touched("{hr.fan:short}"), _ended)
    yield Act(game, "light: a delivery with its value", "", 2, light, _delivery, _delivered)
    off = _then(_touched("Menu", "It happened"), _answers("derailed", "Ana"), _touched("Go on"))
    yield Act(game, "light: a derailment, and what hands do then is read", "", 5, light, off, _read_on)
    keeper, load = _opens("hellrail", KEEPER), _touched("{hr.pick_up:short}", "5", "3", "7")
    yield Act(game, "keeper: load a car", "", 4, keeper, load, _loaded)
    yield Act(game, "keeper: load a car", "one reader", 1, keeper, _load_read, _loaded)
    token = _then(_answers("circle"), _answers("heresy_cancel"))
    yield Act(game, "keeper: an effect that gives a token", "", 2, _enters("C9"), token, _read_on)
    stolen = _then(_answers("circle"), _first_car, _touched("2"))
    yield Act(game, "keeper: an effect against a car, a card turned", "", 3, _enters("C2"), stolen, _flipped)
    yield Act(game, "map: lay a rail", "", 3, _opens("hellrail", MAP), _lay, _laid)
    yield Act(game, "map: lay a rail", "one a zone", 2, _opens("hellrail", MAP), _lay_read, _laid)


# -- the table --


def table(rows: Sequence[tuple[Act, Counted, Counted]]) -> str:
    """As Markdown."""
    heads = ("Game", "Act", "Tags", "Budget", "Wide", "Upright", "New words, wide and upright")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for act, wide, upright in rows:
        lines.append(
            f"| {act.game} | {act.name} | {act.tags or 'none'} | {act.budget} | {wide.touches} | {upright.touches} | "
            f"{wide.words}, {upright.words} |"
        )
    return "\n".join(lines)


def counted(size: tuple[int, int], window: Callable[..., Any]) -> list[Counted]:
    """Every act in French on a display of that size, each at a kiosk of its own."""
    found = []
    for act in acts():
        shown = window(None, size, motion=False)
        with tempfile.TemporaryDirectory(prefix="companion-touches-") as folder:
            hand = Finger(Path(folder) / "data", shown, 7)
            i18n.set_language("fr")
            hand.kiosk.context.owner.set(language="fr", motion=False)
            for game in ("infernal_wagon", "cerbere", "hellrail"):
                hand.kiosk.context.set_up.choose_first_game(game, False)
            hand.root.rebuild()
            hand.sync()
            try:
                found.append(count(hand, act))
            finally:
                hand.close()
    return found


def upright_of(text: str) -> list[Counted]:
    """What the page says of the upright display."""
    rows = text.partition(BEGIN)[2].partition(END)[0].strip().splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return [Counted(int(row[5]), int(row[6].partition(",")[2])) for row in cells]


def page(text: str, rows: str) -> str:
    """The page with that table."""
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    return f"{before}{BEGIN}\n\n{rows}\n\n{END}{after}"
