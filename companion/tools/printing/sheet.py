"""Papers and labels: how many labels a page has, and the place of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Name -> width and height in mm."""
ROUND: Final = {"round25": 25.0, "round30": 30.0}
"""Name -> diameter in mm."""
CUT: Final = "cut"
CUT_SIZE: Final = (30.0, 20.0)
"""Width and height in mm of a label that is cut out."""
LABELS: Final = (*ROUND, CUT)
GAP: Final = 2.0
"""mm between two round labels, by default."""
SIDE: Final = 8.0
"""mm left and right that no label reaches."""
HEAD: Final = 14.0
"""mm at head and foot for the marks and the page's line."""
CROSS: Final = (10.0, 8.0)
"""mm from the left and the upper edge to the registration mark."""


@dataclass(frozen=True)
class LabelGrid:
    """The places of a page's labels, row by row, in the middle of the paper. Lengths in mm."""

    paper: tuple[float, float]
    label: tuple[float, float]
    gap: float

    @property
    def columns(self) -> int:
        return int((self.paper[0] - 2 * SIDE + self.gap + 1e-9) / (self.label[0] + self.gap))

    @property
    def rows(self) -> int:
        return int((self.paper[1] - 2 * HEAD + self.gap + 1e-9) / (self.label[1] + self.gap))

    @property
    def a_page(self) -> int:
        """Labels of a page."""
        return self.columns * self.rows

    def box(self, place: int) -> tuple[float, float, float, float]:
        """Return left, top, width, height of the label at `place` of its page, from 0."""
        row, column = divmod(place, self.columns)
        (width, height), (wide, high) = self.paper, self.label
        left = (width - self.columns * (wide + self.gap) + self.gap) / 2
        top = (height - self.rows * (high + self.gap) + self.gap) / 2
        return left + column * (wide + self.gap), top + row * (high + self.gap), wide, high


def grid(paper: str, label: str, gap: float | None = None) -> LabelGrid:
    """Return the sheet for names of `PAPERS` and `LABELS`; labels that are cut out have no gap by default."""
    if label == CUT:
        return LabelGrid(PAPERS[paper], CUT_SIZE, gap or 0.0)
    return LabelGrid(PAPERS[paper], (ROUND[label], ROUND[label]), GAP if gap is None else gap)
