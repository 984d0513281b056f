"""Where the pieces of the playing screen stand. u from the edges; one function for each way up and mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kiosk.layout import Row
from kiosk.screens.wagon.routing import HELD, LAST, ORDER, QUESTION, READY, SHEET, WHO, Face
from kiosk.theme import CARD_HEIGHT, KEY_LEAST, PAD, PAD_TEXT, Metrics
from kiosk.widgets.base import Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.label import width

if TYPE_CHECKING:
    from kiosk.screens.wagon.board import Board

HELP = 7.0
"""u left of what stands beside the tab of the player aid."""
GATE = 19.0
"""Width of the exit gate."""


def arrange(s: Board, m: Metrics, face: Face) -> None:
    """Place everything for `face`."""
    s.put(s.background, left=0, right=0, top=0, bottom=0)
    s.band.room_right = 13 + (GATE + 1.6 if face.gate else 0)
    if s.question is not None:
        s.put(s.question, left=0, right=0, top=0, bottom=0)
    (_wide if m.wide else _upright)(s, m, face)
    _settle_band(s, m, face)


def _settle_band(s: Board, m: Metrics, face: Face) -> None:
    """Where answers fill the screen the band lies over what is asked, which gives way; never over the clock."""
    heading: tuple[Drawn, ...] = ()
    top = 4.0
    if face.mode == SHEET:
        heading = (s.sheet.who, s.sheet.title)
    elif face.mode == QUESTION and s.question is not None:
        heading, top = (s.question.who, s.question.question), 8.0
    elif face.mode == ORDER:
        heading, top = (s.order_icon, s.order_head), 0.8
    if heading:
        s.band.room_right = 1.5
        left = 0 if top > 3 or not m.wide else HELP  # beside the tab of the player aid
        s.put(s.band, left=left, right=41 if m.wide else 0, top=top if m.wide else 25.6, height=10.6)
        s.band.cover(*heading)
    elif face.mode == LAST:
        s.put(s.band, left=HELP, right=0, top=0.6, height=8.6 if m.wide else 12)  # above the figures
        s.band.cover(s.pile, s.tail)
    else:
        if face.mode == WHO and s.seat_keys and not m.wide:
            s.put(s.band, left=0, right=0, top=_first_seat(s, 83.5 - (9.6 if face.touch else 0)) - 11.6, height=11)
        held = (s.line, s.state_title, s.state_hint) if face.mode == HELD else ()
        pile = (s.pile,) if face.uturn else ()
        s.band.cover(*held, *s.switches.values(), s.behind, s.behind_word, s.said_seat, s.said_icon, *pile)


def natural(key: Key, m: Metrics) -> float:
    """u that a key needs for its icon and label."""
    if not key.label:
        return KEY_LEAST + 0.2
    words = width(key.label, "text_bold", round(m.steps("key")[0])) / m.u
    return PAD + (key.icon_size + 1.4 if key.icon else 0) + words + PAD_TEXT + 0.4


# ---------------------------------------------------------------- wide


def _wide(s: Board, m: Metrics, face: Face) -> None:
    cols = m.columns
    s.put(s.fangs, left=0, right=0, top=0, height=47.7)
    s.put(s.sparks, left=0, right=0, top=25, height=12)
    s.put(s.rail, left=0, right=0, top=47.7, height=1.3)
    right = 4 + (GATE + 1.6 if face.gate else 0)
    left = 39.0 if face.silence or face.fall else 0
    s.put(s.track, left=left, right=right, top=47.45 - CARD_HEIGHT, height=CARD_HEIGHT)
    s.put(s.falling, left=4.2, width=33, top=40.2, height=8)
    s.put(s.band, left=0, right=0, top=30.6, height=7.6)
    _wide_keys(s, m, face)
    if face.mode == LAST:
        _wide_last(s, m, face)
        return
    _wide_clock(s, m, face)
    _wide_side(s, m, face)
    room = cols - 4 - (right + 26.5)
    tight = face.uturn and face.gate
    if face.uturn:
        room = cols - right - (34 if tight else 47.5)
    if face.silence and face.mode == HELD:
        room = 31.0
    s.put(s.line, left=4, width=room, top=31.2, height=6.5)
    s.big_word.align = "left"
    s.put(s.big_word, left=45, width=24, baseline=28.25)
    s.behind.resize(5.75)
    s.behind.align = "right"
    s.put(s.behind, right=right + (9.7 if tight else 21.7), width=12, baseline=36.4)
    s.put(s.behind_word, right=right + 9.7, width=11.2, baseline=36.4)
    s.put(s.gate, right=4, width=GATE, top=29.6, height=18.1)
    end = 14.4 if not face.uturn else 29
    s.put(s.stitches, left=0, width=cols - end - (GATE - 4 if face.gate else 0), top=26.75, height=15.5)
    if face.mode == HELD:  # the keys of the pause stand where they would be
        s.put(s.state_title, left=36, width=20, baseline=36.4)
        s.put(s.state_hint, left=57, width=18, baseline=36.4)
    else:
        s.put(s.state_title, left=4, width=34, baseline=43.2)
        s.put(s.state_hint, left=4, width=34, baseline=46.6)
    low = (25.0 if face.curses else 29.5) if face.mode == WHO else 20.4 if face.curses else 23.5
    s.put(s.pennant, right=2.25, width=25.5, top=0, height=low)
    s.put(s.streamer, left=0, right=0, top=0, height=1.2)
    s.put(s.sheet, left=0, right=0, top=0, bottom=0)
    if s.seat_keys:
        s.put(Row(*s.seat_keys), left=4, right=4, top=38.25, height=9)
    if face.mode == HELD:
        weights = (17, 18, 16, 25)[: len(s.held_keys)]
        s.put(Row(*s.held_keys, weights=weights), left=4, right=right, top=38.6, height=8.2)


def _wide_clock(s: Board, m: Metrics, face: Face) -> None:
    if face.mode in (QUESTION, SHEET):
        s.clock.resize(17 if face.mode == QUESTION else 14)
        s.put(s.clock, right=4, width=36, baseline=18.5 if face.mode == QUESTION else 14.5)
    elif face.mode == ORDER:
        s.clock.resize(13)
        s.put(s.clock, right=4, width=30, baseline=11.5)
        s.put(s.order_icon, left=4, width=7.75, top=4.2, height=7.75)
        s.put(s.order_head, left=14, width=m.columns - 48, baseline=10.3)
        s.put(s.order, left=4, right=4, top=13, height=19.7)
        s.put(s.order_then, left=4, width=m.columns - 18, top=32.4 if s.switches_shown else 34.3, height=5)
    else:
        small = face.silence or face.uturn
        high = 33.4 + (m.columns - 100) * 0.3
        s.clock.resize(None if not small else min(high, 34.2) if face.silence else high)  # the help stands above it
        room = m.columns - (33 if small else 23.5)  # 10:00 and more are smaller
        s.put(s.clock, left=3, width=room, baseline=26.75 if face.silence else 28.25)
    s.clock.align = "right" if face.mode in (QUESTION, SHEET, ORDER) else "left"


def _wide_side(s: Board, m: Metrics, face: Face) -> None:
    """The right column: pile, hands, Curses."""
    if face.uturn:
        s.pile.shape("bare", 5.75)
        if face.mode == HELD:
            s.put(s.pile, right=4 + (GATE + 1.6 if face.gate else 0), width=11, top=32, height=5)
        elif face.silence:
            if s.switches_shown or face.mode == WHO:  # keys stand where it would be
                s.put(s.pile, right=3, width=11, top=30.4, height=5)
            else:
                s.put(s.pile, left=26, width=12, top=42.2, height=5)
            s.put(s.said_icon, right=22.6, width=5, top=31.4, height=5)
            s.put(s.said_seat, right=16.4, width=5, top=31.4, height=5)
        else:
            s.put(
                s.pile,
                right=(4 if not face.gate else 5.6 + GATE) + (18.4 if face.gate else 31.8),
                width=11,
                top=32,
                height=5,
            )
        s.hands.per = 5
        top = 21 if face.curses else 24.1
        s.put(s.hands, right=2.25, width=25.5, top=top, height=5.2)
        s.put(s.eyes, right=2.25, width=25.5, top=26, height=3.4)
        return
    s.hands.per = 3
    rows = -(-face.seats // 3)
    s.pile.shape("bare" if face.silence else "column", 8.25)
    s.put(s.pile, right=4, width=16, top=4, height=11.5)
    top = 13.2 if face.silence else 17.7
    s.put(s.hands, right=4, width=16, top=top, height=5.5 * rows)
    below = top + 5.5 * rows + 0.3
    if face.silence:
        s.put(s.said_icon, right=24, width=5.4, top=7, height=5.4)
        s.put(s.said_seat, right=24, width=5.4, top=14, height=5.4)
    s.put(s.eyes, right=4, width=16, top=below, height=3.4)
    s.put(s.demo, right=4, width=20, baseline=3.3)


def _wide_last(s: Board, m: Metrics, face: Face) -> None:
    cols = m.columns
    s.clock.resize(None)
    s.clock.align = "left"
    low = face.silence or bool(s.switches_shown)  # something stands below it
    if low:
        s.clock.resize(40)
    s.put(s.clock, left=8 - (5 if face.gate else 0), width=64, baseline=36.6 if low else 43.25)
    s.put(s.stitches, left=0, width=cols - 28, top=32.5, height=15.5)
    if face.gate:
        s.pile.shape("bare", 8.25)
        s.put(s.pile, right=4, width=17, top=7.4, height=7)
        s.put(s.demo, right=4, width=20, baseline=17.2)
        s.tail.shape("bare", 8.25)
        s.put(s.tail, right=4, width=17, top=18.6, height=7)
        s.put(s.gate, right=4, width=GATE, top=29.6, height=18.1)
    else:
        s.pile.shape("column", 13)
        s.put(s.pile, right=4, width=21.75, top=10.3, height=15)
        s.tail.shape("column", 13)
        s.put(s.tail, right=4, width=21.75, top=27.8, height=15)
        s.put(s.demo, right=4, width=22, baseline=26.6)
    x = cols - (34.3 if not face.gate else 31.5)
    s.put(s.said_icon, left=x, width=6, top=18, height=6)
    s.put(s.said_seat, left=x + 0.4, width=5.2, top=25.4, height=5.2)
    s.put(s.eyes, right=4, width=18, top=43.4 if not face.gate else 26, height=3.4)


def _wide_keys(s: Board, m: Metrics, face: Face) -> None:
    keys = s.keys_shown
    switches = s.switches_shown
    if switches:
        s.state_title.visible = s.state_hint.visible = False  # the keys stand there
        for key in switches:
            key.stack(None)
        widths = [natural(key, m) for key in switches]
        each = max(widths) + 1.2 if len(switches) < 3 else 0.0
        wide = each * len(switches) or sum(widths) + 1.2 * len(switches)
        s.put(Row(*switches, gap=1.2, weights=() if each else widths), left=4, width=wide, top=37.6, height=8.0)
    if face.mode == READY:
        s.put(Row(*keys, weights=[26, 66], gap=1.5), left=4, right=4, bottom=1, height=8.2)
    elif face.mode == QUESTION:
        s.put(s.undo, left=4, width=32.6, bottom=1, height=8.2)
    elif face.mode == HELD:
        s.put(Row(*keys, weights=[40, 50], gap=1.5), left=4, right=4, bottom=1, height=8.2)
    else:
        others = [natural(key, m) for key in keys[1:]]
        spare = m.columns - 8 - 1.2 * len(others) - sum(others) - 38
        extra = max(0.0, spare) / max(1, len(others)) * 0.7
        widths = [w + (extra if key.label else 0) for w, key in zip(others, keys[1:], strict=True)]
        first = m.columns - 8 - 1.2 * len(others) - sum(widths)
        s.put(Row(*keys, weights=[first, *widths]), left=4, right=4, bottom=1, height=8.2)


# ---------------------------------------------------------------- upright


def _upright(s: Board, m: Metrics, face: Face) -> None:
    lift = 9.6 if face.touch and face.mode not in (READY, HELD, QUESTION) else 0
    rail = 83.5 - lift
    last = face.mode == LAST
    s.put(s.fangs, left=0, right=0, top=0, height=rail)
    s.put(s.sparks, left=0, right=0, top=rail - 30, height=14)
    s.put(s.rail, left=0, right=0, top=rail, height=1.3)
    right = 4 + (GATE + 3 if face.gate else 0)
    s.put(s.track, left=0, right=right, top=rail - 0.25 - CARD_HEIGHT, height=CARD_HEIGHT)
    s.put(s.falling, left=4.2, width=40, top=rail - 18.6, height=8)
    s.put(s.band, left=0, right=0, top=rail - 27.6, height=11)
    s.band.room_right = 2.5
    s.put(s.sheet, left=0, right=0, top=0, bottom=0)
    s.put(s.banner, left=0, right=0, top=0, height=12)
    s.big_word.align = "center"
    s.put(s.big_word, left=4, right=4, baseline=29.4)
    _upright_clock(s, m, face)
    _upright_counts(s, face, rail)
    s.put(s.line, left=4.3, right=4, top=rail - (25 if not face.touch else 17), height=7.6)
    s.behind.resize(7)
    s.behind.align = "left"
    digits = 0.56 * 7 * len(s.behind.text)
    s.put(s.behind, left=4, width=digits + 0.4, baseline=rail - 10.5)
    s.put(s.behind_word, left=5.4 + digits, width=14, baseline=rail - 10.5)
    if face.gate and face.mode != HELD:
        high = 17.2 if not last else 19
        s.put(s.gate, right=4, width=GATE + 1.4, top=rail - high, height=high)
    above = 16.5 if last else 20.2 if s.switches_shown else 29  # never through the names
    s.put(s.stitches, left=0, right=3, top=rail - above, height=15.5)
    if face.mode == HELD:  # beside the line, for the keys of the pause stand below
        s.put(s.state_title, left=36.6, right=4, baseline=rail - 23.2)
        s.put(s.gate, right=4, width=GATE + 1.4, top=32.6 if face.uturn else 29.2, height=11.6 if face.uturn else 13)
    else:
        s.put(s.state_title, left=4, width=22, baseline=rail - 12.6)
        s.put(s.state_hint, left=4, width=22, baseline=rail - 8.8)
    _upright_who(s, face, rail)
    _upright_keys(s, face)


def _upright_counts(s: Board, face: Face, rail: float) -> None:
    last = face.mode == LAST
    top = 52.0 if last else 34.5 if face.uturn else 31.0
    held = face.gate and face.mode == HELD
    bare = (face.silence or held or bool(face.touch and face.curses)) and not last
    s.pile.shape("bare" if bare else "row", 8.67)
    s.put(s.pile, left=4.5, width=18 if bare else 42 if not face.timed else 38, top=top, height=7)
    s.tail.shape("row", 8.67)
    s.put(s.tail, left=4.5, width=32, top=top + 9.5, height=7)
    s.hands.per = 5
    s.hands.named = True
    s.put(s.hands, left=4, right=4, top=44.6 if face.uturn else 43, height=11)
    if last:
        s.put(s.eyes, right=4, width=19, top=62, height=4.4)
        s.put(s.said_icon, right=12, width=6, top=53, height=6)
        s.put(s.said_seat, right=5, width=5.4, top=53.3, height=5.4)
        s.put(s.demo, right=4, width=24, baseline=50.4)
        return
    if held:
        s.put(s.eyes, left=23, width=12.6, top=top + 2.5, height=2.3)
    else:
        s.put(s.eyes, right=4, width=19, top=top + 1.2, height=4.4)
    s.put(s.said_icon, left=25, width=5.6, top=top + 0.7, height=5.6)
    s.put(s.said_seat, left=31.2, width=5.4, top=top + 0.8, height=5.4)
    s.put(s.demo, right=4, width=24, baseline=top + 9.9)


def _upright_clock(s: Board, m: Metrics, face: Face) -> None:
    s.clock.align = "center"
    if face.mode == LAST:
        s.clock.resize(None)
        s.put(s.clock, left=0, right=0, baseline=45.5)
    elif face.mode in (QUESTION, ORDER, SHEET):
        s.clock.resize(17)
        s.clock.align = "right"
        s.put(s.clock, right=4, width=40, baseline=20)
        s.put(s.order_icon, left=4, width=7.75, top=26, height=7.75)
        s.put(s.order_head, left=14, width=42, baseline=32)
        s.put(s.order, left=4, right=4, top=36, height=34)
        laid = s.order.fit()
        size = laid.size / m.u
        high = 0.72 * size + (len(laid.lines) - 1) * 1.02 * size + 0.3
        s.put(s.order, left=4, right=4, top=37, height=high)
        s.put(s.order_then, left=4, right=4, top=38.4 + high, height=6)
    else:
        s.clock.resize(None)
        s.put(s.clock, left=1.5, right=1.5, baseline=31.8 if face.uturn else 25)


def _first_seat(s: Board, rail: float) -> float:
    """u above the keys of the seats."""
    count = len(s.seat_keys)
    return rail - 1.4 - -(-count // (2 if count >= 3 else 1)) * 8.6


def _upright_who(s: Board, face: Face, rail: float) -> None:
    if face.mode == WHO and s.seat_keys:
        per = 2 if len(s.seat_keys) >= 3 else 1
        first = _first_seat(s, rail)
        for i, key in enumerate(s.seat_keys):
            wide = 52.0 if per == 1 else 25.4
            s.put(key, left=4 + (i % per) * 26.6, width=wide, top=first + (i // per) * 8.6, height=7.6)
        s.put(s.line, left=4.3, right=4, top=first - 8, height=7)
    if face.mode == HELD:
        counts, settings, leave, *call = s.held_keys
        s.put(Row(counts, *call, gap=1.2), left=4, right=4, top=rail - 20.4, height=8.2)
        s.put(Row(settings, leave, gap=1.2), left=4, right=4, top=rail - 11, height=8.2)
        s.put(s.line, left=4.3, width=31.5 if face.silence else 51.7, top=rail - 28.6, height=7)
        s.put(s.band, left=0, right=0, top=rail - 29.6, height=8.8)


def _upright_keys(s: Board, face: Face) -> None:
    keys = s.keys_shown
    switches = s.switches_shown
    if switches:
        s.state_title.visible = s.state_hint.visible = False  # the keys stand there
        for key in switches:
            key.stack(True)
        wide = 19.4 * len(switches) if len(switches) < 3 else 45.2  # beside the wagon
        weights: Sequence[float] = [natural(key, s.m) for key in switches] if len(switches) > 2 else ()
        s.put(Row(*switches, gap=1.2, weights=weights), left=4, width=wide, top=65.2, height=8.0)
    if face.mode == READY:
        s.put(Row(*keys, weights=[21, 32]), left=4, right=4, bottom=1.33, height=8.4)  # Back stands where it stood
    elif face.mode == QUESTION:
        s.put(s.undo, left=4, right=4, bottom=1.33, height=8.4)
    elif face.touch and face.mode != HELD:
        s.put(Row(*keys[:1]), left=4, right=4, bottom=1.33, height=8.4)
        s.put(Row(*keys[3:], weights=[34, 16]), left=4, right=4, bottom=10.7, height=8.4)
        s.put(Row(*keys[1:3]), left=4, right=4, bottom=20.1, height=8.4)
    else:
        s.put(Row(*keys[:1]), left=4, right=4, bottom=1.33, height=8.4)
        weights = (20, 20, 9) if len(keys) == 4 else ()
        s.put(Row(*keys[1:], weights=weights, gap=1.4), left=4, right=4, bottom=10.7, height=8.4)
