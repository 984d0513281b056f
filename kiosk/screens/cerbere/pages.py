"""Cerbère in the kiosk: its screens, made when they are needed."""

from __future__ import annotations

from typing import Any

from kiosk.aid import Section
from kiosk.context import KioskContext, Panel, Reader
from kiosk.game_pages import GamePages, set_up_first
from kiosk.screens.cerbere.ui import GAME


def _game(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.game import Game

    return Game(context)


def _recap(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.recap import Recap

    return Recap(context)


def _setup(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.setup import Setup

    return Setup(context)


def _boards(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.board_choice import BoardChoice

    return BoardChoice(context)


def _players(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.players import Players

    return Players(context)


def _follow(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.follow import Follow

    return Follow(context)


def _rules(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.rules import Rules

    return Rules(context)


def _correct(context: KioskContext) -> Any:
    from kiosk.screens.correction_screen import CorrectionScreen

    return CorrectionScreen(context)


def _box(context: KioskContext) -> Any:
    from kiosk.screens.cerbere.box import CerbereBoxScreen

    return CerbereBoxScreen(context)


def _aid(context: KioskContext) -> tuple[Section, ...]:
    from kiosk.screens.cerbere.aid_pages import sections
    from kiosk.screens.cerbere.words import catalogue_of

    return sections(catalogue_of(context))


def _drawer(context: KioskContext, reader: Reader, panel: Panel) -> Any:
    from kiosk.screens.cerbere.drawer import CerbereDrawer

    return CerbereDrawer(context, reader, panel)


PAGES = GamePages(
    screens={
        "cerbere": _game,
        "cerbere_recap": _recap,
        "cerbere_setup": _setup,
        "cerbere_boards": _boards,
        "cerbere_players": _players,
        "cerbere_follow": _follow,
        "cerbere_rules": _rules,
        "cerbere_correct": _correct,
        "cerbere_box": _box,
    },
    aid=_aid,
    enter=set_up_first(GAME, "cerbere_setup"),
    drawer=_drawer,
)
