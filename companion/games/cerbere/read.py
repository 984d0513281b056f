"""What a tag or a button means now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.prompt import Keys, Prompt
from companion.engine.refused import Refused
from companion.engine.signals import Button, DialTurn, Signal, Tag
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.tags import ActionTag, BoatTag, CardTag, PawnTag, TaggedPiece
from companion.games.cerbere.names import FASTEST, SLOWEST, Boating
from companion.games.cerbere.state import CerbereState

ASKS_SLOTS: Mapping[str, Keys] = {"boats": ("peek",), "boat": (), "swap": ()}
"""Prompt -> keys from it to the one whose keys are slots."""


def slot_of_tag(state: CerbereState, uid: str) -> str:
    """Return the piece that bears a tag, as prompts name it; "" for a piece that no option has."""
    match state.tags.pieces.get(uid):
        case ActionTag(colour=colour, index=index):
            return f"action:{colour}:{index}"
        case CardTag(card=card):
            return card
        case PawnTag(colour=colour):
            return f"pawn:{colour}"
        case _:
            return ""


def read(state: CerbereState, signal: Signal, prompt: Prompt | None) -> Any | None:
    """Return the move or the keys that `signal` means where no option of the table's prompt bears it; None if it means
    nothing (a tag taken away, a key released).

    :raises Refused: `unknown_tag`, `not_in_game` for a piece of a colour that no player has, `wrong_phase`.
    """
    match signal:
        case Tag(uid=uid, present=True):
            piece = state.tags.pieces.get(uid)
            if piece is None:
                raise Refused("unknown_tag", uid=uid)
            return _tag(state, piece, prompt)
        case Button(name=name, pressed=True):
            return _button(state, name)
        case DialTurn(name=name, steps=steps):
            return _dial(state, name, steps)
        case _:
            return None


def _owner(state: CerbereState, colour: str) -> str:
    for seat in state.seats:
        if seat.colour == colour:
            return seat.name
    raise Refused("not_in_game", colour=colour)


def _tag(state: CerbereState, piece: TaggedPiece, prompt: Prompt | None) -> Any:
    match piece:
        case ActionTag(colour=colour, index=index):
            return mv.PlayCard(f"act{index}", player=_owner(state, colour), passing=True)
        case CardTag(card=card):
            return mv.PlayCard(card)
        case PawnTag(colour="cerberus"):
            return _cerberus(state)
        case PawnTag(colour=colour):
            return mv.Answer(_owner(state, colour))
        case BoatTag(seats=seats):
            return _boat(state, seats, prompt)


def _boat(state: CerbereState, seats: int, prompt: Prompt | None) -> Any:
    """Return the slot of a hidden boat where one is asked for. Kept boats are not on the table (CB-112)."""
    slots, asked = state.boats.slots.reveal(), "" if prompt is None else prompt.id
    if asked not in ASKS_SLOTS or state.boats.boating is Boating.KEPT or seats not in slots:
        return mv.LayBoat(seats)
    return (*ASKS_SLOTS[asked], str(slots.index(seats) + 1))


def _cerberus(state: CerbereState) -> Any:
    """Cerberus's own pawn was moved as it had to be: the same as the big key while a card or a chase waits."""
    if state.play is None and not state.agenda:
        raise Refused("wrong_phase")
    return mv.Ok()


def _button(state: CerbereState, name: str) -> Any | None:
    match name:
        case "rage_up" | "speed_up":
            return _dial(state, name.removesuffix("_up"), 1)
        case "rage_down" | "speed_down":
            return _dial(state, name.removesuffix("_down"), -1)
        case _:
            return None


def _dial(state: CerbereState, name: str, steps: int) -> Any | None:
    match name:
        case "rage":
            return mv.Correct({"die": _within(state.die + steps, state.home, state.hunt)})
        case "speed":
            return mv.Correct({"speed": _within(state.speed + steps, SLOWEST, FASTEST)})
        case _:
            return None


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))
