"""Questions: the default, its bar, the answer."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presentation.colours import C
from kiosk.widgets.question import AnswerField, AnswerKey, Question
from kiosk.widgets.tile import Tile
from tests.kiosk.kivy_time import KivyTime

YES = AnswerKey("yes", "Oui", "match", C.ok, badge="disc", panel="bouton vert")
NO = AnswerKey("no", "Non", "miss", C.danger, badge="square", panel="bouton rouge")


def test_the_default_drains_in_three_seconds(window: Any, until: Any, kivy_time: KivyTime) -> None:
    ask = Question("La carte de Cy", "raccorde ?", (YES, NO), "yes")
    window(ask)
    began = kivy_time.now()
    ask.start(3.0)
    default, other = ask.fields
    assert isinstance(default, AnswerField)
    assert isinstance(other, AnswerField)
    assert default.default
    assert not other.default
    kivy_time.go_on(0.7)
    assert until(lambda: default.left < 0.8)
    assert other.left == 0
    assert until(lambda: default.left == 0)
    assert kivy_time.now() == pytest.approx(began + 3.0, abs=0.1), "a frame that was late does not eat more of it"


def test_answer_stops_the_bar(window: Any, touch: Any, pump: Any) -> None:
    said: list[str] = []
    ask = Question("", "raccorde ?", (YES, NO), "yes", said.append)
    window(ask)
    ask.start(3.0)
    touch(*ask.fields[1].center).lift()
    assert said == ["no"]
    left = ask.fields[0].left
    pump(8)
    assert ask.fields[0].left == left > 0


def test_taken_away_it_stops(window: Any, pump: Any) -> None:
    ask = Question("", "raccorde ?", (YES, NO), "yes")
    win = window(ask)
    ask.start(3.0)
    win.remove_widget(ask)
    left = ask.fields[0].left
    pump(8)
    assert ask.fields[0].left == left > 0


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_three_answers(size: tuple[int, int], window: Any, touch: Any) -> None:
    said: list[str] = []
    ask = Question(
        "Une carte Danger", "Laquelle ?", [AnswerKey(str(i), f"Réponse {i}") for i in range(3)], None, said.append
    )
    window(ask, size=size)
    assert all(isinstance(f, Tile) and f.fits for f in ask.fields)
    for i, field in enumerate(ask.fields):
        assert field.x >= 0 and field.right <= size[0] and field.y > 0
        touch(*field.center).lift()
        assert said[-1] == str(i)
