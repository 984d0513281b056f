"""Widgets in one mesh look as if each were drawn by itself, whatever comes, goes, hides and fades between them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from kivy.graphics import Color, Rectangle
from kivy.graphics.instructions import InstructionGroup, VertexInstruction

from companion.presentation.colours import C
from kiosk.widgets import together
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.frame import frame
from kiosk.widgets.icons import Icon
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.motion import leave
from kiosk.window.picture import pixels


class Own(Drawn):
    """A widget with instructions of its own."""

    def draw(self) -> None:
        Color(*C.ember)
        Rectangle(pos=self.pos, size=self.size)


def draws(canvas: Any) -> int:
    """How many draw calls a canvas is."""
    return sum(
        draws(one) if isinstance(one, InstructionGroup) else isinstance(one, VertexInstruction)
        for one in canvas.children
    )


def placed(widget: Any, x: int, y: int, wide: int = 160, high: int = 40) -> Any:
    widget.size_hint, widget.pos, widget.size = (None, None), (x, y), (wide, high)
    return widget


def some(rng: Random) -> Any:
    """A widget anywhere; one of four has others on it."""
    made: Any
    match rng.randrange(5):
        case 0:
            made = Text(rng.choice(("Ana", "draws a card")), "body")
        case 1:
            made = Icon(rng.choice(("crown", "skull")))
        case 2:
            made = Key("Go on", "check", kind=rng.choice(("plain", "prime")))
        case 3:
            made = Own()
        case _:
            made = Drawn()
            for _ in range(2):
                made.add_widget(placed(Text("on it", "body"), rng.randrange(600), rng.randrange(400)))
                made.add_widget(placed(Key("Key"), rng.randrange(600), rng.randrange(400)))
    return placed(made, rng.randrange(600), rng.randrange(400))


def change(page: Any, gone: list[Any], rng: Random) -> None:
    """Change something on a page."""
    children = page.children
    one = rng.choice(children) if children else None
    match rng.randrange(8):
        case 0 | 1:
            page.add_widget(some(rng), rng.randrange(len(children) + 1))
        case 2 if one is not None:
            page.remove_widget(one)
            gone.append(one)
        case 3 if gone:
            page.add_widget(gone.pop())
        case 4 if one is not None:
            one.visible = not one.visible
        case 5 if one is not None:
            one.opacity = rng.choice((0.5, 1))
        case 6 if isinstance(one, Text):
            one.show(rng.choice(("Bo", "Ana", "")))
        case _ if one is not None:
            one.pos = (rng.randrange(600), rng.randrange(400))


@pytest.mark.parametrize("seed", range(8))
def test_it_looks_as_if_each_were_drawn_by_itself(window: Any, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = Random(seed)
    page, gone = Container(), list[Any]()
    window(page)
    for _ in range(10):
        page.add_widget(some(rng))
    for _ in range(12):
        for _ in range(3):
            change(page, gone, rng)
        frame.run()
        _wide, _high, merged = pixels()
        with monkeypatch.context() as apart:
            apart.setattr(Drawn, "draws_itself", True)
            page.redraw_all()
            frame.run()
            assert draws(page.canvas) > 1
            _wide, _high, alone = pixels()
        assert merged == alone or max(abs(a - b) for a, b in zip(merged, alone, strict=True)) <= 1
        page.redraw_all()
        frame.run()


def row(window: Any, *widgets: Any) -> Any:
    """A page with these widgets side by side."""
    page = Container()
    for i, widget in enumerate(widgets):
        page.add_widget(placed(widget, 170 * i, 200))
    window(page)
    frame.run()
    return page


def test_all_that_follow_each_other_are_one_draw_call(window: Any) -> None:
    page = row(window, Text("Ana", "body"), Icon("crown"), Key("Go on", "check"), Drawn())
    assert draws(page.canvas) == 1


def test_what_has_its_own_instructions_parts_them(window: Any) -> None:
    page = row(window, Text("Ana", "body"), Icon("crown"), Own(), Key("Go on", "check"))
    assert draws(page.canvas) == 3


def test_what_is_hidden_parts_nothing(window: Any) -> None:
    hidden = Text("Bo", "body")
    hidden.visible = False
    page = row(window, Text("Ana", "body"), hidden, Icon("crown"))
    assert draws(page.canvas) == 1


def test_what_is_transparent_is_drawn_by_itself(window: Any) -> None:
    second: Any
    first, second, third = (Text(name, "body") for name in ("Ana", "Bo", "Cy"))
    page = row(window, first, second, third)
    assert draws(page.canvas) == 1
    second.opacity = 0.5
    frame.run()
    assert (draws(page.canvas), draws(second.canvas)) == (3, 1)
    second.opacity = 1.0
    frame.run()
    assert draws(page.canvas) == 1


def test_what_goes_away_fades_between_the_others(window: Any) -> None:
    first, second, third = (Text(name, "body") for name in ("Ana", "Bo", "Cy"))
    page = row(window, first, second, third)
    window(motion=True)
    leave(second, 10)
    frame.run()
    assert page.canvas.indexof(second.canvas) >= 0
    assert (draws(page.canvas), draws(second.canvas)) == (3, 1)
    page.add_widget(second)
    frame.run()
    assert draws(page.canvas) == 1


def test_an_unchanged_row_is_not_made_again(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, third = Text("Ana", "body"), Own(), Text("Cy", "body")
    row(window, first, second, third)
    shown: list[Any] = []
    show = together.Meshes.show

    def showing(self: Any, pieces: Any) -> None:
        shown.append(self)
        show(self, pieces)

    monkeypatch.setattr(together.Meshes, "show", showing)
    third.show("Dan")
    frame.run()
    assert shown == [third.merged.row]
