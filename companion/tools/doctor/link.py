"""Check that the link reaches the broker and the hub, where it is switched on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.config import ConfigError
from companion.tools.doctor.finding import Case, Finding, FindingFact
from companion.uplink.link.ask import running
from companion.uplink.link.reach import Obstacle, Word
from companion.uplink.link.settings import load_link
from companion.uplink.outbox.key_file import KEY, OWNER, owner_key

ANSWER_S = 4.0
HUB_S = 3.0
LIMIT_S = 15.0


CODES = {
    Obstacle.WELL: "link_well",
    Obstacle.NO_BROKER: "link_no_broker",
    Obstacle.SILENT: "link_silent",
    Obstacle.PASSWORD: "link_password",
    Obstacle.CERTIFICATE: "link_certificate",
    Obstacle.DATE: "link_certificate_date",
    Obstacle.NO_TLS: "link_no_tls",
    Obstacle.NAME_TAKEN: "link_name_taken",
    Obstacle.REFUSED: "link_refused",
    Obstacle.NO_HUB: "link_no_hub",
}


def look(case: Case) -> Iterator[Finding]:
    """Yield nothing where it is switched off. A running link is asked for its state, as its account has one
    connection."""
    try:
        settings = load_link(case.config, case.data)
    except ConfigError:  # reported by `companion.tools.doctor.settings`
        return
    if not settings.on:
        return
    if (case.data / KEY).exists():
        try:
            owner_key(case.data, ())
        except (OSError, ValueError):
            yield Finding("link_key", {"path": str(case.data / KEY)})
    elif (case.data / OWNER).exists():
        yield Finding("link_key_missing", {"path": str(case.data / KEY)})
    where: dict[str, FindingFact] = {"broker": settings.broker, "port": settings.port, "table": settings.table}
    try:
        word = running(case.data)
    except PermissionError:
        yield Finding("link_unread")
        return
    if word is not None:
        yield from _said(word, where)
        return
    if case.quick or case.live is not None:
        return
    from companion.uplink.link.probe import find_hindrance

    found = find_hindrance(settings, ANSWER_S, HUB_S)
    yield Finding(CODES[found.reach], {**where, "detail": found.detail or "–"})


def _said(word: Word, where: dict[str, FindingFact]) -> Iterator[Finding]:
    """Yield the findings of a running link's own report."""
    facts = {**where, "detail": word.detail or "–"}
    if word.broker:
        yield Finding(CODES[Obstacle.WELL if word.hub else Obstacle.NO_HUB], facts)
    elif word.reach is not None:
        yield Finding(CODES[word.reach], facts)
    else:
        yield Finding("link_connecting", facts)
    if word.clash and word.reach is not Obstacle.NAME_TAKEN:
        yield Finding("link_name_taken", facts)
    if word.full:
        yield Finding("link_full", facts)
    if word.left_out:
        yield Finding("link_left_out", {**facts, "topics": ", ".join(word.left_out), "packet": word.packet})
