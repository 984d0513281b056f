"""The page of the Map level: the map is looked at, dragged and zoomed, and what is done on it is chosen by touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.prompt import Option, Prompt
from companion.engine.update import Update
from companion.figures.hellrail.pieces import SMALL, draw_train
from companion.figures.hellrail.rails import Touchables, picture_of
from companion.figures.marks import Rail, rail
from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN
from companion.games.hellrail.prompts.map import ON_MAP
from companion.games.hellrail.prompts.parts import circle_words
from companion.games.hellrail.view import CircleView, HellRailView
from companion.presentation.colours import C
from companion.presentation.i18n import _, spoken
from kiosk.display.theme import MAP_SIDE, Metrics
from kiosk.figures.view import FigureView
from kiosk.screens.hellrail.map_picture import Drawings, MapGround, hops_of
from kiosk.screens.hellrail.map_tasks import MapTask
from kiosk.screens.hellrail.marks import put_player
from kiosk.screens.hellrail.rail_view import RailMap
from kiosk.screens.hellrail.routing import MORE, GoTo
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.hellrail.table import table_status
from kiosk.screens.hellrail.words import seat_of
from kiosk.screens.play_page import MANY, BoardPage, TurnStatus
from kiosk.screens.prompt_sheet import Explain, explains
from kiosk.screens.screen import Region
from kiosk.screens.sheet import SheetKey, band_high
from kiosk.table.context import KioskContext
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Layers, Leaf, Node, Row, middle
from kiosk.widgets.seat import BareMark

NOTHING = Touchables()
TIP_WIDE, TIP_UPRIGHT = 9.6, 11.0
"""u of the card of a first game, above the map."""
HEAD, HEAD_LONG = 10.2, 12.8
"""u of the head; of one with the figure below a long name."""
FIGURE = 9.6
"""u of the figure and its sign, wide."""
DRAWINGS = 12
"""Drawings of tracks that are seen at once."""
ZOOM = 1.35
"""One touch of plus."""


class MapView(BoardPage):
    """A turn at rest, or the prompts whose options lie on the map.

    :param still: called when all engines have come to where they were going.
    """

    side = MAP_SIDE
    above, below = 16.4, 43.0
    figure_high = (5.6, 5.6)

    def __init__(self, context: KioskContext, go: GoTo, explain: Explain, still: Callable[[], object]) -> None:
        self.map = RailMap(self._touched)
        self.hinted = context.set_up.first_game(GAME)
        """Whether the game explains itself, as it is when its hints begin; asking reads the journal."""
        self.long = False
        """The name and the figure do not go side by side."""
        self.map.still = still
        super().__init__(context, explain, partial(go, SheetKey(MORE)), BareMark(put_player), self.map)
        self.explain = explain
        self.task = MapTask(context)
        self.circle: CircleView | None = None
        """The circle whose effect is shown."""
        self.zoom_in = Key(icon="plus", icon_size=3, action=lambda: self.map.zoom(ZOOM))
        self.zoom_out = Key(icon="minus", icon_size=3, action=lambda: self.map.zoom(1 / ZOOM))
        self.back = Key(_("Back"), "back", icon_size=3, action=self._back)
        self.turn_it = Key(_("Turn"), "redo", action=self._turn)
        self.others: dict[str, Key] = {}
        self.done = Key("", "check", kind="prime", action=self.task.done)
        self.drawings = Drawings(self._drawn, DRAWINGS)
        self.more = Key(_("More"), "next", action=self.drawings.turn_page)
        self.drawings.visible = False
        self.grounds = (MapGround(), MapGround())
        self.words = Text("", "small", align="right")
        self.rail, self.train = FigureView(rail, view=Rail()), FigureView(draw_train, kind=SMALL)
        for widget in (self.map, self.drawings, self.zoom_in, self.zoom_out, *self.grounds):
            self.add_widget(widget)
        self.raise_undo()

    @property
    def moving(self) -> bool:
        return self.map.moving

    # ------------------------------------------------------------ news

    def news(self, update: Update) -> None:
        """Every update, also while another sheet shows."""
        view = update.view
        if isinstance(view, HellRailView):
            self.view, self.circle = view, None
            self.map.show(picture_of(view), hops_of(update.events))

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        if view != self.view:
            self.map.show(picture_of(view))
        update, prompt = self.context.table.update, self.context.table.prompt
        self.asking = prompt is not None and prompt.id in ON_MAP and not self.moving
        if self.asking and prompt is not None and update is not None:
            self.task.show(view, prompt, update.path)
        super().update(view, prompt)

    def status_of(self, view: HellRailView) -> TurnStatus:
        status, task = table_status(view), self.task
        if not self.asking:
            return status._replace(words=status.words.rpartition("\n")[2])
        seat = seat_of(view, task.seat) or view.active
        asked = task.prompt
        figure, sign, words = (asked.figure, asked.icon, spoken(asked.counts)) if asked.figure else ("", "", "")
        return status._replace(seat=seat, name=seat.name, figure=figure, sign=sign, words=words, tone=C.brim, idle="")

    def show(self, view: HellRailView) -> None:
        beside = self.side - 4.2 - 6.4 - 2 * 1.2 - FIGURE
        self.long = self.m.wide and self.name.natural(99)[0] > beside
        self.head_high = (HEAD_LONG if self.long else HEAD, HEAD)
        picking = self.asking and self.task.prompt.id == "tracks"
        self.drawings.visible = picking
        self.map.visible = self.zoom_in.visible = self.zoom_out.visible = not picking
        self.map.want(self.task.ask if self.asking else NOTHING)
        self.drawings.offer(self.task.drawings if picking else ())
        seat = view.active
        self.train.show(seat)
        self.train.visible = self.rail.visible = not self.asking and self.circle is None
        self.title.visible = self.asking
        self.title.show(self.task.title)
        self.text.role = "small" if self.circle is not None else "body"
        self.text.show(self._text())
        self.text.visible = bool(self.text.text)

    def _text(self) -> str:
        """What to do now, or what a circle does."""
        if self.asking:
            return self.task.hint
        circle = self.circle
        if circle is None:
            return ""
        words = FACE_DOWN if circle.down else EFFECTS[circle.effect] if circle.effect is not None else None
        name = spoken(circle_words(circle.id))
        return name if words is None else f"{name} · {_(words.name)}\n{_(words.text)}"

    @property
    def line_shown(self) -> bool:
        return not self.asking and self.circle is None

    @property
    def line_aside(self) -> bool:
        return super().line_aside and self.line_shown

    def closed(self) -> None:
        self.map.still = lambda: None
        self.map.finish()

    # ------------------------------------------------------------ fingers

    def _touched(self, name: str) -> None:
        view = self.view
        if view is None:
            return
        if self.asking:
            self.task.touch(name)
        else:
            self.circle = next((circle for circle in view.circles if circle.id == name), None)
        self.update(view, None)

    def _drawn(self, number: int) -> None:
        self.context.ask.choose(self.task.prompt.options[number].key)

    def _back(self) -> None:
        """From the drawings to the map, else to the turn."""
        self.context.ask.back(all=not self.drawings.visible)

    def _turn(self) -> None:
        self.task.turn()
        self.update(self.view, None)

    # ------------------------------------------------------------ keys

    def show_keys(self, prompt: Prompt | None) -> None:
        turn = self.turn_keys
        keys = self._task_keys(self.task) if self.asking else turn.keys(self.context.table.prompt, self.holds)
        for line in self.in_rows(keys):  # those of one row look alike
            for key in line:
                key.stack(True if not self.asking and len(line) > 1 and len(keys) > MANY else None)
        self.set_keys(*keys)

    def _task_keys(self, task: MapTask) -> tuple[Key, ...]:
        keys = [self.back] if task.path else []
        keys += [self._other(option) for option in task.others if task.prompt.id != "tracks"]
        if task.prompt.id == "tracks" and self.drawings.paged:
            keys.append(self.more)
        lit = task.key()
        if task.turns:
            self.turn_it.enabled = task.prompt.id == "rotation" and len(task.prompt.options) > 1
            keys.append(self.turn_it)
        if task.prompt.id not in ("branch", "tracks"):
            label, icon = lit or (spoken(task.prompt.confirm), task.prompt.icon)
            self.done.show(label=label, icon=icon)
            self.done.enabled = lit is not None
            keys.append(self.done)
        return tuple(keys)

    def _other(self, option: Option) -> Key:
        """The key of an answer without a place on the map."""
        key = self.others.setdefault(
            option.key, Key("", icon_size=3, action=partial(self.context.ask.choose, option.key))
        )
        key.show(label=spoken(option.label), icon=option.icon)
        explains(key, option, self.explain, GAME)
        return key

    # ------------------------------------------------------------ layout

    def tip_box(self, metrics: Metrics) -> Region | None:
        if self.drawings.visible:
            return None
        return Region(7, self.side + 2, 0.8, TIP_WIDE) if metrics.wide else Region(3, 3, self.above + 0.4, TIP_UPRIGHT)

    def band_box(self, metrics: Metrics) -> Region | None:
        return (
            super().band_box(metrics) if metrics.wide else Region(0, 0, self.above, band_high(metrics))
        )  # the zoom is below

    def head(self, metrics: Metrics, mark: float) -> Column:
        name = Column(FreeSpace(), Leaf(self.name, NATURAL), FreeSpace(), gap=0)
        figure = Row(FreeSpace(), middle(self.sign, 4.6), Leaf(self.figure, NATURAL), gap=1, size=(FIGURE, 14))
        if self.long:
            below = Row(self.words, figure, size=HEAD_LONG - HEAD + 2.6)
            return Column(Row(middle(self.mark, mark), name, gap=1.2), below, gap=0.8)
        return Column(Row(middle(self.mark, mark), name, figure, gap=1.2), Leaf(self.words, 2.6), gap=0.8)

    def players(self, metrics: Metrics) -> Sequence[Any]:
        engine = Column(Leaf(self.train, (7.6, 5)), Leaf(self.rail, 2.4), gap=0, size=NATURAL)
        return (engine, Leaf(self.text, NATURAL))

    def picture_tree(self, metrics: Metrics) -> Node:
        hint = (TIP_WIDE if metrics.wide else TIP_UPRIGHT) + 1.6
        air = hint if self.hinted else 3.4 if metrics.wide else 1.0  # nothing of the map lies under a hint
        self.map.air = (9.0, air, 1.0, 10.4) if metrics.wide else (1.0, air, 9.0, 1.0)
        zooms = Column(FreeSpace(), Leaf(self.zoom_in, 7), Leaf(self.zoom_out, 7), gap=1, size=7)
        zoom = (
            Row(zooms, FreeSpace(), pad=(1.2, 0, 0, 10.4))
            if metrics.wide
            else Row(FreeSpace(), zooms, pad=(0, 0, 1.2, 1.2))
        )
        return Layers(self.map, Column(self.drawings, pad=(3, 3, 3, (10.6, 2))), zoom)

    def lay(self, metrics: Metrics) -> None:
        self.grounds[1].visible = not metrics.wide
        if metrics.wide:
            self.put(self.grounds[0], left=metrics.columns - self.side, right=0, top=0, bottom=0)
        else:
            self.put(self.grounds[0], left=0, right=0, bottom=0, height=self.below)
            self.put(self.grounds[1], left=0, right=0, top=0, height=self.above)
        super().lay(metrics)
