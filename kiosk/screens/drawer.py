"""The frame of every virtual table: a drawer over the game with a short report, things to lay on the reader, buttons
to press and a cable to pull. What lies in it is the game's (`screens/<game>/drawer.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from kivy.graphics import Color, Rectangle

from companion.engine.prompt import Option
from companion.engine.update import Update
from companion.enrol.slot_box import SlotBox
from companion.games.registry import BOXES
from kiosk import theme
from kiosk.context import KioskContext, Panel, Reader
from kiosk.i18n import _, spoken
from kiosk.icons import put_icon
from kiosk.layout import Column, Leaf, Row, Space, Split
from kiosk.refusals import refusal
from kiosk.theme import SEATS, C, Colour, Metrics
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import Fit, Text, fit, put_line, width
from kiosk.widgets.motion import appear
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import SeatMark
from kiosk.words import undo_words

HEIGHT = 41.5
"""u of the drawer when it is open on a wide screen."""
HEIGHT_UPRIGHT = 68.0
TILE_LEAST = 6.0
"""u of a piece at least."""
TILE_GAP = 0.8


class PieceTile(Touchable):
    """A piece of the virtual table: what it shows, its name, marks, and the colour of the hand it lies in."""

    def __init__(
        self,
        label: str,
        icon: str,
        owner: Colour | None = None,
        marks: tuple[tuple[str, Colour], ...] = (),
        lit: bool = False,
        action: Action | None = None,
        **kwargs: Any,
    ) -> None:
        self.label, self.icon, self.owner, self.marks, self.lit = label, icon, owner, marks, lit
        super().__init__(action=action, **kwargs)

    @property
    def need(self) -> float:
        """u that it takes to show its name, and a finger to find it."""
        least = round(theme.SMALLEST * self.m.u)
        return max(TILE_LEAST, width(self.label, "text_bold", least) / self.m.u + 0.8)

    def _laid(self) -> Fit:
        u = self.m.u
        return fit(self.label, "text_bold", (2.75 * u, theme.SMALLEST * u), self.width - 0.6 * u)

    @property
    def fits(self) -> bool:
        """Whether its name stays inside."""
        return self._laid().fits

    def draw(self) -> None:
        u, radius = self.m.u, self.m.u
        fill = C.seam if self._pressed else C.basalt
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge = C.ember if self.lit else C.seam
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if self.lit else 2)
        if self.owner is not None:
            put_panel(self.x + 0.8 * u, self.top - 1.5 * u, self.width - 1.6 * u, 0.8 * u, self.owner, 0.4 * u)
        laid = self._laid()
        if laid.fits:
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, self.y + 1.0 * u, C.ash, "center")
        low, high = self.y + 3.4 * u, self.top - 2 * u
        if self.marks:
            side = min(3.6 * u, (self.width - 1.2 * u) / max(2, len(self.marks)))
            for i, (symbol, tone) in enumerate(self.marks):
                x = self.center_x + (i - len(self.marks) / 2) * side
                put_icon(symbol, x + 0.1 * u, low, side - 0.2 * u, tone)
            low += side + 0.3 * u
        side = min(self.width - 2 * u, high - low, 6.4 * u)
        put_icon(self.icon, self.center_x - side / 2, (low + high - side) / 2, side, C.bone)
        self.put_ring(radius)


class RoundKey(Touchable):
    """A button of the panel: a ring with an icon, and its name."""

    def __init__(self, icon: str, label: str, tone: Colour, action: Action, **kwargs: Any) -> None:
        self.icon, self.label, self.tone = icon, label, tone
        super().__init__(action=action, **kwargs)

    def _fit(self) -> Any:
        u = self.m.u
        return fit(self.label, "text_bold", (2.9 * u, 2.7 * u, 2.5 * u), self.width - 10.2 * u)

    @property
    def fits(self) -> bool:
        return bool(self._fit().fits)

    def draw(self) -> None:
        u = self.m.u
        put_panel(self.x, self.y, self.width, self.height, C.seam if self._pressed else C.basalt, 1.25 * u)
        put_panel(self.x, self.y, self.width, self.height, C.seam, 1.25 * u, 2)
        side = min(7.2 * u, self.height - 2 * u)
        x, y = self.x + 1.2 * u, self.center_y - side / 2
        put_panel(x, y, side, side, C.pit, side / 2)
        put_panel(x, y, side, side, self.tone, side / 2, 0.6 * u)
        put_icon(self.icon, x + side * 0.26, y + side * 0.26, side * 0.48, self.tone)
        laid = self._fit()
        put_line(laid.lines[0], "text_bold", laid.size, x + side + 1.2 * u, self.center_y - 0.35 * laid.size, C.bone)
        self.put_ring(1.25 * u)


class Tab(Touchable):
    """The handle of the drawer: a small tongue at the top edge."""

    def draw(self) -> None:
        u = self.m.u
        put_panel(self.x, self.y, self.width, self.height + 2 * u, C.soot, 1.2 * u)
        put_panel(self.x, self.y, self.width, self.height + 2 * u, C.ember, 1.2 * u, 2)
        side = 2.9 * u
        put_icon("tag", self.center_x - side / 2, self.y + 0.4 * u, side, C.ember)
        self.put_ring(1.2 * u)


class Ground(Drawn):
    """Soot below, pit above, an ember edge between."""

    def __init__(self, edge: float = HEIGHT, **kwargs: Any) -> None:
        self.edge = edge
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(self.visible and self.collide_point(*touch.pos))

    def draw(self) -> None:
        u = self.m.u
        Color(*C.pit)
        Rectangle(pos=self.pos, size=self.size)
        Color(*C.soot)
        Rectangle(pos=self.pos, size=(self.width, self.edge * u))
        Color(*C.ember)
        Rectangle(pos=(self.x, self.y + self.edge * u), size=(self.width, 0.5 * u))


class Drawer(Container):
    """Covers the screen when open: a short report above, the virtual table below. A game fills in `pieces`, `report`
    and `arrange_head`."""

    def __init__(self, context: KioskContext, reader: Reader, panel: Panel, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.context, self.reader, self.panel = context, reader, panel
        self.plugged = True
        self.ground = Ground()
        self.line = EventLine()
        self.title = Text(_("Virtual table"), "body", C.ash, face="text_bold")
        self.close = Key(icon="cross", icon_size=3, action=lambda: self.show(False))
        self.which = Key("", "list", icon_size=3, action=self.switch)
        self.cable = Key(_("Plugged in"), "reader", icon_colour=C.ok, icon_size=3.2, action=self.pull)
        self.buttons = [
            RoundKey("play", _("Start"), C.bone, self.pressing("start")),
            RoundKey("undo", _("Undo"), C.ember, self.pressing("undo")),
            RoundKey("match", _("Green"), C.ok, self.pressing("a")),
            RoundKey("miss", _("Red"), C.danger, self.pressing("b")),
        ]
        self.tiles: list[Any] = []
        for widget in (self.ground, self.line, self.title, self.close, self.which, self.cable):
            self.add_widget(widget)
        self.visible = False

    # ------------------------------------------------------------ what a game fills in

    def pieces(self) -> Sequence[PieceTile]:
        """What can be laid on the reader now."""
        return ()

    def report(self, update: Update) -> None:
        """The short report above, after an update."""

    def switch(self) -> None:
        """The other half of the pieces."""

    def second(self) -> None:
        """The clock shows another second."""

    def arrange_head(self, m: Metrics, top: float) -> None:
        """Place the report; the table begins `top` u below the edge."""

    widest = 13.0
    """u of a piece at most."""

    def per_row(self, m: Metrics, n: int) -> int:
        """How many of `n` pieces stand side by side."""
        if not m.wide:
            return 5
        return -(-n // 2) if n > 11 else max(8, n)

    # ------------------------------------------------------------ fingers

    def pressing(self, name: str) -> Callable[[], None]:
        """Press a button of the panel and let it go."""

        def press() -> None:
            from kivy.clock import Clock

            self.panel.press(name)
            release = getattr(self.panel, "release", None)
            if release is not None:
                Clock.schedule_once(lambda _dt: release(name), 0.08)

        return press

    def pull(self) -> None:
        """The reader's cable, out or in."""
        self.plugged = not self.plugged
        (self.reader.plug if self.plugged else self.reader.unplug)()
        self.cable.show(
            label=_("Plugged in") if self.plugged else _("Unplugged"),
            icon="reader" if self.plugged else "reader_lost",
            icon_colour=C.ok if self.plugged else C.danger,
        )

    def show(self, on: bool) -> None:
        """Open or close."""
        if on and not self.visible:
            self.visible = True
            appear(self)
        self.visible = on
        if on:
            self.deal()
            self.second()

    # ------------------------------------------------------------ news

    def told(self, update: Update) -> None:
        """The table moved on: so do the pieces."""
        self.report(update)
        if self.visible:
            self.deal()
            self.second()

    def deal(self) -> None:
        """Show the pieces as they lie now."""
        tiles = list(self.pieces())
        self.exchange(self.tiles, tiles)
        self.tiles = tiles

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        if self.width < m.width - 1:
            return  # not yet in its place
        high = HEIGHT if m.wide else HEIGHT_UPRIGHT
        self.ground.edge = high
        top = m.rows - high
        self.put(self.ground, left=0, right=0, top=0, bottom=0)
        self.arrange_head(m, top)
        self.title.visible = m.wide
        keys = Row(self.which, self.cable, self.close, weights=[20, 26, 8.2])
        rows = self._rows(m)
        room = 17.4 if m.wide else 32.5
        each = min(17.0 if m.wide else 16.0, (room - (len(rows) - 1)) / max(1, len(rows)))
        pieces = (Row(*map(Leaf, *row), gap=TILE_GAP, size=each) for row in rows)
        buttons = Split(
            wide=Row(*self.buttons, size=10),
            upright=Column(Row(*self.buttons[:2]), Row(*self.buttons[2:]), gap=1, size=21),
        )
        table = Column(
            Split(wide=Row(Leaf(self.title, 24), Space(), Leaf(keys, 56), size=8.2), upright=Leaf(keys, 8.2)),
            Leaf(Column(*pieces, gap=1), kept=True), buttons, gap=1.2, pad=(4, 2, 4, (1.2, 1)),
        )  # fmt: skip
        self.put(table, left=0, top=top, height=high)

    def _rows(self, m: Metrics) -> list[tuple[list[Any], list[float]]]:
        """The pieces of each row and their widths (u): as many side by side as their names allow, alike if possible."""
        n = max(1, len(self.tiles))
        per = self.per_row(m, n)
        while True:
            wide = min(self.widest, (m.columns - 8 - (per - 1) * TILE_GAP) / per)
            rows = [self.tiles[i : i + per] for i in range(0, len(self.tiles), per)]
            laid = [(tiles, widths_of([t.need for t in tiles], wide, per * wide)) for tiles in rows]
            if per == 1 or all(sum(widths) <= per * wide + 0.01 for _tiles, widths in laid):
                return laid
            per = -(-n // (len(rows) + 1))


def widths_of(needs: Sequence[float], alike: float, room: float) -> list[float]:
    """Widths of neighbours: all `alike` if that is enough for each, else what each needs and its part of the rest."""
    if all(need <= alike for need in needs):
        return [alike] * len(needs)
    spare = max(0.0, min(room, len(needs) * alike) - sum(needs)) / len(needs)
    return [need + spare for need in needs]


def seat_colour(name: str) -> Colour:
    """A seat's colour; bone for a seat without one."""
    return SEATS[name].colour if name in SEATS else C.bone


AT_REST = ("turn", "draw", "over")
"""Prompts at which nothing is asked."""


class PagedDrawer(Drawer):
    """The pieces in several pages, and whose turn it is; the key names the page that comes next."""

    PAGES: ClassVar[Mapping[str, str]]
    """The first one shows first -> what its key is called."""
    VIEW: ClassVar[type]
    """Of the game."""

    def __init__(self, context: KioskContext, reader: Reader, panel: Panel, **kwargs: Any) -> None:
        super().__init__(context, reader, panel, **kwargs)
        self.page = next(iter(self.PAGES))
        self.view: Any = None
        self.mark = SeatMark()
        self.who = Text("", "name")
        for widget in (self.mark, self.who):
            self.add_widget(widget)
        self._name_next()

    # ------------------------------------------------------------ what a game fills in

    def active(self, view: Any) -> Any:
        """Whose turn it is."""
        raise NotImplementedError

    def hunts(self, seat: Any) -> bool:
        """Whether the mark of a player is drawn as a hunter's."""
        return False

    def idle(self) -> None:
        """Say what is to do where nothing has happened and nothing is asked."""

    def pieces_of(self, view: Any) -> list[PieceTile]:
        """The pieces of the page that shows."""
        raise NotImplementedError

    # ------------------------------------------------------------ the same for all

    def switch(self) -> None:
        self.page = self._next()
        self._name_next()
        self.deal()

    def _next(self) -> str:
        pages = list(self.PAGES)
        return pages[(pages.index(self.page) + 1) % len(pages)]

    def _name_next(self) -> None:
        self.which.show(label=_(self.PAGES[self._next()]))

    def report(self, update: Update) -> None:
        if not isinstance(update.view, self.VIEW):
            return
        self.view = update.view
        seat = self.active(update.view)
        self.mark.show(seat.colour, seat.name[:1], self.hunts(seat))
        self.who.show(seat.name)
        if update.refusal is not None:
            self.line.say(refusal(update.refusal, update.game).title, "warning", C.brim)
        elif update.prompt is not None and update.prompt.id not in AT_REST:
            self.line.say(_("The screen asks"), "warning", C.brim)
        elif update.events and update.undo is not None:
            self.line.say(undo_words(update.undo), "check", C.ok)
        else:
            self.idle()

    def pieces(self) -> Sequence[PieceTile]:
        return self.pieces_of(self.view) if self.view is not None else ()

    def arrange_head(self, m: Metrics, top: float) -> None:
        first = top / 2 - (4.5 if m.wide else 9)
        self.put(self.mark, left=4, width=9, top=first, height=9)
        self.put(self.who, left=15, width=25, top=first, height=9)
        self.put(self.line, left=41 if m.wide else 4, right=4, top=top / 2 - 4 if m.wide else top - 12, height=8)


class SharedDrawer(Drawer):
    """Every piece whose tag can be chosen now, by the invented tags of its `SlotBox`; a touch lays it on the reader."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lying: list[Option] = []
        self.which.visible = False

    def report(self, update: Update) -> None:
        tags = self._tags()
        self.lying = [] if update.prompt is None else [o for o in update.prompt.options if o.slot in tags]
        if update.refusal is not None:
            self.line.say(refusal(update.refusal, update.game).title, "warning", C.brim)
        elif update.prompt is not None:
            self.line.say(spoken(update.prompt.title), "next", C.ash)
        elif update.undo is not None:
            self.line.say(undo_words(update.undo), "check", C.ok)

    def pieces(self) -> list[PieceTile]:
        tags = self._tags()
        return [
            PieceTile(spoken(piece.label), piece.icon or "tag", action=partial(self.reader.tap, tags[piece.slot]))
            for piece in self.lying
        ]

    def _tags(self) -> Mapping[str, str]:
        """Slot -> its invented tag."""
        box = BOXES.get(self.context.ui.game)
        return box.demo if isinstance(box, SlotBox) else {}

    def arrange_head(self, m: Metrics, top: float) -> None:
        self.put(self.line, left=4, right=4, top=top / 2 - 4, height=8)
