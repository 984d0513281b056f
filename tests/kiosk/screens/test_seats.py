"""Names, colours and choices stay what they are: before the start, with another number of players, the next evening."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from companion.engine.requests import Export, ListGames
from kiosk.storage.settings import SavedSeat
from tests.kiosk.remembered import Remembered
from tests.patience import PATIENCE_S


def enter(play: Any) -> None:
    play.tap(play.screen.gates[0])


def rename(play: Any, old: str, letters: str) -> None:
    play.tap(play.screen.players)
    play.press(old)
    for letter in letters:
        play.press(letter)
    play.press("Done")
    play.press("Done")


def test_a_seat_renamed_before_the_start_is_filed_under_its_new_name(play: Any) -> None:
    """E7: the list of games and the export say who played."""
    enter(play)
    rename(play, "Bo", "ZOE")
    table = play.kiosk.runtime.table
    [row] = table.ask(ListGames(), PATIENCE_S).answer
    assert [seat.name for seat in row.seats] == ["Ana", "Zoe", "Cy"]
    [waiting] = Remembered(play.kiosk.context.table.memories).paused()
    assert waiting.names == ("Ana", "Zoe", "Cy")
    head = json.loads(table.ask(Export(), PATIENCE_S).answer[0])
    assert [seat["name"] for seat in head["seats"]] == ["Ana", "Zoe", "Cy"]


def test_a_colour_does_not_depend_on_how_many_play(play: Any) -> None:
    """E7: whatever the number, and whatever was remembered of earlier evenings."""
    context = play.kiosk.context
    remembered = (
        SavedSeat("Ana", "red"),
        SavedSeat("Bo", "purple"),
        SavedSeat("Cy", ""),
        SavedSeat("Dan", "green"),
        SavedSeat("Eli", "red"),
    )
    context.owner.keep(replace(context.owner.now, seats=remembered))
    seen: dict[str, set[str]] = {}
    for count in (2, 5, 3, 4, 2, 5):
        context.owner.keep(replace(context.owner.now, table=count))
        seats = context.set_up.seats()
        assert len(seats) == count and len({seat.colour for seat in seats}) == count
        for seat in seats:
            seen.setdefault(seat.name, set()).add(seat.colour)
    assert all(len(colours) == 1 for colours in seen.values()), seen


def test_the_next_evening_is_tracked_like_the_last(play: Any) -> None:
    """E7: whoever plays without tags says so once."""
    enter(play)
    play.tap(play.screen.level)
    play.press("Clock only")
    play.press("Done")
    play.tap(play.screen.timer)
    play.press("10")
    assert (str(play.view.setup.timer), play.view.setup.minutes) == ("timed", 10)
    play.press("No limit")
    assert (str(play.view.setup.level), str(play.view.setup.timer)) == ("L0", "calm")
    play.press("Done")
    assert play.screen.timer.label == "No limit" and play.screen.timer.icon == "clock"
    play.press("Back")
    assert play.root.name == "home"
    enter(play)
    play.sync()
    assert (str(play.view.setup.level), str(play.view.setup.timer)) == ("L0", "calm")
    assert play.view.setup.minutes == 10, "it stands there for whoever wants a clock again"
    assert play.screen.level.second == "Clock only"


def test_a_name_with_accents(play: Any) -> None:
    """E11: Zoë and Jérôme can be written; Erase takes a letter back and says so."""
    play.tap(play.screen.gates[0])
    for start, letters in (("Ana", ["Z", "O", "ëï", "Ë"]), ("Bo", ["J", "É", "R", "ëï", "Ô", "M", "E", "X"])):
        play.tap(play.screen.players)
        play.press(start)
        for letter in letters:
            play.press(letter)
        if letters[-1] == "X":
            play.press("Erase")
        play.press("Done")
        play.press("Done")
    assert [hand.name for hand in play.view.hands][:2] == ["Zoë", "Jérôme"]
