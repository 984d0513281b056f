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
Rgb = tuple[float, float, float]
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


class Knob(typing.Protocol):
    """What the panel uses of `gpiozero.RotaryEncoder`."""

    when_rotated_clockwise: Callable[[], None] | None
    when_rotated_counter_clockwise: Callable[[], None] | None

    def close(self) -> None: ...


class RgbLed(typing.Protocol):
    """What the lamps use of `gpiozero.RGBLED`."""

    value: Rgb

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


def open_knob(factory: Factory, a: int, b: int, bounce_ms: int) -> Knob:
    """A rotary encoder on the pins `a` and `b` (BCM numbers), its middle contact on ground, with the pull-ups on.

    It steps once for a whole round of its two contacts, so a contact that bounces does not count; edges that last less
    than `bounce_ms` (0: none) are not looked at in the first place.

    :raises PinsUnavailable: if there is no such pin or it is taken.
    """
    knob: Knob = _guard(_name(factory), lambda: _rotary(factory, a, b, bounce_ms))
    return knob


def _rotary(factory: Factory, a: int, b: int, bounce_ms: int) -> Knob:
    gpiozero = importlib.import_module("gpiozero")
    made = gpiozero.RotaryEncoder(a, b, max_steps=0, pin_factory=factory)
    knob: Knob = made
    for pin in (made.a.pin, made.b.pin):
        # RotaryEncoder's own bounce_time sets an attribute that no pin has. The pin must not watch meanwhile.
        changed, pin.when_changed = pin.when_changed, None
        pin.bounce = bounce_ms / 1000 if bounce_ms else None
        pin.when_changed = changed
    return knob


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
