"""Which boards lie on the table: one Start, two of the middle in their order, one End."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.games.cerbere.names import Part
from kiosk.context import KioskContext
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.screens.cerbere.places import FaceTile, face_words
from kiosk.screens.cerbere.setup_options import Wishes
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text


class BoardChoice(Screen):
    """A tile for each face; the sum of the skulls changes with every touch."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.wishes = Wishes(context)
        book = self.wishes.book
        self.add_widget(Background(SETUP))
        self.title = Text(_("Which boards lie there?"), "title", size=4.75)
        self.skull = Icon("skull", C.brim)
        self.skulls = Figures("", size=6, colour=C.brim)
        self.hint = Text("", "small", lines=3)
        self.ends = {
            id: FaceTile(face_words(book, id), action=partial(self.choose, id, field))
            for field, part in (("start", Part.START), ("end", Part.END))
            for id in book.faces.of(part)
        }
        self.mids = {
            id: FaceTile(face_words(book, id), action=partial(self.toggle, id)) for id in book.faces.of(Part.MID)
        }
        self.done = Key(_("Done"), "check", action=lambda: context.open_screen("cerbere_setup"))
        self.refresh()

    def choose(self, id: str, field: str) -> None:
        """Another Start or End."""
        self.wishes.change(**{field: id})
        self.refresh()

    def toggle(self, id: str) -> None:
        """A middle board comes or goes; with a third one the oldest goes."""
        mids = self.wishes.now.mids or ()
        self.wishes.change(mids=tuple(m for m in mids if m != id) if id in mids else (*mids, id)[-2:])
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen."""
        wish = self.wishes.now
        mids = wish.mids or ()
        for id, tile in self.ends.items():
            tile.show(id in (wish.start, wish.end))
        for id, tile in self.mids.items():
            tile.show(id in mids, str(mids.index(id) + 1) if id in mids else "")
        total = self.wishes.difficulty()
        self.skulls.show("–" if total is None else str(total))
        self.done.enabled = total is not None
        if len(mids) < 2:
            self.hint.show(_("Choose two middle boards."), C.brim)
        elif total is None:
            self.hint.show(_("These two do not go together."), C.brim)
        else:
            self.hint.show(_("Touch the middle boards in their order, from the den to the boat."), C.ash)

    def arrange(self, m: Metrics) -> None:
        wide = m.wide
        cols = m.columns
        self.put(self.title, left=4, baseline=6.75 if wide else 9, width=cols - 24 if wide else cols - 8)
        self.put(self.skull, right=12.6 if wide else 50.6, width=5.4, top=2.2 if wide else 12.6, height=5.4)
        self.put(self.skulls, right=4 if wide else 41.4, width=8, top=1.4 if wide else 12, height=7)
        per, high = (4, 10.4) if wide else (2, 10)
        top = 10.4 if wide else 21
        self._grid(list(self.ends.values()), per, top, high)
        top += (-(-len(self.ends) // per)) * (high + 1.2) + (1.2 if wide else 2.4)
        self._grid(list(self.mids.values()), 3 if wide else 2, top, high)
        self.put(self.hint, left=4, right=38 if wide else 4, bottom=2 if wide else 13, height=7.6)
        self.put(self.done, right=4, width=30 if wide else 52, bottom=1.6, height=8.4)

    def _grid(self, tiles: list[FaceTile], per: int, top: float, high: float) -> None:
        step = (self.m.columns - 8 + 1.2) / per
        for i, tile in enumerate(tiles):
            y = top + i // per * (high + 1.2)
            self.put(tile, left=4 + i % per * step, width=step - 1.2, top=y, height=high)
