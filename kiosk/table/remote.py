"""The set-up as a host chooses it on a phone: the game, how many play, who begins, and what the game declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.engine.setup_option import Count, OneOf, OnOff, SetupOption
from companion.engine.text import N_, Text
from companion.web.desk.state import SetUpLine
from kiosk.table.game_uis import GAME_UIS

if TYPE_CHECKING:
    from kiosk.table.context import KioskContext

GAME, COUNT, FIRST, BEGIN = "game", "count", "first", "begin"
"""Keys of lines that every game has; the others are the game's, behind `OWN`."""
OWN = "own."
YES, NO = Text(N_("Yes")), Text(N_("No"))


def lines(context: KioskContext) -> tuple[SetUpLine, ...]:
    """Return what a host may choose now."""
    return tuple(_lines(context))


def _lines(context: KioskContext) -> Iterator[SetUpLine]:
    ui, set_up = context.table.ui, context.set_up
    yield SetUpLine(GAME, Text(N_("Game")), tuple((one.game, Text(one.title)) for one in GAME_UIS.values()), ui.game)
    counts = tuple((str(n), Text(str(n))) for n in range(ui.least, ui.most + 1))
    yield SetUpLine(COUNT, Text(N_("Players")), counts, str(set_up.count))
    names = tuple((seat.name, Text("{name}", {"name": seat.name})) for seat in set_up.seats())
    yield SetUpLine(FIRST, Text(N_("Who begins")), names, set_up.first_player(ui.game))
    remote = context.go.pages.remote(context)
    for option in remote.options:
        values = tuple((_word(value), words) for value, words in _values(option))
        yield SetUpLine(OWN + option.key, option.label, values, _word(remote.chosen[option.key]))
    yield SetUpLine(BEGIN, Text(""), ((BEGIN, Text(N_("Begin"))),), "")


def choose(context: KioskContext, key: str, value: str) -> None:
    """Choose a value of a line, if it is one."""
    line = next((one for one in _lines(context) if one.key == key), None)
    if line is None or value not in dict(line.values):
        return
    game = context.table.ui.game
    match key:
        case "game":
            context.table.chosen = value
            context.set_up.by_hand = False
            context.set_up.take_last(value)
        case "count":
            context.set_up.set_count(int(value))
        case "first":
            context.set_up.begin_with(game, value)
        case "begin":
            context.go.pages.remote(context).begin()
        case _:
            remote = context.go.pages.remote(context)
            option = next(one for one in remote.options if OWN + one.key == key)
            remote.change(**{option.key: next(one for one, _words in _values(option) if _word(one) == value)})
    context.tell_pages()


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(option: SetupOption) -> tuple[tuple[Any, Text], ...]:
    match option:
        case OnOff():
            return (True, YES), (False, NO)
        case Count(least=least, most=most):
            return tuple((n, Text(str(n))) for n in range(least, most + 1))
        case OneOf(values=values):
            return values
