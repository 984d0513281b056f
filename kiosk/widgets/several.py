"""Tiles of which several may be chosen, and the one lit key that says the result in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kiosk import theme
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key
from kiosk.widgets.question import Answer, call_with
from kiosk.widgets.tile import Tile


class Several(Container):
    """Tiles of which several may be chosen, in order (1, 2, 3 in the corner), and two keys: nobody, and the result.

    :param nobody: label of the key that answers with nothing ("Personne"): always a key, never the absence of one.
    :param result: words the chosen values ("Bo est pris").
    :param answered: called with the chosen values in the order they were touched; () for nobody.
    """

    def __init__(
        self,
        answers: Sequence[Answer],
        nobody: str,
        result: Callable[[tuple[str, ...]], str],
        answered: Callable[[tuple[str, ...]], object],
        tone: Colour = C.danger,
        most: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.answers, self.result, self.answered, self.most = tuple(answers), result, answered, most
        self.chosen: list[str] = []
        self.tiles = [
            Tile(a.label, a.icon, seat=a.seat, tone=tone, style="line", action=call_with(self.toggle, a.value))
            for a in self.answers
        ]
        self.none = Key(nobody, align="center", action=lambda: self.answered(()))
        self.done = Key("", align="center", kind="danger" if tone == C.danger else "prime", action=self._done)
        self._words()

    def toggle(self, value: str) -> None:
        """Choose, or take back."""
        if value in self.chosen:
            self.chosen.remove(value)
        elif self.most is None or len(self.chosen) < self.most:
            self.chosen.append(value)
        elif self.most == 1:
            self.chosen = [value]
        self._words()

    def _words(self) -> None:
        for a, tile in zip(self.answers, self.tiles, strict=True):
            on = a.value in self.chosen
            number = str(self.chosen.index(a.value) + 1) if on and len(self.chosen) > 1 else ""
            tile.show(chosen=on, corner=number)
        self.done.show(label=self.result(tuple(self.chosen)))
        self.done.enabled = bool(self.chosen)

    def _done(self) -> None:
        if self.chosen:
            self.answered(tuple(self.chosen))

    def arrange(self, m: Metrics) -> None:
        high = self.height / m.u
        across = self.width / m.u
        if m.wide:
            keys = 41.0
            room = across - keys - theme.GAP
            step = room / len(self.tiles)
            for i, tile in enumerate(self.tiles):
                self.put(tile, left=i * step, width=min(11.25, step - theme.GAP), top=0, height=high)
            self.put(self.none, right=23, width=17.5, top=0, height=high)
            self.put(self.done, right=0, width=21.5, top=0, height=high)
            return
        tall = (high - 8.4 - theme.GAP) if len(self.tiles) <= 5 else (high - 8.4 - 2 * theme.GAP) / 2
        columns = len(self.tiles) if len(self.tiles) <= 5 else 4
        step = (across + theme.GAP) / columns
        for i, tile in enumerate(self.tiles):
            row = i // columns
            at = (i % columns) * step
            self.put(tile, left=at, width=step - theme.GAP, top=row * (tall + theme.GAP), height=tall)
        self.put(self.none, left=0, width=across * 0.4, bottom=0, height=8.4)
        self.put(self.done, right=0, width=across * 0.6 - theme.GAP, bottom=0, height=8.4)
