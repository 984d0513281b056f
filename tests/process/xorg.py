"""A real X server without a screen, whose touchscreen is a socket: Xorg with its own drivers `dummy` and `inputtest`.

The socket's protocol: hw/xfree86/drivers/inputtest/xf86-input-inputtest-protocol.h of the X server.
"""

from __future__ import annotations

import os
import socket
import struct
import subprocess
from pathlib import Path

from tests.patience import PATIENCE_S, until

CONFIG = """
Section "ServerFlags"
  Option "AutoAddDevices" "off"
  Option "DontVTSwitch" "true"
EndSection
Section "InputDevice"
  Identifier "touchscreen"
  Driver "inputtest"
  Option "SocketPath" "{folder}/touch"
  Option "DeviceType" "Touch"
  Option "TouchCount" "5"
EndSection
Section "InputDevice"
  Identifier "mouse"
  Driver "inputtest"
  Option "SocketPath" "{folder}/mouse"
  Option "DeviceType" "PointerAbsolute"
  Option "CorePointer" "on"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 16384
EndSection
Section "Monitor"
  Identifier "glass"
  HorizSync 5-1000
  VertRefresh 5-200
  Modeline "800x480" 33.5 800 840 968 1056 480 490 492 525
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "glass"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "800x480"
    Virtual 800 480
  EndSubSection
EndSection
Section "ServerLayout"
  Identifier "all"
  Screen "screen"
  InputDevice "touchscreen" "SendCoreEvents"
  InputDevice "mouse"
EndSection
"""
AXIS = 65535
"""The largest value of the touchscreen's axes."""
CLIENT_VERSION, TOUCH = 0, 6
TOUCH_BEGIN, TOUCH_UPDATE, TOUCH_END = 18, 19, 20
"""Types of touch events (X11/extensions/XI2.h)."""
VALUATORS = 64


class Xorg:
    """The server, from `with` to its end, and the fingers on its touchscreen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.display = ""

    def __enter__(self) -> Xorg:
        self._folder.mkdir()
        config = self._folder / "xorg.conf"
        config.write_text(CONFIG.format(folder=self._folder))
        told, tell = os.pipe()
        words = ["Xorg", "-config", config, "-logfile", self._folder / "log", "-noreset", "-nolisten", "tcp"]
        self._process = subprocess.Popen(
            [*map(str, words), "-displayfd", str(tell)],
            pass_fds=(tell,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(tell)
        with os.fdopen(told) as line:
            self.display = f":{line.readline().strip()}"
        assert self.display != ":", (self._folder / "log").read_text()
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        until((self._folder / "touch").exists, "the touchscreen's socket")
        self._socket.connect(str(self._folder / "touch"))
        self._socket.sendall(struct.pack("=IIHH", 12, CLIENT_VERSION, 1, 1))
        assert len(self._socket.recv(12)) == 12
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE_S)

    def touch(self, finger: int, kind: int, x: float, y: float) -> None:
        """A finger begins, moves or ends; the place in shares from the upper left corner."""
        values = [x * AXIS, y * AXIS, *[0.0] * (VALUATORS - 2)]
        mask = bytes([0b11, *[0] * (VALUATORS // 8 - 1)])
        body = struct.pack("=III", finger, kind, 0) + mask + bytes(4)
        body += struct.pack(f"={VALUATORS}d", *values) + bytes(8 * VALUATORS)
        self._socket.sendall(struct.pack("=II", 8 + len(body), TOUCH) + body)
