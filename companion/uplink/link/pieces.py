"""Messages that are larger than the broker takes travel in pieces, and are put together again. No I/O."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.engine import typed

PART = "part"
"""Topic of the pieces, below `companion/<table>/` and `hub/<table>/`."""
LARGEST_PACKET = 131_072
"""Bytes of a packet, also where the broker takes larger ones: an opening (64 kB) is one."""
SMALLEST_PACKET = 400
"""A broker that takes less is no use: topics and headers alone have some 150 bytes."""
LONGEST_MESSAGE = 2_000_000
"""Bytes of a message that is put together."""
MOST_BYTES = 32_000_000
"""Of all messages that are being put together."""
_HEADER = 10
"""Bytes of a PUBLISH packet besides topic and payload, at most."""


class Limits(Struct, frozen=True, array_like=True):
    """Limits of a broker. `packet`: bytes of one packet; `retain`: whether it keeps messages."""

    packet: int = LARGEST_PACKET
    retain: bool = True


class MessagePiece(Struct, frozen=True, array_like=True):
    """One of `of` pieces of the sender's message number `message`. `topic`: what follows the table's name."""

    message: Annotated[int, Meta(ge=0, le=2**53)]
    number: Annotated[int, Meta(ge=0, le=LONGEST_MESSAGE)]
    of: Annotated[int, Meta(ge=1, le=LONGEST_MESSAGE)]
    topic: Annotated[str, Meta(max_length=200)]
    data: Annotated[bytes, Meta(max_length=LARGEST_PACKET)]


_encode = msgspec.msgpack.Encoder().encode
_decode = typed.msgpack_decoder(MessagePiece)


def packet_size(topic: str, payload: bytes) -> int:
    """Return the bytes of the packet that publishes it, at most."""
    return _HEADER + len(topic.encode()) + len(payload)


def fitting(topic: str, payload: bytes, packet: int, message: int) -> list[tuple[str, bytes]]:
    """Return topics and payloads, each in a packet of at most so many bytes; none if it cannot be sent so.

    :param message: its number; another one than that of the sender's message before it.
    """
    if packet_size(topic, payload) <= packet:
        return [(topic, payload)]
    side, _, rest = topic.partition("/")
    table, _, rest = rest.partition("/")
    if side not in ("companion", "hub") or not rest or len(payload) > LONGEST_MESSAGE:
        return []
    below = f"{side}/{table}/{PART}"
    room = packet - packet_size(below, _encode(MessagePiece(2**53, LONGEST_MESSAGE, LONGEST_MESSAGE, rest, b""))) - 4
    if room <= 0:
        return []
    cuts = range(0, len(payload), room)
    pieces = [MessagePiece(message, n, len(cuts), rest, payload[at : at + room]) for n, at in enumerate(cuts)]
    return [(below, _encode(piece)) for piece in pieces]


class _OpenMessage(Struct):
    piece: MessagePiece
    data: bytearray


class MessagePieces:
    """Puts together what senders send in pieces, one message of each at a time.

    A piece that is missing or too much costs that message alone.
    """

    def __init__(self) -> None:
        self._open: dict[str, _OpenMessage] = {}
        self.bytes = 0

    def take(self, topic: str, payload: bytes) -> tuple[str, bytes] | None:
        """Return topic and payload of a message, with its last piece; what is no piece is returned as it is.

        :raises msgspec.MsgspecError: if it should be a piece and is none.
        """
        above, _, last = topic.rpartition("/")
        if last != PART or above.count("/") != 1:
            return topic, payload
        piece: MessagePiece = _decode.decode(payload)
        known = self._open.pop(above, None)
        data = bytearray()
        if known is not None:
            self.bytes -= len(known.data)
            before = known.piece
            if (before.message, before.of, before.topic, before.number + 1) == (
                piece.message, piece.of, piece.topic, piece.number,
            ):  # fmt: skip
                data = known.data
            elif piece.number:
                return None
        elif piece.number:
            return None
        data += piece.data
        if len(data) > LONGEST_MESSAGE or self.bytes + len(data) > MOST_BYTES:
            return None
        if piece.number + 1 >= piece.of:
            return f"{above}/{piece.topic}", bytes(data)
        self._open[above] = _OpenMessage(piece, data)
        self.bytes += len(data)
        return None
