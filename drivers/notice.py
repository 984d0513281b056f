"""What the table should know about its hardware, as a code and facts; the screen has the words."""

from __future__ import annotations

from msgspec import Struct


class Notice(Struct, frozen=True):
    """Codes and their facts:

    no_reader          none is configured
    reader_missing     reader, port, detail: its port is not there or was lost
    port_not_stable    reader, port, better: after replugging the port may have another name
    pins_missing       factory, reason: neither buttons nor lamps
    panel_missing      factory, reason: the buttons' pins cannot be used
    encoders_missing   factory, reason: the rotary encoders' pins cannot be used
    lamps_missing      factory, reason: the lamps' pins cannot be used
    button_held        button: down when the companion started, stuck or wrongly wired
    """

    code: str
    facts: dict[str, str] = {}

    def __str__(self) -> str:
        """One line for the log."""
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.facts.items())])
