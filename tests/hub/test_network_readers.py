"""Readers on the network at the table's socket: frames as the link brings them, and what the game makes of them."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.game import Player
from companion.engine.requests import MakeMove, Now, Open
from companion.engine.update import Notice
from companion.games.infernal_wagon.data.box import find_box
from companion.games.infernal_wagon.events import CardPlaced
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from companion.uplink.link.frames import BROKER, DROPPED, SUBSCRIBE, TABLE, FrameLine, MqttFrame, read_wanted
from tests.hub.readers import READERS
from tests.patience import PATIENCE_S, until

RAILS = ("DE7705A54B", "DE5EDBBBE5")
"""Two cards of the demo box."""
SEATS = (Player("Ana"), Player("Bo"))


class House:
    """A table in the process of a test, and its link."""

    def __init__(self, folder: Path, link: str = "") -> None:
        config, data = folder / "config", folder / "data"
        shutil.copytree(PACKAGED_CONFIG, config)
        (config / "table.toml").write_text(READERS)
        (config / "link.toml").write_text(f"on = true\n{link}")
        self.clock = ManualClock(1_000)
        self.path = folder / "link.sock"
        self.runtime = Runtime(KioskOptions(data, config, link=self.path), self.clock)
        self.runtime.start()
        self.standing: dict[str, Notice] = {}
        self.placed: list[str] = []
        """The cards that were played in a game of Infernal Wagon."""
        self.runtime.table.listen(self._heard)
        self.line = self.join()

    def _heard(self, update: Any) -> None:
        self.placed += [event.card for event in update.events if isinstance(event, CardPlaced)]
        for notice in update.notices:
            self.standing.pop(notice.code, None)
            if not notice.gone:
                self.standing[notice.code] = notice

    def join(self) -> FrameLine:
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(PATIENCE_S)
        connection.connect(str(self.path))
        line = FrameLine(connection)
        line.send(MqttFrame(TABLE, b"t1"))
        self.wanted = next(read_wanted(frame.payload) for frame in line.frames() if frame.topic == SUBSCRIBE)
        line.send(MqttFrame(BROKER, b"1"))
        return line

    def say(self, topic: str, payload: str | bytes, retained: bool = False) -> None:
        data = payload if isinstance(payload, bytes) else payload.encode()
        self.line.send(MqttFrame(topic, data, retained))

    def tasmota(self, uid: str, retained: bool = False) -> None:
        self.say("tele/reader1/SENSOR", f'{{"Time":"2026-11-28T21:00:00","RDM6300":{{"UID":"{uid}"}}}}', retained)

    def settle(self) -> None:
        """All that was said has been heard."""
        reader = self.runtime.hardware.network.readers["own"] if self.runtime.hardware is not None else None
        assert reader is not None
        before = reader.messages
        self.clock.set_ms(self.clock.now_ms() + 1_000)
        self.say("home/cards", "nothing")
        until(lambda: reader.messages > before, "the link's frames are heard")
        self.runtime.table.ask(Now())

    def play(self) -> None:
        self.runtime.table.ask(Open("infernal_wagon", SEATS, {"box": "demo"}, seed=1))
        for kind in ("confirm", "start"):
            self.runtime.table.ask(MakeMove({"type": kind}))

    def slot(self, uid: str) -> str:
        return find_box("demo").tags[uid].slot

    def close(self) -> None:
        self.line.close()
        self.runtime.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def test_the_link_is_told_what_to_subscribe_to(house: House) -> None:
    wanted = {one.topic: one.retained for one in house.wanted}
    assert wanted == {
        "tele/reader1/SENSOR": False, "tele/reader1/LWT": True,
        "reader2/tag": False, "reader2/tag_removed": False, "reader2/status": True,
        "home/cards": False, "home/cards/status": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("tele/reader1/SENSOR", '{{"Time":"2026-11-28T21:00:00","RDM6300":{{"UID":"{tail}"}}}}'),
        ("reader2/tag", "{number}"),
        ("home/cards", '{{"uid":"{uid}","present":true}}'),
        ("home/cards", "{number:010} {facility:03},{low:05}"),
    ],
)
def test_a_card_is_played_by_every_reader(house: House, topic: str, payload: str) -> None:
    house.play()
    uid, tail = RAILS[0], RAILS[0][2:]
    number = int(tail, 16)
    house.say(topic, payload.format(uid=uid, tail=tail, number=number, facility=number >> 16 & 255, low=number & 65535))
    until(lambda: house.placed, "the card is played")
    assert house.placed == [house.slot(uid)]


def test_without_power_nothing_is_removed_and_nothing_is_played_twice(house: House) -> None:
    house.play()
    house.say("tele/reader1/LWT", "Online", retained=True)
    house.tasmota(RAILS[0][2:])
    until(lambda: len(house.placed) == 1, "the card is played")
    before = list(house.placed)
    house.say("tele/reader1/LWT", "Offline")
    until(lambda: "reader_lost" in house.standing, "the reader is lost")
    house.say("tele/reader1/LWT", "Online")
    until(lambda: "reader_lost" not in house.standing, "it is back")
    house.tasmota(RAILS[0][2:])
    house.settle()
    assert house.placed == before
    house.line.close()
    until(lambda: "reader_lost" in house.standing, "with the link the reader is gone")
    house.line = house.join()
    house.say("tele/reader1/LWT", "Online", retained=True)
    house.tasmota(RAILS[1][2:], retained=True)
    house.tasmota(RAILS[0][2:])
    house.settle()
    assert house.placed == before, "neither what the broker kept nor what lies there"
    house.tasmota(RAILS[1][2:])
    until(lambda: len(house.placed) == 2, "the next card is played")


def test_the_broker_is_gone(house: House) -> None:
    house.say("reader2/status", "online", retained=True)
    house.say(BROKER, b"")
    until(lambda: "reader_lost" in house.standing, "the readers are lost")
    house.say(BROKER, b"1")
    house.say("reader2/status", "online", retained=True)
    until(lambda: "reader_lost" not in house.standing, "they are back")


@pytest.mark.parametrize(
    "payload", [b"", b"\xff\xfe", b"{" * 4000, b"x" * 100_000, b'{"uid":[]}', b"null", b'{"RDM6300":{"UID":{}}}']
)
def test_garbage_hurts_nobody(house: House, payload: bytes) -> None:
    house.play()
    for one in house.wanted:
        house.say(one.topic, payload)
    house.say("no/topic/of/ours", payload)
    house.tasmota(RAILS[0][2:])
    until(lambda: len(house.placed) == 1, "the game goes on")


def test_a_flood_does_not_reach_the_game(house: House) -> None:
    house.play()
    assert house.runtime.hardware is not None
    far = house.runtime.hardware.network.readers["far"]
    for n in range(1_000):
        house.tasmota(f"0000{n + 1:04X}")
    house.say(f"{DROPPED}tele/reader1/SENSOR", b"5000")
    until(lambda: far.dropped > 5_000, "what is too much is counted")
    assert far.messages < 200
    house.settle()
    house.tasmota(RAILS[0][2:])
    until(lambda: len(house.placed) == 1, "the game goes on")


def test_a_table_without_a_link_says_that_its_readers_are_silent(tmp_path: Path) -> None:
    config = Path(shutil.copytree(PACKAGED_CONFIG, tmp_path / "config"))
    (config / "table.toml").write_text(READERS)
    runtime = Runtime(KioskOptions(tmp_path / "data", config), ManualClock())
    runtime.start()
    found = {notice.code: notice.facts for notice in runtime.table.ask(Now()).answer.notices}
    assert "link.toml" in str(found["reader_lost"]["port"])
    runtime.close()
