"""Two boxes that do not agree: what is different stands there, both names, and somebody says whose word counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.enrol.merge import Merged, Question
from kiosk.i18n import _, ngettext
from kiosk.screens.box.page import Page
from kiosk.theme import C, Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text

MOST = 5
"""Differences that are shown; the others are counted."""


class Differ(Page):
    """Nothing was changed yet. `again` brings the box once more, with one side's word."""

    takes_tags = False

    def __init__(self, screen: Any, merged: Merged, again: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        n = len(merged.conflicts) + len(merged.questions)
        self.title = Text(
            ngettext("The boxes differ in {n} place", "The boxes differ in {n} places", n).format(n=n),
            "title",
            face="bold",
            lines=2,
        )
        lines = [self._conflict(c.uid, c.mine, c.theirs) for c in merged.conflicts]
        lines += [self._question(q) for q in merged.questions]
        more = [ngettext("and {n} more", "and {n} more", n - MOST).format(n=n - MOST)] if n > MOST else []
        self.list = Text("\n".join([*lines[:MOST], *more]), "body", C.bone, lines=9)
        words = _("One tag on two cards: lay it on the reader, and say which.") if merged.conflicts else ""
        self.hint = Text(words or _("Whose word counts?"), "body", C.ash, lines=2)
        self.add(self.title, self.list, self.hint)
        keys = [Key(_("Back"), "back", icon_size=3, action=screen.home)]
        if not merged.conflicts:
            keys += [
                Key(_("The stick’s"), "draw", action=lambda: again("theirs")),
                Key(_("Mine"), "check", kind="prime", action=lambda: again("mine")),
            ]
        self.set_keys(*keys)

    def _name(self, slot: str) -> str:
        return self.name_of(slot) if slot in self.book.plan.slots else slot or "–"

    def _conflict(self, uid: str, mine: str, theirs: str) -> str:
        return _("{tag}: here {card}, there {other}").format(tag=uid, card=self._name(mine), other=self._name(theirs))

    def _question(self, q: Question) -> str:
        what = _(self.words.fields[q.field]) if q.field in self.words.fields else _("tag") if q.field == "tag" else ""
        card = " ".join(part for part in (self._name(q.slot), what) if part)
        mine, theirs = self._value(q, q.mine), self._value(q, q.theirs)
        return _("{card}: here {mine}, there {theirs}").format(card=card, mine=mine, theirs=theirs)

    def _value(self, q: Question, value: str) -> str:
        """As it is printed on the card."""
        field = self.book.heap_of(q.slot).field(q.field) if q.slot in self.book.plan.slots else None
        if field is None:
            return value
        shown = self.words.shown(field, value, self.book.e)
        return shown.words or shown.figure or value

    def lay(self, m: Metrics) -> None:
        top, end = (3.0 if m.wide else 9.0), self.end(m)
        self.put(self.title, left=4, right=4, top=top, height=8 if m.wide else 14)
        first = top + (9 if m.wide else 16)
        lines = max(self.list.text.count("\n") + 1, len(self.list.fit().lines) if self.list.width > 9 * m.u else 1)
        self.put(self.list, left=4, right=4, top=first, height=max(6.0, 4.3 * lines))
        self.put(self.hint, left=4, right=4, top=end - 7, height=6)
