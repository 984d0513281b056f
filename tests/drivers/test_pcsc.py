"""PC/SC readers: the calls of libpcsclite against a pcscd in memory; the real one with cards is `make prove-pcsc`."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine.clock import ManualClock, RealClock
from companion.engine.config import ConfigError
from companion.engine.signals import ReaderState, Signal, Tag
from drivers.config import ReaderConfig, load_table
from drivers.discovery import cards
from drivers.discovery.command import FOUND, NOT_FOUND, Search
from drivers.light_table import LightTable
from drivers.presence import RETURN_MS, Presence, PresenceRules, TagPlaced, TagRemoved
from drivers.readers import PCSC, Read, new_decoder, protocol
from drivers.readers.loop import Backoff, PortLoop
from drivers.readers.pcsc_library import CARD_WENT, Context
from drivers.readers.pcsc_port import GET_UID, open_pcsc
from drivers.table import Hardware
from tests.drivers.inbox import Inbox
from tests.drivers.pcsc_service import NO_CARD, SECURITY, SHARING, WELL, Service

READER, SECOND = "ACS ACR122U PICC Interface 00 00", "ACS ACR122U PICC Interface 01 00"
ONE, OTHER = "04A1B2C3D4E5F6", "B0864D25"
QUICK = Backoff(first=0.005, longest=0.02)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    made = Service(READER, SECOND)
    monkeypatch.setattr("drivers.readers.pcsc_library.functions", lambda: made)
    return made


@pytest.fixture
def table(tmp_path: Path, lights: LightTable, inbox: Inbox, service: Service) -> Iterator[Hardware]:
    """Two of one make, each with its zone."""
    rows = (
        f'[[readers]]\nname = "{name}"\nport = "{port}"\nprotocol = "pcsc"\nzone = "{name}"\n'
        for name, port in (("draw", READER), ("play", SECOND))
    )
    (tmp_path / "table.toml").write_text("".join(rows))
    hardware = Hardware(load_table(tmp_path / "table.toml"), lights, inbox.post, RealClock(), lambda uid: uid == ONE)
    for loop in hardware._loops:
        loop._backoff = QUICK
    hardware.start()
    yield hardware
    hardware.stop()


def tag(signal: Signal) -> tuple[str, str, bool]:
    assert isinstance(signal, Tag), signal
    return (signal.reader, signal.uid, signal.present)


def both(inbox: Inbox) -> None:
    there = {one.reader for one in (inbox.next(), inbox.next()) if isinstance(one, ReaderState) and one.connected}
    assert there == {"draw", "play"}


# --- cards ----------------------------------------------------------------------------------------------------------


def test_cards_come_and_go_on_each_reader(table: Hardware, service: Service, inbox: Inbox) -> None:
    """A card that is not enrolled, too, is believed at once: the air and the cable have checksums."""
    both(inbox)
    assert table.notices == []
    service.lay(SECOND, OTHER)
    assert tag(inbox.next()) == ("play", OTHER, True)
    service.lay(READER, ONE)
    assert tag(inbox.next()) == ("draw", ONE, True)
    service.lay(SECOND, None)
    assert tag(inbox.next()) == ("play", OTHER, False)
    service.lay(READER, "B0112233")
    assert [tag(inbox.next()), tag(inbox.next())] == [("draw", ONE, False), ("draw", "B0112233", True)]
    assert set(service.asked) == {GET_UID} and service.cards == {}
    assert table.readers["draw"].counters.reads == 3


def test_pulled_out_and_put_in(table: Hardware, service: Service, inbox: Inbox) -> None:
    """30 times, none lost; what lies there is not played again, and what was taken away meanwhile is told."""
    both(inbox)
    service.lay(READER, ONE)
    inbox.next()
    for _ in range(30):
        service.pull(READER)
        lost = inbox.next()
        assert isinstance(lost, ReaderState) and (lost.reader, lost.connected) == ("draw", False)
        assert "was lost" in lost.detail
        service.plug(READER)
        service.lay(READER, ONE)
        inbox.connected("draw")
    assert table.readers["draw"].counters.lost == 30
    assert inbox.rest() == []
    service.lay(READER, None)
    assert tag(inbox.next()) == ("draw", ONE, False)


def test_pcscd_that_ends_is_waited_for(table: Hardware, service: Service, inbox: Inbox) -> None:
    both(inbox)
    service.lay(READER, ONE)
    inbox.next()
    service.stop()
    lost = [one for one in (inbox.next(), inbox.next()) if isinstance(one, ReaderState)]
    assert {one.reader for one in lost} == {"draw", "play"} and not any(one.connected for one in lost)
    assert all("pcscd does not run" in one.detail for one in lost)
    service.running = True
    inbox.connected("draw")


def test_another_program_has_the_card(table: Hardware, service: Service, inbox: Inbox) -> None:
    both(inbox)
    service.slots[READER].refused = [SHARING] * 2
    service.lay(READER, ONE)
    lost = inbox.next()
    assert isinstance(lost, ReaderState) and not lost.connected
    came = inbox.until(lambda one: isinstance(one, Tag))
    assert tag(came[-1]) == ("draw", ONE, True)


@pytest.mark.parametrize("code", sorted(CARD_WENT))
def test_a_card_that_is_still_moved_is_asked_again(code: int, service: Service) -> None:
    port = open_pcsc(READER)
    port.read_waiting(0)
    service.slots[READER].refused = [code] * 2
    service.lay(READER, ONE)
    assert port.read_waiting(0) == b"+04A1B2C3D4E5F6\n" and port.read_waiting(0) == b""


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (bytes.fromhex("6A81"), b"?6A81\n"),
        (b"\x01\x02\x03" + WELL, b"?9000\n"),
        (bytes(17) + WELL, b"?9000\n"),
        (bytes.fromhex(ONE), b"?E5F6\n"),
        (b"", b"?\n"),
        (b"\x90", b"?90\n"),
    ],
)
def test_a_card_without_a_number_is_none(answer: bytes, told: bytes, service: Service) -> None:
    port = open_pcsc(READER)
    port.read_waiting(0)
    service.lay(READER, answer)
    assert port.read_waiting(0) == told and new_decoder(PCSC).feed(told) == []
    service.lay(READER, None)
    assert port.read_waiting(0) == b""


def test_one_that_does_not_answer_is_not_asked(service: Service) -> None:
    port = open_pcsc(READER)
    port.read_waiting(0)
    service.lay(READER, ONE, mute=True)
    assert port.read_waiting(0) == b"?\n" and service.asked == []
    service.slots[READER].refused = [NO_CARD] * 3
    service.lay(READER, ONE)
    assert port.read_waiting(0) == b"?\n"


def test_a_card_that_went_and_came_between_two_looks(service: Service) -> None:
    port = open_pcsc(READER)
    service.lay(READER, ONE)
    assert port.read_waiting(0) == b"+04A1B2C3D4E5F6\n"
    service.lay(READER, None)
    service.lay(READER, ONE)
    assert port.read_waiting(0) == b"-04A1B2C3D4E5F6\n+04A1B2C3D4E5F6\n"


def test_its_numbers_may_change(service: Service) -> None:
    """The reader's own name is enough where there is one of it only."""
    service.pull(READER)
    assert open_pcsc(READER).reader == SECOND
    service.plug("ACS ACR122U PICC Interface 02 00")
    with pytest.raises(OSError) as refused:
        open_pcsc(READER)
    assert refused.value.errno == errno.ENODEV and len(service.contexts) == 1, "nothing stays open"


@pytest.mark.parametrize(
    ("change", "number", "detail"),
    [
        (lambda service: setattr(service, "running", False), errno.ECONNREFUSED, "pcscd does not run"),
        (lambda service: setattr(service, "allowed", False), errno.EACCES, "does not let this user in"),
        (lambda service: service.slots.clear(), errno.ENODEV, "is not there"),
    ],
)
def test_what_hinders_it_is_told(
    change: Callable[[Service], None], number: int, detail: str, service: Service, inbox: Inbox, tmp_path: Path
) -> None:
    change(service)
    loop = looped(tmp_path, inbox)
    loop.start()
    try:
        state = inbox.next()
        assert isinstance(state, ReaderState) and detail in state.detail
        fault = loop.readers[0].fault
        assert fault is not None and fault.errno == number
    finally:
        loop.stop()


def looped(folder: Path, inbox: Inbox) -> PortLoop:
    file = folder / "table.toml"
    file.write_text(f'[[readers]]\nname = "table"\nport = "{READER}"\nprotocol = "pcsc"\n')
    (reader,) = load_table(file).readers
    return PortLoop([reader.settings()], inbox.post, ManualClock(), lambda _uid: True, QUICK)


def test_without_the_library(tmp_path: Path, inbox: Inbox) -> None:
    loop = looped(tmp_path, inbox)
    loop.start()
    try:
        state = inbox.next()
        assert isinstance(state, ReaderState) and "apt install pcscd" in state.detail
    finally:
        loop.stop()


def test_a_sleep_ends_when_the_loop_must_stop(service: Service, inbox: Inbox, tmp_path: Path) -> None:
    loop = looped(tmp_path, inbox)
    loop.start()
    inbox.connected()
    loop.stop()
    assert service.contexts == set()


# --- presence -------------------------------------------------------------------------------------------------------


def test_silence_says_nothing_of_a_card_that_lies_there() -> None:
    presence = Presence(rules_of_pcsc(), lambda _uid: False)
    assert presence.read(Read(ONE), 0) == [TagPlaced(ONE, 0)] and presence.deadline() is None
    assert presence.tick(10_000_000) == [] and presence.present == (ONE,)
    assert presence.read(Read(ONE, present=False), 10_000_001) == [TagRemoved(ONE, 10_000_001)]
    assert presence.read(Read(ONE, present=False), 10_000_002) == []


def test_a_card_that_was_taken_away_while_the_reader_was_out() -> None:
    presence = Presence(rules_of_pcsc(), lambda _uid: False)
    presence.read(Read(ONE), 0)
    presence.reader_lost()
    assert presence.tick(100_000) == []
    presence.reader_back(100_000)
    assert presence.deadline() == 100_000 + RETURN_MS
    assert presence.tick(100_000 + RETURN_MS) == [TagRemoved(ONE, 100_000 + RETURN_MS)]


def rules_of_pcsc() -> PresenceRules:
    assert protocol(PCSC).tells_going
    return ReaderConfig(name="table", protocol=PCSC).settings().rules


def test_random_answers_make_no_other_tag(service: Service) -> None:
    """Whatever cards answer, and whatever the states are: a tag is what a card has said, with 9000 behind it."""
    rng = Random(65)
    port, wire = open_pcsc(READER), new_decoder(PCSC)
    lying = ""
    for _ in range(2_000):
        answer = rng.choice((None, rng.randbytes(rng.randrange(40)), rng.randbytes(rng.randrange(20)) + WELL))
        service.slots[READER].refused = rng.choices([*CARD_WENT], k=rng.choice((0, 0, 1, 2, 3)))
        service.lay(READER, answer, mute=rng.random() < 0.1)
        for read in wire.feed(port.read_waiting(0)):
            if not read.present:
                assert read.uid == lying
                lying = ""
            else:
                assert answer is not None and answer[-2:] == WELL and answer[:-2].hex().upper() == read.uid
                lying = read.uid


def test_lines_however_split() -> None:
    data = b"+04A1B2C3D4E5F6\n?6A81\n-04A1B2C3D4E5F6\n" + b"+" * 500 + b"\n+B0864D25\n+B0864d25\n+B0864D\n"
    fed = new_decoder(PCSC)
    reads = [read for byte in data for read in fed.feed(bytes([byte]))]
    assert reads == new_decoder(PCSC).feed(data) == [Read(ONE), Read(ONE, present=False), Read(OTHER)]


# --- found ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "key"),
    [("baud = 9600\n", "baud"), ("ghost_reads = 2\n", "ghost_reads"), ("duplicate_ms = 5\n", "duplicate_ms"),
     ('device = "x"\n', "device"), ("antenna = 1\n", "antenna"), ('level = "5v"\n', "level")],
)  # fmt: skip
def test_what_it_cannot_have(tmp_path: Path, more: str, key: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'[[readers]]\nname = "table"\nport = "{READER}"\nprotocol = "pcsc"\n{more}')
    with pytest.raises(ConfigError) as refused:
        load_table(file)
    assert (refused.value.key, refused.value.line) == (f"readers[0].{key}", 5)


def test_a_path_is_no_name(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('[[readers]]\nname = "table"\nport = "/dev/usb"\nprotocol = "pcsc"\n')
    with pytest.raises(ConfigError, match="the name of a PC/SC reader is wanted"):
        load_table(tmp_path / "table.toml")


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """`companion readers` on a machine without serial ports and keyboards."""
    monkeypatch.setattr("drivers.discovery.command.sockets", list)
    monkeypatch.setattr(cards, "KERNEL", tmp_path / "pn533_usb")

    def run(*ports: str, write: bool = True, wait_s: float = 0.0) -> tuple[int, str]:
        said: list[str] = []
        search = Search(tmp_path / "table.toml", str, wait_s, say=said.append, inputs=tmp_path / "input")
        return search.run(ports, write), "\n".join(said)

    return run


def test_a_card_names_the_reader(look: Callable[..., tuple[int, str]], service: Service, tmp_path: Path) -> None:
    service.lay(SECOND, ONE)
    status, said = look(wait_s=60.0)
    assert status == FOUND and SECOND in said and ONE in said
    (reader,) = load_table(tmp_path / "table.toml").readers
    assert (reader.name, reader.port, reader.protocol) == ("table", SECOND, PCSC)
    service.lay(READER, OTHER)
    assert look(wait_s=60.0)[0] == FOUND
    assert [one.port for one in load_table(tmp_path / "table.toml").readers] == [SECOND, READER]
    status, said = look(READER)
    assert status == FOUND and "already" in said
    assert service.contexts == set()


def test_no_card_and_no_number(look: Callable[..., tuple[int, str]], service: Service, tmp_path: Path) -> None:
    service.lay(READER, bytes.fromhex("6A81"))
    status, said = look(wait_s=0.05)
    assert status == NOT_FOUND and "No card came" in said and not (tmp_path / "table.toml").exists()


def test_what_hinders_the_search(look: Callable[..., tuple[int, str]], service: Service, tmp_path: Path) -> None:
    service.allowed = False
    assert "does not let" in look()[1]
    service.allowed, service.running = True, False
    assert "does not run" in look()[1]
    service.running = True
    service.slots.clear()
    assert "no serial port" in look()[1]
    (tmp_path / "pn533_usb").mkdir()
    assert "pn533_usb" in look()[1]


def test_without_pc_sc_nothing_is_said_of_it(look: Callable[..., tuple[int, str]]) -> None:
    status, said = look()
    assert status == NOT_FOUND and "PC/SC" not in said


def test_a_security_violation_of_the_card_is_told(service: Service) -> None:
    port = open_pcsc(READER)
    port.read_waiting(0)
    service.slots[READER].refused = [SECURITY]
    service.lay(READER, ONE)
    with pytest.raises(OSError) as refused:
        port.read_waiting(0)
    assert refused.value.errno == errno.EACCES
    port.close()
    assert Context(service).readers() == [READER, SECOND]
