"""The journal: every entry of every game. The list of games is in memory; a thread of its own writes new rows.

What cannot be written (a full disk) is kept in order and written as soon as it can be.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from companion.engine.codec import private_json
from companion.engine.entry import Entry, EntryKind, Saved, Status
from companion.engine.game import Player
from companion.engine.journal_copies import brought_together, copied_index, copies_help, from_copies, trouble_of
from companion.engine.journal_errors import DamagedJournal, JournalError, JournalInUse
from companion.engine.journal_file import (
    damage_named,
    entries_of,
    heads,
    name_and_epoch,
    open_journal_to_read,
    opening_of,
)
from companion.engine.journal_older import Named
from companion.engine.journal_rows import (
    BROKEN,
    FORGOTTEN,
    GameHeadRow,
    GameRow,
    ImportedGame,
    Rest,
    SqlRow,
    damaged_game,
    entry_row,
    game_row,
    origin_of,
    rest_of,
    row_checksum,
    sound_entry,
)
from companion.engine.journal_writer import ANSWER_S, ForgottenRows, JournalFile, Writer
from companion.engine.listeners import Listeners
from companion.engine.mark import MOST_GAMES, read_mark
from companion.engine.update import Notice

__all__ = ["GameRow", "Journal", "JournalError", "JournalInUse", "ImportedGame", "Rest"]

log = logging.getLogger(__name__)

OPEN_S = 5.0
"""How long the start waits for the file; what is found later is added then."""
READ_S = 2.0
"""How long an answer waits for what it wants to read, while the disk does its work."""
MOST_WRITTEN_OVER = 100_000
"""Most entries of one game: a damaged row may claim any number."""
GAP = 1_000
"""Left free between the highest number that is known and the first new one, as long as the file cannot be read."""
T = TypeVar("T")


def _uuid() -> str:
    return uuid4().hex


def _former(row: GameRow | None, seats: Sequence[Player]) -> list[str]:
    """Return the names of those who sat there and do not among `seats`."""
    here = {seat.name for seat in seats}
    return sorted({*row.people} - here) if row is not None else []


class Journal:
    """A journal file, or one in memory that ends with the process (`path` None).

    >>> journal = Journal()
    >>> game = journal.begin("demo", "table", [Player("Ana")], b"{}", wall="2026-01-01T12:00:00Z")
    >>> journal.commit(game, Entry(1, 500, EntryKind.MOVE, None, b"{}", b"[]"), result=None, status=Status.OPEN)
    >>> journal.games()[0].entries
    1
    """

    def __init__(
        self,
        path: Path | None = None,
        read_only: bool = False,
        writer: Writer | None = None,
        named: Callable[[], str] | None = None,
    ) -> None:
        """
        :param read_only: look only, also while another companion writes.
        :param writer: another one than the file's own.
        :param named: makes the name of a new game; by default a UUID in a file, and none in memory.
        :raises JournalInUse: if another process writes to it.
        :raises JournalError: `journal_newer`; with `read_only`, whatever hinders.
        """
        self.path: Path | str = path or ":memory:"
        self._named = named or (str if path is None else _uuid)
        self._file = path
        self._read_only = read_only
        self._rows: dict[int, SqlRow] = {}
        self._kept: dict[int, tuple[bytes, list[SqlRow]]] = {}
        self._next = 1
        self._news: list[Notice] = []
        self._watchers = Listeners[GameRow]()
        self._writer: Writer | None = None
        self._beside: Path | None = None
        self._last = contextlib.ExitStack()
        if path is None:
            return
        if read_only:
            with contextlib.ExitStack() as undo:
                undo.push(self._last)
                trouble = trouble_of(path)
                if trouble is not None:
                    self._read_copies(path, trouble)
                self._rows = self._of_file(heads)
                undo.pop_all()
            return
        self._next = max(read_mark(path), default=0) + 1
        self._writer = writer or Writer(JournalFile(path), path)
        trouble = self._writer.ready(OPEN_S)
        if trouble is not None and trouble.code == "journal_newer":
            self._writer.close()
            raise trouble
        if trouble is not None:
            self._rows = self._as_it_lies(path)
        self._hear()
        if trouble is not None:
            self._next += GAP

    def _read_copies(self, path: Path, trouble: JournalError) -> bool:
        """Read the journal and its copies together from now on; return whether a copy can help."""
        if self._beside is not None or not copies_help(trouble):
            return False
        self._beside = self._last.enter_context(brought_together(path))
        if self._beside is not None:
            self._news.append(from_copies(path, trouble))
        return self._beside is not None

    def _copies_have(self, rest: Rest) -> bool:
        """Read the copies from now on, if they help a damaged game that cannot be repaired; return whether they do."""
        if self._file is None or not self._read_copies(
            self._file, JournalError("journal_damaged", self._file, rest.detail)
        ):
            return False
        self._rows = self._of_file(heads)
        return True

    def _as_it_lies(self, path: Path) -> dict[int, SqlRow]:
        """Return the games of a file that cannot be written, as far as it can be read; with its copies, if it
        cannot."""
        self._next = max(self._next, max(copied_index(path), default=0) + 1)
        try:
            return self._within(ANSWER_S, lambda: self._of_file(heads))
        except JournalError as error:
            trouble = error
        try:
            if self._within(OPEN_S, lambda: self._read_copies(path, trouble)):
                return self._of_file(heads)
        except JournalError as error:
            log.error("%s", error)
        return {}

    def _hear(self) -> None:
        """Take over the file's games, once it was opened."""
        if self._writer is None:
            return
        rows = self._writer.take_rows()
        if rows is not None:
            self._rows = rows
            broken = [game_row(row) for row in rows.values() if row[-1] == BROKEN]
            broken = [row for row in broken if row.status is not Status.LEFT]
            if broken:
                names = "; ".join(", ".join(seat.name for seat in row.seats) for row in broken)
                self._news.append(Notice("games_damaged", {"games": len(broken), "names": names}))
        numbers = (number for number in self._rows if number < MOST_GAMES)
        self._next = max(self._next, max(numbers, default=0) + 1)
        self._news += self._writer.take_news()

    def take_news(self) -> tuple[Notice, ...]:
        """Return what happened to the file since the last call."""
        self._hear()
        news, self._news = tuple(self._news), []
        return news

    # --- whether it is saved ------------------------------------------------------------------------------

    @property
    def saved(self) -> bool:
        """Whether all that was entered is durable. A journal without a file has nothing to save."""
        return self._writer is None or self._writer.saved

    @property
    def unsaved(self) -> int:
        """How many entries wait for the disk."""
        return 0 if self._writer is None else self._writer.unsaved

    def trouble(self) -> JournalError | None:
        """Return why entries wait; None if none has been waiting for long."""
        return None if self._writer is None else self._writer.trouble()

    def patience(self) -> float | None:
        """Return seconds until `trouble` may say something; None if it will not."""
        return None if self._writer is None else self._writer.patience()

    def tell(self, on_news: Callable[[], None]) -> None:
        """Call `on_news` on another thread whenever `take_news` or `trouble` may say something new."""
        if self._writer is not None:
            self._writer.on_news = on_news

    def flush(self, seconds: float = 60.0) -> None:
        """Wait until all is written.

        :raises JournalError: if it is not after so long.
        """
        if self._writer is not None:
            self._writer.flush(seconds)

    def copy(self) -> None:
        """Make a copy beside the file, in the background, if there is anything new."""
        if self._writer is not None:
            self._writer.copy()

    # --- writing ------------------------------------------------------------------------------------------

    def begin(self, game: str, group: str, seats: Sequence[Player], opening: bytes, wall: str) -> int:
        """Note a new game; its id."""
        number = self._new_number()
        crc = row_checksum(opening)
        people = private_json(tuple(seats))
        uuid = self._named()
        head = GameHeadRow(
            number, game, group, people, wall, 0, Status.OPEN.value, None, 0, 0, 0, crc, uuid, 1,
            origin=origin_of(uuid),
        )  # fmt: skip
        if self._writer is not None:
            self._writer.hold(head.row(), opening, [])
        self._put(head.row(), opening)
        return number

    def play(self, saved: Saved) -> None:
        """Note that a game of the journal is played on: all of it is kept in memory, whatever happens to the file."""
        if self._writer is not None:
            rows = [entry_row(saved.id, entry, None) for entry in saved.entries]
            self._writer.hold(self._rows[saved.id], saved.opening, rows)

    def commit(
        self, game_id: int, entry: Entry, result: bytes | None, status: Status, seats: Sequence[Player] | None = None
    ) -> None:
        """Enter an entry and the game's new status. It is durable when this returns, or `saved` is false.

        :param seats: who plays now; None: as before.
        """
        head = self._head(game_id)
        if seats is not None and (here := private_json(tuple(seats))) != head.seats:
            head.former = private_json(_former(self.row(game_id), seats))
            head.seats = here
        head.status, head.result = status.value, result
        head.last_at, head.entries = max(head.last_at, entry.at), head.entries + 1
        self._put(head.row(), None, (entry_row(game_id, entry, None),))

    def pulse(self, game_id: int, at: int) -> None:
        """Note that the running clock has reached session time `at`; it is written soon."""
        head = self._head(game_id)
        if at > head.last_at:
            head.last_at = at
            self._rows[game_id] = head.row()
            self._tell_watchers((self._rows[game_id],))
            if self._writer is not None:
                self._writer.pulse(self._rows[game_id])

    def leave(self, game_id: int) -> None:
        """Put an unfinished game away for good: it is not offered again."""
        row = self.row(game_id)
        if row is None:
            return
        head = self._head(game_id)
        head.status = Status.LEFT.value if row.damaged or row.status is Status.OPEN else head.status
        self._put(head.row(BROKEN if row.damaged else None))  # what was wrong before is not made right

    def forget(self, game_id: int) -> None:
        """Leave a finished game out of `results`, as one that was put away; its result stays in its row."""
        head = self._head(game_id)
        if head.status == Status.ENDED.value:
            head.status = Status.LEFT.value
            self._put(head.row())

    def name_anew(self, game_id: int) -> None:
        """Give a game a name of its own, as another table plays the shared one on."""
        head = self._head(game_id)
        head.uuid, head.epoch = self._named(), 1
        self._put(head.row())

    def amend(self, game_id: int, result: bytes) -> None:
        """Set another result for a finished game."""
        head = self._head(game_id)
        head.result = result
        self._put(head.row())

    def write_over(
        self,
        games: Iterable[tuple[int, Sequence[Player], Mapping[str, Any] | None, Status]],
        named: Named,
        name: str = "",
        group: Sequence[str] = (),
    ) -> None:
        """Write other seats, another result and status for games that are over; their entries cannot be read any more.
        All of them become durable together, and then leave the copies, and the journals that were put aside.

        :param named: game -> which fields of its result hold names.
        :param name: that is forgotten; or
        :param group: whose games are.
        """
        written: list[tuple[SqlRow, bytes, tuple[SqlRow, ...]]] = []
        for number, seats, result, status in games:
            row, head = game_row(self._rows[number]), self._head(number)
            head.seats, head.status, head.opening_crc = private_json(tuple(seats)), status.value, FORGOTTEN
            head.result, head.former = None if result is None else private_json(result), b"[]"
            there = range(1, min(row.entries, MOST_WRITTEN_OVER) + 1)
            entries = tuple(entry_row(number, Entry(n, 0, EntryKind.MOVE, None, b"", b""), None) for n in there)
            written.append((head.row(BROKEN if row.damaged else None), b"", entries))
        self._put_all(written, ForgottenRows(name, tuple(group), named))

    def keep(self, record: ImportedGame, uuid: str = "", epoch: int = 1) -> int:
        """Add a game that came from elsewhere, all of it or nothing; its new id.

        :param uuid: its name everywhere; "": a new one.
        """
        number = self._new_number()
        self._write_whole(number, record, uuid or self._named(), epoch)
        return number

    def replace(self, game_id: int, record: ImportedGame) -> None:
        """Replace a game by a longer version of the same."""
        head = self._head(game_id)
        self._write_whole(game_id, record, head.uuid, head.epoch)

    def _write_whole(self, number: int, record: ImportedGame, uuid: str, epoch: int) -> None:
        saved = record.saved
        views: Sequence[bytes | None] = record.views if record.views is not None else [None] * len(saved.entries)
        head = GameHeadRow(
            number, saved.game, saved.group, private_json(saved.seats), record.wall, int(record.views is not None),
            saved.status.value, record.result, saved.last_at, len(saved.entries), 0, row_checksum(saved.opening),
            uuid, epoch, private_json(record.former), record.origin or origin_of(uuid),
        )  # fmt: skip
        entries = tuple(entry_row(number, e, view) for e, view in zip(saved.entries, views, strict=True))
        self._put(head.row(), saved.opening, entries)

    def _new_number(self) -> int:
        self._hear()
        number, self._next = self._next, self._next + 1
        return number

    def _head(self, game_id: int) -> GameHeadRow:
        return GameHeadRow(*self._rows[game_id][:-1])

    def _tell_watchers(self, heads: Iterable[SqlRow]) -> None:
        if self._watchers:
            for row in map(game_row, heads):
                for watcher in self._watchers:
                    watcher(row)

    def _put(self, head: SqlRow, opening: bytes | None = None, entries: tuple[SqlRow, ...] = ()) -> None:
        self._put_all(((head, opening, entries),))

    def _put_all(
        self, games: Sequence[tuple[SqlRow, bytes | None, tuple[SqlRow, ...]]], forgotten: ForgottenRows | None = None
    ) -> None:
        if self._read_only:
            raise JournalError("journal_read_only", self.path)
        self._rows |= {head[0]: head for head, _opening, _entries in games}
        self._tell_watchers(head for head, _opening, _entries in games)
        if self._writer is not None:
            self._writer.put_all(games, forgotten)
            return
        for head, opening, entries in games:
            if opening is not None:
                self._kept[head[0]] = (opening, list(entries))
            else:
                self._kept[head[0]][1].extend(entries)

    def watch(self, listener: Callable[[GameRow], object]) -> Callable[[], None]:
        """Call `listener` with each game that something is entered of, before it is durable; it hands over.

        :return: what drops it again.
        """
        return self._watchers.add(listener)

    # --- reading ------------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """Return all games, newest first."""
        self._hear()
        return [game_row(self._rows[number]) for number in sorted(self._rows, reverse=True)]

    def row(self, game_id: int) -> GameRow | None:
        """Return one game of the list, None if there is none of that id."""
        self._hear()
        row = self._rows.get(game_id)
        return None if row is None else game_row(row)

    def load(self, game_id: int) -> Saved | None:
        """Return a game with all its entries, None if there is none of that id.

        :raises JournalError: `journal_damaged` if a checksum is wrong or an entry is missing, with the number of
            `whole` entries before it; `journal_record` for a record.
        """
        row = self.row(game_id)
        if row is not None and row.record and not row.damaged:
            raise JournalError("journal_record", self.path, id=game_id)
        return None if row is None else self._whole(row)

    def record(self, game_id: int | None) -> ImportedGame | None:
        """As `load`, also for records, and with what else an export needs. Without an id: the newest game.

        :raises JournalError: `journal_damaged`.
        """
        if game_id is None:
            game_id = next((row.id for row in self.games()), 0)
        row = self.row(game_id)
        if row is None:
            return None
        saved = self._whole(row)
        views = tuple(one[7] for one in self._read(row.id)[1]) if row.record else None
        return ImportedGame(saved, row.wall, self._rows[row.id][7], views, row.origin, row.former)

    def paused(self) -> list[GameRow]:
        """Return the games that were neither finished nor put away, newest first."""
        self._hear()
        numbers = [number for number, row in self._rows.items() if row[6] not in ("ended", "left")]
        rows = [game_row(self._rows[number]) for number in sorted(numbers, reverse=True)]
        return [row for row in rows if row.damaged or not row.record]

    def results(self, game: str, group: str) -> list[dict[str, Any]]:
        """Return the results of the group's finished games, oldest first. Records from outside do not count."""
        self._hear()
        wanted = (game, group, 0, Status.ENDED.value)
        rows = [game_row(row) for _, row in sorted(self._rows.items()) if (row[1], row[2], row[5], row[6]) == wanted]
        return [row.result for row in rows if row.result is not None and not row.damaged]

    def rest(self, row: GameRow) -> Rest:
        """Return what is left of a game: its entries up to the first that is damaged or missing; all, if none is.

        What is found damaged is made anew from the copies of the journal first.

        :raises JournalError: if it cannot be read now; `journal_forgotten`, if it was written over.
        """
        seen = self._writer.openings if self._writer is not None else 0
        row = self.row(row.id) or row
        if row.forgotten:
            raise JournalError("journal_forgotten", self.path, id=row.id)
        rest = self._rest(row)
        if rest.detail and not row.damaged and self._writer is not None:
            self._writer.open_again(READ_S, seen)
            row = self.row(row.id) or row
            rest = self._rest(row)
        elif rest.detail and self._read_only and self._copies_have(rest):
            row = self.row(row.id) or row
            rest = self._rest(row)
        return rest

    def _rest(self, row: GameRow) -> Rest:
        try:
            opening, entries = self._read(row.id)
        except JournalError as error:
            if error.code != "journal_damaged":
                raise
            opening, entries = None, []
        return rest_of(row, opening, self._rows[row.id][11], entries)

    def _read(self, game_id: int) -> tuple[Any, list[SqlRow]]:
        """Return the opening and the entries of a game, from the file and what waits for it."""
        if self._file is None:
            return self._kept[game_id]
        late = self._writer.waiting(game_id) if self._writer is not None else (None, [])
        if late[0] is not None:
            return late[0], late[1]
        opening, entries = self._within(
            READ_S if self.saved else ANSWER_S,
            lambda: self._of_file(lambda db: (opening_of(db, game_id), entries_of(db, game_id))),
        )
        seen = {row[1] for row in entries}  # what was late may have been written meanwhile
        return opening, entries + [row for row in late[1] if row[1] not in seen]

    def durable(
        self, game_id: int, after: int, named: tuple[str, int] | None = None
    ) -> tuple[bytes | None, list[SqlRow]]:
        """Return the opening of a game and its entries after a number, as far as the disk has them, up to the first
        that is damaged; no opening, and no entries, while it has none. On any thread.

        :param named: nothing while the disk has the game under another name and epoch.
        :raises JournalError: if it cannot be read now.
        """
        first = max(0, after) + 1
        if self._file is None:
            opening, entries = self._kept[game_id]
            return opening, entries[first - 1 :]
        opening, entries, name = self._of_file(
            lambda db: (opening_of(db, game_id), entries_of(db, game_id, first - 1), name_and_epoch(db, game_id))
        )
        if not isinstance(opening, bytes) or row_checksum(opening) != self._rows[game_id][11]:
            return None, []
        if named is not None and name != named:
            return None, []
        whole = takewhile(lambda one: sound_entry(one[1]) and one[1][1] == one[0], enumerate(entries, first))
        return opening, [row for _seq, row in whole]

    def _of_file(self, read: Callable[[Any], T]) -> T:
        assert self._file is not None
        live = self._writer is not None and self._writer.opened
        path = self._file if live or self._beside is None else self._beside
        try:
            with damage_named(path), open_journal_to_read(path, live=live) as db:
                return read(db)
        except DamagedJournal as damage:
            raise JournalError("journal_damaged", self._file, str(damage)) from damage

    def _within(self, seconds: float, read: Callable[[], T]) -> T:
        """Return what `read` gives, on a thread of its own: a disk that does not answer must not stop the table.

        :raises JournalError: `journal_slow` if it takes longer.
        """
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(read())
            except BaseException as error:  # noqa: BLE001 - the waiting thread raises it
                future.set_exception(error)

        # daemon: a read that a dead disk never answers must not keep the process from ending.
        threading.Thread(target=run, name="journal reader", daemon=True).start()
        try:
            return future.result(seconds)
        except TimeoutError as error:
            raise JournalError("journal_slow", self.path) from error

    def _whole(self, row: GameRow) -> Saved:
        rest = self.rest(row)
        if rest.detail:
            raise damaged_game(self.path, rest)
        return rest.saved

    def close(self) -> None:
        """Write what waits and close the file.

        :raises JournalError: if entries are still unsaved; the file is closed all the same.
        """
        self._last.close()
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
