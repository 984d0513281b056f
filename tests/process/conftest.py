"""A kiosk for each test that asks for one; whatever happens, its process ends with the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.process.machine import Wire


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire()
    yield made
    made.close()
