"""The real loop and readers that must be asked, on pseudo-terminals; `test_talkers` has the faults in detail."""

from __future__ import annotations

import os
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.clock import RealClock
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import ReaderConfig, TableConfig
from drivers.light_table import LightTable
from drivers.readers.loop import NO_ANSWER_MS, Backoff, ReaderLoop
from drivers.readers.ports import SerialLine, open_port
from drivers.readers.r200 import NOTICE
from drivers.readers.r200_talker import NOTHING
from drivers.simulated import SimulatedTable
from drivers.simulated.encoders import EXAMPLES, encode
from drivers.simulated.reader import VirtualReader
from drivers.table import Hardware
from tests.drivers.inbox import Inbox, Lived
from tests.drivers.uids import ASKED
from tests.patience import PATIENCE_S, until

QUICK = Backoff(first=0.005, longest=0.02)


class Rig:
    """A virtual reader and the loop that reads it."""

    def __init__(self, protocol: str, folder: Path, inbox: Inbox, single: bool | None = None) -> None:
        self.reader = VirtualReader(protocol, folder, "table", single=single)
        clock = Lived()
        clock.readers.append(self.reader)
        config = ReaderConfig(name="table", port=self.reader.port, protocol=protocol, single=single)
        self.loop = ReaderLoop(config.settings(), inbox.post, clock, lambda _uid: False, QUICK)
        self.loop.start()

    def close(self) -> None:
        self.loop.stop()
        self.reader.close()


@pytest.fixture(params=ASKED)
def rig(request: pytest.FixtureRequest, tmp_path: Path, inbox: Inbox) -> Iterator[Rig]:
    made = Rig(request.param, tmp_path, inbox)
    yield made
    made.close()


def said(signal: Signal) -> tuple[str, bool]:
    assert isinstance(signal, Tag), signal
    return (signal.uid, signal.present)


def test_placed_and_lifted_and_unplugged(rig: Rig, inbox: Inbox) -> None:
    one, other = EXAMPLES[rig.reader.protocol]
    inbox.connected()
    rig.reader.place(one)
    assert said(inbox.next()) == (one, True)
    rig.reader.unplug()
    lost = inbox.next()
    assert isinstance(lost, ReaderState) and not lost.connected
    rig.reader.plug()
    inbox.connected()
    rig.reader.restart()
    rig.reader.place(other)
    came = inbox.until(lambda signal: isinstance(signal, Tag) and signal.present)
    gone = [(one, False)] if rig.loop.settings.rules.single else []
    assert [said(signal) for signal in came] == [*gone, (other, True)]
    rig.reader.lift(other)
    assert said(inbox.next()) == (other, False)
    assert rig.loop.presence.present == (() if rig.loop.settings.rules.single else (one,))


def test_two_cards_on_one_pn532(tmp_path: Path, inbox: Inbox) -> None:
    rig = Rig("pn532_hsu", tmp_path, inbox, single=False)
    try:
        inbox.connected()
        for uid in EXAMPLES["pn532_hsu"]:
            rig.reader.place(uid)
            assert said(inbox.next()) == (uid, True)
        rig.reader.lift()
        gone = {said(inbox.next()), said(inbox.next())}
        assert gone == {(uid, False) for uid in EXAMPLES["pn532_hsu"]}
    finally:
        rig.close()


def test_an_empty_r200_seldom_wakes_us(tmp_path: Path, inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says "no tag" 33 times a second: that is read when its silence would mean something, a tag at once.

    `test_talkers` has when only a tag is worth waking for, the next test what a port does that is told so.
    """
    asked: list[int | None] = []
    read_waiting = SerialLine.read_waiting

    def noted(line: SerialLine, seconds: float | None, mark: int | None = None) -> bytes:
        asked.append(mark)
        return read_waiting(line, seconds, mark)

    monkeypatch.setattr(SerialLine, "read_waiting", noted)
    rig = Rig("r200", tmp_path, inbox)
    try:
        inbox.connected()
        until(lambda: NOTICE in asked, "a look that only a tag ends early")
        rig.reader.place(EXAMPLES["r200"][0])
        assert said(inbox.next()) == (EXAMPLES["r200"][0], True)
    finally:
        rig.close()


def test_a_port_sleeps_on_until_the_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    port = open_port(os.ttyname(slave), 115_200)
    assert isinstance(port, SerialLine)
    tag = encode("r200", EXAMPLES["r200"][0])
    sleep, late, woken = port._sleep, [b""], [False]

    def written_meanwhile(seconds: float | None) -> list[int]:
        if late[0]:
            os.write(master, late[0])
        ready = sleep(seconds)
        woken[0] = bool(ready)
        return ready

    def written(chunk: bytes) -> None:
        os.write(master, chunk)
        until(lambda: port.in_waiting == len(chunk), "what the pseudo-terminal hands over when it has time")

    monkeypatch.setattr(port, "_sleep", written_meanwhile)
    try:
        assert port.read_waiting(0, NOTICE) == b""
        written(NOTHING)
        assert port.read_waiting(PATIENCE_S, NOTICE) == NOTHING, "it was there before"
        written(tag[:7])
        assert port.read_waiting(PATIENCE_S, NOTICE) == tag[:7]
        written(tag[7:])
        assert port.read_waiting(PATIENCE_S) == tag[7:], "the rest of it, which has no mark"
        late[0] = NOTHING
        assert port.read_waiting(0.5, NOTICE) == NOTHING and not woken[0]
        late[0] = NOTHING + tag
        assert port.read_waiting(PATIENCE_S, NOTICE) == NOTHING + tag and woken[0]
        late[0] = b""
        os.close(master)
        with pytest.raises((OSError, termios.error)):
            port.read_waiting(PATIENCE_S, NOTICE)
    finally:
        port.close()
        os.close(slave)


class Ahead(RealClock):
    """The machine's clock, put forward."""

    ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ms


def test_an_open_port_without_an_answer_is_a_lost_reader(tmp_path: Path, inbox: Inbox) -> None:
    reader = VirtualReader("pn532_hsu", tmp_path, "table")
    reader.spoil = lambda data: b""
    clock = Ahead()
    config = ReaderConfig(name="table", port=reader.port, protocol="pn532_hsu")
    loop = ReaderLoop(config.settings(), inbox.post, clock, lambda _uid: False, QUICK)
    loop.start()
    try:
        clock.ms = NO_ANSWER_MS
        state = inbox.next()
        assert isinstance(state, ReaderState) and not state.connected
        assert "does not answer" in state.detail and reader.port in state.detail
        reader.spoil = None
        inbox.connected()
        assert loop.connected
    finally:
        loop.stop()
        reader.close()


def test_tags_are_not_counted_as_noise(rig: Rig, inbox: Inbox) -> None:
    inbox.connected()
    rig.reader.place(EXAMPLES[rig.reader.protocol][0])
    inbox.next()
    assert rig.loop.counters.reads >= 1 and rig.loop.counters.unread == 0


def test_dtr_is_asserted_on_a_port_that_opens() -> None:
    """Its pin is low then: that enables a Parallax reader. `loop://` wires DTR to DSR."""
    port = open_port("loop://", 2400)
    try:
        assert port.dsr and port.dtr  # type: ignore[attr-defined]
    finally:
        port.close()


def test_a_virtual_table_may_have_any_reader(
    lights: LightTable, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    """A tag of another kind than the reader's is not seen, and nothing breaks."""
    readers = [ReaderConfig(name=name, port="", protocol=name) for name in sorted(EXAMPLES)]
    virtual = SimulatedTable(TableConfig(readers=readers))
    table = Hardware(virtual.config, lights, inbox.post, RealClock(), lambda _uid: True)
    table.start()
    try:
        for _ in readers:
            state = inbox.next()
            assert isinstance(state, ReaderState) and state.connected
        virtual.readers["pn532_hsu"].tap("62E3086CED")
        assert "does not see this tag" in caplog.text
        for name in EXAMPLES:
            virtual.readers[name].place(uid := virtual.readers[name].blank(7))
            came = inbox.next()
            assert isinstance(came, Tag) and (came.reader, came.uid, came.present) == (name, uid, True)
    finally:
        table.stop()
        virtual.close()
