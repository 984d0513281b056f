"""The outbox's socket with a real table and journal: what a link is given, and whom it is not."""

from __future__ import annotations

import contextlib
import json
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Player
from companion.engine.journal import Journal, JournalError
from companion.engine.requests import Choose, ForgetGame, Leave, ListGames, Open, Position, PostNotice
from companion.engine.update import Notice
from companion.games.registry import Games as AllGames
from companion.hub.ingest import Ingest, ToBroker
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import GameState
from companion.uplink.link import wire
from companion.uplink.link.ask import adopt
from companion.uplink.link.frames import BROKER, TABLE, FrameLine, MqttFrame
from companion.uplink.link.settings import LinkSettings
from companion.uplink.outbox.host import OutboxHost
from companion.uplink.outbox.key_file import KEY as KEY_FILE
from companion.uplink.outbox.key_file import KeyMissing, Lacking, make_owner_key, owner_key
from companion.uplink.outbox.parted import Parted, PartedGames
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.server import OutboxServer
from companion.uplink.outbox.standing import OwnedGame
from tests.patience import PATIENCE_S, until

KEY = OwnerKey(bytes(range(16)))
SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


class Hub:
    """A hub for several links, each on a thread of its own. `deaf`: kinds of messages that it loses the first time."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._ingest = Ingest(SqliteStore(path))
        self.deaf: set[str] = set()
        self.lines: dict[str, FrameLine] = {}
        """By the tables' names."""

    def take(self, frame: MqttFrame) -> list[ToBroker]:
        kind = frame.topic.split("/")[2]
        with self._lock:
            if kind in self.deaf:
                self.deaf.discard(kind)
                return []
            return self._ingest.take([(frame.topic, frame.payload)])

    def states(self, games: Sequence[str]) -> list[GameState]:
        with self._lock:
            return self._ingest._store.states(games)

    def close(self) -> None:
        self._ingest.close()


class Running:
    """A table with its outbox, and a link that carries to a hub without a broker between them."""

    def __init__(self, folder: Path, name: str, hub: Hub, key: OwnerKey = KEY) -> None:
        folder.mkdir(exist_ok=True)
        self.name, self.hub, self.path, self.key = name, hub, folder / "link.sock", key
        journal = Journal(folder / "journal.db")
        self.table = EngineThread(Engine(AllGames(None), journal, ManualClock(), lambda: "2026-11-27T20:00:00"))
        self.table.start()
        self.server = OutboxServer(self.table, self.path, key, parted=folder / "link.parted")
        self.server.start()
        self.line: FrameLine | None = None
        self.link: threading.Thread | None = None
        self.topics: list[str] = []

    def join(self) -> FrameLine:
        if self.line is not None:
            self.line.close()
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE_S)
        connection.connect(str(self.path))
        self.line = FrameLine(connection)
        self.line.send(MqttFrame(TABLE, self.name.encode()))
        return self.line

    def carry(self) -> None:
        """Let a thread be the link, until the table has closed the line."""
        self.link = threading.Thread(target=self._carry, args=(self.join(),), daemon=True)
        self.link.start()

    def _carry(self, line: FrameLine) -> None:
        line.send(MqttFrame(BROKER, b"1"))
        line.send(MqttFrame(wire.HUB_ONLINE, b"a run"))
        self.hub.lines[self.name] = line
        for frame in line.frames():
            self.topics.append(frame.topic)
            for said in self.hub.take(frame):
                to = self.hub.lines.get(said.topic.split("/")[1], line)
                to.send(MqttFrame(said.topic, said.payload))

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
        self.server.close()
        if self.link is not None:
            self.link.join(PATIENCE_S)
        self.table.close()


Begin = Callable[..., Running]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    hub = Hub(tmp_path / "hub.db")
    found: list[Running] = []

    def begun(name: str, key: OwnerKey = KEY, folder: str = "") -> Running:
        found.append(Running(tmp_path / (folder or name), name, hub, key))
        return found[-1]

    yield begun
    for one in found:
        one.close()
    hub.close()


def stored(running: Running) -> bool:
    rows = running.table.ask(ListGames()).answer
    names = [wire.hub_name(running.key.public, row.uuid) for row in rows]
    states = {state.uuid: state for state in running.hub.states(names)}
    return all(row.uuid in states and states[row.uuid].entries == row.entries for row in rows)


def test_what_is_played_is_stored_and_a_spare_goes_on_with_it(begin: Begin) -> None:
    table = begin("t1")
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    table.carry()
    for key in ("act1_adv:a", "end"):
        table.table.ask(Choose(key))
    until(lambda: stored(table), "the hub has it")
    before = table.table.ask(Position(reveal=True)).answer
    table.close()
    spare = begin("t2")
    spare.carry()
    until(lambda: spare.server.hub, "the hub has answered")
    assert adopt(spare.path, "t1") == "ok"
    assert spare.table.ask(Position(reveal=True)).answer == before
    until(lambda: stored(spare), "the hub has it as the spare's")
    [row] = spare.table.ask(ListGames()).answer
    assert row.epoch == 2 and [seat.name for seat in row.seats] == ["Ana", "Bo", "Cy"]
    assert adopt(spare.path, "t1") == "no_game", "it is not the old table's any more"


@pytest.mark.parametrize("kind", ["hello", "journal", "head", "fetch", "claim"])
def test_what_the_hub_has_lost_is_said_again(begin: Begin, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when its store is away for a moment."""
    monkeypatch.setattr("companion.uplink.outbox.server.ASK_AGAIN_S", 0.2)
    monkeypatch.setattr("companion.uplink.outbox.outbox.AGAIN_S", 0.2)
    table = begin("t1")
    table.hub.deaf.add(kind)
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    table.carry()
    until(lambda: stored(table), "the hub has it")
    table.close()
    spare = begin("t2")
    spare.carry()
    until(lambda: spare.server.hub, "the hub has answered")
    assert adopt(spare.path, "t1") == "ok"
    until(lambda: stored(spare), "the hub has it as the spare's")
    until(lambda: not table.hub.deaf, "such a message was lost")


def test_which_tables_there_are_is_asked_again(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.uplink.outbox.server.ASK_AGAIN_S", 0.2)
    table = begin("t1")
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    table.carry()
    until(lambda: stored(table), "the hub has it")
    table.hub.deaf.add("ask")
    spare = begin("t2")
    spare.carry()
    until(lambda: spare.server.hub, "the hub has answered")
    found: list[tuple[OwnedGame, ...]] = []
    spare.server.ask(found.append)
    until(lambda: found, "the tables are told")
    assert [known.table for known in found[0]] == ["t1"] and not table.hub.deaf


def test_an_adoption_that_the_hub_never_answers_ends(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.uplink.outbox.server.ANSWER_S", 0.5)
    table = begin("t1")
    line = table.join()
    line.send(MqttFrame(BROKER, b"1"))
    line.send(MqttFrame(wire.HUB_ONLINE, b"a run"))
    hello = next(frame for frame in line.frames() if frame.topic.endswith("/hello"))
    number = wire.read_payload(wire.read_payload(hello.payload, wire.Signed).body, wire.Hello).id
    line.send(MqttFrame("hub/t1/marks", wire.payload(wire.HubMarks(number, "a run", {}))))
    until(lambda: table.server.hub, "the hub has answered")
    assert adopt(table.path, "t2") == "slow"


def test_an_adoption_is_well_once_the_disk_has_it(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin("t1")
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    table.carry()
    until(lambda: stored(table), "the hub has it")
    spare = begin("t2")
    spare.carry()
    until(lambda: spare.server.hub, "the hub has answered")

    def full(_seconds: float) -> None:
        raise JournalError("journal_full", "journal.db")

    monkeypatch.setattr(spare.table.engine.journal, "flush", full)
    assert adopt(spare.path, "t1") == "not_saved"


def test_no_game_is_adopted_without_hub_table_game_and_key(begin: Begin) -> None:
    table = begin("t1")
    assert adopt(table.path, "t2") == "no_hub"
    table.table.ask(Open("hellrail", seats=SEATS, options={"deck": "demo"}, seed=1))
    table.carry()
    until(lambda: stored(table), "the hub has it")
    assert adopt(table.path, "t1") == "not_allowed_now", "it is here"
    assert adopt(table.path, "no/table") == "no_table"
    assert adopt(table.path, "t9") == "no_game"
    stranger = begin("t3", OwnerKey(bytes(16)))
    stranger.carry()
    until(lambda: stranger.server.hub, "the hub has answered")
    assert adopt(stranger.path, "t1") == "no_game"
    assert stranger.table.ask(ListGames()).answer == ()


def test_a_link_that_says_what_is_no_frame_is_dropped_and_may_come_back(begin: Begin) -> None:
    table = begin("t1")
    for junk in (b"\xff" * 40, b"\x00\x00\x00\x01\xc1", b"\x00\x00\x00\x02hi"):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE_S)
            connection.connect(str(table.path))
            connection.sendall(junk)
            connection.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while connection.recv(4096):
                    pass
    line = table.join()
    for topic, data in (("hub/t1/marks", b"\xc1"), ("hub/t1/mark/x", b"nonsense"), ("hub/t1/fetched", b""), ("", b"")):
        line.send(MqttFrame(topic, data))
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    table.carry()
    until(lambda: stored(table), "the hub has it")


def test_who_is_no_link_is_given_nothing(begin: Begin) -> None:
    table = begin("t1")
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    assert stat.S_IMODE(table.path.stat().st_mode) == 0o600
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        connection.connect(str(table.path))
        line = FrameLine(connection)
        line.send(MqttFrame(wire.HUB_ONLINE, b"a run"))
        assert list(line.frames()) == []


def test_switched_off_nothing_of_it_is_there(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from companion.uplink.outbox.host import OutboxHost;"
        "OutboxHost(None, Path(sys.argv[1]), Path(sys.argv[1])).start();"
        "print([m for m in ('cryptography', 'paho', 'companion.uplink.outbox.server') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert list(tmp_path.iterdir()) == []


def test_wrong_settings_and_a_wrong_key_leave_the_table_alone(tmp_path: Path, begin: Begin) -> None:
    table = begin("t1").table
    for text, said in (
        ('on = true\ntable = "A Table"', "table"),
        ("port = 0", "port"),
        ('ca = "/nowhere.pem"', "ca"),
        ("onn = true", "onn"),
    ):
        (tmp_path / "link.toml").write_text(text)
        assert said in OutboxHost(table, tmp_path, tmp_path).try_to_start()
    (tmp_path / "link.toml").write_text("on = true")
    (tmp_path / "link.key").write_text("AAAAA-BBBBB")
    host = OutboxHost(table, tmp_path, tmp_path)
    assert "key" in host.try_to_start().lower()
    host.close()


@pytest.mark.parametrize("known", ["never had one", "had one", "taken up from another table"])
def test_a_key_is_made_for_no_game_that_has_one(tmp_path: Path, begin: Begin, known: str) -> None:
    """A start with games and no key asks for it, and the link stays off until then."""
    table = begin("t1").table
    table.ask(Open("cerbere", seats=SEATS, seed=1))
    if known == "taken up from another table":
        journal = table.engine.journal
        head = journal._head(1)
        head.epoch = 2
        journal._rows[1] = head.row()
    (tmp_path / "link.toml").write_text("on = true")
    if known == "had one":
        make_owner_key(tmp_path)
        (tmp_path / KEY_FILE).unlink()
    notices: list[Notice] = []
    end = table.listen(lambda update: notices.extend(update.notices))
    host = OutboxHost(table, tmp_path, tmp_path, tmp_path / "s")
    assert host.try_to_start() and not host.on and not (tmp_path / "s").exists()
    lacking = Lacking.PERHAPS if known == "never had one" else Lacking.LOST
    assert host.standing.lacking is lacking and not (tmp_path / KEY_FILE).exists()
    with pytest.raises(KeyMissing):
        host.key()
    host.choose(LinkSettings(on=True, title="bar"))
    assert host.standing.lacking is lacking and not (tmp_path / KEY_FILE).exists()
    with pytest.raises(ValueError, match=r".*"):
        host.take_key("AAAAA-BBBBB")
    if lacking is Lacking.PERHAPS:
        host.make_key()
    else:
        host.take_key(KEY.text)
    assert host.on and host.standing.lacking is None
    until(
        lambda: [one.gone for one in notices if one.code == "key_missing"] == [False, True],
        "it is told, and taken back",
    )
    end()
    host.close()


def test_a_table_with_a_new_card_takes_its_own_game_up_again(begin: Begin) -> None:
    """Its name and its owner's key are as before; also an older game that was not over."""
    table = begin("t1")
    for seed in (1, 2):
        table.table.ask(Open("cerbere", seats=SEATS, seed=seed))
        table.table.ask(Choose("act1_adv:a"))
    table.carry()
    until(lambda: stored(table), "the hub has both")
    first, last = sorted(table.table.ask(ListGames()).answer, key=lambda row: row.id)
    table.close()
    fresh = begin("t1", folder="another card")
    fresh.carry()
    until(lambda: fresh.server.hub, "the hub has answered")
    assert adopt(fresh.path, "t1") == "ok"
    assert [(row.uuid, row.epoch) for row in fresh.table.ask(ListGames()).answer] == [(last.uuid, 2)]
    found: list[tuple[OwnedGame, ...]] = []
    fresh.server.ask(found.append)
    until(lambda: found, "the games are told")
    assert [(one.table, one.uuid) for one in found[0]] == [("t1", first.uuid)], "without what is here"
    told: list[str] = []
    fresh.table.ask(Leave())
    fresh.server.adopt("t1", told.append, first.uuid)
    until(lambda: told == ["ok"], "the older one, too")
    until(lambda: stored(fresh), "the hub has all of it")
    assert not fresh.table.engine.notices


def test_a_key_is_made_once_and_a_typing_mistake_is_found(tmp_path: Path) -> None:
    key = owner_key(tmp_path, ()).text
    assert owner_key(tmp_path, ()).text == key
    assert stat.S_IMODE((tmp_path / "link.key").stat().st_mode) == 0o600
    assert OwnerKey.read(key.lower().replace("-", " ")).text == key
    for wrong in ("", key[:-1], key[1:] + key[0], "0" + key[1:], "é" * 29):
        with pytest.raises(ValueError, match=r".*"):
            OwnerKey.read(wrong)


def standing(running: Running) -> list[Notice]:
    codes = ("played_elsewhere", "hub_differs", "played_twice")
    return [notice for notice in running.table.engine.notices if notice.code in codes]


def test_what_has_parted_is_said_until_somebody_answers(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after a start, and not again once it was answered."""
    monkeypatch.setattr("companion.uplink.outbox.outbox.AGAIN_S", 0.2)
    table = begin("t1")
    table.table.ask(Open("cerbere", seats=SEATS, seed=1))
    table.carry()
    until(lambda: stored(table), "the hub has it")
    [row] = table.table.ask(ListGames()).answer
    table.close()
    spare = begin("t2")
    spare.carry()
    until(lambda: spare.server.hub, "the hub has answered")
    assert adopt(spare.path, "t1") == "ok"
    until(lambda: stored(spare), "the hub has it as the spare's")
    old = begin("t1")
    old.carry()
    until(lambda: standing(old) and standing(spare), "both are told")
    old.close()
    old = begin("t1")
    until(lambda: standing(old), "it is said after a start")
    [notice], [twice] = standing(old), standing(spare)
    assert (notice.code, notice.facts["id"]) == ("played_elsewhere", row.id)
    assert (twice.code, twice.facts["table"]) == ("played_twice", "t1")
    old.close()
    spare.table.ask(PostNotice(Notice(twice.code, {"id": twice.facts["id"]}, gone=True)))
    spare.close()
    spare = begin("t2")
    spare.carry()
    until(lambda: spare.server.hub and stored(spare), "the hub has answered")
    spare.table.ask(ListGames())
    assert not standing(spare), "what was answered is not said again"


def test_a_game_that_is_forgotten_has_parted_from_nothing(tmp_path: Path, begin: Begin) -> None:
    """Of several the last one is said, then the one before it."""
    table = begin("t1")
    for seed in (1, 2, 3):
        table.table.ask(Open("cerbere", seats=SEATS, seed=seed))
        table.table.ask(Leave())
    ids = sorted(row.id for row in table.table.ask(ListGames()).answer)
    table.close()
    kept = PartedGames(tmp_path / "t1" / "link.parted")
    for number in (*ids, 99):
        assert kept.add(Parted("hub_differs", number, "0" * 32, "Ana, Bo, Cy"))
    table = begin("t1")
    until(lambda: [one.facts["id"] for one in standing(table)] == [ids[2]], "no game 99 is here")
    table.table.ask(PostNotice(Notice("hub_differs", {"id": ids[2]}, gone=True)))
    until(lambda: [one.facts["id"] for one in standing(table)] == [ids[1]], "the one before it")
    for number in (ids[0], ids[1]):
        table.table.ask(ForgetGame(number))
    until(lambda: not list(PartedGames(tmp_path / "t1" / "link.parted")), "both are forgotten")
    until(lambda: not standing(table), "nothing is said any more")


SAYS_AT_ONCE = """
import sys
from pathlib import Path
from companion.commands import headless
from companion.engine.requests import PostNotice
from companion.engine.update import Notice
from companion.uplink.outbox.host import OutboxHost

OutboxHost.try_to_start = lambda host: host._table.ask(PostNotice(Notice("key_missing")))
sys.exit(headless(Path(sys.argv[1]), Path(sys.argv[1]), "real", False, False))
"""


def test_a_table_without_a_screen_hears_what_its_link_says_at_the_start(tmp_path: Path) -> None:
    """Its first answer has it."""
    command = [sys.executable, "-P", "-c", SAYS_AT_ONCE, str(tmp_path)]
    done = subprocess.run(command, input=b'{"paused": {}}\n', capture_output=True, timeout=PATIENCE_S, check=True)
    assert [notice["code"] for notice in json.loads(done.stdout)["notices"]] == ["key_missing"]
