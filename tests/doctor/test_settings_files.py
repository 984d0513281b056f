"""Every settings file, every key: a wrong value is a finding with file, line and key, and hides nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.options import PACKAGED_CONFIG
from companion.runtime import wrong_settings
from companion.tools.doctor import settings
from companion.tools.doctor.finding import Case, Finding
from drivers.doctor import checks
from drivers.doctor.system import HardwareSystem
from kiosk.doctor import sound

HERE = Path(__file__).parents[1]
FULL: dict[str, dict[str, Any]] = {
    "table": {
        "pins": {"factory": "mock"},
        "panel": {"start": 2, "a": 3, "b": 4, "undo": 5, "debounce_ms": 30},
        "board": {"model": "pi4", "sound": "hdmi", "also": ["i2c"], "overlays": ["x"]},
        "readers": [
            {
                "name": "table", "protocol": "rdm6300", "port": "/dev/none", "baud": 9600, "single": True, "zone": "",
                "seat": "", "ghost_reads": 1, "duplicate_ms": 500, "frame_ms": 100, "missed_frames": 4,
                "supply": "5v", "level": "5v", "adapter": "divider", "current_ma": 50,
            }
        ],
        "encoders": [{"name": "rage", "a": 6, "b": 7, "debounce_ms": 1}],
        "lamps": [
            {"red": 8, "green": 9, "blue": 10, "common_anode": False, "current_ma": 3.0, "red_v": 1.9, "red_ohm": 100},
        ],
    },
    "sound": {
        "device": "", "block": 512, "ahead": 144, "lead": 1, "rest_after_s": 20.0, "extra_latency_ms": 0.0,
        "render_limit_s": 30.0, "voice": True, "own_file": "",
    },
    "web": {"host": "", "port": 8080, "names": ["a.lan"], "certificate": "", "key": ""},
    "link": {
        "on": False, "table": "t1", "title": "x", "names": False, "evenings": True, "home_assistant": False,
        "broker": "localhost", "port": 8883, "password": "x", "tls": True, "ca": "",
    },
    "hub": {
        "broker": "localhost", "port": 8883, "password": "x", "tls": True, "ca": "", "store": "",
        "wall": {"password": "x", "port": 8090, "names": ["a"], "host": "", "certificate": "", "key": ""},
    },
    "lamps": {
        "default": "p",
        "moods": {"idle": {"colour": "#ffffff", "level": 1.0, "pulse_ms": 0}},
        "patterns": {
            "p": {"colour": "#ffffff", "blinks": 1, "ms": 400, "shape": "blink", "counted": True, "urgent": True},
        },
        "cues": {"tap": "p"},
    },
}  # fmt: skip
"""Each file with every key, as it may be."""
CODES = {name: f"{name}_wrong" for name in FULL}
OPTIONAL = ("web", "link", "hub")
"""What may be missing."""
Key = tuple[str | int, ...]


def written(data: Any, key: Key = ()) -> Iterator[tuple[Key, str]]:
    """A file line by line, with the key that each line has."""
    for name, value in data.items():
        if not isinstance(value, dict) and not (isinstance(value, list) and value and isinstance(value[0], dict)):
            yield (*key, name), f"{name} = {json.dumps(value)}"
    for name, value in data.items():
        path = ".".join(str(part) for part in (*key, name) if not isinstance(part, int))
        if isinstance(value, dict):
            yield (*key, name), f"[{path}]"
            yield from written(value, (*key, name))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for i, one in enumerate(value):
                yield (*key, name, i), f"[[{path}]]"
                yield from written(one, (*key, name, i))


def leaves(data: Any, key: Key = ()) -> Iterator[tuple[Key, Any]]:
    for name, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
            yield from leaves(value, (*key, name))
        else:
            yield (*key, name), value


def changed(data: Any, key: Key, value: Any) -> Any:
    copy = json.loads(json.dumps(data))
    inner = copy
    for part in key[:-1]:
        inner = inner[part]
    inner[key[-1]] = value
    return copy


def shown(key: Key) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in key).removeprefix(".")


def put(config: Path, name: str, data: Any) -> dict[Key, int]:
    """Write it; the line of each key."""
    rows = list(written(data))
    (config / f"{name}.toml").write_text("\n".join(line for _key, line in rows) + "\n", encoding="utf-8")
    return {key: number for number, (key, _line) in enumerate(rows, 1)}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    for name, data in FULL.items():
        put(tmp_path, name, data)
    return tmp_path


def findings(config: Path) -> list[Finding]:
    case = Case(config / "data", config, quick=True)
    files = [one for one in checks(HardwareSystem(), case) if one.name in ("table.toml", "lamps.toml")]
    found = [finding for check in files for finding in check.run()]
    return [*found, *sound.file(case), *settings.look(case)]


def one(config: Path, name: str) -> Finding:
    """The only finding, of that file."""
    (found,) = findings(config)
    assert found.facts["file"] == str(config / f"{name}.toml")
    assert found.code == CODES[name]
    return found


def test_as_they_may_be_nothing_is_found(config: Path) -> None:
    assert findings(config) == [] and wrong_settings(config) == ()


def wrong(value: Any) -> Any:
    """A value of another type."""
    return 17 if isinstance(value, str) else "wrong"


@pytest.mark.parametrize("name", FULL)
def test_a_value_of_another_type(config: Path, name: str) -> None:
    for key, value in leaves(FULL[name]):
        lines = put(config, name, changed(FULL[name], key, wrong(value)))
        found = one(config, name)
        assert (found.facts["key"], found.facts["line"]) == (shown(key), lines[key])
        assert str(found.facts["message"]) and str(found.facts["where"]).startswith(f"{name}.toml:{lines[key]}")


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("figure", [10**15, -(10**15)])
def test_a_number_that_cannot_be(config: Path, name: str, figure: int) -> None:
    for key, value in leaves(FULL[name]):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            lines = put(config, name, changed(FULL[name], key, figure))
            found = one(config, name)
            assert (found.facts["key"], found.facts["line"]) == (shown(key), lines[key])


WORDS: list[tuple[str, Key, Any]] = [
    ("web", ("port",), 0),
    ("web", ("host",), "no host"),
    ("web", ("host",), "999.1.1.1"),
    ("web", ("names",), ["a b"]),
    ("web", ("names",), [""]),
    ("web", ("certificate",), "/nowhere.pem"),
    ("web", ("certificate",), str(HERE / "conftest.py")),
    ("web", ("key",), str(HERE / "conftest.py")),
    ("link", ("table",), "Table 1"),
    ("link", ("title",), "\x1b[31mred"),
    ("link", ("title",), "x" * 41),
    ("link", ("broker",), ""),
    ("link", ("broker",), "a b"),
    ("link", ("broker",), "256.1.1.1"),
    ("link", ("port",), 0),
    ("link", ("ca",), "/nowhere.pem"),
    ("link", ("ca",), str(HERE / "conftest.py")),
    ("link", ("ca",), str(HERE)),
    ("hub", ("ca",), str(HERE / "conftest.py")),
    ("hub", ("broker",), "mqtt://x"),
    ("hub", ("store",), "/nowhere/at/all.db"),
    ("hub", ("store",), "mysql://x"),
    ("hub", ("wall", "port"), 0),
    ("hub", ("wall", "certificate"), str(HERE / "conftest.py")),
    ("hub", ("wall", "names"), ["a/b"]),
    ("sound", ("lead",), 144),
    ("sound", ("own_file",), "/nowhere.wav"),
    ("lamps", ("default",), "q"),
    ("lamps", ("cues", "tap"), "q"),
    ("lamps", ("moods", "idle", "colour"), "red"),
    ("lamps", ("moods", "idle", "pulse_ms"), 100),
    ("lamps", ("patterns", "p", "shape"), "round"),
    ("table", ("readers", 0, "protocol"), "rdm63000"),
    ("table", ("readers", 0, "name"), "Big Reader"),
    ("table", ("board", "model"), "pi9"),
    ("table", ("pins", "factory"), "gpio"),
]


@pytest.mark.parametrize(("name", "key", "value"), WORDS, ids=lambda one: str(one)[-24:])
def test_a_word_that_cannot_be(config: Path, name: str, key: Key, value: Any) -> None:
    lines = put(config, name, changed(FULL[name], key, value))
    found = one(config, name)
    assert str(found.facts["key"]).startswith(shown(key)) or key == ("lead",)
    assert found.facts["line"] == lines[key] or key == ("lead",)
    if name != "hub" and key != ("own_file",):  # the sound says that itself
        (notice,) = wrong_settings(config)
        assert notice.facts["where"] == found.facts["where"]


@pytest.mark.parametrize("name", FULL)
def test_a_key_that_nobody_knows(config: Path, name: str) -> None:
    tables = {key[:-1] for key, _value in leaves(FULL[name])}
    for table in tables - {("cues",)}:
        lines = put(config, name, changed(FULL[name], (*table, "colr"), 1))
        found = one(config, name)
        assert (found.facts["key"], found.facts["line"]) == (shown((*table, "colr")), lines[(*table, "colr")])


BROKEN = {
    "a sentence": b"This is no TOML.\n",
    "half a table": b"[x\n",
    "a key twice": b"port = 1\nport = 2\n",
    "bytes": b"\xff\xfe\x00",
    "deep": b"a = " + b"[" * 500 + b"]" * 500,
    "a long number": b"port = " + b"9" * 5000,
    "no number": b"port = nan\n",
}


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("how", BROKEN)
def test_a_file_that_is_broken(config: Path, name: str, how: str) -> None:
    (config / f"{name}.toml").write_bytes(BROKEN[how])
    found = one(config, name)
    assert found.facts["line"] or how == "bytes"


@pytest.mark.parametrize("name", FULL)
@pytest.mark.parametrize("how", ["folder", "loop", "nowhere", "missing"])
def test_a_file_that_is_none(config: Path, name: str, how: str) -> None:
    file = config / f"{name}.toml"
    file.unlink()
    if how == "folder":
        file.mkdir()
    elif how != "missing":
        file.symlink_to(file if how == "loop" else config / "nowhere")
    if how == "missing" and name in OPTIONAL:
        assert findings(config) == []
        return
    assert one(config, name).facts["line"] == 0
    if name != "hub":
        assert [notice.facts["where"] for notice in wrong_settings(config)] == [f"{name}.toml"]


def test_a_clash_names_both_lines(config: Path) -> None:
    lines = put(config, "table", changed(FULL["table"], ("encoders", 0, "b"), 3))
    both = f"table.toml:{lines[('panel', 'a')]}, {lines[('encoders', 0, 'b')]}: encoders[0].b"
    assert one(config, "table").facts["where"] == both
    (notice,) = wrong_settings(config)
    assert notice.facts["where"] == both


def test_one_wrong_file_hides_no_other(config: Path) -> None:
    """By the command itself."""
    for name in FULL:
        (config / f"{name}.toml").write_text('colour = "red"\n')
    data = config / "data"
    words = [
        sys.executable,
        "-m",
        "companion",
        "doctor",
        "--json",
        "--quick",
        "--data",
        str(data),
        "--config",
        str(config),
    ]
    told = json.loads(subprocess.run(words, capture_output=True, check=False).stdout)
    assert {one["code"] for one in told["findings"]} >= set(CODES.values())
    (notice,) = wrong_settings(config)
    assert notice.facts["where"] == " · ".join(
        f"{name}.toml:1: colour" for name in ("table", "lamps", "sound", "web", "link")
    )


def test_a_right_certificate_is_taken(config: Path, tmp_path: Path) -> None:
    shutil.copy(PACKAGED_CONFIG / "lamps.toml", config / "lamps.toml")
    import certifi

    put(config, "link", changed(FULL["link"], ("ca",), certifi.where()))
    assert findings(config) == []
