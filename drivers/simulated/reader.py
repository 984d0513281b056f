"""A reader without hardware: the far end of a pseudo-terminal, where a peer says what a real one would."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from companion.engine.codec import public_json
from companion.engine.evdev import KEY_ENTER, KEY_LEFTSHIFT, Description
from companion.engine.supervised import Service
from drivers.readers import BOARD, KEYBOARD
from drivers.readers import protocol as known_protocol
from drivers.readers.keyboard import SIGNS
from drivers.simulated.board_peer import BoardPeer
from drivers.simulated.encoders import blank, encode
from drivers.simulated.m6e_peer import M6ePeer
from drivers.simulated.peer import Beacon, Peer, earliest
from drivers.simulated.pn532_peer import Pn532Peer
from drivers.simulated.r200_peer import R200Peer

_PEERS: dict[str, Callable[[], Peer]] = {
    "pn532_hsu": Pn532Peer,
    "r200": R200Peer,
    "m6e_nano": M6ePeer,
    BOARD: BoardPeer,
}


def peer(protocol: str, frame_ms: int | None = None) -> Peer:
    """A peer that speaks `protocol`; `frame_ms`: how often one that talks by itself does so.

    :raises UnknownProtocol: if there is none of that name.
    """
    known = known_protocol(protocol)
    return _PEERS[protocol]() if protocol in _PEERS else Beacon(protocol, frame_ms or known.frame_ms)


class VirtualReader:
    """A reader on a path that the serial loop can open, plugged in from the beginning.

    The path is a link in `folder` (a FIFO of one that types) that survives unplugging, as a name under
    /dev/serial/by-id does. A thread lets
    the peer speak and hear; it sleeps while there is nothing to say. Bytes that are not read are lost when the
    terminal is full, as on a real line. `single`: one tag at a time; None: as the protocol has it.
    """

    def __init__(
        self,
        protocol: str,
        folder: Path,
        name: str = "reader",
        frame_ms: int | None = None,
        single: bool | None = None,
    ) -> None:
        known = known_protocol(protocol)
        self.protocol = protocol
        self.port = str(folder / name)
        self.spoil: Callable[[bytes], bytes] | None = None
        """What becomes of the bytes on the wire to the host, to try faults."""
        self.peer = peer(protocol, frame_ms)
        self._single = known.single if single is None else single
        self._keeps = known.repeats  # or sends once, and knows nothing of a tag that stays
        self._period = frame_ms or known.frame_ms
        self._fds: tuple[int, int] | None = None
        self._lying: tuple[str, ...] = ()
        self._lift_at: int | None = None
        self._lock = threading.RLock()
        self._closed = False
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self.plug()
        self._service = Service(f"virtual-{name}", self._run)
        self._service.start()

    @property
    def lying(self) -> str | None:
        """The uid on the reader; the last one put there if there are several."""
        return self._lying[-1] if self._lying else None

    def place(self, uid: str) -> None:
        """Put a tag down; where only one can be reported, another one that is there is swapped out.

        :raises NotEncodable: if the protocol cannot carry the uid.
        """
        self._put(uid, None)

    def tap(self, uid: str, frames: int = 3) -> None:
        """Put a tag down for as long as `frames` frames take and take it up again; returns at once.

        :raises NotEncodable: if the protocol cannot carry the uid.
        """
        self._put(uid, frames)

    def blank(self, number: int) -> str:
        """Return the uid of a tag that this reader can see and that is on no piece yet."""
        return blank(self.protocol, number)

    def lift(self, uid: str | None = None) -> None:
        """Take one tag up, or all of them."""
        with self._lock:
            self._lay(() if uid is None else tuple(other for other in self._lying if other != uid))

    def send(self, data: bytes) -> None:
        """Any bytes: noise, half a frame, a foreign protocol."""
        with self._lock:
            self._write(data)

    def restart(self) -> None:
        """Cut its power for a moment; the cable stays in."""
        with self._lock:
            self._power()
        self._stir()

    def unplug(self) -> None:
        """Pull the cable: the port vanishes. The tags stay where they are."""
        with self._lock:
            if self._fds is None:
                return
            Path(self.port).unlink()
            for fd in self._fds:
                os.close(fd)
            self._fds = None
        self._stir()

    def plug(self) -> None:
        """Put the cable in: the port is there again under the same path."""
        with self._lock:
            if self._fds is not None:
                return
            self._fds = _keys(Path(self.port)) if self.protocol == KEYBOARD else _line(Path(self.port))
            self._power()
        self._stir()

    def close(self) -> None:
        """Unplug and end the thread."""
        self._closed = True
        self._stir()
        self._service.end()
        self.unplug()
        os.close(self._wake)
        os.close(self._woken)

    def _put(self, uid: str, frames: int | None) -> None:
        encode(self.protocol, uid)  # complains here, not on the thread
        with self._lock:
            if not self._keeps:
                self._lay(())  # it speaks of every arrival, also of the same tag
            others = () if self._single else tuple(other for other in self._lying if other != uid)
            self._lay((*others, uid))
            if frames is not None:
                stay = round((frames - 0.5) * self._period) if self._keeps else 0
                self._lift_at = _now() + stay

    def _lay(self, uids: tuple[str, ...]) -> None:
        self._lying, self._lift_at = uids, None
        self.peer.lay(uids, _now())
        self._stir()

    def _power(self) -> None:
        self.peer.power(_now())
        self.peer.lay(self._lying, _now())

    def _stir(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake, b"!")

    def _run(self) -> None:
        while not self._closed:
            with self._lock:
                master = self._fds[0] if self._fds is not None else None
                due = earliest(self.peer.due() if master is not None else None, self._lift_at)
            sources = [self._woken] if master is None else [self._woken, master]
            try:
                ready, _, _ = select.select(sources, [], [], None if due is None else max(0, due - _now()) / 1000)
            except OSError:  # the port was closed meanwhile
                continue
            if self._woken in ready:
                os.read(self._woken, 4096)
            self.live(_now())

    def live(self, now: int) -> None:
        """Hear what was written and say what is due by `now`, ms of the machine's clock. Its thread does it in time."""
        with self._lock:
            if self._fds is not None:
                self._hear(self._fds[0])
            self._act(now)

    def _hear(self, master: int) -> None:
        with contextlib.suppress(BlockingIOError, OSError):  # a port that was opened anew meanwhile
            self.peer.hear(os.read(master, 4096), _now())

    def _act(self, now: int) -> None:
        """Speak, and take up a tag whose time is over; in their order, if both are late."""
        while True:
            speak = self.peer.due() if self._fds is not None else None
            first = earliest(speak, self._lift_at)
            if first is None or first > now:
                return
            if first == speak:
                self._write(self.peer.turn(first))
            else:
                self._lay(())

    def _write(self, data: bytes) -> None:
        if self.spoil is not None:
            data = self.spoil(data)
        if self._fds is not None and data:
            with contextlib.suppress(BlockingIOError):  # full: the other end does not read
                os.write(self._fds[0], data)


def _line(port: Path) -> tuple[int, int]:
    """A pseudo-terminal behind a link."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    port.symlink_to(os.ttyname(slave))
    return master, slave


def _keys(port: Path) -> tuple[int, int]:
    """A FIFO with what a keyboard says of itself beside it: its writing and its reading end."""
    device = Description("virtual keyboard", keys=frozenset((*SIGNS, KEY_ENTER, KEY_LEFTSHIFT)))
    port.with_suffix(".json").write_bytes(public_json(device))
    os.mkfifo(port)
    reading = os.open(port, os.O_RDONLY | os.O_NONBLOCK)
    return os.open(port, os.O_WRONLY | os.O_NONBLOCK), reading


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
