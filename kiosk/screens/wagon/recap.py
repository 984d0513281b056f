"""How it ended: the time, the pace of the cards, the exploit to tick, once more."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.engine.game import Player
from companion.engine.update import Update
from companion.games.infernal_wagon.names import Phase, Reason, Timer
from companion.games.infernal_wagon.view import ResultView, WagonView
from kiosk.context import KioskContext
from kiosk.i18n import _, clock_text, ngettext, seconds
from kiosk.icons import Icon
from kiosk.layout import Leaf, Row
from kiosk.screens.recap import RecapPage
from kiosk.screens.wagon.ui import GAME, ICONS, REASONS, options
from kiosk.theme import C
from kiosk.widgets.chart import Pace, PaceChart
from kiosk.widgets.figures import Figures
from kiosk.widgets.key import Key
from kiosk.words import elapsed

LENGTH_MS = 420_000
FOR_GOOD = 10.5
"""s. After this the end of a game can neither be undone nor appealed against."""


COUNTS = (("discard", C.danger), ("nodraw", C.danger), ("explosion", C.ember))
"""Icon of each number, and its colour: discards, turns without a draw, explosions."""


class Recap(RecapPage):
    """Won or lost."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.time = Figures("", size=18.75)
        self.cause = Icon("", C.danger)
        super().__init__(context, Row(self.time, Leaf(self.cause, (8.5, 11))), PaceChart(), COUNTS, **kwargs)
        self.view: WagonView | None = None
        self._over: Any = None
        self.tick = Key("", "check", action=self.choose)
        self.appeal = Key(_("It lay in time!"), "gates", icon_colour=C.brim, action=lambda: context.act("appeal"))

    def told(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, WagonView) or view.result is None:
            return
        self.view = view
        result = view.result
        self.cause.show(ICONS.get(str(result.reason), "cross"))
        self.cause.visible = self.across = not result.won
        self._show_time(view, result)
        self._show_chart(view, result)
        self._show_keys(view, result)
        self._wait_for_the_end(view)
        undo = update.undo if view.phase is Phase.ENDED else None
        self.show_end(replace(update, undo=undo), result.won, self._title(result), view.demo)
        self.undo.show(second="")  # the keys need the room

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
            self.line.show(f"{left} · {players}")
        elif timed:
            self.time.show(clock_text(LENGTH_MS - result.elapsed_ms), C.bone)
            self.line.show(_("left") + " · " + players)
        else:
            self.time.show(elapsed(result.elapsed_ms), C.bone)
            self.line.show(_("without limit") + " · " + players)

    def _show_chart(self, view: WagonView, result: ResultView) -> None:
        pace = view.pace
        shown = pace is not None
        for widget in (self.chart, self.note, *self.marks, *self.counts):
            widget.visible = shown
        if pace is None:
            return
        self.show_counts((n, "") for n in (pace.discards, pace.no_draws, pace.explosions))
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
        self.note.show(_("{time} a card").format(time=per) if drawn > 0 else "")

    def _show_keys(self, view: WagonView, result: ResultView) -> None:
        lost_in_time = result.reason is Reason.TIME and result.appeal_open
        self.appeal.visible = lost_in_time
        self.tick.visible = not lost_in_time
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
        super().go_home()

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

    def count(self, i: int) -> Any:
        return Row(Leaf(self.marks[i], 5.5), self.counts[i], gap=1)

    def keys(self) -> tuple[list[Any], list[Any]]:
        sides = [Leaf(self.home, weight=16), Leaf(self.undo, weight=18)]
        return sides, [Leaf(self.appeal, weight=33), Leaf(self.tick, weight=33), Leaf(self.again, weight=25)]
