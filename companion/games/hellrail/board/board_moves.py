"""What may be done to the table: lay, upgrade, cross a gap, turn, take away (HR-061..068, HR-115, 4.6, 4.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from companion.games.hellrail.board.graph import CardsById, card_on_table, segments_at
from companion.games.hellrail.board.layout import STEP, Laid, Stand, TableGrid, cell_numbers, neighbours, parse_cell
from companion.games.hellrail.board.segments import SIDES, fitting_rotations, opposite, rotate, sides, turned_side
from companion.games.hellrail.data.deck import Card, Rulings

MoveFacts = dict[str, object]


def occupied(cell: str, engines: Iterable[Stand]) -> bool:
    """HR-065, HR-066: an engine is on one of the card's ties; tokens and markers do not count."""
    return any(stand.cell == cell for stand in engines)


# -- lay and upgrade ---------------------------------------------------------------------------------------------------


def lay_refusal(deck: CardsById, grid: TableGrid, cell: str) -> str | None:
    """HR-061, HR-062, HR-068, HR-Q20: why no rail card may be laid there, or None. Tracks need not match, no engine
    need be near; a shared side with any card of the table is all."""
    if parse_cell(cell) is None:
        return "bad_input"
    circles = set(grid.circles.values())
    if grid.at(cell) is not None or cell in circles:
        return "cell_not_empty"
    touching = any(grid.at(other) is not None or other in circles for other in neighbours(cell))
    return None if touching else "no_neighbour"


def lay_places(deck: CardsById, grid: TableGrid) -> tuple[str, ...]:
    """HR-061, HR-068: every cell where a rail card may be laid, for the screen; north to south, west to east."""
    lying = {*grid.circles.values(), *(cell for cell, stack in grid.stacks.items() if stack)}
    around = {other for cell in lying for other in neighbours(cell)}
    places = [(place[::-1], cell) for cell in around - lying if (place := parse_cell(cell)) is not None]
    return tuple(cell for _, cell in sorted(places))


def upgrade_refusal(
    deck: CardsById,
    grid: TableGrid,
    cell: str,
    card: Card | str,
    quarters: int,
    engines: Iterable[Stand],
    markers: Iterable[str],
    rulings: Rulings,
) -> tuple[str | None, MoveFacts]:
    """HR-063, HR-064, HR-Q03, HR-Q41: why that card may not cover the present one in that turn, or None; with facts."""
    if grid.at(cell) is None:
        return "no_rail_card", {"cell": cell}
    if occupied(cell, engines):
        return "card_occupied", {"cell": cell}
    if rulings.q03_upgrade_blocked_by_tokens and occupied(cell, map(Stand, markers)):
        return "card_carries_marker", {"cell": cell}
    new = card if isinstance(card, Card) else card_on_table(deck, card)
    fitting = fitting_rotations(segments_at(deck, grid, cell), new.rails)
    return (None, {}) if quarters % 4 in fitting else ("tracks_not_covered", {"rotations": list(fitting)})


# -- Boatman -----------------------------------------------------------------------------------------------------------


class Crossing(NamedTuple):
    """Over how many empty spaces, and onto what; a code if it cannot be done."""

    gap: int
    landing: Stand | None
    code: str | None


def boat_gap(deck: CardsById, grid: TableGrid, stand: Stand, direction: str | None) -> Crossing:
    """HR-115, HR-116, HR-Q24: the crossing in that direction, from a circle or from a side tie over its own side.

    Without a direction an engine on a side tie goes the way it looks.
    """
    nowhere = Crossing(0, None, "no_gap")
    from_tie = stand.cell is not None
    side = stand.node.partition(":")[2] if from_tie else direction
    cell = stand.cell if from_tie else grid.circles.get(stand.node)
    if from_tie and (stand.heading != "out" or direction not in {None, side}):
        return nowhere
    if cell is None or side not in SIDES:
        return nowhere
    circle_at = {at: circle for circle, at in grid.circles.items()}
    ahead = _first_card([*circle_at, *(at for at, stack in grid.stacks.items() if stack)], cell, side)
    if ahead is None or ahead[0] == 0:
        return nowhere
    gap, at = ahead
    if at in circle_at:
        return Crossing(gap, Stand(circle_at[at]), None)
    facing = opposite(side)
    if facing in sides(segments_at(deck, grid, at)):
        return Crossing(gap, Stand(f"{at}:{facing}", "in"), None)
    return Crossing(gap, None, "no_track_facing")


def _first_card(lying: Iterable[str], cell: str, side: str) -> tuple[int, str] | None:
    """Return the next card of the table in a straight line, and how many empty spaces lie before it."""
    (x, y), (dx, dy) = cell_numbers(cell), STEP[side]
    ahead = []
    for at in lying:
        to_x, to_y = cell_numbers(at)
        far = (to_x - x) * dx + (to_y - y) * dy
        if far > 0 and (to_x, to_y) == (x + far * dx, y + far * dy):
            ahead.append((far - 1, at))
    return min(ahead, default=None)


def crossings(deck: CardsById, grid: TableGrid, stand: Stand) -> dict[str, Crossing]:
    """HR-115: every direction in which a Boatman can take this engine, whatever it costs."""
    found = {side: boat_gap(deck, grid, stand, side) for side in SIDES}
    return {side: crossing for side, crossing in found.items() if crossing.code is None}


# -- False Path and Abyss ----------------------------------------------------------------------------------------------


def turned_node(node: str, quarters: int) -> str:
    """Return the place of a card's tie after so many quarter turns: it is printed on the card (HR-Q22)."""
    cell, _, tie = node.partition(":")
    sides_of, dot, place = tie.partition(".")
    if not dot:
        return f"{cell}:{turned_side(tie, quarters)}"
    (segment,) = rotate((sides_of,), quarters)
    flipped = turned_side(sides_of[0], quarters) != segment[0]
    if flipped and segment in {"NS", "EW"}:
        place = "2" if place == "1" else "1"
    return f"{cell}:{segment}.{place}"


def turned(grid: TableGrid, cell: str, quarters: int, markers: Iterable[str] = ()) -> tuple[TableGrid, tuple[str, ...]]:
    """HR-094, HR-Q22: the whole stack of a cell turned, and all markers; those of the cell went along."""
    stack = tuple(Laid(laid.card, (laid.q + quarters) % 4) for laid in grid.stacks[cell])
    moved = tuple(turned_node(node, quarters) if occupied(cell, (Stand(node),)) else node for node in markers)
    return msgspec.structs.replace(grid, stacks={**grid.stacks, cell: stack}), moved


class AbyssRemains(NamedTuple):
    """What Abyss leaves: the cards taken away (top first), the markers that stay, how many went to the supply."""

    grid: TableGrid
    cards: tuple[str, ...]
    markers: tuple[str, ...]
    returned: int


def removed(grid: TableGrid, cell: str, rulings: Rulings, markers: Iterable[str] = ()) -> AbyssRemains:
    """HR-069, HR-088, HR-Q21: the top card is taken away, or the whole stack; markers of the cell go to the supply."""
    stack, markers = grid.stacks[cell], tuple(markers)
    keep = stack[:-1] if rulings.q21_abyss_removes == "top_card_only" else ()
    stacks = {at: cards for at, cards in grid.stacks.items() if at != cell} | ({cell: keep} if keep else {})
    stay = tuple(node for node in markers if not occupied(cell, (Stand(node),)))
    cards = tuple(laid.card for laid in reversed(stack[len(keep) :]))
    return AbyssRemains(msgspec.structs.replace(grid, stacks=stacks), cards, stay, len(markers) - len(stay))
