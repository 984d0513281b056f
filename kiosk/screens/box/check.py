"""The second look: a card is laid down, what is known of it shows; the next card says that this one was right."""

from __future__ import annotations

from typing import Any

from companion.enrol import session
from companion.enrol.state import Means, Tapped
from kiosk.i18n import _
from kiosk.screens.box.heap import spaced
from kiosk.screens.box.page import TOP, Page
from kiosk.theme import C, Metrics
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.niche import Niche
from kiosk.widgets.stack import row
from kiosk.widgets.tile import Tile


class CheckPage(Page):
    """What shows is to be compared with the card."""

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.niche = Niche()
        self.count = Figures("", size=8.6)
        self.of = Text("", "event", C.ash, face="black")
        self.title = Text("", "title", face="bold", lines=4)
        self.hint = Text("", "body", C.ash, lines=3)
        self.tiles: list[Tile] = []
        self.add(self.niche, self.count, self.of, self.title, self.hint)
        self.back = Key(_("Back"), "back", icon_size=3, action=self.close)
        self.wrong = Key(_("That is wrong"), "cross", icon_size=3, action=self.doubt)
        self.agreed = Key(_("Right so"), "check", kind="prime", action=self.agree)

    def met(self, tapped: Tapped) -> None:
        if tapped.means is Means.STRANGER:
            from kiosk.words import Said

            self.screen.tell(Said(_("This tag is on no card"), _("Enrol it in its heap.")))

    def close(self) -> None:
        """No second look any more."""
        self.screen.change(lambda _plan, e: session.checking(e, False))
        self.screen.home()

    def doubt(self) -> None:
        """The record is to be corrected."""
        self.book.change(session.doubted)
        self.screen.heap()

    def agree(self) -> None:
        """It is right, without waiting for the next card."""
        self.screen.change(lambda _plan, e: session.confirmed(e))

    def refresh(self) -> None:
        e, at = self.book.e, self.book.at()
        self._show_values()
        self.count.show(str(at.checked))
        self.of.show(f"/ {at.total}")
        slot = e.shown
        if slot is None:
            self.niche.show("eye")
            reads = self.screen.context.reads
            self.title.show(_("Lay any card on the reader") if reads else _("First plug in a card reader"))
            self.hint.show(_("A second pair of eyes finds what the first overlooked."))
            self.set_keys(self.back)
        else:
            heap, record = self.book.heap_of(slot), self.book.record(slot)
            self.niche.show(self.words.icon(heap, slot), self.name_of(slot), spaced(record.tags[0].uid), lit=True)
            told = self.words.told(heap, record.values, e)
            self.title.show(told or self.words.heap(heap))
            done = _("Checked. Lay the next card.")
            self.hint.show(done if record.checked else _("Is that so? The next card says yes."))
            self.agreed.enabled = not record.checked
            self.set_keys(self.back, self.wrong, self.agreed)
        self.rearrange()

    def _show_values(self) -> None:
        """What is printed on the card, as it was told."""
        for tile in self.tiles:
            self.remove_widget(tile)
        self.tiles = []
        e = self.book.e
        if e.shown is not None:
            heap, values = self.book.heap_of(e.shown), self.book.record(e.shown).values
            for field in heap.fields:
                if value := values.get(field.name):
                    shown = self.words.shown(field, value, e)
                    figure = "" if shown.icon else shown.figure or shown.words[:3]
                    self.tiles.append(Tile(_(self.words.fields[field.name]), shown.icon, figure, style="line"))
        self.add(*self.tiles)

    def lay(self, m: Metrics) -> None:
        top, end = 0.0 if m.wide else TOP, self.end(m)
        left = 33.0 if m.wide else 4.0
        wide = self.count.text_width() / m.u
        self.put(self.count, left=left, width=max(wide, 6), baseline=9.4 + top)
        self.put(self.of, left=left + wide + 1.2, width=14, baseline=9.4 + top)
        if m.wide:
            self.put(self.niche, left=4, width=26, top=5, height=end - 7)
            self.put(self.title, left=left, right=4, top=12, height=12)
            row(self, self.tiles, top=25, height=12, left=left, right=max(4, 4 + 12.0 * (5 - len(self.tiles))))
            self.put(self.hint, left=left, right=4, top=38, height=10)
        else:
            self.put(self.niche, left=12, width=36, top=15, height=34)
            self.put(self.title, left=4, right=4, top=50, height=9)
            row(self, self.tiles, top=60.5, height=11, right=max(4, 4 + 10.0 * (5 - len(self.tiles))))
            self.put(self.hint, left=4, right=4, top=73, height=10)
