"""Questions: the default, its bar, the answer."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presentation.colours import C
from kiosk.widgets.question import Answer, Field, Question
from kiosk.widgets.tile import Tile
from tests.kiosk.kivy_time import KivyTime

YES = Answer("yes", "Oui", "match", C.ok, badge="disc", panel="bouton vert")
NO = Answer("no", "Non", "miss", C.danger, badge="square", panel="bouton rouge")


def test_the_default_drains_in_three_seconds(window: Any, until: Any, kivy_time: KivyTime) -> None:
    drained: list[float] = []
    began = kivy_time.now()
    ask = Question("La carte de Cy", "raccorde ?", (YES, NO), "yes", drained=lambda: drained.append(kivy_time.now()))
    window(ask)
    default, other = ask.fields
    assert isinstance(default, Field)
    assert isinstance(other, Field)
    assert default.default
    assert not other.default
    kivy_time.go_on(0.7)
    assert until(lambda: default.left < 0.6)
    assert other.left == 0
    assert until(lambda: drained)
    assert drained == [pytest.approx(began + 3.0, abs=0.1)], "a frame that was late does not eat more of it"
    assert ask.left == 0


def test_answer_stops_the_bar(window: Any, touch: Any, pump: Any) -> None:
    said: list[str] = []
    ask = Question("", "raccorde ?", (YES, NO), "yes", answered=said.append, drained=lambda: said.append("default"))
    window(ask)
    touch(*ask.fields[1].center).lift()
    assert said == ["no"]
    left = ask.left
    pump(8)
    assert ask.left == left


def test_taken_away_it_stops(window: Any, pump: Any) -> None:
    ask = Question("", "raccorde ?", (YES, NO), "yes")
    win = window(ask)
    win.remove_widget(ask)
    left = ask.left
    pump(8)
    assert ask.left == left


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_many_answers(count: int, size: tuple[int, int], window: Any, touch: Any) -> None:
    said: list[str] = []
    colours = ("white", "green", "red", "cyan", "orange", "blue", "pink")
    answers = [Answer(str(i), f"Prénom {i}", seat=(colours[i], str(i))) for i in range(count)]
    ask = Question("Un raté", "À qui ?", answers, answered=said.append)
    window(ask, size=size)
    assert all(isinstance(f, Tile) and f.fits for f in ask.fields)
    for i, field in enumerate(ask.fields):
        assert field.x >= 0 and field.right <= size[0] and field.y > 0
        touch(*field.center).lift()
        assert said[-1] == str(i)
