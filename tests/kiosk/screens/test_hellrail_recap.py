"""The recap of HellRail: it tells nothing before the reveal, then what the evening was like."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from companion.engine.requests import Leave
from companion.engine.update import Update
from kiosk.picture import pixels
from kiosk.screens.hellrail.recap import Recap
from kiosk.settings import Seat
from kiosk.widgets.delivery_chart import Deliveries, DeliveryChart, Run
from tests.tools.gallery.played_hellrail import move, played_hellrail
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_hellrail_map import THREE, TIED, ended

pytestmark = pytest.mark.usefixtures("english")

PILES = ("draw", "table")
"""What level light does not follow."""
TALLY = {
    "deliveries": [(3, 0), (5, 1), (5, 2), (9, 1), (14, 0), (17, 1), (17, 2), (20, 1), (23, 2), (23, 2)],
    "rams": [(5, 0, 1), (12, 1, 0)],
    "derailments": [(12, 0)],
    "longest": (4, 2),
    "corrected": True,
}


def over(*inputs: dict[str, Any], scores: dict[str, list[str]] = THREE, **more: Any) -> Update:
    return played_hellrail(*inputs, **ended(scores, tally=TALLY, turn={"n": 24}, recharges=2, **more))[-1]


def recap(update: Update) -> tuple[Recap, list[Any]]:
    """The screen for an update, and what it sends."""
    sent: list[Any] = []
    context = context_for(Scene("recap"), sent)
    context.update = update
    screen = Recap(context)
    screen.told(update)
    return screen, sent


def test_nothing_before_the_reveal(window: Any) -> None:
    screen, _sent = recap(over())
    window(screen)
    assert screen.view is None and screen.title.text == "" and screen.chart.data == Deliveries()


def test_what_it_tells(window: Any) -> None:
    screen, _sent = recap(over(move("reveal")))
    window(screen)
    assert screen.title.text == "Cy wins" and screen.score.text == "27"
    assert screen.line.text == "Bo 21 · Ana 13\n24 turns"
    assert [figure.text for figure in screen.counts] == ["4", "2", "1", "2"]
    assert screen.words[0].text == "longest train" and screen.longest is not None
    assert screen.longest.letter == "C"
    assert screen.demo.text == "demo deck" and screen.note.text == "with corrections"
    assert [mark.letter for mark in screen.seats] == ["C"]


def test_level_light_tells_only_what_was_counted(window: Any) -> None:
    """Nobody follows the trains and the pile there."""
    lies = ended(THREE, level="light", tally={key: TALLY[key] for key in ("deliveries", "rams")}, turn={"n": 24})
    screen, _sent = recap(played_hellrail(move("reveal"), **{key: lies[key] for key in lies if key not in PILES})[-1])
    window(screen)
    there = [word.text for word in screen.words if word.parent is not None]
    assert there == ["rams", "derailed"]


def test_chart_tells_who_delivered_when(window: Any) -> None:
    screen, _sent = recap(over(move("reveal")))
    window(screen)
    data = screen.chart.data
    assert [(run.letter, run.turns) for run in data.runs] == [
        ("A", (3, 14)), ("B", (5, 9, 17, 20)), ("C", (5, 17, 23, 23)),
    ]  # fmt: skip
    assert data.mishaps == ((5, "ram"), (12, "derail"), (12, "ram")) and data.last == 24


def test_a_shared_win(window: Any) -> None:
    loaded = {"Ana": ["R06"], "Bo": ["R14"]}
    screen, _sent = recap(played_hellrail(move("reveal"), **ended(TIED, loaded))[-1])
    window(screen)
    assert screen.title.text == "Ana, Bo share it" and [mark.letter for mark in screen.seats] == ["A", "B"]


def test_keys(window: Any, touch: Any) -> None:
    screen, sent = recap(over(move("reveal")))
    opened: list[Any] = []
    screen.context.open_screen = opened.append
    window(screen)
    for key in (screen.home, screen.back, screen.again):
        touch(*key.center).lift()
    assert [type(request) for request in sent] == [Leave] and opened == [None, "hellrail_setup"]


def test_again_sets_up_the_same_players() -> None:
    update = over(move("reveal"))
    view: Any = update.view
    screen, _sent = recap(update)
    opened: list[Any] = []
    screen.context.open_screen = opened.append
    screen.context.set_seats([Seat("Zoe", "red"), Seat("Ana", "blue"), Seat("Yan", "yellow")])
    screen.play_again()
    assert opened == ["hellrail_setup"]
    assert [(s.name, s.colour) for s in screen.context.seats()] == [(s.name, s.colour) for s in view.seats]


def test_chart_draws_what_it_is_told(window: Any, pump: Any) -> None:
    chart = DeliveryChart(pos=(20, 20), size=(400, 300))
    window(chart)
    words = ("cars delivered", "turn 1", "turn 9")
    runs = (Run("red", "A", (2, 4)), Run("blue", "B", (3,)))
    pictures = set()
    for data in (
        Deliveries(runs, (), 9),
        Deliveries((Run("red", "A", (2, 5)), runs[1]), (), 9),
        Deliveries(runs, ((4, "ram"),), 9),
        Deliveries(runs, ((4, "derail"),), 9),
        Deliveries((runs[0],), (), 9),
    ):
        chart.show(data, words)
        pump(2)
        pictures.add(pixels(chart)[2])
    assert len(pictures) == 5 and chart.fits


def test_marks_of_equal_runs_stand_apart(window: Any) -> None:
    chart = DeliveryChart(pos=(20, 20), size=(400, 300))
    window(chart)
    chart.show(Deliveries(tuple(Run(c, "A", (2,)) for c in ("red", "blue", "green", "yellow")), (), 4), ("", "", ""))
    ends = sorted(chart._ends(200))
    assert all(b - a >= 3.6 * chart.m.u for a, b in pairwise(ends))
    assert ends[-1] <= 201
