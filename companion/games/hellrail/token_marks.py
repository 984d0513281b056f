"""The tokens of a player as signs."""

from __future__ import annotations

from companion.engine.virtual import Mark
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.names import Token
from companion.games.hellrail.view import SeatView


def tokens_of(seat: SeatView, train: bool) -> list[Mark]:
    """What a player has besides cards and cars.

    :param train: also what stands in the train.
    """
    found: list[Mark] = []
    if train and seat.tender:
        found.append(Mark("tender"))
    if train and seat.soul_catcher:
        found.append(Mark("soulcatcher"))
    if seat.boatman:
        found.append(Mark("boatman"))
    if seat.heresy is not None:
        found.append(Mark("heresy", "ash" if seat.heresy is Token.HERESY_CANCEL else "ember"))
    if seat.held is not None:
        found.append(Mark(EFFECTS[seat.held].icon, "hex"))
    elif seat.held_down:
        found.append(Mark("lock", "hex"))
    return found
