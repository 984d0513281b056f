"""What somebody reads of a game who does not know it yet, as data: for the aid on the screen and for paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.engine.text import N_, Text


class Told(NamedTuple):
    """A thing on the screen or on the table. `name` and `text` are msgids; `rule` is what it comes from ("": none)."""

    icon: str
    name: str
    text: str
    rule: str = ""


class PanelKey(NamedTuple):
    """A key of the panel (`start`, `a`, `b`, `undo`): what it means in turn (no words: nothing), and the note on it."""

    name: str
    labels: tuple[Text, ...]
    note: Told | None = None


class LevelWords(NamedTuple):
    """How much the companion follows: the level's value, its icon, and two msgids."""

    level: str
    icon: str
    label: str
    hint: str


class Chapter(NamedTuple):
    """Notes under one title (msgid)."""

    title: str
    notes: tuple[Told, ...]


READER = Told("tag", N_("Reader"), N_("Lay a card with a tag on it, and the screen knows it."))
UNDO = Text(N_("Undo"))


@dataclass(frozen=True)
class Guide:
    """
    :param taps: what a tag on the reader does.
    :param keys: the four keys of the panel.
    :param signs: where a colour means something.
    :param chapters: the rest, in the order of reading; the first is the playing screen.
    """

    taps: tuple[Told, ...]
    keys: tuple[PanelKey, ...]
    signs: tuple[Told, ...]
    levels: tuple[LevelWords, ...]
    chapters: tuple[Chapter, ...]
