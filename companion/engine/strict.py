"""Convert data from outside to structs, strictly: an unknown key is an error, at every depth."""

from __future__ import annotations

import re
from functools import reduce
from typing import Any

import msgspec

from companion.engine.codec import to_kind
from companion.engine.refused import BadInput


def to_struct(value: Any, kind: Any, key: str = "") -> Any:
    """`value` as a `kind`.

    :param key: the key of the value.
    :raises BadInput: naming the key that is wrong, unknown or missing.
    """
    try:
        made = to_kind(value, kind)
    except BadInput as error:
        raise located(error, key) from None
    if (unknown := _unknown(value, msgspec.to_builtins(made, str_keys=True))) is not None:
        raise BadInput(field=reduce(joined_key, unknown, key), reason="there is no such key")
    return made


def located(error: BadInput, key: str) -> BadInput:
    """Return the error of `to_kind`, naming what is wrong inside `key`, unless it names it already."""
    if "field" in error.facts:
        return error
    reason, _, where = str(error.facts["reason"]).partition(" - at ")
    # A key of a table is `[...]` to the decoder: then the table is named.
    inner = where.strip("`").removeprefix("$").removeprefix(".").partition("[...]")[0]
    if found := re.match(r"Object (contains unknown|missing required) field `(.*)`", reason):
        inner = joined_key(inner, found[2])
        reason = "it is missing" if found[1].startswith("missing") else "there is no such key"
    return BadInput(field=joined_key(key, inner) or "position", reason=reason)


def joined_key(key: str, inner: str) -> str:
    """Return the name of something inside a key."""
    return key + inner if not key or not inner or inner.startswith("[") else f"{key}.{inner}"


def _unknown(value: Any, known: Any) -> tuple[str, ...] | None:
    """Return the path of the first unknown key that the decoder let pass: the structs of the state ignore a misspelt
    one."""
    if value == known:
        return None
    if isinstance(value, dict) and isinstance(known, dict):
        for name, inner in value.items():
            if name not in known:
                return (str(name),)
            if isinstance(inner, dict | list | tuple) and (found := _unknown(inner, known[name])) is not None:
                return (str(name), *found)
    elif isinstance(value, list | tuple) and isinstance(known, list | tuple):
        for i, (inner, other) in enumerate(zip(value, known, strict=False)):
            if isinstance(inner, dict | list | tuple) and (found := _unknown(inner, other)) is not None:
                return (f"[{i}]", *found)
    return None
