"""What a tag means that no option of the prompt bears."""

from __future__ import annotations

from companion.engine.prompt import Keys, Prompt
from companion.engine.reader_zones import ZONES
from companion.engine.refused import Refused
from companion.engine.secret import Secret
from companion.engine.signals import Signal, Tag
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.names import ACTIONS, What
from companion.games.hellrail.prompts.cards import BOAT, FAN, LAY, MOVE, PICKUP, TAPPED, UPGRADE
from companion.games.hellrail.prompts.readings import PLAYS, THROW, TOLL, ZONE_OF, play_refusal
from companion.games.hellrail.rules import train
from companion.games.hellrail.state import RailState, owed


def read(state: RailState, signal: Signal, prompt: Prompt | None) -> mv.Command | Keys | None:
    """Return the move or the keys that `signal` means; None if it means nothing (a tag taken away, a key).

    :raises Refused: `unknown_tag`, `wrong_zone`, `unknown_zone`, and what the card's play is refused with.
    """
    match signal:
        case Tag(uid=uid, reader=reader, present=True):
            return _tag(state, uid, reader, prompt)
        case _:
            return None


def slot_of_tag(state: RailState, uid: str, reader: str) -> str:
    """Return the card or circle that bears a tag; a card on a reader with a zone means what is done in that zone
    (4.1)."""
    tag = state.deck.tags.get(uid)
    if tag is None or (tag.card and _zone(state, reader)):
        return ""
    return tag.card or tag.circle


def _zone(state: RailState, reader: str) -> str:
    """Return the zone of a reader, "" if it has none."""
    return state.readers.get(reader, reader if reader in ZONES else "")


def _tag(state: RailState, uid: str, reader: str, prompt: Prompt | None) -> mv.Command | Keys:
    tag = state.deck.tags.get(uid)
    if tag is None:
        raise Refused("unknown_tag", uid=uid)
    if tag.circle and (
        isinstance(state.task, st.ArriveTask) or (state.light and state.task is None and state.phase is ACTIONS)
    ):
        return mv.ReportMove(what=What.ARRIVED, circle=tag.circle)
    if not tag.card:
        raise Refused("wrong_phase", phase=state.phase.value)
    if state.light and _zone(state, reader) not in ("", "deliver"):
        raise Refused("not_followed")
    zone, means = _zone(state, reader), "" if prompt is None or prompt.reader is None else prompt.reader.key
    if zone and ZONE_OF.get(means) != zone:
        means = ""
    elif not means:
        raise _unasked(state)
    found = _in_zone(state, tag.card, zone or ZONE_OF[means], means)
    if isinstance(found, tuple) and means and prompt is not None and prompt.unlisted:
        return found[-1:]  # the path names the action already
    return found


def _unasked(state: RailState) -> Refused:
    """Return the refusal of a card that the prompt does not ask for."""
    if isinstance(state.task, st.EntryTask):
        return Refused("entry_choice_open", circle=state.task.circle)
    due = owed(state.task) if state.task is not None else None
    if due is None:
        return Refused("wrong_phase", phase=state.phase.value)
    what, seats = due
    return Refused("answer_due", seat=state.seats[seats[0]].name, what=what.value)


def _in_zone(state: RailState, card: str, zone: str, means: str) -> mv.Command | Keys:
    """:param means: key of the prompt's reading, where it is done in this zone."""
    match zone, state.task:
        case "draw", _:
            return mv.Draw()  # a counted tap: the id is thrown away
        case "flip", _:
            return mv.TellFlip(card=card)
        case "train", None if any(card in p.train and card in state.sealed.reveal() for p in state.seats):
            return mv.Uncover(card=card)
        case "train", None:
            return _played(state, PICKUP, card)
        case "deliver", None:
            return mv.Setout(card=Secret(card))
        case "discard", task:
            return _discard(state, task, means, card)
        case "play", None:
            return _played(state, UPGRADE if means == UPGRADE else LAY, card)
        case "play", st.TurnRailTask():
            return mv.TurnCard(card=card)
        case "train", st.GiveCarTask():
            return mv.Give(card=card)
        case "train", st.PickCarTask():
            return mv.Pick(card=card)
        case "", None if state.light or card in state.seats[state.turn.active].train:
            return mv.Setout(card=Secret(card))
        case "", None:
            return _asked_about(state, card)
        case zone, _ if zone not in ZONES:
            raise Refused("unknown_zone", zone=zone)
        case _:
            raise Refused("wrong_zone", zone=zone)


def _discard(state: RailState, task: st.Task | None, means: str, card: str) -> mv.Command | Keys:
    match task:
        case st.PriceTask():
            return mv.Discard(cards=(card,))
        case st.DumpHandTask(seat=owner, cards=cards):
            if len(cards) + 1 < state.seats[owner].hand:
                return mv.Gather(card=card)
            return mv.Discard(cards=(*cards, card))
        case st.PickRailTask():
            return mv.Pick(card=card)
        case st.MarkerTask(drop=drop, cards=cards) if drop:
            if len(cards) + 1 < drop:
                return mv.Gather(card=card)
            return mv.DropCars(cards=(*cards, card))
        case None if means in (FAN, BOAT, MOVE):
            return _played(state, means, card)
        case None if means == TOLL:
            return mv.Gather(card=card)
        case None if state.turn.gluttony:
            return _played(state, THROW, card)
        case None:
            return _asked_about(state, card)
        case _:
            raise Refused("wrong_zone", zone="discard")


def _asked_about(state: RailState, card: str) -> Keys:
    """Return the key that leads to the prompt `play_card`.

    :raises Refused: `card_elsewhere`.
    """
    if state.in_the_open(card):
        raise Refused("card_elsewhere", card=card)
    return (TAPPED + card,)


def _typed_toll(state: RailState) -> bool:
    """Return whether a toll is due and no card was read for it: what was typed for it is on the path of the prompt."""
    return train.toll_owed(state, state.turn.active) is not None and not state.toll


def _played(state: RailState, action: str, card: str) -> mv.Command | Keys:
    """Return the move that plays the card, or the keys that lead to the prompt for its place.

    :raises Refused: where the play would be refused wherever it leads.
    """
    move = PLAYS[action].move(state, card)
    if move is not None and not (action == MOVE and _typed_toll(state)):
        return move
    refused = play_refusal(state, action, card)
    if refused is not None and not (refused.code.startswith("toll_") and _typed_toll(state)):
        raise refused
    return (action, TAPPED + card)
