"""The kiosk's own keyboard: no key smaller than a finger, one layer of letters or signs at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from companion.presentation.colours import C, Colour
from companion.presentation.i18n import _
from kiosk.display.theme import Metrics
from kiosk.widgets.base import Container
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.layout import Leaf, Row

LETTERS = {
    "fr": ("AZERTYUIOP", "QSDFGHJKLM", "WXCVBNÉÈ-"),
    "en": ("QWERTYUIOP", "ASDFGHJKL’", "ZXCVBNMÉ-"),
}
"""Of names, by language; names begin with a large one, so the keys bear large ones."""
MOST = 10.0
"""Weights of keys that a line of an upright screen holds."""
PAD = ((0.0, -2.5), 0, (0.0, -2.5), 0)
"""Of a keyboard on a page: upright, it reaches into the margins."""
GAP = 1.0
"""u, between two lines."""


class LetterLayer(NamedTuple):
    """Lines of letters, and the keys behind them.

    `turns`: label and name of the layers that they lead to. `turn_weight`: of such a key, beside 1 for a letter;
    `space`: of the space, 0: there is none. `once`: a letter typed in this layer leads back to the first one.
    """

    lines: tuple[str, ...]
    turns: tuple[tuple[str, str], ...] = ()
    space: float = 0.0
    turn_weight: float = 2.0
    once: bool = False

    def last(self) -> float:
        """Weight of the last line with the keys behind it."""
        return len(self.lines[-1]) + self.turn_weight * len(self.turns) + self.space


def capitalised(text: str, letter: str) -> str:
    """Return a name with one letter more: large at the start of each of its parts; one space between two of them.

    >>> capitalised("", "A"), capitalised("Jean ", "P"), capitalised("Jean ", " "), capitalised("Zo", "E")
    ('A', 'Jean P', 'Jean ', 'Zoe')
    """
    if letter == " " and text[-1:] in ("", " "):
        return text
    return text + (letter if not text or text[-1] in " -’&." else letter.lower())


class Typed:
    """Text entry letter by letter, mixed into a page. `longest`: letters at most; `say` shows the text."""

    text = ""
    longest = 0
    full = False
    """Whether a letter found no room."""

    def joined(self, letter: str) -> str:
        return self.text + letter

    def add(self, letter: str) -> None:
        self.full = len(self.text) >= self.longest
        if not self.full:
            self.text = self.joined(letter)
        self.say()

    def erase(self) -> None:
        self.full = False
        self.text = self.text[:-1]
        self.say()

    def say(self) -> None:
        """Show what is written."""
        raise NotImplementedError

    @staticmethod
    def allow(done: Key, text: Text, usual: str, tone: Colour, why: str) -> None:
        """Set whether what is written may be taken. The text shows `usual`, and `why` not when `done` is touched."""
        text.show(usual, tone)
        done.enabled = not why
        done.when_dim = partial(text.show, why, C.brim)


class Keyboard(Container):
    """Fills its place with the keys of a layer; all layers have keys of one height.

    :param layers: by name; the first is there at first.
    :param typed: gets each letter.
    """

    def __init__(self, layers: Mapping[str, LetterLayer], typed: Callable[[str], object], **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)
        self.layers = dict(layers)
        self._typed = typed
        self._first = next(iter(self.layers))
        self._lines: list[list[Key]] = []
        self._behind: list[Leaf] = []
        self.show(self._first)

    def show(self, name: str) -> None:
        """Make the keys of a layer."""
        self.layer = name
        layer = self.layers[name]
        self.clear_widgets()
        self._lines = [[self._key(letter, partial(self._type, letter)) for letter in line] for line in layer.lines]
        turns = [(self._key(label, partial(self.show, other)), layer.turn_weight) for label, other in layer.turns]
        space = [(self._key(_("Space"), partial(self._type, " ")), layer.space)] if layer.space else []
        self._behind = [Leaf(key, weight=weight) for key, weight in (*turns, *space)]
        self.rearrange()

    def _key(self, label: str, action: Callable[[], object]) -> Key:
        key = Key(label, align="center", action=action)
        self.add_widget(key)
        return key

    def _type(self, letter: str) -> None:
        self._typed(letter)
        if self.layers[self.layer].once:
            self.show(self._first)

    def arrange(self, metrics: Metrics) -> None:
        apart = not metrics.wide and max(layer.last() for layer in self.layers.values()) > MOST
        lines = max(len(layer.lines) for layer in self.layers.values()) + apart
        high = (self.height / metrics.u - (lines - 1) * GAP) / lines
        rows: list[list[Any]] = [list(line) for line in self._lines]
        if apart:
            rows.append([])
        rows[-1] += self._behind
        for i, keys in enumerate(rows):
            self.put(Row(*keys, gap=(0.8, 0.5)), left=0, right=0, top=i * (high + GAP), height=high)
