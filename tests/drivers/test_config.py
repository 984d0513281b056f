"""`config/table.toml` and `config/lamps.toml`: what is wrong is named by file, line and key."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from companion.engine.config import BadValue, ConfigError, load_toml, parse_toml
from companion.engine.text import Text
from drivers.config import load_table
from drivers.light_table import load_lights
from drivers.panel import BUTTONS
from tests.drivers.conftest import CONFIG

TABLE = """\
# a table
[[readers]]
name = "draw"
port = "/dev/ttyUSB0"
protocol = "rdm6300"

[[readers]]
name = "play"      # the second
port = "/dev/ttyUSB1"
protocol = "id12la"
ghost_reads = 3

[pins]
factory = "mock"

[panel]
start = 17
a = 27

[[lamps]]
red = 12
green = 13
blue = 19

[[encoders]]
name = "rage"
a = 5
b = 6
[[encoders]]
name = "speed"
a = 16
b = 20
debounce_ms = 4
"""


def wrong(tmp_path: Path, old: str, new: str) -> ConfigError:
    assert old in TABLE
    path = tmp_path / "table.toml"
    path.write_text(TABLE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_table(path)
    error = caught.value
    assert error.file == path and isinstance(error, ValueError)
    assert str(error).startswith(f"{path}:{error.line}: ") and error.message in str(error)
    return error


def test_the_defaults_of_the_protocol_and_what_overrides_them(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    draw, play = (reader.settings() for reader in load_table(path).readers)
    assert (draw.baud, draw.rules.repeats, draw.rules.ghost_reads, draw.rules.lift_ms) == (9600, True, 2, 260)
    assert (play.baud, play.rules.repeats, play.rules.ghost_reads, play.rules.duplicate_ms) == (9600, False, 3, 1000)


def test_a_uhf_reader_has_a_band_and_a_power(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[[readers]]\nname = "mat"\nport = ""\nprotocol = "r200"\nregion = "eu"\npower_dbm = 12\n')
    settings = load_table(path).readers[0].settings()
    assert (settings.region, settings.power_dbm, settings.rules.single, settings.baud) == ("eu", 12, False, 115200)
    for wrong in ('region = "moon"', "power_dbm = 40"):
        path.write_text(f'[[readers]]\nname = "mat"\nport = ""\nprotocol = "r200"\n{wrong}\n')
        with pytest.raises(ConfigError, match=wrong.split()[0]):
            load_table(path)


def test_encoders_are_named_and_a_panel_has_more_buttons(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE.replace("a = 27", "a = 27\nend_turn = 24\nrage_up = 10\nspeed_down = 8"))
    table = load_table(path)
    assert [(e.name, e.a, e.b, e.debounce_ms) for e in table.encoders] == [("rage", 5, 6, 1), ("speed", 16, 20, 4)]
    assert table.panel.pins == {"start": 17, "a": 27, "end_turn": 24, "rage_up": 10, "speed_down": 8}


def test_what_the_file_of_the_project_suggests_can_be_used(tmp_path: Path) -> None:
    """Its commented buttons and encoders collide with nothing."""
    text = (CONFIG / "table.toml").read_text(encoding="utf-8")
    panel = text.index("# end_turn")
    used = text[:panel] + re.sub(r"^# ?((\[\[|\w+ = ).*)", r"\1", text[panel:], flags=re.M)
    path = tmp_path / "table.toml"
    path.write_text(used, encoding="utf-8")
    table = load_table(path)
    assert set(table.panel.pins) == set(BUTTONS)
    assert [encoder.name for encoder in table.encoders] == ["rage", "speed"]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "key", "words"),
    [
        (
            "ghost_reads = 3",
            "gost_reads = 3",
            "unknown_key",
            11,
            "readers[1].gost_reads",
            "did you mean `ghost_reads`?",
        ),
        ("ghost_reads = 3", "ghost_reads = 0", "bad_value", 11, "readers[1].ghost_reads", ">= 1"),
        ("ghost_reads = 3", 'ghost_reads = "3"', "bad_value", 11, "readers[1].ghost_reads", "got `str`"),
        ('"id12la"', '"id12"', "bad_value", 10, "readers[1].protocol", "no reader protocol 'id12'; known are "),
        ('"play"', '"draw"', "bad_value", 8, "readers[1].name", "twice"),
        ('"play"', '"Play zone"', "bad_value", 8, "readers[1].name", "small letters"),
        ("ttyUSB1", "ttyUSB0", "bad_value", 9, "readers[1].port", "twice"),
        ('name = "play"      # the second\n', "", "missing_key", 7, "readers[1].name", "missing"),
        ('"mock"', '"auto"', "bad_value", 14, "pins.factory", "auto"),
        ("a = 27", "a = 17", "bad_value", 18, "panel.a", "pin 17 is used twice"),
        ("blue = 19", "blue = 17", "bad_value", 23, "lamps[0].blue", "pin 17 is used twice"),
        ("a = 5", "a = 17", "bad_value", 27, "encoders[0].a", "pin 17 is used twice"),
        ("b = 6", "b = 5", "bad_value", 28, "encoders[0].b", "pin 5 is used twice"),
        ("a = 16", "a = 19", "bad_value", 23, "lamps[0].blue", "pin 19 is used twice"),
        ("b = 20", "b = 6", "bad_value", 32, "encoders[1].b", "pin 6 is used twice"),
        ('"speed"', '"rage"', "bad_value", 30, "encoders[1].name", "the name rage is used twice"),
        ('"speed"', '"steam"', "bad_value", 30, "encoders[1].name", "steam"),
        ("b = 20", "c = 20", "unknown_key", 32, "encoders[1].c", "known are name, a, b, debounce_ms"),
        ("b = 20\n", "", "missing_key", 29, "encoders[1].b", "missing"),
        ("debounce_ms = 4", "debounce_ms = 400", "bad_value", 33, "encoders[1].debounce_ms", "<= 50"),
        ("a = 27", "a = 40", "bad_value", 18, "panel.a", "<= 27"),
        ("a = 27", "c = 27", "unknown_key", 18, "panel.c", "known are start, a, b, undo, end_turn, "),
        ("[pins]", "[pin]", "unknown_key", 13, "pin", "did you mean `pins`?"),
        ("[panel]", "[panel", "syntax", 16, "", "line 16"),
        ("a = 27", "a = ", "syntax", 18, "", "line 18"),
        ("blue = 19\n", 'blue = "19', "syntax", 23, "", ""),
        ("a = 27", "a = 27\na = 28", "syntax", 19, "", "line 19"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, code: str, line: int, key: str, words: str) -> None:
    error = wrong(tmp_path, old, new)
    assert (error.code, error.line, error.key) == (code, line, key)
    assert words in error.message
    facts = {"file": str(error.file), "line": line, "key": key, "message": error.message}
    assert error.facts == facts | {"where": error.place}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file") as missing:
        load_table(tmp_path / "none.toml")
    assert (missing.value.code, missing.value.line) == ("file_missing", 0)
    with pytest.raises(ConfigError) as folder:
        load_table(tmp_path)
    assert folder.value.code == "file_unreadable"
    (tmp_path / "latin.toml").write_bytes("a = 1\n# Cerb\xe8re\n".encode("latin-1"))
    with pytest.raises(ConfigError) as latin:
        load_table(tmp_path / "latin.toml")
    assert (latin.value.code, latin.value.line) == ("not_utf8", 2)


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ('default = "notice"', 'default = "nothing"', None, "default"),
        ('A6 = "alarm"', 'A6 = "alarum"', None, "cues.A6"),
        ('A6 = "alarm"', "A6 = 6", None, "cues.A6"),
        ('A3 = { pattern = "bell", n = 3 }', 'A3 = { pattern = "bell", m = 3 }', None, "cues.A3.m"),
        ("blinks = 6, ms = 340, urgent", "blinks = 6, ms = 100, urgent", None, "patterns.alarm.ms"),
        ("blinks = 6, ms = 340, urgent", "blinks = 6, mss = 340, urgent", None, "patterns.alarm.mss"),
        ("pulse_ms = 857", "pulse_ms = 100", None, "moods.loop_5.pulse_ms"),
        ('colour = "#FF1800"', 'colour = "red"', None, "moods.loop_5.colour"),
    ],
)
def test_mistakes_in_the_lamps(tmp_path: Path, old: str, new: str, line: None, key: str) -> None:
    text = (CONFIG / "lamps.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "lamps.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_lights(path)
    assert caught.value.key == key
    assert caught.value.line == text[: text.index(old)].count("\n") + 1


def test_a_byte_order_mark_is_no_mistake_and_an_abyss_is_one(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_bytes(b"\xef\xbb\xbf" + TABLE.encode())
    assert len(load_table(tmp_path / "table.toml").readers) == 2
    (tmp_path / "table.toml").write_text("a = " + "[" * 100_000)
    with pytest.raises(ConfigError) as caught:
        load_table(tmp_path / "table.toml")
    assert caught.value.code == "syntax"


def test_any_struct_can_be_loaded(tmp_path: Path) -> None:
    class Thing(msgspec.Struct, forbid_unknown_fields=True):
        size: int

    def check(thing: Thing) -> None:
        if thing.size == 13:
            raise BadValue(("size",), Text("unlucky"))

    (tmp_path / "t.toml").write_text("\n\nsize = 13")
    assert load_toml(tmp_path / "t.toml", Thing).size == 13
    with pytest.raises(ConfigError, match=r"t\.toml:3: size: unlucky"):
        load_toml(tmp_path / "t.toml", Thing, check)
    with pytest.raises(ConfigError, match="this key is missing"):
        parse_toml("", Path("t.toml"), Thing)
