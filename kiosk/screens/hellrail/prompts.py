"""The prompts of HellRail as sheets: cars, circles, effects and counts drawn as what they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine.prompt import MAIN, Option, Prompt
from companion.engine.text import NOTHING
from companion.games.hellrail.names import CIRCLES
from companion.games.hellrail.prompts.readings import PLAY
from companion.games.hellrail.view import HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.layout import Grid, Leaf, Row, Space
from kiosk.screens.hellrail.cars import CarTile
from kiosk.screens.hellrail.marks import put_player
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.hellrail.words import car_of, seat_of, sign
from kiosk.screens.prompt_sheet import Explain, PromptSheet, explains
from kiosk.theme import Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Badge, Key
from kiosk.widgets.parts import Drawing
from kiosk.widgets.seat import Mark
from kiosk.widgets.train import put_circle

PANEL: dict[str, Badge] = {"a": "disc", "b": "square"}
WIDEST, HIGHEST = 23.4, 17.0
"""u of a car, a circle or a figure."""
PASS = "pass:"
"""Begins the keys of Heresy with which a holder lets it be."""


class HellRailPrompt(PromptSheet):
    """Any prompt. Words beside a row of drawings are keys."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        super().__init__(context, explain=explain)

    @property
    def burning(self) -> Fire:
        return fires.ALARM if self.prompt is not None and self.prompt.icon == "derail" else fires.CALM

    def make_mark(self) -> Mark:
        return Mark(put_player)

    def show_mark(self, view: HellRailView, name: str) -> None:
        seat = seat_of(view, name)
        if seat is not None:
            self.mark.show(seat)

    def words_of(self, prompt: Prompt) -> str:
        words = super().words_of(prompt)
        if not self.context.reads or prompt.reader is None or prompt.reader.key == PLAY:
            return words
        return " ".join(filter(None, (words, _("The reader works, too."))))

    # ------------------------------------------------------------ tiles

    def tile(self, view: HellRailView, option: Option, number: int, action: Callable[[], object]) -> Any:
        made: Any = self._car(view, option, action)
        if made is None:
            made = super().tile(view, option, number, action)
            if drawn_as(option) == "circle":
                made.show(label="", figure=sign(option.place))
            elif option.place in CIRCLES and option.why is None:
                made.show(second="")  # its circle is drawn
            many = len(self.shown(self.prompt)) > (2 if option.seat else 4) if self.prompt is not None else True
            made.badge = None if many else PANEL.get(option.badge)  # of many none stands out
        explains(made, option, self.explain, GAME)
        return made

    def _car(self, view: HellRailView, option: Option, action: Callable[[], object]) -> CarTile | None:
        prompt, seat = self.prompt, seat_of(view, option.seat)
        if prompt is None or seat is None or drawn_as(option) != "car":
            return None
        car = seat.train[int(option.place[1:]) - 1]
        owner = (seat.colour, seat.name[:1]) if seat.name != prompt.who else None
        made = CarTile(car_of(car, car.here and prompt.id == "deliver"), owner, action=action)
        made.choose(option.chosen)
        return made

    def drawing(self, view: HellRailView, option: Option) -> Drawing | None:
        """A circle, or the one on which a token lies."""
        if option.place not in CIRCLES or option.seat:
            return None
        dog = drawn_as(option) == "circle" and any(c.id == option.place and c.cerberus for c in view.circles)
        tone = C.bone if option.why is None else C.rim
        return partial(put_circle, figure=sign(option.place), tone=tone, cerberus=dog)

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        drawn = any(map(drawn_as, prompt.options))
        return tuple(
            option for option in prompt.options if not option.key.startswith(PASS) and (drawn_as(option) or not drawn)
        )

    def beside(self, prompt: Prompt) -> list[Key]:
        shown = self.shown(prompt)
        passes = [option for option in prompt.options if option.key.startswith(PASS)]
        rest = [o for o in prompt.options if o not in shown and o not in passes and o.badge != MAIN]
        keys = []
        for option in rest:
            words = spoken(option.second) if self.m.wide else ""
            second = tuple(dict.fromkeys((words, words.partition(",")[0])))  # where it is narrow, the first of it
            key = Key(
                spoken(option.label), option.icon, second if words else "", icon_size=3, action=self._choose(option)
            )
            explains(key, option, self.explain, GAME)
            keys.append(key)
        if passes:
            keys.append(Key(_("Nobody"), "next", kind="prime", action=partial(self._all_pass, passes)))
        return keys

    def _all_pass(self, passes: list[Option]) -> None:
        for option in passes:
            self.choose(option)

    # ------------------------------------------------------------ layout

    def answers(self, m: Metrics) -> Any:
        if not any(map(drawn_as, self.prompt.options if self.prompt is not None else ())):
            return super().answers(m)
        circles = len(self.tiles) == len(CIRCLES)
        columns = 5 if circles else min(len(self.tiles), 6 if m.wide else 4)
        grid = Grid(*self.tiles, columns=columns, most=HIGHEST)
        return Row(Leaf(grid, columns * WIDEST), Space(), gap=0)


def drawn_as(option: Option) -> str:
    """As what an option is drawn: `car`, `circle`, `figure`; "" as words."""
    if option.icon == "car" and option.seat:
        return "car"
    if option.icon == "rings" and option.place in CIRCLES and option.second == NOTHING:
        return "circle"
    return "figure" if spoken(option.label).isdecimal() else ""
