"""Pieces that the prompts of HellRail share: players, cars and circles as options, values of a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from companion.engine.prompt import MAIN, Option, Why
from companion.engine.refused import Refused
from companion.engine.text import N_, NOTHING, Text, counted, joined
from companion.games.hellrail import state as st
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import CIRCLES, GATES, Effect, number_of
from companion.games.hellrail.state import RailState

MOST_BRIMSTONE, MOST_WORTH = 9, 10
"""The highest values that can be entered for a card."""
COMMA, OR = N_(", "), N_(" or ")


def name_of(state: RailState, index: int) -> str:
    return state.seats[index].name


@lru_cache(maxsize=64)
def name_text(name: str) -> Text:
    return Text("{name}", {"name": name})


def all_of(parts: Sequence[Text]) -> Text:
    """Several in a row: "Ana, Bo and Cy"."""
    *others, last = parts
    return joined(N_(" and "), (joined(COMMA, others), last))


def number_text(value: int) -> Text:
    return Text("{n}", {"n": value})


def why_of(refused: Refused | None) -> Why | None:
    """Return a refusal of the rules as the reason against an option."""
    if refused is None:
        return None
    return Why(refused.code, {k: v for k, v in refused.facts.items() if isinstance(v, str | int)})


def main_option(label: Text, move: object, icon: str = "check", key: str = "ok", why: Why | None = None) -> Option:
    """The one that the large key of the panel means, too."""
    return Option(key, label, icon=icon, badge=MAIN, move=move, why=why)


def seat_option(
    state: RailState, index: int, move: object = None, why: Why | None = None, second: Text | None = None
) -> Option:
    """Return a player; the small line says how many cards are in the hand, where hands are followed, unless `second`
    says something else."""
    seat = state.seats[index]
    hand = NOTHING if state.light else card_count(seat.hand)
    return Option(
        seat.name, name_text(seat.name), hand if second is None else second, icon="engine",
        seat=seat.name, place=seat.stand.node, move=move, why=why,
    )  # fmt: skip


@lru_cache(maxsize=64)
def card_count(count: int) -> Text:
    return counted("{n} card", "{n} cards", count) if count else Text(N_("no card"))


def circle_words(circle: str) -> Text:
    return (
        Text(N_("The {hr.gates:short}")) if circle == GATES else Text(N_("{hr.circle} {n}"), {"n": number_of(circle)})
    )


def circle_within(circle: str) -> Text:
    """Return a circle as within a sentence: "the Gates"."""
    if circle == GATES:
        return Text("{hr.gates:the}").within()
    return Text("{hr.circle:the} {n}", {"n": number_of(circle)}).within()


def circle_options(moves: dict[str, object]) -> Iterator[Option]:
    """Circles, each with its move (None: it leads on)."""
    for circle, move in moves.items():
        yield Option(circle, circle_words(circle), icon="rings", place=circle, slot=circle, move=move)


def node_words(node: str) -> Text:
    """Return words for a circle, or for a tie by its card and the sides that it is between."""
    if node in CIRCLES:
        return circle_words(node)
    cell, _, tie = node.partition(":")
    return Text(N_("Tie {tie} at {cell}"), {"cell": cell, "tie": tie})


def cell_words(cell: str) -> Text:
    return Text(N_("Space {cell}"), {"cell": cell})


# -- cars --------------------------------------------------------------------------------------------------------------


class PublicCar(Struct, frozen=True):
    """A car of a train as everybody sees it: its place (`#1`), its id and values unless it is covered."""

    seat: int
    place: str
    id: str = ""
    worth: int | None = None
    to: str | None = None
    brimstone: int | None = None
    covered: bool = False


def public_train(state: RailState, seat: int) -> Iterator[PublicCar]:
    """4.2: of a covered car nothing but its place is known."""
    sealed = state.sealed.reveal()
    for i, id in enumerate(state.seats[seat].train):
        card = state.card(id)
        if id in sealed or card is None:
            yield PublicCar(seat, f"#{i + 1}", covered=True)
        else:
            yield PublicCar(seat, f"#{i + 1}", id, card.car, card.setout, card.brimstone)


def car_option(
    state: RailState, car: PublicCar, move: object = None, why: Why | None = None, key: str = "", chosen: bool = False
) -> Option:
    """Return a car; its place is that in the train of `seat`."""
    label = Text(N_("Covered car")) if car.covered else Text(N_("Any car"))
    if car.to is not None:
        label = Text(N_("Car for {circle}"), {"circle": circle_within(f"C{car.to}")})
    parts = []
    if car.worth is not None:
        parts.append(Text(N_("worth {n}"), {"n": car.worth}))
    if car.brimstone is not None:
        parts.append(Text(N_("brimstone {n}"), {"n": car.brimstone}))
    second = joined(COMMA, parts)
    return Option(
        key or car.place, label, second, icon="car", seat=name_of(state, car.seat), place=car.place, slot=car.id,
        move=move, why=why, chosen=chosen,
    )  # fmt: skip


# -- the values of a card ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def brimstones(
    move: Callable[[int], object] | None = None, why: Callable[[int, int], Why] | None = None, least: int = 0
) -> tuple[Option, ...]:
    """Keys `b0`, `b1` ... for the brimstone on a card. They are made once.

    :param move: what a brimstone makes; None: it leads on.
    :param why: the reason against a brimstone below `least`, of these two.
    """
    return tuple(
        Option(
            f"b{n}", number_text(n), icon="flame", tone="brim", move=None if move is None else move(n),
            why=why(least, n) if why is not None and n < least else None,
        )
        for n in range(MOST_BRIMSTONE + 1)
    )  # fmt: skip


def digit(key: str, letter: str, allowed: Sequence[int]) -> int:
    """Return the number of a key like `b3`.

    :raises LookupError: if it is none of those allowed.
    """
    text = key[1:]
    if key[:1] != letter or not text.isdecimal() or text != str(int(text)) or int(text) not in allowed:
        raise LookupError(key)
    return int(text)


# -- effects -----------------------------------------------------------------------------------------------------------


def declared_use(state: RailState) -> st.UseTask | None:
    """Return the declared effect under the open step."""
    return next((task for task in reversed(state.agenda) if isinstance(task, st.UseTask)), None)


def effect_words(effect: Effect) -> Text:
    return Text(EFFECTS[effect].name)


def using(state: RailState) -> Text:
    """Return who uses which effect, for the line above a question."""
    use = declared_use(state)
    if use is None:
        return NOTHING
    return Text(N_("{name}: {effect}"), {"name": name_of(state, use.seat), "effect": effect_words(use.effect)})
