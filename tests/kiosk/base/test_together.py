"""Rectangles drawn together look as if each were drawn by itself, in the order in which it came."""

from collections.abc import Callable
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

from companion.presentation.colours import C, Colour

SIDE = 120
TONES = (C.bone, C.ember.fade(0.5), C.danger, C.ok.fade(0.3))


def drawn(draw: Callable[[], None], at_once: bool) -> tuple[bytes, int]:
    """The pixels of what `draw` puts into a canvas, and how many instructions draw them."""
    from kivy.graphics import ClearBuffers, ClearColor, Fbo
    from kivy.graphics.instructions import VertexInstruction

    from kiosk.widgets.together import together

    target = Fbo(size=(SIDE, SIDE))
    with target:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
        with together() if at_once else nullcontext():
            draw()
    target.draw()
    return bytes(target.pixels), sum(isinstance(i, VertexInstruction) for i in target.children)


def scattered(seed: int) -> Callable[[], None]:
    """Boxes, panels, icons and letters anywhere, in any order, over each other."""

    def draw() -> None:
        from kiosk.widgets.icons import put_icon
        from kiosk.widgets.label import put_line
        from kiosk.widgets.panel import put_panel
        from kiosk.widgets.together import put_box

        rng = Random(seed)
        for _ in range(40):
            x, y, tone = rng.randrange(SIDE), rng.randrange(SIDE), rng.choice(TONES)
            match rng.randrange(5):
                case 0:
                    put_box(x, y, rng.randrange(-30, 30), rng.randrange(1, 30), tone)
                case 1:
                    put_panel(x, y, rng.randrange(4, 40), rng.randrange(4, 40), tone, rng.choice((3, 9)))
                case 2:
                    put_panel(x, y, 20, 20, tone, 10, 2)
                case 3:
                    put_icon(rng.choice(("pawn", "flame")), x, y, 16, tone)
                case _:
                    put_line(rng.choice("AB"), "text_bold", 14, x, y, tone)

    return draw


@pytest.mark.parametrize("seed", range(12))
def test_what_lies_over_each_other_keeps_its_order(_kivy: Any, seed: int) -> None:
    (alone, instructions), (together, fewer) = (drawn(scattered(seed), at_once) for at_once in (False, True))
    assert max(abs(a - b) for a, b in zip(alone, together, strict=True)) <= 1
    assert fewer < instructions == 40


def test_of_equal_ones_only_what_lies_on_something_later_is_drawn_again(_kivy: Any) -> None:
    """Two white seats in one, and two letters A: the second lies on the red seat, which comes after the first."""

    def draw() -> None:
        from kiosk.widgets.seat import put_seat

        for i, (seat, letter) in enumerate((("white", "A"), ("red", "A"), ("white", "B"))):
            put_seat(4 + 40 * i, 30, 30, seat, letter)

    (alone, instructions), (together, fewer) = (drawn(draw, at_once) for at_once in (False, True))
    assert together == alone
    assert (instructions, fewer) == (6, 5)


def test_nothing_is_left_open_by_a_drawing_that_fails(_kivy: Any) -> None:
    def failing() -> None:
        from kiosk.widgets.together import put_box

        put_box(0, 0, 9, 9, Colour(1, 1, 1))
        raise ValueError

    with pytest.raises(ValueError):
        drawn(failing, at_once=True)
    _pixels, instructions = drawn(scattered(1), at_once=False)
    assert instructions == 40
