"""The contents of the player aid as data: sections of pages, made of notes and of card faces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.engine.guide import GuideLine
from companion.engine.text import N_
from companion.presentation.i18n import _


@dataclass(frozen=True)
class OptionRow:
    """One line of an option: its sign and its words. `cost`: it is paid, not had."""

    icon: str
    text: str
    cost: bool = False


@dataclass(frozen=True)
class CardEntry:
    """A card face: its icon and name, its count, and the rows of its options. `rules`: ids of the matrix, for the
    developer who changes a rule; no screen shows them."""

    icon: str
    name: str
    count: str
    options: tuple[tuple[OptionRow, ...], ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class NoteEntry:
    """A thing on the screen or on the table: its icon, what it is called, and what it means. `rules`: as of a card."""

    icon: str
    name: str
    text: str
    rules: tuple[str, ...] = ()


AidEntry = CardEntry | NoteEntry


@dataclass(frozen=True)
class AidSection:
    """A key at the foot of the aid: icon, word, title and all its entries."""

    name: str
    icon: str
    word: str
    title: str
    entries: tuple[AidEntry, ...]

    @property
    def cards(self) -> bool:
        """Whether it shows card faces."""
        return any(isinstance(entry, CardEntry) for entry in self.entries)


def note_entries(lines: Iterable[GuideLine]) -> tuple[NoteEntry, ...]:
    """Return entries in the language of the moment."""
    return tuple(map(note, lines))


NOW = "now"
NOTHING = N_("Nothing: the table is busy.")


def now_section(hints: Sequence[GuideLine]) -> AidSection:
    """Return the first section of every aid: what may be done at this moment, from the game's own hints."""
    return AidSection(NOW, "thumb", _("To do"), _("What you may do"), note_entries(hints))


def note(line: GuideLine) -> NoteEntry:
    """Return an entry in the language of the moment."""
    return NoteEntry(line.icon, _(line.name), _(line.text).format(**line.facts), tuple(line.rules.split()))


def screen_section(lines: Iterable[GuideLine]) -> AidSection:
    """Return the section that explains what the playing screen shows."""
    return AidSection("screen", "eye", _("Screen"), _("On the screen"), note_entries(lines))
