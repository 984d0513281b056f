"""Cerbère in the kiosk: its tile, its seats, its row in the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.text import N_
from companion.engine.virtual import VirtualTable
from companion.games.cerbere.memory import Choices, winners_of
from companion.games.cerbere.show import skulls
from companion.games.cerbere.view import CerbereView
from companion.presentation.i18n import _, ngettext, spoken
from kiosk.display.theme import BOARD_SIDE, KeyPlaces
from kiosk.table.game_ui import COLOURS, GameUi, chosen_fields, imported
from kiosk.table.memories import Memory

GAME = "cerbere"

# ---------------------------------------------------------------- screens


def base(view: CerbereView) -> str:
    """Return the tracker while it is played, the recap once it is over."""
    return "cerbere" if view.over is None else "cerbere_recap"


# ---------------------------------------------------------------- the memories


def standing(games: Sequence[Memory]) -> str:
    """Return the escapes, and the streak of one side if there is one."""
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
        else ngettext("{cb.cerberus} wins {n} in a row", "{cb.cerberus} wins {n} in a row", streak)
    )
    return text.format(n=streak)


def best(games: Sequence[Memory]) -> str:
    """Return the hardest way on which a player got away."""
    escaped = [int(g.result.get("difficulty") or 0) for g in games if str(g.result.get("winner")) == "runners"]
    return _("Hardest escape: {skulls}").format(skulls=spoken(skulls(max(escaped)))) if any(escaped) else ""


def moment(memory: Memory) -> str:
    """Return the boat that left, or the last capture."""
    result = memory.result
    turn = int(result.get("turns") or 0)
    if str(result.get("winner")) == "runners":
        return _("the {cb.boat} left in turn {turn}").format(turn=turn) if turn else ""
    last = (result.get("captured") or [{}])[-1]
    name, turn = last.get("name"), last.get("turn")
    return _("last capture: {name}, turn {turn}").format(name=name, turn=turn) if name and turn else ""


def outcomes(_memory: Memory) -> Sequence[tuple[str, Mapping[str, Any]]]:
    return ((_("Escaped"), {"winner": "runners"}), (_("{cb.cerberus} wins"), {"winner": "cerberus"}))


def again(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a finished game was set up."""
    options = chosen_fields(result, Choices)
    faces = options.pop("faces", None)
    start, *mids, end = faces or ("", "", "", "")
    return {**options, "start": start, "mids": mids, "end": end} if faces else options


def places_of(view: CerbereView) -> KeyPlaces:
    """Return the places: below the board there is room beside Undo; without it what pawns reach has keys in the row."""
    if view.path is None:
        return KeyPlaces(16.6, ends=1, end=16.0)
    return KeyPlaces(25.0, ends=1, end=17.0, beside=BOARD_SIDE)


def virtual(book: Any) -> VirtualTable:
    """Make the virtual table, which needs the rules."""
    table: VirtualTable = imported("cerbere.virtual:CerbereTable")(book)
    return table


UI = GameUi(
    game=GAME,
    icon="cerberus",
    title="Cerbère",
    inside=N_("the escape"),
    line=N_("run, and betray in time"),
    view=CerbereView,
    base=base,
    playing=frozenset(["cerbere"]),
    aided=frozenset(["cerbere"]),
    guide="cerbere.guide:HINTS",
    places=places_of,
    sentences="cerbere.words:SPOKEN",
    virtual=virtual,
    naming="cerbere_players",
    least=3,
    most=7,
    usual=4,
    colours=COLOURS[:7],
    won=winners_of,
    standing=standing,
    outcomes=outcomes,
    best=best,
    moment=moment,
    again=again,
    stays=frozenset(["first", "level", "boats", "fast_die", "gates_zone", "follow_cards"]),
    tab=(0.89, 0.45),
)
