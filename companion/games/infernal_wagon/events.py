"""What happened (section 3.2). Told events bear the matrix's names and fields; `Silent` ones only keep the books."""

from __future__ import annotations

from companion.engine.game import Event, Player, Silent
from companion.engine.secret import Secret
from companion.games.infernal_wagon.data.cards import Way
from companion.games.infernal_wagon.names import Kind, PenaltyKind, Question, Reason, Special
from companion.games.infernal_wagon.state import Ask, Join, Offer, Preparation, Turn


class Once(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Told once for a card: resolved again by *Miss* or *Hit*, it happens `again` but is not told (reading 6)."""

    again: bool = False

    @property
    def told(self) -> bool:
        return not self.again


# -- before the start ------------------------------------------------------------------------------


class Prepared(Silent, frozen=True, tag="prepared"):
    """The choices as they are now, but for the box, which stays; `fresh`: a new game begins with them."""

    prep: Preparation
    fresh: bool = False

    @property
    def seated(self) -> tuple[Player, ...] | None:
        return self.prep.players


class Confirmed(Silent, frozen=True, tag="confirmed"):
    pass


class WentBack(Silent, frozen=True, tag="went_back"):
    pass


class Setup(Event, frozen=True, tag="setup"):
    n: int
    hand: int
    p0: int
    curses: int


class PileEvent(Event, frozen=True, tag="pile"):
    p0: int


class Started(Event, frozen=True, tag="started"):
    remaining_ms: int | None


# -- the clock -------------------------------------------------------------------------------------


class CueEvent(Event, frozen=True, tag="cue"):
    id: str

    @property
    def by_clock(self) -> bool:
        return True


class Held(Event, frozen=True, tag="held"):
    remaining_ms: int | None


class Resumed(Event, frozen=True, tag="resumed"):
    remaining_ms: int | None


# -- a card ----------------------------------------------------------------------------------------


class CardPlaced(Event, frozen=True, tag="card_placed"):
    """A card from a hand lies on the track. `kind`, `special` and `ways` are what the box says of it."""

    card: str
    player: str | None
    owner: str | None
    kind: Kind


class Lies(Silent, frozen=True, tag="lies"):
    """How the card on top may lie, before it is judged; it can be judged anew from here."""

    ways: tuple[Way, ...]
    special: Special | None


class TunnelCard(Event, frozen=True, tag="tunnel_card"):
    card: str
    kind: Kind


class Judged(Silent, frozen=True, tag="judged"):
    """What is known of the newest card and of the exit now. `missed` is None where the table judges."""

    ways: tuple[Way, ...]
    join: Join
    exits: tuple[str, ...]
    any_of: bool
    missed: bool | None


class Match(Event, frozen=True, tag="match"):
    pass


class Mismatch(Event, frozen=True, tag="mismatch"):
    kind: PenaltyKind
    n: int | None = None


class TrackDiscarded(Event, frozen=True, tag="track_discarded"):
    cards: tuple[str, ...]


class Explosion(Event, frozen=True, tag="explosion"):
    cards: tuple[str, ...]


class TurnNoted(Silent, frozen=True, tag="turn_noted"):
    turn: Turn


class TunnelExpected(Once, frozen=True, tag="tunnel_expected"):
    owner: str | None


class SpecialTold(Silent, frozen=True, tag="special_told"):
    """What the table says the Danger card on top does (L1)."""

    special: Special


class DrawExpected(Once, frozen=True, tag="draw_expected"):
    player: str | None


class DrawSkipped(Event, frozen=True, tag="draw_skipped"):
    player: str | None


class PileEmpty(Once, frozen=True, tag="pile_empty"):
    pass


class TurnDone(Silent, frozen=True, tag="turn_done"):
    """The next card may come."""


class LastCards(Once, frozen=True, tag="last_cards"):
    left: int


class ExitDrawn(Once, frozen=True, tag="exit_drawn"):
    player: str | None


class PlayerOut(Once, frozen=True, tag="player_out"):
    player: str


class Rewound(Silent, frozen=True, tag="rewound"):
    """The newest card is judged anew: back to where it lay unjudged. The clock stays."""


# -- switches and Curses ---------------------------------------------------------------------------


class SwitchShown(Silent, frozen=True, tag="switch_shown"):
    card: str


class SilenceOn(Event, frozen=True, tag="silence_on"):
    pass


class SilenceOff(Event, frozen=True, tag="silence_off"):
    pass


class UturnOn(Event, frozen=True, tag="uturn_on"):
    pass


class UturnOff(Event, frozen=True, tag="uturn_off"):
    pass


class ReplacementExpected(Event, frozen=True, tag="replacement_expected"):
    pass


class CurseCleared(Event, frozen=True, tag="curse_cleared"):
    player: str | None
    left: int


class CurseDoubtful(Event, frozen=True, tag="curse_doubtful"):
    player: str | None


class CurseUsed(Silent, frozen=True, tag="curse_used"):
    """Which Curse it was: for the box's book-keeping."""

    card: Secret[str]


# -- what the table should know --------------------------------------------------------------------


class LimitWarning(Event, frozen=True, tag="limit_warning"):
    player: str


class Warn(Event, frozen=True, tag="warn"):
    what: str
    player: str


class Check(Event, frozen=True, tag="check"):
    """`draw`, `switch` or `hands`."""

    what: str


class CountDrift(Event, frozen=True, tag="count_drift"):
    n: int


class PileKnown(Silent, frozen=True, tag="pile_known"):
    """The pile is known to be this high; at L0 nobody had counted it."""

    pile: int


class DuplicateTap(Event, frozen=True, tag="duplicate_tap"):
    uid: str


class UnknownTag(Event, frozen=True, tag="unknown_tag"):
    uid: str


class InventoryAlarm(Event, frozen=True, tag="inventory_alarm"):
    kind: Kind


class Ignored(Event, frozen=True, tag="ignored"):
    reason: str


class Asked(Silent, frozen=True, tag="asked"):
    ask: Ask


class Answered(Silent, frozen=True, tag="answered"):
    """The question on top is closed."""


class Prompt(Event, frozen=True, tag="prompt"):
    question: Question


class Corrected(Event, frozen=True, tag="corrected"):
    label: str


class CardCounted(Event, frozen=True, tag="card_counted"):
    """L0: a card was laid from a hand; which card and whose is not known. `missed`: only its misfit was said."""

    missed: bool = False


class Adjusted(Silent, frozen=True, tag="adjusted"):
    """Counts as the table says they are."""

    pile: int | None = None
    player: int | None = None
    hand: int | None = None
    discard: int = 0


# -- the end ---------------------------------------------------------------------------------------


class Won(Event, frozen=True, tag="won"):
    elapsed_ms: int
    paused: bool
    appeal: bool


class Lost(Event, frozen=True, tag="lost"):
    reason: Reason


class ExitLies(Silent, frozen=True, tag="exit_lies"):
    """The Exit was laid: whether somebody else was out of cards just before (IW-138)."""

    empty_other: bool | None


class ExitOnTrack(Silent, frozen=True, tag="exit_on_track"):
    """The Exit was laid without a tap, from nobody in particular (an appeal)."""

    card: str


class CursesCounted(Silent, frozen=True, tag="curses_counted"):
    """The table says that all Curses lie open."""


class LossWithdrawn(Silent, frozen=True, tag="loss_withdrawn"):
    """The time was not up after all: the Exit was stamped in time."""


class Appealed(Silent, frozen=True, tag="appealed"):
    """Back to where the time ran out, with the clock standing at 7:00."""


class ExploitsOffered(Event, frozen=True, tag="exploits_offered"):
    ids: tuple[str, ...]
    ask: tuple[str, ...]


class Offered(Silent, frozen=True, tag="offered"):
    offer: Offer


class ExploitTicked(Event, frozen=True, tag="exploit_ticked"):
    id: str


WagonEvent = (
    Prepared | Confirmed | WentBack | Setup | PileEvent | Started | CueEvent | Held | Resumed
    | CardPlaced | Lies | TunnelCard | Judged | Match | Mismatch | TrackDiscarded | Explosion | TurnNoted
    | TunnelExpected | SpecialTold | DrawExpected | DrawSkipped | PileEmpty | TurnDone | LastCards | ExitDrawn
    | PlayerOut | Rewound | SwitchShown | SilenceOn | SilenceOff | UturnOn | UturnOff | ReplacementExpected
    | CurseCleared | CurseDoubtful | CurseUsed | LimitWarning | Warn | Check | CountDrift | PileKnown | DuplicateTap
    | UnknownTag | InventoryAlarm | Ignored | Asked | Answered | Prompt | Corrected | Adjusted | CardCounted
    | Won | Lost | ExitLies | ExitOnTrack | CursesCounted | LossWithdrawn | Appealed | ExploitsOffered
    | Offered | ExploitTicked
)  # fmt: skip
"""All events. `card_placed` and `tunnel_card` carry the kind for whoever follows along without the box."""
