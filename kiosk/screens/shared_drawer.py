"""The virtual table of a game that declares its pieces."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.piece import Piece
from companion.engine.update import Update
from kiosk.i18n import spoken
from kiosk.refusals import refusal
from kiosk.screens.drawer import Drawer, PieceTile, seat_colour
from kiosk.theme import C, Metrics
from kiosk.words import undo_words


class SharedDrawer(Drawer):
    """Every piece that lies there now; a touch lays it on the reader."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lying: tuple[Piece, ...] = ()
        self.which.visible = False

    def report(self, update: Update) -> None:
        ui = self.context.ui
        if not isinstance(update.view, ui.view):
            return
        self.lying = ui.pieces(update.view)
        if update.refusal is not None:
            self.line.say(refusal(update.refusal, update.game).title, "warning", C.brim)
        elif update.prompt is not None:
            self.line.say(spoken(update.prompt.title), "next", C.ash)
        elif update.undo is not None:
            self.line.say(undo_words(update.undo), "check", C.ok)

    def pieces(self) -> list[PieceTile]:
        return [
            PieceTile(
                spoken(piece.label),
                piece.icon,
                seat_colour(piece.colour) if piece.colour else None,
                action=partial(self.reader.tap, piece.uid),
            )
            for piece in self.lying
        ]

    def arrange_head(self, m: Metrics, top: float) -> None:
        self.put(self.line, left=4, right=4, top=top / 2 - 4, height=8)
