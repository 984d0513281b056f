"""A game as a text file of JSON lines, out and in again.

The first line names the format; each further line is one entry. There are two kinds, named in `secrets`:

`kept`      everything public and nothing else: the position at the opening, the announced events, and the public
            view after each entry. It comes back as a *record*: it can be looked at and printed, not played on.
`revealed`  the journal's own entries with every secret in clear. It comes back as a whole game, checked by replay.
"""

from __future__ import annotations

import unicodedata
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from companion.engine import typed
from companion.engine.audience import PUBLIC
from companion.engine.codec import SecretLeak, decoder, in_clear, private_json, public_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Game, Player, UndoLabel
from companion.engine.history import Redone, Undone
from companion.engine.journal import ImportedGame
from companion.engine.journal_rows import MOST_ENTRIES, MOST_MS, MOST_SIGNS
from companion.engine.player_names import check_names, seats_of
from companion.engine.refused import UNFORESEEN, BadInput, Refused
from companion.engine.replay import Replay

FORMAT = "infernal-companion-game"
VERSION = 1
Secrets = Literal["kept", "revealed"]
Ms = Annotated[int, Meta(ge=0, lt=MOST_MS)]


class BadExport(ValueError):
    """A file cannot be imported. `line` counts from 1; `code` is one of `CODES`."""

    CODES = (
        "export_syntax",
        "export_version",
        "export_unknown_game",
        "export_entry",
        "export_replay",
        "export_other",
    )

    def __init__(self, code: str, line: int, detail: str) -> None:
        super().__init__(f"line {line}: {detail}")
        self.code = code
        self.line = line
        self.facts: dict[str, str | int] = {"line": line, "detail": detail}


class ExportHead(Struct, frozen=True):
    """The first line. `opening` is a position in a `kept` file, the first state in a `revealed` one.

    `origin` is the same in every file of a game; `former`: who sat there and does not any more.
    """

    format: str
    version: int
    secrets: Secrets
    game: str
    group: Annotated[str, Meta(max_length=MOST_SIGNS)]
    seats: tuple[Player, ...]
    wall: Annotated[str, Meta(max_length=40)]
    status: Status
    last_at: Ms
    result: Raw
    entries: Annotated[int, Meta(ge=0, lt=MOST_ENTRIES)]
    opening: Raw
    origin: Annotated[str, Meta(max_length=64)] = ""
    former: tuple[str, ...] = ()


class PublicLine(Struct, frozen=True):
    """An entry of a `kept` file."""

    seq: int
    at: Ms
    kind: EntryKind
    label: UndoLabel | None
    events: Raw
    view: Raw


class WholeLine(Struct, frozen=True):
    """An entry of a `revealed` file."""

    seq: int
    at: Ms
    kind: EntryKind
    label: UndoLabel | None
    move: Raw
    events: Raw


_head = typed.json_decoder(ExportHead)
_public_line = typed.json_decoder(PublicLine)
_whole_line = typed.json_decoder(WholeLine)
_any = typed.json_decoder()


def export_lines(record: ImportedGame, games: Mapping[str, Game[Any]], reveal: bool = False) -> Iterator[bytes]:
    """Return the lines of the file, each with its newline. A record has only its public kind.

    :raises Refused: `unknown_game` if this companion does not know the game.
    :raises BadExport: `export_replay` if a record's secrets are asked for, or if the game cannot be played through:
        that is raised while the lines are made.
    """
    saved = record.saved
    if saved.game not in games:
        raise Refused("unknown_game", game=saved.game, known=", ".join(games))
    if record.views is not None:
        if reveal:
            raise BadExport("export_replay", 1, "this game is a record: its secrets were never known here")
        return _record_lines(record)
    return _whole_lines(record) if reveal else _played(_public_lines(record, games[saved.game]))


def _played(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of a game; rows that this companion cannot read have the right checksum all the same."""
    number = 1
    try:
        for line in lines:
            number += 1
            yield line
    except SecretLeak:
        raise  # a fault of ours
    except (Refused, *UNFORESEEN) as error:
        raise BadExport("export_replay", number, f"{type(error).__name__}: {error}") from error


def _start(record: ImportedGame, secrets: Secrets, opening: bytes) -> bytes:
    saved = record.saved
    return _line(
        ExportHead(
            FORMAT,
            VERSION,
            secrets,
            saved.game,
            saved.group,
            saved.seats,
            record.wall,
            saved.status,
            saved.last_at,
            Raw(record.result or b"null"),
            len(saved.entries),
            Raw(opening),
            record.origin,
            record.former,
        )
    )


def _line(value: Struct) -> bytes:
    return public_json(value) + b"\n"


def _whole_lines(record: ImportedGame) -> Iterator[bytes]:
    yield _start(record, "revealed", in_clear(record.saved.opening))
    for e in record.saved.entries:
        yield _line(WholeLine(e.seq, e.at, e.kind, e.label, Raw(in_clear(e.move)), Raw(in_clear(e.events))))


def _public_lines(record: ImportedGame, game: Game[Any]) -> Iterator[bytes]:
    opening = decoder(game.state_type).decode(record.saved.opening)
    last = opening
    replay = Replay(game)
    for e in record.saved.entries:
        last = replay.step(last, e)
    replay = Replay(game)
    state = opening
    yield _start(record, "kept", public_json(game.redact(game.position(state, 0, False), last)))
    events = event_decoder(game)
    for e in record.saved.entries:
        state = replay.step(state, e)
        # A value that became a secret later is left out of earlier entries, too.
        told = public_json([game.redact(event, last) for event in events.decode(e.events) if event.announced])
        view = public_json(game.redact(game.view(state, PUBLIC, e.at), last))
        yield _line(PublicLine(e.seq, e.at, e.kind, e.label, Raw(told), Raw(view)))


def _record_lines(record: ImportedGame) -> Iterator[bytes]:
    yield _start(record, "kept", record.saved.opening)
    for e, view in zip(record.saved.entries, record.views or (), strict=True):
        yield _line(PublicLine(e.seq, e.at, e.kind, e.label, Raw(e.events), Raw(view)))


def event_decoder(game: Game[Any]) -> typed.JsonDecoder[Any]:
    """Return the decoder of an entry's events, those of undo and redo included."""
    kind: Any = game.event_type | Undone | Redone
    return decoder(list[kind])


def import_lines(lines: Iterable[bytes], games: Mapping[str, Game[Any]]) -> ImportedGame:
    """Return the game of a file, checked, ready for `Journal.keep`.

    :raises BadExport: with the line that is wrong.
    """
    numbered = enumerate((line for line in lines), 1)
    head = _read_head(_composed(next(numbered, (1, b""))[1].removeprefix(BOM_UTF8)), games)
    game = games[head.game]
    read = _Public(game) if head.secrets == "kept" else _Whole(game, bytes(head.opening))
    for number, line in numbered:
        if line.strip():
            read.take(number, _composed(line))
    if len(read.entries) != head.entries:
        raise BadExport(
            "export_entry", len(read.entries) + 1, f"{head.entries} entries announced, {len(read.entries)} found"
        )
    result = None if bytes(head.result) == b"null" else bytes(head.result)
    read.check(head, result)
    saved = Saved(
        0, head.game, head.group, head.seats, bytes(head.opening), tuple(read.entries), head.last_at, head.status
    )
    former = tuple(sorted({*head.former, *read.people} - {seat.name for seat in head.seats}))
    views = tuple(read.views) if isinstance(read, _Public) else None
    return ImportedGame(saved, head.wall, result, views, head.origin, former)


def _composed(line: bytes) -> bytes:
    """Return a line as the journal writes it: each letter in one way, so that a name is found in it.

    A line that is no JSON stays as it is: the reader refuses it.
    """
    try:
        text = msgspec.json.encode(_any.decode(line)).decode()
    except (msgspec.DecodeError, UnicodeDecodeError):
        return line
    return unicodedata.normalize("NFC", text).encode()


def _read_head(line: bytes, games: Mapping[str, Game[Any]]) -> ExportHead:
    try:
        found = _any.decode(line)
    except msgspec.DecodeError as error:
        raise BadExport("export_syntax", 1, str(error)) from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadExport("export_syntax", 1, f"this is no game file (no `format: {FORMAT}`)")
    if found.get("version") != VERSION:
        raise BadExport("export_version", 1, f"version {found.get('version')}; this companion reads {VERSION}")
    try:
        head = _head.decode(line)
    except msgspec.DecodeError as error:
        raise BadExport("export_syntax", 1, str(error)) from error
    if head.game not in games:
        raise BadExport("export_unknown_game", 1, f"{head.game}; known are {', '.join(games)}")
    try:
        check_names(seat.name for seat in head.seats)
    except BadInput as error:
        raise BadExport("export_syntax", 1, str(error)) from error
    return head


class _EntryReader:
    """Takes the entries one by one."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.entries: list[Entry] = []
        self.events = event_decoder(game)
        self.people: set[str] = set()
        """Who was seated at any time."""

    def take(self, number: int, line: bytes) -> None:
        try:
            entry = self.entry(line)
        except msgspec.DecodeError as error:
            raise BadExport("export_entry", number, str(error)) from error
        if entry.seq != len(self.entries) + 1:
            raise BadExport("export_entry", number, f"entry {entry.seq} follows entry {len(self.entries)}")
        self.follow(number, entry)
        self.entries.append(entry)

    def entry(self, line: bytes) -> Entry:
        raise NotImplementedError

    def follow(self, number: int, entry: Entry) -> None:
        """Bring the replay on by one entry."""

    def check(self, head: ExportHead, result: bytes | None) -> None:
        """Compare what came out with what the head says."""


class _Public(_EntryReader):
    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.views: list[bytes] = []

    def entry(self, line: bytes) -> Entry:
        found = _public_line.decode(line)
        self.events.decode(bytes(found.events))
        view = _any.decode(bytes(found.view))
        if not isinstance(view, dict):
            raise msgspec.ValidationError("Expected `object` - at `$.view`")
        self.people |= _shown(view)
        self.views.append(bytes(found.view))
        return Entry(found.seq, found.at, found.kind, found.label, b"null", bytes(found.events))


def _shown(view: Mapping[str, Any]) -> set[str]:
    """Return the names of the players in a view that is JSON."""
    seats = view.get("seats") or view.get("hands") or ()
    names = [seat.get("name") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    return {name for name in names if isinstance(name, str)}


def everybody(game: Game[Any], state: Any, entries: Iterable[Entry]) -> set[str]:
    """Return the names of all who were seated in a game.

    :param state: at the opening.
    """
    read = event_decoder(game)
    told = (event for entry in entries for event in read.decode(entry.events))
    seated = (seat.name for event in told for seat in event.seated or ())
    return {*(seat.name for seat in seats_of(game.view(state, PUBLIC, 0))), *seated}


class _Whole(_EntryReader):
    def __init__(self, game: Game[Any], opening: bytes) -> None:
        super().__init__(game)
        self.replay = Replay(game)
        try:
            self.state = self.opening = decoder(game.state_type).decode(opening)
        except msgspec.DecodeError as error:
            raise BadExport("export_replay", 1, str(error)) from error

    def entry(self, line: bytes) -> Entry:
        found = _whole_line.decode(line)
        self.events.decode(bytes(found.events))
        return Entry(found.seq, found.at, found.kind, found.label, bytes(found.move), bytes(found.events))

    def follow(self, number: int, entry: Entry) -> None:
        try:
            self.state = self.replay.step(self.state, entry)
        except (Refused, msgspec.DecodeError) as error:
            raise BadExport("export_replay", number, str(error)) from error
        except Exception as error:  # a forged entry can break `apply` in any way; the file is to blame
            raise BadExport("export_replay", number, f"{type(error).__name__}: {error}") from error

    def check(self, head: ExportHead, result: bytes | None) -> None:
        self.people = everybody(self.game, self.opening, self.entries)
        at = self.entries[-1].at if self.entries else 0
        outcome = self.game.result(self.state, at)
        if (private_json(outcome) if outcome is not None else None) != result:
            raise BadExport("export_replay", head.entries + 1, "the result does not follow from the entries")
