"""A reader on the network: what is placed, what is lost, and what is never played twice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.engine.config import ConfigError
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import load_table
from drivers.network.payload import Format, PayloadFault
from drivers.network.reader import ABSENT_MS, BURST, LINK_MS, NetworkReader
from drivers.network.topics import topics_of

NOW = datetime(2026, 11, 28, 21, 0, tzinfo=UTC)
A, B = "4A0079C2B3", "61008EB2F9"


class Reader:
    """A reader of table.toml, and what it said."""

    def __init__(self, tmp_path: Path, format: Format, more: str = "") -> None:
        path = tmp_path / "table.toml"
        path.write_text(
            f'[[readers]]\nname = "far"\nprotocol = "mqtt"\ntopic = "a/b/SENSOR"\nformat = "{format}"\n{more}'
        )
        self.it = NetworkReader(load_table(path).readers[0].network, lambda _uid: True, lambda: NOW)
        self.topics = self.it.settings.topics
        self.at = 1_000
        self.there(True)

    def wait(self, ms: int) -> None:
        self.at += ms

    def there(self, broker: bool) -> list[str]:
        return in_short(self.it.there(broker, self.at))

    def status(self, payload: bytes, retained: bool = False) -> list[str]:
        return in_short(self.it.hear(self.topics.status, payload, retained, self.at))

    def says(self, payload: str, retained: bool = False, topic: str = "") -> list[str]:
        return in_short(self.it.hear(topic or self.topics.tap, payload.encode(), retained, self.at))


def in_short(signals: list[Signal]) -> list[str]:
    found = []
    for signal in signals:
        match signal:
            case Tag(uid=uid, present=present):
                found.append(("+" if present else "-") + uid)
            case ReaderState(connected=connected):
                found.append("back" if connected else "lost")
    return found


def tasmota(uid: str, time: str = "2026-11-28T21:00:01") -> str:
    return f'{{"Time":"{time}","RDM6300":{{"UID":"{uid}"}}}}'


def test_tasmota_repeats_a_disc_that_lies_there_and_it_is_played_once(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    assert reader.status(b"Online", retained=True) == ["back"]
    assert reader.says(tasmota("0079C2B3")) == ["+0079C2B3"]
    for _ in range(20):
        reader.wait(2_100)
        assert reader.says(tasmota("0079C2B3")) == []
    reader.wait(4_200)
    assert reader.says(tasmota("0079C2B3")) == [], "a message was lost"
    reader.wait(6_000)
    assert reader.says(tasmota("0079C2B3")) == ["+0079C2B3"]
    assert reader.says(tasmota("008EB2F9")) == ["+008EB2F9"]


def test_without_power_nothing_is_removed_and_back_nothing_is_played_twice(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    reader.status(b"Online", retained=True)
    assert reader.says(tasmota("0079C2B3")) == ["+0079C2B3"]
    assert reader.status(b"Offline") == ["lost"]
    reader.wait(600_000)
    assert reader.status(b"Online") == ["back"]
    reader.wait(2_000)
    assert reader.says(tasmota("0079C2B3")) == []
    assert reader.there(False) == ["lost"] and reader.there(True) == []
    assert reader.status(b"Online", retained=True) == ["back"]
    assert reader.says(tasmota("0079C2B3")) == [] and reader.says(tasmota("008EB2F9")) == ["+008EB2F9"]


def test_a_tap_says_that_the_reader_is_there_whatever_its_will_said(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    assert reader.says(tasmota("0079C2B3")) == ["back", "+0079C2B3"]
    assert reader.status(b"Offline") == ["lost"]
    assert reader.says(tasmota("008EB2F9")) == ["back", "+008EB2F9"]


def test_what_the_broker_had_retained_is_no_tap(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    reader.status(b"Online", retained=True)
    assert reader.says(tasmota("0079C2B3"), retained=True) == [] and reader.it.stale == 1
    assert reader.says(tasmota("0079C2B3")) == ["+0079C2B3"]


def test_a_reader_that_nobody_ever_heard_is_lost(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    assert reader.it.due == reader.at + ABSENT_MS
    assert reader.it.tick(reader.at + ABSENT_MS - 1) == []
    assert in_short(reader.it.tick(reader.at + ABSENT_MS)) == ["lost"] and "a/b/LWT" in reader.it.detail
    assert reader.it.due is None
    plain = Reader(tmp_path, "plain")
    assert plain.it.connected is True and plain.it.due is None


def test_a_link_that_does_not_come_is_said(tmp_path: Path) -> None:
    it = Reader(tmp_path, "plain").it
    fresh = NetworkReader(it.settings, lambda _uid: True, lambda: NOW)
    fresh.begin(0)
    assert fresh.tick(LINK_MS - 1) == [] and in_short(fresh.tick(LINK_MS)) == ["lost"]
    assert in_short(fresh.there(True, LINK_MS)) == ["back"]


def test_esphome_repeats_a_disc_fifteen_times_a_second_and_says_when_a_card_goes(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "esphome")
    assert reader.status(b"online", retained=True) == ["back"]
    heard = []
    for _ in range(200):
        heard += reader.says("7979699")
        reader.wait(65)
    assert heard == ["+0079C2B3"] and not reader.it.dropped
    reader.wait(1_000)
    assert reader.says("7979699") == ["+0079C2B3"]
    assert reader.says("74-10-37-94") == ["+74103794"]
    assert reader.says("74-10-37-94", topic=reader.topics.removed) == ["-74103794"]
    assert reader.says("74-10-37-94", topic=reader.topics.removed) == []
    reader.wait(2_000)
    assert reader.says("74-10-37-94") == ["+74103794"]
    assert reader.says("", topic=reader.topics.removed) == ["-74103794"], "whatever lay there"


def test_a_plain_reader_that_says_when_a_card_goes(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "plain")
    there, gone = f'{{"uid":"{A}","present":true}}', f'{{"uid":"{A}","present":false}}'
    assert reader.says(there) == [f"+{A}"]
    reader.wait(60_000)
    assert reader.says(there) == [], "it lies there still"
    assert reader.says(gone) == [f"-{A}"] and reader.says(gone) == []
    reader.wait(2_000)
    assert reader.says(there) == [f"+{A}"]
    assert reader.status(b"offline") == ["lost"] and reader.status(b"online") == ["back"]
    assert reader.says(there) == [], "as it lay there before"
    reader.wait(5_000)
    assert reader.says(f'{{"uid":"{B}"}}') == [f"+{B}"] and reader.says('{"present":false}') == [f"-{B}"]


def test_several_cards_on_one_mat(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "plain", "single = false")
    assert reader.says(f'{{"uid":"{A}","present":true}}') == [f"+{A}"]
    assert reader.says(f'{{"uid":"{B}","present":true}}') == [f"+{B}"]
    assert reader.says(f'{{"uid":"{A}","present":false}}') == [f"-{A}"]
    assert reader.says('{"present":false}') == [f"-{B}"]


def test_a_flood_is_dropped_and_counted(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "plain")
    heard = [said for n in range(2 * BURST) for said in reader.says(f'{{"uid":"4A000000{n + 1:02X}"}}')]
    assert len(heard) == BURST and reader.it.dropped == BURST
    reader.wait(1_000)
    assert reader.says(f'{{"uid":"{A}"}}') == [f"+{A}"]


def test_what_is_not_understood_is_kept_for_who_mends_it(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    assert reader.says("7979699") == []
    assert reader.it.wrong is not None and (reader.it.wrong.fault, reader.it.wrong.like) == (
        PayloadFault.OTHER_FORMAT,
        "esphome",
    )
    assert reader.it.sample == b"7979699" and reader.it.counters.reads == 0
    reader.says(tasmota("0079C2B3"))
    assert reader.it.wrong is None and reader.it.counters.last == "0079C2B3"


def test_two_devices_of_one_name_are_noticed(tmp_path: Path) -> None:
    reader = Reader(tmp_path, "tasmota")
    reader.status(b"Online", retained=True)
    for payload in (b"Offline", b"Online", b"Offline"):
        reader.status(payload)
        reader.wait(3_000)
    assert not reader.it.twice, "power went twice"
    reader.status(b"Online")
    assert reader.it.twice
    other = Reader(tmp_path, "esphome")
    other.status(b"online", retained=True)
    other.status(b"online")
    assert other.it.twice, "who is there does not come"


@pytest.mark.parametrize(
    ("off", "told_s"), [(timedelta(0), 0), (timedelta(hours=1), 3600), (timedelta(seconds=-90), 0)]
)
def test_a_clock_an_hour_off_is_told_and_the_tap_counts(tmp_path: Path, off: timedelta, told_s: int) -> None:
    reader = Reader(tmp_path, "tasmota")
    time = (NOW + off).replace(tzinfo=None).isoformat()
    assert reader.says(tasmota("0079C2B3", time)) == ["back", "+0079C2B3"] and reader.it.clock_off_s == told_s
    reader.says(tasmota("008EB2F9", "no time"))
    reader.says(tasmota("008EB2F9", "99999-01-01"))


@pytest.mark.parametrize(
    ("format", "topic", "status", "expected"),
    [
        ("tasmota", "reader1", "", ("tele/reader1/SENSOR", "", "tele/reader1/LWT")),
        ("tasmota", "home/reader1/tele/SENSOR", "", ("home/reader1/tele/SENSOR", "", "home/reader1/tele/LWT")),
        ("esphome", "reader1", "", ("reader1/tag", "reader1/tag_removed", "reader1/status")),
        ("esphome", "home/reader1/card", "x/up", ("home/reader1/card", "home/reader1/card_removed", "x/up")),
        ("plain", "home/cards", "", ("home/cards", "", "home/cards/status")),
    ],
)
def test_topics(format: Format, topic: str, status: str, expected: tuple[str, str, str]) -> None:
    topics = topics_of(format, topic, status)
    assert (topics.tap, topics.removed, topics.status) == expected


ENTRY = '[[readers]]\nname = "far"\nprotocol = "mqtt"\ntopic = "reader1"\nformat = "tasmota"\n'


@pytest.mark.parametrize(
    ("text", "line", "key", "words"),
    [
        (ENTRY + 'zone = "draw"', 6, "readers[0].zone", "the broker would see"),
        (ENTRY + 'zone = "flip"', 6, "readers[0].zone", "the broker would see"),
        (ENTRY + 'zone = "Deliver "', 6, "readers[0].zone", "draw"),
        (ENTRY + 'zone = "pla"', 6, "readers[0].zone", "draw"),
        (ENTRY + 'seat = "  "', 6, "readers[0].seat", "called so"),
        ('[[readers]]\nname = "x"\nprotocol = "rdm6300"\nzone = "boats"', 4, "readers[0].zone", "draw"),
        (ENTRY.replace('"far"', '"draw"'), 2, "readers[0].name", "the broker would see"),
        (ENTRY.replace('format = "tasmota"\n', ""), 1, "readers[0].format", "tasmota, esphome or plain"),
        (ENTRY.replace('"tasmota"', '"zigbee"'), 5, "readers[0].format", "zigbee"),
        (ENTRY.replace('"reader1"', '""'), 4, "readers[0].topic", "topic"),
        (ENTRY.replace('"reader1"', '"tele/+/SENSOR"'), 4, "readers[0].topic", "no +"),
        (ENTRY.replace('"reader1"', '"tele/#"'), 4, "readers[0].topic", "no #"),
        (ENTRY.replace('"reader1"', '"hub/t1/x"'), 4, "readers[0].topic", "hub/"),
        (ENTRY.replace('"reader1"', '"$SYS/x"'), 4, "readers[0].topic", "topic"),
        (ENTRY + 'status = "tele/reader1/SENSOR"', 6, "readers[0].status", "this topic"),
        (ENTRY + 'port = "/dev/ttyUSB0"', 6, "readers[0].port", "no `port`"),
        (ENTRY + "baud = 9600", 6, "readers[0].baud", "no `baud`"),
        (ENTRY + ENTRY.replace('"far"', '"near"'), 9, "readers[1].topic", "used twice"),
        (ENTRY + ENTRY.replace('"reader1"', '"reader2"'), 7, "readers[1].name", "used twice"),
        (
            '[[readers]]\nname = "x"\nport = ""\nprotocol = "rdm6300"\ntopic = "a"',
            5,
            "readers[0].topic",
            "on the network",
        ),
    ],
)
def test_what_the_loader_refuses(tmp_path: Path, text: str, line: int, key: str, words: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load_table(path)
    assert (refused.value.line, refused.value.key) == (line, key) and words in refused.value.message


@pytest.mark.parametrize("zone", ["play", "discard", "train", ""])
def test_what_it_lets_in(tmp_path: Path, zone: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'{ENTRY}zone = "{zone}"\nseat = "Ana"\nduplicate_ms = 200')
    [reader] = load_table(path).readers
    settings: Any = reader.network
    assert settings.rules.duplicate_ms == 200 and not settings.rules.repeats
