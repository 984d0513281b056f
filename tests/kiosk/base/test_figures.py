"""Figures stand still."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk import env
from kiosk.widgets.figures import Figures, figures_width


@pytest.mark.parametrize("size", env.SIZES)
def test_cells_never_move(size: tuple[int, int], window: Any, pump: Any) -> None:
    clock = Figures("7:00", "clock", pos=(20, 100), width=min(size) * 1.4, height=200)
    window(clock, size=size)
    first = clock.cells()
    assert len(first) == 4
    for second in (419, 251, 71, 11):
        clock.show(f"{second // 60}:{second % 60:02d}")
        pump(1)
        assert clock.cells() == first


def test_a_change_lays_nothing_out(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Figures("4:12", "clock", pos=(0, 0), width=700, height=200)
    window(clock)
    for figure in "0123456789":
        clock.show(f"{figure}:{figure * 2}")
        pump(1)
    drawn: list[int] = []
    monkeypatch.setattr(clock, "draw", lambda: drawn.append(1))
    for second in range(60):
        clock.show(f"3:{second:02d}")
        pump(1)
    assert not drawn


def test_redraw_when_the_number_of_figures_changes(window: Any, pump: Any) -> None:
    count = Figures("9", pos=(0, 0), width=300, height=100)
    window(count)
    count.show("10")
    pump()
    assert len(count.cells()) == 2


def test_tabular() -> None:
    assert figures_width("11", 200) == figures_width("42", 200) == pytest.approx(224)
    assert figures_width("4:12", 284) == pytest.approx(284 * 1.95)


def test_shrinks_into_its_box(window: Any) -> None:
    clock = Figures("4:12", size=50, pos=(0, 0), width=300, height=100)
    window(clock)
    assert clock.text_width() <= 300.5
