"""One try to reach the broker, where no link is: what hinders, and what is said there."""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence

from companion.link import wire
from companion.link.broker import Broker, tls_of
from companion.link.frames import Wanted
from companion.link.reach import Hindrance, Reach
from companion.link.settings import LinkSettings

NO_DATE = (9, 10)
"""X.509's verdicts: not valid yet, and not any more."""


def hindered(settings: LinkSettings, seconds: float) -> Hindrance | None:
    """What hinders a connection, TLS included, if anything does: nobody is asked to let us in.

    :param seconds: that the broker is waited for.
    :raises OSError: if the certificate's file cannot be used.
    """
    context = tls_of(settings) if settings.tls else None
    try:
        with socket.create_connection((settings.broker, settings.port), seconds) as line:
            if context is not None:
                with context.wrap_socket(line, server_hostname=settings.broker):
                    pass
    except ssl.SSLCertVerificationError as fault:
        return Hindrance(Reach.DATE if fault.verify_code in NO_DATE else Reach.CERTIFICATE, fault.verify_message)
    except ssl.SSLError as fault:
        return Hindrance(Reach.NO_TLS, str(fault.reason))
    except TimeoutError as fault:
        return Hindrance(Reach.SILENT, str(fault))
    except OSError as fault:
        return Hindrance(Reach.NO_BROKER, str(fault.strerror or fault))
    return None


def reach(settings: LinkSettings, seconds: float, hub_s: float) -> Hindrance:
    """What a link with these settings meets. It has the link's own account: only where no link is.

    :param seconds: that the broker is waited for.
    :param hub_s: that its word of a hub is waited for.
    """
    try:
        found = hindered(settings, seconds)
    except OSError as fault:
        found = Hindrance(Reach.CERTIFICATE, str(fault))
    if found is not None:
        return found
    news = queue.SimpleQueue[Hindrance | None]()

    def heard(_topic: str, payload: bytes, _retained: bool) -> None:
        if payload:
            news.put(Hindrance(Reach.WELL))

    will = wire.up(settings.table, wire.ONLINE)
    broker = Broker(
        settings, settings.table, (wire.HUB_ONLINE,), will, lambda there: news.put(None) if there else None, heard,
        news.put,
    )  # fmt: skip
    broker.start()
    try:
        first = news.get(timeout=seconds)
        return first if first is not None else news.get(timeout=hub_s) or Hindrance(Reach.NO_HUB)
    except queue.Empty:
        return Hindrance(Reach.NO_HUB if broker.there else Reach.SILENT)
    finally:
        threading.Thread(target=broker.close, name="leave broker", daemon=True).start()


def subscribe(
    settings: LinkSettings,
    topics: Sequence[tuple[str, bool]],
    seconds: float,
    taken: Callable[[str, bytes, bool], object],
) -> bool:
    """Listen for so long to what is said on topics, where no link is; whether the broker was there.

    :param topics: and whether what the broker keeps there is wanted.
    """
    there = threading.Event()
    will = wire.up(settings.table, wire.ONLINE)
    try:
        if hindered(settings, seconds) is not None:
            return False
        broker = Broker(settings, settings.table, (), will, lambda here: there.set() if here else None, taken)
    except OSError:
        return False
    broker.want([Wanted(*one) for one in topics])
    broker.start()
    try:
        if there.wait(seconds):
            time.sleep(seconds)
        return there.is_set()
    finally:
        threading.Thread(target=broker.close, name="leave broker", daemon=True).start()
