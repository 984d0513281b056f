"""The real kiosk, without a screen, with its pages switched on: touched and asked through its control channel."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 120.0
"""Of whoever waits for what should come: longer than any machine takes."""
SIZE = "800x480"
BETWEEN_S = 0.4
"""Between two touches of a hand."""


def until(condition: Callable[[], Any], what: str, seconds: float = PATIENCE_S) -> Any:
    """Its first value that is one."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"it never came: {what}")
        time.sleep(0.05)
    return found


def free_port() -> int:
    """One that nobody listens at now."""
    with socket.socket() as free:
        free.bind(("", 0))
        return int(free.getsockname()[1])


class Kiosk:
    """
    :param python: the one that has the companion's packages.
    :param pages: the settings of its pages (web.toml).
    """

    def __init__(self, python: Path, folder: Path, language: str, pages: str = "") -> None:
        self.python, self.folder = python, folder
        self.pictures = 0
        data, config = folder / "data", folder / "config"
        data.mkdir(parents=True)
        settings = {"phones": True, "language": language, "offered": True}
        (data / "settings.json").write_text(json.dumps(settings), "utf-8")
        shutil.copytree(ROOT / "config", config)
        (config / "web.toml").write_text(f"port = {free_port()}\n{pages}", "utf-8")
        self.errors = folder / "stderr.txt"
        control = folder / "control"
        command = [str(python), "-m", "companion", "kiosk", "--simulate", "--size", SIZE, "--lang", language]
        command += ["--data", str(data), "--config", str(config), "--control", str(control)]
        ours = {"PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "offscreen", "COMPANION_NO_SOUND": "1", "KIVY_NO_ARGS": "1"}
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, **ours}, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors
            )
        self._line = socket.socket(socket.AF_UNIX)
        try:
            self._line.settimeout(PATIENCE_S)
            until(lambda: self._connected(control) or self.process.poll() is not None, "the control channel")
            assert self.process.poll() is None, self.said
            self._lines = self._line.makefile("rb")
        except BaseException:
            self.process.kill()
            raise

    def _connected(self, control: Path) -> bool:
        with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
            self._line.connect(str(control))
            return True
        return False

    @property
    def said(self) -> str:
        """All of its standard error."""
        return self.errors.read_text("utf-8", errors="replace")

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request, good or not."""
        self._line.sendall(json.dumps(request).encode() + b"\n")
        return dict(json.loads(self._lines.readline()))

    def say(self, **request: Any) -> dict[str, Any]:
        """The answer to a request, which must be a good one."""
        answer = self.ask(**request)
        assert answer["ok"], (request, answer)
        return answer

    def looked(self, **request: Any) -> dict[str, Any]:
        """The good answer to a request that looks at the window, which may take its time to draw."""
        answers = [self.ask(**request)]

        def drawn() -> bool:
            if not answers[-1]["ok"] and answers[-1]["error"]["code"] == "no_picture":
                answers.append(self.ask(**request))
                return False
            return True

        until(drawn, f"an answer to {request}")
        assert answers[-1]["ok"], (request, answers[-1])
        return answers[-1]

    @property
    def now(self) -> dict[str, Any]:
        """What everybody may see, and what is asked."""
        return self.say(view={})

    def keys(self, name: str) -> list[dict[str, Any]]:
        """What can be touched on the window and has that icon, or these words."""
        found = self.looked(keys={})["keys"]
        return [key for key in found if key["enabled"] and name in (key["icon"], *key["words"])]

    def press(self, *names: str) -> None:
        """A finger on one key after the other, each by its icon or its words, as soon as the window shows it."""
        for name in names:
            key = until(partial(self.keys, name), f"a key {name!r} on the kiosk")[0]
            self.looked(touch=key["at"])
            time.sleep(BETWEEN_S)

    def picture(self, path: Path | None = None) -> Path:
        """What the window shows."""
        self.pictures += 1
        path = path or self.folder / f"{self.pictures:03}.png"
        return Path(self.looked(picture=str(path.absolute()))["picture"])

    def close(self) -> int:
        """Its exit status."""
        try:
            self.ask(quit={})
            return self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()
            self._line.close()
