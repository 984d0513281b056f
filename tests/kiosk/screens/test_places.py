"""Undo keeps its place, bands have theirs, and tiles fill their room: on the pictures of the gallery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.presentation.observers import Observers
from companion.presentation.scene import Group, Shape, Words
from kiosk.display.look import look
from kiosk.widgets.key import Key
from kiosk.widgets.label import fit, width
from kiosk.window.root_widget import lay_out_now
from tests.kiosk.screens.fitting import visible
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes

PLAYING = (
    *("wagon-calm", "wagon-l0", "cerbere-turn", "cerbere-turn-armed", "cerbere-board-boat", "cerbere-board-target"),
    *("cerbere-board-order", "cerbere-hand", "cerbere-boats", "hellrail-turn", "hellrail-turn-draw", "hellrail-map"),
    *("hellrail-map-lay", "hellrail-map-draw", "hellrail-more", "hellrail-card-move", "hellrail-report"),
)


@cache
def _scenes() -> dict[str, Any]:
    return {scene.name: scene for scene in scenes()}


@pytest.fixture(params=[(800, 480), (720, 1280)], ids=["wide", "upright"])
def floor_of(request: Any, window: Any) -> Any:
    """`floor_of(name)`: a scene laid out in the window."""
    size = request.param
    shown = window(None, size)

    def made(name: str) -> Any:
        look._observers = Observers()  # the screens of earlier scenes are garbage
        root = stand(_scenes()[name])
        shown.add_widget(root)
        for _pass in range(3):
            lay_out_now(root)
        made.size = size  # type: ignore[attr-defined]
        return root

    return made


def _undo(root: Any) -> Any:
    keys = [w for w in visible(root) if isinstance(w, Key) and w.icon == "undo"]
    assert len(keys) == 1, keys
    return keys[0]


def test_undo_never_moves(floor_of: Any) -> None:
    """E5: its lower left corner and its height are the same on every playing screen; its word is always there (E10)."""
    places = {}
    for name in PLAYING:
        root = floor_of(name)
        undo = _undo(root)
        places[name] = (undo.x, undo.y, undo.height)
        assert undo.label, name
        root.parent.remove_widget(root)
    assert len(set(places.values())) == 1, places


def test_the_touch_test_has_no_key_on_its_fields(floor_of: Any) -> None:
    """F6: and a touch on the keys counts for the fields above them."""
    page = floor_of("doctor-touch").screen
    keys = [w for w in visible(page) if isinstance(w, Key)]
    assert keys and all(key.top <= page.field.y for key in keys)
    page.field.touch(keys[0].center_x, keys[0].center_y)
    assert page.field.hit & {6, 7, 8}


def test_long_names_below_the_hands_are_whole(floor_of: Any) -> None:
    """F3: Maximilien is not cut."""
    root = floor_of("wagon-five")
    hands = root.screen.page.hands
    if root.m.wide:
        return
    named = tuple(replace(hand, name=name) for hand, name in zip(hands.view.hands, LONG, strict=True))
    hands.show(replace(hands.view, hands=named), **hands.more)
    hands.prepare()
    texts = [one for one in flat(hands.scene.shapes) if isinstance(one, Words) and one.text in LONG]
    assert [one.text for one in texts] == list(LONG) and len({one.y for one in texts}) == 2, "every other one is lower"
    boxes = []
    for one in texts:
        laid = fit(one.text, one.face, (one.size,), one.room)
        assert laid.fits and one.size == hands.m.type("small")
        half = width(one.text, one.face, laid.size) / 2
        boxes.append((one.x - half, one.x + half))
    assert all(a[1] < b[0] for line in (boxes[::2], boxes[1::2]) for a, b in pairwise(line))
    assert all(left >= -1 and right <= hands.width + 1 for left, right in boxes)


def flat(shapes: list[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flat(shape.shapes)
        else:
            yield shape


LONG = ("Maximilien", "Éléonore", "Maximilienne", "Jean-Pierre", "Guillaume")


@pytest.mark.parametrize(
    ("draw", "turn"),
    [
        ("hellrail-turn-draw", "hellrail-turn-rail"),
        ("hellrail-turn-tender", "hellrail-turn"),
        ("hellrail-map-draw", "hellrail-map"),
    ],
)
def test_no_key_that_draws_stands_where_the_turn_ends(draw: str, turn: str, floor_of: Any) -> None:
    root = floor_of(turn)
    (end,) = (w for w in visible(root) if isinstance(w, Key) and w.label == "Fin")
    root.parent.remove_widget(root)
    root = floor_of(draw)
    drawing = [w for w in visible(root) if isinstance(w, Key) and w.label.startswith("Piocher")]
    assert drawing and not any(key.collide_widget(end) for key in drawing)
