"""Turns what happens at the table into words that are spoken, beside the director's sound.

It hears the public updates and nothing else: what one seat sees alone never comes here. While Silence is in force
(IW-102) it says nothing, whatever happens.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.engine.player_names import seats_of
from companion.engine.prompt import Option, Prompt
from companion.engine.spoken import Spoken
from companion.engine.text import N_, Text
from companion.engine.update import Update
from companion.presentation.i18n import language, spoken
from kiosk.sound.director import Mute
from kiosk.storage.settings import VoiceSetting

MOST_OPTIONS = 12
"""The most options of one prompt that are spoken."""
OFTEN = (N_("Yes"), N_("No"), N_("Go on"), N_("Back"), N_("Hold"), N_("Start"), N_("Resume"), N_("Give up"))
"""Labels that many prompts have."""
NUMBERS = range(13)
SAMPLE = N_("Two cards go away. Your turn!")


class Voices(Protocol):
    """What the speaker needs of `kiosk.sound.remote.RemotePlayer`."""

    def phrases(self, language: str, texts: Sequence[str]) -> None: ...
    def speak(self, texts: Sequence[str]) -> None: ...
    def sample(self, texts: Sequence[str]) -> None: ...


class Speaker:
    """Receives every update (`hear`, on the engine thread); call `renew` when the choice or the words have changed.

    :param chosen: what the owner wants to be spoken.
    :param game_of: what is spoken of the game whose view it is given.
    """

    def __init__(self, chosen: Callable[[], VoiceSetting], game_of: Callable[[object], Spoken | None]) -> None:
        self._chosen, self._game_of = chosen, game_of
        self._voices: Voices = Mute()
        self._last: Update | None = None
        self._names: tuple[str, tuple[str, ...]] | None = None
        """Game and players whose phrases are ready, or being made so."""
        self._asked: object = None
        """The prompt that was heard last."""
        self._said = False
        """Whether something may still be spoken."""
        self._lock = threading.Lock()

    def use(self, voices: Voices) -> None:
        """The sound has come."""
        with self._lock:
            self._voices = voices
            self._prepare(anew=True)

    def renew(self) -> None:
        """Prepare the phrases for another choice or another language."""
        with self._lock:
            self._hush()
            self._asked = None
            self._prepare(anew=True)

    def sample(self) -> None:
        """Speak a sample, also of a voice that is not wanted yet."""
        with self._lock:
            self._prepare(anew=True)
            self._voices.sample((spoken(Text(SAMPLE)),))

    def hear(self, update: Update) -> None:
        """Speak what happened, and what is asked."""
        with self._lock:
            self._last = update
            self._prepare()
            chosen = self._chosen()
            if chosen == "off":
                return
            prompt = update.prompt
            asked = None if prompt is None else (update.path, prompt.id, prompt.title, labels_of(prompt))
            new, self._asked = asked != self._asked, asked
            if update.game is None or getattr(update.view, "silence", False):
                self._hush()
                return
            texts = list(self._orders(update))
            if chosen == "all" and new and prompt is not None:
                texts += question(prompt)
            said = tuple(filter(None, map(spoken, texts)))
            if said:
                self._voices.speak(said)
                self._said = True

    def _hush(self) -> None:
        """Break off what was begun."""
        if self._said:
            self._voices.speak(())
            self._said = False

    def _orders(self, update: Update) -> Sequence[Text]:
        """Return what has just happened; not what is taken back, or made again."""
        game = self._game_of(update.view)
        return () if game is None or update.anew else game.orders(update.events, update.view)

    def _prepare(self, anew: bool = False) -> None:
        """Announce the phrases of the game that has been opened, or whose players were named."""
        update = self._last
        off = self._chosen() == "off" or update is None or update.game is None
        names = None if off or update is None else (update.game or "", names_in_view(update.view))
        if names == self._names and not anew:
            return
        self._names = names
        game = None if off or update is None else self._game_of(update.view)
        if names is None or game is None:
            self._voices.phrases(language(), ())
            return
        texts = list(game.phrases(names[1]))
        if self._chosen() == "all":
            texts += [Text(word) for word in OFTEN]
            texts += [Text("{n}", {"n": n}) for n in NUMBERS] + [Text("{name}", {"name": name}) for name in names[1]]
        self._voices.phrases(language(), tuple(dict.fromkeys(filter(None, map(spoken, texts)))))


def names_in_view(view: Any) -> tuple[str, ...]:
    """Return the names of the players in a public view."""
    return tuple(str(seat.name) for seat in seats_of(view))


def labels_of(prompt: Prompt) -> list[Text]:
    """Return all its options, also those that cannot be chosen now: the same options mean the same question."""
    return [option.label for option in prompt.options if option.listed]


def question(prompt: Prompt) -> list[Text]:
    """Return a prompt as it is spoken: what it is about, what is asked, what can be answered."""
    open = [option for option in prompt.options if option.listed and option.why is None]
    return [prompt.hint, prompt.title, *map(_label, open[:MOST_OPTIONS])]


def _label(option: Option) -> Text:
    return Text("{figure}", {"figure": option.figure}) if not option.label.msgid and option.figure else option.label
