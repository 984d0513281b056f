"""The real kiosk under a systemd that a socket plays: ready, alive, silent when its window hangs, alive again, gone."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.process.machine import PATIENCE_S, TABLE, Kiosk

pytestmark = pytest.mark.process


def silence(ear: socket.socket, seconds: float) -> bool:
    """Whether nothing comes for so long, once what was on its way has come."""
    for _ in range(50):
        ear.settimeout(seconds)
        try:
            ear.recv(99)
        except TimeoutError:
            return True
    return False


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
            assert silence(ear, 1.0)
            assert kiosk.process.poll() is None
            pipe.read_bytes()
            ear.settimeout(PATIENCE_S)
            assert ear.recv(99) == b"WATCHDOG=1"
            assert kiosk.end(signal.SIGTERM) == 0, kiosk.said
            said = {ear.recv(99)}
            while b"STOPPING=1" not in said:
                said.add(ear.recv(99))
