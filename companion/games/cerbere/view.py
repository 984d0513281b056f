"""What Cerbère shows. All of it is public but `BoatsView.seen`, which only the view of the seat that peeks has."""

from __future__ import annotations

from msgspec import Struct

from companion.games.cerbere.data.card_words import SIGNS
from companion.games.cerbere.data.faces import Space
from companion.games.cerbere.names import Boating, CapturedRole, CaptureZone, Level, Side, Winner


class SeatView(Struct, frozen=True):
    """A player. `at`: space of the pawn at Board level (the boat is one past the last), else None."""

    name: str
    colour: str
    side: Side
    actions: tuple[int, ...]
    """Action cards in hand (1..4); the others lie face up in front of the player."""
    survival: int
    betrayal: int
    aboard: bool
    at: int | None


class RageView(Struct, frozen=True):
    """The track. Index 0 is the leftmost space; the label of index i is 7 - i (i < 7), then blanks, then `hunt`.
    Dark spaces are 0..4. `unused` pawns stand on 0.., then those of `caught` in order; `home` is the next one."""

    die: int
    hunt: int
    home: int
    steps: int
    """Steps from the die to Hunt; 0: armed, the chase comes at the end of the turn."""
    speed: int
    unused: int
    caught: tuple[str, ...]
    run: int
    """Spaces that Cerberus runs in a chase."""


class TurnView(Struct, frozen=True):
    """Whose turn. `chasing`: the turn is over and Cerberus runs."""

    player: str
    n: int
    action_done: bool
    bonus_done: bool
    chasing: bool


class PlayView(Struct, frozen=True):
    """The card on the table. `owed`, `left`: 0-based numbers of costs and effects still open; `targets`: slot
    letter -> seat; `focus`: the effect (or cost, while any is owed) that the open question is about; `meant`: while
    nothing is asked, slot letter -> the only one it can be, "" if none can."""

    card: str
    player: str
    option: str | None
    owed: tuple[int, ...]
    left: tuple[int, ...]
    targets: dict[str, str]
    focus: int | None
    meant: dict[str, str] = {}


class BoatsView(Struct, frozen=True):
    """`revealed`: seats of the boat in the open, None while all three are hidden. `peek`: who looks at which slot
    (1..3) just now. `seen`: the seats of that boat; always None in the public view. `shown`: seats of all kept boats,
    in slot 1, 2, 3, once they are shown after the end; else empty."""

    boating: Boating
    laid: int
    revealed: int | None
    slot: int
    aboard: tuple[str, ...]
    peek: tuple[str, int] | None
    seen: int | None = None
    shown: tuple[int, ...] = ()


class PathView(Struct, frozen=True):
    """The board (Board level). Pairs are (den side, boat side); `starts`: first space of each of the four faces."""

    faces: tuple[str, ...]
    spaces: tuple[Space, ...]
    zones: tuple[CaptureZone, ...]
    starts: tuple[int, ...]
    gates: int
    end_first: int
    bridge: tuple[int, int] | None
    bridge_intact: bool
    portal: tuple[int, int] | None
    portal_open: bool
    stele: int | None
    nacelle: tuple[int, int] | None
    funicular: tuple[int, int] | None
    approximate: bool


class CaptureView(Struct, frozen=True):
    turn: int
    name: str
    role: CapturedRole


class MarkView(Struct, frozen=True):
    """The Rage and the Speed as turn `turn` began. `steps`: to the Hunt."""

    turn: int
    steps: int
    speed: int


class RecapView(Struct, frozen=True):
    """Only once the game has ended."""

    marks: tuple[MarkView, ...]
    captures: tuple[CaptureView, ...]
    chases: int
    misses: int
    corrected: bool


class OverView(Struct, frozen=True):
    side: Winner
    winners: tuple[str, ...]


class CerbereView(Struct, frozen=True):
    """The view of a game of Cerbère."""

    level: Level
    difficulty: int
    faces: tuple[str, ...]
    seats: tuple[SeatView, ...]
    rage: RageView
    turn: TurnView
    play: PlayView | None
    survival_pile: int
    betrayal_pile: int
    boats: BoatsView
    cerberus: int | None
    """The space of the Cerberus pawn; None at Tracker level."""
    reach: int | None
    """The last space that a chase could bring it to now; None at Tracker level and once the game is over."""
    path: PathView | None
    """None at Tracker level."""
    bridge: bool
    """There is a rope bridge on the board, and it is intact."""
    picked: tuple[str, ...]
    """Pawns picked so far for an open question that takes several, in order."""
    follow_cards: bool
    demo: bool
    over: OverView | None
    recap: RecapView | None


PLACES = {"den": "cerberus", "stilt": "stilts", "funicular_foot": "funicular", "funicular_top": "funicular"}
"""Place -> icon where it is not called the same."""


def icon_of(space: Space) -> str:
    """Return what a space shows: its place, else its symbol, else the den mark."""
    if space.place is not None:
        name = str(space.place)
        return PLACES.get(name, name)
    if space.sym:
        return SIGNS[space.sym[0].op]
    return "cerberus" if space.den else ""
