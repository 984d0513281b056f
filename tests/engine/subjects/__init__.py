"""What the common suites must know of each game. A game of the registry without its file here fails the suites."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Game
from companion.engine.refused import Refused
from companion.engine.requests import Open
from companion.engine.text import TitleAndHint

Moves = Sequence[Mapping[str, Any]]
"""Moves as the table protocol has them; {"advance": ms} lets time pass, {"tag": uid} taps, {"undo": True} undoes."""


@dataclass(frozen=True)
class Provocation:
    """An opening and moves; the last of them must be refused with `code`."""

    code: str
    open: Open
    moves: Moves


@dataclass(frozen=True)
class SecretPair:
    """Two games that differ only in what is secret: everything public about them must be equal."""

    open: Open
    one: Moves
    other: Moves


@dataclass(frozen=True)
class Subject:
    """A game under test.

    `openings`: to begin random games from, each with the moves that bring it to where it is played.
    `tags`: uids to tap at random. `untimed`: a position without what the clock changes.
    `freeze`, `thaw`: moves that stop and start the clock, for joining a running game. `invariant` raises if a
    state cannot be. `unknowable`: whether an offered move may be refused all the same, for what nobody may know.
    `beside`: whether moves with that tag are no step of Undo: they hold the clock, prepare the game, only show.
    `words`: what stands in its fields of text, for corrections by chance.
    `steady`: public prompts (JSON) without what a step back never brings back: what only showed something.
    """

    make: Callable[[], Game[Any]]
    openings: Sequence[tuple[Open, Moves]]
    freeze: Mapping[str, Any] = field(default_factory=dict)
    thaw: Mapping[str, Any] = field(default_factory=dict)
    untimed: Callable[[dict[str, Any]], object] = lambda place: place
    tags: Sequence[str] = ()
    refusals: Mapping[str, TitleAndHint] = field(default_factory=dict)
    provocations: Sequence[Provocation] = ()
    secret_pairs: Sequence[SecretPair] = ()
    invariant: Callable[[Any], None] = lambda _state: None
    unknowable: Callable[[Any, Any, Refused], bool] = lambda _state, _move, _refused: False
    beside: Callable[[str], bool] = lambda _tag: False
    steady: Callable[[Any], Any] = lambda prompts: prompts
    words: Sequence[str] = ()


def names() -> list[str]:
    """The two games of the tests, and every game of the registry."""
    from companion.games.registry import GAMES

    return list(dict.fromkeys(["toy", "coins", *GAMES]))


def subject(name: str) -> Subject:
    """The subject of a game."""
    if importlib.util.find_spec(f"{__package__}.{name}") is None:
        raise LookupError(f"the common suites need tests/engine/subjects/{name}.py: SUBJECT = Subject(make, openings)")
    found: Subject = importlib.import_module(f"{__package__}.{name}").SUBJECT
    return found
