"""Bytes of five panels become contacts: what each finger did, and nothing twice."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from companion.engine.evdev import (
    ABS_MT_POSITION_X,
    ABS_MT_SLOT,
    ABS_MT_TOOL_TYPE,
    ABS_MT_TRACKING_ID,
    ABS_X,
    BTN_LEFT,
    BTN_TOOL_FINGER,
    BTN_TOOL_PEN,
    BTN_TOUCH,
    EV_ABS,
    EV_SYN,
    SYN_DROPPED,
    SYN_REPORT,
    Description,
    InputEvent,
    Range,
    pack_events,
    unpack_events,
)
from kiosk.touch.decoder import Contact, SlotDecoder, SlotState, decoder_for, fraction
from tests.kiosk.touch.panel import NAMES, SLOTTED, Panel, description

SYN = InputEvent(EV_SYN, SYN_REPORT, 0)


class Glass:
    """A panel and its decoder."""

    def __init__(self, name: str) -> None:
        self.panel = Panel(name)
        decoder = decoder_for(self.panel.device, itertools.count(1))
        assert decoder is not None
        self.decoder = decoder
        self._ids: dict[int, int] = {}

    def feed(self, events: list[InputEvent]) -> list[Contact]:
        """Through the bytes of the wire."""
        return [contact for event in unpack_events(pack_events(events)) for contact in self.decoder.feed(event)]

    def phases(self, events: list[InputEvent]) -> list[tuple[str, int]]:
        return [(contact.phase, contact.id) for contact in self.feed(events)]


@pytest.fixture(params=NAMES)
def glass(request: pytest.FixtureRequest) -> Glass:
    return Glass(request.param)


@pytest.fixture(params=SLOTTED)
def slots(request: pytest.FixtureRequest) -> Glass:
    return Glass(request.param)


def test_a_finger_comes_moves_and_goes(glass: Glass) -> None:
    (begin,) = glass.feed(glass.panel.down(0.25, 0.75))
    assert (begin.phase, begin.id) == ("begin", 1)
    assert (begin.x, begin.y) == pytest.approx((0.25, 0.75), abs=0.002)
    (update,) = glass.feed(glass.panel.move(0.3, 0.75))
    assert (update.phase, update.id) == ("update", 1)
    assert (update.x, update.y) == pytest.approx((0.3, 0.75), abs=0.002)
    (end,) = glass.feed(glass.panel.up())
    assert end == Contact("end", 1, update.x, update.y)


def test_a_finger_at_the_same_place_again(glass: Glass) -> None:
    """The kernel does not send the coordinates again: they have not changed."""
    first = glass.feed(glass.panel.down(0.4, 0.6)) + glass.feed(glass.panel.up())
    again = glass.feed(glass.panel.down(0.4, 0.6)) + glass.feed(glass.panel.up())
    assert [c.phase for c in again] == ["begin", "end"]
    assert [(c.x, c.y) for c in again] == [(c.x, c.y) for c in first]
    assert again[0].id != first[0].id


@pytest.mark.parametrize("name", [*SLOTTED, "st1232"])
def test_two_fingers(name: str) -> None:
    glass = Glass(name)
    (thumb,) = glass.feed(glass.panel.down(0.2, 0.8, finger=0))
    (other,) = glass.feed(glass.panel.down(0.8, 0.2, finger=1))
    assert (thumb.id, other.id) == (1, 2)
    assert (other.x, other.y) == pytest.approx((0.8, 0.2), abs=0.002)
    assert glass.phases(glass.panel.move(0.82, 0.2, finger=1)) == [("update", 2)]
    assert glass.phases(glass.panel.up(finger=1)) == [("end", 2)]
    assert glass.phases(glass.panel.move(0.2, 0.78, finger=0)) == [("update", 1)]
    assert glass.phases(glass.panel.up(finger=0)) == [("end", 1)]


def test_a_frame_in_which_nothing_changed_tells_nothing(glass: Glass) -> None:
    glass.feed(glass.panel.down(0.5, 0.5))
    assert glass.feed(glass.panel.move(0.5, 0.5)) == []


def test_the_corners_lie_inside(glass: Glass) -> None:
    for x, y in itertools.product((0.0, 1.0), repeat=2):
        (begin,) = glass.feed(glass.panel.down(x, y))
        glass.feed(glass.panel.up())
        assert 0 <= begin.x < 1 and 0 <= begin.y < 1
        assert (begin.x, begin.y) == pytest.approx((x, y), abs=0.002)


def test_what_lies_beyond_an_axis_is_at_its_end() -> None:
    limits = Range(200, 3900)
    assert fraction(-70_000, limits) == fraction(200, limits) > 0
    assert fraction(2**31 - 1, limits) == fraction(3900, limits) < 1


def test_a_slot_gets_its_next_finger_within_one_frame(slots: Glass) -> None:
    slots.feed(slots.panel.down(0.1, 0.1))
    swapped = [InputEvent(EV_ABS, ABS_MT_TRACKING_ID, 900), SYN]
    assert slots.phases(swapped) == [("end", 1), ("begin", 2)]


def test_a_palm_does_not_press(slots: Glass) -> None:
    slots.feed(slots.panel.down(0.5, 0.5))
    assert slots.phases([InputEvent(EV_ABS, ABS_MT_TOOL_TYPE, 2), SYN]) == [("cancel", 1)]
    assert slots.feed(slots.panel.move(0.6, 0.6)) == []
    assert slots.feed(slots.panel.up()) == []
    assert slots.phases(slots.panel.down(0.5, 0.5)) == [("begin", 2)]


def test_a_finger_that_lay_there_before_counts_once_it_has_been_lifted(slots: Glass) -> None:
    assert isinstance(slots.decoder, SlotDecoder)
    count = slots.decoder.slots
    tracking, x, y = [-1] * count, [0] * count, [0] * count
    tracking[1], x[1], y[1] = 7, 100, 200
    slots.decoder.begin(SlotState(tracking, x, y), slot=1)
    assert slots.feed([InputEvent(EV_ABS, ABS_MT_POSITION_X, 101), SYN]) == []
    assert slots.feed([InputEvent(EV_ABS, ABS_MT_TRACKING_ID, -1), SYN]) == []
    (begin,) = slots.feed([InputEvent(EV_ABS, ABS_MT_TRACKING_ID, 8), SYN])
    axes = slots.panel.device.axes
    assert (begin.x, begin.y) == (fraction(101, axes[ABS_MT_POSITION_X]), fraction(200, axes[0x36]))


def test_what_the_kernel_had_before_we_came_is_the_place_of_the_first_finger(slots: Glass) -> None:
    """A finger that comes down at the place of the last one before the start: no coordinate is sent at all."""
    assert isinstance(slots.decoder, SlotDecoder)
    count = slots.decoder.slots
    slots.decoder.begin(SlotState([-1] * count, [300] * count, [400] * count))
    (begin,) = slots.feed([InputEvent(EV_ABS, ABS_MT_TRACKING_ID, 1), SYN])
    axes = slots.panel.device.axes
    assert (begin.x, begin.y) == (fraction(300, axes[0x35]), fraction(400, axes[0x36]))


def test_lost_events_are_asked_for(slots: Glass) -> None:
    assert isinstance(slots.decoder, SlotDecoder)
    slots.feed(slots.panel.down(0.2, 0.2, finger=0))
    slots.feed(slots.panel.down(0.8, 0.8, finger=1))
    dropped = [InputEvent(EV_SYN, SYN_DROPPED, 0), InputEvent(EV_ABS, ABS_MT_TRACKING_ID, -1), SYN]
    assert slots.feed(dropped) == [] and slots.decoder.stale
    count = slots.decoder.slots
    tracking, x, y = [-1] * count, [0] * count, [0] * count
    tracking[2], x[2], y[2] = 99, 5, 6  # meanwhile both were lifted and another came
    found = slots.decoder.resync(SlotState(tracking, x, y), slot=2)
    assert [(c.phase, c.id) for c in found] == [("end", 1), ("end", 2), ("begin", 3)]
    assert slots.phases([InputEvent(EV_ABS, ABS_MT_TRACKING_ID, -1), SYN]) == [("end", 3)]


def test_a_device_that_goes_takes_its_fingers_along(glass: Glass) -> None:
    glass.feed(glass.panel.down(0.5, 0.5))
    assert [(c.phase, c.id) for c in glass.decoder.cancel()] == [("cancel", 1)]
    assert glass.decoder.cancel() == []


def test_a_slot_beyond_the_panel_is_nobody(slots: Glass) -> None:
    bad = [InputEvent(EV_ABS, ABS_MT_SLOT, 1000), InputEvent(EV_ABS, ABS_MT_TRACKING_ID, 5), SYN]
    assert slots.feed(bad) == []
    assert slots.feed([InputEvent(EV_ABS, ABS_MT_SLOT, -3), InputEvent(EV_ABS, ABS_MT_TRACKING_ID, 5), SYN]) == []


@pytest.mark.parametrize("seed", range(20))
def test_noise_never_leaves_a_finger_twice_or_for_ever(glass: Glass, seed: int) -> None:
    rng = Random(seed)
    codes = [0x00, 0x01, 0x2F, 0x30, 0x35, 0x36, 0x37, 0x39]
    down: set[int] = set()
    for _ in range(2_000):
        kind = rng.choice((EV_ABS, EV_ABS, EV_ABS, 1, 0, 4))
        code = {EV_ABS: rng.choice(codes), 1: BTN_TOUCH, 0: rng.choice((0, 0, 2)), 4: 5}[kind]
        value = rng.choice((-1, 0, 1, 2, 5, 300, 70_000, -(2**31)))
        for contact in glass.decoder.feed(InputEvent(kind, code, value)):
            assert 0 <= contact.x < 1 and 0 <= contact.y < 1
            if contact.phase == "begin":
                assert contact.id not in down
                down.add(contact.id)
            else:
                assert contact.id in down
                if contact.phase != "update":
                    down.remove(contact.id)
    assert {c.id for c in glass.decoder.cancel()} == down


def test_which_devices_are_touchscreens() -> None:
    assert all(description(name).is_touchscreen for name in NAMES)
    pointer = {0: Range(0, 1023), 1: Range(0, 1023)}
    contacts = {0x2F: Range(0, 4), 0x35: Range(0, 1023), 0x36: Range(0, 1023), 0x39: Range(0, 65535)}
    tablet = Description("virtio tablet", frozenset({BTN_LEFT}), frozenset(), pointer)
    touchpad = Description("touchpad", frozenset({BTN_TOUCH, BTN_TOOL_FINGER, BTN_LEFT}), frozenset(), contacts)
    pen = Description("pen", frozenset({BTN_TOUCH, BTN_TOOL_PEN}), frozenset({1}), pointer)
    keyboard = Description("keyboard", frozenset(range(1, 100)))
    stick = Description("joystick", frozenset({0x120}), frozenset(), {ABS_X: Range(0, 255), 1: Range(0, 255)})
    assert not any(device.is_touchscreen for device in (tablet, touchpad, pen, keyboard, stick))


def test_a_panel_without_extent_is_left_out() -> None:
    flat = Description("flat", frozenset({BTN_TOUCH}), frozenset({1}), {0: Range(0, 0), 1: Range(0, 479)})
    assert decoder_for(flat, itertools.count()) is None


def test_the_only_contact_of_a_frame_may_lack_its_report() -> None:
    glass = Glass("st1232")
    assert glass.phases([InputEvent(EV_ABS, 0x35, 189), InputEvent(EV_ABS, 0x36, 145), SYN]) == [("begin", 1)]
    assert glass.phases([SYN]) == [("end", 1)]
