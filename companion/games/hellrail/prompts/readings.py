"""What a card's tag means at a prompt, on a reader without a zone of its own."""

from __future__ import annotations

from companion.engine.prompt import Keys, Prompt, Reading
from companion.engine.text import N_, Text
from companion.games.hellrail.prompts.cards import BOAT, FAN, LAY, MOVE, PICKUP, UPGRADE, played
from companion.games.hellrail.state import RailState

CAR, DELIVER, DISCARD, FLIP, PLAY, TOLL, TURN = "car", "deliver", "discard", "flip", "play", "toll", "turn"
ROWS = (
    (LAY, "play", "rail", N_("lay a rail")),
    (UPGRADE, "play", "rings", N_("upgrade a rail")),
    (TURN, "play", "rail", N_("turn a rail")),
    (PICKUP, "train", "draw", N_("pick up")),
    (CAR, "train", "car", N_("choose the car")),
    (DELIVER, "deliver", "deliver", N_("set out")),
    (MOVE, "discard", "move", N_("move")),
    (BOAT, "discard", "boatman", N_("cross a gap")),
    (FAN, "discard", "flame", N_("fan the flames")),
    (TOLL, "discard", "cerberus", N_("pay the toll")),
    (DISCARD, "discard", "discard", N_("discard")),
    (FLIP, "flip", "pile", N_("turn over")),
    (PLAY, "", "hand", N_("play the card")),
)
"""Key of a reading, the zone in which it is done ("": the card is asked about first), icon and words."""
ZONE_OF = {key: zone for key, zone, _icon, _words in ROWS}
READINGS = {key: Reading(key, Text(words), icon) for key, _zone, icon, words in ROWS}
ASKED = {
    "turn": PLAY,
    "play_card": PLAY,
    "price": DISCARD,
    "throw": DISCARD,
    "drop_cars": DISCARD,
    "pick_rail": DISCARD,
    "dump": DISCARD,
    "flip": FLIP,
    "deliver": DELIVER,
    "worth_alone": DELIVER,
    "give_car": CAR,
    "pick_car": CAR,
    "turn_rail": TURN,
    "toll": TOLL,
}
"""Id of a prompt -> key of its reading."""


def reading(s: RailState, prompt: Prompt, path: Keys) -> Reading | None:
    """What a tag means that no option of `prompt` bears.

    Where a card is being played, the tag of another card replaces it. Light: a card is only read to be delivered.
    """
    if s.light:
        return READINGS[DELIVER] if prompt.id in ("turn", "worth_alone") else None
    key = ASKED.get(prompt.id) or next(iter(played(path)), "")
    return READINGS.get(key)
