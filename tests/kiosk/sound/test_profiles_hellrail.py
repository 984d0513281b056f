"""HellRail in each sound profile: what sounds of it. It has no clock: there is no bed to step back."""

from __future__ import annotations

import numpy as np
import pytest

from companion.engine.cues import Cue
from companion.engine.game import ClockReading
from companion.engine.update import Update
from companion.games.hellrail.cues import END
from kiosk.director import Director
from kiosk.sound.cache import Sounds
from kiosk.sound.cues_hr import CUES
from kiosk.sound.kit import db
from kiosk.sound.profile import buffer_of, cue_of
from tests.kiosk.sound.ear import Ear

NAMES = sorted({cue_of(*made) for made in CUES.items()})


def loudest(profile: str, name: str, sounds: Sounds) -> float:
    """The largest sample of a cue of the table, at full volume."""
    ear = Ear(sounds)
    director = Director(ear, profile, 10)
    director.hear(Update("hellrail", (), (Cue(name, 3),), None, None, None, ClockReading(False, 0, 0), 0, 0))
    ear.plays()
    ear.plays()
    return float(np.abs(np.frombuffer(b"".join(ear.heard), np.float32)).max())


@pytest.mark.parametrize("name", NAMES)
def test_each_cue_in_each_profile(name: str, sounds: Sounds) -> None:
    full = db(CUES[buffer_of(name, 3)].peak_db)
    heard = {profile: loudest(profile, name, sounds) for profile in ("timed", "calm", "quiet", "silent")}
    quiet = full * db(-4) if name == END else 0.0
    assert heard == pytest.approx({"timed": full, "calm": full, "quiet": quiet, "silent": 0.0}, rel=0.01)
