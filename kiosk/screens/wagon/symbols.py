"""The gate on the rail: what the next card must match, as large as it fits."""

from __future__ import annotations

from typing import Any

from companion.engine.text import N_
from companion.games.infernal_wagon.view import JOKER, ExitView, SymbolView, WagonView, symbol_mark
from companion.presentation.colours import Colour, tone_of
from companion.presentation.i18n import _, language
from kiosk.widgets.base import Drawn
from kiosk.widgets.gate import put_arch
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import fit, put_line


def symbol_look(symbol: str, symbols: tuple[SymbolView, ...]) -> tuple[str, Colour, str]:
    """Return icon, colour and name of a symbol of the owner's box."""
    mark = symbol_mark(symbol, symbols)
    if symbol == JOKER:
        name = _("any card")
    else:
        name = next((_own_word(known.name) for known in symbols if known.id == symbol), symbol)
    return mark.icon, tone_of(mark.tone), name


def _own_word(name: str) -> str:
    """Return the owner's word for a symbol; "Flamme / Flame" is one word in each language, French first."""
    words = name.split(" / ")
    return words[0] if language() == "fr" else words[-1]


class ExitGate(Drawn):
    """An arch with the symbols that lead on. One is huge; two to four share it."""

    def __init__(self, **kwargs: Any) -> None:
        self.exit: ExitView | None = None
        self.symbols: tuple[SymbolView, ...] = ()
        super().__init__(**kwargs)

    def show(self, view: WagonView) -> None:
        if (view.exit, view.symbols) != (self.exit, self.symbols):
            self.exit, self.symbols = view.exit, view.symbols
            self.redraw()

    def caption(self) -> str:
        """Return a few words: the name, or how several are meant."""
        if self.exit is None or not self.exit.symbols:
            return _("not known")
        if len(self.exit.symbols) == 1:
            return symbol_look(self.exit.symbols[0], self.symbols)[2]
        return _(N_("your choice")) if self.exit.any_of else _(N_("one of these"))

    def _fit(self) -> Any:
        return fit(self.caption(), "text", (2.9 * self.m.u, 2.5 * self.m.u), self.width - 2 * self.m.u)

    @property
    def fits(self) -> bool:
        return bool(self._fit().fits)

    def draw(self) -> None:
        u = self.m.u
        put_arch(self.x, self.y, self.width, self.height, False, 0.5 * u, self.skin.icon)
        laid = self._fit()
        put_line(laid.lines[0], "text", laid.size, self.center_x, self.y + 1.6 * u, self.skin.second, "center")
        shown = self.exit.symbols[:4] if self.exit else ()
        bottom = self.y + 4.4 * u
        room = self.top - bottom
        middle = bottom + room * 0.47
        if not shown:
            put_line("?", "black", 10 * u, self.center_x, middle - 3.3 * u, self.skin.second, "center")
            return
        side, places = _places(len(shown), self.width, room)
        for symbol, (dx, dy) in zip(shown, places, strict=True):
            icon, colour, _name = symbol_look(symbol, self.symbols)
            put_icon(icon, self.center_x + dx - side / 2, middle + dy - side / 2, side, colour)


def _places(count: int, width: float, room: float) -> tuple[float, list[tuple[float, float]]]:
    """Return the side (px) of each symbol and their offsets from the middle: one, a pair, a triangle, a square."""
    if count == 1:
        return min(room * 0.84, width * 0.66), [(0, 0)]
    if count == 2:
        side = min(room * 0.6, width * 0.4)
        return side, [(-side * 0.56, 0), (side * 0.56, 0)]
    side = min(room * 0.47, width * 0.34)
    low, high = -side * 0.56, side * 0.54
    if count == 3:
        return side, [(0, high), (-side * 0.62, low), (side * 0.62, low)]
    return side, [(-side * 0.56, high), (side * 0.56, high), (-side * 0.56, low), (side * 0.56, low)]
