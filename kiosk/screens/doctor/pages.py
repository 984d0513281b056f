"""The diagnostics pages by their names: `doctor`, `doctor:readers`, `doctor:found:readers`."""

from __future__ import annotations

from collections.abc import Callable

from companion.doctor.entry import GROUPS
from kiosk.context import KioskContext
from kiosk.screens.doctor.found import Found
from kiosk.screens.doctor.home import DoctorHome
from kiosk.screens.doctor.pins import Pins
from kiosk.screens.doctor.readers import Readers
from kiosk.screens.doctor.sound import Sounding
from kiosk.screens.doctor.touch import Touching
from kiosk.screens.screen import Screen

PAGES: dict[str, Callable[[KioskContext], Screen]] = {
    "doctor": DoctorHome,
    "doctor:readers": Readers,
    "doctor:pins": Pins,
    "doctor:sound": Sounding,
    "doctor:touch": Touching,
}
_FOUND = "doctor:found:"


def doctor_page(name: str, context: KioskContext) -> Screen:
    """
    :raises KeyError: if there is none of that name.
    """
    groups = {group: group for group in GROUPS}
    if name.startswith(_FOUND):
        return Found(context, groups[name.removeprefix(_FOUND)])  # type: ignore[index]
    return PAGES[name](context)
