"""What a tag or a button means now."""

from __future__ import annotations

from typing import Any

from companion.engine.refused import Refused
from companion.engine.signals import Button, Signal, Tag
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.box import ActionTag, BoatTag, CardTag, PawnTag, Piece
from companion.games.cerbere.names import FASTEST, SLOWEST
from companion.games.cerbere.state import CerbereState


def slot_of_tag(s: CerbereState, uid: str) -> str:
    """The piece that bears a tag, as prompts name it; "" for a piece that no option stands for."""
    match s.tags.pieces.get(uid):
        case ActionTag(colour=colour, index=index):
            return f"action:{colour}:{index}"
        case CardTag(card=card):
            return card
        case PawnTag(colour=colour):
            return f"pawn:{colour}"
        case _:
            return ""


def read(s: CerbereState, signal: Signal) -> Any | None:
    """The move that `signal` makes where no option of the table's prompt bears it; None if it means nothing (a tag
    taken away, a key released).

    :raises Refused: `unknown_tag`, `not_in_game` for a piece of a colour that nobody plays, `wrong_phase`.
    """
    match signal:
        case Tag(uid=uid, present=True):
            piece = s.tags.pieces.get(uid)
            if piece is None:
                raise Refused("unknown_tag", uid=uid)
            return _tag(s, piece)
        case Button(name=name, pressed=True):
            return _button(s, name)
        case _:
            return None


def _owner(s: CerbereState, colour: str) -> str:
    for seat in s.seats:
        if seat.colour == colour:
            return seat.name
    raise Refused("not_in_game", colour=colour)


def _tag(s: CerbereState, piece: Piece) -> Any:
    match piece:
        case ActionTag(colour=colour, index=index):
            return mv.PlayCard(f"act{index}", player=_owner(s, colour))
        case CardTag(card=card):
            return mv.PlayCard(card)
        case PawnTag(colour="cerberus"):
            return _cerberus(s)
        case PawnTag(colour=colour):
            return mv.Answer(_owner(s, colour))
        case BoatTag(seats=seats):
            return mv.LayBoat(seats)


def _cerberus(s: CerbereState) -> Any:
    """Cerberus's own pawn was moved as it had to be: the same as the big key while a card or a chase waits."""
    if s.play is None and not s.agenda:
        raise Refused("wrong_phase")
    return mv.Ok()


def _button(s: CerbereState, name: str) -> Any | None:
    match name:
        case "start" | "end_turn" | "a":
            return mv.Ok()
        case "rage_up" | "rage_down":
            return mv.Correct("die", _within(s.die + _step(name), s.home, s.hunt))
        case "speed_up" | "speed_down":
            return mv.Correct("speed", _within(s.speed + _step(name), SLOWEST, FASTEST))
        case _:
            return None


def _step(name: str) -> int:
    return 1 if name.endswith("_up") else -1


def _within(value: int, least: int, most: int) -> int:
    return max(least, min(most, value))
