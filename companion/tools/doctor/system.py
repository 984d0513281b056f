"""The one door to the system for every check: files, groups, commands, disk, clock, versions.

`System()` is this machine; a test makes one with another root and other answers, and so breaks each thing in turn.
"""

from __future__ import annotations

import errno
import grp
import os
import platform
import pwd
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from companion.engine.program import ProgramResult, ended


class Disk(Struct, frozen=True):
    """A file system: free bytes (for the user), and whether it is mounted read-only."""

    free: int
    read_only: bool = False


class System:
    """Paths are absolute; with another `root` they are looked up below it."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    # -- files ---------------------------------------------------------------------------------------------

    def at(self, path: str | Path) -> Path:
        """Return the path below `root`."""
        there = Path(path)
        return there if there.is_relative_to(self.root) else self.root / there.relative_to(there.anchor)

    def read(self, path: str | Path) -> str:
        """Return a text file, without bytes that are no text.

        :raises OSError: as open() does.
        """
        return self.at(path).read_bytes().decode("utf-8", "replace").replace("\0", "")

    def text(self, path: str | Path) -> str:
        """Return a text file, "" if it cannot be read."""
        try:
            return self.read(path)
        except OSError:
            return ""

    def exists(self, path: str | Path) -> bool:
        """Return whether there is something. A folder that may not be searched counts as nothing."""
        try:
            return self.at(path).exists()
        except OSError:
            return False

    def find(self, pattern: str) -> list[str]:
        """Return the paths that match an absolute glob pattern, sorted."""
        try:
            found = sorted(self.root.glob(pattern.lstrip("/")))
        except OSError:
            return []
        return [f"/{path.relative_to(self.root)}" for path in found]

    def real(self, path: str | Path) -> str:
        """Return where a link leads; the path itself if that cannot be found out."""
        try:
            there = self.at(path).resolve()
        except (OSError, RuntimeError):
            return str(path)
        root = self.root.resolve()
        return f"/{there.relative_to(root)}" if there.is_relative_to(root) else str(there)

    def may(self, path: str | Path, how: str = "r") -> bool:
        """Return whether this process may read ("r") or read and write ("rw") it."""
        mode = (os.R_OK if "r" in how else 0) | (os.W_OK if "w" in how else 0)
        return os.access(self.at(path), mode)

    def group_of(self, path: str | Path) -> str:
        """Return the group of a file by name, "?" if there is none."""
        try:
            return grp.getgrgid(self.at(path).stat().st_gid).gr_name
        except (OSError, KeyError):
            return "?"

    def changed(self, path: str | Path) -> datetime | None:
        """Return when a file was last written."""
        try:
            return datetime.fromtimestamp(self.at(path).stat().st_mtime).astimezone()
        except OSError:
            return None

    def disk(self, path: str | Path) -> Disk:
        """Return the file system that `path` is on.

        :raises OSError: if there is no such path.
        """
        told = os.statvfs(self.at(path))
        return Disk(told.f_bavail * told.f_frsize, bool(told.f_flag & os.ST_RDONLY))

    def hindrance(self, folder: Path) -> int:
        """Return the errno of writing a file into `folder` (or the first folder above it that is there), 0 if it
        works."""
        place = self.at(folder)
        while not os.path.exists(place) and place != place.parent:  # noqa: PTH110 - Path.exists() raises without permission
            place = place.parent
        probe = place / f".doctor-{os.getpid()}"
        try:
            try:
                probe.write_bytes(b"well\n")
            finally:
                probe.unlink(missing_ok=True)  # a full disk has room for a name
        except OSError as error:
            return error.errno or errno.EIO
        return 0

    # -- people --------------------------------------------------------------------------------------------

    def user(self) -> str:
        """Return the user of this process."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    def is_root(self) -> bool:
        return os.geteuid() == 0

    def groups(self) -> frozenset[str]:
        """Return the groups that this process has."""
        return frozenset(_group_name(number) for number in {*os.getgroups(), os.getegid()})

    def enlisted(self, user: str) -> frozenset[str]:
        """Return the groups that the user will have after the next log-in."""
        return frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem)

    def known_groups(self) -> frozenset[str]:
        """Return all groups of this machine."""
        return frozenset(group.gr_name for group in grp.getgrall())

    # -- programs ------------------------------------------------------------------------------------------

    def run(self, command: Sequence[str], seconds: float = 4.0) -> ProgramResult:
        """Run a program without a shell.

        :raises ProgramError: if it cannot be started, or does not end within `seconds`; then it is killed.
        """
        return ended(command, seconds)

    def holders(self, device: str) -> list[tuple[int, str]]:
        """Return which other processes have a device open, as far as this user may know: number and name."""
        found: list[tuple[int, str]] = []
        target = str(self.at(device).resolve())
        for folder in self.at("/proc").glob("[0-9]*"):
            number = int(folder.name)
            if number != os.getpid() and _has_open(folder / "fd", target):
                found.append((number, self.text(f"/proc/{number}/comm").strip() or "?"))
        return found

    # -- this machine --------------------------------------------------------------------------------------

    def model(self) -> str:
        """`Raspberry Pi 4 Model B Rev 1.4`; "" on a machine that does not say."""
        return self.text("/proc/device-tree/model").strip()

    def is_pi(self) -> bool:
        return self.model().startswith("Raspberry Pi")

    def now(self) -> datetime:
        """Return the time of day."""
        return datetime.now().astimezone()

    def environ(self, name: str) -> str:
        return os.environ.get(name, "")

    def python(self) -> tuple[int, int]:
        """Return the major and minor version."""
        major, minor, _patch = platform.python_version_tuple()
        return int(major), int(minor)

    def version(self, package: str) -> str | None:
        """Return the installed version of a Python package, None if it is not installed."""
        from importlib import metadata  # slow to load, and the kiosk loads this file when it starts

        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    def requires(self) -> list[str]:
        """Return what the companion's own package asks for: `kivy==2.3.1`, `lgpio==0.2.2.0; extra == "pi"`."""
        from importlib import metadata

        try:
            return list(metadata.requires("infernal-companion") or ())
        except metadata.PackageNotFoundError:
            return []


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _has_open(folder: Path, target: str) -> bool:
    """Return whether one of these descriptors is that device, and not one of a container that has its name there."""
    try:
        named = [link for link in folder.iterdir() if os.readlink(link) == target]  # noqa: PTH115 - may lead nowhere
        return any(os.path.samestat(link.stat(), Path(target).stat()) for link in named)
    except OSError:  # another user's, or it has just ended
        return False
