"""The link's settings: a key for each; what is typed has a page of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from companion.engine.config import BadValue, need_file
from companion.engine.text import N_
from companion.presentation.colours import C
from companion.presentation.i18n import _, language
from companion.uplink.link.settings import LinkSettings
from companion.uplink.link.wire import TABLE
from companion.web_settings import is_address
from kiosk.screens.machine_typing import letter_layers
from kiosk.screens.screen import Title, page
from kiosk.screens.tables.home import TablesPage
from kiosk.screens.tiles import OnOffKey
from kiosk.table.context import KioskContext
from kiosk.table.hub_link import HubLink
from kiosk.widgets.key import Key
from kiosk.widgets.keyboard import PAD, Keyboard, LetterLayer, Typed
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row, Split

ON_LINE = (38, 28)
"""Letters of a line of a text that is being typed, wide and upright; of a longer text the last two lines are shown."""
ON_KEY = 22
DIGITS = LetterLayer(("12345", "67890"))


def _port(text: str) -> bool:
    return text.isdecimal() and 1 <= int(text) <= 65535


class TypedSetting(NamedTuple):
    """A setting that is typed. `longest`: letters; `fits`: whether a text may be one, `wrong`: why it may not;
    `secret`: its key shows dots."""

    title: str
    hint: str
    longest: int
    fits: Callable[[str], object]
    digits: bool = False
    secret: bool = False
    wrong: str = ""


def _readable(path: str) -> bool:
    try:
        need_file((), path)
    except BadValue:
        return False
    return True


FIELDS: dict[str, TypedSetting] = {
    "broker": TypedSetting(
        N_("The broker’s address"), N_("192.168.1.5, or its name"), 253, is_address, wrong=N_("That is no address.")
    ),
    "port": TypedSetting(
        N_("The broker’s port"),
        N_("as a rule 8883 with encryption, 1883 without"),
        5,
        _port,
        digits=True,
        wrong=N_("A port is a number from 1 to 65535."),
    ),
    "table": TypedSetting(
        N_("This table’s name"),
        N_("its user at the broker: small letters, digits, -"),
        32,
        TABLE.fullmatch,
        wrong=N_("Small letters, digits and - only, a letter or digit first."),
    ),
    "password": TypedSetting(
        N_("The password"), N_("of that user at the broker"), 100, lambda _text: True, secret=True
    ),
    "title": TypedSetting(
        N_("The title on the wall"), N_("“By the window”; none: the table’s name"), 40, lambda _text: True
    ),
    "ca": TypedSetting(
        N_("The certificate"),
        N_("A PEM file of who signed it; none: who this machine trusts"),
        200,
        _readable,
        wrong=N_("There is no such file on this machine."),
    ),
}


def in_lines(text: str, most: int) -> str:
    """Return the end of a text that may have no spaces, in two lines at most."""
    shown = text if len(text) <= 2 * most else f"…{text[1 - 2 * most :]}"
    return "\n".join(shown[at : at + most] for at in range(0, len(shown), most))


def short_text(text: str) -> str:
    return text if len(text) <= ON_KEY else f"…{text[1 - ON_KEY :]}"


class SettingsPage(TablesPage):
    """Shows the settings; each choice holds at once."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.done = Key(_("Done"), "check", kind="prime", action=context.go.close)
        self.line = Text("", "body", C.ash, align="right", sit="baseline")
        self.fill()

    def news(self) -> None:
        self._say()

    def _say(self) -> None:
        told = self.state_words
        self.line.show(told.title if self.hub.standing.on else _("Switched off"), told.tone)
        self.line.visible = self.m.wide

    def fill(self) -> None:
        settings = self.hub.settings
        keys: list[Any] = [
            Key(_(field.title), second=self._value(settings, name), action=partial(self.go, f"type:{name}"))
            for name, field in FIELDS.items()
        ]
        tls = OnOffKey(_("Encrypted (TLS)"), _("and the certificate checked"), settings.tls, action=self.turn_tls)
        keys.insert(4, tls)
        keys[-1].enabled = settings.tls
        keys += [
            self._switch("names", _("Names on the wall"), _("who is asked, and who played")),
            self._switch("evenings", _("Evenings on the wall"), _("how each game ended")),
        ]
        self._say()
        self.compose(
            page(
                Row(Leaf(Title(_("Link to the hub")), weight=(1, 3)), Split(wide=self.line)),
                Split(wide=Grid(*keys, self.done, columns=2, gap=1), upright=Grid(*keys, columns=1, most=9.4, gap=1)),
                Split(upright=Leaf(self.done, 8.2)),
                gap=(1, 1.2),
            )
        )

    @staticmethod
    def _value(settings: LinkSettings, name: str) -> str:
        text = str(getattr(settings, name))
        if not text:
            return _("none yet") if name == "password" else _("none")
        return "•" * 8 if FIELDS[name].secret else short_text(text)

    def turn_tls(self) -> None:
        """Switch encryption; without it there is no certificate either."""
        on = not self.hub.settings.tls
        self.hub.choose(tls=on, **({} if on else {"ca": "", "authority": ""}))
        self.fill()

    def _switch(self, name: str, title: str, line: str) -> OnOffKey:
        return OnOffKey(title, line, getattr(self.hub.settings, name), action=partial(self.turn, name))

    def turn(self, name: str) -> None:
        self.hub.choose(**{name: not getattr(self.hub.settings, name)})
        self.fill()


class TablesTypingPage(Typed, TablesPage):
    """One of the texts; also the name of another table (`adopt`)."""

    def __init__(self, context: KioskContext, hub: HubLink, name: str, **kwargs: Any) -> None:
        super().__init__(context, hub, **kwargs)
        self.name, self.field = name, FIELDS[name]
        self.longest = self.field.longest
        self.text = "" if self.field.secret else str(getattr(hub.settings, name))
        self._lay(_(self.field.title), "settings")

    def _lay(self, title: str, back: str) -> None:
        self.compose(typing(self, title, _(self.field.hint), DIGITS if self.field.digits else None, back))
        self.say()

    def say(self) -> None:
        """Show what is written; Done, if it may be so."""
        self.line.show(in_lines(f"{self.text}_", ON_LINE[not self.m.wide]), C.bone)
        self.rub.enabled = bool(self.text)
        fits = bool(self.field.fits(self.text))
        why = "" if fits else _(self.field.wrong)
        wrong = self.name == "ca" and not fits
        self.allow(self.done, self.hint, why if wrong else _(self.field.hint), C.brim if wrong else C.ash, why)

    def take(self) -> None:
        self.hub.choose(**{self.name: int(self.text) if self.field.digits else self.text.strip()})
        self.go("settings")


class TablePage(TablesTypingPage):
    """The name of another table is typed."""

    def __init__(self, context: KioskContext, hub: HubLink, **kwargs: Any) -> None:
        super().__init__(context, hub, "table", **kwargs)
        self.text = ""
        self._lay(_("The other table’s name"), "adopt")

    def take(self) -> None:
        self.go(f"adopt:{self.text}")


def typing(screen: Any, title: str, hint: str, layer: LetterLayer | None, back: str) -> Column:
    """A page on which a text is typed: it gives the screen `line`, `hint`, `rub`, `done` and `keyboard`."""
    screen.line = Text("", "body", C.bone, lines=2)
    screen.hint = Text(hint, "body", C.ash, lines=2)
    screen.rub = Key(_("Erase"), "erase", action=screen.erase)
    screen.done = Key(_("Done"), "check", kind="prime", action=screen.take)
    keys = {"digits": layer} if layer is not None else letter_layers(language())
    screen.keyboard = Keyboard(keys, screen.add)
    leave = Key(_("Back"), "back", icon_size=3, action=screen.context.go.close)
    return page(
        Title(title),
        Leaf(screen.hint, (3.4, 8)),
        Row(screen.line, Split(wide=Leaf(screen.rub, 20)), size=8),
        Split(upright=FreeSpace()),
        Row(screen.keyboard, size=((18, 26) if layer is not None else (26, 39)), pad=PAD),
        Row(leave, Split(upright=screen.rub), screen.done, size=8.2),
        gap=(0.9, 2),
    )
