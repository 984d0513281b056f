"""Check the owner's signature of a table's message. The only module of the hub with cryptography: public keys alone."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from companion.uplink.link.wire import GAME, Signed, hub_name, read_payload, statement


def open_signed(topic: str, game: str, data: bytes) -> Signed:
    """
    :param game: that the topic names; "" for none.
    :raises ValueError, msgspec.MsgspecError: if its owner has not signed it for this topic, or the game is another's.
    """
    signed = read_payload(data, Signed)
    if game and (GAME.fullmatch(signed.uuid) is None or hub_name(signed.owner, signed.uuid) != game):
        raise ValueError("the game has another name, or another owner")
    try:
        Ed25519PublicKey.from_public_bytes(signed.owner).verify(signed.signature, statement(topic, signed.body))
    except InvalidSignature as error:
        raise ValueError("it is not signed by its owner") from error
    return signed
