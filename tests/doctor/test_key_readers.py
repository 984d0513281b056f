"""A reader that types, broken in each way: the doctor names it and says its mend in both languages."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.codec import public_json
from companion.engine.evdev import Description, InputEvent, pack_events
from companion.tools.doctor.live import ReaderNow
from drivers.doctor import keys
from drivers.doctor import readers as reader_checks
from drivers.doctor.system import HardwareSystem
from drivers.simulated.encoders import typed
from drivers.simulated.reader import VirtualReader
from tests.doctor.conftest import Visit

PORT = "/dev/input/event7"
TABLE = f'[[readers]]\nname = "keys"\nport = "{PORT}"\nprotocol = "keyboard"\n'


@pytest.fixture
def device(visit: Visit) -> Path:
    """A keyboard at its place in the pretended system."""
    path = visit.system.at(PORT)
    path.parent.mkdir(parents=True, exist_ok=True)
    visit.table(TABLE)
    made = VirtualReader("keyboard", path.parent, path.name)
    made.close()  # what it said of itself stays
    os.mkfifo(path)
    return path


def fails(number: int) -> Callable[[str, str], None]:
    def opened(_port: str, _name: str) -> None:
        raise OSError(number, os.strerror(number))

    return opened


def test_one_that_is_there_is_well(visit: Visit, device: Path) -> None:
    visit.quick = True
    assert "reader_open" in visit.look()


@pytest.mark.parametrize(
    ("number", "code", "french", "english"),
    [
        (errno.EACCES, "keys_not_allowed", "--groups input pi", "--groups input pi"),
        (errno.EBUSY, "keys_grabbed", "evtest (12)", "evtest (12)"),
        (errno.ENOTTY, "keys_none", "protocol", "protocol"),
        (errno.EIO, "keys_fail", "Débranche", "Unplug"),
        (errno.ENODEV, "keys_absent", "Branche", "Plug in"),
    ],
)
def test_one_that_cannot_be_opened(
    number: int, code: str, french: str, english: str, visit: Visit, device: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit.system, "open_keys", fails(number))
    visit.system.users = [(12, "evtest")]
    assert code in visit.look()
    assert french in visit.mend(code, "fr") and english in visit.mend(code, "en")
    assert visit.status == 1


def test_one_that_the_running_companion_has(visit: Visit, device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit.system, "open_keys", fails(errno.EBUSY))
    visit.companion = 77
    assert visit.look()["reader_taken_by_us"].facts["pid"] == 77


def test_one_that_is_not_there(visit: Visit) -> None:
    visit.table(TABLE)
    assert "keys_absent" in visit.look() and "companion readers" in visit.mend("keys_absent", "fr")


def test_another_keyboard_in_its_socket_is_left_alone(visit: Visit, device: Path) -> None:
    visit.table(f'{TABLE}device = "Sycreader"\n')
    assert visit.look()["keys_other"].facts["device"] == "Sycreader"
    assert "companion readers" in visit.mend("keys_other", "fr") and visit.status == 1


def test_a_mouse_is_none(visit: Visit, device: Path) -> None:
    device.with_suffix(".json").write_bytes(public_json(Description("a mouse", keys=frozenset({0x110}))))
    assert "keys_none" in visit.look()


@pytest.mark.parametrize(
    ("events", "code"),
    [(typed("61008EB2F9"), "reader_well"), ([], "keys_silent"), (typed("hi") * 4, "keys_unclear")],
)
def test_what_it_types(
    events: list[InputEvent], code: str, visit: Visit, device: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_checks, "LISTEN_S", 0.2)
    fds = [os.open(device, mode | os.O_NONBLOCK) for mode in (os.O_RDONLY, os.O_WRONLY)]
    try:
        os.write(fds[1], pack_events(events))
        assert code in visit.look()
    finally:
        for fd in fds:
            os.close(fd)


@pytest.mark.parametrize(
    ("now", "code"),
    [
        (ReaderNow("keys", PORT, "keyboard", True), "reader_open"),
        (ReaderNow("keys", PORT, "keyboard", True, unread=480), "keys_unclear"),
        (ReaderNow("keys", "", "keyboard", False), "reader_no_port"),
        (ReaderNow("keys", PORT, "keyboard", False), "keys_absent"),
        (ReaderNow("keys", "/dev/null", "keyboard", False, errno=errno.EBUSY), "keys_grabbed"),
        (ReaderNow("keys", "/dev/null", "keyboard", False, errno=errno.ENODEV, was_open=True), "reader_lost"),
    ],
)
def test_what_the_running_companion_knows(now: ReaderNow, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HardwareSystem, "holders", lambda *_: [])
    monkeypatch.setattr(HardwareSystem, "exists", lambda _self, path: path == "/dev/null")
    assert keys.live(HardwareSystem(), now, {"reader": "keys", "port": now.port}).code == code
