"""No text leaves its key, the window, or touches another: every scene, in the narrowest windows, and with large type.

`COMPANION_SCENES=cerbere-turn,recap` looks at the scenes with these words in their names only.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from companion.engine.update import Notice
from companion.presentation import i18n
from companion.presentation.observers import Observers
from kiosk.display.look import look
from kiosk.display.theme import Metrics, TypeSize
from kiosk.screens.doctor.pages import SCREENS as DOCTOR
from kiosk.table.aid import note
from kiosk.widgets.band import Band
from kiosk.widgets.base import Drawn
from kiosk.widgets.figures import Figures
from kiosk.widgets.frame import frame
from kiosk.widgets.label import Text
from kiosk.widgets.tip import Tip
from kiosk.window.pages import OWN
from kiosk.window.root_widget import SHARED
from tests.kiosk.conftest import close_screens
from tests.kiosk.screens.fitting import Ink, below_band, faults, half_below, ink, lay_out, small_targets, visible
from tests.thorough import THOROUGH
from tests.tools.gallery.root import stand
from tests.tools.gallery.scene import Scene
from tests.tools.gallery.scenes import scenes
from tests.tools.gallery.scenes_aid import FIRSTS


@cache
def _scenes() -> tuple[Scene, ...]:
    """All of them, or those asked for; each game is played once."""
    found = tuple(scene for scene in scenes() if any(word in scene.name for word in ONLY))
    assert found, f"no scene has one of these words in its name: {ONLY}"
    return found


DRAW = Drawn.repaint
"""Which the other tests of this folder do without."""
LOOKS: dict[str, tuple[tuple[tuple[int, int], TypeSize], ...]] = {
    "wide": (((800, 480), "normal"), ((800, 480), "large")),
    "upright": (((480, 800), "normal"), ((720, 1280), "large")),
}
"""What each scene is looked at on, one after the other: the narrowest of either shape, and large type. A quick run
looks at every third scene, in one of the two shapes, by turns. A screen that turns is made anew, one that grows is
not."""
MORE: dict[str, tuple[tuple[tuple[int, int], TypeSize], ...]] = {
    "wide": (((1024, 600), "normal"), ((1280, 720), "normal"), ((1024, 768), "normal")),
    "upright": (((720, 1280), "normal"),),
}
"""And, in a thorough run, on these."""
LONGER: i18n.Language = "fr"
"""The language that is measured everywhere; a quick run measures the other one in every twelfth scene, on the first
display."""
GAMES = ("hellrail", "cerbere")
OTHERS = "infernal_wagon"
"""Its scenes are looked at together with those of no game."""
SCREENS = {
    **{game: set(OWN[game].screens) for game in GAMES},
    OTHERS: {"name", "evening", "forget_name", "forget_group", "memory", "recalled", "machine", *SHARED, *DOCTOR}
    | set(OWN[OTHERS].screens),
}
"""Every screen by its name, or by its kind where a name has further parts."""
ONLY = tuple(os.environ.get("COMPANION_SCENES", "").split(","))
if THOROUGH:
    LOOKS = {way: (*looks, *MORE[way]) for way, looks in LOOKS.items()}


def _game(scene: Scene) -> str:
    return next((game for game in GAMES if game in scene.name), OTHERS)


@pytest.fixture
def _collected_by_hand() -> Iterator[None]:
    """Garbage is collected between scenes only: in their middle all is in use, and later it has left the cache."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.slow
@pytest.mark.usefixtures("_collected_by_hand")
@pytest.mark.parametrize("game", SCREENS)
def test_all_texts_fit(game: str, window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "_observers", Observers())
    shown = window(None, *LOOKS["wide"][0])
    found = []
    seen: set[str] = set()
    for number, scene in enumerate(scene for scene in _scenes() if _game(scene) == game):
        for language in i18n.LANGUAGES:
            i18n.set_language(language)
            if THOROUGH:
                for looks in LOOKS.values():
                    found += _faults(scene, shown, looks, pump, seen)
            elif language == LONGER:
                if number % 3 == 0 or ONLY != ("",):
                    found += _faults(scene, shown, tuple(LOOKS.values())[number // 3 % 2], pump, seen)
            elif number % 12 == 0:
                found += _faults(scene, shown, LOOKS["wide"][:1], pump, seen)
    if THOROUGH and ONLY == ("",):
        found += [f"no scene shows {name}" for name in sorted(SCREENS[game] - seen)]
    assert not found, "\n" + "\n".join(found)


def _faults(
    scene: Scene, shown: Any, looks: Sequence[tuple[tuple[int, int], TypeSize]], pump: Any, seen: set[str]
) -> list[str]:
    """Laid out, and drawn on the first display only: what is measured is where words lie.

    :param seen: gets the name of the screen.
    """
    found = []
    look._observers = Observers()  # screens of earlier scenes would be laid out for each display, too
    gc.collect(1)
    _look_at(shown, *looks[0])
    root = stand(scene)
    shown.add_widget(root)
    name = root.over or root.base
    seen |= {name, name.partition(":")[0]}
    for size, type_size in looks:
        _look_at(shown, size, type_size)
        lay_out()
        if name == "cerbere":
            pump(1)  # the board lays its path with the next frame
        where = f"{scene.name} ({size[0]}x{size[1]}, {type_size})"
        wrong = (*faults(root, *size), *small_targets(root, *size), *_hints_too_long(root))
        found += [f"{where}: {fault}" for fault in wrong]
        if (size, type_size) == looks[0] and i18n.language() == LONGER:
            for widget in root.walk(restrict=True):
                if isinstance(widget, Drawn):
                    DRAW(widget)
            found += [f"{where}: {fault}" for fault in _under_a_band(scene.name, root)]
    if scene.name in LOUD and i18n.language() == LONGER:
        _look_at(shown, *looks[0])
        found += [f"{scene.name}: {fault}" for fault in _under_a_notice(root)]
    close_screens(root)
    shown.remove_widget(root)
    frame.layouts.waiting.clear()
    frame.drawings.waiting.clear()
    pump(1)
    return found


PAGES = ("box-wagon-more",)
PLAYED, BASES = ("wagon-", "cerbere-", "hellrail-"), ("game", "cerbere", "hellrail")
FULL = ("hellrail-map-drawings",)
"""Drawings to choose from fill the map; a refusal cannot come there."""
WHOLE = ("hellrail-check", "hellrail-sealed", "hellrail-opening", "hellrail-won", "hellrail-turn",
         "cerbere-turn")  # fmt: skip


def _under_a_band(name: str, root: Any) -> list[str]:
    """F2: a refusal's band has a place of its own: in the box, in corrections, in the reveal, on
    every sheet of a game and over its questions, on every page with tabs."""
    playing = root.base in BASES and not root.over and root.drawn is None
    tabbed = bool(getattr(root.screen, "tabs", ()))
    if name in FULL or not (name in PAGES or tabbed or name.startswith(WHOLE) or (name.startswith(PLAYED) and playing)):
        return []
    found = []
    for band in [widget for widget in root.walk(restrict=True) if isinstance(widget, Band)]:
        band.say("Il n’y a pas de clé", "Branches-en une.")
        lay_out()
        found += below_band(root) if band.visible and band.fits else ["the band does not show its words"]
        band.hush()
    return found


LOUD = ("paused", "history", "settings", "exploits", "box-wagon", "box-wagon-rail", "box-wagon-check", "box-cerbere",
        "box-hellrail-effect", "hellrail-capture-card", "cerbere-setup", "hellrail-setup", "wagon-calm", "cerbere-hand",
        "lost-time", "hellrail-placing", "doctor-found-sound")  # fmt: skip


def _under_a_notice(root: Any) -> list[str]:
    """F3: what is wrong (no reader) is told above whatever the page is about: over no title and no figure."""
    root.context.table.notices["no_sound"] = Notice("no_sound", {})
    root._show_strip(fresh=True)
    lay_out()
    strip = root.strip
    box = Ink(strip, "", strip.x, strip.y, strip.right, strip.top)
    found = [] if strip.visible and not strip.thin else ["the notice does not show"]
    for widget in visible(root):
        words = ink(widget) if isinstance(widget, Figures | Text) and widget is not strip else None
        if words is not None and not words.words.startswith("jeu d") and box.meets(words):
            found.append(f"{words.words!r} lies under the notice")
    root._make_thin(0)
    return found


def _look_at(shown: Any, size: tuple[int, int], type_size: TypeSize) -> None:
    """Another display."""
    shown.size = size
    look.set(*size, type_size=type_size)


@cache
def _too_long(game: str, _language: i18n.Language, _m: Metrics, width: float, height: float) -> list[str]:
    """The hints of a game that do not go into a card (px). Many screens have room for the same card."""
    tip = Tip(action=lambda: None, size=(width, height))
    found = []
    for key, hint in FIRSTS[game].items():
        told = note(hint)
        tip.say(told.icon, told.name, told.text)
        if not tip.fits:
            found.append(key)
    return found


def _hints_too_long(root: Any) -> list[str]:
    """The hints of a first game that do not go into the card where this screen has room for it. Any may come there."""
    update = root.context.table.update
    room = root.context.table.ui if update is not None else None
    if room is None or root.base not in room.aided or (box := root.screen.tip_box(root.m)) is None:
        return []
    tip = Tip(action=lambda: None)
    root.put(tip, left=box.left, right=box.right, top=box.top, height=box.height)
    found = [
        f"the hint {key} does not fit {tip.width:.0f} x {tip.height:.0f}"
        for key in _too_long(room.game, i18n.language(), root.m, tip.width, tip.height)
    ]
    if not (root.over or root.aid is not None or root.drawn is not None):  # no hint comes over those
        found += half_below(root, tip)
    root.remove_widget(tip)
    return found
