"""What is learnt at the table goes into the owner's box; a tag of another game is called by that game's name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.requests import Leave, MakeMove, Undo
from companion.games.registry import BOXES
from companion.tools.enrol.card_set_format import current_enrolment
from companion.tools.enrol.files import settle_box
from tests.enrol.boxes import whole
from tests.kiosk.screens.enrolling import Enroller

pytestmark = pytest.mark.usefixtures("english")
WAGON = "infernal_wagon"


@pytest.fixture
def hands(tmp_path: Path, window: Any) -> Iterator[Enroller]:
    """A table whose boxes of Infernal Wagon (kinds only) and Cerbère are enrolled."""
    config, data = tmp_path / "config", tmp_path / "data"
    made = Enroller(tmp_path, window(None, (800, 480), motion=False))
    e = whole(WAGON)
    bare = {slot: replace(record, values={}) for slot, record in e.records.items()}
    settle_box(BOXES[WAGON], replace(e, records=bare), config, data)
    settle_box(BOXES["cerbere"], whole("cerbere"), config, data)
    made.kiosk.runtime.renew()
    yield made
    made.close()


def uid(game: str, slot: str) -> str:
    return whole(game).record(slot).tags[0].uid


def play(hands: Enroller) -> None:
    """A game at L1, under way."""
    hands.kiosk.context.enter(WAGON)
    hands.sync()
    assert hands.view.setup.level == "L1"
    for move in ("confirm", "start"):
        hands.kiosk.context.ask.act(move)
        hands.sync()


def move(hands: Enroller, name: str, **fields: Any) -> None:
    hands.kiosk.context.ask.send(MakeMove({"type": name, **fields}))
    hands.sync()


def penalty(hands: Enroller, slot: str) -> str:
    return current_enrolment(BOXES[WAGON], hands.config, hands.data).record(slot).values.get("penalty", "")


def lay(hands: Enroller, slot: str) -> None:
    hands.tap(uid(WAGON, slot))
    hands.sync()


@pytest.mark.parametrize("wrong", ["infernal_wagon/box.toml", "cerbere/box.toml", "hellrail/deck.toml"])
def test_a_wrong_box_of_one_game_hinders_neither_enrolling_nor_playing_another(hands: Enroller, wrong: str) -> None:
    (hands.config / wrong).write_text("x", encoding="utf-8")
    hands.kiosk.runtime.renew()
    other = "hellrail" if wrong.startswith("cerbere") else "cerbere"
    hands.kiosk.context.go.open(f"{other}_box")
    hands.sync()
    hands.press("Barques" if other == "cerbere" else "Circles")
    hands.tap("0102030405")
    assert hands.tally.taps == 1
    hands.tap(uid("cerbere", "pawn-red"))
    hands.kiosk.context.go.open(None)
    context = hands.kiosk.context
    if other == "cerbere":
        context.ask.open_for("cerbere", context.set_up.players(), {})
        hands.sync()
        hands.tap("0102030405")
        hands.sync()


def test_virtual_cards_teach_nothing_but_are_called_by_their_game(hands: Enroller) -> None:
    play(hands)
    hands.kiosk.learning.learns = False
    lay(hands, "rail-05")
    move(hands, "miss")
    hands.tap(uid("cerbere", "pawn-red"))
    hands.sync()
    refusal = hands.kiosk.context.table.update.refusal if hands.kiosk.context.table.update is not None else None
    assert refusal is not None and refusal.code == "tag_of_other"
    hands.tap("0F0F0F0F0F")
    hands.sync()
    assert not current_enrolment(BOXES[WAGON], hands.config, hands.data).strangers


def test_each_miss_teaches_the_penalty_of_its_card_once_the_game_is_over(hands: Enroller) -> None:
    play(hands)
    lay(hands, "rail-05")
    move(hands, "miss", kind="discard", n=2)
    lay(hands, "rail-09")
    move(hands, "miss", kind="discard", n=3)
    hands.kiosk.link.send(Undo())
    hands.sync()
    assert penalty(hands, "rail-05") == ""
    move(hands, "give_up")
    move(hands, "next")
    assert penalty(hands, "rail-05") == "2", "it is in the box file"
    assert penalty(hands, "rail-09") == "", "that was taken back"


def test_a_tag_of_another_game_is_called_by_its_name(hands: Enroller) -> None:
    play(hands)
    hands.tap(uid("cerbere", "pawn-red"))
    hands.sync()
    refusal = hands.kiosk.context.table.update.refusal  # type: ignore[union-attr]
    assert refusal is not None and (refusal.code, refusal.facts) == ("tag_of_other", {"game": "Cerbère"})
    assert hands.screen.band.visible and "Cerbère" in hands.screen.band._what
    assert current_enrolment(BOXES[WAGON], hands.config, hands.data).strangers == ()


def test_a_tag_that_nobody_knows_waits_to_be_named(hands: Enroller) -> None:
    e = whole(WAGON)
    fewer = {slot: record for slot, record in e.records.items() if slot != "easy-08"}
    settle_box(BOXES[WAGON], replace(e, records=fewer), hands.config, hands.data)
    play_any(hands)
    hands.tap("3ADEADBEEF")
    hands.sync()
    hands.kiosk.link.send(Leave(for_good=True))
    hands.sync()
    hands.kiosk.context.enter(WAGON)
    hands.sync()
    hands.press("Tracking", "The box")
    assert hands.e.strangers == ("3ADEADBEEF",) and "1 tag" in hands.page.hint.text
    hands.press("Facile")
    hands.touch(hands.page.stranger)
    assert hands.e.on("3ADEADBEEF") == "easy-08" and not hands.e.strangers


def play_any(hands: Enroller) -> None:
    hands.kiosk.context.enter(WAGON)
    hands.sync()
    for name in ("confirm", "start"):
        hands.kiosk.context.ask.act(name)
        hands.sync()
