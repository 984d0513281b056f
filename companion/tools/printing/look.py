"""The kiosk's look for a page: words, fonts, icons, colours. `companion.runtime` passes it to the command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from companion.engine.text import Text, in_words

FontFace = Literal["black", "bold", "text", "text_bold"]
Rgb = tuple[int, int, int]
Point = tuple[float, float]


class IconShape(Protocol):
    """One outline or oval of an icon, in a box of 1 x 1, y down. `cut`: it takes the colour of the paper."""

    @property
    def cut(self) -> bool: ...
    @property
    def stroke(self) -> float | None: ...
    @property
    def points(self) -> tuple[Point, ...]: ...
    @property
    def closed(self) -> bool: ...
    @property
    def centre(self) -> Point: ...
    @property
    def radii(self) -> Point | None: ...


@dataclass(frozen=True)
class GameLook:
    """A game's name and icon, and its seats: the icon and the colour of each."""

    title: str
    icon: str
    seats: tuple[tuple[str, Rgb], ...]


@dataclass(frozen=True)
class PrintStyle:
    """
    :param translate: English msgid -> the language of the page.
    :param plural: the same for two msgids and a number.
    :param fonts: path of the TTF of each face; `wide` is one with more alphabets, None without it.
    :param icon: its shapes; KeyError if there is none of that name.
    """

    language: str
    translate: Callable[[str], str]
    plural: Callable[[str, str, int], str]
    fonts: Mapping[FontFace, str]
    wide: str | None
    icon: Callable[[str], Sequence[IconShape]]
    games: Mapping[str, GameLook]

    def game(self, name: str) -> GameLook:
        """Return the game's look; a game that the kiosk does not show has its bare name."""
        return self.games.get(name) or GameLook(name, "tag", ())

    def say(self, text: Text) -> str:
        """Return the text in the language of the page."""
        return in_words(text, self.translate, self.language, self.plural)
