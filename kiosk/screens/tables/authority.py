"""The signer of the broker's certificate, while it is unknown: its fingerprint is compared with the hub's."""

from __future__ import annotations

import contextlib
from typing import Any

from companion.presentation.colours import C
from companion.presentation.i18n import _
from companion.uplink.link.invitation import fingerprint
from kiosk.screens.screen import Title, page
from kiosk.screens.tables.home import TablesPage
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Row, Split


class AuthorityPage(TablesPage):
    """The fingerprint, and that it is the same."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.offered = hub.standing.authority
        groups: list[str] = []
        with contextlib.suppress(ValueError):  # the link may have been taken over
            groups = fingerprint(self.offered).split()
        lines = [" ".join(groups[at : at + 4]) for at in range(0, len(groups), 4)]
        self.figures = Text("\n".join(lines) if lines else _("The broker shows no such certificate."), "event", lines=3)
        hint = _("The hub prints it with each invitation. Is it the same, all of it?")
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        same = Key(_("It is the same"), "check", kind="prime", action=self.trust)
        same.enabled = bool(lines)
        self.compose(
            page(
                Title(_("The hub’s fingerprint")),
                Leaf(self.figures, (20, 24)),
                Leaf(Text(hint, "body", C.ash, lines=5), (14, 24)),
                FreeSpace(0),
                Split(
                    wide=Row(Leaf(back, 30), FreeSpace(), Leaf(same, 36), size=9),
                    upright=Column(same, back, size=19),
                ),
            )
        )

    def trust(self) -> None:
        """Trust the offered signer from now on."""
        self.hub.choose(authority=self.offered, ca="")
        self.go("home")
