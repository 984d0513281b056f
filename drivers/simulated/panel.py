"""Fingers on mock pins, and an eye on the lamp."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.config import EncoderConfig, LampConfig, PanelConfig
from drivers.pins import Factory, RgbDuty


class VirtualPanel:
    """Presses the buttons and turns the encoders of a panel whose `factory` is the mock one; sees the first lamp."""

    def __init__(
        self,
        factory: Factory,
        panel: PanelConfig,
        lamps: list[LampConfig],
        encoders: Sequence[EncoderConfig] = (),
    ) -> None:
        self._factory = factory
        self._pins = panel.pins
        self._lamps = lamps
        self._encoders: dict[str, EncoderConfig] = {encoder.name: encoder for encoder in encoders}
        self._turned: dict[str, int] = dict.fromkeys(self._encoders, 0)

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons that have a pin."""
        return tuple(self._pins)

    @property
    def encoders(self) -> tuple[str, ...]:
        """The dials that can be turned."""
        return tuple(self._encoders)

    def turn(self, name: str, steps: int) -> None:
        """The fingers turn an encoder by so many steps: clockwise, or back where `steps` is negative.

        :raises KeyError: if the panel has no such encoder.
        """
        encoder, way = self._encoders[name], 1 if steps > 0 else -1
        a, b = self._factory.pin(encoder.a), self._factory.pin(encoder.b)
        clockwise = (a.drive_low, b.drive_low, a.drive_high, b.drive_high)
        back = (a.drive_high, b.drive_high, a.drive_low, b.drive_low)
        for _ in range(abs(steps) * encoder.per_detent):
            at = self._turned[name]
            (clockwise[at % 4] if way > 0 else back[(at - 1) % 4])()
            self._turned[name] = at + way

    def press(self, name: str) -> None:
        """The finger goes down.

        :raises KeyError: if the panel has no such button.
        """
        self._factory.pin(self._pins[name]).drive_low()

    def release(self, name: str) -> None:
        """The finger goes up.

        :raises KeyError: if the panel has no such button.
        """
        self._factory.pin(self._pins[name]).drive_high()

    def bounce(self, name: str, edges: int) -> None:
        """A bad contact: `edges` changes at once, the first of them a press."""
        for i in range(edges):
            (self.release if i % 2 else self.press)(name)

    @property
    def colour(self) -> RgbDuty:
        """What the first lamp shows; dark if there is none."""
        if not self._lamps:
            return (0.0, 0.0, 0.0)
        lamp = self._lamps[0]
        red, green, blue = (float(self._factory.pin(pin).state) for pin in lamp.pins)
        return (1 - red, 1 - green, 1 - blue) if lamp.common_anode else (red, green, blue)
