"""The second look: a card is laid down, what is known of it shows; the next card says that this one was right."""

from __future__ import annotations

from typing import Any

from companion.enrol import session
from companion.enrol.state import Means, Tapped
from kiosk.i18n import _
from kiosk.layout import Column, Leaf, Row, Space, Split
from kiosk.screens.box.heap import spaced
from kiosk.screens.box.page import Page
from kiosk.theme import C
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.niche import Niche
from kiosk.widgets.tile import Tile


class CheckPage(Page):
    """What shows is to be compared with the card."""

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.niche = Niche()
        self.count = Figures("", size=8.6)
        self.of = Text("", "event", C.ash, face="black", sit="baseline")
        self.title = Text("", "title", face="bold", lines=4)
        self.hint = Text("", "body", C.ash, lines=3)
        self.count.sit = "baseline"
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
        values = self._values()
        printed = Row(*values, Space((max(0, 12 * (5 - len(values))), max(0, 10 * (5 - len(values))))), size=(12, 11))
        count = Row(Leaf(self.count, self.count.text_width() / self.m.u), self.of, size=9.4)
        page = Column(count, Leaf(self.title, (11, 9)), printed, Leaf(self.hint, 10), gap=1.6)
        self.compose(
            Split(
                wide=Row(Column(self.niche, pad=(0, 5, 0, 2), size=26), page, gap=3),
                upright=Column(
                    count, Row(Space(), Leaf(self.niche, 36), Space(), size=34), *page.children[1:], pad=(0, 3, 0, 0)
                ),
            )
        )

    def _values(self) -> list[Tile]:
        """What is printed on the card, as it was told."""
        tiles: list[Tile] = []
        e = self.book.e
        if e.shown is not None:
            heap, values = self.book.heap_of(e.shown), self.book.record(e.shown).values
            for field in heap.fields:
                if value := values.get(field.name):
                    shown = self.words.shown(field, value, e)
                    figure = "" if shown.icon else shown.figure or shown.words[:3]
                    tiles.append(Tile(_(self.words.fields[field.name]), shown.icon, figure, style="line"))
        return tiles
