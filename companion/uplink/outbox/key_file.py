"""The owner's key of a table as a file. One is made only where no game can have had one: else it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.atomic_file import write_whole
from companion.engine.journal_rows import GameRow

if TYPE_CHECKING:
    from companion.uplink.outbox.seal import OwnerKey

KEY = "link.key"
OWNER = "link.owner"
"""The public half of the key, beside it: it says that the games here have one, also where the key was left out of a
backup."""


class Lacking(StrEnum):
    """`PERHAPS`: there are games here, and it is unknown whether they have a key. `LOST`: they have one."""

    PERHAPS = "perhaps"
    LOST = "lost"


class KeyMissing(ValueError):
    """Raised if there is no owner's key here, but games that have one, or may."""

    def __init__(self, lacking: Lacking) -> None:
        super().__init__(f"the owner's key is missing: {lacking.value}")
        self.lacking = lacking


def owner_key(data: Path, games: Iterable[GameRow]) -> OwnerKey:
    """Return the key of the owner's tables; made, where there is none and no game either.

    :param games: of the journal there.
    :raises KeyMissing: if there are games without it.
    :raises OSError, ValueError: if it cannot be read or written.
    """
    from companion.uplink.outbox.seal import OwnerKey

    try:
        key = OwnerKey.read((data / KEY).read_text("ascii"))
    except FileNotFoundError:
        own = [row for row in games if not row.record and row.uuid]
        if (data / OWNER).exists() or any(row.epoch > 1 for row in own):
            raise KeyMissing(Lacking.LOST) from None
        if own:
            raise KeyMissing(Lacking.PERHAPS) from None
        return make_owner_key(data)
    _note(data, key)
    return key


def make_owner_key(data: Path) -> OwnerKey:
    """Return a new one: this is the first table of an owner.

    :raises OSError: if it cannot be written.
    """
    from companion.uplink.outbox.seal import OwnerKey

    return _keep(data, OwnerKey.made())


def set_owner_key(data: Path, text: str) -> None:
    """Take the key of the owner's other tables.

    :raises ValueError: if it is none, or one with a typing mistake.
    :raises OSError: if it cannot be written.
    """
    from companion.uplink.outbox.seal import OwnerKey

    _keep(data, OwnerKey.read(text))


def _keep(data: Path, key: OwnerKey) -> OwnerKey:
    write_whole(data / KEY, key.text.encode() + b"\n", 0o600)
    _note(data, key)
    return key


def _note(data: Path, key: OwnerKey) -> None:
    """
    :raises OSError: if it cannot be written.
    """
    text = key.public.hex().encode() + b"\n"
    file = data / OWNER
    if not file.is_file() or file.read_bytes() != text:
        write_whole(file, text, 0o600)
