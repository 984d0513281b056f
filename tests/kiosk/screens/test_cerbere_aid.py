"""The player aid of Cerbère: every card of the catalogue is told, and every page can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cerbere.book import load_book
from companion.games.cerbere.data.cards import Card, CardOption, Catalogue, Op
from companion.games.cerbere.names import CardDeck, OpName, Place
from companion.presentation import i18n
from kiosk import env
from kiosk.aid import CardEntry, NoteEntry, Row
from kiosk.icons import names as icons
from kiosk.screens.aid import Aid
from kiosk.screens.cerbere.aid_pages import pages_of
from kiosk.screens.cerbere.words import card_at_first
from tests.kiosk.screens.cerbere_table import played
from tests.kiosk.screens.fitting import faults
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene

BOOK = load_book(None)
NOTES = ("now", "screen", "places")
"""Sections that show no cards."""


def aid(update: Any = None, catalogue: Catalogue | None = None) -> tuple[Aid, list[str]]:
    """The screen, and how often it was closed."""
    context = context_for(Scene("aid"))
    context.books = {"cerbere": BOOK if catalogue is None else replace(BOOK, catalogue=catalogue)}
    context.update = update
    context.chosen = "cerbere"
    closed: list[str] = []
    return Aid(context, lambda: closed.append("closed")), closed


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Words are compared in English."""
    before = i18n.language()
    i18n.set_language("en")
    yield
    i18n.set_language(before)


def pages(screen: Aid) -> Iterator[tuple[str, int]]:
    """Leaf through all of it."""
    for section in screen.sections:
        screen.show(section.name)
        for page in range(screen.pages()):
            screen.show(section.name, page)
            screen.place_children()
            yield section.name, page


def test_every_card_is_told_once(window: Any) -> None:
    screen, _opened = aid()
    window(screen)
    told = [plate.name for name, _page in pages(screen) if name not in NOTES for plate in screen.plates]
    assert sorted(told) == sorted(card_at_first(card) for card in BOOK.catalogue.cards.values())
    assert len(told) == 21


def test_each_row_has_words_and_a_sign() -> None:
    for section in pages_of(BOOK.catalogue):
        for entry in section.entries:
            if isinstance(entry, CardEntry):
                assert len(entry.options) == 2 and all(entry.options)
                rows = [row for option in entry.options for row in option]
                assert all(row.icon in icons() and row.text and "{" not in row.text for row in rows)
            else:
                assert isinstance(entry, NoteEntry)
                assert entry.icon in icons() and entry.text and "{" not in entry.text


def test_costs_come_first_and_are_called_costs() -> None:
    run = next(e for e in pages_of(BOOK.catalogue)[1].entries if isinstance(e, CardEntry) and e.name == "Run")
    (cost, effect), second = run.options
    assert cost.cost and cost.text == "Cost: Rage +1"
    assert not effect.cost and effect.text == "Advance 2"
    assert [row.text for row in second[1:]] == ["Another one advances 3", "Yet another advances 1"]


def test_an_owners_card_is_told_too() -> None:
    option = CardOption("a", (), (Op(OpName.MOVE, n=4),))
    own = Card("sur_elan", CardDeck.SURVIVAL, (option, option), copies=2, name_fr="ÉLAN", name_en="Surge")
    survival = pages_of(Catalogue({"sur_elan": own}))[3]
    rows = ((Row("pawn", "Advance 4"),),) * 2
    assert survival.entries == (CardEntry("pawn", "Élan (Surge)", "×2", rows, ("CB-042",)),)


def test_all_places_of_the_boards_are_told() -> None:
    told = {entry.icon for entry in pages_of(BOOK.catalogue)[-1].entries if isinstance(entry, NoteEntry)}
    icons_of = {Place.DEN: "cerberus", Place.STILT: "stilts"}
    for place in Place:
        name = str(place).split("_")[0] if "funicular" in place else str(place)
        assert icons_of.get(place, name) in told


def test_it_opens_at_what_may_be_done_now(window: Any) -> None:
    """The game says it: whoever is to play, then the question, then the chase."""
    screen, _closed = aid(played(turn={"active": "Bo"})[-1])
    assert screen.at == "now"
    (only,) = screen.section.entries
    assert isinstance(only, NoteEntry) and only.text.startswith("Bo:")
    assert aid()[0].section.entries == ()


def test_leafing_goes_through_everything_and_round(window: Any, pump: Any) -> None:
    screen, _opened = aid()
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


def test_keys(window: Any, touch: Any, pump: Any) -> None:
    screen, opened = aid()
    window(screen)
    touch(*screen.tabs[5].center).lift()
    pump(2)
    assert screen.at == "betrayal" and screen.title.text == "Trahison cards"
    touch(*screen.back.center).lift()
    assert opened == ["closed"]


def test_without_cards_the_places_are_there(window: Any) -> None:
    screen, _opened = aid(catalogue=Catalogue({}))
    window(screen)
    screen.show("runners")
    screen.place_children()
    assert screen.empty.visible and not screen.plates
    screen.show("places")
    screen.place_children()
    assert screen.plates and not screen.empty.visible


@pytest.mark.parametrize("words", ["fr", "en"])
@pytest.mark.parametrize("size", env.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("type_size", ["large"])
def test_every_page_fits(size: tuple[int, int], words: i18n.Language, type_size: Any, window: Any, pump: Any) -> None:
    i18n.set_language(words)
    screen, _opened = aid()
    screen.size = size
    window(screen, size, type_size=type_size)
    found = []
    for name, page in pages(screen):
        found += [f"{name} {page}: {fault}" for fault in faults(screen, *size)]
    assert not found, "\n".join(found)
