"""The built-in serial port of a Raspberry Pi: is it on, does the console keep off it, who has the good UART?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.doctor.finding import Finding
from companion.doctor.system import System
from drivers.config import ReaderConfig

CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
CMDLINES = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
BUILT_IN = re.compile(r"/dev/(serial[01]|ttyAMA\d+|ttyS\d+)$")
_CONSOLE = re.compile(r"\bconsole=(serial0|ttyAMA0|ttyS0)\S*")
_NO_BLUETOOTH = re.compile(r"^dtoverlay=(?:pi3-)?(?:disable|miniuart)-bt\b", re.MULTILINE)
_UART_ON = re.compile(r"^enable_uart=1\b", re.MULTILINE)
_UART_OVERLAY = re.compile(r"^(dtoverlay=uart\d|dtparam=uart\d)", re.MULTILINE)


def look(system: System, readers: Sequence[ReaderConfig]) -> Iterator[Finding]:
    """Nothing unless a reader hangs on a built-in port of a Pi."""
    reader = next((r for r in readers if _built_in(system, r.port)), None)
    if reader is None or not system.is_pi():
        return
    config_file, config = _first(system, CONFIGS)
    cmdline_file, cmdline = _first(system, CMDLINES)
    troubles: list[Finding] = []
    if not (_UART_ON.search(config) or _UART_OVERLAY.search(config)):
        troubles.append(Finding("uart_off", {"reader": reader.name, "file": config_file}))
    if (console := _CONSOLE.search(cmdline)) is not None:
        facts = {"reader": reader.name, "file": cmdline_file, "word": console[0]}
        troubles.append(Finding("uart_console", dict(facts)))
    if _small(system, reader.port) and not _NO_BLUETOOTH.search(config):
        facts = {"reader": reader.name, "file": config_file, "port": reader.port}
        troubles.append(Finding("uart_bluetooth", dict(facts)))
    yield from troubles or [Finding("uart_well")]


def _built_in(system: System, port: str) -> bool:
    return bool(BUILT_IN.match(port) or BUILT_IN.match(system.real(port)))


def _small(system: System, port: str) -> bool:
    """The mini UART; a Pi 5 has none."""
    return system.real(port) == "/dev/ttyS0" and not system.model().startswith("Raspberry Pi 5")


def _first(system: System, paths: Sequence[str]) -> tuple[str, str]:
    """The first of these files that is there, and its text without comments."""
    path = next((path for path in paths if system.exists(path)), paths[0])
    lines = (line.strip() for line in system.text(path).splitlines())
    return path, "\n".join(line for line in lines if not line.startswith("#"))
