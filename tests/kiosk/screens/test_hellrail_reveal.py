"""The reveal: nothing is told before it is asked for, cars open one by one, the winner is who the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.requests import Correct
from companion.engine.update import Update
from companion.games.hellrail.events import RevealMismatch
from companion.games.hellrail.view import ScoreView
from kiosk.screens.hellrail import reveal_story
from kiosk.screens.hellrail.reveal import RevealScreen
from kiosk.screens.hellrail.reveal_story import Beat, beats, ranked, tied, winners
from kiosk.sound.director import Director
from kiosk.storage.own_data import OwnData
from kiosk.window.picture import pixels
from tests.kiosk.screens.conftest import Recorder
from tests.tools.gallery.played_hellrail import move, played_hellrail
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_hellrail_map import THREE, ended

pytestmark = pytest.mark.usefixtures("english")


OPEN = move("reveal")


def over(scores: dict[str, list[str]], *inputs: dict[str, Any], **more: Any) -> Update:
    """The last update of a game that has ended so."""
    return played_hellrail(*inputs, **ended(scores, **more))[-1]


class Table:
    """The screen in the hands of a test."""

    def __init__(self, window: Any, update: Update, motion: bool = False) -> None:
        window(None, motion=motion)
        self.sent: list[Any] = []
        context = context_for(Scene("reveal"), self.sent)
        self.heard = Recorder()
        context.owner.director = Director(self.heard)
        context.table.update = update
        self.context = context
        self.screen = RevealScreen(context)
        self.screen.on_update(replace(update, events=(), cues=()))
        window(self.screen, motion=motion)

    def tell(self, update: Update) -> None:
        """As the app does: sound first, then the screen."""
        self.context.owner.director.hear(update)
        self.context.table.update = update
        self.screen.on_update(update)

    @property
    def corrections(self) -> list[dict[str, Any]]:
        """As moves, for a game that is played again."""
        patches = [request.patch for request in self.sent if isinstance(request, Correct)]
        return [move("correct", patch=dict(patch)) for patch in patches]

    def beat(self, n: int = 1) -> None:
        """What its timer does."""
        for _ in range(n):
            self.screen._beat()


def score(name: str, cars: tuple[int, ...], loaded: int = 0, rank: int = 1) -> ScoreView:
    return ScoreView(name, sum(cars), loaded, rank, tuple((f"R{i}", value) for i, value in enumerate(cars)))


# ---------------------------------------------------------------- the order


def test_order_and_pace_do_not_depend_on_values() -> None:
    low = (score("A", (1, 2), rank=2), score("B", (4,), rank=1))
    high = (score("A", (9, 9), rank=1), score("B", (8,), rank=2))
    assert beats(low) == beats(high)


def test_a_tie_is_settled_by_the_trains() -> None:
    equal = (score("A", (5, 5), 3, 2), score("B", (10,), 4, 1), score("C", (9,), 9, 3))
    assert tied(equal) == ("A", "B") and winners(equal) == ("B",) and ranked(equal) == ("B", "A", "C")
    assert Beat("tie", "", 0, 2.4) in beats(equal)
    shared = (score("A", (5,), 3), score("B", (5,), 3))
    assert winners(shared) == ("A", "B")


# ---------------------------------------------------------------- before


def test_sealed_cars_are_counted_and_nothing_else(window: Any) -> None:
    table = Table(window, over(THREE))
    rows = table.screen.rows
    assert {name: len(row.cars) for name, row in rows.items()} == {"Ana": 2, "Bo": 4, "Cy": 4}
    assert all(car.sealed for row in rows.values() for car in row.cars)
    assert all(row.total.text == "" for row in rows.values())
    assert table.screen.title.text == "10 delivered cars"


def test_the_picture_does_not_depend_on_what_was_delivered(window: Any, pump: Any) -> None:
    pictures = set()
    for cars in (["R01", "R05"], ["R02", "R08"], ["R09", "R11"]):
        table = Table(window, over({"Ana": cars, "Bo": ["R20"]}))
        pump(3)
        pictures.add(pixels(table.screen)[2])
        table.screen.parent.remove_widget(table.screen)
    assert len(pictures) == 1


def test_reveal_is_sent_once(window: Any, touch: Any) -> None:
    table = Table(window, over(THREE))
    for _ in range(3):
        touch(*table.screen.open.center).lift()
    assert [request.keys for request in table.sent] == [("ok",)]
    assert all(car.sealed for row in table.screen.rows.values() for car in row.cars)


# ---------------------------------------------------------------- opening


def test_cars_open_one_by_one(window: Any) -> None:
    table = Table(window, over(THREE), motion=True)
    table.tell(over(THREE, OPEN))
    screen = table.screen
    assert screen.playing and all(car.sealed for row in screen.rows.values() for car in row.cars)
    table.beat()
    assert screen.title.text == "Ana opens" and screen.rows["Ana"].total.text == "0"
    table.beat()
    assert [car.shown for car in screen.rows["Ana"].cars] == ["6", None]
    assert screen.rows["Bo"].total.text == ""
    table.beat(2)
    assert screen.title.text == "Bo opens"
    assert all(car.shown is None for car in screen.rows["Bo"].cars)


def test_it_plays_by_itself(window: Any, until: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ROLL", "OPEN", "NONE"):
        monkeypatch.setattr(reveal_story, name, 0.01)
    table = Table(window, over({"Ana": ["R01"], "Bo": []}), motion=True)
    table.tell(over({"Ana": ["R01"], "Bo": []}, OPEN))
    assert until(lambda: table.screen.over)
    assert [name for name in table.heard.heard if name in ("reveal_roll", "reveal", "crown")] == [
        "reveal_roll", "reveal", "crown",
    ]  # fmt: skip


def test_the_crown_waits_for_the_last_car(window: Any) -> None:
    table = Table(window, over(THREE), motion=True)
    table.tell(over(THREE, OPEN))
    assert "crown" not in table.heard.heard
    table.beat(len(table.screen._beats))
    assert table.heard.heard.count("crown") == 1 and table.screen.over
    assert table.heard.heard.count("reveal") == 10 and table.heard.heard.count("reveal_roll") == 3


# ---------------------------------------------------------------- the check


def checking(window: Any) -> Table:
    table = Table(window, over(THREE, OPEN))
    table.screen.begin_check()
    return table


def test_touching_all_agrees(window: Any) -> None:
    table = checking(window)
    check = table.screen.check
    assert check is not None
    for _ in range(3):
        check.tick_all()
        check.go_on()
    wire = table.corrections[-1]
    assert wire == move("correct", patch={"opened": THREE})
    table.tell(over(THREE, OPEN, wire))
    assert table.screen.check is None and table.screen.band.visible


def test_what_is_missing_is_said_and_put_right(window: Any) -> None:
    table = checking(window)
    check = table.screen.check
    assert check is not None
    check.tapped("R01")
    check.tapped("R14")  # one of Bo's
    check.go_on()
    for card in ("R02", "R06", "R08", "R05"):
        check.tapped(card)
    check.go_on()
    check.tick_all()
    check.go_on()
    wire = table.corrections[-1]
    update = over(THREE, OPEN, wire)
    assert [event for event in update.events if isinstance(event, RevealMismatch)]
    table.tell(update)
    assert table.screen.check is check and check.finding is not None
    assert check.finding.lines == ("Ana · missing: 7 · too many: 7", "Bo · missing: 7 · too many: 7")
    before = len(table.corrections)
    check.put_right()
    corrections = table.corrections[before:]
    assert len(corrections) == 4
    last = over(THREE, OPEN, wire, *corrections)
    assert last.refusal is None and last.view is not None
    opened = {s.name: {id for id, _value in s.cars} for s in last.view.scores}  # type: ignore[attr-defined]
    assert opened["Ana"] == {"R01", "R14"} and opened["Bo"] == {"R02", "R06", "R08", "R05"}
    assert last.view.recap.corrected  # type: ignore[attr-defined]


def test_a_car_is_put_right_and_the_score_follows(window: Any) -> None:
    """Findings A1: touched, one more or less; its card on the reader; one taken away, one more."""
    table = checking(window)
    check = table.screen.check
    assert check is not None and check.recorded("Ana") == ("R01", "R05")
    wires: list[Any] = [OPEN]

    def scores_shown() -> dict[str, tuple[int, int]]:
        wires.append(table.corrections[-1])
        update = over(THREE, *wires)
        table.tell(update)
        assert update.refusal is None and update.view is not None
        return {score.name: (score.delivered, len(score.cars)) for score in update.view.scores}  # type: ignore[attr-defined]

    check.choose(1)
    before = int(check._value("R01")) + int(check._value("R05"))
    check.say_worth(1)
    assert scores_shown()["Ana"] == (before + 1, 2)
    check.say_worth(-1)
    assert scores_shown()["Ana"] == (before, 2)
    check.tapped("R30")
    assert scores_shown()["Ana"] == (int(check._value("R01")) + int(check._value("R30")), 2)
    check.add()
    assert scores_shown()["Ana"][1] == 3 and check.changing == 2
    check.take_away()
    assert scores_shown()["Ana"][1] == 2 and check.changing == 1
    check.choose(None)
    assert check.next in check._keys


def test_tags_tick_the_cards(window: Any) -> None:
    takers: list[Any] = []
    table = Table(window, over(THREE, OPEN))
    table.context.services.own = OwnData(Path("/nowhere"), Path("/nowhere"), takers.append)
    deck = table.context.table.books["hellrail"]
    uid = next(uid for uid, on in deck.tags.items() if on.card == "R01")
    table.screen.begin_check()
    takers[-1](uid)
    takers[-1]("04FFFFFF")
    assert table.screen.check is not None and table.screen.check.lying["Ana"] == ["R01"]
    table.screen.check.end()
    assert takers[-1] is None
