"""The player aid of Cerbère: every card of the catalogue is told, and every page can be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cerbere.data.cards import Catalogue
from companion.games.cerbere.rules.setup import load_book
from companion.presentation import i18n
from kiosk import env
from kiosk.aid import NoteEntry
from kiosk.screens.aid import Aid
from kiosk.screens.cerbere.words import card_at_first
from tests.kiosk.screens.cerbere_table import played
from tests.kiosk.screens.fitting import faults
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene

pytestmark = pytest.mark.usefixtures("english")
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
