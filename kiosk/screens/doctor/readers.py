"""Each reader live: its bytes as they come, how many a second, the last tag as it may be printed, what was lost."""

from __future__ import annotations

import threading
from collections import deque
from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.engine.printed_number import printed_forms
from companion.engine.text import N_
from companion.presentation.colours import C
from companion.presentation.i18n import _, decimal
from companion.tools.doctor.live import ReaderNow
from kiosk.screens.doctor.page import DoctorPage
from kiosk.screens.doctor.words import short_fact
from kiosk.screens.screen import page
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, fit, put_line
from kiosk.widgets.layout import Column, Layers, Leaf, Row, Split
from kiosk.widgets.panel import put_panel

EVERY_S = 0.25
"""How often the page looks; nothing runs while it is closed."""
SPAN_MS = 2_000
"""The span over which the rate is counted."""
KEPT = 96
"""Bytes of each reader that are kept for the page."""
FORMS = {
    "read": N_("read"),
    "hex8": N_("8 hex digits"),
    "dec10": N_("decimal"),
    "dec10_reversed": N_("decimal, reversed"),
    "facility": N_("facility, number"),
}


class HexBytes(Drawn):
    """The last bytes in hex, the newest at the end."""

    def __init__(self, **kwargs: Any) -> None:
        self.data = b""
        super().__init__(**kwargs)

    def show(self, data: bytes) -> None:
        if data != self.data:
            self.data = data
            self.redraw()

    def draw(self) -> None:
        u = self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.soot, 1.25 * u)
        size = round(2.7 * u)
        cell = 4.1 * u
        across = max(1, int((self.width - 3 * u) // cell))
        rows = max(1, int((self.height - 1.6 * u) // (3.4 * u)))
        data = self.data[-across * rows :]
        for i, byte in enumerate(data):
            x = self.x + 1.5 * u + i % across * cell
            y = self.top - 3.4 * u - i // across * 3.4 * u
            tone = C.bone if 32 < byte < 127 else C.ember
            put_line(f"{byte:02X}", "text", size, x, y, tone)


class TagForms(Drawn):
    """A tag in the forms in which it may be printed."""

    def __init__(self, **kwargs: Any) -> None:
        self.tag = ""
        super().__init__(**kwargs)

    def show(self, uid: str) -> None:
        if uid != self.tag:
            self.tag = uid
            self.redraw()

    def _rows(self) -> list[tuple[str, str]]:
        forms = printed_forms(self.tag) if self.tag else {}
        return [(_(FORMS.get(name, name)), str(short_fact(form, 24))) for name, form in forms.items()]

    @property
    def fits(self) -> bool:
        u = self.m.u
        return all(fit(word, "text", (2.5 * u,), 18.4 * u).fits for word, _form in self._rows())

    def draw(self) -> None:
        u = self.m.u
        step = 3.9 * u
        for i, (name, form) in enumerate(self._rows()):
            y = self.top - 3 * u - i * step
            put_line(name, "text", round(2.5 * u), self.x, y, C.ash)
            laid = fit(form, "text_bold", (3.25 * u, 2.7 * u, 2.5 * u), self.width - 19 * u)
            put_line(laid.lines[0], "text_bold", laid.size, self.x + 19 * u, y, C.bone)


class ByteRate:
    """Bytes a second, from how many there were before."""

    def __init__(self) -> None:
        self._seen: deque[tuple[int, int]] = deque()

    def note(self, at_ms: int, received: int) -> float:
        """Note `received` bytes at `at_ms`; return how many came in a second lately."""
        self._seen.append((at_ms, received))
        while len(self._seen) > 2 and at_ms - self._seen[1][0] >= SPAN_MS:
            self._seen.popleft()
        first_at, first = self._seen[0]
        return 1000 * (received - first) / (at_ms - first_at) if at_ms > first_at else 0.0


class Readers(DoctorPage):
    """One reader at a time; a key goes to the next."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, _("Card readers"), **kwargs)
        self.at = 0
        self._heard: dict[str, bytearray] = {}
        self._lock = threading.Lock()  # bytes come on the threads of the readers
        self._rates: dict[str, ByteRate] = {}
        self.sign = Icon("reader")
        self.name = Text("", "event")
        self.where = Text("", "small", lines=2)
        self.figures = Text("", "body", lines=2)
        self.bytes = HexBytes()
        self.forms = TagForms()
        self.hint = Text(_("Lay a tag on the reader: its bytes appear here."), "small", lines=2)
        self.none = Text(_("No card reader is set up."), "body")
        self.next = Key(_("Next reader"), "next", icon_size=3, action=self.turn)
        found = Key(_("Findings"), "list", icon_size=3, action=partial(context.go.open, "doctor:found:readers"))
        data = Layers(self.bytes, Column(self.hint, pad=3))
        self.compose(
            page(
                self.title,
                Leaf(self.none, 6),
                Row(Leaf(self.sign, 9), Column(Leaf(self.name, 4.6), self.where, gap=0.2), gap=2, size=(9, 11)),
                Leaf(self.figures, (3.6, 7)),
                Split(
                    wide=Row(data, Leaf(self.forms, 45)),
                    upright=Column(Leaf(data, 28), Leaf(self.forms, 18)),
                ),
                Row(self.back, found, self.next, size=8.2),
            )
        )
        live = self.practice.live if self.practice is not None else None
        self.live = live
        if live is not None:
            live.watch(self.heard)
        self._timer = Clock.schedule_interval(self.look, EVERY_S) if live is not None else None
        self.look(0)

    def closed(self) -> None:
        super().closed()
        if self._timer is not None:
            self._timer.cancel()
        if self.live is not None:
            self.live.watch(None)

    def heard(self, name: str, data: bytes) -> None:
        """Receive the bytes of a reader, on its thread."""
        with self._lock:
            kept = self._heard.setdefault(name, bytearray())
            kept += data
            del kept[:-KEPT]

    def turn(self) -> None:
        self.at += 1
        self.look(0)

    def look(self, _dt: float) -> None:
        readers = self.live.readers() if self.live is not None else []
        now = self.context.table.now()
        rates = {r.name: self._rates.setdefault(r.name, ByteRate()).note(now, r.received) for r in readers}
        for widget in (self.sign, self.name, self.where, self.figures, self.bytes, self.forms, self.hint):
            widget.visible = bool(readers)
        self.none.visible = not readers
        self.next.visible = len(readers) > 1
        if readers:
            one = readers[self.at % len(readers)]
            self._show(one, rates[one.name])

    def _show(self, one: ReaderNow, rate: float) -> None:
        there = one.connected is not False
        self.sign.show(
            "reader" if there else "reader_lost", C.ok if one.connected else C.danger if not there else C.ash
        )
        self.name.show(one.name)
        detail = f"{one.protocol} · {one.port}" if there else _("Not connected: {port}").format(port=one.port)
        self.where.show(str(short_fact(detail, 40 if self.m.wide else 28)), C.danger if not there else C.ash)
        told = _("bytes/s: {rate} · readings: {reads} · losses: {lost} · bytes not understood: {unread}")
        self.figures.show(
            told.format(
                rate=decimal(rate, 0), reads=one.reads, lost=one.lost, unread=one.unread if one.unread >= 14 else 0
            )
        )
        with self._lock:
            data = bytes(self._heard.get(one.name, b""))
        self.bytes.show(data)
        self.forms.show(one.last)
        self.hint.visible = not one.last and not data
