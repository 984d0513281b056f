"""Rotary encoders on mock pins: each step becomes a turn."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.clock import ManualClock
from companion.engine.signals import DialTurn
from drivers.config import EncoderConfig, PanelConfig
from drivers.encoders import KnobPins, Knobs, PerDetent, Quadrature
from drivers.panel import DIALS
from drivers.pins import Factory, PinsUnavailable
from drivers.simulated.panel import VirtualPanel
from tests.drivers.inbox import Inbox, mock_pins

RAGE, SPEED = KnobPins("rage", 5, 6), KnobPins("speed", 16, 20, 0)
ORDER = ((False, False), (True, False), (True, True), (False, True))
CONFIGS = [EncoderConfig(name=name, a=knob.a, b=knob.b) for name, knob in zip(DIALS, (RAGE, SPEED), strict=True)]


def fingers(factory: Factory) -> VirtualPanel:
    return VirtualPanel(factory, PanelConfig(), [], CONFIGS)


def turns(inbox: Inbox) -> list[tuple[str, int]]:
    """The steps that were told, in order."""
    signals = inbox.rest()
    assert all(isinstance(signal, DialTurn) for signal in signals)
    return [(turn.name, turn.steps) for turn in signals if isinstance(turn, DialTurn)]


def test_a_step_is_a_turn_at_its_moment(inbox: Inbox) -> None:
    factory, clock = mock_pins(), ManualClock(1234)
    knobs = Knobs(factory, [RAGE, SPEED], inbox.post, clock)
    hand = fingers(factory)
    assert hand.encoders == ("rage", "speed")
    hand.turn("rage", 1)
    assert inbox.rest() == [DialTurn("rage", 1, 1234)]
    hand.turn("rage", -2)
    hand.turn("speed", 3)
    hand.turn("speed", -1)
    hand.turn("rage", 0)
    assert turns(inbox) == [("rage", -1)] * 2 + [("speed", 1)] * 3 + [("speed", -1)]
    knobs.close()
    hand.turn("rage", 2)
    assert inbox.rest() == [], "a closed encoder is silent"


def test_contacts_that_bounce_do_not_count(inbox: Inbox) -> None:
    """Every edge of a step comes several times, as from a worn encoder."""
    factory = mock_pins()
    knobs = Knobs(factory, [RAGE], inbox.post, ManualClock())
    a, b = factory.pin(RAGE.a), factory.pin(RAGE.b)

    def bounce(pin: Factory, high: bool) -> None:
        for state in (high, not high, high, not high, high):
            (pin.drive_high if state else pin.drive_low)()

    for pin, high in ((a, False), (b, False), (a, True), (b, True)):
        bounce(pin, high)
    assert turns(inbox) == [("rage", 1)]
    for pin, high in ((b, False), (a, False), (b, True), (a, True)):
        bounce(pin, high)
    assert turns(inbox) == [("rage", -1)]
    knobs.close()


def test_a_step_begun_and_taken_back_is_none(inbox: Inbox) -> None:
    factory = mock_pins()
    knobs = Knobs(factory, [RAGE], inbox.post, ManualClock())
    a, b = factory.pin(RAGE.a), factory.pin(RAGE.b)
    for drive in (a.drive_low, b.drive_low, b.drive_high, a.drive_high, b.drive_low, b.drive_high):
        drive()
    assert inbox.rest() == []
    fingers(factory).turn("rage", 1)
    assert turns(inbox) == [("rage", 1)]
    knobs.close()


@pytest.mark.parametrize("per_detent", [1, 2, 4])
def test_each_click_of_a_dial_is_a_turn(inbox: Inbox, per_detent: PerDetent) -> None:
    factory, pins = mock_pins(), RAGE._replace(per_detent=per_detent)
    knobs = Knobs(factory, [pins], inbox.post, ManualClock())
    config = EncoderConfig(name="rage", a=RAGE.a, b=RAGE.b, per_detent=per_detent)
    hand = VirtualPanel(factory, PanelConfig(), [], [config])
    for steps in (3, -1, -4, 2):
        hand.turn("rage", steps)
        assert turns(inbox) == [("rage", 1 if steps > 0 else -1)] * abs(steps)
    knobs.close()


@given(st.lists(st.sampled_from((1, -1)), max_size=60), st.sampled_from((1, 2, 4)))
def test_a_dial_counts_whole_clicks_however_its_contacts_wobble(wobble: list[int], per_detent: PerDetent) -> None:
    dial, at, told = Quadrature(per_detent), 0, 0
    for way in wobble:
        at += way
        told += dial.step(*ORDER[at % 4])
    assert abs(at - told * per_detent) < per_detent


def test_a_missed_change_goes_on_as_the_way_began() -> None:
    dial = Quadrature(4)
    assert [dial.step(*ORDER[at]) for at in (2, 0, 1, 3, 0)] == [0, 0, 0, 0, 1]


def test_swapped_wires_count_the_other_way(inbox: Inbox) -> None:
    factory = mock_pins()
    knobs = Knobs(factory, [KnobPins("rage", RAGE.b, RAGE.a)], inbox.post, ManualClock())
    fingers(factory).turn("rage", 1)
    assert turns(inbox) == [("rage", -1)]
    knobs.close()


def test_the_shortest_edge_is_told_to_the_pins() -> None:
    factory = mock_pins()
    knobs = Knobs(factory, [RAGE._replace(bounce_ms=4), SPEED], Inbox().post, ManualClock())
    assert [factory.pin(pin).bounce for pin in (RAGE.a, RAGE.b, SPEED.a, SPEED.b)] == [0.004, 0.004, None, None]
    knobs.close()


def test_a_taken_pin_names_the_encoder_and_leaves_nothing_open(inbox: Inbox) -> None:
    factory = mock_pins()
    with pytest.raises(PinsUnavailable, match=r"encoder speed on GPIO16 and GPIO5: "):
        Knobs(factory, [RAGE, KnobPins("speed", 16, 5)], inbox.post, ManualClock())
    Knobs(factory, [RAGE, SPEED], inbox.post, ManualClock()).close()


def test_a_fault_of_the_receiver_does_not_end_the_pins(caplog: pytest.LogCaptureFixture) -> None:
    def post(_signal: object) -> None:
        raise RuntimeError("nobody home")

    factory = mock_pins()
    knobs = Knobs(factory, [RAGE], post, ManualClock())
    fingers(factory).turn("rage", 1)
    assert "nobody home" in caplog.text
    knobs.close()


def test_no_thread_runs_for_an_encoder(inbox: Inbox) -> None:
    before = set(threading.enumerate())
    factory = mock_pins()
    knobs = Knobs(factory, [RAGE, SPEED], inbox.post, ManualClock())
    fingers(factory).turn("speed", 5)
    assert set(threading.enumerate()) <= before
    knobs.close()
