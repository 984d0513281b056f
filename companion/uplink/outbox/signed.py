"""Signed statements of a table for its owner."""

from __future__ import annotations

from msgspec import Struct

from companion.uplink.link.wire import ClaimPayload, HubMark, Signed, hub_name, payload, statement, up
from companion.uplink.outbox.seal import OwnerKey

SignedParts = tuple[str | int, ...]
"""A topic below that of the table."""


def signed(key: OwnerKey, table: str, parts: SignedParts, what: Struct, uuid: str = "") -> Signed:
    """
    :param uuid: of the game, where it is about one.
    """
    body = payload(what)
    return Signed(key.public, uuid, body, key.sign(statement(up(table, *parts), body)))


def is_claimed(key: OwnerKey, uuid: str, mark: HubMark) -> bool:
    """Return whether the table that the mark names has taken the game up as one of this owner's."""
    topic = up(mark.table, "claim", hub_name(key.public, uuid))
    claim = payload(ClaimPayload(mark.epoch, mark.base, mark.base_digest))
    return mark.proof == key.sign(statement(topic, claim)).hex()
