"""A card for Debian's virtual reader (vsmartcard-vpcd): it connects to the reader's socket, and that is its arrival.

Each message has its length before it, two bytes. The reader asks with one byte (0 power off, 1 on, 2 reset, 4 the ATR),
or sends a command to the card.
"""

from __future__ import annotations

import contextlib
import socket
import threading

PORT = 0x8C7B
"""Of the first slot; the second one has the next."""
SLOTS = ("Virtual PCD 00 00", "Virtual PCD 00 01")
"""As pcscd names them."""
ATR = bytes.fromhex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 01 00 00 00 00 6A")
"""As an ACR122U tells it of a MIFARE Classic of 1 K."""
_GET_ATR = 4
GET_UID = bytes.fromhex("FF CA 00 00 00")
NOT_KNOWN = bytes.fromhex("6A 81")


class Card:
    """A card on a slot, until it is lifted. `uid`: "" for one that gives no number."""

    def __init__(self, uid: str, port: int = PORT) -> None:
        self._uid = bytes.fromhex(uid)
        self._line = socket.create_connection(("127.0.0.1", port), timeout=5)
        self._line.settimeout(None)
        self.asked: list[bytes] = []
        self._thread = threading.Thread(target=self._live, name=f"card {uid}", daemon=True)
        self._thread.start()

    def lift(self) -> None:
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._line.close()

    def _live(self) -> None:
        with contextlib.suppress(OSError):
            while (size := self._take(2)) and (words := self._take(int.from_bytes(size))):
                answer = self._answer(words)
                if answer:
                    self._line.sendall(len(answer).to_bytes(2) + answer)

    def _take(self, count: int) -> bytes:
        got = b""
        while len(got) < count and (more := self._line.recv(count - len(got))):
            got += more
        return got

    def _answer(self, words: bytes) -> bytes:
        if len(words) == 1:
            return ATR if words[0] == _GET_ATR else b""
        self.asked.append(words)
        return self._uid + b"\x90\x00" if words == GET_UID and self._uid else NOT_KNOWN
