"""JSON in and out: one encoder for the journal, which keeps secrets, and one for everybody, which cannot say them."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar, get_args, get_origin

import msgspec

from companion.engine.refused import BadInput
from companion.engine.secret import Secret

T = TypeVar("T")


class SecretLeak(TypeError):
    """Something public was about to be written with a secret in it: a fault of ours, never of the table."""


def _reveal(value: object) -> object:
    if isinstance(value, Secret):
        return value.reveal()
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def _refuse(value: object) -> NoReturn:
    if isinstance(value, Secret):
        raise SecretLeak("a secret was about to be made public")
    raise NotImplementedError(f"no JSON for {type(value).__name__}")


def _seal(kind: Any, value: Any) -> Any:
    if (get_origin(kind) or kind) is Secret:
        inner = get_args(kind)
        return Secret(msgspec.convert(value, inner[0], dec_hook=_seal) if inner else value)
    raise NotImplementedError(f"no value of {kind} from JSON")


_private = msgspec.json.Encoder(enc_hook=_reveal, order="deterministic")
_public = msgspec.json.Encoder(enc_hook=_refuse, order="deterministic")


def private_json(value: object) -> bytes:
    """JSON for the journal only: secrets are written out."""
    return _private.encode(value)


def public_json(value: object) -> bytes:
    """JSON for everybody.

    :raises SecretLeak: if `value` holds a secret anywhere.
    """
    return _public.encode(value)


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """A decoder of `kind` that seals secrets again. Keep it: building one costs more than using it."""
    return msgspec.json.Decoder(kind, dec_hook=_seal)


def to_kind(value: object, kind: Any) -> Any:
    """Plain JSON values (dict, list, str ...) as a `kind`.

    :raises BadInput: saying what is wrong and where.
    """
    try:
        return msgspec.convert(value, kind, dec_hook=_seal)
    except msgspec.ValidationError as error:
        raise BadInput(reason=str(error)) from None


def to_plain(value: object) -> Any:
    """`value` as plain JSON values (dict, list, str ...) for everybody; same guard as `public_json`."""
    return msgspec.json.decode(_public.encode(value))
