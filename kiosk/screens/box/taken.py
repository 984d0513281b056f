"""A tag that is on one card already was tapped for another one: both are named, and nothing happens by itself."""

from __future__ import annotations

from typing import Any

from companion.enrol import session
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.layout import Column, Leaf, Row, Space
from kiosk.screens.box.heap import spaced
from kiosk.screens.box.page import Page
from kiosk.theme import C
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.niche import Niche


class Taken(Page):
    """The card that has it at the left, the one that wants it at the right."""

    takes_tags = False

    def __init__(self, screen: Any, **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        asked = self.book.e.asked
        on, wanted = (asked.on, asked.wanted) if asked is not None else ("", "")
        self.title = Text("", "title", face="bold", lines=3)
        self.on, self.wanted = Niche(), Niche()
        if asked is not None:
            heaps = self.book.heap_of(on), self.book.heap_of(wanted)
            self.title.show(
                _("This tag is on {card} already; {other} needs another one").format(
                    card=self.name_of(on), other=self.name_of(wanted)
                )
            )
            self.on.show(self.words.icon(heaps[0], on), self.name_of(on), spaced(asked.uid), lit=True)
            self.wanted.show(self.words.icon(heaps[1], wanted), self.name_of(wanted))
        arrow = Column(Space(), Leaf(Icon("next", C.brim), 6), Space(), size=6)
        cards = Row(
            Space(), Leaf(self.on, (26, 20)), arrow, Leaf(self.wanted, (26, 20)), Space(), gap=2, size=(33.5, 36)
        )
        self.compose(Column(Leaf(self.title, (9, 16)), cards, gap=(1.5, 2), pad=(0, (4, 8), 0, 1.4)))
        move = _("It belongs to {card}").format(card=self.name_of(wanted)) if wanted else ""
        self.set_keys(
            Key(move, "swap", action=self.move), Key(_("Leave it"), "check", kind="prime", action=self.leave_it)
        )

    def move(self) -> None:
        """The other card has lost it."""
        self.book.change(session.moved)
        self.screen.heap()

    def leave_it(self) -> None:
        """Nothing happened."""
        self.book.change(lambda _plan, e: session.left(e))
        self.screen.heap()
