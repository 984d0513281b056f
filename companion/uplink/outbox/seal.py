"""Sealing of a game's data that leave the table: encrypted for the tables of one owner, and padded to one size.

AES-SIV (RFC 5297): the same entry always becomes the same bytes, so that what is sent twice is known to be the same,
and a header that was used for two different entries (a journal came back from a backup) gives neither of them away.
"""

from __future__ import annotations

import base64
import hashlib
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

KEY_BYTES = 16
"""Of the secret that the tables of an owner share: 128 bits."""
SIZES = (4096, 65536)
"""Bytes of plain text, after padding. An entry fits into the first (the longest that was seen has 2.7 kB), an opening
into the second; what is longer takes a multiple of it."""
_LENGTH = 4
START = bytes(32)
"""What the chain of a game begins with."""


class BadSeal(ValueError):
    """These bytes were not sealed with this key for this place."""


class EntryPlace(Struct, frozen=True):
    """The place of an entry. `seq` 0 is the opening; `before`: the chain up to the entry before."""

    game: str
    epoch: int
    seq: int
    before: bytes

    def header(self) -> bytes:
        return b"companion 1 %s %d %d %s" % (self.game.encode(), self.epoch, self.seq, self.before)


def chained(before: bytes, data: bytes) -> bytes:
    """Return the chain with one more entry. It is never sent: short secrets could be guessed from it."""
    return hashlib.sha256(before + data).digest()


class OwnerKey:
    """The key of an owner's tables.

    >>> key = OwnerKey(bytes(16))
    >>> OwnerKey.read(key.text).text == key.text
    True
    >>> place = EntryPlace("g", 1, 0, START)
    >>> key.open(key.seal(b"six", place), place)
    b'six'
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._siv = AESSIV(HKDF(SHA256(), 64, None, b"companion journal").derive(secret))
        self._signing = Ed25519PrivateKey.from_private_bytes(
            HKDF(SHA256(), 32, None, b"companion signature").derive(secret)
        )
        self.public = self._signing.public_key().public_bytes_raw()
        """By which the hub knows the owner."""

    @classmethod
    def made(cls) -> OwnerKey:
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def read(cls, text: str) -> OwnerKey:
        """
        :raises ValueError: if it is no key, or one with a typing mistake.
        """
        plain = text.upper().replace("-", "").replace(" ", "").strip()
        raw = base64.b32decode(plain + "=" * (-len(plain) % 8))
        if len(raw) != KEY_BYTES + 2 or _check(raw[:KEY_BYTES]) != raw[KEY_BYTES:]:
            raise ValueError("no key")
        return cls(raw[:KEY_BYTES])

    @property
    def text(self) -> str:
        """For people and for a QR code: 29 letters and digits, the last of them a checksum."""
        plain = base64.b32encode(self._secret + _check(self._secret)).decode().rstrip("=")
        return "-".join(plain[at : at + 5] for at in range(0, len(plain), 5))

    def seal(self, data: bytes, place: EntryPlace) -> bytes:
        text = len(data).to_bytes(_LENGTH, "big") + data
        return self._siv.encrypt(text.ljust(_padded(len(text)), b"\0"), [place.header()])

    def open(self, sealed: bytes, place: EntryPlace) -> bytes:
        """
        :raises BadSeal: if it was not sealed with this key for this place.
        """
        try:
            text = self._siv.decrypt(sealed, [place.header()])
        except (InvalidTag, ValueError) as error:
            raise BadSeal(f"entry {place.seq} of game {place.game}") from error
        return text[_LENGTH : _LENGTH + int.from_bytes(text[:_LENGTH], "big")]

    def sign(self, statement: bytes) -> bytes:
        """Sign a statement, for the hub and other tables of the owner: always with the same signature (Ed25519)."""
        return self._signing.sign(statement)


def _check(secret: bytes) -> bytes:
    return hashlib.sha256(b"companion key" + secret).digest()[:2]


def _padded(length: int) -> int:
    small, large = SIZES
    return small if length <= small else -(-length // large) * large
