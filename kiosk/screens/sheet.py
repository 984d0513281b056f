"""A sheet: what fills a playing screen. One at a time; all of them have their keys in the same row at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.engine.prompt import Prompt
from companion.engine.requests import Undo
from companion.presentation.colours import C
from companion.presentation.i18n import _
from kiosk.display.theme import GAP, KEY_LEAST, MARGIN, PAD, PAD_TEXT, SMALLEST, KeyPlaces, Metrics
from kiosk.screens.screen import Region
from kiosk.table.context import KioskContext
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, width
from kiosk.widgets.layout import NATURAL, Column, FreeSpace, Leaf, Length, Row, middle, natural

WIDE_FOOT, UPRIGHT_FOOT = 10.2, 20.2
"""u that the keys take at the bottom."""
HEAD: tuple[Length, Length, Length, Length] = (4, (3.4, 8), 4, 0)
"""u left, above, right of and below the head of a sheet."""
BAND_WIDE, BAND_UPRIGHT = 7.2, 11.0
KEYS_BOTTOM = 10.7
"""u below the keys upright: the row of Undo."""


NOTE_LEAST, NOTE_MOST = 10.0, 25.0
"""u of what Undo takes back, beside it."""
NARROW = 16.0
"""u: a narrower Undo has no room for what it takes back."""


class SheetKey(NamedTuple):
    """A sheet and what it is about. Another place is another sheet; the same one only receives the news.

    about: the card (play), the prompt; part: what distinguishes two prompts of a kind.
    """

    kind: str
    about: str = ""
    part: str = ""


class Sheet(Container):
    """Override `update` (every view while it shows), `lay` (place what is above the keys) and perhaps `burning`.

    :param undo: an Undo key is the first in its row.
    """

    sparks = False

    def __init__(self, context: KioskContext, undo: bool = True) -> None:
        super().__init__()
        self.context = context
        self.undo = Key(_("Undo"), "undo", action=lambda: context.ask.send(Undo()))
        self.has_undo = undo
        self._undo_words = ""
        self._undo_fitted: object = None
        """What Undo's words were fitted to last."""
        self.undo_note = Text("", "small", C.ash, lines=2)
        """What Undo takes back, beside it where it is too narrow to say so."""
        self.undo_note.visible = False
        self._keys: tuple[Key, ...] = ()
        self._keys_laid: object = None
        """What the keys were laid for last."""
        if undo:
            self.add_widget(self.undo_note)
            self.add_widget(self.undo)

    def update(self, view: Any, prompt: Prompt | None) -> None:
        """Show the present state, and what can be chosen."""

    def closed(self) -> None:
        """Stop timers: the sheet goes away."""

    def forget(self) -> None:
        """Forget what it is about: it may be shown for another place (`SheetScreen.RENEWED`)."""

    def tip_box(self, metrics: Metrics) -> Region | None:
        """Return where a card of a first game may be (`Screen.tip_box`)."""
        return None

    def band_box(self, metrics: Metrics) -> Region | None:
        """Return the box of the band over it; None: above its keys, or over its heading."""
        return None

    def say(self, text: str, icon: str, tone: str) -> None:
        """Show what just happened, on sheets that have room for it."""

    @property
    def below_band(self) -> tuple[Drawn, ...]:
        """What gives way while the band shows."""
        return ()

    @property
    def burning(self) -> Fire:
        """Its background."""
        return fires.CALM

    # ------------------------------------------------------------ keys

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys beside Undo, the main key last."""
        return self._keys

    def set_keys(self, *keys: Key) -> None:
        """Show other keys; the main one last."""
        if keys != self._keys:
            self.exchange(self._keys, keys)
            self._keys = keys

    def say_undo(self, enabled: bool, words: str) -> None:
        """Show what Undo would take back. Where it is narrow, the player is left out, then it follows *Undo*."""
        self.undo.enabled = enabled
        self._undo_words = words
        self._fit_undo()

    def _fit_undo(self) -> None:
        asked = self._undo_words, *self.undo.size, self.m
        if asked == self._undo_fitted:
            return
        self._undo_fitted = asked
        fit_undo(self.undo, self._undo_words)
        self.undo_note.show("" if self.undo.second else self._undo_words)

    # ------------------------------------------------------------ layout

    def arrange(self, metrics: Metrics) -> None:
        self.lay(metrics)
        self.lay_keys(metrics)
        self._fit_undo()

    def lay(self, metrics: Metrics) -> None:
        """Place what is above the keys."""

    def raise_undo(self) -> None:
        """Draw Undo over everything else (jaws have a dark floor)."""
        if self.undo.parent is self:
            self.remove_widget(self.undo)
            self.add_widget(self.undo)

    @property
    def places(self) -> KeyPlaces:
        """Those of the game that is open."""
        return self.context.table.places

    def lay_keys(self, metrics: Metrics) -> None:
        """Place the keys; a board has them elsewhere."""
        asked = metrics, self.places, self.has_undo, *self.pos, *self.size, [key.takes_room for key in self._keys]
        if asked == self._keys_laid:
            return
        self._keys_laid = asked
        place_keys(self, metrics, self.undo if self.has_undo else None, self._keys, self.places)
        beside = MARGIN + self.places.undo + GAP
        row = [key.x / metrics.u for key in self._keys if key.y < self.undo.top]
        free = min(row, default=metrics.columns - MARGIN) - beside - 1
        self.undo_note.visible = metrics.wide and self.places.undo < NARROW and free > NOTE_LEAST
        if self.undo_note.visible:
            self.put(self.undo_note, left=beside, width=min(free, NOTE_MOST), bottom=1, height=8.2)


def fit_undo(undo: Key, words: str) -> None:
    """Show what it would take back, as far as there is room: the player is left out first, then the words wrap."""
    before = undo.label, undo.second, undo.flowing
    undo.label = _("Undo")
    undo.second, undo.flowing = _fitting(undo, words)
    if (undo.label, undo.second, undo.flowing) != before:
        undo.redraw()


def _fitting(undo: Key, words: str) -> tuple[str, bool]:
    """Return what of the words has room on it, and whether they follow the label."""
    texts = [text for text in (words, words.partition(": ")[2].strip(), words.partition(", ")[0].strip()) if text]
    for undo.flowing in (False, True):
        for undo.second in texts:
            if undo.fits:
                return undo.second, undo.flowing
    return "", False


def head(mark: Any, who: Text, title: Text, icon: Any = None) -> Row:
    """Return a mark, the player or the subject above the question, and an icon if it has one."""
    who.lines = title.lines = 2
    words = Column(FreeSpace(), Leaf(who, NATURAL), Leaf(title, NATURAL), FreeSpace(), gap=2.2)
    return Row(middle(mark, 9.2), words, None if icon is None else middle(icon, 9), gap=2.2, size=NATURAL)


def lay_head(container: Container, metrics: Metrics, mark: Any, who: Text, title: Text, icon: Any = None) -> float:
    """Place the head of a sheet; returns where what is below it begins (u)."""
    tree = Column(head(mark, who, title, icon), pad=HEAD)
    high = natural(tree, metrics.columns, metrics.wide)[1]
    container.put(tree, left=0, top=0, height=high)
    return high + 2.4


def foot(metrics: Metrics) -> float:
    """Return the u below what a sheet shows."""
    return WIDE_FOOT if metrics.wide else UPRIGHT_FOOT


def band_high(metrics: Metrics) -> float:
    """Return the u of the band that says why something did not count."""
    return BAND_WIDE if metrics.wide else BAND_UPRIGHT


def band_foot(metrics: Metrics) -> float:
    """Return the u below what a sheet shows that keeps the place of the band free, above its keys."""
    return foot(metrics) + band_high(metrics)


def key_wide(key: Key, metrics: Metrics, size: float | None = None) -> float:
    """Return the u that a key needs for its icon and label. `size`: px of the label; None: the largest."""
    if not key.label:
        return KEY_LEAST + 0.2
    if key.stacked:
        return least_wide(key, metrics, 2.9)
    words = width(key.label, "text_bold", round(size or metrics.steps("key")[0])) / metrics.u
    if isinstance(key.second, str) and key.second.strip():
        words = max(words, width(key.second, "text", round(SMALLEST * metrics.u)) / metrics.u)
    return PAD + (key.icon_size + 1.4 if key.icon else 0) + words + PAD_TEXT + 0.6


def least_wide(key: Key, metrics: Metrics, size: float = 2.5) -> float:
    """Return the u that a key needs for a label of `size` u below its icon."""
    if not key.label:
        return KEY_LEAST + 0.2
    return width(key.label, "text_bold", round(size * metrics.u)) / metrics.u + 2 * PAD_TEXT + 0.6


def put_undo(container: Container, metrics: Metrics, undo: Key, places: KeyPlaces) -> None:
    """Put Undo at its own place: lower left; upright, in the lowest row, beside what ends a turn alone."""
    if metrics.wide:
        container.put(undo, left=MARGIN, width=places.undo, bottom=1, height=8.2)
    else:
        container.put(undo, left=MARGIN, right=MARGIN + places.zone, bottom=1.33, height=8.4)


def put_ends(container: Container, metrics: Metrics, keys: Sequence[Key], places: KeyPlaces) -> None:
    """Put what ends a turn at its own place, the last one rightmost."""
    right = places.right if metrics.wide else MARGIN
    for key in reversed(keys):
        container.put(
            key, right=right, width=places.end, bottom=1 if metrics.wide else 1.33, height=8.2 if metrics.wide else 8.4
        )
        right += places.end + GAP


def rooms(metrics: Metrics, places: KeyPlaces) -> tuple[tuple[float, float], ...]:
    """Return the rooms for other keys on a wide display, in the row of Undo: left edge and width of each, in u."""
    left = MARGIN + places.undo + GAP
    end = metrics.columns - places.right - places.zone
    first = (left, end - left if places.ends else metrics.columns - MARGIN - left)
    if not places.beside:
        return (first,)
    right = metrics.columns - places.right + (0 if not places.ends else GAP)
    return (first, (right, metrics.columns - MARGIN - right))


def place_keys(
    container: Container,
    metrics: Metrics,
    undo: Key | None,
    keys: Sequence[Key],
    places: KeyPlaces | None = None,
    rows: int = 1,
    alike: bool = False,
) -> None:
    """Place the keys at the bottom: wide, one row with Undo first and the main key last; upright, Undo below them.

    :param places: those of a game, which no other key takes; None: the page belongs to no game.
    :param rows: how many there are upright above Undo; of two, the main key is in the lower one.
    :param alike: all of them share what is left, not the main one alone.
    """
    if places is None:
        _place_all(container, metrics, keys)
        return
    if undo is not None:
        put_undo(container, metrics, undo, places)
    ends, others = [key for key in keys if key.ends], [key for key in keys if not key.ends]
    put_ends(container, metrics, ends, places)
    if not others:
        return
    if not metrics.wide:
        half = len(others) // 2 if rows > 1 else 0
        for part, bottom in ((others[half:], KEYS_BOTTOM), (others[:half], 20.3)):
            if part:
                _put_row(container, metrics, part, MARGIN, metrics.columns - 2 * MARGIN, bottom)
        return
    free = rooms(metrics, places)
    want: Callable[[Key], float] = partial(least_wide, metrics=metrics)  # at the worst the words are below their icons
    shared = _shared(others, want, free)
    for size in metrics.steps("key"):
        beside = partial(key_wide, metrics=metrics, size=size)
        rows_of = _shared(others, beside, free)
        if all(_taken(row, beside) <= wide for row, (_left, wide) in zip(rows_of, free, strict=True)):
            want, shared = beside, rows_of
            break
    for row, (left, wide) in zip(shared, free, strict=True):
        noted = NOTE_MOST + GAP if places.undo < NARROW else 0.0
        _put_part(container, row, left, wide, want, noted, alike, last=row[-1:] == others[-1:])


def _shared(keys: list[Key], want: Callable[[Key], float], free: Sequence[tuple[float, float]]) -> list[list[Key]]:
    """The keys by the rooms: as many in the last one as go in there."""
    rows: list[list[Key]] = [[] for _ in free]
    room = len(free) - 1
    for key in reversed(keys):
        if room and rows[room] and _taken([key, *rows[room]], want) > free[room][1]:
            room -= 1
        rows[room].insert(0, key)
    return rows


def _taken(keys: Sequence[Key], want: Callable[[Key], float]) -> float:
    """u of a row of keys that get what they want."""
    return sum(map(want, keys)) + GAP * max(0, len(keys) - 1)


def _put_part(
    container: Container,
    keys: Sequence[Key],
    left: float,
    wide: float,
    want: Callable[[Key], float],
    noted: float,
    alike: bool,
    last: bool,
) -> None:
    """Keys from the right of a room; a lit main key is as wide as there is room.

    :param noted: u that stay free beside Undo.
    """
    if not keys:
        return
    wants = [want(key) for key in keys]
    spare = wide - _taken(keys, want)
    if spare < 0:
        wants = [one * (wide - GAP * (len(keys) - 1)) / sum(wants) for one in wants]
    elif alike:
        wants = [one + spare / len(keys) for one in wants]
    elif last and keys[-1].label:
        spare = max(0.0, spare - noted)
        wants[-1] += spare if keys[-1].kind in ("prime", "danger") else min(spare, 8.0)
    right = left + wide
    for key, one in zip(reversed(keys), reversed(wants), strict=True):
        container.put(key, left=right - one, width=one, bottom=1, height=8.2)
        right -= one + GAP


def _put_row(
    container: Container, metrics: Metrics, keys: Sequence[Key], left: float, room: float, bottom: float
) -> None:
    """Keys that fill a row upright; those with words share what is left."""
    for size in metrics.steps("key"):
        if _taken(keys, partial(key_wide, metrics=metrics, size=size)) <= room:
            break
    wants = [key_wide(key, metrics, size) for key in keys]
    spare = max(0.0, room - GAP * (len(keys) - 1) - sum(wants))
    labelled = sum(bool(key.label) for key in keys) or 1
    wide = [w + (spare / labelled if key.label else 0) for w, key in zip(wants, keys, strict=True)]
    container.put(Row(*keys, weights=wide), left=left, width=room, bottom=bottom, height=8.4)


def _place_all(container: Container, metrics: Metrics, keys: Sequence[Key]) -> None:
    """The keys of a page that belongs to no game."""
    if not keys:
        return
    if not metrics.wide:
        _put_row(container, metrics, keys, MARGIN, metrics.columns - 2 * MARGIN, 1.33)
        return
    for size in metrics.steps("key"):
        if _taken(keys, partial(key_wide, metrics=metrics, size=size)) <= metrics.columns - 2 * MARGIN:
            break
    weights = [key_wide(key, metrics, size) for key in keys]
    container.put(Row(*keys, weights=weights), left=MARGIN, right=MARGIN, bottom=1, height=8.2)
