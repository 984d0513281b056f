"""Two tables that differ only in what nobody may know, watched by everybody: all that they show must be equal."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from companion.engine.codec import public_json
from companion.engine.update import Update
from tests.games.hellrail.path import RailDesk, engine
from tests.games.hellrail.stage import opened, spelled
from tests.games.scenario import Json, written

AUDIENCES = ("public", "ended", "seat:P1", "seat:P2", "seat:P3")
Short = Mapping[str, Any]


class Watched:
    """A table with everything that any listener ever heard of it."""

    def __init__(self, short: Short, level: str) -> None:
        self.table: RailDesk = engine()
        self.heard: list[bytes] = []
        self.logged: list[str] = []

        def listen(update: Update) -> None:
            self.heard.append(public_json(update))

        self.table.engine.listen(listen)
        answer = self.table.ask({"open": opened(spelled(short), level)})
        assert answer["ok"], answer

    def do(self, text: str) -> Json:
        """A written move, or `undo`, `redo`; the answer as everybody has it."""
        with logged(self.logged):
            request: Json = {text: {}} if text in {"undo", "redo"} else {"move": written(spelled(text))}
            return self.table.ask(request)

    def shown(self, audiences: Sequence[str] = AUDIENCES) -> list[Json]:
        """All that can be asked in public."""
        looks = [self.table.ask({"view": {}}, audience) for audience in audiences]
        return [*looks, *(self.table.ask({name: {}}) for name in ("legal", "position", "games"))]

    def export(self) -> Json:
        """What the file of this game says."""
        return self.table.ask({"export": {}})


@contextmanager
def logged(lines: list[str]) -> Iterator[None]:
    """Everything that is logged meanwhile, down to debug."""

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    root, ear = logging.getLogger(), Ear()
    before = root.level
    root.addHandler(ear)
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(ear)
        root.setLevel(before)


def differ(one: object, other: object, where: str = "") -> str:
    """The first place in which two answers are not the same; empty if they are."""
    if type(one) is not type(other):
        return f"{where}: {one!r} and {other!r}"
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            found = differ(one.get(key, "nothing"), other.get(key, "nothing"), f"{where}.{key}")
            if found:
                return found
        return "" if list(one) == list(other) else f"{where}: another order"
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{where}: {one} and {other}"
        return next(
            (
                found
                for i, (a, b) in enumerate(zip(one, other, strict=True))
                if (found := differ(a, b, f"{where}[{i}]"))
            ),
            "",
        )
    return "" if one == other else f"{where}: {one!r} and {other!r}"


def same(one: object, other: object, where: str) -> None:
    """Two answers are equal to the byte.

    :raises AssertionError: naming the place in which they are not.
    """
    if msgspec.json.encode(one) != msgspec.json.encode(other):
        raise AssertionError(f"{where}{differ(one, other)}")


def alike(one: Watched, other: Watched, moves: Sequence[str], audiences: Sequence[str] = AUDIENCES) -> list[Json]:
    """Both tables do the same; after each move everything that anybody can see is equal. The answers of one."""
    same(one.shown(audiences), other.shown(audiences), "opening")
    answers = []
    for move in moves:
        mine, yours = one.do(move), other.do(move)
        same(mine, yours, move)
        same(one.shown(audiences), other.shown(audiences), f"after {move}")
        answers.append(mine)
    same(one.export(), other.export(), "export")
    assert one.heard == other.heard
    assert one.logged == other.logged
    return answers
