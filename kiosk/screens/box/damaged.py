"""What was taken down, or the box file, cannot be read: it is said where, and nothing is overwritten unasked."""

from __future__ import annotations

from typing import Any

from kiosk.i18n import _
from kiosk.screens.box.page import Page
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text


class Damaged(Page):
    """Begin anew, or go and mend the file."""

    takes_tags = False

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.title = Text(_("The box cannot be read"), "title", face="bold", lines=2)
        self.where = Text(self.book.broken, "body", C.brim, lines=6)
        self.hint = Text(_("If you begin anew, the old file is kept as .bak."), "body", C.ash, lines=2)
        self.add(self.title, self.where, self.hint)
        back = Key(_("Back"), "back", icon_size=3, action=lambda: screen.context.open_screen(self.words.back))
        self.set_keys(back, Key(_("Begin anew"), "redo", action=self.anew))

    def anew(self) -> None:
        """The old file is put aside."""
        self.book.anew()
        self.screen.tell(self.book.trouble)
        self.screen.home()

    def lay(self, m: Metrics) -> None:
        top = 6.0 if m.wide else 12.0
        self.put(self.title, left=4, right=4, top=top, height=8)
        self.put(self.where, left=4, right=4, top=top + 9, height=22)
        self.put(self.hint, left=4, right=4, top=top + 32, height=8)
