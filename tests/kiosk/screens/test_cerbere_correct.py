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
