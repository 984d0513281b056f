"""What can be put right by hand, for every game: the lines are the state's, and each touch does what it shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.correction import ChoiceRow, CorrectionRow, KeysRow, Page, StepRow, Switch
from companion.engine.refused import Refused
from tests.engine.driver import Driver
from tests.engine.subjects import subject
from tests.thorough import rounds

STEPS, EVERY = 25, rounds(3, 1)
"""Of a random game; after each how many of them all is touched."""


def pages(driver: Driver, state: Any) -> tuple[Page, ...]:
    return driver.game.correction_pages(state)


def touches(line: CorrectionRow) -> Iterator[tuple[str, Any]]:
    """Every move of a line, with what it must show afterwards."""
    match line:
        case StepRow(less=less, more=more):
            yield "less", less
            yield "more", more
        case ChoiceRow(options=options):
            for option in options:
                yield option.key, option.move
        case KeysRow(keys=keys):
            for i, key in enumerate(keys):
                yield str(i), key.move


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cerbere", "hellrail", "infernal_wagon"])
def test_each_touch_changes_its_line_or_is_refused_with_a_code(name: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(rounds(2, 40)):
        done.update(put_right(name, seed))
    assert done.total() > rounds(60, 1000)
    assert [what for what, n in done.items() if not n] == [], "refused whenever it was touched"


def put_right(name: str, seed: int) -> Counter[str]:
    """Everything that can be touched in each state of a random game: how much of it was accepted, for each count by its
    label and for all else together."""
    game = subject(name)
    opening, moves = game.openings[seed % len(game.openings)]
    driver, rng = Driver(game, opening, moves), Random(seed)
    done: Counter[str] = Counter()
    for number in range(STEPS):
        shown = pages(driver, driver.state) if number % EVERY == 0 else ()
        for i, page in enumerate(shown):
            for j, line in enumerate(page.lines):
                what = line.label.msgid if isinstance(line, StepRow) else ""
                for key, move in touches(line):
                    if move is not None:
                        done[what] += changes(driver, shown, i, j, key, move)
        request = driver.random_request(rng)
        if request is None:
            break
        driver.attempt(request)
    return done


def changes(driver: Driver, shown: tuple[Page, ...], page: int, at: int, key: str, move: Any) -> int:
    """1: the line shows another value, as the touch says; 0: it was refused."""
    before = shown[page].lines[at]
    state = driver.state
    try:
        events = driver.game.decide(state, driver.game.correction_type(move), driver.at, Random(1))
    except Refused as refused:
        assert refused.code in ("bad_input", "not_allowed_now"), (refused.code, move)
        turns = isinstance(before, KeysRow) and isinstance(before.keys[int(key)], Switch)
        assert not turns, f"a switch that turns is not refused: {move}"
        return 0
    for event in events:
        state = event.apply(state, driver.at)
    lines = after_it[page].lines if (after_it := pages(driver, state)) else ()  # none: it has ended the game
    if len(lines) != len(shown[page].lines):
        return 1
    after = lines[at]
    match before, after:
        case (StepRow(place=False, value=old), StepRow(value=new)):
            assert int(new) - int(old) == (1 if key == "more" else -1), move
        case (KeysRow(keys=old), KeysRow(keys=new)) if isinstance(old[int(key)], Switch):
            assert new[int(key)].on is not old[int(key)].on, move  # type: ignore[union-attr]
        case _:
            chosen = isinstance(before, ChoiceRow) and next(o.chosen for o in before.options if o.key == key)
            assert after != before or chosen or _stays(before, key), move
    return 1


def _stays(line: CorrectionRow, key: str) -> bool:
    """An option that is so already may be chosen again."""
    match line:
        case KeysRow(keys=keys):
            found = keys[int(key)]
            return not isinstance(found, Switch) and found.chosen
    return False
