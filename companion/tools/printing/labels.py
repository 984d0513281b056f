"""The labels of a box: one for each tag, in heaps and in the order in which they are enrolled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from companion.engine.text import N_, Text
from companion.tools.enrol.box_names import BoxNames, with_capital
from companion.tools.enrol.plan import CardGroup, EnrolmentPlan
from companion.tools.enrol.state import Enrolment
from companion.tools.printing.document import GREY, Document, printed_text
from companion.tools.printing.look import FontFace, PrintStyle
from companion.tools.printing.sheet import CROSS, CUT, LabelGrid

_NUMBERED = re.compile(r"(.+?)\s+(\d+)")
NO_FONT = N_("Labels with only their number in the box, because no font here has all letters of a name: {numbers}")
MEASURE = N_(
    "This cross was drawn {x} mm from the left edge and {y} mm from the top; each tick is 1 mm. Measure it: "
    "--offset-x and --offset-y are what is missing (less than 0: it lies too far)."
)
PAGE = N_("page {n} of {all}")
BORDER = 1.2
"""mm inside a label's edge that stay empty."""
NAMED_AT_ONCE = 20
"""Numbers that the sentence about missing letters lists."""


@dataclass(frozen=True)
class PaperLabel:
    """The content of a label: the main word, mostly a number; the line below; the icon. `number`: its place in the
    box."""

    number: int
    main: str
    below: str
    icon: str


def labels(plan: EnrolmentPlan, enrolment: Enrolment, names: BoxNames, look: PrintStyle) -> Iterator[PaperLabel]:
    """Return the labels of all cards of the plan; two where a card has a tag at each end."""
    number = 0
    for heap in plan.heaps:
        shared = _prefixes(heap, names, look)
        for slot in heap.slots:
            main, below = _words(heap, slot, names, look, shared)
            ends = ("-1", "-2") if enrolment.tag_ends and heap.ends else ("",)
            for end in ends:
                number += 1
                yield PaperLabel(number, main + end, below, names.icon(heap, slot))


def _prefixes(heap: CardGroup, names: BoxNames, look: PrintStyle) -> bool:
    """Return whether the cards of a heap are all called alike, but for their numbers."""
    said = (look.say(names.slot(heap, slot)) for slot in heap.slots)
    return len({found[1] if (found := _NUMBERED.fullmatch(words)) else words for words in said}) == 1


def _words(heap: CardGroup, slot: str, names: BoxNames, look: PrintStyle, shared: bool) -> tuple[str, str]:
    words, of_heap = with_capital(look.say(names.slot(heap, slot))), with_capital(look.say(names.heap(heap)))
    found = _NUMBERED.fullmatch(words)
    if found is None:
        return words, of_heap if of_heap != words else ""
    return found[2], of_heap if shared else _below(found[1], of_heap, heap)


def _below(prefix: str, of_heap: str, heap: CardGroup) -> str:
    """Return the words below a number: what is numbered. Where its words end in a comma, the heap's are used."""
    return of_heap if prefix.endswith(",") or heap.alike else prefix


def draw_labels(
    sheet: Document,
    made: Sequence[PaperLabel],
    grid: LabelGrid,
    kind: str,
    first: int,
    title: str,
    name: str,
    look: PrintStyle,
) -> tuple[int, ...]:
    """Return all labels from place `first` (1: the first) of the first page on; the numbers whose words no font has.

    :param name: of the box; "" without one.
    """
    unnamed: list[int] = []
    every = -(-(first - 1 + len(made)) // grid.a_page)
    for i, label in enumerate(made):
        place = (first - 1 + i) % grid.a_page
        if i == 0 or place == 0:
            sheet.page()
            page = (first - 1 + i) // grid.a_page + 1
            line = [title, look.say(Text(PAGE, {"n": page, "all": every})), printed_text(name)]
            _marks(sheet, " · ".join(part for part in line if part), look)
        known = sheet.writable(label.main) and sheet.writable(label.below)
        if not known:
            unnamed.append(label.number)
        shown = (
            label
            if known and not sheet.says_nothing(label.main)
            else PaperLabel(label.number, f"№ {label.number}", "", label.icon)
        )
        (_cut if kind == CUT else _round)(sheet, shown, grid.box(place))
    return tuple(unnamed)


def said_unnamed(unnamed: Sequence[int]) -> Text:
    """Return the sentence about labels whose words no font has."""
    few = ", ".join(map(str, unnamed[:NAMED_AT_ONCE])) + (" …" if len(unnamed) > NAMED_AT_ONCE else "")
    return Text(NO_FONT, {"numbers": few})


def _marks(sheet: Document, line: str, look: PrintStyle) -> None:
    x, y = CROSS
    sheet.cross(x, y)
    sheet.cross(sheet.width - x, sheet.height - y)
    wide = sheet.width - 2 * x - 10
    sheet.put(line, (x + 5, y - 4.6, wide, 3.6), "text_bold", (8, 6), "L")
    measure = look.say(Text(MEASURE, {"x": f"{x:g}", "y": f"{y:g}"}))
    sheet.paragraph([(measure, "text")], x + 5, y - 1, wide, 6, colour=GREY)


def _round(sheet: Document, label: PaperLabel, box: tuple[float, float, float, float]) -> None:
    left, top, size, _size = box
    sheet.circle(left + size / 2, top + size / 2, size / 2)
    icon = 0.27 * size
    sheet.icon(label.icon, left + (size - icon) / 2, top + 0.08 * size, icon)
    lines: tuple[tuple[str, FontFace, float, float, float, float], ...] = (
        (label.main, "black", 0.37, 0.27, (0.8 if label.main[:1].isdigit() else 0.5) * size, 5.5),
        (label.below, "text_bold", 0.66, 0.15, 0.34 * size, 5),
    )
    for text, face, at, high, most, least in lines:
        if text:
            wide = _chord(size, at, high)
            sheet.put(text, (left + (size - wide) / 2, top + at * size, wide, high * size), face, (most, least))


def _chord(size: float, at: float, high: float) -> float:
    """Return the mm that a line from `at` down to `at + high` (shares of the diameter) has in a circle, less its
    border."""
    radius = size / 2 - BORDER
    far = max(abs(at - 0.5), abs(at + high - 0.5)) * size
    return 2 * sqrt(max(0.0, radius * radius - far * far))


def _cut(sheet: Document, label: PaperLabel, box: tuple[float, float, float, float]) -> None:
    left, top, width, height = box
    sheet.frame(*box)
    numbered = label.main[:1].isdigit()
    icon = (0.5 if numbered else 0.42) * height
    sheet.icon(label.icon, left + BORDER + 0.5, top + 0.1 * height, icon)
    beside = left + BORDER + icon + 1.5
    right = (beside, top + 0.1 * height, left + width - BORDER - beside, icon)
    foot = (left + BORDER, top + 0.62 * height, width - 2 * BORDER, 0.28 * height)
    lines: tuple[tuple[str, FontFace, tuple[float, float, float, float], tuple[float, float]], ...] = (
        (label.main, "black", right if numbered else foot, (22, 7) if numbered else (13, 6)),
        (label.below, "text_bold", foot if numbered else right, (9, 5)),
    )
    for text, face, place, sizes in lines:
        if text:
            sheet.put(text, place, face, sizes)
