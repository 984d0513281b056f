"""Try once to reach the broker, where no link is: find what hinders, and what the broker sends."""

from __future__ import annotations

import queue
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.uplink.link import wire
from companion.uplink.link.broker import Broker, tls_of
from companion.uplink.link.frames import Subscription
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import LONGEST_AUTHORITY, BrokerSettings, LinkSettings

NO_DATE = (9, 10)
"""X.509's verdicts: not valid yet, and not any more."""


def hindered(settings: BrokerSettings, seconds: float) -> Hindrance | None:
    """Return what hinders a connection, TLS included, if anything does; no login is tried.

    :param seconds: that the broker is waited for.
    :raises OSError: if the certificate's file cannot be used.
    """
    context = tls_of(settings) if settings.tls else None
    try:
        with _line(settings, seconds) as line:
            if context is not None:
                with context.wrap_socket(line, server_hostname=settings.broker):
                    pass
    except ssl.SSLCertVerificationError as fault:
        if fault.verify_code in NO_DATE:
            return Hindrance(Obstacle.DATE, fault.verify_message)
        return Hindrance(Obstacle.CERTIFICATE, fault.verify_message, offered_authority(settings, seconds))
    except ssl.SSLError as fault:
        return Hindrance(Obstacle.NO_TLS, str(fault.reason))
    except (ConnectionResetError, BrokenPipeError) as fault:  # Mosquitto's word for TLS where it expects none
        return Hindrance(Obstacle.NO_TLS, str(fault.strerror or fault))
    except TimeoutError as fault:
        return Hindrance(Obstacle.SILENT, str(fault))
    except OSError as fault:
        return Hindrance(Obstacle.NO_BROKER, str(fault.strerror or fault))
    return None


def _line(settings: BrokerSettings, seconds: float) -> socket.socket:
    return socket.create_connection((settings.broker, settings.port), seconds)


def offered_authority(settings: BrokerSettings, seconds: float) -> str:
    """Return the authority that the broker sends with its certificate, in PEM, if that is good for its address; else
    "".

    It is unverified: a person at the table compares its fingerprint with the hub's.
    """
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    try:
        with _line(settings, seconds) as line, anybody.wrap_socket(line, server_hostname=settings.broker) as secure:
            chain = _chain(secure)
        found = chain[-1] if chain else ""
        if not found or len(found) > LONGEST_AUTHORITY:
            return ""
        known = tls_of(replace(settings, ca="", authority=found))
        with _line(settings, seconds) as line, known.wrap_socket(line, server_hostname=settings.broker):
            return found
    except (OSError, ValueError):  # ssl.SSLError is one of the former
        return ""


def _chain(line: ssl.SSLSocket) -> list[str]:
    """Return the certificates that the other side has sent, in PEM. Public from Python 3.13 on."""
    if sys.version_info >= (3, 13):
        return [ssl.DER_cert_to_PEM_cert(one) for one in line.get_unverified_chain()]
    inner: Any = line._sslobj  # type: ignore[attr-defined, unused-ignore]
    return [one.public_bytes() for one in inner.get_unverified_chain() or ()]


def find_hindrance(settings: LinkSettings, seconds: float, hub_s: float) -> Hindrance:
    """Return what a link with these settings meets. It has the link's own account: only where no link is.

    :param seconds: that the broker is waited for.
    :param hub_s: that its word of a hub is waited for.
    """
    try:
        found = hindered(settings, seconds)
    except OSError as fault:
        found = Hindrance(Obstacle.CERTIFICATE, str(fault))
    if found is not None:
        return found
    news = queue.SimpleQueue[Hindrance | None]()

    def heard(_topic: str, payload: bytes, _retained: bool) -> None:
        if payload:
            news.put(Hindrance(Obstacle.WELL))

    will = wire.up(settings.table, wire.ONLINE)
    broker = Broker(
        settings, settings.table, (wire.HUB_ONLINE,), will, lambda there: news.put(None) if there else None, heard,
        news.put,
    )  # fmt: skip
    broker.start()
    try:
        first = news.get(timeout=seconds)
        return first if first is not None else news.get(timeout=hub_s) or Hindrance(Obstacle.NO_HUB)
    except queue.Empty:
        return Hindrance(Obstacle.NO_HUB if broker.there else Obstacle.SILENT)
    finally:
        threading.Thread(target=broker.close, name="leave broker", daemon=True).start()


def subscribe(
    settings: LinkSettings,
    topics: Sequence[tuple[str, bool]],
    seconds: float,
    taken: Callable[[str, bytes, bool], object],
) -> bool:
    """Receive messages on topics for so long, where no link is; return whether the broker was there.

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
    broker.want([Subscription(*one) for one in topics])
    broker.start()
    try:
        if there.wait(seconds):
            time.sleep(seconds)
        return there.is_set()
    finally:
        threading.Thread(target=broker.close, name="leave broker", daemon=True).start()
