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
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, spoken
from companion.presentation.refusals import why_said
from kiosk.context import KioskContext
from kiosk.screens.hellrail.marks import PlayerMark
from kiosk.screens.hellrail.replies import CarTile, CircleTile, EffectTile, Replies
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.hellrail.words import car_of, seat_of, sign
from kiosk.screens.prompt_sheet import PromptSheet, mark_of
from kiosk.theme import Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.key import Badge, Key, Touchable

Explain = Callable[[str, str], object]
"""Shows a title and a hint where all see it."""
PANEL: dict[str, Badge] = {"a": "disc", "b": "square"}
PASS = "pass:"
"""Begins the keys of Heresy with which a holder lets it be."""


def explains(widget: Touchable, option: Option, explain: Explain) -> None:
    """An option that cannot be chosen is dim, and says why when it is touched."""
    widget.enabled = option.why is None
    if option.why is not None:
        widget.when_dim = partial(explain, *why_said(option.why, GAME))


class HellRailPrompt(PromptSheet):
    """Any prompt. Words beside a row of drawings are keys."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        self.replies = Replies(most=17.0)
        self.explain = explain
        super().__init__(context)
        self.add_widget(self.replies)

    @property
    def burning(self) -> Fire:
        return fires.ALARM if self.prompt is not None and self.prompt.icon == "derail" else fires.CALM

    def make_mark(self) -> PlayerMark:
        return PlayerMark()

    def show_mark(self, view: HellRailView, name: str) -> None:
        seat = seat_of(view, name)
        if seat is not None:
            self.mark.show(seat)

    def words_of(self, prompt: Prompt) -> str:
        words = super().words_of(prompt)
        if not self.context.reads or prompt.reader is None or prompt.reader.key == PLAY:
            return words
        return " ".join(filter(None, (words, _("Or lay the card on the reader."))))

    # ------------------------------------------------------------ tiles

    def tile(self, view: HellRailView, option: Option, number: int, action: Callable[[], object]) -> Any:
        made: Any = self._drawn(view, option, action)
        if made is None:
            made = super().tile(view, option, number, action)
            options = self.shown(self.prompt) if self.prompt is not None else ()
            if not option.seat or len(options) == 2:  # of many players none stands out
                made.badge = PANEL.get(option.badge)
        explains(made, option, self.explain)
        return made

    def _drawn(self, view: HellRailView, option: Option, action: Callable[[], object]) -> Any:
        """A car, a circle, a token, a number; None: it is told in words."""
        prompt, words = self.prompt, spoken(option.label)
        tone = colour(option.tone) if option.tone else C.bone
        if prompt is None:
            return None
        if drawing(option) == "car":
            seat = seat_of(view, option.seat)
            car = seat.train[int(option.place[1:]) - 1] if seat is not None else None
            if seat is None or car is None:
                return None
            owner = (seat.colour, seat.name[:1]) if seat.name != prompt.who else None
            made = CarTile(car_of(car, car.here and prompt.id == "deliver"), owner, action=action)
            made.choose(option.chosen)
            return made
        if drawing(option) == "circle":
            dog = any(circle.id == option.place and circle.cerberus for circle in view.circles)
            return CircleTile(sign(option.place), cerberus=dog, action=action)
        if any(other.place in CIRCLES and not drawing(other) for other in prompt.options if not other.seat):
            on = sign(option.place) if option.place in CIRCLES else ""  # tokens where they lie
            return EffectTile(words, option.icon, tone, mark_of(view, option.seat), on, action)
        if prompt.id in ("shown", "draw_token") or option.key.startswith("token:"):
            return EffectTile(words, option.icon, tone, action=action)
        return None

    def shown(self, prompt: Prompt) -> tuple[Option, ...]:
        drawn = any(map(drawing, prompt.options))
        return tuple(
            option for option in prompt.options if not option.key.startswith(PASS) and (drawing(option) or not drawn)
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
            explains(key, option, self.explain)
            keys.append(key)
        if passes:
            keys.append(Key(_("Nobody"), "next", kind="prime", action=partial(self._all_pass, passes)))
        return keys

    def _all_pass(self, passes: list[Option]) -> None:
        for option in passes:
            self.choose(option)

    # ------------------------------------------------------------ layout

    def fill(self, tiles: list[Any]) -> None:
        self.tiles = tiles
        self.replies.fill(tiles)
        self.rearrange()

    @property
    def crowded(self) -> bool:
        return any(isinstance(tile, EffectTile) for tile in self.tiles)

    def answers(self, m: Metrics) -> Any:
        return self.replies


def drawing(option: Option) -> str:
    """As what an option is drawn: `car`, `circle`, `figure`; "" as words."""
    if option.icon == "car" and option.seat:
        return "car"
    if option.icon == "rings" and option.place in CIRCLES and option.second == NOTHING:
        return "circle"
    return "figure" if spoken(option.label).isdecimal() else ""
