"""The real serial loop on pseudo-terminals: tags, unplugging, several readers, faults."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine.clock import ManualClock, RealClock
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.presence import PresenceRules
from drivers.readers.loop import Backoff, ReaderLoop, ReaderSettings
from drivers.readers.ports import fault_of, is_absent, stable_name, why
from drivers.readers.stream_reader import STALE_MS
from drivers.simulated.encoders import encode
from drivers.simulated.reader import VirtualReader
from tests.drivers.inbox import Inbox, Lived
from tests.patience import PATIENCE_S

A, B, C = "62E3086CED", "61008EB2F9", "01000734E0"
QUICK = Backoff(first=0.005, longest=0.02)
FRAME_MS = 10
NEVER_S = 100 * PATIENCE_S
RULES = {
    "rdm6300": PresenceRules(repeats=True, frame_ms=FRAME_MS, missed_frames=6, ghost_reads=2),
    "id12la": PresenceRules(repeats=False, ghost_reads=1, duplicate_ms=0),
    "text_line": PresenceRules(repeats=False, ghost_reads=1, duplicate_ms=0),
}
Start = Callable[..., ReaderLoop]
Plug = Callable[..., VirtualReader]


@pytest.fixture
def clock() -> Lived:
    return Lived()


@pytest.fixture
def plug(tmp_path: Path, clock: Lived) -> Iterator[Plug]:
    readers: list[VirtualReader] = []

    def make(protocol: str = "rdm6300", name: str = "table") -> VirtualReader:
        readers.append(VirtualReader(protocol, tmp_path, name, FRAME_MS))
        clock.readers.append(readers[-1])
        return readers[-1]

    yield make
    for reader in readers:
        reader.close()


@pytest.fixture
def start(inbox: Inbox, clock: Lived) -> Iterator[Start]:
    loops: list[ReaderLoop] = []

    def make(
        port: str,
        protocol: str = "rdm6300",
        name: str = "table",
        known: Callable[[str], bool] = lambda uid: uid in {A, B},
        post: Callable[[Signal], None] | None = None,
    ) -> ReaderLoop:
        settings = ReaderSettings(name, port, protocol, 9600, RULES[protocol])
        loops.append(ReaderLoop(settings, post or inbox.post, clock, known, QUICK))
        loops[-1].start()
        return loops[-1]

    yield make
    for loop in loops:
        loop.stop()


def tag(signal: Signal) -> tuple[str, str, bool]:
    assert isinstance(signal, Tag), signal
    return (signal.reader, signal.uid, signal.present)


def test_placed_swapped_lifted(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug()
    start(reader.port)
    inbox.connected()
    reader.place(A)
    assert tag(inbox.next()) == ("table", A, True)
    reader.place(B)
    assert tag(inbox.next()) == ("table", A, False)
    assert tag(inbox.next()) == ("table", B, True)
    reader.lift()
    assert tag(inbox.next()) == ("table", B, False)
    assert inbox.rest() == []


def test_a_tap_comes_and_goes_by_itself(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug()
    start(reader.port)
    inbox.connected()
    reader.tap(A)
    assert [tag(inbox.next()), tag(inbox.next())] == [("table", A, True), ("table", A, False)]


@pytest.mark.parametrize("protocol", ["id12la", "text_line"])
def test_a_reader_that_sends_once(protocol: str, plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug(protocol)
    start(reader.port, protocol)
    inbox.connected()
    for uid in (A, B, B):
        reader.place(uid)
        assert tag(inbox.next()) == ("table", uid, True)
    reader.lift()
    assert inbox.rest() == []


def test_at_is_the_moment_of_the_read(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug("id12la")
    start(reader.port, "id12la")
    inbox.connected()
    frame = encode("id12la", A)
    reader.send(frame[:-1])
    before = RealClock().now_ms()
    reader.send(frame[-1:])
    signal = inbox.next()
    assert signal.at is not None and before <= signal.at <= RealClock().now_ms()


def test_ghosts_and_noise_are_no_tags(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug()
    loop = start(reader.port)
    inbox.connected()
    for uid in ("BC7DDFFDDF", "0000000000", "000000078F"):
        reader.send(encode("rdm6300", uid))
    reader.send(bytes(range(256)) + b"\x02" * 50)
    reader.send(encode("rdm6300", A))  # enrolled: the first signal there is
    assert tag(inbox.next()) == ("table", A, True)
    assert loop.presence.ghosts == 3


def test_unplugged_and_plugged_in_again(
    plug: Plug, start: Start, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    reader = plug()
    loop = start(reader.port)
    inbox.connected()
    reader.place(A)
    assert tag(inbox.next()) == ("table", A, True)
    for _ in range(3):
        reader.unplug()
        lost = inbox.next()
        assert isinstance(lost, ReaderState) and not lost.connected, "a lost reader is not a removed tag"
        assert reader.port in lost.detail and lost.at is not None
        assert loop.connected is False
        reader.plug()
        back = inbox.next()
        assert isinstance(back, ReaderState) and back.connected and back.detail == reader.port
    reader.place(B)  # A lay there all the time, so nothing was said of it until now
    assert [tag(inbox.next()), tag(inbox.next())] == [("table", A, False), ("table", B, True)]
    lines = [record.getMessage() for record in caplog.records if record.name == "drivers.readers.loop"]
    assert sum("was lost" in line and reader.port in line for line in lines) == 3
    assert sum("connected on" in line and reader.port in line for line in lines) == 4
    assert len(lines) == 7, "one line each time, none for the tries between"


def test_a_port_that_comes_late(tmp_path: Path, plug: Plug, start: Start, inbox: Inbox) -> None:
    start(str(tmp_path / "table"))
    missing = inbox.next()
    assert isinstance(missing, ReaderState) and not missing.connected
    assert "is not there" in missing.detail and str(tmp_path / "table") in missing.detail
    reader = plug()
    inbox.connected()
    reader.tap(A)
    assert tag(inbox.next()) == ("table", A, True)


def test_half_a_frame_before_the_unplugging_is_forgotten(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug("id12la")
    start(reader.port, "id12la")
    inbox.connected()
    frame = encode("id12la", A)
    reader.send(encode("id12la", B) + frame[:8])
    assert tag(inbox.next()) == ("table", B, True)  # so the half frame was read too: it came in one piece
    reader.unplug()
    reader.plug()
    inbox.connected()
    reader.send(frame[8:] + encode("id12la", C))
    assert tag(inbox.next()) == ("table", C, True)


def test_half_a_frame_is_not_continued_much_later(plug: Plug, inbox: Inbox) -> None:
    reader, clock = plug("id12la"), ManualClock()
    settings = ReaderSettings("table", reader.port, "id12la", 9600, RULES["id12la"])
    loop = ReaderLoop(settings, inbox.post, clock, lambda _uid: True, QUICK)
    loop.start()
    try:
        inbox.connected()
        frame = encode("id12la", A)
        reader.send(encode("id12la", B) + frame[:8])
        assert tag(inbox.next()) == ("table", B, True)
        clock.set_ms(STALE_MS + 1)
        reader.send(frame[8:] + encode("id12la", B))
        assert inbox.next() == Tag("table", B, True, STALE_MS + 1)
    finally:
        loop.stop()


def test_what_is_no_serial_port_is_said_so(tmp_path: Path, start: Start, inbox: Inbox) -> None:
    (tmp_path / "file").write_text("not a port")
    for port in (str(tmp_path / "file"), str(tmp_path), "pigeon://coop"):
        loop = start(port, name="odd")
        state = inbox.next()
        assert isinstance(state, ReaderState) and not state.connected and port in state.detail
        loop.stop()


def test_two_loops_do_not_share_a_port(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug()
    start(reader.port, name="first")
    inbox.connected("first")
    start(reader.port, name="second")
    state = inbox.next()
    assert isinstance(state, ReaderState) and state.reader == "second" and not state.connected
    assert "in use" in state.detail


def test_a_port_that_comes_late_and_is_refused_is_said_so(
    tmp_path: Path, plug: Plug, start: Start, inbox: Inbox
) -> None:
    """Not that its cable is out, which was so before."""
    reader = plug()
    start(reader.port, name="first")
    inbox.connected("first")
    late = tmp_path / "late"
    loop = start(str(late), name="late")
    missing = inbox.next()
    assert isinstance(missing, ReaderState) and "is not there" in missing.detail
    late.symlink_to(Path(reader.port).resolve())
    refused = inbox.next()
    assert isinstance(refused, ReaderState) and not refused.connected
    assert "in use" in refused.detail and loop.detail == refused.detail


def test_several_readers_at_once(plug: Plug, start: Start, inbox: Inbox) -> None:
    names = {"draw": "rdm6300", "play": "id12la", "deliver": "text_line"}
    readers = {name: plug(protocol, name) for name, protocol in names.items()}
    for name, protocol in names.items():
        start(readers[name].port, protocol, name)
    waiting = set(names)
    while waiting:
        state = inbox.next()
        assert isinstance(state, ReaderState) and state.connected
        waiting.remove(state.reader)
    readers["draw"].place(A)
    assert tag(inbox.next()) == ("draw", A, True)
    readers["play"].unplug()
    lost = inbox.next()
    assert isinstance(lost, ReaderState) and lost.reader == "play", "the others are not touched"
    readers["deliver"].tap(B)
    assert tag(inbox.next()) == ("deliver", B, True)
    readers["draw"].lift()
    assert tag(inbox.next()) == ("draw", A, False)


def test_stops_at_once_while_it_waits_for_bytes(plug: Plug, start: Start, inbox: Inbox) -> None:
    reader = plug()
    loop = start(reader.port)
    inbox.connected()
    loop.stop(timeout=PATIENCE_S)
    loop.stop()
    reader.send(encode("rdm6300", A))
    assert inbox.rest() == []


def test_stops_at_once_while_it_waits_for_the_port(tmp_path: Path, inbox: Inbox) -> None:
    settings = ReaderSettings("table", str(tmp_path / "none"), "rdm6300", 9600, RULES["rdm6300"])
    loop = ReaderLoop(settings, inbox.post, RealClock(), lambda _uid: True, Backoff(first=NEVER_S, longest=NEVER_S))
    loop.start()
    inbox.next()
    loop.stop(timeout=PATIENCE_S)


def test_a_loop_that_never_began_can_be_stopped(inbox: Inbox) -> None:
    settings = ReaderSettings("table", "/none", "rdm6300", 9600, RULES["rdm6300"])
    ReaderLoop(settings, inbox.post, RealClock(), lambda _uid: True).stop()


def test_a_fault_of_the_receiver_does_not_end_the_reader(
    plug: Plug, start: Start, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    faults = [RuntimeError("nobody home")]

    def post(signal: Signal) -> None:
        if isinstance(signal, Tag) and faults:
            raise faults.pop()
        inbox.post(signal)

    reader = plug("id12la")
    start(reader.port, "id12la", post=post)
    inbox.connected()
    reader.tap(A)
    state = inbox.next()
    assert isinstance(state, ReaderState) and not state.connected
    inbox.connected()
    reader.tap(B)
    assert tag(inbox.next()) == ("table", B, True)
    assert "nobody home" in caplog.text


class FakePort:
    """A port whose cable is pulled between the byte and the question how many more there are (a bare OSError)."""

    timeout: float | None = None

    def __init__(self) -> None:
        self.closed = threading.Event()

    @property
    def in_waiting(self) -> int:
        raise OSError(5, "Input/output error")

    def read(self, size: int = 1, /) -> bytes:
        return b"\x02" * size

    def cancel_read(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self.closed.set()


def test_a_bare_oserror_is_a_lost_reader(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[FakePort] = []

    def open_fake(port: str, baud: int) -> FakePort:
        assert (port, baud) == ("fake", 9600)
        ports.append(FakePort())
        return ports[-1]

    monkeypatch.setattr("drivers.readers.loop.open_port", open_fake)
    settings = ReaderSettings("table", "fake", "rdm6300", 9600, RULES["rdm6300"])
    loop = ReaderLoop(settings, inbox.post, ManualClock(7), lambda _uid: True, QUICK)
    loop.start()
    try:
        states = [inbox.next() for _ in range(4)]
    finally:
        loop.stop()
    assert [state.connected for state in states if isinstance(state, ReaderState)] == [True, False, True, False]
    assert states[1].at == 7
    assert ports[0].closed.wait(PATIENCE_S)


class HeldUp:
    """A port on whose thread others take the processor away: between a look that found nothing and the clock."""

    timeout: float | None = None

    def __init__(self, clock: ManualClock, *chunks: bytes) -> None:
        self._clock = clock
        self._chunks = list(chunks)
        self._now = b""

    @property
    def in_waiting(self) -> int:
        return len(self._now)

    def read(self, size: int = 1, /) -> bytes:
        if not self._now and self._chunks:
            self._now = self._chunks.pop(0)
            if not self._now:
                self._clock.set_ms(self._clock.now_ms() + 60_000)
        data, self._now = self._now[:size], self._now[size:]
        return data

    def write(self, data: bytes, /) -> int:
        return len(data)

    def cancel_read(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing to close."""


def test_a_tag_whose_frames_wait_is_not_gone_however_long_the_loop_was_held_up(inbox: Inbox) -> None:
    clock, frame = ManualClock(), encode("rdm6300", A)
    settings = ReaderSettings("table", "fake", "rdm6300", 9600, RULES["rdm6300"])
    loop = ReaderLoop(settings, inbox.post, clock, lambda _uid: True)
    port = HeldUp(clock, frame, b"", frame, b"", b"")
    for _ in range(3):
        loop._turn(port)
    assert [tag(signal) for signal in inbox.rest() if isinstance(signal, Tag)] == [("table", A, True)]
    for _ in range(2):
        loop._turn(port)
    assert [tag(signal) for signal in inbox.rest()] == [("table", A, False)], "silence before a look is one"


def test_why_a_port_cannot_be_used() -> None:
    for number, words in [(13, "dialout"), (16, "in use"), (2, "is not there"), (99, "cannot be opened")]:
        assert words in why("/dev/ttyUSB0", fault_of(OSError(number, "x")))
    assert "was lost" in why("/dev/ttyUSB0", fault_of(OSError(5, "x"), was_open=True))


def test_the_stable_name_of_a_port(tmp_path: Path) -> None:
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    device = tmp_path / "ttyUSB0"
    device.touch()
    (by_id / "usb-FTDI").symlink_to("../ttyUSB0")
    assert stable_name(str(device), by_id) == str(by_id / "usb-FTDI")
    assert stable_name(str(by_id / "usb-FTDI"), by_id) is None
    assert stable_name(str(tmp_path / "ttyUSB1"), by_id) is None
    assert stable_name("socket://host:1", by_id) is None
    assert is_absent(str(tmp_path / "ttyUSB1")) and not is_absent(str(device)) and not is_absent("socket://host:1")
