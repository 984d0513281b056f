"""The state of a table, and of a finished game, on the wall of a café: public, and without names unless they are
shared."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.entry import Status
from companion.engine.journal_rows import GameRow
from companion.engine.player_names import seat_asked, seats_of
from companion.engine.update import Notice, Update
from companion.games.registry import show_of, title_of
from companion.presentation.i18n import LANGUAGES, Catalogue, Language
from companion.presentation.refusals import notice as words_of
from companion.uplink.link.wire import ClockReport, GameResult, WallState
from companion.web.desk.games import page_of

NOT_TROUBLE = frozenset(
    {
        "phone_here",
        "phone_asks",
        "phone_takes",
        "help_called",
        "help_comes",
        "played_elsewhere",
        "no_voice",
        "hub_differs",
        "played_twice",
        "invitation",
    }
)
"""Notices for the people at the table only."""
_CATALOGUES: dict[Language, Catalogue] = {language: Catalogue(language) for language in LANGUAGES}


def wall_state(
    title: str, update: Update, standing: Iterable[Notice], *, over: bool, names: bool, help: bool, call: int = 0
) -> WallState:
    """
    :param title: of the table.
    :param over: whether the open game has ended.
    :param standing: notices in force.
    :param names: whether names are shared.
    :param help: whether the table calls for help, for the `call`th time.
    """
    trouble = tuple(_worded(notice) for notice in standing if notice.code not in NOT_TROUBLE)
    if update.game is None or update.view is None:
        return WallState(title, trouble=trouble, help=help, call=call)
    page = page_of(update.game)
    game = _titled(update.game)
    who = update.prompt.who if update.prompt is not None else ""
    turn = seat_asked(update.view, who)
    clock = _clock(update) if page.clock else None
    seats = len(seats_of(update.view))
    return WallState(title, game, over, clock, seats, turn, who if names and turn else "", trouble, help, call)


def evening_of(title: str, row: GameRow, names: bool) -> GameResult | None:
    """
    :return: None while it is not over, and of one that was forgotten.
    """
    if row.status is not Status.ENDED or row.result is None:
        return None
    ending = show_of(row.game).ending(row.result)
    how: dict[str, str] = {language: words.spoken(ending.how) for language, words in _CATALOGUES.items()}
    players = tuple(seat.name for seat in row.seats) if names else ()
    return GameResult(title, _titled(row.game), row.wall, row.last_at, len(row.seats), how, ending.lost, players)


def _titled(game: str) -> dict[str, str]:
    return {language: words.gettext(title_of(game)) for language, words in _CATALOGUES.items()}


def _clock(update: Update) -> ClockReport | None:
    face = update.face
    if face is None or not face.shows:
        return None
    return ClockReport(face.running, face.elapsed(update.at), face.left(update.at))


def _worded(notice: Notice) -> dict[str, str]:
    """Return its title by language. Facts are left out, as a path or a name is private."""
    found = {language: words_of(Notice(notice.code), words).title for language, words in _CATALOGUES.items()}
    return {language: notice.code if "{" in title else title for language, title in found.items()}
