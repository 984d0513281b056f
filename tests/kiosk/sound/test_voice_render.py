"""From words to samples: the program that speaks, the demon, the store. No test needs espeak-ng."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion.engine.program import ProgramError
from kiosk.sound import voice_program, voice_store
from kiosk.sound.measure import momentary
from kiosk.sound.voice_demon import DEEPER, LUFS, STORED, demon, doubled
from kiosk.sound.voice_program import CannotSpeak, samples_of, speakable, spoken_samples
from kiosk.sound.voice_store import load_phrase, path_of, phrases_folder, render_phrases
from tests.kiosk.sound import fake_espeak
from tests.kiosk.sound.fake_espeak import Fake
from tests.kiosk.sound.measured import peak_db
from tests.tools.bench.kiosk.sound import onset_ms


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    return Fake(tmp_path / "bin", monkeypatch)


# --- the program -----------------------------------------------------------------------------------------------------


def test_words_reach_the_program_on_its_standard_input_and_in_no_argument(fake: Fake) -> None:
    rate, samples = spoken_samples("À $(reboot) [[Bo]] <b>--help", "fr")
    assert rate == 22_050
    assert len(samples) == 11_025
    assert fake.runs == ["-v fr -s 172 -p 20 -b 1 -z --stdin --stdout < À reboot Bo b --help"]


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("Rage −2", "fr", "Rage moins 2"),
        ("Rage −2", "en", "Rage minus 2"),
        ("Rage +1", "fr", "Rage plus 1"),
        ("Ana\u00a0: capturé", "fr", "Ana : capturé"),
        ("[[a]]\x00\n<x>", "en", "a x"),
        ("a" * 999, "en", "a" * voice_program.LONGEST_TEXT),
    ],
)
def test_what_is_no_word_is_left_out(text: str, language: str, words: str) -> None:
    assert speakable(text, language) == words


def test_a_program_that_is_missing_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ProgramError, match="espeak-ng is not installed"):
        spoken_samples("Bo", "fr")


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (fake_espeak.GARBAGE, "no WAV file"),
        (fake_espeak.EMPTY, "no WAV file"),
        (fake_espeak.FAILS, "ended with 3"),
        (fake_espeak.NEVER_STOPS, "does not stop"),
        (fake_espeak.STEREO, "another kind"),
    ],
)
def test_a_program_that_behaves_badly_is_an_error(fake: Fake, does: str, said: str) -> None:
    fake.does(does)
    with pytest.raises(ProgramError, match=said):
        spoken_samples("Bo", "fr")


def test_a_program_that_hangs_is_ended(fake: Fake) -> None:
    fake.does(fake_espeak.HANGS)
    with pytest.raises(ProgramError, match=r"did not end within 0\.1 s"):
        spoken_samples("Bo", "fr", seconds=0.1)


@pytest.mark.parametrize("data", [b"", b"RIFF", b"RIFF____WAVEfmt " + bytes(24) + b"data____", bytes(5000)])
def test_no_bytes_make_it_crash(data: bytes) -> None:
    with pytest.raises(CannotSpeak):
        samples_of(data)


# --- the demon -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.2, 0.7, 3.0])
@pytest.mark.parametrize("level", [300, 20_000])
def test_every_phrase_is_as_loud_as_the_others_and_begins_at_once(seconds: float, level: int) -> None:
    t = np.arange(round(seconds * 22_050)) / 22_050
    plain_voice = level * np.sign(np.sin(2 * np.pi * 130 * t)) * (0.6 + 0.4 * np.sin(2 * np.pi * 3 * t))
    quiet = np.zeros(5000)
    made = demon(22_050, np.concatenate([quiet, plain_voice, quiet]).astype(np.int16))
    x = doubled(made) / 32767
    assert momentary(x) == pytest.approx(LUFS, abs=0.6)
    assert peak_db(x) <= -3.0
    assert onset_ms(x) < 10
    assert seconds < len(made) / STORED < seconds / DEEPER + 0.45


def test_silence_is_no_phrase() -> None:
    with pytest.raises(ValueError, match="silent"):
        demon(22_050, np.zeros(9000, np.int16))


# --- the store -------------------------------------------------------------------------------------------------------


def test_a_phrase_is_rendered_once_for_each_language(fake: Fake, tmp_path: Path) -> None:
    render_phrases(tmp_path, "fr", ["Bo", "Cy"])
    render_phrases(tmp_path, "fr", ["Cy", "Bo"])
    render_phrases(tmp_path, "en", ["Bo"])
    assert [line.rpartition(" < ")[2] for line in fake.runs] == ["Bo", "Cy", "Bo"]
    found = [load_phrase(path_of(phrases_folder(tmp_path), language, "Bo")) for language in ("fr", "en")]
    assert all(phrase is not None and phrase.dtype == np.int16 and phrase.any() for phrase in found)


def test_a_damaged_phrase_is_none_and_is_rendered_again(fake: Fake, tmp_path: Path) -> None:
    render_phrases(tmp_path, "fr", ["Bo"])
    path = path_of(phrases_folder(tmp_path), "fr", "Bo")
    whole = path.read_bytes()
    for spoilt in (b"", whole[:3], whole[:-2], whole[:9] + b"x" + whole[10:]):
        path.write_bytes(spoilt)
        assert load_phrase(path) is None
    render_phrases(tmp_path, "fr", ["Bo"])
    assert path.read_bytes() == whole
    assert len(fake.runs) == 2


def test_nobody_waits_for_a_pipe_in_the_place_of_a_phrase(fake: Fake, tmp_path: Path) -> None:
    render_phrases(tmp_path, "fr", ["Bo"])
    path = path_of(phrases_folder(tmp_path), "fr", "Bo")
    path.unlink()
    os.mkfifo(path)
    assert load_phrase(path) is None
    render_phrases(tmp_path, "fr", ["Bo"])
    assert path.is_file() and load_phrase(path) is not None


def test_names_that_nobody_can_say_are_passed_over(fake: Fake, tmp_path: Path) -> None:
    render_phrases(tmp_path, "fr", ["🔥", "💀", "[[", "…", "Bo"])
    assert [line.rpartition(" < ")[2] for line in fake.runs] == ["Bo"]
    phrase = load_phrase(path_of(phrases_folder(tmp_path), "fr", "🔥"))
    assert phrase is not None and not phrase.any()


def test_no_name_of_a_file_tells_what_is_said(fake: Fake, tmp_path: Path) -> None:
    render_phrases(tmp_path, "fr", ["../Bo"])
    assert [path.parent for path in tmp_path.rglob("*") if path.is_file() and path.parent.name != "bin"] == [
        phrases_folder(tmp_path)
    ]
    assert "Bo" not in str(path_of(phrases_folder(tmp_path), "fr", "../Bo").relative_to(tmp_path))


def test_phrases_of_another_release_go_and_the_sound_stays(fake: Fake, tmp_path: Path) -> None:
    for name in ("voice-0123", "sound-0123"):
        (tmp_path / name).mkdir()
    render_phrases(tmp_path, "fr", ["Bo"])
    assert not (tmp_path / "voice-0123").exists()
    assert (tmp_path / "sound-0123").exists()


def test_what_was_not_wanted_for_the_longest_time_goes_first(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    render_phrases(tmp_path, "fr", ["Ana", "Bo", "Cy"])
    paths = [path_of(phrases_folder(tmp_path), "fr", name) for name in ("Ana", "Bo", "Cy")]
    for path, wanted in zip(paths, (3_000, 1_000, 2_000), strict=True):
        os.utime(path, (wanted, wanted))
    monkeypatch.setattr(voice_store, "MOST_BYTES", sum(path.stat().st_size for path in paths))
    render_phrases(tmp_path, "fr", ["Dan"])
    assert [path.exists() for path in paths] == [True, False, True]


def test_after_three_failures_in_a_row_nothing_else_is_tried(fake: Fake, tmp_path: Path) -> None:
    fake.does(fake_espeak.SPEAKS + "\nif words != b'Bo': raise SystemExit(1)")
    with pytest.raises(ProgramError):
        render_phrases(tmp_path, "fr", ["x", "y", "Bo", "a", "b", "c", "d"])
    assert [line.rpartition(" < ")[2] for line in fake.runs] == ["x", "y", "Bo", "a", "b", "c"]
    assert load_phrase(path_of(phrases_folder(tmp_path), "fr", "Bo")) is not None
