"""What a tag or a button means now."""

from __future__ import annotations

from typing import Any

from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.engine.signals import Button, Signal, Tag
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.names import Heresy, Phase, Play, What, YesNo
from companion.games.hellrail.rules.cards import known
from companion.games.hellrail.rules.drawing import may_draw
from companion.games.hellrail.state import RailState

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


ZONES = ("draw", "play", "discard", "train", "deliver", "flip")


def tapped(s: RailState, tap: mv.Tap) -> mv.RailMove:
    """The move that a tap makes. A wrong zone is a conflict, never a silent move.

    :raises Refused: `unknown_card`, `wrong_zone` (nothing can be done there now), `unknown_zone`.
    """
    card = known(s, tap.card.reveal())
    seat = tap.seat
    match tap.zone, s.task:
        case "draw", _:
            return mv.Draw(seat=seat)  # a counted tap: the id is thrown away
        case "flip", _:
            return mv.TellFlip(seat=seat, card=card)
        case "train", None if any(card in p.train and card in s.sealed.reveal() for p in s.seats):
            return mv.Uncover(seat=seat, card=card)
        case "train", None:
            return mv.Pickup(seat=seat, card=card)
        case "deliver", None:
            return mv.Setout(seat=seat, card=Secret(card))
        case "discard", task:
            return _discard(s, task, tap, card)
        case "play", None if s.map:
            return mv.ShowCard(seat=seat, play=Play.UPGRADE if tap.mode == "upgrade" else Play.LAY, card=card)
        case "play", None:
            if tap.mode == "upgrade":
                return mv.Upgrade(seat=seat, card=card)
            return mv.Lay(seat=seat, card=card)
        case "play", st.TurnRail():
            return mv.TurnCard(seat=seat, card=card)
        case "train", st.GiveCar() | st.PickCar():
            return mv.Give(seat=seat, card=card) if isinstance(s.task, st.GiveCar) else mv.Pick(seat=seat, card=card)
        case zone, _ if zone not in ZONES:
            raise Refused("unknown_zone", zone=zone)
        case _:
            raise Refused("wrong_zone", zone=tap.zone)


def _discard(s: RailState, task: st.Task | None, tap: mv.Tap, card: str) -> mv.RailMove:
    match task:
        case st.Price():
            return mv.Discard(seat=tap.seat, cards=(card,))
        case st.DumpHand(seat=owner, cards=cards):
            if len(cards) + 1 < s.seats[owner].hand:
                return mv.Gather(seat=tap.seat, card=card)
            return mv.Discard(seat=tap.seat, cards=(*cards, card))
        case st.PickRail():
            return mv.Pick(seat=tap.seat, card=card)
        case st.Marker(drop=drop, cards=cards) if drop:
            if len(cards) + 1 < drop:
                return mv.Gather(seat=tap.seat, card=card)
            return mv.DropCars(seat=tap.seat, cards=(*cards, card))
        case None if tap.mode == "fan":
            return mv.Fan(seat=tap.seat, card=card)
        case None if tap.mode == "boat" or (tap.mode == "move" and s.map):
            return mv.ShowCard(seat=tap.seat, play=Play(tap.mode), card=card)
        case None if tap.mode == "move":
            return mv.Go(seat=tap.seat, card=card, toll=s.toll)
        case None if tap.mode == "toll":
            return mv.Gather(seat=tap.seat, card=card)
        case None if s.turn.gluttony:
            return mv.Discard(seat=tap.seat, cards=(card,))
        case _:
            raise Refused("wrong_zone", zone=tap.zone)


def gathered(s: RailState, cards: tuple[str, ...], ref: str) -> tuple[str, ...]:
    """One card more of a hand; tapped again it is taken back. Nothing is paid yet, so only what everybody sees counts.

    :raises Refused: `unknown_card`, `card_elsewhere`.
    """
    card = known(s, ref)
    if card in cards:
        return tuple(other for other in cards if other != card)
    if s.in_the_open(card) or card in s.strangers:
        raise Refused("card_elsewhere", card=ref)
    return (*cards, card)


def car_gathered(s: RailState, seat: int, cars: tuple[str, ...], ref: str) -> tuple[str, ...]:
    """One car more of a train; tapped again it stays.

    :raises Refused: `not_on_train`.
    """
    card = known(s, ref)
    if card not in s.seats[seat].train:
        raise Refused("not_on_train", card=ref)
    return tuple(other for other in cars if other != card) if card in cars else (*cars, card)


def check_zone(zone: str) -> None:
    """:raises Refused: `unknown_zone`."""
    if zone not in ZONES:
        raise Refused("unknown_zone", zone=zone)
