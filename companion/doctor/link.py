"""Whether the link to a hub reaches what it should, where it is switched on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.finding import Case, Fact, Finding
from companion.engine.config import ConfigError
from companion.link.reach import Reach
from companion.link.settings import load_link
from companion.outbox.host import KEY, owner_key

ANSWER_S = 4.0
HUB_S = 3.0
LIMIT_S = 15.0


def look(case: Case) -> Iterator[Finding]:
    """Nothing where it is switched off. The kiosk itself has no network to look from."""
    try:
        settings = load_link(case.config, case.data)
    except ConfigError:  # told by `companion.doctor.settings`
        return
    if not settings.on:
        return
    if (case.data / KEY).exists():
        try:
            owner_key(case.data)
        except (OSError, ValueError):
            yield Finding("link_key", {"path": str(case.data / KEY)})
    if case.quick or case.live is not None:
        return
    from companion.link.probe import reach

    codes = {
        Reach.WELL: "link_well",
        Reach.NO_BROKER: "link_no_broker",
        Reach.SILENT: "link_silent",
        Reach.PASSWORD: "link_password",
        Reach.CERTIFICATE: "link_certificate",
        Reach.DATE: "link_certificate_date",
        Reach.NO_TLS: "link_no_tls",
        Reach.NO_HUB: "link_no_hub",
    }
    how_far, detail = reach(settings, ANSWER_S, HUB_S)
    where: dict[str, Fact] = {"broker": settings.broker, "port": settings.port, "table": settings.table}
    yield Finding(codes[how_far], {**where, "detail": detail or "–"})
