"""A PC/SC reader, broken in each way: the doctor names it and says its mend in both languages."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

import pytest

from companion.tools.doctor.live import ReaderNow
from drivers.doctor import pcsc
from drivers.doctor import readers as reader_checks
from drivers.doctor.system import HardwareSystem
from drivers.readers.pcsc_library import Context
from drivers.readers.pcsc_port import PcscPort, open_pcsc
from tests.doctor.conftest import Visit
from tests.drivers.pcsc_service import Service

NAME = "ACS ACR122U PICC Interface 00 00"
TABLE = f'[[readers]]\nname = "cards"\nport = "{NAME}"\nprotocol = "pcsc"\n'


@pytest.fixture
def service(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> Service:
    """The table's reader, at a pcscd in memory."""
    visit.table(TABLE)
    made = Service(NAME)
    monkeypatch.setattr("drivers.readers.pcsc_library.functions", lambda: made)
    monkeypatch.setattr(reader_checks, "LISTEN_S", 0.2)
    return made


def fails(number: int) -> Callable[[str], PcscPort]:
    def opened(_name: str) -> PcscPort:
        raise OSError(number, os.strerror(number))

    return opened


@pytest.mark.parametrize(
    ("number", "code", "french", "english"),
    [
        (errno.ENOPKG, "pcsc_missing", "pcscd libccid", "pcscd libccid"),
        (errno.ECONNREFUSED, "pcsc_off", "pcscd.socket", "pcscd.socket"),
        (errno.EACCES, "pcsc_not_allowed", "rules.d", "rules.d"),
        (errno.EBUSY, "pcsc_busy", "Ferme", "Close"),
        (errno.ENODEV, "pcsc_absent", "Branche", "Plug in"),
        (errno.EIO, "pcsc_fails", "Débranche", "Unplug"),
    ],
)
def test_one_that_cannot_be_used(
    number: int, code: str, french: str, english: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.table(TABLE)
    monkeypatch.setattr(visit.system, "open_pcsc", fails(number))
    assert code in visit.look() and visit.status == 1
    assert french in visit.mend(code, "fr") and english in visit.mend(code, "en")


@pytest.mark.parametrize("module", pcsc.KERNEL)
def test_one_that_the_kernel_has_taken(module: str, visit: Visit, service: Service) -> None:
    service.pull(NAME)
    visit.system.at(f"/sys/module/{module}").mkdir(parents=True)
    assert visit.look()["pcsc_kernel"].facts["driver"] == module
    assert "modprobe" in visit.mend("pcsc_kernel", "fr")


@pytest.mark.parametrize(
    ("answer", "code"),
    [("04A1B2C3D4E5F6", "reader_well"), (None, "pcsc_silent"), (bytes.fromhex("6A81"), "pcsc_no_number")],
)
def test_what_lies_on_it(answer: str | bytes | None, code: str, visit: Visit, service: Service) -> None:
    service.lay(NAME, answer)
    assert code in visit.look() and service.contexts == set()


def test_quickly_it_is_only_opened(visit: Visit, service: Service) -> None:
    visit.quick = True
    service.lay(NAME, "04A1B2C3")
    assert "reader_open" in visit.look()


@pytest.mark.parametrize(
    ("now", "code"),
    [
        (ReaderNow("cards", NAME, "pcsc", True), "reader_open"),
        (ReaderNow("cards", NAME, "pcsc", True, unread=6), "pcsc_no_number"),
        (ReaderNow("cards", "", "pcsc", False), "reader_no_port"),
        (ReaderNow("cards", NAME, "pcsc", False, errno=errno.ENOPKG), "pcsc_missing"),
        (ReaderNow("cards", NAME, "pcsc", False, errno=errno.ENODEV, was_open=True), "pcsc_absent"),
    ],
)
def test_what_the_running_companion_knows(now: ReaderNow, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HardwareSystem, "exists", lambda *_: False)
    assert pcsc.live(HardwareSystem(), now, {"reader": "cards", "port": now.port}).code == code


def test_the_system_asks_pcscd(service: Service) -> None:
    assert open_pcsc(NAME, lambda: Context(service)).reader == NAME == HardwareSystem().open_pcsc(NAME).reader
