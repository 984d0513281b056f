"""The built-in serial port of a Raspberry Pi: is it on, does the console keep off it, who has the good UART?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.tools.doctor.finding import Finding
from companion.tools.doctor.system import System
from drivers.config import ReaderConfig
from drivers.doctor import boot

CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
CMDLINES = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
BUILT_IN = re.compile(r"/dev/(serial[01]|ttyAMA\d+|ttyS\d+)$")
_CONSOLE = re.compile(r"(?<!\S)console=((?:serial|ttyAMA|ttyS)\d+)\S*")
_NO_BLUETOOTH = re.compile(r"^dtoverlay=(?:pi3-)?(?:disable|miniuart)-bt\b", re.MULTILINE)
_UART = re.compile(r"^enable_uart=(\d)", re.MULTILINE)
_UART_OVERLAY = re.compile(r"^(dtoverlay=uart\d|dtparam=(?:\S*,)?uart\d(?!\d*=off))", re.MULTILINE)


def look(system: System, readers: Sequence[ReaderConfig]) -> Iterator[Finding]:
    """Nothing unless a reader hangs on a built-in port of a Pi."""
    reader = next((r for r in readers if _built_in(system, r.port)), None)
    if reader is None or not system.is_pi():
        return
    config_file, cmdline_file = _first(system, CONFIGS), _first(system, CMDLINES)
    config, cmdline = "\n".join(boot.boot_settings(system, config_file)), system.text(cmdline_file)
    troubles: list[Finding] = []
    if _UART.findall(config)[-1:] != ["1"] and not _UART_OVERLAY.search(config):  # the last line of a kind counts
        troubles.append(Finding("uart_off", {"reader": reader.name, "file": config_file}))
    if (console := _console(system, cmdline, reader.port)) is not None:
        facts = {"reader": reader.name, "file": cmdline_file, "word": console}
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


def _console(system: System, cmdline: str, port: str) -> str | None:
    """The word of cmdline.txt that puts the console on that port."""
    for found in _CONSOLE.finditer(cmdline):
        device = f"/dev/{found[1]}"
        if system.real(device) == system.real(port) or (found[1] == "serial0" and not system.exists(device)):
            return found[0]
    return None


def _first(system: System, paths: Sequence[str]) -> str:
    """The first of these files that is there."""
    return next((path for path in paths if system.exists(path)), paths[0])
