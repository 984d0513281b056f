"""`zone` and `seat` of table.toml's `[[readers]]`, in all three games: what is laid there means what the file says."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.game import Player
from companion.engine.reader_zones import ZONES
from companion.engine.requests import Leave, MakeMove, Now, Open, Position
from companion.engine.signals import Tag
from companion.games.cerbere.data.tags import load_tags
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.hellrail.events import CardsDrawn
from companion.games.hellrail.prompts.readings import ZONE_OF
from companion.games.infernal_wagon.data.box import find_box
from companion.games.infernal_wagon.events import CardPlaced
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime

TABLE = """
[[readers]]
name = "pile"
protocol = "rdm6300"
zone = "draw"

[[readers]]
name = "left"
protocol = "rdm6300"
seat = "Bo"

[[readers]]
name = "both"
protocol = "mqtt"
format = "plain"
topic = "both"
zone = "discard"
seat = "Zoé"
"""
SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


class Table:
    """A table whose readers have places; a tag is laid on one of them."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(PACKAGED_CONFIG, folder / "config")
        (folder / "config" / "table.toml").write_text(TABLE)
        self.runtime = Runtime(KioskOptions(folder / "data", folder / "config"), ManualClock(1_000))
        self.events: list[Any] = []
        self.refused: list[str] = []
        self.runtime.table.listen(self._hear)
        self.runtime.table.start()

    def _hear(self, update: Any) -> None:
        self.events += update.events
        self.refused += [update.refusal.code] if update.refusal is not None else []

    def do(self, request: Any) -> Any:
        return self.runtime.table.ask(request).answer

    def lay(self, uid: str, reader: str) -> None:
        self.runtime.receive(Tag(reader, uid, True, 1_000))
        self.do(Now())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.runtime.close()


def test_a_zone_says_what_a_card_means_in_hellrail(table: Table) -> None:
    table.do(Open("hellrail", SEATS, {"deck": "demo", "level": "keeper"}, seed=1))
    assert table.do(Position())["options"]["readers"] == {"pile": "draw", "both": "discard"}
    table.do(MakeMove({"type": "deal"}))
    deck = load_deck("demo", None)
    uid = next(uid for uid, tag in deck.tags.items() if tag.card)
    table.lay(uid, "pile")
    dealt = len(table.events)
    table.lay(uid, "left")
    assert not any(isinstance(event, CardsDrawn) for event in table.events[dealt:]), "it has no zone"
    table.lay(uid, "pile")
    assert isinstance(table.events[-1], CardsDrawn) and table.events[-1].seat == "Ana"


def test_what_the_order_says_of_a_reader_holds(table: Table) -> None:
    table.do(Open("hellrail", SEATS, {"deck": "demo", "readers": {"pile": "flip", "more": "play"}}, seed=1))
    assert table.do(Position())["options"]["readers"] == {"pile": "flip", "both": "discard", "more": "play"}


def test_a_seats_reader_says_who_played_in_infernal_wagon(table: Table) -> None:
    """Nobody called Zoé plays: that reader is everybody's."""
    table.do(Open("infernal_wagon", SEATS, {"box": "demo", "attribution": "each_play"}, seed=1))
    assert table.do(Position())["options"]["readers"] == {"left": "Bo", "both": "Zoé"}
    for kind in ("confirm", "start"):
        table.do(MakeMove({"type": kind}))
    rails = [uid for uid, tag in find_box("demo").tags.items() if tag.slot.startswith("rail")]
    table.lay(rails[0], "left")
    table.lay(rails[-1], "both")
    assert [event.player for event in table.events if isinstance(event, CardPlaced)] == ["Bo", None]


def test_in_cerbere_a_card_is_played_on_any_reader(table: Table) -> None:
    cards = list(load_tags("demo", None).pieces)
    outcomes = []
    for reader in ("pile", "left", "both"):
        table.do(Open("cerbere", SEATS, {"box": "demo"}, seed=3))
        table.events.clear()
        table.refused.clear()
        for uid in cards:
            table.lay(uid, reader)
        outcomes.append((list(table.events), list(table.refused)))
        table.do(Leave(for_good=True))
    assert outcomes[0][0] and outcomes[0] == outcomes[1] == outcomes[2]


def test_the_zones_of_the_file_are_those_that_hellrail_reads() -> None:
    assert {zone for zone in ZONE_OF.values() if zone} <= ZONES
