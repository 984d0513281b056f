"""What comes from a wire has a bound, and what goes onto one honours the bounds of the other side."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.hub.store import ROW_BYTES, StoreOutcome
from companion.hub.waiting import MESSAGE_BYTES, Waiting
from companion.hub.wall import Tables
from companion.uplink.link import wire
from companion.uplink.link.broker import Broker
from companion.uplink.link.pieces import LONGEST_MESSAGE, SMALLEST_PACKET, Limits, MessagePieces, fitting, packet_size
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import BrokerSettings
from companion.uplink.outbox.outbox import FULL_S, MOST_ON_WAY, OPENING
from tests.hub.tables import Table, Wire
from tests.patience import PATIENCE_S, until

TOPIC = "companion/table-1/journal/" + "0" * 32 + "/12"

# -- pieces ------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 9000), st.integers(SMALLEST_PACKET, 10_000), st.integers(0, 2**53))
def test_a_message_comes_whole_in_packets_that_the_broker_takes(length: int, packet: int, message: int) -> None:
    payload = bytes(n % 251 for n in range(length))
    sent = fitting(TOPIC, payload, packet, message)
    assert sent and all(packet_size(*one) <= packet for one in sent)
    pieces = MessagePieces()
    assert [whole for one in sent if (whole := pieces.take(*one)) is not None] == [(TOPIC, payload)]
    assert pieces.bytes == 0


def test_a_piece_that_is_missing_costs_its_message_alone() -> None:
    pieces = MessagePieces()
    first, second = (fitting(TOPIC, bytes([n]) * 5000, 1000, n) for n in (1, 2))
    for missing in range(len(first)):
        sent = [*first[:missing], *first[missing + 1 :], *second]
        assert [whole for one in sent if (whole := pieces.take(*one))] == [(TOPIC, b"\2" * 5000)]
    assert pieces.bytes == 0


def test_what_is_put_together_is_bounded() -> None:
    pieces = MessagePieces()
    assert fitting(TOPIC, bytes(LONGEST_MESSAGE + 1), 1000, 1) == []
    assert fitting("homeassistant/device/companion-t1/config", bytes(2000), 1000, 1) == [], "nobody puts it together"
    some = fitting(TOPIC, bytes(LONGEST_MESSAGE), 100_000, 1)[:-1]
    for number in range(60):
        for topic, payload in some:
            assert pieces.take(topic.replace("table-1", f"t{number}"), payload) is None
    assert pieces.bytes <= 32_000_000
    with pytest.raises(msgspec.MsgspecError):
        pieces.take("companion/t1/part", b"nonsense")


# -- the connection ----------------------------------------------------------------------------------------------------


class FakeBroker:
    """Lets in whoever comes, with these properties of CONNACK; `published`: the first byte and length of each PUBLISH.

    `refusing`: reason codes with which the first connections are refused.
    """

    def __init__(self, properties: bytes = b"", refusing: tuple[int, ...] = ()) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._answers = [bytes((0, code)) + b"\0" for code in refusing]
        self._properties = properties
        self.connects: list[bytes] = []
        self.published: list[tuple[int, int]] = []
        self.ends: list[socket.socket] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line = self._server.accept()[0]
                self.ends.append(line)
                self._serve(line)

    def _serve(self, line: socket.socket) -> None:
        with line, contextlib.suppress(OSError, EOFError), line.makefile("rb") as file:
            while True:
                first = file.read(1)
                if not first:
                    return
                length, shift = 0, 0
                while (byte := file.read(1)[0]) & 0x80:
                    length, shift = length | (byte & 0x7F) << shift, shift + 7
                length |= byte << shift
                rest = file.read(length)
                if first[0] >> 4 == 1:
                    self.connects.append(rest)
                    let_in = b"\0\0" + bytes([len(self._properties)]) + self._properties
                    answer = self._answers.pop(0) if self._answers else let_in
                    line.sendall(bytes([0x20, len(answer)]) + answer)
                elif first[0] >> 4 == 3:
                    self.published.append((first[0], length + 1 + 1 + (shift // 7)))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for line in self.ends:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE_S)


class Connected:
    def __init__(self, fake: FakeBroker) -> None:
        self.there: list[bool] = []
        self.hindered: list[Hindrance] = []
        self.left_out: list[str] = []
        settings = BrokerSettings(broker="127.0.0.1", port=fake.port, tls=False)
        self.broker = Broker(
            settings, "t1", (), "companion/t1/online", self.there.append, lambda *_: None, self.hindered.append,
            self.left_out.append,
        )  # fmt: skip


@contextlib.contextmanager
def connected(fake: FakeBroker) -> Iterator[Connected]:
    found = Connected(fake)
    found.broker.start()
    yield found
    fake.close()
    found.broker.close()


PACKETS_OF_1000 = b"\x27\x00\x00\x03\xe8"
NO_RETAIN = b"\x25\x00"
QOS_0 = b"\x24\x00"


def test_nothing_waits_for_a_broker_that_is_away() -> None:
    fake = FakeBroker()
    it = Connected(fake)
    assert not it.broker.send("companion/t1/state", b"early")
    fake.close()


def test_the_brokers_bounds_are_honoured() -> None:
    fake = FakeBroker(PACKETS_OF_1000 + NO_RETAIN + QOS_0)
    with connected(fake) as it:
        until(lambda: it.there, "it is there")
        assert it.broker.limits == Limits(1000, retain=False)
        assert it.broker.send("companion/t1/journal/x/0", bytes(65_552), retain=True)
        assert not it.broker.send("homeassistant/device/companion-t1/config", bytes(1000), retain=True)
        assert it.broker.send("companion/t1/state", b"small", retain=True)
        until(lambda: len(fake.published) > 65_552 // 1000, "all is sent")
        until(lambda: fake.published[-1][1] < 100, "the small one as well")
    assert all(first & 0x0F == 0 and size <= 1000 for first, size in fake.published), "QoS 0, not retained, small"
    assert it.left_out == ["homeassistant/device/companion-t1/config"]


def test_a_broker_that_keeps_nothing_refuses_the_will_and_lets_in_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _s: None)  # paho's wait
    fake = FakeBroker(refusing=(0x9A,))
    with connected(fake) as it:
        until(lambda: it.there, "it is there")
        assert not it.hindered
    will_retain = 0x20
    flags = [connect[7] for connect in fake.connects]
    assert flags[0] & will_retain and not flags[1] & will_retain


@pytest.mark.parametrize(
    ("code", "reach", "words"),
    [(0x86, Obstacle.PASSWORD, "user name"), (0x97, Obstacle.REFUSED, "Quota"), (0x8A, Obstacle.REFUSED, "Banned")],
)
def test_why_a_broker_refuses_is_told_in_its_words(code: int, reach: Obstacle, words: str) -> None:
    with connected(FakeBroker(refusing=(code,) * 9)) as it:
        until(lambda: it.hindered, "it says why")
        assert it.hindered[0].reach is reach and words.lower() in it.hindered[0].detail.lower()


def test_an_account_that_another_connection_takes_over_is_told() -> None:
    fake = FakeBroker()
    with connected(fake) as it:
        until(lambda: it.there, "it is there")
        fake.ends[-1].sendall(b"\xe0\x02\x8e\x00")
        until(lambda: it.hindered, "it says why")
        assert it.hindered[0].reach is Obstacle.NAME_TAKEN and it.there == [True, False]


def _let_in(it: Connected, times: int) -> bool:
    return it.there.count(True) == times


def test_a_broker_that_closes_without_a_word_again_and_again_has_another_one_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Mosquitto 2.0.11 does not say that it was the session."""
    monkeypatch.setattr("paho.mqtt.client.Client._reconnect_wait", lambda _client: None)
    fake = FakeBroker()
    with connected(fake) as it:
        for times in range(1, 4):
            until(partial(_let_in, it, times), "it is there")
            assert not it.hindered
            fake.ends[-1].shutdown(socket.SHUT_RDWR)
        until(lambda: it.hindered, "it says why")
        assert it.hindered[0].reach is Obstacle.NAME_TAKEN


# -- the hub -----------------------------------------------------------------------------------------------------------


def test_one_table_that_floods_takes_no_room_of_another() -> None:
    waiting = Waiting(most=100_000, most_of_a_table=30_000)
    while waiting.put("flood", "companion/flood/hello", bytes(1000)):
        pass
    held = len(waiting)
    assert held == 30_000 // (1000 + MESSAGE_BYTES) and waiting.dropped == 1
    for number in range(3):
        assert waiting.put("t1", f"companion/t1/{number}", b"")
    found, _jobs = waiting.take(4)
    assert [topic for topic, _ in found if "t1" in topic] == ["companion/t1/0", "companion/t1/1"], "in turns"
    found += waiting.take(1000)[0]
    assert [topic[-1] for topic, _ in found if "t1" in topic] == ["0", "1", "2"]
    assert len(found) == held + 3 and len(waiting) == 0
    assert waiting.put("flood", "", bytes(29_000)) and not waiting.put("flood", "", bytes(1000)), "all was counted off"


def test_a_table_has_so_much_room_and_is_told(tmp_path: Path) -> None:
    """Nothing that was stored is lost, and it goes on once there is room."""
    room = ROW_BYTES + 65_552 + 5 * 4112 + 100
    hub = Ingest(SqliteStore(tmp_path / "hub.db", quota=room))
    line = Wire(hub, Random(1))
    table, other = Table("t1", line), Table("t2", line)
    for one in (table, other):
        one.open(1, 1)
    for _ in range(12):
        table.play(Random(3))
    for one in (table, other):
        for _ in range(4):
            one.pump()
            line.carry()
    [row] = table.games()
    [state] = hub._store.states([table.named(row.uuid)])
    assert state.entries == 5 and table.outbox.full and hub.full == {"t1"}
    assert not other.outbox.full and not other.outbox.behind
    before = hub.outcomes[StoreOutcome.FULL]
    for _ in range(10):
        table.s += FULL_S / 30
        table.pump()
        line.carry()
    assert hub.outcomes[StoreOutcome.FULL] == before, "it is not sent again and again"
    hub.close()
    line.hub = Ingest(SqliteStore(tmp_path / "hub.db"))
    table.s += FULL_S
    for _ in range(4):
        table.pump(again=True)
        line.carry()
    [state] = line.hub._store.states([table.named(row.uuid)])
    assert state.entries == row.entries and not table.outbox.full and not table.outbox.behind
    line.hub.close()


def test_what_is_on_its_way_is_bounded(tmp_path: Path) -> None:
    line = Wire(Ingest(SqliteStore(tmp_path / "hub.db")), Random(1))
    table = Table("t1", line)
    for seed in range(2 * MOST_ON_WAY // OPENING):
        table.open(1, seed)
    for _ in range(3):
        table.pump()
    line.carry()
    table.pump()
    assert sum(len(data) for _topic, data in line.up) < 1_300_000
    line.hub.close()


def test_a_game_is_fetched_in_parts(tmp_path: Path) -> None:
    line = Wire(Ingest(SqliteStore(tmp_path / "hub.db")), Random(1))
    table, spare = Table("t1", line), Table("t2", line)
    table.open(1, 1)
    for _ in range(30):
        table.play(Random(3))
    for _ in range(6):
        table.pump(again=True)
        line.carry()
    part = spare._fetched(wire.Fetch("a", "t1"))
    assert len(wire.payload(part)) < 120_000 and len(part.entries) < part.count
    spare.pump()
    line.carry()
    uuid = spare.adopt("t1")
    [row] = [row for row in spare.games() if row.uuid == uuid]
    assert row.entries >= table.games()[0].entries
    line.hub.close()


def test_two_links_of_one_name_are_told_apart_from_one_that_starts_again() -> None:
    tables = Tables()
    assert not any(tables.online("t1", run) for run in (b"a", b"", b"b", b"b", b"", b"c"))
    assert [shown.trouble for shown in tables.shown()] == [()]
    assert tables.online("t1", b"b")
    [shown] = tables.shown()
    assert shown.trouble[0]["en"] == "Two tables have this name"
    tables.full({"t1"})
    assert len(tables.shown()[0].trouble) == 2
