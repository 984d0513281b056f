"""The bench's games open as they are written, and each card that it taps is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.requests import Now
from companion.engine.signals import Tag
from companion.engine.update import Update
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from tests.tools.bench.kiosk import GAMES
from tests.tools.bench.kiosk.probe import NAMES, begin
from tests.tools.bench.kiosk.taps import after_tap, answers, uids


@pytest.mark.parametrize("game", GAMES)
def test_each_card_is_answered(game: str, tmp_path: Path) -> None:
    runtime = Runtime(KioskOptions(tmp_path, PACKAGED_CONFIG))
    runtime.table.start()
    try:
        begin(runtime, game, calm=True)
        came: list[Update] = []
        runtime.table.listen(came.append)
        for uid in uids(runtime, NAMES[game])[:3]:
            came.clear()
            runtime.table.ask(Tag("table", uid, True, runtime.clock.now_ms()))
            runtime.table.ask(Now())
            assert answers(came), uid
            for request in after_tap(game):
                runtime.table.ask(request)
    finally:
        runtime.close()
