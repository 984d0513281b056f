"""The end: sealed cars are opened one by one, then the winner is crowned, then the cards may be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.engine.requests import Undo
from companion.engine.update import Update
from companion.games.hellrail.events import RevealMismatch
from companion.games.hellrail.view import HellRailView, ScoreView
from companion.presentation.colours import C
from companion.presentation.i18n import _, ngettext
from companion.presentation.refusals import refusal
from companion.presentation.words import undo_text
from kiosk.display.look import look
from kiosk.display.theme import Metrics
from kiosk.screens.hellrail.reveal_check import Difference, RevealCheck
from kiosk.screens.hellrail.reveal_row import RevealRow
from kiosk.screens.hellrail.reveal_story import Beat, beats, ranked, tied, winners
from kiosk.screens.hellrail.words import won_words
from kiosk.screens.screen import Screen
from kiosk.screens.sheet import band_high, fit_undo, foot, place_keys
from kiosk.table.context import KioskContext
from kiosk.widgets.background import CALM, WON, Background, Sparks
from kiosk.widgets.band import Band
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Column, Grid, Leaf
from kiosk.widgets.motion import appear

HEAD, UPRIGHT_HEAD = 10.2, 15.2
"""u of the line above the rows, and of the band over it."""
ROW_MOST, WINNER_MOST = 13.0, 23.0
UPRIGHT_ROW, UPRIGHT_WINNER = 24.0, 32.0
"""u of one player."""


class RevealScreen(Screen):
    """`waiting` until the table opens the cars, then it plays, then it is `over`. It sends `reveal` once."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: HellRailView | None = None
        self.rows: dict[str, RevealRow] = {}
        self.over = False
        self.asked = False
        """`reveal` was sent."""
        self.check: RevealCheck | None = None
        self.finding: Difference | None = None
        self._beats: list[Beat] = []
        self._event: Any = None
        self.background = Background(CALM)
        self.sparks = Sparks(12, C.brim)
        self.sparks.visible = False
        self.title = Text("", "event", face="bold", size=6)
        self.demo = Text(_("demo deck"), "small", align="right")
        self.undo = Key(_("Undo"), "undo", action=lambda: context.ask.send(Undo()))
        self.undo_words = ""
        self.open = Key(_("Open the cars"), "sealed", kind="prime", action=self.ask)
        self.skip = Key(_("All at once"), "next", action=self.finish)
        self.compare = Key(_("Check"), "car_checked", icon_size=3, action=self.begin_check)
        self.recap = Key(_("Recap"), "list", kind="prime", action=lambda: context.go.open("hellrail_recap"))
        self.band = Band(room_right=4)
        for widget in (self.background, self.sparks, self.title, self.demo):
            self.add_widget(widget)
        self._keys: tuple[Key, ...] = ()
        self.add_widget(self.band)

    # ------------------------------------------------------------ news

    def on_update(self, update: Update) -> None:
        view = update.view
        if not isinstance(view, HellRailView) or view.ended is None:
            return
        first, before, self.view = self.view is None, self.view, view
        if first:
            self._make_rows(view)
            if look.motion and view.scores is None:
                self.context.owner.director.keep("crown")
        if update.undo is not None:
            self.undo_words = undo_text(update.undo)
        if update.refusal is not None:
            self._refused(update)
        if view.scores is not None:
            self._take_scores(view.scores, fresh=not first and before is not None and before.scores is None)
        found = [event for event in update.events if isinstance(event, RevealMismatch)]
        if self.check is not None and self.check.sent and update.refusal is None:
            self._found(view, found)
        elif self.check is not None:
            self.check.follow(view)
        self._show()

    def _refused(self, update: Update) -> None:
        refused = update.refusal
        assert refused is not None
        said = refusal(refused, update.game)
        self.band.say(said.title, said.hint)

    def _make_rows(self, view: HellRailView) -> None:
        for seat in view.seats:
            row = self.rows[seat.name] = RevealRow(seat.name, seat.colour, seat.delivered)
            self.add_widget(row)
        self.remove_widget(self.band)
        self.add_widget(self.band)

    def _take_scores(self, scores: tuple[ScoreView, ...], fresh: bool) -> None:
        for score in scores:  # a correction may have changed how many there are
            row = self.rows[score.name]
            if len(row.cars) != len(score.cars):
                self._replace_row(score.name, len(score.cars))
        if fresh and look.motion:
            self._beats = list(beats(scores))
            self._next(0)
        elif not self._beats:
            self.finish(sound=False)

    def _replace_row(self, name: str, cars: int) -> None:
        view = self.view
        assert view is not None
        seat = next(seat for seat in view.seats if seat.name == name)
        self.remove_widget(self.rows[name])
        self.rows[name] = RevealRow(name, seat.colour, cars)
        self.add_widget(self.rows[name], 1)
        self.rearrange()

    # ------------------------------------------------------------ playing

    def ask(self) -> None:
        """Open the cars: this is the only time that the screen asks for it."""
        if not self.asked:
            self.asked = True
            self.open.enabled = False
            self.context.ask.act("ok")

    @property
    def playing(self) -> bool:
        return bool(self._beats) and not self.over

    def _next(self, wait: float) -> None:
        self._stop()
        self._event = Clock.schedule_once(lambda _dt: self._beat(), wait)

    def _stop(self) -> None:
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def _beat(self) -> None:
        if not self._beats:
            return
        beat = self._beats.pop(0)
        director = self.context.owner.director
        match beat.kind:
            case "roll":
                director.play("reveal_roll")
                self.title.show(_("{name} opens").format(name=beat.seat), C.bone)
                self.rows[beat.seat].show(total=0)
            case "none":
                self.title.show(_("{name} delivered nothing").format(name=beat.seat), C.bone)
                self.rows[beat.seat].show(total=0)
            case "open":
                director.play("reveal")
                self._open_car(beat)
            case "tie":
                self.title.show(_("Equal! The trains decide."), C.brim)
                self._show_trains()
            case "crown":
                self.finish()
                return
        self._next(beat.wait)

    def _score(self, name: str) -> ScoreView:
        assert self.view is not None and self.view.scores is not None
        return next(score for score in self.view.scores if score.name == name)

    def _open_car(self, beat: Beat) -> None:
        row = self.rows[beat.seat]
        values = [value for _id, value in self._score(beat.seat).cars]
        value = values[beat.car]
        so_far = sum(v or 0 for v in values[: beat.car + 1])
        row.cars[beat.car].open("?" if value is None else str(value), done=lambda: row.show(total=so_far))

    def _show_trains(self) -> None:
        view = self.view
        if view is None or view.scores is None:
            return
        equal = tied(view.scores)
        for score in view.scores:
            note = _("train {n}").format(n=score.loaded) if score.name in equal else ""
            self.rows[score.name].show(note=note)
            self.rows[score.name].rearrange()

    def finish(self, sound: bool = True) -> None:
        """Finish once everything is open: the winner is on top."""
        view = self.view
        if view is None or view.scores is None:
            return
        self._stop()
        self._beats = []
        best = winners(view.scores)
        for score in view.scores:
            row = self.rows[score.name]
            for car, (_id, value) in zip(row.cars, score.cars, strict=True):
                car.open("?" if value is None else str(value), 0)
            row.show(total=score.delivered, won=score.name in best)
        self._show_trains()
        if not self.over and sound and look.motion:
            self.context.owner.director.play("crown")
        self.over = True
        self.background.burn(WON)
        self.sparks.visible = True
        if look.motion and sound:
            for row in self.rows.values():
                appear(row, 0.3)
        self._show()

    # ------------------------------------------------------------ comparing

    def begin_check(self) -> None:
        """Begin to ask, player by player, whether these are the cards on the table."""
        view = self.view
        if view is None or view.scores is None:
            return
        self.finding = None
        self.check = RevealCheck(self.context, view, self._end_check)
        self.add_widget(self.check, 1)
        self._catch(self.check.read)
        self._show()
        self.rearrange()

    def _catch(self, taker: Callable[[str], object] | None) -> None:
        """Send tags to `taker` and not to the table while cards are compared."""
        if self.context.services.own is not None:
            self.context.services.own.catch(taker)

    def _end_check(self) -> None:
        if self.check is not None:
            self.remove_widget(self.check)
            self.check = None
            self._catch(None)
        self._show()

    def _found(self, view: HellRailView, found: list[RevealMismatch]) -> None:
        check = self.check
        if check is not None:
            self.finding = check.take(view, found)
            if not found:
                self._end_check()
                self.band.say(_("All as recorded"), "", "check", C.ok)

    # ------------------------------------------------------------ what it shows

    def _show(self) -> None:
        view = self.view
        if view is None:
            return
        checking = self.check is not None
        for row in self.rows.values():
            row.visible = not checking
        if not self.over and not self.playing:
            n = sum(seat.delivered for seat in view.seats)
            text = ngettext("{n} delivered car", "{n} delivered cars", n).format(n=n)
            self.title.show(text, C.bone)
        if self.over:
            self.title.show(self.said(), C.brim)
        self.title.visible = not checking
        self.demo.visible = view.placeholder
        self.band.cover(self.title, self.demo)
        keys: tuple[Key, ...]
        if checking:
            keys = ()
        elif self.over:
            keys = (self.compare, self.recap)
        elif self.playing:
            keys = (self.skip,)
        else:
            keys = (self.undo, self.open)
        if keys != self._keys:
            self.exchange(self._keys, keys, 1)
            self._keys = keys

    @property
    def order(self) -> tuple[str, ...]:
        view = self.view
        if view is None:
            return ()
        return ranked(view.scores) if self.over and view.scores is not None else tuple(self.rows)

    def said(self) -> str:
        view = self.view
        best = winners(view.scores) if view is not None and view.scores is not None else ()
        return won_words(best, 0 if view is None else len(view.seats))

    # ------------------------------------------------------------ layout

    def arrange(self, metrics: Metrics) -> None:
        self.put(self.background, left=0, right=0, top=0, bottom=0)
        self.put(self.sparks, left=0, right=0, top=4, height=metrics.rows * 0.7)
        self.put(self.title, left=4, right=4, baseline=9 if metrics.wide else 11)
        self.put(self.demo, right=4, width=22, baseline=2.8)
        if self.check is None:
            self.put(self.band, left=0, right=0, top=1, height=9 if metrics.wide else 14)
        else:
            self.put(self.band, left=0, right=0, bottom=foot(metrics) + 0.4, height=band_high(metrics))
            self.put(self.check, left=0, right=0, top=0, bottom=0)
        top, low = (HEAD, 12.0) if metrics.wide else (UPRIGHT_HEAD, 21.4)
        self.put(self._rows(metrics), left=0, top=top, bottom=low)
        if self._keys:
            undo = self.undo if self.undo in self._keys else None
            place_keys(self, metrics, undo, [key for key in self._keys if key is not undo], self.context.table.places)
            fit_undo(self.undo, self.undo_words)

    def _rows(self, metrics: Metrics) -> Column:
        """Return the players; a winner alone gets more room than the others."""
        order = self.order
        won = sum(self.over and self.rows[name].won for name in order)
        room = metrics.rows - (22.2 if metrics.wide else 36.6)
        most, first = (ROW_MOST, WINNER_MOST) if metrics.wide else (UPRIGHT_ROW, UPRIGHT_WINNER)
        first = min(first, room * (0.5 if len(order) < 4 else 0.42)) if won == 1 else 0.0
        others = [self.rows[name] for name in (order[1:] if first else order)]
        winner = Leaf(self.rows[order[0]], first) if first else None
        return Column(winner, Grid(*others, columns=1, most=most, gap=0), gap=0)

    def closed(self) -> None:
        self._stop()
        self.context.owner.director.keep()
        if self.check is not None:
            self._catch(None)
