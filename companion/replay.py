"""A game of the journal as a table that a person can read, and the check that it plays through to its result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine import typed
from companion.engine.codec import private_json, to_plain
from companion.engine.entry import Entry, EntryKind
from companion.engine.export import event_decoder
from companion.engine.game import Game, UndoLabel
from companion.engine.journal import GameRow, ImportedGame
from companion.engine.printed_names import named
from companion.engine.refused import UNFORESEEN, Refused
from companion.engine.replay import Replay


def print_games(rows: Sequence[GameRow]) -> None:
    """Print the list of games, newest first."""
    print(f"{'id':>5}  {'opened':25}  {'game':16}  {'seats':24}  {'entries':>7}  state")
    for row in rows:
        names = ", ".join(player.name for player in row.seats)
        state = f"{row.status.value}, record" if row.record else row.status.value
        print(f"{row.id:>5}  {row.wall:25}  {row.game:16}  {names:24}  {row.entries:>7}  {state}  {_short(row.result)}")


def print_record(record: ImportedGame, games: Mapping[str, Game[Any]]) -> str | None:
    """Print a game; return what is wrong with it, None if nothing is.

    :raises Refused: `unknown_game`.
    """
    saved = record.saved
    if saved.game not in games:
        raise Refused("unknown_game", game=saved.game, known=", ".join(games))
    game = games[saved.game]
    print(f"game {saved.id}: {saved.game}, {', '.join(p.name for p in saved.seats)}, opened {record.wall}")
    print(f"{'#':>5}  {'at':>11}  {'kind':8}  what")
    told = event_decoder(game)
    for entry in saved.entries:
        try:
            for line in _lines(entry, told.decode(entry.events)):
                print(line)
        except msgspec.MsgspecError as error:  # with the right checksum: written so
            return f"entry {entry.seq} cannot be read: {error}"
    result = None if record.result is None else typed.from_json(record.result)
    print(f"result: {_short(result) or 'none yet'}")
    if record.views is not None:
        print("a record from a public export: there is nothing to play through")
        return None
    return _check(record, game)


def _check(record: ImportedGame, game: Game[Any]) -> str | None:
    replay = Replay(game)
    try:
        state = replay.run(record.saved)
    except (Refused, *UNFORESEEN) as error:
        return f"the game cannot be played through: {error}"
    at = record.saved.entries[-1].at if record.saved.entries else 0
    outcome = game.result(state, at)
    found = None if outcome is None else private_json(outcome)
    if found != record.result:
        return f"played through, the result is {_short(outcome)}: the journal says otherwise"
    print("played through again: the same result")
    return None


def _lines(entry: Entry, events: Sequence[Any]) -> Iterator[str]:
    what = _label(entry.label) or (_move(entry.move) if entry.kind is not EntryKind.UNDO else "")
    yield f"{entry.seq:>5}  {clock_time(entry.at):>11}  {entry.kind.value:8}  {what}"
    for event in events:
        if event.announced:
            fields = to_plain(event)
            name = fields.pop("type")
            words = " ".join(f"{key}={_word(value)}" for key, value in fields.items() if value not in (None, ()))
            yield f"{'':28}{name} {words}".rstrip()


def _word(value: object) -> str:
    if isinstance(value, tuple | list):
        return ",".join(_word(item) for item in value)
    return str(value)


def _label(label: UndoLabel | None) -> str:
    if label is None:
        return ""
    try:
        return named(label.text, "en").format(**label.facts)
    except (KeyError, IndexError, ValueError):
        return label.text


def _move(data: bytes) -> str:
    """Return the name of a move; its fields may be secret."""
    move = typed.from_json(data)
    return str(move.get("type", "")) if isinstance(move, dict) else ""


def _short(value: object) -> str:
    """Return plain JSON in one short line."""
    if not isinstance(value, dict):
        return "" if value is None else str(value)
    text = " ".join(f"{key}={_word(item)}" for key, item in value.items() if item not in (None, [], {}))
    return text if len(text) <= 120 else text[:117] + "..."


def clock_time(ms: int) -> str:
    """Return session ms as m:ss.mmm."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"
