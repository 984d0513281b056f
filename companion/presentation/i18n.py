"""The kiosk's words: gettext with a language that can change at any moment, and French typography."""

from __future__ import annotations

import gettext as _gettext
import logging
import re
from pathlib import Path
from typing import Literal

from companion.engine.french import joined_french
from companion.engine.printed_names import named
from companion.engine.text import Text, in_words

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
DOMAIN = "companion"
LOCALE = Path(__file__).with_name("locale")
NBSP = "\u00a0"
MOST_KNOWN = 4096
"""Texts that a catalogue remembers filled: it has not so many itself."""
log = logging.getLogger(__name__)


class Catalogue:
    """The words of one language. It may be used beside the language of the moment, from any thread.

    :param tokens: language of what is printed on tokens; None: the same.
    """

    def __init__(self, language: Language, tokens: Language | None = None) -> None:
        self.language = language
        self._tokens = tokens or language
        self._words = _load(language)
        self._known: dict[str, str] = {}
        """What was looked up and filled, each once."""

    def gettext(self, message: str) -> str:
        """`message` (English) in this language, with the printed names in their places."""
        return self._filled(self._words.gettext(message)) if message else ""

    def ngettext(self, one: str, many: str, count: int) -> str:
        """`one` or `many` (English, may hold `{n}`) for `count`, not yet formatted."""
        return self._filled(self._words.ngettext(one, many, count))

    def pgettext(self, context: str, message: str) -> str:
        """`message` in a context, for English words that are two words in French."""
        return self._filled(self._words.pgettext(context, message))

    def spoken(self, text: Text) -> str:
        """Words of a game."""
        return in_words(text, self.gettext, self.language, self.ngettext)

    def _filled(self, words: str) -> str:
        found = self._known.get(words)
        if found is None:
            found = named(words, self.language, self._tokens)
            if self.language == "fr" and _BEFORE.search(found):
                found = _Joining(found)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[words] = found
        return found


_language: Language = "fr"
_tokens: Language | None = None
_current: Catalogue | None = None


def _load(language: Language) -> _gettext.NullTranslations:
    try:
        return _gettext.translation(DOMAIN, str(LOCALE), languages=[language])
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        if language != "en":  # English msgids are English already
            log.warning("no words in %s (%s): English takes their place", language, problem)
        return _gettext.NullTranslations()


def current() -> Catalogue:
    """Return the words of the moment."""
    global _current
    if _current is None:
        _current = Catalogue(_language, _tokens)
    return _current


def _(message: str) -> str:
    """`message` (English) in the language of the moment. Never keep the result: ask again when the language changes."""
    return current().gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """`one` or `many` (English, may hold `{n}`) for `count` in the language of the moment, not yet formatted."""
    return current().ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """`message` in a context, for English words that are two words in French."""
    return current().pgettext(context, message)


def spoken(text: Text) -> str:
    """Words of a game in the language of the moment."""
    return current().spoken(text)


def language() -> Language:
    """Return the language of the moment."""
    return _language


def set_language(new: Language) -> None:
    """Switch the language.

    :raises ValueError: for a language there is none of.
    """
    global _language, _current
    if new not in LANGUAGES:
        raise ValueError(f"no such language: {new!r}; there are {', '.join(LANGUAGES)}")
    if new == _language and _current is not None:
        return
    _language, _current = new, Catalogue(new, _tokens)


def set_token_names(new: Language | None) -> None:
    """Switch the language of what is printed on tokens (None: that of the words)."""
    global _tokens, _current
    _tokens, _current = new, None


# ---------------------------------------------------------------- French words before a place to fill

_BEFORE = re.compile(r"\b(de|à|que|lorsque|puisque) \{(\w+)\}", re.IGNORECASE)


class _Joining(str):
    """French words with places to fill, joined with what is put in: `de {name}` becomes `d’Ana`, `à {place}` becomes
    `aux Portes` (`companion.engine.french`)."""

    __slots__ = ()

    def format(self, *args: object, **facts: object) -> str:
        def filled(found: re.Match[str]) -> str:
            if found[2] not in facts:
                return found[0]
            return joined_french(found[1], str(facts[found[2]])).replace("{", "{{").replace("}", "}}")

        return str.format(_BEFORE.sub(filled, self), *args, **facts)


# ---------------------------------------------------------------- numbers


def decimal(value: float, places: int = 1) -> str:
    """Return a number with the language's decimal sign: `6,5` or `6.5`."""
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if _language == "fr" else text


def seconds(value: float, places: int = 1) -> str:
    """Return a time in seconds with its unit: `6,5 s`."""
    return f"{decimal(value, places)}{NBSP}s"


def clock_text(ms: int) -> str:
    """Return the time left as m:ss, rounded up to full seconds: `0:00` only when it is over."""
    whole = max(0, -(-ms // 1000))
    return f"{whole // 60}:{whole % 60:02d}"


def last_text(ms: int) -> str:
    """Return the time left in the last minute: two figures, rounded up, `00` only when it is over."""
    return f"{max(0, -(-ms // 1000)):02d}"


def hour_text(hour: int, minute: int) -> str:
    """Return a time of day: `22 h 14` or `22:14`."""
    return f"{hour}{NBSP}h{NBSP}{minute:02d}" if _language == "fr" else f"{hour:02d}:{minute:02d}"
