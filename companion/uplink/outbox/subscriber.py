"""What else hangs on the link besides the hub: who wants topics of the broker, and what is said on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.uplink.link.frames import BROKER, DROPPED, Frame

MOST_DIGITS = 10
Say = Callable[[str, bytes, bool], object]
"""Publishes a payload on a topic, retained or not; from any thread. Lost where the link is gone."""


class Subscriber(Protocol):
    """Called on the threads of the outbox; everything returns at once."""

    def switched(self, on: bool) -> None:
        """The link is switched on, or off."""
        ...

    def joined(self, table: str, say: Say) -> Sequence[tuple[str, bool]]:
        """A link is there. The topics that it is to subscribe to, and whether what the broker keeps there is wanted.

        :param table: the name of this table at the broker.
        """
        ...

    def there(self, broker: bool) -> None:
        """The broker is there, or it is gone: also where the link is."""
        ...

    def hear(self, topic: str, payload: bytes, retained: bool) -> bool:
        """Something was said; whether it is for this one."""
        ...

    def dropped(self, topic: str, count: int) -> None:
        """So much was said on a topic that the link has left out so many messages."""
        ...


def delivered(subscribers: Sequence[Subscriber], frame: Frame) -> bool:
    """Whether a frame of the link was for one of these, and for nobody else."""
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
