"""The open question as the protocol tells it (`choice`) since before there were prompts. The screen reads prompts."""

from __future__ import annotations

from msgspec import Struct


class Option(Struct, frozen=True):
    """One answer. `value` goes back in the answer; `label` is an English msgid; `seat` names a player if it is one."""

    value: str
    label: str
    icon: str = ""
    seat: str | None = None


class Choice(Struct, frozen=True):
    """`options` is empty where no answer can be listed: a card's tap or a number is awaited.

    `question` is the game's own id for it (`matched`, `who` ...); `default` is the value taken if nobody answers.

    `until` is the moment (session ms) at which the default is taken by itself, None if only the next tap takes it;
    `lasts_ms` is how long the question stood open in all, so that a bar can drain.
    """

    question: str
    options: tuple[Option, ...]
    default: str | None
    until: int | None = None
    lasts_ms: int | None = None
    facts: dict[str, str | int] = {}
