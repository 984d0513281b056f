"""The mixer by itself: what sounds, how loud, and in which order. Its cues are constants, so that gains can be read."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.sound.bank import RECIPES
from kiosk.sound.cache import Sounds
from kiosk.sound.kit import RATE, db
from kiosk.sound.mixer import DRIFT, STRETCH, Mixer, ms
from kiosk.sound.timeline import schedule

BLOCK = 256
BED, EVENT, TIME, COMPANION, END = 1000, 3000, 5000, 7000, 9000
"""What each kind of sound adds to a sample (as int16)."""
LENGTH = ms(500)

TIME_BUFFERS = {start.buffer for language in ("fr", "en") for start in schedule(language)}
LEVELS = {
    **dict.fromkeys(RECIPES, EVENT),
    **dict.fromkeys(TIME_BUFFERS, TIME),
    **dict.fromkeys(("tap", "knock", "refused", "undo", "hold", "resume", "count"), COMPANION),
    **dict.fromkeys(("won", "collapse", "howl", "escape"), END),
}


def constants(bed: int = BED) -> Sounds:
    bank = {name: np.full(LENGTH, LEVELS[name], np.int16) for name in RECIPES}
    return Sounds(bank, np.full(420 * RATE, bed, np.int16))


def mixer(bed: int = BED, **options: object) -> Mixer:
    made = Mixer(**options)  # type: ignore[arg-type]
    made.sounds = constants(bed)
    return made


def run(m: Mixer, milliseconds: float, elapsed_ms: float | None = None) -> NDArray[np.float64]:
    """Let it play; the clock runs from `elapsed_ms` or stands. Samples in int16 units."""
    blocks, wanted, done = [], ms(milliseconds), 0
    while done < wanted:
        n = min(BLOCK, wanted - done)
        blocks.append(m.render(n, None if elapsed_ms is None else ms(elapsed_ms) + done))
        done += n
    return np.concatenate(blocks).astype(np.float64) * 32767


def at(x: NDArray[np.float64], milliseconds: float) -> float:
    return float(x[ms(milliseconds)])


def quiet_stretch(m: Mixer) -> NDArray[np.float64]:
    """The bed alone, 30 s into the game."""
    return run(m, 300, 30_000)


# --- bed and time cues ---------------------------------------------------------------------------------------


def test_nothing_sounds_before_the_sound_is_ready() -> None:
    m = Mixer()
    m.cue("blast")
    assert not run(m, 100, 30_000).any()
    m.sounds = constants()
    assert at(run(m, 400, 30_100), 300) == pytest.approx(BED, abs=1)


def test_a_start_begins_with_the_first_time_cue_at_once() -> None:
    x = run(mixer(bed=0), 20, 8.0)
    assert x[0] == pytest.approx(TIME, abs=1)


def test_the_departure_answers_a_press_that_comes_late() -> None:
    late = run(mixer(bed=0), 20, 300.0)
    assert late[0] == pytest.approx(TIME, abs=1)
    assert not run(mixer(bed=0), 20, 450.0).any()
    assert not run(mixer(bed=0), 20, 60_060.0).any(), "any other time cue is left out after 50 ms"


@pytest.mark.parametrize("block", [64, 256, 1000])
def test_a_time_cue_begins_at_its_sample_of_the_clock(block: int) -> None:
    m, blocks = mixer(bed=0), []
    for i in range(ms(200) // block):
        blocks.append(m.render(block, ms(59_900) + 7 + i * block))
    x = np.concatenate(blocks)
    assert int(np.argmax(x > 0)) == ms(100) - 7


def test_a_device_that_runs_fast_does_not_move_the_time_cues() -> None:
    m, blocks, elapsed = mixer(bed=0), [], []
    for i in range(400):  # the card plays 1 % too fast: the clock gains less per block
        elapsed.append(ms(59_000) + i * BLOCK * 0.99)
        blocks.append(m.render(BLOCK, elapsed[-1]))
    first = int(np.argmax(np.concatenate(blocks) > 0))
    assert abs(elapsed[first // BLOCK] + first % BLOCK - ms(60_000)) <= ms(1)


def test_the_bed_steps_back_9_db_for_a_time_cue() -> None:
    m = mixer()
    x = run(m, 1400, 59_000)  # bell and rumble begin at 1000 ms: 1000 + 2 x TIME where both sound
    assert at(x, 950) == pytest.approx(BED, abs=1)
    assert at(x, 994) == pytest.approx(BED * (1 + db(-9)) / 2, abs=15)
    cue = 2 * TIME
    assert at(x, 1010) - cue == pytest.approx(BED * db(-9), abs=2)
    assert at(x, 1370) - cue == pytest.approx(BED * db(-9), abs=2)
    later = run(m, 500, 60_400)
    assert at(later, 275 + 20) == pytest.approx(BED, abs=1)


def test_a_bed_that_is_off_the_clock_is_played_a_little_faster_until_it_is_back() -> None:
    m = mixer()
    m.sounds = Sounds(m.sounds.bank, (np.arange(420 * RATE) % 20000).astype(np.int16))  # type: ignore[union-attr]
    m.render(ms(200), ms(118_000))
    drift, pos, steps = ms(10), ms(118_200), []
    for _ in range(100):
        x = m.render(BLOCK, pos + drift) * 32767
        pos += BLOCK
        steps.append(float(np.median(np.diff(x))))
    assert steps[0] == pytest.approx(1 + STRETCH, abs=0.01)
    assert steps[-1] == pytest.approx(1, abs=0.01)
    assert abs(x[-1] - (pos - 1 + drift) % 20000) <= DRIFT + 1


def test_a_starved_device_puts_the_bed_back_at_once() -> None:
    m = mixer()
    m.sounds = Sounds(m.sounds.bank, (np.arange(420 * RATE) % 20000).astype(np.int16))  # type: ignore[union-attr]
    m.render(BLOCK, ms(30_000))
    for i in range(20):
        x = m.render(BLOCK, ms(30_100) + i * BLOCK)
    assert x[-1] * 32767 == pytest.approx((ms(30_100) + 20 * BLOCK - 1) % 20000, abs=1.5)


def test_hold_fades_in_150_ms_and_resume_goes_on_from_the_clock() -> None:
    m = mixer()
    quiet_stretch(m)
    x = run(m, 200)
    assert at(x, 75) == pytest.approx(BED / 2, abs=15)
    assert not x[ms(151) :].any()
    assert m.idle(None) == float("inf")
    y = run(m, 200, 30_300)
    assert at(y, 75) == pytest.approx(BED / 2, abs=15)
    assert at(y, 160) == pytest.approx(BED, abs=1)


def test_a_new_game_begins_afresh() -> None:
    m = mixer(bed=0)
    run(m, 100, 59_000)
    run(m, 300)
    assert run(m, 20, 10).any()


def test_the_explosion_cuts_the_bed_and_the_events() -> None:
    m = mixer()
    run(m, 100, 419_700)
    m.cue("blast")
    m.cue("plank")
    x = run(m, 400, 419_800)
    assert at(x, 390) == pytest.approx(TIME, abs=1)


# --- events and companion ----------------------------------------------------------------------------------------


def test_event_cues_wait_in_a_queue_of_two() -> None:
    m = mixer()
    for name in ("blast", "plank", "curse", "echo_on", "echo_off"):
        m.cue(name)
    x = run(m, 2000)
    assert np.count_nonzero(x) == pytest.approx(3 * LENGTH, abs=3 * BLOCK)
    assert x.max() == pytest.approx(EVENT, abs=1)


@pytest.mark.parametrize(("name", "gain"), [("blast", db(-6)), ("match", 1.0), ("knock", db(-6)), ("tap", 1.0)])
def test_the_bed_steps_back_6_db_for_an_event_but_not_for_a_click(name: str, gain: float) -> None:
    m = mixer()
    quiet_stretch(m)
    m.cue(name)
    x = run(m, 100, 30_300)
    assert at(x, 50) - LEVELS[name] == pytest.approx(BED * gain, abs=2)


def test_the_companion_answers_at_once_and_speaks_with_one_voice() -> None:
    m = mixer()
    m.cue("blast")
    m.cue("tap")
    x = run(m, 100)
    assert x[0] == pytest.approx(EVENT + COMPANION, abs=1)
    m.cue("refused")
    y = run(m, 50)
    assert at(y, 10) == pytest.approx(EVENT + COMPANION, abs=1)


@pytest.mark.parametrize("name", ["won", "collapse", "explosion7", "howl", "escape"])
def test_an_end_stops_everything_in_60_ms_and_then_sounds(name: str) -> None:
    m = mixer()
    quiet_stretch(m)
    for event in ("blast", "plank", "tap"):
        m.cue(event)
    run(m, 50, 30_300)
    m.end(name)
    x = run(m, 1000)
    assert at(x, 59) < 600
    assert at(x, 61) == pytest.approx(LEVELS[name], abs=1)
    assert at(x, 540) == pytest.approx(LEVELS[name], abs=1)
    assert not x[ms(570) :].any()


# --- silence, profiles, volume, own file -----------------------------------------------------------------------


def test_silence_takes_the_bed_down_12_db_and_nobody_speaks() -> None:
    m = mixer()
    quiet_stretch(m)
    m.silence(True)
    x = run(m, 500, 30_300)
    assert at(x, 200) == pytest.approx(BED * 0.625, abs=3)
    assert at(x, 410) == pytest.approx(BED * 0.25, abs=1)
    spoken = run(m, 400, 362_150)
    assert spoken.max() < TIME / 2
    m.silence(False)
    assert at(run(m, 300, 363_000), 260) == pytest.approx(BED, abs=1)


def test_one_minute_is_said_in_the_language_of_the_moment_unless_the_voice_is_off() -> None:
    for language, voice in (("fr", True), ("en", True), ("fr", False)):
        m = mixer(bed=0, voice=voice)
        m.set_language(language)
        m.sounds.bank["voice_en"][:] = 4444  # type: ignore[union-attr]
        x = run(m, 300, 362_000)
        assert at(x, 250) == pytest.approx({"fr": TIME, "en": 4444}[language] if voice else 0, abs=1)


def test_quiet_keeps_only_the_alarms_and_the_ends_4_db_lower() -> None:
    m = mixer(profile="quiet")
    assert m.idle(ms(30_000)) == ms(330_000)
    m.cue("blast")
    m.cue("tap")
    assert not run(m, 100, 59_950).any()
    assert at(run(m, 100, 359_950), 60) == pytest.approx(TIME * db(-4), abs=2)
    m.end("won")
    assert at(run(m, 100), 70) == pytest.approx(END * db(-4), abs=2)


def test_calm_has_events_and_ends_but_no_time() -> None:
    m = mixer(profile="calm")
    assert m.idle(ms(30_000)) == float("inf")
    assert not run(m, 100, 59_950).any()
    m.cue("blast")
    assert run(m, 10, 60_050)[0] == pytest.approx(EVENT, abs=1)


def test_volume_is_squared_and_does_not_click() -> None:
    m = mixer(bed=10_000)
    quiet_stretch(m)
    m.set_volume(0.5)
    x = run(m, 50, 30_300)
    assert at(x, 30) == pytest.approx(2500, abs=2)
    assert np.abs(np.diff(x)).max() < 20


def test_the_owners_file_replaces_bed_and_time_cues_but_not_events() -> None:
    m = mixer()
    m.own = np.full(70 * RATE, 2222, np.int16)
    x = run(m, 300, 59_900)
    assert at(x, 200) == pytest.approx(2222, abs=1)
    m.cue("match")
    assert at(run(m, 50, 60_200), 20) == pytest.approx(2222 + EVENT, abs=1)
    assert not run(m, 700, 71_000)[ms(500) :].any()


# --- Cerbère -------------------------------------------------------------------------------------------------


def test_a_chase_a_capture_and_a_growl_sound_one_after_another_in_calm() -> None:
    m = mixer(profile="calm")
    for name, n in (("chase", 5), ("capture", None), ("growl", 3)):
        m.cue(name, n)
    x = run(m, 1700)
    for start in (0, 500, 1000):
        assert at(x, start + 250) == pytest.approx(EVENT, abs=1)
    assert not x[ms(1600) :].any()


@pytest.mark.parametrize(("profile", "heard"), [("timed", True), ("calm", True), ("quiet", False), ("silent", False)])
def test_events_of_a_game_without_a_clock_by_profile(profile: str, heard: bool) -> None:
    m = mixer(profile=profile)
    for name in ("growl", "bark", "capture", "oars", "peek", "doors", "chain_up"):
        m.cue(name)
    assert run(m, 400).any() == heard
    m.cue("howl")
    assert (at(run(m, 400), 300) > 0) == (profile != "silent")
