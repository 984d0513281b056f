"""What a family without tags sees: nothing speaks of a reader, numbers take the right word, tiles hold their words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.update import Notice
from kiosk.root_widget import place
from kiosk.screens.cerbere.recap import count_words
from kiosk.screens.hellrail.recap import count_words as hellrail_words
from kiosk.widgets.label import Text
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


def test_one_chase_is_no_chases() -> None:
    assert count_words(1, 1, 1) == ("Chasse", "esquivée", "capture")
    assert count_words(2, 2, 2) == ("Chasse", "esquivées", "captures")
    assert hellrail_words(1, 1, 1)[1:] == ("coup de bélier", "déraillement", "recharge")
