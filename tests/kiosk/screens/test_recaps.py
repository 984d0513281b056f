"""The recaps of Cerbère and HellRail: who won, what the evening was like, and nothing before the reveal."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.update import Update
from companion.games.cerbere.names import CapturedRole, Side, Winner
from companion.games.cerbere.view import CaptureView, MarkView, OverView, RecapView
from companion.presentation import i18n
from kiosk.screens.cerbere.recap import Recap as CerbereRecap
from kiosk.screens.cerbere.recap import count_words
from kiosk.screens.hellrail.recap import Recap as RailRecap
from kiosk.screens.hellrail.recap import count_words as rail_words
from kiosk.table.memories import Memory
from kiosk.widgets.delivery_chart import Deliveries
from kiosk.widgets.turn_chart import ChartCapture, TurnChart, Turns
from kiosk.window.picture import pixels
from tests.kiosk.screens.cerbere_table import move, played
from tests.tools.gallery.played_hellrail import played_hellrail
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes_hellrail_map import THREE, TIED, ended
from tests.tools.memories import NoMemories

pytestmark = pytest.mark.usefixtures("english")
OUT = played(
    move("play", card="act2_adv", option="a"), move("ok"), move("ok"),
    n=3, pos={"Ana": 21, "Bo": 18, "Cy": 17}, cerberus=5, boats={"revealed": 1}, turn={"active": "Ana"},
)[-1]  # fmt: skip
"""Ana steps into the boat for one and leaves."""


def recap(kind: Any, update: Update, *results: str) -> Any:
    """The screen for an update, in a house with these finished games of Cerbère."""
    context = context_for(Scene("recap"))
    games = tuple(
        Memory(i, "cerbere", ("Ana",), "2026-11-20T22:14:00+01:00", {"winner": won}) for i, won in enumerate(results)
    )
    context.table.memories = NoMemories(None, games)
    context.table.update = update
    screen = kind(context)
    screen.on_update(update)
    return screen


# ---------------------------------------------------------------- Cerbère


def test_escaped(window: Any) -> None:
    screen = recap(CerbereRecap, OUT, "runners", "runners", "cerberus")
    window(screen)
    assert screen.won and screen.title.text == "Escaped!"
    assert screen.names.text == "Ana" and [s.name for s in screen.winners.seats] == ["Ana"]
    assert screen.note.text == "2 escapes in a row"
    assert screen.sparks.visible
    opened: list[Any] = []
    screen.context.go.open = opened.append
    screen.play_again()
    assert opened == ["cerbere_setup"]
    view: Any = OUT.view
    assert [(s.name, s.colour) for s in screen.context.set_up.seats()] == [(s.name, s.colour) for s in view.seats]


def test_lost_with_runners_left_and_nobody_to_win(window: Any) -> None:
    view: Any = OUT.view
    seats = tuple(replace(seat, aboard=False, side=Side.RUNNER) for seat in view.seats)
    marks = tuple(MarkView(turn, 6 - turn % 6, 3 + turn // 6) for turn in range(1, 15))
    captures = (
        CaptureView(4, "Cy", CapturedRole.CERBERUS),
        CaptureView(14, "Ana", CapturedRole.OUT),
        CaptureView(14, "Bo", CapturedRole.OUT),
    )
    over, told = OverView(Winner.CERBERUS, ()), RecapView(marks, captures, 4, 2, True)
    lost = replace(view, seats=seats, turn=replace(view.turn, n=14), over=over, recap=told)
    screen = recap(CerbereRecap, replace(OUT, view=lost))
    window(screen)
    assert screen.line.text.startswith("too few for the Barque")
    assert screen.names.text == "Nobody wins"


def test_chart_draws_what_it_is_told(window: Any, pump: Any) -> None:
    chart = TurnChart(pos=(20, 20), size=(400, 300))
    window(chart)
    pictures = []
    marks = ((1, 6, 3), (2, 5, 3), (3, 3, 3))
    fast = ((1, 6, 3), (2, 5, 5), (3, 3, 3))
    red, hollow = ChartCapture(2, "red", "A"), ChartCapture(2, "red", "A", True)
    for lines, catches in ((marks, ()), (fast, ()), (marks, (red,)), (marks, (hollow,))):
        chart.show(Turns(lines, catches, 3), "steps", "Vitesse", "turn 1", "turn 3")
        pump(2)
        pictures.append(pixels(chart)[2])
    assert len(set(pictures)) == 4
    assert chart.fits


# ---------------------------------------------------------------- HellRail

TALLY = {
    "deliveries": [
        *((3, "Ana"), (5, "Bo"), (5, "Cy"), (9, "Bo"), (14, "Ana"), (17, "Bo"), (17, "Cy"), (20, "Bo"), (23, "Cy")),
        (23, "Cy"),
    ],
    "rams": [(5, "Ana", "Bo"), (12, "Bo", "Ana")],
    "derailments": [(12, "Ana")],
    "longest": (4, "Cy"),
    "corrected": True,
}


def over(*inputs: dict[str, Any]) -> Update:
    return played_hellrail(*inputs, **ended(THREE, tally=TALLY, turn={"n": 24}, recharges=2))[-1]


def test_nothing_before_the_reveal(window: Any) -> None:
    screen = recap(RailRecap, over())
    window(screen)
    assert screen.view is None and screen.title.text == "" and screen.chart.data == Deliveries()


def test_what_it_tells(window: Any) -> None:
    screen = recap(RailRecap, over(move("reveal")))
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
    screen = recap(RailRecap, played_hellrail(move("reveal"), **ended(TIED, loaded))[-1])
    window(screen)
    assert screen.title.text == "Ana, Bo share it" and [mark.letter for mark in screen.seats] == ["A", "B"]


def test_one_chase_is_no_chases() -> None:
    i18n.set_language("fr")
    assert count_words(1, 1, 1) == ("Chasse", "esquivée", "capture")
    assert count_words(0, 0, 0) == ("Chasse", "esquivée", "capture")
    assert count_words(2, 2, 2) == ("Chasses", "esquivées", "captures")
    assert rail_words(1, 1, 1)[1:] == ("coup de bélier", "déraillement", "recharge")
