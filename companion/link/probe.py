"""One try to reach the broker: what hinders."""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.link import wire
from companion.link.broker import made_client, options_of, tls_of
from companion.link.frames import Wanted
from companion.link.reach import Reach
from companion.link.settings import LinkSettings

KEEP_ALIVE_S = 20
NO_DATE = (9, 10)
"""X.509's verdicts: not valid yet, and not any more."""


def reach(settings: LinkSettings, seconds: float, hub_s: float) -> tuple[Reach, str]:
    """What a link with these settings meets, and the detail of it.

    :param seconds: that the broker is waited for.
    :param hub_s: that its word of a hub is waited for.
    """
    said: queue.SimpleQueue[ReasonCode | bytes] = queue.SimpleQueue()
    client = made_client(settings, settings.table, f"{settings.table}-doctor")
    client.connect_timeout = seconds

    def connected(
        _client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        said.put(reason)

    def heard(_client: Client, _data: object, message: MQTTMessage) -> None:
        said.put(bytes(message.payload))

    client.on_connect, client.on_message = connected, heard
    try:
        _connect(client, settings, seconds)
    except ssl.SSLCertVerificationError as fault:
        return (Reach.DATE if fault.verify_code in NO_DATE else Reach.CERTIFICATE), fault.verify_message
    except ssl.SSLError as fault:
        return Reach.NO_TLS, str(fault.reason)
    except TimeoutError as fault:
        return Reach.SILENT, str(fault)
    except OSError as fault:
        return Reach.NO_BROKER, str(fault.strerror or fault)
    client.loop_start()
    try:
        reason = said.get(timeout=seconds)
        if isinstance(reason, ReasonCode) and reason.is_failure:
            return Reach.PASSWORD, str(reason)
        client.subscribe(wire.HUB_ONLINE, qos=1)
        said.get(timeout=hub_s)
        return Reach.WELL, ""
    except queue.Empty:
        return (Reach.NO_HUB if client.is_connected() else Reach.SILENT), ""
    finally:
        threading.Thread(target=_leave, args=(client,), name="leave broker", daemon=True).start()


def subscribe(
    settings: LinkSettings,
    name: str,
    topics: Sequence[tuple[str, bool]],
    seconds: float,
    taken: Callable[[str, bytes, bool], object],
) -> bool:
    """Listen for so long to what is said on topics, as the link would; whether the broker was there.

    :param name: of who listens.
    :param topics: and whether what the broker keeps there is wanted.
    """
    there = threading.Event()
    client = made_client(settings, settings.table, f"{settings.table}-doctor-{name}")
    client.connect_timeout = seconds

    def connected(
        _client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if not reason.is_failure:
            for one in topics:
                client.subscribe(one[0], options=options_of(Wanted(*one)))
            there.set()

    def heard(_client: Client, _data: object, message: MQTTMessage) -> None:
        taken(message.topic, bytes(message.payload), message.retain)

    client.on_connect, client.on_message = connected, heard
    try:
        _connect(client, settings, seconds)
    except OSError:
        return False
    client.loop_start()
    try:
        if there.wait(seconds):
            time.sleep(seconds)
        return there.is_set()
    finally:
        threading.Thread(target=_leave, args=(client,), name="leave broker", daemon=True).start()


def _connect(client: Client, settings: LinkSettings, seconds: float) -> None:
    """The connection alone first, and TLS if it is wanted: paho leaves its socket open where that fails.

    :raises OSError: for what hinders.
    """
    with socket.create_connection((settings.broker, settings.port), seconds) as line:
        if settings.tls:
            with tls_of(settings).wrap_socket(line, server_hostname=settings.broker):
                pass
    client.connect(settings.broker, settings.port, KEEP_ALIVE_S)


def _leave(client: Client) -> None:
    client.disconnect()
    client.loop_stop()
