"""The set-up as a host chooses it on a phone: the game, how many play, who begins, and what the game declares."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from companion.engine.setup_option import NumberOption, OneOf, SetupOption, YesNoOption
from companion.engine.text import N_, Text
from companion.web.desk.state import SetUpLine
from kiosk.table.game_pages import RemoteSetUp
from kiosk.table.game_uis import GAME_UIS
from kiosk.table.set_up import SetUp
from kiosk.table.state import TableState


class SharedLine(StrEnum):
    """Keys of lines that every game has; the others are the game's, behind `OWN`."""

    GAME = "game"
    COUNT = "count"
    FIRST = "first"
    BEGIN = "begin"


OWN = "own."
YES, NO = Text(N_("Yes")), Text(N_("No"))


def set_up_lines(table: TableState, set_up: SetUp, remote: RemoteSetUp) -> Iterator[SetUpLine]:
    """Yield what a host may choose now."""
    ui = table.ui
    yield SetUpLine(
        SharedLine.GAME, Text(N_("Game")), tuple((one.game, Text(one.title)) for one in GAME_UIS.values()), ui.game
    )
    counts = tuple((str(n), Text(str(n))) for n in range(ui.least, ui.most + 1))
    yield SetUpLine(SharedLine.COUNT, Text(N_("Players")), counts, str(set_up.count))
    names = tuple((seat.name, Text("{name}", {"name": seat.name})) for seat in set_up.seats())
    yield SetUpLine(SharedLine.FIRST, Text(N_("Who begins")), names, set_up.first_player(ui.game))
    for option in remote.options:
        values = tuple((_word(value), words) for value, words in _values(option))
        yield SetUpLine(OWN + option.key, option.label, values, _word(remote.chosen[option.key]))
    yield SetUpLine(SharedLine.BEGIN, Text(""), ((SharedLine.BEGIN, Text(N_("Begin"))),), "")


def choose_value(table: TableState, set_up: SetUp, remote: RemoteSetUp, key: str, value: str) -> None:
    """Choose a value of a line, if it is one."""
    line = next((one for one in set_up_lines(table, set_up, remote) if one.key == key), None)
    if line is None or value not in dict(line.values):
        return
    match key:
        case SharedLine.GAME:
            set_up.choose_game(value)
        case SharedLine.COUNT:
            set_up.set_count(int(value))
        case SharedLine.FIRST:
            set_up.begin_with(table.ui.game, value)
        case SharedLine.BEGIN:
            remote.begin()
        case _:
            option = next(one for one in remote.options if OWN + one.key == key)
            remote.change(**{option.key: next(one for one, _words in _values(option) if _word(one) == value)})


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _values(option: SetupOption) -> tuple[tuple[Any, Text], ...]:
    match option:
        case YesNoOption():
            return (True, YES), (False, NO)
        case NumberOption(least=least, most=most):
            return tuple((n, Text(str(n))) for n in range(least, most + 1))
        case OneOf(values=values):
            return values
