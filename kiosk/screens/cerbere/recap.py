"""How it ended: who got away or that Cerberus won, the Rage and the Speed over the turns, who was caught when."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Player
from companion.engine.requests import Leave, Undo
from companion.engine.update import Update
from companion.games.cerbere.names import Role, Side, Winner
from companion.games.cerbere.view import CerbereView, OverView
from kiosk.context import KioskContext
from kiosk.i18n import _, ngettext
from kiosk.icons import Icon
from kiosk.screens.cerbere.recap_again import options_of
from kiosk.screens.cerbere.recap_winners import Winners
from kiosk.screens.cerbere.ui import GAME, standing, turns
from kiosk.screens.screen import Screen
from kiosk.theme import C, Metrics
from kiosk.widgets.background import ALARM, WON, Background, Sparks
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.widgets.turn_chart import Catch, TurnChart, Turns
from kiosk.words import names, undo_words

COUNTS = (("hunt", C.danger), ("miss", C.ok), ("skull", C.danger))
"""Icon of the three numbers, and its colour."""


def count_words(chases: int, misses: int, captures: int) -> tuple[str, str, str]:
    """What stands below the three numbers."""
    return (
        ngettext("chase", "chases", chases),
        ngettext("dodged", "dodged", misses),
        ngettext("caught", "caught", captures),
    )


class Recap(Screen):
    """Got away, or not."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: CerbereView | None = None
        self.background = Background(WON)
        self.sparks = Sparks(12, C.brim)
        self.title = Text("", "name", C.brim, size=7.25)
        self.winners = Winners()
        self.names = Text("", "event", C.bone, size=4.25)
        self.second_line = Text("", "body", C.ash)
        self.marks = [Icon(icon, tone) for icon, tone in COUNTS]
        self.counts = [Figures("0", size=5.5) for _count in COUNTS]
        self.words = [Text("", "small") for _count in COUNTS]
        self.chart = TurnChart()
        self.standing = Text("", "small", align="right")
        self.demo = Text(_("demo cards"), "small", align="right")
        self.again = Key(_("Play again"), "play", kind="prime", action=self.play_again)
        self.home = Key(icon="back", icon_size=3, action=lambda: context.link.send(Leave()))
        self.undo = Key(_("Undo"), "undo", action=lambda: context.link.send(Undo()))
        for widget in (self.background, self.sparks):
            self.add_widget(widget)

    @property
    def won(self) -> bool:
        """Somebody got away."""
        over = self.view.over if self.view is not None else None
        return over is None or over.side is Winner.RUNNERS

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, CerbereView) or view.over is None or view.recap is None:
            return
        self.view = view
        over, won = view.over, view.over.side is Winner.RUNNERS
        tone = C.brim if won else C.danger
        self.background.burn(WON if won else ALARM)
        self.sparks.visible = won
        self.title.show(_("Escaped!") if won else _("Cerberus wins"), tone)
        seats = {seat.name: seat for seat in view.seats}
        self.winners.show(won, [seats[name] for name in over.winners if name in seats], view.boats.revealed)
        self.names.show(names(over.winners) if over.winners else _("Nobody wins"))
        self.second_line.show(" · ".join(self._facts(view, over)))
        recap = view.recap
        counts = (recap.chases, recap.misses, len(recap.captures))
        for figure, text, n, word in zip(self.counts, self.words, counts, count_words(*counts), strict=True):
            figure.show(str(n))
            text.show(word)
        self._show_chart(view)
        said = [standing([m for m in self.context.memories.finished() if m.game == GAME])]
        said += [_("with corrections")] if recap.corrected else []
        self.standing.show(" · ".join(part for part in said if part))
        self.demo.visible = view.demo
        self.undo.visible = update.undo is not None
        if update.undo is not None:
            self.undo.show(second=undo_words(update.undo))
        self.rearrange()

    def _facts(self, view: CerbereView, over: OverView) -> list[str]:
        """How many played or why it was lost, and how long it took."""
        if over.side is Winner.RUNNERS:
            n = len(view.seats)
            return [ngettext("{n} player", "{n} players", n).format(n=n), turns(view.turn.n)]
        left = any(seat.side is Side.RUNNER for seat in view.seats)
        return [_("too few for the boat") if left else _("nobody left to run"), turns(view.turn.n)]

    def _show_chart(self, view: CerbereView) -> None:
        recap = view.recap
        assert recap is not None
        colours = {seat.name: seat.colour for seat in view.seats}
        marks = tuple((mark.turn, mark.steps, mark.speed) for mark in recap.marks)
        catches = tuple(
            Catch(c.turn, colours.get(c.name, "white"), c.name[:1], c.role is Role.OUT) for c in recap.captures
        )
        last = view.turn.n
        first = marks[0][0] if marks else last
        words = (_("steps to the chase"), _("Speed"), _("turn {n}").format(n=first), _("turn {n}").format(n=last))
        self.chart.show(Turns(marks, catches, last, self.won), words)
        self.chart.visible = bool(marks)

    def play_again(self) -> None:
        """The same players, the same boards, the same die."""
        view = self.view
        if view is not None:
            players = tuple(Player(seat.name, seat.colour) for seat in view.seats)
            self.context.open_for(GAME, players, options_of(view, self.context))

    # ------------------------------------------------------------ where it stands

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        half = cols * 0.47 - 4
        self.put(self.sparks, left=0, right=0, top=4, height=42)
        self.put(self.title, left=4, width=half, baseline=8.75)
        self.put(self.winners, left=4, width=half, top=11, height=14.2)
        self.put(self.names, left=4.2, width=half, baseline=30.6)
        self.put(self.second_line, left=4.2, width=half, baseline=35)
        self._put_counts(4.2, 14.4, 37.6)
        left = cols * 0.49
        self.put(self.chart, left=left, right=3, top=4.4, height=39)
        self.put(self.standing, right=4, width=cols - left - 4, baseline=46.4)
        self.put(self.demo, right=4, width=24, baseline=3.4)
        keys = [self.home, self.undo, self.again] if self.undo.visible else [self.home, self.again]
        weights = [8.2, 39, 36] if self.undo.visible else [8.2, 75]
        row(self, keys, bottom=1.75, height=8.75, weights=weights)

    def _upright(self, m: Metrics) -> None:
        self.put(self.sparks, left=0, right=0, top=4, height=80)
        self.put(self.title, left=4, right=4, baseline=11)
        self.put(self.winners, left=4, right=4, top=14.5, height=17.5)
        self.put(self.names, left=4.2, right=4, baseline=38)
        self.put(self.second_line, left=4.2, right=4, baseline=42.6)
        self._put_counts(4.2, 17.5, 45.6)
        self.put(self.chart, left=4, right=3, top=57, height=23.5)
        self.put(self.standing, left=4, right=4, baseline=83.6)
        self.put(self.demo, right=4, width=30, baseline=4)
        keys = [self.home, self.undo] if self.undo.visible else []
        if keys:
            row(self, keys, bottom=1.6 + 9 + 1.4, height=9, weights=[8.2, 40])
            row(self, [self.again], bottom=1.6, height=9)
        else:
            row(self, [self.home, self.again], bottom=1.6, height=9, weights=[8.2, 40])

    def _put_counts(self, left: float, step: float, top: float) -> None:
        for i, (mark, count, word) in enumerate(zip(self.marks, self.counts, self.words, strict=True)):
            self.put(mark, left=left + i * step, width=5, top=top, height=5)
            self.put(count, left=left + 6 + i * step, width=step - 6.4, baseline=top + 4.5)
            self.put(word, left=left + i * step, width=step - 0.6, baseline=top + 8.4)
