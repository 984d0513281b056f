"""The end of a game of Cerbère: who won, what the chart shows, and the keys."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.update import Update
from companion.games.cerbere.names import Role, Side, Winner
from companion.games.cerbere.view import CaptureView, MarkView, OverView, RecapView
from kiosk.memories import Memory
from kiosk.picture import pixels
from kiosk.screens.cerbere.recap import Recap
from kiosk.widgets.turn_chart import Catch, TurnChart, Turns
from tests.kiosk.screens.cerbere_table import move, played, random_game
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.memories import NoMemories

pytestmark = pytest.mark.usefixtures("english")

OUT = played(
    move("play", card="act2_adv", option="a"), move("ok"), move("ok"),
    n=3, pos={"Ana": 21, "Bo": 18, "Cy": 17}, cerberus=5, boats={"revealed": 1}, turn={"active": "Ana"},
)[-1]  # fmt: skip
"""Ana steps into the boat for one and leaves."""


def lost(*winners: str, running: bool = False) -> Update:
    """Cerberus wins with these; `running`: some are left, but too few for the boat."""
    view: Any = OUT.view
    sides = dict.fromkeys(winners, Side.CERBERUS)
    seats = tuple(
        replace(s, aboard=False, side=sides.get(s.name, Side.RUNNER if running else Side.OUT)) for s in view.seats
    )
    marks = tuple(MarkView(turn, 6 - turn % 6, 3 + turn // 6) for turn in range(1, 15))
    captures = (CaptureView(4, "Cy", Role.CERBERUS), CaptureView(14, "Ana", Role.OUT), CaptureView(14, "Bo", Role.OUT))
    turn = replace(view.turn, n=14)
    over = OverView(Winner.CERBERUS, winners, ())
    recap = RecapView(marks, captures, 4, 2, True)
    return replace(OUT, view=replace(view, seats=seats, turn=turn, over=over, recap=recap))


def recap(update: Update, *results: str) -> tuple[Recap, list[Any]]:
    """The screen for an update, in a house with these finished games, and what it sends."""
    sent: list[Any] = []
    context = context_for(Scene("recap"), sent)
    games = tuple(
        Memory(i, "cerbere", ("Ana",), "2026-11-20T22:14:00+01:00", {"winner": won}) for i, won in enumerate(results)
    )
    context.memories = NoMemories(None, games)
    context.update = update
    screen = Recap(context)
    screen.told(update)
    return screen, sent


def test_escaped(window: Any) -> None:
    screen, _sent = recap(OUT, "runners", "runners", "cerberus")
    window(screen)
    assert screen.won and screen.title.text == "Escaped!"
    assert screen.names.text == "Ana" and [s.name for s in screen.winners.seats] == ["Ana"]
    assert screen.note.text == "2 escapes in a row"
    assert screen.sparks.visible


def test_lost_with_runners_left_and_nobody_to_win(window: Any) -> None:
    screen, _sent = recap(lost(running=True))
    window(screen)
    assert screen.line.text.startswith("too few for the Barque")
    assert screen.names.text == "Nobody wins"


def test_chart_draws_what_it_is_told(window: Any, pump: Any) -> None:
    words = ("steps", "Vitesse", "turn 1", "turn 3")
    chart = TurnChart(pos=(20, 20), size=(400, 300))
    window(chart)
    pictures = []
    marks = ((1, 6, 3), (2, 5, 3), (3, 3, 3))
    fast = ((1, 6, 3), (2, 5, 5), (3, 3, 3))
    catches = (Catch(2, "red", "A"),)
    hollow = (Catch(2, "red", "A", True),)
    for turns in (Turns(marks, (), 3), Turns(fast, (), 3), Turns(marks, catches, 3), Turns(marks, hollow, 3)):
        chart.show(turns, *words)
        pump(2)
        pictures.append(pixels(chart)[2])
    assert len(set(pictures)) == 4
    assert chart.fits


def test_again_sets_up_the_same_players() -> None:
    *_before, end = random_game(5, 4)
    view: Any = end.view
    screen, _sent = recap(end)
    opened: list[Any] = []
    screen.context.open_screen = opened.append
    screen.play_again()
    assert opened == ["cerbere_setup"]
    assert [(s.name, s.colour) for s in screen.context.seats()] == [(s.name, s.colour) for s in view.seats]
