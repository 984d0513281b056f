"""A disk with a cache that forgets: what was written and not flushed is lost by chance when the power is cut.

A killed QEMU loses nothing that it has handed to the host's page cache: a program that forgets to flush would pass.
This is the network block device (NBD) that QEMU talks to instead: writes stay in memory until the guest flushes them;
`cut` lets each unflushed block reach the disk or not, in no order, as a card's controller does. `fall_silent` stops it
in the middle of a commit: with so many blocks written that no flush has followed yet.
Protocol: doc/proto.md of the NBD project (fixed newstyle, simple replies).
"""

from __future__ import annotations

import os
import random
import socket
import struct
import subprocess
import threading
from pathlib import Path

BLOCK = 4096
"""Bytes that are written whole or not at all."""
MAGIC, OPTION_MAGIC, REPLY_MAGIC = b"NBDMAGIC", b"IHAVEOPT", 0x3E889045565A9
REQUEST_MAGIC, ANSWER_MAGIC = 0x25609513, 0x67446698
FIXED_NEWSTYLE, NO_ZEROES = 1, 2
EXPORT_NAME, ABORT, GO = 1, 2, 7
ACK, INFO, UNSUPPORTED = 1, 3, 0x80000001
FLAGS = 1 | 4 | 8
"""HAS_FLAGS, SEND_FLUSH, SEND_FUA."""
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
FUA = 1
INVALID = 22


class VolatileDisk:
    """Serves `image` on the Unix socket at `path`, to one client after the other, until `close` or `cut`."""

    def __init__(self, image: Path, path: Path) -> None:
        self._image = image
        self._file = os.open(image, os.O_RDWR)
        self._size = os.fstat(self._file).st_size
        self._pending: dict[int, bytes] = {}
        self._lock = threading.Lock()
        self._most: int | None = None
        self._silent, self._resumed = threading.Event(), threading.Event()
        path.unlink(missing_ok=True)
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self._client: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="volatile-disk", daemon=True)
        self._thread.start()

    @property
    def unflushed(self) -> int:
        """Blocks that would be lost if the power were cut now."""
        with self._lock:
            return len(self._pending)

    def fall_silent(self, blocks: int) -> None:
        """Stop answering at the first write after which so many blocks are unflushed, until `go_on` or the end."""
        with self._lock:
            self._silent.clear()
            self._resumed.clear()
            self._most = blocks

    @property
    def silent(self) -> bool:
        """Whether it has stopped answering."""
        return self._silent.is_set()

    def go_on(self) -> None:
        """Answer again."""
        with self._lock:
            self._most = None
            self._resumed.set()

    def cut(self, chance: random.Random) -> tuple[int, int]:
        """The power is cut: how many blocks were not flushed, and how many of them reached the disk all the same."""
        with self._lock:
            pending, kept = self._pending, self._survivors(chance)
            self._pending = {}
            _put(self._file, kept)
        self._end()
        return len(pending), len(kept)

    def copy(self, target: Path, chance: random.Random) -> tuple[int, int]:
        """What `cut` would leave, as another file; this disk goes on. Counts as `cut` does."""
        with self._lock:
            subprocess.run(["cp", "--sparse=always", "--reflink=auto", self._image, target], check=True)
            kept = self._survivors(chance)
            with target.open("r+b") as file:
                _put(file.fileno(), kept)
            return len(self._pending), len(kept)

    def _survivors(self, chance: random.Random) -> dict[int, bytes]:
        """Of the blocks that were not flushed those that reach the disk all the same."""
        return {number: data for number, data in self._pending.items() if chance.random() < 0.5}

    def close(self) -> None:
        """Everything is written; the socket is closed. May be called twice, and after `cut`."""
        if self._file >= 0:
            with self._lock:
                self._flush()
            self._end()

    def _end(self) -> None:
        self._resumed.set()
        for line in (self._server, self._client):
            if line is not None:
                try:
                    line.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # it was never connected, or the other end is gone
        self._thread.join()
        self._server.close()
        os.close(self._file)
        self._file = -1

    # -- the protocol ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                self._client, _ = self._server.accept()
            except OSError:
                return
            with self._client as line:
                try:
                    if self._greet(line):
                        while self._answer(line):
                            pass
                except (ConnectionError, EOFError):
                    continue

    def _greet(self, line: socket.socket) -> bool:
        """Agree on the only disk there is; False if the client wants none."""
        line.sendall(MAGIC + OPTION_MAGIC + struct.pack(">H", FIXED_NEWSTYLE | NO_ZEROES))
        _take(line, 4)
        while True:
            magic, option, length = struct.unpack(">8sII", _take(line, 16))
            assert magic == OPTION_MAGIC, magic
            _take(line, length)
            if option == EXPORT_NAME:
                line.sendall(struct.pack(">QH", self._size, FLAGS))
                return True
            if option == GO:
                info = struct.pack(">HQH", 0, self._size, FLAGS)
                line.sendall(struct.pack(">QIII", REPLY_MAGIC, option, INFO, len(info)) + info)
            done = option in (GO, ABORT)
            line.sendall(struct.pack(">QIII", REPLY_MAGIC, option, ACK if done else UNSUPPORTED, 0))
            if done:
                return option == GO

    def _answer(self, line: socket.socket) -> bool:
        """Answer one request; False at the end."""
        magic, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", _take(line, 28))
        assert magic == REQUEST_MAGIC, hex(magic)
        if kind == DISCONNECT:
            return False
        data = _take(line, length) if kind == WRITE else b""
        error, answer = 0, b""
        with self._lock:
            if kind == READ:
                answer = self._read(offset, length)
            elif kind == WRITE:
                self._write(offset, data)
                if flags & FUA:
                    self._flush()
            elif kind == FLUSH:
                self._flush()
            else:
                error = INVALID
            stops = kind == WRITE and self._most is not None and len(self._pending) >= self._most
            if stops:
                self._silent.set()
        if stops:
            self._resumed.wait()
        line.sendall(struct.pack(">IIQ", ANSWER_MAGIC, error, handle) + answer)
        return True

    # -- the disk ------------------------------------------------------------------------------------------------

    def _read(self, offset: int, length: int) -> bytes:
        data = bytearray(os.pread(self._file, length, offset))
        if self._pending:
            for number in range(offset // BLOCK, -(-(offset + length) // BLOCK)):
                block = self._pending.get(number)
                if block is not None:
                    start, end = max(offset, number * BLOCK), min(offset + length, (number + 1) * BLOCK)
                    data[start - offset : end - offset] = block[start - number * BLOCK : end - number * BLOCK]
        return bytes(data)

    def _write(self, offset: int, data: bytes) -> None:
        first, end = offset // BLOCK, -(-(offset + len(data)) // BLOCK)
        before, after = offset - first * BLOCK, end * BLOCK - offset - len(data)
        if before or after:
            whole = self._read(first * BLOCK, (end - first) * BLOCK)
            data = whole[:before] + data + whole[len(whole) - after :]
        for number in range(first, end):
            self._pending[number] = data[(number - first) * BLOCK : (number - first + 1) * BLOCK]

    def _flush(self) -> None:
        _put(self._file, self._pending)
        self._pending = {}


def _put(file: int, blocks: dict[int, bytes]) -> None:
    for number, block in blocks.items():
        os.pwrite(file, block, number * BLOCK)


def _take(line: socket.socket, length: int) -> bytes:
    """Exactly so many bytes.

    :raises EOFError: if the other end is gone.
    """
    parts = []
    while length:
        part = line.recv(min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
