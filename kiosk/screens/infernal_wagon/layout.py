"""The places of the pieces of the page, as trees: for each mode what is above the rail, wide and upright."""

from __future__ import annotations

from typing import Any

from companion.figures.infernal_wagon.track import CARD_HIGH
from kiosk.display.theme import MARGIN, Metrics
from kiosk.screens.infernal_wagon.pieces import CALM, HELD, LAST, ORDER, QUESTION, READY, SHEET, WHO, WagonPieces
from kiosk.screens.screen import Region
from kiosk.screens.sheet import key_wide
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Grid, Layers, Leaf, Node, Row, middle

GATE, UPRIGHT_GATE, WAGON = 19.0, 20.4, 9.7
"""u of the exit gate, and of the wagon on the newest card."""
RAIL = 1.3
EDGE = (2.5, 0, 2.5, 0)
"""u beside what is no clock, upright."""


def own_size(part: Any) -> Leaf:
    """Return a part as large as it is by itself."""
    return Leaf(part, NATURAL)


def scene(pieces: WagonPieces, metrics: Metrics) -> Node:
    """Return all that is seen."""
    mode = pieces.face.mode
    if mode in (QUESTION, SHEET):
        figure = Column(FreeSpace(), own_size(pieces.figure), size=(36, 40))
        clock = Row(FreeSpace(), figure, pad=(0, 0, MARGIN, 0), size=(18.6 if mode == QUESTION else 14.6, 20))
        return Layers(Column(clock, FreeSpace()), pieces.sheet if mode == SHEET else pieces.question)
    last = mode == LAST
    if mode == ORDER:
        above = _order(pieces, metrics)
    elif metrics.wide:
        above = _last_wide(pieces, metrics) if last else _calm_wide(pieces, metrics)
    else:
        above = _last_upright(pieces, metrics) if last else _calm_upright(pieces, metrics)
    rail, keys = Leaf(pieces.rail, RAIL), FreeSpace(pieces.foot(metrics))
    return Layers(
        Column(pieces.fangs, rail, keys, gap=0) if last else None,
        Column(Leaf(pieces.streamer, 1.2), FreeSpace()) if pieces.face.uturn and metrics.wide else None,
        Column(above, rail, keys, gap=0),
        Column(FreeSpace(), *_thread(pieces, metrics), rail, keys, gap=0) if _threaded(pieces) else None,
    )


def clock_size(pieces: WagonPieces, metrics: Metrics) -> float | None:
    """Return the u of its figures; None: as large as they fit."""
    face = pieces.face
    if face.mode in (QUESTION, SHEET, ORDER):
        return {QUESTION: 17.0, SHEET: 14.0, ORDER: 13.0}[face.mode] if metrics.wide else 17.0
    if not metrics.wide or not (face.silence or face.uturn or (face.mode == LAST and pieces.switches_shown)):
        return None
    if face.mode == LAST:
        return 40.0
    high = 33.4 + (metrics.columns - 100) * 0.3
    return min(high, 34.2) if face.silence else high  # the help is above it


# ---------------------------------------------------------------- over the page


def tip_box(pieces: WagonPieces, metrics: Metrics) -> Region | None:
    """Return where a card of a first game may be."""
    face = pieces.face
    if face.mode != CALM or pieces.switches_shown:
        return None
    if metrics.wide:  # left of the wagon and of the newest card, and in Silence below the thread
        return Region(3, 15 + GATE if face.gate else 12, 38.2 if face.silence else 29.7, 9.6)
    if face.silence:
        return Region(3, 3, 42.2, 11.6)  # above the thread, over the players
    return Region(3, 3, 56.0 if face.uturn else 54.6, 11.2)  # below the players, over the event line


def band_box(pieces: WagonPieces, metrics: Metrics) -> Region:
    """Return the box of the band: over what is asked where answers fill the screen, never over the clock."""
    mode = pieces.face.mode
    if mode in (SHEET, QUESTION, ORDER):
        top = {SHEET: 4.0, QUESTION: 8.0, ORDER: 0.8}[mode]
        left = 7 if metrics.wide and mode == ORDER else 0  # beside the tab of the player aid
        return Region(left, 41 if metrics.wide else 0, top if metrics.wide else 25.6, 10.6)
    if mode == LAST:
        return Region(7, 0, 0.6, 8.6 if metrics.wide else 12)
    if metrics.wide:
        return Region(0, MARGIN + WAGON + (GATE + 1.6 if pieces.face.gate else 0), 30.6, 7.6)
    above = {HELD: 31.2, WHO: 14.0 + 8.8 * _seat_rows(pieces)}.get(mode, 30.0)
    return Region(0, 0, metrics.rows - pieces.foot(metrics) - above, 8.8 if mode == HELD else 11.0)


# ---------------------------------------------------------------- parts


def _threaded(pieces: WagonPieces) -> bool:
    """Whether the thread of Silence is sewn through the screen."""
    return pieces.face.silence and pieces.face.mode in (CALM, LAST)


def _thread(pieces: WagonPieces, metrics: Metrics) -> tuple[Node, FreeSpace]:
    """Return the thread, and the room below it."""
    last = pieces.face.mode == LAST
    if not metrics.wide:
        return Leaf(pieces.stitches, 15.5), FreeSpace(1.0 if last else 4.7 if pieces.switches_shown else 13.5)
    beside = 28.0 if last else (29.0 if pieces.face.uturn else 14.4) + (15 if pieces.face.gate else 0)
    return Row(pieces.stitches, FreeSpace(beside), gap=0, size=15.5), FreeSpace(0 if last else 5.5)


def _said(pieces: WagonPieces, side: float) -> tuple[Any, ...]:
    """Return the sign of what happened and its player, where there is no room for its words."""
    return tuple(middle(part, side) for part in (pieces.sign, pieces.mark)) if pieces.status.sign else ()


def _eyes(pieces: WagonPieces) -> Any:
    return pieces.eyes if pieces.eyes.left and pieces.face.mode != READY else None


def _state(pieces: WagonPieces) -> Node:
    """Return what Silence asks for, above the rail."""
    return Column(FreeSpace(), own_size(pieces.state), own_size(pieces.hint), gap=1.2, pad=(0, 0, 0, 1))


def _switches(pieces: WagonPieces, metrics: Metrics) -> Row:
    """Return the keys of modules: as narrow as they can be; upright they share the width."""
    keys = pieces.switches_shown
    for key in keys:
        key.stack(None if metrics.wide else True)
    if metrics.wide:
        return Row(*(Leaf(key, key_wide(key, metrics)) for key in keys), FreeSpace())
    return Row(*keys, weights=[key_wide(key, metrics) for key in keys] if len(keys) > 2 else ())


def _track(pieces: WagonPieces, metrics: Metrics) -> Node:
    """Return what is on the rail and beside it: keys of modules, cards that fall, what Silence asks for."""
    track = Column(FreeSpace(), Leaf(pieces.picture, CARD_HIGH), pad=(0, 0, 0, 0.25), gap=0)
    if pieces.switches_shown:
        keys = Column(_switches(pieces, metrics), pad=(0, 0, 0, 1.5 if metrics.wide else 0.25))
        return Row(keys, Leaf(track, WAGON) if pieces.face.mode != LAST else None)
    if not metrics.wide:
        return track
    if pieces.falls:
        return Row(Leaf(pieces.falling, 33), track)
    if _threaded(pieces):
        pile = Column(FreeSpace(), own_size(pieces.pile.shape(5.75)), pad=(0, 0, 0, 1), gap=0, size=NATURAL)
        return Row(own_size(_state(pieces)), pile if pieces.face.uturn else None, track, gap=3)
    return track


def _order(pieces: WagonPieces, metrics: Metrics) -> Node:
    """Return the order to the players, large."""
    head = Row(
        middle(pieces.order_icon, 7.75),
        pieces.order_head,
        Leaf(pieces.figure, 30) if metrics.wide else None,
        gap=2.2,
        size=8.1,
    )
    clock = None if metrics.wide else Row(FreeSpace(), Leaf(pieces.figure, 40), pad=(0, 0, 0, 4.8), size=16.6)
    fallen = Row(Leaf(pieces.falling, 40), FreeSpace(), size=8) if pieces.falls and not metrics.wide else None
    then = Leaf(pieces.order_then, 5) if pieces.order_then.text else None
    return Column(
        clock, head, FreeSpace() if metrics.wide else None, own_size(pieces.order), then, FreeSpace(), fallen,
        Leaf(_track(pieces, metrics), (9.7, 8.25)), gap=(0.6, 2), pad=(MARGIN, (3.6, 7.2), MARGIN, 0),
    )  # fmt: skip


# ---------------------------------------------------------------- wide


def _calm_wide(pieces: WagonPieces, metrics: Metrics) -> Node:
    """Return the page before the start, while it is played, held, and while it is asked whose card it was."""
    counted = pieces.words.visible
    clock = Column(pieces.figure, pad=(0, 4.4, 0, 1.3), gap=0, size=NATURAL if counted else None)
    said = Column(FreeSpace(5.8), *_said(pieces, 5.4), FreeSpace(), gap=1.6, size=5.4)
    top = Row(
        clock,
        pieces.words if counted else None,
        said if _threaded(pieces) and not pieces.face.uturn else None,
        _side(pieces),
        gap=2,
        size=29.6,
        pad=(3, 0, 2.25 if pieces.face.uturn else MARGIN, 0),
    )
    news = Leaf(_news(pieces), 8.6, kept=True)
    gate = Leaf(pieces.gate, GATE) if pieces.face.gate else None
    return Column(
        top, Row(Column(news, _low_wide(pieces, metrics), gap=0), gate, gap=1.6, pad=(MARGIN, 0, MARGIN, 0)), gap=0
    )


def _side(pieces: WagonPieces) -> Node:
    """Return the players below the pile, or below the cloth of a U-turn."""
    who, eyes = pieces.face.mode == WHO, Leaf(_eyes(pieces), 3.4)
    if pieces.face.uturn:
        cloth = Leaf(pieces.pennant, 25.0 if who else 20.4 if pieces.eyes.left else 23.5)
        return Column(cloth, None if who else Leaf(pieces.hands, 5.2), eyes, FreeSpace(), gap=0.6, size=25.5)
    hands = Leaf(pieces.hands, 5.5 * -(-len(pieces.view.hands) // pieces.per))
    silence = pieces.face.silence
    pile = Leaf(pieces.pile.shape(8.25, "" if silence else "below"), 7.4 if silence else 11.5)
    return Column(FreeSpace(4), pile, hands, eyes, FreeSpace(), size=16)


def _news(pieces: WagonPieces) -> Row:
    """Return the line of what happened, and what is counted beside it."""
    face = pieces.face
    pile = own_size(pieces.pile.shape(5.75)) if face.uturn else None
    if _threaded(pieces):
        said = _said(pieces, 5) if face.uturn and not face.gate else ()
        return Row(FreeSpace(), *said, pile if pieces.switches_shown else FreeSpace(WAGON + 2))
    if face.mode == HELD and face.silence:
        return Row(
            Leaf(pieces.line, 31),
            own_size(pieces.state),
            None if face.uturn else own_size(pieces.hint),
            FreeSpace(),
            pile,
            gap=2,
        )
    if face.mode != CALM or pieces.touch:
        return Row(pieces.line, pile, gap=2)
    return Row(
        pieces.line,
        pile,
        own_size(pieces.behind.shape(5.75, "" if pile and face.gate else "beside")),
        FreeSpace(WAGON),
        gap=2,
    )


def _low_wide(pieces: WagonPieces, metrics: Metrics) -> Node:
    if pieces.face.mode == WHO:
        return Column(Row(*pieces.seat_keys), pad=(0, 0, 0, 0.45))
    if pieces.face.mode == HELD:
        shown = pieces.held_shown
        keys = Row(*shown, weights=[key_wide(key, metrics) for key in shown])
        return Column(keys, pad=(0, 0.4, 0, 0.8))
    return _track(pieces, metrics)


def _last_wide(pieces: WagonPieces, metrics: Metrics) -> Node:
    gate, low = pieces.face.gate, pieces.face.silence or bool(pieces.switches_shown)
    pile, behind = (
        own_size(tally.shape(8.25 if gate else 13, "" if gate else "below")) for tally in (pieces.pile, pieces.behind)
    )
    below = () if pieces.touch else (behind, Leaf(_eyes(pieces), 3.4))
    pieces.note.align = "right"
    counts = Column(
        FreeSpace(weight=2),
        pile,
        Leaf(pieces.note, 3),
        FreeSpace(),
        *below,
        FreeSpace(),
        Leaf(pieces.gate, 18.1) if gate else None,
        gap=0.8,
        size=GATE if gate else 21.75,
    )
    clock = Column(pieces.figure, gap=0, pad=(0, 9.4, 0, 10.8 if low else 4.4))
    said = Column(FreeSpace(), *_said(pieces, 6), FreeSpace(), gap=1.6, size=6)
    keys = (
        Column(FreeSpace(), Leaf(_track(pieces, metrics), 9.7), pad=(MARGIN, 0, MARGIN, 0))
        if pieces.switches_shown
        else None
    )
    return Layers(Row(clock, said, counts, gap=2, pad=(3 if gate else 6, 0, MARGIN, 0)), keys)


# ---------------------------------------------------------------- upright


def _calm_upright(pieces: WagonPieces, metrics: Metrics) -> Node:
    """Return the page before the start, while it is played, held, and while it is asked whose card it was."""
    uturn = pieces.face.uturn
    apart = FreeSpace(0.4 if uturn else 2.8)
    words = Leaf(pieces.words, 3) if pieces.words.visible else apart
    return Column(
        Leaf(pieces.banner, 12) if uturn else FreeSpace(4.8), Leaf(pieces.figure, 19.6), words, _counts(pieces), apart,
        Row(pieces.hands, size=11) if pieces.face.mode != WHO else None, FreeSpace(), *_low_upright(pieces, metrics),
        pad=(1.5, 0, 1.5, 0),
    )  # fmt: skip


def _counts(pieces: WagonPieces) -> Row:
    """Return what the players own together."""
    held = pieces.face.gate and pieces.face.mode == HELD
    pile = pieces.pile.shape(8.67, "" if pieces.face.silence or held else "beside")
    said = _said(pieces, 5.6) if _threaded(pieces) else ()
    eyes, gate = Leaf(_eyes(pieces), 12.6 if held else 19), Leaf(pieces.gate, UPRIGHT_GATE) if held else None
    return Row(pile, *said, eyes, gate, size=11.6 if held else 7, pad=EDGE)


def _low_upright(pieces: WagonPieces, metrics: Metrics) -> tuple[Any, ...]:
    """Return the line, and below it keys, or the track."""
    face, mode = pieces.face, pieces.face.mode
    line = Row(pieces.line, own_size(pieces.state) if mode == HELD and face.silence else None, size=7.4, pad=EDGE)
    if mode == WHO:
        grid = Grid(*pieces.seat_keys, columns=2 if len(pieces.seat_keys) > 2 else 1, gap=1.2)
        return (line, Row(grid, size=8.8 * _seat_rows(pieces) - 1.2, pad=EDGE), FreeSpace(0.4))
    if mode == HELD:
        *others, settings, leave = pieces.held_shown
        rows = (Row(*keys, size=8.2, pad=EDGE) for keys in (others, (settings, leave)))
        return (line, *rows, FreeSpace(1.2))
    high, over = CARD_HIGH + 0.25, None
    if _threaded(pieces) and not pieces.switches_shown:
        high, over = 17.2, _state(pieces)
    elif not pieces.touch:
        high, over = 17.2, Row(own_size(pieces.behind.shape(7, "beside")) if mode == CALM else None, FreeSpace())
    gate = Leaf(pieces.gate, UPRIGHT_GATE) if face.gate else None
    track = Column(Leaf(over, kept=True) if over else None, Leaf(_track(pieces, metrics), CARD_HIGH + 0.25), gap=0)
    return (None if _threaded(pieces) else line, Row(track, gate, gap=1.6, size=high, pad=EDGE))


def _seat_rows(pieces: WagonPieces) -> int:
    count = len(pieces.seat_keys)
    return -(-count // 2) if count > 2 else count


def _last_upright(pieces: WagonPieces, metrics: Metrics) -> Node:
    tallies = (pieces.pile,) if pieces.touch else (pieces.pile, pieces.behind)
    counts = Column(*(Leaf(tally.shape(8.67, "beside"), 7) for tally in tallies), gap=2.5)
    eyes = None if pieces.touch else Leaf(_eyes(pieces), 4.4)
    more = Leaf(pieces.gate, 17.2) if pieces.face.gate else eyes
    pieces.note.align = "left"
    return Column(
        FreeSpace(12),
        Leaf(pieces.figure, 32),
        FreeSpace(),
        Leaf(pieces.note, 3),
        Row(
            counts, Column(Row(*_said(pieces, 6), FreeSpace(), size=7), more, gap=2.5, size=UPRIGHT_GATE), size=NATURAL
        ),
        None if pieces.face.gate else FreeSpace(weight=3),
        Row(_switches(pieces, metrics), size=8) if pieces.switches_shown else None,
        gap=1.4,
        pad=(MARGIN, 0, MARGIN, 0.4),
    )
