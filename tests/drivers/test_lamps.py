"""The light of the cues: its sequence with given moments, the table, the lamps on mock pins."""

from __future__ import annotations

import threading

import pytest

from companion.engine.clock import ManualClock, RealClock
from drivers.config import LampConfig, PanelConfig
from drivers.glow import DARK, FRAME_MS, Glow, Mood, Pattern
from drivers.lamps import LedLamps, NullLamps
from drivers.light_table import LightTable
from drivers.pins import open_rgb
from drivers.simulated.panel import VirtualPanel
from tests.drivers.inbox import mock_pins
from tests.patience import PATIENCE_S, until

RED, GREEN, WHITE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 1.0)
STILL = Mood("#00FF00")
BLINK = Pattern("#FF0000", blinks=2, ms=500)


def test_blinks_then_the_glow_again() -> None:
    glow = Glow(STILL)
    assert glow.at(0) == GREEN and glow.next_change(0) is None
    glow.start(BLINK, 100)
    seen = [(100, RED)]
    while (change := glow.next_change(seen[-1][0])) is not None:
        seen.append((change, glow.at(change)))
    assert seen == [(100, RED), (400, DARK), (600, RED), (900, DARK), (1100, GREEN)]


def test_a_counted_pattern_blinks_as_often_as_the_cue_says() -> None:
    thuds = Pattern("#FF0000", blinks=5, ms=400, counted=True)
    for n, length in [(None, 5), (1, 1), (3, 3), (9, 5), (0, 1)]:
        glow = Glow(STILL)
        glow.start(thuds, 0, n)
        assert glow.at(length * 400 - 400) == RED and glow.at(length * 400) == GREEN, n


def test_fade_and_swell() -> None:
    for shape, levels in [("fade", (1.0, 0.5)), ("swell", (0.0, 0.5))]:
        glow = Glow(STILL)
        glow.start(Pattern("#FF0000", ms=1000, shape=shape), 0)  # type: ignore[arg-type]
        assert (glow.at(0)[0], glow.at(500)[0]) == levels
        assert glow.next_change(500) == 500 + FRAME_MS
        assert glow.next_change(990) == 1000


def test_a_time_cue_takes_the_place_of_an_event_and_not_the_other_way() -> None:
    urgent = Pattern("#FFFFFF", ms=300, urgent=True)
    glow = Glow(STILL)
    glow.start(BLINK, 0)
    glow.start(urgent, 100)
    assert glow.at(100) == WHITE
    glow.start(Pattern("#FF0000", ms=200), 150)
    assert glow.at(150) == WHITE
    assert glow.at(400) == RED and glow.at(600) == GREEN
    glow.start(urgent, 700)
    glow.start(Pattern("#FF0000", ms=300, urgent=True), 800)
    assert glow.at(800) == RED, "of two time cues the later one"


def test_at_most_two_events_wait() -> None:
    glow = Glow(STILL)
    for _ in range(5):
        glow.start(Pattern("#FF0000", ms=100), 0)
    assert glow.dropped == 2
    assert glow.at(299 - 50) == RED and glow.at(300) == GREEN


def test_a_mood_breathes_and_changes_without_cutting_a_cue() -> None:
    glow = Glow(STILL)
    glow.set_mood(Mood("#FFFFFF", level=0.5, pulse_ms=1000), 1000)
    assert glow.at(1000) == pytest.approx((0.5, 0.5, 0.5))
    assert glow.at(1500) == pytest.approx((0.175, 0.175, 0.175))
    assert glow.next_change(1500) == 1500 + FRAME_MS
    glow.start(BLINK, 1600)
    glow.set_mood(STILL, 1700)
    assert glow.at(1700) == RED and glow.at(2600) == GREEN


def test_every_time_cue_of_infernal_wagon_has_its_light(lights: LightTable) -> None:
    times = ["A-3", "A-2", "A-1", "A0", "A1", "A2", "A3", "A3h", "A4", "A5", "A5h", "A6", "A630", "A645", "A7"]
    times += [f"A{650 + i}" for i in range(10)]
    for cue in times:
        assert lights.light(cue) != (lights.patterns[lights.default], None), cue
        pattern, _ = lights.light(cue)
        assert pattern.urgent, f"{cue} must not wait"
    for n in range(1, 6):
        assert lights.light(f"A{n}")[1] == n, "as many blinks as strokes of the bell"
    for cue in ("A657", "A658", "A659"):
        assert lights.light(cue)[0].blinks == 2, "the last three ticks are doubled"


def test_every_event_cue_has_its_light(lights: LightTable) -> None:
    cues = """match mismatch thuds plank tunnel_expected tunnel_card explosion silence_on silence_off uturn_on
        uturn_off curse_cleared curse_last last_cards exit_drawn heartbeat limit_warning warn check prompt won
        collapse count bell rumble stones timber whistle_long alarm voice whistle_2 tick explosion7 echo_on
        echo_off blast curse knock tap refused undo hold resume"""
    missing = [cue for cue in cues.split() if lights.light(cue)[0] == lights.patterns[lights.default]]
    assert missing == []
    assert lights.light("match")[0] != lights.light("mismatch")[0]


def test_an_unknown_cue_has_the_default_light(lights: LightTable) -> None:
    assert lights.light("no_such_cue", 4) == (lights.patterns[lights.default], 4)


def test_nothing_flashes_more_than_three_times_a_second(lights: LightTable) -> None:
    assert all(p.ms >= 334 for p in lights.patterns.values() if p.blinks > 1)
    assert all(m.pulse_ms == 0 or m.pulse_ms >= 334 for m in lights.moods.values())


def test_moods_by_name(lights: LightTable) -> None:
    for name in (
        "idle",
        "setup",
        "loop_1",
        "loop_5",
        "calm",
        "held",
        "silence",
        "won",
        "lost",
        "rage_1",
        "armed",
        "chase",
    ):
        NullLamps(lights).mood(name)
    for lamps in (NullLamps(lights),):
        with pytest.raises(KeyError, match="hungry"):
            lamps.mood("hungry")


@pytest.mark.parametrize("common_anode", [False, True])
def test_lamps_on_mock_pins(lights: LightTable, common_anode: bool) -> None:
    factory, clock = mock_pins(), ManualClock()
    config = LampConfig(red=12, green=13, blue=19, common_anode=common_anode)
    lamps = LedLamps([open_rgb(factory, config.pins, common_anode)], lights, clock)
    eye = VirtualPanel(factory, PanelConfig(), [config])
    lamps.show("#FF0000", level=0.5)
    assert eye.colour == pytest.approx((0.5, 0, 0))
    lamps.cue("A1")
    assert eye.colour == pytest.approx((1, 0xC0 / 255, 0))
    assert lamps.colour == pytest.approx(eye.colour)
    clock.set_ms(400)
    lamps.refresh()
    assert eye.colour == pytest.approx(DARK)
    clock.set_ms(550)
    lamps.refresh()
    assert eye.colour == pytest.approx((0.5, 0, 0))
    for colour, level in [("red", 1.0), ("#FF00", 1.0), ("#FF0000", 1.5)]:
        with pytest.raises(ValueError, match="no light"):
            lamps.show(colour, level)
    assert eye.colour == pytest.approx((0.5, 0, 0)), "as before"
    lamps.mood("won")
    assert eye.colour[0] == pytest.approx(0.8)
    lamps.close()
    lamps.close()
    lamps.cue("A7")  # too late, and no error
    factory.close()


def test_the_thread_ends_a_cue_by_itself(lights: LightTable) -> None:
    """Real time: the lamp goes back to its glow without anybody asking."""

    class Led:
        def __init__(self) -> None:
            self._value = DARK
            self.history: list[tuple[float, float, float]] = []
            self.back = threading.Event()

        @property
        def value(self) -> tuple[float, float, float]:
            return self._value

        @value.setter
        def value(self, value: tuple[float, float, float]) -> None:
            self._value = value
            self.history.append(value)
            if RED in self.history and value == GREEN:
                self.back.set()

        def close(self) -> None:
            """Nothing to close."""

    led = Led()
    lamps = LedLamps([led], lights, RealClock())
    lamps.show("#00FF00")
    lamps.play(Pattern("#FF0000", blinks=2, ms=40))
    assert led.back.wait(PATIENCE_S)
    lamps.close()
    assert led.history[1:3] == [GREEN, RED]
    assert led.value == DARK, "dark when closed"


class Jumping(ManualClock):
    """Stands, and from the n-th look on each is ten seconds later: the processor was with others."""

    def __init__(self, looks: int) -> None:
        super().__init__(100)
        self._looks = looks

    def now_ms(self) -> int:
        self._looks -= 1
        if self._looks <= 0:
            self.set_ms(super().now_ms() + 10_000)
        return super().now_ms()


@pytest.mark.parametrize("looks", range(1, 12))
def test_a_cue_that_ends_while_nobody_looks_leaves_the_lamp_to_its_glow(lights: LightTable, looks: int) -> None:
    class Led:
        value = DARK

        def close(self) -> None:
            """Nothing to close."""

    led = Led()
    lamps = LedLamps([led], lights, Jumping(looks))
    lamps.show("#00FF00")
    lamps.play(Pattern("#FF0000", blinks=2, ms=40))
    lamps.play(Pattern("#FF0000", blinks=2, ms=40))
    until(lambda: led.value == GREEN, "the glow")
    lamps.close()


def test_a_fault_of_the_pins_does_not_reach_the_table(lights: LightTable, caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        @property
        def value(self) -> tuple[float, float, float]:
            return DARK

        @value.setter
        def value(self, value: tuple[float, float, float]) -> None:
            if value != DARK:
                raise OSError("gpiochip gone")

        def close(self) -> None:
            """Nothing to close."""

    lamps = LedLamps([Broken()], lights, ManualClock())
    lamps.cue("A6")
    assert "gpiochip gone" in caplog.text
    lamps.close()


def test_no_thread_wakes_while_the_light_stands_still(lights: LightTable, monkeypatch: pytest.MonkeyPatch) -> None:
    lamps = LedLamps([], lights, ManualClock())
    slept: list[float | None] = []
    wait = lamps._changed.wait

    def counted(seconds: float | None = None) -> bool:
        slept.append(seconds)
        return wait(seconds)

    monkeypatch.setattr(lamps._changed, "wait", counted)
    for colour in ("#00FF00", "#0000FF"):
        lamps.show(colour)
        until(lambda: slept and slept[-1] is None, "a sleep without an end", pause=0)
        slept.clear()
    lamps.close()
