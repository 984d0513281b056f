"""What the companion counts of HellRail, put right by hand."""

from __future__ import annotations

from companion.games.hellrail.events import Corrected
from companion.games.hellrail.view import HellRailView
from kiosk.screens.correction_screen import TABLE, CorrectionScreen, Page
from kiosk.screens.hellrail.correct_pages import PlayerLines, TableLines


class Correct(CorrectionScreen):
    """The pile, Cerberus, checks; hands, trains, tokens."""

    VIEW = HellRailView
    CORRECTED = Corrected
    ICON = "pile"

    def lines_of(self, page: str) -> Page:
        if page == TABLE:
            return TableLines(self.view, self.correct)
        return PlayerLines(self.view, page, self.correct)
