"""A connection to the broker that reconnects by itself.

Everything is sent at most once (QoS 0): the receiver answers what counts, and it is sent again without an answer.
So nothing waits for a broker that is away, and no message that the broker refuses is sent a second time.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence

import msgspec
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.uplink.link.frames import Subscription
from companion.uplink.link.pieces import LARGEST_PACKET, SMALLEST_PACKET, Limits, MessagePieces, fitting, packet_size
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import BrokerSettings

log = logging.getLogger(__name__)

SLOWEST_S = 15
"""Between two attempts to connect."""
KEEP_ALIVE_S = 20
"""A broker that does not answer for one and a half of this is gone."""
MOST_BYTES = 16_000_000
"""That wait for the broker; what is more is left out, and sent again by who sent it."""
SHORT_S, MOST_SHORT = 30.0, 3
"""So many connections in a row that a broker has ended so soon, and without a word: another one has our account.
Mosquitto 2.0.11 does not say so."""
NO_PASSWORD, NO_RETAIN, TAKEN_OVER = (0x86, 0x87), 0x9A, 0x8E
"""MQTT's reason codes: bad user name or password, not authorised; retain not supported; session taken over."""


def _at_once(_client: Client, _data: object, line: object) -> None:
    """Send small packets at once (TCP_NODELAY)."""
    assert isinstance(line, socket.socket)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def tls_of(settings: BrokerSettings) -> ssl.SSLContext:
    """
    :raises OSError: if the certificate's file cannot be used.
    """
    return ssl.create_default_context(cafile=settings.ca or None, cadata=settings.authority or None)


def made_client(settings: BrokerSettings, user: str) -> Client:
    """
    :param user: at the broker; also the name of the client, so that an account has one connection.
    :raises OSError: if the certificate's file cannot be used.
    """
    client = Client(CallbackAPIVersion.VERSION2, client_id=user, protocol=MQTTProtocolVersion.MQTTv5)
    client.username_pw_set(user, settings.password or None)
    if settings.tls:
        client.tls_set_context(tls_of(settings))
    return client


def hindrance_of(reason: ReasonCode) -> Hindrance:
    """Return why a broker has refused us, or ended the connection."""
    code = int(reason.value)
    if code in NO_PASSWORD:
        return Hindrance(Obstacle.PASSWORD, str(reason))
    return Hindrance(Obstacle.NAME_TAKEN if code == TAKEN_OVER else Obstacle.REFUSED, str(reason))


def limits_of(properties: Properties | None) -> Limits:
    """Return what a broker says that it takes, as it lets us in."""
    packet = getattr(properties, "MaximumPacketSize", None) or LARGEST_PACKET
    return Limits(min(packet, LARGEST_PACKET), getattr(properties, "RetainAvailable", 1) != 0)


class Broker:
    """
    :param user: at the broker; also the name of the client.
    :param topics: that are subscribed to, whenever the broker is there.
    :param will: a topic that the broker empties, retained, once we are gone.
    :param heard: called with topic, payload, and whether the broker had retained it.
    :param connected: called with whether the broker is there; on the thread of the connection, as `heard`.
    :param hindered: called with why the broker has refused us or ended the connection, if it said so.
    :param left_out: called with a topic of which a message was larger than the broker takes.
    :param apart_s: after another connection has taken over our account: the first wait and the longest, s.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        user: str,
        topics: Sequence[str],
        will: str,
        connected: Callable[[bool], object],
        heard: Callable[[str, bytes, bool], object],
        hindered: Callable[[Hindrance], object] = lambda _hindrance: None,
        left_out: Callable[[str], object] = lambda _topic: None,
        apart_s: tuple[int, int] = (20, 300),
    ) -> None:
        self._settings, self._topics, self._will = settings, topics, will
        self._connected, self._heard, self._hindered, self._left_out = connected, heard, hindered, left_out
        self._apart_s = apart_s
        self._apart, self._since = apart_s[0], 0.0
        self._short = 0
        """Connections that ended soon, and without a word, one after the other."""
        self._clash = self._closing = False
        self._wanted: tuple[Subscription, ...] = ()
        self.limits = Limits()
        """What the broker takes, once it is there."""
        self._pieces = MessagePieces()
        self._lock = threading.RLock()
        self._there = False
        self._message = 0
        self._waiting: dict[int, int] = {}
        """Bytes of packets that are not written yet, by their numbers."""
        self._bytes = 0
        self._too_much = False
        self._client = made_client(settings, user)
        self._client.reconnect_delay_set(1, SLOWEST_S)
        self._client.will_set(will, b"", retain=True)
        self._client.on_socket_open = _at_once
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish

    def start(self) -> None:
        self._client.connect_async(self._settings.broker, self._settings.port, KEEP_ALIVE_S, clean_start=True)
        self._client.loop_start()

    def send(self, topic: str, payload: bytes, retain: bool = False) -> bool:
        """Send a message, in pieces where the broker takes no larger ones, which it cannot retain. It may be lost.

        :return: False if it was left out: the broker is away, takes nothing so large, or has not taken enough yet.
        """
        with self._lock:
            if not self._there:
                return False
            self._message += 1
            packets = fitting(topic, payload, self.limits.packet, self._message)
            if not packets:
                self._left_out(topic)
                return False
            size = sum(packet_size(*packet) for packet in packets)
            if self._bytes + size > MOST_BYTES:
                if not self._too_much:
                    log.warning("the broker takes too little: %s is left out", topic[:100])
                self._too_much = True
                return False
            self._too_much = False
            kept = retain and self.limits.retain and len(packets) == 1
            for packet in packets:
                info = self._client.publish(*packet, retain=kept)
                if not info.is_published():
                    self._waiting[info.mid] = packet_size(*packet)
                    self._bytes += packet_size(*packet)
        return True

    @property
    def there(self) -> bool:
        """Whether the broker is."""
        return self._there

    def want(self, wanted: Sequence[Subscription]) -> None:
        """Subscribe to these, too, now and whenever the broker is there."""
        self._wanted = tuple(wanted)
        if self._client.is_connected():
            self._subscribe(self._client)

    def _subscribe(self, client: Client) -> None:
        for one in self._wanted:
            client.subscribe(one.topic, options=options_of(one))

    def close(self) -> None:
        """Say goodbye: the will is not executed then, so it is said first."""
        self._closing = True
        with contextlib.suppress(RuntimeError):  # it has just gone
            if self._client.is_connected():
                self._client.publish(self._will, b"", retain=self.limits.retain).wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            log.error("the broker at %s refuses: %s", self._settings.broker, reason)
            if int(reason.value) == NO_RETAIN:
                client.will_set(self._will, b"")
                return
            self._hindered(hindrance_of(reason))
            return
        limits = limits_of(properties)
        if limits.packet < SMALLEST_PACKET:
            self._hindered(Hindrance(Obstacle.REFUSED, f"Maximum Packet Size {limits.packet}"))
            return
        with self._lock:
            self.limits, self._there, self._pieces = limits, True, MessagePieces()
            self._emptied()
        client.reconnect_delay_set(1, SLOWEST_S)
        self._since = time.monotonic()
        for topic in self._topics:
            client.subscribe(topic)
        self._connected(True)
        self._subscribe(client)

    def _on_disconnect(
        self,
        _client: Client,
        _data: object,
        flags: DisconnectFlags,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        log.warning("the broker at %s is gone: %s", self._settings.broker, reason)
        with self._lock:
            there, self._there = self._there, False
            self._emptied()
        if there:
            self._connected(False)
        lasted = time.monotonic() - self._since
        found = hindrance_of(reason) if flags.is_disconnect_packet_from_server else None
        if found is None and there and not self._closing:
            self._short = self._short + 1 if lasted < SHORT_S else 0
            if self._short >= MOST_SHORT:
                found = Hindrance(Obstacle.NAME_TAKEN, f"closed {self._short} times without a reason")
        if self._clash or (found is not None and found.reach is Obstacle.NAME_TAKEN):
            self._keep_apart(lasted)
        if found is not None:
            self._hindered(found)

    def clashes(self) -> None:
        """Note that another connection uses our account, too."""
        self._clash = True

    def _keep_apart(self, lasted: float) -> None:
        """Wait longer between connections, as two with one account throw each other out once a second."""
        self._clash = False
        if lasted > 2 * self._apart_s[1]:
            self._apart = self._apart_s[0]
        self._client.reconnect_delay_set(self._apart, self._apart)
        self._apart = min(2 * self._apart, self._apart_s[1])

    def _on_publish(
        self, _client: Client, _data: object, packet: int, _reason: ReasonCode, _properties: Properties
    ) -> None:
        with self._lock:
            self._bytes -= self._waiting.pop(packet, 0)

    def _emptied(self) -> None:
        """Forget the waiting packets: nothing waits for a broker that is away."""
        self._waiting.clear()
        self._bytes = 0

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        try:
            whole = self._pieces.take(message.topic, bytes(message.payload))
            if whole is not None:
                self._heard(*whole, message.retain)
        except msgspec.MsgspecError as error:
            log.warning("%s: %s", message.topic[:100], str(error)[:200])
        except Exception:
            log.exception("a message could not be taken: %s", message.topic[:100])


def options_of(wanted: Subscription) -> SubscribeOptions:
    """Return options for QoS 0, with retained messages only where they are wanted."""
    kept = SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE if wanted.retained else SubscribeOptions.RETAIN_DO_NOT_SEND
    return SubscribeOptions(qos=0, retainHandling=kept)
