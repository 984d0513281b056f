"""No text leaves its key, the window, or touches another: every scene, French at four sizes, English at two.

French is the measure (ui.md): English is shorter nearly everywhere; one wide and one upright screen find where not.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kiosk import env, i18n
from kiosk.gallery.floor import stand
from kiosk.gallery.scene import Scene
from kiosk.gallery.scenes import scenes
from kiosk.stage import place
from kiosk.widgets.base import Drawn
from tests.kiosk.screens.fitting import faults

DRAWN = {((800, 480), "fr"), ((720, 1280), "en")}
"""Where everything is drawn, too. What fits is known from the layout alone, and drawing takes most of the time."""


@cache
def _scenes() -> tuple[Scene, ...]:
    """All of them; each game is played once."""
    return tuple(scenes())


LOOKS = [("fr", size) for size in env.SIZES] + [("en", (800, 480)), ("en", (720, 1280))]


@pytest.mark.parametrize(("language", "size"), LOOKS, ids=[f"{size[0]}x{size[1]}-{word}" for word, size in LOOKS])
def test_all_texts_fit(
    size: tuple[int, int], language: i18n.Language, window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (size, language) not in DRAWN:
        monkeypatch.setattr(Drawn, "_refresh", _refresh)
    shown = window(None, size)
    before = i18n.language()
    i18n.set_language(language)
    found = []
    try:
        for scene in _scenes():
            found += [f"{scene.name}: {fault}" for fault in _faults(scene, shown, size, pump)]
    finally:
        i18n.set_language(before)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "upright"])
def test_large_type_fits(size: tuple[int, int], window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawn, "_refresh", _refresh)
    shown = window(None, size, type_size="large")
    found = []
    for scene in _scenes():
        found += [f"{scene.name}: {fault}" for fault in _faults(scene, shown, size, pump)]
    assert not found, "\n" + "\n".join(found)


def _refresh(_widget: Drawn, *_: Any) -> None:
    """Draws nothing. Kivy finds it again by its name."""


def _faults(scene: Scene, shown: Any, size: tuple[int, int], pump: Any) -> list[str]:
    floor = stand(scene)
    shown.add_widget(floor)
    for _pass in range(3):  # laid out, not drawn: what is measured is where words lie, and drawing them costs the most
        place(floor)
    found = faults(floor, *size)
    shown.remove_widget(floor)
    return found
