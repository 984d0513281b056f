"""Where a reader speaks: the topics that belong to the one that table.toml names."""

from __future__ import annotations

import re
from enum import Enum, auto

from msgspec import Struct

from companion.engine.text import N_, Text
from drivers.network.payload import Format

LONGEST = 200
OURS = ("companion", "hub", "homeassistant")
"""First parts of topics on which tables, hub and Home Assistant speak."""
_STRANGE = re.compile(r"[#+\x00-\x1f\x7f]|^\$|^/|/$|//|^$")


class TopicRole(Enum):
    """The meaning of a topic."""

    TAP = auto()
    REMOVED = auto()
    STATUS = auto()


class Topics(Struct, frozen=True):
    """`removed`: "" where nothing is said when a tag goes."""

    tap: str
    removed: str
    status: str

    def role(self, topic: str) -> TopicRole | None:
        if topic == self.tap:
            return TopicRole.TAP
        if topic == self.status:
            return TopicRole.STATUS
        return TopicRole.REMOVED if topic == self.removed else None

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(topic for topic in (self.status, self.tap, self.removed) if topic)


def topics_of(format: Format, topic: str, status: str = "") -> Topics:
    """
    Tasmota: `topic` is the device's own (`reader1` for tele/reader1/SENSOR) or the whole one. ESPHome: its prefix
    (`reader1` for reader1/tag), or the whole one. Plain: the whole one; its status is said on `<topic>/status`.

    :param status: where it says whether it is there; "" for the firmware's own topic.
    """
    match format:
        case "tasmota":
            tap = topic if "/" in topic else f"tele/{topic}/SENSOR"
            return Topics(tap, "", status or f"{_above(tap)}/LWT")
        case "esphome":
            tap = topic if "/" in topic else f"{topic}/tag"
            return Topics(tap, f"{tap}_removed", status or f"{_above(tap)}/status")
        case "plain":
            return Topics(topic, "", status or f"{topic}/status")


def wrong_with(topic: str) -> Text | None:
    """Why this can be no reader's topic, None if it can."""
    if len(topic) > LONGEST or _STRANGE.search(topic):
        return Text(
            N_("a topic has 1 to {most} letters, no + and no #, and does not begin or end with /"), {"most": LONGEST}
        )
    first = topic.partition("/")[0]
    if first in OURS:
        return Text(N_("topics below {word} are not a reader’s"), {"word": f"{first}/"})
    return None


def _above(topic: str) -> str:
    return topic.rpartition("/")[0]
