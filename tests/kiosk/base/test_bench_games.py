"""Games that are measured open as they are written, each card is answered, and none meets the fire."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.engine.requests import Now
from companion.engine.signals import Tag
from companion.engine.update import Update
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from kiosk.measure import taps
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


def test_a_tap_begins_behind_a_frame_of_the_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[Callable[[float], None]] = []
    planned: list[tuple[Callable[[float], None], float]] = []
    begun: list[str] = []
    fire = SimpleNamespace(running=True, join=lit.append)
    monkeypatch.setattr(taps, "ambient", fire)
    monkeypatch.setattr(taps, "Clock", SimpleNamespace(schedule_once=lambda call, after: planned.append((call, after))))
    begin = taps.BetweenFires()
    lit[0](1.0)
    begin(lambda: begun.append("burning"))
    assert not planned and not begun
    lit[0](1.1)
    lit[0](1.2)
    [(call, after)] = planned
    assert after == taps.BEHIND_FIRE_S and not begun
    call(0.0)
    fire.running = False
    begin(lambda: begun.append("asleep"))
    assert begun == ["burning", "asleep"]
