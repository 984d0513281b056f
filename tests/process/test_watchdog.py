"""The real kiosk under a systemd that a socket plays: ready, alive, silent when its window hangs, alive again, gone."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S, until
from tests.process.machine import TABLE, Kiosk

pytestmark = pytest.mark.process
SILENT = "no sign of life"


def waiting(ear: socket.socket) -> list[bytes]:
    """What has come."""
    found = []
    ear.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            found.append(ear.recv(99))
    ear.settimeout(PATIENCE_S)
    return found


def test_a_window_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    address = tmp_path / "notify"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(address))
        ear.settimeout(PATIENCE_S)
        env = {"SDL_AUDIODRIVER": "dummy", "NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "300000"}
        with Kiosk(tmp_path, TABLE, env) as kiosk:
            assert ear.recv(99) == b"READY=1"
            assert ear.recv(99) == b"WATCHDOG=1"
            kiosk._line.sendall(b'{"picture": "%s"}\n' % str(pipe).encode())  # nobody reads it: the window hangs there

            def silent() -> bool:
                """Whether three rounds pass without a sign of life; one alone may do so while the window is slow."""
                waiting(ear)
                rounds = kiosk.said.count(SILENT)
                until(lambda: kiosk.said.count(SILENT) >= rounds + 3, "three rounds")
                return waiting(ear) == []

            until(silent, "silence")
            assert kiosk.process.poll() is None
            pipe.read_bytes()
            assert ear.recv(99) == b"WATCHDOG=1"
            assert kiosk.end(signal.SIGTERM) == 0, kiosk.said
            said = {ear.recv(99)}
            while b"STOPPING=1" not in said:
                said.add(ear.recv(99))
