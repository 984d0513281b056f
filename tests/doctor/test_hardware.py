"""Real pseudo-terminals, real mock pins: what the doctor says of readers and buttons."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.engine.clock import RealClock
from companion.engine.foreign import of_library
from companion.tools.doctor.finding import Finding
from companion.tools.doctor.live import PinsNow, ReaderNow
from drivers.config import load_table
from drivers.discovery.probe import ProbeResult
from drivers.discovery.recognise import Candidate
from drivers.doctor import readers as reader_checks
from drivers.doctor.live import LiveHardware
from drivers.doctor.system import HardwareSystem, Heard
from drivers.light_table import LightTable, load_lights
from drivers.pins import PinsUnavailable, open_button
from drivers.readers.counters import ReaderCounters
from drivers.simulated.panel import VirtualPanel
from drivers.simulated.reader import VirtualReader
from drivers.table import Hardware
from tests.doctor.conftest import Visit
from tests.patience import until

UID = "62E3086CED"
PARTS = '[pins]\nfactory = "mock"\n[panel]\nstart = 17\n[[encoders]]\nname = "rage"\na = 5\nb = 6\n'
LAMP = "[[lamps]]\nred = 12\ngreen = 13\nblue = 19\n"


@pytest.fixture
def reader(visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualReader]:
    """A reader on a pty, plugged into the table as an rdm6300."""
    monkeypatch.setattr(reader_checks, "LISTEN_S", 0.4)
    made = VirtualReader("rdm6300", tmp_path, "port", 10)
    _plug(visit, made.port)
    yield made
    made.close()


def _plug(visit: Visit, port: str, protocol: str = "rdm6300") -> None:
    visit.table(f'[[readers]]\nname = "table"\nport = "{port}"\nprotocol = "{protocol}"\n')


def seen(visit: Visit, code: str) -> Finding:
    """Look until that is found: how much a reader says while it is listened to is a matter of the machine."""
    until(lambda: code in visit.look(), code)
    return next(finding for finding in visit.findings if finding.code == code)


def test_a_reader_with_a_tag_is_well(visit: Visit, reader: VirtualReader) -> None:
    reader.place(UID)
    well = seen(visit, "reader_well")
    assert well.facts["last"] == UID
    assert int(str(well.facts["reads"])) >= 1


def test_a_silent_reader_is_only_a_note(visit: Visit, reader: VirtualReader) -> None:
    assert "reader_silent" in visit.look()
    assert visit.status == 0
    assert "TX" in visit.mend("reader_silent", "fr")


@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"SCAN\tuid=04a1b2c3\tremovable=no\r\n" * 3, "reader_wrong_protocol"), (bytes(range(128, 200)), "reader_noise")],
)
def test_bytes_of_another_protocol_are_told_from_noise(
    visit: Visit, reader: VirtualReader, sent: bytes, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = HardwareSystem.listen

    def listening(self: HardwareSystem, settings: Any, seconds: float) -> Any:
        reader.send(sent)  # once the port was opened and closed: the first opening throws bytes away
        return listen(self, settings, seconds)

    monkeypatch.setattr(HardwareSystem, "listen", listening)
    monkeypatch.setattr("drivers.readers.ports.serial.Serial.reset_input_buffer", lambda _self: None)
    monkeypatch.setattr("serial.Serial._reset_input_buffer", lambda _self: None)
    found = seen(visit, code)
    assert visit.status == 1
    if code == "reader_wrong_protocol":
        assert found.facts["guess"] == "text_line"
        assert 'protocol = "text_line"' in visit.mend(code, "en")
    else:
        assert str(found.facts["sample"]).startswith("80 81 82")


@pytest.mark.parametrize(
    ("found", "code", "words"),
    [
        (ProbeResult(candidates=(Candidate("rdm6300"),), baud=2400), "reader_wrong_baud", "baud = 2400"),
        (ProbeResult(candidates=(Candidate("r200"),), baud=115200), "reader_wrong_protocol", 'protocol = "r200"'),
    ],
)
def test_what_is_no_known_protocol_is_sought_at_other_speeds(
    visit: Visit, reader: VirtualReader, monkeypatch: pytest.MonkeyPatch, found: ProbeResult, code: str, words: str
) -> None:
    visit.system.seeks = found
    counters = ReaderCounters()
    counters.count(40, [])
    monkeypatch.setattr(HardwareSystem, "listen", lambda *_: Heard(counters, b"\xf8" * 40))
    assert code in visit.look()
    assert words in visit.mend(code, "fr")
    assert words in visit.mend(code, "en")


@pytest.fixture
def asked(visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VirtualReader]:
    """A PN532, which must be asked."""
    monkeypatch.setattr(reader_checks, "LISTEN_S", 0.6)
    made = VirtualReader("pn532_hsu", tmp_path, "asked")
    _plug(visit, made.port, "pn532_hsu")
    yield made
    made.close()


def test_a_reader_that_answers_is_well_without_a_tag(visit: Visit, asked: VirtualReader) -> None:
    seen(visit, "reader_answers")
    asked.place("04A1B2C3")
    assert seen(visit, "reader_well").facts["last"] == "04A1B2C3"


def test_a_silent_reader_that_answers_to_another_protocol_is_named(visit: Visit, asked: VirtualReader) -> None:
    _plug(visit, asked.port, "rdm6300")
    visit.system.seeks = None  # ask it really
    assert seen(visit, "reader_wrong_protocol").facts["guess"] == "pn532_hsu"


def test_a_reader_that_must_be_asked_and_does_not_answer_is_deaf(
    visit: Visit, reader: VirtualReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plug(visit, reader.port, "pn532_hsu")
    assert "reader_deaf" in visit.look()
    assert "HSU" in visit.mend("reader_deaf", "fr")


def test_a_port_in_use_is_told_with_the_program_that_has_it(visit: Visit, reader: VirtualReader) -> None:
    code = "import serial, sys; p = serial.Serial(sys.argv[1], exclusive=True); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, reader.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()
        visit.system.users = None  # as /proc tells
        busy = visit.look()["reader_busy"]
        assert busy.facts["pid"] == other.pid
        assert f"kill {other.pid}" in visit.mend("reader_busy", "en")
        assert f"kill {other.pid}" in visit.mend("reader_busy", "fr")
        visit.system.users = []
        assert "reader_locked" in visit.look(), "also when /proc does not tell by whom"
        other.stdin.close()


def test_a_name_that_survives_replugging_is_recommended(
    visit: Visit, reader: VirtualReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_checks, "stable_name", lambda _port: "/dev/serial/by-id/usb-FTDI")
    visit.look()
    assert 'port = "/dev/serial/by-id/usb-FTDI"' in visit.mend("port_not_stable", "en")


# -- pins


def test_a_button_that_is_held_down_is_told_with_its_pin(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    visit.table(PARTS)

    def held(factory: Any, pin: int) -> Any:
        button = open_button(factory, pin)
        factory.pin(pin).drive_low()  # a mock pin jumps up when its pull-up is turned on
        return button

    monkeypatch.setattr("drivers.doctor.pins.open_button", held)
    assert visit.look()["button_held"].facts == {"button": "start", "pin": 17}
    assert "GPIO17" in visit.mend("button_held", "fr")
    assert visit.status == 1


def test_a_part_that_cannot_be_used_is_named_and_the_others_are_looked_at(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.table(PARTS + LAMP)

    def taken(*_: Any) -> Any:
        raise PinsUnavailable("lgpio", of_library("error: 'GPIO busy'"))

    for name in ("open_button", "open_rgb"):
        monkeypatch.setattr(f"drivers.doctor.pins.{name}", taken)
    visit.look()
    told = [f.facts for f in visit.findings if f.code == "pin_unusable"]
    assert [str(f["part"]) for f in told] == ["Button", "Lamp"]
    assert "Bouton" in next(w for w in _whats(visit) if "GPIO17" in w)


def _whats(visit: Visit) -> list[str]:
    from companion.presentation import i18n
    from companion.tools.doctor.catalogue import finding_text

    i18n.set_language("fr")
    return [finding_text(f, i18n._).what for f in visit.findings]


def test_a_factory_that_fails_is_told(visit: Visit) -> None:
    visit.table(PARTS)
    visit.system.pins_error = PinsUnavailable("lgpio", of_library("error: 'can not open gpiochip'"))
    assert visit.look()["pins_fail"].facts["reason"] == of_library("error: 'can not open gpiochip'")


# -- the running table


@pytest.fixture
def running(visit: Visit, reader: VirtualReader) -> Iterator[tuple[LiveHardware, Hardware]]:
    text = (visit.config / "table.toml").read_text(encoding="utf-8")
    visit.table(text + PARTS + LAMP)
    config = load_table(visit.config / "table.toml")
    lights: LightTable = load_lights(visit.config / "lamps.toml")
    hardware = Hardware(config, lights, lambda _signal: None, RealClock(), lambda _uid: True)
    hardware.start()
    yield LiveHardware(config, hardware), hardware
    hardware.stop()


def test_the_running_table_tells_of_its_readers_and_shows_their_bytes(
    running: tuple[LiveHardware, Hardware], reader: VirtualReader
) -> None:
    live, _ = running
    until(lambda: live.readers()[0].connected, "the running table")
    seen: list[tuple[str, bytes]] = []
    live.watch(lambda name, data: seen.append((name, data)))
    reader.place(UID)
    until(lambda: len(seen) > 2, "the running table")
    live.watch(None)
    now = live.readers()[0]
    assert isinstance(now, ReaderNow)
    assert now.last == UID
    assert now.unread < 14
    assert now.reads > 0
    assert UID.encode() in b"".join(data for _, data in seen)
    reader.unplug()
    until(lambda: live.readers()[0].connected is False, "the running table")
    assert live.readers()[0].lost == 1


def test_who_looks_at_the_bytes_and_fails_does_not_stop_the_reader(
    running: tuple[LiveHardware, Hardware], reader: VirtualReader, caplog: pytest.LogCaptureFixture
) -> None:
    live, _ = running

    def fails(_name: str, _data: bytes) -> None:
        raise ValueError("drawing")

    live.watch(fails)
    until(lambda: live.readers()[0].connected, "the running table")
    reader.place(UID)
    until(lambda: live.readers()[0].reads >= 2, "the running table")
    until(lambda: "could not be shown" in caplog.text, "the log's line")  # they are counted before they are shown
    assert live.readers()[0].lost == 0


def test_the_running_table_tells_which_button_is_down_and_lights_its_lamps(
    running: tuple[LiveHardware, Hardware], visit: Visit
) -> None:
    live, hardware = running
    config = load_table(visit.config / "table.toml")
    panel = VirtualPanel(hardware.factory, config.panel, config.lamps, config.encoders)
    assert live.pins() == PinsNow({"start": False}, ("rage",), 1, "mock")
    panel.press("start")
    until(lambda: live.pins().buttons["start"], "the running table")
    live.light("#FF0000")
    until(lambda: hardware.lamps.colour == (1.0, 0.0, 0.0), "red")  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="colour"):
        live.light("red")


def test_the_real_system_knows_who_has_a_device_open(tmp_path: Path) -> None:
    reader = VirtualReader("rdm6300", tmp_path)
    try:
        assert HardwareSystem().holders(reader.port) == [], "ourselves do not count"
        assert os.path.exists(reader.port)  # noqa: PTH110
        port = HardwareSystem().open_port(reader.port, 9600)
        assert isinstance(port, serial.Serial)
        port.close()
    finally:
        reader.close()
