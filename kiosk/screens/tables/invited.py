"""An invitation of a hub, found on a stick: named, taken at one touch, and then erased from the stick."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.uplink.link.invitation import fingerprint
from kiosk.screens.screen import Title, page
from kiosk.screens.tables.home import TablesPage
from kiosk.screens.tables.settings import in_lines, short_text
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink, InvitationFound
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Grid, Leaf, Row, Split, middle

ON_LINE = 28
"""Letters of an address in a line."""
MOST = 4
"""Invitations that are offered at once."""


class InvitedPage(TablesPage):
    """The invitation that is there; where there are several, which is meant is asked first."""

    def __init__(self, context: KioskContext, hub: HubLink, table: str = "", **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        found = [one for one in hub.invitations if table in ("", one.invitation.table)]
        if len(found) > 1:
            self._choose(found)
            return
        self.found = found[0] if found else None
        self.taken = self.erased = False
        self.sign = Icon("rings", C.ember)
        self.who = Text("", "event", lines=2)
        self.where = Text("", "body", C.ash, lines=3)
        self.figures = Text("", "body", C.bone, lines=2)
        self.line = Text("", "body", C.ash, lines=4)
        if self.found is not None:
            self.who.show(_("A hub invites this table"))
            self.where.show(in_lines(self.found.invitation.broker, ON_LINE))
            self.figures.show(
                _("Its fingerprint: {figures}").format(figures=fingerprint(self.found.invitation.authority))
            )
            self.line.show(_("The table is called so then, and linked to it. The hub shows the same fingerprint."))
        else:
            self.who.show(_("No invitation is on the stick."))
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.take = Key(_("Accept"), "check", kind="prime", action=self.accept)
        self.erase = Key(_("Erase it from the stick"), "erase", kind="prime", action=self.clear)
        self._lay(Column(FreeSpace(), Leaf(self.who, NATURAL), Leaf(self.where, NATURAL), FreeSpace(), gap=2.4))

    def _choose(self, found: list[InvitationFound]) -> None:
        keys = [
            Key(
                short_text(one.invitation.table),
                second=short_text(one.invitation.broker),
                action=partial(self.go, f"invited:{one.invitation.table}"),
            )
            for one in found[:MOST]
        ]
        back = Key(_("Back"), "back", icon_size=3, action=self.context.go.close)
        self.compose(
            page(
                Title(_("Which table is this?")),
                Grid(*keys, columns=1, most=12, gap=1),
                FreeSpace(0),
                Split(wide=Row(Leaf(back, 30), FreeSpace(), size=8.2), upright=Leaf(back, 8.2)),
            )
        )

    def _lay(self, words: Any) -> None:
        self.take.visible = self.found is not None and not self.taken
        self.erase.visible = self.taken and not self.erased
        key = self.erase if self.taken else self.take
        self.compose(
            page(
                Title(_("An invitation") if self.found is None else self.found.invitation.table),
                Row(middle(self.sign, 9), words, gap=3, size=(17, 24)),
                Leaf(self.figures, (5, 9)),
                Leaf(self.line, (9, 16)),
                FreeSpace(0),
                Split(
                    wide=Row(Leaf(self.back, 30), FreeSpace(), Leaf(key, 40), size=9),
                    upright=Column(key, self.back, size=19),
                ),
            )
        )
        self.words = words

    def news(self) -> None:
        """Show the state of the link, once it is taken."""
        if getattr(self, "taken", False):
            told = self.state_words
            self.where.show(f"{told.title}. {told.hint}" if told.hint else told.title, told.tone)

    def accept(self) -> None:
        assert self.found is not None
        self.hub.accept(self.found)
        self.taken = True
        self.line.show(_("The password is in it: erase it from the stick."), C.brim)
        self._lay(self.words)
        self.news()

    def clear(self) -> None:
        assert self.found is not None
        self.erase.enabled = False
        self.hub.erase(self.found, self._cleared)

    def _cleared(self, code: str) -> None:
        self.erased = not code
        self.erase.enabled = bool(code)
        if code:
            self.line.show(_("It could not be erased: {detail}").format(detail=code), C.danger)
        else:
            self.line.show(_("It is erased. Take the stick out."), C.ok)
        self._lay(self.words)
