"""What only HellRail's correction screen shows: a line whose value is turned from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.screens.lines import Line
from kiosk.theme import Metrics
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.train import Chip


class CircleLine(Line):
    """A place that is turned to the next or the one before: circles, the rail, nowhere ("")."""

    def __init__(self, mark: Drawn | None, words: str, values: Sequence[str], put: Callable[[str], object]) -> None:
        super().__init__(mark, words)
        self.values, self.send = tuple(values), put
        self.at = self.values[0]
        self.before = Key(icon="back", icon_size=3, action=lambda: self.step(-1))
        self.after = Key(icon="next", icon_size=3, action=lambda: self.step(1))
        self.chip = Chip()
        self.word = Key("", align="center", kind="ghost")
        self.word.enabled = False

    def step(self, by: int) -> None:
        """The next value."""
        at = self.values.index(self.at) if self.at in self.values else 0
        self.show(self.values[(at + by) % len(self.values)])
        self.send(self.at)

    def show(self, value: str) -> None:
        """Where it stands."""
        self.at = value
        circle = value[1:] if value.startswith("C") else ""
        self.chip.show(circle)
        self.chip.visible = bool(circle)
        self.dash.visible = not circle

    @property
    def dash(self) -> Key:
        """The sign for no circle."""
        return self.word

    def arrange(self, m: Metrics) -> None:
        self.arrange_words(self.width / m.u - 26)
        high = self.height / m.u
        self.put(self.before, right=16.8, width=8.2, top=0, bottom=0)
        self.put(self.after, right=0, width=8.2, top=0, bottom=0)
        self.word.show(label="" if self.at == "" else self._word())
        self.put(self.word, right=8.6, width=7.8, top=0, bottom=0)
        self.put(self.chip, right=8.6 + 0.9, width=6, top=(high - 6) / 2, height=6)

    def _word(self) -> str:
        return "" if self.at.startswith("C") else "–"
