"""The pages of the machine by their names."""

from __future__ import annotations

from kiosk.house import House
from kiosk.screens.machine import JoiningPage, LanguagePage, NetworkPage, RegionPage, TimezonePage, TownsPage, WifiPage
from kiosk.screens.machine_typing import TypingPage
from kiosk.screens.screen import Screen


def machine_page(name: str, house: House) -> Screen:
    """A page by its name.

    :raises KeyError: if there is none, or no machine.
    """
    _machine, what, rest = (*name.split(":", 2), "", "")[:3]
    if house.machine is None:
        raise KeyError(name)
    match what:
        case "language":
            return LanguagePage(house, house.machine)
        case "timezone":
            return TimezonePage(house, house.machine)
        case "region":
            return RegionPage(house, house.machine)
        case "towns":
            region, _colon, page = rest.partition(":")
            return TownsPage(house, house.machine, region, int(page or 0))
        case "network":
            return NetworkPage(house, house.machine)
        case "wifi":
            return WifiPage(house, house.machine, int(rest or 0))
        case "joining":
            return JoiningPage(house, house.machine)
        case "type":
            return TypingPage(house, house.machine, rest)
    raise KeyError(name)
