"""What a tag or a button means now."""

from __future__ import annotations

from typing import Any

from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.engine.signals import Button, Signal, Tag
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.drawing import may_draw
from companion.games.hellrail.names import Heresy, Phase, What, YesNo
from companion.games.hellrail.state import RailState
from companion.games.hellrail.taps import ZONES

MODES = (
    ("play", "lay"),
    ("train", ""),
    ("deliver", ""),
    ("discard", "move"),
    ("discard", "fan"),
    ("play", "upgrade"),
    ("discard", "boat"),
)
"""What the mode buttons step through where one reader does everything; the last for the holder of a Boatman only."""


def read(s: RailState, signal: Signal) -> Any | None:
    """The move that `signal` makes; None if it means nothing (a tag taken away, a key released).

    :raises Refused: `unknown_tag`, or `wrong_phase` for a button without a meaning.
    """
    match signal:
        case Tag(uid=uid, reader=reader, present=True):
            return _tag(s, uid, reader)
        case Button(name=name, pressed=True):
            return _button(s, name)
        case _:
            return None


def slot_of_tag(s: RailState, uid: str, reader: str) -> str:
    """The card or circle that bears a tag; a card on a reader with a zone means what is done in that zone (4.1)."""
    tag = s.deck.tags.get(uid)
    if tag is None or (tag.card and _zone(s, reader)):
        return ""
    return tag.card or tag.circle


def _zone(s: RailState, reader: str) -> str:
    """The zone of a reader, "" if it has none."""
    return s.readers.get(reader, reader if reader in ZONES else "")


def _tag(s: RailState, uid: str, reader: str) -> Any:
    tag = s.deck.tags.get(uid)
    if tag is None:
        raise Refused("unknown_tag", uid=uid)
    if tag.circle:
        return _circle(s, tag.circle)
    if tag.effect:
        raise Refused("wrong_phase", phase=s.phase.value)
    zone = _zone(s, reader)
    if isinstance(s.task, st.Flip | st.Marker) and not getattr(s.task, "drop", 0) and not zone:
        return mv.Tap(card=Secret(tag.card), zone="flip")
    if zone:
        return mv.Tap(card=Secret(tag.card), zone=zone, mode=s.mode[1] if s.mode[0] == zone else "")
    return mv.Tap(card=Secret(tag.card), zone=s.mode[0], mode=s.mode[1])


def _circle(s: RailState, circle: str) -> Any:
    """A circle's tag: the engine came there (Keeper)."""
    if isinstance(s.task, st.Arrive):
        return mv.Report(what=What.ARRIVED, circle=circle)
    raise Refused("wrong_phase", phase=s.phase.value)


def _button(s: RailState, name: str) -> Any | None:
    match name, s.task:
        case (("a" | "b"), st.Entry()):
            return mv.UseEffect() if name == "a" else mv.Decline()
        case (("a" | "b"), st.Soul()):
            return mv.Soulcatch(use=YesNo.YES if name == "a" else YesNo.NO)
        case (("a" | "b"), (st.Deliver() | st.TakeCar())):
            return mv.Answer(answer=YesNo.YES if name == "a" else YesNo.NO)
        case "b", st.Window():
            return mv.TellHeresy(choice=Heresy.PASS)
        case "b", (st.PickRail()):
            return mv.Pick()
        case "b", (st.TurnRail() | st.Price()):
            return mv.Done()
        case (("start" | "end_turn"), None):
            return _start(s)
        case (("a" | "b"), None) if s.phase is Phase.ACTIONS:
            step = 1 if name == "a" else -1
            modes = MODES if s.seats[s.turn.active].boatman else MODES[:-1]
            at = modes.index(s.mode) if s.mode in modes else 0
            zone, mode = modes[(at + step) % len(modes)]
            return mv.SetMode(zone=zone, mode=mode)
        case _:
            return None


def _start(s: RailState) -> Any:
    """The big button: deal, draw, end the turn."""
    if s.phase is Phase.SETUP:
        return mv.Deal()
    return mv.Draw() if may_draw(s) else mv.EndOfTurn()
