"""Standard output and errors for people: in the terminal's alphabet, and without control characters.

Files of other people (boxes, journals, table.toml) are quoted on the terminal; an escape sequence in one of them would
move the cursor, change colours or rename the window. `guard_output` puts every line through one filter.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Mapping
from typing import IO, TextIO

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
PLAIN_LETTERS = "companion.plain_letters"
"""Name of the error handler for letters that an encoding lacks."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]")
"""Control characters but tab and line feed, and those that turn the direction of writing."""


def _plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Return plain marks and letters in place of those that cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(letter: str) -> str:
    return _PLAIN.get(letter) or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"


codecs.register_error(PLAIN_LETTERS, _plain_letters)


class Lines(io.TextIOWrapper):
    """Text for a terminal. A control character is written as its escape: `\\x1b`.

    >>> out = io.BytesIO()
    >>> lines = Lines(out, "ascii")
    >>> print("caf\\u00e9 \\x1b[2J", file=lines, flush=True)
    >>> out.getvalue()
    b'cafe \\\\x1b[2J\\n'
    """

    def __init__(self, buffer: IO[bytes], encoding: str, line_buffering: bool = False) -> None:
        super().__init__(buffer, encoding, PLAIN_LETTERS, line_buffering=line_buffering)

    def write(self, text: str, /) -> int:
        super().write(_CONTROL.sub(_escaped, text))
        return len(text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


_CONTROL_BYTES = re.compile(
    b"[\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xaf]",
)
"""`_CONTROL` in UTF-8, as far as JSON leaves it as it is."""


def plain_json(text: bytes) -> bytes:
    """Return the same JSON without control characters: each becomes an escape.

    >>> plain_json('{"a": "\\u202e"}'.encode())
    b'{"a": "\\\\u202e"}'
    """
    return _CONTROL_BYTES.sub(lambda found: b"\\u%04x" % ord(found[0].decode()), text)


def guard_output() -> None:
    """Put standard output and errors through `Lines`; a closed stream leads to /dev/null from now on."""
    while True:  # a file opened later never takes the number of a closed stream
        number = os.open(os.devnull, os.O_RDWR)
        if number > 2:
            os.close(number)
            break
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout, sys.stderr = _guarded(sys.stdout, 1), _guarded(sys.stderr, 2)


def _guarded(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:
        return Lines(open(number, "wb"), "utf-8")
    encoding, tty = stream.encoding or "utf-8", stream.isatty() or number == 2
    return Lines(stream.detach(), encoding, tty) if isinstance(stream, io.TextIOWrapper) else stream


def complete(command: Callable[[], int]) -> int:
    """Run a command; its exit status, or 2 if what it has printed could not be written (a full disk).

    A reader that has closed the pipe is no fault.
    """
    status = 0
    try:
        try:
            status = command()
        except SystemExit as ended:  # of the parser of the command line
            status = ended.code if isinstance(ended.code, int) else 0
        sys.stdout.flush()
    except BrokenPipeError:
        _mute()
    except OSError as error:
        _mute()
        with contextlib.suppress(OSError):
            print(f"companion: {error.strerror or error}", file=sys.stderr)
        status = 2
    _mute()
    return status


def _mute() -> None:
    """Make sure that pending output cannot fail when Python ends."""
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC), number)


def refusal_line(refused: Refused, sentences: Mapping[str, str], translate: Callable[[str], str]) -> str:
    """Return why not, in the reader's language. `sentences`: code -> msgid; a code that it lacks speaks for itself."""
    facts = {k: in_words(v, translate) if isinstance(v, Text) else v for k, v in refused.facts.items()}
    return translate(sentences[refused.code]).format_map(facts) if refused.code in sentences else str(refused)
