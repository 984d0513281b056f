"""A real PostgreSQL of its own, in a folder; as another user where we are root, for it refuses root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg

from companion.bench.phones import free_port

USER = "postgres"
RECOVERY_S = 600.0
"""Within this it is there again after a crash: on a disk that others use it has taken 110 s."""
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


class Postgres:
    """`stop` ends it as a crash does.

    :raises FileNotFoundError: if it is not installed.
    """

    def __init__(self, folder: Path) -> None:
        if not BINARIES:
            raise FileNotFoundError("this needs Debian's postgresql")
        self._programs, self._data, self.port = BINARIES[-1], folder / "postgres", free_port()
        self._log = folder / "postgres.log"
        self._data.mkdir()
        if os.geteuid() == 0:
            folder.chmod(0o755)
            shutil.chown(self._data, USER)
        command = [*self._as_user(), str(self._programs / "initdb"), "-D", str(self._data), "-U", "hub", "-A", "trust"]
        subprocess.run(command, check=True, capture_output=True, cwd="/")
        self.address = f"postgresql://hub@127.0.0.1:{self.port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @staticmethod
    def _as_user() -> list[str]:
        return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups"] if os.geteuid() == 0 else []

    def start(self) -> None:
        options = ["-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1", "-k", ""]
        with self._log.open("ab") as log:
            command = [*self._as_user(), str(self._programs / "postgres"), *options]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
        end = time.monotonic() + RECOVERY_S
        while True:
            try:
                psycopg.connect(self.address).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def dump(self, path: Path) -> None:
        """As `pg_dump` does it each night."""
        self._run("pg_dump", "--clean", "--if-exists", "--file", str(path), self.address)

    def restore(self, path: Path) -> None:
        """What has been written since is gone. Nobody may use it meanwhile."""
        self._run(
            "psql", "--quiet", "--single-transaction", "--set", "ON_ERROR_STOP=1", "--file", str(path), self.address
        )

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([str(self._programs / program), *arguments], check=True, capture_output=True)

    def pids(self) -> list[int]:
        """Of the server and its processes."""
        assert self._process is not None
        own = self._process.pid
        listing = subprocess.run(["pgrep", "-P", str(own)], capture_output=True, text=True).stdout
        return [own, *map(int, listing.split())]

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)  # all of it at once, nothing is written any more
            self._process.wait()
            self._process = None
