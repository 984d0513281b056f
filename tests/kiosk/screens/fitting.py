"""Measures every text on a floor: does it stay in its box, in the window, and off other texts?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.figures.hellrail.pieces import crews, draw_train
from companion.presentation.scene import Group, Icon, Shape
from kiosk.display.theme import KEY_LEAST
from kiosk.figures.view import FigureView
from kiosk.screens.cerbere.board import Board
from kiosk.screens.cerbere.grid import PlayerGrid
from kiosk.screens.cerbere.seats import Ticks
from kiosk.screens.doctor.finding_row import FindingRow
from kiosk.screens.drawer import Tab
from kiosk.screens.hellrail.rail_view import RailMap
from kiosk.screens.notices import Strip
from kiosk.widgets.band import Band
from kiosk.widgets.base import Drawn
from kiosk.widgets.counters import CounterRow
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.frame import ROUNDS, frame
from kiosk.widgets.help_tab import HelpTab
from kiosk.widgets.hold_field import HoldField
from kiosk.widgets.key import Touchable
from kiosk.widgets.keyboard import Keyboard
from kiosk.widgets.label import LEADING, Text, capital_height, width
from kiosk.widgets.order import Order
from kiosk.widgets.seat import BareMark, SeatMark

INCHES, TARGET_MM = 7.0, 9.0
"""The display's diagonal, and what a finger finds (docs/touch.md)."""
MARKS, FIGURES = (Ticks, CounterRow, SeatMark, BareMark), (crews, draw_train)
"""What is no words, and read all the same."""
AT_THE_EDGE = (Strip, Tab, HelpTab)
QUIET = (EventLine,)
"""What gives its place to the band."""


def lay_out() -> None:
    """What waits for it, as before a frame, again and again until nothing more waits."""
    for _ in range(ROUNDS):
        frame.layouts.run()
        if not frame.layouts.waiting:
            return
    raise AssertionError("the layout never rests")


class Ink(NamedTuple):
    """The box that a widget's words or body really fill (px)."""

    widget: Any
    words: str
    x: float
    y: float
    right: float
    top: float

    def meets(self, other: Ink) -> bool:
        """Whether they overlap by more than a hair."""
        hair = 1.0
        return (
            self.x + hair < other.right
            and other.x + hair < self.right
            and self.y + hair < other.top
            and other.y + hair < self.top
        )

    def holds(self, other: Ink) -> bool:
        """Whether the other lies wholly inside (a minus key on its tile)."""
        return self.x <= other.x and self.y <= other.y and self.right >= other.right and self.top >= other.top


def visible(root: Any) -> Iterator[Any]:
    """The visible widgets below `root`, without what lies under a covering drawer."""
    drawer = getattr(root, "drawn", None)
    tops = [drawer] if drawer is not None else list(root.children)
    for top in tops:
        yield from _seen(top)


def _seen(widget: Any) -> Iterator[Any]:
    if isinstance(widget, Drawn) and not (widget.visible and widget.opacity):
        return
    yield widget
    for child in widget.children:
        yield from _seen(child)


def ink(widget: Any) -> Ink | None:
    """What it fills; None if it shows no words."""
    if isinstance(widget, Touchable):
        if type(widget).__name__ in ("Gate", "Tab", "Strip", "Eyes", "Tip"):
            return None
        return Ink(widget, getattr(widget, "label", ""), widget.x, widget.y, widget.right, widget.top)
    if isinstance(widget, Text) and widget.text:
        return _text(widget)
    if isinstance(widget, Figures) and widget.text:
        return _figures(widget)
    if isinstance(widget, EventLine) and widget.text:
        laid = widget.fit()
        wide = widget._left() + width(laid.lines[0], "text_bold", laid.size)
        high = capital_height("text_bold", laid.size)
        y = widget.center_y - high / 2
        return Ink(widget, widget.text, widget.x, y, widget.x + wide, y + high)
    if isinstance(widget, Order) and widget.text:
        laid = widget.fit()
        wide = max(width(line, "black", laid.size) for line in laid.lines)
        high = capital_height("black", laid.size) + (len(laid.lines) - 1) * laid.size * 1.02
        return Ink(widget, widget.text, widget.x, widget.y, widget.x + wide, widget.y + high)
    return None


ACCENT = 0.18
"""Of the size: how far an accent stands above its capital."""


def _text(widget: Text) -> Ink:
    laid = widget.fit()
    wide = max(width(line, widget.face, laid.size) for line in laid.lines)
    high = capital_height(widget.face, laid.size) + (len(laid.lines) - 1) * laid.size * LEADING
    y = widget.y if widget.sit == "baseline" else widget.center_y - high / 2
    x = {"left": widget.x, "center": widget.center_x - wide / 2, "right": widget.right - wide}[widget.align]
    above = ACCENT * laid.size if any(letter in "ÀÂÄÉÈÊËÎÏÔÖÙÛÜ" for letter in laid.lines[0]) else 0
    return Ink(widget, widget.text, x, y, x + wide, y + high + above)


def _figures(widget: Figures) -> Ink:
    wide, high = widget.text_width(), widget.capital()
    y = widget.y if widget.sit == "baseline" else widget.center_y - high / 2
    x = {"left": widget.x, "center": widget.center_x - wide / 2, "right": widget.right - wide}[widget.align]
    return Ink(widget, widget.text, x, y, x + wide, y + high)


def _covered(root: Any, inks: list[Ink]) -> Iterator[str]:
    """What lies under the handle of the virtual table: words and keys, pawns on a board, the paw of a track."""
    tab = getattr(root, "tab", None)
    if tab is None or not tab.visible or tab not in list(visible(root)):
        return
    if root.context.table.ui.game == "infernal_wagon":
        return  # upright, its huge clock reaches below the handle
    handle = Ink(tab, "", tab.x, tab.y, tab.right, tab.top)
    boxes = list(inks)
    for widget in visible(root):
        if isinstance(widget, FigureView):
            shapes = widget.scene.shapes if widget.scene is not None else []
            pawns = [shape for shape in shapes if isinstance(shape, Group) and shape.key.startswith("pawn")]
            boxes += [_icon(widget, icon) for pawn in pawns for icon in _icons(pawn.shapes)]
            boxes += [_icon(widget, shape) for shape in shapes if isinstance(shape, Icon)]
    for box in boxes:
        if handle.meets(box):
            yield f"{type(box.widget).__name__} {box.words!r} lies under the handle of the virtual table"


def _icons(shapes: Iterable[Shape]) -> Iterator[Icon]:
    for shape in shapes:
        if isinstance(shape, Icon):
            yield shape
        elif isinstance(shape, Group):
            yield from _icons(shape.shapes)


def icons_of(widget: FigureView) -> list[Icon]:
    """The icons that a figure shows."""
    widget.prepare()
    return list(_icons(widget.scene.shapes if widget.scene is not None else ()))


def _icon(widget: FigureView, icon: Icon) -> Ink:
    half, x, y = 0.46 * icon.side, widget.x + icon.x, widget.top - icon.y  # it does not fill its box
    return Ink(widget, icon.name, x - half, y - half, x + half, y + half)


def _hidden(root: Any, inks: list[Ink]) -> Iterator[str]:
    """What a card of a first game may lie over for a moment is words; no key, no question, no clock."""
    tip = getattr(root, "tip", None)
    if tip is None or not tip.visible or tip not in list(visible(root)):
        return
    card = Ink(tip, "", tip.x, tip.y, tip.right, tip.top)
    clock = getattr(root.screen, "clock", None)
    for box in inks:
        if (isinstance(box.widget, Touchable) or box.widget is clock) and card.meets(box):
            yield f"{type(box.widget).__name__} {box.words!r} lies under the card of a first game"


def _takers(widget: Any) -> Iterator[Any]:
    """What takes a finger, in the order in which it is asked."""
    if isinstance(widget, Drawn) and not widget.visible:
        return
    for child in widget.children:
        yield from _takers(child)
    if isinstance(widget, Touchable):
        if widget.enabled or widget.when_dim is not None:
            yield widget
    elif isinstance(widget, (Board, RailMap, HoldField)):
        yield widget


def _meant(takers: Sequence[Any], x: float, y: float) -> tuple[Any, str] | None:
    """What a finger there means: a widget, and of a board which of its pawns or spaces."""
    for taker in takers:
        if isinstance(taker, Touchable):
            if taker.hit(x, y):
                return taker, ""
        elif isinstance(taker, Board):
            if (key := taker.meant(x, y)) is not None:
                return taker, key
        elif taker.collide_point(x, y):
            return taker, ""
    return None


def _near(taker: Any, x: float, y: float, half: float) -> bool:
    """Whether a key reaches into the square; of what is no key nobody knows before asking."""
    if not isinstance(taker, Touchable):
        return True
    least = KEY_LEAST * taker.m.u
    wide, high = max(taker.width, least) / 2 + half + 1, max(taker.height, least) / 2 + half + 1
    return abs(x - taker.center_x) <= wide and abs(y - taker.center_y) <= high


def target_px(wide: float, high: float) -> int:
    """Side of the square that each target has at least."""
    return int(TARGET_MM * math.hypot(wide, high) / (INCHES * 25.4))


def _named(what: tuple[Any, str] | None) -> str:
    return "nothing" if what is None else f"{type(what[0]).__name__} {what[1] or getattr(what[0], 'label', '')!r}"


def small_targets(root: Any, wide: float, high: float) -> list[str]:
    """What can be touched, but means something else, or nothing, within the square about its middle. A keyboard's keys
    are narrower where ten stand in a row, and what hangs from the edge of the display is lower."""
    drawer = getattr(root, "drawn", None)
    tops = [drawer] if drawer is not None else list(root.children)
    takers = [taker for top in tops for taker in _takers(top)]
    keys = {key for grid in visible(root) if isinstance(grid, PlayerGrid) for key in grid.tiles}
    spots: list[tuple[tuple[Any, str], float, float]] = []
    for taker in takers:
        if isinstance(taker, Touchable) and not isinstance(taker, (*AT_THE_EDGE, FindingRow)):
            if isinstance(taker.parent, Keyboard):
                continue
            spots.append(((taker, ""), taker.center_x, taker.center_y))
        elif isinstance(taker, Board):
            spots += [((taker, key), x, y) for key, x, y in taker.targets() if key not in keys]
    half = target_px(wide, high) / 2 - 0.5
    found = []
    for what, x, y in spots:
        corners = [(x + dx * half, y + dy * half) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        near = [taker for taker in takers if _near(taker, x, y, half)]
        seen = [_meant(near, min(max(a, 0), wide - 1), min(max(b, 0), high - 1)) for a, b in corners]
        if others := [one for one in seen if one != what]:
            found.append(f"{_named(what)} is smaller than a finger needs; beside it: {_named(others[0])}")
    return found


def half_below(root: Any, card: Any) -> list[str]:
    """What a card of a first game lies over must be wholly below it or give way: half a name or figure misleads."""
    box = Ink(card, "", card.x, card.y, card.right, card.top)
    found = []
    for widget in visible(root):
        if widget in root.screen.below_tip:
            continue
        words = ink(widget)
        if isinstance(widget, (Ticks, SeatMark, BareMark)):  # these fill their boxes
            words = Ink(widget, "", widget.x, widget.y, widget.right, widget.top)
        if words is not None and box.meets(words) and not box.holds(words):
            found.append(f"{type(widget).__name__} {words.words!r} lies half below the card of a first game")
    return found


def below_band(root: Any) -> list[str]:
    """What a refusal's band lies over: no name, title, figure, key or mark of a player; nothing is half below it."""
    found = []
    for band in [w for w in visible(root) if isinstance(w, Band)]:
        box = Ink(band, "", band.x, band.y, band.right, band.top)
        for widget in visible(root):
            words = ink(widget)
            if isinstance(widget, MARKS) or (isinstance(widget, FigureView) and widget.figure in FIGURES):
                words = Ink(widget, "", widget.x, widget.y, widget.right, widget.top)
            if words is None or not box.meets(words) or (isinstance(widget, QUIET) and box.holds(words)):
                continue
            if isinstance(widget, Text) and widget.role not in ("name", "title") and box.holds(words):
                continue
            found.append(f"{type(widget).__name__} {words.words!r} lies under the band")
    return found


def faults(root: Any, wide: float, high: float) -> list[str]:
    """Everything that is wrong with the texts of a floor."""
    found = []
    inks: list[Ink] = []
    for widget in visible(root):
        fits = getattr(widget, "fits", None)
        if fits is None and hasattr(widget, "fit"):
            fits = widget.fit().fits
        if fits is False:
            words = getattr(widget, "text", None) or getattr(widget, "label", None) or getattr(widget, "name", "")
            found.append(f"{type(widget).__name__} {words!r} does not fit {widget.width:.0f} x {widget.height:.0f}")
        box = ink(widget)
        if box is not None:
            if box.x < -1 or box.y < -1 or box.right > wide + 1 or box.top > high + 1:
                found.append(f"{type(widget).__name__} {box.words!r} leaves the window")
            inks.append(box)
    for i, a in enumerate(inks):
        for b in inks[i + 1 :]:
            if not a.meets(b):
                continue
            related = a.widget in b.widget.walk(restrict=True) or b.widget in a.widget.walk(restrict=True)
            nested = isinstance(a.widget, Touchable) and isinstance(b.widget, Touchable) and (a.holds(b) or b.holds(a))
            if not related and not nested:
                found.append(f"{type(a.widget).__name__} {a.words!r} meets {type(b.widget).__name__} {b.words!r}")
    return found + list(_covered(root, inks)) + list(_hidden(root, inks))
