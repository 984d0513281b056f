"""Rectangles that are recorded look as if each were drawn by itself, in the order in which it came."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.presentation.colours import C, Colour

SIDE = 120
TONES = (C.bone, C.ember.fade(0.5), C.danger, C.ok.fade(0.3))


def drawn(draw: Callable[[], None], at_once: bool) -> tuple[bytes, int]:
    """The pixels of what `draw` puts into a canvas, and how many instructions draw them."""
    from kivy.graphics import CanvasBase, ClearBuffers, ClearColor, Fbo
    from kivy.graphics.instructions import VertexInstruction

    from kiosk.widgets.atlas import atlas
    from kiosk.widgets.together import Meshes, recorded

    target = Fbo(size=(SIDE, SIDE))
    with target:
        ClearColor(0, 0, 0, 1)
        ClearBuffers()
        canvas, meshes = CanvasBase(), Meshes()
    if at_once:
        meshes.show(recorded(draw))
        canvas = meshes.canvas
        atlas.flush()
    else:
        with canvas:
            draw()
    target.draw()
    return bytes(target.pixels), sum(isinstance(one, VertexInstruction) for one in canvas.children)


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
def test_all_of_them_are_one_instruction(_kivy: Any, seed: int) -> None:
    (alone, instructions), (together, fewer) = (drawn(scattered(seed), at_once) for at_once in (False, True))
    assert max(abs(a - b) for a, b in zip(alone, together, strict=True)) <= 1
    assert (instructions, fewer) == (40, 1)


def test_what_is_stretched_ends_as_its_texture_does(_kivy: Any) -> None:
    """Beside it in the sheet is its own edge, not what stands there."""
    from kiosk.widgets.paint import white
    from kiosk.widgets.together import put_box

    texture = white(4, 4, bytes(range(15, 255, 15)))

    def draw() -> None:
        put_box(3.4, 5.7, 90.3, 71.9, C.bone, texture)
        put_box(60.2, 90.1, 3.3, 2.2, C.bone, texture)

    (alone, _), (together, _) = (drawn(draw, at_once) for at_once in (False, True))
    assert max(abs(a - b) for a, b in zip(alone, together, strict=True)) <= 1 and max(together[::4]) > 200


def test_what_is_too_large_for_the_sheet_keeps_its_texture(_kivy: Any) -> None:
    from kiosk.widgets.paint import white
    from kiosk.widgets.together import put_box

    texture = white(600, 300, bytes(200 for _ in range(600 * 300)))

    def draw() -> None:
        put_box(0, 0, 9, 9, C.bone)
        put_box(20, 20, 60, 30, C.ember, texture)
        put_box(30, 30, 9, 9, C.bone)

    (alone, _), (together, instructions) = (drawn(draw, at_once) for at_once in (False, True))
    assert together == alone and instructions == 3


def test_more_than_a_mesh_holds(_kivy: Any) -> None:
    from kiosk.widgets.together import put_box

    def draw() -> None:
        for n in range(10_001):
            put_box(n % SIDE, n // SIDE, 1, 1, C.bone)

    pixels, instructions = drawn(draw, at_once=True)
    assert instructions == 2
    assert sum(1 for red in pixels[::4] if red) == 10_001


def test_a_full_sheet_gives_way_to_another_one(_kivy: Any) -> None:
    """What was drawn from the first is still right."""
    from kiosk.widgets.atlas import atlas
    from kiosk.widgets.label import put_line

    def drawing(words: str) -> Callable[[], None]:
        def draw() -> None:
            put_line(words, "text_bold", 40, 5, 5, C.bone)

        return draw

    atlas.begin_anew()
    first, expected = atlas.sheet, drawn(drawing("A"), at_once=True)
    count = 0
    while atlas.sheet is first:
        count += 1
        drawn(drawing(f"{count} of them"), at_once=True)
    assert count > 50
    assert drawn(drawing("A"), at_once=True) == expected


def test_nothing_is_left_open_by_a_drawing_that_fails(_kivy: Any) -> None:
    def failing() -> None:
        from kiosk.widgets.together import put_box

        put_box(0, 0, 9, 9, Colour(1, 1, 1))
        raise ValueError

    with pytest.raises(ValueError):
        drawn(failing, at_once=True)
    _pixels, instructions = drawn(scattered(1), at_once=False)
    assert instructions == 40
