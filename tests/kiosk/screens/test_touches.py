"""No act takes more touches than docs/touches.md promises; TOUCHES=write writes what was counted there."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.tools.touches import PAGE, SIZES, Counted, acts, counted, page, table


@pytest.mark.slow
def test_each_act_keeps_its_budget_and_stands_on_the_page(window: Any) -> None:
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
