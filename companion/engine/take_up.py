"""A saved game as it is taken up again: whole, or what is left of a damaged one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.audience import PUBLIC
from companion.engine.codec import journal_json
from companion.engine.entry import Saved, Status
from companion.engine.export import everybody
from companion.engine.game import Game, Player
from companion.engine.history import History
from companion.engine.journal import Journal, JournalError
from companion.engine.journal_rows import ImportedGame, Rest, damaged_game
from companion.engine.player_names import seats_of
from companion.engine.refused import Refused
from companion.engine.replay import Replay, replayed


class GameFound(Struct, frozen=True):
    """`entries`: how many it had; `kept_as`: the damaged game that this is the rest of, to be put away."""

    saved: Saved
    state: Any
    history: History[Any]
    entries: int
    kept_as: int | None = None


def find_game(journal: Journal, games: Mapping[str, Game[Any]], game_id: int | None, rest: bool) -> GameFound:
    """Return a game of the journal, replayed; without an id the newest of the paused ones.

    `rest`: what is left of a damaged game is kept as a game of its own; the damaged one stays as it is.

    :raises Refused: `no_saved_game`, `unknown_game`.
    :raises JournalError: `journal_record`, `journal_damaged`.
    """
    row = journal.row(game_id) if game_id is not None else next(iter(journal.paused()), None)
    if row is None:
        raise no_such_game(game_id)
    if row.record and not row.damaged:
        raise JournalError("journal_record", journal.path, id=row.id)
    left = journal.rest(row)
    row = journal.row(row.id) or row  # what was damaged may have been mended
    game = games.get(row.game)
    if game is None:
        if left.detail:
            raise damaged_game(journal.path, left)
        raise Refused("unknown_game", game=row.game, known=", ".join(games))
    state, replay, left = replayed(game, left)
    if not left.detail:
        return GameFound(left.saved, state, replay.history, len(left.saved.entries) + row.lost)
    if not rest or not left.saved.entries:
        raise damaged_game(journal.path, left)
    return GameFound(_kept(journal, game, left, state), state, replay.history, left.entries, row.id)


def no_such_game(game_id: int | None) -> Refused:
    """`no_saved_game`: of that id, or at all."""
    return Refused("no_saved_game", id=game_id, **({} if game_id is None else {"reason": "id"}))


def keep_whole(journal: Journal, games: Mapping[str, Game[Any]], record: ImportedGame, uuid: str, epoch: int) -> int:
    """Keep a game of another table, if all of it can be replayed here; its new id. Its seats may be missing.

    :raises Refused: `unknown_game`.
    :raises JournalError: `journal_damaged`.
    """
    saved = record.saved
    game = games.get(saved.game)
    if game is None:
        raise Refused("unknown_game", game=saved.game, known=", ".join(games))
    state, _replay, left = replayed(game, Rest(saved, record.wall, len(saved.entries), ""))
    if left.detail:
        raise damaged_game(journal.path, left)
    if not saved.seats:
        seats = seats_of(game.view(state, PUBLIC, saved.last_at))
        saved = replace(saved, seats=tuple(Player(seat.name, seat.colour) for seat in seats))
    result = game.result(state, saved.last_at)
    status = Status.OPEN if result is None else Status.ENDED
    told = None if result is None else journal_json(result)
    former = _former(game, saved)
    return journal.keep(ImportedGame(replace(saved, status=status), record.wall, told, former=former), uuid, epoch)


def _former(game: Game[Any], saved: Saved) -> tuple[str, ...]:
    people = everybody(game, Replay(game).opened(saved), saved.entries)
    return tuple(sorted(people - {seat.name for seat in saved.seats}))


def _kept(journal: Journal, game: Game[Any], left: Rest, state: Any) -> Saved:
    result = game.result(state, left.saved.last_at)
    saved = replace(left.saved, status=Status.OPEN if result is None else Status.ENDED)
    told = None if result is None else journal_json(result)
    number = journal.keep(ImportedGame(saved, left.wall, told, former=_former(game, saved)))
    return replace(saved, id=number)
