"""The path of Cerbère with everybody on it. It is looked at, and it is touched: pawns and spaces answer questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock

from companion.engine.game import Event
from companion.engine.prompt import Option, Prompt
from companion.engine.update import Update
from companion.games.cerbere.events import CerberusMoved, PawnMoved
from companion.games.cerbere.names import Why
from companion.games.cerbere.view import CerbereView, PathView, icon_of
from companion.presentation.board_path import Plan, Spot, boat_spots, lay_out, spots
from companion.presentation.colours import C
from kiosk.display.look import look
from kiosk.display.theme import MOTION
from kiosk.widgets.base import Drawn
from kiosk.widgets.board_marks import (
    RAIL,
    TRAIL,
    put_boat,
    put_link,
    put_rail,
    put_ring,
    put_station,
    put_step,
)
from kiosk.widgets.panel import put_panel
from kiosk.widgets.pawns import DIM, Pawn, colour_of
from kiosk.widgets.together import together

CERBERUS = ""
"""Name of Cerberus's pawn among the players'."""
STEP = 0.15
"""s, one space; a long way goes faster."""
WHOLE = 1.5
"""s. All that happened in one move is walked in this time."""
REACH = 5.0
"""u. A finger this near to something that can be touched means it; of several, the nearest."""


def pawn_options(prompt: Prompt | None) -> dict[str, Option]:
    """Pawns on the path that can be touched now, by the names of their players."""
    options = prompt.options if prompt is not None else ()
    return {option.seat: option for option in options if option.seat and option.place and option.why is None}


def space_options(prompt: Prompt | None) -> dict[str, int]:
    """Keys of the ways that can be taken now, with the space to which each leads."""
    options = prompt.options if prompt is not None else ()
    return {option.key: int(option.place) for option in options if not option.seat and option.place.isdecimal()}


class Layer(Drawn):
    """A part of the board that is drawn anew by itself."""

    def __init__(self, paint: Callable[[], None], **kwargs: Any) -> None:
        self._paint = paint
        super().__init__(**kwargs)

    def draw(self) -> None:
        self._paint()


class Board(Drawn):
    """The board in its box. `told` takes every update; a touch on what is ringed calls `answer` with its key."""

    def __init__(self, answer: Callable[[str], object], **kwargs: Any) -> None:
        self.answer = answer
        self.still: Callable[[], object] = lambda: None
        """Called when all pawns have come to where they were going."""
        self.view: CerbereView | None = None
        self.prompt: Prompt | None = None
        self.plan: Plan | None = None
        self.pawns: dict[str, Pawn] = {}
        self.trail: Walk | None = None
        self._trays: Any = ()
        self._queue: list[Walk] = []
        self.waiting = False
        """Pawns are to walk, but not before `walk` is called."""
        self._pace = STEP
        self._walking: Walk | None = None
        self._down: str | None = None
        super().__init__(**kwargs)
        self._ways, self._rings = Layer(self._draw_ways), Layer(self._draw_rings)
        self._layers = (Layer(self._draw_rail), self._ways, Layer(self._draw_spaces), self._rings)
        for layer in self._layers:
            self.add_widget(layer)
        self._placer = Clock.create_trigger(self._replace, -1)
        self.fbind("size", self._placer)
        self.fbind("pos", self._placer)

    @property
    def moving(self) -> bool:
        return self._walking is not None or bool(self._queue)

    # ------------------------------------------------------------ what it shows

    def on_update(self, update: Update, wait: bool = False) -> None:
        """Something happened at the table.

        :param wait: pawns that walk begin with `walk`.
        """
        view = update.view
        if not isinstance(view, CerbereView) or view.path is None:
            return
        self.finish()
        first = self.view is None
        same = self.view is not None and self.view.path is not None and self.view.path.spaces == view.path.spaces
        if update.prompt != self.prompt:
            self.appear()
        self.view, self.prompt = view, update.prompt
        if not same:
            self.plan = None
        news = walks(update.events)
        if news:
            self.trail = next((w for w in reversed(news) if w.steps and not w.back), news[-1])
        self._people()
        if self.plan is None:
            self._replace()
        elif news and look.motion and not first:
            self._begin(news, wait)
            self._mark()
            self._ways.redraw()
        else:
            self._settle(0 if first else MOTION.slide)

    def _people(self) -> None:
        """A pawn for everybody who has one on the path; those just caught stay until the walking is done."""
        view = self.view
        assert view is not None
        seats: dict[str, str | None] = {s.name: s.colour for s in view.seats if s.at is not None}
        if view.cerberus is not None:
            seats[CERBERUS] = None
        for name, colour in seats.items():
            if name not in self.pawns:
                pawn = self.pawns[name] = Pawn(name, colour)
                self.add_widget(pawn)
                if self.plan is not None and (spot := self._spots().get(name)):
                    pawn.stand(spot)

    def _gone(self) -> list[str]:
        view = self.view
        assert view is not None
        here = {s.name for s in view.seats if s.at is not None} | ({CERBERUS} if view.cerberus is not None else set())
        return [name for name in self.pawns if name not in here]

    def _spots(self) -> dict[str, Spot]:
        """Where everybody stands now; the trays are noted on the way."""
        view, plan = self.view, self.plan
        if view is None or plan is None or view.path is None:
            return {}
        on: dict[int, list[str]] = {}
        for seat in view.seats:
            if seat.at is not None and seat.at < plan.boat:
                on.setdefault(seat.at, []).append(seat.name)
        if view.cerberus is not None:
            on.setdefault(view.cerberus, []).insert(0, CERBERUS)
        placed, self._trays = spots(plan, {n: len(names) for n, names in on.items()})
        found = {name: spot for n, names in on.items() for name, spot in zip(names, placed[n], strict=True)}
        aboard = view.boats.aboard
        seated = boat_spots(plan, max(view.boats.revealed or 0, len(aboard)))
        found.update(zip(aboard, seated, strict=False))
        return found

    def _replace(self, *_: Any) -> None:
        """Another box, another path: everything anew."""
        view = self.view
        if view is None or view.path is None or self.width < 40 or self.height < 40:
            return
        self._stop()
        path = view.path
        self.plan = lay_out(
            self.x, self.y, self.width, self.height, self.m.u, len(path.spaces), path.starts if path.faces else ()
        )
        for layer in self._layers:
            layer.size, layer.pos = self.size, self.pos
            layer.redraw()
        self._settle(0)

    def _settle(self, seconds: float) -> None:
        """Everybody to where the view has them."""
        self._walking = None
        for name in self._gone():
            self.remove_widget(self.pawns.pop(name))
        for name, spot in self._spots().items():
            pawn = self.pawns[name]
            if seconds:
                pawn.go(spot, seconds)
            else:
                pawn.stand(spot)
        self._mark()
        self._ways.redraw()

    def _mark(self) -> None:
        """Rings, numbers, dimness by the open question."""
        view = self.view
        if view is None:
            return
        wanted = set() if self.moving else set(pawn_options(self.prompt))
        picked = view.picked
        asked = self._asking()
        for name, pawn in self.pawns.items():
            pawn.mark(
                ringed=name in wanted,
                number=picked.index(name) + 1 if name in picked else 0,
                pressed=self._down == name and name != CERBERUS,
                active=name == view.turn.player and not asked,
            )
            meant = not wanted or name in wanted or name in picked or name == CERBERUS
            pawn.opacity = 1 if meant else DIM  # type: ignore[assignment]  # Drawn made it an int
        self._rings.redraw()

    def _open_ways(self) -> dict[str, int]:
        """The ways that can be taken now: none while somebody walks."""
        return {} if self.moving else space_options(self.prompt)

    def _asking(self) -> bool:
        return bool(pawn_options(self.prompt))

    # ------------------------------------------------------------ motion

    def _begin(self, news: list[Walk], wait: bool) -> None:
        steps = sum(len(w.steps) for w in news)
        self._pace = min(STEP, WHOLE / max(steps, 1))
        self._queue = list(news)
        self.waiting = wait
        if not wait:
            self._next()

    def walk(self) -> None:
        """Pawns that wait may go now."""
        if self.waiting:
            self.waiting = False
            self._next()

    def _next(self) -> None:
        if not self._queue:
            self._settle(MOTION.slide)
            self.still()
            return
        walk = self._walking = self._queue.pop(0)
        pawn = self.pawns.get(walk.pawn)
        if pawn is None or self.plan is None:
            self._next()
            return
        self.remove_widget(pawn)
        self.add_widget(pawn)  # in front of the others
        self._step(pawn, list(walk.steps))

    def _step(self, pawn: Pawn, left: list[int]) -> None:
        plan = self.plan
        if not left or plan is None:
            self._next()
            return
        n = left.pop(0)
        node = plan.nodes[n]
        size = (4.6 if pawn.seat else 5.4) * plan.u
        root = plan.root(n) if n < plan.boat else float(node.y)
        pawn.go(Spot(node.x, root + size / 2, size), self._pace, "linear", lambda: self._step(pawn, left))

    def _stop(self) -> None:
        from kivy.animation import Animation

        self._queue = []
        self._walking = None
        self.waiting = False
        for pawn in self.pawns.values():
            Animation.cancel_all(pawn)

    def finish(self) -> None:
        """End all motion where it was going."""
        if self.moving:
            self._stop()
            self._settle(0)
            self.still()

    # ------------------------------------------------------------ fingers

    def _targets(self) -> list[tuple[str, float, float]]:
        """What can be touched: its key and its middle."""
        view, plan = self.view, self.plan
        if view is None or plan is None:
            return []
        found = [
            (option.key, self.pawns[name].center_x, self.pawns[name].center_y)
            for name, option in sorted(pawn_options(self.prompt).items())
            if name in self.pawns
        ]
        for key, n in space_options(self.prompt).items():
            found.append((key, plan.nodes[n].x, plan.nodes[n].y))
        return found

    def _beside(self, x: float, y: float) -> bool:
        """Whether a point is on the board, or close to its edge, where its last spaces are."""
        u = self.m.u
        return self.x - u <= x <= self.right + u and self.y - u <= y <= self.top + u

    def meant(self, x: float, y: float) -> str | None:
        """The key of what a finger there means."""
        targets = self._targets() if self._beside(x, y) else []
        if self.plan is None or not targets:
            return None
        i = self.plan.nearest(x, y, [(a, b) for _value, a, b in targets], REACH * self.m.u)
        return None if i is None else targets[i][0]

    def on_touch_down(self, touch: Any) -> bool:
        if not self.visible or not self._beside(touch.x, touch.y) or touch.is_mouse_scrolling:
            return False
        self.finish()
        meant = self.meant(touch.x, touch.y)
        if meant is None:
            return False
        if self.deaf:
            touch.ud["deaf"] = self
            return True
        touch.grab(self)
        self._press(meant)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        down = self._down
        Clock.schedule_once(lambda _dt: self._press(None), MOTION.pressed)
        if down is not None and self.meant(touch.x, touch.y) == down:
            self.answer(down)
        return True

    def _press(self, value: str | None) -> None:
        if value != self._down:
            self._down = value
            self._mark()

    # ------------------------------------------------------------ drawing

    def _draw_rail(self) -> None:
        if self.plan is not None:
            put_rail(self.plan, C.rim)

    def _draw_ways(self) -> None:
        """What changes on and beside the rail, below the spaces."""
        view, plan = self.view, self.plan
        if view is None or plan is None or view.path is None:
            return
        self._draw_reach(plan, view)
        self._draw_links(plan, view.path, set(self._open_ways()))
        self._draw_trail(plan, view.path)
        for tray in self._trays:
            put_panel(tray.x, tray.y, tray.width, tray.height, C.soot, 1.25 * plan.u)
            put_panel(tray.x, tray.y, tray.width, tray.height, C.seam, 1.25 * plan.u, 2)
        boats = view.boats
        full = boats.revealed is not None and len(boats.aboard) >= boats.revealed
        tone = C.rim if boats.revealed is None else C.ok if full else C.bone
        put_boat(plan, boats.revealed, len(boats.aboard), tone)

    def _draw_spaces(self) -> None:
        if self.plan is None or self.view is None or self.view.path is None:
            return
        with together():
            for n, space in enumerate(self.view.path.spaces):
                icon = icon_of(space)
                mark = icon == "cerberus"
                put_station(self.plan, n, icon, C.rim if mark else C.ash, space.den and not mark)

    def _draw_rings(self) -> None:
        """Round spaces that can be touched."""
        if self.plan is not None:
            for key, n in self._open_ways().items():
                put_ring(self.plan, n, C.bone if key == self._down else C.ember)

    def _draw_reach(self, plan: Plan, view: CerbereView) -> None:
        """The spaces ahead of Cerberus that a chase could bring him to."""
        if view.cerberus is not None and view.reach is not None:
            with together():
                for n in range(view.cerberus, view.reach):
                    put_step(plan, n, n + 1, C.danger.fade(0.8), RAIL)

    def _draw_links(self, plan: Plan, path: PathView, asked: set[str]) -> None:
        """Bridge, portal, nacelle, funicular; the one that may be taken now is lit."""
        if path.bridge:
            put_link(plan, "bridge", *path.bridge, C.ember if "bridge" in asked else C.rim, path.bridge_intact)
        if path.portal and path.portal_open:
            put_link(plan, "portal", *path.portal, C.ember if "portal" in asked else C.ash, thick=1.4)
        if path.nacelle:
            put_link(plan, "nacelle", *path.nacelle, C.rim)
        if path.funicular:
            put_link(plan, "funicular", *path.funicular, C.ember if "funicular" in asked else C.rim)

    def _draw_trail(self, plan: Plan, path: PathView) -> None:
        """The last move, in the colour of its pawn."""
        walk = self.trail
        if walk is None or walk.pawn not in self.pawns:
            return
        tone = colour_of(self.pawns[walk.pawn].seat)
        ways = {w: kind for kind in ("bridge", "portal", "nacelle", "funicular") if (w := getattr(path, kind))}
        at = walk.source
        for n in walk.steps:
            pair = (min(at, n), max(at, n))
            if abs(n - at) == 1 and min(at, n) >= 0 and max(at, n) <= plan.boat:
                put_step(plan, at, n, tone, TRAIL)
            elif pair in ways:
                kind: Any = ways[pair]
                put_link(plan, kind, *pair, tone, True, 1.6)
            at = n


@dataclass(frozen=True)
class Walk:
    """A pawn's way from `source` over `steps`. `pawn` "" is Cerberus; `back`: he returns to a mark after a capture."""

    pawn: str
    source: int
    steps: tuple[int, ...]
    back: bool = False


def walks(events: Sequence[Event]) -> list[Walk]:
    """The ways of an update, in order."""
    found: list[Walk] = []
    for event in events:
        if isinstance(event, PawnMoved):
            found.append(Walk(event.pawn, event.source, event.path))
        elif isinstance(event, CerberusMoved):
            if event.why is Why.RETREAT:
                found.append(Walk("", event.source, (event.to,), True))
            else:
                found.append(Walk("", event.source, tuple(range(event.source + 1, event.to + 1))))
    return found
