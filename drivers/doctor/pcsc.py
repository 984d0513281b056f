"""A PC/SC reader: is pcscd there and lets us in, is the reader there, and who else holds it?"""

from __future__ import annotations

import errno
from collections.abc import Iterator

from companion.tools.doctor.finding import Case, Finding, FindingFact
from companion.tools.doctor.live import ReaderNow
from drivers.config import ReaderConfig
from drivers.doctor.system import HardwareSystem
from drivers.readers.ports import PortFault, fault_of

KERNEL = ("pn533_usb", "pn533", "nfc")
"""The kernel's own drivers of an ACR122U, which keep it from pcscd."""


def look(
    system: HardwareSystem, case: Case, reader: ReaderConfig, facts: dict[str, FindingFact], listen_s: float
) -> Iterator[Finding]:
    """One that is configured, with a name."""
    try:
        port = system.open_pcsc(reader.port)
        try:
            port.read_waiting(0)
        finally:
            port.close()
    except OSError as error:
        yield _closed(system, fault_of(error), facts)
        return
    if case.quick:
        yield Finding("reader_open", facts)
        return
    heard = system.listen(reader.settings(), listen_s).counters
    told = {**facts, "last": heard.last, "reads": heard.reads, "seconds": round(listen_s)}
    yield Finding("reader_well" if heard.reads else "pcsc_no_number" if heard.unread else "pcsc_silent", told)


def live(system: HardwareSystem, now: ReaderNow, facts: dict[str, FindingFact]) -> Finding:
    """What the running companion knows of it."""
    if now.connected:
        return Finding("pcsc_no_number" if now.unread and not now.reads else "reader_open", facts)
    if not now.port:
        return Finding("reader_no_port", facts)
    return _closed(system, PortFault(now.error, now.errno, now.was_open), facts)


def _closed(system: HardwareSystem, fault: PortFault, facts: dict[str, FindingFact]) -> Finding:
    match fault.errno:
        case errno.ENOPKG:
            return Finding("pcsc_missing", facts)
        case errno.ECONNREFUSED:
            return Finding("pcsc_off", facts)
        case errno.EACCES | errno.EPERM:
            return Finding("pcsc_not_allowed", {**facts, "user": system.user()})
        case errno.EBUSY:
            return Finding("pcsc_busy", facts)
        case _ if module := next((name for name in KERNEL if system.exists(f"/sys/module/{name}")), ""):
            return Finding("pcsc_kernel", {**facts, "driver": module})
        case None | errno.ENODEV | errno.ENOENT | errno.ENXIO:
            return Finding("pcsc_absent", facts)
        case _:
            return Finding("pcsc_fails", {**facts, "detail": fault.detail})
