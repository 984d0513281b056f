"""A tag that is on one card already was tapped for another one: both are named, and nothing happens by itself."""

from __future__ import annotations

from typing import Any

from companion.enrol import session
from kiosk.i18n import _
from kiosk.icons import Icon
from kiosk.screens.box.heap import spaced
from kiosk.screens.box.page import Page
from kiosk.theme import C, Metrics
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
        self.arrow = Icon("next", C.brim)
        if asked is not None:
            heaps = self.book.heap_of(on), self.book.heap_of(wanted)
            self.title.show(
                _("This tag is on {card} already; {other} needs another one").format(
                    card=self.name_of(on), other=self.name_of(wanted)
                )
            )
            self.on.show(self.words.icon(heaps[0], on), self.name_of(on), spaced(asked.uid), lit=True)
            self.wanted.show(self.words.icon(heaps[1], wanted), self.name_of(wanted))
        self.add(self.title, self.on, self.wanted, self.arrow)
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

    def lay(self, m: Metrics) -> None:
        top = 4.0 if m.wide else 8.0
        self.put(self.title, left=4, right=4, top=top, height=9 if m.wide else 16)
        first, end = top + (10.5 if m.wide else 18), self.end(m) - 1.4
        high = min(end - first, 36.0)
        wide = min(26.0, (m.columns - 20) / 2)
        middle = m.columns / 2
        self.put(self.on, left=middle - wide - 5, width=wide, top=first, height=high)
        self.put(self.wanted, left=middle + 5, width=wide, top=first, height=high)
        self.put(self.arrow, left=middle - 3, width=6, top=first + high / 2 - 3, height=6)
