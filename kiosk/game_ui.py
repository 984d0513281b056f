"""What the shared screens must know of one game: its tile, its seats, its words. No rule, no widget, no screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.choice import Choice
from companion.engine.correction import Page
from companion.engine.hint import Hint
from kiosk.memories import Memory
from kiosk.words import Said


@dataclass(frozen=True)
class Ended:
    """A finished game as one row of the memories. `more` follows the names; `good` is lit as a win."""

    how: str
    icon: str
    good: bool
    more: str = ""


@dataclass(frozen=True)
class GameUi:
    """What the kiosk knows of one game.

    :param inside: msgid of the line inside its gate; `players` and `line` are the two beside it on an upright screen.
    :param view: type of the view that its updates bear.
    :param base: the screen that a view asks for.
    :param playing: those of its screens over which the virtual table may be drawn.
    :param aided: those over which the player aid and the cards of a first game may lie.
    :param now: what may be done now, as the game says it (view, open question).
    :param firsts: what an update brings that somebody may see for the first time (events, view, open question).
    :param corrections: what can be put right by hand, from its view.
    :param naming: its screen where seats are named.
    :param colours: seat colours in the order in which they are given out.
    :param ended: a finished game in words.
    :param standing: how the group stands, from its finished games, the newest first.
    :param outcomes: who may have won a finished game: words, and the fields of its result that then hold.
    :param refusals: code -> words for what its rules refuse.
    :param tab: where the handle of its virtual table begins, wide and upright, as a share of the width.
    """

    game: str
    icon: str
    title: str
    inside: str
    players: str
    line: str
    view: type
    base: Callable[[Any], str]
    playing: frozenset[str]
    aided: frozenset[str]
    now: Callable[[Any, Choice | None], tuple[Hint, ...]]
    firsts: Callable[[Sequence[Any], Any, Choice | None], tuple[Hint, ...]]
    corrections: Callable[[Any], tuple[Page, ...]]
    naming: str
    least: int
    most: int
    usual: int
    colours: tuple[str, ...]
    ended: Callable[[Memory], Ended]
    standing: Callable[[Sequence[Memory]], str]
    outcomes: Callable[[Memory], Sequence[tuple[str, Mapping[str, Any]]]]
    refusals: Mapping[str, Said] = field(default_factory=dict)
    tab: tuple[float, float] = (0.62, 0.8)
