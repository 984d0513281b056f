"""How it ended: the time, the pace of the cards, the exploit to tick, once more."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.engine.game import Player
from companion.engine.requests import Leave, Undo
from companion.engine.update import Update
from companion.games.infernal_wagon.names import Phase, Reason, Timer
from companion.games.infernal_wagon.view import ResultView, WagonView
from kiosk.context import KioskContext
from kiosk.i18n import _, clock_text, ngettext, seconds
from kiosk.icons import Icon
from kiosk.screens.screen import Screen
from kiosk.screens.wagon.ui import GAME, ICONS, REASONS, options
from kiosk.theme import C, Metrics
from kiosk.widgets.background import ALARM, WON, Background, Sparks
from kiosk.widgets.chart import Pace, PaceChart
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.stack import row
from kiosk.words import elapsed

LENGTH_MS = 420_000
FOR_GOOD = 10.5
"""s. After this the end of a game can neither be undone nor appealed against."""


class Recap(Screen):
    """Won or lost."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: WagonView | None = None
        self._over: Any = None
        self.background = Background(WON)
        self.sparks = Sparks(12, C.brim)
        self.title = Text("", "name", C.brim, size=7.25)
        self.cause = Icon("", C.danger)
        self.time = Figures("", size=18.75)
        self.second_line = Text("", "body", C.ash)
        self.marks = [Icon("discard", C.danger), Icon("nodraw", C.danger), Icon("explosion", C.ember)]
        self.counts = [Figures("0", size=6) for _mark in self.marks]
        self.chart = PaceChart()
        self.pace = Text("", "small", align="center")
        self.demo = Text(_("demo cards"), "small", align="right")
        self.tick = Key("", "check", action=self.choose)
        self.again = Key(_("Play again"), "play", kind="prime", action=self.play_again)
        self.home = Key(_("Home"), "back", icon_size=3, action=self.go_home)
        self.appeal = Key(_("It lay in time!"), "gates", icon_colour=C.brim, action=lambda: context.act("appeal"))
        self.undo = Key(_("Undo"), "undo", action=lambda: context.link.send(Undo()))
        for widget in (self.background, self.sparks):
            self.add_widget(widget)

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, WagonView) or view.result is None:
            return
        self.view = view
        result = view.result
        self.background.burn(WON if result.won else ALARM)
        self.sparks.visible = result.won
        self.title.show(self._title(result), C.brim if result.won else C.danger)
        icon = "wagon" if result.won else ICONS.get(str(result.reason), "cross")
        self.cause.show(icon, C.brim if result.won else C.danger)
        self._show_time(view, result)
        self._show_chart(view, result)
        self._show_keys(update, view, result)
        self._wait_for_the_end(view)
        self.demo.visible = view.demo
        self.rearrange()

    def _wait_for_the_end(self, view: WagonView) -> None:
        """Once nothing can be taken back any more, the exploits are counted by themselves."""
        now = self.context.update
        open_ = now is not None and now.view is view
        if open_ and view.phase is Phase.ENDED and self._over is None:
            self._over = Clock.schedule_once(lambda _dt: self.context.move("next"), FOR_GOOD)
        elif view.phase is not Phase.ENDED:
            self.closed()

    def closed(self) -> None:
        if self._over is not None:
            self._over.cancel()
            self._over = None

    def _title(self, result: ResultView) -> str:
        if result.won:
            return _("Saved!")
        return _(REASONS[str(result.reason)]) if result.reason else _("Lost")

    def _show_time(self, view: WagonView, result: ResultView) -> None:
        timed = view.setup.timer is Timer.TIMED
        n = len(view.hands)
        players = ngettext("{n} player", "{n} players", n).format(n=n)
        if not result.won:
            self.time.show(str(view.pile), C.bone)
            left = ngettext("card to draw", "cards to draw", view.pile)
            self.second_line.show(f"{left} · {players}")
        elif timed:
            self.time.show(clock_text(LENGTH_MS - result.elapsed_ms), C.bone)
            self.second_line.show(_("left") + " · " + players)
        else:
            self.time.show(elapsed(result.elapsed_ms), C.bone)
            self.second_line.show(_("without limit") + " · " + players)

    def _show_chart(self, view: WagonView, result: ResultView) -> None:
        pace = view.pace
        shown = pace is not None
        for widget in (self.chart, self.pace, *self.marks, *self.counts):
            widget.visible = shown
        if pace is None:
            return
        for figure, n in zip(self.counts, (pace.discards, pace.no_draws, pace.explosions), strict=True):
            figure.show(str(n))
        timed = view.setup.timer is Timer.TIMED
        total = LENGTH_MS if timed else max(result.elapsed_ms, 60_000)
        first = pace.pile[0][1] if pace.pile else view.setup.p0
        self.chart.show(
            Pace(
                total / 1000,
                max(first, 1),
                tuple((at / 1000, left) for at, left in pace.pile[1:]),
                tuple(at / 1000 for at in pace.misses),
                tuple((a / 1000, b / 1000) for a, b in pace.silences),
                result.elapsed_ms / 1000,
                result.won,
            ),
            ("7:00", "0:00") if timed else ("0:00", elapsed(total)),
        )
        drawn = first - (pace.pile[-1][1] if pace.pile else first)
        per = seconds(result.elapsed_ms / 1000 / max(drawn, 1))
        self.pace.show(_("{time} a card").format(time=per) if drawn > 0 else "")

    def _show_keys(self, update: Update, view: WagonView, result: ResultView) -> None:
        lost_in_time = result.reason is Reason.TIME and result.appeal_open
        self.appeal.visible = lost_in_time
        self.tick.visible = not lost_in_time
        self.undo.visible = update.undo is not None and view.phase is Phase.ENDED
        n = len(result.offered)
        over = view.phase not in (Phase.ENDED, Phase.EXPLOIT)
        if result.ticked and result.ticked != "none":
            self.tick.show(label=_("Exploits"), icon="crown", second=_("one ticked tonight"))
        elif n + len(result.ask) and not over:
            text = ngettext("{n} won tonight", "{n} won tonight", n) if n else _("one to confirm?")
            self.tick.show(label=_("Tick an exploit"), icon="check", second=text.format(n=n))
        else:
            self.tick.show(label=_("Exploits"), icon="crown", second="")

    def choose(self) -> None:
        """The page of exploits. Looking at them changes nothing: the end can still be taken back."""
        self.context.open_screen("exploits")

    def _finish(self) -> None:
        """Leave the exploits as they are."""
        view = self.view
        if view is None:
            return
        if view.phase is Phase.ENDED:
            self.context.move("next")
        if view.phase in (Phase.ENDED, Phase.EXPLOIT):
            self.context.move("tick", id="none")

    def go_home(self) -> None:
        """Done for tonight."""
        self._finish()
        self.context.link.send(Leave())

    def play_again(self) -> None:
        """The same players, the same modules."""
        view = self.view
        self._finish()
        seats = tuple(Player(s.name, s.colour) for s in self.context.seats())
        if view is not None:
            seats = tuple(Player(h.name, h.colour) for h in view.hands)
        self.context.open_for(GAME, seats, options(self.context.simulated))
        if view is not None:
            for module in sorted(view.setup.modules):
                self.context.move("set_module", m=str(module), on=True)
            self.context.move("set_timer", mode=str(view.setup.timer))
            self.context.move("set_tracking", level=str(view.setup.level), attribution=str(view.setup.attribution))

    def arrange(self, m: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        (self._wide if m.wide else self._upright)(m)

    def _wide(self, m: Metrics) -> None:
        cols = m.columns
        won = self.view is None or self.view.result is None or self.view.result.won
        self.put(self.sparks, left=0, right=0, top=4, height=42)
        self.put(self.title, left=4, width=cols * 0.47 if won else cols - 8, baseline=8.75)
        self.put(self.cause, left=cols * 0.5 - 12, width=8.5, top=16 if not won else 2, height=8.5)
        self.cause.visible = not won
        self.put(self.time, left=3.3, width=40, baseline=26.75)
        self.put(self.second_line, left=4.2, width=cols * 0.45, baseline=31.5)
        for i, (mark, count) in enumerate(zip(self.marks, self.counts, strict=True)):
            self.put(mark, left=4.2 + i * 14.6, width=5.5, top=35.2, height=5.5)
            self.put(count, left=11 + i * 14.6, width=8, baseline=40)
        left = cols * 0.49
        self.put(self.chart, left=left, right=4, top=4.4 if won else 12, height=41.5 if won else 34)
        self.put(self.pace, left=left + 12, right=13, baseline=44.6 if not won else 44.5)
        self.put(self.demo, right=4, width=24, baseline=3.6)
        self._dock(bottom=1.75, height=8.75)

    def _upright(self, m: Metrics) -> None:
        won = self.view is None or self.view.result is None or self.view.result.won
        self.put(self.sparks, left=0, right=0, top=4, height=80)
        self.put(self.title, left=4, right=4, baseline=11)
        self.put(self.time, left=3.3, width=40, baseline=29.5)
        self.put(self.cause, right=5, width=11, top=17, height=11)
        self.cause.visible = not won
        self.put(self.second_line, left=4.2, right=4, baseline=35.5)
        for i, (mark, count) in enumerate(zip(self.marks, self.counts, strict=True)):
            self.put(mark, left=4.2 + i * 17.5, width=5.5, top=40, height=5.5)
            self.put(count, left=11 + i * 17.5, width=9, baseline=44.8)
        self.put(self.chart, left=4, right=4, top=50, height=34)
        self.put(self.pace, left=16, right=13, baseline=82.6)
        self.put(self.demo, right=4, width=30, baseline=4)
        self._dock(bottom=1.6, height=9)

    def _dock(self, bottom: float, height: float) -> None:
        first = self.appeal if self.appeal.visible else self.tick
        side = [k for k in (self.home, self.undo) if k is self.home or self.undo.visible]
        if self.m.wide:
            weights = [16.0, 18.0, 33.0, 25.0] if len(side) == 2 else [17.0, 39.0, 34.0]
            row(self, [*side, first, self.again], bottom=bottom, height=height, weights=weights)
        else:
            row(self, [first, self.again], bottom=bottom + height + 1.4, height=height, weights=[32, 20])
            row(self, side, bottom=bottom, height=height)
