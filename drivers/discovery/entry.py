"""A reader's entry in the text of `config/table.toml`; the owner's comments and order stay as they are."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Collection
from pathlib import Path

from msgspec.structs import replace

from companion.engine.atomic_file import write_whole
from companion.engine.config import ConfigError
from companion.engine.files import may_replace, read_file
from companion.engine.scratch import scratch
from companion.engine.text import N_, Text
from drivers.config import ReaderConfig, TableConfig, load_table
from drivers.readers.ports import stable_name

_TABLE = re.compile(r"^\s*\[", re.M)
_RULER = re.compile(r"^# ---(?! Readers)", re.M)


OWN = ("label", "device", "antenna", "baud")
"""Keys that some protocols have."""


class NotWritten(Exception):
    """The entry cannot be put into the file, which is as it was."""

    def __init__(self, file: Path, what: Text) -> None:
        self.file, self.what = file, what
        super().__init__(f"{file}: {what}")


def toml_entry(entry: ReaderConfig) -> str:
    """The entry as TOML: name, port, protocol, and the speed if it was given."""
    told = [f'name = "{_quoted(entry.name)}"', f'port = "{_quoted(entry.port)}"', f'protocol = "{entry.protocol}"']
    told += [f"{key} = {value}" for key in OWN if (value := _toml(entry, key)) is not None]
    return "\n".join(["[[readers]]", *told, ""])


def free_name(table: TableConfig, given: Collection[str] = ()) -> str:
    """`table`, or the first of `reader2`, `reader3`, ... that no reader has, and that was not given to one."""
    taken = {reader.name for reader in table.readers} | set(given)
    names = ["table", *(f"reader{n}" for n in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def of_port(table: TableConfig, port: str, antenna: int | None = None) -> ReaderConfig | None:
    """The reader that is on this port already, by this name or another one of the same device.

    :param antenna: of a board, only that one; the first takes the place of a reader that is none of a board's.
    """
    there = (reader for reader in table.readers if reader.port and _device(reader.port) == _device(port))
    wanted = (antenna, None) if antenna == 1 else (antenna,)
    return next((reader for reader in there if antenna is None or reader.antenna in wanted), None)


def put_entry(file: Path, entry: ReaderConfig) -> None:
    """Write `entry` into `file`: over the one of the same name, else as a new one.

    :raises ConfigError: if the file has a mistake already, or would have one.
    :raises NotWritten: if its text cannot be changed without changing more than this entry.
    :raises OSError: if the file cannot be written.
    """
    before = load_table(file).readers if file.exists() else []
    raw = read_file(file).decode("utf-8") if file.exists() else ""
    text = raw.replace("\r\n", "\n")
    wanted = [_changed(reader, entry) if reader.name == entry.name else reader for reader in before]
    if entry.name not in {reader.name for reader in before}:
        wanted.append(entry)
        new = _added(text, entry)
    else:
        new = _replaced(text, entry)
    _check(file, new, wanted)
    _write(file, new if raw == text else new.replace("\n", "\r\n"))


def _write(file: Path, text: str) -> None:
    """Where a link leads, and with the owner and the mode that the file had; not at all if it was made read-only.

    :raises OSError: if the file cannot be written.
    """
    file = Path(os.path.realpath(file))
    if not file.exists():
        write_whole(file, text.encode("utf-8"))
        return
    if not may_replace(file):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    write_whole(file, text.encode("utf-8"), file.stat().st_mode & 0o7777)


def _changed(reader: ReaderConfig, entry: ReaderConfig) -> ReaderConfig:
    return replace(reader, port=entry.port, protocol=entry.protocol, **{key: getattr(entry, key) for key in OWN})


def _added(text: str, entry: ReaderConfig) -> str:
    """After the last reader; without any: before the next chapter of the file; else at the end."""
    blocks = list(_blocks(text))
    if blocks:
        at = blocks[-1][1]
    else:
        ruler = _RULER.search(text)
        at = ruler.start() if ruler is not None and not _TABLE.search(text[: ruler.start()]) else len(text)
    head, tail = text[:at].rstrip("\n"), text[at:].lstrip("\n")
    return (f"{head}\n\n" if head else "") + toml_entry(entry) + (f"\n{tail}" if tail else "")


def _replaced(text: str, entry: ReaderConfig) -> str:
    """Replace its port, protocol and speed; the rest of the entry stays."""
    for start, end in _blocks(text):
        block = text[start:end]
        if not re.search(rf"""^\s*name\s*=\s*["']{re.escape(entry.name)}["']""", block, re.M):
            continue
        block = _set(block, "port", f'"{_quoted(entry.port)}"')
        block = _set(block, "protocol", f'"{entry.protocol}"')
        for key in OWN:
            block = _set(block, key, _toml(entry, key))
        return text[:start] + block + text[end:]
    return text


def _set(block: str, key: str, value: str | None) -> str:
    """One key's value; None takes its line away, but for a comment; a new one comes below the others."""
    line = re.compile(rf"""^(\s*{key}\s*=\s*)("[^"\n]*"|'[^'\n]*'|[^#\s]+)([^\n]*)\n?""", re.M)
    if value is None:
        return line.sub(lambda found: f"{found[3].strip()}\n" if found[3].strip() else "", block)
    if line.search(block):
        return line.sub(lambda found: f"{found[1]}{value}{found[3]}\n", block)
    return f"{block.rstrip()}\n{key} = {value}\n"


def _blocks(text: str) -> list[tuple[int, int]]:
    """From each `[[readers]]` to its last key."""
    found: list[tuple[int, int]] = []
    for header in re.finditer(r"^\s*\[\[\s*readers\s*\]\][^\n]*\n?", text, re.M):
        end = header.end()
        for line in re.finditer(r"[^\n]*\n?", text[header.end() :]):
            if line[0].lstrip().startswith("["):
                break
            if re.match(r"\s*[A-Za-z_]+\s*=", line[0]):
                end = header.end() + line.end()
        found.append((header.start(), end))
    return found


def _check(file: Path, text: str, wanted: list[ReaderConfig]) -> None:
    """Load the new text as the companion would."""
    with scratch() as folder:
        trial = folder / file.name
        trial.write_text(text, encoding="utf-8")
        try:
            readers = load_table(trial).readers
        except ConfigError as error:
            if error.code != "syntax":
                raise ConfigError(error.code, file, error.line, error.key, error.what) from error
            readers = []
    if readers != wanted:
        raise NotWritten(file, Text(N_("its [[readers]] are written in a way that cannot be changed line by line")))


def _toml(entry: ReaderConfig, key: str) -> str | None:
    """The value of one of its own keys; None if it has none."""
    value = getattr(entry, key)
    if value in ("", None):
        return None
    return f'"{_quoted(value)}"' if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _device(port: str) -> str:
    """Return the device behind a path, so that its names under by-id and by itself are one."""
    if "://" in port:
        return port
    try:
        return str(Path(port).resolve())
    except (OSError, RuntimeError):
        return port


def best_name(port: str) -> str:
    """The stable name of a port if it has one."""
    return stable_name(port) or port
