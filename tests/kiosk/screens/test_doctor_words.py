"""Whatever is found is readable on the diagnostics page, in both languages and on every display."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

from companion.presentation import i18n
from companion.tools.doctor.catalogue import CATALOGUE
from companion.tools.doctor.finding import Finding, FindingFact, Severity
from kiosk.display.look import look
from kiosk.screens.doctor.finding_row import FindingRow
from kiosk.screens.doctor.words import on_screen

COMMAND = re.compile(r"sudo|companion (readers|restore|support)|pip install")
FACTS: dict[str, FindingFact] = {
    "path": "/var/lib/companion/journal.db",
    "folder": "/var/lib/companion",
    "file": "/etc/companion/table.toml",
    "packaged": "/opt/companion/current/lib/python3.11/site-packages/companion/config/table.toml",
    "port": "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
    "better": "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
    "device": "/dev/dri/card1",
    "where": "rulings.toml:12: danger_order",
    "message": "there is no such key; known are danger_order, own_track_counts, hands",
    "detail": "Too many levels of symbolic links",
    "files": "journal.db, journal.db-wal, journal.db-shm, journal.db.lock, companion.log",
    "groups": "video,render,input,audio,dialout,gpio",
    "user": "companion",
    "holder": "ModemManager (1234)",
    "sample": "68 65 6C 6C 6F 20 77 6F 72 6C 64 0D",
    "reader": "reader2",
    "game": "Infernal Wagon",
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("size", "box"), [((800, 480), (62, 26.8)), ((1024, 600), (64, 26.8)), ((720, 1280), (52, 30))]
)
def test_every_finding_fits_the_page(size: tuple[int, int], box: tuple[float, float], language: Any) -> None:
    before = look.metrics
    look.set(*size)
    i18n.set_language(language)
    try:
        too_long = [code for code, entry in CATALOGUE.items() if entry.level > Severity.OK and not _fits(code, box)]
    finally:
        look.set(before.width, before.height)
    assert too_long == []


def _fits(code: str, box: tuple[float, float]) -> bool:
    entry = CATALOGUE[code]
    names = {name for text in (entry.what, entry.why, entry.mend) for _, name, _, _ in Formatter().parse(text) if name}
    told = FindingRow(on_screen(Finding(code, {name: FACTS.get(name, "1234") for name in names})), titled=True)
    told.size = (box[0] * told.m.u, box[1] * told.m.u)
    short = told.fits
    told.turn()
    return short and told.fits


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_trouble_is_a_title_a_line_and_what_to_do(language: Any) -> None:
    """F7: the commands, and why, stand there once it is touched."""
    i18n.set_language(language)
    for code, entry in CATALOGUE.items():
        told = FindingRow(on_screen(Finding(code, dict(FACTS))), titled=True)
        if entry.level == Severity.OK or told.said is None:
            continue
        parts = [words for words, *_ in told._parts((3.0, 3.0))]
        assert 3 <= len(parts) <= 4, code
        assert told.said.why not in parts, code
        assert not [words for words in parts[2:] if COMMAND.search(words)], code
        told.turn()
        assert [words for words, *_ in told._parts((3.0, 3.0))][1:] == [told.said.why, told.said.mend], code
