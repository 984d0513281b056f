"""The examples of the kiosk's docstrings do what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.docstring_examples import files_with_examples, try_examples


@pytest.mark.parametrize("file", files_with_examples("kiosk"), ids=str)
def test_examples_do_what_they_say(file: Path, window: Any) -> None:
    try_examples(file)
