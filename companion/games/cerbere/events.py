"""What happened: names and fields as in section 4.3 of docs/rules/cerbere.md, and what each event changes and says.

Players and pawns are called by their seat's name.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.engine.game import Event, MsgidFacts, Sight, Silent, UndoWords, events_of
from companion.engine.message import Line, Say
from companion.engine.secret import Secret
from companion.engine.text import N_, Text
from companion.games.cerbere import moves as mv
from companion.games.cerbere.data.card_words import (
    ACTIONS,
    DRAWS,
    DROPS,
    SIGNS,
    WHO,
    card_name,
    form,
    op_sign,
    say,
    walk_words,
)
from companion.games.cerbere.data.cards import DECKS, CardCatalogue, Op, slot_of
from companion.games.cerbere.names import (
    BOATS,
    Asks,
    Boating,
    By,
    CapturedRole,
    CaptureZone,
    CardDeck,
    CerberusReason,
    DeckKind,
    Level,
    OpName,
    Side,
    Who,
    Winner,
)
from companion.games.cerbere.rules.settle import corrected
from companion.games.cerbere.state import (
    ALL_ACTIONS,
    Capture,
    CerbereState,
    DeckCount,
    Over,
    PlayedCard,
    Task,
    Turn,
    TurnMark,
)
from companion.games.cerbere.view import CerbereView

OF_CARD = {
    "sur_sacrifice": N_("{name}: {cb.sur_sacrifice}"),
    "sur_favoritisme": N_("{name}: {cb.sur_favoritisme}"),
    "sur_opportunisme": N_("{name}: {cb.sur_opportunisme}"),
    "sur_fatalisme": N_("{name}: {cb.sur_fatalisme}"),
    "sur_egoisme": N_("{name}: {cb.sur_egoisme}"),
    "sur_couardise": N_("{name}: {cb.sur_couardise}"),
    "sur_arrogance": N_("{name}: {cb.sur_arrogance}"),
    "bet_embuscade": N_("{name}: {cb.bet_embuscade}"),
    "bet_perfidie": N_("{name}: {cb.bet_perfidie}"),
    "bet_violence": N_("{name}: {cb.bet_violence}"),
    "bet_sabotage": N_("{name}: {cb.bet_sabotage}"),
    "bet_rancune": N_("{name}: {cb.bet_rancune}"),
    "bet_fourberie": N_("{name}: {cb.bet_fourberie}"),
}
"""The printed names of bonus cards. A card that the owner made has none: `OF_OP` names it by its first effect."""
OF_OP = {
    OpName.RAGE_FORWARD: N_("{name}: {cb.rage} +{n}"),
    OpName.RAGE_BACK: N_("{name}: {cb.rage} −{n}"),
    OpName.SPEED_UP: N_("{name}: {cb.speed} +{n}"),
    OpName.SPEED_DOWN: N_("{name}: {cb.speed} −{n}"),
    OpName.DRAW: N_("{name}: draws {n}"),
    OpName.TAKE_BACK: N_("{name}: cards back in hand"),
    OpName.BOAT: N_("{name}: to the {cb.boat:many}"),
    OpName.CERBERUS: N_("{name}: {cb.cerberus} +{n}"),
}
"""An option by what it does first; taking the Action cards back comes before all."""
FORWARD = N_("{name}: forward {n}")
BACK = N_("{name}: back {n}")
OTHERS_FORWARD = N_("{name}: others forward")
OTHERS_BACK = N_("{name}: others back")
ACTION_CARD = N_("{name}: an {cb.action} card")
BONUS_CARD = N_("{name}: {cb.survival}/{cb.betrayal}")

END_OF_TURN = N_("{name}: end of turn")


def end_of_turn(before: CerbereState) -> MsgidFacts:
    return END_OF_TURN, {"name": before.seats[before.turn.active].name}


def card_words(before: CerbereState, player: str, card_id: str, option_id: str) -> MsgidFacts:
    """Return a bonus card by its name, an Action card by what the chosen option does."""
    facts: dict[str, str | int] = {"name": player}
    card = before.catalogue.cards.get(card_id)
    option = None if card is None else card.option(option_id)
    if card is None or option is None or card_id in OF_CARD:
        return OF_CARD.get(card_id, BONUS_CARD), facts
    op = next((op for op in option.effect if op.op is OpName.TAKE_BACK), None) or next(iter(option.effect), None)
    text = None if op is None else _op_text(op)
    if op is None or text is None:
        return ACTION_CARD if card.deck is CardDeck.ACTION else BONUS_CARD, facts
    return text, facts | ({"n": abs(op.n)} if "{n}" in text else {})


def _op_text(op: Op) -> str | None:
    if op.op is not OpName.MOVE:
        return OF_OP.get(op.op)
    if op.who is Who.SELF:
        return FORWARD if op.n > 0 else BACK
    return OTHERS_FORWARD if op.n > 0 else OTHERS_BACK


def asked_card(before: CerbereState, move: mv.PlayCard) -> MsgidFacts:
    """A card whose option is still asked: by its name."""
    name = move.player or before.seats[before.turn.active].name
    i = before.index(name)
    hunts = i is not None and before.seats[i].side is Side.CERBERUS
    action = ACTIONS.get(move.card) or ACTIONS.get(f"{move.card}_{'cer' if hunts else 'adv'}")  # `act2`: of either side
    if action is not None:
        return WHO["named"], {"name": name, "what": action}
    card = before.catalogue.cards.get(move.card)
    return OF_CARD.get(move.card, BONUS_CARD if card and card.deck is not CardDeck.ACTION else ACTION_CARD), {
        "name": name
    }


class Seen(NamedTuple):
    """What an event's line may look at besides the event."""

    view: CerbereView
    before: CerbereView | None
    catalogue: CardCatalogue
    events: tuple[Any, ...] = ()


def full_boat(view: CerbereView) -> Line | None:
    """Those in the boat get away when the turn ends: said for as long as it is full."""
    boats = view.boats
    if boats.revealed is None or len(boats.aboard) < boats.revealed or view.over is not None:
        return None
    return Line(f"boat{boats.revealed}", "ok", Text(N_("Full: away at the end of the turn")))


def _seat(state: CerbereState, name: str, **changes: Any) -> CerbereState:
    i = state.index(name)
    return state if i is None else state.with_seat(i, **changes)


def _with_pile(state: CerbereState, deck: DeckKind, draw: int, discard: int) -> CerbereState:
    """Return the deck after so many cards more (or fewer) on each heap."""
    old = state.pile(deck)
    return state.with_pile(deck, DeckCount(old.draw + draw, old.discard + discard))


def _hold(state: CerbereState, name: str, deck: DeckKind, count: int) -> CerbereState:
    """A player holds `count` cards more."""
    i = state.index(name)
    return state if i is None else state.with_seat(i, **{deck.value: state.seats[i].cards(deck) + count})


def _named_for(slot: str, seen: Seen) -> str | None:
    """Return who was named for a slot of the card, before this move or with it."""
    plays = [view.play for view in (seen.view, seen.before) if view is not None and view.play is not None]
    known = [name for play in plays for names in (play.targets, play.meant) if (name := names.get(slot))]
    return known[0] if known else None


def _effect(index: int, seen: Seen) -> tuple[Op, str | None] | None:
    """A part of the card that is or was being played, and whom it is about, as far as the card had or has a name."""
    play = seen.view.play or (seen.before.play if seen.before is not None else None)
    card = seen.catalogue.cards.get(play.card) if play is not None else None
    option = card.option(play.option or "") if card is not None and play is not None else None
    if play is None or option is None or index >= len(option.effect):
        return None
    op = option.effect[index]
    slot = slot_of(op)
    return op, _named_for(slot, seen) if slot else play.player


class EndsTurn(Event, frozen=True):
    """What follows from the end of a turn: that is what Undo takes back."""

    undo = UndoWords(1)

    def undo_words(self, before: CerbereState) -> MsgidFacts:
        return end_of_turn(before)


class GameStarted(Event, frozen=True, tag="game_started"):
    players: tuple[str, ...]
    cue = "doors"

    def line(self, seen: Seen) -> Line:
        """Return the first line of a game; boats with tags are to be laid first."""
        boats = seen.view.boats
        if boats.boating is Boating.TAGGED and boats.laid < len(BOATS):
            return Line("boat", "ember", Text(N_("Lay the 3 {cb.boat:many}, face down")))
        return Line("gates", "ember", Text(N_("Run!")))


class Difficulty(Event, frozen=True, tag="difficulty"):
    n: int


class TurnStarted(EndsTurn, frozen=True, tag="turn_started"):
    player: str

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        turn = Turn(state.index(self.player) or 0, n=state.turn.n + 1)
        mark = TurnMark(turn.n, state.die, state.home, state.speed)
        return replace(state, turn=turn, play=None, tally=replace(state.tally, marks=(*state.tally.marks, mark)))


class CardPlayed(Event, frozen=True, tag="card_played"):
    player: str
    card: str
    option: str
    importance = 3
    undo = UndoWords(3)

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        """CB-046 an Action card is in front of the player; a bonus card goes to its discards (reading 20)."""
        card = state.catalogue.cards[self.card]
        deck = DECKS.get(card.deck)
        option = card.option(self.option)
        if option is not None and option.moves:
            state = replace(state, turn=replace(state.turn, moved=True))
        if deck is None:
            i = state.index(self.player) or 0
            state = replace(state, turn=replace(state.turn, action_done=True))
            return _seat(state, self.player, hand=state.seats[i].hand - {card.index})
        state = replace(state, turn=replace(state.turn, bonus_done=True))
        return _with_pile(_hold(state, self.player, deck, -1), deck, 0, 1)

    def line(self, seen: Seen) -> Line | None:
        card = seen.catalogue.cards.get(self.card)
        if card is None:
            return None
        option = card.option(self.option)
        if option is not None and seen.view.level is Level.TRACKER:  # people move the pawns
            told = walk_words((*option.cost, *option.effect), self.player)
            if told is not None:
                return Line("pawn", "ok", told)
        return Line("play", "ash", Text(N_("{name}: {card}"), {"name": self.player, "card": card_name(card)}))

    def undo_words(self, before: CerbereState) -> MsgidFacts:
        return card_words(before, self.player, self.card, self.option)


class CostDue(Event, frozen=True, tag="cost_due"):
    """`costs`: 0-based numbers of the costs that are paid by hand."""

    costs: tuple[int, ...]


class EffectDue(Event, frozen=True, tag="effect_due"):
    effects: tuple[int, ...]


class EffectApplied(Event, frozen=True, tag="effect_applied"):
    effect: int
    importance = 4

    def line(self, seen: Seen) -> Line | None:
        found = _effect(self.effect, seen)
        if found is None:
            return None
        op, name = found
        picked = next((event.pick for event in seen.events if isinstance(event, ChoiceMade)), None)
        if op.op is OpName.CHOOSE and isinstance(picked, int) and picked < len(op.of):
            words = [say(inner, name) for inner in op.of[picked]]
            return Line(op_sign(op.of[picked][0])[0], "ok", Text(", ", parts=tuple(words)))
        return Line(op_sign(op)[0], "ok", say(op, name))


class EffectDropped(Event, frozen=True, tag="effect_dropped"):
    """Of the other parts of the card nothing is said."""

    effect: int

    def line(self, seen: Seen) -> Line | None:
        found = _effect(self.effect, seen)
        return (
            None if found is None else Line("cross", "ash", Text(N_("{what}: cannot be done"), {"what": say(*found)}))
        )


class RageMoved(Event, frozen=True, tag="rage_moved", rename={"source": "from"}):
    source: int
    to: int
    importance = 1

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, die=self.to)

    def line(self, seen: Seen) -> Line:
        n = self.to - self.source
        return Line(
            "hunt", "ember", Text(N_("{cb.rage} +{n}"), {"n": n}) if n > 0 else Text(N_("{cb.rage} −{n}"), {"n": -n})
        )


class RageSet(Event, frozen=True, tag="rage_set"):
    index: int

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, die=self.index)


class SpeedChanged(Event, frozen=True, tag="speed_changed", rename={"source": "from"}):
    source: int
    to: int
    importance = 2

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, speed=self.to)

    def line(self, seen: Seen) -> Line:
        return Line("die", "ember", Text(N_("{cb.speed} {n}"), {"n": self.to}))


class SpeedSet(Event, frozen=True, tag="speed_set"):
    value: int

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, speed=self.value)


class HuntArmed(Event, frozen=True, tag="hunt_armed"):
    """The die is on Hunt; a symbol puts it there without a `rage_moved` (reading 5)."""

    importance = 18
    tells = Say("hunt", "danger", N_("{cb.hunt} as the turn ends"))
    cue = "bark"

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, die=state.hunt)


class HuntDisarmed(Event, frozen=True, tag="hunt_disarmed"):
    importance = 5
    tells = Say("hunt", "ok", N_("No {cb.hunt} this turn"))


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    player: str
    deck: DeckKind
    n: int
    importance = 8

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return _with_pile(_hold(state, self.player, self.deck, self.n), self.deck, -self.n, 0)

    def line(self, seen: Seen) -> Line:
        return Line("draw", "ok", form(DRAWS[self.deck], "named", name=self.player, n=self.n))


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    player: str
    deck: DeckKind
    n: int
    importance = 6

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return _with_pile(_hold(state, self.player, self.deck, -self.n), self.deck, 0, self.n)

    def line(self, seen: Seen) -> Line:
        return Line("discard", "ash", form(DROPS[self.deck], "named", name=self.player, n=self.n))


class DeckReshuffled(Event, frozen=True, tag="deck_reshuffled"):
    deck: DeckKind

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        n = state.pile(self.deck).discard
        return _with_pile(state, self.deck, n, -n)

    def line(self, seen: Seen) -> Line:
        survival = self.deck is DeckKind.SURVIVAL
        words = N_("Shuffle the {cb.survival} discards") if survival else N_("Shuffle the {cb.betrayal} discards")
        return Line("pile", "ash", Text(words))


class ActionsRestored(Event, frozen=True, tag="actions_restored"):
    player: str
    tells = Say("hand", "ok", N_("{player} takes back all {cb.action} cards"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return _seat(state, self.player, hand=ALL_ACTIONS)


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
    """`role` is final when this is announced. `zone` is None where it settles nothing and was not entered."""

    pawn: str
    index: int
    label: int
    zone: CaptureZone | None
    role: CapturedRole
    cue = "capture"

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        """CB-025: the pawn is on the track. A player who is out leaves the Survival hand to the discards (CB-Q33)."""
        i = state.index(self.pawn)
        if i is None:
            return state
        aboard = tuple(seat for seat in state.boats.aboard if seat != i)
        tally = replace(state.tally, captures=(*state.tally.captures, Capture(state.turn.n, i, self.role)))
        state = replace(state, caught=(*state.caught, i), boats=replace(state.boats, aboard=aboard), tally=tally)
        if self.role is CapturedRole.CERBERUS:
            return _seat(state, self.pawn, side=Side.CERBERUS, at=None)
        held = state.seats[i].survival
        state = _seat(state, self.pawn, side=Side.OUT, at=None, survival=0, hand=frozenset())
        return _with_pile(state, DeckKind.SURVIVAL, 0, held)


class CerberusRetreatPrompt(Event, frozen=True, tag="cerberus_retreat_prompt"):
    pass


class SurvivalDiscarded(Event, frozen=True, tag="survival_discarded"):
    player: str
    n: int

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return _with_pile(_hold(state, self.player, DeckKind.SURVIVAL, -self.n), DeckKind.SURVIVAL, 0, self.n)


class BetrayalBonus(Event, frozen=True, tag="betrayal_bonus"):
    """`n`: cards really drawn; there is no `cards_drawn` for them (reading 26)."""

    player: str
    n: int

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return _with_pile(_hold(state, self.player, DeckKind.BETRAYAL, self.n), DeckKind.BETRAYAL, -self.n, 0)


def _kept_boat(state: CerbereState, seat: str, slot: int) -> tuple[Sight, ...]:
    """Reading 31: a boat that the companion keeps was seen."""
    if state.boats.boating is not Boating.KEPT:
        return ()
    return (Sight(seat, Text(N_("{cb.boat} {n}"), {"n": slot})),)


class BoatRevealed(Event, frozen=True, tag="boat_revealed"):
    slot: int
    seats: int
    cue = "oars"
    undo = UndoWords(2, N_("the {cb.boat} in the open"))

    def shows(self, before: CerbereState) -> tuple[Sight, ...]:
        """CB-112: of the boats that the companion keeps no player knew which is which."""
        return _kept_boat(before, "", self.slot)

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, boats=replace(state.boats, revealed=self.seats, slot=self.slot))


class BoatsDiscarded(Event, frozen=True, tag="boats_discarded"):
    slots: tuple[int, ...]


class BoatPeeked(Event, frozen=True, tag="boat_peeked"):
    player: str
    slot: int
    importance = 13
    tells = Say("eye", "ash", N_("{player} has seen {cb.boat} {slot}"))
    cue = "peek"
    undo = UndoWords(2, N_("the look at {cb.boat} {slot}"))

    def shows(self, before: CerbereState) -> tuple[Sight, ...]:
        return _kept_boat(before, self.player, self.slot)


class BoatsSwapped(Event, frozen=True, tag="boats_swapped"):
    a: int
    b: int
    importance = 12
    tells = Say("swap", "ash", N_("{cb.boat:many} {a} and {b} swapped"))
    cue = "peek"
    undo = UndoWords(2, N_("the swap of {cb.boat:many} {a} and {b}"))


class BoatsShown(Event, frozen=True, tag="boats_shown"):
    """After the end: seats of the kept boats in slot 1, 2, 3."""

    slots: tuple[int, ...]
    cue = "peek"

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, boats=replace(state.boats, show_at=None, shown=True))

    def line(self, seen: Seen) -> Line:
        one, two, three = self.slots
        words = Text(N_("Seats of the {cb.boat:many}: {one}, {two}, {three}"), {"one": one, "two": two, "three": three})
        return Line("boat", "bone", words)


class BoatLaid(Event, frozen=True, tag="boat_laid"):
    """A boat with a tag was laid face down on a slot; which one is secret."""

    slot: int
    tells = Say("boat", "ash", N_("{cb.boat} {slot} is laid"))
    cue = "peek"
    undo = UndoWords(2, N_("the {cb.boat} in place {slot}"))


class Seated(Event, frozen=True, tag="seated"):
    pawn: str
    taken: int
    seats: int
    importance = 15
    cue = "oars"
    undo = UndoWords(0, N_("{pawn} on board"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        i = state.index(self.pawn)
        if i is None:
            return state
        return _seat(replace(state, boats=replace(state.boats, aboard=(*state.boats.aboard, i))), self.pawn, at=None)

    def line(self, seen: Seen) -> Line:
        return full_boat(seen.view) or Line("boat1", "ok", Text(N_("{pawn} is in the {cb.boat}"), {"pawn": self.pawn}))


class Unseated(Event, frozen=True, tag="unseated"):
    pawn: str
    taken: int
    seats: int
    importance = 14
    tells = Say("back", "danger", N_("{pawn} falls out of the {cb.boat}"))
    cue = "oars"
    undo = UndoWords(0, N_("{pawn} off the {cb.boat}"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        i = state.index(self.pawn)
        aboard = tuple(seat for seat in state.boats.aboard if seat != i)
        state = replace(state, boats=replace(state.boats, aboard=aboard))
        # At Board level the pawn is on the last space until the move that took it out says where it went.
        return _seat(state, self.pawn, at=state.path.length - 1) if state.board else state


class BridgeGone(Event, frozen=True, tag="bridge_gone"):
    importance = 16
    tells = Say("bridge", "ash", N_("The {cb.bridge:short} is gone"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, bridge=False)


class ActionSkipped(EndsTurn, frozen=True, tag="action_skipped"):
    player: str
    importance = 9
    tells = Say("cross", "ash", N_("{player} passes"))


class HuntStarted(EndsTurn, frozen=True, tag="hunt_started"):
    steps: int
    importance = 19
    tells = Say("cerberus", "danger", N_("{cb.cerberus} runs"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, tally=replace(state.tally, chases=state.tally.chases + 1))


class HuntMissed(Event, frozen=True, tag="hunt_missed"):
    importance = 20
    tells = Say("cerberus", "ok", N_("Nobody is caught"))
    cue = "whimper"
    undo = UndoWords(4, N_("the {cb.hunt}"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, tally=replace(state.tally, misses=state.tally.misses + 1))


class BoatsToShow(Silent, frozen=True, tag="boats_to_show"):
    """The kept boats are shown by themselves at session time `at`."""

    at: int

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, boats=replace(state.boats, show_at=self.at))


class GameOver(EndsTurn, frozen=True, tag="game_over"):
    side: Winner
    winners: tuple[str, ...]

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        winners = tuple(i for i, seat in enumerate(state.seats) if seat.name in self.winners)
        return replace(state, over=Over(self.side, winners), play=None, agenda=(), peeking=None)


class Corrected(Event, frozen=True, tag="corrected"):
    patch: dict[str, Any]
    tells = Say("swap", "ash", N_("Corrected"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return corrected(state, self.patch, at)


class PawnMoved(Event, frozen=True, tag="pawn_moved", rename={"source": "from"}):
    """`path`: every space entered, in order."""

    pawn: str
    source: int
    to: int
    path: tuple[int, ...]
    importance = 7
    undo = UndoWords(0, N_("{pawn}: a move"))

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return state if self.to >= state.path.boat else _seat(state, self.pawn, at=self.to)

    def line(self, seen: Seen) -> Line:
        n = len(self.path)
        if self.to >= self.source:
            return Line("pawn", "ok", Text(N_("{name} advances {n}"), {"name": self.pawn, "n": n}))
        return Line("pawn", "danger", Text(N_("{name} goes back {n}"), {"name": self.pawn, "n": n}))


class Blocked(Event, frozen=True, tag="blocked"):
    pawn: str
    by: By
    importance = 10

    def line(self, seen: Seen) -> Line:
        words = (
            N_("{name} stops before the {cb.stilts}")
            if self.by is By.STILT
            else N_("The {cb.boat} is full: {name} waits")
        )
        return Line("hold", "ash", Text(words, {"name": self.pawn}))


class CerberusMoved(Event, frozen=True, tag="cerberus_moved", rename={"source": "from"}):
    source: int
    to: int
    why: CerberusReason

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, cerberus=self.to)

    def line(self, seen: Seen) -> Line:
        if self.why is CerberusReason.RETREAT:
            return Line("cerberus", "ash", Text(N_("{cb.cerberus} goes back to his mark")))
        n = self.to - self.source
        return Line("cerberus", "danger", Text(N_("{cb.cerberus} advances {n}"), {"n": n}))


class SymbolFired(Event, frozen=True, tag="symbol_fired"):
    pawn: str
    space: int
    op: OpName
    importance = 11

    def line(self, seen: Seen) -> Line:
        return Line(SIGNS[self.op], "ember", Text(N_("{pawn} sets off a symbol"), {"pawn": self.pawn}))


class Portal(Event, frozen=True, tag="portal"):
    open: bool

    def line(self, seen: Seen) -> Line:
        return Line(
            "portal",
            "ember",
            Text(N_("The {cb.portal:short} opens")) if self.open else Text(N_("The {cb.portal:short} closes")),
        )


# -- bookkeeping: saved and applied, never announced ---------------------------------------------------------------


class Planned(Silent, frozen=True, tag="planned"):
    """What is still to be done after this move."""

    agenda: tuple[Task, ...]
    play: PlayedCard | None
    peeking: tuple[int, int] | None = None

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, agenda=self.agenda, play=self.play, peeking=self.peeking)


class BoatKnown(Silent, frozen=True, tag="boat_known"):
    """The contents of the slots."""

    slots: Secret[tuple[int | None, ...]]
    laid: int

    def apply(self, state: CerbereState, at: int) -> CerbereState:
        return replace(state, boats=replace(state.boats, slots=self.slots, laid=self.laid))


CerbereEvent = events_of(__name__)
