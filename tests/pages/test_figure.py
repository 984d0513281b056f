"""What a phone is touched on: all that a prompt offers is there, for everybody alike, and a frame holds all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from companion.engine.audience import PUBLIC, Seat
from companion.engine.game import GameSetup, Player
from companion.engine.prompt import Keys, Prompt
from companion.engine.requests import SeatSight
from companion.engine.secret import Secret
from companion.games import registry
from companion.games.hellrail.names import Level
from companion.presentation.i18n import Catalogue
from companion.presentation.svg import to_svg
from companion.web.desk.answering import RIGHTS
from companion.web.desk.frame import PageAnswer, PageFrame, Painter, padded, spot
from companion.web.desk.games import page_of
from companion.web.desk.requests import LONGEST_ID
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.example_game import game as coins
from tests.thorough import rounds

GAME = subject("hellrail")
MAPS = [i for i, (order, _moves) in enumerate(GAME.openings) if order.options.get("level") == Level.MAP.value]
BOARDS = [i for i, (order, _moves) in enumerate(subject("cerbere").openings) if order.options.get("level") == "board"]
TABLES = [*(("hellrail", i) for i in MAPS), *(("cerbere", i) for i in BOARDS)]
PAGE = page_of("hellrail")
STEPS = rounds(30, 400)
MOST_PROMPTS = 60
"""Of one state, breadth first."""


def figure(view: Any, game: str = "hellrail") -> str:
    scene = page_of(game).figure(view)
    return to_svg(scene, "f-") if scene is not None else ""


def prompts(driver: Driver) -> Iterator[tuple[Keys, Prompt]]:
    """All that can be gone into, of the seat that is asked."""
    first = driver.game.prompt(driver.state, PUBLIC)
    who = first.who if first is not None else ""
    audience = Seat(who) if who else PUBLIC
    waiting: list[Keys] = [()]
    seen = 0
    while waiting and seen < MOST_PROMPTS:
        path = waiting.pop(0)
        prompt = driver.game.prompt(driver.state, audience, path)
        if prompt is None:
            return
        seen += 1
        yield path, prompt
        waiting += [(*path, o.key) for o in prompt.options if o.move is None and o.why is None and not o.chosen]


def whole(driver: Driver, path: Keys, prompt: Prompt, view: Any, figure: str) -> PageFrame:
    """The frame of the seat that is asked, with everything that a frame can have beside."""
    game = driver.game.name
    frame = PageFrame("table", number="9" * 40, language="fr", game=game, picture="p" * 24, figure=figure)
    frame.seat = prompt.who or "Ana"
    frame.answer = PageAnswer("x" * LONGEST_ID, False, code="x" * 30, title="x" * 200, hint="x" * 200)
    Painter(Catalogue("fr")).add_own(frame, SeatSight(view, prompt, path), None, False, 0, RIGHTS)
    return frame


@pytest.mark.parametrize(("game", "number"), TABLES)
def test_every_place_of_a_prompt_is_on_the_figure_and_no_option_is_left_out(game: str, number: int) -> None:
    played, on_figure = subject(game), page_of(game).on_figure
    driver, rng = Driver(played, *played.openings[number]), Random(number)
    met = set()
    for _step in range(STEPS):
        view = driver.game.view(driver.state, PUBLIC, driver.at)
        svg = figure(view, game)
        places = set(re.findall(r'data-place="([^"]+)"', svg))
        parts = set(re.findall(r'<symbol id="f-d-([^"]+)"', svg))
        for path, prompt in prompts(driver):
            if on_figure is not None and prompt.id not in on_figure:
                continue
            offered = [option for option in prompt.options if option.listed and option.place]
            spots = list(map(spot, offered))
            assert set(spots) <= places, (prompt.id, path)
            if not any(option.drawing for option in offered):
                assert game == "hellrail" or len(set(spots)) == len(spots), "two of them at one place"
            assert {part for option in offered for part in option.drawing} <= parts
            assert {place for place in prompt.trail if place != "off"} <= places, (prompt.id, prompt.trail)
            met |= {prompt.id} if offered else set()
            frame = whole(driver, path, prompt, driver.game.view(driver.state, Seat(prompt.who), driver.at), "f" * 24)
            before = json.encode(frame)
            padded(frame)
            assert json.encode(frame) == before, f"too much for a frame: {prompt.id} {path}"
        request = driver.random_request(rng)
        if request is None:
            break
        driver.attempt(request)
    assert met


def test_the_figure_is_everybodys() -> None:
    """It says nothing of what is chosen on the way to a move: it is drawn from what all may see, whoever asks."""
    driver = Driver(GAME, *GAME.openings[MAPS[0]])
    view = driver.game.view(driver.state, PUBLIC, driver.at)
    assert figure(view) == figure(view) and "data-seat" not in figure(view)


def test_a_small_game_is_on_a_phone_and_a_television_by_its_figure_alone() -> None:
    """Nothing of the product knows the game of coins; a game without a figure has its prompts."""
    registry.register(coins.PLUGIN)
    try:
        game = coins.PLUGIN.make(None)
        state, _events = game.setup(GameSetup((Player("Ana", "red"), Player("Bo", "blue")), {}), Random(1))
        state = replace(state, filled=tuple(Secret(n) for n in (1, 2, 3, 4)), takers={"bag-3": "Ana"})
        view, prompt = game.view(state, PUBLIC, 0), game.prompt(state, PUBLIC)
        page = page_of(coins.NAME)
        assert registry.title_of(coins.NAME) == "Coins"
        picture, figure = page.picture(view), page.figure(view)
        assert picture is not None and figure is not None and prompt is not None
        svg = to_svg(figure, "f-")
        places = set(re.findall(r'data-place="([^"]+)"', svg))
        assert {option.place for option in prompt.options} == {"bag-1", "bag-2", "bag-4"} <= places
        assert "<title>Ana</title>" in to_svg(picture)
        frame = PageFrame("table", number="9" * 40, language="en", game=coins.NAME, figure="f" * 24)
        frame.seat = prompt.who
        Painter(Catalogue("en")).add_own(frame, SeatSight(view, prompt, ()), None, False, 0, RIGHTS)
        assert frame.prompt is not None and {one.place for one in frame.prompt.options} <= places
    finally:
        registry.unregister(coins.NAME)
    assert page_of(coins.NAME).figure(view) is None and registry.title_of(coins.NAME) == coins.NAME
