"""Scenes of a first evening: a card of each opening lies on the reader. What they show is painted ahead first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.journal import Journal
from companion.engine.refused import Refused
from companion.engine.signals import Tag
from companion.engine.update import Update
from companion.games.registry import Games
from companion.options import PACKAGED_CONFIG
from kiosk.measure.openings import OPENINGS, Opening
from tests.tools.gallery.played import WALL
from tests.tools.gallery.scene import Scene

NAMES = "tapped-{game}-"
"""Begins the names of a game's."""
OPENED = "-0"
"""Ends the name of one in which no card has come."""


def tapped() -> Iterator[Scene]:
    """Each opening as it stands, and after each of its cards."""
    for mode, opening in OPENINGS.items():
        name = NAMES.format(game=opening.name.partition(",")[0]) + mode
        for number in range(len(opening.cards) + 1):
            yield Scene(f"{name}-{number}", partial(_played, opening, opening.cards[number - 1 : number]))


def _played(opening: Opening, cards: tuple[str, ...]) -> tuple[Update, ...]:
    heard: list[Update] = []
    journal, clock = Journal(), ManualClock(1_000)
    try:
        engine = Engine(Games(PACKAGED_CONFIG), journal, clock, lambda: WALL)
        engine.listen(heard.append)
        for request in (*opening.requests, *(Tag("table", card, True, clock.now_ms()) for card in cards)):
            with suppress(Refused):  # the screens have been told
                engine.handle(request)
    finally:
        journal.close()
    return tuple(heard)
