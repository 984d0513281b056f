"""A kiosk for each test that asks for one; whatever happens, its process ends with the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.process.readers import Hand, hands


@pytest.fixture
def wire() -> Iterator[Hand]:
    (made,) = hands(1)
    yield made
    made.close()
