"""What is said of a wiring: a sentence with the lines of the files that it is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from companion.engine.text import N_, Facts, Text, in_words
from drivers.config import Sound
from drivers.wiring.words import SENTENCES, Severity

Translate = Callable[[str], str]


class FilePlace(Struct, frozen=True):
    """A key in a file. `line`: from 1; 0 for the file itself."""

    file: Path
    line: int
    key: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{where}: {self.key}" if self.key else where


class WiringFinding(Struct, frozen=True):
    """`code` is of `words.SENTENCES`. `places`: what is wrong first, then what it clashes with.

    `marks`: ids of the parts (and keys of their terminals) that are drawn as wrong.
    """

    code: str
    places: tuple[FilePlace, ...]
    facts: Facts = {}
    marks: tuple[str, ...] = ()

    @property
    def level(self) -> Severity:
        return SENTENCES[self.code].level

    @property
    def what(self) -> Text:
        return Text(SENTENCES[self.code].msgid, self.facts)

    def sentence(self, translate: Translate) -> str:
        """`table.toml:12: panel.a: what; line 9 (panel.start)`, in a language."""
        words = in_words(self.what, translate)
        others = [
            translate(ALSO_FILE).format(key=place.key, file=place.file.name)
            if not place.line
            else translate(ALSO).format(line=place.line, key=place.key, file=place.file.name)
            if place.file == self.places[0].file
            else translate(ALSO_IN).format(line=place.line, key=place.key, file=place.file.name)
            for place in self.places[1:]
        ]
        first = f"{self.places[0]}: {words}" if self.places else words
        return " ".join([first, *others])


ALSO = N_("(also line {line}: {key})")
ALSO_FILE = N_("(also {file}: {key})")
ALSO_IN = N_("(also {file}, line {line}: {key})")


class SoundCard(Struct, frozen=True):
    """The card as sound.toml or config.txt names it, and where. `sound`: what it needs, None to go by its name."""

    name: str
    place: FilePlace
    sound: Sound | None = None


class PinsTaken(Struct, frozen=True):
    """A line of config.txt that takes pins. `words`: as written there."""

    words: str
    pins: tuple[int, ...]
    place: FilePlace
