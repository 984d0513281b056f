"""What the table can choose now: set-up, turn, questions, end of HellRail as one tree of prompts.

All of it is public, so nothing in it may hang on what nobody may know (4.2): not on delivered cars, hands or the draw
pile, and in the secret variant not on the tokens that lie face down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.prompt import N_, Keys, Option, Prompt, Text, Why, badged
from companion.engine.secret import Offered
from companion.games.hellrail import moves as mv
from companion.games.hellrail.board.layout import places
from companion.games.hellrail.moves import Values
from companion.games.hellrail.names import CIRCLES, GATES, HAND, Phase, Variant
from companion.games.hellrail.prompts.cards import BOAT, FAN, LAY, MOVE, PICKUP, UPGRADE, card, not_now
from companion.games.hellrail.prompts.parts import (
    Car,
    car_option,
    cell_words,
    circle_options,
    main,
    name_of,
    number,
    only,
    seat_option,
    train,
)
from companion.games.hellrail.prompts.report import report
from companion.games.hellrail.prompts.steps import asked
from companion.games.hellrail.rules.cards import sign
from companion.games.hellrail.rules.drawing import may_draw
from companion.games.hellrail.rules.table import placers
from companion.games.hellrail.rules.turning import may_fan
from companion.games.hellrail.state import RailState

OVER = Prompt("over", Text(N_("The game is over")))
MOST_DELIVERED = 12
"""The highest worth that can be entered for a car as it is delivered."""


def prompt(s: RailState, path: Keys = ()) -> Prompt:
    """The prompt at `path`.

    :raises LookupError: for a path that leads nowhere now.
    """
    if s.phase is Phase.ENDED:
        return only(OVER if s.scores is not None else _sealed(s), path)
    if s.task is not None:
        return asked(s, s.task, path)
    match s.phase:
        case Phase.PLACING:
            return _placing(s, path)
        case Phase.SETUP:
            return only(_deal(s), path)
        case Phase.ACTIONS:
            return _turn(s, path)
        case _:
            return only(_draw(s), path)


def _sealed(s: RailState) -> Prompt:
    """HR-027, HR-079: nothing is told before all cars are opened."""
    n = sum(seat.count for seat in s.seats)
    words = N_("{n} sealed wagons") if n > 1 else N_("1 sealed wagon") if n else N_("No sealed wagon")
    return Prompt("sealed", Text(words, {"n": n}), (main(Text(N_("Open the wagons")), mv.Reveal(), "sealed"),))


# -- before the first turn ---------------------------------------------------------------------------------------------


def _placing(s: RailState, path: Keys) -> Prompt:
    """HR-122..125: who (if several may), which circle, where."""
    may = placers(s)
    if not s.grid.circles:
        return only(Prompt("place_who", Text(N_("Who has the Gates?")), badged(_gates(s))), path)
    seat, rest = may[0], path
    if len(may) > 1:
        if not path:
            options = badged(seat_option(s, i) for i in may)
            return Prompt("place_who", Text(N_("Who places a circle?")), options)
        index = s.index(path[0])
        if index not in may or index is None:
            raise LookupError(path)
        seat, rest = index, path[1:]
    name = name_of(s, seat)
    hint = Text(N_("{name} places a circle"), {"name": name})
    left = [circle for circle in CIRCLES if circle not in s.grid.circles]
    match rest:
        case ():
            options = tuple(circle_options(dict.fromkeys(left)))
            return Prompt("place_circle", Text(N_("Which circle?")), options, hint=hint, who=name)
        case (circle,) if circle in left:
            cells = tuple(
                Option(
                    cell, cell_words(cell), icon="rings", place=cell,
                    move=mv.PlaceCircle(seat=name, circle=circle, cell=cell),
                )
                for cell in places(s.grid.circles)
            )  # fmt: skip
            title = Text(N_("Where does it lie?"))
            return Prompt("place_cell", title, cells, hint=hint, who=name)
    raise LookupError(path)


def _gates(s: RailState) -> Iterator[Option]:
    (cell,) = places({})
    for i in placers(s):
        yield seat_option(
            s, i, mv.PlaceCircle(seat=name_of(s, i), circle=GATES, cell=cell), second=Text(N_("the Gates"))
        )


def _deal(s: RailState) -> Prompt:
    """HR-005, HR-007, HR-009."""
    begins: tuple[Option, ...] = ()
    if Variant.DEVILS_ADVOCATE not in s.variants:
        begins = tuple(
            Option(
                f"first:{seat.name}", Text(N_("{name} begins"), {"name": seat.name}), icon="engine", seat=seat.name,
                move=mv.Deal(first=seat.name),
            )
            for seat in s.seats
        )  # fmt: skip
    done = main(Text(N_("It is dealt")), mv.Deal())
    hint = Text(N_("Shuffle the rail cards. The companion says where each token goes."))
    return Prompt("deal", Text(N_("Deal {n} each"), {"n": HAND}), (*begins, done), hint=hint)


# -- a turn ------------------------------------------------------------------------------------------------------------


def _draw(s: RailState) -> Prompt:
    """HR-010..013: give a Tender back, then draw."""
    name = name_of(s, s.turn.active)
    options = []
    if s.phase is Phase.START and s.seats[s.turn.active].tender:
        options.append(Option("tender", Text(N_("Give the Tender back")), icon="tender", move=mv.DropTender()))
    first, *fewer = may_draw(s)
    options += [Option(f"draw{n}", _cards_drawn(n), icon="draw", move=mv.Draw(n=n)) for n in fewer]
    draw = main(_cards_drawn(first), mv.Draw(), "pile", f"draw{first}")
    title = Text(N_("{name} draws"), {"name": name})
    return Prompt("draw", title, (*options, draw), who=name)


def _cards_drawn(n: int) -> Text:
    return Text(N_("Draw {n} cards") if n > 1 else N_("Draw 1 card"), {"n": n})


PLAYS = {
    LAY: Option(LAY, Text(N_("Lay rail")), icon="rail"),
    PICKUP: Option(PICKUP, Text(N_("Pick up")), icon="draw"),
    MOVE: Option(MOVE, Text(N_("Move")), icon="move"),
    UPGRADE: Option(UPGRADE, Text(N_("Cover a rail")), Text(N_("with another")), icon="rings"),
    FAN: Option(FAN, Text(N_("Fan the flames")), Text(N_("burn cards")), icon="flame", tone="brim"),
    BOAT: Option(BOAT, Text(N_("Boatman")), Text(N_("over a gap")), icon="boatman"),
}
DELIVER = Option("deliver", Text(N_("Deliver")), icon="deliver")
HAPPENED = Option("report", Text(N_("It happened")), Text(N_("a ram, a mark")), "ram")
END = main(Text(N_("End of turn")), mv.EndOfTurn(), "next", "end")
OF_A_TURN = {**PLAYS, DELIVER.key: DELIVER, END.key: END}


def _turn(s: RailState, path: Keys) -> Prompt:
    """HR-014, HR-015: any number of actions, in any order."""
    match path:
        case ():
            return _actions(s)
        case ("deliver", *rest):
            return _deliver(s, tuple(rest))
        case ("throw",) if s.turn.gluttony and s.seats[s.turn.active].hand:
            gone = main(Text(N_("It is gone")), mv.Discard(cards=(Values(),)), "discard")
            hint = Text(N_("{name} plays"), {"name": name_of(s, s.turn.active)})
            who = name_of(s, s.turn.active)
            return Prompt("throw", Text(N_("Which card goes?")), (gone,), hint=hint, icon="discard", who=who)
        case ("report", *rest) if not s.map:
            return report(s, tuple(rest))
        case (action, *rest) if action in PLAYS and _why_not(s, action) is None:
            return card(s, action, tuple(rest))
    raise LookupError(path)


def _actions(s: RailState) -> Prompt:
    me = s.seats[s.turn.active]
    options = [_with(option, _why_not(s, action)) for action, option in PLAYS.items()]
    options.insert(2, _delivery(s))
    if s.turn.gluttony:
        why = None if me.hand else Why("hand_empty")
        options.append(Option("throw", Text(N_("Throw a card")), icon="discard", tone="danger", why=why))
    if not s.map:
        options.append(HAPPENED)
    left = Why("hand_not_empty", {"count": me.hand}) if s.turn.gluttony and me.hand else None
    options.append(_with(END, left))
    return Prompt("turn", Text(N_("{name} plays"), {"name": me.name}), tuple(options), who=me.name)


def _with(option: Option, why: Why | None) -> Option:
    if why is None:
        return option
    return replace(option, why=why) if why.facts else _refused(option.key, why.code)


@lru_cache(maxsize=128)
def _refused(key: str, code: str) -> Option:
    return replace(OF_A_TURN[key], why=Why(code))


def _why_not(s: RailState, action: str) -> Why | None:
    match action:
        case "fan":
            code = may_fan(s)
            return None if code is None else Why(code)
        case "pickup" if _circle(s) is None:
            return Why("not_in_circle")
        case _:
            return not_now(s, action)


def _circle(s: RailState) -> str | None:
    """HR-023: where cars are loaded and delivered."""
    node = s.seats[s.turn.active].stand.node
    return node if node in CIRCLES else None


# -- deliveries --------------------------------------------------------------------------------------------------------


def _delivery(s: RailState) -> Option:
    """Of a single car nobody is asked which."""
    if (why := _none_here(s)) is not None:
        return _with(DELIVER, why)
    only_one = _only_one(s)
    return DELIVER if only_one is None else replace(DELIVER, move=_delivered(s, only_one).move)


def _only_one(s: RailState) -> Car | None:
    """The car that can be delivered here, if it is the only one."""
    cars = [car for car in train(s, s.turn.active) if _not_here(s, car) is None]
    return cars[0] if len(cars) == 1 else None


def _none_here(s: RailState) -> Why | None:
    """HR-024: why no car can be delivered now."""
    if _circle(s) is None:
        return Why("not_in_circle")
    whys = [_not_here(s, car) for car in train(s, s.turn.active)]
    if not whys:
        return Why("not_on_train", {"card": ""})
    return None if None in whys else whys[0]


def _not_here(s: RailState, car: Car) -> Why | None:
    """Of a covered car nobody knows where it goes."""
    circle = _circle(s)
    if circle is None:
        return Why("not_in_circle")
    if car.to in (None, sign(circle)):
        return None
    return Why("wrong_circle", {"needs": car.to or "", "at": sign(circle)})


def _deliver(s: RailState, path: Keys) -> Prompt:
    """HR-024..026: a car; one whose worth nobody entered is asked for, by its owner alone."""
    name = name_of(s, s.turn.active)
    cars = {car.place: car for car in train(s, s.turn.active)}
    if _none_here(s) is not None:
        raise LookupError(path)
    only_one = _only_one(s)
    if only_one is not None:
        path = (only_one.place, *path)
    match path:
        case ():
            options = badged(_delivered(s, car) for car in cars.values())
            hint = Text(N_("{name} delivers"), {"name": name})
            return Prompt("deliver", Text(N_("Which car?")), options, hint=hint, who=name)
        case (place,) if (
            place in cars and _delivered(s, cars[place]).move is None and _not_here(s, cars[place]) is None
        ):
            worths = tuple(
                Option(
                    f"c{n}", number(n), icon="crown",
                    move=mv.Setout(card=Offered(place), car=Offered(n)),
                )
                for n in range(1, MOST_DELIVERED + 1)
            )  # fmt: skip
            hint = Text(N_("{name} delivers, alone"), {"name": name})
            return Prompt("worth_alone", Text(N_("What is it worth?")), worths, hint=hint, who=name)
    raise LookupError(path)


def _delivered(s: RailState, car: Car) -> Option:
    known = not car.covered and (car.worth is not None or car.id not in s.strangers)
    why = _not_here(s, car)
    move = mv.Setout(card=Offered(car.place)) if known or why is not None else None
    return car_option(s, car, move, why)
