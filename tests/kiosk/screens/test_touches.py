"""No act takes more touches than docs/touches.md promises; TOUCHES=write writes what was counted there.

A quick run counts on the wide display alone, and takes what the page says of the upright one.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.thorough import THOROUGH
from tests.tools.touches import PAGE, SIZES, acts, counted, page, table, upright_of


@pytest.mark.slow
def test_each_act_keeps_its_budget_and_stands_on_the_page(window: Any) -> None:
    text, writes = PAGE.read_text(encoding="utf-8"), os.environ.get("TOUCHES") == "write"
    wide = counted(SIZES[0], window)
    upright = counted(SIZES[1], window) if writes or THOROUGH else upright_of(text)
    rows = list(zip(acts(), wide, upright, strict=True))
    over = [f"{act.name}: {size}" for act, *found in rows for size in found if size.touches > act.budget]
    assert not over
    made = page(text, table(rows))
    if writes:
        PAGE.write_text(made, encoding="utf-8")
    else:
        assert made == text, "make touches"
