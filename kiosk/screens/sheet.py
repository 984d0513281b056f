"""A sheet: what fills a playing screen. One at a time; all of them have their keys in the same row at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engine.prompt import Prompt
from companion.engine.requests import Undo
from companion.presentation.i18n import _
from kiosk.context import KioskContext
from kiosk.layout import NATURAL, Column, Leaf, Length, Row, Space, middle, natural
from kiosk.screens.screen import Box
from kiosk.theme import KEY_LEAST, PAD, PAD_TEXT, Metrics
from kiosk.widgets import background as fires
from kiosk.widgets.background import Fire
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text, width

WIDE_FOOT, UPRIGHT_FOOT = 10.2, 20.2
"""u that the keys take at the bottom."""
HEAD: tuple[Length, Length, Length, Length] = (4, (3.4, 8), 4, 0)
"""u left, above, right of and below the head of a sheet."""
BAND_WIDE, BAND_UPRIGHT = 7.2, 11.0
UNDO_WIDE = 27.0
"""u of Undo where it stands alone beside a board or a map: lower left, as on every playing screen."""


class SheetKey(NamedTuple):
    """A sheet and what it is about. Another place is another sheet; the same one is only told the news.

    about: the card (play), the prompt; part: what tells two prompts of a kind apart.
    """

    kind: str
    about: str = ""
    part: str = ""


class Sheet(Container):
    """Override `update` (every view while it shows), `lay` (place what is above the keys) and perhaps `burning`.

    :param undo: an Undo key stands first in its row.
    """

    sparks = False

    def __init__(self, context: KioskContext, undo: bool = True) -> None:
        super().__init__()
        self.context = context
        self.undo = Key(_("Undo"), "undo", action=lambda: context.link.send(Undo()))
        self.has_undo = undo
        self._undo_words = ""
        self._keys: tuple[Key, ...] = ()
        if undo:
            self.add_widget(self.undo)

    def update(self, view: Any, prompt: Prompt | None) -> None:
        """Show how things stand, and what can be chosen."""

    def closed(self) -> None:
        """It goes away: stop timers."""

    def tip_box(self, m: Metrics) -> Box | None:
        """Where a card of a first game may lie (`Screen.tip_box`)."""
        return None

    def band_box(self, m: Metrics) -> Box | None:
        """Where the band lies over it; None: above its keys, or over its heading."""
        return None

    def say(self, text: str, icon: str, tone: str) -> None:
        """What just happened, for sheets that show it."""

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
        """Those beside Undo, the main key last."""
        return self._keys

    def set_keys(self, *keys: Key) -> None:
        """Other keys; the main one last."""
        if keys != self._keys:
            self.exchange(self._keys, keys)
            self._keys = keys

    def say_undo(self, enabled: bool, words: str) -> None:
        """What Undo would take back. Where it is narrow, who did it is left out, then it follows the word *Undo*."""
        self.undo.enabled = enabled
        self._undo_words = words
        self._fit_undo()

    def _fit_undo(self) -> None:
        words = self._undo_words
        texts = [text for text in (words, words.partition(": ")[2].strip(), words.partition(", ")[0].strip()) if text]
        for self.undo.flowing in (False, True):
            for text in texts:
                self.undo.show(label=_("Undo"), second=text)
                if self.undo.fits:
                    return
        self.undo.flowing = False
        self.undo.show(label=_("Undo"), second="")

    # ------------------------------------------------------------ layout

    def arrange(self, m: Metrics) -> None:
        self.lay(m)
        self.lay_keys(m)
        self._fit_undo()

    def lay(self, m: Metrics) -> None:
        """Place what stands above the keys."""

    def raise_undo(self) -> None:
        """Undo is drawn over everything else (jaws have a dark floor)."""
        if self.undo.parent is self:
            self.remove_widget(self.undo)
            self.add_widget(self.undo)

    def lay_keys(self, m: Metrics) -> None:
        """Place the keys; a board has them elsewhere."""
        place_keys(self, m, self.undo if self.has_undo else None, self._keys)


def head(mark: Any, who: Text, title: Text, icon: Any = None) -> Row:
    """A mark, whom or what it is about above the question, and an icon if it has one."""
    who.lines = title.lines = 2
    words = Column(Space(), Leaf(who, NATURAL), Leaf(title, NATURAL), Space(), gap=2.2)
    return Row(middle(mark, 9.2), words, None if icon is None else middle(icon, 9), gap=2.2, size=NATURAL)


def lay_head(container: Container, m: Metrics, mark: Any, who: Text, title: Text, icon: Any = None) -> float:
    """Place the head of a sheet; returns where what is below it begins (u)."""
    tree = Column(head(mark, who, title, icon), pad=HEAD)
    high = natural(tree, m.columns, m.wide)[1]
    container.put(tree, left=0, top=0, height=high)
    return high + 2.4


def foot(m: Metrics) -> float:
    """u below what a sheet shows."""
    return WIDE_FOOT if m.wide else UPRIGHT_FOOT


def band_high(m: Metrics) -> float:
    """u of the band that says why something did not count."""
    return BAND_WIDE if m.wide else BAND_UPRIGHT


def band_foot(m: Metrics) -> float:
    """u below what a sheet shows that keeps the place of the band free, above its keys."""
    return foot(m) + band_high(m)


def key_wide(key: Key, m: Metrics, size: float | None = None) -> float:
    """u that a key needs for its icon and label. `size`: px of the label; None: as large as it is at best."""
    if not key.label:
        return KEY_LEAST + 0.2
    if key.stacked:
        return least_wide(key, m, 2.9)
    words = width(key.label, "text_bold", round(size or m.steps("key")[0])) / m.u
    return PAD + (key.icon_size + 1.4 if key.icon else 0) + words + PAD_TEXT + 0.6


def least_wide(key: Key, m: Metrics, size: float = 2.5) -> float:
    """u that a key needs for a label of `size` u below its icon."""
    if not key.label:
        return KEY_LEAST + 0.2
    return width(key.label, "text_bold", round(size * m.u)) / m.u + 2 * PAD_TEXT + 0.6


def put_undo(container: Container, m: Metrics, undo: Key) -> None:
    """Undo at its own place, where the other keys stand elsewhere: lower left; upright, the whole lowest row."""
    if m.wide:
        container.put(undo, left=4, width=UNDO_WIDE, bottom=1, height=8.2)
    else:
        container.put(undo, left=4, right=4, bottom=1.33, height=8.4)


def place_keys(container: Container, m: Metrics, undo: Key | None, keys: Sequence[Key]) -> None:
    """The keys at the bottom: wide, one row with Undo first and the main key last; upright, Undo below them."""
    beside = undo if m.wide else None
    for size in m.steps("key"):
        wants = [key_wide(key, m, size) for key in keys]
        taken = sum(wants) + 1.2 * len(keys) + (key_wide(beside, m, size) if beside is not None else -1.2)
        if taken <= m.columns - 8:
            break
    if not m.wide:
        if undo is not None:
            container.put(undo, left=4, right=4, bottom=1.33, height=8.4)
        if keys:
            spare = max(0.0, m.columns - 8 - 1.2 * (len(keys) - 1) - sum(wants))
            labelled = sum(bool(key.label) for key in keys) or 1
            wide = [w + (spare / labelled if key.label else 0) for w, key in zip(wants, keys, strict=True)]
            below = 10.7 if undo is not None else 1.33
            container.put(Row(*keys, weights=wide), left=4, right=4, bottom=below, height=8.4)
        return
    if undo is None:
        container.put(Row(*keys, weights=wants), left=4, right=4, bottom=1, height=8.2)
        return
    if not keys:
        container.put(undo, left=4, width=36, bottom=1, height=8.2)
        return
    spare = m.columns - 8 - 1.2 * len(keys) - sum(wants)
    main = keys[-1]
    undo_wide = min(36.0, max(key_wide(undo, m), spare - (max(0.0, 25.0 - wants[-1]) if main.label else 0.0)))
    more = max(0.0, spare - undo_wide)
    wants[-1] += more if main.kind in ("prime", "danger") else min(more, 8.0) if main.label else 0.0
    container.put(undo, left=4, width=undo_wide, bottom=1, height=8.2)
    right = 4.0
    for key, want in zip(reversed(keys), reversed(wants), strict=True):
        container.put(key, right=right, width=want, bottom=1, height=8.2)
        right += want + 1.2
