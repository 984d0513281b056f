"""The game of coins in the real kiosk, by touch: nothing of the product knows it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.requests import Choose, Open, Position
from companion.engine.signals import Tag
from companion.engine.summary import Summary
from companion.engine.text import Text
from companion.engine.update import Refusal
from companion.games import registry
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.presentation.refusals import refusal
from companion.presentation.show import Show
from companion.tools.enrol.store import file_of
from kiosk.window import pages
from tests.example_game import painted
from tests.example_game.game import BOX, NAME, PLUGIN, slots
from tests.example_game.ui import UI
from tests.kiosk.screens.touching import Hand

SIZES = [(800, 480), (720, 1280)]
Sit = Callable[..., Hand]


@pytest.fixture
def coins() -> Iterator[None]:
    """One game more."""
    registry.register(PLUGIN)
    pages.register(UI)
    yield
    pages.unregister(NAME)
    registry.unregister(NAME)


@pytest.fixture
def sit(coins: None, seat: Sit, tmp_path: Path) -> Sit:
    config = tmp_path / "config"
    shutil.copytree(PACKAGED_CONFIG, config)
    return partial(seat, options=KioskOptions(data=tmp_path / "data", config=config, lang="en", simulate=True))


def begin(hand: Hand) -> None:
    hand.shoot("home")
    hand.press("Coins")
    hand.shoot("set-up")
    hand.touch(next(key for key in hand.seen() if getattr(key, "icon", "") == "plus"))
    hand.press("We are ready")
    hand.wait(lambda: hand.view is not None, "the first prompt")
    assert hand.view.bags == 6


def fill(hand: Hand, *coins: int) -> None:
    for number, n in enumerate(coins):
        hand.press(f"Only {('Ana', 'Bo')[number % 2]} looks")
        hand.shoot("fill")
        hand.press(str(n))


def take(hand: Hand, bag: int) -> None:
    """A finger on a bag of the figure."""
    figure, key = hand.screen.sheet.figure, f"bag-{bag}"
    assert not hand.screen.sheet.tiles, "what has a place needs no tile"
    assert figure.height > 0.45 * hand.window.height, "all that heading and keys leave"
    hand.wait(lambda: key in [target[0] for target in figure.targets()], "the ring")
    hand.touch_at(*next(target[1:] for target in figure.targets() if target[0] == key))
    hand.wait(lambda: key in hand.view.takers, key)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_an_evening_by_touch(sit: Sit, size: tuple[int, int]) -> None:
    hand = sit(size=size)
    begin(hand)
    fill(hand, 3, 4, 3, 4, 3, 4)
    hand.press("Undo")
    hand.press("Only Bo looks")
    hand.press("5")
    hand.touch(hand.root.tab)
    hand.shoot("drawer")
    hand.press("Bag 2")  # its tag, by the bytes of a reader
    hand.wait(lambda: "bag-2" in hand.view.takers, "the tag of bag 2")
    assert hand.screen.sheet.who.text == "Ana has bag 2"
    hand.touch(hand.root.drawer.close)
    for bag in (1, 4, 3, 6, 5):
        take(hand, bag)
    hand.shoot("taken")
    hand.press("Menu")
    hand.shoot("corrections")
    hand.press("B")
    assert hand.view.takers["bag-2"] == "Bo"
    hand.press("Done")
    hand = sit(size=size)  # switched off and on
    hand.press("Resume Coins")
    hand.wait(lambda: hand.view is not None, "the game again")
    hand.press("Open all bags")
    hand.shoot("recap")
    assert hand.root.name == "coins_recap"
    hand.press("Undo")
    assert hand.view.coins is None
    hand.press("Open all bags")
    assert hand.view.coins == (3, 4, 3, 4, 3, 5)
    hand.press("Play again")
    hand.press("We are ready")
    hand.wait(lambda: hand.view.filled == 0, "the next game")
    assert hand.view.bags == 6, "as was chosen"
    hand.press("Menu")
    hand.press("Leave")
    hand.press("Memories")
    hand.shoot("memories")
    assert not hand.diary.faults, hand.diary.faults


def test_a_new_field_is_put_right_by_touch_with_the_line_that_declares_it(sit: Sit) -> None:
    registry.unregister(NAME)
    registry.register(painted.PLUGIN)
    hand = sit()
    begin(hand)
    hand.press("Menu")
    (line,) = hand.screen.lines
    assert (line.words.text, line.stepper.value.text, line.stepper.minus.enabled) == ("Paint", "0", False)
    for n in range(1, 6):
        hand.touch(line.stepper.plus)
        hand.wait(lambda n=n: line.stepper.value.text == str(n), "the answer")  # type: ignore[misc]
    assert not line.stepper.plus.enabled, "its type says how many there are"
    assert hand.kiosk.runtime.table.ask(Position()).answer["paint"] == 5


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_lines_that_a_page_of_corrections_has_no_room_for_come_when_it_is_turned(
    sit: Sit, size: tuple[int, int]
) -> None:
    hand = sit(size=size)
    seats = tuple(Player(name, colour) for name, colour in zip("ABCD", ("red", "blue", "green", "pink"), strict=True))
    keys = [key for _bag in slots(12) for key in ("alone", "1")] + [*slots(12)]
    table = hand.kiosk.runtime.table
    table.ask(Open(NAME, seats, {"bags": 3}))
    for key in keys:
        table.ask(Choose(key))
    hand.sync()
    hand.press("Menu")
    shown = [[i for i, line in enumerate(hand.screen.lines) if line.visible]]
    while hand.screen.more.visible and len(shown) < 3:
        hand.shoot("corrections")
        hand.touch(hand.screen.more)
        shown.append([i for i, line in enumerate(hand.screen.lines) if line.visible])
    room = 10 if size[0] > size[1] else 11
    assert shown == [[*range(room)], [*range(room, 12)], [*range(room)]]
    hand.touch(hand.screen.more)
    hand.press("B")
    assert hand.view.takers[f"bag-{room + 1}"] == "B", "a touch means the line that shows"
    assert not hand.diary.faults, hand.diary.faults


def test_an_end_without_points_is_played_again_by_the_same_players(sit: Sit) -> None:
    registry.unregister(NAME)
    show = Show(summary=lambda view: None if view.coins is None else Summary(Text("Over")))
    registry.register(replace(PLUGIN, show=show))
    hand = sit()
    begin(hand)
    fill(hand, 3, 4, 3, 4, 3, 4)
    for bag in range(1, 7):
        take(hand, bag)
    hand.press("Open all bags")
    hand.press("Play again")
    hand.press("We are ready")
    hand.wait(lambda: hand.view.filled == 0, "the next game")
    assert [seat.name for seat in hand.view.seats] == ["Ana", "Bo"]


def test_the_tile_of_a_game_for_exactly_two_says_two(sit: Sit) -> None:
    pages.unregister(NAME)
    pages.register(replace(UI, most=2))
    assert sit().screen.gates[-1].lines == ("2 · coins",)


def test_a_refusal_is_said_as_the_game_says_it(sit: Sit) -> None:
    sit()
    assert refusal(Refusal("bag_taken", {"name": "Bo"}), NAME) == ("Bo has that bag", "Take another one.")


def test_its_pieces_are_enrolled(sit: Sit, tmp_path: Path) -> None:
    hand = sit()
    hand.press("Coins")
    hand.press("Box")
    hand.shoot("box")
    assert not hand.diary.faults, hand.diary.faults
    hand.press("Bag")
    runtime: Any = hand.kiosk.runtime
    runtime.receive(Tag("table", "04AABBCC"))
    hand.sync()
    kept, played = file_of(BOX.game, tmp_path / "data"), BOX.own(tmp_path / "config")
    hand.wait(lambda: kept.exists() and "04AABBCC" in kept.read_text(), "the tag in what is taken down")
    hand.press("Back")
    hand.press("Back")
    hand.wait(lambda: played.exists() and "04AABBCC" in played.read_text(), "the tag in the box")
    assert BOX.tags(tmp_path / "config")["04AABBCC"] == "bag-1"


def test_nobody_reads_a_bag_on_the_screen(sit: Sit) -> None:
    """Two games that differ in what was filled show the same words at every moment."""
    told: list[list[str]] = []
    for coins in ((1, 2, 3, 4, 5, 0), (5, 5, 0, 1, 2, 3)):
        hand = sit()
        if not told:
            begin(hand)
        else:
            hand.press("Coins")
            hand.press("We are ready")
        told.append([])
        for number, n in enumerate(coins):
            hand.press(f"Only {('Ana', 'Bo')[number % 2]} looks")
            hand.press(str(n))
            told[-1] += [getattr(widget, "label", "") for widget in hand.seen()]
        hand.press("Menu")
        hand.press("Leave")
    assert told[0] == told[1]
