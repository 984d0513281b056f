"""Tables without a screen and a hub, as processes of their own, on a real broker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.uplink.link.wire import hub_name
from companion.uplink.outbox.seal import OwnerKey
from tests.tools.link.broker import PASSWORD

COMPANION = [sys.executable, "-P", "-m", "companion"]
ROOT = Path(__file__).resolve().parents[3]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


class Hub:
    """`companion hub`."""

    def __init__(self, folder: Path, port: int, store: str = "", wall: str = "") -> None:
        self._folder, self._store = folder, store
        (folder / "hub.toml").write_text(f'port = {port}\ntls = false\npassword = "{PASSWORD}"\n{wall}')
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [*COMPANION, "hub", "--data", str(self._folder), "--config", str(self._folder)]
        command += ["--store", self._store] * bool(self._store)
        with (self._folder / "hub.log").open("ab") as log:
            self._process = subprocess.Popen(command, env=_environment(), stderr=log)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def ended(self) -> int | None:
        """Its exit status, once it has ended by itself."""
        return None if self._process is None else self._process.poll()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Table:
    """`companion headless` with its link. `told`: its notices since its start, as they came."""

    def __init__(self, folder: Path, name: str, port: int, key: str, title: str = "") -> None:
        self.folder, self.key, self._port, self._title = folder, OwnerKey.read(key), port, title
        self.told: list[dict[str, Any]] = []
        folder.mkdir()
        self.called(name)
        (folder / "link.key").write_text(key)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def called(self, name: str) -> None:
        """From the next start on this is its name."""
        self.name = name
        (self.folder / "link.toml").write_text(
            f'on = true\ntable = "{name}"\ntitle = "{self._title}"\nport = {self._port}\ntls = false\n'
            f'password = "{PASSWORD}"\n'
        )

    def start(self) -> None:
        self.told = []
        command = [*COMPANION, "headless", "--data", str(self.folder), "--config", str(self.folder), "--moves"]
        with (self.folder / "table.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def named(self, uuid: str) -> str:
        """What the hub calls a game of this owner."""
        return hub_name(self.key.public, uuid)

    def ask(self, **request: Any) -> Any:
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        self.told += answer.get("notices", ())
        return answer

    def kill_link(self) -> None:
        assert self._process is not None
        listing = subprocess.run(["pgrep", "-P", str(self._process.pid)], capture_output=True, text=True).stdout
        for pid in listing.split():
            with suppress(ProcessLookupError):  # it has ended by itself meanwhile
                os.kill(int(pid), signal.SIGKILL)

    def kill(self) -> None:
        """The whole machine of the table, as if its power had gone."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None

    def adopt(self, table: str) -> str:
        command = [*COMPANION, "link", "adopt", table, "--data", str(self.folder)]
        return subprocess.run(command, env=_environment(), capture_output=True, text=True).stdout.strip()
