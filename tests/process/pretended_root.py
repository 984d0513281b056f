"""Root works for a command in the folders of the kiosk's user, without being root: who is who is pretended.

    python -m tests.process.pretended_root FOLDER

Prints one line of JSON: each file below FOLDER that was opened, made or renamed, and the user who did; and what the
command was answered. Really root, with all commands: `make prove-rights`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion import rights
from companion.engine import files
from companion.engine.atomic_file import write_whole
from companion.engine.files import read_file

_OPEN = os.open
THEM = 1234
"""The kiosk's user. All that is called `theirs` is his."""


class Pretended:
    """The system's calls about users, and what is done by whom below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._user = folder, 0
        self.log = folder / "log.jsonl"
        look = Path.lstat

        def lstat(path: Path) -> os.stat_result:
            seen, owner = look(path), THEM if "theirs" in path.parts else 0
            return os.stat_result((*seen[:4], owner, owner, *seen[6:]))

        for name, call in {"geteuid": lambda: self._user, "seteuid": self._become}.items():
            setattr(os, name, call)
        for name in ("setegid", "setgroups", "setresgid", "fchown"):
            setattr(os, name, lambda *_: None)
        os.setresuid = lambda real, _effective, _saved: self._become(real)
        Path.lstat = lstat  # type: ignore[method-assign, assignment]
        sys.addaudithook(self._hear)

    def _become(self, user: int) -> None:
        self._user = user

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in {"open", "os.rename", "os.remove", "os.mkdir", "os.link", "os.chmod"}:
            return
        path = os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes | os.PathLike) else ""
        if event == "os.link":  # what had no name gets one in a folder that is open
            path = str(Path(f"/proc/self/fd/{arguments[3]}").readlink() / os.fsdecode(arguments[1]))
        if path.startswith(f"{self._folder}/") and path != str(self.log):
            line = json.dumps([str(Path(path).relative_to(self._folder)), self._user])
            handle = _OPEN(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            os.write(handle, f"{line}\n".encode())
            os.close(handle)


def lay_out(folder: Path) -> None:
    """A folder of theirs with links into ours, and one of ours with a link into theirs."""
    for name in ("ours", "theirs"):
        (folder / name).mkdir()
        (folder / name / "plain").write_text(f"{name} as it was")
    (folder / "ours/secret").write_text("ours")
    (folder / "theirs/state").mkdir()
    (folder / "theirs/state/link").symlink_to(folder / "ours/secret")
    (folder / "theirs/state/new").symlink_to(folder / "ours/nothing")
    (folder / "ours/link").symlink_to(folder / "theirs/plain")


@contextmanager
def answered(said: dict[str, str], what: str) -> Iterator[None]:
    """Note how it ended."""
    try:
        yield
        said[what] = "done"
    except OSError as error:
        said[what] = type(error).__name__


def command(folder: Path) -> int:
    """Reads and writes what it was given, and what it was not."""
    said: dict[str, str] = {}
    for name in ("ours/plain", "theirs/state/link", "ours/link"):
        with answered(said, f"read {name}"):
            read_file(folder / name)
    for name in ("ours/out", "theirs/state/new", "theirs/out"):
        with answered(said, f"write {name}"):
            write_whole(folder / name, b"out")
    for name in ("ours/secret", "theirs/../ours/secret"):
        with answered(said, f"read {name}"):
            beyond_what_was_named(folder / name)
    (folder / "said.json").write_text(json.dumps(said))
    return 0


def beyond_what_was_named(path: Path) -> None:
    """Ask the process with root's rights for another file than those of the command line."""
    outside = files._outside.get()
    assert outside is not None
    with outside.opened(path):
        pass


if __name__ == "__main__":
    where = Path(sys.argv[1]).resolve()
    lay_out(where)
    given = [where / name for name in ("ours/plain", "ours/out", "ours/link", "theirs/state/link", "theirs/state/new")]
    pretended = Pretended(where)
    status = rights.as_owner(
        where / "theirs/state", rights.openable_files([*given, where / "theirs/out"]), lambda: command(where)
    )
    done = [json.loads(line) for line in pretended.log.read_text().splitlines()]
    print(json.dumps({"status": status, "said": json.loads((where / "said.json").read_text()), "done": done}))
