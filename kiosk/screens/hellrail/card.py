"""A small keypad for the values of a card without a tag. Where there are tags it is laid on the reader instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.prompt import Keys, Option, Prompt
from companion.engine.text import N_
from companion.games.hellrail.prompts.cards import TAPPED, played
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _
from kiosk.display.theme import Metrics
from kiosk.screens.hellrail.prompts import HellRailPrompt
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.prompt_sheet import Explain, explains
from kiosk.screens.sheet import foot, lay_head
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Action, Key
from kiosk.widgets.layout import FreeSpace, Row
from kiosk.widgets.tile import Tile

LABELS = {
    "s": "{hr.setout_circle:short}",
    "b": "{hr.brimstone:short}",
    "c": "{hr.car_value:short}",
    "g": N_("Empty spaces"),
}
"""By the letter that begins the keys of a value."""
ORDER = {"pickup": "sbc", "move": "bc"}
"""What is asked of a card one after the other, where it is more than one value."""

BOXES = max(map(len, ORDER.values()))
"""Boxes side by side at most; fewer are not wider (upright: one is not wider than two)."""


def entered(path: Keys) -> tuple[str, ...]:
    """Return the keys of a card's values on a path: behind what is done with it, and behind the toll."""
    rest = path[path.index("ok") + 1 :] if "ok" in path else played(path)[1:]
    return tuple(key for key in rest if not key.startswith(TAPPED))


LAST = 10
"""The key of a value is always at the same place: from 0, or the Gates, at the left to this one."""

GATES = "G"


class ValueKey(Key):
    """A key of the keypad; `value` is what it enters."""

    def __init__(self, value: str, action: Action | None = None, **kwargs: Any) -> None:
        self.value = self.figure = value
        gates = value == GATES
        super().__init__("" if gates else value, "gates" if gates else "", align="center", action=action, **kwargs)


def show_value(tile: Tile, value: str) -> None:
    """Show what was entered, on the tile of its field."""
    gates = value == GATES
    tile.show(figure="" if gates else value, icon="gates" if gates else "")


class CardSheet(HellRailPrompt):
    """A box for each value, the keys of one below them. An earlier box leads back to it."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        self.boxes: dict[str, Tile] = {}
        super().__init__(context, explain)

    def words_of(self, prompt: Prompt) -> str:
        if not self.context.table.reads or prompt.reader is None:
            return _("Enter what stands on the card.")
        return _("Lay the card on the reader, or enter it.")

    def tile(self, view: HellRailView, option: Option, number: int, action: Callable[[], object]) -> Any:
        key = ValueKey(option.key[1:], action=action)
        explains(key, option, self.explain, GAME)
        return key

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        return tuple(option for option in prompt.options if option.key[1:].isdecimal() or option.key[:1] == "s")

    def show(self, view: HellRailView, prompt: Prompt, path: Keys) -> None:
        values = {key[0]: key[1:] for key in entered(path)}
        now = next((option.key[0] for option in self.shown(prompt)), "")
        fields = ORDER.get(next(iter(played(path)), ""), "") or "".join(dict.fromkeys([*values, now]))
        shown = list(self.boxes.values())
        self.boxes = {
            field: Tile(_(LABELS[field]), style="line", chosen=field == now, action=partial(self._again, field))
            for field in fields
        }
        for field, box in self.boxes.items():
            show_value(box, values.get(field, "–"))
        self.exchange(shown, list(self.boxes.values()))
        super().show(view, prompt, path)

    def _again(self, field: str) -> None:
        """Go back to enter this one once more."""
        keys = [key[0] for key in entered(self.path)]
        if field in keys:
            self.context.ask.on(start=self.path[: keys.index(field) - len(keys)])

    # ------------------------------------------------------------ layout

    def lay(self, metrics: Metrics) -> None:
        first = lay_head(self, metrics, self.mark, self.who, self.title)
        end = metrics.rows - foot(metrics) - (1.2 if metrics.wide else 2.4)
        rows = 1 if metrics.wide else 2
        if metrics.wide:
            self.put(self.text, left=4.2, right=4, top=end - 4, height=4)
            end -= 5.2
        else:
            self.put(self.text, left=4, right=4, top=first - 0.6, height=8)
            first += 9
        pad = (9.2 if metrics.wide else 9.6) * rows + 1.2 * (rows - 1)
        high = min(14.0 if metrics.wide else 16.0, end - pad - 2 - first)
        free = [FreeSpace() for _box in range(len(self.boxes), BOXES if metrics.wide else 2)]
        self.put(Row(*self.boxes.values(), *free), left=4, right=4, top=first, height=high)
        first += high + 1.6
        places = {0 if key.value == GATES else int(key.value): key for key in self.tiles}
        cells = [places.get(value) or FreeSpace() for value in range(1 + max((LAST, *places)))]
        per = -(-len(cells) // rows)
        for i in range(rows):
            row = Row(*cells[i * per : (i + 1) * per])
            self.put(row, left=4, right=4, top=first + i * 10.6, height=9.2 if metrics.wide else 9.4)
