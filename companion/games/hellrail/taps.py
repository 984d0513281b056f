"""What a card's tag in a zone means now (section "Reading guide"): the zone and the mode say what is done with it."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.cards import known
from companion.games.hellrail.names import Play
from companion.games.hellrail.state import RailState

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
