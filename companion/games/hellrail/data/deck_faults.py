"""What cannot be right in a deck file though every value has the right type (5.3, HR-001..HR-009)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from companion.engine.config import BadValue, KeyPath
from companion.engine.text import N_, Facts, Text
from companion.engine.uid import plain_uid
from companion.games.hellrail.board.layout import faults
from companion.games.hellrail.board.segments import SEGMENTS, segment
from companion.games.hellrail.data.deck import (
    LABELS,
    MUST_FILL,
    CardRow,
    CircleRow,
    CircleSpot,
    DeckFile,
    LayoutRow,
    Ranges,
    TagOf,
)
from companion.games.hellrail.names import CARDS, CIRCLES, COLOURS, EACH, GATES, HERESIES, MARKERS, Effect, number_of

PIECES: Final[dict[str, int]] = {
    **dict.fromkeys(HERESIES, 1),
    **dict.fromkeys(("boatman", "tender", "soul_catcher"), EACH),
    "cerberus": 1,
    "check_marker": MARKERS,
    **dict.fromkeys(COLOURS, 1),
}
"""How many there are of each piece that is neither card, circle nor effect."""

_LAYOUT: Final = {
    "twice": N_("{circle} is there twice"),
    "cell_taken": N_("{circle} lies where another circle lies"),
    "missing": N_("all ten circles have a cell; {circle} has none"),
    "parity": N_("x + y of {circle} is {odd}, unlike that of the others; circles touch at corners only"),
    "no_diagonal": N_("{circle} touches no other circle at a corner"),
}
"""Sentences for the faults of a layout, the most important first. Circles that share a side differ in parity."""


class Bound(Struct, frozen=True):
    """A tag in the file: its place, its UID as the readers report it, what it is on, and the name of that."""

    key: KeyPath
    uid: str
    on: TagOf
    title: Text


def circle_of(label: str) -> str:
    """Return the circle that bears a label."""
    return f"C{label}"


def bound_tags(file: DeckFile) -> Iterator[Bound]:
    for bound in _written(file):
        if bound.uid:
            yield bound


def _written(file: DeckFile) -> Iterator[Bound]:
    for i, circle in enumerate(file.circle):
        called = Text(N_("circle {word}"), {"word": circle.id})
        yield Bound(("circle", i, "tag"), plain_uid(circle.tag), TagOf(circle=circle.id), called)
    for i, effect in enumerate(file.effect):
        called = Text(N_("effect {word}"), {"word": effect.id.value})
        yield Bound(("effect", i, "tag"), plain_uid(effect.tag), TagOf(effect=effect.id.value), called)
    for piece, uids in file.piece_tags.items():
        key, on, called = ("piece_tags", piece), TagOf(piece=piece), Text(N_("piece {word}"), {"word": piece})
        if isinstance(uids, str):
            yield Bound(key, plain_uid(uids), on, called)
        else:
            yield from (Bound((*key, i), plain_uid(uid), on, called) for i, uid in enumerate(uids))
    for i, card in enumerate(file.card):
        called = Text(N_("card {word}"), {"word": title(card.id, card.name)})
        yield Bound(("card", i, "tag"), plain_uid(card.tag), TagOf(card=card.id), called)


def title(id: str, name: str) -> str:
    """Return a card as people tell it from others."""
    return f"{id} ({name})" if name else id


def check_deck(file: DeckFile) -> None:
    """
    :raises BadValue: for the first thing that is wrong.
    """
    _check_ranges(file.ranges)
    if sorted(file.convention.segments) != sorted(SEGMENTS):
        raise BadValue(("convention", "segments"), Text(N_("the segments are {words}"), {"words": ", ".join(SEGMENTS)}))
    _check_rulings(file)
    _check_circles(file.circle)
    _once("effect", [row.id for row in file.effect], tuple(Effect))
    _once_each(("pieces", "heresy"), file.pieces.heresy, HERESIES)
    _once_each(("pieces", "engines"), file.pieces.engines, COLOURS)
    _check_piece_tags(file)
    _check_layouts(file.layout)
    _check_cards(file.card)
    _check_tags(file)


def _check_ranges(ranges: Ranges) -> None:
    for name, (least, most) in (("car", ranges.car), ("brimstone", ranges.brimstone)):
        if least > most:
            wrong = Text(N_("the smaller number comes first, not {n} before {most}"), {"n": least, "most": most})
            raise BadValue(("ranges", name), wrong)
    _once_each(("ranges", "circles"), ranges.circles, LABELS)


def _check_rulings(file: DeckFile) -> None:
    losses = file.rulings.q05_derail_loses
    for i, one in enumerate(losses):
        if one in losses[:i]:
            raise BadValue(("rulings", "q05_derail_loses", i), twice(one))


def _check_circles(rows: Sequence[CircleRow]) -> None:
    """HR-002, HR-006: ten circles as they are printed; only the Gates bear no effect token."""
    _once("circle", [row.id for row in rows], CIRCLES)
    for i, row in enumerate(rows):
        label, number, slot = row.id[1:], number_of(row.id), row.id != GATES
        if row.label not in (None, label):
            wrong = Text(_LABEL, {"circle": row.id, "other": label, "word": str(row.label)})
            raise BadValue(("circle", i, "label"), wrong)
        if row.number not in (None, number):
            wrong = Text(_NUMBER, {"circle": row.id, "most": str(number), "n": str(row.number)})
            raise BadValue(("circle", i, "number"), wrong)
        if row.effect_slot not in (None, slot):
            wrong = Text(_GATES_BARE if row.id == GATES else _BEARS, {"circle": row.id})
            raise BadValue(("circle", i, "effect_slot"), wrong)


_LABEL: Final = N_("the label of {circle} is {other}, not {word}")
_NUMBER: Final = N_("the number of {circle} is {most}, not {n}")
_BEARS: Final = N_("{circle} bears an effect token")
_GATES_BARE: Final = N_("the {hr.gates} never bear an effect token")
_ROW_TWICE: Final = {
    "circle": N_("the circle {word} is there twice"),
    "effect": N_("the circle effect {word} is there twice"),
}


def twice(one: str) -> Text:
    """Something is there a second time."""
    return Text(N_("{words} is there twice"), {"words": one})


def _once(table: str, listed: Sequence[str], wanted: Sequence[str]) -> None:
    """Each of `wanted` in one row of the table."""
    for i, one in enumerate(listed):
        if one in listed[:i]:
            raise BadValue((table, i, "id"), Text(_ROW_TWICE[table], {"word": str(one)}))
    missing = [str(one) for one in wanted if one not in listed]
    if missing:
        facts: Facts = {"most": len(wanted), "word": f"[[{table}]]", "n": len(listed), "words": ", ".join(missing)}
        raise BadValue((table,), Text(N_("there are {most} of {word}, not {n}; missing: {words}"), facts))


def _once_each(key: KeyPath, listed: Sequence[str], wanted: Sequence[str]) -> None:
    """Each of `wanted` in the list at `key`."""
    for i, one in enumerate(listed):
        if one in listed[:i]:
            raise BadValue((*key, i), twice(one))
    if missing := [str(one) for one in wanted if one not in listed]:
        facts: Facts = {"most": len(wanted), "n": len(listed), "words": ", ".join(missing)}
        raise BadValue(key, Text(N_("there are {most}, not {n}; missing: {words}"), facts))


def _check_piece_tags(file: DeckFile) -> None:
    for piece, uids in file.piece_tags.items():
        check_piece(piece, uids if isinstance(uids, tuple) else (uids,))


def check_piece(piece: str, uids: Sequence[str]) -> None:
    """
    :raises BadValue: if there is no such piece, or fewer than tags.
    """
    key = ("piece_tags", piece)
    if piece not in PIECES:
        known = ", ".join(PIECES)
        raise BadValue(key, Text(N_("there is no {word} here; known are {words}"), {"word": piece, "words": known}))
    if len(uids) > PIECES[piece]:
        facts: Facts = {"most": PIECES[piece], "word": piece, "n": len(uids)}
        raise BadValue(key, Text(N_("of {word} there are {most}, but tags: {n}"), facts))


def _check_layouts(rows: Sequence[LayoutRow]) -> None:
    """HR-002, HR-003. Without cells only where the owner is still to fill them in."""
    for i, row in enumerate(rows):
        key: KeyPath = ("layout", i)
        if row.id in [other.id for other in rows[:i]]:
            raise BadValue((*key, "id"), Text(N_("the layout {word} is there twice"), {"word": row.id}))
        if not row.cells:
            if row.status != MUST_FILL:
                wrong = Text(N_("a layout without cells has the status {word}"), {"word": MUST_FILL})
                raise BadValue((*key, "cells"), wrong)
            continue
        _check_cells(row, (*key, "cells"))


def _check_cells(row: LayoutRow, key: KeyPath) -> None:
    spots = [CircleSpot(circle_of(cell.circle), cell.x, cell.y) for cell in row.cells]
    found = faults(spots)
    for kind in _LAYOUT:
        circles = _fewer(spots) if kind == "parity" else [circle for fault, circle in found if fault == kind]
        for circle in circles[:1]:
            places = [i for i, spot in enumerate(spots) if spot.circle == circle]
            odd = bool(places) and (spots[places[-1]].x + spots[places[-1]].y) % 2 == 1
            wrong = Text(_LAYOUT[kind], {"circle": circle[1:], "odd": Text(N_("odd") if odd else N_("even"))})
            raise BadValue((*key, places[-1], "circle" if kind == "twice" else "x") if places else key, wrong)


def _fewer(spots: Sequence[CircleSpot]) -> list[str]:
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
            raise BadValue(("card", i, "id"), Text(N_("card {word} is there twice"), {"word": row.id}))
        seen[row.id] = i
        _check_rails(row, ("card", i, "rails"))
    if len(rows) != CARDS:
        key: KeyPath = ("card", CARDS) if len(rows) > CARDS else ("card",)
        raise BadValue(key, wrong_card_count(len(rows)))


def wrong_card_count(count: int) -> Text:
    """There are so many, and that is wrong."""
    return Text(N_("there are {most} rail cards, not {n}"), {"most": CARDS, "n": count})


def id_fault(id: str) -> Text | None:
    """Return why a card cannot be called that: some words mean something else where a card is named."""
    if any(c.isspace() for c in id) or id[0] in "~#" or id == "none":
        return Text(N_("an id has no blanks, does not begin with ~ or # and is not `none`"))
    return None


def _check_rails(row: CardRow, key: KeyPath) -> None:
    seen: set[str] = set()
    for i, one in enumerate(row.rails):
        name = segment(one)
        if name is None:
            msgid = N_("`{word}` is no segment; known are {words}, letters in any order")
            raise BadValue((*key, i), Text(msgid, {"word": one, "words": ", ".join(SEGMENTS)}))
        if name in seen:
            raise BadValue((*key, i), Text(N_("the segment {word} is there twice"), {"word": name}))
        seen.add(name)


def _check_tags(file: DeckFile) -> None:
    """One tag is on one piece, and no card is called like a tag."""
    seen: dict[str, Text] = {}
    for bound in bound_tags(file):
        if any(c.isspace() for c in bound.uid):
            raise BadValue(bound.key, Text(N_("a uid contains no blanks")))
        if bound.uid in seen:
            facts: Facts = {"word": bound.uid, "one": bound.title, "other": seen[bound.uid]}
            raise BadValue(bound.key, Text(N_("the tag {word} of {one} is already that of {other}"), facts))
        seen[bound.uid] = bound.title
    for i, row in enumerate(file.card):
        if plain_uid(row.id) in seen:
            wrong = Text(N_("{word} is the tag of {other}"), {"word": row.id, "other": seen[plain_uid(row.id)]})
            raise BadValue(("card", i, "id"), wrong)
