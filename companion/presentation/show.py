"""What a turn shows and how a game ended, declared once by its game: for the kiosk, phones, televisions and the hub."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from companion.engine.summary import Ending, Summary
from companion.engine.text import N_, NOTHING, Text
from companion.presentation.cut import listed


class Fact(Struct, frozen=True):
    """A sign with its words, and a figure. `secret`: only the seat that it is shown to may see it."""

    icon: str
    text: Text
    figure: str = ""
    tone: str = ""
    secret: bool = False


class TurnShown(Struct, frozen=True):
    """The state of a turn, from the public view. `player`: whose turn it is. `about`: what it is about. `counts`: what
    is counted besides. `warnings`: what weighs on it whatever just happened. `idle`: what to do while nothing has
    happened. `trial`: something of the table is no more than a trial."""

    player: str = ""
    about: Fact | None = None
    counts: tuple[Fact, ...] = ()
    warnings: tuple[Fact, ...] = ()
    idle: Text = NOTHING
    trial: Text = NOTHING

    @property
    def facts(self) -> Iterator[Fact]:
        """All of it in a row, what matters most first."""
        yield from self.warnings
        if self.about is not None:
            yield self.about
        yield from self.counts


def _won(result: Mapping[str, Any]) -> Ending:
    """Return who won, where a result has `winners`."""
    winners = [str(name) for name in result.get("winners") or ()]
    over = Text(N_("Over"))
    named = Text(N_("Won: {names}"), {"names": listed(winners)}) if winners else over
    return Ending(over, good=bool(winners), named=named)


def _no_turn(_view: Any) -> TurnShown | None:
    return None


def _nothing_own(_view: Any, _name: str) -> Iterable[Fact]:
    return ()


def _not_over(_view: Any) -> None:
    return None


@dataclass(frozen=True)
class Show:
    """What is shown of a game besides its figure and its prompts.

    :param turn: the state of a turn, from its public view; None while there is none.
    :param own: what is a seat's, from that seat's own view.
    :param each: what everybody may see of a seat, from the public view.
    :param ending: how it went, from its result.
    :param over: the same from its public view; None while it is played.
    :param summary: how it ended, from its view, for the shared recap; None while it is played.
    """

    turn: Callable[[Any], TurnShown | None] = _no_turn
    own: Callable[[Any, str], Iterable[Fact]] = _nothing_own
    ending: Callable[[Mapping[str, Any]], Ending] = _won
    over: Callable[[Any], Ending | None] = _not_over
    summary: Callable[[Any], Summary | None] = _not_over
    each: Callable[[Any, str], Iterable[Fact]] = _nothing_own


LONGEST = 24
"""Letters of names that one line of the memories holds."""


def few(names: Iterable[str]) -> str:
    """Return the names in a row; "" if they are too long for a line of the memories."""
    row = listed(tuple(names))
    return row if len(row) <= LONGEST else ""
