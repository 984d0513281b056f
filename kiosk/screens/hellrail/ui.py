"""HellRail in the kiosk: its tile, its seats, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.text import N_
from companion.games.hellrail.memory import Choices
from companion.games.hellrail.names import COLOURS, Level, Phase
from companion.games.hellrail.view import HellRailView
from companion.presentation.i18n import _, ngettext
from kiosk.display.theme import MAP_SIDE, KeyPlaces
from kiosk.table.game_ui import GameUi, chosen_fields, imported
from kiosk.table.memories import Memory

GAME = "hellrail"


def base(view: HellRailView) -> str:
    """Return the screen of a view: placing, play, or the sealed cars; level players answer before these are shown."""
    if view.ended is not None and view.owed is None:
        return "hellrail_reveal"
    return "hellrail_placing" if view.phase is Phase.PLACING else "hellrail"


# ---------------------------------------------------------------- the memories


def standing(games: Sequence[Memory]) -> str:
    """Return who has won the most; more than one: how many games were played."""
    wins: dict[str, int] = {}
    for game in games:
        for name in game.result.get("winners") or ():
            wins[str(name)] = wins.get(str(name), 0) + 1
    if not wins:
        return ""
    most = max(wins.values())
    best = [name for name, n in wins.items() if n == most]
    if len(best) > 1:
        return ngettext("{n} game, no master yet", "{n} games, no master yet", len(games)).format(n=len(games))
    return ngettext("{name} leads: {n} win", "{name} leads: {n} wins", most).format(name=best[0], n=most)


def _points(memory: Memory) -> list[tuple[int, str]]:
    """What each delivered, the most first."""
    scores = memory.result.get("scores") or {}
    return sorted(((int(score.get("delivered", 0)), str(name)) for name, score in scores.items()), reverse=True)


def best(games: Sequence[Memory]) -> str:
    """Return the most that a player delivered."""
    points, name = max((_points(game)[0] for game in games if _points(game)), default=(0, ""))
    return _("Most delivered: {points}, {name}").format(points=points, name=name) if points else ""


def moment(memory: Memory) -> str:
    """Return how far ahead the winner was."""
    found = _points(memory)
    if len(found) < 2:
        return ""
    (first, _winner), (second, name) = found[:2]
    if first == second:
        return _("level on points")
    ahead = ngettext("{n} point ahead of {name}", "{n} points ahead of {name}", first - second)
    return ahead.format(n=first - second, name=name)


def outcomes(memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """Return one outcome a player; none for a game whose cars were never opened: its winner is unknown."""
    return tuple((name, {"winners": [name]}) for name in memory.names) if memory.result.get("winners") else ()


def places_of(view: HellRailView) -> KeyPlaces:
    """At level light fanning ends a turn at one touch, too. The keys of the Keeper level fill their row."""
    match view.level:
        case Level.LIGHT:
            return KeyPlaces(24.0, ends=2, end=12.6)
        case Level.MAP:
            return KeyPlaces(24.0, ends=1, end=12.3, beside=MAP_SIDE)
        case _:
            return KeyPlaces(10.8, ends=1, end=8.2)


UI = GameUi(
    game=GAME,
    icon="engine",
    title="HellRail",
    inside=N_("deliveries"),
    line=N_("deliver the damned"),
    view=HellRailView,
    base=base,
    recapped=lambda view: view.scores is not None,
    playing=frozenset(["hellrail"]),
    aided=frozenset(["hellrail", "hellrail_placing"]),
    guide="hellrail.guide:HINTS",
    places=places_of,
    sentences="hellrail.words:SPOKEN",
    virtual=lambda _book: imported("hellrail.virtual:HellRailTable")(),
    naming="hellrail_players",
    least=2,
    most=4,
    usual=3,
    colours=COLOURS,
    standing=standing,
    outcomes=outcomes,
    best=best,
    moment=moment,
    again=lambda result: chosen_fields(result, Choices),
    stays=frozenset(["first", "level", "layout"]),
)
