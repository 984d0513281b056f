"""Files that nobody writes by hand: each is named with its line at once, whatever reads it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.engine.config import ConfigError, parse_toml
from companion.engine.toml_lines import DEEPEST
from companion.games.infernal_wagon.data.box import BoxError, parse_text
from drivers.config import TableConfig

HOSTILE = {
    "a number of 5,000 digits": ("# x\nreaders = " + "9" * 5_000, "syntax", 2),
    "a dotted key of 20,000 parts": ("# x\n" + ".".join("a" * 20_000) + " = 1", "syntax", 2),
    "a table of 20,000 parts": ("[" + ".".join("a" * 20_000) + "]", "syntax", 1),
    "a quoted key of 20,000 parts": (".".join(['"a"'] * 20_000) + " = 1", "syntax", 1),
    "an array in an array": ("readers = " + "[" * 20_000, "syntax", 1),
    "a number that is none": ("[panel]\ndebounce_ms = nan", "bad_value", 2),
    "a hexadecimal number": ("[panel]\ndebounce_ms = 0x" + "f" * 5_000, "bad_value", 2),
}


def longest_key(text: str) -> int:
    """Parts of the key that has the most."""
    return max(line.split(" = ")[0].count(".") + 1 for line in text.splitlines())


@pytest.mark.parametrize(("text", "code", "line"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_named_at_once(text: str, code: str, line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    loads = tomllib.loads

    def noted(text: str) -> dict[str, Any]:
        parsed.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", noted)
    with pytest.raises(ConfigError) as caught:
        parse_toml(text, Path("table.toml"), TableConfig)
    assert (caught.value.code, caught.value.line) == (code, line)
    assert max(map(longest_key, parsed), default=0) <= DEEPEST, "the standard parser takes minutes over it"
    with pytest.raises(BoxError):
        parse_text(text, Path("box.toml"))


def test_dots_in_a_text_or_a_comment_are_no_key() -> None:
    dotted = ".".join("a" * 100)
    text = f"# {dotted} = 1\n[[readers]]\nname = 'a'\nport = '{dotted}'\nprotocol = 'rdm6300'\n"
    assert parse_toml(text, Path("t"), TableConfig).readers[0].port == dotted


@pytest.mark.parametrize("text", ["readers = " + "9" * 5_000, ".".join("a" * 20_000) + " = 1"], ids=["digits", "dots"])
def test_the_doctor_names_it_without_a_traceback(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / "table.toml").write_text(text)
    words = ["doctor", "--quick", "--lang", "en", "--data", str(tmp_path / "data"), "--config", str(config)]
    assert main(words) in {1, 2}
    told = capsys.readouterr()
    assert "table.toml" in told.out and "Traceback" not in told.out + told.err
