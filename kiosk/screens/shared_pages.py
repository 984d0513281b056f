"""The screens of a game that declares what it is, and draws none of its own; made when they are needed."""

from __future__ import annotations

from functools import partial
from typing import Any

from kiosk.aid import Section
from kiosk.context import KioskContext, Panel, Reader
from kiosk.game_pages import GamePages, set_up_first
from kiosk.game_ui import GameUi


def pages_of(ui: GameUi) -> GamePages:
    """A set-up page of its options, the plain page of its prompts, corrections, recap and virtual table."""
    game = ui.game
    return GamePages(
        screens={
            game: _game,
            f"{game}_setup": _setup,
            f"{game}_players": partial(_players, f"{game}_setup"),
            f"{game}_correct": _correct,
            f"{game}_recap": _recap,
        },
        enter=set_up_first(game, f"{game}_setup"),
        aid=_aid,
        drawer=_drawer,
    )


def _game(context: KioskContext) -> Any:
    from kiosk.screens.prompt_screen import PromptScreen

    return PromptScreen(context)


def _setup(context: KioskContext) -> Any:
    from kiosk.screens.shared_setup import SharedSetup

    return SharedSetup(context)


def _players(back: str, context: KioskContext) -> Any:
    from kiosk.screens.players import Players
    from kiosk.screens.shared_setup import Wishes

    return Players(context, Wishes(context), back)


def _correct(context: KioskContext) -> Any:
    from kiosk.screens.correction_screen import CorrectionScreen

    return CorrectionScreen(context)


def _recap(context: KioskContext) -> Any:
    from kiosk.screens.shared_recap import SharedRecap

    return SharedRecap(context)


def _aid(_context: KioskContext) -> tuple[Section, ...]:
    return ()


def _drawer(context: KioskContext, reader: Reader, panel: Panel) -> Any:
    from kiosk.screens.shared_drawer import SharedDrawer

    return SharedDrawer(context, reader, panel)
