"""The table protocol: one JSON object in a line becomes a request, an answer becomes one line. See docs/protocol.md."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.engine.audience import PUBLIC, Audience, parse_audience
from companion.engine.codec import strict_json, to_kind
from companion.engine.game import Player
from companion.engine.refused import BadInput
from companion.engine.requests import (
    Advance,
    Amend,
    Ask,
    Back,
    Choose,
    Correct,
    Export,
    Forget,
    ForgetGroup,
    ForgetName,
    Leave,
    Legal,
    ListGames,
    ListPaused,
    LookAt,
    MakeMove,
    Now,
    Open,
    Position,
    PutAway,
    Redo,
    Request,
    Resume,
    Undo,
)
from companion.engine.signals import Signal

PROTOCOL = 3
"""The version of the protocol: one more where a program that was written for the one before may fail."""
LONGEST_ADVANCE_S = 1_000_000.0
"""A manual clock advances by at most this much at once: far more than an evening."""

At = Annotated[int, Meta(ge=0)]
Id = Annotated[int, Meta(ge=0, lt=2**53)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]


class _Seat(Struct, forbid_unknown_fields=True):
    name: Name
    colour: str = ""
    new: bool = False


class _Open(Struct, forbid_unknown_fields=True):
    game: str
    seats: list[Name | _Seat] = []
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    seed: int | None = None
    group: Name = "table"


class _Tag(Struct, forbid_unknown_fields=True, tag="tag"):
    reader: str
    uid: Name
    present: bool = True
    at: At | None = None


class _Button(Struct, forbid_unknown_fields=True, tag="button"):
    name: str
    pressed: bool = True
    at: At | None = None


class _Reader(Struct, forbid_unknown_fields=True, tag="reader"):
    reader: str
    connected: bool
    detail: str = ""
    at: At | None = None


class _Clock(Struct, forbid_unknown_fields=True):
    advance: float


Keys = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=50)]


class _Subscribe(Struct, forbid_unknown_fields=True):
    audience: str = "public"


class _Prompt(Struct, forbid_unknown_fields=True):
    path: Keys | None = None


class _Answering(Struct, forbid_unknown_fields=True, kw_only=True):
    number: Id | None = None
    id: Annotated[str, Meta(max_length=80)] = ""


class _Choose(_Answering, forbid_unknown_fields=True):
    key: Annotated[str, Meta(max_length=200)]
    path: Keys | None = None


class _Back(_Answering, forbid_unknown_fields=True):
    all: bool = False


class _Correct(_Answering, forbid_unknown_fields=True):
    patch: dict[str, Any]


class _Which(Struct, forbid_unknown_fields=True):
    id: Id | None = None


class _Resume(Struct, forbid_unknown_fields=True):
    id: Id | None = None
    rest: bool = False


class _One(Struct, forbid_unknown_fields=True):
    id: Id


class _Name(Struct, forbid_unknown_fields=True):
    name: Name


class _Group(Struct, forbid_unknown_fields=True):
    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=20)]


class _Amend(Struct, forbid_unknown_fields=True):
    id: Id
    result: dict[str, Any]


class _Leave(Struct, forbid_unknown_fields=True):
    for_good: bool = False


class _Nothing(Struct, forbid_unknown_fields=True):
    pass


REQUESTS = (
    "version",
    "subscribe",
    "open",
    "signal",
    "prompt",
    "choose",
    "back",
    "clock",
    "undo",
    "redo",
    "correct",
    "legal",
    "position",
    "view",
    "resume",
    "leave",
    "put_away",
    "forget",
    "forget_name",
    "forget_group",
    "amend",
    "games",
    "paused",
    "export",
)


def parse(line: bytes | str, moves: bool = False) -> tuple[str, Any]:
    """Return the one request of a line: its name and what it holds, both still unchecked.

    :param moves: also `move`, what an option of a prompt bears: for tests and tools.
    :raises BadInput: if the line is no JSON object with exactly one known key.
    """
    value = strict_json(line)
    if not isinstance(value, dict):
        raise BadInput(reason="a request is a JSON object")
    if len(value) != 1:
        raise BadInput(reason=f"a request has exactly one key, this one has {len(value)}")
    ((name, body),) = value.items()
    if name not in REQUESTS and not (moves and name == "move"):
        raise BadInput(reason=f"there is no request {name!r}", known=", ".join(REQUESTS))
    return name, body


def request(name: str, body: Any, origin: int, reveal: bool, audience: Audience = PUBLIC) -> Request:
    """Return the request for the table.

    :param origin: clock ms of session time 0, for signals with a stamp of their own.
    :param audience: that of the connection.
    :raises BadInput: naming what is wrong and where.
    """
    match name:
        case "open":
            return _opened(to_kind(body, _Open))
        case "signal":
            return _signal(body, origin)
        case "move":
            return MakeMove(_stamped(body))
        case "prompt":
            return Ask(audience, _keys(to_kind(body, _Prompt).path))
        case "choose":
            chosen = to_kind(body, _Choose)
            return Choose(chosen.key, _keys(chosen.path), audience, number=chosen.number, id=chosen.id)
        case "back":
            back = to_kind(body, _Back)
            return Back(back.all, number=back.number, id=back.id)
        case "undo":
            step = to_kind(body, _Answering)
            return Undo(audience, number=step.number, id=step.id)
        case "redo":
            step = to_kind(body, _Answering)
            return Redo(number=step.number, id=step.id)
        case "correct":
            right = to_kind(body, _Correct)
            return Correct(right.patch, number=right.number, id=right.id)
        case "clock":
            return Advance(_milliseconds(to_kind(body, _Clock).advance))
        case "view":
            to_kind(body, _Nothing)
            return LookAt(audience)
        case "resume":
            which = to_kind(body, _Resume)
            return Resume(which.id, which.rest)
        case "leave":
            return Leave(to_kind(body, _Leave).for_good)
        case "put_away":
            return PutAway(to_kind(body, _One).id)
        case "forget":
            return Forget(to_kind(body, _One).id)
        case "forget_name":
            return ForgetName(to_kind(body, _Name).name)
        case "forget_group":
            return ForgetGroup(to_kind(body, _Group).names)
        case "amend":
            amended = to_kind(body, _Amend)
            return Amend(amended.id, amended.result)
        case "export":
            return Export(to_kind(body, _Which).id, reveal)
        case _:
            to_kind(body, _Nothing)
            return _plain(name, reveal)


def subscription(body: Any) -> Audience:
    """Return the audience that a connection asks to be."""
    return parse_audience(to_kind(body, _Subscribe).audience)


def _keys(path: list[str] | None) -> tuple[str, ...] | None:
    return None if path is None else tuple(path)


def _plain(name: str, reveal: bool) -> Request:
    match name:
        case "version":
            return Now()
        case "legal":
            return Legal()
        case "position":
            return Position(reveal)
        case "games":
            return ListGames()
        case "paused":
            return ListPaused()
        case _:
            raise AssertionError(name)


def _opened(body: _Open) -> Open:
    seats = tuple(Player(s) if isinstance(s, str) else Player(s.name, s.colour, s.new) for s in body.seats)
    names = [seat.name for seat in seats]
    if len(set(names)) < len(names):
        raise BadInput(reason="two seats have the same name", seats=", ".join(names))
    return Open(body.game, seats, body.options, body.position, body.seed, body.group)


def _signal(body: Any, origin: int) -> Signal:
    found = to_kind(body, _Tag | _Button | _Reader)
    plain = msgspec.to_builtins(found)
    if found.at is not None:
        plain["at"] = found.at + origin
    signal: Signal = to_kind(plain, Signal)
    return signal


def _stamped(body: Any) -> Mapping[str, Any]:
    if not isinstance(body, dict):
        raise BadInput(reason="a move is a JSON object")
    at = body.get("at")
    if at is not None and (not isinstance(at, int) or isinstance(at, bool) or at < 0):
        raise BadInput(reason="`at` is a whole number of ms since the game was opened", at=repr(at))
    return body


def _milliseconds(seconds: float) -> int:
    if not math.isfinite(seconds) or not 0 <= seconds <= LONGEST_ADVANCE_S:
        raise BadInput(reason=f"`advance` is a number of seconds from 0 to {LONGEST_ADVANCE_S:.0f}", advance=seconds)
    return round(seconds * 1000)
