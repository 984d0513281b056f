"""Random games of all three in one kiosk: what stands drawn is what drawing all of it anew shows.

`python -m tests.tools.soak.redraws [--games N] [--size 720x1280] [--lang fr] [--seed N] [--pictures FOLDER] [--json]`
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.engine.clock import ManualClock
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Back, Choose, Leave, Legal, MakeMove, Undo
from companion.games.registry import GAMES
from companion.options import PACKAGED_CONFIG, KioskOptions
from tests.engine.driver import request_of
from tests.engine.subjects import subject
from tests.patience import PATIENCE_S
from tests.tools.soak.report import Finding
from tests.tools.soak.windowed import WindowedPart, listed

TITLE = "what stands drawn"
STEPS = 100
"""In one game: moves, keys, answers taken back, time."""
COMPARED = 0.2
"""Of the steps."""
ROUNDED = 1
"""Levels of 255 by which widgets in one mesh may differ from each by itself, or from those in another mesh."""


def soak_redraws(count: int, seed: int, size: tuple[int, int], language: str, pictures: Path | None = None) -> Finding:
    """Play `count` games. `pictures`: a folder for both pictures of what differs."""
    from kivy.core.window import Window

    from kiosk.display.look import look
    from tests.kiosk.screens.touching import Hand

    Window.size = size
    rng = Random(seed)
    compared, steps, found = 0, 0, list[str]()
    clock = ManualClock(1_000)
    options = KioskOptions(
        data=Path(tempfile.mkdtemp(prefix="companion-redraws-")),
        config=PACKAGED_CONFIG,
        lang="fr" if language == "fr" else "en",
    )
    hand = Hand(options.data, Window, options=options, clock=clock)
    look.set(*size, motion=False)
    for number in range(count):
        _open(hand, [*GAMES][number % len(GAMES)], rng)
        for _ in range(STEPS):
            with suppress(Refused, LookupError):
                _step(hand, rng)
            steps += 1
            hand.sync()
            if rng.random() < COMPARED:
                compared += 1
                fault = _fault(pictures and pictures / f"{number:03}-{steps:05}")
                found += [f"game {number}, step {steps}, {hand.place}: {fault}"] if fault else []
        with suppress(Refused):
            hand.kiosk.runtime.table.ask(Leave(for_good=True), PATIENCE_S)
        hand.sync()
    hand.close()
    figures = {"games": count, "steps": steps, "compared": compared}
    return Finding(f"{TITLE}, {size[0]}x{size[1]} {language}", figures, listed(found, "differ"))


def _open(hand: Any, game: str, rng: Random) -> None:
    """One of its openings, brought to where it is played."""
    opening, moves = rng.choice(subject(game).openings)
    hand.kiosk.runtime.table.ask(opening, PATIENCE_S)
    for move in moves:
        with suppress(Refused):
            hand.kiosk.runtime.table.ask(request_of(move), PATIENCE_S)
    hand.sync()


def _step(hand: Any, rng: Random) -> None:
    """A key of what is asked, one step back, some time, or any move."""
    table, prompt = hand.kiosk.runtime.table, hand.prompt
    keys = [option.key for option in prompt.options if option.why is None] if prompt is not None else []
    chance = rng.random()
    if chance < 0.5 and keys:
        table.ask(Choose(rng.choice(keys)), PATIENCE_S)
    elif chance < 0.6:
        table.ask(rng.choice((Undo(), Back())), PATIENCE_S)
    elif chance < 0.7:
        table.ask(Advance(rng.choice((100, 1_000, 7_000))), PATIENCE_S)
    elif legal := table.ask(Legal(), PATIENCE_S).answer:
        table.ask(MakeMove(rng.choice(legal)), PATIENCE_S)


def _fault(pictures: Path | None) -> str:
    """Return how many pixels of the window differ when all of it is drawn anew, in words; none if no pixel does."""
    before = _seen()
    anew, alone = (_anew(apart) for apart in (False, True))
    stale, apart = (_differ(before, other) for other in (anew, alone))
    if pictures is not None and (stale or apart):
        _write(pictures, before, anew, alone)
    return "" if not (stale or apart) else f"{stale} px are not as drawn anew, {apart} not as each by itself"


def _differ(one: Any, other: Any) -> int:
    """How many pixels differ by more than what is rounded."""
    return int((np.abs(one - other) > ROUNDED).any(axis=2).sum())


def _anew(apart: bool) -> Any:
    """The window's pixels when everything in it has been drawn again, each widget `apart` or in meshes."""
    from kivy.core.window import Window

    from kiosk.widgets.base import Drawn

    usual, Drawn.draws_itself = Drawn.draws_itself, apart or Drawn.draws_itself
    try:
        for top in Window.children:
            top.redraw_all()
        return _seen()
    finally:
        Drawn.draws_itself = usual


def _seen() -> Any:
    from kiosk.widgets.frame import frame
    from kiosk.window.picture import pixels

    frame.run()
    wide, high, seen = pixels()
    return np.frombuffer(seen, np.uint8).reshape(high, wide, 4)[:, :, :3].astype(int)


def _write(name: Path, *pictures: Any) -> None:
    from PIL import Image

    name.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(np.concatenate(pictures).astype(np.uint8)).save(name.with_suffix(".png"))


PART = WindowedPart("tests.tools.soak.redraws", TITLE, soak_redraws, games=6)


if __name__ == "__main__":
    sys.exit(PART.main())
