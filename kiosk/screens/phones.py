"""Phones and televisions: switched on and off, a code for each seat, which phone is whose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle

from companion.engine.player_names import seats_of
from companion.engine.update import Update
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, spoken
from kiosk.screens.screen import Following, Title, page
from kiosk.table.context import KioskContext
from kiosk.table.phones import Phones
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Grid, Leaf, Node, Row, Space, Split
from kiosk.widgets.panel import put_panel
from kiosk.widgets.tile import Tile

QUIET = 4
"""Modules of light around a code: a camera finds it by them."""


class Code(Drawn):
    """Words as a square that a phone's camera reads; nothing while they are empty."""

    def __init__(self, **kwargs: Any) -> None:
        self._rows: tuple[Sequence[int], ...] = ()
        self.words = ""
        super().__init__(**kwargs)

    def show(self, words: str) -> None:
        if words == self.words:
            return
        import segno

        self.words = words
        self._rows = tuple(segno.make_qr(words, error="m").matrix) if words else ()
        self.redraw()

    def draw(self) -> None:
        if not self._rows:
            return
        side = min(self.width, self.height)
        n = len(self._rows) + 2 * QUIET
        module = max(1, int(side // n))  # whole pixels: no camera sees seams
        left, top = round(self.center_x - module * n / 2), round(self.center_y + module * n / 2)
        put_panel(left, top - module * n, module * n, module * n, C.bone, self.m.u)
        Color(*C.pit)
        for y, row in enumerate(self._rows):
            x = 0
            while x < len(row):
                length = 1
                while x + length < len(row) and row[x + length] == row[x]:
                    length += 1
                if row[x]:
                    at = (left + (QUIET + x) * module, top - (QUIET + y + 1) * module)
                    Rectangle(pos=at, size=(length * module, module))
                x += length


class Sign(Drawn):
    """A large icon in the middle of what is free."""

    def __init__(self, icon: str, tone: Colour, **kwargs: Any) -> None:
        self.icon, self.tone = icon, tone
        super().__init__(**kwargs)

    def draw(self) -> None:
        side = 0.7 * min(self.width, self.height)
        put_icon(self.icon, self.center_x - side / 2, self.center_y - side / 2, side, self.tone)


class _PhonePage(Following):
    """A page that follows what the table knows of its phones."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        assert context.services.phones is not None
        self.phones: Phones = context.services.phones
        super().__init__(context, context.services.phones, **kwargs)

    def seats(self) -> Sequence[Any]:
        update = self.context.table.update
        return seats_of(update.view) if update is not None and update.view is not None else ()


class PhonesPage(_PhonePage):
    """Who has a phone; touched, a seat shows its code."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.names: tuple[str, ...] = ()
        self.fill()

    def on_update(self, update: Update) -> None:
        if tuple(seat.name for seat in self.seats()) != self.names:
            self.fill()

    def news(self) -> None:
        self.fill()

    def fill(self) -> None:
        phones, seats = self.phones, self.seats()
        self.names = tuple(seat.name for seat in seats)
        open_screen = self.context.go.open
        done = Key(_("Done"), "check", kind="prime", action=self.context.go.close)
        fault = spoken(phones.fault) if phones.fault is not None else ""
        if not phones.on:
            on = Key(_("Switch on"), "phone", icon_size=3, action=partial(self.switch, True))
            why = _("Each player’s phone can show that player’s hand and answer. Nothing of it leaves this house.")
            self._show(fault or why, on, done)
            return
        off = Key(_("Switch off"), "cross", icon_size=3, action=partial(self.switch, False))
        if not phones.state.urls:
            self._show(fault or _("One moment: the pages are being opened."), off, done)
            return
        if not seats:
            self._show(_("Open a game, then come back here: each seat has a code of its own."), off, done)
            return
        here = {phone.seat: phone.here for phone in phones.state.phones}
        tiles = [
            Tile(
                seat.name,
                seat=(seat.colour, seat.name[:1]),
                second=self._how(seat.name, here.get(seat.name)),
                chosen=here.get(seat.name, False),
                action=partial(open_screen, f"phone:{i}"),
            )
            for i, seat in enumerate(seats)
        ]
        television = Tile(
            _("Television"),
            "eye",
            second=_("only looks"),
            tone=C.ash,
            action=partial(open_screen, f"phone:{len(seats)}"),
        )
        columns = (4, 2) if len(tiles) > 3 else (2, 1)
        line = _("Touch who wants to play with a phone. Same Wi-Fi for all.")
        ends = [Key(_("Good night"), "lock", icon_size=3, action=self.phones.end_all)] if phones.state.phones else []
        self._show(line, off, done, Grid(*tiles, television, columns=columns), ends)

    def _how(self, name: str, here: bool | None) -> str:
        if name in self.phones.state.asking:
            return _("another phone asks")
        return _("no phone") if here is None else _("is here") if here else _("is away")

    def _show(self, line: str, first: Key, done: Key, middle: Node | None = None, between: Sequence[Key] = ()) -> None:
        words = Text(line, "body", C.ash, lines=3)
        wide = Row(Leaf(first, 34), *(Leaf(key, 30) for key in between), Space(), Leaf(done, 24), size=8.4)
        keys = Split(wide=wide, upright=Row(first, *between, done, size=8.6))
        below = middle if middle is not None else Leaf(Sign("phone", C.ember if self.phones.on else C.ash))
        self.compose(page(Title(_("Phones")), Leaf(words, (5 if middle is not None else 8, 12)), below, keys))

    def switch(self, on: bool) -> None:
        """Switch the pages on or off, also after the next start."""
        self.context.owner.set(phones=on)


class PhonePage(_PhonePage):
    """The code of one seat, or of a television: the number after the last seat."""

    def __init__(self, context: KioskContext, number: int, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        seats = self.seats()
        self.seat = seats[number].name if number < len(seats) else ""
        self.code = Code()
        self.token = ""
        self.fill()
        if self.phones.state.urls and self.seat:
            self.phones.mint(self.seat, self._minted)

    def on_update(self, update: Update) -> None:
        if self.seat and self.seat not in {seat.name for seat in self.seats()}:
            self.context.go.open("phones")

    def news(self) -> None:
        """Go back to all phones once its code was used and nothing is to be answered."""
        state = self.phones.state
        self.fill()
        if self.token and self.seat not in (*state.codes, *state.asking):
            self.context.go.open("phones")

    def _minted(self, token: str) -> None:
        self.token = token
        self.fill()

    def fill(self) -> None:
        state = self.phones.state
        known = any(phone.seat == self.seat for phone in state.phones)
        asks = self.seat in state.asking
        back = Key(_("Back"), "back", action=self.context.go.close)
        if asks:
            title = self.seat
            hint = _("Another phone wants this seat. If you let it in, the one that is there ends.")
            keys = [
                Key(_("Let it in"), "check", kind="ok", action=partial(self.answer, True)),
                Key(_("No"), "cross", kind="danger", action=partial(self.answer, False)),
            ]
        else:
            title = self.seat or _("Television")
            once = _("Scan it with the camera. It is good once, for five minutes.")
            hint = once if self.seat else _("Type this address into its browser, or scan it. It looks on, no more.")
            keys = [Key(_("Not me"), "cross", kind="danger", action=self.take_off)] if known else []
        where = state.urls[0] if state.urls else ""
        self.code.show(f"{where}#{self.token}" if self.token and where else where if not self.seat else "")
        words = Column(
            Leaf(Title(title, lines=2), 10 if asks else 7),
            Leaf(Text(hint, "body", C.ash, lines=4), 11 if asks else 14),
            Leaf(Text(where, "small", C.ash, lines=2), 6),
            Space(),
            *(Leaf(key, 8.6) for key in (*keys, back)),
        )
        self.code.visible = not asks
        code = Leaf(Sign("phone", C.ember)) if asks else Leaf(self.code)
        self.compose(
            Split(
                wide=Row(Column(code, size=52), words, gap=3, pad=(4, 4, 4, 3)),
                upright=Column(Column(code, size=52), words, gap=2, pad=(4, 5, 4, 3)),
            )
        )

    def answer(self, yes: bool) -> None:
        """Answer a second phone."""
        self.phones.admit(self.seat, yes)
        self.context.go.open("phones")

    def take_off(self) -> None:
        """Sign a phone off: its holder is not who it says."""
        self.phones.revoke(self.seat)
        self.context.go.open("phones")
