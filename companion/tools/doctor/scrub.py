"""Scrub what leaves this machine: log lines lose the filled-in values, paths the owner, tags their number. Nothing is
passed because it looks harmless; only text that is known to be ours is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from companion.tools.doctor.finding import FindingFact

MASK = "‹…›"
_LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}
_ARG = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[sdrfxX]")
_LINE = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),\d{3} ([A-Z]+) ([A-Za-z_][\w.]*): (.*)$")
_FRAME = re.compile(r'^\s*File ".*?((?:companion|drivers|kiosk)/[\w/]+\.py)", line (\d+), in (\w+)')
_FAULT = re.compile(r"^([A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Unavailable|Refused|Damaged))(?::|$)")
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,3})?")
_DEVICE = re.compile(
    r"/dev/(?:tty(?:USB|ACM|AMA|S)\d+|serial\d|input/event\d+|dri/card\d+|gpiochip\d+|snd/pcmC\d+D\d+p)"
)
_BY_ID = re.compile(r"/dev/serial/by-id/usb-(FTDI|1a86|Silicon_Labs|Prolific|Arduino|Raspberry_Pi|STMicro|Microchip).*")
"""A port by the maker of its adapter; what follows is the number of that very adapter."""
ROOTS = ("companion", "drivers", "kiosk")


def masked_tag(uid: str) -> str:
    """Return a tag's number as long as it was, without its digits."""
    return f"{'x' * len(uid)} ({len(uid)})" if uid else ""


@cache
def templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what our own code may write into the log: a pattern for each message, and its text with gaps."""
    root = Path(__file__).resolve().parents[3]
    found = {text for room in ROOTS for file in sorted((root / room).rglob("*.py")) for text in _messages(file)}
    telling = (text for text in found if len(_ARG.sub("", text).strip()) >= 4)
    return tuple((_pattern(text), text) for text in sorted(telling, key=len, reverse=True))


def _messages(file: Path) -> Iterator[str]:
    try:
        text = file.read_text(encoding="utf-8")
        if "log." not in text:
            return
        tree = ast.parse(text)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _LEVELS
            and node.args
        ):
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def _pattern(text: str) -> re.Pattern[str]:
    parts = [re.escape(part.replace("%%", "%")) for part in _ARG.split(text)]
    return re.compile("(.*?)".join(parts) + r"\Z", re.DOTALL)


def message(text: str) -> str:
    """Return a log message with its own words and nothing that was filled in, but for small numbers and device
    names."""
    for pattern, template in templates():
        found = pattern.match(text)
        if found is not None:
            return _refilled(template, found.groups())
    return f"{MASK} ({len(text)})"


def _refilled(template: str, filled: tuple[str, ...]) -> str:
    gaps = iter(filled)
    return _ARG.sub(lambda _place: _gap(next(gaps)), template).replace("%%", "%")


def _gap(filled: str) -> str:
    if _NUMBER.fullmatch(filled) or _DEVICE.fullmatch(filled):
        return filled
    return MASK


def log_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of companion.log as they may be shown: messages, and of a traceback where it was and its kind."""
    for line in lines:
        found = _LINE.match(line.rstrip("\n"))
        if found is not None:
            yield f"{found[1]} {found[2]} {_logger(found[3])}: {message(found[4])}"
        elif (frame := _FRAME.match(line)) is not None:
            yield f"    {frame[1]}:{frame[2]} in {frame[3]}"
        elif (fault := _FAULT.match(line)) is not None:
            yield f"    {fault[1]}"


def _logger(name: str) -> str:
    return name if name.split(".", maxsplit=1)[0] in (*ROOTS, "kivy", "root", "asyncio") else MASK


_PLAIN = {
    "buttons", "built", "bytes", "card", "driver", "encoders", "entries", "found", "free", "game", "games", "groups",
    "guess", "height", "lamps", "megabytes", "now", "packages", "package", "part", "pid", "pin", "protocol", "python",
    "companion", "reads", "seconds", "version", "wanted", "width",
}  # fmt: skip
"""Facts that say nothing of the owner: numbers, versions, dates, names that are ours or the system's."""
_PATHS = {"port", "better", "device", "file", "path", "folder", "packaged"}
_OURS = re.compile(r"(?:/etc|/var/lib|/opt)/companion(?:/(?:venv|current|config|infernal_wagon|cerbere|hellrail))*")
_SYSTEM = ("/boot/", "/proc/", "/sys/")
OUR_FILES = {
    "table.toml", "lamps.toml", "sound.toml", "settings.json", "journal.db", "companion.log", "box.toml", "box.json",
    "cards.toml", "boards.toml", "rulings.toml", "deck.toml",
}  # fmt: skip
PROGRAMS = {"ModemManager", "agetty", "brltty", "gpsd", "minicom", "screen", "picocom", "python3"}
"""Programs that are known to take serial ports."""


def fact(name: str, given: FindingFact) -> str | int:
    """Return a fact of a finding as it may be shown."""
    if isinstance(given, int):
        return given
    value = str(given)
    if name in _PLAIN and len(value) < 60:
        return value
    if name in _PATHS:
        return path(value)
    if name == "last":
        return masked_tag(value)
    if name == "holder":
        return value if value.split(" ", maxsplit=1)[0] in PROGRAMS else MASK
    if name == "check":
        return value.split(" ", maxsplit=1)[0]
    return MASK if value else ""


def path(value: str) -> str:
    """Return a path that the system or the companion has named; of any other one only the last name, if it is one of
    ours."""
    there = Path(value)
    folder = str(there.parent if there.name in OUR_FILES else there)
    if value.startswith(_SYSTEM) or _OURS.fullmatch(folder) or _DEVICE.fullmatch(value):
        return value
    if (port := _BY_ID.fullmatch(value)) is not None:
        return f"/dev/serial/by-id/usb-{port[1]}_{MASK}"
    return f"{MASK}/{there.name}" if there.name in OUR_FILES else MASK
