"""The hub as a process: how it ends."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hub import command
from companion.hub.command import WELL, WRONG, HubService, hub
from companion.hub.settings import HubSettings, database_of
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import StoreAway
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.wire import up
from tests.hub.test_chosen import free_port
from tests.patience import PATIENCE_S, until


def test_a_hub_that_is_told_to_end_never_waits_for_room(tmp_path: Path) -> None:
    hub = HubService(HubSettings(port=1, tls=False), SqliteStore(tmp_path / "hub.db"))
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


def test_a_hub_without_a_broker_says_where_its_store_is_what_it_serves_and_what_is_missing(tmp_path: Path) -> None:
    """On its standard error, which is the journal of its machine; once each."""
    port = free_port()
    (tmp_path / "hub.toml").write_text(f'broker = "127.0.0.1"\nport = {port}\ntls = false\n')
    words = [sys.executable, "-m", "companion", "hub", "--data", str(tmp_path), "--config", str(tmp_path)]
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(words, stderr=said)
    try:
        until(lambda: "not ready" in (tmp_path / "said").read_text(), "it says what is missing")
    finally:
        process.terminate()
    assert process.wait(PATIENCE_S) == WELL
    assert (tmp_path / "said").read_text().splitlines() == [
        f"companion: INFO: what tables send is stored in {tmp_path}/hub.db",
        "companion: INFO: no wall is served: [wall] of hub.toml has no password",
        f"companion: INFO: the broker is looked for at 127.0.0.1:{port}",
        f"companion: ERROR: not ready: the broker at 127.0.0.1:{port}: it cannot be reached (Connection refused)",
    ]


@pytest.fixture
def running(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[HubService]:
    caplog.set_level(logging.INFO)
    hub = HubService(HubSettings(port=1, tls=False), SqliteStore(tmp_path / "hub.db"))
    yield hub
    hub._store.close()


def test_a_hub_says_that_it_is_ready_and_each_hindrance_once(
    running: HubService, caplog: pytest.LogCaptureFixture
) -> None:
    for found in (Hindrance(Obstacle.PASSWORD, "Not authorized"), Hindrance(Obstacle.PASSWORD, "Not authorized")):
        running._prober.refused(found)
    running._connected(True)
    running._connected(False)
    running._prober.refused(Hindrance(Obstacle.PASSWORD, "Not authorized"))
    running._connected(True)
    refused = (
        "not ready: the broker at localhost:1: it does not take the account hub with this password (Not authorized)"
    )
    ready = "ready: the broker at localhost:1 is there"
    assert caplog.messages == [refused, ready, refused, ready]


def test_what_hinders_a_hub_is_said_in_words(running: HubService, caplog: pytest.LogCaptureFixture) -> None:
    for reach in Obstacle:
        running._hindered(Hindrance(reach))
    assert len(caplog.messages) == len(set(caplog.messages)) == len(Obstacle)


def test_a_store_that_comes_later_is_said(
    running: HubService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "REST_S", 0.0)
    there = running._store.transact
    monkeypatch.setattr(running._store, "transact", away)
    running.reach()
    monkeypatch.setattr(running._store, "transact", there)
    running._waiting.put("t1", up("t1", "hello"), b"")
    running._batch()
    assert [message.partition(" /")[0] for message in caplog.messages if "stored" in message] == [
        "nothing can be stored yet in", "what tables send is stored in"
    ]  # fmt: skip


def away(_work: object) -> None:
    raise StoreAway("no disk")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("postgresql:///companion", "PostgreSQL's database companion at its socket"),
        ("postgres://hub:secret@db.lan/games?password=secret", "PostgreSQL's database games at db.lan"),
        ("postgresql://hub:secret@[db.lan/games", "PostgreSQL"),
    ],
)
def test_where_the_store_is_is_said_without_its_password(address: str, said: str) -> None:
    assert database_of(address) == said
