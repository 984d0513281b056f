"""What files, disks and ports say of an error is English and not ours; the usual ones have a translation here."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from companion.engine.prompt import N_

PHRASES: tuple[str, ...] = (
    # files of settings and cards: companion.engine.config, msgspec
    N_("there is no such file"),
    N_("the file is not UTF-8 text"),
    N_("it is nested too deeply"),
    N_("a number has too many digits"),
    N_("this is no number"),
    N_("this key is missing"),
    N_("there is no such field"),
    N_("there is no such key"),
    N_("there is no such key; did you mean `{word}`?"),
    N_("there is no such key; known are {words}"),
    N_("`{word}` is not possible here; did you mean `{other}`? (known are {words})"),
    N_("`{word}` is not possible here; known are {words}"),
    N_("there is no reader protocol '{word}'; known are {words}"),
    N_("expected `{type}`, got `{other}`"),
    N_("expected `{type}` of length {limit}"),
    N_("expected `{type}` {limit}"),
    N_("invalid enum value {word}"),
    N_("{what} - at `{words}`"),
    N_("input data was truncated"),
    N_("JSON is malformed: {words}"),
    N_("the pin {word} is used twice, first on line {line}"),
    N_("the name {word} is used twice, first on line {line}"),
    N_("the port {word} is used twice, first on line {line}"),
    N_("{words} is there twice"),
    N_("the tag {word} is already that of {words}"),
    N_("the uid {word} is already that of {words}"),
    N_("a uid contains no blanks"),
    N_("the mood `idle` is needed: the lamps begin with it"),
    N_("between {least} and {most} ms"),
    N_("between {least} and {most} samples"),
    N_("more than 0 s"),
    N_("0 s (never) or more"),
    N_("status {word}"),
    # tomllib
    N_("{what} (at line {line}, column {column})"),
    N_("{what} (at end of document)"),
    N_("expected newline or end of document after a statement"),
    N_("invalid statement"),
    N_("expected ']' at the end of a table declaration"),
    N_("expected ']]' at the end of an array declaration"),
    N_("expected '=' after a key in a key/value pair"),
    N_("cannot declare {words} twice"),
    N_("cannot overwrite a value"),
    N_("cannot mutate immutable namespace {words}"),
    N_("duplicate inline table key {words}"),
    N_("invalid initial character for a key part"),
    N_("unclosed array"),
    N_("unclosed inline table"),
    N_("unterminated string"),
    N_("unescaped '\\' in a string"),
    N_("illegal character {words}"),
    N_("invalid value"),
    N_("invalid date or datetime"),
    # the system
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Is a directory"),
    N_("Input/output error"),
    N_("Device or resource busy"),
    N_("Too many levels of symbolic links"),
    N_("Invalid argument"),
    N_("Connection refused"),
    # pins: drivers, gpiozero, lgpio
    N_("button {word} on GPIO{pin}: {what}"),
    N_("encoder {word} on GPIO{pin} and GPIO{other}: {what}"),
    N_("error: 'GPIO busy'"),
    N_("error: 'can not open gpiochip'"),
    N_("error: 'no permissions'"),
    # SQLite
    N_("disk I/O error"),
    N_("unable to open database file"),
    N_("file is not a database"),
    N_("database disk image is malformed"),
    N_("database is locked"),
    N_("attempt to write a readonly database"),
    N_("no such table: {word}"),
    N_("no such column: {word}"),
)
_GAP = re.compile(r"\{(\w+)\}")


def phrase(text: str, translate: Callable[[str], str]) -> str:
    """`text` in the language of `translate`, as it is where it is none of the phrases."""
    for pattern, template in _patterns():
        found = pattern.match(text)
        if found is not None:
            words = translate(template)
            if words == template:
                return text
            facts = {k: phrase(v, translate) if k == "what" else v for k, v in found.groupdict().items()}
            return words.format_map(facts)
    return translate(text) if text else ""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those that say where another one happened first, then those with the most words of their own."""
    ordered = sorted(PHRASES, key=lambda one: ("{what}" in one, len(_GAP.sub("", one))), reverse=True)
    return tuple((_pattern(template), template) for template in ordered)


def _pattern(template: str) -> re.Pattern[str]:
    """Some sentences begin with a capital where they come from."""
    parts = _GAP.split(template)
    text = "".join(f"(?P<{part}>.+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    if template[0].islower():
        text = f"[{template[0]}{template[0].upper()}]{text[1:]}"
    return re.compile(text + r"\Z", re.DOTALL)
