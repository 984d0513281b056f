"""How it ended: the time, the pace of the cards, once more; and the page of exploits to tick."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.engine.text import N_
from companion.engine.update import Update
from companion.games.infernal_wagon.names import Phase, Reason, Timer
from companion.games.infernal_wagon.rules.timing import MINUTE_MS, PRINTED_MINUTES
from companion.games.infernal_wagon.show import REASONS, countdown_words
from companion.games.infernal_wagon.view import ResultView, WagonView
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _, clock_text, ngettext, seconds, spoken
from companion.presentation.words import elapsed
from kiosk.display import theme
from kiosk.display.theme import GAP, Metrics
from kiosk.screens.infernal_wagon.ui import GAME, options
from kiosk.screens.recap import RecapPage
from kiosk.screens.screen import Screen, Title, page
from kiosk.screens.sheet import rooms
from kiosk.screens.tiles import OnOffKey
from kiosk.table.context import KioskContext
from kiosk.widgets.background import WON, Background
from kiosk.widgets.chart import ChartPace, PaceChart
from kiosk.widgets.figures import Figures
from kiosk.widgets.icons import Icon, put_icon
from kiosk.widgets.key import Action, Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, FreeSpace, Grid, Leaf, Node, Row, Split
from kiosk.widgets.panel import put_panel, put_ring

COUNTS = (("discard", C.danger), ("nodraw", C.danger), ("explosion", C.ember))
"""Icon of each number, and its colour: discards, turns without a draw, explosions."""


def tick_in(context: KioskContext, view: WagonView, exploit: str) -> None:
    """Tick an exploit ("none": none) in the game of the view, if it has just ended."""
    if view.phase in (Phase.ENDED, Phase.EXPLOIT):
        context.ask.act(*(("next", exploit) if view.phase is Phase.ENDED else (exploit,)))


class Recap(RecapPage):
    """Won or lost."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        self.time = Figures("", size=18.75)
        self.cause = Icon("", C.danger)
        self.rule = Text("", "small", C.ash, lines=2)
        super().__init__(context, Row(self.time, Leaf(self.cause, (8.5, 11))), PaceChart(ChartPace()), COUNTS, **kwargs)
        self.view: WagonView | None = None
        self._closing = Clock.create_trigger(self._close)
        self.tick = Key("", "check", action=self.choose)
        self.appeal = Key(_("It lay in time!"), "gates", icon_colour=C.brim, action=lambda: context.ask.act("appeal"))

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, WagonView) or view.result is None:
            return
        self.view = view
        result = view.result
        self.cause.show(REASONS[str(result.reason)][0] if result.reason else "cross")
        self.cause.visible = self.across = not result.won
        self._show_time(view, result)
        self._show_chart(view, result)
        self._show_keys(view, result)
        self.show_end(update, result.won, self._title(result), view.demo)
        self.undo_words = ""  # the keys need the room
        self._closing.cancel()
        left = max(0, result.open_until - self.context.table.at())
        self.appeal.enabled = left > 0
        if left:
            self._closing = Clock.schedule_once(self._close, left / 1000 + 0.5)

    def _close(self, _dt: float) -> None:
        """Disable the appeal, which the game refuses from now on; no key moves."""
        self.appeal.enabled = False

    def closed(self) -> None:
        self._closing.cancel()

    def _title(self, result: ResultView) -> str:
        if result.won:
            return _("Saved!")
        return _(REASONS[str(result.reason)][1]) if result.reason else _("Lost")

    def _show_time(self, view: WagonView, result: ResultView) -> None:
        timed = view.setup.timer is Timer.TIMED
        n = len(view.hands)
        players = ngettext("{n} player", "{n} players", n).format(n=n)
        if not result.won and view.pace is not None and not view.pace.pile:
            self.time.show(elapsed(result.elapsed_ms), C.bone)
            said = _("played")
        elif not result.won:
            self.time.show(str(view.pile), C.bone)
            said = ngettext("card to draw", "cards to draw", view.pile)
        elif timed:
            self.time.show(clock_text(view.setup.minutes * MINUTE_MS - result.elapsed_ms), C.bone)
            said = _("left")
        else:
            self.time.show(elapsed(result.elapsed_ms), C.bone)
            said = _("without limit")
        self.line.show(f"{said} · {players}")
        self._show_rule(view, result)

    def _show_rule(self, view: WagonView, result: ResultView) -> None:
        """Show a countdown of another length than the printed one, and what does not count in it."""
        self.rule.visible = view.setup.timer is Timer.TIMED and view.setup.minutes != PRINTED_MINUTES
        words = [spoken(countdown_words(view.setup.minutes))]
        if n := len(result.not_counted):
            rule = ngettext(
                "{n} of the {iw.exploits} counts only in 7:00 games",
                "{n} of the {iw.exploits} count only in 7:00 games",
                n,
            )
            words.append(rule.format(n=n))
        self.rule.show(" · ".join(words))

    def _show_chart(self, view: WagonView, result: ResultView) -> None:
        pace = view.pace
        for widget in (self.chart, self.note):
            widget.visible = pace is not None and bool(pace.pile)
        counts = (None, None, None) if pace is None else (pace.discards, pace.no_draws, pace.explosions)
        for mark, figure, n in zip(self.marks, self.counts, counts, strict=True):
            mark.visible = figure.visible = n is not None
        self.show_counts((n or 0, "") for n in counts)
        if pace is None or not pace.pile:
            return
        timed = view.setup.timer is Timer.TIMED
        total = view.setup.minutes * MINUTE_MS if timed else max(result.elapsed_ms, 60_000)
        first = pace.pile[0][1]
        self.chart.show(
            ChartPace(
                total / 1000,
                max(first, 1),
                tuple((at / 1000, left) for at, left in pace.pile[1:]),
                tuple(at / 1000 for at in pace.misses),
                tuple((a / 1000, b / 1000) for a, b in pace.silences),
                result.elapsed_ms / 1000,
                result.won,
            ),
            *((clock_text(total), "0:00") if timed else ("0:00", elapsed(total))),
        )
        drawn = first - pace.pile[-1][1]
        per = seconds(result.elapsed_ms / 1000 / max(drawn, 1))
        self.note.show(_("{time} a card").format(time=per) if drawn > 0 else "")

    def _show_keys(self, view: WagonView, result: ResultView) -> None:
        self.appeal.visible = result.reason is Reason.TIME and view.phase is Phase.ENDED
        n = len(result.offered)
        label, icon, second = _("{iw.exploits}"), "crown", ""
        if result.ticked and result.ticked != "none":
            second = _("one ticked tonight")
        elif n + len(result.ask) and view.phase in (Phase.ENDED, Phase.EXPLOIT):
            label, icon = _("Tick an exploit"), "check"
            text = ngettext("{n} won tonight", "{n} won tonight", n) if n else _("one to confirm?")
            second = text.format(n=n)
        if self.appeal.visible:  # there is no room for words beside it
            label, icon, second = "", "crown", ""
        self.tick.show(label=label, icon=icon, second=second)

    def choose(self) -> None:
        """Open the page of exploits. Looking at them changes nothing: the end can still be taken back."""
        self.context.go.open("exploits")

    def _finish(self) -> None:
        """Leave the exploits as they are."""
        view = self.view
        if view is None:
            return
        tick_in(self.context, view, "none")

    def go_home(self) -> None:
        self._finish()
        super().go_home()

    def play_again(self) -> None:
        """Set the game up again: the same players, the same modules."""
        view, seats = self.view, self.players()
        self._finish()
        again = {} if view is None else {
            "modules": sorted(view.setup.modules), "easy": view.setup.easy, "timer": view.setup.timer,
            "minutes": view.setup.minutes,
            "last": {"level": view.setup.level, "attribution": view.setup.attribution},
        }  # fmt: skip
        self.context.ask.open_for(GAME, seats, {**options(self.context.table.simulated), **again})

    def lines(self) -> Node:
        line = super().lines()
        return Column(line, Leaf(self.rule, 6.4), gap=0.4, size=(11.8, 12.2)) if self.rule.visible else line

    def count(self, index: int) -> Any:
        return Row(Leaf(self.marks[index], 5.5), self.counts[index], gap=1)

    def keys(self) -> list[Key]:
        return [self.undo, self.home, self.appeal, self.tick, self.again]

    def arrange(self, metrics: Metrics) -> None:
        """Keep each in its place, wide, whatever the others say."""
        super().arrange(metrics)
        if not metrics.wide:
            return
        home, tick = (12, 33) if self.tick.label else (18, 10)
        weights = {self.home: home, self.appeal: 33, self.tick: tick, self.again: 22}
        keys = [Leaf(key, weight=weights[key]) for key in self.keys() if key in weights]
        left, room = rooms(metrics, self.context.table.places)[0]
        self.put(Row(*keys), left=left, width=room, bottom=1, height=8.2)


NOT_COUNTED = N_("only in 7:00 games")


class ExploitKey(OnOffKey):
    """One exploit: ticked (crown), to be had now (lit edge), to be confirmed, or not yet."""

    LEFT, LEADING = 6.6, 1.1

    def __init__(self, title: str, second: str, state: str, action: Action) -> None:
        self.state = state
        super().__init__(title, second, action=action)
        self.enabled = state in ("won", "ask")

    @property
    def fits(self) -> bool:
        return super().fits and self._high() <= self.height

    def put_sign(self) -> None:
        u, radius = self.m.u, theme.CORNER_KEY * self.m.u
        tone = {"ticked": C.brim, "won": C.ok, "ask": C.ember}.get(self.state, C.rim)
        fill = C.seam if self._pressed else C.basalt if self.enabled else C.soot
        put_panel(self.x, self.y, self.width, self.height, fill, radius)
        if self.enabled:  # an empty place: not ticked yet
            line = theme.LINE_CHOSEN if self.state == "won" else theme.LINE
            put_panel(self.x, self.y, self.width, self.height, tone, radius, line)
            put_ring(self.x + 3.4 * u, self.center_y, 1.75 * u, 0.45 * u, tone)
        else:
            side = 4 * u if self.state else 3.2 * u
            icon = "crown" if self.state else "lock"
            put_icon(icon, self.x + 3.4 * u - side / 2, self.center_y - side / 2, side, tone)

    def tones(self) -> tuple[Colour, Colour]:
        return C.bone if self.state else C.ash, C.ash


class Exploits(Screen):
    """`choose` True after a game: one may be ticked; otherwise the page is only looked at."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.add_widget(Background(WON))
        self.title = Title(_("{iw.exploits}"))
        self.hint = Text("", "small", align="right", lines=2, sit="baseline")
        self.back = Key(_("Back"), "back", icon_size=3, action=context.go.close)
        self.fill(context.table.update)

    def on_update(self, update: Update) -> None:
        self.fill(update)

    def fill(self, update: Update | None) -> None:
        view = update.view if update else None
        result = view.result if isinstance(view, WagonView) else None
        offered = set(result.offered) if result else set()
        ask = set(result.ask) if result else set()
        not_counted = result.not_counted if result else ()
        done = result.ticked if result else None
        ticked = {str(m.result.get("ticked")) for m in self.context.table.memories.finished()} | {str(done)}
        states = {
            e: "ticked"
            if e in ticked
            else "won"
            if e in offered and not done
            else "ask"
            if e in ask and not done
            else ""
            for e in EXPLOIT_WORDS
        }
        self.tiles = [
            ExploitKey(_(name), _(NOT_COUNTED if e in not_counted else what), states[e], action=partial(self.tick, e))
            for e, (name, what) in EXPLOIT_WORDS.items()
        ]
        free = any(s in ("won", "ask") for s in states.values())
        count = sum(s == "ticked" for s in states.values())
        self.hint.show(_("Tick one of those you won") if free else _("{n} of 11 ticked").format(n=count))
        self.compose(
            page(
                Row(Leaf(self.title, (30, 24)), self.hint),
                Grid(*self.tiles, columns=(3, 2), most=(9, 12), gap=1.2),
                Split(
                    wide=Row(FreeSpace(), self.back, FreeSpace(), size=7.8),
                    upright=Column(Leaf(self.back, 8.4), FreeSpace(), gap=GAP, size=8.4 + GAP + 8.4),
                ),
            )
        )

    def tick(self, exploit: str) -> None:
        """Tick that exploit for this game; going home or playing again ticks none."""
        view = self.context.table.update.view if self.context.table.update else None
        if isinstance(view, WagonView):
            tick_in(self.context, view, exploit)
        self.context.go.close()
