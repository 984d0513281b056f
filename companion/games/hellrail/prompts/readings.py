"""What a card's tag means: at a prompt, on a reader without a zone of its own, and before an action was chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.prompt import Keys, Option, Prompt, Reading, Why
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.games.hellrail import moves as mv
from companion.games.hellrail.prompts.cards import BOAT, FAN, LAY, MOVE, PICKUP, UPGRADE, played
from companion.games.hellrail.prompts.parts import name_of, why_of
from companion.games.hellrail.rules import actions, ending, train
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import RailState

THROW = "throw"


class CardUse(Struct, frozen=True):
    """One use of a card. `check` raises what `decide` would raise wherever the play leads; `move` makes the move, or
    None where its place is still to be chosen."""

    check: Callable[[MoveContext, int, str], object]
    move: Callable[[RailState, str], mv.Command | None]


def _on_map(state: RailState, move: mv.Command) -> mv.Command | None:
    return None if state.map else move


PLAYS: Mapping[str, CardUse] = {
    LAY: CardUse(actions.rail_of_hand, lambda s, card: _on_map(s, mv.LayRail(card=card))),
    PICKUP: CardUse(train.pickup, lambda _s, card: mv.Pickup(card=card)),
    MOVE: CardUse(
        lambda w, seat, card: actions.driven(w, seat, card, w.toll),
        lambda s, card: _on_map(s, mv.Go(card=card, toll=s.toll)),
    ),
    UPGRADE: CardUse(actions.rail_of_hand, lambda s, card: _on_map(s, mv.Upgrade(card=card))),
    FAN: CardUse(ending.fan, lambda _s, card: mv.Fan(card=card)),
    BOAT: CardUse(lambda w, seat, card: actions.carried(w, seat, card, w.toll), lambda _s, _card: None),
    THROW: CardUse(lambda w, seat, card: ending.throw(w, seat, (card,)), lambda _s, card: mv.Discard(cards=(card,))),
}


def play_refusal(state: RailState, action: str, card: str) -> Refused | None:
    """Return the refusal of a play, as far as it depends neither on secrets nor on later choices; None if there is
    none."""
    try:
        PLAYS[action].check(MoveContext(state, 0, Random(0)), state.turn.active, card)
    except Refused as refused:
        return refused
    return None


def play_card(state: RailState, turn: tuple[Option, ...], card: str) -> Prompt:
    """Ask what the card is for.

    :param turn: the options of the turn; those that play a card are offered for this one.
    :raises LookupError: for a card that cannot be in a hand.
    """
    found = state.card(card)
    if found is None or state.in_the_open(card) or card in state.strangers:
        raise LookupError(card)

    def option(play: Option) -> Option:
        why: Why | None = play.why or why_of(play_refusal(state, play.key, card))
        return replace(play, move=None if why is not None else PLAYS[play.key].move(state, card), why=why)

    who = name_of(state, state.turn.active)
    options = tuple(option(play) for play in turn if play.key in PLAYS)
    return Prompt("play_card", Text(N_("What is the card for?")), options, icon="hand", who=who)


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


def reading(state: RailState, prompt: Prompt, path: Keys) -> Reading | None:
    """Return what a tag means that no option of `prompt` bears.

    Where a card is being played, the tag of another card replaces it. Light: a card is only read to be delivered.
    """
    if state.light:
        return READINGS[DELIVER] if prompt.id in ("turn", "worth_alone") else None
    key = ASKED.get(prompt.id) or (played(path)[0] if path else "")
    return READINGS.get(key)
