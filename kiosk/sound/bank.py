"""Every cue of this release, rendered once. A cue with a secret behind it has one buffer and no argument."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kiosk.sound import cues_cb, cues_hr, cues_iw, cues_shared, voice
from kiosk.sound.bed import to_int16
from kiosk.sound.kit import RATE
from kiosk.sound.recipe import Recipe
from kiosk.sound.score import SCORE_VERSION

Bank = dict[str, NDArray[np.int16]]
"""Buffer name -> mono samples."""

RECIPES: dict[str, Recipe] = {**cues_iw.CUES, **cues_cb.CUES, **cues_hr.CUES, **cues_shared.CUES, **voice.CUES}

SOURCES = (
    "kit", "parts", "recipe", "cues_iw", "cues_cb", "cues_hr", "cues_shared", "voice", "score", "notes",
    "bed", "bank",
)  # fmt: skip
"""The files whose formulas and numbers make the sound."""


def render_bank() -> Bank:
    """All buffers, int16."""
    return {name: to_int16(recipe.render()) for name, recipe in RECIPES.items()}


def key() -> str:
    """Return the cache key: hash of the score's version, the rate and every number and formula of the synthesis."""
    digest = hashlib.sha256(f"{SCORE_VERSION} {RATE}".encode())
    for name in SOURCES:
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]
