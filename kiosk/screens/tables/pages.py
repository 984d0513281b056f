"""The pages of the link by their names: `tables:home`, `tables:adopt:table-3`."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.screens.screen import Screen
from kiosk.screens.tables.adopt import AdoptingPage, AdoptPage, DiffersPage, ElsewherePage, TwicePage
from kiosk.screens.tables.authority import AuthorityPage
from kiosk.screens.tables.home import TablesHome
from kiosk.screens.tables.invited import InvitedPage
from kiosk.screens.tables.key import KeyPage, ShownKey, TakePage
from kiosk.screens.tables.settings import SettingsPage, TablePage, TablesTypingPage
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink

SCREENS: dict[str, Callable[[KioskContext, HubLink], Screen]] = {
    "home": TablesHome,
    "settings": SettingsPage,
    "key": KeyPage,
    "key:shown": ShownKey,
    "take": TakePage,
    "adopt": AdoptPage,
    "invited": InvitedPage,
    "authority": AuthorityPage,
    "other": TablePage,
    "elsewhere": ElsewherePage,
    "differs": DiffersPage,
    "twice": TwicePage,
}
NAMED: dict[str, Callable[[KioskContext, HubLink, str], Screen]] = {
    "type": TablesTypingPage,
    "adopt": AdoptingPage,
    "invited": InvitedPage,
}
"""Those that are about something: a setting, a table."""


def tables_page(name: str, context: KioskContext) -> Screen:
    """Make a page by its name.

    :raises KeyError: if there is none, or no link.
    """
    rest = name.partition(":")[2]
    kind, _colon, what = rest.partition(":")
    if context.services.hub is None:
        raise KeyError(name)
    if rest in SCREENS:
        return SCREENS[rest](context, context.services.hub)
    return NAMED[kind](context, context.services.hub, what)
