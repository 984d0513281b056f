"""Pictures of the gallery do not depend on how quick the machine is."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.clock import Clock

from companion.presentation.colours import C
from kiosk.widgets.question import Answer, Field, Question
from tests.tools.gallery.__main__ import Moments, _lay_out
from tests.tools.gallery.scenes import scenes

YES = Answer("yes", "Oui", "match", C.ok)
NO = Answer("no", "Non", "miss", C.danger)


def test_a_bar_drains_by_the_frames_of_the_gallery_and_by_nothing_else(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "time", Clock.time)  # put back after the test
    moments = Moments()
    _lay_out(moments)  # from here on no frame is another's
    ask = Question("", "raccorde ?", (YES, NO), "yes", seconds=3)
    _lay_out(moments)
    default = ask.fields[0]
    assert isinstance(default, Field)
    assert default.left == pytest.approx(1 - 2 * Moments.FRAME_S / 3, abs=1e-9)


def test_no_scene_is_refused_but_those_that_show_it() -> None:
    """A position in which the scene's own move cannot be made would show something else than its name says."""
    refused = {scene.name for scene in scenes() if any(update.refusal is not None for update in scene.updates)}
    assert refused == {"cerbere-refused", "hellrail-refused"}
