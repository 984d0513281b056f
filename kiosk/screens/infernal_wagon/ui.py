"""Infernal Wagon in the kiosk: its tile, its seats, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.requests import MakeMove
from companion.engine.text import N_
from companion.games.infernal_wagon.memory import Choices
from companion.games.infernal_wagon.names import Module, Phase, Timer
from companion.games.infernal_wagon.rules.timing import PRINTED_MINUTES
from companion.games.infernal_wagon.view import WagonView
from companion.presentation.i18n import _, ngettext
from companion.presentation.words import elapsed
from kiosk.display.theme import KeyPlaces
from kiosk.table.game_pages import RemoteSetUp
from kiosk.table.game_ui import GameUi, chosen_fields, imported
from kiosk.table.memories import Memory

GAME = "infernal_wagon"

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
    """Return the screen that the state asks for."""
    if view.phase is Phase.IDLE and view.result is not None:
        return "recap"
    return PHASES.get(view.phase, "game")


# ---------------------------------------------------------------- the table


LAST = ("timer", "minutes", "level", "attribution")
"""Options that belong to the table."""


def options(simulated: bool) -> dict[str, Any]:
    """Return the options of a new game: with virtual cards it takes the demo box."""
    return {"box": "demo"} if simulated else {}


# ---------------------------------------------------------------- the memories


def standing(games: Sequence[Memory]) -> str:
    """Return the wins, and the streak if there is one."""
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


def best(games: Sequence[Memory]) -> str:
    """Return the quickest way out of a game of the printed length."""
    printed = [g.result for g in games if g.result.get("won") and g.result.get("timer", Timer.TIMED) == Timer.TIMED]
    times = [int(r.get("elapsed_ms") or 0) for r in printed if int(r.get("minutes") or 0) in (0, PRINTED_MINUTES)]
    found = [ms for ms in times if ms > 0]
    return _("Best time: {time}").format(time=elapsed(min(found))) if found else ""


def moment(memory: Memory) -> str:
    """Return how near it was."""
    result = memory.result
    if result.get("won"):
        left = int(result.get("minutes") or PRINTED_MINUTES) * 60 - int(result.get("elapsed_ms") or 0) // 1000
        timed = result.get("timer", Timer.TIMED) == Timer.TIMED and left >= 0
        return _("{time} on the clock").format(time=elapsed(left * 1000)) if timed else ""
    pile = result.get("pile")
    if not isinstance(pile, int):
        return ""
    return ngettext("{n} card was left in the pile", "{n} cards were left in the pile", pile).format(n=pile)


def outcomes(_memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    return ((_("Won"), {"won": True}), (_("Lost"), {"won": False}))


UI = GameUi(
    game=GAME,
    icon="wagon",
    title="Infernal Wagon",
    inside=N_("7 minutes"),
    line=N_("7 minutes, not one more"),
    view=WagonView,
    base=base,
    playing=frozenset(["game"]),
    aided=frozenset(["game"]),
    guide="infernal_wagon.guide:HINTS",
    places=lambda _view: KeyPlaces(24.0),
    sentences="infernal_wagon.words:SPOKEN",
    virtual=lambda _book: imported("infernal_wagon.virtual:WagonTable")(),
    naming="players",
    recap="recap",
    least=2,
    most=5,
    usual=3,
    standing=standing,
    outcomes=outcomes,
    best=best,
    moment=moment,
    again=lambda result: chosen_fields(result, Choices),
    stays=frozenset(LAST),
)


# ---------------------------------------------------------------- its screens


def enter(context: Any) -> None:
    """Open it for the last players, set up as they played last; it is set up further while it is open."""
    kept = context.owner.now.options.get(GAME, {})
    last = {name: value for name, value in kept.items() if name in LAST}
    modules = {name: value for name, value in kept.items() if name in ("modules", "easy")}
    context.ask.open_for(GAME, context.set_up.players(), {**options(context.table.simulated), **modules, "last": last})


def remote(context: Any) -> RemoteSetUp:
    """Return its set-up for a host: once it is open, its own questions set it up."""
    return RemoteSetUp(partial(enter, context))


def seats_changed(context: Any) -> None:
    """Send the seats to the game that is being set up, if it is open: phones name seats before it is."""
    update = context.table.update
    if update is None or not isinstance(update.view, WagonView):
        return
    context.ask.correct(seats=[{"name": s.name, "colour": s.colour, "new": s.new} for s in context.set_up.seats()])


def options_changed(context: Any) -> None:
    """Send the choices of the settings to the game that is being set up."""
    kept = context.owner.now.options.get(GAME, {})
    modules = kept.get("modules", ())
    switches = {str(module): str(module) in modules for module in (Module.SILENCE, Module.UTURN, Module.CURSE)}
    last = {name: value for name, value in kept.items() if name in LAST}
    context.ask.send(MakeMove({"type": "prepare", **switches, "easy": kept.get("easy", 0), **last}))


def sound_off(context: Any) -> None:
    """Report that the sound track did not play to the end (IW-137)."""
    context.ask.correct(sound=False)
