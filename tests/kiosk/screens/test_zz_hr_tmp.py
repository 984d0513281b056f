import os

import pytest

from kiosk import env, i18n
from kiosk.gallery.scenes_hellrail import scenes
from tests.kiosk.screens.test_fit import _faults

ONLY = os.environ.get("ONLY", "")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", env.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fit(size, language, window, pump):
    shown = window(None, size)
    i18n.set_language(language)
    found = []
    for scene in scenes():
        if ONLY in scene.name:
            found += [f"{scene.name}: {f}" for f in _faults(scene, shown, size, pump)]
    i18n.set_language("fr")
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "upright"])
def test_large(size, window, pump):
    shown = window(None, size, type_size="large")
    found = []
    for scene in scenes():
        if ONLY in scene.name:
            found += [f"{scene.name}: {f}" for f in _faults(scene, shown, size, pump)]
    assert not found, "\n" + "\n".join(found)
