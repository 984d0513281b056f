"""Corrections by chance: any field of a state, with any value that its type takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from companion.engine.patch import BY_SEAT, MOMENT, SEALED, SEAT, members, patchable, plain_type
from companion.engine.secret import Secret


def random_patch(state: Struct, names: Sequence[str], words: Sequence[str], rng: Random) -> dict[str, Any]:
    """A patch of one field, or of two.

    :param words: for fields that are text: cards, places.
    """
    made: dict[str, Any] = {}
    for _ in range(rng.choice((1, 1, 2))):
        _put(made, type(state), state, names, words, rng)
    return made


def _put(
    made: dict[str, Any], kind: type[Struct], value: Any, names: Sequence[str], words: Sequence[str], rng: Random
) -> None:
    key, field = rng.choice(list(patchable(kind).items()))
    plain, inner = plain_type(field.type)[0], getattr(value, field.name)
    if BY_SEAT in plain_type(field.type)[1] and inner and isinstance(inner[0], Struct):
        one = rng.choice(inner)
        _put(made.setdefault(key, {}).setdefault(one.name, {}), type(one), one, names, words, rng)
    elif isinstance(inner, Struct) and len(members(field.type)) == 1 and isinstance(plain, type):
        _put(made.setdefault(key, {}), plain, inner, names, words, rng)
    else:
        made[key] = random_value(field.type, names, words, rng)


def random_value(hint: Any, names: Sequence[str], words: Sequence[str], rng: Random) -> Any:
    """Something that the type takes, more or less."""
    plain, notes = plain_type(hint)
    args = get_args(plain)
    several = [one for one in members(plain) if one is not NoneType]

    def value(inner: Any) -> Any:
        return random_value(inner, names, words, rng)

    if NoneType in members(hint) and rng.random() < 0.3:
        return None
    if MOMENT in notes:
        return rng.randint(-100, 10_000)
    if SEAT in notes:
        return rng.choice(names or [""])
    if BY_SEAT in notes:
        return {name: value(args[0]) for name in names if rng.random() < 0.7}
    if get_origin(plain) is Secret:
        return SEALED if rng.random() < 0.4 else value(args[0])
    if len(several) > 1:
        return value(rng.choice(several))
    if get_origin(plain) is tuple and Ellipsis not in args:
        return [value(inner) for inner in args]
    if get_origin(plain) in (tuple, frozenset):
        return [value(args[0]) for _ in range(rng.choice((0, 1, 1, 2, 3)))]
    if get_origin(plain) is dict:
        return {value(args[0]): rng.choice((None, value(args[1]))) for _ in range(rng.choice((1, 1, 2)))}
    if get_origin(plain) is Literal:
        return rng.choice(args)
    if isinstance(plain, type) and issubclass(plain, Enum):
        return rng.choice([one.value for one in plain])
    if isinstance(plain, type) and issubclass(plain, Struct):
        return _object(plain, names, words, rng)
    if plain is bool:
        return rng.random() < 0.5
    if plain is int:
        metas = [meta for meta in notes if isinstance(meta, Meta)]
        least = next((meta.ge for meta in metas if meta.ge is not None), -1)
        most = next((meta.le for meta in metas if meta.le is not None), 40)
        return rng.randint(int(least), int(min(most, least + 40)))
    return rng.choice(list(words) or [""])


def _object(kind: type[Struct], names: Sequence[str], words: Sequence[str], rng: Random) -> Mapping[str, Any]:
    found = {
        name: random_value(field.type, names, words, rng)
        for name, field in patchable(kind).items()
        if field.default is msgspec.NODEFAULT or rng.random() < 0.4
    }
    tag = kind.__struct_config__.tag
    return found if tag is None else {kind.__struct_config__.tag_field or "type": tag, **found}
