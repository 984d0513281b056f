"""A keyboard that is a reader is made one from the screen: the same safety as `companion readers --write`."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine.codec import public_json
from companion.engine.evdev import KEY_ENTER, Description, pack_events
from companion.engine.text import Text
from drivers.config import FOUND, ReaderConfig, TableConfig, load_table, with_found
from drivers.discovery.adopt import add_reader
from drivers.readers import KEYBOARD
from drivers.readers.keyboard import SIGNS
from drivers.simulated.encoders import typed

DISC, OTHER = "0009351929", "0006489709"
FULL = frozenset((*range(1, 60), *SIGNS, KEY_ENTER, 103, 105, 106, 108))


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """`device(name, lines...)`: a full keyboard that has typed these lines."""
    folder = tmp_path / "input"
    folder.mkdir()
    fds: list[int] = []

    def make(name: str, *lines: str, keys: frozenset[int] = FULL) -> None:
        path = folder / f"event{len(fds)}"
        path.with_suffix(".json").write_bytes(public_json(Description(name, keys=keys)))
        os.mkfifo(path)
        fds.append(os.open(path, os.O_RDWR | os.O_NONBLOCK))
        for n, line in enumerate(lines):
            os.write(fds[-1], pack_events(typed(line, 10_000_000 * n)))

    yield make
    for fd in fds:
        os.close(fd)


class Asked:
    """Somebody who asks for it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.told, self.given_up = folder, list[Text](), threading.Event()

    def adopt(self, table: TableConfig | None = None, wait_s: float = 0.05) -> ReaderConfig | None:
        file, inputs = self.folder / FOUND, self.folder / "input"
        return add_reader(table or TableConfig(), file, self.told.append, self.given_up, inputs, wait_s)

    @property
    def words(self) -> str:
        return " ".join(map(str, self.told))


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(tmp_path)


def test_the_one_that_types_is_a_reader_at_the_next_start_too(
    device: Callable[..., None], asked: Asked, tmp_path: Path
) -> None:
    device("family")
    device("Sycreader", DISC)
    reader = asked.adopt()
    assert reader is not None and (reader.name, reader.device, reader.protocol) == ("table", "Sycreader", KEYBOARD)
    assert reader.port.endswith("event1") and "is a reader now" in asked.words
    assert with_found(TableConfig(), tmp_path).readers == [reader]


def test_the_only_keyboard_must_type_it_twice_more(device: Callable[..., None], asked: Asked, tmp_path: Path) -> None:
    device("family", DISC)
    assert asked.adopt() is None and "stays a keyboard" in asked.words and not (tmp_path / FOUND).exists()
    device("Sycreader", DISC, DISC, DISC, keys=FULL - {103})
    assert asked.adopt() is not None, "letters cannot be written on that one"


def test_another_tag_between_is_no_confirmation(device: Callable[..., None], asked: Asked, tmp_path: Path) -> None:
    device("family", DISC, OTHER, DISC)
    assert asked.adopt() is None and not (tmp_path / FOUND).exists()


def test_confirmed_it_is_taken(device: Callable[..., None], asked: Asked) -> None:
    device("Sycreader", DISC, DISC, DISC)
    assert asked.adopt() is not None


def test_whoever_went_away_gets_none(device: Callable[..., None], asked: Asked, tmp_path: Path) -> None:
    device("family")
    device("Sycreader", DISC)
    asked.given_up.set()
    assert asked.adopt() is None and not (tmp_path / FOUND).exists()


def test_nothing_types_and_nothing_is_there(device: Callable[..., None], asked: Asked) -> None:
    assert asked.adopt() is None and "No reader typed" in asked.words
    device("family", "hi")
    device("other")
    assert asked.adopt() is None


def test_one_that_is_a_reader_already_is_no_new_one(device: Callable[..., None], asked: Asked, tmp_path: Path) -> None:
    device("Sycreader", DISC)
    there = ReaderConfig(name="mine", port=str(tmp_path / "input/event0"), protocol=KEYBOARD)
    assert asked.adopt(TableConfig(readers=[there])) is None


def test_who_may_not_read_it_is_told(
    device: Callable[..., None], asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    device("Sycreader", DISC)

    def denied(*_: object, **_more: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("drivers.discovery.keys.open_keys", denied)
    assert asked.adopt() is None and "group input" in asked.words


def test_a_folder_that_cannot_be_written(
    device: Callable[..., None], asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    device("family")
    device("Sycreader", DISC)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("drivers.discovery.adopt.put_entry", full)
    assert asked.adopt() is None and len(asked.told) == 2


def test_the_owners_file_goes_before_it(tmp_path: Path) -> None:
    """A name or a port that is there already is left out; a file with a mistake, too."""
    mine = ReaderConfig(name="table", port="/dev/ttyUSB0", protocol="rdm6300")
    (tmp_path / FOUND).write_text(
        '[[readers]]\nname = "table"\nport = "/dev/input/event1"\nprotocol = "keyboard"\n'
        '[[readers]]\nname = "keys"\nport = "/dev/input/event2"\nprotocol = "keyboard"\n'
    )
    assert len(load_table(tmp_path / FOUND).readers) == 2
    names = [reader.name for reader in with_found(TableConfig(readers=[mine]), tmp_path).readers]
    assert names == ["table", "keys"]
    (tmp_path / FOUND).write_text("[[readers]\n")
    assert with_found(TableConfig(readers=[mine]), tmp_path).readers == [mine]
