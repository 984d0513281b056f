"""A small program in the place of espeak-ng, written to disk by a test: it writes a WAV file, or behaves badly."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

SPEAKS = """\
import struct, sys, zlib
words = sys.stdin.buffer.read()
with open(__file__ + ".runs", "ab") as notes:
    notes.write(b" ".join(map(str.encode, sys.argv[1:])) + b" < " + words + b"\\n")
half = 20 + zlib.crc32(words) % 60  # samples: another pitch for other words
body = b"".join(struct.pack("<h", 9000 if i // half % 2 else -9000) for i in range(11025))
head = b"RIFF\\xff\\xff\\xff\\x7fWAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 22050, 44100, 2, 16)
sys.stdout.buffer.write(head + b"data\\xff\\xff\\xff\\x7f" + body)
"""
HANGS = "import time; time.sleep(600)"
NEVER_STOPS = "import sys\nwhile True: sys.stdout.buffer.write(bytes(65536))"
GARBAGE = "print('no such voice')"
EMPTY = "pass"
FAILS = "raise SystemExit(3)"
STEREO = SPEAKS.replace("16, 1, 1, 22050", "16, 1, 2, 22050")


class Fake:
    """The program `espeak-ng`, first on the PATH."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, does: str = SPEAKS) -> None:
        folder.mkdir(exist_ok=True)
        self.path = folder / "espeak-ng"
        self.does(does)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def does(self, what: str) -> None:
        """From now on."""
        self.path.write_text(f"#!{sys.executable} -I\n{what}", encoding="utf-8")
        self.path.chmod(0o755)

    @property
    def runs(self) -> list[str]:
        """Each time it ran: its arguments, then its standard input."""
        notes = Path(f"{self.path}.runs")
        return notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
