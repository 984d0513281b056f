"""Turns a touchscreen's input events into contacts: protocol B (slots), A (anonymous), single touch. No I/O.

https://docs.kernel.org/input/multi-touch-protocol.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Literal, NamedTuple

from companion.engine.evdev import (
    ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TRACKING_ID,
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    MT_TOOL_PALM,
    SYN_DROPPED,
    SYN_MT_REPORT,
    SYN_REPORT,
    Description,
    InputEvent,
    Range,
)

TouchPhase = Literal["begin", "update", "end", "cancel"]
SLOTS_MOST = 64
"""More slots than any panel has: a device that claims more is held to these."""
SAME_FINGER = 0.15
"""Of the panel's width: how far an anonymous contact (protocol A) may have moved between two frames."""


class Contact(NamedTuple):
    """A finger that has come, moved, gone, or is not to count any more (`cancel`).

    `x`, `y`: from 0 to below 1, from the panel's left and upper edge. `id`: its own while it touches.
    """

    phase: TouchPhase
    id: int
    x: float
    y: float


class SlotState(NamedTuple):
    """The kernel's answer about the state of the slots, a value a slot."""

    tracking: Sequence[int]
    x: Sequence[int]
    y: Sequence[int]


class TouchDecoder:
    """The base of the decoders: feed it every event of one device; it yields contacts at the end of each frame."""

    def __init__(self, ids: Iterator[int]) -> None:
        """:param ids: where the ids of new contacts come from, shared by all devices."""
        self._ids = ids
        self._down: dict[int, tuple[int, float, float]] = {}  # key of the device -> id, x, y
        self._ignored: set[int] = set()
        self.stale = False
        """The kernel has dropped events: give `resync` the device's state."""

    def feed(self, event: InputEvent) -> list[Contact]:
        """Take one event; return the contacts changed by the frame that it ends."""
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            self.stale = True
            self._forget_frame()
            return []
        if event.type == EV_SYN and event.code == SYN_REPORT:
            if self.stale:
                return []
            return self._changes(self._frame())
        if not self.stale:
            self._take(event)
        return []

    def cancel(self) -> list[Contact]:
        """Cancel the contacts of a device that has gone."""
        gone = [Contact("cancel", *where) for where in self._down.values()]
        self._down.clear()
        self._ignored.clear()
        return gone

    def _changes(self, now: Mapping[int, tuple[float, float]]) -> list[Contact]:
        """Return the difference between the contacts that were down and those that are."""
        found = []
        for key in [key for key in self._down if key not in now]:
            found.append(Contact("end", *self._down.pop(key)))
        self._ignored &= now.keys()
        for key, (x, y) in now.items():
            if key in self._ignored:
                continue
            was = self._down.get(key)
            if was is None:
                number = next(self._ids)
                found.append(Contact("begin", number, x, y))
            elif was[1:] != (x, y):
                number = was[0]
                found.append(Contact("update", number, x, y))
            else:
                continue
            self._down[key] = (number, x, y)
        return found

    def _take(self, event: InputEvent) -> None:
        raise NotImplementedError

    def _frame(self) -> Mapping[int, tuple[float, float]]:
        """Return key and place of each contact that is down at the end of a frame."""
        raise NotImplementedError

    def _forget_frame(self) -> None:
        """Forget the events of the frame that has begun: they are not reliable."""


class SlotDecoder(TouchDecoder):
    """Protocol B: the kernel reports what has changed in a slot; the rest keeps its value, also for a new finger."""

    def __init__(self, device: Description, ids: Iterator[int]) -> None:
        super().__init__(ids)
        self.slots = min(device.axes[ABS_MT_SLOT].most + 1, SLOTS_MOST)
        self._x_range, self._y_range = device.axes[ABS_MT_POSITION_X], device.axes[ABS_MT_POSITION_Y]
        self._slot = 0
        self._x, self._y = [0] * self.slots, [0] * self.slots
        self._tracking = [-1] * self.slots
        self._palm: set[int] = set()

    def begin(self, state: SlotState | None, slot: int = 0) -> None:
        """Begin with a device that has just been opened. Fingers already on it do not count until they are lifted.

        :param state: the state of its slots; None if that is not known.
        :param slot: the slot to which the next event belongs.
        """
        self._slot = slot
        if state is not None:
            self._set(state)
            self._ignored = set(self._frame())

    def resync(self, state: SlotState | None, slot: int = 0) -> list[Contact]:
        """Recover from lost events: take the state of the slots from the device; return what that changes.

        Without it (None) the fingers that were down do not count any more.
        """
        self.stale = False
        self._slot = slot
        if state is None:
            self._tracking = [-1] * self.slots
            return self.cancel()
        self._set(state)
        return self._changes(self._frame())

    def _set(self, state: SlotState) -> None:
        self._tracking, self._x, self._y = list(state.tracking), list(state.x), list(state.y)
        self._palm.clear()

    def _take(self, event: InputEvent) -> None:
        if event.type != EV_ABS:
            return
        if event.code == ABS_MT_SLOT:
            self._slot = event.value
        if not 0 <= self._slot < self.slots:
            return
        slot = self._slot
        if event.code == ABS_MT_TRACKING_ID:
            self._tracking[slot] = event.value
            self._palm.discard(slot)
        elif event.code == ABS_MT_POSITION_X:
            self._x[slot] = event.value
        elif event.code == ABS_MT_POSITION_Y:
            self._y[slot] = event.value
        elif event.code == ABS_MT_TOOL_TYPE and event.value == MT_TOOL_PALM:
            self._palm.add(slot)

    def _frame(self) -> Mapping[int, tuple[float, float]]:
        # The tracking id is part of the key: a slot may get its next finger within one frame.
        return {
            self._tracking[slot] * self.slots + slot: (
                fraction(self._x[slot], self._x_range),
                fraction(self._y[slot], self._y_range),
            )
            for slot in range(self.slots)
            if self._tracking[slot] >= 0
        }

    def _changes(self, now: Mapping[int, tuple[float, float]]) -> list[Contact]:
        palms = {key for key in now if key % self.slots in self._palm}
        lying = [Contact("cancel", *self._down.pop(key)) for key in palms if key in self._down]
        self._ignored |= palms
        return lying + super()._changes(now)


class AnonymousDecoder(TouchDecoder):
    """Protocol A: each frame reports all contacts, without their identity; the nearest one is the same finger."""

    def __init__(self, device: Description, ids: Iterator[int]) -> None:
        super().__init__(ids)
        self._x_range, self._y_range = device.axes[ABS_MT_POSITION_X], device.axes[ABS_MT_POSITION_Y]
        self._point: dict[int, int] = {}
        self._points: list[dict[int, int]] = []
        self._keys: dict[int, tuple[float, float]] = {}
        self._next = 0

    def resync(self) -> list[Contact]:
        """Do nothing after lost events: the next frame reports everything anyhow."""
        self.stale = False
        return []

    def _take(self, event: InputEvent) -> None:
        if event.type == EV_ABS:
            self._point[event.code] = event.value
        elif event.type == EV_SYN and event.code == SYN_MT_REPORT:
            self._end_point()

    def _end_point(self) -> None:
        if self._point.keys() >= {ABS_MT_POSITION_X, ABS_MT_POSITION_Y}:
            self._points.append(self._point)
        self._point = {}

    def _forget_frame(self) -> None:
        self._point, self._points = {}, []

    def _frame(self) -> Mapping[int, tuple[float, float]]:
        self._end_point()  # some drivers leave SYN_MT_REPORT out after the only contact
        places = [
            (fraction(p[ABS_MT_POSITION_X], self._x_range), fraction(p[ABS_MT_POSITION_Y], self._y_range))
            for p in self._points
        ]
        self._forget_frame()
        pairs = sorted(
            (hypot(x - was_x, y - was_y), key, i)
            for key, (was_x, was_y) in self._keys.items()
            for i, (x, y) in enumerate(places)
        )
        found: dict[int, int] = {}
        for distance, key, i in pairs:
            if distance <= SAME_FINGER and key not in found.values() and i not in found:
                found[i] = key
        for i in range(len(places)):
            if i not in found:
                found[i], self._next = self._next, self._next + 1
        self._keys = {found[i]: place for i, place in enumerate(places)}
        return self._keys


class SingleDecoder(TouchDecoder):
    """One finger: its place, and BTN_TOUCH while it touches (resistive panels, old controllers)."""

    def __init__(self, device: Description, ids: Iterator[int]) -> None:
        super().__init__(ids)
        self._x_range, self._y_range = device.axes[ABS_X], device.axes[ABS_Y]
        self._x = self._y = 0
        self._touching = False

    def begin(self, values: Mapping[int, int] | None) -> None:
        """Begin with a device that has just been opened. The kernel reports only changes from these values."""
        if values is not None:
            self._x, self._y = values[ABS_X], values[ABS_Y]

    def resync(self, values: Mapping[int, int] | None) -> list[Contact]:
        """Cancel the finger: its lifting may be among the lost events."""
        self.stale = False
        self._touching = False
        self.begin(values)
        return self.cancel()

    def _take(self, event: InputEvent) -> None:
        if event.type == EV_KEY and event.code == BTN_TOUCH:
            self._touching = event.value != 0
        elif event.type == EV_ABS and event.code == ABS_X:
            self._x = event.value
        elif event.type == EV_ABS and event.code == ABS_Y:
            self._y = event.value

    def _frame(self) -> Mapping[int, tuple[float, float]]:
        if not self._touching:
            return {}
        return {0: (fraction(self._x, self._x_range), fraction(self._y, self._y_range))}


def fraction(value: int, limits: Range) -> float:
    """Return where `value` is within an axis: from 0 to below 1, the middle of its step; beyond the ends, the end."""
    steps = limits.most - limits.least + 1
    return min(max(value - limits.least, 0), steps - 1) / steps + 0.5 / steps


def decoder_for(device: Description, ids: Iterator[int]) -> SlotDecoder | AnonymousDecoder | SingleDecoder | None:
    """Return the decoder for a touchscreen; None if its axes have no extent."""
    if device.is_multitouch:
        x, y = device.axes[ABS_MT_POSITION_X], device.axes[ABS_MT_POSITION_Y]
    else:
        x, y = device.axes[ABS_X], device.axes[ABS_Y]
    if x.most <= x.least or y.most <= y.least:
        return None
    if not device.is_multitouch:
        return SingleDecoder(device, ids)
    if ABS_MT_SLOT in device.axes and ABS_MT_TRACKING_ID in device.axes:
        return SlotDecoder(device, ids)
    return AnonymousDecoder(device, ids)
