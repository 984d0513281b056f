"""Refusals: a code that a program can match, and facts for a sentence."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path

import msgspec

UNFORESEEN = (
    TypeError,
    ValueError,
    LookupError,
    ArithmeticError,
    AttributeError,
    AssertionError,
    RecursionError,
    NotImplementedError,
    msgspec.MsgspecError,
)
"""Exceptions that code raises at an unexpected value."""


def one_line(error: BaseException) -> str:
    """Return the error and its place in the code, without a traceback."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


class Refused(Exception):
    """An input that has no effect. `code` is from a closed list; `facts` fill the sentence shown to the table."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.announced = True
        """Whether the whole table sees and hears it; False: only the client that asked."""
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        return f"{self.code} {dict(self.facts)}" if self.facts else self.code


class PrivateRefusal(Refused):
    """A refusal for the client that asked alone: its existence would give a secret away."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, **facts)
        self.announced = False


class BadInput(Refused, ValueError):
    """The input itself is malformed: an unknown field, a wrong type, a value outside its range."""

    def __init__(self, **facts: object) -> None:
        super().__init__("bad_input", **facts)
