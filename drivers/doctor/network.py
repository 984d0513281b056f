"""Each reader on the network: is it heard, on the right topic, in the right format, and alone?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.clock import RealClock
from companion.engine.config import ConfigError
from companion.engine.text import N_, Text
from companion.engine.wall import local_now
from companion.tools.doctor.finding import Case, Finding, FindingFact
from companion.tools.doctor.live import NetworkNow
from companion.uplink.link.ask import running
from companion.uplink.link.settings import LinkSettings, load_link
from drivers.config import ReaderConfig
from drivers.doctor.system import HardwareSystem
from drivers.network.payload import PayloadFault
from drivers.network.reader import NetworkReader
from drivers.network.topics import TopicRole

LISTEN_S = 4.0
"""How long the broker is listened to; wills and births that it keeps come at once."""
LIMIT_S = 3 * LISTEN_S
FAULTS: dict[PayloadFault, Text] = {
    PayloadFault.EMPTY: Text(N_("it is empty")),
    PayloadFault.TOO_LONG: Text(N_("it is too long")),
    PayloadFault.NOT_UTF8: Text(N_("it is not UTF-8 text")),
    PayloadFault.NOT_JSON: Text(N_("it is no JSON")),
    PayloadFault.NO_UID: Text(N_("there is no number of a tag in it")),
    PayloadFault.BAD_UID: Text(N_("what should be the number of a tag is none")),
    PayloadFault.BAD_PRESENT: Text(N_("`present` is neither true nor false")),
    PayloadFault.OTHER_FORMAT: Text(N_("it is of another firmware")),
}


def look(system: HardwareSystem, case: Case, reader: ReaderConfig, file: str) -> Iterator[Finding]:
    facts: dict[str, FindingFact] = {"reader": reader.name, "file": file, "link": str(case.config / "link.toml")}
    if case.live is not None:
        now = next((one.network for one in case.live.readers() if one.name == reader.name), None)
        if now is not None:
            yield from findings(now, facts)
        return
    settings = _settings(case)
    if settings is None or not settings.on:
        yield Finding("net_link_off", facts)
        return
    it = NetworkReader(reader.network, lambda _uid: False, local_now)
    if case.quick or system.subscribe is None:
        yield Finding("net_reader_set", {**facts, "topic": it.settings.topics.tap})
        return
    try:
        carried = running(case.data) is not None
    except PermissionError:
        carried = True
    if carried:  # an account has one connection at the broker: the link's
        yield Finding("net_reader_carried", {**facts, "topic": it.settings.topics.tap})
        return
    clock = RealClock()

    def heard(topic: str, payload: bytes, retained: bool) -> None:
        it.hear(topic, payload, retained, clock.now_ms())

    topics = it.settings.topics
    wanted = [(topic, topics.role(topic) is TopicRole.STATUS) for topic in topics.all]
    it.there(system.subscribe(settings, wanted, LISTEN_S, heard), clock.now_ms(), keep=True)
    yield from findings(now_of(it), facts)


def now_of(reader: NetworkReader) -> NetworkNow:
    """What is known of it at this moment."""
    topics, wrong = reader.settings.topics, reader.wrong
    return NetworkNow(
        topic=topics.tap,
        status=topics.status,
        format=reader.settings.format,
        broker=reader.broker,
        link=not reader.switched_off,
        said=reader.said,
        messages=reader.messages + reader.dropped,
        dropped=reader.dropped,
        fault=None if wrong is None else FAULTS[wrong.fault],
        like="" if wrong is None or wrong.like is None else wrong.like,
        sample="".join(c if c.isprintable() else "·" for c in reader.sample.decode("utf-8", "replace")),
        twice=reader.twice,
        clock_off_s=reader.clock_off_s,
        reads=reader.counters.reads,
        last=reader.counters.last,
    )


def findings(now: NetworkNow, facts: dict[str, FindingFact]) -> Iterator[Finding]:
    """All that is wrong with it; that it is well, if nothing is."""
    facts = {**facts, "topic": now.topic, "status": now.status, "format": now.format}
    if not now.broker:
        yield Finding("net_no_broker" if now.link else "net_link_off", facts)
        return
    troubles = list(_troubles(now, facts))
    yield from troubles
    if not troubles:
        well = {**facts, "reads": now.reads, "last": now.last}
        yield Finding("net_reader_well" if now.reads else "net_reader_ready", well)


def _troubles(now: NetworkNow, facts: dict[str, FindingFact]) -> Iterator[Finding]:
    if now.said is False:
        yield Finding("net_reader_offline", facts)
    elif not now.messages and now.said is None:
        yield Finding("net_reader_unheard", facts)
    if now.fault is not None and now.like and now.like != now.format:
        yield Finding("net_reader_format", {**facts, "like": now.like, "sample": now.sample})
    elif now.fault is not None:
        yield Finding("net_reader_garbage", {**facts, "fault": now.fault, "sample": now.sample})
    if now.twice:
        yield Finding("net_reader_twice", facts)
    if now.dropped:
        yield Finding("net_reader_floods", {**facts, "dropped": now.dropped})
    if now.clock_off_s:
        yield Finding("net_reader_clock", {**facts, "minutes": round(abs(now.clock_off_s) / 60)})


def _settings(case: Case) -> LinkSettings | None:
    try:
        return load_link(case.config, case.data)
    except ConfigError:  # reported where the link is looked at
        return None
