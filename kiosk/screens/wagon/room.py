"""Infernal Wagon in the house: its gate, its screens, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.infernal_wagon import hints
from companion.games.infernal_wagon.names import Phase
from companion.games.infernal_wagon.view import WagonView
from kiosk.game_ui import Ended, GameUi
from kiosk.i18n import N_, _, ngettext
from kiosk.memories import Memory
from kiosk.words import Said, elapsed

if TYPE_CHECKING:
    from kiosk.aid import Section
    from kiosk.context import KioskContext, Panel, Reader

GAME = "infernal_wagon"
COLOURS = ("red", "blue", "green", "pink", "orange", "cyan", "white", "yellow")

# ---------------------------------------------------------------- screens

PHASES = {
    Phase.IDLE: "home",
    Phase.SETUP: "setup",
    Phase.READY: "game",
    Phase.ENDED: "recap",
    Phase.EXPLOIT: "recap",
}
"""Phase -> screen; while it is played: the game screen."""


def base(view: WagonView) -> str:
    """The screen that the state asks for."""
    if view.phase is Phase.IDLE and view.result is not None:
        return "recap"
    return PHASES.get(view.phase, "game")


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


def _aid(_house: KioskContext) -> tuple[Section, ...]:
    from kiosk.screens.wagon.aid_pages import sections

    return sections()


def _drawer(context: KioskContext, reader: Reader, panel: Panel) -> Any:
    from kiosk.paper import demo_paper
    from kiosk.screens.wagon.drawer import WagonDrawer
    from kiosk.virtual_table import VirtualTable

    return WagonDrawer(context, VirtualTable(demo_paper()), reader, panel)


# ---------------------------------------------------------------- the table


def enter(context: KioskContext) -> None:
    """Open it for those who played last; it is set up while it is open."""
    context.open_for(GAME, context.players(), options(context))


def options(context: KioskContext) -> dict[str, Any]:
    """With virtual cards a new game takes the demo box."""
    return {"box": "demo"} if context.simulated else {}


def seats_changed(context: KioskContext) -> None:
    """Name the seats to the game that is being set up."""
    seats = [{"name": s.name, "colour": s.colour, "new": s.new} for s in context.seats()]
    context.move("set_players", n=len(seats), names=seats)


def sound_off(context: KioskContext) -> None:
    """The sound track did not play to the end (IW-137)."""
    context.move("set_option", name="sound", value=False)


# ---------------------------------------------------------------- words

REASONS = {
    "wagon": N_("The wagon fell"),
    "no_hands": N_("No cards left in hand"),
    "time": N_("Time is up"),
    "curse": N_("A Curse remained"),
    "given_up": N_("Given up"),
}
"""The cause of a defeat, in three or four words."""
ICONS = {"wagon": "derail", "no_hands": "hand", "time": "skull", "curse": "curse", "given_up": "cross"}

EXPLOITS: dict[str, tuple[str, str]] = {
    "welcome": (N_("Welcome"), N_("get out once")),
    "a_toi_a_moi": (N_("Yours! Mine!"), N_("get out as two")),
    "oceans_5": (N_("Ocean’s 5"), N_("get out as five")),
    "six_coups": (N_("Six shots"), N_("under 6 minutes")),
    "five_minutes": (N_("Five to live"), N_("under 5 minutes")),
    "ghost_rider": (N_("Ghost rider"), N_("with the sound on")),
    "le_bon": (N_("Good, bad, ugly"), N_("an empty hand")),
    "dead_man": (N_("Dead man"), N_("lose, 4 cards left")),
    "impitoyable": (N_("Unforgiven"), N_("no card lost")),
    "seven_in_hell": (N_("7 min in hell"), N_("all the branch lines")),
    "seven_mercenaries": (N_("Seven riders"), N_("7 new players")),
}
"""Id -> our own name for it and what it takes, in few words."""

REFUSALS = {
    "bad_player_count": Said(N_("Two to five players"), N_("Choose how many you are.")),
    "already_ticked": Said(N_("One exploit a game"), N_("The next one with the next game.")),
    "bad_box": Said(N_("The card data are wrong"), "{file} {slot} {field}"),
}


def ended(memory: Memory) -> Ended:
    """Out in how long, or why not."""
    result = memory.result
    won, reason = bool(result.get("won")), str(result.get("reason"))
    ticked = str(result.get("ticked") or "")
    more = _(EXPLOITS[ticked][0]) if ticked in EXPLOITS else ""
    if won:
        how = _("Out in {time}").format(time=elapsed(int(result.get("elapsed_ms") or 0)))
        return Ended(how, "wagon", True, more)
    return Ended(_(REASONS.get(reason, N_("Lost"))), ICONS.get(reason, "cross"), False, more)


def standing(games: Sequence[Memory]) -> str:
    """Wins, and the streak if there is one."""
    won = [bool(g.result.get("won")) for g in games]
    if not won:
        return ""
    streak = next((i for i, w in enumerate(won) if w != won[0]), len(won))
    if streak < 2:
        text = ngettext("{won} won of {all}", "{won} won of {all}", sum(won))
        return text.format(won=sum(won), all=len(won))
    text = (
        ngettext("{n} win in a row", "{n} wins in a row", streak)
        if won[0]
        else ngettext("{n} defeat in a row", "{n} defeats in a row", streak)
    )
    return text.format(n=streak)


def outcomes(_memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Out in time, or not."""
    return ((_("Won"), {"won": True}), (_("Lost"), {"won": False}))


ROOM = GameUi(
    game=GAME,
    icon="wagon",
    title="Infernal Wagon",
    inside=N_("2–5 · 7 minutes"),
    players=N_("2–5 players"),
    line=N_("7 minutes, not one more"),
    view=WagonView,
    base=base,
    playing=frozenset(["game"]),
    aided=frozenset(["game"]),
    aid=_aid,
    now=hints.now,
    firsts=hints.firsts,
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
    enter=enter,
    naming="players",
    least=2,
    most=5,
    usual=3,
    colours=COLOURS,
    ended=ended,
    standing=standing,
    outcomes=outcomes,
    refusals=REFUSALS,
    seats_changed=seats_changed,
    sound_off=sound_off,
    drawer=_drawer,
)
