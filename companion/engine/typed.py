"""Plain data becomes structs here, and nowhere else.

msgspec (0.22) builds what it knows of a struct the first time that one is decoded, and ends the process if two threads
let it do so at once. So each type is built under a lock before it is used; afterwards any thread may decode.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar, overload

import msgspec

JsonDecoder = msgspec.json.Decoder
Hook = Callable[[type, Any], Any]
T = TypeVar("T")

_lock = threading.Lock()
_built: set[Any] = set()


def built(kind: Any) -> Any:
    """Return the type, once msgspec knows all of it."""
    # Read without the lock: once a type is in the set it stays, and building one twice is harmless.
    if kind not in _built:
        with _lock:
            msgspec.json.Decoder(kind)
            _built.add(kind)
    return kind


@overload
def convert(value: Any, kind: type[T], dec_hook: Hook | None = None, strict: bool = True) -> T: ...
@overload
def convert(value: Any, kind: Any, dec_hook: Hook | None = None, strict: bool = True) -> Any: ...
def convert(value: Any, kind: Any, dec_hook: Hook | None = None, strict: bool = True) -> Any:
    """As `msgspec.convert`."""
    return msgspec.convert(value, built(kind), dec_hook=dec_hook, strict=strict)


@overload
def from_json(data: bytes | str, kind: type[T]) -> T: ...
@overload
def from_json(data: bytes | str, kind: Any = Any) -> Any: ...
def from_json(data: bytes | str, kind: Any = Any) -> Any:
    """As `msgspec.json.decode`."""
    return msgspec.json.decode(data, type=built(kind))


def from_msgpack(data: bytes, kind: Any) -> Any:
    """As `msgspec.msgpack.decode`."""
    return msgspec.msgpack.decode(data, type=built(kind))


def from_toml(data: bytes, kind: Any) -> Any:
    """As `msgspec.toml.decode`."""
    return msgspec.toml.decode(data, type=built(kind))


@overload
def json_decoder(kind: type[T], dec_hook: Hook | None = None) -> msgspec.json.Decoder[T]: ...
@overload
def json_decoder(kind: Any = Any, dec_hook: Hook | None = None) -> msgspec.json.Decoder[Any]: ...
def json_decoder(kind: Any = Any, dec_hook: Hook | None = None) -> msgspec.json.Decoder[Any]:
    """As `msgspec.json.Decoder`."""
    return msgspec.json.Decoder(built(kind), dec_hook=dec_hook)


def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """As `msgspec.msgpack.Decoder`."""
    return msgspec.msgpack.Decoder(built(kind))
