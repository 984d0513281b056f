"""What happened, with the names and fields of section 4.3. Players and pawns are called by their seat's name."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Event, Silent
from companion.engine.secret import Secret
from companion.games.cerbere.names import Asks, By, Deck, OpName, Role, Why, Winner, Zone
from companion.games.cerbere.state import Play, Task


class GameStarted(Event, frozen=True, tag="game_started"):
    players: tuple[str, ...]


class Difficulty(Event, frozen=True, tag="difficulty"):
    n: int


class TurnStarted(Event, frozen=True, tag="turn_started"):
    player: str


class CardPlayed(Event, frozen=True, tag="card_played"):
    player: str
    card: str
    option: str


class CostDue(Event, frozen=True, tag="cost_due"):
    """`costs`: 0-based numbers of the costs that are paid by hand."""

    costs: tuple[int, ...]


class EffectDue(Event, frozen=True, tag="effect_due"):
    effects: tuple[int, ...]


class EffectApplied(Event, frozen=True, tag="effect_applied"):
    effect: int


class EffectDropped(Event, frozen=True, tag="effect_dropped"):
    effect: int


class RageMoved(Event, frozen=True, tag="rage_moved", rename={"source": "from"}):
    source: int
    to: int


class RageSet(Event, frozen=True, tag="rage_set"):
    index: int


class SpeedChanged(Event, frozen=True, tag="speed_changed", rename={"source": "from"}):
    source: int
    to: int


class SpeedSet(Event, frozen=True, tag="speed_set"):
    value: int


class HuntArmed(Event, frozen=True, tag="hunt_armed"):
    """The die lies on Hunt; a symbol puts it there without a `rage_moved` (reading 5)."""


class HuntDisarmed(Event, frozen=True, tag="hunt_disarmed"):
    pass


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    player: str
    deck: Deck
    n: int


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    player: str
    deck: Deck
    n: int


class DeckReshuffled(Event, frozen=True, tag="deck_reshuffled"):
    deck: Deck


class ActionsRestored(Event, frozen=True, tag="actions_restored"):
    player: str


class ChoiceNeeded(Event, frozen=True, tag="choice_needed"):
    player: str
    kind: Asks


class ChoiceMade(Event, frozen=True, tag="choice_made"):
    """`pick`: number of the list, letter of the option, `walk`, `none` ..."""

    player: str
    pick: int | str


class CatchAsked(Event, frozen=True, tag="catch_asked"):
    pass


class Captured(Event, frozen=True, tag="captured"):
    """`role` is final when this is told. `zone` is None where it settles nothing and nobody told it."""

    pawn: str
    index: int
    label: int
    zone: Zone | None
    role: Role


class CerberusRetreatPrompt(Event, frozen=True, tag="cerberus_retreat_prompt"):
    pass


class SurvivalDiscarded(Event, frozen=True, tag="survival_discarded"):
    player: str
    n: int


class BetrayalBonus(Event, frozen=True, tag="betrayal_bonus"):
    """`n`: cards really drawn; there is no `cards_drawn` for them (reading 26)."""

    player: str
    n: int


class BoatRevealed(Event, frozen=True, tag="boat_revealed"):
    slot: int
    seats: int


class BoatsDiscarded(Event, frozen=True, tag="boats_discarded"):
    slots: tuple[int, ...]


class BoatPeeked(Event, frozen=True, tag="boat_peeked"):
    player: str
    slot: int


class BoatsSwapped(Event, frozen=True, tag="boats_swapped"):
    a: int
    b: int


class BoatsShown(Event, frozen=True, tag="boats_shown"):
    """After the end: seats of the kept boats in slot 1, 2, 3."""

    slots: tuple[int, ...]


class BoatLaid(Event, frozen=True, tag="boat_laid"):
    """A boat with a tag was laid face down on a slot; which one is not told."""

    slot: int


class Seated(Event, frozen=True, tag="seated"):
    pawn: str
    taken: int
    seats: int


class Unseated(Event, frozen=True, tag="unseated"):
    pawn: str
    taken: int
    seats: int


class BridgeGone(Event, frozen=True, tag="bridge_gone"):
    pass


class ActionSkipped(Event, frozen=True, tag="action_skipped"):
    player: str


class HuntStarted(Event, frozen=True, tag="hunt_started"):
    steps: int


class HuntMissed(Event, frozen=True, tag="hunt_missed"):
    pass


class BoatsToShow(Silent, frozen=True, tag="boats_to_show"):
    """The kept boats are shown by themselves at session time `at`."""

    at: int


class GameOver(Event, frozen=True, tag="game_over"):
    side: Winner
    winners: tuple[str, ...]


class Corrected(Event, frozen=True, tag="corrected"):
    field: str
    value: Any


class PawnMoved(Event, frozen=True, tag="pawn_moved", rename={"source": "from"}):
    """`path`: every space entered, in order."""

    pawn: str
    source: int
    to: int
    path: tuple[int, ...]


class Blocked(Event, frozen=True, tag="blocked"):
    pawn: str
    by: By


class CerberusMoved(Event, frozen=True, tag="cerberus_moved", rename={"source": "from"}):
    source: int
    to: int
    why: Why


class SymbolFired(Event, frozen=True, tag="symbol_fired"):
    pawn: str
    space: int
    op: OpName


class Portal(Event, frozen=True, tag="portal"):
    open: bool


# -- bookkeeping: saved and applied, never told --------------------------------------------------------------------


class Planned(Silent, frozen=True, tag="planned"):
    """What is still to be done after this move."""

    agenda: tuple[Task, ...]
    play: Play | None
    peeking: tuple[int, int] | None = None


class BoatKnown(Silent, frozen=True, tag="boat_known"):
    """What lies in the slots."""

    slots: Secret[tuple[int | None, ...]]
    laid: int


CerbereEvent = (
    GameStarted
    | Difficulty
    | TurnStarted
    | CardPlayed
    | CostDue
    | EffectDue
    | EffectApplied
    | EffectDropped
    | RageMoved
    | RageSet
    | SpeedChanged
    | SpeedSet
    | HuntArmed
    | HuntDisarmed
    | CardsDrawn
    | CardsDiscarded
    | DeckReshuffled
    | ActionsRestored
    | ChoiceNeeded
    | ChoiceMade
    | CatchAsked
    | Captured
    | CerberusRetreatPrompt
    | SurvivalDiscarded
    | BetrayalBonus
    | BoatRevealed
    | BoatsDiscarded
    | BoatPeeked
    | BoatsSwapped
    | BoatsShown
    | BoatsToShow
    | BoatLaid
    | Seated
    | Unseated
    | BridgeGone
    | ActionSkipped
    | HuntStarted
    | HuntMissed
    | GameOver
    | Corrected
    | PawnMoved
    | Blocked
    | CerberusMoved
    | SymbolFired
    | Portal
    | Planned
    | BoatKnown
)
