"""In which language the command line speaks: its help, its errors, and what argparse says by itself.

`--lang` wins; else it is the language of the system ($LC_ALL, $LC_MESSAGES, $LANG), if that is French or English.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar

from companion.engine.text import N_
from companion.presentation.i18n import LANGUAGES, Catalogue, Language

OPTION = "--lang"
ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
)
"""What argparse says in the help and the errors of a command line such as ours; it asks gettext for each."""

_words: ContextVar[Catalogue | None] = ContextVar("words", default=None)


def system_language(environment: Mapping[str, str] | None = None) -> Language | None:
    """French or English, if that is what the system speaks."""
    given = os.environ if environment is None else environment
    spoken = next((given[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if given.get(name)), "")
    return next((language for language in LANGUAGES if spoken.partition("_")[0].partition(".")[0] == language), None)


def asked_for(arguments: Sequence[str]) -> Language | None:
    """Return the value of `--lang`, at any place: the help is printed before the words behind it are read."""
    said = None
    for i, word in enumerate(arguments):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name == OPTION:
            value = value if equals else "".join(arguments[i + 1 : i + 2])
            said = next((language for language in LANGUAGES if language == value), said)
    return said


def say(message: str) -> str:
    """`message` (English) in the language in which the command line speaks now."""
    words = _words.get()
    return message if words is None else words.gettext(message)


def _count(one: str, many: str, count: int) -> str:
    return say(one if count == 1 else many)


@contextlib.contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Meanwhile the command line speaks it, and argparse, too; None: English."""
    theirs = {name: getattr(argparse, name) for name in ("_", "ngettext")}
    before = _words.set(Catalogue("fr") if language == "fr" else None)
    for name, own in {"_": say, "ngettext": _count}.items():
        setattr(argparse, name, own)
    try:
        yield
    finally:
        _words.reset(before)
        for name, own in theirs.items():
            setattr(argparse, name, own)
