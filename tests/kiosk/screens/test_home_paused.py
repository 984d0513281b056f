"""The key that resumes a paused game: its second line fits on every day of the year, whoever played."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.presentation import i18n
from companion.presentation.words import names_and_day, when
from kiosk.root_widget import place
from tests.tools.gallery.root import stand
from tests.tools.gallery.scenes import scenes

TABLES = (
    ("Ana", "Bo"),
    ("Ana", "Bo", "Cy", "Dan", "Eli"),
    ("Éléonore", "Maximilien", "Marguerite", "Barthélemy", "Clémentine", "Christophe", "Wilhelmine"),
)
PLAYED = datetime.fromisoformat("2026-01-01T22:48:00+01:00")


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "upright"])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_it_fits_on_every_day(size: tuple[int, int], language: i18n.Language, window: Any) -> None:
    shown = window(None, size)
    i18n.set_language(language)
    root = stand(next(scene for scene in scenes() if scene.name == "home-waiting"))
    shown.add_widget(root)
    place(root)
    home: Any = root.screen
    key = home.resume
    for names in TABLES:
        for day in range(366):
            played = PLAYED + timedelta(days=day)
            said = when(played.isoformat(), PLAYED + timedelta(days=400))
            key.show(second=names_and_day(names, said))
            assert key.fits, (names, said)
            line = key.second_fit().lines[0]
            assert line.startswith(names[0]) and line.endswith(said), line
