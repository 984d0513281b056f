"""A state as the patch that makes it of another one, in plain JSON by the names of its fields: what FEN is to chess.

A position is the patch of a fresh game, a correction the patch of the game as it stands. How a field is written, its
type says: bounds are its `Meta`, seats are written by their names (`SEAT`), and what the opening settles is no part of
a patch (`OPENING`).

    class Turn(Struct, frozen=True):
        active: Annotated[int, SEAT]                    # {"turn": {"active": "Ana"}}
        n: Annotated[int, Meta(ge=1)] = 1

    differences(state, fresh) == {"turn": {"active": "Ana"}}
    patched(fresh, {"turn": {"active": "Ana"}}) == state
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, fields, replace

from companion.engine.codec import to_kind
from companion.engine.game import GameSetup, Player
from companion.engine.player_names import check_distinct, check_names, plain
from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.engine.strict import joined, located, to_struct

S = TypeVar("S")

SEALED = "sealed"
"""Stands for a secret that is not told. Read again, it is not known: the default of its field."""
SEAT = object()
"""Annotates a number of a seat inside: it is written as the player's name."""
MOMENT = object()
"""Annotates session ms: they are written as ms from the moment of the position."""
BY_SEAT = object()
"""Annotates a tuple with one item for each seat: it is written as an object by name."""
OPENING = object()
"""Annotates a field that the opening settles (options, data files, names): no patch says it."""

Faults = Iterable[tuple[str, str]]
"""Fields of a state that cannot be so, each with the reason."""


def names_of(state: Any) -> list[str]:
    return [seat.name for seat in state.seats]


@dataclass(frozen=True)
class Patches(Generic[S]):
    """What a game declares about its state.

    :param settle: a state before a patch, after it, and the patch: what follows from what was said, as far as the patch
        does not say it itself.
    :param invariants: what can never be.
    :param begin: a fresh game, and a patch of a position: the game that it puts right, where that is not the fresh one.
        Of a patch it reads fields that are no objects and no lists.
    :param dress: a state and a patch: its short forms, written out.
    """

    settle: Callable[[S, S, Mapping[str, Any]], S]
    invariants: Callable[[S], Faults]
    begin: Callable[[S, Mapping[str, Any]], S] = lambda fresh, _patch: fresh
    dress: Callable[[S, Mapping[str, Any]], Mapping[str, Any]] = lambda _state, patch: patch

    def _settled(self, state: S, patch: Mapping[str, Any], at: int = 0) -> S:
        patch = self.dress(state, patch)
        return self.settle(state, patched(state, patch, at), patch)

    def written(self, state: S, fresh: S, at: int, reveal: bool) -> dict[str, Any]:
        """The position of a state: what it has otherwise than a fresh game, and otherwise than follows from that."""
        known = patchable(type(state)).items()
        pairs = ((key, getattr(state, field.name), getattr(fresh, field.name)) for key, field in known)
        base = self.begin(fresh, {key: new for key, new, old in pairs if isinstance(new, str | int) and new != old})
        patch = differences(state, base, at, reveal)
        try:
            follows = self._settled(base, patch)
        except BadInput:  # of what is sealed
            return patch
        return laid_over(patch, differences(state, follows, at, reveal))

    def made(self, state: S, patch: Mapping[str, Any], at: int = 0) -> S:
        """The state with a patch in it, and all that follows.

        :raises BadInput: naming the field that is wrong or cannot be so.
        """
        return self.checked(self._settled(state, spelled(patch, state), at))

    def checked(self, state: S) -> S:
        """:raises BadInput: naming the field that cannot be so."""
        for field, reason in self.invariants(state):
            raise BadInput(field=field, reason=reason)
        return state


def spelled(patch: Mapping[str, Any], state: Any) -> dict[str, Any]:
    """A patch with the names of players as the table spells them (the same sign may be written in several ways)."""
    known = names_of(state)

    def respelled(value: Any) -> Any:
        match value:
            case str() if value not in known and plain(value) in known:
                return plain(value)
            case Mapping():
                return {respelled(key): respelled(part) for key, part in value.items()}
            case list() | tuple():
                return [respelled(part) for part in value]
        return value

    return {respelled(key): respelled(part) for key, part in patch.items()}


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """A patch with more said in it."""
    both = {key for key in below.keys() & above if isinstance(below[key], Mapping) and isinstance(above[key], Mapping)}
    return {**below, **above, **{key: laid_over(below[key], above[key]) for key in both}}


class _Opened(Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[str | Player, ...] = ()
    options: dict[str, Any] = {}


def opened(order: GameSetup, position: Mapping[str, Any]) -> tuple[GameSetup, dict[str, Any]]:
    """A position's own `players` and `options`, over those of the order, and the rest of it: the patch. A colour that
    is not said is the order's.

    :raises BadInput: naming the key.
    """
    patch = dict(position)
    own = to_struct({key: patch.pop(key) for key in ("players", "options") if key in patch}, _Opened)
    seats = tuple(Player(one) if isinstance(one, str) else one for one in own.players)
    taken, known = {seat.colour for seat in seats}, {seat.name: seat.colour for seat in order.seats}
    free = {name: colour for name, colour in known.items() if colour not in taken}
    seats = tuple(replace(seat, colour=seat.colour or free.get(seat.name, "")) for seat in seats) or order.seats
    try:
        check_names(seat.name for seat in seats)
        check_distinct(seat.name for seat in seats)
    except BadInput as error:
        raise BadInput(**{**error.facts, "field": "players"}) from None
    seats = tuple(replace(seat, name=plain(seat.name)) for seat in seats)
    return replace(order, seats=seats, options={**order.options, **own.options}), patch


def of_opening(error: Refused) -> BadInput:
    """Why a fresh game of a position's own players and options is refused, naming which of them."""
    reason = str(error.facts.get("reason", ""))
    if isinstance(error, BadInput) and reason:
        return located(error, joined("options", str(error.facts.get("option", ""))))
    what = reason or str(error.facts.get("key", ""))
    key = "players" if what.startswith(("player", "colour", "seats", "names")) else "options"
    facts = ", ".join(f"{name} = {value}" for name, value in error.facts.items())
    return BadInput(field=key, reason=f"{error.code}: {facts}")


def value_said(patch: Mapping[str, Any], *path: str) -> Any:
    """What a patch says of a field; UNSET: nothing."""
    here: Any = patch
    for key in path:
        if not isinstance(here, Mapping) or key not in here:
            return UNSET
        here = here[key]
    return here


def said(patch: Mapping[str, Any], *path: str) -> bool:
    """Whether a patch says something of a field.

    >>> said({"turn": {"n": 2}}, "turn", "n"), said({"turn": {"n": 2}}, "turn", "active")
    (True, False)
    """
    return value_said(patch, *path) is not UNSET


def following(state: S, patch: Mapping[str, Any], *path: str, **values: Any) -> S:
    """What lies at a path, with these values in the fields of which the patch says nothing."""
    return replace(state, **{key: value for key, value in values.items() if not said(patch, *path, key)})  # type: ignore[type-var]


def saying(path: Sequence[str], value: Any) -> dict[str, Any]:
    """The patch that says this of a field.

    >>> saying(["turn", "n"], 2)
    {'turn': {'n': 2}}
    """
    for key in reversed(path):
        value = {key: value}
    return value  # type: ignore[no-any-return]


def value_at(state: Any, path: Sequence[str]) -> tuple[Any, Any]:
    """The value of a field as a patch says it, and its type. A secret has none."""
    part = _Part(state, type(state))
    for key in path:
        if isinstance(part.value, dict):
            part = _Part(part.value[key], get_args(plain_type(part.hint)[0])[1])
        else:
            part = (_parts(part.value, part.hint, names_of(state)) or {})[key]
    return _Renamer(state, 0, True).walk(msgspec.to_builtins(part.value), part.hint, ""), part.hint


# -- the types of fields -----------------------------------------------------------------------------------------------


@cache
def _fields(kind: Any) -> dict[str, FieldInfo]:
    return {field.encode_name: field for field in fields(kind)}


@cache
def plain_type(hint: Any) -> tuple[Any, tuple[object, ...]]:
    """A type without what annotates it, and without `None` where that is its only other member."""
    notes: tuple[object, ...] = ()
    while True:
        if get_origin(hint) is Annotated:
            notes += hint.__metadata__
            hint = get_args(hint)[0]
            continue
        found = [one for one in members(hint) if one is not NoneType]
        if len(found) == 1 and found[0] is not hint:
            hint = found[0]
            continue
        return hint, notes


@cache
def members(hint: Any) -> tuple[Any, ...]:
    """Of a union; of anything else itself."""
    return get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)


def patchable(kind: type) -> dict[str, FieldInfo]:
    """The fields that a patch may say."""
    return _patchable(kind)


@cache
def _patchable(kind: Any) -> dict[str, FieldInfo]:
    return {name: field for name, field in _fields(kind).items() if OPENING not in notes(field.type)}


def notes(hint: Any) -> tuple[object, ...]:
    """What annotates a type."""
    return plain_type(hint)[1]


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


@cache
def of_named(hint: Any) -> bool:
    """Whether it is a tuple of structs with names: written as an object by name."""
    plain, args = plain_type(hint)[0], get_args(plain_type(hint)[0])
    return get_origin(plain) is tuple and len(args) == 2 and _is_struct(args[0]) and "name" in _fields(args[0])


class _Part(NamedTuple):
    """Of a value, with its type."""

    value: Any
    hint: Any
    field: FieldInfo | None = None


def _parts(value: Any, hint: Any, names: Sequence[str]) -> dict[str, _Part] | None:
    """What an object may name that changes a value: fields, or what is in it by name. None: it is said as a whole."""
    plain = plain_type(hint)[0]
    if value is None:
        return None
    if _is_struct(plain):
        known = patchable(type(value)).items()
        return {key: _Part(getattr(value, field.name), field.type, field) for key, field in known}
    keys = [one.name for one in value] if of_named(hint) else names if BY_SEAT in notes(hint) else ()
    if not keys or len(keys) != len(value):
        return None
    return {key: _Part(one, get_args(plain)[0]) for key, one in zip(keys, value, strict=True)}


@cache
def _secret(hint: Any) -> bool:
    """Whether a value of it is a secret, or a collection of some."""
    plain = plain_type(hint)[0]
    return get_origin(plain) is Secret or any(_secret(inner) for inner in get_args(plain) if get_origin(plain))


def _types_in(hint: Any, found: set[Any]) -> set[Any]:
    """A type and all that are within it, those of fields as well."""
    if hint not in found:
        found.add(hint)
        plain = plain_type(hint)[0]
        within = [field.type for field in _fields(plain).values()] if _is_struct(plain) else get_args(plain)
        for inner in within:
            _types_in(inner, found)
    return found


@cache
def _timed(hint: Any) -> bool:
    """Whether a value of it may hold a moment."""
    return any(MOMENT in notes(one) for one in _types_in(hint, set()))


@cache
def _bare(hint: Any, out: bool) -> bool:
    """Whether nothing in it has to be renamed, sorted or looked at. In a struct that is read each key is looked at, and
    so is one within another."""
    plain, own = plain_type(hint)
    if not {SEAT, MOMENT, BY_SEAT}.isdisjoint(own):
        return False
    if _is_struct(plain):
        return (
            out and not plain.__struct_config__.tag and all(_bare(one.type, False) for one in _fields(plain).values())
        )
    if get_origin(plain) in (Secret, frozenset):
        return False
    return all(_bare(inner, out) for inner in get_args(plain) if inner is not Ellipsis)


# -- writing -----------------------------------------------------------------------------------------------------------


def differences(state: Any, usual: Any, at: int = 0, reveal: bool = False) -> dict[str, Any]:
    """The smallest patch that makes `state` at session time `at` of `usual` at its time 0. Secrets are in every patch:
    as `SEALED`, unless `reveal`."""

    def cover(value: object) -> object:
        if isinstance(value, Secret):
            return value.reveal() if reveal else SEALED
        raise NotImplementedError(f"no JSON for {type(value).__name__}")

    def whole(value: Any, hint: Any, at: int = at) -> Any:
        return _Renamer(state, at, True).walk(msgspec.to_builtins(value, enc_hook=cover), hint, "")

    names = names_of(state)

    def differ(value: Any, old: Any, hint: Any) -> Any:
        if _secret(hint):
            return whole(value, hint)
        parts, were = _parts(value, hint, names), _parts(old, hint, names)
        if parts is not None and were is not None and parts.keys() == were.keys():
            found = {key: differ(part.value, were[key].value, part.hint) for key, part in parts.items()}
            return {key: part for key, part in found.items() if part is not UNSET} or UNSET
        if value == old and not (at and _timed(hint)):
            return UNSET
        new, was = whole(value, hint), whole(old, hint, 0)
        if new == was:
            return UNSET
        if isinstance(new, dict) and isinstance(was, dict) and get_origin(plain_type(hint)[0]) is dict:
            return {key: part for key, part in new.items() if was.get(key) != part} | dict.fromkeys(was.keys() - new)
        return new

    made = differ(state, usual, type(state))
    return {} if made is UNSET else made


def unknown(state: S) -> S:
    """The state with the default of each field that holds a secret: what nobody has told."""
    changes: dict[str, Any] = {}
    for field in patchable(type(state)).values():
        value = getattr(state, field.name)
        if _secret(field.type):
            changes[field.name] = value if field.default is NODEFAULT else field.default
        elif isinstance(value, Struct):
            changes[field.name] = unknown(value)
        elif of_named(field.type):
            changes[field.name] = tuple(unknown(one) for one in value)
    return replace(state, **changes)  # type: ignore[type-var]


# -- reading -----------------------------------------------------------------------------------------------------------


def patched(state: S, patch: Mapping[str, Any], at: int = 0) -> S:
    """`state` with `patch` in it. What a patch does not say stays; an object changes an object, null takes a key away.

    :raises BadInput: naming the field, and what was expected.
    """

    def whole(value: Any, hint: Any, key: str) -> Any:
        try:
            return to_kind(_Renamer(state, at, False).walk(value, hint, key), hint)
        except BadInput as error:
            raise located(error, key) from None

    names = names_of(state)

    def change(part: _Part, value: Any, key: str) -> Any:
        old, hint, field = part
        plain, parts = plain_type(hint)[0], _parts(old, hint, names)
        if value == SEALED and field is not None and _secret(hint):
            return _default(field, key)
        if not isinstance(value, Mapping) and (of_named(hint) or BY_SEAT in notes(hint)):
            raise BadInput(field=key, value=str(value)[:80], reason="an object by name is expected")
        if not isinstance(value, Mapping) or old is None:
            return whole(value, hint, key)
        if parts is not None:
            _known(value, parts, key)
            new = {name: change(parts[name], said, joined(key, name)) for name, said in value.items()}
            if isinstance(old, tuple):
                return tuple(new.get(name, part.value) for name, part in parts.items())
            return replace(old, **{one.name: new[name] for name in new if (one := parts[name].field) is not None})
        if get_origin(plain) is dict:
            put = {name: one for name, one in value.items() if one is not None}
            for name, one in put.items():  # so that an error names the one that is wrong
                whole(name, get_args(plain)[0], joined(key, name))
                whole(one, get_args(plain)[1], joined(key, name))
            return {name: one for name, one in old.items() if value.get(name, name) is not None} | whole(put, hint, key)
        return whole(value, hint, key)

    if not isinstance(patch, Mapping):
        raise BadInput(field="patch", value=str(patch)[:80], reason="an object of fields is expected")
    made: S = change(_Part(state, type(state)), patch, "")
    return made


def _known(value: Mapping[str, Any], names: Iterable[str], key: str) -> None:
    for name in value:
        if name not in names:
            reason = f"there is no such key, only: {', '.join(names)}"
            raise BadInput(field=joined(key, str(name)) or "patch", reason=reason)


def _default(field: FieldInfo, key: str) -> Any:
    if field.default is NODEFAULT:
        raise BadInput(field=key, reason="it is sealed: say what it is")
    return field.default


# -- both --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Renamer:
    """Goes through plain JSON along a type and renames seats and moments, out or in. What has the wrong shape is left
    as it is: the decoder refuses it."""

    state: Any
    """A state within it has the same opening."""
    at: int
    out: bool

    @cached_property
    def names(self) -> Sequence[str]:
        return names_of(self.state)

    def walk(self, value: Any, hint: Any, key: str) -> Any:
        """:raises BadInput: naming the field."""
        if _bare(hint, self.out):
            return list(value) if isinstance(value, tuple) else value
        plain, args = plain_type(hint)[0], get_args(plain_type(hint)[0])
        own, names = notes(hint), self.names
        match value:
            case None:
                return None
            case int() if MOMENT in own and value is not True and value is not False:
                return value - self.at if self.out else value + self.at
            case _ if SEAT in own:
                return names[value] if self.out else self._seat(value, names, key)
            case list() | tuple() if BY_SEAT in own and self.out and len(value) == len(names):
                return dict(zip(names, self.walk(value, plain, key), strict=True))
            case Mapping() if BY_SEAT in own:
                return self._by_seat(value, args[0], names, key)
            case _ if get_origin(plain) is Secret:
                if isinstance(value, str) and value.startswith(SEALED) and not self.out:
                    raise BadInput(field=key, reason="it is sealed: say what it is")
                return self.walk(value, args[0], key)
            case _ if len(members(plain)) > 1:
                member = _member(value, members(plain))
                return value if member is None else self.walk(value, member, key)
            case Mapping() if _is_struct(plain):
                return self._struct(value, plain, key)
            case Mapping() if get_origin(plain) is dict:
                return {
                    self.walk(name, args[0], joined(key, str(name))): self.walk(part, args[1], joined(key, str(name)))
                    for name, part in value.items()
                }
            case list() | tuple() | set() | frozenset() if get_origin(plain) in (tuple, frozenset):
                kinds = args if args[1:] and Ellipsis not in args else (args[0],) * len(value)
                rows = zip(value, (*kinds, *[Any] * len(value)), strict=False)
                found = [self.walk(part, kind, f"{key}[{i}]") for i, (part, kind) in enumerate(rows)]
                if get_origin(plain) is frozenset and any(found.count(part) > 1 for part in found):
                    raise BadInput(field=key, reason="each once")
                return sorted(found, key=str) if get_origin(plain) is frozenset else found
        return value

    def _seat(self, value: Any, names: Sequence[str], key: str) -> int:
        if value not in names:
            raise BadInput(field=key, value=str(value)[:80], reason=f"one of these: {', '.join(names)}")
        return names.index(value)

    def _by_seat(self, value: Mapping[str, Any], inner: Any, names: Sequence[str], key: str) -> list[Any]:
        _known(value, names, key)
        if missing := [name for name in names if name not in value]:
            raise BadInput(field=joined(key, missing[0]), reason="it is missing")
        return [self.walk(value[name], inner, joined(key, name)) for name in names]

    def _struct(self, value: Mapping[str, Any], kind: Any, key: str) -> dict[str, Any]:
        known, tag = _fields(kind), kind.__struct_config__.tag_field
        within = kind is type(self.state)
        if within:
            known = patchable(kind)
        if not self.out:
            _known(value, [*known, tag] if tag else known, key)
        found = {}
        if within and not self.out:
            fixed = {name: field for name, field in _fields(kind).items() if name not in known}
            found = msgspec.to_builtins({name: getattr(self.state, fixed[name].name) for name in fixed}, str_keys=True)
        for name, part in value.items():
            inner = joined(key, str(name))
            if within and name not in known:
                continue
            if name == tag or (part == SEALED and self.out):
                found[name] = part
            elif part == SEALED and _secret(known[name].type):
                _default(known[name], inner)  # which it has then
            else:
                found[name] = self.walk(part, known[name].type, inner)
        return found


def _member(value: Any, members: Sequence[Any]) -> Any:
    """The member of a union that a plain value is of; None: of none that has names in it."""
    if not isinstance(value, Mapping):
        several = [one for one in members if get_origin(plain_type(one)[0]) in (tuple, frozenset)]
        return several[0] if isinstance(value, list | tuple | set | frozenset) and several else None
    tagged = {one.__struct_config__.tag: one for one in members if _is_struct(one)}
    field = next((one.__struct_config__.tag_field for one in tagged.values()), None)
    return tagged.get(str(value.get(field))) if field is not None else None
