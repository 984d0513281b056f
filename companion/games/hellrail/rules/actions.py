"""Card actions (2.4, 2.6, 2.9): Move, Boatman, Lay, Upgrade."""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.games.hellrail.board import board_moves
from companion.games.hellrail.board.drive import check_path, enter
from companion.games.hellrail.board.layout import Stand, cell_text
from companion.games.hellrail.events import BoatUsed, FuelSpent, RailLaid, RailUpgraded, Stepped
from companion.games.hellrail.moves import Boat, CardRef, Cards, Go, Lay, Upgrade
from companion.games.hellrail.names import CIRCLES, OFF, RAIL
from companion.games.hellrail.rules import train
from companion.games.hellrail.rules.cards import card_of, from_hand, rail_cards
from companion.games.hellrail.rules.derail import derail
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.state import Arrive, Drive


def driven(w: MoveContext, seat: int, ref: CardRef, tolls: Cards) -> tuple[str, tuple[str, ...]]:
    """HR-028: the card that pays for a Move, and the cards of its toll."""
    card, paid = train.paid_with(w, seat, ref, tolls)
    found, needs = card_of(w.state, card).brimstone, train.fuel(w.state, seat)
    if found is not None and found < needs:
        raise Refused("not_enough_brimstone", needs=needs, has=found)
    return card, paid


def carried(w: MoveContext, seat: int, ref: CardRef, tolls: Cards) -> tuple[str, tuple[str, ...]]:
    """HR-115: the card that pays for a Boatman, and the cards of its toll."""
    if not w.seat(seat).boatman:
        raise Refused("no_boatman")
    return train.paid_with(w, seat, ref, tolls)


def go(w: MoveContext, seat: int, move: Go) -> None:
    """HR-028, HR-029: a card pays for a Move; the toll comes first (HR-043).

    :raises Refused: `hand_empty`, `toll_missing`, `toll_too_small`, `not_enough_brimstone`, and why a path is none.
    """
    card, tolls = driven(w, seat, move.card, move.toll)
    found = card_of(w.state, card)
    if not w.state.map:
        _check_place(move.to)
        train.pay(w, seat, tolls)
        w.emit(FuelSpent(w.name(seat), card, found.car))
        arrive(w, seat, move.to, found.car or 0)
        return
    path = check_path(w, seat, move.path, found.car)
    train.pay(w, seat, tolls)
    w.emit(FuelSpent(w.name(seat), card, found.car))
    w.push(Drive(seat, path))


def _check_place(to: str | None) -> None:
    if to is not None and to not in (*CIRCLES, RAIL, OFF):
        raise Refused("bad_target", to=to)


def arrive(w: MoveContext, seat: int, to: str | None, limit: int, boat: bool = False) -> None:
    """Keeper: where the engine stopped; None: people will report it (reading 19)."""
    if to is None:
        w.push(Arrive(seat, limit, boat))
    elif to == OFF:
        derail(w, seat)
    elif to == RAIL:
        w.emit(Stepped(w.name(seat), RAIL, None))
    else:
        enter(w, seat, to)


def boat(w: MoveContext, seat: int, move: Boat) -> None:
    """HR-115..117, HR-Q24: a Boatman and a card carry the engine straight over empty spaces. Light: the token alone is
    followed; an arrival is told as any other.

    :raises Refused: `no_boatman`, `no_gap`, `gap_too_wide`, `no_track_facing`, and the toll's.
    """
    if w.state.light:
        if not w.seat(seat).boatman:
            raise Refused("no_boatman")
        w.emit(BoatUsed(w.name(seat)))
        return
    card, tolls = carried(w, seat, move.card, move.toll)
    brimstone = card_of(w.state, card).brimstone
    landing: Stand | None = None
    if w.state.map:
        gap, landing, code = board_moves.boat_gap(
            rail_cards(w.state), w.state.grid, w.seat(seat).stand, move.direction and move.direction.value
        )
        if code is not None:
            raise Refused(code)
    else:
        _check_place(move.to)
        if move.gap is None or move.gap < 1 or move.to == OFF:
            raise Refused("no_gap")
        gap = move.gap
    if brimstone is not None and brimstone < gap:
        raise Refused("gap_too_wide", gap=gap, has=brimstone)
    train.pay(w, seat, tolls)
    w.emit(BoatUsed(w.name(seat), card, gap))
    if landing is not None:
        w.push(Drive(seat, (landing,)))
    else:
        arrive(w, seat, move.to, 0, boat=True)


# -- rail --------------------------------------------------------------------------------------------------------------


def _cell(move: Lay | Upgrade) -> tuple[str, int]:
    cell = None if move.cell is None else cell_text(move.cell)
    if cell is None:
        raise BadInput(field="cell", value=move.cell, expected="x,y")
    if not 0 <= move.rotation <= 3:
        raise BadInput(field="rotation", value=move.rotation, expected="0 to 3 quarter turns")
    return cell, move.rotation


def rail_of_hand(w: MoveContext, seat: int, ref: CardRef) -> str:
    """A card that can be laid, wherever it would lie."""
    (card,) = from_hand(w, seat, (ref,))
    if w.state.map and not card_of(w.state, card).rails:
        raise BadInput(field="rails", expected="the tracks of the card")
    return card


def lay(w: MoveContext, seat: int, move: Lay) -> None:
    """HR-061, HR-062, HR-068, HR-Q20.

    :raises Refused: `cell_not_empty`, `no_neighbour`.
    """
    card = rail_of_hand(w, seat, move.card)
    if not w.state.map:
        w.emit(RailLaid(w.name(seat), card))
        return
    cell, q = _cell(move)
    code = board_moves.lay_refusal(rail_cards(w.state), w.state.grid, cell)
    if code is not None:
        raise Refused(code, cell=cell)
    w.emit(RailLaid(w.name(seat), card, cell, q))


def upgrade(w: MoveContext, seat: int, move: Upgrade) -> None:
    """HR-063, HR-064, HR-Q03, HR-Q41.

    :raises Refused: `no_rail_card`, `card_occupied`, `card_carries_marker`, `tracks_not_covered`.
    """
    card = rail_of_hand(w, seat, move.card)
    s = w.state
    if not s.map:
        if not s.table:
            raise Refused("no_rail_card")
        w.emit(RailUpgraded(w.name(seat), card))
        return
    cell, q = _cell(move)
    stands = [other.stand for other in s.seats]
    code, facts = board_moves.upgrade_refusal(
        rail_cards(s), s.grid, cell, card_of(s, card), q, stands, s.markers, s.deck.rulings
    )
    if code in ("card_occupied", "card_carries_marker"):
        lies = s.grid.at(cell)
        raise Refused(code, card=lies.card if lies is not None else "")
    if code is not None:
        raise Refused(code, **{name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()})
    w.emit(RailUpgraded(w.name(seat), card, cell, q))
