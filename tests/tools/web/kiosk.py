"""The real kiosk, without a screen, with its pages switched on: touched and asked through its control channel."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
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


class Kiosk:
    """
    :param python: the one that has the companion's packages.
    :param pages: the settings of its pages (web.toml).
    """

    def __init__(self, python: Path, folder: Path, language: str, pages: str = "port = 0\n") -> None:
        self.python, self.folder = python, folder
        self.pictures = 0
        data, config = folder / "data", folder / "config"
        data.mkdir(parents=True)
        (data / "settings.json").write_text(json.dumps({"phones": True, "language": language}), "utf-8")
        shutil.copytree(ROOT / "config", config)
        (config / "web.toml").write_text(pages, "utf-8")
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
            until(lambda: control.exists() or self.process.poll() is not None, "the control channel")
            assert self.process.poll() is None, self.said
            self._line.settimeout(PATIENCE_S)
            self._line.connect(str(control))
            self._lines = self._line.makefile("rb")
        except BaseException:
            self.process.kill()
            raise

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

    @property
    def now(self) -> dict[str, Any]:
        """What everybody may see, and what is asked."""
        return self.say(view={})

    def touch(self, *place: float) -> None:
        """A finger on what the window shows, once it shows all that was told."""
        self.picture(self.folder / "before.png")
        self.say(touch=list(place))
        time.sleep(BETWEEN_S)

    def picture(self, path: Path | None = None) -> Path:
        """What the window shows."""
        self.pictures += 1
        path = path or self.folder / f"{self.pictures:03}.png"
        return Path(self.say(picture=str(path.absolute()))["picture"])

    def close(self) -> int:
        """Its exit status."""
        try:
            self.ask(quit={})
            return self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()
            self._line.close()
