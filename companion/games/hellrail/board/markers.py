"""Check markers (HR-092, HR-093, HR-Q06, HR-Q07): an engine that comes onto a marked tie."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.hellrail.events import CarsDropped, MarkerGone, MarkerHit
from companion.games.hellrail.moves import CardRef
from companion.games.hellrail.names import Why
from companion.games.hellrail.rules import drawing
from companion.games.hellrail.rules.cards import in_train
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import Marker


def hit(w: MoveContext, seat: int, node: str | None, more: int = 0) -> None:
    """HR-093: the owner of that engine turns over the top card, once for each marker.

    :param more: further markers on the same tie (HR-Q32).
    """
    w.emit(MarkerHit(w.name(seat), node))
    if drawing.ready(w):
        w.push(Marker(seat, node, more=more))


def flipped(w: MoveContext, task: Marker, ref: CardRef) -> None:
    """HR-093: more cars than brimstone, and as many have to go. HR-Q12: the Tender is no car here."""
    brimstone = drawing.flip(w, task.seat, ref, Why.DELINQUENCY)
    cars = len(w.seat(task.seat).train)
    if w.state.deck.rulings.q12_tender_counts == "everywhere":
        cars += w.seat(task.seat).tender
    drop = min(cars - brimstone, len(w.seat(task.seat).train))
    w.agenda.pop()
    if drop > 0:
        w.push(replace(task, drop=drop))
    else:
        _over(w, task)


def drop_cars(w: MoveContext, task: Marker, refs: tuple[str, ...]) -> None:
    """HR-093: cars of the owner's own choice.

    :raises Refused: `wrong_count`, `not_on_train`.
    """
    if len(refs) != task.drop:
        raise Refused("wrong_count", needs=task.drop, has=len(refs))
    cars = tuple(in_train(w, task.seat, ref) for ref in refs)
    if len(set(cars)) != len(cars):
        raise Refused("not_on_train", card=refs[0])
    w.agenda.pop()
    w.emit(CarsDropped(w.name(task.seat), cars))
    _over(w, task)


def _over(w: MoveContext, task: Marker) -> None:
    drawing.put_down(w)
    if not w.state.deck.rulings.q06_check_marker_stays:
        w.emit(MarkerGone(task.node))
    if task.more:
        hit(w, task.seat, task.node, task.more - 1)
