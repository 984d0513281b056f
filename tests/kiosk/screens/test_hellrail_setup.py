"""HellRail from its gate to its first turn, by touch: the real widgets, the real table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.hellrail.names import Level, Phase
from companion.games.hellrail.view import HellRailView
from companion.presentation import i18n
from kiosk.screens.hellrail import routing

GATE = 2


def enter(play: Any) -> None:
    """Through HellRail's gate."""
    play.tap(play.screen.gates[GATE])
    assert play.root.name == "hellrail_setup"


def begin(play: Any) -> HellRailView:
    """The one lit key."""
    play.press("Steam up")
    view = play.view
    assert isinstance(view, HellRailView), play.kiosk.context.notices
    return view


def test_one_touch_opens_and_deals(play: Any) -> None:
    """Without a reader the table keeps its cards."""
    enter(play)
    view = begin(play)
    assert play.root.base == "hellrail" and view.level is Level.LIGHT
    assert play.screen.place.kind == routing.CIRCLES, "the table is told which token lies where"
    play.press("They lie there")
    assert play.screen.place.kind == routing.LIGHT and play.view.phase is Phase.ACTIONS


def test_the_wish_is_kept_and_only_that(play: Any) -> None:
    enter(play)
    play.press("Secret Circle Effects")
    play.press("The whole map")
    kept = play.kiosk.context.settings.now.options["hellrail"]
    assert kept == {"level": "map", "variants": ["secret_effects"]}
    play.press("Secret Circle Effects")
    assert play.kiosk.context.settings.now.options["hellrail"].get("variants", []) == []
    view = begin(play)
    assert view.level is Level.MAP and view.layout == "placeholder_a" and not view.variants


def test_a_file_that_somebody_broke_opens_with_the_usual(play: Any) -> None:
    context = play.kiosk.context
    context.keep(replace(context.settings.now, options={"hellrail": {"level": 7}}))
    enter(play)
    assert play.screen.wishes.now.level is Level.LIGHT


def test_the_deal_of_a_table_that_was_only_opened(play: Any) -> None:
    enter(play)
    play.kiosk.context.open_for("hellrail", play.kiosk.context.players(), {})
    play.sync()
    assert play.screen.place.kind == routing.DEAL
    play.press("It is dealt")
    assert play.view.phase is Phase.START and play.view.turn.player == "Ana"


def test_a_french_screen_can_say_what_english_tokens_bear(play: Any) -> None:
    play.kiosk.context.set(language="fr")
    enter(play)
    assert play.screen.tokens.second == "Français"
    play.press("Jetons")
    assert play.screen.tokens.second == "English" and play.kiosk.context.settings.now.token_names == "en"
    assert i18n._("After {hr.gluttony} all of it goes.") == "Après Gluttony, tout part."
    assert i18n._("{hr.gluttony:first}") == "Gluttony (Gloutonnerie)"
    assert i18n._("{hr.brimstone}") == "Points de traction", "what is on no token stays French"
    play.press("Jetons")
    assert play.screen.tokens.second == "Français" and play.kiosk.context.settings.now.token_names is None
