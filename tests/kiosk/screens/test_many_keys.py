"""A page of a game takes as many prominent options as its keys have room for; the others are in its menu."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.hellrail.prompts import tree
from companion.games.hellrail.prompts.cards import BOAT, UPGRADE
from companion.presentation import i18n
from tests.kiosk.screens.hellrail_table import HellRailTable

MORE = (BOAT, UPGRADE)


@pytest.fixture(params=[1, 2], ids=["seven", "eight"])
def prominent(request: pytest.FixtureRequest) -> Iterator[None]:
    """More options of a turn than today are to have a key."""
    with pytest.MonkeyPatch.context() as patch:
        for name in MORE[: request.param]:
            patch.setitem(tree.PLAYS, name, replace(tree.PLAYS[name], prominent=True))
            patch.setitem(tree.OF_A_TURN, name, tree.PLAYS[name])
        tree._refused.cache_clear()
        yield
    tree._refused.cache_clear()


@pytest.mark.parametrize("level", ["keeper", "map"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.usefixtures("prominent")
def test_every_option_has_a_key_that_fits_or_a_place_in_the_menu(
    play: Any, window: Any, level: str, size: tuple[int, int], language: i18n.Language
) -> None:
    table = HellRailTable(play)
    window(size=size)
    i18n.set_language(language)
    table.open(level=level)
    page = table.sheet
    keys = page.keys
    assert [key.label for key in keys if not key.fits] == []
    assert page.keys[-1] is page.turn_keys.by_option[tree.END.key] and len(keys) >= 6
    offered = {option.key for option in play.kiosk.context.prompt.options}
    table.tap(page.turn_keys.menu)
    tiles = table.sheet.prompt.options
    assert offered == {*page.turn_keys.by_option, *(option.key for option in tiles)}
    assert {i18n.spoken(option.label) for option in tiles} <= {tile.label for tile in table.sheet.tiles}


def test_beside_many_keys_undo_keeps_its_own_word(play: Any, english: None) -> None:
    """In French it is the longest; what it takes back gives way."""
    i18n.set_language("fr")
    table = HellRailTable(play)
    table.open(2, "Bo", {"Bo": {"tender": True, "hand": 4}}, level="keeper", phase="start")
    table.play.pump(2)
    page = table.sheet
    assert len(page.keys) == 5
    for words in ("Ana : fin du tour", "la donne", "Ana : voiture décrochée"):
        page.say_undo(True, words)
        assert page.undo.label == "Annuler" and page.undo.fits
