"""The open Action cards in hand: a key for each half, with its letter and the signs of its effects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.prompt import Option, Prompt
from companion.presentation.colours import C
from companion.presentation.fonts import FontFace
from companion.presentation.i18n import spoken
from kiosk.display.theme import Metrics
from kiosk.screens.prompt_sheet import Explain, explains
from kiosk.table.context import KioskContext
from kiosk.widgets.base import Container
from kiosk.widgets.icons import put_icon
from kiosk.widgets.key import Action, Touchable
from kiosk.widgets.label import TextFit, capital_height, fit, put_line, width
from kiosk.widgets.layout import Grid

GAP = 0.8
SIGNS = (3.6, 3.2, 2.9, 2.6, 2.3, 2.1, 1.9, 1.75)
NAMES = (2.9, 2.6, 2.4, 2.15, 1.95, 1.75)
"""u of the signs' figures and of a card's name, the largest that fits first."""
NAME: FontFace = "text"
LEAST = 1.95
"""u of words that are smaller for the height of their key."""
AROUND = 1.25
"""Height of a key for a name and signs of 1 together."""
ICON = 1.15
"""Side of an icon for a figure of 1."""
BEHIND = ICON + 0.25
"""From an icon's left edge to its figure, for a figure of 1."""


class Half(Touchable):
    """`named`: with the card's name above the signs."""

    def __init__(self, option: Option, action: Action | None = None) -> None:
        self.label, self.letter = spoken(option.label), option.figure
        self.name = f"{self.label} {self.letter}"
        self.signs = tuple((sign.icon, spoken(sign.text)) for sign in option.lines[0])
        self.named = False
        self.sizes = (0.0, 0.0)
        """px of the letter and the signs, and of the name, as of all halves there; 0: as large as its own go in."""
        self.grown = (True, True)
        """Whether its signs, and its name, follow the size of the words."""
        super().__init__(action=action)

    def name_fit(self) -> TextFit:
        sizes = (self.sizes[1],) if self.sizes[1] else self._sizes(NAMES, self.grown[1])
        return fit(self.label, NAME, sizes, self.width - 1.2 * self.m.u)

    def _sizes(self, sizes: tuple[float, ...], grown: bool) -> tuple[float, ...]:
        """Return the px to try, the largest first."""
        usual = tuple(size * self.m.u for size in sizes)
        return self.m.larger_first(usual) if grown else usual

    def _natural(self, size: float) -> float:
        """Return the px of the letter and the signs at a font size (px)."""
        return self._letter_wide(size) + sum(_sign_wide(text, size) for _icon, text in self.signs)

    def _letter_wide(self, size: float) -> float:
        """Return the px of the letter with the gap behind it."""
        return width(self.letter, "black", round(size)) + 0.5 * size

    def size_of_signs(self) -> float:
        """Font size (px) of the letter and the signs."""
        if self.sizes[0]:
            return self.sizes[0]
        room = self.width - 1.8 * self.m.u
        sizes = self._sizes(SIGNS, self.grown[0])
        return next((size for size in sizes if self._natural(size) <= room), sizes[-1])

    @property
    def has_room(self) -> bool:
        """Whether the card's name fits above the signs."""
        named = self.name_fit()
        return named.fits and self.height > (named.size + self.size_of_signs()) * AROUND - 1

    @property
    def fits(self) -> bool:
        return self._natural(self.size_of_signs()) <= self.width - 1.6 * self.m.u

    def draw(self) -> None:
        u, skin = self.m.u, self.skin
        if self.width < 8:
            return
        self.put_plain()
        size, named = self.size_of_signs(), self.name_fit()
        middle = self.y + (0.32 if self.named else 0.5) * self.height
        if self.named:
            top = self.y + 0.76 * self.height - capital_height(NAME, named.size) / 2
            put_line(self.label, NAME, named.size, self.x + 0.9 * u, top, skin.first)
        x, base = self.x + 0.9 * u, middle - capital_height("text", size) / 2
        put_line(self.letter, "black", size, x, base, skin.second)
        x += self._letter_wide(size)
        for icon, text in self.signs:
            put_icon(icon, x, middle - ICON * size / 2, ICON * size, C.ember if self.enabled else C.rim)
            if text:
                put_line(text, "text", size, x + BEHIND * size, base, skin.first)
            x += _sign_wide(text, size)


def _sign_wide(text: str, size: float) -> float:
    """Return the px of an icon, its figure and the gap behind them."""
    return BEHIND * size + (width(text, "text", round(size)) + 0.45 * size if text else 0.2 * size)


def halves_of(prompt: Prompt | None) -> tuple[Option, ...]:
    """Return the options of a turn that are halves of cards, the two of a card after each other."""
    if prompt is None or prompt.id != "turn":
        return ()
    return tuple(option for option in prompt.options if option.figure and option.lines)


class Halves(Container):
    """`across`: a card is a column, its halves below each other; else it is a row. All have their names, or none; signs
    and names are of one size."""

    def __init__(self, context: KioskContext, explain: Explain) -> None:
        super().__init__(size_hint=(None, None))
        self.context, self.explain = context, explain
        self.across = True
        self.keys: list[Half] = []
        self._shown: tuple[Option, ...] = ()

    def offer(self, prompt: Prompt | None) -> bool:
        """Show the halves of the prompt; return whether there are any."""
        found = halves_of(prompt)
        if found != self._shown:
            self._shown = found
            keys = [Half(option, partial(self.context.ask.act, option.key)) for option in found]
            for key, option in zip(keys, found, strict=True):
                explains(key, option, self.explain, "cerbere")
            self.exchange(self.keys, keys)
            self.keys = keys
        return bool(found)

    def arrange(self, metrics: Metrics) -> None:
        if not self.keys or self.width < 8 or self.height < 8:
            return
        keys = [*self.keys[::2], *self.keys[1::2]] if self.across else self.keys
        self.put(Grid(*keys, columns=len(keys) // 2 if self.across else 2, gap=GAP), left=0, top=0)
        looks = ((True, True), (True, False), (False, False))
        named = next((grown for grown in looks if self._have_room(keys, grown)), None)
        if named is None:
            self._have_room(keys, looks[0])
        for key in keys:
            key.named = named is not None
            key.redraw()

    @staticmethod
    def _have_room(keys: Sequence[Half], grown: tuple[bool, bool]) -> bool:
        """Take the sizes at which the signs and the names of all fit; return whether all have room for both."""
        for key in keys:
            key.grown, key.sizes = grown, (0.0, 0.0)
        signs, names = min(key.size_of_signs() for key in keys), min(key.name_fit().size for key in keys)
        least = LEAST * keys[0].m.u
        over = (signs + names) * AROUND / min(key.height for key in keys)
        for key in keys:  # lower than they are wide: smaller, as long as they can be read
            key.sizes = (max(least, signs / over), max(least, names / over)) if over > 1 else (signs, names)
        return all(key.has_room for key in keys)
