"""The hub as a process: how it ends."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.hub.command import WRONG, Hub, hub
from companion.hub.settings import HubSettings
from companion.hub.sqlite_store import SqliteStore
from companion.link.wire import up
from tests.patience import PATIENCE_S


def test_a_hub_that_is_told_to_end_never_waits_for_room(tmp_path: Path) -> None:
    hub = Hub(HubSettings(port=1, tls=False), SqliteStore(tmp_path / "hub.db"))
    while hub._waiting.put("t1", up("t1", "hello"), bytes(100_000)):
        pass
    ending = threading.Thread(target=hub.close, daemon=True)
    ending.start()
    ending.join(PATIENCE_S)
    running = threading.Thread(target=hub.run, daemon=True)
    running.start()
    running.join(PATIENCE_S)
    assert not ending.is_alive() and not running.is_alive()


@pytest.mark.parametrize("certificate", ["nowhere.pem", "words.pem", ""])
def test_a_certificate_of_the_wall_that_cannot_be_used_is_told(
    certificate: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "words.pem").write_text("no certificate")
    wall = f'[wall]\npassword = "p"\ncertificate = "{tmp_path / certificate}"\n'
    (tmp_path / "hub.toml").write_text(f"port = 1\ntls = false\n{wall}")
    assert hub(tmp_path, tmp_path) == WRONG
    assert "certificate" in caplog.text and "port 8090" not in caplog.text
