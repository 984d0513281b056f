"""The two bases: `Drawn` redraws itself at most once a frame, `Container` places its children in u."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, overload

from kivy.clock import Clock
from kivy.properties import NumericProperty, ReferenceListProperty
from kivy.uix.widget import Widget

from companion.presentation.skins import EMBER, Skin
from kiosk.display.look import look
from kiosk.display.memory import sweeper
from kiosk.display.theme import MOTION, Metrics
from kiosk.widgets.all_on import all_on
from kiosk.widgets.canvas import unlisted_canvas
from kiosk.widgets.frame import Wait, frame
from kiosk.widgets.layout import (
    Column,
    KnownLayout,
    KnownSize,
    Node,
    Placed,
    Rect,
    grids,
    has_grid,
    place,
    placed_leaves,
)
from kiosk.widgets.merge import OwnDrawing, merges
from kiosk.widgets.motion import come_back, stop_fading

MOST_KNOWN = 4
"""Layouts that a container remembers: a page goes to and fro between a question and its answer."""


class Succession:
    """Widgets of one identity that have left their parent in this frame, and those that have come in their place."""

    __slots__ = ("come", "heirs", "left")

    def __init__(self) -> None:
        self.left: list[Drawn] = []
        self.heirs: list[Drawn] = []
        self.come = 0


Value = TypeVar("Value")


class DrawnFrom(Generic[Value]):
    """An attribute of a `Drawn` on which its drawing depends: it is drawn again when that changes."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = f"_{name}"

    @overload
    def __get__(self, widget: None, owner: type) -> DrawnFrom[Value]: ...

    @overload
    def __get__(self, widget: Drawn, owner: type) -> Value: ...

    def __get__(self, widget: Drawn | None, owner: type) -> DrawnFrom[Value] | Value:
        if widget is None:
            return self
        value: Value = widget.__dict__[self._name]
        return value

    def __set__(self, widget: Drawn, value: Value) -> None:
        before = widget.__dict__.get(self._name, value)
        widget.__dict__[self._name] = value
        if before != value:
            widget.redraw()


class Drawn(Widget):
    """A widget that draws itself with `draw` into a cleared canvas, below its children, when something changed.

    It has no size until its parent sets one, and draws nothing before that.
    """

    # Kivy's own defaults differ; as arguments of every widget these would cost more than all the rest of it.
    size_hint_x = NumericProperty(None, allownone=True)
    size_hint_y = NumericProperty(None, allownone=True)
    size_hint = ReferenceListProperty(size_hint_x, size_hint_y)
    width = NumericProperty(0)
    height = NumericProperty(0)
    size = ReferenceListProperty(width, height)

    fades = True
    """False: the widget below goes away at once, as it may show a secret."""
    draws_itself = False
    """`draw` adds instructions of Kivy's to the canvas. Where that is not said it is seen the first time, and `draw` is
    called once more."""

    def __init__(self, *, about: object = None, **kwargs: Any) -> None:
        self._visible = True
        self._skin: Skin | None = None
        self.about = about
        """What it shows, where that outlives the widget: one of its kind that comes in the same frame follows it."""
        self._appeared = -math.inf
        self._home: Any = None
        """Its parent, also once it has left it."""
        self._departed: dict[Any, Succession] = {}
        self._left_out = False
        """It was to be drawn while it or a parent was hidden."""
        self.redraw = Wait(frame.drawings, self)
        """Draw before the next frame."""
        self.canvas = unlisted_canvas()
        self.merged = OwnDrawing(self.canvas)
        super().__init__(**kwargs)
        self.redraw()

    def on_x(self, *_: Any) -> None:
        self.redraw()

    on_y = on_width = on_height = on_x

    @property
    def m(self) -> Metrics:
        """The display's measures."""
        return look.metrics

    @property
    def skin(self) -> Skin:
        """Its own skin, else that of the nearest parent, else the usual one."""
        widget: Any = self
        while isinstance(widget, Drawn):
            if widget._skin is not None:
                return widget._skin
            widget = widget.parent
        return EMBER

    @skin.setter
    def skin(self, skin: Skin | None) -> None:
        if skin is not self._skin:
            self._skin = skin
            self.redraw_all()

    @property
    def visible(self) -> bool:
        return self._visible

    @visible.setter
    def visible(self, on: bool) -> None:
        """Hidden widgets draw nothing and take no touch."""
        if on != self._visible:
            self._visible = on
            stop_fading(self)
            self.opacity = 1 if on else 0
            if on:
                self._redraw_left_out()
                self._mark_new()
            if isinstance(self.parent, Container) and self in self.parent._members:
                self.parent.rearrange()

    # ------------------------------------------------------------ what is in the canvas

    def add_widget(self, widget: Any, index: int = 0, canvas: str | None = None) -> None:
        """Add a child. As long as nothing of it is seen it is missing in the canvas: what is transparent would cost as
        much as what is seen.
        """
        unseen = [child for child in self.children if child.opacity <= 0] if index else []
        for child in reversed(unseen):  # Kivy looks for the place of the next one below
            self._take_in(child)
        super().add_widget(widget, index, canvas)
        for child in (widget, *unseen):
            if child.opacity <= 0:
                self.canvas.remove(child.canvas)
        merges.changed(self)

    def remove_widget(self, widget: Any) -> None:
        super().remove_widget(widget)
        merges.changed(self)
        if isinstance(widget, Drawn):
            merges.changed(widget)  # what fades is drawn by itself

    def on_opacity(self, widget: Any, opacity: float) -> None:
        super().on_opacity(widget, opacity)
        merges.fade(self, opacity)
        parent = self.parent
        if not isinstance(parent, Drawn) or self not in parent.children:  # it is just being added
            return
        if (opacity > 0) is not (parent.canvas.indexof(self.canvas) >= 0):
            if opacity > 0:
                parent._take_in(self)
            else:
                parent.canvas.remove(self.canvas)

    def _take_in(self, child: Any) -> None:
        """Put a child's canvas above that of the next one below it that is there."""
        canvas, children = self.canvas, self.children
        place = children.index(child)
        if not place:
            canvas.add(child.canvas)
            return
        below = (canvas.indexof(other.canvas) for other in children[place + 1 :])
        canvas.insert(next((at + 1 for at in below if at >= 0), int(canvas.has_before)), child.canvas)

    # ------------------------------------------------------------ how long it has been seen

    def on_parent(self, _widget: Any, parent: Any) -> None:
        since = self._appeared
        if parent is not None:
            come_back(self)
            self._mark_new()
            if self._left_out:
                self.redraw_all()
        else:
            sweeper.left()
        self._succeed(parent, since)

    def appear(self) -> None:
        """Mark it as another thing than before: no finger is on it any more."""
        self._mark_new()
        for widget in all_on(self):
            if isinstance(widget, Drawn):
                widget.let_go()

    def let_go(self) -> None:
        """Let go of the finger that is on it. Override."""

    @property
    def is_under_finger(self) -> bool:
        """Whether a finger is on it. Override."""
        return False

    @property
    def touched(self) -> bool:
        """Whether a finger is on it or on something on it."""
        return any(isinstance(widget, Drawn) and widget.is_under_finger for widget in all_on(self))

    def _mark_new(self) -> None:
        """Count its moment from the frame that shows it."""
        self._appeared = math.inf
        Clock.schedule_once(self._stands_now, 0)

    def _stands_now(self, _dt: float) -> None:
        if self._appeared == math.inf:
            self._appeared = look.now()

    @property
    def was_seen(self) -> bool:
        """Whether a frame has shown it since it came."""
        return self._appeared != math.inf

    def seen_since(self) -> float:
        """Return when it, or the last of its parents, was first shown (`look.now`); infinite before that."""
        since = self._appeared
        above: Any = self.parent
        while isinstance(above, Drawn):
            since = max(since, above._appeared)
            above = above.parent
        return since

    # ------------------------------------------------------------ made anew

    def identity(self) -> object:
        """What makes another widget the same thing to a finger; None: nothing does."""
        return None if self.about is None else (type(self), self.about)

    def _succeed(self, parent: Any, since: float) -> None:
        """Note what leaves its parent; what comes in its place, in the same frame, follows it.

        :param since: when it was first shown where it was before.
        """
        home, self._home = self._home, parent
        if parent is None:
            if isinstance(home, Drawn) and (identity := self.identity()) is not None:
                home.left_behind(self, identity)
        elif isinstance(parent, Drawn) and parent._departed and (identity := self.identity()) is not None:
            parent.heir_comes(self, identity, since)

    def left_behind(self, widget: Drawn, identity: object) -> None:
        """Note a widget that has left."""
        if not self._departed:
            Clock.schedule_once(self._end_succession, 0)
        self._departed.setdefault(identity, Succession()).left.append(widget)

    def heir_comes(self, widget: Drawn, identity: object, since: float) -> None:
        """Have a widget that has come take over from the first of those that have left, if one has."""
        succession = self._departed.get(identity)
        if succession is None:
            return
        succession.come += 1
        if succession.come > len(succession.left):
            return
        left = succession.left[succession.come - 1]
        if left is not widget:
            succession.heirs.append(widget)
            since = left._appeared
        widget.take_over(left, since)

    def take_over(self, left: Drawn, since: float) -> None:
        """Go on where another widget about the same ends (or itself), which is shown since then, with what is on it."""
        self._appeared = since
        if left is self:
            return
        for child in reversed(left.children):  # in the order in which they were added
            if isinstance(child, Drawn):
                self.left_behind(child, child.identity() or type(child))
        for child in reversed(self.children):
            if isinstance(child, Drawn):
                self.heir_comes(child, child.identity() or type(child), child._appeared)

    def settle_heirs(self) -> None:
        """Take from those that follow what is not clearly theirs: as many as have left have not come."""
        for succession in self._departed.values():
            if succession.come != len(succession.left):
                for heir in succession.heirs:
                    heir.disinherit()
                succession.heirs.clear()

    def disinherit(self) -> None:
        """Give back what it took over: it may follow another one."""

    def _end_succession(self, _dt: float) -> None:
        self.settle_heirs()
        self._departed.clear()

    @property
    def deaf(self) -> bool:
        """Whether a touch now was meant for what was there before."""
        return look.now() - self.seen_since() < MOTION.deaf

    def redraw_all(self) -> None:
        """Draw it and everything on it before the next frame."""
        for widget in all_on(self):
            if isinstance(widget, Drawn):
                widget.redraw()

    def _redraw_left_out(self) -> None:
        """Draw before the next frame what of it and on it was left out while it was hidden."""
        for widget in all_on(self):
            if isinstance(widget, Drawn) and widget._left_out:
                widget.redraw()

    def repaint(self) -> None:
        """Draw now what `redraw` asked for, if it and all its parents are visible."""
        self._left_out = not self._on_visible()
        if self._left_out:
            return
        if self.width >= 1 and self.height >= 1:
            self.prepare()
            self.merged.draw(self)
        else:
            self.merged.forget()
        merges.changed(self)

    def _on_visible(self) -> bool:
        """Whether it and all its parents are visible."""
        above: Any = self
        while isinstance(above, Drawn):
            if not above._visible:
                return False
            above = above.parent
        return True

    def natural(self, room: float) -> tuple[float, float]:
        """Return the width and height (u) that it takes where it may be `room` wide; 0: none of its own."""
        return 0.0, 0.0

    def prepare(self) -> None:
        """Make what `draw` needs, while no canvas is open. Override."""

    def draw(self) -> None:
        """Put shapes, or add canvas instructions (px, window coordinates). Override."""

    def inc_disabled(self, count: int = 1) -> None:
        if count:  # else Kivy tells all its children nothing, whenever it gets a parent
            super().inc_disabled(count)

    def dec_disabled(self, count: int = 1) -> None:
        if count:
            super().dec_disabled(count)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(self._visible and super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        return bool(self._visible and super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        return bool(self._visible and super().on_touch_up(touch))


class Container(Drawn):
    """A screen or a panel: fills its parent. Its children are placed as passed to `compose`, or by `arrange`."""

    size_hint_x = NumericProperty(1, allownone=True)
    size_hint_y = NumericProperty(1, allownone=True)
    size_hint = ReferenceListProperty(size_hint_x, size_hint_y)

    def __init__(self, **kwargs: Any) -> None:
        self.rearrange = Wait(frame.layouts, self)
        """Lay out again before the next frame."""
        self._tree: Node = Column()
        self._members: list[Any] = []
        self._known: list[KnownLayout] = []
        """The layouts that were asked for last, the latest first."""
        self._known_size: KnownSize | None = None
        super().__init__(**kwargs)
        look.watch(self.look_changed)
        self.rearrange()

    def on_x(self, *_: Any) -> None:
        self.redraw()
        self.rearrange()

    on_y = on_width = on_height = on_x

    def look_changed(self) -> None:
        self.rearrange()
        self.redraw_all()

    def place_children(self) -> None:
        """Lay out now."""
        self.arrange(self.m)

    def compose(self, tree: Node) -> None:
        """Show the widgets of this layout, and none any more that only the one before had."""
        self._tree = tree
        self._take_members()
        self.rearrange()

    def _take_members(self) -> None:
        """Have the widgets of the layout as children; in a display's other shape these may be others."""
        new = placed_leaves(self._tree, self.m.wide)
        for widget in self._members:
            if widget not in new:
                self.remove_widget(widget)
        for widget in new:
            if widget.parent is None:
                self.add_widget(widget)
        self._members = new

    def arrange(self, metrics: Metrics) -> None:
        """Place the children. Override it where a drawing or a change of shape asks for more than `compose`."""
        self._take_members()
        self.put(self._tree, left=0, top=0)

    def natural(self, room: float) -> tuple[float, float]:
        """Return the width and height (u) of its layout where it may be `room` wide."""
        known, wide = self._known_size, self.m.wide
        if known is None or not known.holds(self._tree, room, wide):
            known = self._known_size = KnownSize(self._tree, room, wide)
        return known.found

    def known_places(self, tree: Node, box: Rect) -> Placed | None:
        """Return what is visible of a layout, with its boxes; as before, if nothing of it changed. None: it has a grid,
        whose tiles are asked more."""
        wide = self.m.wide
        known = next((one for one in self._known if one.holds(tree, box, wide)), None)
        if known is None:
            if has_grid(tree, wide):
                return None
            known = KnownLayout(tree, box, wide)
        if self._known[:1] != [known]:
            self._known = [known, *(one for one in self._known if one is not known)][:MOST_KNOWN]
        return known.found

    def exchange(self, old: Sequence[Any], new: Sequence[Any], layer: int = 0) -> None:
        """Replace `old` children by `new` ones: those in both stay, new ones are drawn above all but `layer`."""
        for widget in old:
            if widget not in new:
                self.remove_widget(widget)
        for widget in new:
            if widget.parent is None:
                self.add_widget(widget, layer)
        self.rearrange()

    def put(
        self,
        widget: Any,
        *,
        left: float | None = None,
        right: float | None = None,
        top: float | None = None,
        bottom: float | None = None,
        width: float | None = None,
        height: float | None = None,
        baseline: float | None = None,
    ) -> Any:
        """Place a child (adding it if it is not there), all in u from this container's edges, like absolute CSS.

        Two of left, right, width; two of top, bottom, height. A layout fills the place. `baseline` (from the top) sets
        a Text's line instead: the text sits on it and the height is its capital's. Returns the widget.
        """
        u = self.m.u
        if width is None:
            width = self.width / u - (left or 0) - (right or 0)
        if left is None:
            left = self.width / u - (right or 0) - width
        if baseline is not None:
            height = widget.capital() / u
            top = baseline - height
            widget.sit = "baseline"
        if height is None:
            height = self.height / u - (top or 0) - (bottom or 0)
        if bottom is None:
            bottom = self.height / u - (top or 0) - height
        if isinstance(widget, Node):
            put_tree(self, widget, Rect(left, self.height / u - bottom - height, width, height))
            return widget
        if widget.parent is None:
            self.add_widget(widget)
        x, y, right, top = self.x, self.y, left + width, bottom + height
        _set_box(widget, round(x + left * u), round(y + bottom * u), round(x + right * u), round(y + top * u))
        return widget

    def put_all(self, placed: Placed) -> None:
        """Place widgets at their boxes, as `put` does each."""
        u, x, y, high = self.m.u, self.x, self.y, self.height / self.m.u
        for widget, (left, top, width, height) in placed:
            if widget.parent is None:
                self.add_widget(widget)
            low = high - top - height
            right, upper = left + width, low + height
            _set_box(widget, round(x + left * u), round(y + low * u), round(x + right * u), round(y + upper * u))


def _set_box(widget: Any, x0: int, y0: int, x1: int, y1: int) -> None:
    """Set its place (px), as far as that is another one."""
    if (widget.width, widget.height) != (x1 - x0, y1 - y0):
        widget.size = (x1 - x0, y1 - y0)
    if (widget.x, widget.y) != (x0, y0):
        widget.pos = (x0, y0)


def put_tree(container: Any, tree: Node, box: Rect) -> None:
    """Put the widgets of a layout into a box (u) of the container.

    A tile in a grid whose words do not fit gives up its small line.
    """
    u, wide = container.m.u, container.m.wide
    if box.width * u < 1 or box.height * u < 1:
        return  # not yet in its place
    known = container.known_places(tree, box)
    if known is not None:
        container.put_all(known)
        return

    def fits(tile: Any, width: float, height: float) -> bool:
        _share([tile], None)
        tile.size = (width * u, height * u)
        return getattr(tile, "fits", True)

    container.put_all(place(tree, box, wide, fits))
    for tiles in grids(tree, wide):
        one_size(tiles)
        crowded = [tile for tile in tiles if getattr(tile, "second", "") and not tile.fits]
        if crowded:
            for tile in crowded:
                tile.second = ""
            put_tree(container, tree, box)
            return


def one_size(tiles: Sequence[Any]) -> None:
    """Give all of them the largest label that each has room for where it is now."""
    _share(tiles, None)
    _share(tiles, min((t.text_size for t in tiles if getattr(t, "text_size", 0)), default=None))


def _share(tiles: Sequence[Any], size: float | None) -> None:
    """Set the largest label (u) that all of them have room for; None: each as it likes."""
    for tile in tiles:
        if hasattr(tile, "largest") and tile.largest != size:
            tile.largest = size
            tile.redraw()
