"""Secrets in the journal: sealed, back again, and in clear where they were asked for."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from companion.engine.codec import SecretLeak, in_clear, journal_json, private_json, public_json
from companion.engine.secret import Secret


class Holder(Struct, frozen=True):
    name: str
    cards: Secret[tuple[str, ...]]
    seats: tuple[Secret[int | None], ...] = ()


HELD = Holder("Ana", Secret(("R05", "R17")), (Secret(3), Secret(None)))


def test_the_journal_shows_no_secret_to_an_eye_that_falls_on_it() -> None:
    text = journal_json(HELD)
    assert b"R05" not in text and b"R17" not in text
    assert b"Ana" in text


@pytest.mark.parametrize("value", [HELD, [HELD, HELD], Secret("x" * 500), Secret({"a": [1, None, "é"]})])
def test_in_clear_is_what_the_private_encoder_writes(value: object) -> None:
    assert msgspec.json.decode(in_clear(journal_json(value))) == msgspec.json.decode(private_json(value))


def test_the_public_encoder_still_refuses() -> None:
    with pytest.raises(SecretLeak):
        public_json(HELD)
