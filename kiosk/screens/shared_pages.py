"""The screens of a game that declares what it is, and draws none of its own; made when they are needed."""

from __future__ import annotations

from functools import partial
from typing import Any

from kiosk.aid import Section, notes
from kiosk.context import KioskContext, Panel, Reader
from kiosk.game_pages import GamePages, set_up_first
from kiosk.game_ui import GameUi
from kiosk.i18n import _


def pages_of(ui: GameUi) -> GamePages:
    """A set-up page of its options, the plain page of its prompts, corrections, recap and virtual table."""
    game = ui.game
    box = {f"{game}_box": _box} if ui.groups else {}
    return GamePages(
        screens={
            **box,
            game: _game,
            f"{game}_setup": _setup,
            f"{game}_players": partial(_players, f"{game}_setup"),
            f"{game}_correct": _correct,
            f"{game}_recap": _recap,
        },
        enter=set_up_first(game, f"{game}_setup"),
        aid=partial(_aid, ui),
        drawer=_drawer,
    )


def _game(context: KioskContext) -> Any:
    from kiosk.screens.shared_game import SharedGame

    return SharedGame(context)


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
    from kiosk.screens.recap import SharedRecap

    return SharedRecap(context)


def _box(context: KioskContext) -> Any:
    from kiosk.screens.shared_box import SharedBox

    return SharedBox(context)


def _aid(ui: GameUi, _context: KioskContext) -> tuple[Section, ...]:
    return (Section("aid", ui.icon, _("Signs"), _(ui.title), notes(ui.aid)),) if ui.aid else ()


def _drawer(context: KioskContext, reader: Reader, panel: Panel) -> Any:
    from kiosk.screens.shared_drawer import SharedDrawer

    return SharedDrawer(context, reader, panel)
