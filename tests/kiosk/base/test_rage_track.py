"""The Rage track and its die: places, rolling, and nothing moving where motion is off."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from kiosk.widgets.rage_track import DARK, PAW, RageTrack


def made(window: Any, shape: str = "wide", motion: bool = False, **given: Any) -> RageTrack:
    track = RageTrack(shape)  # type: ignore[arg-type]
    size = {"wide": (800, 200), "upright": (240, 1040), "slim": (224, 42)}[shape]
    track.size_hint = (None, None)
    track.size = size
    window(track, motion=motion)
    show(track, **given)
    return track


def show(track: RageTrack, die: int = 3, hunt: int = 9, speed: int = 3, unused: int = 2, caught: Any = ()) -> None:
    track.show(die, hunt, speed, unused, caught)


@pytest.mark.parametrize("shape", ["wide", "upright", "slim"])
@pytest.mark.parametrize("hunt", [8, 9])
def test_every_space_has_its_place(window: Any, pump: Any, shape: str, hunt: int) -> None:
    track = made(window, shape, hunt=hunt)
    pump(2)
    spots = [track.spot(i) for i in range(hunt + 1)]
    along = [y if shape == "upright" else x for x, y in spots]
    gaps = [b - a for a, b in pairwise(along)]
    even = gaps[:-1] if shape == "slim" else gaps
    assert min(gaps) > 0 and max(even) - min(even) < 0.01
    assert all(track.x <= x <= track.right and track.y <= y <= track.top for x, y in spots)
    assert DARK == 5


def test_the_die_covers_no_paw_before_it_is_there(window: Any, pump: Any) -> None:
    track = made(window, "slim", die=8, hunt=9)
    pump(2)
    paw = PAW * track.m.u
    assert track.die.right <= track.spot(9)[0] - paw / 2 and track.spot(9)[0] + paw / 2 <= track.right + 1
    assert track.die.right > track.spot(7)[0] + paw / 2, "it is the die that lies beside it"


@pytest.mark.parametrize("shape", ["wide", "upright", "slim"])
def test_the_die_lies_on_its_space(window: Any, pump: Any, shape: str) -> None:
    track = made(window, shape, die=4, speed=6)
    pump(2)
    x, y = track.spot(4)
    assert abs(track.die.center_x - x) <= 1
    if shape != "wide":
        assert abs(track.die.center_y - y) <= 1
    assert track.die.figure == "6"


def test_it_swaps_without_motion(window: Any, pump: Any) -> None:
    track = made(window)
    show(track, die=6, speed=4)
    assert track.at == 6 and track.die.figure == "4" and track.die._part == 0


def test_it_rolls_space_by_space(window: Any, pump: Any, until: Any) -> None:
    track = made(window, motion=True)
    pump(2)
    show(track, die=5, speed=4)
    assert track.at == 3 and track.die.figure == "3", "it has not moved yet"
    track.at = 3.4
    assert track.die.figure == "3" and track.die._part == pytest.approx(-36)
    track.at = 3.6
    assert track.die.figure == "4" and track.die._part == pytest.approx(36)
    assert track.die.center_x == pytest.approx(track.spot(3.6)[0], abs=1)
    assert until(lambda: track.at == 5) and track.die._part == 0


def test_it_is_drawn_where_it_is_after_a_step_of_any_length(window: Any, pump: Any) -> None:
    """A busy machine draws a roll in few frames, and the last of them may be a long way."""
    track = made(window, motion=True)
    pump(2)
    die = track.die
    for at in (3.2, 5.9, 5.0):
        track.at = at
        assert (die._shift.x, die._shift.y) == (round(die.x + die.width / 2), round(die.y + die.height / 2)), at


def test_another_speed_turns_it_where_it_lies(window: Any, pump: Any, until: Any) -> None:
    track = made(window, motion=True)
    pump(2)
    before = tuple(track.die.pos)
    show(track, speed=5)
    track.at = 3.7
    assert track.die.figure == "5" and tuple(track.die.pos) == before and track.die._part != 0
    assert until(lambda: track.die._part == 0 and track.at == 3)


def test_it_comes_to_rest_when_the_screen_goes(window: Any, pump: Any) -> None:
    track = made(window, motion=True)
    pump(2)
    show(track, die=8, speed=5)
    track.settle()
    assert track.at == 8 and track.die.figure == "5"


def test_nothing_is_laid_out_while_it_rolls(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    track = made(window, motion=True)
    pump(2)
    show(track, die=5)
    pump(1)
    drawn: list[str] = []
    monkeypatch.setattr(track, "draw", lambda: drawn.append("track"))
    monkeypatch.setattr(track.die, "draw", lambda: drawn.append("die"))
    monkeypatch.setattr(track, "arrange", lambda _m: drawn.append("arrange"))
    for at in (3.2, 3.5, 3.9, 4.4):
        track.at = at
        pump(1)
    assert drawn == []
