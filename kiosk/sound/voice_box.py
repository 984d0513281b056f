"""The phrases of a game, in the sound's process: rendered by a process of low priority, ready at once or not at all.

`want` says what a game may say: that is kept in memory. `get` gives what is to be said now, as far as it is ready,
there or on the disk. What is not is rendered for the next time.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.engine.program import ProgramError
from companion.engine.supervised import Service
from kiosk.sound import voice_store
from kiosk.sound.bed import to_int16
from kiosk.sound.render_process import RenderProcess
from kiosk.sound.voice_demon import STORED, doubled
from kiosk.sound.voice_store import Phrase

BETWEEN = np.zeros(round(0.14 * STORED), np.int16)
"""Between two phrases that are said in a row."""
LONGEST_S = 300
"""A render of many phrases that takes longer hangs."""
Render = Callable[[Path, str, Sequence[str]], None]
Given = Callable[[NDArray[np.int16]], object]
"""Takes phrases that are ready, as samples of the mixer."""


class VoiceBox:
    """All phrases of one language and game.

    :param report: called, on a thread of its own, with what is wrong ("": nothing).
    :param render: renders phrases into the cache; by default in a process of its own.
    """

    def __init__(self, cache_dir: Path, report: Callable[[str], object], render: Render | None = None) -> None:
        self._cache_dir = cache_dir
        self._place = voice_store.phrases_folder(cache_dir)
        self._on_report = report
        self._render = render or self._in_a_process
        self._process = RenderProcess(LONGEST_S)
        self._lock = threading.Condition()
        self._language = "fr"
        self._listed: frozenset[str] = frozenset()
        self._ready: dict[str, Phrase] = {}
        self._wanted: dict[str, None] = {}
        self._service = Service("sound-voice", self._work)
        self._begun = False
        self._broken = False
        self._closing = False
        self.reason = ""
        """The last reported name of a `Fault`, "" for anything else."""
        self._awaited: tuple[Sequence[str], Given | None] = (), None

    def want(self, language: str, texts: Sequence[str]) -> None:
        """Set what may be said from now on; the phrases of the game before are dropped. None: nothing is said."""
        with self._lock:
            self._listed = frozenset(texts)
            kept = self._listed if language == self._language else ()
            self._ready = {text: phrase for text, phrase in self._ready.items() if text in kept}
            self._wanted = dict.fromkeys(text for text in texts if text not in self._ready)
            self._language, self._broken = language, False
            self._wake()
        if not texts:
            self._on_report("")

    def get(self, texts: Sequence[str]) -> NDArray[np.int16] | None:
        """The phrases in a row, as samples of the mixer, up to the first that is not ready; None: not one is."""
        with self._lock:
            found = [self._found(text) for text in texts]
            missing = [text for text, phrase in zip(texts, found, strict=True) if phrase is None]
            if missing and not self._broken:
                self._wanted.update(dict.fromkeys(missing))
                self._wake()
        said = takewhile(lambda phrase: phrase is not None, found)
        parts = [part for phrase in said if phrase is not None for part in (phrase, BETWEEN)]
        return to_int16(doubled(np.concatenate(parts[:-1])) / 32767) if parts else None

    def wait_for(self, texts: Sequence[str], given: Given | None) -> None:
        """Hand over these phrases in a row once they are ready, on a thread of its own; what was awaited before is not
        handed over any more. None: nothing is awaited."""
        with self._lock:
            self._awaited = tuple(texts), given
            if texts:
                self._broken = False
                self._wanted.update(dict.fromkeys(texts))
                self._wake()

    def _give(self) -> None:
        """Hand over what was awaited, if it is ready."""
        with self._lock:
            texts, given = self._awaited
            ready = given is not None and all(self._found(text) is not None for text in texts)
            if ready:
                self._awaited = (), None
        sound = self.get(texts) if ready else None
        if sound is not None and given is not None:
            given(sound)

    def _found(self, text: str) -> Phrase | None:
        phrase = self._ready.get(text)
        return (
            voice_store.load_phrase(voice_store.path_of(self._place, self._language, text))
            if phrase is None
            else phrase
        )

    def close(self) -> None:
        """End what is being rendered."""
        with self._lock:
            self._closing = True
            self._lock.notify()
        self._process.cancel()
        self._service.end(5.0)

    # --- the thread --------------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Let the thread look at what is wanted; it begins with the first wanted phrase."""
        if not self._begun and self._wanted:
            self._begun = True
            self._service.start()
        self._lock.notify()

    def _work(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._wanted or self._closing)
                if self._closing:
                    return
                language, texts = self._language, tuple(self._wanted)
                self._wanted = {}
            missing = [text for text in texts if not self._load(language, text)]
            if missing:
                self._make(language, missing)
            self._give()

    def _make(self, language: str, texts: Sequence[str]) -> None:
        wrong = reason = ""
        try:
            self._render(self._cache_dir, language, texts)
        except ProgramError as error:
            wrong, reason = str(error), error.fault.name.lower()
        except OSError as error:
            wrong = str(error)
        for text in texts:
            self._load(language, text)
        with self._lock:
            self._broken, self.reason = bool(wrong), reason
            if self._closing or not self._listed:
                return
        self._on_report(wrong)

    def _load(self, language: str, text: str) -> bool:
        """Take a phrase from the disk, if it is there; one that no game has listed stays there."""
        path = voice_store.path_of(self._place, language, text)
        phrase = voice_store.load_phrase(path)
        if phrase is None:
            return False
        with contextlib.suppress(OSError):
            path.touch()
        with self._lock:
            if language == self._language and text in self._listed:
                self._ready[text] = phrase
        return True

    def _in_a_process(self, cache_dir: Path, language: str, texts: Sequence[str]) -> None:
        """:raises OSError: with what it said last."""
        self._process.run("speak", str(cache_dir), language, text=json.dumps(texts))
