"""A state as the patch that makes it of another one, in plain JSON by the names of its fields: what FEN is to chess.

A position is the patch of a fresh game, a correction the patch of the present game. How a field is written, its
type says: bounds are its `Meta`, seats are written by their names (`SEAT`), and what the opening settles is no part of
a patch (`OPENING`).

    class Turn(Struct, frozen=True):
        active: Annotated[int, SEAT]                    # {"turn": {"active": "Ana"}}
        n: Annotated[int, Meta(ge=1)] = 1

    differences(state, fresh) == {"turn": {"active": "Ana"}}
    patched(fresh, {"turn": {"active": "Ana"}}) == state
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set, Sized
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin

from msgspec import NODEFAULT, UNSET, Meta, Struct
from msgspec.structs import FieldInfo, fields, replace

from companion.engine.codec import to_kind
from companion.engine.game import GameSetup, Player
from companion.engine.player_names import check_names, plain
from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.engine.strict import joined_key, located, to_struct

S = TypeVar("S")

SEALED = "sealed"
"""Written in place of a secret. Read again, it is not known: the default of its field."""
SEAT = object()
"""Annotates a number of a seat inside: it is written as the player's name."""
MOMENT = object()
"""Annotates session ms: they are written as ms from the moment of the position."""
BY_SEAT = object()
"""Annotates a tuple with one item for each seat: it is written as an object by name."""
OPENING = object()
"""Annotates a field that the opening settles (options, data files, names): no patch says it."""
EACH_ONCE = object()
"""Annotates a tuple in which nothing that is known is twice."""

Faults = Iterable[tuple[str, str]]
"""Fields of a state that cannot be so, each with the reason."""
Rules = Sequence[tuple[str, Callable[..., object], str]]
"""Fields, what has to hold of each, and the reason where it does not. A rule may rely on those before it."""


def broken(rules: Rules, key: str, *of: Any) -> Faults:
    """The rules that do not hold of something; `key`: the path to it. A reason may name fields of it: `{0.phase}`."""
    return ((joined_key(key, field), reason.format(*of)) for field, holds, reason in rules if not holds(*of))


def nothing(reason: str, *paths: str) -> Rules:
    """These fields are empty."""
    return [(path, lambda state, read=attrgetter(path): not read(state), reason) for path in paths]


def repeated(reason: str, found: Iterable[tuple[str, Hashable]]) -> Faults:
    """Yield each field whose value an earlier one has as well, with the reason."""
    seen: set[Hashable] = set()
    for field, one in found:
        if one in seen:
            yield field, reason
        seen.add(one)


def seat_names(state: Any) -> list[str]:
    return [seat.name for seat in state.seats]


@dataclass(frozen=True)
class Patches(Generic[S]):
    """What a game declares about its state.

    :param settle: a state before a patch, after it, and the patch: what follows from what was said, as far as the patch
        does not say it itself.
    :param invariants: what can never be.
    :param begin: a fresh game, and a patch of a position: the game that it puts right, where that is not the fresh one.
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
        patch = differences(state, fresh, at, reveal)
        if (base := self.begin(fresh, patch)) is not fresh:
            patch = differences(state, base, at, reveal)
        try:
            follows = self._settled(base, patch)
        except BadInput:  # of what is sealed
            return patch
        return patch if follows == state else laid_over(patch, differences(state, follows, at, reveal))

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
    known = seat_names(state)

    def respelled(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {respelled(key): respelled(part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [respelled(part) for part in value]
        return plain(value) if isinstance(value, str) and plain(value) in known else value

    return {respelled(key): respelled(part) for key, part in patch.items()}


def correction(patch: Mapping[str, Any], state: Any, shown: Sequence[str] = ()) -> dict[str, Any]:
    """A patch that puts a game right, its players as the table spells them.

    :param shown: what a table sees, where that is not every field.
    :raises BadInput: for anything else, or nothing.
    """
    shown = shown or [*patchable(state.__class__)]
    if wrong := next((key for key in patch if key not in shown), "" if patch else "patch"):
        raise BadInput(field=wrong, reason=f"one of these: {', '.join(shown)}")
    return spelled(patch, state)


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """A patch with more said in it."""
    both = {key for key in below.keys() & above if isinstance(below[key], Mapping) and isinstance(above[key], Mapping)}
    return {**below, **above, **{key: laid_over(below[key], above[key]) for key in both}}


class _Opened(Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[str | Player, ...] = ()
    options: dict[str, Any] = {}


def setup_of_position(order: GameSetup, position: Mapping[str, Any]) -> tuple[GameSetup, dict[str, Any]]:
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
    check_names((seat.name for seat in seats), "players")
    seats = tuple(replace(seat, name=plain(seat.name)) for seat in seats)
    return replace(order, seats=seats, options={**order.options, **own.options}), patch


def of_opening(error: Refused) -> BadInput:
    """Why a fresh game of a position's own players and options is refused, naming which of them."""
    reason = str(error.facts.get("reason", ""))
    if isinstance(error, BadInput) and reason:
        return located(error, joined_key("options", str(error.facts.get("option", ""))))
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


def names_field(patch: Mapping[str, Any], *path: str) -> bool:
    """Whether a patch says something of a field.

    >>> names_field({"turn": {"n": 2}}, "turn", "n"), names_field({"turn": {"n": 2}}, "turn", "active")
    (True, False)
    """
    return value_said(patch, *path) is not UNSET


def following(state: S, patch: Mapping[str, Any], *path: str, **values: Any) -> S:
    """The value at a path, with these values in the fields of which the patch says nothing."""
    return replace(state, **{key: value for key, value in values.items() if not names_field(patch, *path, key)})  # type: ignore[type-var]


def saying(path: Sequence[str], value: Any) -> dict[str, Any]:
    """The patch that says this of a field.

    >>> saying(["turn", "n"], 2)
    {'turn': {'n': 2}}
    """
    for key in reversed(path):
        value = {key: value}
    return value  # type: ignore[no-any-return]


def value_at(state: Any, path: Sequence[str]) -> tuple[Any, Any]:
    """The value of a field as a patch says it, and its type.

    :raises TypeError: of a secret, which no page shows.
    """
    json, value, kind = _Json(state), state, _kind_of(state)
    for key in path:
        value, kind = (json.parts(value, kind) or {})[key]
    if kind.is_secret:
        raise TypeError(f"{'.'.join(path)} is a secret")
    return json.write(value, kind), kind.hint


# -- the types of fields -----------------------------------------------------------------------------------------------


@cache
def plain_type(hint: Any) -> tuple[Any, tuple[object, ...]]:
    """A type without what annotates it, and without `None` where that is its only other member; and what annotates
    it."""
    if get_origin(hint) is Annotated:
        plain, inner = plain_type(get_args(hint)[0])
        return plain, (*hint.__metadata__, *inner)
    found = [one for one in members(hint) if one is not NoneType]
    return (hint, ()) if len(found) != 1 or found[0] is hint else plain_type(found[0])


@cache
def members(hint: Any) -> tuple[Any, ...]:
    """Of a union; of anything else itself."""
    return get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)


@cache
def patchable(kind: Any) -> dict[str, FieldInfo]:
    """The fields that a patch may say."""
    return {field.encode_name: field for field in fields(kind) if OPENING not in plain_type(field.type)[1]}


def _is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Struct)


_UNCHANGED = frozenset({str, bool, NoneType})


class _Kind:
    """A type, taken apart once."""

    def __init__(self, hint: Any) -> None:
        self.hint = hint
        self.plain, self.notes = plain_type(hint)
        self.origin = get_origin(self.plain)
        self.is_struct = _is_struct(self.plain)
        self.is_seat, self.is_moment, self.is_by_seat = (note in self.notes for note in (SEAT, MOMENT, BY_SEAT))
        self.counts_otherwise = self.is_seat or self.is_moment
        """Whether a number of it is another one in JSON."""
        self.unbounded = Ellipsis in get_args(self.plain)

    @cached_property
    def as_they_are(self) -> Set[object]:
        """Types of values that it takes without a look at them."""
        return set() if self.is_by_seat or self.is_secret else _UNCHANGED.intersection(members(self.hint))

    @cached_property
    def args(self) -> tuple[_Kind, ...]:
        return tuple(_kind(one) for one in get_args(self.plain) if one is not Ellipsis)

    @cached_property
    def fields(self) -> dict[str, tuple[FieldInfo, _Kind]]:
        return {key: (field, _kind(field.type)) for key, field in patchable(self.plain).items()}

    @cached_property
    def values(self) -> Callable[[Any], Iterable[Any]]:
        """Reads all fields of a value at once."""
        read: Any = attrgetter(*(field.name for field, _ in self.fields.values())) if self.fields else lambda _value: ()
        return read if len(self.fields) != 1 else lambda value: (read(value),)

    @cached_property
    def kinds(self) -> Sequence[_Kind]:
        """Those of its fields."""
        return [kind for _, kind in self.fields.values()]

    @cached_property
    def structs(self) -> dict[Any, _Kind]:
        """Those that an object may be of, by its `type`."""
        return {one.__struct_config__.tag: _kind(one) for one in members(self.plain) if _is_struct(one)}

    @cached_property
    def is_secret(self) -> bool:
        """Whether a value of it is a secret, or a collection of some."""
        return self.origin is Secret or any(one.is_secret for one in self.args if one.origin)

    @cached_property
    def is_of_value_alone(self) -> bool:
        """Whether equal values are always the same JSON, and no secret, which every patch says, is among them."""
        within = [self]
        for one in within:  # which grows meanwhile
            if one.origin is Secret or one.is_moment:
                return False
            inner = [kind for _, kind in one.fields.values()] if one.is_struct else one.args
            within += [kind for kind in inner if kind not in within]
        return True

    def convert(self, value: Any) -> Any:
        """A value as one of the type.

        :raises BadInput: saying what is wrong.
        """
        return self._remembered(value) if isinstance(value, str | int) else to_kind(value, self.hint)

    @cached_property
    def _remembered(self) -> Callable[[str | int], Any]:
        """The same of plain values, each once: msgspec takes a type apart each time."""
        return lru_cache(maxsize=256, typed=True)(partial(to_kind, kind=self.hint))

    def each(self, value: Sized) -> Sequence[_Kind]:
        """The type of each of what is in a collection."""
        return self.args if len(self.args) > 1 and not self.unbounded else self.args[:1] * len(value)


@cache
def _kind(hint: Hashable) -> _Kind:
    return _Kind(hint)


def _kind_of(value: Any) -> _Kind:
    return _kind(value.__class__)


# -- plain JSON --------------------------------------------------------------------------------------------------------


def differences(state: Any, usual: Any, at: int = 0, reveal: bool = False) -> dict[str, Any]:
    """The smallest patch that makes `state` at session time `at` of `usual` at its time 0. Secrets are in every patch:
    as `SEALED`, unless `reveal`."""
    made = _Json(state, at, reveal).differing(state, usual, _kind_of(state))
    return {} if made is UNSET else made


def patched(state: S, patch: Mapping[str, Any], at: int = 0) -> S:
    """`state` with `patch` in it. What a patch does not say stays; an object changes an object, null takes a key away.

    :raises BadInput: naming the field, and what was expected.
    """
    if not isinstance(patch, Mapping):
        raise BadInput(field="patch", value=str(patch)[:80], reason="an object of fields is expected")
    made: S = _Json(state, at).read(patch, _kind_of(state), "", state)
    return made


def unknown(state: S) -> S:
    """The state with the default of each field that holds a secret: without its secrets."""
    return patched(state, differences(state, state))


_PARTED: Any = (Struct, dict, tuple)


@dataclass(frozen=True)
class _Json:
    """Values as plain JSON and back, along their types: seats are names there, and moments count from `at`."""

    state: Any
    """A state within it has the same opening."""
    at: int = 0
    reveal: bool = False

    @cached_property
    def names(self) -> Sequence[str]:
        return seat_names(self.state)

    def parts(self, value: Any, kind: _Kind) -> dict[str, tuple[Any, _Kind]] | None:
        """What an object may name within a value, each with its type: fields, keys, or what is in it by name."""
        if not isinstance(value, _PARTED):
            return None
        if kind.is_struct and isinstance(value, Struct):
            own = _kind_of(value)
            return dict(zip(own.fields, zip(own.values(value), own.kinds, strict=True), strict=True))
        if isinstance(value, dict):
            return {key: (one, kind.args[1]) for key, one in value.items()}
        if kind.is_by_seat and value:
            return {key: (one, kind.args[0]) for key, one in zip(self.names, value, strict=True)}
        return None

    def differing(self, value: Any, old: Any, kind: _Kind) -> Any:
        """The patch that makes a value of an old one; UNSET: none."""
        if kind.is_of_value_alone and value == old:
            return UNSET
        parts, were = self.parts(value, kind), self.parts(old, kind)
        if not (parts is None or were is None or isinstance(value, dict)) and parts.keys() == were.keys():
            found = {key: self.differing(part, were[key][0], inner) for key, (part, inner) in parts.items()}
            return {key: part for key, part in found.items() if part is not UNSET} or UNSET
        new = self.write(value, kind)
        if kind.is_secret:
            return new
        was = _Json(self.state, reveal=self.reveal).write(old, kind)
        if isinstance(value, dict) and new != was:
            return {key: part for key, part in new.items() if was.get(key) != part} | dict.fromkeys(was.keys() - new)
        return UNSET if new == was else new

    def write(self, value: Any, kind: _Kind) -> Any:
        if value is None or (plain := type(value)) is str or (plain is int and not kind.counts_otherwise):
            return value
        match value:
            case Secret():
                return self.write(value.reveal(), kind.args[0]) if self.reveal else SEALED
            case int() if kind.is_seat:
                return self.names[value]
            case int() if kind.is_moment:
                return value - self.at
            case Enum():
                return value.value
            case int() | str() | float():
                return value
        parts = self.parts(value, _kind_of(value) if isinstance(value, Struct) else kind)
        if parts is None:
            found = [self.write(*part) for part in zip(value, kind.each(value), strict=False)]
            return sorted(found, key=str) if isinstance(value, frozenset) else found
        told = {key: self.write(*part) for key, part in parts.items()}
        tag = value.__struct_config__.tag if isinstance(value, Struct) else None
        return {"type": tag, **told} if tag else told

    def read(self, value: Any, kind: _Kind, key: str, old: Any = None, default: Any = NODEFAULT) -> Any:
        """A value as its type has it; an object changes the old one.

        :raises BadInput: naming the field.
        """
        if type(value) in kind.as_they_are:
            return value
        if kind.is_secret and isinstance(value, str) and value.startswith(SEALED):
            if value != SEALED or default is NODEFAULT:
                raise BadInput(field=key, reason="it is sealed: say what it is")
            return default
        if kind.is_by_seat:
            return self._by_name(value, kind, key, old)
        match value:
            case None:
                pass
            case _ if kind.is_seat:
                if value not in self.names:
                    raise BadInput(field=key, value=str(value)[:80], reason=f"one of these: {', '.join(self.names)}")
                return self.names.index(value)
            case int() if kind.is_moment and value is not True and value is not False:
                value += self.at
            case _ if kind.origin is Secret:
                return Secret(self.read(value, kind.args[0], key))
            case str() | int():
                pass
            case Mapping() if of := kind.structs.get(str(value.get("type")), kind.structs.get(None)):
                return self._struct(value, of, key, old)
            case Mapping() if kind.origin is dict:
                put = {name: part for name, part in value.items() if part is not None or old is None}
                kept = {name: part for name, part in (old or {}).items() if value.get(name, name) is not None}
                inner = {name: joined_key(key, str(name)) for name in put}
                of_key, of_part = kind.args
                return kept | {self.read(n, of_key, inner[n]): self.read(put[n], of_part, inner[n]) for n in put}
            case list() | tuple() | set() | frozenset() if kind.origin in (tuple, frozenset):
                return self._items(list(value), kind, key)
        return _checked(value, kind, key)

    def _items(self, value: list[Any], kind: _Kind, key: str) -> Any:
        kinds = kind.each(value)
        if len(kinds) != len(value):
            raise BadInput(field=key, reason=f"{len(kinds)} are expected, not {len(value)}")
        for note in kind.notes:  # how many there may be
            checked_value(value, Annotated[list[Any], note], key)
        found = [self.read(part, of, f"{key}[{i}]") for i, (part, of) in enumerate(zip(value, kinds, strict=True))]
        if (kind.origin is frozenset or EACH_ONCE in kind.notes) and any(
            found.count(part) > 1 for part in found if part is not None
        ):
            raise BadInput(field=key, reason="each once")
        return kind.origin(found)

    def _by_name(self, value: Any, kind: _Kind, key: str, old: Any) -> tuple[Any, ...]:
        if not isinstance(value, Mapping):
            raise BadInput(field=key, value=str(value)[:80], reason="an object by name is expected")
        of, parts = kind.args[0], self.parts(old, kind) or {}
        _known(value, names := [*parts] or self.names, key)
        if missing := [name for name in names if name not in value and name not in parts]:
            raise BadInput(field=joined_key(key, missing[0]), reason="it is missing")
        were = {name: parts[name][0] if name in parts else None for name in names}
        return tuple(self.read(value[n], of, joined_key(key, n), were[n]) if n in value else were[n] for n in names)

    def _struct(self, value: Mapping[str, Any], kind: _Kind, key: str, old: Any) -> Any:
        known, tag = kind.fields, kind.plain.__struct_config__.tag_field
        _known(value, [*known, *([tag] if tag else [])], key)
        new = {
            field.name: self.read(
                value[name], inner, joined_key(key, name), getattr(old, field.name, None), field.default
            )
            for name, (field, inner) in known.items()
            if name in value
        }
        if old is not None:
            return replace(old, **new)
        if missing := [name for name, (field, _) in known.items() if field.required and name not in value]:
            raise BadInput(field=joined_key(key, missing[0]), reason="it is missing")
        fixed = {*kind.plain.__struct_fields__} - {field.name for field, _ in known.values()}
        return kind.plain(**{name: getattr(self.state, name) for name in fixed}, **new)


def checked_value(value: Any, hint: Any, key: str) -> Any:
    """:raises BadInput: with the description of the type, where it has one."""
    return _checked(value, _kind(hint), key)


def _checked(value: Any, kind: _Kind, key: str) -> Any:
    try:
        return kind.convert(value)
    except BadInput as error:
        for note in kind.notes:
            if isinstance(note, Meta) and note.description:
                raise BadInput(field=key, value=str(value)[:80], reason=note.description) from None
        raise located(error, key) from None


def _known(value: Iterable[str], names: Iterable[str], key: str) -> None:
    for name in value:
        if name not in names:
            reason = f"there is no such key, only: {', '.join(names)}"
            raise BadInput(field=joined_key(key, str(name)) or "patch", reason=reason)
