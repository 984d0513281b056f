"""An evening as a railway line, a station for each game; and a ladder of who won how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.presentation.colours import C
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import TextFit, capital_height, fit, put_line
from kiosk.widgets.panel import put_panel
from kiosk.widgets.together import put_box


class Station(NamedTuple):
    """One game, with the wordings of the second line, the fullest first."""

    icon: str
    how: str
    good: bool
    lines: tuple[str, ...]


MOST_HIGH, LEAST_HIGH = 11.0, 8.0
"""u of a station: as it should be, and at least."""


class EveningLine(Drawn):
    """Stations from the first game to the last, on one rail."""

    def __init__(self, **kwargs: Any) -> None:
        self.stations: tuple[Station, ...] = ()
        super().__init__(**kwargs)

    def show(self, stations: Sequence[Station]) -> None:
        self.stations = tuple(stations)
        self.redraw()

    def _texts(self, station: Station) -> tuple[TextFit, TextFit]:
        """Return how it ended, and the line below."""
        u = self.m.u
        room = self.width - 9.6 * u
        how = fit(station.how, "bold", (4 * u, 3.6 * u, 3.2 * u, 2.8 * u, 2.5 * u), room)
        laid = [fit(words, "text", (2.7 * u, 2.5 * u), room) for words in station.lines]
        return how, next((one for one in laid if one.fits), laid[-1])

    @property
    def fits(self) -> bool:
        return all(text.fits for station in self.stations for text in self._texts(station))

    def draw(self) -> None:
        if not self.stations:
            return
        u = self.m.u
        step = min(MOST_HIGH * u, self.height / len(self.stations))
        middle = self.x + 3.6 * u
        top = self.top - step / 2
        end = self.top - step * (len(self.stations) - 0.5)
        y = self.top - 0.6 * u
        while y > self.top - step * len(self.stations) + u:
            put_box(round(middle - 1.5 * u), round(y - 0.5 * u), round(3 * u), round(0.5 * u), C.seam)
            y -= 2.2 * u
        put_box(round(middle - 0.25 * u), round(end), round(0.5 * u), round(top - end), C.rim)
        for i, station in enumerate(self.stations):
            self._put(station, middle, self.top - step * (i + 0.5))

    def _put(self, station: Station, middle: float, y: float) -> None:
        u = self.m.u
        tone = C.brim if station.good else C.danger
        radius = 3.3 * u
        put_panel(middle - radius, y - radius, 2 * radius, 2 * radius, C.pit, radius)
        put_panel(middle - radius, y - radius, 2 * radius, 2 * radius, tone, radius, 0.45 * u)
        put_icon(station.icon, middle - 2 * u, y - 2 * u, 4 * u, C.bone)
        how, told = self._texts(station)
        x = self.x + 9.6 * u
        put_line(how.lines[0], "bold", how.size, x, y + 0.7 * u, tone)
        put_line(told.lines[0], "text", told.size, x, y - 3 * u, C.bone)


class Ladder(Drawn):
    """Names, the one that won most often first; equal numbers share a rung."""

    def __init__(self, **kwargs: Any) -> None:
        self.wins: tuple[tuple[str, int], ...] = ()
        super().__init__(**kwargs)

    def show(self, wins: Sequence[tuple[str, int]]) -> None:
        self.wins = tuple(wins)
        self.redraw()

    def rung(self, index: int) -> int:
        """Return the place of a name, from 1."""
        return 1 + sum(n > self.wins[index][1] for _name, n in self.wins)

    def draw(self) -> None:
        if not self.wins:
            return
        u = self.m.u
        step = min(5.6 * u, self.height / len(self.wins))
        most = self.wins[0][1]
        for i, (name, n) in enumerate(self.wins):
            low = self.top - step * (i + 1)
            first = self.rung(i) == 1
            tone = C.brim if first else C.ash
            room = self.width - 8.6 * u
            laid = fit(name, "text_bold", (3.1 * u, 2.7 * u, 2.5 * u), room)
            base = low + step / 2 - capital_height("text_bold", laid.size) / 2 + 0.5 * u
            if first:
                put_icon("crown", self.x, base - 0.5 * u, 3.2 * u, C.brim)
            else:
                put_line(str(self.rung(i)), "text", 2.7 * u, self.x + 1.6 * u, base, C.ash, "center")
            put_line(laid.lines[0], "text_bold", laid.size, self.x + 4.6 * u, base, C.bone if first else C.ash)
            put_line(str(n), "black", 3.4 * u, self.right, base, tone, "right")
            wide = max(2.0 * u, (self.width - 4.6 * u) * n / most)
            put_panel(self.x + 4.6 * u, low + 0.2 * u, wide, 0.5 * u, tone.fade(0.8), 0.25 * u)
