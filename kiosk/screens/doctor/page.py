"""The base of the diagnostics pages: while one of them is open, tags and buttons come here and not to the table."""

from __future__ import annotations

from typing import Any

from companion.engine.signals import Signal
from companion.presentation.i18n import _
from companion.tools.doctor.finding import Finding
from kiosk.doctor.diagnostics import Diagnostics
from kiosk.screens.screen import Screen, Title
from kiosk.table.context import KioskContext
from kiosk.widgets.background import HOME, Background
from kiosk.widgets.key import Key


class DoctorPage(Screen):
    """`title` in words already translated; "" for none."""

    def __init__(self, context: KioskContext, title: str, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(HOME))
        self.title = Title(title)
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        if self.practice is not None:
            self.practice.take(self.signal)

    @property
    def practice(self) -> Diagnostics | None:
        return self.context.services.doctor

    @property
    def findings(self) -> list[Finding]:
        return (self.practice.findings if self.practice is not None else None) or []

    def signal(self, signal: Signal) -> None:
        """Receive a tag, a button or a cable while this page is open."""

    def closed(self) -> None:
        if self.practice is not None:
            self.practice.take(None)
