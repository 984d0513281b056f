"""The journal and the table of an evening, opened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.clock import Clock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Game
from companion.engine.journal import Journal
from companion.engine.scratch import sweep
from companion.engine.update import Notice
from companion.engine.wall import local_now
from companion.games.registry import Games
from companion.options import JOURNAL


def wall() -> str:
    """Return the time of day, for people only."""
    return local_now().isoformat(timespec="seconds")


def open_journal(data: Path | None) -> tuple[Journal, tuple[Notice, ...]]:
    """Return the journal of a data folder (None: in memory), and the notices about it.

    A disk that cannot be written costs no game: it is played, and written as soon as the disk lets it.

    :raises JournalInUse: if another companion has it.
    :raises JournalError: if it was written by a newer companion.
    """
    if data is not None:  # in it, beside it, and where the system has such: what a killed repair or restore has left
        for beside in (data / JOURNAL, data, None):
            sweep(beside)
    journal = Journal(None if data is None else data / JOURNAL)
    return journal, journal.take_news()


def build_table(
    data: Path | None, config: Path | None, clock: Clock, games: Mapping[str, Game[Any]] | None = None
) -> tuple[EngineThread, tuple[Notice, ...]]:
    """Return a table that is not started yet, and the notices to post as soon as it is.

    :raises JournalError: as `open_journal`.
    """
    known = Games(config) if games is None else games
    journal, notices = open_journal(data)
    return EngineThread(Engine(known, journal, clock, wall)), notices
