"""Cerbère in the house: its gate, its screens, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.config import ConfigError
from companion.engine.requests import PostNotice
from companion.engine.update import Notice
from companion.games.cerbere import hints
from companion.games.cerbere.view import CerbereView
from kiosk.game_ui import Ended, GameUi
from kiosk.i18n import N_, _, ngettext
from kiosk.memories import Memory
from kiosk.screens.cerbere.refusals import REFUSALS
from kiosk.words import names

if TYPE_CHECKING:
    from kiosk.aid import Section
    from kiosk.context import KioskContext, Panel, Reader

GAME = "cerbere"
COLOURS = ("red", "blue", "green", "pink", "orange", "cyan", "white")

# ---------------------------------------------------------------- screens


def base(view: CerbereView) -> str:
    """The tracker while it is played, the recap once it is over."""
    return "cerbere" if view.over is None else "cerbere_recap"


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
    from kiosk.screens.cerbere.correct import Correct

    return Correct(context)


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


# ---------------------------------------------------------------- the memories


LONGEST = 24
"""Letters of names that one line of the memories holds."""


def ended(memory: Memory) -> Ended:
    """Who got away, or that nobody did."""
    result = memory.result
    parts = [skulls(int(result.get("difficulty") or 0)), turns(int(result.get("turns") or 0))]
    more = " · ".join(part for part in parts if part)
    if str(result.get("winner")) != "runners":
        return Ended(_("Cerberus wins"), "cerberus", False, more)
    got_out = tuple(str(name) for name in result.get("escaped") or result.get("winners") or ())
    who = names(got_out)
    if len(who) > LONGEST:
        how = _("{n} escaped").format(n=len(got_out))
    else:
        how = ngettext("{names} escaped", "{names} escaped", len(got_out)).format(names=who)
    return Ended(how if got_out else _("Escaped"), "boat", True, more)


def skulls(n: int) -> str:
    """The difficulty in words."""
    return ngettext("{n} skull", "{n} skulls", n).format(n=n) if n else ""


def turns(n: int) -> str:
    """How long it lasted in words."""
    return ngettext("{n} turn", "{n} turns", n).format(n=n) if n else ""


def standing(games: Sequence[Memory]) -> str:
    """Escapes, and the streak of one side if there is one."""
    won = [str(g.result.get("winner")) == "runners" for g in games]
    if not won:
        return ""
    streak = next((i for i, w in enumerate(won) if w != won[0]), len(won))
    if streak < 2:
        text = ngettext("{won} escape in {all}", "{won} escapes in {all}", sum(won))
        return text.format(won=sum(won), all=len(won))
    text = (
        ngettext("{n} escape in a row", "{n} escapes in a row", streak)
        if won[0]
        else ngettext("Cerberus wins {n} in a row", "Cerberus wins {n} in a row", streak)
    )
    return text.format(n=streak)


def enter(context: KioskContext) -> None:
    """It is set up before it is opened: then it stands at once in the first turn."""
    try:
        context.books[GAME]
    except ConfigError as fault:
        context.link.send(PostNotice(Notice("config", fault.facts)))
        return
    context.open_screen("cerbere_setup")


def outcomes(_memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """One side or the other."""
    return ((_("Escaped"), {"winner": "runners"}), (_("Cerberus wins"), {"winner": "cerberus"}))


ROOM = GameUi(
    game=GAME,
    icon="cerberus",
    title="Cerbère",
    inside=N_("3–7 · the escape"),
    players=N_("3–7 players"),
    line=N_("run, and betray in time"),
    view=CerbereView,
    base=base,
    playing=frozenset(["cerbere"]),
    aided=frozenset(["cerbere"]),
    aid=_aid,
    now=hints.now,
    firsts=hints.firsts,
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
    enter=enter,
    naming="cerbere_players",
    least=3,
    most=7,
    usual=4,
    colours=COLOURS,
    ended=ended,
    standing=standing,
    outcomes=outcomes,
    refusals=REFUSALS,
    drawer=_drawer,
    tab=(0.89, 0.45),
)
