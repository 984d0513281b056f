"""No act takes more touches than docs/touches.md promises; TOUCHES=write writes what was counted there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from companion.presentation import i18n
from tests.tools.touches import PAGE, SIZES, Counted, acts, counted, page, table


@pytest.fixture
def french() -> Iterator[None]:
    before = i18n.language()
    yield
    i18n.set_language(before)


@pytest.mark.slow
def test_each_act_keeps_its_budget_and_stands_on_the_page(window: Any, french: None) -> None:
    columns: list[list[Counted]] = [counted(size, window) for size in SIZES]
    rows = list(zip(acts(), *columns, strict=True))
    over = [f"{act.name}: {size}" for act, *found in rows for size in found if size.touches > act.budget]
    assert not over
    text = PAGE.read_text(encoding="utf-8")
    made = page(text, table(rows))
    if os.environ.get("TOUCHES") == "write":
        PAGE.write_text(made, encoding="utf-8")
    else:
        assert made == text, "make touches"
