"""A connection to the broker that comes back by itself. Its session is in memory only: nothing counts as kept there."""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
from collections.abc import Callable, Sequence

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.link.frames import Wanted
from companion.link.settings import BrokerSettings

log = logging.getLogger(__name__)

SLOWEST_S = 15
"""Between two attempts to connect."""
KEEP_ALIVE_S = 20
"""A broker that does not answer for one and a half of this is gone."""
MOST_QUEUED = 4096
"""Messages that wait for the broker; more are dropped, and sent again by who sent them."""


def _at_once(_client: Client, _data: object, line: object) -> None:
    """What is small does not wait for what may follow."""
    assert isinstance(line, socket.socket)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def tls_of(settings: BrokerSettings) -> ssl.SSLContext:
    """
    :raises OSError: if the certificate's file cannot be used.
    """
    return ssl.create_default_context(cafile=settings.ca or None)


def made_client(settings: BrokerSettings, user: str, name: str) -> Client:
    """
    :param name: of the client.
    :raises OSError: if the certificate's file cannot be used.
    """
    client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(user, settings.password or None)
    if settings.tls:
        client.tls_set_context(tls_of(settings))
    return client


class Broker:
    """
    :param user: at the broker; also the name of the client.
    :param topics: that are subscribed to, whenever the broker is there.
    :param will: a topic that the broker empties, retained, once we are gone.
    :param heard: called with topic, payload, and whether the broker had retained it.
    :param connected: called with whether the broker is there; on the thread of the connection, as `heard`.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        user: str,
        topics: Sequence[str],
        will: str,
        connected: Callable[[bool], object],
        heard: Callable[[str, bytes, bool], object],
    ) -> None:
        self._settings, self._topics, self._will = settings, topics, will
        self._connected, self._heard = connected, heard
        self._wanted: tuple[Wanted, ...] = ()
        self._client = made_client(settings, user, user)
        self._client.max_queued_messages_set(MOST_QUEUED)
        self._client.reconnect_delay_set(1, SLOWEST_S)
        self._client.will_set(will, b"", qos=1, retain=True)
        self._client.on_socket_open = _at_once
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message

    def start(self) -> None:
        self._client.connect_async(self._settings.broker, self._settings.port, KEEP_ALIVE_S, clean_start=True)
        self._client.loop_start()

    def send(self, topic: str, payload: bytes, retain: bool = False) -> None:
        """Once the broker is there, if it is soon; it may be lost."""
        self._client.publish(topic, payload, qos=1, retain=retain)

    def want(self, wanted: Sequence[Wanted]) -> None:
        """Subscribe to these, too, now and whenever the broker is there."""
        self._wanted = tuple(wanted)
        if self._client.is_connected():
            self._subscribe(self._client)

    def _subscribe(self, client: Client) -> None:
        for one in self._wanted:
            client.subscribe(one.topic, options=options_of(one))

    def close(self) -> None:
        """Say goodbye: the will is not executed then, so it is said first."""
        with contextlib.suppress(RuntimeError):  # it has just gone
            if self._client.is_connected():
                self._client.publish(self._will, b"", qos=1, retain=True).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if reason.is_failure:
            log.error("the broker at %s refuses: %s", self._settings.broker, reason)
            return
        for topic in self._topics:
            client.subscribe(topic, qos=1)
        self._connected(True)
        self._subscribe(client)

    def _on_disconnect(
        self,
        _client: Client,
        _data: object,
        _flags: DisconnectFlags,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        log.warning("the broker at %s is gone: %s", self._settings.broker, reason)
        self._connected(False)

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        try:
            self._heard(message.topic, bytes(message.payload), message.retain)
        except Exception:
            log.exception("a message could not be taken: %s", message.topic[:100])


def options_of(wanted: Wanted) -> SubscribeOptions:
    """At most once, and with what the broker keeps only where that is wanted."""
    kept = SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE if wanted.retained else SubscribeOptions.RETAIN_DO_NOT_SEND
    return SubscribeOptions(qos=0, retainHandling=kept)
