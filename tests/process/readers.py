"""Readers of every kind at a real kiosk: what is done to them here, it reads by its own door.

Which kind plays is $COMPANION_TEST_READERS where a proof says so, else what the test wants.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import tty
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from drivers.readers import BOARD, KEYBOARD, PCSC
from drivers.simulated.board_peer import BoardPeer
from drivers.simulated.encoders import encode
from drivers.simulated.reader import VirtualReader
from tests.tools.pcsc.card import PORT, SLOTS, Card

CHOSEN = "COMPANION_TEST_READERS"
FRAMES = 5
"""So many of them are sent while a tag is held there: at once, for between two of them nothing may be missed."""
LIES_S = 0.3
"""So long a card lies on a reader that says itself when it goes."""


class Hand(ABC):
    """One reader of the table, and tags that are held there."""

    port: str
    protocol: str
    more = ""
    """Lines of its own in table.toml."""

    def entry(self, name: str = "table") -> str:
        """Its `[[readers]]`."""
        return f'\n[[readers]]\nname = "{name}"\nport = "{self.port}"\nprotocol = "{self.protocol}"\n{self.more}'

    @abstractmethod
    def tap(self, uid: str) -> None:
        """A tag is held there for a moment."""

    @abstractmethod
    def close(self) -> None:
        """Nobody plays any more."""


class Wire(Hand):
    """A serial line: what is written here, the companion reads from `port`.

    The port is a link that goes with the line: the terminal's number may soon be that of another test, whose line a
    companion that still looks for this one would take away.
    """

    protocol = "rdm6300"

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self._folder = Path(tempfile.mkdtemp(prefix="companion-wire-"))
        self.port = str(self._folder / "port")
        Path(self.port).symlink_to(os.ttyname(self._slave))

    def send(self, data: bytes) -> None:
        os.write(self._master, data)

    def tap(self, uid: str) -> None:
        self.send(encode(self.protocol, uid) * FRAMES)

    def close(self) -> None:
        shutil.rmtree(self._folder)
        os.close(self._master)
        os.close(self._slave)


class Keys(Hand):
    """One that types: the kernel's records through a pipe."""

    protocol = KEYBOARD

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="companion-keys-"))
        self._reader = VirtualReader(KEYBOARD, self._folder, "keys")
        self.port = self._reader.port

    def tap(self, uid: str) -> None:
        self._reader.tap(uid)

    def close(self) -> None:
        self._reader.close()
        shutil.rmtree(self._folder)


class Board:
    """An antenna board, on which several hands have an antenna each."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="companion-board-"))
        self.reader = VirtualReader(BOARD, self.folder, "board")
        self.hands = 0


class Antenna(Hand):
    """One antenna; its tag lies there until it has been told."""

    protocol = BOARD

    def __init__(self, board: Board) -> None:
        self._board = board
        board.hands += 1
        self._antenna = board.hands
        self.port = board.reader.port
        self.more = f"antenna = {self._antenna}\n"

    def tap(self, uid: str) -> None:
        peer = self._board.reader.peer
        assert isinstance(peer, BoardPeer)
        peer.antenna = self._antenna
        self._board.reader.place(uid)
        time.sleep(LIES_S)
        self._board.reader.lift()

    def close(self) -> None:
        self._board.hands -= 1
        if not self._board.hands:
            self._board.reader.close()
            shutil.rmtree(self._board.folder)


class Slot(Hand):
    """One slot of Debian's virtual PC/SC reader, at the pcscd that runs here."""

    protocol = PCSC

    def __init__(self, number: int) -> None:
        self.port = SLOTS[number]
        self._number = number

    def tap(self, uid: str) -> None:
        card = Card(uid, PORT + self._number)
        time.sleep(2 * LIES_S)  # pcscd looks two to three times a second
        card.lift()
        time.sleep(2 * LIES_S)

    def close(self) -> None:
        """The reader is pcscd's."""


def hands(count: int, wanted: str = Wire.protocol) -> Sequence[Hand]:
    """So many readers of one kind."""
    match os.environ.get(CHOSEN, wanted):
        case "rdm6300":
            return [Wire() for _ in range(count)]
        case "keyboard":
            return [Keys() for _ in range(count)]
        case "antenna_board":
            board = Board()
            return [Antenna(board) for _ in range(count)]
        case "pcsc":
            return [Slot(number) for number in range(count)]
        case other:
            raise ValueError(f"no hand holds a tag to {other}")
