"""The link as the screen shows it: settings that are chosen, what hinders it, other tables, a call that is seen."""

from __future__ import annotations

import contextlib
import json
import socket
import stat
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.engine.clock import ManualClock
from companion.engine.config import ConfigError
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.journal import Journal
from companion.games.registry import Games as AllGames
from companion.home.discovery import discovery_payload
from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.hub.wall import Tables
from companion.presentation.i18n import current
from companion.uplink.link import prober, wire
from companion.uplink.link.command import LinkService
from companion.uplink.link.frames import BROKER, SETTINGS, FrameLine, MqttFrame
from companion.uplink.link.pieces import Limits
from companion.uplink.link.reach import Obstacle
from companion.uplink.link.settings import CHOSEN, LinkSettings, keep_link, load_link
from companion.uplink.outbox.host import OutboxHost
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.server import ANSWER_S, OutboxServer
from companion.uplink.outbox.standing import OwnedGame
from companion.web_settings import is_address
from tests.hub.carrier import Carrier
from tests.hub.tables import KEY, Table, Wire
from tests.patience import PATIENCE_S, until

HERE = LinkSettings(on=True, table="here", tls=False)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[EngineThread]:
    journal = Journal(tmp_path / "journal.db")
    found = EngineThread(Engine(AllGames(None), journal, ManualClock(), lambda: "2026-11-27T20:00:00"))
    found.start()
    yield found
    found.close()


class Held:
    """A server whose time a test holds."""

    def __init__(self, table: EngineThread, path: Path, settings: LinkSettings = HERE) -> None:
        self.path, self.s = path, 0.0
        self.server = OutboxServer(table, path, KEY, settings, now=lambda: self.s)
        self.server.start()


@pytest.fixture
def held(table: EngineThread, tmp_path: Path) -> Iterator[Held]:
    found = Held(table, tmp_path / "link.sock")
    yield found
    found.server.close()


@pytest.fixture
def ingest(tmp_path: Path) -> Iterator[Ingest]:
    found = Ingest(SqliteStore(tmp_path / "hub.db"), lambda: 100.0)
    yield found
    found.close()


# -- settings ----------------------------------------------------------------------------------------------------------


def test_what_was_chosen_last_counts_on_the_screen_or_in_the_file(tmp_path: Path) -> None:
    config, data = tmp_path / "config", tmp_path / "data"
    config.mkdir()
    data.mkdir()
    file = config / "link.toml"
    assert load_link(config, data) == LinkSettings()
    keep_link(config, data, HERE)
    assert load_link(config, data) == HERE and load_link(config) == LinkSettings()
    assert stat.S_IMODE((data / CHOSEN).stat().st_mode) == 0o600
    file.write_text("# a new version with other comments\n")
    assert load_link(config, data) == HERE, "it says the same as before"
    file.write_text('table = "bar"\n')
    assert load_link(config, data) == LinkSettings(table="bar"), "the owner has changed it"
    keep_link(config, data, HERE)
    assert load_link(config, data) == HERE
    file.write_text("port = 0\n")
    with pytest.raises(ConfigError, match="port"):
        load_link(config, data)
    keep_link(config, data, HERE)
    assert load_link(config, data) == HERE, "what is chosen on the screen also stands for a wrong file"
    file.write_text('table = "bar"\n')
    assert load_link(config, data) == LinkSettings(table="bar")


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff", b"[]", b'{"settings": {"port": 0}}', b'{"settings": {"other": 1}, "file": null}']
)
def test_choices_that_cannot_be_read_are_none(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "link.toml").write_text('table = "bar"\n')
    (tmp_path / CHOSEN).write_bytes(text)
    assert load_link(tmp_path, tmp_path) == LinkSettings(table="bar")
    keep_link(tmp_path, tmp_path, HERE)
    assert load_link(tmp_path, tmp_path) == HERE


def test_a_choice_that_cannot_be_written_changes_nothing(table: EngineThread, tmp_path: Path) -> None:
    host = OutboxHost(table, tmp_path / "data", tmp_path, tmp_path / "link.sock")
    (tmp_path / "data").write_text("no folder")
    with pytest.raises(OSError, match=r".*"):
        host.choose(HERE)
    assert not host.on and host.settings == LinkSettings()
    host.close()


def test_nothing_begins_once_it_is_closed(table: EngineThread, tmp_path: Path) -> None:
    host = OutboxHost(table, tmp_path, tmp_path, tmp_path / "link.sock")
    host.choose(HERE)
    assert host.on
    host.close()
    host.choose(HERE)
    assert not host.on and not (tmp_path / "link.sock").exists()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("192.168.1.5", True), ("::1", True), ("hub", True), ("hub.café.example", True), ("hub.", True),
        ("", False), ("a..b", False), (".", False), ("x" * 64, False), ("a b", False), ("mqtt://hub", False),
        ("me@hub", False),
    ],
)  # fmt: skip
def test_addresses(tmp_path: Path, text: str, right: bool) -> None:
    assert is_address(text) is right
    (tmp_path / "link.toml").write_text(f'broker = "{text}"\n')
    if right:
        assert load_link(tmp_path).broker == text
    else:
        with pytest.raises(ConfigError, match="broker"):
            load_link(tmp_path)


# -- what hinders ------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def linked(path: Path) -> Iterator[None]:
    link = LinkService(path)
    thread = threading.Thread(target=link.run, daemon=True)
    thread.start()
    yield
    link.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def test_the_link_says_that_there_is_no_broker(
    table: EngineThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prober, "FIRST_S", 0.0)
    settings = LinkSettings(on=True, table="here", tls=False, broker="127.0.0.1", port=free_port())
    held = Held(table, tmp_path / "link.sock", settings)
    with linked(held.path):
        until(lambda: held.server.standing.reach is Obstacle.NO_BROKER, "it says so")
        assert held.server.standing.link and not held.server.standing.broker
    until(lambda: not held.server.standing.link, "it has gone")
    assert held.server.standing.reach is None
    held.server.close()


def test_home_assistant_knows_a_table_by_what_its_link_says(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    """And that it is gone by the link's will, which is empty. The template's condition reads the same in Python."""
    said: dict[str, bytes] = {}
    link = LinkService(held.path)
    broker = SimpleNamespace(send=lambda topic, payload, retain: said.update({topic: payload}), limits=Limits())
    monkeypatch.setattr(link, "_broker", broker, raising=False)
    link._connected(there=True)
    link.close()
    [there] = json.loads(discovery_payload(HERE.table, "", "1", [], True, current()))["availability"]
    condition = there["value_template"].removeprefix("{{").removesuffix("}}").strip()
    shown = [eval(condition, {"value": payload}) for payload in (said[there["topic"]].decode(), "")]
    assert shown == ["online", "offline"]


def test_a_certificate_that_cannot_be_used_is_said_and_the_link_stays(table: EngineThread, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("no certificate")
    held = Held(table, tmp_path / "link.sock", LinkSettings(on=True, table="here", ca=str(tmp_path / "ca.pem")))
    with linked(held.path):
        until(lambda: held.server.standing.reach is Obstacle.CERTIFICATE, "it says so")
        held.server.close()


def test_what_a_link_says_that_nobody_knows_changes_nothing(held: Held, ingest: Ingest) -> None:
    carrier = Carrier(held.path, ingest)
    for payload in (b"", b"\xff", b"tea"):
        carrier.say("link/reach", payload)
    carrier.hindered(Obstacle.PASSWORD)
    until(lambda: held.server.standing.reach is Obstacle.PASSWORD, "what it knows")
    carrier.broker()
    until(lambda: held.server.standing.broker, "the broker is there")
    assert held.server.standing.reach is None, "nothing hinders any more"
    carrier.close()


def test_who_only_asks_for_the_settings_is_not_the_link(held: Held, ingest: Ingest) -> None:
    carrier = Carrier(held.path, ingest)
    until(lambda: held.server.standing.link, "the link is there")
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(PATIENCE_S)
    connection.connect(str(held.path))
    line = FrameLine(connection)
    line.send(MqttFrame(SETTINGS, b""))
    assert wire.read_payload(next(line.frames()).payload, LinkSettings) == HERE
    line.send(MqttFrame(BROKER, b"1"))
    assert next(line.frames(), None) is None, "it may say nothing else"
    line.close()
    assert held.server.standing.link and not held.server.standing.broker
    carrier.close()


# -- other tables ------------------------------------------------------------------------------------------------------


def played(ingest: Ingest, name: str, key: OwnerKey = KEY, rounds: int = 4) -> Table:
    """A table that has played and told the hub; in its first three rounds it has not told its head."""
    line = Wire(ingest, Random(1))
    table = Table(name, line)
    table.key = key
    table.begin()
    table.open(1, seed=1)
    for _round in range(rounds):
        table.pump(again=True)
        line.carry()
    return table


def asked(held: Held, carrier: Carrier) -> tuple[OwnedGame, ...]:
    found: list[tuple[OwnedGame, ...]] = []
    held.server.ask(found.append)
    until(lambda: found, "the hub's answer")
    return found[0]


def test_the_tables_of_this_owner_are_told_those_that_played_last_first(held: Held, ingest: Ingest) -> None:
    played(ingest, "t1")
    played(ingest, "t2")
    played(ingest, "stranger", OwnerKey(bytes(16)))
    played(ingest, "here")
    carrier = Carrier(held.path, ingest)
    carrier.join()
    until(lambda: held.server.standing.hub, "the hub has answered")
    known = OwnedGame("", 0, "cerbere", ("Ana", "Bo", "Cy"), "2026-11-27T20:00:00")
    told = asked(held, carrier)
    assert [one.table for one in told] == ["here", "t2", "t1"], "also what this table has no more"
    assert {(one.game, one.names, one.wall) for one in told} == {(known.game, known.names, known.wall)}
    assert [one.age_s for one in told] == [None, 0, 0]
    carrier.close()


def test_after_a_restart_of_the_hub_nobody_was_heard(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "hub.db")
    table = played(Ingest(store), "t1")
    table.name = "t2"
    [said] = Ingest(store).take([(wire.up("t2", "ask"), table.signed(("ask",), wire.AskGames("a")))])
    [game] = wire.read_payload(said.payload, wire.GamesPayload).games
    assert (said.topic, game.table, game.age_s) == ("hub/t2/games", "t1", None)
    store.close()


def test_a_forgotten_game_is_told_to_nobody(tmp_path: Path) -> None:
    ingest = Ingest(SqliteStore(tmp_path / "hub.db"))
    table = played(ingest, "t1")
    uuid = table.games()[0].uuid
    forget = ("forget", table.named(uuid))
    ingest.take([(wire.up("t1", *forget), table.signed(forget, wire.ForgetPayload(1), uuid))])
    [said] = ingest.take([(wire.up("t1", "ask"), table.signed(("ask",), wire.AskGames("a")))])
    assert wire.read_payload(said.payload, wire.GamesPayload).games == ()
    ingest.close()


def test_a_hub_that_lies_of_tables_tells_nothing(held: Held, ingest: Ingest) -> None:
    carrier = Carrier(held.path, ingest)
    carrier.broker()
    until(lambda: held.server.standing.broker, "the broker is there")
    game = "0" * 32
    found: list[tuple[OwnedGame, ...]] = []
    held.server.ask(found.append)
    asking = next(frame for frame in carrier._frames if frame.topic.endswith("/ask"))
    number = wire.read_payload(wire.read_payload(asking.payload, wire.Signed).body, wire.AskGames).id
    topic = wire.down("here", "games")
    for payload in (b"", b"\xc1", wire.payload(wire.GamesPayload("another", (wire.KnownGame("t1", game, 1),)))):
        carrier.say(topic, payload)
    forged = wire.KnownGame("t2", game, 1, b"x" * 4112)
    carrier.say(topic, wire.payload(wire.GamesPayload(number, (forged, wire.KnownGame("t3", game, 1)))))
    until(lambda: found, "the answer")
    assert found == [(OwnedGame("t3", uuid=game),)], "of a game without a head nobody knows more than its table"
    carrier.close()


def test_a_game_that_does_not_come_is_waited_for_no_longer(
    held: Held, ingest: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the link is lost meanwhile."""
    carrier = Carrier(held.path, ingest)
    carrier.join()
    until(lambda: held.server.standing.hub, "the hub has answered")
    monkeypatch.setattr(ingest, "take", lambda _arrived: [])
    told: list[str] = []
    held.server.adopt("t1", told.append)
    until(lambda: held.server._adopting is not None, "it is asked for")
    carrier.close()
    until(lambda: not held.server.standing.link, "the link is lost")
    assert told == []
    held.s += ANSWER_S
    until(lambda: told == ["slow"], "it is given up")


# -- help --------------------------------------------------------------------------------------------------------------


def shows(carrier: Carrier, wanted: bool) -> bool:
    return bool(carrier.states) and carrier.states[-1].help is wanted


def test_a_call_that_was_seen_is_answered_and_an_old_answer_is_none(held: Held, ingest: Ingest) -> None:
    seen: list[int] = []
    held.server.seen = lambda: seen.append(1)
    carrier = Carrier(held.path, ingest)
    carrier.join()
    for wanted in (True, False, True):
        held.server.call(wanted)
        until(partial(shows, carrier, wanted), "the wall hears it")
    for payload in (b"1", b"", b"3", b"two"):
        carrier.say(wire.down("here", "seen"), payload)
    carrier.seen()
    until(lambda: seen, "the second call was seen")
    held.server.call(False)
    until(partial(shows, carrier, False), "the wall hears it")
    carrier.seen()
    carrier.hindered(Obstacle.PASSWORD)
    until(lambda: held.server.standing.reach, "all that was said is heard")
    assert seen == [1]
    carrier.close()


def test_the_wall_answers_the_call_that_it_shows() -> None:
    answers: list[tuple[str, int]] = []
    tables = Tables()
    tables.answer = lambda table, call: answers.append((table, call))
    for table in ("t1", "nobody"):
        tables.seen(table)
    tables.on_state("t1", wire.WallState("Bar", help=False, call=4))
    tables.seen("t1")
    tables.on_state("t1", wire.WallState("Bar", help=True, call=5))
    tables.seen("t1")
    assert answers == [("t1", 5)]
