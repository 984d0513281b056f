"""Ring on touch down, action on touch up inside, nothing otherwise."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from companion.presentation.colours import C
from kiosk.widgets.base import Container
from kiosk.widgets.key import CornerKey, Key
from kiosk.widgets.label import capital_height
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

    def __init__(self, *labels: str, act: Any, about: object = None) -> None:
        super().__init__(about=about)
        self.labels, self.act, self.made = labels, act, 0
        self.things: tuple[object, ...] | None = None
        """What each of them is about."""
        self.fill()

    def fill(self) -> None:
        self.made += 1
        things = self.things or (None,) * len(self.labels)
        keys = [
            Key(label, about=thing, action=partial(self.act, (i, self.made)))
            for i, (label, thing) in enumerate(zip(self.labels, things, strict=True))
        ]
        self.compose(Column(*(Leaf(key, 10) for key in keys), pad=4))

    def in_order(self) -> list[Any]:
        """The keys, the uppermost first."""
        return sorted(self.children, key=lambda key: -key.y)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_made_anew_under_a_finger(which: int, window: Any, touch: Any, pump: Any) -> None:
    """Another thread's news fills the page again between down and up: the tap counts, once, for what stands there."""
    told: list[tuple[int, int]] = []
    rows = Rows("−", "−", "Off", act=told.append)
    window(rows)
    key = rows.in_order()[which]
    finger = touch(*key.center)
    rows.fill()
    pump()
    again = rows.in_order()[which]
    assert again is not key
    assert again.pressed, "its ring stays"
    finger.lift()
    assert told == [(which, 2)]


@pytest.mark.parametrize("frames", [0, 1])
def test_made_anew_twice_in_a_frame_under_a_finger(frames: int, window: Any, touch: Any, pump: Any) -> None:
    """Also where the finger lifts before the frame that lays the last ones out."""
    told: list[tuple[int, int]] = []
    rows = Rows("−", "Off", act=told.append)
    window(rows)
    finger = touch(*rows.in_order()[1].center)
    rows.fill()
    rows.fill()
    pump(frames)
    finger.touch_up()
    assert told == [(1, 3)]


def test_moved_away_under_a_finger(window: Any, touch: Any, pump: Any) -> None:
    """Others come above it: where the finger came down still means it."""
    told: list[tuple[int, int]] = []
    rows = Rows("Off", act=told.append)
    window(rows)
    finger = touch(*rows.in_order()[0].center)
    rows.labels = ("On", "More", "Off")
    rows.fill()
    pump()
    finger.slide(finger.x + 1, finger.y)
    assert [key.pressed for key in rows.in_order()] == [False, False, True]
    finger.touch_up()
    assert told == [(2, 2)]


@pytest.mark.parametrize("things", [None, ("Bo", "Cy")])
def test_one_of_several_alike_goes_under_a_finger(things: Any, window: Any, touch: Any, pump: Any) -> None:
    """Which of those that are left is meant is known where it is said; else none is."""
    told: list[tuple[int, int]] = []
    rows = Rows("−", "−", "−", act=told.append)
    rows.things = things and ("Ana", *things)
    rows.fill()
    window(rows)
    finger = touch(*rows.in_order()[1].center)
    rows.labels, rows.things = ("−", "−"), things
    rows.fill()
    finger.touch_up()
    assert told == ([(0, 3)] if things else [])


@pytest.mark.parametrize(("about", "same"), [("seats", True), ("signs", False)])
def test_a_page_made_anew_under_a_finger(about: str, same: bool, window: Any, touch: Any, pump: Any) -> None:
    """Its keys follow those of the page before if it is about the same, also those that it makes later in the frame."""
    told: list[tuple[int, int]] = []
    board = Container()
    rows = Rows("−", "Off", act=told.append, about="seats")
    board.compose(Column(rows))
    window(board)
    key = rows.in_order()[1]
    finger = touch(*key.center)
    assert key.pressed
    again = Rows("−", "Off", act=told.append, about=about)
    board.compose(Column(again))
    again.fill()
    pump()
    finger.touch_up()
    assert told == ([(1, 2)] if same else [])


def test_a_page_that_means_something_else_under_a_finger(window: Any, touch: Any, pump: Any) -> None:
    """The turn has passed: what says the same is another player's."""
    told: list[tuple[int, int]] = []
    rows = Rows("End of turn", act=told.append)
    window(rows)
    finger = touch(*rows.in_order()[0].center)
    rows.appear()
    finger.lift()
    assert not told


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
    block = capital_height("text", laid.size) + 1.15 * laid.size + 0.21 * laid.size
    assert (key.height - block) / 2 > 0.8 * key.m.u
    key.size = (155, 66)
    assert key.fits and not key._flow(key._room()).fits
    key.size = (100, 66)
    assert not key.fits
