"""One A5 page of a game, both sides, folded in the middle: four leaves of A6, made of the aid's texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.guide import Guide, GuideLine
from companion.engine.text import N_
from companion.tools.printing.document import GREY, LEAD, MM_PER_PT, Document, TextRun
from companion.tools.printing.look import GameLook, PrintStyle, Rgb
from companion.tools.printing.panel import KEYS, meaning

A5 = (210.0, 148.0)
"""Width and height in mm, lying."""
MARGIN = 7.0
SIZES = (10.5, 10.25, 10.0, 9.75, 9.5, 9.25, 9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.25, 7.0, 6.75, 6.5)
"""Points in turn until a leaf holds all of it."""
ICON = 5.0
QUICK = N_("Quick start")
TAPS, KEYS_TITLE, COLOURS = N_("What a tap does"), N_("What the keys do"), N_("What the colours mean")
KEY = N_("{key}: {words}")
LEVELS = N_("How much it follows")


@dataclass(frozen=True)
class LeafLine:
    """A line of a leaf: its icon (with a colour of its own), the words in bold, the words after them."""

    icon: str
    name: str
    text: str
    colour: Rgb = (0, 0, 0)


LeafPart = tuple[str, tuple[LeafLine, ...]]
"""A title and the lines under it."""


def quickstart_document(guide: Guide, game: GameLook, look: PrintStyle) -> Document:
    """Return the document; outside: the last leaf and the first; inside: the second and the third."""
    sheet = Document(look, A5, f"{game.title} – {look.translate(QUICK)}")
    half = A5[0] / 2
    told = {note.name for note in (*guide.taps, *guide.signs, *(key.note for key in guide.keys if key.note))}
    screen, *rest = guide.chapters
    leaves = [_first(guide, look)] + [
        [(look.translate(chapter.title), tuple(_entry(note, look) for note in chapter.notes if note.name not in drop))]
        for chapter, drop in ((screen, told), *((chapter, set[str]()) for chapter in rest))
    ]
    levels = tuple(LeafLine(w.icon, look.translate(w.label), look.translate(w.hint)) for w in guide.levels)
    leaves[-1].append((look.translate(LEVELS), levels))
    sheet.page()
    _leaf(sheet, leaves[3], 0)
    _leaf(sheet, leaves[0], half, head=(game, look.translate(QUICK)))
    _fold(sheet)
    sheet.page()
    _leaf(sheet, leaves[1], 0)
    _leaf(sheet, leaves[2], half)
    _fold(sheet)
    return sheet


def _fold(sheet: Document) -> None:
    x = A5[0] / 2
    sheet.line((x, 0), (x, 4))
    sheet.line((x, A5[1] - 4), (x, A5[1]))


def _first(guide: Guide, look: PrintStyle) -> list[LeafPart]:
    keys = []
    for key in guide.keys:
        icon, name, colour = KEYS[key.name]
        note = look.translate(key.note.text) if key.note is not None else ""
        called, means = look.translate(name), meaning(key, look)
        words = called if means == called else look.translate(KEY).format(key=called, words=means)
        keys.append(LeafLine(icon, words, note, colour))
    return [
        (look.translate(TAPS), tuple(_entry(note, look) for note in guide.taps)),
        (look.translate(KEYS_TITLE), tuple(keys)),
        (look.translate(COLOURS), tuple(_entry(note, look) for note in guide.signs)),
    ]


def _entry(note: GuideLine, look: PrintStyle) -> LeafLine:
    return LeafLine(note.icon, look.translate(note.name), look.translate(note.text))


def _leaf(sheet: Document, parts: Sequence[LeafPart], left: float, head: tuple[GameLook, str] | None = None) -> None:
    top = MARGIN
    x, width = left + MARGIN, A5[0] / 2 - 2 * MARGIN
    if head is not None:
        game, title = head
        sheet.icon(game.icon, x, top, 14)
        sheet.put(game.title, (x + 18, top - 0.5, width - 18, 9), "black", (22, 10), "L")
        sheet.put(title, (x + 18, top + 8.5, width - 18, 6), "text", (12, 8), "L", GREY)
        top += 18
    seats = head[0].seats if head is not None else ()
    room = A5[1] - MARGIN - top - (8 if seats else 0)
    size = next((s for s in SIZES if _height(sheet, parts, width, s) <= room), SIZES[-1])
    spare = room - _height(sheet, parts, width, size)
    many = sum(len(entries) for _title, entries in parts)
    gap = min(1.6, max(0.0, spare / (many + len(parts))))
    for title, entries in parts:
        sheet.put(title, (x, top, width, 7), "black", (13, 9), "L")
        top += 8
        for entry in entries:
            sheet.icon(entry.icon, x, top + 0.3, ICON, entry.colour)
            high = sheet.paragraph(_runs(entry), x + ICON + 2.5, top, width - ICON - 2.5, size)
            top += max(high, ICON + 0.6) + _between(size) + gap
        top += 1.5 + gap
    for i, (icon, colour) in enumerate(seats):
        sheet.icon(icon, x + i * 9, top - 1, 6.5, colour, edge=True)


def _runs(entry: LeafLine) -> list[TextRun]:
    runs: list[TextRun] = [(entry.name, "text_bold")]
    return [*runs, (entry.text, "text")] if entry.text else runs


def _between(size: float) -> float:
    return 0.25 * size * MM_PER_PT


def _height(sheet: Document, parts: Sequence[LeafPart], width: float, size: float) -> float:
    high = 0.0
    for _title, entries in parts:
        high += 9.5
        for entry in entries:
            lines = len(sheet.lines(_runs(entry), width - ICON - 2.5, size))
            high += max(lines * size * MM_PER_PT * LEAD, ICON + 0.6) + _between(size)
    return high
