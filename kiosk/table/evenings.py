"""Who played together, how often, and who won: from the finished games of the memories."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from companion.engine.forgetting import group_of, is_nobody
from companion.presentation.i18n import _, ngettext
from kiosk.table.game_ui import GameUi
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.memories import Memory

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True)
class GroupTally:
    """How one game went for a group. `together`: how many of `games` all won; None: it is won by some of them."""

    ui: GameUi
    games: int
    together: int | None
    wins: tuple[tuple[str, int], ...]
    """Who won how often, the best first."""

    def words(self) -> str:
        said = game_count(self.games)
        if self.together is not None:
            lost = self.games - self.together
            return f"{said} · " + _("wins: {won} · defeats: {lost}").format(won=self.together, lost=lost)
        return f"{said} · " + _("wins: {names}").format(names=self._best()) if self.wins else said

    def short(self) -> str:
        """In a few words, with the name of the game."""
        if self.together is None and self.wins:
            return _("{game}: {names}").format(game=self.ui.title, names=self._best())
        won = _("{game}: {won} of {all}")
        return won.format(game=self.ui.title, won=self.together, all=self.games) if self.together is not None else ""

    def _best(self) -> str:
        return ", ".join(f"{name}\u00a0{n}" for name, n in self.wins)


@dataclass(frozen=True)
class PlayerGroup:
    """The same people, in whatever order they sat; `names` as they did last. `games`: the newest first."""

    names: tuple[str, ...]
    games: tuple[Memory, ...]

    def count(self) -> str:
        """How many games in words."""
        return game_count(len(self.games))

    def best(self) -> list[tuple[GameUi, str]]:
        """The best game of each kind, in words, where there is one."""
        found = [(tally.ui, _safe(tally.ui.best, self._of(tally.ui.game), "")) for tally in self.tallies()]
        return [(ui, said) for ui, said in found if said]

    def ladder(self) -> tuple[tuple[str, int], ...]:
        """Who won how often, over all games that some of them win, the best first."""
        return ladder(self.games)

    def short(self) -> str:
        """Who won how often, in a few words."""
        return " · ".join(said for tally in self.tallies() if (said := tally.short()))

    def tallies(self) -> list[GroupTally]:
        """One for each game that they played, in the order of the gates."""
        return [_tally(ui, self.names, games) for ui in GAME_UIS.values() if (games := self._of(ui.game))]

    def _of(self, game: str) -> list[Memory]:
        return [memory for memory in self.games if memory.game == game]


def player_groups(games: Iterable[Memory]) -> list[PlayerGroup]:
    """Return all groups, the one that played last first. Groups with no name left are omitted."""
    found: dict[tuple[str, ...], list[Memory]] = {}
    for memory in games:
        if not all(map(is_nobody, memory.names)):
            found.setdefault(group_of(memory.names), []).append(memory)
    return [PlayerGroup(theirs[0].names, tuple(theirs)) for theirs in found.values()]


def all_names(games: Iterable[Memory], written: Iterable[str]) -> list[str]:
    """Return every name that is kept: of finished games, the newest first, then of those that were only written."""
    played = (name for memory in games for name in memory.names if not is_nobody(name))
    return list(dict.fromkeys((*played, *written)))


EVENING_ENDS = timedelta(hours=6)
"""A game after midnight still belongs to the evening before, until this hour."""


def this_evening(games: Iterable[Memory], now: datetime) -> list[Memory]:
    """Return the finished games of this evening, the first one first."""
    found = []
    for memory in games:
        try:
            begun = datetime.fromisoformat(memory.wall)
        except ValueError:
            continue
        here = now if begun.tzinfo is None else now.astimezone(begun.tzinfo)
        if (begun - EVENING_ENDS).date() == (here - EVENING_ENDS).date():
            found.append(memory)
    return found[::-1]


def ladder(games: Iterable[Memory]) -> tuple[tuple[str, int], ...]:
    """Return who won how often, over all games that only some of the players win, the best first."""
    wins: Counter[str] = Counter()
    for memory in games:
        ui = GAME_UIS.get(memory.game)
        won = _won(ui, memory) if ui is not None else ()
        if not isinstance(won, bool):
            wins.update(name for name in won if name in memory.names and not is_nobody(name))
    return tuple(wins.most_common())


def _safe(call: Callable[[T], str], about: T, otherwise: str) -> str:
    """Call `call`; return `otherwise` if it fails, as a record from outside may hold anything."""
    try:
        return call(about)
    except (TypeError, KeyError, AttributeError, ValueError, IndexError):
        log.warning("a result cannot be read: %s", about)
        return otherwise


def moment_of(memory: Memory) -> str:
    """Return what decided a game, in words; "" if that is not known."""
    ui = GAME_UIS.get(memory.game)
    return "" if ui is None else _safe(ui.moment, memory, "")


def game_count(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=count)


def _tally(ui: GameUi, names: Sequence[str], games: Sequence[Memory]) -> GroupTally:
    won = [_won(ui, memory) for memory in games]
    together = [one for one in won if isinstance(one, bool)]
    wins = Counter(name for one in won if not isinstance(one, bool) for name in one if name in names)
    named = [(name, n) for name, n in wins.most_common() if not is_nobody(name)]
    return GroupTally(ui, len(games), sum(together) if together else None, tuple(named))


def _won(ui: GameUi, memory: Memory) -> bool | tuple[str, ...]:
    try:
        return ui.won(memory.result)
    except (TypeError, KeyError, AttributeError):  # a record from outside may hold anything
        log.warning("the result of game %d cannot be read", memory.id)
        return ()
