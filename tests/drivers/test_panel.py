"""Push buttons: the debounce with given moments, the panel on mock pins."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.clock import ManualClock, RealClock
from companion.engine.signals import Button
from drivers.config import PanelConfig
from drivers.debounce import Debounce
from drivers.panel import BUTTONS, Panel
from drivers.pins import PinsUnavailable
from drivers.simulated.panel import VirtualPanel
from tests.drivers.inbox import Inbox, mock_pins

PANEL = PanelConfig(start=17, a=27, b=22, undo=23, end_turn=24, rage_up=10, rage_down=9, speed_up=11, speed_down=8)


def test_the_first_edge_counts_at_once_and_bounces_do_not() -> None:
    contact = Debounce(30)
    counted = [contact.edge(pressed, at) for pressed, at in [(True, 100), (False, 101), (True, 103), (False, 129)]]
    assert counted == [True, None, None, None]


def test_a_release_after_the_window_counts_and_has_its_own_window() -> None:
    contact = Debounce(30)
    assert contact.edge(True, 0) is True
    assert contact.edge(False, 30) is False
    assert contact.edge(True, 59) is None
    assert contact.edge(False, 60) is None, "it is what counts already"
    assert contact.edge(True, 61) is True


def test_a_tap_shorter_than_the_window_is_released_at_its_end() -> None:
    contact = Debounce(30)
    assert contact.edge(True, 100) is True
    assert contact.deadline() is None
    assert contact.edge(False, 110) is None
    assert contact.deadline() == 130
    assert contact.settle(129) is None
    assert contact.settle(130) is False
    assert contact.deadline() is None


def test_a_lost_edge_is_caught_up_by_the_next() -> None:
    contact = Debounce(30)
    contact.edge(True, 0)
    assert contact.edge(True, 500) is None
    assert contact.edge(False, 900) is False


@given(st.lists(st.tuples(st.integers(0, 50), st.booleans()), max_size=60), st.integers(1, 40))
def test_what_counts_alternates_keeps_its_distance_and_ends_true(edges: list[tuple[int, bool]], window: int) -> None:
    contact = Debounce(window)
    now, counted, raw = 0, [(-1000, False)], False
    for wait, pressed in edges:
        due = contact.deadline()
        if due is not None and due <= now + wait and (state := contact.settle(due)) is not None:
            counted.append((due, state))
        now, raw = now + wait, pressed
        if (state := contact.edge(pressed, now)) is not None:
            counted.append((now, state))
    now += window
    if (state := contact.settle(now)) is not None:
        counted.append((now, state))
    for (t0, s0), (t1, s1) in pairwise(counted):
        assert s0 != s1 and t1 - t0 >= window
    assert counted[-1][1] == contact.pressed == raw


def test_every_button_posts_press_and_release_with_its_moment(inbox: Inbox) -> None:
    factory, clock = mock_pins(), ManualClock(1000)
    panel = Panel(factory, PANEL.pins, inbox.post, clock, debounce_ms=30)
    fingers = VirtualPanel(factory, PANEL, [])
    assert set(fingers.buttons) == set(BUTTONS)
    for name in BUTTONS:
        fingers.press(name)
        clock.set_ms(clock.now_ms() + 100)
        fingers.release(name)
        assert inbox.rest() == [
            Button(name, True, clock.now_ms() - 100),
            Button(name, False, clock.now_ms()),
        ]
    panel.close()
    fingers.press("start")
    assert inbox.rest() == [], "a closed panel is silent"


def test_a_bad_contact_presses_once(inbox: Inbox) -> None:
    factory, clock = mock_pins(), ManualClock()
    panel = Panel(factory, PANEL.pins, inbox.post, clock, debounce_ms=30)
    fingers = VirtualPanel(factory, PANEL, [])
    fingers.bounce("a", 7)
    assert inbox.rest() == [Button("a", True, 0)]
    clock.set_ms(500)
    fingers.bounce("a", 8)  # already down: the first edge is a release
    assert inbox.rest() == [Button("a", False, 500)]
    panel.close()


def test_a_short_tap_is_released_without_another_edge(inbox: Inbox) -> None:
    factory = mock_pins()
    panel = Panel(factory, PANEL.pins, inbox.post, RealClock(), debounce_ms=20)
    VirtualPanel(factory, PANEL, []).bounce("undo", 2)
    pressed, released = inbox.next(), inbox.next()
    assert isinstance(pressed, Button) and pressed.pressed
    assert isinstance(released, Button) and not released.pressed
    assert pressed.at is not None and released.at is not None and released.at - pressed.at >= 20
    panel.close()


def test_a_button_that_is_down_from_the_beginning_is_told(inbox: Inbox) -> None:
    factory = mock_pins()
    pin = factory.pin(17)
    pin.function, pin.pull = "input", "up"
    pin.drive_low()
    original = type(pin)._set_pull
    type(pin)._set_pull = lambda self, value: setattr(self, "_pull", value)  # a mock pin would spring up
    try:
        panel = Panel(factory, {"start": 17, "a": 27}, inbox.post, ManualClock())
    finally:
        type(pin)._set_pull = original
    assert "start" in panel.held
    panel.close()


def test_a_taken_pin_names_the_button_and_leaves_nothing_open(inbox: Inbox) -> None:
    factory = mock_pins()
    with pytest.raises(PinsUnavailable, match=r"button b on GPIO17"):
        Panel(factory, {"a": 17, "b": 17}, inbox.post, ManualClock())
    Panel(factory, {"a": 17}, inbox.post, ManualClock()).close()


def test_a_fault_of_the_receiver_does_not_end_the_pins(caplog: pytest.LogCaptureFixture) -> None:
    def post(_signal: object) -> None:
        raise RuntimeError("nobody home")

    factory = mock_pins()
    panel = Panel(factory, PANEL.pins, post, ManualClock())
    VirtualPanel(factory, PANEL, []).press("a")
    assert "nobody home" in caplog.text
    panel.close()


def test_no_thread_runs_while_no_button_moves(inbox: Inbox) -> None:
    before = set(threading.enumerate())
    panel = Panel(mock_pins(), PANEL.pins, inbox.post, RealClock())
    assert set(threading.enumerate()) <= before
    panel.close()
