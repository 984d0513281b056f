"""The counts of Cerbère put right by touch, and the way out and back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cerbere.names import Side
from companion.games.cerbere.view import CerbereView, SeatView
from kiosk.screens.correction_lines import ChoiceView, KeysView, StepView


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


class Lines:
    """The open page, by the words on it."""

    def __init__(self, play: Any) -> None:
        self.play = play

    @property
    def _views(self) -> Any:
        return self.play.screen.lines

    def words(self) -> list[str]:
        return [view.words.text for view in self._views if hasattr(view, "words")]

    def step(self, words: str) -> Any:
        return next(v.stepper for v in self._views if isinstance(v, StepView) and v.words.text == words)

    def key(self, label: str) -> Any:
        return next(k for v in self._views if isinstance(v, KeysView) for k in v.keys if k.label == label)

    def tile(self, words: str, key: str) -> Any:
        return next(v.tiles[key] for v in self._views if isinstance(v, ChoiceView) and v.words.text == words)

    def tap(self, widget: Any) -> None:
        self.play.tap(widget)
        self.play.sync()


def page(play: Any, name: str) -> Lines:
    play.tap(play.screen.tabs[name])
    return Lines(play)


def test_rage_and_speed(play: Any) -> None:
    open_at(play)
    lines = Lines(play)
    steps = play.view.rage.steps
    rage = lines.step("Steps to Chasse")
    assert rage.value.text == str(steps) and not rage.plus.enabled
    for _ in range(3):  # quicker than the table answers
        play._touch(rage.minus.center_x, rage.minus.center_y).lift()
    play.wait(lambda: play.view.rage.steps == steps - 3)
    lines.tap(lines.step("Vitesse of the die").plus)
    assert play.view.rage.speed == 4
    assert rage.value.text == str(steps - 3)


def test_the_boat_and_who_sits_in_it(play: Any) -> None:
    open_at(play)
    assert not page(play, "Bo").key("Sits in the Barque").enabled, "no boat is revealed"
    lines = page(play, "")
    lines.tap(lines.tile("Barque", "1"))
    assert play.view.boats.revealed == 1 and lines.tile("Barque", "1").chosen
    bo = page(play, "Bo")
    bo.tap(bo.key("Sits in the Barque"))
    assert play.view.boats.aboard == ("Bo",) and bo.key("Sits in the Barque").on
    assert not page(play, "Ana").key("Sits in the Barque").enabled, "the boat is full"
    bo = page(play, "Bo")
    bo.tap(bo.key("Sits in the Barque"))
    assert play.view.boats.aboard == ()


def test_cards_of_a_player(play: Any) -> None:
    open_at(play)
    lines = page(play, "Cy")
    plus = lines.step("Survie cards").plus
    for _ in range(2):
        play._touch(plus.center_x, plus.center_y).lift()
    play.wait(lambda: seat(play, "Cy").survival == 2)
    lines.tap(lines.tile("Action cards", "3"))
    assert seat(play, "Cy").actions == (1, 2, 4)
    assert not lines.tile("Action cards", "3").chosen
    lines.tap(lines.tile("Action cards", "3"))
    assert seat(play, "Cy").actions == (1, 2, 3, 4)


def test_sides(play: Any) -> None:
    open_at(play)
    lines = page(play, "Dan")
    assert "Survie cards" in lines.words()
    lines.tap(lines.key("Cerbère"))
    assert seat(play, "Dan").side is Side.CERBERUS and play.screen.tabs["Dan"].page.icon == "cerberus"
    lines.tap(lines.step("Trahison cards").plus)
    assert seat(play, "Dan").betrayal == 1
    lines.tap(lines.key("Out"))
    assert seat(play, "Dan").side is Side.OUT and play.screen.tabs["Dan"].page.out


def test_whose_turn_and_what_was_played(play: Any) -> None:
    open_at(play)
    assert not page(play, "Ana").key("Is playing").enabled
    bo = page(play, "Bo")
    bo.tap(bo.key("Plays now"))
    assert play.view.turn.player == "Bo"
    lines = page(play, "")
    lines.tap(lines.key("Action played"))
    lines.tap(lines.key("Survie played"))
    assert play.view.turn.action_done and play.view.turn.bonus_done
    assert lines.key("Action played").on and lines.key("Survie played").on


def test_the_bridge_falls_and_stands_again(play: Any) -> None:
    open_at(play, level="board")
    lines = Lines(play)
    bridge = lines.key("The Pont de Cordes holds")
    lines.tap(bridge)
    assert not play.view.bridge and not bridge.on
    lines.tap(bridge)
    assert play.view.bridge


def test_pawns_on_the_board(play: Any) -> None:
    open_at(play, level="board")
    table = Lines(play)
    table.tap(table.step("Space of Cerbère").plus)
    lines = page(play, "Bo")
    for _ in range(2):
        lines.tap(lines.step("Space of the pawn").plus)
    assert play.view.cerberus == 1 and seat(play, "Bo").at == 4


def test_what_the_table_refuses_is_said(play: Any) -> None:
    sides = ("cerberus", "cerberus", "out", "runner")
    seats = [{"seat": n, "colour": c, "side": s} for n, c, s in zip(NAMES, COLOURS, sides, strict=True)]
    open_at(play, *seats, turn={"active": "Dan"})
    dan = page(play, "Dan")
    dan.tap(dan.key("Out"))  # the last one who runs
    assert play.screen.band.visible and seat(play, "Dan").side is Side.RUNNER
    assert dan.key("Flees").kind == "prime"
    table = page(play, "")
    table.tap(table.step("Vitesse of the die").plus)
    assert play.view.rage.speed == 4, "nothing waits for the refused one"


@pytest.mark.parametrize("key", ["gear", "aid"])
def test_settings_and_aid_come_back_to_the_game(play: Any, key: str) -> None:
    open_at(play)
    play.tap(getattr(play.screen, key))
    assert play.root.name in ("settings", "aid")
    play.kiosk.context.open_screen(None)
    assert play.root.name == "cerbere"


def test_leave_and_take_up(play: Any) -> None:
    open_at(play)
    bo = page(play, "Bo")
    bo.tap(bo.key("Plays now"))
    play.press("Leave")
    play.sync()
    assert play.root.name == "home"
    assert "Cerbère" in play.screen.resume.label and [gate.lit for gate in play.screen.gates] == [False, True, False]
    play.tap(play.screen.resume)
    play.sync()
    assert play.root.name == "cerbere" and play.view.turn.player == "Bo"
