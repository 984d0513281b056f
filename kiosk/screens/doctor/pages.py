"""The diagnostics pages by their names: `doctor`, `doctor:readers`, `doctor:found:readers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.presentation.i18n import _
from companion.tools.doctor.catalogue import GROUP_WORDS
from companion.tools.doctor.entry import GROUPS, FindingGroup
from kiosk.display.theme import Metrics
from kiosk.screens.doctor.finding_row import FindingRow
from kiosk.screens.doctor.home import DoctorHome
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.pins import Pins
from kiosk.screens.doctor.readers import Readers
from kiosk.screens.doctor.sound import SoundPage
from kiosk.screens.doctor.touch import Touching
from kiosk.screens.doctor.wiring import Wiring
from kiosk.screens.doctor.words import of_group
from kiosk.screens.screen import Screen
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Row

SCREENS: dict[str, Callable[[KioskContext], Screen]] = {
    "doctor": DoctorHome,
    "doctor:readers": Readers,
    "doctor:pins": Pins,
    "doctor:wiring": Wiring,
    "doctor:sound": SoundPage,
    "doctor:touch": Touching,
}
_FOUND = "doctor:found:"


def doctor_page(name: str, context: KioskContext) -> Screen:
    """
    :raises KeyError: if there is none of that name.
    """
    groups = {group: group for group in GROUPS}
    if name.startswith(_FOUND):
        return FindingsPage(context, groups[name.removeprefix(_FOUND)])  # type: ignore[index]
    return SCREENS[name](context)


class FindingsPage(DoctorPage):
    """As many rows as the screen holds; a key turns the page."""

    def __init__(self, context: KioskContext, group: FindingGroup, **kwargs: Any) -> None:
        super().__init__(context, _(GROUP_WORDS[group]), **kwargs)
        self.rows = [FindingRow(said, boxed=True, turned=self.rearrange) for said in of_group(self.findings, group)]
        self.first = 0
        self.none = Text(_("Nothing was looked at yet."), "body")
        self.none.visible = not self.rows
        self.more = Key(_("More"), "next", icon_size=3, action=self.turn)

    def turn(self) -> None:
        """Turn to the next page, after the last one to the first."""
        shown = sum(row.visible for row in self.rows)
        self.first = self.first + shown if self.first + shown < len(self.rows) else 0
        self.rearrange()

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.title, left=4, right=4, baseline=7.25 if metrics.wide else 9)
        top = 10.5 if metrics.wide else 13
        end = metrics.rows - 11.2
        self.put(self.none, left=4, right=4, top=top, height=6)
        for i, told in enumerate(self.rows):
            high = told.wants(metrics.columns - 8)
            told.visible = i >= self.first and top + high <= end
            if i >= self.first and not told.visible:
                end = 0  # what follows comes on the next page, in order
            self.put(told, left=4, right=4, top=top if told.visible else 0, height=high)
            top += high + 1 if told.visible else 0
        self.more.visible = not all(told.visible for told in self.rows)
        self.put(Row(self.back, self.more), left=4, right=4, bottom=1.4, height=8.2)
