"""The disk that forgets, by its protocol: what was flushed is there, what was not may be lost."""

from __future__ import annotations

import random
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.tools.pi.volatile_disk import BLOCK, FLUSH, GO, OPTION_MAGIC, READ, REQUEST_MAGIC, WRITE, VolatileDisk

BLOCKS = 64


class Client:
    """What QEMU does."""

    def __init__(self, path: Path) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(path))
        self._stream = self._line.makefile("rwb")
        assert self._stream.read(18).startswith(b"NBDMAGIC")
        name = struct.pack(">IH", 0, 0)
        self._say(struct.pack(">I", 3) + OPTION_MAGIC + struct.pack(">II", GO, len(name)) + name)
        info = self._stream.read(20 + 12)
        self.size = struct.unpack(">HQH", info[20:])[1]
        self._stream.read(20)

    def _say(self, data: bytes) -> None:
        self._stream.write(data)
        self._stream.flush()

    def ask(self, kind: int, offset: int = 0, data: bytes = b"", length: int = 0, flags: int = 0) -> bytes:
        self._say(struct.pack(">IHHQQI", REQUEST_MAGIC, flags, kind, 7, offset, length or len(data)) + data)
        _magic, error, handle = struct.unpack(">IIQ", self._stream.read(16))
        assert (error, handle) == (0, 7)
        return self._stream.read(length) if kind == READ else b""

    def close(self) -> None:
        self._stream.close()
        self._line.close()


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "disk.img"
    path.write_bytes(bytes(BLOCKS * BLOCK))
    return path


@pytest.fixture
def disk(image: Path, tmp_path: Path) -> Iterator[VolatileDisk]:
    made = VolatileDisk(image, tmp_path / "nbd")
    yield made
    made.close()


@pytest.fixture
def client(disk: VolatileDisk, tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path / "nbd")
    yield made
    made.close()


def test_what_was_flushed_survives_and_the_rest_is_lost_by_chance(
    disk: VolatileDisk, client: Client, image: Path
) -> None:
    assert client.size == BLOCKS * BLOCK
    client.ask(WRITE, 0, b"a" * BLOCK)
    client.ask(FLUSH)
    for number in range(1, 41):
        client.ask(WRITE, number * BLOCK, b"b" * BLOCK)
    assert disk.unflushed == 40
    assert image.read_bytes()[BLOCK:] == bytes((BLOCKS - 1) * BLOCK), "nothing unflushed is on the disk"
    assert client.ask(READ, BLOCK, length=2 * BLOCK) == b"b" * 2 * BLOCK, "but it can be read"
    pending, kept = disk.cut(random.Random(1))
    data = image.read_bytes()
    assert data.startswith(b"a" * BLOCK)
    there = [data[i * BLOCK] == ord("b") for i in range(1, 41)]
    assert (pending, kept, sum(there)) == (40, sum(there), kept)
    assert 5 < kept < 35
    assert there != sorted(there, reverse=True), "in no order"


def test_a_copy_is_what_a_cut_would_leave_and_the_disk_goes_on(
    disk: VolatileDisk, client: Client, image: Path, tmp_path: Path
) -> None:
    client.ask(WRITE, 0, b"a" * BLOCK)
    client.ask(FLUSH)
    for number in range(1, 41):
        client.ask(WRITE, number * BLOCK, b"b" * BLOCK)
    pending, kept = disk.copy(tmp_path / "copy", random.Random(1))
    data = (tmp_path / "copy").read_bytes()
    assert (pending, len(data)) == (40, len(image.read_bytes()))
    assert sum(data[i * BLOCK] == ord("b") for i in range(1, 41)) == kept
    assert 5 < kept < 35
    assert disk.unflushed == 40
    client.ask(FLUSH)
    assert image.read_bytes()[BLOCK : 41 * BLOCK] == b"b" * 40 * BLOCK


def test_it_falls_silent_in_the_middle_of_a_commit_and_goes_on(
    disk: VolatileDisk, client: Client, image: Path, tmp_path: Path
) -> None:
    disk.fall_silent(3)
    answered = threading.Event()

    def commit() -> None:
        client.ask(WRITE, 0, b"a" * BLOCK)
        client.ask(WRITE, BLOCK, b"a" * 2 * BLOCK)
        answered.set()
        client.ask(FLUSH)

    writer = threading.Thread(target=commit)
    writer.start()
    assert disk._silent.wait(PATIENCE_S)
    assert disk.silent and not answered.is_set()
    assert disk.copy(tmp_path / "copy", random.Random(1))[0] == 3
    assert image.read_bytes() == bytes(BLOCKS * BLOCK), "nothing was flushed"
    disk.go_on()
    writer.join(PATIENCE_S)
    assert answered.is_set()
    assert image.read_bytes()[: 3 * BLOCK] == b"a" * 3 * BLOCK
