"""The fifteen effect tokens of a position. Which of them lie face down may be left open (secret variant)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from companion.games.hellrail.names import NUMBERED, Effect, Phase
from companion.games.hellrail.position_data import DOWN, PositionData, SeatIn, wrong
from companion.games.hellrail.state import RailState

Place = tuple[str, str]
"""The field that names a token, and what it says."""


def tokens(s: RailState, w: PositionData) -> RailState:
    """Tokens as they lie. Those that are only said to be `down` are mixed out of what is left.

    :raises BadInput: naming the field that is wrong.
    """
    given = w.seats or ()
    named = dict(_places(w, given))
    said = {field: _effect(s, field, text) for field, text in named.items()}
    taken: list[Effect] = [] if w.in_use is None else [w.in_use]
    for field, effect in said.items():
        if effect in taken:
            wrong(field, "each token in one place", value=effect)
        taken += [] if effect is None else [effect]
    unused, mixed = _unused(s, w, taken, sum(effect is None for effect in said.values()))
    pool = iter(mixed)
    lying = {field: next(pool) if effect is None else effect for field, effect in said.items()}
    effects = {circle: lying[f"effects.{circle}"] for circle in w.effects}
    helds = (lying.get(f"seats[{i}].held") for i in range(len(s.seats)))
    seats = tuple(replace(seat, held=held) for seat, held in zip(s.seats, helds, strict=True))
    return replace(s, effects=effects, unused=(*unused, *pool), seats=seats, in_use=w.in_use)


def _places(w: PositionData, seats: tuple[SeatIn, ...]) -> Iterator[Place]:
    for circle, text in w.effects.items():
        if circle not in NUMBERED:
            wrong(f"effects.{circle}", "numbered circles: C1 to C9")
        yield f"effects.{circle}", text
    for i, seat in enumerate(seats):
        if seat.held is not None:
            yield f"seats[{i}].held", seat.held


def _effect(s: RailState, field: str, text: str) -> Effect | None:
    """None: it lies face down."""
    if text == DOWN and s.secret:
        return None
    if text not in set(Effect):
        wrong(field, ", ".join(Effect), value=text)
    return Effect(text)


def _unused(s: RailState, w: PositionData, taken: list[Effect], down: int) -> tuple[tuple[Effect, ...], list[Effect]]:
    """The unused pile as far as it is said, and what is mixed: for the tokens face down, the rest for the pile."""
    listed = w.unused if isinstance(w.unused, tuple) else ()
    if len(set(listed)) != len(listed) or set(listed) & set(taken):
        wrong("unused", "each token in one place")
    before = s.phase in (Phase.PLACING, Phase.SETUP)
    if before and not taken and not down and not listed:
        return (), []
    left = [effect for effect in Effect if effect not in taken and effect not in listed]
    over = len(left) - down
    if over < 0 or (isinstance(w.unused, tuple) and over) or (isinstance(w.unused, int) and over != w.unused):
        wrong("unused", f"{len(Effect)} tokens in all", value=len(listed) or w.unused)
    if down:
        Random(over * 100_000 + w.turn.n * 100 + len(w.discard)).shuffle(left)
    return listed, left
