"""Lines for whoever sits at a terminal: in its alphabet, and a refusal as one sentence."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import TextIO

from companion.engine.refused import Refused
from companion.engine.text import Text, in_words

_PLAIN = {
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "œ": "oe",
    "Œ": "Oe",
    "…": "...",
    "—": "-",
    "–": "-",
}


def say(line: str, stream: TextIO) -> None:
    """Print a line, of which the stream's alphabet may lack letters."""
    print(printable(line, stream.encoding or "utf-8"), file=stream)


def printable(text: str, encoding: str) -> str:
    """The text with plain marks and letters where the terminal's alphabet has none of those that are meant."""

    def letter(char: str) -> str:
        try:
            char.encode(encoding)
        except UnicodeEncodeError:
            return _PLAIN.get(char) or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"
        return char

    return "".join(map(letter, text))


def refusal(refused: Refused, sentences: Mapping[str, str], translate: Callable[[str], str]) -> str:
    """Why not, in the reader's language. `sentences`: code -> msgid; a code that it lacks speaks for itself."""
    facts = {k: in_words(v, translate) if isinstance(v, Text) else v for k, v in refused.facts.items()}
    return translate(sentences[refused.code]).format_map(facts) if refused.code in sentences else str(refused)
