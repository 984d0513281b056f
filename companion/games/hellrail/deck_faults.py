"""What cannot be right in a deck file though every value has the right type (5.3, HR-001..HR-009)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.engine.config import BadValue, Key
from companion.engine.uid import plain_uid
from companion.games.hellrail.deck import Spot, TagOf
from companion.games.hellrail.deck_shape import LABELS, MUST_FILL, CardRow, CircleRow, DeckFile, LayoutRow, Ranges
from companion.games.hellrail.layout import faults
from companion.games.hellrail.names import CARDS, CIRCLES, COLOURS, EACH, GATES, HERESIES, MARKERS, Effect, number_of
from companion.games.hellrail.segments import SEGMENTS

PIECES: Final[dict[str, int]] = {
    **dict.fromkeys(HERESIES, 1),
    **dict.fromkeys(("boatman", "tender", "soul_catcher"), EACH),
    "cerberus": 1,
    "check_marker": MARKERS,
    **dict.fromkeys(COLOURS, 1),
}
"""How many there are of each piece that is neither card, circle nor effect."""

_SEGMENT: Final = {letters: name for name in SEGMENTS for letters in (name, name[::-1])}
_LAYOUT: Final = {
    "twice": "{circle} is there twice",
    "cell_taken": "{circle} lies where another circle lies",
    "missing": "all ten circles have a cell; {circle} has none",
    "parity": "x + y of {circle} is {odd}, unlike that of the others; circles touch at corners only (HR-003)",
    "no_diagonal": "{circle} touches no other circle at a corner (HR-003)",
}
"""Sentences for the faults of a layout, the first to be told first. Circles that share a side differ in parity."""


class Bound(Struct, frozen=True):
    """A tag in the file: where it stands, its UID as the readers tell it, what it is on, what people call that."""

    key: Key
    uid: str
    on: TagOf
    title: str


def circle_of(label: str) -> str:
    """The circle that bears a label."""
    return f"C{label}"


def is_segment(written: str) -> bool:
    """Two different sides, in any order."""
    return written in _SEGMENT


def canonical(rails: Iterable[str]) -> tuple[str, ...]:
    """Segments in their one spelling and order; only for ones that are right."""
    names = {_SEGMENT[one] for one in rails}
    return tuple(name for name in SEGMENTS if name in names)


def bound_tags(file: DeckFile) -> Iterator[Bound]:
    """Every tag of the file."""
    for bound in _written(file):
        if bound.uid:
            yield bound


def _written(file: DeckFile) -> Iterator[Bound]:
    for i, circle in enumerate(file.circle):
        yield Bound(("circle", i, "tag"), plain_uid(circle.tag), TagOf(circle=circle.id), f"circle {circle.id}")
    for i, effect in enumerate(file.effect):
        yield Bound(("effect", i, "tag"), plain_uid(effect.tag), TagOf(effect=effect.id.value), f"effect {effect.id}")
    for piece, uids in file.piece_tags.items():
        key, on = ("piece_tags", piece), TagOf(piece=piece)
        if isinstance(uids, str):
            yield Bound(key, plain_uid(uids), on, f"piece {piece}")
        else:
            yield from (Bound((*key, i), plain_uid(uid), on, f"piece {piece}") for i, uid in enumerate(uids))
    for i, card in enumerate(file.card):
        yield Bound(("card", i, "tag"), plain_uid(card.tag), TagOf(card=card.id), f"card {title(card.id, card.name)}")


def title(id: str, name: str) -> str:
    """A card as people tell it from others."""
    return f"{id} ({name})" if name else id


def check(file: DeckFile) -> None:
    """
    :raises BadValue: for the first thing that is wrong.
    """
    _check_ranges(file.ranges)
    if sorted(file.convention.segments) != sorted(SEGMENTS):
        raise BadValue(("convention", "segments"), f"the segments are {', '.join(SEGMENTS)}")
    _check_rulings(file)
    _check_circles(file.circle)
    _once("effect", [row.id for row in file.effect], tuple(Effect), "circle effect")
    _once_each(("pieces", "heresy"), file.pieces.heresy, HERESIES)
    _once_each(("pieces", "engines"), file.pieces.engines, COLOURS)
    _check_piece_tags(file)
    _check_layouts(file.layout)
    _check_cards(file.card)
    _check_tags(file)


def _check_ranges(ranges: Ranges) -> None:
    for name, (least, most) in (("car", ranges.car), ("brimstone", ranges.brimstone)):
        if least > most:
            raise BadValue(("ranges", name), f"the smaller number comes first, not {least} before {most}")
    _once_each(("ranges", "circles"), ranges.circles, LABELS)


def _check_rulings(file: DeckFile) -> None:
    losses = file.rulings.q05_derail_loses
    for i, one in enumerate(losses):
        if one in losses[:i]:
            raise BadValue(("rulings", "q05_derail_loses", i), f"{one} is there twice")


def _check_circles(rows: Sequence[CircleRow]) -> None:
    """HR-002, HR-006: ten circles as they are printed; only the Gates bear no effect token."""
    _once("circle", [row.id for row in rows], CIRCLES, "circle")
    for i, row in enumerate(rows):
        label, number, slot = row.id[1:], number_of(row.id), row.id != GATES
        if row.label not in (None, label):
            raise BadValue(("circle", i, "label"), f"the label of {row.id} is {label}, not {row.label}")
        if row.number not in (None, number):
            raise BadValue(("circle", i, "number"), f"the number of {row.id} is {number}, not {row.number}")
        if row.effect_slot not in (None, slot):
            who = "the Gates never bear" if row.id == GATES else f"{row.id} bears"
            raise BadValue(("circle", i, "effect_slot"), f"{who} an effect token (HR-005, HR-006)")


def _once(table: str, told: Sequence[str], wanted: Sequence[str], what: str) -> None:
    """Each of `wanted` in one row of the table."""
    for i, one in enumerate(told):
        if one in told[:i]:
            raise BadValue((table, i, "id"), f"the {what} {one} is there twice")
    missing = [str(one) for one in wanted if one not in told]
    if missing:
        raise BadValue((table,), f"there are {len(wanted)} of [[{table}]], not {len(told)}; missing: "
                       + ", ".join(missing))  # fmt: skip


def _once_each(key: Key, told: Sequence[str], wanted: Sequence[str]) -> None:
    """Each of `wanted` in the list at `key`."""
    for i, one in enumerate(told):
        if one in told[:i]:
            raise BadValue((*key, i), f"{one} is there twice")
    if missing := [str(one) for one in wanted if one not in told]:
        raise BadValue(key, f"there are {len(wanted)}, not {len(told)}; missing: {', '.join(missing)}")


def _check_piece_tags(file: DeckFile) -> None:
    for piece, uids in file.piece_tags.items():
        if piece not in PIECES:
            raise BadValue(("piece_tags", piece), f"there is no {piece} here; known are {', '.join(PIECES)}")
        if isinstance(uids, tuple) and len(uids) > PIECES[piece]:
            raise BadValue(("piece_tags", piece), f"there are {PIECES[piece]} of {piece}, but {len(uids)} tags")


def _check_layouts(rows: Sequence[LayoutRow]) -> None:
    """HR-002, HR-003. Without cells only where the owner is still to fill them in."""
    for i, row in enumerate(rows):
        key: Key = ("layout", i)
        if row.id in [other.id for other in rows[:i]]:
            raise BadValue((*key, "id"), f"the layout {row.id} is there twice")
        if not row.cells:
            if row.status != MUST_FILL:
                raise BadValue((*key, "cells"), f"a layout without cells has the status {MUST_FILL}")
            continue
        _check_cells(row, (*key, "cells"))


def _check_cells(row: LayoutRow, key: Key) -> None:
    spots = [Spot(circle_of(cell.circle), cell.x, cell.y) for cell in row.cells]
    found = faults(spots)
    for kind, sentence in _LAYOUT.items():
        circles = _fewer(spots) if kind == "parity" else [circle for fault, circle in found if fault == kind]
        for circle in circles[:1]:
            places = [i for i, spot in enumerate(spots) if spot.circle == circle]
            odd = "odd" if places and (spots[places[-1]].x + spots[places[-1]].y) % 2 else "even"
            message = sentence.format(circle=circle[1:], odd=odd)
            raise BadValue((*key, places[-1], "circle" if kind == "twice" else "x") if places else key, message)


def _fewer(spots: Sequence[Spot]) -> list[str]:
    """Of the circles with an even and those with an odd x + y the fewer ones: they are out of place."""
    by_parity: tuple[list[str], list[str]] = ([], [])
    for spot in spots:
        by_parity[(spot.x + spot.y) % 2].append(spot.circle)
    return min(by_parity, key=len)


def _check_cards(rows: Sequence[CardRow]) -> None:
    """HR-007: 45 rail cards."""
    seen: dict[str, int] = {}
    for i, row in enumerate(rows):
        if reason := id_fault(row.id):
            raise BadValue(("card", i, "id"), reason)
        if row.id in seen:
            raise BadValue(("card", i, "id"), f"card {row.id} is there twice")
        seen[row.id] = i
        _check_rails(row, ("card", i, "rails"))
    if len(rows) != CARDS:
        key: Key = ("card", CARDS) if len(rows) > CARDS else ("card",)
        raise BadValue(key, f"there are {CARDS} rail cards, not {len(rows)}")


def id_fault(id: str) -> str | None:
    """Why a card cannot be called that: some words mean something else where a card is named."""
    if any(c.isspace() for c in id) or id[0] in "~#" or id == "none":
        return "an id has no blanks, does not begin with ~ or # and is not `none`"
    return None


def _check_rails(row: CardRow, key: Key) -> None:
    seen: set[str] = set()
    for i, one in enumerate(row.rails):
        name = _SEGMENT.get(one)
        if name is None:
            raise BadValue((*key, i), f"`{one}` is no segment; known are {', '.join(SEGMENTS)}, letters in any order")
        if name in seen:
            raise BadValue((*key, i), f"the segment {name} is there twice")
        seen.add(name)


def _check_tags(file: DeckFile) -> None:
    """One tag is on one piece, and no card is called like a tag."""
    seen: dict[str, str] = {}
    for bound in bound_tags(file):
        if any(c.isspace() for c in bound.uid):
            raise BadValue(bound.key, "a uid contains no blanks")
        if bound.uid in seen:
            raise BadValue(bound.key, f"the tag {bound.uid} of {bound.title} is already that of {seen[bound.uid]}")
        seen[bound.uid] = bound.title
    for i, row in enumerate(file.card):
        if plain_uid(row.id) in seen:
            raise BadValue(("card", i, "id"), f"{row.id} is the tag of {seen[plain_uid(row.id)]}")
