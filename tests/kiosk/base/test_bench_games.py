"""The games that are measured open as they are written, and each card that is tapped is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.requests import Now
from companion.engine.signals import Tag
from companion.engine.update import Update
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from kiosk.measure.openings import OPENINGS
from kiosk.measure.taps import answers


@pytest.mark.parametrize("mode", OPENINGS)
def test_each_card_is_answered(mode: str, tmp_path: Path) -> None:
    opening = OPENINGS[mode]
    runtime = Runtime(KioskOptions(tmp_path, PACKAGED_CONFIG))
    runtime.table.start()
    try:
        for request in opening.requests:
            runtime.table.ask(request)
        came: list[Update] = []
        runtime.table.listen(came.append)
        for uid in opening.cards:
            came.clear()
            runtime.table.ask(Tag("table", uid, True, runtime.clock.now_ms()))
            runtime.table.ask(Now())
            assert answers(came), uid
            for request in opening.after_tap:
                runtime.table.ask(request)
    finally:
        runtime.close()
