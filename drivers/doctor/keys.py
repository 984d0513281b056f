"""A reader that types: is its device there, may it be read, has another program grabbed it, and does it type tags?"""

from __future__ import annotations

import errno
from collections.abc import Iterator

from msgspec.structs import replace

from companion.tools.doctor.finding import Case, Finding, FindingFact
from companion.tools.doctor.live import ReaderNow
from drivers.config import ReaderConfig
from drivers.doctor.system import HardwareSystem
from drivers.readers.key_device import BY_ID
from drivers.readers.ports import PortFault, fault_of, stable_name

GROUP = "input"
"""To which input devices belong."""


def look(
    system: HardwareSystem, case: Case, reader: ReaderConfig, facts: dict[str, FindingFact], listen_s: float
) -> Iterator[Finding]:
    """One that is configured, with a port."""
    if not system.exists(reader.port):
        yield Finding("keys_absent", facts)
        return
    try:
        system.open_keys(reader.port, reader.device).close()
    except OSError as error:
        fault = fault_of(error)
        if case.companion and fault.errno == errno.EBUSY:
            yield Finding("reader_taken_by_us", {**facts, "pid": case.companion})
            return
        yield _closed(system, reader.port, fault, facts)
        return
    if case.quick:
        yield Finding("reader_open", facts)
    else:
        heard = system.listen(replace(reader.settings(), port=str(system.at(reader.port))), listen_s)
        yield _typed(facts, heard.counters.reads, heard.counters.last, heard.counters.unread, round(heard.seconds))
    if (better := stable_name(str(system.at(reader.port)), system.at(str(BY_ID)))) is not None:
        yield Finding("port_not_stable", {**facts, "better": better})


def live(system: HardwareSystem, now: ReaderNow, facts: dict[str, FindingFact]) -> Finding:
    """What the running companion knows of it."""
    if now.connected:
        return Finding("keys_unclear" if now.unread and not now.reads else "reader_open", facts)
    if not now.port:
        return Finding("reader_no_port", facts)
    if not system.exists(now.port):
        return Finding("keys_absent", facts)
    return _closed(system, now.port, PortFault(now.error, now.errno, now.was_open), facts)


def _typed(facts: dict[str, FindingFact], reads: int, last: str, unread: int, seconds: int) -> Finding:
    facts = {**facts, "seconds": max(1, seconds), "reads": reads, "last": last}
    return Finding("reader_well" if reads else "keys_unclear" if unread else "keys_silent", facts)


def _closed(system: HardwareSystem, port: str, fault: PortFault, facts: dict[str, FindingFact]) -> Finding:
    match fault.errno:
        case _ if fault.was_open:
            return Finding("reader_lost", facts)
        case errno.EACCES | errno.EPERM:
            return Finding("keys_not_allowed", {**facts, "user": system.user(), "group": GROUP})
        case errno.EBUSY:
            holders = [f"{name} ({pid})" for pid, name in system.holders(port)]
            return Finding("keys_grabbed", {**facts, "holder": ", ".join(holders) or "?"})
        case errno.ENOTTY:
            return Finding("keys_none", facts)
        case errno.ENXIO if facts.get("device"):
            return Finding("keys_other", facts)
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return Finding("keys_absent", facts)
        case _:
            return Finding("keys_fail", {**facts, "detail": fault.detail})
