"""What takes back, and what ends a turn, has a place of its own on every page of a game: no other key ever takes it.
And no word on these pages is cut or lies on another.

Whole games by random play, each answer shown on the pages of the kiosk and laid out in four sizes (two a game in a
quick run); nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.engine.requests import Back, Choose, Undo
from companion.presentation import i18n
from kiosk.screens.hellrail import routing
from kiosk.screens.sheet import SheetKey
from kiosk.widgets.key import Key, Touchable
from kiosk.window.root_widget import lay_out_now
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.kiosk.screens.fitting import faults, lay_out
from tests.thorough import THOROUGH, rounds
from tests.tools.gallery.root import stand
from tests.tools.gallery.scene import Scene

SIZES = ((800, 480), (1280, 720), (480, 800), (720, 1280), *(((1024, 600),) if THOROUGH else ()))
READ = SIZES if THOROUGH else (SIZES[0], SIZES[3])
"""Where the words are looked at."""
LEVELS = {"infernal_wagon": (0, 2), "cerbere": (0, 1, 5), "hellrail": (0, 1, 8)}
"""Openings of the subject in which each level is played."""
LATE = {"infernal_wagon": (3, 4), "cerbere": (2, 4, 6), "hellrail": (2, 6, 10)}
KINDS = (LEVELS, LATE) if THOROUGH else (LEVELS,)
GAMES = [(game, number) for kinds in KINDS for game in kinds for number in kinds[game]]
STEPS = rounds(9, 250)


class Rect(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Rect) -> bool:
        wide = min(self.right, other.right) - max(self.left, other.left)
        return wide > 1 and min(self.top, other.top) - max(self.bottom, other.bottom) > 1


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_no_key_takes_the_place_of_one_that_ends_or_takes_back(game: str, number: int, window: Any) -> None:
    """Over all pages that one game comes to: its turns, questions, sheets, menus and the page of corrections."""
    i18n.set_language("fr" if number else "en")
    for size in SIZES if THOROUGH else SIZES[number % 2 :: 2]:
        found: dict[tuple[str, Rect], str] = {}
        wrong: set[str] = set()
        for root in pages(game, number, window, size):
            for what, rect, said in keys(root):
                found.setdefault((what, rect), said)
            if size in READ:
                lay_out()
                wrong |= {f"{root.name}: {fault}" for fault in faults(root, *size)}
        assert not wrong, f"{game} {number} {size}: {sorted(wrong)[:6]}"
        assert any(what == "undo" for what, _rect in found)
        own = [(what, rect, said) for (what, rect), said in found.items() if what]
        for what, rect, said in own:
            over = [other for (of, other_rect), other in found.items() if of != what and rect.meets(other_rect)]
            assert not over, f"{game} {number} {size}: where {said} stands, there is also {over[:4]}"


def pages(game: str, number: int, window: Any, size: tuple[int, int]) -> Iterator[Any]:
    """The kiosk after each answer of a random game, laid out."""
    known = subject(game)
    opening, moves = known.openings[number]
    window(None, size)
    root: Any = stand(Scene("places"))
    window(root, size)
    driver, rng = Driver(known, opening, moves), Random(number)
    context = root.context
    heard = 0
    for step in range(STEPS):
        for update in driver.heard[heard:]:
            context.table.update = update
            context.table.now = lambda stamp=update.stamp: stamp
            root.on_update(update)
        heard = len(driver.heard)
        lay_out_now(root)
        yield root
        if step % 8 == 3:
            yield from beside(root, game)
        prompt = driver.session.prompt()
        options = [option for option in prompt.options if option.open(driver.at)] if prompt is not None else []
        if driver.game.result(driver.state, driver.at) is not None or rng.random() < 0.06:
            driver.attempt(Undo())
        elif not options:
            driver.attempt(Back())
        else:
            driver.attempt(Choose(rng.choice(options).key))
    root.screen.closed()
    root.parent.remove_widget(root)


def beside(root: Any, game: str) -> Iterator[Any]:
    """Pages that a finger opens over the game, and what the screen has of its own."""
    if game == "hellrail" and root.name == "hellrail":
        for kind in (routing.MORE, routing.CIRCLES):
            root.screen.go(SheetKey(kind))
            lay_out_now(root)
            yield root
        root.screen.go(None)
    if game == "infernal_wagon":
        root.open("exploits")
        lay_out_now(root)
        yield root
        root.open(None)
        lay_out_now(root)
    if root.base in root.context.table.ui.playing:
        root.open("correct" if game == "infernal_wagon" else f"{game}_correct")
        lay_out_now(root)
        yield root
        root.open(None)
        lay_out_now(root)


def keys(root: Any) -> Iterator[tuple[str, Rect, str]]:
    """What can be touched: what it takes back or ends ("" if neither), where, and what it says."""
    for widget in root.screen.walk(restrict=True):
        if isinstance(widget, Touchable) and widget.stands() and widget.width > 1:
            x, y = widget.to_window(*widget.pos)
            rect = Rect(round(x), round(y), round(x + widget.width), round(y + widget.height))
            label = getattr(widget, "label", "") or getattr(widget, "icon", "")
            what = ""
            if isinstance(widget, Key):
                what = "undo" if widget.icon == "undo" else f"ends {widget.icon}" if widget.ends else ""
            sheet = getattr(root.screen, "place", None)
            yield what, rect, f"{label!r} of {root.name} {getattr(sheet, 'kind', '')}"
