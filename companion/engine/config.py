"""Read a TOML file into typed structs; whatever is wrong is named by file, line and key.

    table = load_toml(Path("config/table.toml"), TableConfig)

Structs should be declared with `forbid_unknown_fields=True`, so that a misspelt key is an error (with a
suggestion) and not a setting that silently does nothing.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")
Key = tuple[str | int, ...]
"""Where a value is: `("readers", 0, "port")` is `readers[0].port`."""


class ConfigError(ValueError):
    """A configuration file cannot be used.

    `code` is one of file_missing, file_unreadable, not_utf8, syntax, unknown_key, missing_key, bad_value;
    `line` counts from 1 (0: no line is to blame, the file itself is); `key` is like `readers[0].port`.
    """

    def __init__(self, code: str, file: Path, line: int, key: str, message: str) -> None:
        self.code = code
        self.file = file
        self.line = line
        self.key = key
        self.message = message
        where = f"{file}:{line}" if line else f"{file}"
        super().__init__(f"{where}: {f'{key}: ' if key else ''}{message}")

    @property
    def facts(self) -> dict[str, str | int]:
        """What a notice on the screen needs."""
        return {"file": str(self.file), "line": self.line, "key": self.key, "message": self.message}


class BadValue(ValueError):
    """Raised by a `check` of `load_toml`: the value at `key` has the right type but cannot be right."""

    def __init__(self, key: Key, message: str) -> None:
        self.key = key
        super().__init__(message)


def load_toml(path: Path, into: type[T], check: Callable[[T], None] | None = None) -> T:
    """The file as an `into`. `check` may look at the whole and raise `BadValue`.

    :raises ConfigError: if the file is missing, unreadable, not TOML, or does not fit.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError("file_missing", path, 0, "", "there is no such file") from error
    except OSError as error:
        raise ConfigError("file_unreadable", path, 0, "", error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError("not_utf8", path, line, "", "the file is not UTF-8 text") from error
    return parse_toml(text, path, into, check)


def parse_toml(text: str, path: Path, into: type[T], check: Callable[[T], None] | None = None) -> T:
    """As `load_toml`, for a text that is already read; `path` is only named in errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("syntax", path, _syntax_line(str(error), text), "", str(error)) from error
    except RecursionError as error:
        raise ConfigError("syntax", path, 0, "", "it is nested too deeply") from error
    try:
        value = msgspec.convert(data, into)
        if check is not None:
            check(value)
    except msgspec.ValidationError as error:
        raise _explain(error, data, into, text, path) from error
    except BadValue as error:
        raise ConfigError("bad_value", path, line_of(text, error.key), show(error.key), str(error)) from error
    return value


def show(key: Key) -> str:
    """`("readers", 0, "port")` as a person writes it: `readers[0].port`."""
    shown = ""
    for part in key:
        shown += f"[{part}]" if isinstance(part, int) else f".{part}" if shown else part
    return shown


def _syntax_line(message: str, text: str) -> int:
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else text.rstrip("\n").count("\n") + 1


def _explain(
    error: msgspec.ValidationError, data: dict[str, Any], into: type[Any], text: str, path: Path
) -> ConfigError:
    """msgspec's sentence with its path `$.readers[0]` -> our error with a line."""
    what, _, where = str(error).partition(" - at ")
    key = _resolve(where.strip("`"), str(error), data, into)
    if found := re.match(r"Object contains unknown field `(.*)`", what):
        wrong = found[1]
        return ConfigError(
            "unknown_key",
            path,
            line_of(text, (*key, wrong)),
            show((*key, wrong)),
            f"there is no such key{_suggest(wrong, _fields(into, key))}",
        )
    if found := re.match(r"Object missing required field `(.*)`", what):
        return ConfigError("missing_key", path, line_of(text, key), show((*key, found[1])), "this key is missing")
    return ConfigError("bad_value", path, line_of(text, key), show(key), what[:1].lower() + what[1:])


def _resolve(where: str, sentence: str, data: dict[str, Any], into: type[Any]) -> Key:
    """The path of msgspec as a key. It prints the key of a mapping as `[...]`: find which one it was."""
    key: Key = ()
    for name, index in re.findall(r"\.([^.\[\]]+)|\[([^\]]*)\]", where):
        if name:
            key = (*key, name)
        elif index.isdigit():
            key = (*key, int(index))
        else:
            guilty = _guilty(key, sentence, data, into)
            if guilty is None:
                return key
            key = (*key, guilty)
    return key


def _guilty(key: Key, sentence: str, data: dict[str, Any], into: type[Any]) -> str | None:
    """Of the mapping at `key`, the entry that alone still brings the same complaint."""
    for name in _at(data, key):
        try:
            msgspec.convert(_only(data, key, name), into)
        except msgspec.ValidationError as error:
            if str(error) == sentence:
                return str(name)
    return None


def _at(data: Any, key: Key) -> Any:
    for part in key:
        data = data[part]
    return data


def _only(data: Any, key: Key, name: str) -> Any:
    """A copy of `data` whose mapping at `key` has kept nothing but `name`."""
    if not key:
        return {name: data[name]}
    if isinstance(data, list):
        return [_only(item, key[1:], name) if i == key[0] else item for i, item in enumerate(data)]
    return {k: _only(item, key[1:], name) if k == key[0] else item for k, item in data.items()}


def _fields(into: type[Any], key: Key) -> list[str]:
    """The keys that would have been allowed at `key`."""
    here = [inspect.type_info(into)]
    for part in key:
        here = [inner for kind in here for inner in _inside(kind, part)]
    return [f.encode_name for kind in here if isinstance(kind, inspect.StructType) for f in kind.fields]


def _inside(kind: inspect.Type, part: str | int) -> list[inspect.Type]:
    match kind:
        case inspect.StructType(fields=fields):
            return [option for f in fields if f.encode_name == part for option in _options(f.type)]
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return _options(item)
        case inspect.DictType(value_type=value):
            return _options(value)
        case _:
            return []


def _options(kind: inspect.Type) -> list[inspect.Type]:
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _suggest(wrong: str, allowed: list[str]) -> str:
    close = difflib.get_close_matches(wrong, allowed, n=1)
    if close:
        return f"; did you mean `{close[0]}`?"
    return f"; known are {', '.join(allowed)}" if allowed else ""


# --- which line a key stands on ----------------------------------------------------------------------------

_PART = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*(?:\.|$)""")
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''" + r'|"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|#[^\n]*|[\[\]{}\n]", re.S
)


def line_of(text: str, key: Key) -> int:
    """The line (from 1) of `key` in a TOML text, or of its nearest ancestor; 1 if none is written there."""
    lines = _key_lines(text)
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key, 1)


def _key_lines(text: str) -> dict[Key, int]:
    lines: dict[Key, int] = {}
    table: Key = ()
    counts: dict[Key, int] = {}
    for number, line in _statements(text):
        if header := re.match(r"\s*(\[\[?)(.*?)\]\]?\s*(?:#.*)?$", line):
            table = _table(_parts(header[2]), header[1] == "[[", counts)
            _note(lines, (), table, number)
        elif "=" in line:
            left, _, right = line.partition("=")
            key = (*table, *_parts(left))
            _note(lines, table, key, number)
            if right.lstrip().startswith("{"):
                for name in re.findall(r"[{,]\s*([A-Za-z0-9_-]+)\s*[=.]", right):
                    lines.setdefault((*key, name), number)
    return lines


def _note(lines: dict[Key, int], table: Key, key: Key, number: int) -> None:
    for length in range(len(table) + 1, len(key) + 1):
        lines.setdefault(key[:length], number)


def _table(parts: list[str], array: bool, counts: dict[Key, int]) -> Key:
    """The key of a header; `[[readers]]` gets its index, and `[readers.x]` belongs to the last of them."""
    key: Key = ()
    for i, part in enumerate(parts):
        key = (*key, part)
        if array and i == len(parts) - 1:
            counts[key] = counts.get(key, -1) + 1
        if key in counts:
            key = (*key, counts[key])
    return key


def _parts(dotted: str) -> list[str]:
    return [double or single or bare for double, single, bare in _PART.findall(dotted.strip())]


def _statements(text: str) -> list[tuple[int, str]]:
    """Each statement with the line it begins on; a value over several lines is one statement."""
    found: list[tuple[int, str]] = []
    depth, start, line = 0, 0, 1
    first = 1
    for token in _TOKEN.finditer(text + "\n"):
        mark = token[0]
        line += mark.count("\n")
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif mark == "\n" and depth <= 0:
            found.append((first, text[start : token.start()]))
            depth, start, first = 0, token.end(), line
    return [(number, statement) for number, statement in found if statement.strip()]
