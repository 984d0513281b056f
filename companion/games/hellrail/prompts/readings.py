"""What a card's tag means at a prompt, on a reader without a zone of its own."""

from __future__ import annotations

from companion.engine.prompt import Keys, Prompt, Reading
from companion.engine.text import N_, Text
from companion.games.hellrail.prompts.cards import BOAT, FAN, LAY, MOVE, PICKUP, UPGRADE, played

CAR, DELIVER, DISCARD, FLIP, PLAY, TOLL, TURN = "car", "deliver", "discard", "flip", "play", "toll", "turn"
ZONE_OF = {
    LAY: "play",
    UPGRADE: "play",
    TURN: "play",
    PICKUP: "train",
    CAR: "train",
    DELIVER: "deliver",
    MOVE: "discard",
    BOAT: "discard",
    FAN: "discard",
    TOLL: "discard",
    DISCARD: "discard",
    FLIP: "flip",
    PLAY: "",
}
"""Key of a reading -> the zone in which it is done; "" where the card is only shown and asked about."""
READINGS = {
    key: Reading(key, Text(words), icon)
    for key, words, icon in (
        (LAY, N_("lay a rail"), "rail"),
        (UPGRADE, N_("upgrade a rail"), "rings"),
        (TURN, N_("turn a rail"), "rail"),
        (PICKUP, N_("pick up"), "draw"),
        (CAR, N_("choose the car"), "car"),
        (DELIVER, N_("set out"), "deliver"),
        (MOVE, N_("move"), "move"),
        (BOAT, N_("cross a gap"), "boatman"),
        (FAN, N_("fan the flames"), "flame"),
        (TOLL, N_("pay the toll"), "cerberus"),
        (DISCARD, N_("discard"), "discard"),
        (FLIP, N_("turn over"), "pile"),
        (PLAY, N_("play the card"), "hand"),
    )
}
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


def reading(prompt: Prompt, path: Keys) -> Reading | None:
    """What a tag means that no option of `prompt` bears; of a card that is being played, another one in its place."""
    key = ASKED.get(prompt.id) or next(iter(played(path)), "")
    return READINGS.get(key)
