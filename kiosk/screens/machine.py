"""The first start of a card image: language, time zone, network. The same pages again from the settings."""

from __future__ import annotations

from functools import partial
from typing import Any

from kiosk.context import KioskContext
from kiosk.i18n import N_, _, language
from kiosk.machine import Machine
from kiosk.screens.screen import Screen
from kiosk.screens.settings import LANGUAGE_WORDS
from kiosk.theme import C, Metrics
from kiosk.widgets.background import SETUP, Background
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.tile_grid import put_grid

PAGES = {"language": "machine:language", "timezone": "machine:timezone", "network": "machine:network"}
"""What is asked -> the page that asks for it."""
USUAL = (
    ("Europe/Paris", N_("Paris")),
    ("Europe/Brussels", N_("Brussels")),
    ("Europe/Zurich", N_("Zurich")),
    ("Europe/Luxembourg", N_("Luxembourg")),
    ("Europe/London", N_("London")),
    ("Europe/Berlin", N_("Berlin")),
    ("America/Toronto", N_("Montreal")),
    ("America/New_York", N_("New York")),
)
"""Time zones that are offered at once, with a town in each."""
REGIONS = {
    "Africa": N_("Africa"),
    "America": N_("America"),
    "Antarctica": N_("Antarctica"),
    "Arctic": N_("Arctic"),
    "Asia": N_("Asia"),
    "Atlantic": N_("Atlantic"),
    "Australia": N_("Australia"),
    "Europe": N_("Europe"),
    "Indian": N_("Indian Ocean"),
    "Pacific": N_("Pacific"),
}
TOWNS = 12
"""Time zones on a page."""
NAMES = 4
"""Networks on a page."""
SHORT = 16
"""Letters of a name in a title."""


def short(name: str) -> str:
    """A network's name for a title."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


def next_page(context: KioskContext) -> str | None:
    """The page of what is still to be asked; None: nothing is."""
    missing = context.machine.missing() if context.machine is not None else []
    return PAGES[missing[0]] if missing else None


class MachinePage(Screen):
    """A title, a line below it, and something to touch."""

    def __init__(self, context: KioskContext, machine: Machine, title: str, line: str = "", **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.machine = machine
        self.add_widget(Background(SETUP))
        self.title = Text(title, "title", size=4.75)
        self.line = Text(line, "body", C.ash, lines=2)
        machine.changed = self.news

    def news(self) -> None:
        """The machine's status has changed."""

    def closed(self) -> None:
        self.machine.changed = lambda: None

    def go_on(self, back: str = "settings") -> None:
        """To what is still to be asked, then home; to `back` where nobody was asked."""
        page = next_page(self.context) if self.machine.first else back
        self.machine.first &= page is not None
        self.context.open_screen(page)

    def put_head(self, m: Metrics) -> float:
        """Place title and line; where the rest begins."""
        wide = m.wide
        self.put(self.title, left=4, right=4, baseline=7.75 if wide else 10)
        self.put(self.line, left=4, right=4, top=9.4 if wide else 13, height=7)
        return 17.6 if wide else 22

    def put_tiles(self, m: Metrics, tiles: list[Any], top: float, bottom: float) -> None:
        put_grid(self, tiles, 4, top, m.columns - 8, m.rows - top - bottom)


class LanguagePage(MachinePage):
    """The first question: asked in every language at once."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        both = " · ".join(("Quelle langue\u00a0?", "Which language?"))
        super().__init__(context, machine, both, **kwargs)
        self.keys = [
            Key(words, align="center", action=partial(self.choose, which)) for which, words in LANGUAGE_WORDS.items()
        ]

    def choose(self, which: str) -> None:
        """From now on in this one."""
        self.machine.choose(language=which)
        if which != language():
            self.context.set(language=which)
        self.go_on()

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        self.put_tiles(m, self.keys, top, 8 if m.wide else 40)


class TimezonePage(MachinePage):
    """The usual time zones, and the way to all others."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(
            context, machine, _("Which time zone?"), _("For the date of your memories. Choose a town."), **kwargs
        )
        self.keys = [
            Key(_(town), align="center", action=partial(self.choose, zone))
            for zone, town in USUAL
            if machine.known.is_timezone(zone)
        ]
        self.others = Key(
            _("Somewhere else"), "list", icon_size=3, action=lambda: context.open_screen("machine:region")
        )
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen("machine:network"))
        self.back.visible = not self.machine.first

    def choose(self, zone: str) -> None:
        """That is where the table stands."""
        self.machine.choose(timezone=zone)
        self.go_on(back="machine:network")

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        self.put_tiles(m, self.keys, top, 12)
        row(self, [self.back, self.others] if self.back.visible else [self.others], bottom=1.6, height=8.4)


class RegionPage(MachinePage):
    """Parts of the world."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(context, machine, _("Which part of the world?"), **kwargs)
        there = sorted({zone.partition("/")[0] for zone in machine.known.timezones()})
        self.keys = [
            Key(_(REGIONS[part]), align="center", action=partial(context.open_screen, f"machine:towns:{part}"))
            for part in there
            if part in REGIONS
        ]
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen("machine:timezone"))

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        self.put_tiles(m, self.keys, top - 6, 12)
        row(self, [self.back], bottom=1.6, height=8.4)


class TownsPage(TimezonePage):
    """The time zones of a part of the world, a page of them after the other."""

    def __init__(self, context: KioskContext, machine: Machine, part: str, page: int, **kwargs: Any) -> None:
        super().__init__(context, machine, **kwargs)
        zones = [zone for zone in machine.known.timezones() if zone.partition("/")[0] == part]
        pages = max(1, -(-len(zones) // TOWNS))
        self.line.show(_("Page {n} of {all}").format(n=page + 1, all=pages))
        self.keys = [
            Key(zone.rpartition("/")[2].replace("_", " "), align="center", action=partial(self.choose, zone))
            for zone in zones[page * TOWNS : (page + 1) * TOWNS]
        ]
        at = f"machine:towns:{part}:"
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen("machine:region"))
        self.before = Key(_("Previous"), "back", icon_size=3, action=lambda: context.open_screen(f"{at}{page - 1}"))
        self.after = Key(_("More"), "list", icon_size=3, action=lambda: context.open_screen(f"{at}{page + 1}"))
        self.before.enabled, self.after.enabled = page > 0, page + 1 < pages

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        self.put_tiles(m, self.keys, top, 12)
        row(self, [self.back, self.before, self.after], bottom=1.6, height=8.4)


class NetworkPage(MachinePage):
    """None is needed; who has a Wi-Fi and wants the right time from it may name it."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(context, machine, _("A network?"), _("No game needs one. It only sets the clock."), **kwargs)
        self.none = Key(_("Without a network"), "check", kind="prime", action=self.without)
        self.wifi = Key(_("Join a Wi-Fi"), "list", icon_size=3, action=lambda: context.open_screen("machine:wifi"))
        self.wifi.enabled = machine.status.wireless
        self.cable = Text(_("A network cable works by itself."), "small", C.ash, align="center")
        self.wifi.visible = machine.status.wireless
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen("settings"))
        self.zone = Key(_("Time zone"), "map", icon_size=3, action=lambda: context.open_screen("machine:timezone"))
        self.feet = [] if self.machine.first else [self.back, self.zone]

    def without(self) -> None:
        """The answer that most will give."""
        self.machine.choose(network="none")
        self.go_on()

    def news(self) -> None:
        self.wifi.enabled = self.wifi.visible = self.machine.status.wireless

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        high = 14 if m.wide else 26
        self.put(self.none, left=4, right=4, top=top, height=high)
        self.put(self.wifi, left=4, right=4, top=top + high + 1.6, height=9)
        self.put(self.cable, left=4, right=4, bottom=10.6, height=5)
        row(self, self.feet, bottom=1.6, height=8.4)


class WifiPage(MachinePage):
    """The networks in reach."""

    def __init__(self, context: KioskContext, machine: Machine, page: int, **kwargs: Any) -> None:
        super().__init__(context, machine, _("Which Wi-Fi?"), **kwargs)
        self.page = page
        self.keys: list[Key] = []
        self.back = Key(_("Back"), "back", icon_size=3, action=lambda: context.open_screen("machine:network"))
        self.own = Key(_("Another name"), "list", icon_size=3, action=lambda: context.open_screen("machine:type:name:"))
        self.more = Key(_("More"), "list", icon_size=3, action=self.turn)
        if not machine.status.looked:
            machine.look()
        self.fill()

    def news(self) -> None:
        self.fill()

    def turn(self) -> None:
        """The next networks; after the last ones it looks again."""
        more = (self.page + 1) * NAMES < len(self.machine.status.networks)
        if not more:
            self.machine.look()
        self.context.open_screen(f"machine:wifi:{self.page + 1 if more else 0}")

    def fill(self) -> None:
        """Show what was found."""
        for key in self.keys:
            self.remove_widget(key)
        status = self.machine.status
        names = status.networks[self.page * NAMES : (self.page + 1) * NAMES]
        self.keys = [
            Key(name, align="center", action=partial(self.context.open_screen, f"machine:type:password:{name}"))
            for name in names
        ]
        if names:
            said = _("The strongest first.")
        else:
            said = _("No network was found here.") if status.looked else _("Looking for networks…")
        self.line.show(said)
        self.rearrange()

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        self.put_tiles(m, self.keys, top, 12)
        row(self, [self.back, self.own, self.more], bottom=1.6, height=8.4)


class JoiningPage(MachinePage):
    """A Wi-Fi is being joined; nobody has to wait for it."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(context, machine, "", **kwargs)
        self.again = Key(_("Another password"), "undo", icon_size=3, action=self.retype)
        self.none = Key(_("Without a network"), "back", icon_size=3, action=self.without)
        self.done = Key(_("Go on"), "check", kind="prime", action=self.go_on)
        self.news()
        if machine.waiting:
            machine.watch()

    def _name(self) -> str:
        wifi = self.machine.chosen.get("wifi")
        return wifi.name if wifi is not None else self.machine.status.wifi_name or ""

    def retype(self) -> None:
        """The password was not right."""
        self.context.open_screen(f"machine:type:password:{self._name()}")

    def without(self) -> None:
        """Rather not."""
        self.machine.choose(network="none")
        self.go_on()

    def news(self) -> None:
        link = self.machine.status.link
        self.title.show(short(self._name()))
        if link == "up":
            self.line.show(_("Joined."), C.ok)
        elif link == "failed":
            self.line.show(_("It could not be joined. Is the password right?"), C.brim)
        else:
            self.line.show(_("Joining… you may go on meanwhile."), C.ash)

    def arrange(self, m: Metrics) -> None:
        top = self.put_head(m)
        self.put(self.done, left=4, right=4, top=top, height=16)
        if m.wide:
            row(self, [self.none, self.again], top=top + 18, height=9)
        else:
            row(self, [self.again], top=top + 18, height=9)
            row(self, [self.none], top=top + 28.4, height=9)
