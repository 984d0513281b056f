"""What a family without tags sees: nothing speaks of a reader, numbers take the right word, tiles hold their words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.update import Notice
from companion.presentation import i18n
from companion.presentation.i18n import _
from kiosk.root_widget import place
from kiosk.screens.cerbere.recap import count_words
from kiosk.screens.hellrail.recap import count_words as hellrail_words
from kiosk.widgets.aid_card import AidNote
from kiosk.widgets.key import Key
from kiosk.widgets.label import Text
from kiosk.widgets.tile import Tile
from tests.kiosk.screens.fitting import visible
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes

ASKING = ("hellrail-derailed", "hellrail-pick", "hellrail-turn-rail-card", "hellrail-drop", "hellrail-toll",
          "hellrail-covered", "hellrail-card-move", "hellrail-card-throw")  # fmt: skip


@pytest.fixture
def floor_of(window: Any) -> Any:
    shown = window(None, (800, 480))

    def made(name: str, *codes: str) -> Any:
        scene = next(scene for scene in scenes() if scene.name == name)
        root = stand(replace(scene, notices=tuple(Notice(code, {}) for code in codes)))
        shown.add_widget(root)
        for _pass in range(3):
            place(root)
        return root

    return made


@pytest.mark.parametrize("name", ASKING)
def test_without_a_reader_nothing_speaks_of_one(floor_of: Any, name: str) -> None:
    screen = floor_of(name, "no_reader").screen
    said = [widget.text for widget in visible(screen) if isinstance(widget, Text)]
    assert said and not [text for text in said if "reader" in text], said


def test_one_chase_is_no_chases(french: None) -> None:
    assert count_words(1, 1, 1) == ("Chasse", "esquivée", "capture")
    assert count_words(2, 2, 2) == ("Chasse", "esquivées", "captures")
    assert hellrail_words(1, 1, 1)[1:] == ("coup de bélier", "déraillement", "recharge")


@pytest.fixture
def french() -> Any:
    before = i18n.language()
    i18n.set_language("fr")
    yield
    i18n.set_language(before)


def test_a_tile_too_low_for_its_lines_does_not_hold_them(window: Any) -> None:
    """Two lines of 24 and 21 px stood out of a tile of 50."""
    window()
    tile = Tile("Upgrade Rail", "rings", "with another", width=360, height=50)
    assert not tile.fits
    tile.height = 80
    assert tile.fits


def test_few_notes_of_an_aid_leave_no_column_empty(floor_of: Any) -> None:
    root = floor_of("aid-cerbere-now-1")
    notes = [widget for widget in visible(root) if isinstance(widget, AidNote)]
    assert len(notes) < 3 and max(note.right for note in notes) > 0.9 * root.width


def test_a_town_is_called_the_same_on_every_page(floor_of: Any, french: None) -> None:
    keys = {key.label for key in visible(floor_of("machine-towns-last").screen) if isinstance(key, Key)}
    assert {"Bruxelles", "Londres"} <= keys


def test_the_page_of_a_name_says_what_it_asks(floor_of: Any) -> None:
    screen = floor_of("name").screen
    assert screen.title.text == _("Who plays here?") and not screen.wipe.enabled
