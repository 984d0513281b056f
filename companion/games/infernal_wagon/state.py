"""The state of a game of Infernal Wagon. Frozen; only `events.py` makes a new one.

L = cards in the track, P = `pile` (Exit included), h[i] = `hands`, T = `total` (sum of h less the losses that
no player was named for): the words of the matrix.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.game import Player
from companion.engine.patch import BY_SEAT, MOMENT, OPENING, SEAT
from companion.engine.secret import Secret
from companion.games.infernal_wagon.data.cards import CardBox, CardWay
from companion.games.infernal_wagon.names import (
    Attribution,
    CardKind,
    Level,
    Module,
    Phase,
    QuestionKind,
    Reason,
    Special,
    Timer,
)
from companion.games.infernal_wagon.rules.timing import MINUTE_MS, NO_CUE_LEFT, PRINTED_MINUTES

UNKNOWN = "?"
"""An undescribed symbol: it fits everything, and nothing is said about it."""


class DangerOrder(StrEnum):
    """IW-090, ruling Q9."""

    PENALTY_FIRST = "penalty_first"
    SPECIAL_FIRST = "special_first"


MOST = 99_999
"""More than anything that is counted in a game."""
MOST_MS = 100_000_000_000
"""More than any time of a session: three years."""

SeatOf = Annotated[int, SEAT]
CardCount = Annotated[int, Meta(ge=0, le=96)]
Count = Annotated[int, Meta(ge=0, le=MOST)]
Drift = Annotated[int, Meta(ge=-MOST, le=MOST)]
Ms = Annotated[int, Meta(ge=0, le=MOST_MS)]
Moment = Annotated[int, Meta(ge=-MOST_MS, le=MOST_MS), MOMENT]
Dealt = Annotated[int, Meta(ge=1, le=9)]
"""Cards dealt to a player: of 5 players with 9 each a pile is left."""
Times = Annotated[int, Meta(ge=0, le=1_000_000)]


class Rulings(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The switchable rulings of section 3.5. The owner's file is `infernal_wagon/rulings.toml`."""

    danger_order: DangerOrder = DangerOrder.PENALTY_FIRST
    """Q9: what comes first when a Danger card with a special does not fit."""
    own_track_counts: bool = False
    """Q29: the companion's own sound track counts for the exploit with the sound track."""
    hands: tuple[Dealt, Dealt, Dealt, Dealt] = (4, 3, 2, 2)
    """Q1: cards dealt to each of 2, 3, 4, 5 players."""


class GroupRecord(Struct, frozen=True, gc=False):
    """What the group did before (IW-095, IW-130, IW-142). No names: those of other games stay in these."""

    losses: Times = 0
    wins: Times = 0
    ticked: tuple[str, ...] = ()
    new_players: Times = 0


class Preparation(Struct, frozen=True, gc=False):
    """All that is chosen before the start. Of the modules, Easy is in play if `easy` > 0."""

    players: tuple[Player, ...]
    box: CardBox
    box_name: str
    group: GroupRecord = GroupRecord()
    rulings: Rulings = Rulings()
    silence: bool = False
    uturn: bool = False
    curse: bool = False
    easy: int = 0
    timer: Timer = Timer.TIMED
    minutes: int = PRINTED_MINUTES
    """How long the countdown lasts, where there is one."""
    level: Level = Level.L0
    attribution: Attribution = Attribution.ON_LOSS
    sound: bool | None = None
    """Whether the sound track played from start to end; None: not known (IW-137)."""
    readers: dict[str, str] = {}
    """Reader -> seat, for tables where each player has a reader."""

    @property
    def n(self) -> int:
        return len(self.players)

    @property
    def length_ms(self) -> int:
        """Of the countdown."""
        return self.minutes * MINUTE_MS

    @property
    def hand(self) -> int:
        """Cards dealt to each (IW-006)."""
        return self.rulings.hands[self.n - 2]

    @property
    def p0(self) -> int:
        """Cards in the pile at the start, the Exit included (section 1)."""
        return 65 - self.n * self.hand + self.easy + 8 * self.silence + 6 * self.uturn + 1

    @property
    def cards(self) -> int:
        """All cards in play but the Curses (IW-064)."""
        return 69 + self.easy + 8 * self.silence + 6 * self.uturn

    @property
    def modules(self) -> frozenset[Module]:
        on = {Module.EASY: self.easy > 0, Module.SILENCE: self.silence, Module.UTURN: self.uturn}
        return frozenset(module for module, there in (on | {Module.CURSE: self.curse}).items() if there)

    def seat(self, name: str) -> int | None:
        """Return the index of a seat by its name."""
        return next((i for i, player in enumerate(self.players) if player.name == name), None)


class Join(StrEnum):
    """How a card of the track meets the one before it: what is known of the junction."""

    NONE = "none"
    """No junction: a Start card, or the oldest card of a track that was joined midway."""
    MATCH = "match"
    MISS = "miss"
    FREE = "free"
    """The table said otherwise than the cards: nothing follows from it."""


class Laid(Struct, frozen=True, gc=False):
    """A card of the track. `ways`: the ways round in which it may lie, as far as is known."""

    slot: str
    kind: CardKind
    special: Special | None
    ways: tuple[CardWay, ...] = ()
    join: Join = Join.NONE


class Turn(Struct, frozen=True, gc=False):
    """The turn that is being resolved: of whom, and what still waits at its end."""

    actor: SeatOf | None = None
    owner: SeatOf | None = None
    skip: bool = False
    """A "no draw" was suffered: one lost draw in all (IW-084)."""
    late: tuple[Annotated[int, Meta(ge=-1, le=9)], ...] = ()
    """Penalties put off until the specials are done (special_first): discards; 0 is "no draw", -1 nothing."""


class Pending(Struct, frozen=True, gc=False):
    """A card on the table while the companion asks whose it is (IW-051)."""

    slot: str
    end: Annotated[int, Meta(ge=0, le=9)] | None
    actor: SeatOf | None


class OpenQuestion(Struct, frozen=True, gc=False):
    """An open question. `until` is session ms, None without a limit; `lasts` the time it had when put."""

    question: QuestionKind
    until: Moment | None = None
    lasts: Ms | None = None
    pending: Pending | None = None
    """WHO before a play; without it WHO asks who lost the draw."""
    seat: SeatOf | None = None
    """DOUBTFUL: whose Curse."""
    curse: Secret[str] | None = None
    """DOUBTFUL: which Curse. It is secret until it counts."""
    appeal: bool = False
    """CURSES: put because of an appeal."""


class GameClock(Struct, frozen=True, gc=False):
    """The time gone. Never undone: stepping back keeps it."""

    elapsed: Ms = 0
    """ms that had run when it was last set going or stopped."""
    since: Moment | None = None
    """Session ms from which it runs; None while it is stopped."""
    cue: Annotated[int, Meta(ge=0, le=NO_CUE_LEFT)] = 0
    """Index of the next time cue."""
    paused: bool = False
    """It was held at least once (Q31)."""

    def at(self, session_ms: int) -> int:
        """ms of game time at a moment of the session."""
        return self.elapsed if self.since is None else max(0, self.elapsed + session_ms - self.since)


class Tally(Struct, frozen=True, gc=False):
    """Counted for the recap and the exploits. Times are elapsed ms."""

    pace: tuple[tuple[Ms, Count], ...] = ()
    misses: tuple[Ms, ...] = ()
    silences: tuple[tuple[Ms, Ms], ...] = ()
    silent_since: Ms | None = None
    discards: Count = 0
    no_draws: Count = 0
    explosions: Count = 0
    counted: bool = False
    """The pile was counted by touch."""


class Result(Struct, frozen=True, gc=False):
    """How it ended, and when (session ms)."""

    at: Moment
    elapsed: Ms
    reason: Reason | None = None
    """None: won."""
    appeal: bool = False

    @property
    def won(self) -> bool:
        return self.reason is None


class Offer(Struct, frozen=True, gc=False):
    """The exploits offered after a game (IW-130)."""

    ids: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()
    ticked: str | None = None


class LastCard(Struct, frozen=True, gc=False):
    """The last card laid, while *Miss* and *Hit* may still judge it anew."""

    base: WagonState
    """As it stood when the card lay there unjudged: it is resolved again from here."""
    at: Moment
    """When it was judged."""
    missed: bool | None = None
    """None: not judged by the companion (L1)."""
    special: Special | None = None
    """What the table answered."""
    said: tuple[str, ...] = ()
    """Names of events announced for this card that are not announced twice."""


class WagonState(Struct, frozen=True, gc=False):
    """Everything. `phase` is IDLE, SETUP, READY, OPEN, TUNNEL, ENDED or EXPLOIT; `asks` and `held_at` lie over it."""

    prep: Annotated[Preparation, OPENING]
    phase: Phase = Phase.SETUP
    play: Count = 0
    """Number of the game in this session: no undo across games."""
    pile: CardCount = 0
    hands: Annotated[tuple[CardCount, ...], BY_SEAT] = ()
    unnamed: Drift = 0
    """Cards lost or played by no named player: T = sum(hands) - unnamed."""
    track: tuple[Laid, ...] = ()
    exits: tuple[str, ...] = ()
    any_of: bool = False
    discarded: Count = 0
    used: frozenset[str] = frozenset()
    """Slots that have left hands and pile: tapped again, they are duplicates."""
    shown: Count = 0
    """Switch cards revealed."""
    correction: Drift = 0
    """P + T + L + discarded + shown - all cards: what drifts, corrections and, at L0, cards that lie unseen add up to
    (IW-064, reading 26)."""
    drawn: bool = False
    """A draw happened since the last play or switch (IW-117)."""
    drawer: SeatOf | None = None
    """Whose draw the last one was, the owner's of the card that was played (IW-114); None: not known."""
    silence: bool = False
    uturn: bool = False
    curses: Annotated[int, Meta(ge=0, le=5)] = 0
    cursed: frozenset[SeatOf] = frozenset()
    """Seats that hold a Curse as far as is known."""
    streak: tuple[SeatOf, Count] | None = None
    """(seat, cards in a row)."""
    turn: Turn | None = None
    asks: tuple[OpenQuestion, ...] = ()
    held_at: Moment | None = None
    last: LastCard | None = None
    fresh_last_cards: bool = True
    """The "last cards" have not been announced in this game."""
    corrected: bool = False
    clock: GameClock = GameClock()
    tally: Tally = Tally()
    empty_other: bool | None = False
    """Another player was out of cards just before the Exit was laid (IW-138); None: unknown."""
    result: Result | None = None
    before_end: WagonState | None = None
    """As it stood when the time ran out: an Exit stamped in time still counts (Q32)."""
    offer: Offer = Offer()

    @property
    def seats(self) -> tuple[Player, ...]:
        return self.prep.players

    @property
    def total(self) -> int:
        """T, never below 0 (reading 26)."""
        return max(0, sum(self.hands) - self.unnamed)

    @property
    def counted_down(self) -> bool:
        """What is known of the pile is true (reading 39): at L0 the table counts, and has counted all only if nothing
        was left by its count."""
        if self.prep.level is not Level.L0:
            return True
        return self.tally.counted and bool(self.tally.pace) and self.tally.pace[-1][1] == 0

    @property
    def asking(self) -> OpenQuestion | None:
        """The question on top."""
        return self.asks[-1] if self.asks else None

    @property
    def live(self) -> bool:
        """Between start and end, held or not."""
        return self.phase in _LIVE

    @property
    def running(self) -> bool:
        return self.live and self.clock.since is not None

    @property
    def shown_phase(self) -> Phase:
        """The state of section 3.1 as the table sees it."""
        if self.held_at is not None:
            return Phase.HELD
        return Phase.ASK if self.asks else self.phase


_LIVE = frozenset({Phase.OPEN, Phase.TUNNEL})
