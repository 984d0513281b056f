"""A reader without hardware: the far end of a pseudo-terminal that sends what a real one would."""

from __future__ import annotations

import contextlib
import os
import threading
import tty
from pathlib import Path

from drivers.readers import protocol as known_protocol
from drivers.simulated.encoders import encode


class VirtualReader:
    """A reader on a path that the serial loop can open, plugged in from the beginning.

    The path is a link in `folder` that survives unplugging, as a name under /dev/serial/by-id does. Frames
    of a repeating protocol are sent every `frame_ms` by a thread, which sleeps while nothing lies there.
    Bytes that nobody reads are lost when the terminal is full, as on a real line.
    """

    def __init__(self, protocol: str, folder: Path, name: str = "reader", frame_ms: int | None = None) -> None:
        known = known_protocol(protocol)
        self.protocol = protocol
        self.port = str(folder / name)
        self._repeats = known.repeats
        self._period = (frame_ms or known.frame_ms) / 1000
        self._fds: tuple[int, int] | None = None
        self._lying: str | None = None
        self._frames_left: int | None = None  # None: until it is lifted
        self._changed = threading.Condition()
        self._closed = False
        self.plug()
        self._thread = threading.Thread(target=self._repeat, name=f"virtual-{name}", daemon=True)
        self._thread.start()

    @property
    def lying(self) -> str | None:
        """The uid on the reader."""
        return self._lying

    def place(self, uid: str) -> None:
        """Put a tag down (another one that lies there is swapped out).

        :raises NotEncodable: if the protocol cannot carry the uid.
        """
        self._put(uid, None)

    def tap(self, uid: str, frames: int = 3) -> None:
        """Put a tag down for `frames` frames and take it up again; returns at once.

        :raises NotEncodable: if the protocol cannot carry the uid.
        """
        self._put(uid, frames)

    def lift(self) -> None:
        """Take the tag up."""
        with self._changed:
            self._lying = None
            self._changed.notify()

    def send(self, data: bytes) -> None:
        """Any bytes: noise, half a frame, a foreign protocol."""
        with self._changed:
            self._write(data)

    def unplug(self) -> None:
        """Pull the cable: the port vanishes. The tag stays where it is."""
        with self._changed:
            if self._fds is None:
                return
            Path(self.port).unlink()
            for fd in self._fds:
                os.close(fd)
            self._fds = None

    def plug(self) -> None:
        """Put the cable in: the port is there again under the same path."""
        with self._changed:
            if self._fds is not None:
                return
            self._fds = os.openpty()
            master, slave = self._fds
            tty.setraw(slave)
            os.set_blocking(master, False)
            Path(self.port).symlink_to(os.ttyname(slave))
            self._changed.notify()

    def close(self) -> None:
        """Unplug and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()
        self.unplug()

    def _put(self, uid: str, frames: int | None) -> None:
        frame = encode(self.protocol, uid)  # complains here, not on the thread
        with self._changed:
            if self._repeats:
                self._lying, self._frames_left = uid, frames
                self._changed.notify()
            else:
                self._lying = uid if frames is None else None
                self._write(frame)

    def _repeat(self) -> None:
        with self._changed:
            while not self._closed:
                if not self._repeats or self._lying is None or self._fds is None:
                    self._changed.wait()
                    continue
                self._write(encode(self.protocol, self._lying))
                if self._frames_left is not None:
                    self._frames_left -= 1
                    if self._frames_left <= 0:
                        self._lying = None
                self._changed.wait(self._period)

    def _write(self, data: bytes) -> None:
        if self._fds is not None:
            with contextlib.suppress(BlockingIOError):  # full: nobody listens
                os.write(self._fds[0], data)
