"""The counts of Cerbère put right by touch, and the way out and back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView, SeatView


def open_at(play: Any, *seats: dict[str, Any], **position: Any) -> None:
    """A table where a game of Cerbère already runs, its correction screen open."""
    from companion.engine.requests import Open

    players = seats or tuple({"seat": n, "colour": c} for n, c in zip(NAMES, COLOURS, strict=True))
    play.kiosk.context.link.send(Open("cerbere", position={"players": list(players), **position}, seed=1))
    play.sync()
    assert play.root.base == "cerbere"
    play.kiosk.context.open_screen("cerbere_correct")
    play.pump(3)


NAMES = ("Ana", "Bo", "Cy", "Dan")
COLOURS = ("red", "blue", "green", "pink")


def seat(play: Any, name: str) -> SeatView:
    view = play.view
    assert isinstance(view, CerbereView)
    return next(s for s in view.seats if s.name == name)


def page(play: Any, name: str) -> Any:
    play.tap(play.screen.tabs[name])
    return play.screen.lines


def test_rage_and_speed(play: Any) -> None:
    open_at(play)
    lines = play.screen.lines
    steps = play.view.rage.steps
    assert lines.rage.stepper.value.text == str(steps) and not lines.rage.stepper.plus.enabled
    for _ in range(3):  # quicker than the table answers
        play._touch(lines.rage.stepper.minus.center_x, lines.rage.stepper.minus.center_y).lift()
    play.tap(lines.speed.stepper.plus)
    play.sync()
    assert play.view.rage.steps == steps - 3 and play.view.rage.speed == 4
    assert lines.rage.stepper.value.text == str(steps - 3)


def test_the_boat_and_who_sits_in_it(play: Any) -> None:
    open_at(play)
    assert not page(play, "Bo").aboard.enabled, "no boat is revealed"
    lines = page(play, "")
    play.tap(lines.boat[1])
    play.sync()
    assert play.view.boats.revealed == 1
    bo = page(play, "Bo")
    play.tap(bo.aboard)
    play.sync()
    assert play.view.boats.aboard == ("Bo",) and bo.aboard.on
    assert not page(play, "Ana").aboard.enabled, "the boat is full"
    play.tap(page(play, "Bo").aboard)
    play.sync()
    assert play.view.boats.aboard == ()


def test_cards_of_a_player(play: Any) -> None:
    open_at(play)
    lines = page(play, "Cy")
    for _ in range(2):
        play._touch(lines.hand.stepper.plus.center_x, lines.hand.stepper.plus.center_y).lift()
    play.tap(lines.card[3])
    play.sync()
    assert seat(play, "Cy").survival == 2 and seat(play, "Cy").actions == (1, 2, 4)
    assert not lines.card[3].held
    play.tap(lines.card[3])
    play.sync()
    assert seat(play, "Cy").actions == (1, 2, 3, 4)


def test_sides(play: Any) -> None:
    open_at(play)
    lines = page(play, "Dan")
    assert lines.hand.words.text == "Survival cards"
    play.tap(lines.side[Side.CERBERUS])
    play.sync()
    assert seat(play, "Dan").side is Side.CERBERUS and play.screen.tabs["Dan"].side is Side.CERBERUS
    assert lines.hand.words.text == "Betrayal cards"
    play.tap(lines.hand.stepper.plus)
    play.sync()
    assert seat(play, "Dan").betrayal == 1
    play.tap(lines.side[Side.OUT])
    play.sync()
    assert seat(play, "Dan").side is Side.OUT


def test_whose_turn_and_what_was_played(play: Any) -> None:
    open_at(play)
    assert not page(play, "Ana").turn.enabled
    play.tap(page(play, "Bo").turn)
    play.sync()
    assert play.view.turn.player == "Bo"
    lines = page(play, "")
    play.tap(lines.action)
    play.tap(lines.bonus)
    play.sync()
    assert play.view.turn.action_done and play.view.turn.bonus_done
    assert lines.action.on and lines.bonus.on


def test_the_bridge_falls_and_stands_again(play: Any) -> None:
    open_at(play, level="board")
    lines = play.screen.lines
    play.tap(lines.bridge)
    play.sync()
    assert not play.view.bridge and not lines.bridge.on
    play.tap(lines.bridge)
    play.sync()
    assert play.view.bridge


def test_pawns_on_the_board(play: Any) -> None:
    open_at(play, level="board")
    play.tap(play.screen.lines.dog.stepper.plus)
    lines = page(play, "Bo")
    for _ in range(2):
        play.tap(lines.space.stepper.plus)
    play.sync()
    assert play.view.cerberus == 1 and seat(play, "Bo").at == 4


def test_what_the_table_refuses_is_said(play: Any) -> None:
    sides = ("cerberus", "cerberus", "out", "runner")
    seats = [{"seat": n, "colour": c, "side": s} for n, c, s in zip(NAMES, COLOURS, sides, strict=True)]
    open_at(play, *seats, turn={"active": "Dan"})
    play.tap(page(play, "Dan").side[Side.OUT])  # the last one who runs
    play.sync()
    assert play.screen.band.visible and seat(play, "Dan").side is Side.RUNNER
    assert play.screen.lines.side[Side.RUNNER].kind == "prime"


@pytest.mark.parametrize("key", ["gear", "aid"])
def test_settings_and_aid_come_back_to_the_game(play: Any, key: str) -> None:
    open_at(play)
    play.tap(getattr(play.screen, key))
    assert play.root.name in ("settings", "aid")
    play.kiosk.context.open_screen(None)
    assert play.root.name == "cerbere"


def test_leave_and_take_up(play: Any) -> None:
    open_at(play)
    play.tap(page(play, "Bo").turn)
    play.sync()
    play.press("Leave")
    play.sync()
    assert play.root.name == "home"
    assert "Cerbère" in play.screen.resume.label and [gate.lit for gate in play.screen.gates] == [False, True, False]
    play.tap(play.screen.resume)
    play.sync()
    assert play.root.name == "cerbere" and play.view.turn.player == "Bo"
