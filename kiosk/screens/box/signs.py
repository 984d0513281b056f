"""The symbols on the owner's cards: how many there are, and the drawing and colour of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.text import TitleAndHint
from companion.games.infernal_wagon.view import ICONS
from companion.presentation.colours import C, hex_colour
from companion.presentation.i18n import _
from companion.tools.enrol import session
from companion.tools.enrol.state import CardSymbol
from kiosk.screens.box.letters import Letters
from kiosk.screens.box.page import BoxPage, Host
from kiosk.screens.tiles import Stepper
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Row, Split

COLOURS = (
    "#e2552b", "#e9e2d0", "#e0b13a", "#5fae74", "#5b9bd5", "#b07cc6", "#e58fb0", "#4fc1c0", "#a3a3a3",
)  # fmt: skip
IDS = "ABCDEFGHI"


def fresh(count: int, old: tuple[CardSymbol, ...] = ()) -> tuple[CardSymbol, ...]:
    """Return `count` signs: the present ones, then new ones with a drawing and a colour of their own."""
    signs = list(old[:count])
    used = {sign.id for sign in signs}
    for id in IDS:
        if len(signs) >= count:
            break
        if id not in used:
            i = IDS.index(id)
            signs.append(CardSymbol(id, "", i % len(ICONS), COLOURS[i]))
    return tuple(signs)


class Signs(BoxPage):
    """A key for each; the one that was touched gets the drawing, colour and name that are touched below.

    :param close: shows what was there before.
    """

    takes_tags = False

    def __init__(self, screen: Host, close: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(screen, **kwargs)
        self.close = close
        self.at = 0
        self.title = Text(_("How many symbols have your cards?"), "title", lines=2)
        self.count = Stepper(self.more)
        self.icons = [Key(icon=icon, icon_size=5.4, action=partial(self.give, icon=i)) for i, icon in enumerate(ICONS)]
        self.colours = [
            Key(
                icon="seat_disc",
                icon_size=5,
                icon_colour=hex_colour(colour),
                action=partial(self.give, colour=colour),
            )
            for colour in COLOURS
        ]
        self.name = Key(_("Name"), "list", " ", action=self.rename)
        back = Key(_("Back"), "back", icon_size=3, action=self.leave)
        self.set_keys(back, self.name, Key(_("Done"), "check", kind="prime", action=self.leave))

    def leave(self) -> None:
        self.close()

    def more(self, step: int) -> None:
        """Add or remove one; the first touch makes six."""
        least, most = self.book.plan.signs
        now = len(self.book.e.signs)
        n = max(least, min(most, now + step)) if now else 6
        if n < now and self._borne(self.book.e.signs[-1].id):
            self.screen.tell(TitleAndHint(_("Cards bear this symbol"), _("Correct them first.")))
            return
        self.screen.change(lambda plan, e: session.with_signs(plan, e, fresh(n, e.signs)))

    def _borne(self, sign: str) -> bool:
        """Whether a value on a card would be forgotten with this symbol."""
        return any(
            field.signs and record.values.get(field.name) == sign
            for slot, record in self.book.e.records.items()
            for field in self.book.heap_of(slot).fields
        )

    def choose(self, index: int) -> None:
        """Choose the symbol to change."""
        self.at = index
        self.refresh()

    def give(self, **new: Any) -> None:
        """Give it a drawing, a colour or a name."""
        signs = list(self.book.e.signs)
        if self.at < len(signs):
            signs[self.at] = replace(signs[self.at], **new)
            self.screen.change(lambda plan, e: session.with_signs(plan, e, signs))

    def rename(self) -> None:
        at, sign = self.at, self.book.e.signs[self.at]

        def take(name: str) -> None:
            self.screen.go(lambda screen: Signs(screen, self.close))
            page = self.screen.page
            if isinstance(page, Signs):
                page.at = at
                page.give(name=name)

        self.screen.go(lambda screen: Letters(screen, _("Name of the symbol"), sign.name, take))

    def refresh(self) -> None:
        signs = self.book.e.signs
        self.at = max(0, min(self.at, len(signs) - 1))
        least, most = self.book.plan.signs
        self.count.show(str(len(signs)) if signs else "–", bool(signs) and len(signs) <= least, len(signs) >= most)
        self.signs = [
            Key(icon=ICONS[s.icon % len(ICONS)], icon_size=6, icon_colour=hex_colour(s.colour) if s.colour else C.bone,
                action=partial(self.choose, i))
            for i, s in enumerate(signs)
        ]  # fmt: skip
        for i, key in enumerate(self.signs):
            key.show(kind="prime" if i == self.at else "plain", icon_colour=C.pit if i == self.at else key.icon_colour)
        here = signs[self.at] if signs else None
        self.name.enabled = here is not None
        self.name.show(second=(here.name or _("none yet")) if here is not None else " ")
        for i, key in enumerate(self.icons):
            key.enabled = here is not None
            key.show(kind="prime" if here is not None and here.icon % len(ICONS) == i else "plain")
        for colour, key in zip(COLOURS, self.colours, strict=True):
            key.enabled = here is not None
            key.show(kind="ok" if here is not None and here.colour == colour else "plain")
        spare = FreeSpace(max(0, 9 - len(self.signs)) * 3)
        self.compose(
            Column(
                Split(
                    wide=Row(self.title, Leaf(self.count, 26), size=8.4),
                    upright=Column(Leaf(self.title, 8), Row(FreeSpace(), Leaf(self.count, 32), FreeSpace()), size=17.4),
                ),
                Leaf(
                    Split(wide=Row(*self.signs, spare), upright=Grid(*self.signs, columns=5, gap=1.2)),
                    (11, 19.2),
                    kept=True,
                ),
                Split(wide=Row(*self.icons, size=9.6), upright=Grid(*self.icons, columns=5, gap=1.2, size=18)),
                Split(wide=Row(*self.colours, size=9.6), upright=Grid(*self.colours, columns=5, gap=1.2, size=18)),
                gap=2,
                pad=(0, (2, 5), 0, 0),
            )
        )
