"""What Infernal Wagon shows, and how its symbols look. The table is common: all see it, but not what a Curse says."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.virtual import PieceMark
from companion.games.infernal_wagon.names import Attribution, CardKind, Level, Module, Phase, Reason, Special, Timer


class TrackCard(Struct, frozen=True):
    """A card of the track, oldest first. `slot` is the box's name for it, None if only the kind is known."""

    kind: CardKind
    special: Special
    slot: str | None


class HandView(Struct, frozen=True):
    """A seat: its playing cards by count (IW-061). `sure` is False where no player was named for a loss."""

    name: str
    colour: str
    cards: int
    sure: bool
    out: bool
    curse: bool
    """Still holds a Curse, as far as is known (never which)."""


class ExitView(Struct, frozen=True):
    """What the next card must match. `symbols` are ids of the box's symbols, "*" the joker; empty = not known."""

    symbols: tuple[str, ...]
    any_of: bool
    """After an Intersection the players choose among them; otherwise it is one of these, not known which."""


class SymbolView(Struct, frozen=True):
    """One of the owner's symbols."""

    id: str
    name: str
    icon: int
    colour: str


class SetupView(Struct, frozen=True):
    """What was chosen for the game, and what follows from it."""

    modules: frozenset[Module]
    easy: int
    easy_suggested: int
    advice: tuple[Module, ...]
    """IW-093: modules worth adding (after wins) or Easy (after losses). Advice only."""
    timer: Timer
    minutes: int
    """How long the countdown lasts, where there is one."""
    level: Level
    attribution: Attribution
    hand: int
    p0: int
    curses: int


class ResultView(Struct, frozen=True):
    """How the game ended."""

    won: bool
    reason: Reason | None
    elapsed_ms: int
    paused: bool
    appeal: bool
    open_until: int
    """Session ms up to which *Hit* and the appeal are open (IW-Q32)."""
    offered: tuple[str, ...]
    ask: tuple[str, ...]
    """Exploits that only the table can confirm."""
    not_counted: tuple[str, ...]
    """Exploits that count only in games of the printed seven minutes, and this was another one (IW-R38)."""
    ticked: str | None


class GamePace(Struct, frozen=True):
    """For the chart of the recap. Times are elapsed ms."""

    pile: tuple[tuple[int, int], ...]
    """(elapsed, cards in the pile) after each change, the start included; empty where they were not counted (L0)."""
    misses: tuple[int, ...]
    silences: tuple[tuple[int, int], ...]
    discards: int | None
    no_draws: int | None
    explosions: int | None
    """None: they were not counted (L0: none was entered)."""


class WagonView(Struct, frozen=True):
    """The public view of a game of Infernal Wagon."""

    phase: Phase
    setup: SetupView
    hands: tuple[HandView, ...]
    hands_total: int
    pile: int
    pile_sure: bool
    discarded: int
    track: tuple[TrackCard, ...]
    behind: int
    """Cards behind the wagon: L - 1."""
    exit: ExitView
    symbols: tuple[SymbolView, ...]
    silence: bool
    uturn: bool
    curses_left: int
    missed: bool
    """The newest card was judged a misfit."""
    tunnel: bool
    paused: bool
    demo: bool
    result: ResultView | None
    pace: GamePace | None
    """Only once the game has ended."""


JOKER = "*"
ICONS = ("flame", "skull", "crown", "hunt", "die", "lock", "pawn", "boat", "heresy")
"""What a symbol's number in the box file draws; shapes that no kind of card uses."""
SPECIALS = {Special.TUNNEL: "tunnel", Special.EXPLOSION: "explosion"}
KINDS = {CardKind.EASY: "joker", CardKind.DANGER: "warning", CardKind.EXIT: "gates"}


def symbol_mark(symbol: str, symbols: tuple[SymbolView, ...]) -> PieceMark:
    """Icon and colour of a symbol."""
    if symbol == JOKER:
        return PieceMark("joker", "bone")
    for known in symbols:
        if known.id == symbol:
            return PieceMark(ICONS[known.icon % len(ICONS)], known.colour)
    return PieceMark("warning", "bone")


def card_icon(card: TrackCard) -> str:
    """Return what a card of the track shows; "" is a piece of rail."""
    return SPECIALS.get(card.special) or KINDS.get(card.kind, "")
