"""No text leaves its key, the window, or touches another: every scene, French wide and upright, English wide.

All layouts are in units of the short side: 1024x600 and 1280x720 are 800x480 with a little more width. `make test`
measures the two narrowest screens; COMPANION_ALL_SIZES=1 measures all four in both languages, and large type.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest

from kiosk import env, i18n
from kiosk.aid import note
from kiosk.gallery.floor import stand
from kiosk.gallery.scene import Scene
from kiosk.gallery.scenes import scenes
from kiosk.gallery.scenes_aid import FIRSTS
from kiosk.stage import place
from kiosk.widgets.base import Drawn
from kiosk.widgets.tip import Tip
from tests.kiosk.screens.fitting import faults

DRAWN = {((800, 480), "fr")} if os.environ.get("COMPANION_ALL_SIZES") else set()
"""Where everything is drawn, too. What fits is known from the layout alone, and drawing takes most of the time."""


@cache
def _scenes() -> tuple[Scene, ...]:
    """All of them; each game is played once."""
    return tuple(scenes())


WIDE, UPRIGHT = (800, 480), (720, 1280)
ALL = bool(os.environ.get("COMPANION_ALL_SIZES"))
SHORT = (480, 800)
EVERY = [(word, size) for word in ("fr", "en") for size in (SHORT, *env.SIZES)]
LOOKS = EVERY if ALL else [("fr", WIDE), ("fr", UPRIGHT), ("en", WIDE)]


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


@pytest.mark.skipif(not ALL, reason="large type takes COMPANION_ALL_SIZES=1")
@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=lambda size: f"{size[0]}x{size[1]}")
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
    found = [*faults(floor, *size), *_hints_too_long(floor)]
    shown.remove_widget(floor)
    pump(1)  # what was to be drawn is not, as long as nothing is
    return found


def _hints_too_long(floor: Any) -> list[str]:
    """The hints of a first game that do not go into the card where this screen has room for it. Any may come there."""
    update = floor.house.update
    room = floor.house.room if update is not None else None
    if room is None or floor.base not in room.aided or (box := floor.screen.tip_box(floor.m)) is None:
        return []
    tip = Tip(action=lambda: None)
    floor.put(tip, left=box.left, right=box.right, top=box.top, height=box.height)
    found = []
    for hint in FIRSTS[room.game].values():
        told = note(hint)
        tip.say(told.icon, told.name, told.text)
        if not tip.fits:
            found.append(f"the hint {hint.id} does not fit {tip.width:.0f} x {tip.height:.0f}: {told.text}")
    return found
