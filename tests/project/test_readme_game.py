"""The game in the README is played as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_game_of_the_readme_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.S | re.M)
    assert len([line for line in code.splitlines() if line]) <= 20
    exec(compile(code, str(README), "exec"), {})
    assert re.fullmatch(r"Ana \d+\nBo \d+\n", capsys.readouterr().out)
