"""After the reveal: who won by how much, deliveries over the turns, the longest train, rams, derailments."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Leave
from companion.engine.update import Update
from companion.games.hellrail.names import Variant
from companion.games.hellrail.view import HellRailView, RecapView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.icons import Icon
from kiosk.screens.hellrail.reveal_story import ranked, winners
from kiosk.screens.hellrail.words import won_words
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.background import WON, Background, Sparks
from kiosk.widgets.delivery_chart import Deliveries, DeliveryChart, Run
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.seat import SeatMark
from kiosk.widgets.stack import row

GAME = "hellrail"
COUNTS = (("car", C.ash), ("ram", C.ember), ("derail", C.danger), ("swap", C.ash))
"""Icon of the four numbers, and its colour."""


def count_words(rams: int, derailments: int, recharges: int) -> tuple[str, str, str, str]:
    """What stands below the four numbers; the longest train is a length."""
    return (
        _("longest train"),
        ngettext("rammed", "rammed", rams),
        ngettext("derailed", "derailed", derailments),
        ngettext("recharged", "recharged", recharges),
    )


class Recap(Screen):
    """It has nothing to tell before the cars were opened."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: HellRailView | None = None
        self.background = Background(WON)
        self.sparks = Sparks(12, C.brim)
        self.marks: list[SeatMark] = []
        self.title = Text("", "event", C.brim, size=6.5, face="black", lines=2)
        self.score = Figures("", size=15, colour=C.bone)
        self.line = Text("", "body", C.ash, lines=3)
        self.icons = [Icon(icon, tone) for icon, tone in COUNTS]
        self.counts = [Figures("0", size=5.5) for _count in COUNTS]
        self.longest: SeatMark | None = None
        """Whose train was the longest."""
        self.words = [Text("", "small") for _count in COUNTS]
        self.chart = DeliveryChart()
        self.more = Text("", "small", align="right")
        self.home = Key(_("Home"), "back", icon_size=3, action=lambda: context.link.send(Leave()))
        self.back = Key(_("The wagons"), "sealed", action=lambda: context.open_screen(None))
        self.again = Key(_("Play again"), "play", kind="prime", action=self.play_again)
        for widget in (self.background, self.sparks):
            self.add_widget(widget)

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, HellRailView) or view.scores is None or view.recap is None:
            return
        self.view = view
        seats = {seat.name: seat for seat in view.seats}
        best = winners(view.scores)
        for mark in self.marks:
            self.remove_widget(mark)
        self.marks = [SeatMark(seats[name].colour, name[:1]) for name in best if name in seats]
        for mark in self.marks:
            self.add_widget(mark)
        self.title.show(won_words(best, len(view.seats)))
        top = max((score.delivered for score in view.scores), default=0)
        self.score.show(str(top))
        self.line.show(self._others(view))
        self._show_counts(view, view.recap)
        self._show_chart(view, view.recap)
        parts = [_("demo deck")] if view.placeholder else []
        parts += [_("with corrections")] if view.recap.corrected else []
        self.more.show(" · ".join(parts))
        self.rearrange()

    @staticmethod
    def _others(view: HellRailView) -> str:
        """The other sums, and how long it took."""
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
        for figure, text, n, word in zip(self.counts, self.words, found, count_words(*found[1:]), strict=True):
            figure.show(str(n))
            text.show(word)
        owner = next((s for s in view.seats if recap.longest is not None and s.name == recap.longest[1]), None)
        if self.longest is not None:
            self.remove_widget(self.longest)
        self.longest = None if owner is None else SeatMark(owner.colour, owner.name[:1])
        if self.longest is not None:
            self.add_widget(self.longest)

    def _show_chart(self, view: HellRailView, recap: RecapView) -> None:
        runs = tuple(
            Run(seat.colour, seat.name[:1], tuple(turn for turn, name in recap.deliveries if name == seat.name))
            for seat in view.seats
        )
        mishaps = [(turn, "ram") for turn, _name, _target in recap.rams]
        mishaps += [(turn, "derail") for turn, _name in recap.derailments]
        words = (_("wagons delivered"), _("turn {n}").format(n=1), _("turn {n}").format(n=recap.turns))
        self.chart.show(Deliveries(runs, tuple(sorted(mishaps)), recap.turns), words)

    def play_again(self) -> None:
        """The same players at the same kind of table."""
        view = self.view
        if view is not None:
            players = tuple(Player(seat.name, seat.colour) for seat in view.seats)
            self.context.open_for(GAME, players, options_of(view))

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        (self._wide if m.wide else self._upright)(m)

    def _put_marks(self, top: float, side: float) -> float:
        if len(self.marks) > 2:  # many winners leave the title its room
            top, side = top + 0.2 * side, 0.62 * side
        for i, mark in enumerate(self.marks):
            self.put(mark, left=4 + i * (side + 1), width=side, top=top, height=side)
        return 4 + len(self.marks) * (side + 1) + 1

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        half = cols * 0.47 - 4
        self.put(self.sparks, left=0, right=0, top=4, height=42)
        at = self._put_marks(3.4, 7.4)
        self.put(self.title, left=at, width=4 + half - at, baseline=9.2)
        self.put(self.score, left=4, width=half, baseline=22.4)
        self.put(self.line, left=4.2, width=half, top=23.8, height=6.4)
        self._put_counts(4.2, half / 2, 31.6)
        left = cols * 0.49
        self.put(self.chart, left=left, right=3, top=3.6, height=41)
        self.put(self.more, right=4, width=cols - left - 4, baseline=47.6)
        row(self, [self.home, self.back, self.again], bottom=1.2, height=8.4, weights=[20, 28, 42])

    def _upright(self, m: Metrics) -> None:
        self.put(self.sparks, left=0, right=0, top=4, height=80)
        at = self._put_marks(5.4, 8.4)
        self.put(self.title, left=at, right=4, baseline=12)
        self.put(self.score, left=4, width=30, baseline=27)
        self.put(self.line, left=26, right=4, top=18, height=9)
        self._put_counts(4.2, 26, 30.4)
        self.put(self.chart, left=4, right=2, top=48, height=35)
        self.put(self.more, left=4, right=4, baseline=4)
        row(self, [self.home, self.back], bottom=10.8, height=8.4, weights=[20, 26])
        row(self, [self.again], bottom=1.3, height=8.4)

    def _put_counts(self, left: float, step: float, top: float) -> None:
        for i in range(len(COUNTS)):
            x, y = left + (i % 2) * step, top + (i // 2) * 8.2
            self.put(self.icons[i], left=x, width=4.6, top=y, height=4.6)
            self.put(self.counts[i], left=x + 5.4, width=8, baseline=y + 4.2)
            self.put(self.words[i], left=x, width=step - 1, baseline=y + 7.2)
        if self.longest is not None:
            wide = 3.4 * len(self.counts[0].text)
            self.put(self.longest, left=left + 6.6 + wide, width=4.2, top=top + 0.3, height=4.2)


def options_of(view: HellRailView) -> dict[str, Any]:
    """What the same table is opened with."""
    options: dict[str, Any] = {"level": view.level.value, "variants": [variant.value for variant in view.variants]}
    if view.layout and Variant.DEVILS_ADVOCATE not in view.variants:
        options["layout"] = view.layout
    if view.placeholder:
        options["deck"] = "demo"
    return options
