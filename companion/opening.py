"""The journal and the table of an evening, opened; what cannot be opened is told, or replaced by memory."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.engine.clock import Clock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Game
from companion.engine.journal import Journal, JournalError, JournalInUse
from companion.engine.update import Notice
from companion.games.registry import Games
from companion.options import JOURNAL

log = logging.getLogger(__name__)


def wall() -> str:
    """The time of day, for people only."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def open_journal(data: Path | None) -> tuple[Journal, tuple[Notice, ...]]:
    """The journal of a data folder (None: in memory), and what the table should know about it.

    A disk that cannot be written costs the memory of the game, not the game: it is played in memory, and says so.

    :raises JournalInUse: if another companion has it.
    :raises JournalError: if it was written by a newer companion.
    """
    if data is None:
        return Journal(None), ()
    try:
        journal = Journal(data / JOURNAL)
    except JournalInUse:
        raise
    except JournalError as error:
        if error.code == "journal_newer":
            raise
        log.error("%s", error)
        return Journal(None), (Notice("journal_in_memory", {"reason": error.code, "path": error.path}),)
    return journal, journal.problems


def build_table(
    data: Path | None, config: Path | None, clock: Clock, games: Mapping[str, Game[Any]] | None = None
) -> tuple[EngineThread, tuple[Notice, ...]]:
    """A table that is not started yet, and what it should be told as soon as it is.

    :raises JournalError: as `open_journal`.
    """
    known = Games(config) if games is None else games
    journal, notices = open_journal(data)
    return EngineThread(Engine(known, journal, clock, wall)), notices
