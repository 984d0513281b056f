"""Phones and televisions: switched on and off, who comes in, a code for each seat, which phone is whose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.engine.player_names import seats_of
from companion.engine.update import Update
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, spoken
from companion.web.desk.games import is_setting_up
from companion.web.desk.state import WISHES, Arrival, Wish
from kiosk.display.theme import PAD
from kiosk.screens.screen import Following, Title, page
from kiosk.table.context import KioskContext
from kiosk.table.owner import later
from kiosk.table.phones import Phones
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Key, KeyKind
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Node, Row, Split
from kiosk.widgets.panel import put_panel
from kiosk.widgets.tile import Tile
from kiosk.widgets.together import put_box

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
        for y, row in enumerate(self._rows):
            x = 0
            while x < len(row):
                length = 1
                while x + length < len(row) and row[x + length] == row[x]:
                    length += 1
                if row[x]:
                    at = left + (QUIET + x) * module, top - (QUIET + y + 1) * module
                    put_box(*at, length * module, module, C.pit)
                x += length


class LargeIcon(Drawn):
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
        """Return the seats of the open game, else of the set-up."""
        update = self.context.table.update
        playing = seats_of(update.view) if update is not None and update.view is not None else ()
        return playing or self.context.set_up.seats()


class ArrivalKey(Key):
    """A phone that waits: its two signs, and what letting it in would do."""

    SIDE = 4.6
    """u of a sign."""

    def __init__(self, arrival: Arrival, action: Action, **kwargs: Any) -> None:
        self.signs = arrival.signs
        self.title = " ".join(arrival.signs)
        """Part of its face: with other signs it is another key."""
        kind: KeyKind = "ok" if arrival.wish in (Wish.FREE, Wish.NEW) else "plain"
        super().__init__(arrival.name, second=_(WISHES[arrival.wish]), kind=kind, action=action, **kwargs)

    def _text_left(self) -> float:
        return (PAD + 2 * self.SIDE + 2.2) * self.m.u

    def draw(self) -> None:
        super().draw()
        u = self.m.u
        for i, sign in enumerate(self.signs):
            x = self.x + (PAD + i * (self.SIDE + 0.8)) * u
            put_icon(sign, x, self.center_y - self.SIDE * u / 2, self.SIDE * u, self.tones()[1])


class OthersKey(Key):
    """The key to the next ones of those that wait: the same whatever their number is."""

    def face(self) -> tuple[object, ...]:
        return (type(self), self.about)


SURE_S = 4.0
"""So long a line asks once more."""
ROWS = 3
"""Phones that wait and show at once, each in a row of its own as long as it waits."""


class PhonesPage(_PhonePage):
    """The address as a code, who has a phone, and who wants to come in. A seat, touched, shows a code of its own."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.code = Code()
        self.rows: list[Arrival | None] = []
        self.first = 0
        """Of the rows, the first that shows; behind the last are the seats."""
        self.sure = 0
        """The phone whose line asks once more: it would end another one."""
        self.names: tuple[str, ...] = ()
        self.fill()

    def on_update(self, update: Update) -> None:
        if tuple(seat.name for seat in self.seats()) != self.names:
            self.fill()

    def news(self) -> None:
        self.fill()

    def fill(self) -> None:
        phones = self.phones
        self.names = tuple(seat.name for seat in self.seats())
        done = Key(_("Done"), "check", kind="prime", action=self.context.go.close)
        fault = spoken(phones.fault) if phones.fault is not None else ""
        if not phones.on:
            on = Key(_("Switch on"), "phone", icon_size=3, action=partial(self.switch, True))
            why = _("Each player’s phone can show that player’s hand and answer. Nothing of it leaves this house.")
            self._show_line(fault or why, on, done)
            return
        off = Key(_("Switch off"), "cross", icon_size=3, action=partial(self.switch, False))
        if not phones.state.urls:
            self._show_line(fault or _("One moment: the pages are being opened."), off, done)
            return
        night = Key(_("Good night"), "lock", icon_size=3, action=phones.end_all)
        night.enabled = bool(phones.state.phones)
        keys = [off, night]
        if self._sets_up():
            all_in = phones.state.everybody
            act = partial(phones.admit_everybody, not all_in)
            icon = "check" if all_in else "gates"
            keys.append(Key(_("Everybody in"), icon, kind="ok" if all_in else "plain", icon_size=3, action=act))
        self._renew_rows()
        self._show_code(self._arrivals() if self.first < len(self.rows) else self._seats(), [*keys, done])

    def _sets_up(self) -> bool:
        """Return whether no game has begun."""
        update = self.context.table.update
        return update is None or is_setting_up(update.game, update.view)

    def _seats(self) -> Node:
        here = {phone.seat: phone.here for phone in self.phones.state.phones}
        tiles = [
            Tile(
                seat.name,
                seat=(seat.colour, seat.name[:1]),
                second=self._how(here.get(seat.name)),
                chosen=here.get(seat.name, False),
                action=partial(self._open_seat, seat.name),
            )
            for seat in self.seats()
        ]
        grid = Grid(*tiles, columns=(2 if len(tiles) < 5 else 3, 2), most=14)
        return Column(grid, Leaf(self._turn_key(len(self.phones.state.asking)), 6), gap=1) if self.rows else grid

    def _open_seat(self, name: str) -> None:
        """Show the code of a seat; of one that is gone, the seats that are there."""
        names = [seat.name for seat in self.seats()]
        if name in names:
            self.context.go.open(f"phone:{names.index(name)}")
        else:
            self.fill()

    def _turn_key(self, others: int) -> Key:
        """Return the key to the next ones of those that wait, and from the last ones to the seats."""
        last = len(self.rows) - ROWS <= self.first < len(self.rows)
        label = _("Seats") if last else _("Others that wait: {n}").format(n=others)
        return OthersKey(label, "next", icon_size=3, action=self._turn_over, about=last)

    def _renew_rows(self) -> None:
        """Give each phone that waits a row: it keeps its own, and new ones take those that are free."""
        asking = {one.id: one for one in self.phones.state.asking}
        rows = [asking.pop(row.id, None) if row is not None else None for row in self.rows]
        rows += [None] * (-(-len(self.phones.state.asking) // ROWS) * ROWS - len(rows))
        for i, row in enumerate(rows):
            if row is None and asking:
                rows[i] = asking.pop(min(asking))
        while rows and not any(rows[-ROWS:]):
            del rows[-ROWS:]
        seats = self.first >= len(self.rows) and (bool(self.rows) or self.touched)
        self.rows = rows
        self.first = len(rows) if seats else min(self.first, max(0, len(rows) - ROWS))

    def _arrivals(self) -> Node:
        shown = self.rows[self.first : self.first + ROWS]
        others = len(self.phones.state.asking) - sum(row is not None for row in shown)
        return Column(*(self._row(row) for row in shown), Leaf(self._turn_key(others), 6), gap=1)

    def _turn_over(self) -> None:
        """Show the next ones of those that wait, or the seats."""
        self.first = 0 if self.first >= len(self.rows) else self.first + ROWS
        self.fill()

    def _row(self, arrival: Arrival | None) -> Node:
        if arrival is None:
            return FreeSpace()
        let_in = ArrivalKey(arrival, partial(self._let_in, arrival))
        if arrival.id == self.sure:
            let_in.show(label=_("Really?"), kind="danger")
        away = Key(icon="cross", icon_size=3, action=partial(self.phones.admit, arrival.id, False), about=arrival.id)
        return Row(let_in, Leaf(away, 8), gap=1)

    def _let_in(self, arrival: Arrival) -> None:
        """Let a phone in; one that would end another is asked about once more."""
        if arrival.wish is Wish.TAKEN and self.sure != arrival.id:
            self.sure = arrival.id
            self.fill()
            later(self._unsure, SURE_S)
            return
        self.sure = 0
        self.phones.admit(arrival.id, True)

    def _unsure(self) -> None:
        if self.sure:
            self.sure = 0
            self.fill()

    def _how(self, here: bool | None) -> str:
        return _("no phone") if here is None else _("is here") if here else _("is away")

    def _show_line(self, line: str, first: Key, done: Key) -> None:
        words = Text(line, "body", C.ash, lines=3)
        keys = Split(
            wide=Row(Leaf(first, 34), FreeSpace(), Leaf(done, 24), size=8.4), upright=Row(first, done, size=8.6)
        )
        sign = Leaf(LargeIcon("phone", C.ember if self.phones.on else C.ash))
        self.compose(page(Title(_("Phones")), Leaf(words, (8, 12)), sign, keys))

    def _show_code(self, beside: Node, keys: Sequence[Key]) -> None:
        """Show the address of the pages, what is beside it, and the keys."""
        url = self.phones.state.urls[0]
        self.code.show(url)
        asks = self.first < len(self.rows)
        hint = _("Who shows these signs? Touch them.") if asks else _("Scan it: to play, or to look on.")
        words = Text(hint, "small", C.bone if asks else C.ash, lines=2)
        where = Text(short_url(url), "small", C.bone, lines=2)
        title = Title(_("Phones"), lines=2)
        told = Column(Leaf(words, 3.6), beside, gap=1)
        wide = Row(Column(self.code, Leaf(where, 3.6), gap=0.6, size=40), Column(Leaf(title, 7), told, gap=1), gap=3)
        code = Column(Row(Leaf(self.code, 26), title, gap=2, size=26), Leaf(where, 4), size=31, gap=1)
        below = Row(*keys, size=8.4)
        upright = Column(Row(*keys[:2]), Row(*keys[2:]), gap=1, size=17.4) if len(keys) > 3 else Row(*keys, size=8.6)
        self.compose(
            Split(
                wide=Column(wide, below, gap=1.4, pad=(4, 1.4, 4, 1.4)),
                upright=Column(code, told, upright, gap=2, pad=(4, 4, 4, 1.4)),
            )
        )

    def closed(self) -> None:
        super().closed()
        self.sure = 0

    def switch(self, on: bool) -> None:
        """Switch the pages on or off, also after the next start."""
        self.context.owner.set(phones=on)


def short_url(url: str) -> str:
    """Return an address as it is typed into a browser.

    >>> short_url("http://192.168.1.20:8080/"), short_url("https://table.example.org/")
    ('192.168.1.20:8080', 'https://table.example.org')
    """
    return url.removeprefix("http://").removesuffix("/")


class PhonePage(_PhonePage):
    """The code of one seat, by its number."""

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
        if self.seat not in {seat.name for seat in self.seats()}:
            self.context.go.open("phones")

    def news(self) -> None:
        """Go back to all phones once its code was used."""
        self.fill()
        if self.token and self.seat not in self.phones.state.codes:
            self.context.go.open("phones")

    def _minted(self, token: str) -> None:
        self.token = token
        self.fill()

    def fill(self) -> None:
        state = self.phones.state
        known = any(phone.seat == self.seat for phone in state.phones)
        back = Key(_("Back"), "back", action=self.context.go.close)
        hint = _("Scan it with the camera. It is good once, for five minutes.")
        keys: list[Key] = []
        if known:
            hosts = state.host == self.seat
            name = partial(self.phones.name_host, "" if hosts else self.seat)
            may = _("as the table")
            keys = [
                Key(_("Host"), "crown", may, kind="ok" if hosts else "plain", action=name),
                Key(_("Not me"), "cross", kind="danger", action=self.take_off),
            ]
        where = state.urls[0] if state.urls else ""
        self.code.show(f"{where}#{self.token}" if self.token and where else "")
        words = Column(
            Leaf(Title(self.seat, lines=2), 7),
            Leaf(Text(hint, "body", C.ash, lines=4), 14),
            Leaf(Text(where, "small", C.ash, lines=2), 6),
            FreeSpace(),
            *(Leaf(key, 10.8 if key.second else 8.6) for key in (*keys, back)),
        )
        code = Column(self.code, size=52)
        self.compose(
            Split(
                wide=Row(code, words, gap=3, pad=(4, 4, 4, 3)),
                upright=Column(code, words, gap=2, pad=(4, 5, 4, 3)),
            )
        )

    def take_off(self) -> None:
        """Sign a phone off: its holder is not who it says."""
        self.phones.revoke(self.seat)
        self.context.go.open("phones")
