"""Interface of a game. Every game is one object with these methods; state, moves and events are frozen structs.

Time is in whole milliseconds of the *session*: 0 is the moment the game was opened, and it continues at its last
value when an unfinished game is taken up again. All functions are pure: chance comes from `rng`, time from `at`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Protocol, TypeVar, Union

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.audience import Audience
from companion.engine.cues import Cue
from companion.engine.message import Band, Line, Order, Say, facts_of
from companion.engine.prompt import Keys, Prompt
from companion.engine.signals import Signal
from companion.engine.text import Text


class Player(Struct, frozen=True):
    """A seat as it was named when the game was opened.

    `colour` is that of a seat (`presentation/colours.py`); `new`: first game ever.
    """

    name: str
    colour: str = ""
    new: bool = False


class GameSetup(Struct, frozen=True):
    """The choices with which a game is opened.

    `options` are the game's own (the matrix's `new_game` options); `group` is what `Game.group` made of the
    group's earlier results; `zones` and `seats_of_readers`: by reader, what the table's settings say of it.
    """

    seats: tuple[Player, ...] = ()
    options: Mapping[str, Any] = {}
    group: Mapping[str, Any] = {}
    zones: Mapping[str, str] = {}
    seats_of_readers: Mapping[str, str] = {}

    def with_readers(self, places: Mapping[str, str]) -> GameSetup:
        """Return the setup with these as the option `readers`, where that option names no place."""
        told: Any = self.options.get("readers", {})
        if not places or not isinstance(told, Mapping):
            return self
        return replace(self, options={**self.options, "readers": {**places, **told}})


class UndoLabel(Struct, frozen=True):
    """The text of the Undo key: an English msgid with {facts}, and the name of the input that it takes back."""

    name: str
    text: str
    facts: dict[str, str | int] = {}


class ClockReading(Struct, frozen=True):
    """The game's clock at session time `at`: shown, sounded and saved, and counted nowhere else.

    `length_ms` is None where the clock counts up (calm mode). `running` is false before the start, held and ended.
    """

    running: bool
    elapsed_ms: int
    at: int
    length_ms: int | None = None

    @property
    def shows(self) -> bool:
        """Whether there is anything to be seen: one that counts up shows nothing before it has begun."""
        return self.length_ms is not None or bool(self.elapsed_ms) or self.running

    def elapsed(self, now: int) -> int:
        """Return the ms that have passed at session time `now`."""
        return self.elapsed_ms + (max(0, now - self.at) if self.running else 0)

    def left(self, now: int) -> int | None:
        """Return the ms that are left at session time `now`; None where it counts up."""
        return None if self.length_ms is None else max(0, self.length_ms - self.elapsed(now))


class Deadline(Struct, frozen=True):
    """The next moment at which something happens by itself, and the move that it makes."""

    at: int
    move: Any


MsgidFacts = tuple[str, dict[str, str | int]]
"""An English msgid with its facts."""


class Sight(Struct, frozen=True):
    """Who saw something by what happened ("": everybody), and what, in words that everybody may hear."""

    seat: str
    what: Text


class UndoWords(Struct, frozen=True):
    """Words for the Undo key. Of several events of one step the most important one is named, of equals the earliest."""

    importance: int
    msgid: str = ""


# gc=False: a game holds thousands of these, frozen and never in a cycle; the collector need not walk them.
class Event(Struct, frozen=True, gc=False):
    """An event of a game: its fields, what it changes, its words and its cue. Base of every event of every
    game (each has its own `tag`).

    What is not `announced` is saved and applied, but no listener, export or protocol line sees it.

    >>> class Counted(Event, frozen=True, tag="counted"):
    ...     n: int
    ...     tells: ClassVar = Say("check", "ok", "Now it is {n}.")
    ...
    ...     def apply(self, state: int, at: int) -> int:
    ...         return state + self.n
    >>> applied(40, [Counted(1), Counted(1)], at=0)
    42
    >>> str(Counted(2).line(None).text)
    'Now it is 2.'
    """

    tells: ClassVar[Say | None] = None
    """The line of an event that needs nothing but its own fields."""
    importance: ClassVar[int] = 0
    """Of several lines of one input the most important one is shown, of equals the earliest."""
    news: ClassVar[bool] = True
    """Whether what the screen said before is over with it."""
    undo: ClassVar[UndoWords | None] = None
    """What the Undo key says where this happened, with the event's own fields as facts."""
    cue: ClassVar[str] = ""
    """Name of the cue that it makes by itself; `Game.cues` decides what a whole step sounds like."""

    def apply(self, state: Any, at: int) -> Any:
        """Return the state after this event; the same state, if it only has words."""
        return state

    def undo_words(self, before: Any) -> MsgidFacts | None:
        """Return what the Undo key says of a step in which this happened; None if another event says it better."""
        return None if self.undo is None else (self.undo.msgid, facts_of(self, self.undo.msgid))

    def shows(self, before: Any) -> tuple[Sight, ...]:
        """Return what the companion showed to a seat by this, or drew: it is taken back at the table, not on a phone.

        It is public, so it may depend on no secret of the state `before`.
        """
        return ()

    def line(self, seen: Any) -> Line | Order | Band | None:
        """Return its words for the table. `seen`: further data that the game passes along."""
        return None if self.tells is None else self.tells.line(self)

    @property
    def announced(self) -> bool:
        return True

    @property
    def aside(self) -> bool:
        """Whether it changes nothing that is being chosen: the table stays on its path."""
        return False

    @property
    def by_clock(self) -> bool:
        """Whether it is only a time announcement: no player acted, and the table is as it was."""
        return False

    @property
    def seated(self) -> tuple[Player, ...] | None:
        """Who plays from now on: the journal files the game under them. None: as before."""
        return None


class Silent(Event, frozen=True):
    """An event that only updates the state: it is never announced."""

    @property
    def announced(self) -> bool:
        return False


def undo_words(events: Iterable[Event], before: Any) -> MsgidFacts | None:
    """Return the Undo key's words for a step with these events; None if no announced event has any."""
    found: list[tuple[int, MsgidFacts]] = []
    for event in events:
        words = event.undo_words(before) if event.announced else None
        if words is not None:
            found.append((0 if event.undo is None else event.undo.importance, words))
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _tagged(module: str, base: type[Struct]) -> Any:
    kinds = [kind for kind in vars(sys.modules[module]).values() if isinstance(kind, type)]
    mine = [kind for kind in kinds if issubclass(kind, base) and kind.__module__ == module]
    return Union[tuple(kind for kind in mine if kind.__struct_config__.tag is not None)]  # noqa: UP007


def events_of(module: str) -> Any:
    """Return the union of all events that a module defines, for the journal's decoder."""
    return _tagged(module, Event)


def moves_of(module: str) -> Any:
    """Return the union of all moves that a module defines, for decoding moves from JSON."""
    return _tagged(module, Move)


class Move(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An input that the rules decide. Base of every move of every game (each has its own `tag`)."""


class Correction(Move, frozen=True):
    """A patch of the state (`patch.py`): the table corrects the record. Each game has a subclass with its tag."""

    patch: dict[str, Any]


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game. `S` is its state, a frozen struct. `tests/example_game/game.py` is a whole one; `BaseGame`
    has defaults for most methods.

    >>> from companion.engine.audience import PUBLIC
    >>> from companion.games.registry import GAMES
    >>> game = GAMES["cerbere"](None)
    >>> order = GameSetup((Player("Ana"), Player("Bo"), Player("Cy")), {"level": "tracker"})
    >>> state, events = game.setup(order, Random(1))
    >>> prompt = game.prompt(state, PUBLIC)
    >>> prompt.who, game.due(state)
    ('Ana', None)
    """

    name: str
    """Snake case, as in the journal and in the table protocol: `infernal_wagon`."""
    move_type: Any
    """Union of the moves (tagged structs): JSON comes in through it."""
    event_type: Any
    """Union of the events (tagged structs)."""
    correction_type: Any
    """Move with which a client of the protocol corrects; None: there is none."""
    state_type: type[S]
    steps_announced: bool
    """Whether `undone` and `redone` are announced as events: the matrix of the game says so."""
    no_step: str
    """The code that the matrix gives to an undo (or redo) where there is no step to take."""
    amendable: ClassVar[Mapping[str, tuple[Any, ...]]]
    """Fields of a result that people may put right afterwards, with the values that each may take; of one without
    values: names of players."""

    named: ClassVar[Collection[str]]
    """Fields of a result that hold names of players: in a list, as keys, or at the key `name`."""

    def setup(self, order: GameSetup, rng: Random) -> tuple[S, Sequence[Event]]:
        """Return the state in which a new game begins, and its events (already applied).

        :raises Refused: with the code that the matrix gives (`bad_player_count` ...).
        """
        ...

    def decide(self, state: S, move: Any, at: int, rng: Random) -> Sequence[Event]:
        """Return the events that `move`, made at session time `at`, leads to. The only place where rules live.

        `at` is the input's own stamp: it may be earlier than the state's last event.

        :raises Refused: if the move has no effect; then nothing changes.
        """
        ...

    def make_move(self, state: S, move: Any, at: int, rng: Random) -> tuple[Sequence[Event], S]:
        """`decide`, and the state that `apply` makes of its events one after the other.

        :raises Refused: as `decide` does.
        """
        ...

    def read(self, state: S, /, signal: Signal, prompt: Prompt | None) -> Move | Keys | None:
        """Return what a signal means that no option of `prompt` bears: a move, or keys, chosen at `prompt` or else from
        the first prompt on.

        None if it means nothing (a tag taken away, a key released).
        """
        ...

    def due(self, state: S, /) -> Deadline | None:
        """Return the nearest moment at which something happens by itself: 7:00, a question's default, a time cue."""
        ...

    def legal(self, state: S, at: int) -> Iterable[Any]:
        """Return the moves worth offering now: screens, random play and the protocol's `legal`."""
        ...

    def view(self, state: S, /, audience: Audience, at: int) -> Struct:
        """Return all that `audience` may see. Nothing else leaves the engine."""
        ...

    def redact(self, older: Any, now: S) -> Any:
        """Return an older event or public view as it may be shown at `now`: what became a secret since is removed."""
        ...

    def prompt(self, state: S, audience: Audience, path: Keys = ()) -> Prompt | None:
        """Return what `audience` may choose at `path` of the tree of prompts; pure. None: this game has no prompts yet.

        :raises LookupError: for a path that leads nowhere now.
        """
        ...

    def slot(self, state: S, /, uid: str, reader: str) -> str:
        """Return the piece that bears a tag, as options name it (`Option.slot`); "" if none does, or if what a tag
        means on this reader is not for the prompt to say."""
        ...

    def tags(self, state: S) -> Collection[str]:
        """Return the uids of all pieces that bear a tag, as they were enrolled: one object as long as they stay the
        same."""
        ...

    def asks_which_card(self, state: S) -> bool:
        """Return whether the table is asked which piece is meant by a tag that may be several; else it is unknown."""
        ...

    def face(self, state: S, /, at: int) -> ClockReading:
        """Return the clock at session time `at`."""
        ...

    def cues(self, before: S, events: Sequence[Event], after: S) -> tuple[Cue, ...]:
        """Return the cues of a step, for sound and light."""
        ...

    def label(self, before: S, move: Any, events: Sequence[Event], at: int) -> UndoLabel:
        """Return what the Undo key says of this answer."""
        ...

    def beside(self, before: S, move: Any, events: Sequence[Event], after: S) -> bool:
        """Return whether this belongs to the step of Undo before it: it stops the clock or sets it going, prepares a
        game, only shows something, or changes nothing. Every other answer is a step of its own.

        The Undo key is public: this may depend on no secret.
        """
        ...

    def after_undo(self, then: S, then_at: int, now: S, at: int) -> S:
        """Return `then` after stepping (back or forth) from `now`: all of `then`, but the clock of `now`.

        `then_at` is the moment at which `then` was left: a question in it has the time left that it had.

        :raises Refused: if `then` is no state to go to now; `too_late`, once the game is over for good.
        """
        ...

    def on_resume(self, state: S, /, at: int) -> Sequence[Event]:
        """Return the events for taking up an unfinished game after a crash: a running countdown comes back held."""
        ...

    def correction_pages(self, state: S) -> tuple[Any, ...]:
        """Return what may be put right by touch now (`engine/correction.py`): nothing that is not public."""
        ...

    def position(self, state: S, /, at: int, reveal: bool) -> dict[str, Any]:
        """Return the state as JSON that a person can write and `import_position` reads; secrets only if `reveal`."""
        ...

    def import_position(self, order: GameSetup, position: Mapping[str, Any]) -> S:
        """Return a state that matches a table where the game already runs.

        :raises BadInput: naming the field that is wrong.
        """
        ...

    def result(self, state: S, /, at: int) -> dict[str, Any] | None:
        """Return what history keeps of a finished game (plain JSON), None while it is not over."""
        ...

    def group(self, results: Sequence[Mapping[str, Any]], players: Sequence[str]) -> dict[str, Any]:
        """Return what this game must know of the table's earlier results, oldest first, when these play (losses in a
        row, exploits ...).

        No names: it is kept in the new game, and a name that was forgotten would stay there.
        """
        ...

    def regroup(self, state: S, known: Mapping[str, Any]) -> Sequence[Event]:
        """Return the state for other players than at the opening. `known`: what `group` made of their results."""
        ...

    def informed(self, asked: Any, results: Callable[[], Sequence[Mapping[str, Any]]]) -> Any:
        """Return a `GameSetup` or a move, corrected by what the group's earlier results say of the people in it."""
        ...


def applied(state: S, events: Sequence[Event], at: int) -> S:
    """Return the state after `events`, in their order."""
    for event in events:
        state = event.apply(state, at)
    return state
