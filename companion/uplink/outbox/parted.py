"""Games that have parted from what the hub or another table has, until a person has answered, in a file: a table that
is cut off at that moment says it after its next start, too.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.engine.atomic_file import write_whole
from companion.engine.text import Text
from companion.engine.update import Notice
from companion.presentation.refusals import DIFFERS, ELSEWHERE, TWICE

log = logging.getLogger(__name__)

FILE = "link.parted"
CODES = (ELSEWHERE, DIFFERS, TWICE)
MOST = 1_000
"""Older ones are announced no more."""


class Parted(Struct, frozen=True):
    """`code` of its notice; `game`: its number here; `was`: its name at the hub then; `names`: of who sits there;
    `table`: the other one that has it, if that is known."""

    code: str
    game: int
    was: str
    names: str
    table: str = ""

    @property
    def notice(self) -> Notice:
        facts: dict[str, str | int | Text] = {"names": self.names, "id": self.game}
        return Notice(self.code, facts | ({"table": self.table} if self.table else {}))

    @property
    def over(self) -> Notice:
        """It is gone without an answer."""
        return Notice(self.code, {"id": self.game, "over": 1}, gone=True)


class _Kept(Struct, forbid_unknown_fields=True):
    """`seen`: what of `TWICE` was answered: the hub says it at each greeting."""

    standing: list[Parted] = []
    seen: list[tuple[str, str]] = []


class PartedGames:
    """Of several notices with one code the last is shown; once it is answered, the one before it.

    :param path: None: nothing is kept.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept = _Kept()
        if path is None:
            return
        try:
            self._kept = typed.from_json(path.read_bytes(), _Kept)
        except FileNotFoundError:
            pass
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("%s: %s", path, str(error)[:200])

    def __iter__(self) -> Iterator[Parted]:
        return iter(tuple(self._kept.standing))

    def add(self, one: Parted) -> bool:
        """Return whether it was not known, or answered."""
        if one in self._kept.standing or (one.code == TWICE and (one.was, one.table) in self._kept.seen):
            return False
        self._kept.standing = [*self._kept.standing, one][-MOST:]
        self._write()
        return True

    def drop(self, one: Parted, seen: bool = False) -> None:
        """
        :param seen: a person has answered.
        """
        self._kept.standing = [other for other in self._kept.standing if other != one]
        if seen and one.code == TWICE:
            self._kept.seen = [*self._kept.seen, (one.was, one.table)][-MOST:]
        self._write()

    def answered(self, gone: Notice) -> None:
        """Drop the game of a notice that has gone from the screen."""
        if "over" in gone.facts:
            return
        game = gone.facts.get("id")
        some = [one for one in self._kept.standing if one.code == gone.code]
        for one in [one for one in some if one.game == game] if game is not None else some[-1:]:
            self.drop(one, seen=True)

    def last(self, code: str) -> Parted | None:
        """Return the one that is shown."""
        return next((one for one in reversed(self._kept.standing) if one.code == code), None)

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            write_whole(self._path, msgspec.json.encode(self._kept), 0o600)
        except OSError as error:
            log.warning("%s: %s", self._path, error)
