"""Rotation and size are tried, kept or put back; the screen gets dim and is woken. Time is turned by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import glReadPixels
from kivy.input.providers.mouse import MouseMotionEvent
from kivy.uix.widget import Widget

from companion.engine.prompt import Prompt
from companion.engine.text import Text
from kiosk.display.dim import Backlight, Dimmer, Veil, best_light
from kiosk.display.look import look
from kiosk.storage.settings import Settings, SettingsFile
from kiosk.table import orientation as display_module
from kiosk.table.orientation import Display, Orientation
from kiosk.table.state import TableState
from kiosk.widgets.key import Key
from tests.kiosk.eyes import eyes


class Hands:
    """A clock and a scheduler that a test turns."""

    def __init__(self) -> None:
        self.ms = 0
        self.waiting: list[tuple[float, Hands.Event]] = []

    class Event:
        def __init__(self, call: Callable[[], None]) -> None:
            self.call, self.cancelled = call, False

        def cancel(self) -> None:
            self.cancelled = True

    def now(self) -> int:
        return self.ms

    def later(self, call: Callable[[], None], seconds: float) -> Hands.Event:
        event = Hands.Event(call)
        self.waiting.append((self.ms + seconds * 1000, event))
        return event

    def advance(self, seconds: float) -> None:
        end = self.ms + round(seconds * 1000)
        while due := [one for one in self.waiting if one[0] <= end and not one[1].cancelled]:
            at, event = min(due, key=lambda one: one[0])
            self.waiting.remove((at, event))
            self.ms = max(self.ms, round(at))
            event.call()
        self.ms = end


@pytest.fixture
def hands() -> Hands:
    return Hands()


# -- rotation and size


@pytest.fixture
def shown() -> list[Orientation]:
    return []


@pytest.fixture
def display(hands: Hands, shown: list[Orientation]) -> Display:
    settings = [Settings()]

    def keep(way: Orientation) -> None:
        settings[0] = Settings(rotation=way.rotation, type_size=way.type_size)

    return Display(lambda: settings[0], hands.now, keep, hands.later, shown.append)


def test_what_nobody_keeps_is_put_back_after_ten_seconds(
    display: Display, hands: Hands, shown: list[Orientation]
) -> None:
    display.attempt(Orientation(90, "normal"))
    assert shown == [Orientation(90, "normal")]
    assert display.left_s == 10
    hands.advance(9.9)
    assert display.trying
    assert display.left_s == 1
    hands.advance(0.2)
    assert not display.trying
    assert shown[-1] == Orientation(0, "normal") == display.saved


def test_what_is_kept_stays(display: Display, hands: Hands, shown: list[Orientation]) -> None:
    display.attempt(Orientation(270, "large"))
    display.keep()
    hands.advance(60)
    assert display.saved == Orientation(270, "large")
    assert shown == [Orientation(270, "large")]
    assert display.left_s == 0


def test_another_try_begins_the_ten_seconds_anew_and_goes_back_to_what_was_saved(
    display: Display, hands: Hands, shown: list[Orientation]
) -> None:
    told: list[int] = []
    display.changed = lambda: told.append(display.left_s)
    display.attempt(Orientation(90, "normal"))
    hands.advance(6)
    display.attempt(Orientation(90, "large"))
    hands.advance(6)
    assert display.trying
    display.put_back()
    assert shown[-1] == Orientation(0, "normal")
    assert told[0] == 10
    assert min(told) >= 0
    assert told[-1] == 0


@pytest.fixture
def upright(window: Any) -> Iterator[Any]:
    """The window, turned back after the test."""
    shown = window(None, (800, 480))
    yield shown
    display_module.apply_orientation(Orientation(0, "normal"))


@pytest.mark.parametrize(
    ("rotation", "size", "corner"),
    [(0, (800, 480), (0, 0)), (90, (480, 800), (799, 0)), (180, (800, 480), (799, 479)), (270, (480, 800), (0, 479))],
)
def test_the_picture_and_the_touches_turn_together(
    rotation: Any, size: tuple[int, int], corner: tuple[int, int], upright: Any, pump: Any
) -> None:
    """The widgets' lower left corner is drawn at a corner of the glass (px from its lower left), and touched there."""
    touched: list[tuple[float, float]] = []

    class Page(Widget):
        def on_touch_down(self, touch: Any) -> bool:
            touched.append(touch.pos)
            return True

    display_module.apply_orientation(Orientation(rotation, "normal"))
    page = Page()
    with page.canvas:
        Color(1, 0, 0, 1)
        Rectangle(pos=(0, 0), size=(40, 40))
    upright.add_widget(page)
    pump(4)
    assert tuple(upright.size) == size == (look.metrics.width, look.metrics.height)
    upright.dispatch("on_draw")
    x, y = (20 if corner[0] == 0 else 780), (20 if corner[1] == 0 else 460)
    assert bytes(glReadPixels(x, y, 1, 1, 0x1908, 0x1401))[:3] == b"\xff\x00\x00"
    click(x, y, pump)
    assert touched[0] == pytest.approx((20, 20), abs=2)


def click(x: float, y: float, pump: Any) -> None:
    """A finger on the glass at px from its lower left corner, whichever way the picture is turned; on its whole way."""
    from kivy.base import EventLoop

    pump(1)
    eyes.look_on()
    finger = MouseMotionEvent("mouse", "m", (x / 799, y / 479, "left", False), is_touch=True, type_id="touch")
    EventLoop.post_dispatch_input("begin", finger)
    pump(2)
    EventLoop.post_dispatch_input("end", finger)
    pump(2)


def test_settings_of_an_older_companion_are_taken_on(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"language": "en", "volume": 3}')
    now = SettingsFile(tmp_path).now
    assert (now.language, now.volume, now.rotation, now.dim_after_min) == ("en", 3, 0, 10)


# -- dim


class Lamp:
    """Remembers how the screen is."""

    def __init__(self) -> None:
        self.is_dim = False

    def dim(self) -> None:
        self.is_dim = True

    def bright(self) -> None:
        self.is_dim = False


class Finger:
    def __init__(self, uid: int = 1) -> None:
        self.uid = uid


@pytest.fixture
def lamp() -> Lamp:
    return Lamp()


def test_the_screen_gets_dim_after_minutes_without_input_and_a_touch_wakes_it(hands: Hands, lamp: Lamp) -> None:
    dimmer = Dimmer(lamp, lambda: 10, lambda: False, hands.now, hands.later)
    hands.advance(500)
    assert not dimmer.touch_down(None, Finger()), "an ordinary touch goes to the widgets"
    hands.advance(599)
    assert not lamp.is_dim
    hands.advance(2)
    assert lamp.is_dim
    finger = Finger(7)
    assert dimmer.touch_down(None, finger), "the touch that wakes presses nothing"
    assert dimmer.touch_move(None, finger)
    assert dimmer.touch_up(None, finger)
    assert not dimmer.touch_up(None, finger)
    hands.advance(0.4)
    assert not dimmer.touch_down(None, Finger(8)), "the next one does"
    assert not lamp.is_dim
    hands.advance(601)
    assert lamp.is_dim, "and it gets dim again"


@pytest.fixture
def dimmer(hands: Hands, lamp: Lamp) -> Dimmer:
    """After five minutes, while no clock runs."""
    return Dimmer(lamp, lambda: 5, lambda: False, hands.now, hands.later)


def test_a_hand_that_wakes_it_presses_nothing(hands: Hands, lamp: Lamp, dimmer: Dimmer) -> None:
    """The other contacts of a hand, while the first lies and within 0.4 s after it, and one that breaks for 25 ms."""

    def down(uid: int) -> bool:
        return dimmer.touch_down(None, Finger(uid))

    def up(uid: int) -> bool:
        return dimmer.touch_up(None, Finger(uid))

    hands.advance(301)
    assert down(1)
    hands.advance(0.03)
    assert down(2) and not lamp.is_dim
    hands.advance(1.5)
    assert down(3), "the finger that woke it lies still"
    assert up(3) and up(1)
    hands.advance(0.025)
    assert down(4), "it broke, and is there again"
    hands.advance(2.0)
    assert down(5), "what came with it lies still"
    assert up(5) and up(4) and up(2)
    hands.advance(0.025)
    assert down(6), "what lay with it broke, and is there again"
    hands.advance(3.0)
    assert up(6)
    hands.advance(0.025)
    assert down(7) and up(7)
    hands.advance(0.4)
    assert not down(8) and not up(8)

    hands.advance(301)
    assert down(11) and up(11)
    hands.advance(0.39)
    assert down(12) and up(12)
    hands.advance(0.01)
    assert not down(13), "a second that is swallowed makes the wait no longer"


def test_a_tag_or_a_button_wakes_it(hands: Hands, lamp: Lamp, dimmer: Dimmer) -> None:
    hands.advance(301)
    assert lamp.is_dim
    posted: list[Callable[[], object]] = []
    dimmer.noticed(posted.append)
    assert lamp.is_dim, "the thread of a driver draws nothing"
    posted.pop()()
    assert not lamp.is_dim
    hands.advance(299)
    dimmer.noticed(posted.append)
    assert not posted, "the window's loop is not woken for nothing"
    hands.advance(2)
    assert not lamp.is_dim, "but somebody is there"
    hands.advance(299)
    assert lamp.is_dim


def test_it_stays_bright_while_a_clock_runs_and_when_it_is_to(hands: Hands, lamp: Lamp) -> None:
    running, minutes = [True], [5]
    dimmer = Dimmer(lamp, lambda: minutes[0], lambda: running[0], hands.now, hands.later)
    hands.advance(3600)
    assert not lamp.is_dim
    running[0] = False
    hands.advance(61)
    assert lamp.is_dim
    dimmer.stir()
    minutes[0] = 0
    dimmer.plan()
    hands.advance(7200)
    assert not lamp.is_dim
    assert [event for _, event in hands.waiting if not event.cancelled] == [], "nothing waits"
    minutes[0] = 5
    dimmer.plan()
    hands.advance(301)
    assert lamp.is_dim
    dimmer.close()
    assert not lamp.is_dim


def backlight(folder: Path, brightness: int) -> Path:
    """A backlight of at most 255 is this bright; the file that says so."""
    folder.mkdir()
    (folder / "max_brightness").write_text("255\n")
    (folder / "brightness").write_text(f"{brightness}\n")
    return folder / "brightness"


def test_a_backlight_is_dimmed_and_gets_its_brightness_back(tmp_path: Path) -> None:
    now = backlight(tmp_path / "10-0045", 180)
    light = best_light(tmp_path)
    assert isinstance(light, Backlight)
    light.dim()
    assert now.read_text() == "31"
    light.dim()
    light.bright()
    assert now.read_text() == "180"


def test_a_backlight_that_a_killed_companion_left_dim_is_lit_again(tmp_path: Path) -> None:
    now = backlight(tmp_path / "10-0045", 31)
    best_light(tmp_path)
    assert now.read_text() == "255"


def test_a_backlight_that_breaks_is_only_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    backlight(tmp_path / "rpi", 180).with_name("max_brightness").unlink()
    light = Backlight(tmp_path)
    light.dim()
    light.bright()
    assert "cannot be dimmed" in caplog.text


def test_without_a_backlight_a_veil_lies_over_the_window(tmp_path: Path, window: Any, pump: Any) -> None:
    from kivy.core.window import Window

    light = best_light(tmp_path / "none")
    assert isinstance(light, Veil)
    window(None)
    before = len(Window.canvas.children)
    light.dim()
    light.dim()
    assert len(Window.canvas.children) == before + 1
    veil = Window.canvas.children[-1].children[-1]
    assert min(veil.size) >= 7680, "it also covers a window that is made larger meanwhile"
    light.bright()
    light.bright()
    assert len(Window.canvas.children) == before


def test_the_touch_that_wakes_the_window_presses_no_key(
    window: Any, pump: Any, hands: Hands, lamp: Lamp, dimmer: Dimmer
) -> None:
    pressed: list[int] = []
    key = Key("x", action=lambda: pressed.append(1), pos=(0, 0), size=(200, 200))
    shown = window(key)
    dimmer.bind(shown)
    hands.advance(301)

    click(50, 50, pump)
    assert not lamp.is_dim
    assert pressed == []
    hands.advance(0.4)
    click(50, 50, pump)
    assert pressed == [1]
    dimmer.close()


def test_a_question_that_answers_itself_keeps_the_screen_bright() -> None:
    """Also while the clock is held, and in the games that have none: a tag on a dim screen would answer it unseen."""

    def watched(prompt: Prompt | None, running: bool = False) -> bool:
        table: Any = SimpleNamespace(running=running, prompt=prompt)
        return bool(TableState.watched.fget(table))  # type: ignore[attr-defined]

    assert watched(Prompt("matched", Text("Did it fit?"), default="no"))
    assert not watched(Prompt("who", Text("Whose card?"))), "one that waits for somebody may wait in the dark"
    assert watched(None, running=True)
    assert not watched(None)


def test_a_window_that_is_resized_while_it_is_turned_keeps_its_sides_in_order(upright: Any, pump: Any) -> None:
    display_module.apply_orientation(Orientation(90, "normal"))
    upright.bind(on_resize=lambda _w, width, height: look.set(width, height))
    before = tuple(upright._size)
    try:
        upright._size = (1000, 600)
        upright.dispatch("on_pre_resize", *upright.size)
        assert (look.metrics.width, look.metrics.height) == (600, 1000)
    finally:
        upright._size = before
        upright.dispatch("on_pre_resize", *upright.size)
