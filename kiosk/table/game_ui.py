"""What the shared screens must know of one game: its tile, its seats, its words. No rule, no widget, no screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from companion.engine import typed
from companion.engine.guide import GuideLine, Hints
from companion.engine.setup_option import SetupOption
from companion.engine.spoken import Spoken
from companion.engine.virtual import VirtualTable
from companion.games.registry import show_of
from kiosk.display.theme import KeyPlaces
from kiosk.table.memories import Memory

COLOURS = ("red", "blue", "green", "pink", "orange", "cyan", "white", "yellow")


def _won(result: Mapping[str, Any]) -> bool | tuple[str, ...]:
    """Return who won, where a result has `winners` or `won`."""
    return result["won"] if isinstance(result.get("won"), bool) else tuple(result.get("winners") or ())


def _options(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a result keeps."""
    options = result.get("options")
    return dict(options) if isinstance(options, Mapping) else {}


def chosen_fields(result: Mapping[str, Any], kind: type[Struct]) -> dict[str, Any]:
    """Return what a result keeps of the fields of `kind`; nothing, if it cannot have been chosen.

    A result may come from outside.
    """
    try:
        return dict(typed.from_json(msgspec.json.encode(typed.convert(result, kind, strict=False))))
    except msgspec.ValidationError:
        return {}


NO_HINTS, NOTHING_SPOKEN = Hints(), Spoken()


@cache
def imported(name: str) -> Any:
    """Return what `module:name` under `companion.games` is. It is imported only now: home is there before it.

    >>> imported("cerbere.names:PAWNS")
    7
    """
    module, _colon, what = name.partition(":")
    return getattr(import_module(f"companion.games.{module}"), what)


def _by_summary(_view: Any) -> str:
    """The default of `GameUi.page`."""
    raise NotImplementedError


@dataclass(frozen=True)
class GameUi:
    """What the kiosk knows of one game. What has a default may be left out: the shared pages do without.

    :param title: the name on its box, the same in every language.
    :param view: type of the view that its updates bear.
    :param inside: msgid of what it is about, in a word or two, inside its gate; `line` says it where there is room.
    :param usual: players at first; by default the least.
    :param colours: seat colours in the order in which they are given out.
    :param options: what is chosen on the shared set-up page.
    :param virtual: makes its virtual table from its book (`GamePlugin.book`), if there is more to it than the tags of
        its prompt.
    :param groups: heaps of pieces that are enrolled -> icon and msgid.
    :param aid: what its player aid explains.
    :param base: the screen that a view asks for; by default the shared playing page, then the shared recap.
    :param playing: those of its screens over which the virtual table may be drawn.
    :param aided: those that the player aid and the cards of a first game may cover.
    :param naming: its screen where seats are named.
    :param recap: its screen of how it ended; `recapped`: whether it has something to show for a view.
    :param sentences: where what is `spoken` of it is (`imported`).
    :param guide: where its `hints` are (`imported`): they know its rules, for which home does not wait.
    :param won: from its result, whether a finished game was won by all together, or who won it.
    :param standing: the score of the group, from its finished games, the newest first.
    :param again: from its result, how a finished game was set up, as options of the settings.
    :param stays: those of its options that belong to the table, not to the players.
    :param best: the best of a group's finished games, in words; "": there is none yet.
    :param moment: what decided a finished game, in words.
    :param outcomes: who may have won a finished game: words, and the fields of its result that then hold.
    :param places: of the keys that take back and that end a turn, from its view.
    :param tab: where the handle of its virtual table begins, wide and upright, as a share of the width.
    """

    game: str
    icon: str
    title: str
    inside: str
    view: type
    least: int
    most: int
    line: str = ""
    usual: int = 0
    colours: tuple[str, ...] = COLOURS
    options: tuple[SetupOption, ...] = ()
    virtual: Callable[[Any], VirtualTable] | None = None
    groups: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    aid: tuple[GuideLine, ...] = ()
    base: Callable[[Any], str] = _by_summary
    playing: frozenset[str] = frozenset()
    aided: frozenset[str] = frozenset()
    naming: str = ""
    recap: str = ""
    recapped: Callable[[Any], bool] = lambda _view: True
    guide: str = ""
    sentences: str = ""
    won: Callable[[Mapping[str, Any]], bool | tuple[str, ...]] = _won
    standing: Callable[[Sequence[Memory]], str] = lambda _games: ""
    best: Callable[[Sequence[Memory]], str] = lambda _games: ""
    moment: Callable[[Memory], str] = lambda _memory: ""
    again: Callable[[Mapping[str, Any]], dict[str, Any]] = _options
    stays: frozenset[str] = frozenset(["first"])
    outcomes: Callable[[Memory], Sequence[tuple[str, Mapping[str, Any]]]] = lambda _memory: ()
    places: Callable[[Any], KeyPlaces] = lambda _view: KeyPlaces()
    tab: tuple[float, float] = (0.62, 0.8)

    def __post_init__(self) -> None:
        usual = {
            "playing": frozenset([self.game]),
            "aided": frozenset([self.game]),
            "naming": f"{self.game}_players",
            "recap": f"{self.game}_recap",
            "line": self.inside,
            "usual": self.least,
        }
        for name, default in usual.items():
            if not getattr(self, name):
                object.__setattr__(self, name, default)
        if self.base is _by_summary:
            object.__setattr__(self, "base", self.page)

    @property
    def hints(self) -> Hints:
        """What may be done now, and what the players may see for the first time."""
        hints = imported(self.guide) if self.guide else NO_HINTS
        assert isinstance(hints, Hints)
        return hints

    @property
    def spoken(self) -> Spoken:
        """What a voice says of it."""
        spoken = imported(self.sentences) if self.sentences else NOTHING_SPOKEN
        assert isinstance(spoken, Spoken)
        return spoken

    def page(self, view: Any) -> str:
        """Return the shared page for a view: where it is played, or its recap."""
        return self.game if show_of(self.game).summary(view) is None else self.recap
