"""Turns contacts into Kivy's touches; and SDL's finger events, which Kivy drops on Linux, into contacts."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

from kiosk.touch.calibration import Axes
from kiosk.touch.decoder import Contact, TouchPhase

Dispatch = Callable[[str, Any], None]
OUTSIDE = -1.0
"""A finger that does not count any more is lifted out here, where no key is."""


class Finger(MotionEvent):
    """A finger on the glass; `sx`, `sy` as Kivy wants them: from 0 to 1, y upwards, before the picture is turned."""

    def __init__(self, device: str, number: int, place: tuple[float, float]) -> None:
        super().__init__(device, number, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: tuple[float, float]) -> None:
        self.sx, self.sy = args
        super().depack(args)


class FingerProvider(MotionEventProvider):
    """Hands contacts to Kivy as touches, each finger by its id.

    :param read: the contacts since the last call.
    :param on_finger: called with the panel's own place (x, y from its upper left) of each finger that comes down.
    """

    def __init__(
        self,
        device: str,
        read: Callable[[], list[Contact]],
        on_finger: Callable[[float, float], object] = lambda _x, _y: None,
    ) -> None:
        super().__init__(device, "")
        self.axes = Axes()
        self.on_finger = on_finger
        self._read = read
        self._fingers: dict[int, Finger] = {}
        self._later: deque[Contact] = deque()

    def update(self, dispatch_fn: Dispatch) -> None:
        """Dispatch touches. Kivy handles them when all are there, each finger at its last place. So a finger that came
        down and moved on since the last call comes down now, and the rest follows in the next turn."""
        self._later.extend(self._read())
        begun: dict[int, tuple[float, float]] = {}
        while self._later:
            contact = self._later[0]
            x, y = self.axes.place(contact.x, contact.y)
            place = (OUTSIDE, OUTSIDE) if contact.phase == "cancel" else (x, 1 - y)
            if begun.get(contact.id, place) != place:
                Clock.schedule_once(lambda _dt: None)  # the loop takes a next turn at once
                return
            self._later.popleft()
            if contact.phase == "begin":
                begun[contact.id] = place
                self.on_finger(contact.x, contact.y)
            self._tell(dispatch_fn, contact.phase, contact.id, place)

    def _tell(self, dispatch: Dispatch, phase: TouchPhase, number: int, place: tuple[float, float]) -> None:
        finger = self._fingers.get(number)
        match phase:
            case "begin":
                self._fingers[number] = finger = Finger(self.device, number, place)
                dispatch("begin", finger)
            case "update" if finger is not None:
                finger.move(place)
                dispatch("update", finger)
            case "end" | "cancel" if finger is not None:
                if (finger.sx, finger.sy) != place:
                    finger.move(place)
                    dispatch("update", finger)
                finger.update_time_end()
                dispatch("end", finger)
                del self._fingers[number]


SDL_PHASES: Mapping[int, TouchPhase] = {0x700: "begin", 0x701: "end", 0x702: "update"}
"""SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION."""


class SdlFingers:
    """SDL's finger events, caught as they enter its queue.

    :param sdl: the SDL library that has the window.
    """

    class Event(ctypes.Structure):
        """SDL_TouchFingerEvent."""

        _fields_ = (
            ("type", ctypes.c_uint32),
            ("timestamp", ctypes.c_uint32),
            ("touch", ctypes.c_int64),
            ("finger", ctypes.c_int64),
            ("x", ctypes.c_float),
            ("y", ctypes.c_float),
            ("dx", ctypes.c_float),
            ("dy", ctypes.c_float),
            ("pressure", ctypes.c_float),
            ("window", ctypes.c_uint32),
        )

    def __init__(self, sdl: Any) -> None:
        self._sdl = sdl
        self._queue: deque[Contact] = deque()
        self._ids: dict[tuple[int, int], int] = {}
        self._last = 0
        # Held as an attribute: SDL has a bare pointer, and calls freed memory once the object is collected.
        self._watch = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(self.Event))(self._take)
        sdl.SDL_AddEventWatch.argtypes = sdl.SDL_DelEventWatch.argtypes = [type(self._watch), ctypes.c_void_p]
        sdl.SDL_AddEventWatch.restype = sdl.SDL_DelEventWatch.restype = None
        sdl.SDL_AddEventWatch(self._watch, None)

    def close(self) -> None:
        """Remove the watch from SDL."""
        self._sdl.SDL_DelEventWatch(self._watch, None)

    def contacts(self) -> list[Contact]:
        """Return what has happened since the last call."""
        found = []
        while self._queue:
            found.append(self._queue.popleft())
        return found

    def _take(self, _data: object, pointer: Any) -> int:
        event = pointer.contents
        phase = SDL_PHASES.get(event.type)
        if phase is not None:
            key = (event.touch, event.finger)
            if phase == "begin":
                self._last += 1
                self._ids[key] = self._last
            number = self._ids.get(key)
            if number is not None:
                self._queue.append(Contact(phase, number, event.x, event.y))
            if phase == "end":
                self._ids.pop(key, None)
        return 1  # SDL ignores what a watch returns
