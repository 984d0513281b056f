"""Explanations of a game for new players, as data: for the aid on the screen and for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.prompt import Prompt
from companion.engine.text import N_, NOTHING, Text


class GuideLine(Struct, frozen=True):
    """A thing on the screen or on the table, or something to do.

    `name` and `text` are msgids, to be filled with `facts`; `rules` are ids of the matrix, with a blank between.
    """

    icon: str
    name: str
    text: str
    rules: str = ""
    facts: dict[str, str | int] = {}

    def filled(self, **facts: str | int) -> GuideLine:
        """Return the same with these facts."""
        return replace(self, facts=facts)


class SetupStep(NamedTuple):
    """A step of setting a table up: what hands do, and what spoils the game if it is done otherwise."""

    icon: str
    title: Text
    text: Text = NOTHING


class PanelKey(NamedTuple):
    """A key of the panel (`start`, `a`, `b`, `undo`): what it means in turn (no words: nothing), and the note on it."""

    name: str
    labels: tuple[Text, ...]
    note: GuideLine | None = None


class LevelWords(NamedTuple):
    """A level (how much the companion follows): its value, its icon, and two msgids."""

    level: str
    icon: str
    label: str
    hint: str


class Chapter(NamedTuple):
    """Notes under one title (msgid)."""

    title: str
    notes: tuple[GuideLine, ...]


READER = GuideLine("tag", N_("Reader"), N_("Lay a card with a tag on it, and the screen knows it."))
UNDO = Text(N_("Undo"))


@dataclass(frozen=True)
class Guide:
    """
    :param taps: what a tag on the reader does.
    :param keys: the four keys of the panel.
    :param signs: where a colour means something.
    :param chapters: the rest, in the order of reading; the first is the playing screen.
    """

    taps: tuple[GuideLine, ...]
    keys: tuple[PanelKey, ...]
    signs: tuple[GuideLine, ...]
    levels: tuple[LevelWords, ...]
    chapters: tuple[Chapter, ...]


def _nothing(_view: Any) -> Iterable[GuideLine]:
    return ()


def event_tag(event: Any) -> str:
    """Return the name of an event's kind."""
    return str(type(event).__struct_config__.tag)


def _tags(event: Any) -> Iterable[str]:
    return (event_tag(event),)


class Hints(Struct, frozen=True):
    """A game's explanations at the moment when they matter.

    `now`: what a view lets the table do, the nearest first. `offered`: by the key of an option that can be chosen, what
    it does. `asked`: by the id of a prompt that is a question, what it asks. `firsts`: by a key of an event; the later
    ones say more. `keys`: of an event: its tag, and what else a game distinguishes. `question`: comes with the first
    question.
    """

    now: Callable[[Any], Iterable[GuideLine]] = _nothing
    asked: Mapping[str, GuideLine] = {}
    firsts: Mapping[str, GuideLine] = {}
    question: GuideLine | None = None
    keys: Callable[[Any], Iterable[str]] = _tags
    offered: Mapping[str, GuideLine] = {}

    def asks(self, prompt: Prompt | None) -> bool:
        """Return whether the table is asked something, beyond what it may do on its turn."""
        return prompt is not None and prompt.id in self.asked

    def at(self, view: Any, prompt: Prompt | None, at: int | None = None) -> tuple[GuideLine, ...]:
        """Return what may be done now, at a moment of the session: the open question before all else."""
        if prompt is None:
            return tuple(self.now(view))
        asked = (self.asked[prompt.id],) if prompt.id in self.asked else ()
        keys = [option.key for option in prompt.options if option.open(at)]
        return (*asked, *self.now(view), *(self.offered[key] for key in keys if key in self.offered))

    def all_firsts(self) -> list[GuideLine]:
        """Return all notes that `first` may return."""
        return [*self.firsts.values(), *(() if self.question is None else (self.question,))]

    def first(self, events: Sequence[Any], prompt: Prompt | None) -> dict[str, GuideLine]:
        """Return the notes on what an update brings for the first time, by key.

        Later entries of `firsts` come first: what a card leads to says more than that it was played.
        """
        keys = {key for event in events for key in self.keys(event)}
        told = {key: note for key, note in reversed(list(self.firsts.items())) if key in keys}
        return told | {"question": self.question} if self.question is not None and self.asks(prompt) else told
