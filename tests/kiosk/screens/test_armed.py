"""A key that asks to be touched twice is armed for a moment: after a rest, or a touch of anything else, it is plain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.table.armed import REST_S
from tests.kiosk.kivy_time import KivyTime
from tests.kiosk.screens.test_memories import begin, lose, open_first, rows
from tests.kiosk.screens.test_seats import enter, rename

SURE = "Really?"


def of_counts(label: str) -> Callable[[Any], Callable[[], Any]]:
    def way(play: Any) -> Callable[[], Any]:
        play.open("L1")
        play.tap(play.screen.page.more)
        return lambda: play.screen.exit if label == "exit" else play.screen.give_up

    return way


def of_a_memory(play: Any) -> Callable[[], Any]:
    lose(play)
    open_first(play)
    return lambda: play.screen.delete


def of_what_waits(play: Any) -> Callable[[], Any]:
    begin(play)
    begin(play)
    play.press("2")
    return lambda: rows(play)[1][1]


def of_a_name(play: Any) -> Callable[[], Any]:
    enter(play)
    rename(play, "Bo", "LEAA")
    rename(play, "Leaa", "LEA")
    play.tap(play.screen.players)
    play.press("Cy", "Forget")
    return lambda: play.screen.known["Leaa"]


WAYS = {
    "the Exit": of_counts("exit"),
    "giving up": of_counts("give_up"),
    "a memory": of_a_memory,
    "what waits": of_what_waits,
    "a name": of_a_name,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_key_is_armed_for_a_moment_only(play: Any, kivy_time: KivyTime, way: str) -> None:
    key = WAYS[way](play)
    plain = key().label
    page = play.root.name
    before = [getattr(widget, "label", "") for widget in play.screen.walk()].count(plain)
    play.tap(key())
    assert key().label == SURE, "it asks"
    kivy_time.go_on(REST_S)
    play.sync()
    assert key().label == plain, "after a rest it is plain"
    play.tap(key())
    assert (key().label, play.root.name) == (SURE, page), "it asks anew"
    play._touch(1, 1).lift()
    play.sync()
    assert key().label == plain, "after a touch of nothing it is plain"
    play.tap(key())
    play.tap(key())
    labels = [getattr(widget, "label", "") for widget in play.screen.walk()]
    assert play.root.name != page or labels.count(plain) < before, "the second touch acts"


def test_a_touch_of_the_next_key_does_what_that_key_does(play: Any) -> None:
    """Putting away is asked of one game, and the other one is touched."""
    asks = of_what_waits(play)
    play.tap(asks())
    play.tap(rows(play)[0][0])
    assert play.root.name == "game" and str(play.view.phase) == "held"
