"""HellRail in the kiosk: its screens, made when they are needed."""

from __future__ import annotations

from typing import Any

from kiosk.aid import Section
from kiosk.context import KioskContext, Panel, Reader
from kiosk.game_pages import GamePages, set_up_first
from kiosk.screens.hellrail.ui import GAME


def _game(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.game import Game

    return Game(context)


def _setup(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.setup import Setup

    return Setup(context)


def _players(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.players import Players

    return Players(context)


def _correct(context: KioskContext) -> Any:
    from kiosk.screens.correction_screen import CorrectionScreen

    return CorrectionScreen(context)


def _placing(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.placing import Placing

    return Placing(context)


def _reveal(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.reveal import Reveal

    return Reveal(context)


def _recap(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.recap import Recap

    return Recap(context)


def _capture(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.capture import Capture

    return Capture(context)


def _box(context: KioskContext) -> Any:
    from kiosk.screens.hellrail.box import HellRailBoxScreen

    return HellRailBoxScreen(context)


def _aid(_context: KioskContext) -> tuple[Section, ...]:
    from kiosk.screens.hellrail.aid_pages import sections

    return sections()


def _drawer(context: KioskContext, reader: Reader, panel: Panel) -> Any:
    from kiosk.screens.hellrail.drawer import HellRailDrawer

    return HellRailDrawer(context, reader, panel)


PAGES = GamePages(
    screens={
        "hellrail": _game,
        "hellrail_setup": _setup,
        "hellrail_players": _players,
        "hellrail_correct": _correct,
        "hellrail_placing": _placing,
        "hellrail_reveal": _reveal,
        "hellrail_recap": _recap,
        "hellrail_capture": _capture,
        "hellrail_box": _box,
    },
    aid=_aid,
    enter=set_up_first(GAME, "hellrail_setup"),
    drawer=_drawer,
)
