"""Infernal Wagon in the kiosk: its screens, made when they are needed."""

from __future__ import annotations

from typing import Any

from kiosk.aid import Section
from kiosk.context import KioskContext, Panel, Reader
from kiosk.game_pages import GamePages
from kiosk.screens.wagon.ui import GAME, options


def _setup(context: KioskContext) -> Any:
    from kiosk.screens.wagon.setup import Setup

    return Setup(context)


def _game(context: KioskContext) -> Any:
    from kiosk.screens.wagon.game import Game

    return Game(context)


def _recap(context: KioskContext) -> Any:
    from kiosk.screens.wagon.recap import Recap

    return Recap(context)


def _exploits(context: KioskContext) -> Any:
    from kiosk.screens.exploits import Exploits

    return Exploits(context)


def _players(context: KioskContext) -> Any:
    from kiosk.screens.wagon.players import Players

    return Players(context)


def _tracking(context: KioskContext) -> Any:
    from kiosk.screens.wagon.tracking import Tracking

    return Tracking(context)


def _correct(context: KioskContext) -> Any:
    from kiosk.screens.wagon.correct import Correct

    return Correct(context)


def _box(context: KioskContext) -> Any:
    from kiosk.screens.wagon.box import WagonBoxScreen

    return WagonBoxScreen(context)


def _aid(_context: KioskContext) -> tuple[Section, ...]:
    from kiosk.screens.wagon.aid_pages import sections

    return sections()


def _drawer(context: KioskContext, reader: Reader, panel: Panel) -> Any:
    from kiosk.paper import demo_paper
    from kiosk.screens.wagon.drawer import WagonDrawer
    from kiosk.virtual_table import VirtualTable

    return WagonDrawer(context, VirtualTable(demo_paper()), reader, panel)


def enter(context: KioskContext) -> None:
    """Open it for those who played last; it is set up while it is open."""
    context.open_for(GAME, context.players(), options(context.simulated))


def seats_changed(context: KioskContext) -> None:
    """Name the seats to the game that is being set up."""
    seats = [{"name": s.name, "colour": s.colour, "new": s.new} for s in context.seats()]
    context.move("set_players", n=len(seats), names=seats)


def sound_off(context: KioskContext) -> None:
    """The sound track did not play to the end (IW-137)."""
    context.move("set_option", name="sound", value=False)


PAGES = GamePages(
    screens={
        "setup": _setup,
        "game": _game,
        "recap": _recap,
        "exploits": _exploits,
        "players": _players,
        "tracking": _tracking,
        "correct": _correct,
        "box": _box,
    },
    aid=_aid,
    enter=enter,
    seats_changed=seats_changed,
    sound_off=sound_off,
    drawer=_drawer,
)
