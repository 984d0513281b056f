"""Requests to the table besides signals: from the screen, the protocol, a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.engine.audience import PUBLIC, Audience
from companion.engine.game import Player
from companion.engine.journal_rows import ImportedGame
from companion.engine.prompt import Keys, Prompt
from companion.engine.signals import Signal
from companion.engine.update import Notice, Update


class Open(Struct, frozen=True):
    """Open a game, from the box (`options`) or from a table where it already runs (`position`)."""

    game: str
    seats: tuple[Player, ...] = ()
    options: Mapping[str, Any] = {}
    position: Mapping[str, Any] | None = None
    seed: int | None = None
    group: str = "table"


class MakeMove(Struct, frozen=True):
    """Make a move of the open game. Plain JSON (a dict with `type`) is accepted too."""

    move: Any


class Answering(Struct, frozen=True, kw_only=True):
    """A request that answers an update.

    `number`: of that update; at another one it is refused as `stale` (None: the last one, whichever it is). `id`: a
    client that asks again with the same id gets the first answer again, and nothing is done twice.
    """

    number: int | None = None
    id: str = ""


class Undo(Answering, frozen=True):
    """Take the last step back. A seat alone cannot take back what a player saw by it: that is done at the table."""

    audience: Audience = PUBLIC


class Redo(Answering, frozen=True):
    """Make the last undone step again."""


class Correct(Answering, frozen=True):
    """Put the record right: a patch of the state (`patch.py`)."""

    patch: Mapping[str, Any]


class Resume(Struct, frozen=True):
    """Take up a game of the journal; without an id the last unfinished one.

    `rest`: of a damaged game what is left, as a game of its own; else it is refused.
    """

    id: int | None = None
    rest: bool = True


class Leave(Struct, frozen=True):
    """Put the open game away; it can be taken up again unless `for_good`."""

    for_good: bool = False


class PutAway(Struct, frozen=True):
    """Put an unfinished game away for good, open or paused: it is offered no more. Nothing of it is deleted."""

    id: int


class Forget(Struct, frozen=True):
    """Leave a finished game out of the results and the memories. It is marked; nothing of it is deleted."""

    id: int


class ForgetName(Struct, frozen=True):
    """Take a name out of every game that ended or was put away: its seat and its result have a dash for it, its entries
    are written over. Games that can be played on are as they were."""

    name: str


class ForgetGroup(Struct, frozen=True):
    """Put the games that exactly these played away, unless they can be played on: names, results and entries are
    written over."""

    names: tuple[str, ...]


class Amend(Struct, frozen=True):
    """Change the result of a finished game: fields that its game lets be amended (`Game.amendable`)."""

    id: int
    result: Mapping[str, Any]


class Adopt(Struct, frozen=True):
    """Play on a game of another table; it is taken up at once. `record`: all of it; `uuid`, `epoch`: what it is now."""

    record: ImportedGame
    uuid: str
    epoch: int


class NameAnew(Struct, frozen=True):
    """Make the open game a game of its own. `elsewhere`: another table has taken it up; else the hub
    has another course of it."""

    id: int
    elsewhere: bool = False


class ForgetGame(Struct, frozen=True):
    """Forget a game as another table of the owner did, or this one before a backup was restored: names, result
    and entries are written over."""

    id: int


class Advance(Struct, frozen=True):
    """Move a manual clock forward, firing every deadline at its own moment. Milliseconds."""

    ms: int


class Choose(Answering, frozen=True):
    """Choose an option of a prompt by its key.

    Without a path it is the table's prompt: an option that is no leaf leads the table on. With a path of its own (a
    phone) the table stays where it is; the answer is the next prompt. `seen` is the id of the prompt at which the
    choice was made: at another one it is refused. `since` is the clock's ms at which a path of its own took
    its last step, for a prompt that asks again. A seat answers where it is asked, or where anybody is.
    """

    key: str
    path: Keys | None = None
    audience: Audience = PUBLIC
    seen: str = ""
    since: int | None = None


class Follow(Answering, frozen=True):
    """Choose options of the table's prompt, each at the prompt that the one before it leads to. It is announced once.

    `start`: the path at which the first is chosen; None: where the table is. `seen`: as in `Choose`, of that prompt. If
    one is refused, the table stays where those before it have led.
    """

    keys: Keys
    start: Keys | None = None
    seen: str = ""


class Back(Answering, frozen=True):
    """Go one step back on the table's path; with `all`, to its start."""

    all: bool = False


class Ask(Struct, frozen=True):
    """The prompt of one audience at a path; without a path the table's."""

    audience: Audience = PUBLIC
    path: Keys | None = None


class Legal(Struct, frozen=True):
    """List the moves worth offering now."""


class Position(Struct, frozen=True):
    """The state as JSON that a person can write; secrets only if `reveal`."""

    reveal: bool = False


class LookAt(Struct, frozen=True):
    """The view of one audience."""

    audience: Audience = PUBLIC


class Now(Struct, frozen=True):
    """Ask for the present state: an `Update` without events, and the notices in force."""


class Watch(Struct, frozen=True):
    """Ask for the present state, and what seats see at paths of their own: all of one moment. `places`: name and path.

    A name that has no seat has an empty place in the answer; a path that leads nowhere now is answered from its start.
    """

    places: tuple[tuple[str, Keys], ...] = ()


class SeatSight(Struct, frozen=True):
    """The view of one seat alone, and the prompt at its path."""

    view: Struct
    prompt: Prompt | None
    path: Keys


class Watched(Struct, frozen=True):
    """The answer to `Watch`. `acts` grows as the number of updates does, but not where the table only looks at the
    next question. `id`: that of the open game in the journal, None while none is open. `prompt`: what the table is
    asked, at any place in its own questions."""

    now: Update
    acts: int
    id: int | None
    prompt: Prompt | None
    seen: tuple[SeatSight | None, ...]


class ListGames(Struct, frozen=True):
    """The list of games, newest first."""


class ListPaused(Struct, frozen=True):
    """The list of games that can be taken up, newest first: neither finished nor put away. The open one is in it."""


class Export(Struct, frozen=True):
    """A game as the lines of an export file; without an id the last one. Secrets only if `reveal`."""

    id: int | None = None
    reveal: bool = False


class Recall(Struct, frozen=True):
    """Ask for the end of a finished game: an `Update` with the public view of its last state. Nothing is opened."""

    id: int


class PostNotice(Struct, frozen=True):
    """Pass a notice about the machine (a lost reader, missing pins) on to all listeners."""

    notice: Notice


ReadRequest = Ask | Legal | Position | LookAt | Now | Watch | ListGames | ListPaused | Export | Recall
"""Requests that change nothing."""
Act = MakeMove | Choose | Follow | Back | Undo | Redo | Correct
"""Requests of a table that plays."""
ForgetRequest = Forget | ForgetName | ForgetGroup
"""Requests that take what is over out of the memories."""
Elsewhere = Adopt | NameAnew | ForgetGame
"""Requests of a game that another table has, too."""
JournalRequest = Resume | Leave | PutAway | ForgetRequest | Amend | Elsewhere
"""Requests about games of the journal."""
Request = Signal | Open | Act | JournalRequest | Advance | ReadRequest | PostNotice


class Reply(Struct, frozen=True):
    """The answer to one request: events announced since the last reply, and what was asked for."""

    events: tuple[Any, ...] = ()
    answer: Any = None
    saved: bool = True
    """Whether all that the table has entered is durable."""
