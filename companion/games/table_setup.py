"""A step of setting a table up, for the list that a set-up page shows."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.text import NOTHING, Text


class SetupStep(NamedTuple):
    """What hands do, and what spoils the game if it is done otherwise."""

    icon: str
    title: Text
    text: Text = NOTHING
