"""The present state of a running table's hardware: the drivers fill it, the diagnostics read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from companion.engine.text import N_, Text

BUTTON_NAMES: dict[str, str] = {
    "start": N_("Start"), "a": N_("Green"), "b": N_("Red"), "undo": N_("Undo"), "end_turn": N_("End of turn"),
    "rage_up": N_("{cb.rage} +"), "rage_down": N_("{cb.rage} −"),
    "speed_up": N_("{cb.speed} +"), "speed_down": N_("{cb.speed} −"),
}  # fmt: skip
"""What the panel's buttons and dials are called, by their keys in table.toml."""


class NetworkNow(Struct, frozen=True):
    """A reader on the network at this moment. `link`: link.toml switches it on; `broker`: it is there.

    `said`: what its will or birth said last, None if nothing did. `messages`: that came, `dropped` of them too many.
    `fault`: what is wrong with the last message, which begins with `sample` and looks `like` another format. `twice`:
    two devices speak as this one. `clock_off_s`: its clock before ours, 0 if it is about right or not known.
    """

    topic: str
    status: str
    format: str
    broker: bool | None
    link: bool = True
    said: bool | None = None
    messages: int = 0
    dropped: int = 0
    fault: Text | None = None
    like: str = ""
    sample: str = ""
    twice: bool = False
    clock_off_s: int = 0
    reads: int = 0
    last: str = ""


class ReaderNow(Struct, frozen=True):
    """A reader at this moment. `connected` is None before its port was tried the first time.

    `received`: bytes since the start; `reads`: tag readings that were understood; `lost`: times its port went away;
    `last`: the last tag, "" if there was none; `unread`: bytes that came since the last reading was understood;
    `error`, `errno`: why the port cannot be used, in the system's words and as its number;
    `was_open`: it could be used before. `network`: of one without a port; `port` is its topic then.
    """

    name: str
    port: str
    protocol: str
    connected: bool | None
    detail: str = ""
    received: int = 0
    reads: int = 0
    lost: int = 0
    last: str = ""
    unread: int = 0
    error: str = ""
    errno: int | None = None
    was_open: bool = False
    network: NetworkNow | None = None


class PinsNow(Struct, frozen=True):
    """The pins at this moment: buttons by name, whether they are down; how many lamps there are; what is missing.

    `troubles`: what hinders those that are missing.
    """

    buttons: dict[str, bool] = {}
    encoders: tuple[str, ...] = ()
    lamps: int = 0
    factory: str = "none"
    troubles: tuple[Text, ...] = ()


class WiredPart(Struct, frozen=True):
    """A part of the wiring. `pins`: its signals' pins by their numbers on the header, none of what is on USB.

    `wrong`: something there cannot be (`companion wiring` says what).
    """

    kind: str
    name: str
    pins: tuple[int, ...] = ()
    wrong: bool = False


OnBytes = Callable[[str, bytes], object]
"""Takes the name of a reader and the bytes that it has just sent, on the thread of that reader."""


class Live(Protocol):
    """From any thread; everything returns at once."""

    def readers(self) -> list[ReaderNow]:
        """Return every configured reader."""
        ...

    def pins(self) -> PinsNow:
        """Return the state of buttons and lamps."""
        ...

    def wiring(self) -> tuple[WiredPart, ...]:
        """Return buttons, dials, lamps and readers, as table.toml wires them."""
        ...

    def watch(self, taker: OnBytes | None) -> None:
        """Pass the readers' bytes to `taker`, too; None ends it. Without a taker it costs nothing."""
        ...

    def light(self, colour: str) -> None:
        """Light all lamps in one colour (`#RRGGBB`) for a second; then they show again what the game wants.

        :raises ValueError: if that is no colour.
        """
        ...
