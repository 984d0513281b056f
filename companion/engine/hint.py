"""What a game says to somebody who does not know it yet: a thing in our own words, with the rules it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.prompt import Prompt


class Hint(Struct, frozen=True):
    """`title` and `text` are English msgids, to be filled with `facts`; `icon` names a sign of the screen.

    `id` is unique within its game; `rules` are ids of its matrix (`IW-041`).
    """

    id: str
    icon: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    facts: dict[str, str | int] = {}

    def told(self, **facts: str | int) -> Hint:
        """The same hint with these facts."""
        return replace(self, facts=facts)


def _nothing(_view: Any) -> Iterable[Hint]:
    return ()


def tag_of(event: Any) -> str:
    """The name of an event's kind."""
    return str(type(event).__struct_config__.tag)


def _tags(event: Any) -> Iterable[str]:
    return (tag_of(event),)


class Hints(Struct, frozen=True):
    """All hints of a game.

    `now`: what a view lets the table do, the nearest first. `offered`: by the key of an option that can be chosen, what
    it does. `asked`: by the id of a prompt that is a question, what it asks. `firsts`: by a key of an event; the later
    ones say more. `keys`: of an event: its tag, and what else a game tells apart. `question`: comes with the first
    question.
    """

    now: Callable[[Any], Iterable[Hint]] = _nothing
    asked: Mapping[str, Hint] = {}
    firsts: Mapping[str, Hint] = {}
    question: Hint | None = None
    keys: Callable[[Any], Iterable[str]] = _tags
    offered: Mapping[str, Hint] = {}

    def asks(self, prompt: Prompt | None) -> bool:
        """Whether the table is asked something, beyond what it may do on its turn."""
        return prompt is not None and prompt.id in self.asked

    def at(self, view: Any, prompt: Prompt | None, at: int | None = None) -> tuple[Hint, ...]:
        """What may be done now, at a moment of the session: the open question before all else."""
        if prompt is None:
            return tuple(self.now(view))
        asked = (self.asked[prompt.id],) if prompt.id in self.asked else ()
        keys = [option.key for option in prompt.options if option.open(at)]
        return (*asked, *self.now(view), *(self.offered[key] for key in keys if key in self.offered))

    def first(self, events: Sequence[Any], prompt: Prompt | None) -> tuple[Hint, ...]:
        """What an update brings that somebody may see for the first time, the most telling first: what a card leads to
        says more than that it was played."""
        keys = {key for event in events for key in self.keys(event)}
        told = [hint for key, hint in reversed(list(self.firsts.items())) if key in keys]
        return (*told, self.question) if self.question is not None and self.asks(prompt) else tuple(told)
