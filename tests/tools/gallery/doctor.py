"""A table to be examined without one: findings and hardware as they may be."""

from __future__ import annotations

from pathlib import Path

from companion.engine.foreign import of_library
from companion.tools.doctor.finding import Finding
from companion.tools.doctor.live import OnBytes, PinsNow, ReaderNow, WiredPart
from kiosk.doctor.diagnostics import Diagnostics

LONG = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"
TABLE = "/etc/companion/table.toml"
WELL = [
    Finding("screen_well", {"width": 800, "height": 480, "driver": "kmsdrm"}),
    Finding("touch_well", {"name": "10-0038 generic ft5x06 (79)"}),
    Finding("sound_found", {"card": "bcm2835 Headphones"}),
    Finding("reader_open", {"reader": "table", "port": LONG}),
    Finding("pins_well", {"buttons": 5, "encoders": 2, "lamps": 1}),
    Finding("groups_well", {"user": "companion"}),
    Finding("power_well"),
    Finding("clock_well", {"now": "2026-11-20 22:14"}),
    Finding("versions_well", {"companion": "0.1.0", "python": "3.13", "packages": 6}),
    Finding("journal_well", {"games": 41, "entries": 5160, "megabytes": 3}),
    Finding("disk_well", {"free": 21_400}),
    Finding("files_well"),
]
BROKEN = [
    Finding("touch_not_allowed", {"user": "companion", "device": "/dev/input/event2"}),
    Finding("reader_busy", {"reader": "livraison", "port": LONG, "holder": "ModemManager (612)", "pid": 612}),
    Finding(
        "reader_wrong_protocol",
        {"reader": "table", "protocol": "rdm6300", "guess": "text_line", "baud": 115200, "file": TABLE},
    ),
    Finding("port_not_stable", {"reader": "table", "port": "/dev/ttyUSB0", "better": LONG, "file": TABLE}),
    Finding("button_held", {"button": "start", "pin": 17}),
    Finding("no_sound_card", {"file": "/boot/firmware/config.txt"}),
    Finding("undervoltage_now"),
    Finding("clock_unset"),
    Finding("game_file_wrong", {
        "where": "deck.toml:120: cards[7].rails", "message": of_library("Expected `array`, got `str`"),
        "game": "HellRail", "file": "/etc/companion/hellrail/deck.toml",
    }),
    Finding("journal_newer", {"path": "/var/lib/companion/journal.db", "user": "companion"}),
]  # fmt: skip


class Still:
    """Hardware that does not change. `fill` is what its readers have sent."""

    def __init__(self, fill: bytes = b"", parts: bool = True) -> None:
        self.fill, self.parts = fill, parts

    def readers(self) -> list[ReaderNow]:
        if not self.parts:
            return []
        one = ReaderNow("table", LONG, "rdm6300", True, "", 2744, 196, 0, "61008EB2F9" if self.fill else "", 0)
        lost = f"{LONG} was lost: is its USB cable in?"
        return [one, ReaderNow("livraison", LONG, "pn532_hsu", False, lost, 120, 3, 2, "04A1B2C3D4E5F6", 22)]

    def pins(self) -> PinsNow:
        if not self.parts:
            return PinsNow()
        names = ("start", "a", "b", "undo", "end_turn")
        return PinsNow({name: name == "a" for name in names}, ("rage", "speed"), 1, "lgpio")

    def wiring(self) -> tuple[WiredPart, ...]:
        if not self.parts:
            return ()
        buttons = {"start": 11, "a": 13, "b": 15, "undo": 16, "end_turn": 18}
        return (
            *(WiredPart("button", name, (pin,), name == "b") for name, pin in buttons.items()),
            WiredPart("dial", "rage", (29, 31)),
            WiredPart("dial", "speed", (36, 38)),
            WiredPart("lamp", "1", (32, 33, 35)),
            WiredPart("reader", "livraison", (8, 10)),
            WiredPart("reader", "table"),
        )

    def watch(self, taker: OnBytes | None) -> None:
        if taker is not None and self.fill:
            taker("table", self.fill)

    def light(self, colour: str) -> None: ...


FRAMES = bytes.fromhex("02 36 31 30 30 38 45 42 32 46 39 32 34 03") * 7


def practice(findings: list[Finding] | None = None, live: Still | None = None) -> Diagnostics:
    """A doctor who has looked already; with `findings` None one who has not come to an end yet."""
    made = Diagnostics(
        lambda: WELL,
        lambda: live,
        lambda _taker: None,
        lambda _found: Path("/media/usb/support.zip"),
        lambda _call: None,
    )
    made.findings, made.looking = findings, findings is None
    return made
