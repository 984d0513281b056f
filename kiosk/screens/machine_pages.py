"""The pages of the machine by their names."""

from __future__ import annotations

from kiosk.context import KioskContext
from kiosk.screens.machine import JoiningPage, LanguagePage, NetworkPage, RegionPage, TimezonePage, TownsPage, WifiPage
from kiosk.screens.machine_typing import TypingPage
from kiosk.screens.screen import Screen


def machine_page(name: str, context: KioskContext) -> Screen:
    """A page by its name.

    :raises KeyError: if there is none, or no machine.
    """
    _machine, what, rest = (*name.split(":", 2), "", "")[:3]
    if context.machine is None:
        raise KeyError(name)
    match what:
        case "language":
            return LanguagePage(context, context.machine)
        case "timezone":
            return TimezonePage(context, context.machine)
        case "region":
            return RegionPage(context, context.machine)
        case "towns":
            region, _colon, page = rest.partition(":")
            return TownsPage(context, context.machine, region, int(page or 0))
        case "network":
            return NetworkPage(context, context.machine)
        case "wifi":
            return WifiPage(context, context.machine, int(rest or 0))
        case "joining":
            return JoiningPage(context, context.machine)
        case "type":
            return TypingPage(context, context.machine, rest)
    raise KeyError(name)
