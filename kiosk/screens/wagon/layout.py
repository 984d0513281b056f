"""The places of the pieces of the page, as trees: for each mode what is above the rail, wide and upright."""

from __future__ import annotations

from typing import Any

from companion.figures.infernal_wagon import CARD_HIGH
from kiosk.display.theme import MARGIN, Metrics
from kiosk.screens.screen import Region
from kiosk.screens.sheet import key_wide
from kiosk.screens.wagon.pieces import CALM, HELD, LAST, ORDER, QUESTION, READY, SHEET, WHO, Pieces
from kiosk.widgets.layout import NATURAL, Column, Grid, Layers, Leaf, Node, Row, Space, middle

GATE, UPRIGHT_GATE, WAGON = 19.0, 20.4, 9.7
"""u of the exit gate, and of the wagon on the newest card."""
RAIL = 1.3
EDGE = (2.5, 0, 2.5, 0)
"""u beside what is no clock, upright."""


def own(part: Any) -> Leaf:
    """Return a part as large as it is by itself."""
    return Leaf(part, NATURAL)


def scene(p: Pieces, m: Metrics) -> Node:
    """Return all that is seen."""
    mode = p.face.mode
    if mode in (QUESTION, SHEET):
        figure = Column(Space(), own(p.figure), size=(36, 40))
        clock = Row(Space(), figure, pad=(0, 0, MARGIN, 0), size=(18.6 if mode == QUESTION else 14.6, 20))
        return Layers(Column(clock, Space()), p.sheet if mode == SHEET else p.question)
    last = mode == LAST
    if mode == ORDER:
        above = _order(p, m)
    elif m.wide:
        above = _last_wide(p, m) if last else _calm_wide(p, m)
    else:
        above = _last_upright(p, m) if last else _calm_upright(p, m)
    rail, keys = Leaf(p.rail, RAIL), Space(p.foot(m))
    return Layers(
        Column(p.fangs, rail, keys, gap=0) if last else None,
        Column(Leaf(p.streamer, 1.2), Space()) if p.face.uturn and m.wide else None,
        Column(above, rail, keys, gap=0),
        Column(Space(), *_thread(p, m), rail, keys, gap=0) if _threaded(p) else None,
    )


def clock_size(p: Pieces, m: Metrics) -> float | None:
    """Return the u of its figures; None: as large as they fit."""
    face = p.face
    if face.mode in (QUESTION, SHEET, ORDER):
        return {QUESTION: 17.0, SHEET: 14.0, ORDER: 13.0}[face.mode] if m.wide else 17.0
    if not m.wide or not (face.silence or face.uturn or (face.mode == LAST and p.switches_shown)):
        return None
    if face.mode == LAST:
        return 40.0
    high = 33.4 + (m.columns - 100) * 0.3
    return min(high, 34.2) if face.silence else high  # the help is above it


# ---------------------------------------------------------------- over the page


def tip_box(p: Pieces, m: Metrics) -> Region | None:
    """Return where a card of a first game may be."""
    face = p.face
    if face.mode != CALM or p.switches_shown:
        return None
    if m.wide:  # left of the wagon and of the newest card, and in Silence below the thread
        return Region(3, 15 + GATE if face.gate else 12, 38.2 if face.silence else 29.7, 9.6)
    if face.silence:
        return Region(3, 3, 42.2, 11.6)  # above the thread, over the players
    return Region(3, 3, 56.0 if face.uturn else 54.6, 11.2)  # below the players, over the event line


def band_box(p: Pieces, m: Metrics) -> Region:
    """Return the box of the band: over what is asked where answers fill the screen, never over the clock."""
    mode = p.face.mode
    if mode in (SHEET, QUESTION, ORDER):
        top = {SHEET: 4.0, QUESTION: 8.0, ORDER: 0.8}[mode]
        left = 7 if m.wide and mode == ORDER else 0  # beside the tab of the player aid
        return Region(left, 41 if m.wide else 0, top if m.wide else 25.6, 10.6)
    if mode == LAST:
        return Region(7, 0, 0.6, 8.6 if m.wide else 12)
    if m.wide:
        return Region(0, MARGIN + WAGON + (GATE + 1.6 if p.face.gate else 0), 30.6, 7.6)
    above = {HELD: 31.2, WHO: 14.0 + 8.8 * _seat_rows(p)}.get(mode, 30.0)
    return Region(0, 0, m.rows - p.foot(m) - above, 8.8 if mode == HELD else 11.0)


# ---------------------------------------------------------------- parts


def _threaded(p: Pieces) -> bool:
    """Whether the thread of Silence is sewn through the screen."""
    return p.face.silence and p.face.mode in (CALM, LAST)


def _thread(p: Pieces, m: Metrics) -> tuple[Node, Space]:
    """Return the thread, and the room below it."""
    last = p.face.mode == LAST
    if not m.wide:
        return Leaf(p.stitches, 15.5), Space(1.0 if last else 4.7 if p.switches_shown else 13.5)
    beside = 28.0 if last else (29.0 if p.face.uturn else 14.4) + (15 if p.face.gate else 0)
    return Row(p.stitches, Space(beside), gap=0, size=15.5), Space(0 if last else 5.5)


def _said(p: Pieces, side: float) -> tuple[Any, ...]:
    """Return the sign of what happened and its player, where there is no room for its words."""
    return tuple(middle(part, side) for part in (p.sign, p.mark)) if p.status.sign else ()


def _eyes(p: Pieces) -> Any:
    return p.eyes if p.eyes.left and p.face.mode != READY else None


def _state(p: Pieces) -> Node:
    """Return what Silence asks for, above the rail."""
    return Column(Space(), own(p.state), own(p.hint), gap=1.2, pad=(0, 0, 0, 1))


def _switches(p: Pieces, m: Metrics) -> Row:
    """Return the keys of modules: as narrow as they can be; upright they share the width."""
    keys = p.switches_shown
    for key in keys:
        key.stack(None if m.wide else True)
    if m.wide:
        return Row(*(Leaf(key, key_wide(key, m)) for key in keys), Space())
    return Row(*keys, weights=[key_wide(key, m) for key in keys] if len(keys) > 2 else ())


def _track(p: Pieces, m: Metrics) -> Node:
    """Return what is on the rail and beside it: keys of modules, cards that fall, what Silence asks for."""
    track = Column(Space(), Leaf(p.picture, CARD_HIGH), pad=(0, 0, 0, 0.25), gap=0)
    if p.switches_shown:
        keys = Column(_switches(p, m), pad=(0, 0, 0, 1.5 if m.wide else 0.25))
        return Row(keys, Leaf(track, WAGON) if p.face.mode != LAST else None)
    if not m.wide:
        return track
    if p.falls:
        return Row(Leaf(p.falling, 33), track)
    if _threaded(p):
        pile = Column(Space(), own(p.pile.shape(5.75)), pad=(0, 0, 0, 1), gap=0, size=NATURAL)
        return Row(own(_state(p)), pile if p.face.uturn else None, track, gap=3)
    return track


def _order(p: Pieces, m: Metrics) -> Node:
    """Return the order to the players, large."""
    head = Row(middle(p.order_icon, 7.75), p.order_head, Leaf(p.figure, 30) if m.wide else None, gap=2.2, size=8.1)
    clock = None if m.wide else Row(Space(), Leaf(p.figure, 40), pad=(0, 0, 0, 4.8), size=16.6)
    fallen = Row(Leaf(p.falling, 40), Space(), size=8) if p.falls and not m.wide else None
    then = Leaf(p.order_then, 5) if p.order_then.text else None
    return Column(
        clock, head, Space() if m.wide else None, own(p.order), then, Space(), fallen,
        Leaf(_track(p, m), (9.7, 8.25)), gap=(0.6, 2), pad=(MARGIN, (3.6, 7.2), MARGIN, 0),
    )  # fmt: skip


# ---------------------------------------------------------------- wide


def _calm_wide(p: Pieces, m: Metrics) -> Node:
    """Return the page before the start, while it is played, held, and while it is asked whose card it was."""
    counted = p.words.visible
    clock = Column(p.figure, pad=(0, 4.4, 0, 1.3), gap=0, size=NATURAL if counted else None)
    said = Column(Space(5.8), *_said(p, 5.4), Space(), gap=1.6, size=5.4)
    top = Row(
        clock, p.words if counted else None, said if _threaded(p) and not p.face.uturn else None, _side(p),
        gap=2, size=29.6, pad=(3, 0, 2.25 if p.face.uturn else MARGIN, 0),
    )  # fmt: skip
    news = Leaf(_news(p), 8.6, kept=True)
    gate = Leaf(p.gate, GATE) if p.face.gate else None
    return Column(top, Row(Column(news, _low_wide(p, m), gap=0), gate, gap=1.6, pad=(MARGIN, 0, MARGIN, 0)), gap=0)


def _side(p: Pieces) -> Node:
    """Return the players below the pile, or below the cloth of a U-turn."""
    who, eyes = p.face.mode == WHO, Leaf(_eyes(p), 3.4)
    if p.face.uturn:
        cloth = Leaf(p.pennant, 25.0 if who else 20.4 if p.eyes.left else 23.5)
        return Column(cloth, None if who else Leaf(p.hands, 5.2), eyes, Space(), gap=0.6, size=25.5)
    hands = Leaf(p.hands, 5.5 * -(-len(p.view.hands) // p.hands.per))
    silence = p.face.silence
    pile = Leaf(p.pile.shape(8.25, "" if silence else "below"), 7.4 if silence else 11.5)
    return Column(Space(4), pile, hands, eyes, Space(), size=16)


def _news(p: Pieces) -> Row:
    """Return the line of what happened, and what is counted beside it."""
    face = p.face
    pile = own(p.pile.shape(5.75)) if face.uturn else None
    if _threaded(p):
        said = _said(p, 5) if face.uturn and not face.gate else ()
        return Row(Space(), *said, pile if p.switches_shown else Space(WAGON + 2))
    if face.mode == HELD and face.silence:
        return Row(Leaf(p.line, 31), own(p.state), None if face.uturn else own(p.hint), Space(), pile, gap=2)
    if face.mode != CALM or p.touch:
        return Row(p.line, pile, gap=2)
    return Row(p.line, pile, own(p.behind.shape(5.75, "" if pile and face.gate else "beside")), Space(WAGON), gap=2)


def _low_wide(p: Pieces, m: Metrics) -> Node:
    if p.face.mode == WHO:
        return Column(Row(*p.seat_keys), pad=(0, 0, 0, 0.45))
    if p.face.mode == HELD:
        shown = p.held_shown
        keys = Row(*shown, weights=[key_wide(key, m) for key in shown])
        return Column(keys, pad=(0, 0.4, 0, 0.8))
    return _track(p, m)


def _last_wide(p: Pieces, m: Metrics) -> Node:
    gate, low = p.face.gate, p.face.silence or bool(p.switches_shown)
    pile, behind = (own(tally.shape(8.25 if gate else 13, "" if gate else "below")) for tally in (p.pile, p.behind))
    below = () if p.touch else (behind, Leaf(_eyes(p), 3.4))
    p.note.align = "right"
    counts = Column(
        Space(weight=2), pile, Leaf(p.note, 3), Space(), *below, Space(), Leaf(p.gate, 18.1) if gate else None,
        gap=0.8, size=GATE if gate else 21.75,
    )  # fmt: skip
    clock = Column(p.figure, gap=0, pad=(0, 9.4, 0, 10.8 if low else 4.4))
    said = Column(Space(), *_said(p, 6), Space(), gap=1.6, size=6)
    keys = Column(Space(), Leaf(_track(p, m), 9.7), pad=(MARGIN, 0, MARGIN, 0)) if p.switches_shown else None
    return Layers(Row(clock, said, counts, gap=2, pad=(3 if gate else 6, 0, MARGIN, 0)), keys)


# ---------------------------------------------------------------- upright


def _calm_upright(p: Pieces, m: Metrics) -> Node:
    """Return the page before the start, while it is played, held, and while it is asked whose card it was."""
    uturn = p.face.uturn
    apart = Space(0.4 if uturn else 2.8)
    words = Leaf(p.words, 3) if p.words.visible else apart
    return Column(
        Leaf(p.banner, 12) if uturn else Space(4.8), Leaf(p.figure, 19.6), words, _counts(p), apart,
        Row(p.hands, size=11) if p.face.mode != WHO else None, Space(), *_low_upright(p, m),
        pad=(1.5, 0, 1.5, 0),
    )  # fmt: skip


def _counts(p: Pieces) -> Row:
    """Return what the players own together."""
    held = p.face.gate and p.face.mode == HELD
    pile = p.pile.shape(8.67, "" if p.face.silence or held else "beside")
    said = _said(p, 5.6) if _threaded(p) else ()
    eyes, gate = Leaf(_eyes(p), 12.6 if held else 19), Leaf(p.gate, UPRIGHT_GATE) if held else None
    return Row(pile, *said, eyes, gate, size=11.6 if held else 7, pad=EDGE)


def _low_upright(p: Pieces, m: Metrics) -> tuple[Any, ...]:
    """Return the line, and below it keys, or the track."""
    face, mode = p.face, p.face.mode
    line = Row(p.line, own(p.state) if mode == HELD and face.silence else None, size=7.4, pad=EDGE)
    if mode == WHO:
        grid = Grid(*p.seat_keys, columns=2 if len(p.seat_keys) > 2 else 1, gap=1.2)
        return (line, Row(grid, size=8.8 * _seat_rows(p) - 1.2, pad=EDGE), Space(0.4))
    if mode == HELD:
        *others, settings, leave = p.held_shown
        rows = (Row(*keys, size=8.2, pad=EDGE) for keys in (others, (settings, leave)))
        return (line, *rows, Space(1.2))
    high, over = CARD_HIGH + 0.25, None
    if _threaded(p) and not p.switches_shown:
        high, over = 17.2, _state(p)
    elif not p.touch:
        high, over = 17.2, Row(own(p.behind.shape(7, "beside")) if mode == CALM else None, Space())
    gate = Leaf(p.gate, UPRIGHT_GATE) if face.gate else None
    track = Column(Leaf(over, kept=True) if over else None, Leaf(_track(p, m), CARD_HIGH + 0.25), gap=0)
    return (None if _threaded(p) else line, Row(track, gate, gap=1.6, size=high, pad=EDGE))


def _seat_rows(p: Pieces) -> int:
    count = len(p.seat_keys)
    return -(-count // 2) if count > 2 else count


def _last_upright(p: Pieces, m: Metrics) -> Node:
    tallies = (p.pile,) if p.touch else (p.pile, p.behind)
    counts = Column(*(Leaf(tally.shape(8.67, "beside"), 7) for tally in tallies), gap=2.5)
    eyes = None if p.touch else Leaf(_eyes(p), 4.4)
    more = Leaf(p.gate, 17.2) if p.face.gate else eyes
    p.note.align = "left"
    return Column(
        Space(12), Leaf(p.figure, 32), Space(), Leaf(p.note, 3),
        Row(counts, Column(Row(*_said(p, 6), Space(), size=7), more, gap=2.5, size=UPRIGHT_GATE), size=NATURAL),
        None if p.face.gate else Space(weight=3), Row(_switches(p, m), size=8) if p.switches_shown else None,
        gap=1.4, pad=(MARGIN, 0, MARGIN, 0.4),
    )  # fmt: skip
