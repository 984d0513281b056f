"""Infernal Wagon is being played: the clock, the order, the event, and the track under the wagon."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock

from companion.engine.message import Line, Order
from companion.engine.prompt import Option, Prompt
from companion.engine.update import Update
from companion.games.infernal_wagon.events import DuplicateTap
from companion.games.infernal_wagon.view import HandView, WagonView, card_icon
from companion.games.infernal_wagon.words import SILENT_REPEAT_MS, tell
from companion.presentation.colours import C, colour
from companion.presentation.i18n import _, clock_text, last_text, spoken
from companion.presentation.refusals import refusal
from companion.presentation.words import elapsed, undo_words
from kiosk.context import KioskContext
from kiosk.screens.screen import Box
from kiosk.screens.wagon import layout, routing
from kiosk.screens.wagon.board import Board
from kiosk.screens.wagon.counts import pile_text, pile_word
from kiosk.screens.wagon.questions import NO, answers_of, question_of
from kiosk.screens.wagon.routing import HELD, LAST, ORDER, QUESTION, READY, SHEET, WHO, Face, face_of
from kiosk.theme import EMBER, ICE, JAW, MOTION, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.key import Key
from kiosk.widgets.seat import put_seat
from kiosk.widgets.tile import Tile

WHO_LOOKS = {"who": ("nodraw", C.danger), "curse": ("curse", C.hex)}
"""Prompt -> sign and tone of the line above the seats."""


def short(view: WagonView, face: Face) -> bool:
    """Whether the track behind the wagon is nearly gone."""
    return view.behind <= 2 and face.mode != READY and not face.touch


class Game(Board):
    """All the pieces are always there; the face says which are seen and where (layout.py)."""

    def __init__(self, context: KioskContext, **kwargs: Any) -> None:
        super().__init__(context, **kwargs)
        self.view: WagonView | None = None
        self.face: Face | None = None
        self.order_now: Order | None = None
        self._order_end: Any = None
        self._said_end: Any = None
        self._undo_words = ""
        self.said = False
        """Somebody is meant by the event line."""
        self._news_stamp = -SILENT_REPEAT_MS
        self._asked: Prompt | None = None
        self._tens = 0
        """Tens of seconds that were left last."""

    # ------------------------------------------------------------ what the table may press

    def press_miss(self) -> None:
        """Missed; or, on the order of a miss, that it fitted after all; or back from where that led."""
        view, update = self.view, self.context.update
        if view is None or update is None:
            return
        if update.path:
            self.context.back()
        elif self._fits_after_all(view):
            self.context.act("hit")
        else:  # the table says what is printed, also where the box knows it
            self.context.act("other" if self.context.may("other") else "miss")

    def _fits_after_all(self, view: WagonView) -> bool:
        """Whether what can be said of the newest card is that it fits, not that it missed."""
        return view.missed and self.context.may("hit")

    def answered(self, key: str) -> None:
        """The table answers the question that stands open."""
        if key == NO:
            self.context.back()
        else:
            self.context.choose(key)

    # ------------------------------------------------------------ news

    def told(self, update: Update) -> None:
        if not isinstance(update.view, WagonView):
            return
        story = tell(update.events, update.view, update.undo, self.context.slot_of)
        first = self.view is None
        before, self.view = self.view, update.view
        if story.news:
            self._set_order(story.order, before)
            self._set_line(story.line)
            self._news_stamp = update.stamp
            self.band.hush()
            self.track.ringed = None
        repeat = any(isinstance(event, DuplicateTap) for event in update.events)
        if update.refusal is not None:
            words = refusal(update.refusal, update.game)
            self._set_band(words.title, words.hint)
        if story.band and not (repeat and update.stamp - self._news_stamp < SILENT_REPEAT_MS):
            self._set_band(spoken(story.band.title), spoken(story.band.hint), story.band.slot)
        if first and story.line is None:
            self._set_line(None)
        self.refresh()

    def _set_line(self, line: Line | None) -> None:
        if self._said_end is not None:
            self._said_end.cancel()
            self._said_end = None
        if line is None:
            self.line.say()
            self.said_icon.show(name="")
            self.said = False
            return
        tone = colour(line.tone)
        self.line.say(spoken(line.text), line.icon, tone, line.stays_s)
        self.said_icon.show(name=line.icon, colour=tone)
        hand = next((h for h in self.view.hands if h.name == line.seat), None) if self.view else None
        self.said = hand is not None
        if hand is not None:
            self.said_seat.show(hand.colour or "white", hand.name[:1])
        if line.stays_s is not None:  # where there is room for its icon only, that goes with the words
            self._said_end = Clock.schedule_once(lambda _dt: self._said_over(), line.stays_s)

    def _said_over(self) -> None:
        self._said_end = None
        self.said = False
        self.said_icon.show(name="")
        self.said_seat.visible = False

    def _set_order(self, order: Order | None, before: WagonView | None) -> None:
        if self._order_end is not None:
            self._order_end.cancel()
            self._order_end = None
        self.order_now = order
        if order is None:
            return
        tone = colour(order.tone)
        self.order_icon.show(order.icon, tone)
        self.order_head.show(spoken(order.head), tone)
        self.order.above = bool(order.notes or order.fall)
        self.order.show(spoken(order.text))
        self.order_then.show(" ".join(spoken(note.text) for note in order.notes).replace("\n", " "))
        if order.fall:
            gone = before.track[: order.fall] if before else ()
            self.falling.fall(tuple(card_icon(card) for card in gone) or ("",) * order.fall)
        self._order_end = Clock.schedule_once(self._order_over, order.stays_s)

    def _order_over(self, _dt: float) -> None:
        self.order_now = self._order_end = None
        self.refresh()

    def _set_band(self, title: str, hint: str, slot: str = "") -> None:
        """`slot`: the card on the track that it is about."""
        self.band.say(title, hint)
        view = self.view
        self.track.ringed = None
        if view is not None and slot:
            newest_first = [card.slot for card in reversed(view.track)]
            if slot in newest_first:
                self.track.ringed = newest_first.index(slot)
        Clock.schedule_once(self._band_over, MOTION.band_stays + 0.05)

    def _band_over(self, _dt: float) -> None:
        if not self.band.visible:
            self.track.ringed = None
            self.refresh()

    # ------------------------------------------------------------ the face

    def refresh(self) -> None:
        """Show the view as it is now; lay out again only if the face is another one."""
        update, view = self.context.update, self.view
        if update is None or view is None:
            return
        face = self._face(update, view)
        self._show_counts(view, face)
        self._show_keys(update, view, face)
        self._ask(update.prompt, view, face)
        if face.mode == WHO and update.prompt is not None:
            self.line.say(spoken(update.prompt.title), *WHO_LOOKS[update.prompt.id])
        elif face.mode == READY and update.prompt is not None:
            self.line.say(spoken(update.prompt.title))
        if face != self.face:
            self.face = face
            self._dress(face)
            self.rearrange()
        self.said_seat.visible = self.said and self.said_icon.visible
        self.second()

    def _face(self, update: Update, view: WagonView) -> Face:
        fall = self.order_now.fall if self.order_now else None
        return face_of(view, update.prompt, self.context.remaining(), fall)

    def _show_counts(self, view: WagonView, face: Face) -> None:
        behind = str(view.behind)
        tone = C.danger if short(view, face) else None
        untimed = not face.timed and face.mode not in (READY, HELD)
        pile = elapsed(self.context.elapsed()) if untimed else pile_text(view)
        self.pile.show(pile)
        self.pile.rename(_("gone") if untimed else pile_word(), "" if untimed else "pile")
        self.tail.show(behind, tone or C.ember, tone)
        self.behind.show(behind, tone or (C.ember if not face.silence else C.ice))
        self.hands.show(view.hands)
        self.eyes.show(view.curses_left)
        self.gate.show(view)
        lead = C.pit if self.band.visible and self.m.wide else tone
        known = () if face.touch else view.track  # without tags nobody knows what lies there
        self.track.show(tuple(card_icon(c) for c in reversed(known)), self.track.ringed, lead)

    def _show_keys(self, update: Update, view: WagonView, face: Face) -> None:
        back = update.undo
        self.undo.enabled = back is not None
        self._undo_words = undo_words(back) if back else ""
        self._say_undo()
        hit = self._fits_after_all(view)
        self.miss.show(
            label=_("It fits") if hit else _("Missed"),
            icon="match" if hit else "miss",
            icon_colour=C.ok if hit else C.danger,
        )
        if update.path or face.mode == SHEET:
            self.miss.show(label=_("Back"), icon="back", icon_colour=C.ember)
        if face.mode == READY:
            keys = [self.back, self.start]
        elif face.mode == HELD:
            keys = [self.undo, self.resume]
        elif face.mode == QUESTION:
            keys = [self.undo]
        elif face.touch:
            keys = [self.undo, self.card, self.miss, self.exit, self.hold]
            self.hold.show(label="")
        else:
            keys = [self.undo, self.miss, self.hold, self.more]
        self._may_judge(update, view)
        self.keys_shown = keys
        shown = {*keys, *(self.held_keys if face.mode == HELD else [])}
        if face.touch and face.mode in (routing.CALM, LAST, ORDER) and update.prompt is not None:
            shown |= {key for module, key in self.switches.items() if update.prompt.option(module) is not None}
        for key in self._every_key:
            key.visible = key in shown

    def _may_judge(self, update: Update, view: WagonView) -> None:
        """Missed and It fits as long as the last card may be judged anew."""
        judged = self.context.may("hit" if self._fits_after_all(view) else "miss")
        self.miss.enabled = bool(update.path) or judged

    def _say_undo(self) -> None:
        """What Undo takes back; where the key is narrow the time is left out before anything else."""
        short = self._undo_words.rpartition(", ")[0] or self._undo_words
        for words, lines in ((self._undo_words, 1), (short, 1), (short, 2)):
            self.undo.second_lines = lines
            self.undo.show(second=words)
            if not words or self.undo.second_fit().fits:
                return
        self.undo.show(second="")

    def _ask(self, prompt: Prompt | None, view: WagonView, face: Face) -> None:
        asked = prompt if face.mode in (QUESTION, WHO) else None
        if face.mode == SHEET and prompt is not None:
            self.sheet.update(view, prompt)
        if asked == self._asked:
            return
        self._asked = asked
        if self.question is not None:
            self.remove_widget(self.question)
            self.question = None
        for key in self.seat_keys:
            self.remove_widget(key)
        self.seat_keys = []
        if asked is None:
            return
        if face.mode == WHO:
            hands = {hand.name: hand for hand in view.hands}
            self.seat_keys = [self._who_key(option, hands.get(option.seat)) for option in answers_of(asked)]
            for key in self.seat_keys:
                self.add_widget(key)
        else:
            self.question = question_of(asked, self.context, self.answered)
            self.add_widget(self.question)
        self.rearrange()

    def _who_key(self, option: Option, hand: HandView | None) -> Any:
        action = partial(self.answered, option.key)
        if hand is None:
            return Key(spoken(option.label), option.icon, icon_colour=colour(option.tone), action=action)
        hollow = hand.cards == 0
        mark = partial(put_seat, seat=hand.colour or "white", letter=str(hand.cards), hollow=hollow)
        return Tile(hand.name, drawing=mark, action=action)

    def tip_box(self, m: Metrics) -> Box | None:
        face = self.face
        if face is None or face.mode != routing.CALM or self.band.visible or self.switches_shown:
            return None
        if m.wide:  # left of the wagon and of the newest card, and in Silence below the thread
            return Box(3, 15 + layout.GATE if face.gate else 12, 38.2 if face.silence else 29.7, 9.6)
        if face.silence:
            return Box(3, 3, 42.2, 11.6)  # above the thread, over the players
        return Box(3, 3, 56.0 if face.uturn else 54.6, 11.2)  # below the players, over the event line

    def _dress(self, face: Face) -> None:
        """What is seen, and in which light."""
        seen = face.mode
        open_air = seen not in (QUESTION, SHEET)
        last, order, who = seen == LAST, seen == ORDER, seen == WHO
        quiet = face.silence and seen in (routing.CALM, WHO)
        held_silent = face.silence and seen == HELD
        calm = seen in (routing.CALM, READY)
        self.skin = ICE if face.silence else JAW if last else EMBER
        self.background.burn(self._fire(face))
        show = {
            self.sparks: calm and not face.silence,
            self.fangs: last,
            self.stitches: (quiet and not who) or (last and face.silence),
            self.streamer: face.uturn and self.m.wide,
            self.pennant: face.uturn and self.m.wide,
            self.banner: face.uturn and not self.m.wide,
            self.pile: seen in (routing.CALM, LAST, WHO, HELD) or (seen == READY and face.timed),
            self.tail: last and not face.touch,
            self.hands: seen in (routing.CALM, READY, HELD) or (who and not face.uturn and self.m.wide),
            self.eyes: face.curses > 0 and seen in (routing.CALM, WHO, HELD, *(() if face.touch else (LAST,))),
            self.demo: bool(self.view and self.view.demo) and seen not in (ORDER, QUESTION, SHEET) and not face.uturn,
            self.gate: face.gate,
            self.rail: open_air,
            self.track: seen in (routing.CALM, ORDER, READY),
            self.falling: order and face.fall > 0,
            self.behind: seen == routing.CALM and not quiet and not face.touch,
            self.behind_word: seen == routing.CALM and not quiet and not face.touch and not (face.uturn and face.gate),
            self.line: (calm and not quiet) or who or seen == HELD,
            self.said_icon: (quiet and not (face.uturn and face.gate)) or last,
            self.state_title: quiet or held_silent,
            self.state_hint: quiet or (held_silent and self.m.wide and not face.uturn),
            self.order_icon: order,
            self.order_head: order,
            self.order: order,
            self.order_then: order,
            self.sheet: seen == SHEET,
            self.big_word: not face.timed and seen in (routing.CALM, READY, HELD),
        }
        for widget, on in show.items():
            widget.visible = on
        if who:
            self.state_title.visible = self.state_hint.visible = False
        self.hands.named = not self.m.wide
        self.clock.role = "last" if last else "clock"
        self.rail.show(ties=seen != HELD, start=37.0 if order and face.fall and self.m.wide else 0.0)

    def _fire(self, face: Face) -> fires.Fire:
        if face.mode == HELD:
            return fires.OUT
        if face.silence:
            return fires.SILENCE
        if face.mode == LAST:
            return fires.LAST_MINUTE
        if face.mode in (ORDER, SHEET):
            return fires.ALARM
        return fires.UTURN if face.uturn else fires.CALM

    def second(self) -> None:
        face, view, update = self.face, self.view, self.context.update
        if face is None or view is None or update is None:
            return
        self._may_judge(update, view)
        left = self.context.remaining()
        over = left is not None and left < routing.LAST_MS
        if over != (face.mode == LAST) and face.mode in (routing.CALM, LAST) and self._would_change(face):
            self.refresh()
            return
        if left is None:
            big = str(view.pile) if face.mode in (routing.CALM, HELD, READY) else elapsed(self.context.elapsed())
            if face.mode == routing.CALM:
                self.pile.show(elapsed(self.context.elapsed()))
            self.clock.show(big, self.skin.first)
            return
        tone = C.ash if face.mode == HELD else None
        if face.mode == LAST:
            tone = C.ice if face.silence else C.brim
            self.fangs.bite_at(left / 1000)
        self.clock.show(last_text(left) if face.mode == LAST else clock_text(left), tone or self.skin.first)
        self._pulse(left, face, view)

    def _pulse(self, left: int, face: Face, view: WagonView) -> None:
        """At each ten seconds the fire flares; where the track is short, its number beats."""
        tens = -(-left // round(1000 * MOTION.heartbeat_every))
        before, self._tens = self._tens, tens
        if tens != before - 1 or face.mode not in (routing.CALM, LAST):
            return
        self.background.flare()
        if short(view, face):
            (self.tail.figure if self.tail.visible else self.behind).pulse()

    def _would_change(self, face: Face) -> bool:
        update, view = self.context.update, self.view
        if update is None or view is None:
            return False
        return self._face(update, view) != face

    def arrange(self, m: Metrics) -> None:
        if self.face is not None:
            self._dress(self.face)
            layout.arrange(self, m, self.face)
            self._say_undo()

    def closed(self) -> None:
        if self._order_end is not None:
            self._order_end.cancel()
        if self._said_end is not None:
            self._said_end.cancel()
