"""Keys: a ring on touch down, the action on touch up inside."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from kivy.clock import Clock

from companion.presentation.colours import C, Colour
from companion.presentation.fonts import FontFace
from kiosk.display import theme
from kiosk.display.look import look
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.label import Align, TextFit, capital_height, fit, overflow, put_line
from kiosk.widgets.panel import put_panel

KeyKind = Literal["plain", "prime", "danger", "ok", "ghost", "ice"]
Badge = Literal["disc", "square"]
Action = Callable[[], object]

SECOND_STEP = 1.0
"""Of the size of the second line: from its base line to the foot of what is there."""
DESCENT = 0.21
"""Of the size: how far a letter goes below its base line."""
_LIT: dict[str, Colour] = {"prime": C.ember, "danger": C.danger, "ok": C.ok}


def put_badge(badge: Badge | None, x: float, y: float, side: float) -> None:
    """Put the mark of a panel key at x, y (px, its lower left corner), `side` px wide; None: nothing."""
    if not look.buttons:
        return
    if badge == "disc":
        put_icon("seat_disc", x, y, side, C.ok)
    elif badge == "square":
        put_panel(x, y, side, side, C.danger, 0.12 * side)


class TouchBox(NamedTuple):
    """px."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def reaches(self, x: float, y: float, least: float) -> bool:
        """Whether a point is in it, where it is `least` px wide and high at least."""
        wide, high = max(self.right - self.left, least) / 2, max(self.top - self.bottom, least) / 2
        return abs(x - (self.left + self.right) / 2) <= wide and abs(y - (self.bottom + self.top) / 2) <= high


class KeyLook(NamedTuple):
    """How a touchable was last shown: what it said, where, and since when."""

    face: tuple[object, ...]
    box: TouchBox
    since: float


class Press(NamedTuple):
    """A finger on a touchable: what that said, and where it was, when the finger came down."""

    finger: Any
    face: tuple[object, ...]
    box: TouchBox


FACE = ("label", "icon", "figure", "lines", "name", "title", "answer")
"""What can be read on a touchable; where one of these changes, it is another key to the finger."""


def _touchables(page: Any) -> Iterator[Touchable]:
    """Yield the visible touchables on a page, without their own parts."""
    for child in page.children if page.visible else ():
        if isinstance(child, Touchable):
            if child.visible:
                yield child
        elif isinstance(child, Drawn):
            yield from _touchables(child)


class Touchable(Drawn):
    """Something pressed with a finger: ring on down, `action` on up inside. To the finger it is 8 x 8 u at least.

    It is deaf for a moment (`MOTION.deaf`) after it has appeared, moved or got another face, so that a touch never does
    what was not there when the finger set out. One made anew in the same place with the same face takes touches,
    and a finger that was on the old one is on the new one, also where others have moved it meanwhile.

    :param about: what it does something to, where that cannot be read on it: a part of its face.
    """

    def __init__(self, action: Action | None = None, **kwargs: Any) -> None:
        self.action = action
        self.when_dim: Action | None = None
        """Says why it cannot be used now: what a touch does while it is not enabled."""
        self._enabled = True
        self._pressed = False
        self._noticed = False
        self._press: Press | None = None
        self._drawn: KeyLook | None = None
        self._before: KeyLook | None = None
        super().__init__(**kwargs)

    # ------------------------------------------------------------ how long it has been seen

    def face(self) -> tuple[object, ...]:
        """What can be read on it."""
        return (type(self), self.about, *(getattr(self, name, None) for name in FACE))

    def identity(self) -> object:
        return self.face()

    @property
    def box(self) -> TouchBox:
        """Where it is."""
        return TouchBox(self.x, self.y, self.right, self.top)

    def take_over(self, left: Drawn, since: float) -> None:
        assert isinstance(left, Touchable)
        self._before = left._drawn or left._before
        press = left._press
        if left is not self and press is not None:
            left._press = None
            press.finger.ungrab(left)
            if press.face == self.face():
                press.finger.grab(self)
                self._press = press
                self._light(left._pressed)

    @property
    def is_under_finger(self) -> bool:
        return self._press is not None

    def disinherit(self) -> None:
        self._before = None
        self.let_go()

    def let_go(self) -> None:
        if self._press is not None:
            self._press = None
            self._light(False)

    def _mark_new(self) -> None:
        self._before = None
        super()._mark_new()

    def _stands_now(self, dt: float) -> None:
        super()._stands_now(dt)
        if self._drawn is not None:
            before = self._before
            kept = before is not None and (before.face, before.box) == (self._drawn.face, self._drawn.box)
            since = min(before.since, self._appeared) if before and kept else self._appeared
            self._drawn = self._drawn._replace(since=since)

    def repaint(self) -> None:
        super().repaint()
        if not self._visible or self.width < 1:
            return
        face, box = self.face(), self.box
        old = self._drawn
        if old is not None and (face, box) == (old.face, old.box):
            return
        self._drawn = KeyLook(face, box, self._appeared)
        if old is not None:
            known = face == old.face and self.was_seen
            self._mark_new()
            self._before = old if known else None

    def hears(self, x: float, y: float) -> bool:
        """Whether a touch at x, y (px) means what is shown there."""
        face, shown, before = self.face(), self._drawn, self._before
        if shown is not None and shown.box == self.box:
            known = before is not None and before.face == face and before.box.holds(x, y)
            own = min(before.since, self._appeared) if before and known else self._appeared
        else:  # made or moved since the last frame, which shows it elsewhere or the one before it
            shown = shown or before
            if shown is None or not shown.box.holds(x, y):
                return False
            own = shown.since
        if shown.face != face:
            return False  # it has not been shown so
        above = self.parent.seen_since() if isinstance(self.parent, Drawn) else -math.inf
        return look.now() - max(own, above) >= theme.MOTION.deaf

    @property
    def pressed(self) -> bool:
        """Whether the ring shows."""
        return self._pressed

    @property
    def noticed(self) -> bool:
        """Whether the dim ring shows: a finger came too soon."""
        return self._noticed

    @property
    def enabled(self) -> bool:
        return self._enabled

    @enabled.setter
    def enabled(self, on: bool) -> None:
        if on != self._enabled:
            self._enabled = on
            self._pressed = False
            self.redraw()

    def stands(self) -> bool:
        """Whether it is on the glass: in the window, it and all its parents visible."""
        widget: Any = self
        while isinstance(widget, Drawn):
            if not widget.visible:
                return False
            widget = widget.parent
        return widget is not None

    def hit(self, x: float, y: float) -> bool:
        """Whether a finger at x, y (px) means it: the finger is on it, or beside it and no key next to it is nearer."""
        away = self.away(x, y)
        if away == 0:
            return True
        if not self.box.reaches(x, y, theme.KEY_LEAST * self.m.u):
            return False
        page: Any = self
        while isinstance(page.parent, Drawn) and isinstance(page.parent.parent, Drawn):
            page = page.parent
        return all(key.away(x, y) >= away for key in _touchables(page))

    def away(self, x: float, y: float) -> float:
        """Return the px from its edge to a point outside it."""
        return math.hypot(max(self.x - x, 0, x - self.right), max(self.y - y, 0, y - self.top))

    def _means(self, x: float, y: float) -> bool:
        """Whether a finger that came down on it means it at x, y (px): also where it was, if it has moved since."""
        if self.hit(x, y):
            return True
        box = self._press.box if self._press is not None else self.box
        return box != self.box and box.reaches(x, y, theme.KEY_LEAST * self.m.u)

    def _light(self, on: bool) -> None:
        if on != self._pressed:
            self._pressed = on
            self.redraw()

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        answers = self._enabled or self.when_dim is not None
        if not (self.visible and answers and self.hit(touch.x, touch.y)) or touch.is_mouse_scrolling:
            return False
        if not self.hears(touch.x, touch.y):
            touch.ud["deaf"] = self
            self._answer_too_soon()
            return True
        touch.grab(self)
        self._press = Press(touch, self.face(), self.box)
        self._light(True)
        return True

    def _answer_too_soon(self, on: bool = True) -> None:
        """Show a dim ring for a moment: the finger was noticed, but its touch does not count."""
        if on != self._noticed:
            self._noticed = on
            self.redraw()
        if on:
            Clock.schedule_once(lambda _: self._answer_too_soon(False), theme.MOTION.pressed)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self:
            self._light(self._press is not None and self._means(touch.x, touch.y))
            return True
        return super().on_touch_move(touch)

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        above: Any = self.parent
        while isinstance(above, Drawn):
            above.settle_heirs()
            above = above.parent
        press = self._press
        # An update may have changed its meaning meanwhile.
        same = press is not None and self.stands() and self.face() == press.face
        inside = same and self._means(touch.x, touch.y)
        self._press = None
        # Later: a quick tap is over before a frame has shown the ring.
        Clock.schedule_once(lambda _: self._light(False), theme.MOTION.pressed)
        act = self.action if self._enabled else self.when_dim
        if inside and act is not None:
            act()
        return True

    def put_plain(self, chosen: bool = False) -> None:
        """Put the panel of a plain key with its edge, lit if it is chosen, and the pressed ring, for `draw`."""
        skin, radius = self.skin, theme.CORNER_KEY * self.m.u
        put_panel(self.x, self.y, self.width, self.height, skin.key_down if self._pressed else skin.key, radius)
        edge, line = (C.ember, theme.LINE_CHOSEN) if chosen else (skin.key_line, theme.LINE)
        put_panel(self.x, self.y, self.width, self.height, edge, radius, line)
        self.put_ring(radius)

    def put_ring(self, radius: float) -> None:
        """Put the ring round its box, for `draw`: while it is pressed; dim, where a finger came too soon."""
        if self._pressed or self._noticed:
            r, tone = theme.RING, C.bone if self._pressed else C.rim
            put_panel(self.x - r, self.y - r, self.width + 2 * r, self.height + 2 * r, tone, radius + r, r)


class Key(Touchable):
    """A key: icon, label and a second line; or an icon alone; or a centred label.

    :param second: the second line; of several wordings, the fullest first, the first that fits is shown.
    :param kind: plain; prime (the one main key), danger, ok: lit fills with pit text; ghost: no fill.
    :param badge: the mark of the panel key that does the same: "disc" (green) or "square" (red).
    :param icon_size: in u.
    :param stacked: icon above the label; None: only if the label does not fit beside it.

    >>> pressed = []
    >>> key = Key("Go on", "check", kind="prime", action=lambda: pressed.append("on"))
    >>> key.show(label="End the turn")
    >>> key.label, key.enabled
    ('End the turn', True)
    """

    def __init__(
        self,
        label: str = "",
        icon: str = "",
        second: str | tuple[str, ...] = "",
        kind: KeyKind = "plain",
        icon_colour: Colour | None = None,
        icon_size: float = theme.ICON_KEY,
        align: Align = "left",
        badge: Badge | None = None,
        action: Action | None = None,
        stacked: bool | None = None,
        **kwargs: Any,
    ) -> None:
        self.stacked = stacked
        self.label, self.icon, self.second, self.kind = label, icon, second, kind
        self.icon_colour, self.icon_size, self.align, self.badge = icon_colour, icon_size, align, badge
        self.flowing = False
        """The words of the second line follow the label, in two lines together: three would touch the frame."""
        self.ends = False
        """It ends a turn: it has its own place."""
        super().__init__(action=action, **kwargs)

    def show(
        self,
        label: str | None = None,
        icon: str | None = None,
        second: str | tuple[str, ...] | None = None,
        kind: KeyKind | None = None,
        icon_colour: Colour | None = None,
    ) -> None:
        """Change what is not None."""
        new = {"label": label, "icon": icon, "second": second, "kind": kind, "icon_colour": icon_colour}
        changed = {k: v for k, v in new.items() if v is not None and v != getattr(self, k)}
        for name, value in changed.items():
            setattr(self, name, value)
        if changed:
            self.redraw()

    def stack(self, stacked: bool | None) -> None:
        """Put the icon above the label, or beside it; None: above it only if the label does not fit beside it."""
        if stacked is not self.stacked:
            self.stacked = stacked
            self.redraw()

    # ------------------------------------------------------------ layout

    @property
    def takes_room(self) -> tuple[object, ...]:
        """All that decides how much room it wants in a row of keys."""
        return self.uid, self.label, self.icon, self.second, self.kind, self.icon_size, self.stacked, self.ends

    def _text_left(self) -> float:
        """Return the px from the key's left edge to its label."""
        u = self.m.u
        return theme.PAD * u + ((self.icon_size + 1.4) * u if self.icon else 0)

    def _room(self) -> float:
        right = theme.PAD_TEXT + (3.4 if self.badge else 0)
        return self.width - self._text_left() - right * self.m.u

    def _beside(self) -> TextFit:
        lines = 1 if self.second else (2 if self.height > 7 * self.m.u else 1)
        left = self._room()
        if self.align == "center" and not self.icon:
            left = self.width - 2 * theme.PAD_TEXT * self.m.u
        sizes = self.m.steps("key")
        return fit(self.label, "text_bold", sizes, left, lines)

    def _above(self) -> TextFit:
        """The label below its icon: from 2.9 u down."""
        u = self.m.u
        sizes = self.m.larger_first((2.9 * u, 2.7 * u, 2.5 * u))
        return fit(self.label, "text_bold", sizes, self.width - 2 * theme.PAD_TEXT * u)

    def is_stacked(self) -> bool:
        """Whether the icon is above the label."""
        if self.stacked is None:
            return bool(self.icon and self.label and not self.second and not self._beside().fits)
        return self.stacked

    def label_fit(self) -> TextFit:
        if self.flowing:
            beside = self._flow(self._room())
            return beside if beside.fits else self._flow(self._room() + self._text_left() - theme.PAD * self.m.u)
        return self._above() if self.is_stacked() else self._beside()

    def _flow(self, room: float) -> TextFit:
        sizes = (*self.m.steps("key"), theme.SMALLEST * self.m.u)
        return fit(f"{self.label} · {self._wordings()[0]}", "text", sizes, room, 2)

    def _wordings(self) -> tuple[str, ...]:
        return (self.second,) if isinstance(self.second, str) else self.second

    def second_fit(self) -> TextFit:
        """Return how its second line fits now. One that does not fit is left out (and the log says so)."""
        laid = [fit(words, "text", self.m.steps("small"), self._room()) for words in self._wordings()]
        return next((one for one in laid if one.fits), laid[-1])

    def _block(self, tall: float, small: TextFit) -> float:
        """Return the px from the head of its label to the foot of the second line, with descenders."""
        return tall + (SECOND_STEP + DESCENT) * small.size

    @property
    def fits(self) -> bool:
        if not self.label:
            return True
        laid = self.label_fit()
        if not laid.fits or not self.second or self.flowing:
            return laid.fits
        small = self.second_fit()
        return small.fits and self._block(capital_height("text_bold", laid.size), small) <= self.height

    # ------------------------------------------------------------ colours

    def tones(self) -> tuple[Colour, Colour, Colour, Colour]:
        """Fill, label, second line, icon."""
        skin = self.skin
        if not self._enabled:
            return skin.key_quiet, skin.second.fade(0.75), skin.second.fade(0.75), skin.rest
        lit = _LIT.get(self.kind)
        if lit is not None:
            return lit, C.pit, C.pit, self.icon_colour or C.pit
        fill = skin.key_down if self._pressed else (skin.ground if self.kind == "ghost" else skin.key)
        return fill, skin.first, skin.second, self.icon_colour or skin.icon

    def draw(self) -> None:
        u = self.m.u
        radius = theme.CORNER_KEY * u
        fill, first, second, icon = self.tones()
        if self.kind != "ghost" or self._pressed:
            put_panel(self.x, self.y, self.width, self.height, fill, radius)
        if self.kind not in _LIT or not self._enabled:
            put_panel(self.x, self.y, self.width, self.height, self.skin.key_line, radius, theme.LINE)
        self.put_ring(radius)
        if self.badge:
            self._draw_badge()
        side = self.icon_size * u
        if not self.label:
            if self.icon:
                put_icon(self.icon, self.center_x - side / 2, self.center_y - side / 2, side, icon)
            return
        laid = self.label_fit()
        if not laid.fits:
            overflow(self.label, self.width)
        tall = capital_height("text_bold", laid.size)
        if self.flowing:
            self._draw_flow(laid, tall, first, icon, side)
        elif self.is_stacked():
            self._draw_stacked(laid, tall, first, icon)
        elif self.align == "center" and not self.second:
            self._draw_centred(laid, tall, first, icon, side)
        else:
            self._draw_beside(laid, tall, (first, second, icon), side)

    def _draw_beside(self, laid: TextFit, tall: float, tones: tuple[Colour, Colour, Colour], side: float) -> None:
        u = self.m.u
        left = self.x + self._text_left()
        if self.icon:
            put_icon(self.icon, self.x + theme.PAD * u, self.center_y - side / 2, side, tones[2])
        small = self.second_fit() if self.second else None
        if small and not small.fits:
            overflow(small.lines[0], self.width)
        if small and small.fits:
            step = max(2.9 * u, 0.94 * laid.size)
            base = self.center_y + ((step - tall) / 2 if self.m.grown > 1 else 0.35 * u)
            put_line(laid.lines[0], "text_bold", laid.size, left, base, tones[0])
            put_line(small.lines[0], "text", small.size, left, base - step, tones[1])
        else:
            self._draw_lines(laid, tall, left, "left", tones[0])

    def _draw_flow(self, laid: TextFit, tall: float, tone: Colour, icon: Colour, side: float) -> None:
        """Leave the icon out where the words need its place."""
        left = self.x + theme.PAD * self.m.u
        if self._flow(self._room()).fits:
            put_icon(self.icon, left, self.center_y - side / 2, side, icon)
            left = self.x + self._text_left()
        self._draw_lines(laid, tall, left, "left", tone, "text")

    def _draw_stacked(self, laid: TextFit, tall: float, tone: Colour, icon: Colour) -> None:
        u = self.m.u
        base = self.y + 1.05 * u
        side = min(4.25 * u, self.height - tall - 3 * u)
        middle = (base + tall + self.top) / 2
        put_icon(self.icon, self.center_x - side / 2, middle - side / 2, side, icon)
        put_line(laid.lines[0], "text_bold", laid.size, self.center_x, base, tone, "center")

    def _draw_lines(
        self, laid: TextFit, tall: float, x: float, align: Align, tone: Colour, face: FontFace = "text_bold"
    ) -> None:
        step = laid.size * 1.15
        base = self.center_y - (tall + step * (len(laid.lines) - 1)) / 2
        for i, words in enumerate(reversed(laid.lines)):
            put_line(words, face, laid.size, x, base + i * step, tone, align)

    def _draw_centred(self, laid: TextFit, tall: float, tone: Colour, icon: Colour, side: float) -> None:
        gap = 1.2 * self.m.u
        if self.icon:
            x = self.center_x - (side + gap + laid.wide) / 2
            put_icon(self.icon, x, self.center_y - side / 2, side, icon)
            self._draw_lines(laid, tall, x + side + gap, "left", tone)
        else:
            self._draw_lines(laid, tall, self.center_x, "center", tone)

    def _draw_badge(self) -> None:
        u = self.m.u
        side = 2.2 * u
        put_badge(self.badge, self.right - theme.PAD * u - side, self.center_y - side / 2, side)


class CornerKey(Touchable):
    """A small key without a box (language, gear): an icon of 5 u, perhaps with a short label to its right."""

    def __init__(self, icon: str, label: str = "", action: Action | None = None, **kwargs: Any) -> None:
        self.icon, self.label = icon, label
        super().__init__(action=action, **kwargs)

    def draw(self) -> None:
        u = self.m.u
        tone = self.skin.first if self._pressed else self.skin.second
        side = 5 * u
        x = self.center_x - side / 2 if not self.label else self.x + 1.2 * u
        put_icon(self.icon, x, self.center_y - side / 2, side, tone)
        if self.label:
            size = self.m.type("body")
            base = self.center_y - capital_height("text_bold", size) / 2
            put_line(self.label, "text_bold", size, x + side + u, base, tone)
        self.put_ring(theme.CORNER_KEY * u)
