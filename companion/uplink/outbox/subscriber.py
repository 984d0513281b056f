"""Interface of the link's users besides the hub: they subscribe to topics of the broker and receive their messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.uplink.link.frames import BROKER, DROPPED, MqttFrame

MOST_DIGITS = 10
Publish = Callable[[str, bytes, bool], object]
"""Publishes a payload on a topic, retained or not; from any thread. Lost where the link is gone."""


class Subscriber(Protocol):
    """Called on the threads of the outbox; everything returns at once."""

    def switched(self, on: bool) -> None:
        """Note that the link is switched on, or off."""
        ...

    def joined(self, table: str, say: Publish) -> Sequence[tuple[str, bool]]:
        """Note a new link; return the topics to subscribe to, and whether the broker's retained messages are wanted.

        :param table: the name of this table at the broker.
        """
        ...

    def there(self, broker: bool) -> None:
        """Note that the broker is there, or is gone: also where the link is gone."""
        ...

    def hear(self, topic: str, payload: bytes, retained: bool) -> bool:
        """Receive a message; return whether it is for this subscriber."""
        ...

    def dropped(self, topic: str, count: int) -> None:
        """Note that the link has left out so many messages on a topic, as there were too many."""
        ...


def delivered(subscribers: Sequence[Subscriber], frame: MqttFrame) -> bool:
    """Return whether a frame of the link was for one of these subscribers."""
    if frame.topic == BROKER:
        for one in subscribers:
            one.there(bool(frame.payload))
        return False
    if frame.topic.startswith(DROPPED):
        count = int(frame.payload) if frame.payload.isdigit() and len(frame.payload) < MOST_DIGITS else 1
        for one in subscribers:
            one.dropped(frame.topic.removeprefix(DROPPED), count)
        return True
    return any(one.hear(frame.topic, frame.payload, frame.retain) for one in subscribers)
