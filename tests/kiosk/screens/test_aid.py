"""The player aid and the first game of all three games, by touch in the real kiosk."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.audience import PUBLIC
from companion.engine.guide import GuideLine
from companion.games.cerbere import guide as cerbere
from companion.games.cerbere.rules.setup import load_book
from companion.games.hellrail import guide as hellrail
from companion.games.infernal_wagon import guide as wagon
from companion.presentation import i18n
from kiosk.display import env
from kiosk.screens.aid import Aid, _plate
from kiosk.screens.cerbere.words import card_at_first
from kiosk.table.aid import NoteEntry, note
from kiosk.table.game_uis import GAME_UIS
from kiosk.widgets import aid_card
from kiosk.widgets.tip import Tips
from kiosk.window.pages import GAME_PAGES
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.games.test_covered import IN_PYTHON
from tests.icons import icon_names as icons
from tests.kiosk.remembered import Remembered
from tests.kiosk.screens.cerbere_fingers import Table as CerbereTable
from tests.kiosk.screens.cerbere_table import played
from tests.kiosk.screens.fitting import faults
from tests.kiosk.screens.hellrail_fingers import Table as HellRailTable
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene

pytestmark = pytest.mark.usefixtures("english")
SCENARIOS = Path(__file__).parents[2] / "scenarios"


HINTS = {"infernal_wagon": wagon, "cerbere": cerbere, "hellrail": hellrail}


UNASKED = {
    "infernal_wagon": ("setup", "ready", "turn", "held", "ended", "exploit", "again"),
    "cerbere": ("turn", "effect", "over"),
    "hellrail": ("place_gates", "place_who", "place_circle", "deal", "draw", "turn", "sealed", "over"),
}
"""Prompts that are no question: what the table does of its own accord."""


rooms = pytest.mark.parametrize("room", [GAME_UIS[game] for game in HINTS], ids=lambda room: room.game)


def hints_of(module: Any) -> Iterator[GuideLine]:
    """Every hint that a game can give."""
    for value in vars(module).values():
        if isinstance(value, GuideLine):
            yield value
        elif isinstance(value, dict):
            yield from (hint for hint in value.values() if isinstance(hint, GuideLine))


def covered(game: str) -> set[str]:
    """The rules that the scenarios of a game name, or tests in their place."""
    ids = set(IN_PYTHON.get(game, ()))
    for file in (SCENARIOS / game).glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        tomllib.loads(text)
        ids |= set(re.findall(r"\b(?:IW|CB|HR)-\d{3}\b", text))
    return ids


@rooms
def test_each_rule_that_a_page_or_a_hint_names_is_one_that_scenarios_cover(room: Any) -> None:
    context = context_for(Scene("aid"))
    pages = [
        rule for section in GAME_PAGES[room.game].aid(context) for entry in section.entries for rule in entry.rules
    ]
    hints = [rule for hint in hints_of(HINTS[room.game]) for rule in hint.rules.split()]
    assert pages and hints
    assert sorted({*pages, *hints} - covered(room.game)) == []


@rooms
def test_every_question_has_its_hint(room: Any) -> None:
    """Whatever the table does not do of its own accord is a question for the aid."""
    game = subject(room.game)
    asked: set[str] = set()
    for seed in range(12):
        opening, moves = game.openings[seed % len(game.openings)]
        driver = Driver(game, opening, moves)
        rng = Random(seed)
        for _ in range(40):
            request = driver.random_request(rng)
            if request is None:
                break
            driver.attempt(request)
            prompt = driver.game.prompt(driver.state, PUBLIC)
            assert prompt is not None
            if prompt.id not in UNASKED[room.game]:
                assert room.hints.asks(prompt), prompt
                asked.add(prompt.id)
    assert len(asked) > 2


@rooms
def test_each_page_and_hint_has_a_sign_and_words_in_both_languages(room: Any) -> None:
    for language in ("en", "fr"):
        i18n.set_language(language)
        for section in GAME_PAGES[room.game].aid(context_for(Scene("aid"))):
            assert section.icon in icons() and section.word and section.title and section.entries
            assert all(entry.icon in icons() and entry.name for entry in section.entries)
        if language == "fr":
            words = [hint.text for hint in hints_of(HINTS[room.game])]
            assert [text for text in words if i18n._(text) == text] == []
    assert all(hint.icon in icons() for hint in hints_of(HINTS[room.game]))


def leaf(press: Callable[[Any], object], root: Any) -> set[tuple[str, int]]:
    """Every page of the aid that lies open, by touch."""
    seen: list[tuple[str, int]] = []
    while (root.aid.at, root.aid.page) not in seen:
        seen.append((root.aid.at, root.aid.page))
        assert root.aid.plates or root.aid.empty.visible
        press(root.aid.after)
    assert {name for name, _page in seen} == {section.name for section in root.aid.sections}
    return set(seen)


def there_and_back(table: Any) -> None:
    """One touch opens the aid on the screen that stands, one leads back to the same."""
    root: Any = table.root
    screen, place = table.screen, table.place
    assert root.help.visible
    table.touch(root.help)
    assert root.name == "aid" and root.aid.at == "now"
    table.touch(root.aid.back)
    assert root.screen is screen and table.place == place and root.aid is None


@pytest.mark.parametrize(
    ("kind", "seats", "level"),
    [(CerbereTable, 4, "tracker"), (CerbereTable, 4, "board"), (HellRailTable, 3, "keeper"), (HellRailTable, 3, "map")],
)
def test_one_touch_opens_it(kind: Any, seats: int, level: str, seat: Any) -> None:
    table = seat(kind, language="en")
    table.enter(seats, level)
    there_and_back(table)
    if kind is CerbereTable:
        table.press("Menu")
        there_and_back(table)  # what a finger had chosen stands still
        assert table.screen.place.kind == "menu"
    table.touch(table.root.help)
    leaf(table.touch, table.root)


def test_a_bell_of_the_clock_takes_nothing_away_that_is_read(play: Any) -> None:
    """Six minutes are left: it rings, and the aid and the card of a first game stay."""
    play.open("L0")
    assert play.root.tip.visible
    title = play.root.tip.title
    play.tap(play.root.help)
    play.advance(60_500)
    assert play.root.name == "aid" and play.root.aid.clock.text == "6:00"
    play.tap(play.root.aid.back)
    assert play.root.tip.visible and play.root.tip.title == title


def test_a_first_game_says_each_thing_once(play: Any) -> None:
    play.open("L1")
    said = [play.root.tip.title]
    assert play.root.tip.visible and said == ["Off you go"]
    undo, tip = play.screen.page.undo, play.root.tip
    assert not tip.collide_widget(undo) and tip.top <= play.screen.page.figure.y + 1
    play.tap(tip)
    assert not tip.visible
    for slot in ("rail-36", "rail-39", "rail-42", "rail-10"):
        play.card(slot)
        play.screen.order_over() if play.screen.page.order_now else None
        play.root.second()
        while tip.visible:
            said.append(tip.title)
            play.tap(tip)
    assert "The Wagon moved on" in said
    assert len(said) == len(set(said))
    settings = play.kiosk.context.owner.now
    assert "infernal_wagon:card_placed" in settings.explained


def test_what_did_not_come_to_be_shown_in_a_turn_waits_for_the_next_time() -> None:
    context = context_for(Scene("tips", first=True))
    tips = Tips(context)
    firsts = {name: hellrail.FIRSTS[name] for name in ("car_loaded", "car_delivered")}
    tips.take("hellrail", firsts, "Ana")
    tips.show()
    tips.take("hellrail", {}, "Ana")
    assert tips.show() == note(firsts["car_delivered"]), "still her turn"
    tips.take("hellrail", {"derailed": hellrail.FIRSTS["derailed"]}, "Ana")
    tips.take("hellrail", {}, "Bo")
    assert tips.show() is None and not context.set_up.explained("hellrail", "derailed")


def test_it_is_offered_until_this_group_has_finished_one(play: Any) -> None:
    context = play.kiosk.context
    play.tap(play.screen.gates[0])
    key = play.screen.first_game
    assert key.visible and key.on
    play.tap(key)
    assert not key.on and not context.set_up.first_game("infernal_wagon")
    play.tap(play.screen.ready)
    play.tap(play.screen.page.start)
    assert not play.root.tip.visible
    play.move("give_up")
    assert len(Remembered(context.table.memories).finished()) == 1
    assert not context.set_up.offers_first_game("infernal_wagon") and not context.set_up.first_game("infernal_wagon")
    assert context.set_up.first_game("cerbere"), "another game is another first one"


# ---------------------------------------------------------------- Cerbère


BOOK = load_book(None)


NOTES = ("now", "screen", "places")
"""Sections that show no cards."""


def aid(update: Any = None) -> Aid:
    context = context_for(Scene("aid"))
    context.table.books = {"cerbere": BOOK}
    context.table.update = update
    context.table.chosen = "cerbere"
    return Aid(context, lambda: None)


def pages(screen: Aid) -> Iterator[tuple[str, int]]:
    """Leaf through all of it."""
    for section in screen.sections:
        screen.show(section.name)
        for page in range(screen.pages()):
            screen.show(section.name, page)
            screen.place_children()
            yield section.name, page


def test_every_card_is_told_once(window: Any) -> None:
    screen = aid()
    window(screen)
    told = [plate.name for name, _page in pages(screen) if name not in NOTES for plate in screen.plates]
    assert sorted(told) == sorted(card_at_first(card) for card in BOOK.catalogue.cards.values())
    assert len(told) == 21


def test_it_opens_at_what_may_be_done_now(window: Any) -> None:
    """The game says it: whoever is to play, then the question, then the chase."""
    screen = aid(played(turn={"active": "Bo"})[-1])
    assert screen.at == "now"
    (only,) = screen.section.entries
    assert isinstance(only, NoteEntry) and only.text.startswith("Bo:")
    assert aid().section.entries == ()


def test_leafing_goes_through_everything_and_round(window: Any, pump: Any) -> None:
    screen = aid()
    window(screen)
    seen = [(screen.at, screen.page)]
    while True:
        screen.turn(1)
        if (screen.at, screen.page) == seen[0]:
            break
        seen.append((screen.at, screen.page))
    assert seen == list(pages(screen))
    screen.show("now")
    screen.turn(-1)
    assert (screen.at, screen.page) == seen[-1]


@pytest.mark.parametrize("words", ["fr", "en"])
@pytest.mark.parametrize("size", env.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("type_size", ["large"])
def test_every_page_fits(size: tuple[int, int], words: i18n.Language, type_size: Any, window: Any, pump: Any) -> None:
    i18n.set_language(words)
    screen = aid()
    screen.size = size
    window(screen, size, type_size=type_size)
    found = []
    for name, page in pages(screen):
        found += [f"{name} {page}: {fault}" for fault in faults(screen, *size)]
    assert not found, "\n".join(found)


@rooms
def test_no_plate_shows_the_number_of_a_rule(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is for whoever changes the rule."""
    drawn: list[str] = []
    monkeypatch.setattr(aid_card, "put_line", lambda words, *_place: drawn.append(words))
    for section in GAME_PAGES[room.game].aid(context_for(Scene("aid"))):
        for entry in section.entries:
            plate = _plate(entry)
            plate.size = (900, 900)
            plate.draw()
    assert drawn and [words for words in drawn if re.search(r"\b(IW|CB|HR)-\d", words)] == []
