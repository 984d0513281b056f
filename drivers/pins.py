"""The only file that imports gpiozero: the pin factory named by the config, and the devices on its pins.

The factory is chosen by name and never guessed: gpiozero's own search tries four and ends in four warnings.
gpiozero is imported when pins are wanted, so a table without pins does not pay for it.
"""

from __future__ import annotations

import importlib
import typing
from collections.abc import Callable
from typing import Any, Literal

from companion.engine.foreign import of_library
from companion.engine.text import Text

FactoryName = Literal["lgpio", "mock", "none"]
"""`lgpio`: the pins of a Raspberry Pi. `mock`: pins in memory, for the virtual table. `none`: no pins."""

Factory = Any  # a gpiozero.pins.Factory; gpiozero ships no types
RgbDuty = tuple[float, float, float]
"""Red, green, blue, each from 0 (dark) to 1."""


class PinsUnavailable(RuntimeError, ValueError):
    """The pins asked for cannot be used; `what` hinders them."""

    def __init__(self, factory: str, what: Text) -> None:
        self.factory = factory
        self.what = what
        super().__init__(f"pins ({factory}): {what}")


class PushButton(typing.Protocol):
    """What the panel uses of `gpiozero.DigitalInputDevice`; active is pressed."""

    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None

    @property
    def is_active(self) -> bool: ...
    def close(self) -> None: ...


class Closing(typing.Protocol):
    """A device on pins that are free again after it is closed."""

    def close(self) -> None: ...


class RgbLed(typing.Protocol):
    """What the lamps use of `gpiozero.RGBLED`."""

    value: RgbDuty

    def close(self) -> None: ...


def open_factory(name: FactoryName) -> Factory | None:
    """The pin factory `name`; None for "none".

    :raises PinsUnavailable: if it is not installed or the machine has no such pins.
    """
    match name:
        case "none":
            return None
        case "mock":
            mock = importlib.import_module("gpiozero.pins.mock")
            return mock.MockFactory(pin_class=mock.MockPWMPin)
        case "lgpio":
            return _guard(name, lambda: importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory())


def open_button(factory: Factory, pin: int) -> PushButton:
    """A button between `pin` (BCM number) and ground, with the pull-up on and no debounce of gpiozero's.

    Not a `gpiozero.Button`: that has a thread for holding which wakes up ten times a second.

    :raises PinsUnavailable: if there is no such pin or it is taken.
    """
    gpiozero = importlib.import_module("gpiozero")
    button: PushButton = _guard(
        _name(factory),
        lambda: gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory),
    )
    return button


def watch_pair(
    factory: Factory, pin_a: int, pin_b: int, bounce_ms: int, changed: Callable[[bool, bool], None]
) -> Closing:
    """Two contacts to ground on the pins `pin_a` and `pin_b` (BCM numbers), with the pull-ups on.

    `changed` is called on the pins' thread with which of them are closed; edges that last less than `bounce_ms` (0:
    none) are not looked at. Not a `gpiozero.RotaryEncoder`: that steps once a pulse only, and its `bounce_time` sets an
    attribute that no pin has.

    :raises PinsUnavailable: if there is no such pin or it is taken.
    """
    gpiozero = importlib.import_module("gpiozero")
    pair: Any = _guard(
        _name(factory),
        lambda: gpiozero.CompositeDevice(
            *(gpiozero.InputDevice(pin, pull_up=True, pin_factory=factory) for pin in (pin_a, pin_b)),
            pin_factory=factory,
        ),
    )
    return _PinPair(pair, bounce_ms, changed)


class _PinPair:
    def __init__(self, pair: Any, bounce_ms: int, changed: Callable[[bool, bool], None]) -> None:
        self._pair, self._changed = pair, changed
        self._closed = [bool(contact.is_active) for contact in pair]
        for contact, when_changed in zip(pair, (self._a, self._b), strict=True):
            contact.pin.edges = "both"
            contact.pin.bounce = bounce_ms / 1000 if bounce_ms else None
            contact.pin.when_changed = when_changed  # a pin keeps a weak reference: a method of an object that lives

    def close(self) -> None:
        self._pair.close()

    def _a(self, _ticks: object, state: int) -> None:
        self._edge(0, state)

    def _b(self, _ticks: object, state: int) -> None:
        self._edge(1, state)

    def _edge(self, which: int, state: int) -> None:
        self._closed[which] = not state
        self._changed(*self._closed)


def open_rgb(factory: Factory, pins: tuple[int, int, int], common_anode: bool) -> RgbLed:
    """An RGB lamp on three BCM pins (red, green, blue) with PWM, dark.

    :raises PinsUnavailable: if there is no such pin or it is taken.
    """
    gpiozero = importlib.import_module("gpiozero")
    lamp: RgbLed = _guard(
        _name(factory),
        lambda: gpiozero.RGBLED(*pins, active_high=not common_anode, pwm=True, pin_factory=factory),
    )
    return lamp


def _name(factory: Factory) -> str:
    return type(factory).__name__.removesuffix("Factory").lower()


def _guard(name: str, make: Callable[[], Any]) -> Any:
    """Whatever hinders the pins, as one named error: lgpio has exceptions of its own for each layer."""
    try:
        return make()
    except Exception as error:
        raise PinsUnavailable(name, of_library(_one_line(error))) from error


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
