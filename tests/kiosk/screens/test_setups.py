"""From the gate of a game to its first turn, by touch: what is chosen, kept, and laid out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.hellrail.names import Level, Phase
from companion.games.registry import Books
from companion.presentation import i18n
from kiosk.screens.hellrail import routing
from kiosk.storage.settings import SettingsFile
from kiosk.table.remote import set_up_lines

START = {"cerbere_setup": "Open the Portes", "hellrail_setup": "Steam up"}
"""Set-up page -> its lit key."""


def enter(play: Any, gate: int) -> Any:
    """Through the gate of a game; its set-up page."""
    play.tap(play.screen.gates[gate])
    return play.screen


def begin(play: Any) -> Any:
    """The one lit key; the view of the game."""
    play.press(START[play.root.name])
    assert play.view is not None, play.kiosk.context.table.notices
    return play.view


# ---------------------------------------------------------------- Cerbère


def test_boards_in_their_order(play: Any) -> None:
    enter(play, 1)
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


def test_a_host_chooses_every_board_from_a_phone(play: Any) -> None:
    """Two that do not go together are never chosen: the other one gives way. One that was taken off comes back."""
    context = play.kiosk.context

    def choose(key: str, value: str) -> dict[str, str]:
        context._set_up_from_phone(key, value)
        lines = set_up_lines(context.table, context.set_up, context.go.pages.remote(context))
        return {line.key: line.chosen for line in lines}

    choose("game", "cerbere")
    choose("own.mid1", "BRIDGE")
    chosen = choose("own.mid2", "NACELLE")
    assert (chosen["own.mid1"], chosen["own.mid2"]) == ("BRIDGE", "NACELLE")
    chosen = choose("own.mid1", "NACELLE")
    assert chosen["own.mid1"] == "NACELLE" != chosen["own.mid2"]
    kept = context.owner.now.options["cerbere"]
    context.owner.keep(replace(context.owner.now, options={"cerbere": {**kept, "mids": ["PORTAL"]}}))
    chosen = choose("own.level", "board")
    context._set_up_from_phone("begin", "begin")
    play.sync()
    assert play.view.faces[1:3] == ("PORTAL", chosen["own.mid2"]) and play.view.faces[2] != "PORTAL"


def test_a_missing_board_is_asked_for(play: Any) -> None:
    enter(play, 1)
    play.press("Boards")
    play.tap(play.screen.mids["BRIDGE"])
    assert not play.screen.done.enabled
    play.kiosk.context.go.open("cerbere_setup")
    play.press("Choose the boards")
    assert play.root.name == "cerbere_boards"


def test_seats_names_colours_and_who_begins(play: Any) -> None:
    enter(play, 1)
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
    enter(play, 1)
    play.press("7")
    play.tap(play.screen.players)
    context = play.kiosk.context
    before = [seat.colour for seat in context.set_up.seats()]
    play.tap(play.screen.rows[0].colour)
    after = [seat.colour for seat in context.set_up.seats()]
    assert after[0] == before[1] and after[1] == before[0] and sorted(after) == sorted(before)


def test_house_rules(play: Any) -> None:
    enter(play, 1)
    play.press("House rules")
    for switch in play.screen.switches:
        play.tap(switch)
    play.press("Done")
    for _ in range(5):
        play.tap(play.screen.die.plus)
    view = begin(play)
    assert view.rage.speed == 8 and not view.follow_cards


def test_next_time_it_is_as_last_time(play: Any) -> None:
    enter(play, 1)
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
    context.owner.keep(replace(context.owner.now, options={"cerbere": wish}))
    enter(play, 1)
    assert play.screen.die.value.text == "6" and play.screen.skulls.text == "–"
    context.owner.keep(replace(context.owner.now, options={"cerbere": {"level": "??"}}))
    context.go.open("cerbere_setup")
    assert play.screen.skulls.text == "10"
    assert begin(play).difficulty == 10


def test_unusable_data_are_named(play: Any) -> None:
    folder = play.kiosk.options.data / "config"
    (folder / "cerbere").mkdir(parents=True)
    (folder / "cerbere" / "boards.toml").write_text("nonsense = [", encoding="utf-8")
    play.kiosk.context.table.books = Books(folder)
    play.tap(play.screen.gates[1])
    assert play.root.name == "home" and play.root.strip.visible
    assert "boards.toml" in str(play.kiosk.context.table.notices["config"].facts["file"])


# ---------------------------------------------------------------- HellRail


def test_one_touch_opens_and_deals(play: Any) -> None:
    """Without a reader the table keeps its cards."""
    enter(play, 2)
    view = begin(play)
    assert play.root.base == "hellrail" and view.level is Level.LIGHT
    assert play.screen.place.kind == routing.CIRCLES, "the table is told which token lies where"
    play.press("They lie there")
    assert play.screen.place.kind == routing.LIGHT and play.view.phase is Phase.ACTIONS


def test_the_wish_is_kept_and_only_that(play: Any) -> None:
    enter(play, 2)
    play.press("Secret Circle Effects")
    play.press("The whole map")
    kept = play.kiosk.context.owner.now.options["hellrail"]
    assert kept == {"level": "map", "variants": ["secret_effects"]}
    play.press("Secret Circle Effects")
    assert play.kiosk.context.owner.now.options["hellrail"].get("variants", []) == []
    view = begin(play)
    assert view.level is Level.MAP and view.layout == "placeholder_a" and not view.variants


def test_a_file_that_somebody_broke_opens_with_the_usual(play: Any) -> None:
    context = play.kiosk.context
    context.owner.keep(replace(context.owner.now, options={"hellrail": {"level": 7}}))
    enter(play, 2)
    assert play.screen.wishes.now.level is Level.LIGHT


def test_the_deal_of_a_table_that_was_only_opened(play: Any) -> None:
    enter(play, 2)
    play.kiosk.context.ask.open_for("hellrail", play.kiosk.context.set_up.players(), {})
    play.sync()
    assert play.screen.place.kind == routing.DEAL
    play.press("It is dealt")
    assert play.view.phase is Phase.START and play.view.turn.player == "Ana"


def test_a_french_screen_can_say_what_english_tokens_bear(play: Any) -> None:
    play.kiosk.context.owner.set(language="fr")
    enter(play, 2)
    assert play.screen.tokens.second == "Français"
    play.press("Jetons")
    assert play.screen.tokens.second == "English" and play.kiosk.context.owner.now.token_names == "en"
    assert i18n._("After {hr.gluttony} all of it goes.") == "Après Gluttony, tout part."
    assert i18n._("{hr.gluttony:first}") == "Gluttony (Gloutonnerie)"
    assert i18n._("{hr.brimstone}") == "Points de traction", "what is on no token stays French"
    play.press("Jetons")
    assert play.screen.tokens.second == "Français" and play.kiosk.context.owner.now.token_names is None


# ---------------------------------------------------------------- the list of what hands do


GAMES = [("infernal_wagon", 0), ("cerbere", 1), ("hellrail", 2)]


@pytest.mark.parametrize(("game", "gate"), GAMES)
def test_it_is_a_touch_away_and_skipped_for_ever_by_one(play: Any, game: str, gate: int) -> None:
    table = enter(play, gate).table
    play.press("Lay it out")
    assert table.shown and table.start.stands() and not play.screen.players.stands()
    play.press("Back")
    assert not table.shown and play.screen.players.stands()
    play.press("Lay it out")
    play.press("Never again")
    assert not table.shown and not table.open.visible
    assert play.kiosk.context.set_up.explained(game, "table_setup")


@pytest.mark.parametrize(("game", "gate"), GAMES)
def test_it_comes_before_a_game_that_is_to_be_explained(play: Any, game: str, gate: int) -> None:
    play.kiosk.context.set_up.choose_first_game(game, True)
    table = enter(play, gate).table
    play.tap(table.start)
    assert table.shown, "the list comes first"
    play.tap(table.start)
    assert play.root.base == {"infernal_wagon": "game"}.get(game, game)
