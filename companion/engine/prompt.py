"""The present choices as a tree: one contract for touches, panel keys, tags and the protocol.

`Game.prompt(state, audience, path)` is the prompt that a path of keys leads to. An option with a `move` is a leaf; one
without leads on, to the prompt at the longer path. The choosing client holds a path and nothing else: a path is no
part of the state and is never journaled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.engine.text import NOTHING, Text

Keys = tuple[str, ...]


MAIN = "end_turn"
"""The badge of a prompt's main option: the panel's key `end_turn`."""


# gc=False, here and below: prompts are made anew for each update, and frozen structs are in no cycle.
class Why(Struct, frozen=True, omit_defaults=True, gc=False):
    """Why an option cannot be chosen now: the code and facts with which `decide` refuses it."""

    code: str
    facts: dict[str, str | int] = {}


class Sign(Struct, frozen=True, omit_defaults=True, gc=False):
    """An icon with the words or the figure beside it. `cost`: what it costs, not what comes of it."""

    icon: str = ""
    text: Text = NOTHING
    cost: bool = False


class Option(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that can be chosen.

    `key` is stable within the prompt. `move` ends the act; without it the next prompt is at the path and `key`.
    `seat` names the player that it is about. `badge` is the panel key that means it, `slot` the piece whose tag means
    it, `place` where a board or map shows it, `drawing` what is drawn there, part by part in the game's own words (the
    tracks of a card as they will be). `chosen`: it is among those taken together, and choosing it again takes
    it out. `why`: it is shown, and refused. `until_ms`: after that moment (session time) it is refused, too.
    `lines` are signs below the label, or instead of a label that is a list; `figure` is a large letter or number.
    `listed` False: screens leave it out, but its tag and its key of the panel are answered. `prominent`: it has a key
    on the page of the game; other options of a turn are in its menu. `ends`: it ends the turn at once, so its key has a
    place that no other ever takes. `takes_back`: it is Undo, offered as an answer. `right`: what it takes beside being
    asked (`hold`, `resume`, `give_up`); the table has every right, a phone those that its page grants.

    >>> late = Option("yes", Text("It fits"), until_ms=5_000)
    >>> late.open(at=5_000), late.open(at=5_001)
    (True, False)
    >>> Option("ram", Text("Ram {name}", {"name": "Bo"}), why=Why("too_far", {"spaces": 3})).open()
    False
    """

    key: str
    label: Text
    second: Text = NOTHING
    icon: str = ""
    tone: str = ""
    seat: str = ""
    badge: str = ""
    place: str = ""
    drawing: tuple[str, ...] = ()
    slot: str = ""
    move: Any = None
    chosen: bool = False
    why: Why | None = None
    aid: str = ""
    until_ms: int | None = None
    figure: str = ""
    lines: tuple[tuple[Sign, ...], ...] = ()
    listed: bool = True
    prominent: bool = False
    right: str = ""
    ends: bool = False
    takes_back: bool = False

    def open(self, at: int | None = None) -> bool:
        """Return whether it can be chosen, at a moment of the session."""
        return self.why is None and (at is None or self.until_ms is None or at <= self.until_ms)


class Reading(Struct, frozen=True, omit_defaults=True, gc=False):
    """The meaning of a tag that no option bears, on a reader without a zone of its own.

    `key` is from a closed vocabulary of the game, which reads the tag accordingly; `label` and `icon` are for people.
    """

    key: str
    label: Text
    icon: str = ""


class Prompt(Struct, frozen=True, omit_defaults=True, gc=False):
    """The present choices of one audience.

    `id` is from a closed vocabulary of the game. `text` explains what is asked, `icon` is its sign. `who`: the seat
    that answers, "" anybody. `default` is the key taken by itself at `until_ms` (session time; None: only the next tap
    takes it), `lasts_ms` how long the prompt is open in all. `ordered`: of options taken together the order counts.
    `trail`: places of a board or map that are chosen so far, in their order. `asks_again`: it only asks whether the
    step before was meant, so a move made here counts from that step on. `unlisted`: keys that begin so lead on, too,
    though no option has them: what may not be listed is named by the player who has it. `reader`: what a tag means that
    no option bears (None: nothing, it is refused). `figure`: the number that it is about, `counts` what that counts.
    `confirm`: what choosing does, where the options say by their places only where.

    >>> options = Option("yes", Text("Yes"), move="fits"), Option("no", Text("No"))
    >>> asked = Prompt("matched", Text("Did it fit?"), options, default="no", until_ms=5_000)
    >>> asked.option("yes").move
    'fits'
    >>> asked.option("no").move is None  # it leads on, to the prompt at the path ("no",)
    True
    """

    id: str
    title: Text
    options: tuple[Option, ...] = ()
    hint: Text = NOTHING
    text: Text = NOTHING
    icon: str = ""
    who: str = ""
    default: str | None = None
    until_ms: int | None = None
    lasts_ms: int | None = None
    ordered: bool = False
    trail: tuple[str, ...] = ()
    asks_again: bool = False
    unlisted: str = ""
    reader: Reading | None = None
    figure: str = ""
    counts: Text = NOTHING
    confirm: Text = NOTHING

    def option(self, key: str) -> Option | None:
        found = next((option for option in self.options if option.key == key), None)
        if found is None and self.unlisted and key.startswith(self.unlisted):
            return Option(key, Text(key))
        return found

    def by_badge(self, badge: str) -> Option | None:
        """Return the option that a key of the panel means; the main keys mean the default where no option bears
        them."""
        badge = MAIN if badge == "start" else badge
        found = next((option for option in self.options if option.badge == badge), None)
        return self.option(self.default) if found is None and badge == MAIN and self.default else found

    def by_slot(self, slot: str) -> Option | None:
        """Return the option that a piece's tag means."""
        return next((option for option in self.options if option.slot == slot), None)


BADGES = ("a", "b")
"""Keys of the panel: the first and the second answer."""
ANSWERS = ("start", MAIN, *BADGES)
"""Keys of the panel that choose an option: refused where none bears them."""


def badged(options: Iterable[Option]) -> tuple[Option, ...]:
    """Give the panel's keys to the first two options that can be chosen now."""
    made = list(options)
    given = 0
    for number, option in enumerate(made):
        if option.why is None and not option.badge:
            made[number] = replace(option, badge=BADGES[given])
            given += 1
            if given == len(BADGES):
                break
    return tuple(made)


def only(found: Prompt, path: Keys) -> Prompt:
    """Return a prompt without a further one behind its options.

    :raises LookupError: for a path that leads on.
    """
    if path:
        raise LookupError(path)
    return found


PromptAt = Callable[[Keys], Prompt]
"""The prompt at a path: `Game.prompt` of one state and audience."""


def follow(path: Keys, option: Option) -> Keys:
    """Return the path after choosing an option that is no leaf: one that was chosen already is taken out again.

    :raises Refused: with the code of its `why`.
    """
    if option.why is not None:
        raise Refused(option.why.code, **option.why.facts)
    return tuple(key for key in path if key != option.key) if option.chosen else (*path, option.key)


def leaves(
    prompt_at: PromptAt, path: Keys = (), limit: int = 2_000, together: int = 2, at: int | None = None
) -> list[Any]:
    """Return every move that can be reached from `path`, each once, as far as the bounds go.

    Of options that are taken together every set is walked once, in the order in which the prompt lists them; if their
    order counts, every order.

    :param limit: how many moves at most, where a map is large; the ways on from a prompt share it evenly.
    :param together: how many options of a set at most.
    :param at: session time; without it an option counts whose moment may be over.
    """
    moves: list[Any] = []

    def walk(path: Keys, room: int) -> None:
        prompt = prompt_at(path)
        taken, last = 0, -1
        for number, option in enumerate(prompt.options):
            if option.chosen and option.move is None:
                taken, last = taken + 1, number
        if prompt.ordered:
            last = -1
        found: list[Option] = []
        ways = 0
        for number, option in enumerate(prompt.options):
            if option.why is not None or option.takes_back or not option.open(at):
                continue
            if option.move is not None:
                found.append(option)
            elif not option.chosen and number > last and taken < together:
                found.append(option)
                ways += 1
        ahead = len(found) - ways  # leaves that are still to come
        end = len(moves) + room
        for option in found:
            if len(moves) >= end:
                return
            if option.move is not None:
                ahead -= 1
                moves.append(option.move)
                continue
            share, ways = -(-max(0, end - len(moves) - ahead) // ways), ways - 1
            if share:
                walk((*path, option.key), share)

    walk(path, limit)
    return moves
