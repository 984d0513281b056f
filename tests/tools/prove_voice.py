"""Is it understood? `make prove-voice`: 30 orders a language, rendered by espeak-ng and the demon into build/voice.

English: a recogniser (pocketsphinx, in build/voice-venv) tells which of the orders it hears. Both languages: the
phonemes of each two orders of a game, as espeak-ng gives them, at most so alike as docs/sound.md says; what differs in
a name alone is aside, names are what people typed. By ear: the files stay there, as a table hears them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import wave
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.presentation import i18n
from companion.presentation.i18n import spoken
from kiosk.sound import voice_program
from kiosk.sound.voice_demon import STORED, demon
from kiosk.table.game_uis import GAME_UIS

OUT = Path("build/voice")
NAMES = ("Ana", "Bo", "Cy")
ORDERS = 30
HEARD_LEAST = 27
"""Of 30 orders the recogniser takes so many for what they are."""
APART_LEAST = 2
"""Phonemes that are to be put in, left out or changed to make one order of another."""
EAR_RATE = 16_000
QUIET_S = 0.25
"""Before and after what the recogniser hears."""
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
SAID = {
    "ana": "AA N AH", "ana's": "AA N AH Z", "bo's": "B OW Z", "cy's": "S AY Z", "cerbère": "S ER B EH R",
    "barque": "B AA R K", "chasse": "SH AE S", "malédiction": "M AE L AH D IH K SH AH N",
    "malédictions": "M AE L AH D IH K SH AH N Z", "vitesse": "V IH T EH S", "cerberus": "S ER B ER AH S",
}  # fmt: skip
"""French words and names in an English mouth, in the recogniser's phonemes."""
Language = Literal["fr", "en"]


def phrases(game: str, language: Language) -> list[str]:
    """All that is listed of a game, for three players."""
    i18n.set_language(language)
    return list(dict.fromkeys(spoken(text) for text in GAME_UIS[game].spoken.phrases(NAMES)))


def some(language: Language) -> list[str]:
    """30 orders, as many of each game, spread over its list."""
    each = ORDERS // len(GAME_UIS)
    found = []
    for game in GAME_UIS:
        listed = phrases(game, language)
        found += [listed[len(listed) * i // each] for i in range(each)]
    return found


def render(texts: Iterable[str], language: Language) -> Iterator[tuple[str, Path]]:
    """Each as a WAV file."""
    folder = OUT / language
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        path = folder / f"{number:02}.wav"
        _write(path, demon(*voice_program.spoken_samples(text, language)), STORED)
        yield text, path


def _write(path: Path, samples: NDArray[np.int16], rate: int) -> None:
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(samples.astype("<i2").tobytes())


# --- phonemes --------------------------------------------------------------------------------------------------------


def phonemes(text: str, language: str) -> tuple[str, ...]:
    """As espeak-ng says them, without stress."""
    command = [
        voice_program.PROGRAM,
        "-v",
        voice_program.VOICES[language],
        "-b",
        "1",
        "-q",
        "--ipa",
        "--sep=_",
        "--stdin",
    ]
    words = voice_program.speakable(text, language)
    done = subprocess.run(command, input=words, capture_output=True, text=True, timeout=10, check=True)
    plain = re.sub(r"\(\w+\)|[ˈˌ]", "", done.stdout)
    return tuple(re.split(r"[_\s]+", plain.strip("_ \n")))


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """How many are put in, left out or changed."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def nameless(text: str) -> str:
    """The order without who it is for."""
    return re.sub(rf"\b({'|'.join(NAMES)})\b", "…", text)


def closest(game: str, language: Language) -> tuple[int, str, str]:
    """The two orders of a game that are most alike."""
    said = {text: phonemes(text, language) for text in phrases(game, language)}
    pairs = ((a, b) for a, b in combinations(said, 2) if nameless(a) != nameless(b))
    return min((distance(said[a], said[b]), a, b) for a, b in pairs)


# --- the recogniser --------------------------------------------------------------------------------------------------


def words_of(text: str) -> str:
    """As the recogniser writes them."""
    words = voice_program.speakable(text, "en").replace("’", "'").lower()
    words = re.sub(r"\d+", lambda found: NUMBERS[int(found[0])], words)
    return " ".join(re.findall(r"[a-zà-ÿ']+", words))


def heard(orders: Sequence[tuple[str, Path]], venv: Path) -> list[tuple[str, str]]:
    """What was said, and what the recogniser heard, where these differ."""
    listed = []
    for text, path in orders:
        with wave.open(str(path), "rb") as sound:
            samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2").astype(np.float64)
        n = round(len(samples) * EAR_RATE / STORED)
        low = np.fft.irfft(np.fft.rfft(samples)[: n // 2 + 1], n) * (n / len(samples))
        quiet = np.zeros(round(QUIET_S * EAR_RATE))
        ear = path.with_suffix(".16k.wav")
        _write(ear, np.clip(np.concatenate([quiet, low, quiet]), -32767, 32767).astype(np.int16), EAR_RATE)
        listed.append((str(ear), words_of(text)))
    used = {word for _file, words in listed for word in words.split()}
    told = OUT / "orders.json"
    told.write_text(json.dumps({"orders": listed, "words": {w: p for w, p in SAID.items() if w in used}}), "utf-8")
    command = [str(venv / "bin/python"), "-I", str(Path(__file__).with_name("voice_ear.py")), str(told)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=300, check=True)
    found: list[str] = json.loads(done.stdout)
    return [(words, got) for (_file, words), got in zip(listed, found, strict=True) if words != got]


def main() -> int:
    """0 if all is understood as docs/sound.md says."""
    faults = 0
    for language in i18n.LANGUAGES:
        for game in GAME_UIS:
            apart, one, other = closest(game, language)
            faults += apart < APART_LEAST
            print(f"{language} {game}: closest are {apart} phonemes apart: {one!r}, {other!r}")
        begun = time.perf_counter()
        orders = list(render(some(language), language))
        print(f"{language}: {len(orders)} orders in {time.perf_counter() - begun:.1f} s, in {OUT / language}")
        if language == "en":
            missed = heard(orders, Path(sys.argv[1]))
            faults += len(orders) - len(missed) < HEARD_LEAST
            print(f"en: the recogniser took {len(orders) - len(missed)} of {len(orders)} for what they are")
            for words, got in missed:
                print(f"    {words!r} for {got!r}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
