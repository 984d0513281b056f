"""The fire behind the table's page and behind the questions asked over it: it does not turn with each question."""

from __future__ import annotations

from companion.presentation.colours import C
from kiosk.display.theme import Metrics
from kiosk.widgets.background import CALM, Fire

TRACK_WIDE = Fire(C.glow, 0.5, 0.9, 0.95, 0.6, 0.8)
TRACK_UPRIGHT = Fire(C.danger, 0.24, 0.74, 0.1, 0.9, 0.5)
BOARD_WIDE = Fire(C.glow, 0.4, 0.35, 1.06, 0.85, 0.78)


def table_fire(metrics: Metrics, board: bool) -> Fire:
    """:param board: the game knows the whole board; else it keeps the Rage track only."""
    if board:
        return BOARD_WIDE if metrics.wide else CALM
    return TRACK_WIDE if metrics.wide else TRACK_UPRIGHT
