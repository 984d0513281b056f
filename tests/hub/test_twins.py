"""Twin games that differ only in a secret are the same to broker, hub and wall: topics, order, sizes, what is in
clear."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from companion.engine.engine_thread import EngineThread
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Choose, Correct, Now, Redo, Undo
from companion.home.assistant import HomeAssistant
from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.options import PACKAGED_CONFIG
from companion.uplink.link import wire
from companion.uplink.outbox.seal import SIZES
from companion.uplink.outbox.state import wall_state
from drivers.light_table import load_lights
from tests.hub.tables import Table, Wire
from tests.pages.twins import STAGES, Stage, request_of

GAME = re.compile(r"[0-9a-f]{32}")
TAG = 16
LIGHTS = load_lights(PACKAGED_CONFIG / "lamps.toml")


class Twin:
    """`wall`: what the wall was told, after each act."""

    def __init__(self, stage: Stage, which: int, path: Path) -> None:
        self.stage = stage
        self.wall: list[bytes] = []
        self.line = Wire(Ingest(SqliteStore(path)), random.Random(1))
        self.table = Table("t1", self.line, games={stage.game.name: stage.game})
        self.do(stage.open[which])
        for step in stage.moves[which]:
            self.do(request_of(step))

    def do(self, request: Any) -> str:
        try:
            self.table.engine.handle(request)
        except Refused as refused:
            return refused.code
        finally:
            for _ in range(3):
                self.table.pump()
                self.line.carry()
            update = self.table.engine.handle(Now()).answer
            shown = wall_state("T", update, update.notices, over=False, names=True, help=False)
            self.wall.append(wire.payload(shown))
        return ""

    @property
    def shown(self) -> bool:
        return self.stage.shown(self.table.engine.update().view)

    def act(self, rng: random.Random) -> str:
        number, kind = rng.random(), rng.random()
        prompt = self.table.engine.handle(Now()).answer.prompt
        keys = [option.key for option in prompt.options if not self.stage.avoided(option.key)] if prompt else []
        if kind < 0.8 and keys:
            key = keys[int(number * len(keys))]
            return f"{key} {self.do(Choose(key))}"
        if kind < 0.9:
            return "undo " + self.do(Undo())
        if kind < 0.93:
            return "redo " + self.do(Redo())
        if kind < 0.96:
            return "corrected " + self.do(Correct({"nothing": 1}))
        return "time " + self.do(Advance(1_500))

    def kept(self) -> list[Any]:
        """What the hub has: of each entry its place, epoch and size, and all evenings."""
        rows = self.line.hub._store.transact(
            lambda db: db.execute("SELECT seq, epoch, length(sealed) FROM entry ORDER BY rowid")
        )
        return [*map(tuple, rows), self.line.hub.past()]

    def sent(self) -> list[tuple[str, int, Mapping[str, Any]]]:
        """Of each message its topic, size, and what of it is not sealed; games by their order."""
        names: dict[str, str] = {}

        def named(found: re.Match[str]) -> str:
            return names.setdefault(found[0], f"game{len(names)}")

        return [(GAME.sub(named, topic), len(data), clear(topic, data)) for topic, data in self.line.heard]


def clear(topic: str, data: bytes) -> Mapping[str, Any]:
    match topic.split("/")[2]:
        case "journal":
            opening = topic.endswith("/0")
            entry = wire.read_payload(wire.read_payload(data, wire.Signed).body if opening else data, wire.EntryPayload)
            assert len(entry.sealed) - TAG in SIZES
            return {"epoch": entry.epoch}
        case "head":
            head = wire.read_payload(data, wire.HeadPayload)
            assert len(head.sealed) - TAG in SIZES
            return {"epoch": head.epoch, "last": head.last, "evening": head.evening}
        case "hello":
            return {"games": len(wire.read_payload(wire.read_payload(data, wire.Signed).body, wire.Hello).games)}
    raise AssertionError(topic)


class AtHome(Twin):
    """A twin with a Home Assistant beside it; `home`: what that is told."""

    def __init__(self, stage: Stage, which: int, path: Path) -> None:
        self.home: list[tuple[str, bytes]] = []
        self.assistant: HomeAssistant | None = None
        super().__init__(stage, which, path)

    def do(self, request: Any) -> str:
        engine = self.table.engine
        if self.assistant is None:
            wall = datetime(2026, 11, 28, 20, tzinfo=UTC)
            now: Callable[[], datetime] = lambda: wall + timedelta(milliseconds=engine.clock.now_ms())  # noqa: E731
            self.assistant = HomeAssistant(cast(EngineThread, None), "", True, LIGHTS, now)
            self.assistant.joined("t1", lambda topic, data, retain: self.home.append((topic, data)))
            engine.listen(self.assistant._updated)
        return super().do(request)


@pytest.mark.parametrize("name", STAGES)
def test_home_assistant_is_told_the_same_of_twin_games(name: str, tmp_path: Path) -> None:
    stage = STAGES[name]()
    one, other = AtHome(stage, 0, tmp_path / "one.db"), AtHome(stage, 1, tmp_path / "other.db")
    try:
        rngs = random.Random(3), random.Random(3)
        for _ in range(40):
            assert one.home == other.home
            acts = one.act(rngs[0]), other.act(rngs[1])
            if one.shown or other.shown:
                break
            assert acts[0] == acts[1]
        assert len(one.home) >= 3
    finally:
        one.line.hub.close()
        other.line.hub.close()


@pytest.mark.parametrize("name", STAGES)
def test_twin_games_send_the_same(name: str, tmp_path: Path) -> None:
    stage = STAGES[name]()
    one, other = Twin(stage, 0, tmp_path / "one.db"), Twin(stage, 1, tmp_path / "other.db")
    try:
        rngs = random.Random(2), random.Random(2)
        for _ in range(40):
            assert one.sent() == other.sent()
            assert one.kept() == other.kept()
            assert one.wall == other.wall
            acts = one.act(rngs[0]), other.act(rngs[1])
            if one.shown or other.shown:
                break
            assert acts[0] == acts[1]
        assert len(one.sent()) >= 3
    finally:
        one.line.hub.close()
        other.line.hub.close()
