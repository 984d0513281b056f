"""In every game with a box one read of an enrolled tag is enough, also if it was enrolled a moment ago."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from companion.engine.requests import Leave, Open
from companion.games.registry import BOXES, GAMES, register, unregister
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from companion.tools.enrol.files import settle_box
from companion.tools.enrol.session import new_enrolment
from companion.tools.enrol.state import CardRecord, EnrolledTag
from drivers.presence import Presence, PresenceRules, TagPlaced
from drivers.readers.read import Read
from tests.engine.subjects import names, subject

TAGS = ("3A00C0FFE1", "3A00C0FFE2")


@pytest.fixture(params=[name for name in names() if name != "toy"])
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    """Its name; the example is registered meanwhile."""
    name = request.param
    own = name not in GAMES
    if own:
        register(importlib.import_module(type(subject(name).make()).__module__).PLUGIN)
    yield name
    if own:
        unregister(name)


def test_one_read_of_an_enrolled_tag_is_believed(game: str, tmp_path: Path) -> None:
    if game not in BOXES:
        assert not subject(game).tags, f"{game} reads tags: its PLUGIN wants `cards`, the box that they are enrolled in"
        return
    boxed, config = BOXES[game], Path(copytree(PACKAGED_CONFIG, tmp_path / "config"))
    opening = Open(game, subject(game).openings[0][0].seats)
    runtime = Runtime(KioskOptions(tmp_path / "data", config))
    reader = Presence(PresenceRules(repeats=False), runtime._knows)
    plan = boxed.plan(config)
    e = new_enrolment(plan)
    slots = next(heap.slots for heap in plan.heaps if not heap.fields)
    runtime.table.start()
    try:
        runtime.table.ask(opening)
        for slot, uid in zip(slots, TAGS, strict=False):
            e = replace(e, records={**e.records, slot: CardRecord(slot, tags=(EnrolledTag(uid),))})
            settle_box(boxed, e, config, tmp_path / "data")
            runtime.renew()
            assert reader.read(Read(uid), 0) == [TagPlaced(uid, 0)], "it waits for a second read"
            runtime.table.ask(Leave(for_good=True))
            runtime.table.ask(opening)
            session = runtime.table.engine._session
            assert session is not None and uid in session.game.tags(session.state), "the next game does not know it"
    finally:
        runtime.close()
