"""Error messages of the system and the libraries, as words with a translation.

Errors of the system are found by number. The libraries have only sentences: those that a file, a disk or a pin can
cause are listed here, and sentences are parsed nowhere else.
"""

from __future__ import annotations

import errno
import os
import re
from functools import cache

from companion.engine.files import NoFile
from companion.engine.text import N_, Text

SYSTEM: dict[int, str] = {
    errno.EACCES: N_("Permission denied"),
    errno.EROFS: N_("Read-only file system"),
    errno.ENOSPC: N_("No space left on device"),
    errno.ENOENT: N_("No such file or directory"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.EISDIR: N_("Is a directory"),
    errno.EIO: N_("Input/output error"),
    errno.EBUSY: N_("Device or resource busy"),
    errno.ELOOP: N_("Too many levels of symbolic links"),
    errno.EINVAL: N_("Invalid argument"),
    errno.ECONNREFUSED: N_("Connection refused"),
}
"""Number of the system -> its own English."""
SENTENCES: tuple[str, ...] = (
    # msgspec
    N_("Expected `{type}`, got `{other}`"),
    N_("Expected `{type}` of length {limit}"),
    N_("Expected `{type}` of length {limit}, got {other}"),
    N_("Expected `{type}` of at least length {limit}, got {other}"),
    N_("Expected `{type}` of at most length {limit}"),
    N_("Expected `{type}` of at most length {limit}, got {other}"),
    N_("Expected `{type}` matching regex {word}"),
    N_("Expected `{type}` {limit}"),
    N_("Invalid enum value {word}"),
    N_("Invalid value {word}"),
    N_("Integer value out of range"),
    N_("Number out of range"),
    N_("Object contains unknown field `{word}`"),
    N_("Object missing required field `{word}`"),
    N_("{what} - at `{words}`"),
    N_("Input data was truncated"),
    N_("JSON is malformed: {words}"),
    # tomllib
    N_("{what} (at line {line}, column {column})"),
    N_("{what} (at end of document)"),
    N_("Expected newline or end of document after a statement"),
    N_("Expected ']' at the end of a table declaration"),
    N_("Expected ']]' at the end of an array declaration"),
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected {words}"),
    N_("Found invalid character {words}"),
    N_("Invalid statement"),
    N_("Cannot declare {words} twice"),
    N_("Cannot overwrite a value"),
    N_("Cannot redefine namespace {words}"),
    N_("Cannot mutate immutable namespace {words}"),
    N_("Duplicate inline table key {words}"),
    N_("Invalid initial character for a key part"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unterminated string"),
    N_("Unescaped '\\' in a string"),
    N_("Invalid hex value"),
    N_("Escaped character is not a Unicode scalar value"),
    N_("Illegal character {words}"),
    N_("Invalid value"),
    N_("Invalid date or datetime"),
    # SQLite
    N_("disk I/O error"),
    N_("unable to open database file"),
    N_("file is not a database"),
    N_("database disk image is malformed"),
    N_("database is locked"),
    N_("attempt to write a readonly database"),
    N_("no such table: {word}"),
    N_("no such column: {word}"),
    # gpiozero, lgpio
    N_("error: 'GPIO busy'"),
    N_("error: 'can not open gpiochip'"),
    N_("error: 'no permissions'"),
)
"""A fact {what} is such a sentence itself."""
NAME_FORM = "^[a-z][a-z0-9_-]{0,31}$"
"""What a name in a settings file looks like."""
FORMS = {NAME_FORM: N_("a name has 1 to 32 small letters, digits, - and _, and begins with a letter")}
"""Regular expression -> its meaning in words, for a person who reads none."""
_GAP = re.compile(r"\{(\w+)\}")


def verbatim(text: str) -> Text:
    """Return words that are the same in every language."""
    return Text("{said}", {"said": text})


def of_errno(number: int) -> Text:
    """Return what the system says of a number."""
    return Text(SYSTEM[number]) if number in SYSTEM else verbatim(os.strerror(number))


NO_FILE = Text(N_("it is no file"))


def of_system(error: OSError) -> Text:
    """Return what the system says of an error, without a file's name."""
    if isinstance(error, NoFile):
        return NO_FILE
    if error.errno and error.strerror == os.strerror(error.errno):
        return of_errno(error.errno)
    return verbatim(error.strerror or str(error))


def of_library(sentence: str) -> Text:
    """Return the sentence of a library; one that is not known here stays English."""
    for pattern, msgid in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            form = FORMS.get(found.groupdict().get("word", "").strip("'"))
            if form is not None:
                return Text(form)
            return Text(msgid, {k: of_library(v) if k == "what" else v for k, v in found.groupdict().items()})
    return verbatim(sentence)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return those with a place around another sentence first, then those with the most words of their own."""
    ordered = sorted(SENTENCES, key=lambda one: ("{what}" in one, len(_GAP.sub("", one))), reverse=True)
    return tuple((re.compile(_pattern(msgid), re.DOTALL), msgid) for msgid in ordered)


def _pattern(msgid: str) -> str:
    parts = _GAP.split(msgid)
    return "".join(f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
