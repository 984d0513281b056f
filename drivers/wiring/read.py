"""table.toml for a drawing: every mistake is taken down, and what is left of the file is read all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.config import BadValue, ConfigError, KeyPath, convert_toml, line_of, read_text, toml_data
from companion.engine.text import Text
from companion.engine.toml_lines import key_lines
from drivers.config import Model, TableConfig, check_reader
from drivers.panel import BUTTONS, DIALS
from drivers.wiring.boards import PIN_OF

PINS = {"encoders": ("a", "b"), "lamps": ("red", "green", "blue")}
NO_PIN = -1
"""The pin number of what is no number."""
MOST = 200
"""Mistakes that are looked for."""


class Mistake(Struct, frozen=True):
    """What the file's types forbid, and where."""

    key: KeyPath
    what: Text


class TableFile(Struct, frozen=True):
    """What a file says, as far as it can be read.

    `config`: pins may be out of range in it, `NO_PIN` where there is no number. `pins`: what is there instead of a
    pin, by key. `keys`: a place in `config` -> the place in the file, for elements after one that was left out.
    """

    path: Path
    text: str
    config: TableConfig
    mistakes: tuple[Mistake, ...] = ()
    pins: dict[KeyPath, Any] = {}
    rows: dict[str, tuple[int, ...]] = {}

    def key(self, key: KeyPath) -> KeyPath:
        """Return the place of a key of `config` in the file."""
        return _in_file(key, self.rows)

    def line(self, key: KeyPath) -> int:
        """The line of a key of the file."""
        return line_of(self.text, key)

    def has(self, key: KeyPath) -> bool:
        """Whether a key is written in the file."""
        return key in key_lines(self.text)


def read_table(path: Path, model: Model | None = None) -> TableFile:
    """The file with all its mistakes.

    :param model: what "auto" means.
    :raises ConfigError: if it cannot be read at all: missing, unreadable, not UTF-8, not TOML.
    """
    text = read_text(path)
    file = _TomlReading(path, text, toml_data(text, path)).done()
    return replace(file, config=with_model(file.config, model))


def with_model(config: TableConfig, model: Model | None) -> TableConfig:
    """With the model of a machine where the file names none."""
    if model is None or config.board.model != "auto":
        return config
    return replace(config, board=replace(config.board, model=model))


class _TomlReading:
    """Takes out of the data whatever cannot be, one thing at a time."""

    def __init__(self, path: Path, text: str, data: dict[str, Any]) -> None:
        self._path, self._text, self._data = path, text, data
        self._mistakes: list[Mistake] = []
        self._pins: dict[KeyPath, Any] = {}
        self._rows = {name: list(range(len(rows))) for name, rows in data.items() if isinstance(rows, list)}

    def done(self) -> TableFile:
        self._take_pins()
        config = self._config()
        for i, reader in enumerate(config.readers):
            try:
                check_reader(reader, i)
            except BadValue as wrong:
                self._mistakes.append(Mistake(_in_file(wrong.key, self._rows), wrong.what))
        return TableFile(
            self._path,
            self._text,
            _with_pins(config, self._put_back()),
            tuple(self._mistakes),
            self._pins,
            {name: tuple(rows) for name, rows in self._rows.items()},
        )

    def _take_pins(self) -> None:
        """Whatever is no pin gives way to one that is; it comes back when the rest is read."""
        panel = self._data.get("panel")
        if isinstance(panel, dict):
            for name in BUTTONS:
                self._take_pin(panel, name, ("panel", name))
        for table, names in PINS.items():
            rows = self._data.get(table)
            for i, row in enumerate(rows if isinstance(rows, list) else ()):
                for name in names if isinstance(row, dict) else ():
                    self._take_pin(row, name, (table, i, name))

    def _take_pin(self, table: dict[str, Any], name: str, key: KeyPath) -> None:
        value = table.get(name)
        if name in table and (not isinstance(value, int) or isinstance(value, bool) or value not in PIN_OF):
            self._pins[key] = value
            table[name] = 0

    def _config(self) -> TableConfig:
        for _ in range(MOST):
            try:
                return convert_toml(self._data, self._text, self._path, TableConfig)
            except ConfigError as error:
                if not error.at:
                    raise
                self._take_out(error)
        self._pins.clear()
        return TableConfig()

    def _take_out(self, error: ConfigError) -> None:
        """Note it, and take it out; what is missing is filled in."""
        at = _in_file(error.at, self._rows)
        missing = error.code == "missing_key"
        if not any(known.key == at for known in self._mistakes):
            self._mistakes.append(Mistake(at, error.what))
        *way, last = error.at
        place: Any = self._data
        for part in way:
            place = place[part]
        if missing:
            place[last] = self._filling(error.at, at)
            return
        del place[last]
        if isinstance(last, int) and len(error.at) == 2:
            del self._rows[str(error.at[0])][last]

    def _filling(self, at: KeyPath, in_file: KeyPath) -> Any:
        """So that the part is drawn all the same."""
        table, last = str(at[0]), at[-1]
        if last in PINS.get(table, ()):
            self._pins.setdefault(in_file, None)
            return 0
        if table == "encoders":
            return DIALS[int(in_file[1]) % len(DIALS)]
        return {"name": f"{table[:-1]}{int(in_file[1]) + 1}", "protocol": "text_line"}.get(str(last), "")

    def _put_back(self) -> dict[KeyPath, int]:
        """By their places in the config."""
        found: dict[KeyPath, int] = {}
        for key, value in self._pins.items():
            number = value if isinstance(value, int) and not isinstance(value, bool) else NO_PIN
            if key[0] == "panel":
                found[key] = number
                continue
            rows = self._rows[str(key[0])]
            if key[1] in rows:
                found[(key[0], rows.index(int(key[1])), *key[2:])] = number
        return found


def _in_file(key: KeyPath, rows: Mapping[str, Sequence[int]]) -> KeyPath:
    """Return the place of a key in the file; `rows`: of each table, which elements of the file are left."""
    left = rows.get(str(key[0])) if key else None
    if left is None or len(key) < 2 or not isinstance(key[1], int):
        return key
    return (key[0], left[key[1]], *key[2:])


def _with_pins(config: TableConfig, pins: dict[KeyPath, int]) -> TableConfig:
    panel = replace(config.panel, **{str(key[1]): pin for key, pin in pins.items() if key[0] == "panel"})
    encoders, lamps = list(config.encoders), list(config.lamps)
    for key, pin in pins.items():
        if key[0] == "encoders":
            encoders[int(key[1])] = replace(encoders[int(key[1])], **{str(key[2]): pin})
        elif key[0] == "lamps":
            lamps[int(key[1])] = replace(lamps[int(key[1])], **{str(key[2]): pin})
    return replace(config, panel=panel, encoders=encoders, lamps=lamps)
