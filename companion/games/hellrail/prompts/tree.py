"""What the table can choose now: set-up, turn, questions, end of HellRail as one tree of prompts.

All of it is public, so nothing in it may depend on a secret (4.2): not on delivered cars, hands or the draw
pile, and in the secret variant not on the tokens that are face down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache

from msgspec.structs import replace

from companion.engine.prompt import Keys, Option, Prompt, Why, badged, only
from companion.engine.secret import OfferedSecret
from companion.engine.text import N_, NOTHING, Text, counted
from companion.games.hellrail import moves as mv
from companion.games.hellrail.board.layout import places
from companion.games.hellrail.moves import Values
from companion.games.hellrail.names import (
    ACTIONS,
    CIRCLES,
    ENDED,
    GATES,
    HAND,
    PLACING,
    SETUP,
    START,
    Phase,
    Variant,
    What,
    number_of,
)
from companion.games.hellrail.prompts.cards import (
    BOAT,
    FAN,
    LAY,
    MOVE,
    PICKUP,
    TAPPED,
    UPGRADE,
    card_prompt,
    no_boat,
    no_card,
    no_move,
    no_upgrade,
    played,
)
from companion.games.hellrail.prompts.parts import (
    PublicCar,
    all_of,
    car_option,
    cell_words,
    circle_options,
    circle_within,
    digit,
    main_option,
    name_of,
    name_text,
    number_text,
    public_train,
    seat_option,
    why_of,
)
from companion.games.hellrail.prompts.readings import THROW, play_card, reading
from companion.games.hellrail.prompts.report import ARRIVED, report_prompt
from companion.games.hellrail.prompts.steps import task_prompt
from companion.games.hellrail.rules.actions import no_way
from companion.games.hellrail.rules.cards import sign
from companion.games.hellrail.rules.drawing import begins, may_draw
from companion.games.hellrail.rules.ending import level_seats, level_with, may_fan, waits
from companion.games.hellrail.rules.setup import dealt, left_to_place, placers
from companion.games.hellrail.state import RailState

OVER = Prompt("over", Text(N_("The game is over")))
MOST_DELIVERED = 12
"""The highest worth that can be entered for a car as it is delivered."""


def prompt(state: RailState, path: Keys = ()) -> Prompt:
    """Return the prompt at `path`.

    :raises LookupError: for a path that leads nowhere now.
    """
    found = _prompt(state, path)
    read = reading(state, found, path)
    return found if read is None else replace(found, reader=read)


def _prompt(state: RailState, path: Keys) -> Prompt:
    if state.phase is ENDED:
        if waits(state):
            return _level(state, path)
        return only(OVER if state.scores is not None else _sealed(state), path)
    if state.agenda:
        return task_prompt(state, state.agenda[-1], path)
    if state.phase is ACTIONS:
        return _turn(state, path)
    if state.phase is PLACING:
        return _placing(state, path)
    return only(_deal(state) if state.phase is SETUP else _draw(state), path)


def _level(state: RailState, path: Keys) -> Prompt:
    """HR-080, light: what the loaded cars of those who are level are worth, one after the other: the tens, the rest."""
    i = level_seats(state)[0]
    name = name_of(state, i)
    names = all_of([name_text(name_of(state, k)) for k in level_with(state, i)])
    title = Text(N_("What is {name}’s train worth?"), {"name": name})
    hint = Text(N_("{names}: a tie"), {"names": names})
    if not path:
        tens = tuple(Option(f"t{n}", Text("{least}–{most}", {"least": n, "most": n + 9}), icon="crown") for n in TENS)
        return Prompt("loaded", title, tens, hint=hint, who=name)
    first = digit(path[0], "t", TENS)
    worths = tuple(
        Option(f"c{n}", number_text(n), icon="crown", move=mv.TellLoaded(seat=name, worth=n))
        for n in range(first, first + 10)
    )
    return only(Prompt("loaded_worth", title, worths, hint=hint, who=name), path[1:])


TENS = range(0, 60, 10)
"""Begin the tens of what loaded cars are worth together."""


def _sealed(state: RailState) -> Prompt:
    """HR-027, HR-079: nothing is shown before all cars are opened."""
    n = sum(seat.count for seat in state.seats)
    title = counted("{n} delivered car", "{n} delivered cars", n) if n else Text(N_("No delivered car"))
    return Prompt("sealed", title, (main_option(Text(N_("Open the cars")), mv.RevealScores(), "sealed"),))


# -- before the first turn ---------------------------------------------------------------------------------------------


def _placing(state: RailState, path: Keys) -> Prompt:
    """HR-122..125: who (if several may), which circle, where."""
    may = placers(state)
    if not state.grid.circles:
        if dealt(state):
            title = Text(N_("{name} begins with the {hr.gates:short}"), {"name": name_of(state, may[0])})
            return only(
                Prompt("place_gates", title, badged(_gates(state)), text=_dealt(state), who=name_of(state, may[0])),
                path,
            )
        deal = Option("deal", Text(N_("Deal the circles")), Text(N_("the companion shuffles")), "rings", move=DEAL)
        who = Text(N_("Who has the {hr.gates:short}?"))
        return only(Prompt("place_who", who, (*badged(_gates(state)), deal)), path)
    seat, rest = may[0], path
    if len(may) > 1:
        if not path:
            options = badged(seat_option(state, i, second=NOTHING) for i in may)
            return Prompt("place_who", Text(N_("Who places a circle?")), options)
        index = state.index(path[0])
        if index not in may or index is None:
            raise LookupError(path)
        seat, rest = index, path[1:]
    name = name_of(state, seat)
    hint = Text(N_("{name} places a circle"), {"name": name})
    left = left_to_place(state, seat)
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
                for cell in places(state.grid.circles)
            )  # fmt: skip
            title = Text(N_("Where does it lie?"))
            return Prompt("place_cell", title, cells, hint=hint, who=name)
    raise LookupError(path)


DEAL = mv.DealCircles()


def _dealt(state: RailState) -> Text:
    """Return who places which circles, by their numbers."""
    hands = ((seat.name, tuple(map(_short, seat.circles))) for seat in state.seats)
    lines = (Text(N_("{name}: {circles}"), {"name": name, "circles": Text(", ", parts=mine)}) for name, mine in hands)
    return Text("\n", parts=tuple(lines))


def _short(circle: str) -> Text:
    return circle_within(circle) if circle == GATES else Text("{n}", {"n": number_of(circle)})


def _gates(state: RailState) -> Iterator[Option]:
    (cell,) = places({})
    for i in placers(state):
        yield seat_option(
            state,
            i,
            mv.PlaceCircle(seat=name_of(state, i), circle=GATES, cell=cell),
            second=Text(N_("the {hr.gates:short}")),
        )


def _deal(state: RailState) -> Prompt:
    """HR-005, HR-007, HR-009."""
    begins: tuple[Option, ...] = ()
    if Variant.DEVILS_ADVOCATE not in state.variants:
        begins = tuple(
            Option(
                f"first:{seat.name}", Text(N_("{name} begins"), {"name": seat.name}), icon="engine", seat=seat.name,
                move=mv.Deal(first=seat.name),
            )
            for seat in state.seats
        )  # fmt: skip
    done = main_option(Text(N_("It is dealt")), mv.Deal())
    hint = Text(  # HR-R44
        N_("Shuffle the rail cards. Which effect lies where, the companion alone knows.")
        if state.secret
        else N_("Shuffle the rail cards. The companion says where each token goes.")
    )
    return Prompt("deal", counted("{n} card each", "{n} cards each", HAND), (*begins, done), hint=hint)


# -- a turn ------------------------------------------------------------------------------------------------------------


TENDER = Option("tender", Text(N_("Give back")), Text("{hr.tender}"), "tender", move=mv.DropTender(), prominent=True)
TENDER_KEPT = replace(TENDER, prominent=False)
"""At level light the keys of the turn stay where they are."""


TENDER_LATE = replace(TENDER_KEPT, why=Why("wrong_phase", {"phase": ACTIONS.value, "reason": "begun"}))


def _draw(state: RailState) -> Prompt:
    """HR-010..013: give a Tender back, then draw."""
    name = name_of(state, state.turn.active)
    options = [TENDER] if state.phase is START and state.seats[state.turn.active].tender else []
    first, *fewer = may_draw(state)
    options += [
        Option(f"draw{n}", Text(N_("Draw {n}"), {"n": n}), icon="draw", move=mv.Draw(n=n), prominent=True)
        for n in fewer
    ]
    return Prompt(
        "draw", Text(N_("{name} draws"), {"name": name}), (*options, _draws(first), _later(state.phase)), who=name
    )


@cache
def _later(phase: Phase) -> Option:
    """Return the end, dim, while there is something to draw: no other key has its place, so no second touch ends a
    turn."""
    return replace(END, badge="", why=Why("wrong_phase", {"phase": phase.value}))


@cache
def _draws(count: int) -> Option:
    return replace(main_option(_cards_drawn(count), mv.Draw(), "pile", f"draw{count}"), tone="ember", prominent=True)


def _cards_drawn(count: int) -> Text:
    return counted("Draw {n} card", "Draw {n} cards", count)


PLAYS = {
    LAY: Option(LAY, Text("{hr.lay_rail:short}"), icon="rail", prominent=True),
    PICKUP: Option(PICKUP, Text("{hr.pick_up:short}"), icon="draw", prominent=True),
    MOVE: Option(MOVE, Text("{hr.move:short}"), icon="move", prominent=True),
    UPGRADE: Option(UPGRADE, Text("{hr.upgrade:short}"), Text(N_("with another")), icon="rings"),
    FAN: Option(
        FAN,
        Text("{hr.fan:short}"),
        Text(N_("discard 1, draw its brimstone")),
        icon="flame",
        tone="brim",
        prominent=True,
    ),
    BOAT: Option(BOAT, Text("{hr.boatman}"), Text(N_("over a gap")), icon="boatman"),
}
DELIVER = Option("deliver", Text("{hr.set_out:short}"), icon="deliver", prominent=True)
HAPPENED = Option("report", Text(N_("It happened")), Text(N_("a ram, a {hr.check}")), "ram")
END = replace(main_option(Text(N_("End")), mv.EndOfTurn(), "next", "end"), prominent=True, ends=True)
HAPPENED_LIGHT = replace(HAPPENED, second=Text(N_("a ram, a derailment")))
NO_CARDS = Option("no_cards", Text(N_("No card left")), Text(N_("the game ends")), "pile", "danger")
ARRIVALS = tuple(replace(option, prominent=True) for option in ARRIVED)
DELIVERS, LAYS, ENDS = replace(DELIVER, tone="ok"), replace(PLAYS[LAY], tone="ember"), replace(END, tone="ember")
"""Where they stand out."""
CROSSES = replace(PLAYS[BOAT], move=mv.PlayBoat(card=Values()))
FANS = replace(PLAYS[FAN], move=mv.Fan(card=Values()), ends=True)
OF_A_TURN = {**PLAYS, DELIVER.key: DELIVER, END.key: END}


def _turn(state: RailState, path: Keys) -> Prompt:
    """HR-014, HR-015: any number of actions, in any order."""
    if state.light:
        return _light(state, path)
    if not path:
        return _actions(state)
    path = played(path)
    action, rest = path[0], path[1:]
    if not rest and action.startswith(TAPPED):
        return play_card(state, _actions(state).options, action.removeprefix(TAPPED))
    if action in PLAYS and WHY_NOT[action](state) is None:
        return card_prompt(state, action, rest)
    if action == "report" and not state.map and no_way(state) is None:
        return report_prompt(state, rest)
    if action == "deliver":
        return _deliver(state, rest)
    if path == (THROW,) and state.turn.gluttony and state.seats[state.turn.active].hand:
        gone = main_option(Text(N_("It is gone")), mv.Discard(cards=(Values(),)), "discard")
        who = name_of(state, state.turn.active)
        return Prompt("throw", Text(N_("Which card goes?")), (gone,), hint=_plays(who), icon="discard", who=who)
    raise LookupError(path)


@lru_cache(maxsize=64)
def _plays(name: str) -> Text:
    return Text(N_("{name} plays"), {"name": name})


def _actions(state: RailState) -> Prompt:
    """One option is prominent: to deliver where that can be done, else to lay a rail, else the end."""
    me = state.seats[state.turn.active]
    lay, *options = [_with(option, why_not(state)) for option, why_not in CHECKED]
    delivery = _delivery(state)
    end = _with(END, Why("hand_not_empty", {"count": me.hand}) if state.turn.gluttony and me.hand else None)
    if delivery.why is not None:
        if lay.why is None:
            lay = LAYS
        elif end.why is None:
            end = ENDS
    options.insert(1, delivery)
    if state.turn.gluttony:
        why = None if me.hand else Why("hand_empty")
        options.append(Option(THROW, Text(N_("Discard a card")), icon="discard", tone="danger", why=why))
    if not state.map:
        options.append(_with(HAPPENED, why_of(no_way(state))))
    return Prompt("turn", _plays(me.name), (lay, *options, end), who=me.name, unlisted=TAPPED)


def _light(state: RailState, path: Keys) -> Prompt:
    """Of a turn only what the companion keeps: where the engine arrives, what is delivered, tokens, the end."""
    me = state.seats[state.turn.active]
    match path:
        case ():
            options = [*ARRIVALS]
            if me.boatman:
                options.append(CROSSES)
            fan = may_fan(state)
            options += [DELIVER, FANS if fan is None else replace(FANS, why=Why(fan)), HAPPENED_LIGHT, NO_CARDS]
            if me.tender:
                options.append(TENDER_KEPT if begins(state) else TENDER_LATE)
            options.append(ENDS)
            return Prompt("turn", _plays(me.name), tuple(options), who=me.name)
        case (DELIVER.key,):
            return _worth_alone(me.name, "")
        case (NO_CARDS.key,):
            ends = main_option(Text(N_("The game ends")), mv.ReportMove(what=What.NO_CARDS), "sealed")
            hint = Text(N_("Neither to draw nor to shuffle."))
            return Prompt("no_cards", Text(N_("Is no card left?")), (ends,), hint=hint, icon="pile", who=me.name)
        case ("report", *rest):
            return report_prompt(state, tuple(rest))
    raise LookupError(path)


def _with(option: Option, why: Why | None) -> Option:
    if why is None:
        return option
    return replace(option, why=why) if why.facts else _refused(option.key, why.code)


@lru_cache(maxsize=128)
def _refused(key: str, code: str) -> Option:
    return replace(OF_A_TURN[key], why=Why(code))


NOT_IN_CIRCLE = Why("not_in_circle")


def _no_fan(state: RailState) -> Why | None:
    code = may_fan(state)
    return None if code is None else Why(code)


def _no_pickup(state: RailState) -> Why | None:
    return NOT_IN_CIRCLE if _circle(state) is None else no_card(state)


WHY_NOT: Mapping[str, Callable[[RailState], Why | None]] = {
    LAY: no_card,
    PICKUP: _no_pickup,
    MOVE: no_move,
    UPGRADE: no_upgrade,
    FAN: _no_fan,
    BOAT: no_boat,
}
"""Why no card at all can be played so; None if one may."""
CHECKED = tuple((option, WHY_NOT[action]) for action, option in PLAYS.items())


def _circle(state: RailState) -> str | None:
    """HR-023: where cars are loaded and delivered."""
    node = state.seats[state.turn.active].stand.node
    return node if node in CIRCLES else None


# -- deliveries --------------------------------------------------------------------------------------------------------


def _delivery(state: RailState) -> Option:
    """Choose a single car without a question."""
    cars, why = _here(state)
    if why is not None:
        return _with(DELIVER, why)
    return replace(DELIVERS, move=_delivered(state, cars[0]).move) if len(cars) == 1 else DELIVERS


NO_CAR = Why("not_on_train", {"card": "", "reason": "no_car"})


def _here(state: RailState) -> tuple[list[PublicCar], Why | None]:
    """HR-024: the cars that can be delivered now; if there is none, why."""
    if _circle(state) is None:
        return [], NOT_IN_CIRCLE
    cars, first = [], None
    for car in public_train(state, state.turn.active):
        if (why := _not_here(state, car)) is None:
            cars.append(car)
        elif first is None:
            first = why
    return cars, None if cars else NO_CAR if first is None else replace(first, facts={**first.facts, "reason": "train"})


def _not_here(state: RailState, car: PublicCar) -> Why | None:
    """Return words for a car's destination; that of a covered one is unknown."""
    circle = _circle(state)
    if circle is None:
        return NOT_IN_CIRCLE
    if car.to in (None, sign(circle)):
        return None
    return Why("wrong_circle", {"needs": car.to or "", "at": sign(circle)})


def _deliver(state: RailState, path: Keys) -> Prompt:
    """HR-024..026: a car; a worth that was not entered is asked for, of its owner alone."""
    name = name_of(state, state.turn.active)
    cars = {car.place: car for car in public_train(state, state.turn.active)}
    here, why = _here(state)
    if why is not None:
        raise LookupError(path)
    if len(here) == 1:
        path = (here[0].place, *path)
    match path:
        case ():
            options = badged(_delivered(state, car) for car in cars.values())
            hint = Text(N_("{name} sets out"), {"name": name})
            return Prompt("deliver", Text(N_("Which car?")), options, hint=hint, who=name)
        case (place,) if (
            place in cars and _delivered(state, cars[place]).move is None and _not_here(state, cars[place]) is None
        ):
            return _worth_alone(name, place)
    raise LookupError(path)


def _worth_alone(name: str, place: str) -> Prompt:
    """HR-026: what a car is worth, said by its owner alone. `place`: in the train; "" where trains are not followed."""
    worths = tuple(
        Option(f"c{n}", number_text(n), icon="crown", move=mv.Setout(card=OfferedSecret(place), car=OfferedSecret(n)))
        for n in range(1, MOST_DELIVERED + 1)
    )
    hint = Text(N_("{name} sets out in secret"), {"name": name})
    return Prompt("worth_alone", Text(N_("What is it worth?")), worths, hint=hint, who=name)


def _delivered(state: RailState, car: PublicCar) -> Option:
    known = not car.covered and (car.worth is not None or car.id not in state.strangers)
    why = _not_here(state, car)
    move = mv.Setout(card=OfferedSecret(car.place)) if known or why is not None else None
    return car_option(state, car, move, why)
