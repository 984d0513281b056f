"""JSON in and out: a public encoder that raises on a secret, one for the journal that seals secrets, and one that
writes them in clear on request.

Sealing prevents reading a secret by accident (in an editor, a hex dump, a bug report), not on purpose: the function
that unseals it is in this file and needs no key.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from companion.engine import typed
from companion.engine.later import Deferred
from companion.engine.refused import BadInput
from companion.engine.secret import OfferedSecret, Secret

T = TypeVar("T")


class SecretLeak(TypeError):
    """Raised before public data with a secret in it is written: a fault of ours, never of the table."""


def _reveal(value: object) -> object:
    if isinstance(value, Secret):
        return value.reveal()
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def _refuse(value: object) -> object:
    if isinstance(value, OfferedSecret):
        return value.reveal()
    if isinstance(value, Deferred):
        return value.made()
    if isinstance(value, Secret):
        raise SecretLeak("a secret was about to be made public")
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


MARK = "sealed:"
_SALT = 6
_SEALED = re.compile(rb'"sealed:([A-Za-z0-9_=-]+)"')


def _mask(salt: bytes, text: bytes) -> bytes:
    """`text` under a mask that `salt` makes: equal secrets do not look equal. Twice gives `text` back."""
    stream = b"".join(hashlib.sha256(salt + bytes((i,))).digest() for i in range(len(text) // 32 + 1))
    return bytes(a ^ b for a, b in zip(text, stream, strict=False))


def _cover(value: object) -> object:
    if isinstance(value, Secret):
        salt = os.urandom(_SALT)
        return MARK + base64.urlsafe_b64encode(salt + _mask(salt, _private.encode(value.reveal()))).decode()
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def _uncover(text: str | bytes) -> bytes:
    raw = base64.urlsafe_b64decode(text)
    return _mask(raw[:_SALT], raw[_SALT:])


def _seal(kind: Any, value: Any) -> Any:
    if (get_origin(kind) or kind) is Secret:
        inner = get_args(kind)
        if isinstance(value, str) and value.startswith(MARK):
            value = typed.from_json(_uncover(value[len(MARK) :]))
        return Secret(typed.convert(value, inner[0], dec_hook=_seal) if inner else value)
    raise NotImplementedError(f"no value of {kind} from JSON")


_private = msgspec.json.Encoder(enc_hook=_reveal, order="deterministic")
_journal = msgspec.json.Encoder(enc_hook=_cover, order="deterministic")
_public = msgspec.json.Encoder(enc_hook=_refuse, order="deterministic")


def private_json(value: object) -> bytes:
    """Return JSON with the secrets written out, for a request with `reveal`."""
    return _private.encode(value)


def journal_json(value: object) -> bytes:
    """Return JSON for the journal: secrets are sealed, so that they are not read by accident."""
    return _journal.encode(value)


def in_clear(text: bytes) -> bytes:
    """Return JSON of the journal with its secrets written out."""
    return _SEALED.sub(lambda found: _uncover(found[1]), text)


def public_json(value: object) -> bytes:
    """Return JSON for the public.

    :raises SecretLeak: if `value` holds a secret anywhere.
    """
    return _public.encode(value)


def decoder(kind: Any) -> typed.JsonDecoder[Any]:
    """Return a decoder of `kind` that seals secrets again. Keep it: building one costs more than using it."""
    return typed.json_decoder(kind, dec_hook=_seal)


def strict_json(text: bytes | str) -> Any:
    """Return the plain value of a JSON text that may come from anywhere.

    :raises BadInput: if it is no JSON, is nested more than `DEEPEST`, names a key twice, or holds a number that has no
        place in 64 bits.
    """
    try:
        value = typed.from_json(text)
        _bounded(value, DEEPEST)
        json.loads(text, object_pairs_hook=_each_once)
    except RecursionError:
        raise BadInput(reason="nested too deeply") from None
    except (msgspec.DecodeError, ValueError) as error:  # also of bytes that are no UTF-8
        raise error if isinstance(error, BadInput) else BadInput(reason=str(error)) from None
    return value


DEEPEST = 60
"""Levels of nesting: twice what the deepest position has."""
LARGEST = 2**53
"""Numbers are below it: every program reads them alike, and a sum of them is no overflow."""


def _bounded(value: Any, levels: int) -> None:
    if isinstance(value, dict | list):
        if not levels:
            raise BadInput(reason="nested too deeply")
        for inner in value.values() if isinstance(value, dict) else value:
            _bounded(inner, levels - 1)
    elif isinstance(value, int | float) and not -LARGEST < value < LARGEST:
        raise BadInput(reason="a number is too large")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(reason=f"`{twice[:80]}` is there twice")
    return found


def to_kind(value: object, kind: Any) -> Any:
    """Return plain JSON values (dict, list, str ...) as a `kind`.

    :raises BadInput: saying what is wrong and where.
    """
    try:
        return typed.convert(value, kind, dec_hook=_seal)
    except msgspec.ValidationError as error:
        raise BadInput(reason=str(error)) from None


def to_plain(value: object) -> Any:
    """`value` as plain JSON values (dict, list, str ...) for everybody; same guard as `public_json`."""
    return typed.from_json(_public.encode(value))
