"""How it ended: who got away or that Cerberus won, the Rage and the Speed over the turns, who was caught when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.update import Update
from companion.figures.cerbere.board import hull, waves
from companion.games.cerbere.names import CapturedRole, Side, Winner
from companion.games.cerbere.show import turns
from companion.games.cerbere.view import CerbereView, OverView, SeatView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext, spoken
from companion.presentation.words import names
from kiosk.figures.put import put_shapes
from kiosk.screens.cerbere.ui import GAME, standing
from kiosk.screens.recap import RecapPage
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Drawn
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Layers, Node
from kiosk.widgets.seat import put_seat
from kiosk.widgets.turn_chart import ChartCapture, TurnChart, Turns

COUNTS = (("hunt", C.danger), ("miss", C.ok), ("skull", C.danger))
"""Icon of the three numbers, and its colour."""


def count_words(chases: int, misses: int, captures: int) -> tuple[str, str, str]:
    """Return the words below the three numbers."""
    return (
        ngettext("{cb.hunt}", "{cb.hunt:many}", chases),
        ngettext("dodged", "dodged", misses),
        ngettext("caught", "caught", captures),
    )


def kept_boats_words(shown: tuple[int, ...]) -> str:
    """Return what the kept boats were, the first one first."""
    one, two, three = shown
    return _("The {cb.boat:many}: {one}, {two} and {three} seats").format(one=one, two=two, three=three)


class Winners(Drawn):
    """The winners, as large as the box allows."""

    def __init__(self, **kwargs: Any) -> None:
        self.won = True
        self.seats: tuple[SeatView, ...] = ()
        self.room = 1
        super().__init__(**kwargs)

    def show(self, won: bool, seats: Sequence[SeatView], room: int | None) -> None:
        """Show the winners; `room`: seats of their boat."""
        self.won, self.seats, self.room = won, tuple(seats), max(room or 0, len(seats), 1)
        self.redraw()

    def draw(self) -> None:
        if self.width >= 16 and self.height >= 16:
            (self._draw_boat if self.won else self._draw_pack)()

    def _draw_boat(self) -> None:
        u = self.m.u
        high = self.height
        deep = 0.36 * high
        side = min(high - deep, 11 * u)
        wide = min(self.width, self.room * side * 1.12 + 5 * u)
        put_shapes(hull(wide / 2, 0, wide, deep, C.brim), self.x, self.y + deep)
        put_shapes([waves(wide / 2 + 3 * u, 0, wide + 6 * u, u, C.brim.fade(0.7))], self.x, self.y + 0.1 * u)
        step = side * 1.12
        left = self.x + (wide - self.room * step) / 2 + (step - side) / 2
        for i, seat in enumerate(self.seats):
            put_seat(left + i * step, self.y + deep - 0.02 * side, side, seat.colour, seat.name[:1])

    def _draw_pack(self) -> None:
        u, high = self.m.u, self.height
        put_icon("cerberus", self.x, self.y, high, C.danger)
        if not self.seats:
            return
        left = self.x + high + 1.6 * u
        step = min(9 * u, (self.right - left) / len(self.seats))
        side = min(step * 0.92, 8 * u)
        for i, seat in enumerate(self.seats):
            put_seat(left + i * step, self.y + 0.4 * u, side, seat.colour, seat.name[:1])


class Recap(RecapPage):
    """Got away, or not."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.winners = Winners()
        super().__init__(context, self.winners, TurnChart(), COUNTS, **kwargs)
        self.view: CerbereView | None = None
        self.names = Text("", "event", C.bone, size=4.25)
        self.boats = Text("", "body", C.brim, lines=2)
        show = _("Show the {cb.boat:many}")
        self.show_boats = Key(show, "boat", icon_colour=C.brim, action=lambda: context.ask.act("boats"))

    @property
    def won(self) -> bool:
        """Whether a player got away."""
        over = self.view.over if self.view is not None else None
        return over is None or over.side is Winner.RUNNERS

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, CerbereView) or view.over is None or view.recap is None:
            return
        self.view = view
        over, recap, won = view.over, view.recap, view.over.side is Winner.RUNNERS
        seats = {seat.name: seat for seat in view.seats}
        self.winners.show(won, [seats[name] for name in over.winners if name in seats], view.boats.revealed)
        self.names.show(names(over.winners) if over.winners else _("Nobody wins"))
        self.line.show(" · ".join(self._facts(view, over)))
        shown = view.boats.shown
        self.boats.show(kept_boats_words(shown) if shown else "")
        self.boats.visible = bool(shown)
        self.show_boats.visible = self.context.table.may("boats")
        counts = (recap.chases, recap.misses, len(recap.captures))
        self.show_counts(zip(counts, count_words(*counts), strict=True))
        self._show_chart(view)
        said = [standing([m for m in self.context.table.memories.finished() if m.game == GAME])]
        said += [_("with corrections")] if recap.corrected else []
        self.note.show(" · ".join(part for part in said if part))
        self.show_end(update, won, _("Escaped!") if won else _("{cb.cerberus} wins"), view.demo)

    def _facts(self, view: CerbereView, over: OverView) -> list[str]:
        """Return how many played or why it was lost, and how long it took."""
        if over.side is Winner.RUNNERS:
            n = len(view.seats)
            return [ngettext("{n} player", "{n} players", n).format(n=n), spoken(turns(view.turn.n))]
        left = any(seat.side is Side.RUNNER for seat in view.seats)
        return [_("too few for the {cb.boat}") if left else _("nobody left to run"), spoken(turns(view.turn.n))]

    def _show_chart(self, view: CerbereView) -> None:
        recap = view.recap
        assert recap is not None
        colours = {seat.name: seat.colour for seat in view.seats}
        marks = tuple((mark.turn, mark.steps, mark.speed) for mark in recap.marks)
        catches = tuple(
            ChartCapture(c.turn, colours.get(c.name, "white"), c.name[:1], c.role is CapturedRole.OUT)
            for c in recap.captures
        )
        last = view.turn.n
        first = marks[0][0] if marks else last
        words = (
            _("steps to the {cb.hunt}"),
            _("{cb.speed}"),
            _("turn {n}").format(n=first),
            _("turn {n}").format(n=last),
        )
        self.chart.show(Turns(marks, catches, last, self.won), *words)
        self.chart.visible = bool(marks)

    def lines(self) -> Node:
        words = Column(self.names, self.line, gap=0.6, size=(8.6, 9.4))
        if not (self.boats.visible or self.show_boats.visible):
            return words
        return Column(words, Layers(self.boats, self.show_boats), gap=0.8, size=(16.6, 17.4))

    def keys(self) -> list[Key]:
        return [self.undo, self.home, self.again]
