"""Cerbère from its gate to its first turn, by touch: the real widgets, the real table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.cerbere.view import CerbereView
from companion.games.registry import Books
from kiosk.settings import SettingsFile

GATE = 1


def enter(play: Any) -> None:
    """Through Cerbère's gate."""
    play.tap(play.screen.gates[GATE])
    assert play.root.name == "cerbere_setup"


def begin(play: Any) -> CerbereView:
    """The one lit key."""
    play.press("Open the Portes")
    view = play.view
    assert isinstance(view, CerbereView), play.kiosk.context.notices
    return view


def test_one_touch_opens_a_first_game_of_ten_skulls(play: Any) -> None:
    enter(play)
    assert play.screen.skulls.text == "10" and play.screen.advice.text == "right for a first game"
    view = begin(play)
    assert play.root.base == "cerbere"
    assert view.difficulty == 10 and view.rage.speed == 3
    assert [seat.name for seat in view.seats] == ["Ana", "Bo", "Cy", "Dan"]
    assert view.turn.player == "Ana"


def test_boards_in_their_order(play: Any) -> None:
    enter(play)
    play.press("Boards")
    screen = play.screen
    play.tap(screen.ends["S4"])
    play.tap(screen.mids["BRIDGE"])
    assert screen.skulls.text == "–" and not screen.done.enabled
    play.tap(screen.mids["NACELLE"])
    assert screen.skulls.text == "12"
    play.tap(screen.mids["PORTAL"])  # the oldest goes
    assert (screen.mids["NACELLE"].place, screen.mids["PORTAL"].place) == ("1", "2")
    assert not screen.mids["PROMONTORY"].chosen and screen.skulls.text == "12"
    play.press("Done")
    assert play.root.name == "cerbere_setup" and play.screen.skulls.text == "12"
    view = begin(play)
    assert view.faces == ("S4", "NACELLE", "PORTAL", "E3") and view.rage.hunt == 8


def test_a_missing_board_is_asked_for(play: Any) -> None:
    enter(play)
    play.press("Boards")
    play.tap(play.screen.mids["BRIDGE"])
    assert not play.screen.done.enabled
    play.kiosk.context.open_screen("cerbere_setup")
    play.press("Choose the boards")
    assert play.root.name == "cerbere_boards"


def test_seats_names_colours_and_who_begins(play: Any) -> None:
    enter(play)
    play.tap(play.screen.players)
    assert play.root.name == "cerbere_players"
    play.press("Bo")
    assert play.root.name == "name:1"
    for letter in "ZOE":
        play.press(letter)
    play.press("Done")
    assert play.root.name == "cerbere_players"
    rows = play.screen.rows
    assert not rows[0].swap.enabled
    play.tap(rows[1].swap)
    play.tap(rows[2].first)
    play.tap(rows[0].colour)
    play.press("Done")
    view = begin(play)
    assert [seat.name for seat in view.seats] == ["Zoe", "Ana", "Cy", "Dan"]
    assert view.turn.player == "Cy"
    assert view.seats[0].colour not in {"red", "blue"} and view.seats[1].colour == "red"


def test_seven_exchange_their_colours(play: Any) -> None:
    enter(play)
    play.press("7")
    play.tap(play.screen.players)
    context = play.kiosk.context
    before = [seat.colour for seat in context.seats()]
    play.tap(play.screen.rows[0].colour)
    after = [seat.colour for seat in context.seats()]
    assert after[0] == before[1] and after[1] == before[0] and sorted(after) == sorted(before)


def test_house_rules(play: Any) -> None:
    enter(play)
    play.press("House rules")
    for switch in play.screen.switches:
        play.tap(switch)
    play.press("Done")
    for _ in range(5):
        play.tap(play.screen.die.plus)
    view = begin(play)
    assert view.rage.minimum == 8 and not view.follow_cards


def test_next_time_it_is_as_last_time(play: Any) -> None:
    enter(play)
    play.press("5")
    play.tap(play.screen.die.plus)
    play.tap(play.screen.follow)
    play.press("With tags")
    play.press("Done")
    begin(play)
    kept = SettingsFile(play.kiosk.options.data).now
    assert kept == play.kiosk.settings.now and kept.table == 5
    assert kept.options["cerbere"]["m"] == 4 and kept.options["cerbere"]["boats"] == "tagged"


def test_settings_that_cannot_be_are_forgotten(play: Any) -> None:
    context = play.kiosk.context
    wish = {"start": "NOWHERE", "mids": ["BRIDGE", "NOWHERE"], "m": 99, "first": "Nobody", "end": "S2"}
    context.keep(replace(context.settings.now, options={"cerbere": wish}))
    enter(play)
    assert play.screen.die.value.text == "6" and play.screen.skulls.text == "–"
    context.keep(replace(context.settings.now, options={"cerbere": {"level": "??"}}))
    context.open_screen("cerbere_setup")
    assert play.screen.skulls.text == "10"
    assert begin(play).difficulty == 10


def test_unusable_data_are_named(play: Any) -> None:
    folder = play.kiosk.options.data / "config"
    (folder / "cerbere").mkdir(parents=True)
    (folder / "cerbere" / "boards.toml").write_text("nonsense = [", encoding="utf-8")
    play.kiosk.context.books = Books(folder)
    play.tap(play.screen.gates[GATE])
    assert play.root.name == "home" and play.root.strip.visible
    assert "boards.toml" in str(play.kiosk.context.notices["config"].facts["file"])
