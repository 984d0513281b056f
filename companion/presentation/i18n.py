"""The kiosk's words: gettext with a language that can change at any moment, and French typography."""

from __future__ import annotations

import gettext as _gettext
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from companion.engine.printed_names import named
from companion.engine.text import Text, in_words
from companion.presentation.observers import Observers

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
DOMAIN = "companion"
LOCALE = Path(__file__).with_name("locale")
NBSP = "\u00a0"
log = logging.getLogger(__name__)

_language: Language = "fr"
_tokens: Language | None = None
_catalogue: _gettext.NullTranslations | None = None
_observers = Observers()


def _load(language: Language) -> _gettext.NullTranslations:
    try:
        return _gettext.translation(DOMAIN, str(LOCALE), languages=[language])
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        if language != "en":  # English msgids are English already
            log.warning("no words in %s (%s): English takes their place", language, problem)
        return _gettext.NullTranslations()


def _current() -> _gettext.NullTranslations:
    global _catalogue
    if _catalogue is None:
        _catalogue = _load(_language)
    return _catalogue


def _(message: str) -> str:
    """`message` (English) in the language of the moment. Never keep the result: ask again when the language changes."""
    return _filled(_current().gettext(message)) if message else ""


def ngettext(one: str, many: str, n: int) -> str:
    """`one` or `many` (English, may hold `{n}`) for `n` in the language of the moment, not yet formatted."""
    return _filled(_current().ngettext(one, many, n))


def pgettext(context: str, message: str) -> str:
    """`message` in a context, for English words that are two words in French."""
    return _filled(_current().pgettext(context, message))


def _filled(words: str) -> str:
    """With the printed names in their places."""
    return _eliding(named(words, _language, _tokens or _language))


def spoken(text: Text) -> str:
    """Words of a game in the language of the moment."""
    return in_words(text, _, _language)


def language() -> Language:
    """The language of the moment."""
    return _language


def set_language(new: Language) -> None:
    """Switch the language and tell the observers, if it is another one.

    :raises ValueError: for a language there is none of.
    """
    global _language, _catalogue
    if new not in LANGUAGES:
        raise ValueError(f"no such language: {new!r}; there are {', '.join(LANGUAGES)}")
    if new == _language and _catalogue is not None:
        return
    changed = new != _language
    _language, _catalogue = new, _load(new)
    if changed:
        _observers.tell()


def set_token_names(new: Language | None) -> None:
    """Switch the language of what is printed on tokens (None: that of the words) and tell the observers."""
    global _tokens
    changed = new != _tokens
    _tokens = new
    if changed:
        _observers.tell()


def watch(method: Callable[[], None]) -> None:
    """Call a bound method after every change of language, for as long as its object lives."""
    _observers.add(method)


def reload() -> None:
    """Read the catalogue again (tests; after `make` compiled it)."""
    global _catalogue
    _catalogue = None


# ---------------------------------------------------------------- elision

_DE = re.compile(r"\b([dD])e \{(\w+)\}")
_VOWELS = frozenset("aeiouàâäéèêëîïôöùûüœæ")


class _Eliding(str):
    """French words with places to fill: `de {name}` becomes `d’Ana`. (H and y are left: `de Hugo`, `de Yann`.)"""

    __slots__ = ()

    def format(self, *args: object, **facts: object) -> str:
        def joined(found: re.Match[str]) -> str:
            elided = str(facts.get(found[2], ""))[:1].lower() in _VOWELS
            return f"{found[1]}’{{{found[2]}}}" if elided else found[0]

        return str.format(_DE.sub(joined, self), *args, **facts)


def _eliding(words: str) -> str:
    return _Eliding(words) if _language == "fr" and _DE.search(words) else words


# ---------------------------------------------------------------- numbers


def decimal(value: float, places: int = 1) -> str:
    """A number with the language's decimal sign: `6,5` or `6.5`."""
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if _language == "fr" else text


def seconds(value: float, places: int = 1) -> str:
    """A time in seconds with its unit: `6,5 s`."""
    return f"{decimal(value, places)}{NBSP}s"


def clock_text(ms: int) -> str:
    """Time left as m:ss, rounded up to full seconds: `0:00` only when it is over."""
    whole = max(0, -(-ms // 1000))
    return f"{whole // 60}:{whole % 60:02d}"


def last_text(ms: int) -> str:
    """Time left in the last minute: two figures, rounded up, `00` only when it is over."""
    return f"{max(0, -(-ms // 1000)):02d}"


def hour_text(hour: int, minute: int) -> str:
    """A time of day: `22 h 14` or `22:14`."""
    return f"{hour}{NBSP}h{NBSP}{minute:02d}" if _language == "fr" else f"{hour:02d}:{minute:02d}"


# ---------------------------------------------------------------- typography


def typography(text: str) -> list[str]:
    """What is wrong with French `text`: an empty list if nothing is. For the test of the catalogue."""
    problems: list[str] = []
    for i, sign in enumerate(text):
        before = text[i - 1] if i else ""
        after = text[i + 1] if i + 1 < len(text) else ""
        if sign in "!?;" and before not in ("", NBSP, "!", "?"):
            problems.append(f"{sign!r} needs U+00A0 before it")
        if (
            sign == ":"
            and not (before.isdigit() and after.isdigit())
            and before not in ("", NBSP, "{", "}")
            and after in " \n"
        ):
            problems.append("':' needs U+00A0 before it")
        if sign == "«" and after != NBSP:
            problems.append("'«' needs U+00A0 after it")
        if sign == "»" and before != NBSP:
            problems.append("'»' needs U+00A0 before it")
        if sign == "\u202f":
            problems.append("U+202F is in neither face: use U+00A0")
        if sign == "'":
            problems.append("the apostrophe is U+2019")
    if "..." in text:
        problems.append("'...' is U+2026")
    return problems
