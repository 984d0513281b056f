"""Ring on touch down, action on touch up inside, nothing otherwise."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from companion.presentation.colours import C
from kiosk.widgets.base import Container
from kiosk.widgets.key import CornerKey, Key
from kiosk.widgets.label import capital
from kiosk.widgets.layout import Column, Leaf
from kiosk.window.picture import pixels


class Board(Container):
    def __init__(self, key: Any) -> None:
        super().__init__()
        self.key = key
        self.under = Key("sous")

    def arrange(self, metrics: Any) -> None:
        self.put(self.key, left=10, width=20, top=10, height=8.2)


@pytest.fixture
def done() -> list[int]:
    return []


def test_ring_then_action(window: Any, touch: Any, until: Any, done: list[int]) -> None:
    key = Key("Raté", icon="miss", action=lambda: done.append(1))
    window(Board(key))
    finger = touch(*key.center)
    assert key.pressed
    assert not done
    finger.touch_up()  # no frame yet: a slow one could be longer than the moment
    assert done == [1]
    assert key.pressed, "the ring stays a moment"
    assert until(lambda: not key.pressed)


def test_up_outside(window: Any, touch: Any, done: list[int]) -> None:
    key = Key("Raté", action=lambda: done.append(1))
    window(Board(key))
    finger = touch(*key.center)
    finger.slide(key.right + 200, key.y)
    assert not key.pressed
    finger.lift()
    assert not done


def test_out_and_back_in(window: Any, touch: Any, done: list[int]) -> None:
    key = Key("Raté", action=lambda: done.append(1))
    window(Board(key))
    finger = touch(*key.center)
    finger.slide(key.right + 200, key.y)
    finger.lift(*key.center)
    assert done == [1]


def test_down_outside_up_inside(window: Any, touch: Any, done: list[int]) -> None:
    key = Key("Raté", action=lambda: done.append(1))
    window(Board(key))
    touch(5, 5).lift(*key.center)
    assert not done


@pytest.mark.parametrize("how", ["disabled", "hidden", "parent hidden"])
def test_dead(how: str, window: Any, touch: Any, done: list[int]) -> None:
    key = Key("Raté", action=lambda: done.append(1))
    board = Board(key)
    window(board)
    if how == "disabled":
        key.enabled = False
    elif how == "hidden":
        key.visible = False
    else:
        board.visible = False
    touch(*key.center).lift()
    assert not done


def test_disabled_while_pressed(window: Any, touch: Any, done: list[int]) -> None:
    key = Key("Raté", action=lambda: done.append(1))
    window(Board(key))
    finger = touch(*key.center)
    key.enabled = False
    finger.lift()
    assert not done


class Rows(Container):
    """Keys below each other, made anew at each `fill`."""

    def __init__(self, *labels: str, act: Any) -> None:
        super().__init__()
        self.labels, self.act, self.made = labels, act, 0
        self.fill()

    def fill(self) -> None:
        self.made += 1
        keys = [Key(label, action=partial(self.act, (i, self.made))) for i, label in enumerate(self.labels)]
        self.compose(Column(*(Leaf(key, 10) for key in keys), pad=4))


@pytest.mark.parametrize("which", [0, 1, 2])
def test_made_anew_under_a_finger(which: int, window: Any, touch: Any, pump: Any) -> None:
    """Another thread's news fills the page again between down and up: the tap counts, once, for what stands there."""
    told: list[tuple[int, int]] = []
    rows = Rows("−", "−", "Off", act=told.append)
    window(rows)
    key = sorted(rows.children, key=lambda key: -key.y)[which]
    finger = touch(*key.center)
    rows.fill()
    pump()
    again = sorted(rows.children, key=lambda key: -key.y)[which]
    assert again is not key
    assert again.pressed, "its ring stays"
    finger.lift()
    assert told == [(which, 2)]


def test_another_face_under_a_finger(window: Any, touch: Any, pump: Any) -> None:
    told: list[tuple[int, int]] = []
    rows = Rows("On", act=told.append)
    window(rows)
    finger = touch(*rows.children[0].center)
    rows.labels = ("Off",)
    rows.fill()
    pump()
    finger.lift()
    assert not told


def test_small_key_has_a_finger_of_room(window: Any, touch: Any, done: list[int]) -> None:
    key = CornerKey("gear", action=lambda: done.append(1), size=(40, 40), pos=(300, 300))
    window(key)
    touch(320 + 30, 320).lift()
    assert done == [1], "8 u = 64 px of touch"
    touch(320 + 34, 320).lift()
    assert done == [1]


def test_ring_is_seen(window: Any, touch: Any, pump: Any) -> None:
    key = Key("Raté")
    window(Board(key))

    def above() -> bytes:
        width, height, data = pixels()
        at = ((height - round(key.top) - 2) * width + round(key.center_x)) * 4
        return data[at : at + 3]

    before = above()
    touch(*key.center)
    pump(1)
    assert above() == b"\xf4\xe8\xd4" != before


def test_lit_key_has_dark_words() -> None:
    assert Key("Rejouer", kind="prime").tones()[:2] == (C.ember, C.pit)


def test_icon_above_when_the_word_is_long(window: Any) -> None:
    key = Key("Capitulation", icon="gear", size=(150, 66))
    window(key)
    assert key.is_stacked()
    assert key.fits
    key.size = (300, 66)
    assert not key.is_stacked()


def test_words_that_find_no_room_below_follow_the_label(window: Any) -> None:
    """B11: two lines instead of three, with air above and below; the icon gives way before the words do."""
    key = Key("Annuler", "undo", second="la carte comptée", size=(187, 66))
    window(key)
    assert not key.fits
    key.flowing = True
    laid = key.label_fit()
    assert key.fits and " ".join(laid.lines) == "Annuler · la carte comptée" and len(laid.lines) == 2
    block = capital("text", laid.size) + 1.15 * laid.size + 0.21 * laid.size
    assert (key.height - block) / 2 > 0.8 * key.m.u
    key.size = (155, 66)
    assert key.fits and not key._flow(key._room()).fits
    key.size = (100, 66)
    assert not key.fits
