"""The recap of HellRail: it tells nothing before the reveal, then what the evening was like."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.update import Update
from kiosk.screens.hellrail.recap import Recap
from kiosk.widgets.delivery_chart import Deliveries
from tests.tools.gallery.played_hellrail import move, played_hellrail
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_hellrail_map import THREE, TIED, ended

pytestmark = pytest.mark.usefixtures("english")

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


def test_a_shared_win(window: Any) -> None:
    loaded = {"Ana": ["R06"], "Bo": ["R14"]}
    screen, _sent = recap(played_hellrail(move("reveal"), **ended(TIED, loaded))[-1])
    window(screen)
    assert screen.title.text == "Ana, Bo share it" and [mark.letter for mark in screen.seats] == ["A", "B"]
