"""The guest that counts: one file system in memory, one processor, no device but a console.

Its Debian and its Python packages are those of an installed companion (tests.tools.pi.roots), its programs those of
this tree.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from tests.tools.bench.counted.inside import MARK, RIVALS
from tests.tools.pi import roots
from tests.tools.pi.patience import MachineError

PLACE = "opt/counted"
"""Of this tree in the guest."""
TREE = (
    *("companion", "drivers", "kiosk"),
    *(
        "tests/__init__.py",
        "tests/random_play.py",
        "tests/tools/__init__.py",
        "tests/tools/bench",
    ),
    *("tests/hub/__init__.py", "tests/hub/tables.py"),
)
"""What is taken of it."""
LEFT_OUT = (
    *("./boot/*", "./usr/lib/modules", "./usr/lib/firmware", "./usr/lib/gcc", "./usr/include", "./var", "./root/*"),
    *("./usr/share/doc", "./usr/share/man", "./usr/share/locale", "./usr/share/swig*", "./usr/share/perl*"),
    *("./usr/lib/*/perl*", "./usr/libexec/gcc", "./usr/lib/systemd", "./usr/lib/udev", "./dev/*"),
    *("./usr/lib/linux-image-*", "./usr/lib/*/*.a", "./usr/lib/*/lib?san.so*", "./usr/lib/*/libhwasan.so*"),
    *("./usr/bin/*-linux-gnu-*", "./opt/companion/releases/*/docs"),
    *(
        f"./opt/companion/releases/*/site-packages/{name}"
        for name in ("babel", "pip", "pygments", "docutils", "fontTools")
    ),
)
"""Of the installed root: what nothing here reads."""
INIT = f"""\
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm /tmp /run /var/tmp
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /tmp
mount -t tmpfs tmpfs /dev/shm
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
export HOME=/tmp TMPDIR=/tmp XDG_RUNTIME_DIR=/tmp XDG_CACHE_HOME=/tmp/cache
export PYTHONHASHSEED=0 PYTHONPATH=/{PLACE} PYTHONDONTWRITEBYTECODE=1
export SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy COMPANION_NO_SOUND=1 LP_NUM_THREADS=0 LP_NO_RAST=1
cd /{PLACE}
/opt/companion/current/bin/python -m tests.tools.bench.counted.inside /asked.json
echo "status $?"
echo o >/proc/sysrq-trigger
sleep 60
"""
"""The first and only program: it counts, and switches the guest off."""
MEMORY_MB = 4096
QEMU = f"""
    -M virt,gic-version=3 -cpu cortex-a72 -smp 1 -m {MEMORY_MB} -accel tcg,thread=single,tb-size=1024
    -icount shift=0,sleep=off -rtc base=2026-01-01T20:00:00,clock=vm -seed 1
    -nodefaults -display none -no-reboot
"""
KERNEL = "console=ttyAMA0 quiet nokaslr norandmaps panic=-1 rdinit=/init"
SILENT_S = 1800.0
"""So long a guest may say nothing before it is given up."""


class Guest:
    """What a run starts from.

    :param keep: the folder in which roots are kept.
    """

    def __init__(self, keep: Path, say: roots.Say) -> None:
        self._keep, self._say = keep, say
        self._emulator = roots.emulator(keep, say)
        installed = next(iter(keep.glob("pi-installed-*.tar")), None) or roots.installed(keep, say)
        """Of whichever tree: only what is not this project's is taken of it, and that changes with these files."""
        packages = "".join((roots.ROOT / "requirements" / name).read_text() for name in ("base.txt", "pi.txt"))
        self.debian = roots.key(installed.name.rsplit("-", 1)[0], packages, *LEFT_OUT)
        """A name for everything in the guest that is not of this tree."""

        def make(folder: Path) -> None:
            say("the installed root, without what nothing here reads (once)")
            root, log = folder / "root", keep / "pi-counted.log"
            root.mkdir(parents=True)
            left_out = [f"--exclude={pattern}" for pattern in LEFT_OUT]
            roots.run([*roots.UNPACK, installed, "--directory", root, *left_out], log)
            kernel = folder / "kernel"
            roots.run(["sh", "-c", f"tar -xOf {installed} --wildcards './boot/vmlinuz-*' >{kernel}"], log)
            with (folder / "system.cpio").open("wb") as out:
                archive(out, root, sorted(walk(root)))

        made = roots.keep(keep, f"pi-counted-{self.debian}", make)
        self._made = roots._only(keep, "pi-counted-*", made)

    def _lay_tree(self) -> None:
        """Bring this tree in the guest's root up to date; what is new is compiled there, as in an installed release."""
        root = self._made / "root"
        fresh = []
        wanted = set()
        rivals = next((roots.ROOT / "build/bench-venv/lib").glob("python3*/site-packages/chess"))
        chess = [(file, f"{RIVALS[1:]}/chess/{file.name}") for file in rivals.glob("*.py")]
        for source, target in [*_sources(), *chess]:
            at = root / target
            wanted.add(at)
            if not at.exists() or at.read_bytes() != source.read_bytes():
                at.parent.mkdir(parents=True, exist_ok=True)
                _forget_compiled(at)
                shutil.copyfile(source, at)
            if at.suffix == ".py" and not list(_compiled(at)):
                fresh.append(f"/{target}")
        for place in (PLACE, RIVALS[1:]):
            for old in (root / place).rglob("*"):
                if old.is_file() and old.suffix != ".pyc" and old not in wanted:
                    old.unlink()
                    _forget_compiled(old)
        if fresh:
            self._say(f"{len(fresh)} sources are compiled in the guest's root (emulated)")
            roots.ensure_interpreter()
            (root / "tmp/fresh").write_text("\n".join(fresh) + "\n")
            words = ["chroot", root, "/opt/companion/current/bin/python", "-m", "compileall", "-q", "-f"]
            words += ["--invalidation-mode", "unchecked-hash", "-i", "/tmp/fresh"]
            roots.run(words, self._keep / "pi-counted.log")

    def run(self, groups: Sequence[str], taps: int, out: Path) -> dict[str, dict[str, Any]]:
        """What the groups found.

        :param out: the folder that gets the console.
        :raises MachineError: if the guest does not come to its end.
        """
        self._lay_tree()
        out.mkdir(parents=True, exist_ok=True)
        initrd, console = out / "initrd", out / "console.log"
        console.unlink(missing_ok=True)
        with initrd.open("wb") as file:
            shutil.copyfileobj((self._made / "system.cpio").open("rb"), file, 1 << 22)
            root = self._made / "root"
            for place in (PLACE, RIVALS[1:]):
                archive(file, root, sorted([*_above(place), *walk(root, place)]))
            asked = json.dumps({"groups": list(groups), "taps": taps}).encode()
            for name, mode, body in (("init", 0o100755, INIT.encode()), ("asked.json", 0o100644, asked)):
                _entry(file, name, mode, body)
            _entry(file, "TRAILER!!!", 0, b"")
        command, environment = self._emulator
        words = ["setpriv", "--pdeathsig", "KILL", *command, *QEMU.split()]
        words += ["-serial", f"file:{console}", "-kernel", str(self._made / "kernel")]
        words += ["-initrd", str(initrd), "-append", KERNEL]
        with (out / "qemu.log").open("wb") as log:
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **environment}
            )
        try:
            return self._listen(process, console)
        finally:
            process.kill()
            process.wait()
            initrd.unlink()

    def _listen(self, process: subprocess.Popen[bytes], console: Path) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        begun = last = time.monotonic()
        read = 0
        ended = False
        while not ended:
            ended = process.poll() is not None
            lines = console.read_text(errors="replace").splitlines(keepends=True) if console.exists() else []
            whole = [line for line in lines if line.endswith("\n")]
            for line in whole[read:]:
                last = time.monotonic()
                told = json.loads(line.split(MARK, 1)[1]) if MARK in line else {}
                if "group" in told:
                    found[told["group"]] = told["found"]
                    spent = f"{told['guest_s']:.0f} s of the guest, {last - begun:.0f} s since power on"
                    self._say(f"{told['group']}: {spent}")
            read = len(whole)
            if time.monotonic() - last > SILENT_S:
                raise MachineError("the guest says nothing any more")
            time.sleep(0.5)
        text = console.read_text(errors="replace") if console.exists() else ""
        if not re.search(r"^status 0\s*$", text, re.MULTILINE):
            raise MachineError(f"the guest did not come to its end; its console ends with:\n{text[-3000:]}")
        return found


def _sources() -> Iterator[tuple[Path, str]]:
    """Files of this tree, and where they are in the guest."""
    for name in TREE:
        path = roots.ROOT / name
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file, f"{PLACE}/{file.relative_to(roots.ROOT)}"
    for file in sorted((roots.ROOT / "config").rglob("*")):  # a link in the tree, as in no release
        if file.is_file():
            yield file, f"{PLACE}/companion/config/{file.relative_to(roots.ROOT / 'config')}"


def _compiled(source: Path) -> Iterator[Path]:
    return source.parent.glob(f"__pycache__/{source.stem}.cpython-*.pyc")


def _forget_compiled(source: Path) -> None:
    for compiled in list(_compiled(source)):
        compiled.unlink()


def walk(root: Path, below: str = ".") -> Iterator[str]:
    """All that is in a folder, by its path from the root; never what a run lays there."""
    for folder, folders, files in os.walk(root / below):
        at = Path(folder).relative_to(root)
        if below == ".":
            folders[:] = [name for name in folders if str(at / name) not in (PLACE, RIVALS[1:])]
        yield from (str(at / name) for name in (*folders, *files))


def _above(place: str) -> Iterable[str]:
    """A folder and those that it is in."""
    return [str(path) for path in (Path(place), *Path(place).parents) if str(path) != "."]


def archive(out: BinaryIO, root: Path, paths: Iterable[str]) -> None:
    """Write files, folders and links as an initramfs, without its end: another may follow."""
    for path in paths:
        file = root / path
        status = file.lstat()
        if file.is_symlink():
            body = bytes(file.readlink())
        elif file.is_file():
            body = file.read_bytes()
        elif file.is_dir():
            body = b""
        else:
            continue
        _entry(out, path, status.st_mode, body)


def _entry(out: BinaryIO, path: str, mode: int, body: bytes) -> None:
    """One member (newc, Documentation/driver-api/early-userspace); nothing in it tells when it was made."""
    name = path.encode() + b"\0"
    number = out.tell() & 0xFFFFFFFF
    fields = (number, mode, 0, 0, 1, 0, len(body), 0, 0, 0, 0, len(name), 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + name
    out.write(head + b"\0" * (-len(head) % 4) + body + b"\0" * (-len(body) % 4))
