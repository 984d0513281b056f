"""Each reader: is its port there, may it be opened, who else has it, and does it speak the protocol that it should?"""

from __future__ import annotations

import errno
import termios
from collections.abc import Iterator

from companion.tools.doctor.finding import Case, Check, Finding, FindingFact
from companion.tools.doctor.live import ReaderNow
from drivers.config import ReaderConfig, TableConfig
from drivers.discovery.recognise import Recogniser
from drivers.doctor import keys, network, pcsc
from drivers.doctor.system import HardwareSystem, Heard
from drivers.readers import BOARD, KEYBOARD, PCSC, PROTOCOLS
from drivers.readers.ports import PortFault, fault_of, stable_name

LISTEN_S = 3.0
"""How long a reader is listened to; a tag on it is repeated within a second."""
SEEK_S = 3.0
"""How long other speeds are listened to where nothing was understood."""
NOISE = 14
"""Bytes without any reading from which on it is noise: shorter than the shortest frame may be a cut-off one."""


def reader_checks(system: HardwareSystem, case: Case, config: TableConfig) -> list[Check]:
    """One for each reader."""
    if not config.readers:
        return [Check("readers", lambda: [Finding("no_reader")])]
    file = str(case.config / "table.toml")
    return [_check(system, case, reader, file) for reader in config.readers]


def _check(system: HardwareSystem, case: Case, reader: ReaderConfig, file: str) -> Check:
    if reader.networked:
        return Check(f"reader {reader.name}", lambda: network.look(system, case, reader, file), network.LIMIT_S)
    return Check(f"reader {reader.name}", lambda: _look(system, case, reader, file), LISTEN_S + SEEK_S + 8)


def _look(system: HardwareSystem, case: Case, reader: ReaderConfig, file: str) -> Iterator[Finding]:
    facts: dict[str, FindingFact] = {"reader": reader.name, "port": reader.port, "file": file}
    if reader.device:
        facts["device"] = reader.device
    if reader.on_board:
        facts["antenna"] = reader.on_board
    if case.live is not None:
        now = next((r for r in case.live.readers() if r.name == reader.name), None)
        if now is not None:
            lives = {KEYBOARD: keys.live, PCSC: pcsc.live}.get(now.protocol, _live)
            yield lives(system, now, facts)
            return
    if not reader.port:
        yield Finding("reader_no_port", facts)
        return
    if reader.protocol == KEYBOARD:
        yield from keys.look(system, case, reader, facts, LISTEN_S)
        return
    if reader.protocol == PCSC:
        yield from pcsc.look(system, case, reader, facts, LISTEN_S)
        return
    url = "://" in reader.port
    if not url and not system.exists(reader.port):
        yield Finding("reader_absent", facts)
        return
    if not url and not system.is_serial(reader.port):
        yield Finding("reader_no_serial", facts)
        return
    taken = None if url else _holder(system, reader.port, case.companion)
    if taken is not None and taken[0] == case.companion:
        yield Finding("reader_taken_by_us", {**facts, "pid": taken[0]})
    elif taken is not None:
        yield _busy(taken, facts)
    else:
        yield from _opened(system, case, reader, facts)
    if not url and (better := stable_name(str(system.at(reader.port)))) is not None:
        yield Finding("port_not_stable", {**facts, "better": better})


def _holder(system: HardwareSystem, port: str, companion: int) -> tuple[int, str] | None:
    """Who has the port open: our companion if it is among them."""
    holders = system.holders(port)
    return next((holder for holder in holders if holder[0] == companion), holders[0] if holders else None)


def _opened(
    system: HardwareSystem, case: Case, reader: ReaderConfig, facts: dict[str, FindingFact]
) -> Iterator[Finding]:
    settings = reader.settings()
    try:
        system.open_port(reader.port, settings.baud).close()
    except (OSError, termios.error, ValueError) as error:
        fault = fault_of(error)
        if case.companion and fault.errno in (errno.EBUSY, errno.EAGAIN):
            yield Finding("reader_taken_by_us", {**facts, "pid": case.companion})  # /proc hides it from other users
            return
        yield _closed(system, reader.port, fault, facts)
        return
    if case.quick:
        yield Finding("reader_open", facts)
        return
    yield _spoken(system, reader, system.listen(settings, LISTEN_S), facts)


def _closed(system: HardwareSystem, port: str, fault: PortFault, facts: dict[str, FindingFact]) -> Finding:
    if fault.was_open:
        return Finding("reader_lost", facts)
    match fault.errno:
        case errno.ENOTTY:
            return Finding("reader_no_serial", facts)
        case errno.EACCES | errno.EPERM:
            group = system.group_of(port)
            named = group if group not in ("root", "?") else "dialout"
            return Finding("reader_not_allowed", {**facts, "user": system.user(), "group": named})
        case errno.EBUSY | errno.EAGAIN:
            return Finding("reader_locked", facts)
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return Finding("reader_absent", facts)
        case _:
            return Finding("reader_fails", {**facts, "detail": fault.detail})


def _spoken(system: HardwareSystem, reader: ReaderConfig, heard: Heard, facts: dict[str, FindingFact]) -> Finding:
    counted = heard.counters
    facts = {**facts, "seconds": max(1, round(heard.seconds)), "bytes": counted.received, "reads": counted.reads}
    if counted.reads:
        return Finding("reader_well", {**facts, "last": counted.last})
    if heard.answers:
        return Finding("reader_answers", facts)
    if counted.unread >= NOISE or heard.answers is False:
        return _strange(system, reader, heard, facts)
    if heard.fault is not None:
        return _closed(system, reader.port, heard.fault, facts)
    return _silent(system, reader, facts)


def _silent(system: HardwareSystem, reader: ReaderConfig, facts: dict[str, FindingFact]) -> Finding:
    """Check a silent reader: it may be one that must be asked, though the config says that it talks by itself."""
    found = system.seek(reader.port, 0)
    if found.candidates:
        guess = found.candidates[0].protocol
        return Finding(
            "reader_wrong_protocol", {**facts, "protocol": reader.protocol, "guess": guess, "baud": found.baud}
        )
    return Finding("reader_scraps" if facts["bytes"] else "reader_silent", facts)


def _strange(system: HardwareSystem, reader: ReaderConfig, heard: Heard, facts: dict[str, FindingFact]) -> Finding:
    """Find out what a reader really is that sends what its protocol does not understand, or does not answer."""
    facts = {**facts, "protocol": reader.protocol, "sample": _sample(reader.protocol, heard.data)}
    baud = reader.settings().baud
    seen = Recogniser()
    seen.feed(heard.data)
    if reader.on_board and any(candidate.protocol == BOARD for candidate in seen.found()):
        return Finding("antenna_silent", facts)
    kinds = [candidate.protocol for candidate in seen.found() if candidate.protocol != reader.protocol]
    if not kinds:
        found = system.seek(reader.port, SEEK_S)
        kinds, baud = [candidate.protocol for candidate in found.candidates], found.baud
    if not kinds:
        return Finding("reader_deaf" if heard.counters.unread < NOISE else "reader_noise", facts)
    if kinds[0] == reader.protocol:
        return Finding("reader_wrong_baud", {**facts, "baud": baud})
    return Finding("reader_wrong_protocol", {**facts, "guess": kinds[0], "baud": baud})


def _sample(protocol: str, data: bytes) -> str:
    """Its first bytes; of a reader that sends lines its last words, for a sketch says what it means."""
    words = " · ".join(filter(None, map(str.strip, data.decode("ascii", "replace").split("\n"))))
    if protocol == "text_line" and words and words.isprintable() and "\ufffd" not in words:
        return words[-60:]
    return data[:12].hex(" ").upper()


def _live(system: HardwareSystem, now: ReaderNow, facts: dict[str, FindingFact]) -> Finding:
    """What the running companion knows of it. Its port is not opened: it may have it open itself."""
    port = now.port
    if now.connected:
        if now.unread >= NOISE and not now.reads:
            facts = {**facts, "bytes": now.received, "protocol": now.protocol, "sample": "…"}
            return Finding("reader_noise", facts)
        return Finding("reader_open", facts)
    if not port:
        return Finding("reader_no_port", facts)
    if "://" not in port:
        if not system.exists(port):
            return Finding("reader_absent", facts)
        if not system.is_serial(port):
            return Finding("reader_no_serial", facts)
        if not system.may(port, "rw"):
            return _closed(system, port, PortFault("", errno.EACCES), facts)
        if holders := system.holders(port):
            return _busy(holders[0], facts)
    if now.protocol == BOARD and now.errno is None and not now.error:
        return Finding("antenna_silent", facts)
    if PROTOCOLS[now.protocol].talker is not None:
        return Finding("reader_deaf", {**facts, "protocol": now.protocol})
    return _closed(system, port, PortFault(now.error, now.errno, now.was_open), facts)


def _busy(holder: tuple[int, str], facts: dict[str, FindingFact]) -> Finding:
    return Finding("reader_busy", {**facts, "pid": holder[0], "holder": f"{holder[1]} ({holder[0]})"})
