"""The first start of a card image: language, time zone, network. The same pages again from the settings."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.engine.text import N_
from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from kiosk.screens.screen import Following, Title, page
from kiosk.screens.settings import LANGUAGE_WORDS
from kiosk.table.context import KioskContext
from kiosk.table.machine import Machine
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row, Split

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


def short_network(name: str) -> str:
    """Shorten a network's name for a title."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"


class MachinePage(Following):
    """A title, a line below it, and something to touch."""

    def __init__(self, context: KioskContext, machine: Machine, title: str, line: str = "", **kwargs: Any) -> None:
        super().__init__(context, machine, **kwargs)
        self.machine = machine
        self.title = Title(title)
        self.line = Text(line, "body", C.ash, lines=2)

    def go_on(self, back: str = "settings") -> None:
        """Go to what is still to be asked, then home; to `back` where nothing was asked."""
        page = self.machine.next_page() if self.machine.first else back
        self.machine.first &= page is not None
        self.context.go.open(page)

    def show(self, *parts: Any) -> None:
        """Compose the page: title, line, and these below them."""
        self.compose(page(self.title, Leaf(self.line, 7), *parts))


class LanguagePage(MachinePage):
    """The first question: asked in every language at once."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        both = " · ".join(("Quelle langue\u00a0?", "Which language?"))
        super().__init__(context, machine, both, **kwargs)
        keys = [
            Key(words, align="center", action=partial(self.choose, which)) for which, words in LANGUAGE_WORDS.items()
        ]
        self.show(Grid(*keys), FreeSpace((5.4, 37)))

    def choose(self, which: str) -> None:
        """Choose this language for the machine and the kiosk."""
        self.machine.choose(language=which)
        if which != language():
            self.context.owner.set(language=which)
        self.go_on()


class TimezonePage(MachinePage):
    """The usual time zones, and the way to all others."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(
            context, machine, _("Which time zone?"), _("For the date of your memories. Choose a town."), **kwargs
        )
        keys = [
            Key(_(town), align="center", action=partial(self.choose, zone))
            for zone, town in USUAL
            if machine.known.is_timezone(zone)
        ]
        others = Key(_("Somewhere else"), "list", icon_size=3, action=lambda: context.go.open("machine:region"))
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        back.visible = not self.machine.first
        self.show(Grid(*keys), Row(back, others, size=8.4))

    def choose(self, zone: str) -> None:
        """Store the time zone of the table."""
        self.machine.choose(timezone=zone)
        self.go_on(back="machine:network")


class RegionPage(MachinePage):
    """Parts of the world."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(context, machine, _("Which part of the world?"), **kwargs)
        there = sorted({zone.partition("/")[0] for zone in machine.known.timezones()})
        keys = [
            Key(_(REGIONS[part]), align="center", action=partial(context.go.open, f"machine:towns:{part}"))
            for part in there
            if part in REGIONS
        ]
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.compose(page(self.title, Grid(*keys), Leaf(back, 8.4)))


def _town(zone: str) -> str:
    """Return a town's name; those that are offered first are called by their names there."""
    name = zone.rpartition("/")[2].replace("_", " ")
    return _(name) if name in dict(USUAL).values() else name


class TownsPage(TimezonePage):
    """The time zones of a part of the world, a page of them after the other."""

    def __init__(self, context: KioskContext, machine: Machine, part: str, at: int, **kwargs: Any) -> None:
        super().__init__(context, machine, **kwargs)
        zones = [zone for zone in machine.known.timezones() if zone.partition("/")[0] == part]
        pages = max(1, -(-len(zones) // TOWNS))
        self.line.show(_("Page {n} of {all}").format(n=at + 1, all=pages))
        keys = [
            Key(_town(zone), align="center", action=partial(self.choose, zone))
            for zone in zones[at * TOWNS : (at + 1) * TOWNS]
        ]
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        before = Key(
            _("Previous"), "back", icon_size=3, action=lambda: context.go.open(f"machine:towns:{part}:{at - 1}")
        )
        after = Key(_("More"), "list", icon_size=3, action=lambda: context.go.open(f"machine:towns:{part}:{at + 1}"))
        before.enabled, after.enabled = at > 0, at + 1 < pages
        self.show(Grid(*keys), Row(back, before, after, size=8.4))


class NetworkPage(MachinePage):
    """Asks for a Wi-Fi. None is needed; it sets the clock."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(
            context, machine, _("A network?"), _("No game needs one. It sets the clock and lets phones in."), **kwargs
        )
        none = Key(_("Without a network"), "check", kind="prime", action=self.without)
        self.wifi = Key(_("Join a Wi-Fi"), "list", icon_size=3, action=lambda: context.go.open("machine:wifi"))
        cable = Text(_("A network cable works by itself."), "small", C.ash, align="center")
        back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        zone = Key(_("Time zone"), "map", icon_size=3, action=lambda: context.go.open("machine:timezone"))
        feet = () if machine.first else (back, zone)
        self.show(
            Leaf(none, (14, 26)), Leaf(self.wifi, 9), FreeSpace(), Leaf(cable, 5), Leaf(Row(*feet), 8.4, kept=True)
        )
        self.news()

    def without(self) -> None:
        """Go on without a network, as most will."""
        self.machine.choose(network="none")
        self.go_on()

    def news(self) -> None:
        self.wifi.enabled = self.wifi.visible = self.machine.status.wireless


class WifiPage(MachinePage):
    """The networks in reach."""

    def __init__(self, context: KioskContext, machine: Machine, page: int, **kwargs: Any) -> None:
        super().__init__(context, machine, _("Which Wi-Fi?"), **kwargs)
        self.page = page
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.own = Key(_("Another name"), "list", icon_size=3, action=lambda: context.go.open("machine:type:name:"))
        self.more = Key(_("More"), "list", icon_size=3, action=self.turn)
        if not machine.status.looked:
            machine.look()
        self.fill()

    def news(self) -> None:
        self.fill()

    def turn(self) -> None:
        """Show the next networks; after the last ones look again."""
        more = (self.page + 1) * NAMES < len(self.machine.status.networks)
        if not more:
            self.machine.look()
        self.context.go.open(f"machine:wifi:{self.page + 1 if more else 0}")

    def fill(self) -> None:
        status = self.machine.status
        names = status.networks[self.page * NAMES : (self.page + 1) * NAMES]
        keys = [
            Key(name, align="center", action=partial(self.context.go.open, f"machine:type:password:{name}"))
            for name in names
        ]
        if names:
            said = _("The strongest first.")
        else:
            said = _("No network was found here.") if status.looked else _("Looking for networks…")
        self.line.show(said)
        self.show(Grid(*keys), Row(self.back, self.own, self.more, size=8.4))


class JoiningPage(MachinePage):
    """A Wi-Fi is being joined; the table need not wait for it."""

    def __init__(self, context: KioskContext, machine: Machine, **kwargs: Any) -> None:
        super().__init__(context, machine, "", **kwargs)
        again = Key(_("Another password"), "undo", icon_size=3, action=self.retype)
        none = Key(_("Without a network"), "back", icon_size=3, action=self.without)
        done = Key(_("Go on"), "check", kind="prime", action=self.go_on)
        self.show(
            Leaf(done, 16), Split(wide=Row(none, again, size=9), upright=Column(again, none, size=19)), FreeSpace(0)
        )
        self.news()
        if machine.waiting:
            machine.watch()

    def _name(self) -> str:
        wifi = self.machine.chosen.get("wifi")
        return wifi.name if wifi is not None else self.machine.status.wifi_name or ""

    def retype(self) -> None:
        self.context.go.open(f"machine:type:password:{self._name()}")

    def without(self) -> None:
        self.machine.choose(network="none")
        self.go_on()

    def news(self) -> None:
        link = self.machine.status.link
        self.title.show(short_network(self._name()))
        if link == "up":
            self.line.show(_("Joined."), C.ok)
        elif link == "failed":
            self.line.show(_("It could not be joined. Is the password right?"), C.brim)
        else:
            self.line.show(_("Joining… you may go on meanwhile."), C.ash)
