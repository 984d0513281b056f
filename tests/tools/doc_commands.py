"""What README and docs tell somebody to type, and what is done with each: no command stands there that nobody tried.

    python -m tests.tools.doc_commands [--machine]      (make prove-docs)

`make test` runs each command of the companion that ends by itself. Here the rest is run: those that go on until they
are told to end, modules, targets of the Makefile. `--machine` (a bare Debian of `make prove-fresh` only) also runs what
changes the machine. What is left stands in `ELSEWHERE`, with its reason.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(page for page in (ROOT / "docs").rglob("*.md") if "rules" not in page.relative_to(ROOT).parts),
    ]
)
PROGRAMS = (
    "companion", "make", "python", "python3", "pip", "git", "ls", "mv", "cp", "cat", "chmod", "chown", "chgrp", "kill",
    "fuser", "mount", "date", "nano", "apt", "apt-get", "dpkg", "systemctl", "journalctl", "timedatectl", "loginctl",
    "usermod", "raspi-config", "aplay", "mosquitto", "mosquitto_passwd", "openssl", "psql", "createdb", "createuser",
    "espeak-ng", "curl", "ssh", "scp", "dd", "esphome", "reboot", "modprobe", "lsusb", "evtest", "echo",
    "sqlite3", "tar", "rm", "install", "pg_dump", "pg_restore",
    r"\.ci/[a-z-]+",
)  # fmt: skip
TYPED = rf"(?:sudo (?:-u \w+ )?)?(?:[A-Z_]+=\S+ )*(?:{'|'.join(PROGRAMS)})"
LINE = re.compile(rf"^    ({TYPED}(?: .*)?)$|`({TYPED} [^`]*)`", re.MULTILINE)
STAYS = re.compile(
    r"companion (kiosk|hub(?! (?:setup|certificates|database|invite))|web|link run|demo|doctor|readers|measure)\b"
)
"""Opens a window, waits for others or says what this machine has: run here."""
STAYS_S, ENDS_S = 8, 120
ROW = re.compile(r"make ([a-z-]+)")
CHEAP = {
    "help": "", "lint": "", "fix": "", "locale": "", "catalogs": "", "wiring-pictures": "", "tray": "", "ready": "",
    "wheel-test": "", "hub": "--seconds 5",
}  # fmt: skip
"""Targets that are run here, with their ARGS."""
LONG = {
    "run": "make prove-fresh", "test": "make prove-fresh", "bench": "", "bench-hub": "", "bench-pi": "",
    "gallery": "", "image": "", "soak": "", "touches": "", "sizes-shown": "", "story-pictures": "",
    "prove-all": "", "prove-board": "", "prove-pcsc": "", "prove-readers": "",
    "prove-busy": "", "prove-french": "", "prove-fresh": "", "prove-home": "", "prove-hub": "",
    "prove-install": "", "prove-link": "",
    "prove-pi": "", "prove-rights": "", "prove-slow": "", "prove-docs": "", "prove-voice": "", "prove-web": "",
    "install": "make prove-install", "update": "make prove-install", "uninstall": "make prove-install",
    "install-hub": "make prove-hub", "uninstall-hub": "make prove-hub",
}  # fmt: skip
"""Targets that take minutes; each says what it found by itself. Those of a Pi are run by another one."""
MACHINE = {
    "apt": "brings a package", "apt-get": "brings a package", "usermod": "changes a user", "dpkg": "asks for a package",
    "pip": "brings a package",
}  # fmt: skip
"""What changes the machine that it is typed on."""
ELSEWHERE = {
    "systemctl": "wants systemd as process 1: make prove-install",
    "journalctl": "wants systemd's journal: make prove-install",
    "timedatectl": "wants systemd as process 1",
    "raspi-config": "Raspberry Pi OS has it, Debian has not",
    "mount": "wants a card image: make prove-pi",
    "modprobe": "takes a driver out of the kernel, which a bare Debian shares with others",
    "nano": "an editor",
    "date": "sets the clock of the machine",
    "kill": "names a process of that machine",
    "fuser": "names a port of that machine",
    "mv": "names a file of that machine",
    "cp": "an installed Pi has /etc/companion: make prove-install",
    "chown": "names a file of that machine",
    "chgrp": "names a file of that machine",
    "chmod": "names a file of that machine",
    "aplay": "asks the sound card",
    "ls": "wants a reader that is plugged in: make prove-pi",
    "git": "whoever reads this page has a clone: make prove-fresh makes one",
    "companion update": "the command of an installed Pi: make prove-install",
    ".ci/packages": "each target runs it",
    "sqlite3": "the hub's store: tests/hub/test_backup.py",
    "rm": "the hub's store: tests/hub/test_backup.py",
    "install": "the hub's store: tests/hub/test_backup.py",
    "tar": "the hub's settings: tests/hub/test_backup.py",
    "pg_dump": "wants PostgreSQL's server: make prove-link ARGS=--postgres",
    "pg_restore": "wants PostgreSQL's server: make prove-link ARGS=--postgres",
    "pip lgpio": "a Raspberry Pi's own: make prove-pi",
}
"""What cannot be tried where this runs, by its program, and why."""
PLACES = {
    "GAME": "cerbere", "GAME...": "cerbere", "FILE": "some.file", "FILE...": "box.toml", "OUT": "out.file",
    "A": "a.toml", "B": "b.toml", "ID": "3", "N": "3", "DIR": "folder", "FOLDER": "folder", "SOCKET": "some.sock",
    "PATH": "some.file", "KEY": "key", "NAME": "home", "TABLE": "table-1", "real|manual": "manual",
    "OUT.wav": "out.wav",
    "PROGRAM": "espeak-ng", "USER": "root", "$USER": "root", "GROUP": "audio", "GROUPS": "audio,video",
    "bin/PROGRAM": "/usr/bin/env", "PACKAGE==WANTED": "lgpio==0.2.2.0", "lgpio==WANTED": "lgpio==0.2.2.0",
}  # fmt: skip
"""What stands for something else."""


class DocCommand(NamedTuple):
    """A command of a page. `words` are without `sudo`; whoever is not root has it in front again."""

    page: str
    line: str
    words: tuple[str, ...]
    sudo: bool

    @property
    def program(self) -> str:
        return self.words[0]

    @property
    def target(self) -> str:
        found = ROW.match(" ".join(self.words))
        return found[1] if found else ""

    @property
    def kind(self) -> str:
        """`suite`, `here`, `machine`, `long` or `elsewhere`; "" if nobody thought of it."""
        if self.elsewhere:
            return "elsewhere"
        if self.program == "make":
            return "here" if self.target in CHEAP else "long" if self.target in LONG or "=" in self.words[1] else ""
        if self.program == "companion":
            return "here" if STAYS.match(" ".join(self.words)) else "suite"
        if self.program == "python":
            return "here"
        return "machine" if self.program in MACHINE else ""

    @property
    def elsewhere(self) -> str:
        """The entry of `ELSEWHERE` that it is."""
        names = (self.program, " ".join(self.words[:2]), f"{self.program} lgpio" if "lgpio" in str(self.words) else "")
        return next((name for name in names if name in ELSEWHERE), "")


def words_of(line: str, whole: bool = False) -> tuple[str, ...]:
    """The words of a command, without what is said beside it.

    :param whole: with what stands in brackets.
    """
    command = re.split(r" {2,}| # | \\?\| |; | && ", line)[0]
    command = re.sub(r" \[([^\]]*)\]", r" \1" if whole else "", command)
    return tuple(PLACES.get(word, word) for word in shlex.split(command) if word != "...")


def read_commands(pages: list[Path] | None = None) -> Iterator[DocCommand]:
    """Each command once on each page; what may be left out is a command of its own."""
    seen = set()
    for page in pages or PAGES:
        for match in LINE.finditer(page.read_text("utf-8")):
            line = (match[1] or match[2]).strip()
            for words in dict.fromkeys((words_of(line), words_of(line, whole=True))):
                sudo = words[0] == "sudo"
                own = words[3:] if words[:2] == ("sudo", "-u") else words[1:] if sudo else words
                one = DocCommand(page.name, line, own, sudo)
                if (one.page, one.words) not in seen:
                    seen.add((one.page, one.words))
                    yield one


def run(words: list[str], folder: Path, stays: bool) -> str:
    """Run it; what was wrong, or nothing. One that stays is told to end after a while."""
    environment = {**os.environ, "HOME": str(folder), "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    environment["PATH"] = f"{ROOT / '.venv/bin'}:{environment['PATH']}:/usr/sbin"
    at = ROOT if words[0] in ("make", "pip") else folder
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(words, cwd=at, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            process.wait(STAYS_S if stays else 10 * ENDS_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            process.wait(ENDS_S)
            stays = stays and process.returncode in (0, -signal.SIGTERM)
        said.seek(0)
        end = said.read().decode(errors="replace").strip()[-400:]
    if "the following arguments are required" in end:
        return ""  # a sentence names the command, not all that it wants
    if "Traceback" in end or (process.returncode != 0 and not stays):
        return f"exit code {process.returncode}: {end}"
    return ""


def commands(machine: bool) -> Iterator[DocCommand]:
    """What is run here."""
    once = set()
    for one in read_commands():
        if one.kind == "here" or (machine and one.kind == "machine"):
            key = one.target or " ".join(one.words)
            if key not in once:
                once.add(key)
                yield one


def main() -> int:
    parser = argparse.ArgumentParser("prove-docs")
    parser.add_argument("--machine", action="store_true", help="also what changes this machine")
    faults = 0
    for one in commands(parser.parse_args().machine):
        with tempfile.TemporaryDirectory(prefix="companion-docs-") as name:
            words = list(one.words)
            if one.target:
                words = ["make", one.target, f"ARGS={CHEAP[one.target]}"]
            elif one.kind == "machine":
                words = [*(["sudo"] if one.sudo and os.geteuid() != 0 else []), *words]
                if "install" in words or "purge" in words:
                    words.append("-y") if "apt" in one.program else None
            (Path(name) / "folder").mkdir()
            begun = time.monotonic()
            wrong = run(words, Path(name), one.program == "companion")
        faults += bool(wrong)
        print(
            f"{'FAULT' if wrong else 'ok   '} {time.monotonic() - begun:4.0f} s  {shlex.join(words)}  {wrong}",
            flush=True,
        )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
