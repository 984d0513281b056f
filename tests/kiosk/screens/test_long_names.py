"""The longest names: written letter by letter, forgotten where they are offered, and never beyond their place."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.requests import Choose, Open
from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk.figures.view import FigureView
from kiosk.screens.name import NameScreen
from kiosk.widgets import label, together
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.seat import BareMark
from tests.kiosk.remembered import Remembered
from tests.kiosk.screens.test_seats import enter, rename
from tests.patience import PATIENCE_S
from tests.thorough import THOROUGH, rounds

drawings = True
"""Every screen is drawn."""
LONGEST = ("Wilhelmine-Maria", "Wwwwwwwwwwwwwwww", "Maximilien Jean 2", "MMMMMMMMMMMMMMMMMMMMMMMM")
"""Of 16 letters, and of more, which only other programs give."""


def test_a_name_may_have_a_space_digits_and_sixteen_letters(play: Any) -> None:
    """B11: and a word is said where one letter more finds no room."""
    enter(play)
    play.tap(play.screen.players)
    play.press("Ana")
    play.press("Space", *"WILHELMINE", "Space", "Space", *"MARI", "123")
    assert play.screen.text == "Wilhelmine Mari"
    play.press("2")
    assert play.screen.title.text == "Who plays here?"
    play.press("3")
    assert play.screen.text == "Wilhelmine Mari2" and play.screen.title.text == "16 letters at most."
    play.press("Erase")
    assert play.screen.title.text == "Who plays here?"
    play.press("Done")
    play.press("Bo", *"WILHELMINE", "Space", *"MARI")
    assert play.screen.title.text == "Somebody else is called so." and not play.screen.done.enabled
    play.press("Erase", "Erase", "Done", "Done")
    assert [hand.name for hand in play.view.hands] == ["Wilhelmine Mari", "Wilhelmine Ma", "Cy"]


def test_a_mistake_is_forgotten_where_it_is_offered(play: Any) -> None:
    """B11: by two touches, without leaving the page; what goes with it is said first."""
    enter(play)
    rename(play, "Bo", "LEAA")
    rename(play, "Leaa", "LEA")
    play.tap(play.screen.players)
    play.press("Cy")
    assert isinstance(play.screen, NameScreen) and list(play.screen.known) == ["Leaa"]
    play.press("Forget", "Leaa")
    assert play.screen.question.text == "The name is not offered any more."
    play.press("Keep", "Forget", "Leaa", "Really?")
    assert not play.screen.known and not play.screen.forget.visible
    assert Remembered(play.kiosk.context.table.memories).finished() == []
    assert play.kiosk.settings.now.names == ("Lea",)


class Texts:
    """Every line of text that is drawn, checked against the widget that draws it and against the window."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong: list[str] = []
        self.seen = 0
        self._drawing: Any = None
        repaint, put_box = Drawn.repaint, together.put_box

        def watched(widget: Drawn) -> None:
            self._drawing = widget
            repaint(widget)
            self._drawing = None

        def put(x: float, y: float, wide: float, high: float, *rest: Any) -> None:
            widget = self._drawing
            if widget is not None and not isinstance(
                widget, Container | BareMark | FigureView
            ):  # these bear letters or numbers
                self.seen += 1
                m = widget.m
                left, right = max(0.0, widget.x) - 2, min(m.width, widget.right) + 2
                if x < left or x + wide > right:
                    self.wrong.append(f"{type(widget).__name__} {left:.0f}..{right:.0f}: {x:.0f}..{x + wide:.0f}")
            put_box(x, y, wide, high, *rest)

        monkeypatch.setattr(Drawn, "repaint", watched)
        monkeypatch.setattr(label, "put_box", put)


def steps(play: Any, rng: random.Random, count: int) -> Iterator[None]:
    """So many touches of what the prompt offers, at random."""
    for _step in range(count):
        prompt = play.kiosk.context.table.prompt
        options = [option for option in prompt.options if option.open(play.kiosk.context.table.at())] if prompt else []
        keys = [option.key for option in options if option.key not in ("give_up", "leave")]
        if not keys:
            return
        play.kiosk.context.ask.send(Choose(rng.choice(keys)))
        play.sync()
        yield


GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("infernal_wagon", {"level": "L0", "modules": ["uturn", "curse"], "attribution": "each_play"}, 4),
    ("cerbere", {"level": "tracker"}, 4),
    ("cerbere", {"level": "board"}, 4),
    ("hellrail", {"level": "light"}, 4),
    ("hellrail", {"level": "keeper"}, 4),
)
WIDE, UPRIGHT = (800, 480), (720, 1280)
CASES = [
    (*game, size)
    for i, game in enumerate(GAMES)
    for size in ((WIDE, UPRIGHT) if THOROUGH else (WIDE,) if i % 2 else (UPRIGHT,))
]


@pytest.mark.parametrize(("game", "options", "n", "size"), CASES)
def test_no_name_leaves_its_place(
    game: str, options: dict[str, Any], n: int, size: tuple[int, int], tmp_path: Any, sit: Any, monkeypatch: Any
) -> None:
    """B11, B17: on the pages of a game and of its set-up."""
    texts = Texts(monkeypatch)
    play = sit(KioskOptions(data=tmp_path / "data", config=PACKAGED_CONFIG, lang="en"), size=size)
    context, rng = play.kiosk.context, random.Random(7)
    context.table.chosen = game
    seats = tuple(map(Player, LONGEST[:n], context.table.ui.colours))
    context.set_up.seat(seats)
    play.kiosk.runtime.table.ask(Open(game, seats, options), PATIENCE_S)
    play.sync()
    for _step in steps(play, rng, rounds(10, 120)):
        pass
    for screen in (context.table.ui.naming, "name:1", f"{game}_correct"):
        if screen in play.root.context.go.game_pages[game].screens or ":" in screen:
            context.go.open(screen)
            play.pump(2)
    assert texts.seen > 100 and not texts.wrong, sorted(set(texts.wrong))
