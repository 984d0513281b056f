"""Coins, a game of our own invention, to show what a game must say: bags are filled unseen, taken in turn, and opened.

CO-1: two to four play, each fills as many bags as was agreed. CO-2: bag 1 is filled by the first seat, bag 2 by the
second, and so on round the table, with 0 to 5 coins that nobody else sees. CO-3: then each in turn takes a bag. CO-4:
when all are taken they are opened together; the most coins win, and several may.

The words of a game of the companion are marked with `N_`, for its catalogues; these are in none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.base_game import BaseGame
from companion.engine.correction_pages import Corrections, Field
from companion.engine.game import Correction, Event, GameSetup, Move, Player, Silent, events_of
from companion.engine.message import Line
from companion.engine.patch import OPENING, Faults, Patches
from companion.engine.prompt import Keys, Option, Prompt
from companion.engine.refused import BadInput, Refused
from companion.engine.secret import OfferedSecret, Secret
from companion.engine.summary import Score, Summary
from companion.engine.text import Text, TitleAndHint
from companion.games.plugin import GamePlugin
from companion.presentation.colours import C
from companion.presentation.scene import Frame, Scene
from companion.presentation.show import Show
from companion.tools.enrol.slot_box import SlotBox

NAME = "coins"


def slots(bags: int) -> tuple[str, ...]:
    """The bags as their tags and moves call them."""
    return tuple(f"bag-{n}" for n in range(1, bags + 1))


def called(bag: str) -> Text:
    """A bag in words."""
    return Text("Bag {n}", {"n": bag.removeprefix("bag-")})


MOST_COINS, SEATS, BAGS = 5, range(2, 5), range(2, 4)
BOX = SlotBox(NAME, {"bag": slots(12)})
REFUSALS = {
    "bad_player_count": TitleAndHint("Two to four play", "You are {n}."),
    "bad_setup": TitleAndHint("A game cannot begin like this", "Look at the {reason}."),
    "bag_taken": TitleAndHint("{name} has that bag", "Take another one."),
    "game_over": TitleAndHint("The bags are open", "Only “Undo” is left."),
}


class Fill(Move, frozen=True, tag="fill"):
    coins: Secret[int]


class Take(Move, frozen=True, tag="take"):
    bag: str


class OpenBags(Move, frozen=True, tag="open_bags"):
    pass


class Correct(Correction, frozen=True, tag="correct"):
    pass


class Filled(Event, frozen=True, tag="filled"):
    bag: int


class Coins(Silent, frozen=True, tag="coins"):
    coins: Secret[int]

    def apply(self, state: State, at: int) -> State:
        return replace(state, filled=(*state.filled, self.coins))


class Taken(Event, frozen=True, tag="taken"):
    bag: str
    seat: str

    def apply(self, state: State, at: int) -> State:
        return replace(state, takers={**state.takers, self.bag: self.seat})

    def line(self, seen: object) -> Line:
        return Line("tag", "ok", Text("{name} has {bag}", {"name": self.seat, "bag": called(self.bag).within()}))


class Opened(Event, frozen=True, tag="opened"):
    coins: tuple[int, ...]

    def apply(self, state: State, at: int) -> State:
        return replace(state, opened=True)


class Corrected(Event, frozen=True, tag="corrected"):
    patch: dict[str, Any]

    def apply(self, state: State, at: int) -> State:
        return PATCHES.made(state, self.patch, at)


class State(Struct, frozen=True):
    """`takers`: bag -> seat, in the order in which they were taken."""

    seats: Annotated[tuple[Player, ...], OPENING]
    bags: Annotated[int, OPENING]
    tags: Annotated[dict[str, str], OPENING] = {}
    filled: tuple[Secret[Annotated[int, Meta(ge=0, le=MOST_COINS)]], ...] = ()
    takers: dict[str, str] = {}
    opened: bool = False

    @property
    def seat(self) -> str:
        """Whose turn it is."""
        done = len(self.filled) if len(self.filled) < self.bags else len(self.takers)
        return self.seats[done % len(self.seats)].name


class View(Struct, frozen=True):
    seats: tuple[Player, ...]
    bags: int
    filled: int
    takers: dict[str, str]
    coins: tuple[int, ...] | None


def settle(before: State, after: State, patch: Mapping[str, Any]) -> State:
    """Bags are opened when all are taken, and not before."""
    return after if len(after.takers) == after.bags else replace(after, opened=False)


def invariants(s: State) -> Faults:
    if len(s.filled) > s.bags:
        yield "filled", f"there are {s.bags} bags"
    if s.takers and len(s.filled) < s.bags:
        yield "takers", "the bags are not filled"
    for bag, seat in s.takers.items():
        if bag not in slots(s.bags) or seat not in (player.name for player in s.seats):
            yield f"takers.{bag}", "a bag of this game, and one of its seats"


PATCHES = Patches(settle, invariants)
CORRECTIONS = Corrections(
    (
        Field(
            "takers.KEY",
            lambda _state, bag: called(bag),
            within=lambda state, _bag: [seat.name for seat in state.seats],
        ),
    )
)


class CoinsGame(BaseGame[State]):
    """See the module."""

    name = NAME
    move_type: Any = Fill | Take | OpenBags | Correct
    event_type: Any = events_of(__name__)
    correction_type = Correct
    patches = PATCHES
    corrections = CORRECTIONS
    state_type = State
    move_words: ClassVar[Mapping[type, str]] = {
        Fill: "the coins", Take: "the bag", OpenBags: "the opening", Correct: "the correction",
    }  # fmt: skip

    def setup(self, order: GameSetup, rng: Random) -> tuple[State, Sequence[Event]]:
        n = len(order.seats)
        if n not in SEATS:  # CO-1
            raise Refused("bad_player_count", n=n)
        each = order.options.get("bags", BAGS[0])
        if order.options.keys() - {"bags"} or each not in BAGS:
            raise Refused("bad_setup", reason="bags")
        return State(order.seats, n * each, BOX.tags(self.config)), ()

    def decide(self, state: State, move: Any, at: int, rng: Random) -> Sequence[Event]:
        if state.opened:
            raise Refused("game_over")
        filling = len(state.filled) < state.bags
        match move:
            case Fill(coins=coins) if filling:  # CO-2
                if not 0 <= coins.reveal() <= MOST_COINS:
                    raise BadInput(reason="coins")
                return [Filled(len(state.filled) + 1), Coins(coins)]
            case Take(bag=bag) if not filling and bag in slots(state.bags):  # CO-3
                if bag in state.takers:
                    raise Refused("bag_taken", name=state.takers[bag])
                return [Taken(bag, state.seat)]
            case Correct(patch=patch):
                PATCHES.made(state, patch, at)
                return [Corrected(patch)]
            case OpenBags() if len(state.takers) == state.bags:  # CO-4
                return [Opened(tuple(coins.reveal() for coins in state.filled))]
        raise Refused("not_allowed_now")

    def prompt(self, state: State, audience: Audience, path: Keys = ()) -> Prompt:
        who = state.seat
        if len(state.filled) < state.bags:
            title = Text("{name} fills bag {n}", {"name": who, "n": len(state.filled) + 1})
            if not path:
                return Prompt("alone", title, (Option("alone", Text("Only {name} looks", {"name": who})),), who=who)
            if path == ("alone",):
                fills = (Option(str(n), Text(str(n)), move=Fill(OfferedSecret(n))) for n in range(MOST_COINS + 1))
                return Prompt("fill", title, tuple(fills), who=who)
        if path:
            raise LookupError(path)
        if state.opened:
            return Prompt("over", Text("All bags are open"))
        if len(state.takers) == state.bags:
            opening = Option("open", Text("Open all bags"), badge="end_turn", move=OpenBags())
            return Prompt("open", Text("Open the bags"), (opening,), default="open")
        bags = [bag for bag in slots(state.bags) if bag not in state.takers]
        takes = (Option(bag, called(bag), slot=bag, place=bag, move=Take(bag)) for bag in bags)
        return Prompt("take", Text("{name} takes a bag", {"name": who}), tuple(takes), who=who)

    def slot(self, state: State, uid: str, reader: str) -> str:
        return state.tags.get(uid, "")

    def tags(self, state: State) -> Mapping[str, str]:
        return state.tags

    def view(self, state: State, audience: Audience, at: int) -> View:
        coins = tuple(bag.reveal() for bag in state.filled) if state.opened else None
        return View(state.seats, state.bags, len(state.filled), state.takers, coins)

    def opening(self, state: State) -> GameSetup:
        return GameSetup(state.seats, {"bags": state.bags // len(state.seats)})

    def position(self, state: State, at: int, reveal: bool) -> dict[str, Any]:
        return super().position(state, at, reveal or state.opened)

    def result(self, state: State, at: int) -> dict[str, Any] | None:
        if not state.opened:
            return None
        coins = points(state, tuple(bag.reveal() for bag in state.filled))
        winners = [name for name, n in coins.items() if n == max(coins.values())]
        return {"winners": winners, "coins": coins, "options": {"bags": state.bags // len(state.seats)}}


def points(table: State | View, coins: tuple[int, ...]) -> dict[str, int]:
    """Seat -> coins of its bags."""
    got = {seat.name: 0 for seat in table.seats}
    for bag, seat in table.takers.items():
        got[seat] += coins[int(bag.removeprefix("bag-")) - 1]
    return got


def figure(scene: Scene, view: View, f: Frame) -> None:
    """The bags round the table with whoever has them; opened, with what was in them."""
    colours = {seat.name: seat.colour or "white" for seat in view.seats}
    step = min(f.wide / 4, f.high / 3)
    for i, bag in enumerate(slots(view.bags)):
        row, place = divmod(i, 4)
        x, y = f.x + f.wide / 2 + (place - 1.5) * step, f.y + f.high / 2 + (row - (view.bags - 1) // 4 / 2) * step
        with scene.group(bag, place=bag, at=(x, y), reach=0.4 * step, bag=bag):
            scene.disc(x, y, 0.4 * step, C.basalt, C.brim if i < view.filled else C.rim)
            scene.text(str(i + 1 if view.coins is None else view.coins[i]), x, y, 0.3 * step, C.bone)
            if bag in view.takers:
                scene.player(view.takers[bag], colours[view.takers[bag]], x + 0.3 * step, y - 0.3 * step, 0.24 * step)


def summary(view: View) -> Summary | None:
    if view.coins is None:
        return None
    got = points(view, view.coins)
    most = max(got.values())
    colours = {seat.name: seat.colour for seat in view.seats}
    scores = [Score(name, colours[name], n, _growth(view, name)) for name, n in got.items()]
    winners = Text(", ", parts=tuple(Text("{name}", {"name": name}) for name, n in got.items() if n == most))
    return Summary(winners, Text("{n} coins", {"n": most}), scores=tuple(sorted(scores, key=lambda s: -s.points)))


def _growth(view: View, name: str) -> tuple[int, ...]:
    coins = dict(zip(slots(view.bags), view.coins or (), strict=True))
    return (0, *accumulate(coins[bag] for bag, by in view.takers.items() if by == name))


PLUGIN = GamePlugin(
    NAME, CoinsGame, cards=BOX, refusals=REFUSALS, figure=figure, show=Show(summary=summary), title="Coins"
)
