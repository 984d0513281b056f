"""Every game's virtual table: a drawer over the game with a short report, pieces to lay on the reader, buttons to press
and a cable to pull. Its contents are the game's (`companion/games/<game>/virtual.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.engine.message import Line
from companion.engine.update import Update
from companion.engine.virtual import FromPrompt, Piece, Pile, VirtualTable
from companion.games.registry import BOXES
from companion.presentation.colours import SEATS, C, Colour, tone_of
from companion.presentation.i18n import _, clock_text, spoken
from companion.presentation.refusals import refusal
from companion.presentation.words import elapsed, undo_text
from companion.tools.enrol.slot_box import SlotBox
from kiosk.display import theme
from kiosk.display.theme import Metrics
from kiosk.table.context import DrawerPanel, DrawerReader, KioskContext
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.event_line import EventLine
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Action, Key, Touchable
from kiosk.widgets.label import Text, TextFit, fit, put_line, width
from kiosk.widgets.layout import Column, FreeSpace, Leaf, Node, Row, Split, middle
from kiosk.widgets.motion import appear
from kiosk.widgets.panel import put_panel
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.together import put_box

HEIGHT = 41.5
"""u of the drawer when it is open on a wide screen."""
HEIGHT_UPRIGHT = 68.0
TAB_HIGH = 3.6
"""u of the handle at the top of the window."""
TILE_LEAST = 6.0
"""u of a piece at least."""
TILE_GAP = 0.8
WIDEST, WIDEST_NAMED = 13.0, 22.0
"""u of a piece at most, and of one that needs room for its name."""


class PieceTile(Touchable):
    """A piece of the virtual table: what it shows, its name, marks, and the colour of the hand that holds it."""

    def __init__(self, piece: Piece, action: Action, **kwargs: Any) -> None:
        self.piece = piece
        self.label = spoken(piece.label)
        if piece.colour:
            self.owner: Colour | None = seat_colour(piece.colour)
        else:
            self.owner = tone_of(piece.tone) if piece.tone else None
        self.icon = piece.icon or SEATS[piece.colour].icon
        super().__init__(action=action, **kwargs)
        self.enabled = bool(piece.uid)

    @property
    def need(self) -> float:
        """The u that it takes to show its name, and for a finger to find it."""
        least = round(theme.SMALLEST * self.m.u)
        return max(TILE_LEAST, width(self.label, "text_bold", least) / self.m.u + 0.8)

    def _laid(self) -> TextFit:
        u = self.m.u
        return fit(self.label, "text_bold", (2.75 * u, theme.SMALLEST * u), self.width - 0.6 * u)

    @property
    def fits(self) -> bool:
        return self._laid().fits

    def draw(self) -> None:
        u, radius = self.m.u, self.m.u
        fill = C.seam if self._pressed else C.basalt
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        edge = C.ember if self.piece.lit else C.seam
        put_panel(self.x, self.y, self.width, self.height, edge, radius, 4 if self.piece.lit else 2)
        if self.owner is not None:
            put_panel(self.x + 0.8 * u, self.top - 1.5 * u, self.width - 1.6 * u, 0.8 * u, self.owner, 0.4 * u)
        laid = self._laid()
        if laid.fits:
            put_line(laid.lines[0], "text_bold", laid.size, self.center_x, self.y + 1.0 * u, C.ash, "center")
        low, high = self.y + 3.4 * u, self.top - 2 * u
        marks = self.piece.marks
        if marks:
            side = min(3.6 * u, (self.width - 1.2 * u) / max(2, len(marks)))
            for i, mark in enumerate(marks):
                x = self.center_x + (i - len(marks) / 2) * side
                put_icon(mark.icon, x + 0.1 * u, low, side - 0.2 * u, tone_of(mark.tone))
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
        self.put_plain()
        side = min(7.2 * u, self.height - 2 * u)
        x, y = self.x + 1.2 * u, self.center_y - side / 2
        put_panel(x, y, side, side, C.pit, side / 2)
        put_panel(x, y, side, side, self.tone, side / 2, 0.6 * u)
        put_icon(self.icon, x + side * 0.26, y + side * 0.26, side * 0.48, self.tone)
        laid = self._fit()
        put_line(laid.lines[0], "text_bold", laid.size, x + side + 1.2 * u, self.center_y - 0.35 * laid.size, C.bone)


class Tab(Touchable):
    """The handle of the drawer: a small tongue at the top edge."""

    def draw(self) -> None:
        u = self.m.u
        put_panel(self.x, self.y, self.width, self.height + 2 * u, C.soot, 1.2 * u)
        put_panel(self.x, self.y, self.width, self.height + 2 * u, C.ember, 1.2 * u, 2)
        side = 2.9 * u
        put_icon("tag", self.center_x - side / 2, self.y + 0.4 * u, side, C.ember)
        self.put_ring(1.2 * u)


class DrawerGround(Drawn):
    """Soot below, pit above, an ember edge between."""

    def on_touch_down(self, touch: Any) -> bool:
        return bool(self.visible and self.collide_point(*touch.pos))

    def draw(self) -> None:
        u = self.m.u
        put_box(self.x, self.y, self.width, self.height, C.pit)
        edge = (HEIGHT if self.m.wide else HEIGHT_UPRIGHT) * u
        put_box(self.x, self.y, self.width, edge, C.soot)
        put_box(self.x, self.y + edge, self.width, 0.5 * u, C.ember)


class Drawer(Container):
    """Covers the screen when open: a short report above, the virtual table below. Its contents are the game's.

    :param table: receives each update before the drawer does.
    :param once: it closes as soon as a piece was laid on the reader: the screen answers.
    """

    def __init__(
        self,
        context: KioskContext,
        reader: DrawerReader,
        panel: DrawerPanel,
        table: VirtualTable,
        once: bool = False,
        **kwargs: Any,
    ) -> None:
        self.once = once
        super().__init__(**kwargs)
        self.context, self.reader, self.panel, self.table = context, reader, panel, table
        self.shown = 0
        """Number of the pile that shows."""
        self.plugged = True
        self.ground = DrawerGround()
        self.add_widget(self.ground)
        self.mark = SeatMark()
        self.who = Text("", "name")
        self.clock = Figures("", size=15.75)
        self.count = Figures("", size=6.75, align="right", colour=C.ember)
        self.counted = Icon("wagon", C.ember)
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
        self.piles: tuple[Pile, ...] = ()
        self.tiles: list[PieceTile] = []
        self.visible = False
        for button in self.buttons:
            button.visible = not once
        for shown in (self.mark, self.who, self.clock, self.counted, self.count):
            shown.visible = False
        if context.table.update is not None:
            self._report(context.table.update)

    # ------------------------------------------------------------ fingers

    def pressing(self, name: str) -> Callable[[], None]:
        """Return the action that presses a button of the panel and lets it go."""

        def press() -> None:
            from kivy.clock import Clock

            self.panel.press(name)
            release = getattr(self.panel, "release", None)
            if release is not None:
                Clock.schedule_once(lambda _dt: release(name), 0.08)

        return press

    def pull(self) -> None:
        """Pull the reader's cable out, or put it in."""
        self.plugged = not self.plugged
        (self.reader.plug if self.plugged else self.reader.unplug)()
        self.cable.show(
            label=_("Plugged in") if self.plugged else _("Unplugged"),
            icon="reader" if self.plugged else "reader_lost",
            icon_colour=C.ok if self.plugged else C.danger,
        )

    def show(self, on: bool) -> None:
        if on and not self.visible:
            self.visible = True
            appear(self)
        self.visible = on
        if on:
            self.deal()
            self.second()

    # ------------------------------------------------------------ news

    def switch(self) -> None:
        self.shown = (self.shown + 1) % max(1, len(self.piles))
        self.deal()

    def on_update(self, update: Update) -> None:
        """Show the pieces of an update. A question that they cannot answer is asked on the screen below."""
        self._report(update)
        if self.visible and asks_below(update):
            self.show(False)
        if self.visible:
            self.deal()
            self.second()

    def _report(self, update: Update) -> None:
        report = self.table.report()
        holder = report.holder
        if holder is not None:
            self.mark.show(holder.colour, holder.name[:1], holder.hollow)
            self.who.show(holder.name)
        if report.count is not None:
            icon, figure = report.count
            self.counted.show(icon)
            self.count.show(figure)
        self.clock.visible = report.clock
        self.mark.visible = self.who.visible = holder is not None
        self.counted.visible = self.count.visible = report.count is not None
        if update.refusal is not None:
            self.line.say(refusal(update.refusal, update.game).title, "warning", C.brim)
        elif report.news is not None:
            self._say(report.news)
        elif self.context.table.ui.hints.asks(update.prompt) and update.prompt is not None:
            self.line.say(spoken(update.prompt.title), "warning", C.brim)
        elif update.events and update.undo is not None:
            self.line.say(undo_text(update.undo), "check", C.ok)
        elif report.idle is not None:
            self._say(report.idle)
        elif update.prompt is not None and holder is None and not report.clock:
            self.line.say(spoken(update.prompt.title), "next", C.ash)

    def _say(self, line: Line) -> None:
        self.line.say(spoken(line.text), line.icon, tone_of(line.tone))

    def second(self) -> None:
        left = self.context.table.remaining()
        self.clock.show(elapsed(self.context.table.elapsed()) if left is None else clock_text(left))

    def deal(self) -> None:
        self.piles = self.table.piles()
        self.shown = min(self.shown, max(0, len(self.piles) - 1))
        self.which.visible = len(self.piles) > 1
        if self.which.visible:
            further = self.piles[(self.shown + 1) % len(self.piles)]
            self.which.show(label=spoken(further.name), icon=further.icon)
        old = list(self.tiles)
        tiles = [self._tile(piece, old) for piece in self.pile.pieces]
        self.exchange(self.tiles, tiles)
        self.tiles = tiles

    def _tile(self, piece: Piece, old: list[PieceTile]) -> PieceTile:
        """Return the tile of a piece, an old one if there is one: a finger may be on it."""
        for tile in old:
            if tile.piece == piece:
                old.remove(tile)
                return tile
        return PieceTile(piece, partial(self.lay_on, piece))

    @property
    def pile(self) -> Pile:
        return self.piles[self.shown] if self.piles else Pile(())

    def lay_on(self, piece: Piece) -> None:
        if piece.uid:
            self.reader.tap(piece.uid)
            if self.once:
                self.show(False)

    # ------------------------------------------------------------ layout

    def arrange(self, metrics: Metrics) -> None:
        if self.width < metrics.width - 1:
            return  # not yet in its place
        high = HEIGHT if metrics.wide else HEIGHT_UPRIGHT
        top = metrics.rows - high
        self.put(self.ground, left=0, right=0, top=0, bottom=0)
        self.title.visible = metrics.wide
        keys = Row(self.which, self.cable, self.close, weights=[20, 26, 8.2])
        rows = self._rows(metrics)
        room = 17.4 if metrics.wide else 32.5
        each = min(17.0 if metrics.wide else 16.0, (room - (len(rows) - 1)) / max(1, len(rows)))
        pieces = (Row(*map(Leaf, *row), gap=TILE_GAP, size=each) for row in rows)
        buttons = Split(
            wide=Row(*self.buttons, size=10),
            upright=Column(Row(*self.buttons[:2]), Row(*self.buttons[2:]), gap=1, size=21),
        )
        table = Column(
            Split(wide=Row(Leaf(self.title, 24), FreeSpace(), Leaf(keys, 56), size=8.2), upright=Leaf(keys, 8.2)),
            Leaf(Column(*pieces, gap=1), kept=True), buttons, gap=1.2, pad=(4, 2, 4, (1.2, 1)),
        )  # fmt: skip
        self.put(Column(self._head(metrics, top), table, gap=0), left=0, top=0)

    def _head(self, metrics: Metrics, high: float) -> Node:
        """Return the report, as high as the table leaves."""
        who = Row(Leaf(self.mark, 9), Leaf(self.who, 25), gap=2, size=36) if self.mark.visible else None
        clock = Leaf(self.clock, 34) if self.clock.visible else None
        shown = (middle(self.counted, 7.4), middle(self.count, 8 if metrics.wide else 12)) if self.count.visible else ()
        if metrics.wide:
            return Row(who, clock, self.line, *shown, gap=1.2, pad=(4, 0, 4, 0), size=high)
        return Column(
            Row(who, clock, FreeSpace(), *shown, gap=1.2), Leaf(self.line, 8), gap=0, pad=(4, 2, 4, 4), size=high
        )

    def _per_row(self, metrics: Metrics, count: int) -> int:
        """Return how many of `count` pieces are side by side."""
        if self.pile.across is not None:
            return self.pile.across[0 if metrics.wide else 1]
        if not metrics.wide:
            return 5
        return -(-count // 2) if count > 11 else max(8, count)

    def _rows(self, metrics: Metrics) -> list[tuple[list[PieceTile], list[float]]]:
        """Return the pieces of each row and their widths (u): as many in a row as names allow, alike if possible."""
        n = max(1, len(self.tiles))
        per = self._per_row(metrics, n)
        per = -(-n // -(-n // per))
        widest = WIDEST if self.pile.across is None else WIDEST_NAMED
        while True:
            wide = min(widest, (metrics.columns - 8 - (per - 1) * TILE_GAP) / per)
            rows = [self.tiles[i : i + per] for i in range(0, len(self.tiles), per)]
            laid = [(tiles, widths_of([t.need for t in tiles], wide, per * wide)) for tiles in rows]
            if per == 1 or all(sum(widths) <= per * wide + 0.01 for _tiles, widths in laid):
                return laid
            per = min(per - 1, -(-n // (len(rows) + 1)))


READ = "tag:"
"""Begins a key of the table's path that a tag led to (docs/protocol.md)."""


def asks_below(update: Update) -> bool:
    """Whether a piece that was laid led to a question, which only the screen answers."""
    return bool(update.path) and update.path[-1].startswith(READ)


def widths_of(needs: Sequence[float], alike: float, room: float) -> list[float]:
    """Return widths of neighbours: all `alike` if that is enough for each, else its need and a part of the rest."""
    if all(need <= alike for need in needs):
        return [alike] * len(needs)
    spare = max(0.0, min(room, len(needs) * alike) - sum(needs)) / len(needs)
    return [need + spare for need in needs]


def seat_colour(name: str) -> Colour:
    """Return a seat's colour; bone for a seat without one."""
    return SEATS[name].colour if name in SEATS else C.bone


def table_of(context: KioskContext) -> VirtualTable:
    """Return the virtual table of the open game; one that makes none has the tags of its prompt."""
    ui = context.table.ui
    if ui.virtual is not None:
        return ui.virtual(context.table.books.get(ui.game))
    box = BOXES.get(ui.game)
    return FromPrompt(box.demo if isinstance(box, SlotBox) else {})
