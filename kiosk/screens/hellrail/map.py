"""The map of a game at Map level: it is looked at, dragged and zoomed, and what is done on it is chosen by touch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.engine.config import ConfigError
from companion.engine.prompt import Option, Prompt
from companion.engine.update import Update
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _, spoken
from kiosk.context import KioskContext
from kiosk.screens.hellrail.map_column import SIDE, UPRIGHT_FOOT, UPRIGHT_HEAD, Column
from kiosk.screens.hellrail.map_picture import Drawings, hops_of, picture_of
from kiosk.screens.hellrail.map_tasks import MapTask
from kiosk.screens.hellrail.prompts import Explain, explains
from kiosk.screens.hellrail.routing import ON_MAP
from kiosk.screens.hellrail.setup_options import GAME
from kiosk.screens.hellrail.turn_keys import Go, TurnKeys
from kiosk.screens.hellrail.words import seat_of
from kiosk.screens.screen import Box
from kiosk.screens.sheet import Sheet, put_undo
from kiosk.theme import Metrics
from kiosk.widgets.key import Key
from kiosk.widgets.rail_map import Kind, RailMap
from kiosk.widgets.rail_picture import Ask

NOTHING = Ask()
TIP_WIDE, TIP_UPRIGHT = 9.6, 11.0
"""u of the card of a first game, above the map."""
ZOOM = 1.35
"""One touch of plus."""


class MapView(Sheet):
    """The sheet of the map: a turn at rest, or the prompts whose options lie there.

    :param still: called when all engines have come to where they were going.
    """

    def __init__(self, context: KioskContext, go: Go, explain: Explain, still: Callable[[], object]) -> None:
        super().__init__(context)
        self.explain, self.still = explain, still
        self.turn_keys = TurnKeys(context, go)
        self.turn_keys.explain = explain
        self.view: HellRailView | None = None
        self.task = MapTask(context, self._rails)
        self.asking = False
        """The table's prompt is answered here."""
        self._told = ("", "")
        self.map = RailMap(self._touched)
        self.map.still = self._arrived
        self.zoom_in = Key(icon="plus", icon_size=3, action=lambda: self.map.zoom(ZOOM))
        self.zoom_out = Key(icon="minus", icon_size=3, action=lambda: self.map.zoom(1 / ZOOM))
        self.column = Column()
        self.back = Key(_("Back"), "back", icon_size=3, action=partial(context.back, all=True))
        self.turn_it = Key(_("Turn"), "redo", action=self._turn)
        self.others: dict[str, Key] = {}
        self.done = Key("", "check", kind="prime", action=self.task.done)
        self.drawings = Drawings(lambda shape: context.choose(f"r{shape}"))
        for widget in (self.map, self.zoom_in, self.zoom_out, self.column):
            self.add_widget(widget)
        self.drawings.visible = False
        self.add_widget(self.drawings)
        self.raise_undo()

    @property
    def moving(self) -> bool:
        """An engine is on its way."""
        return self.map.moving

    def _rails(self, card: str) -> tuple[str, ...]:
        """The tracks of a card of the deck."""
        try:
            found = self.context.books[GAME].cards.get(card)
        except (KeyError, ConfigError):
            found = None
        return () if found is None else tuple(found.rails)

    # ------------------------------------------------------------ news

    def news(self, update: Update) -> None:
        """Every update, also while another sheet shows."""
        view = update.view
        if isinstance(view, HellRailView):
            self.view = view
            self.map.show(picture_of(view), hops_of(update.events))

    def update(self, view: HellRailView, prompt: Prompt | None) -> None:
        if view != self.view:
            self.view = view
            self.map.show(picture_of(view))
        update, prompt = self.context.update, self.context.prompt
        self.asking = prompt is not None and prompt.id in ON_MAP and not self.moving
        if self.asking and prompt is not None and update is not None:
            self.task.show(view, prompt, update.path)
        self._show()

    def say(self, text: str, icon: str, tone: str) -> None:
        if (text, tone) != self._told:
            self._told = (text, tone)
            if not self.asking and text:
                self.column.say(text, tone)

    def _arrived(self) -> None:
        self.still()

    def closed(self) -> None:
        self.map.still = lambda: None
        self.map.finish()

    # ------------------------------------------------------------ fingers

    def _touched(self, kind: Kind, name: str) -> None:
        view = self.view
        if self.asking:
            self.task.touch(kind, name)
            self._show()
        elif kind == "circle" and view is not None:
            circle = next((c for c in view.circles if c.id == name), None)
            if circle is not None:
                self.column.tell(circle)

    def _turn(self) -> None:
        self.task.turn()
        self._show()

    # ------------------------------------------------------------ what it shows

    def _show(self) -> None:
        view, task = self.view, self.task
        if view is None:
            return
        picking = self.asking and task.prompt.id == "tracks"
        self.drawings.visible = picking
        self.map.visible = self.zoom_in.visible = self.zoom_out.visible = not picking
        self.map.want(task.ask if self.asking else NOTHING)
        if not self.asking:
            self.column.show(view, view.active)
            if self._told[0]:
                self.column.say(*self._told)
            keys: tuple[Key, ...] = self.turn_keys.keys(view)
            for key in keys:
                key.stacked = None
        else:
            for tile, option in zip(self.drawings.tiles, task.prompt.options if picking else (), strict=False):
                explains(tile, option, self.explain)
            self.column.ask(view, seat_of(view, task.seat) or view.active, task)
            keys = self._task_keys(task)
        self.column.set_keys(keys)

    def _task_keys(self, task: MapTask) -> tuple[Key, ...]:
        keys = [self.back] if task.path else []
        keys += [self._other(option) for option in task.others if task.prompt.id != "tracks"]
        lit = task.key()
        if task.turns:
            self.turn_it.enabled = task.prompt.id == "rotation" and len(task.prompt.options) > 1
            keys.append(self.turn_it)
        if task.prompt.id not in ("branch", "tracks"):
            label, icon = lit or (_("Touch the map"), task.icon)
            self.done.show(label=label, icon=icon)
            self.done.enabled = lit is not None
            keys.append(self.done)
        return tuple(keys)

    def _other(self, option: Option) -> Key:
        """The key of an answer that lies nowhere."""
        key = self.others.setdefault(option.key, Key("", icon_size=3, action=partial(self.context.choose, option.key)))
        key.show(label=spoken(option.label), icon=option.icon)
        explains(key, option, self.explain)
        return key

    # ------------------------------------------------------------ layout

    def set_keys(self, *keys: Key) -> None:
        """The column has them."""

    def lay_keys(self, m: Metrics) -> None:
        """The column has them, but for Undo."""
        put_undo(self, m, self.undo)

    def tip_box(self, m: Metrics) -> Box | None:
        if self.drawings.visible:
            return None
        return Box(7, SIDE + 2, 0.8, TIP_WIDE) if m.wide else Box(3, 3, UPRIGHT_HEAD + 0.4, TIP_UPRIGHT)

    def lay(self, m: Metrics) -> None:
        self.put(self.column, left=0, right=0, top=0, bottom=0)
        hint = (TIP_WIDE if m.wide else TIP_UPRIGHT) + 1.6
        air = hint if self.context.first_game(GAME) else 1.0  # nothing of the map lies under a hint
        if m.wide:
            self.map.air = (9.0, air, 1.0, 9.6)
            self.put(self.map, left=0, right=SIDE, top=0, bottom=0)
            self.put(self.drawings, left=3, right=SIDE + 3, top=3, bottom=10.6)
            self.put(self.zoom_in, left=1.2, width=7, bottom=18.4, height=7)
            self.put(self.zoom_out, left=1.2, width=7, bottom=10.4, height=7)
            return
        self.map.air = (1.0, air, 9.0, 1.0)
        self.put(self.map, left=0, right=0, top=UPRIGHT_HEAD, bottom=UPRIGHT_FOOT)
        self.put(self.drawings, left=3, right=3, top=UPRIGHT_HEAD + 2, bottom=UPRIGHT_FOOT + 2)
        self.put(self.zoom_in, right=1.2, width=7, bottom=UPRIGHT_FOOT + 9.2, height=7)
        self.put(self.zoom_out, right=1.2, width=7, bottom=UPRIGHT_FOOT + 1.2, height=7)
