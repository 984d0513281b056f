"""Read a TOML file into typed structs; whatever is wrong is named by file, line and key.

    table = load_toml(Path("config/table.toml"), TableConfig)

Structs should be declared with `forbid_unknown_fields=True`, so that a misspelt key is an error (with a
suggestion) and not a setting that silently does nothing.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from companion.engine import typed
from companion.engine.files import opened
from companion.engine.foreign import of_library, of_system
from companion.engine.text import N_, Facts, Text, in_words
from companion.engine.toml_lines import KeyPath, line_of, too_deep

__all__ = [
    "BadValue",
    "ConfigError",
    "KeyPath",
    "convert_toml",
    "line_of",
    "load_if_there",
    "load_toml",
    "need_file",
    "parse_toml",
    "read_text",
    "key_text",
    "toml_data",
]

T = TypeVar("T")


FILE_MISSING = Text(N_("there is no such file"))
NOT_UTF8 = Text(N_("the file is not UTF-8 text"))
TOO_DEEP = Text(N_("it is nested too deeply"))


class ConfigError(ValueError):
    """A configuration file cannot be used.

    `code` is one of file_missing, file_unreadable, not_utf8, syntax, unknown_key, missing_key, bad_value;
    `line` counts from 1 (0: no line is to blame, the file itself is); `key` is like `readers[0].port`;
    `what` is wrong there, `message` says it in English. `at` is the key in its parts (of one that is missing, where it
    should be). `first`: an earlier line that it clashes with; 0: none.
    """

    def __init__(
        self, code: str, file: Path, line: int, key: str, what: Text, at: KeyPath = (), first: int = 0
    ) -> None:
        self.code = code
        self.at = at
        self.file = file
        self.line = line
        self.first = first
        self.key = key
        self.what = what
        self.message = str(what)
        super().__init__(self.in_one_line(str))

    @property
    def facts(self) -> dict[str, str | int]:
        """What a notice on the screen needs."""
        facts: dict[str, str | int] = {"file": str(self.file), "line": self.line, "key": self.key}
        return {**facts, "message": self.message, "where": self.place}

    @property
    def place(self) -> str:
        """`table.toml:12: readers[0].port`: the file without its folder, line and key; both lines of a clash."""
        lines = ", ".join(str(line) for line in (self.first, self.line) if line)
        where = f"{self.file.name}:{lines}" if lines else self.file.name
        return f"{where}: {self.key}" if self.key else where

    def in_one_line(self, translate: Callable[[str], str]) -> str:
        """Return the error in one line, in the language of `translate`."""
        where = f"{self.file}:{self.line}" if self.line else f"{self.file}"
        return ": ".join(part for part in (where, self.key, in_words(self.what, translate)) if part)


class BadValue(ValueError):
    """Raised by a `check` of `load_toml`: the value at `key` has the right type but cannot be right.

    `first`: the earlier key with the same value.
    """

    def __init__(self, key: KeyPath, what: Text, first: KeyPath | None = None) -> None:
        self.key = key
        self.what = what
        self.first = first
        super().__init__(str(what))


def need_file(key: KeyPath, path: str) -> None:
    """
    :param path: of a file that a setting names; "" names none.
    :raises BadValue: if it cannot be read.
    """
    try:
        if path:
            with opened(Path(path)):
                pass
    except FileNotFoundError as error:
        raise BadValue(key, FILE_MISSING) from error
    except OSError as error:
        raise BadValue(key, of_system(error)) from error


def load_toml(path: Path, into: type[T], check: Callable[[T], None] | None = None) -> T:
    """Return the file as an `into`. `check` may look at the whole and raise `BadValue`.

    :raises ConfigError: if the file is missing, unreadable, not TOML, or does not fit.
    """
    return parse_toml(read_text(path), path, into, check)


def load_if_there(path: Path, into: type[T], check: Callable[[T], None] | None = None) -> T:
    """As `load_toml`, of a file that may be missing: then every value is the usual one.

    :raises ConfigError: as `load_toml`, also for a link that leads nowhere.
    """
    try:
        return load_toml(path, into, check)
    except ConfigError as error:
        if error.code != "file_missing" or os.path.lexists(path):
            raise
        return parse_toml("", path, into, check)


def read_text(path: Path) -> str:
    """Return the text of a file, without its byte order mark.

    :raises ConfigError: file_missing, file_unreadable, not_utf8.
    """
    try:
        with opened(path) as file:
            return file.read().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError("file_missing", path, 0, "", FILE_MISSING) from error
    except OSError as error:
        raise ConfigError("file_unreadable", path, 0, "", of_system(error)) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError("not_utf8", path, line, "", NOT_UTF8) from error


def parse_toml(text: str, path: Path, into: type[T], check: Callable[[T], None] | None = None) -> T:
    """As `load_toml`, for a text that is already read; `path` is only named in errors."""
    return convert_toml(_data_again(text, path), text, path, into, check)


def convert_toml(
    data: dict[str, Any], text: str, path: Path, into: type[T], check: Callable[[T], None] | None = None
) -> T:
    """`data`, which `toml_data` made of `text`, as an `into`; errors as those of `load_toml`."""
    try:
        value = typed.convert(data, into)
        if check is not None:
            check(value)
    except msgspec.ValidationError as error:
        raise _explain(error, data, into, text, path) from error
    except BadValue as error:
        line, shown = line_of(text, error.key), key_text(error.key)
        first = 0 if error.first is None else line_of(text, error.first)
        raise ConfigError("bad_value", path, line, shown, _reason(error, text), error.key, first) from error
    return value


def toml_data(text: str, path: Path) -> dict[str, Any]:
    """Return the tables of a text that may come from anywhere.

    :raises ConfigError: `syntax`, also for keys nested too deeply; `bad_value` for a number that is none.
    """
    line = too_deep(text)
    if line is not None:
        raise ConfigError("syntax", path, line, "", TOO_DEEP)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("syntax", path, _syntax_line(str(error), text), "", of_library(str(error))) from error
    except RecursionError as error:
        found = _NESTED.search(text)
        line = text.count("\n", 0, found.start()) + 1 if found else 0
        raise ConfigError("syntax", path, line, "", TOO_DEEP) from error
    except ValueError as error:  # Python reads no whole number of thousands of digits
        found = _DIGITS.search(text)
        line = text.count("\n", 0, found.start()) + 1 if found else 0
        raise ConfigError("syntax", path, line, "", Text(N_("a number has too many digits"))) from error
    for key, value in _leaves(data, ()):
        if isinstance(value, float) and not math.isfinite(value):
            raise ConfigError("bad_value", path, line_of(text, key), key_text(key), Text(N_("this is no number")))
    return data


_data_again = lru_cache(maxsize=8)(toml_data)
"""The same for what only `convert_toml` reads: a screen that opens asks for the same few files each time."""


def _reason(error: BadValue, text: str) -> Text:
    """Return the reason, with the line of an earlier equal value."""
    if error.first is None:
        return error.what
    return Text(N_("{what}, first on line {line}"), {"what": error.what, "line": line_of(text, error.first)})


_NESTED = re.compile(r"(?:[\[{][^\[\]{}\n]*){50}")
"""Arrays or tables in one another, opened in one line."""
_DIGITS = re.compile(r"[0-9_]{4300}")


def _leaves(value: Any, key: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*key, name))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _leaves(inner, (*key, i))
    else:
        yield key, value


def key_text(key: KeyPath) -> str:
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
    """Return our error, with a line, for msgspec's sentence with its path `$.readers[0]`."""
    what, _, where = str(error).partition(" - at ")
    key = _resolve(where.strip("`"), str(error), data, into)
    if found := re.match(r"Object contains unknown field `(.*)`", what):
        wrong = found[1]
        return ConfigError(
            "unknown_key",
            path,
            line_of(text, (*key, wrong)),
            key_text((*key, wrong)),
            _no_such_key(wrong, _fields(into, data, key)),
            (*key, wrong),
        )
    if found := re.match(r"Object missing required field `(.*)`", what):
        missing = Text(N_("this key is missing"))
        at = (*key, found[1])
        return ConfigError("missing_key", path, line_of(text, key), key_text(at), missing, at)
    unknown = re.match(r"Invalid (?:enum )?value ", what) is not None
    told = _not_known(_at(data, key), _values(into, data, key)) if unknown else of_library(what).within()
    return ConfigError("bad_value", path, line_of(text, key), key_text(key), told, key)


def _resolve(where: str, sentence: str, data: dict[str, Any], into: type[Any]) -> KeyPath:
    """Return the path of msgspec as a key. It prints the key of a mapping as `[...]`: find which one it was."""
    key: KeyPath = ()
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


def _guilty(key: KeyPath, sentence: str, data: dict[str, Any], into: type[Any]) -> str | None:
    """Return the entry of the mapping at `key` that alone causes the same complaint."""
    for name in _at(data, key):
        try:
            typed.convert(_only(data, key, name), into)
        except msgspec.ValidationError as error:
            if str(error) == sentence:
                return str(name)
    return None


def _at(data: Any, key: KeyPath) -> Any:
    for part in key:
        data = data[part]
    return data


def _only(data: Any, key: KeyPath, name: str) -> Any:
    """Return a copy of `data` whose mapping at `key` has kept nothing but `name`."""
    if not key:
        return {name: data[name]}
    if isinstance(data, list):
        return [_only(item, key[1:], name) if i == key[0] else item for i, item in enumerate(data)]
    return {k: _only(item, key[1:], name) if k == key[0] else item for k, item in data.items()}


def _fields(into: type[Any], data: Any, key: KeyPath) -> list[str]:
    """Return the keys that would have been allowed at `key`."""
    found: list[str] = []
    for kind in _kinds(into, data, key):
        if isinstance(kind, inspect.StructType):
            found += [kind.tag_field] if kind.tag_field else []
            found += [f.encode_name for f in kind.fields]
    return list(dict.fromkeys(found))


def _values(into: type[Any], data: Any, key: KeyPath) -> list[str]:
    """Return the words that would have been allowed at `key`."""
    found: list[str] = []
    for kind in _kinds(into, data, key):
        if isinstance(kind, inspect.EnumType):
            found += [str(member.value) for member in kind.cls]
        elif isinstance(kind, inspect.LiteralType):
            found += [str(value) for value in kind.values]
    return found


def _kinds(into: type[Any], data: Any, key: KeyPath) -> list[inspect.Type]:
    """Return the types that would have been allowed at `key`."""
    here = _options(inspect.type_info(into))
    for part in key:
        here = [inner for kind in _chosen(here, data, part) for inner in _inside(kind, part)]
        try:
            data = data[part]
        except LookupError:
            data = None
    return _chosen(here, data)


def _chosen(kinds: list[inspect.Type], data: Any, part: str | int | None = None) -> list[inspect.Type]:
    """Return the struct, of several, that the data name by their tag, unless the tag itself is looked for."""
    if not isinstance(data, dict):
        return kinds
    tags = [(k, k.tag_field) for k in kinds if isinstance(k, inspect.StructType) and k.tag_field is not None]
    return [k for k, tag in tags if tag != part and data.get(tag) == k.tag] or kinds


def _inside(kind: inspect.Type, part: str | int) -> list[inspect.Type]:
    match kind:
        case inspect.StructType(tag_field=str() as field, tag=tag) if field == part:
            return [inspect.LiteralType((tag,))]
        case inspect.StructType(fields=fields):
            return [option for f in fields if f.encode_name == part for option in _options(f.type)]
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return _options(item)
        case inspect.TupleType(item_types=items):
            return _options(items[part]) if isinstance(part, int) and part < len(items) else []
        case inspect.DictType(value_type=value):
            return _options(value)
        case _:
            return []


def _options(kind: inspect.Type) -> list[inspect.Type]:
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _not_known(wrong: object, allowed: list[str]) -> Text:
    close = difflib.get_close_matches(str(wrong), allowed, n=1)
    facts: Facts = {"word": str(wrong), "words": ", ".join(allowed)}
    if close:
        meant = N_("`{word}` is not possible here; did you mean `{other}`? (known are {words})")
        return Text(meant, {**facts, "other": close[0]})
    return Text(N_("`{word}` is not possible here; known are {words}"), facts)


def _no_such_key(wrong: str, allowed: list[str]) -> Text:
    close = difflib.get_close_matches(wrong, allowed, n=1)
    if close:
        return Text(N_("there is no such key; did you mean `{word}`?"), {"word": close[0]})
    if allowed:
        return Text(N_("there is no such key; known are {words}"), {"words": ", ".join(allowed)})
    return Text(N_("there is no such key"))
