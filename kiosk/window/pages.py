"""The screens of all games. Only the application knows this file: the context is given what it says."""

from __future__ import annotations

from functools import partial

from companion.presentation.i18n import _
from kiosk.screens.infernal_wagon import ui as wagon
from kiosk.table.aid import AidSection, note_entries
from kiosk.table.context import KioskContext
from kiosk.table.game_pages import GamePages, Made, set_up_first
from kiosk.table.game_ui import GameUi
from kiosk.table.game_uis import GAME_UIS

WAGON = GamePages(
    screens={
        "setup": Made("infernal_wagon.setup:Setup"),
        "game": Made("infernal_wagon.game:WagonScreen"),
        "recap": Made("infernal_wagon.recap:Recap"),
        "exploits": Made("infernal_wagon.recap:Exploits"),
        "players": Made("infernal_wagon.setup:PlayersPage"),
        "minutes": Made("infernal_wagon.setup:Minutes"),
        "tracking": Made("infernal_wagon.setup:Tracking"),
        "correct": Made("infernal_wagon.correct:WagonCorrections"),
        "box": Made("infernal_wagon.box:WagonBoxScreen"),
    },
    enter=wagon.enter,
    remote=wagon.remote,
    aid=Made("infernal_wagon.aid_pages:sections"),
    seats_changed=wagon.seats_changed,
    options_changed=wagon.options_changed,
    sound_off=wagon.sound_off,
)

CERBERE = GamePages(
    screens={
        "cerbere": Made("cerbere.game:CerbereScreen"),
        "cerbere_recap": Made("cerbere.recap:Recap"),
        "cerbere_setup": Made("cerbere.setup:Setup"),
        "cerbere_boards": Made("cerbere.setup:BoardChoice"),
        "cerbere_players": Made("players:PlayersScreen"),
        "cerbere_follow": Made("cerbere.setup:FollowScreen"),
        "cerbere_rules": Made("cerbere.setup:RulesScreen"),
        "cerbere_correct": Made("correction_screen:CorrectionScreen"),
        "cerbere_box": Made("cerbere.box:box_screen"),
    },
    enter=set_up_first("cerbere", "cerbere_setup"),
    remote=Made("cerbere.remote:remote"),
    aid=Made("cerbere.aid_pages:sections"),
)

HELLRAIL = GamePages(
    screens={
        "hellrail": Made("hellrail.game:HellRailScreen"),
        "hellrail_setup": Made("hellrail.setup:Setup"),
        "hellrail_players": Made("players:PlayersScreen"),
        "hellrail_correct": Made("correction_screen:CorrectionScreen"),
        "hellrail_placing": Made("hellrail.placing:Placing"),
        "hellrail_reveal": Made("hellrail.reveal:RevealScreen"),
        "hellrail_recap": Made("hellrail.recap:Recap"),
        "hellrail_box": Made("hellrail.box:box_screen"),
    },
    enter=set_up_first("hellrail", "hellrail_setup"),
    remote=Made("hellrail.remote:remote"),
    aid=Made("hellrail.aid_pages:sections"),
)


def pages_of(ui: GameUi) -> GamePages:
    """Return a set-up page of its options, the plain page of its prompts, corrections, recap and virtual table."""
    game = ui.game
    box = {f"{game}_box": Made("box.screen:shared_box")} if ui.groups else {}
    return GamePages(
        screens={
            **box,
            game: Made("prompt_screen:SharedGame"),
            f"{game}_setup": Made("shared_setup:SharedSetup"),
            f"{game}_players": Made("players:PlayersScreen"),
            f"{game}_correct": Made("correction_screen:CorrectionScreen"),
            f"{game}_recap": Made("recap:SharedRecap"),
        },
        enter=set_up_first(game, f"{game}_setup"),
        remote=Made("shared_setup:shared_remote"),
        aid=partial(_aid, ui),
    )


def _aid(ui: GameUi, _context: KioskContext) -> tuple[AidSection, ...]:
    return (AidSection("aid", ui.icon, _("Signs"), _(ui.title), note_entries(ui.aid)),) if ui.aid else ()


OWN = {"infernal_wagon": WAGON, "cerbere": CERBERE, "hellrail": HELLRAIL}
"""By game, where it has pages of its own."""
GAME_PAGES: dict[str, GamePages] = {game: OWN.get(game) or pages_of(ui) for game, ui in GAME_UIS.items()}
"""By game."""


def register(ui: GameUi, pages: GamePages | None = None) -> None:
    """Add a game, with the shared pages unless it has its own."""
    GAME_UIS[ui.game] = ui
    GAME_PAGES[ui.game] = pages or pages_of(ui)


def unregister(game: str) -> None:
    """Remove a game."""
    del GAME_UIS[game], GAME_PAGES[game]
