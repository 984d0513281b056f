"""The examples of docstrings do what they say; those of the kiosk: `tests/kiosk/base/test_examples.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docstring_examples import files_with_examples, try_examples


@pytest.mark.parametrize("file", files_with_examples("companion", "drivers"), ids=str)
def test_examples_do_what_they_say(file: Path) -> None:
    try_examples(file)
