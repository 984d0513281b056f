"""The kiosk and its pages' server are killed by turns: each phone has its seat again, with the same secret."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from companion.options import PACKAGED_CONFIG
from tests.network.desk import WebPage
from tests.patience import until
from tests.process.machine import ROOT, Kiosk

pytestmark = pytest.mark.process
ENVIRONMENT = {"SDL_AUDIODRIVER": "dummy", "COMPANION_NO_SOUND": "1", "PYTHONPATH": str(ROOT)}
SEATS = ["Ana", "Bo", "Cy"]
SECRETS = {name: f"the secret of {name}" for name in SEATS[:2]}
"""Of Ana's and Bo's phones: their codes were scanned before this kiosk was started."""


def prepare(folder: Path) -> int:
    """A table whose phones are on and have their seats; the port of its pages."""
    data, config = folder / "data", folder / "config"
    data.mkdir()
    shutil.copytree(PACKAGED_CONFIG, config)
    (config / "table.toml").write_text("")
    (data / "settings.json").write_text(json.dumps({"offered": True, "phones": True, "language": "en"}))
    sessions = [
        {"hash": hashlib.sha256(secret.encode()).hexdigest(), "seat": name, "until": time.time() + 3600}
        for name, secret in SECRETS.items()
    ]
    (data / "phones.json").write_text(json.dumps({"sessions": sessions}))
    with socket.socket() as free:
        free.bind(("", 0))
        port = int(free.getsockname()[1])
    (config / "web.toml").write_text(f"port = {port}\n")
    return port


def server_of(kiosk: Kiosk) -> int:
    """The process of its pages' server; 0: there is none."""
    children = Path(f"/proc/{kiosk.process.pid}/task").glob("*/children")
    for pid in " ".join(path.read_text() for path in children).split():
        with contextlib.suppress(OSError):
            if b"\0web\0" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return int(pid)
    return 0


def back(port: int, name: str) -> WebPage:
    """The phone of a seat comes back, as its page does: once it is served, with the secret that it kept."""
    pages: list[WebPage] = []

    def come() -> bool:
        with contextlib.suppress(OSError, EOFError, WebSocketException):
            pages.append(WebPage(port))
        return bool(pages)

    until(come, f"{name}'s page")
    (page,) = pages
    page.ask("resume", session=SECRETS[name])
    assert page.now["answer"]["ok"], page.now
    return page


def kill(kiosk: Kiosk, who: str) -> None:
    """End it without a word, or both at once."""
    web = server_of(kiosk)
    assert web
    if who in ("kiosk", "both"):
        kiosk.process.kill()
    if who in ("server", "both"):
        os.kill(web, signal.SIGKILL)
    if who != "server":
        kiosk.process.wait()


def test_seats_outlive_kills_of_the_kiosk_its_pages_server_and_both(tmp_path: Path) -> None:
    port = prepare(tmp_path)
    with ExitStack() as opened:
        kiosk = opened.enter_context(Kiosk(tmp_path, env=ENVIRONMENT))
        kiosk.say(open={"game": "cerbere", "seats": SEATS, "seed": 3})
        asleep = [back(port, name) for name in SECRETS]
        for killed in ("server", "kiosk", "both"):
            kill(kiosk, killed)
            for page in asleep:  # it said nothing meanwhile, and finds its line dead
                with pytest.raises((EOFError, ConnectionClosed)):
                    page.look()
            if killed != "server":
                assert "Traceback" not in kiosk.said
                kiosk = opened.enter_context(Kiosk(tmp_path, env=ENVIRONMENT))
            phones = {name: back(port, name) for name in SECRETS}
            if killed != "server":
                assert [page.now["absent"] for page in phones.values()] == list(SECRETS), "no game is open yet"
                kiosk.say(resume={})
            assert [page.look()["seat"] for page in phones.values()] == list(SECRETS)
            ana = phones["Ana"]
            ana.choose("act2_adv:a")
            assert ana.now["answer"]["ok"] and kiosk.view["turn"]["action_done"]
            ana.look()
            ana.undo()
            assert ana.now["answer"]["ok"] and not kiosk.view["turn"]["action_done"]
            asleep = list(phones.values())
        assert "Traceback" not in kiosk.said
