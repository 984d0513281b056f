"""After the reveal: who won by how much, deliveries over the turns, the longest train, rams, derailments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.update import Update
from companion.games.hellrail.names import Level
from companion.games.hellrail.view import HellRailView, RecapView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from kiosk.screens.hellrail.reveal_story import ranked, winners
from kiosk.screens.hellrail.words import won_words
from kiosk.screens.recap import RecapPage
from kiosk.table.context import KioskContext
from kiosk.widgets.delivery_chart import Deliveries, DeliveryChart, SeatDeliveries
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Leaf, Node, Row
from kiosk.widgets.seat import SeatMark

GAME = "hellrail"
COUNTS = (("car", C.ash), ("ram", C.ember), ("derail", C.danger), ("swap", C.ash))
"""Icon of the four numbers, and its colour."""


def count_words(rams: int, derailments: int, recharges: int) -> tuple[str, str, str, str]:
    """Return the words below the four numbers; the longest train is a length."""
    return (
        _("longest train"),
        ngettext("ram", "rams", rams),
        ngettext("derailed", "derailed", derailments),
        ngettext("recharged", "recharged", recharges),
    )


class Recap(RecapPage):
    """It has nothing to show before the cars were opened."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.score = Figures("", size=15, colour=C.bone)
        super().__init__(context, self.score, DeliveryChart(), COUNTS, per=2, **kwargs)
        self.view: HellRailView | None = None
        self.seats: list[SeatMark] = []
        """The winners."""
        self.title = Text("", "event", C.brim, size=6.5, face="black", lines=2)
        self.longest: SeatMark | None = None
        """The seat with the longest train."""
        self.back = Key(_("Cars"), "sealed", action=lambda: context.go.open(None))

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, HellRailView) or view.scores is None or view.recap is None:
            return
        self.view = view
        seats = {seat.name: seat for seat in view.seats}
        best = winners(view.scores)
        self.seats = [SeatMark(seats[name].colour, name[:1]) for name in best if name in seats]
        self.across = len(best) > 1  # their names need the width
        self.title = Text("", "event", size=6.5 if len(best) < 3 else 4.0, face="black", lines=2)
        top = max((score.delivered for score in view.scores), default=0)
        self.score.show(str(top))
        self.line.show(self._others(view))
        self._show_counts(view, view.recap)
        self._show_chart(view, view.recap)
        self.note.show(_("with corrections") if view.recap.corrected else "")
        self.demo.show(_("demo deck"))
        self.show_end(update, True, won_words(best, len(view.seats)), view.placeholder)

    @staticmethod
    def _others(view: HellRailView) -> str:
        """Return the other sums, and how long it took."""
        scores = {score.name: score for score in view.scores or ()}
        best = winners(view.scores or ())
        rest = [name for name in ranked(view.scores or ()) if name not in best]
        others = " · ".join(f"{name} {scores[name].delivered}" for name in rest)
        n = view.recap.turns if view.recap is not None else 0
        long = ngettext("{n} turn", "{n} turns", n).format(n=n)
        return f"{others}\n{long}" if others else long

    def _show_counts(self, view: HellRailView, recap: RecapView) -> None:
        longest = recap.longest[0] if recap.longest is not None else 0
        found = (longest, len(recap.rams), len(recap.derailments), recap.recharges)
        self.show_counts(zip(found, count_words(*found[1:]), strict=True))
        owner = next((s for s in view.seats if recap.longest is not None and s.name == recap.longest[1]), None)
        self.longest = None if owner is None else SeatMark(owner.colour, owner.name[:1])

    def _show_chart(self, view: HellRailView, recap: RecapView) -> None:
        runs = tuple(
            SeatDeliveries(
                seat.colour, seat.name[:1], tuple(turn for turn, name in recap.deliveries if name == seat.name)
            )
            for seat in view.seats
        )
        mishaps = [(turn, "ram") for turn, _name, _target in recap.rams]
        mishaps += [(turn, "derail") for turn, _name in recap.derailments]
        words = (_("cars delivered"), _("turn {n}").format(n=1), _("turn {n}").format(n=recap.turns))
        self.chart.show(Deliveries(runs, tuple(sorted(mishaps)), recap.turns), *words)

    def head(self) -> Any:
        side = (7.4, 7.0) if len(self.seats) < 3 else (4.6, 5.2)  # many winners leave the title its room
        return Row(*(Leaf(mark, side) for mark in self.seats), self.title, gap=1)

    def lines(self) -> Node:
        return Leaf(self.line, (7.2, 7))  # the others' points, then the turns

    def known_counts(self) -> Sequence[int]:
        light = self.view is not None and self.view.level is Level.LIGHT
        return (1, 2) if light else super().known_counts()  # the companion does not follow trains and the pile there

    def count(self, index: int) -> Any:
        if index or self.longest is None:
            return super().count(index)
        number = Row(Leaf(self.marks[0], 5), Leaf(self.counts[0], 7), Leaf(self.longest, 4.2), gap=1, size=5)
        return Column(number, Leaf(self.words[0], 3.2), gap=0.2)

    def keys(self) -> list[Key]:
        return [self.home, self.back, self.again]
