"""State after an event. Trivial on purpose: no rule and no refusal stands here."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.cerbere import events as ev
from companion.games.cerbere.data.cards import DECKS
from companion.games.cerbere.names import SURVIVAL, Deck, Role, Side
from companion.games.cerbere.rules.corrections import corrected
from companion.games.cerbere.state import ALL_ACTIONS, Capture, CerbereState, Mark, Over, Pile, Seat, Turn

S = CerbereState


def apply(s: S, event: Any, at: int) -> S:
    """The state after `event`."""
    change = _APPLY.get(type(event))
    return s if change is None else change(s, event)


def _seat(s: S, name: str, **changes: Any) -> S:
    i = s.index(name)
    if i is None:
        return s
    return replace(s, seats=_in_place(s.seats, i, replace(s.seats[i], **changes)))


def _in_place(seats: tuple[Seat, ...], i: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:i], seat, *seats[i + 1 :])


def _with_pile(s: S, deck: Deck, draw: int, discard: int) -> S:
    """The deck after so many cards more (or fewer) on each heap."""
    old = s.pile(deck)
    new = Pile(old.draw + draw, old.discard + discard)
    return replace(s, survival=new) if deck is SURVIVAL else replace(s, betrayal=new)


def _hold(s: S, name: str, deck: Deck, n: int) -> S:
    """A player holds `n` cards more."""
    i = s.index(name)
    if i is None:
        return s
    seat = s.seats[i]
    seat = replace(seat, survival=seat.survival + n) if deck is SURVIVAL else replace(seat, betrayal=seat.betrayal + n)
    return replace(s, seats=_in_place(s.seats, i, seat))


# -- turn, cards --------------------------------------------------------------------


def _turn_started(s: S, e: ev.TurnStarted) -> S:
    turn = Turn(s.index(e.player) or 0, n=s.turn.n + 1)
    mark = Mark(turn.n, s.die, s.home, s.speed)
    return replace(s, turn=turn, play=None, tally=replace(s.tally, marks=(*s.tally.marks, mark)))


def _card_played(s: S, e: ev.CardPlayed) -> S:
    """CB-046 an Action card lies in front of the player; a bonus card goes to its discards (reading 20)."""
    card = s.catalogue.cards[e.card]
    deck = DECKS.get(card.deck)
    if deck is None:
        i = s.index(e.player) or 0
        s = replace(s, turn=replace(s.turn, action_done=True))
        return _seat(s, e.player, hand=s.seats[i].hand - {card.index})
    s = replace(s, turn=replace(s.turn, bonus_done=True))
    return _with_pile(_hold(s, e.player, deck, -1), deck, 0, 1)


def _drawn(s: S, e: ev.CardsDrawn) -> S:
    return _with_pile(_hold(s, e.player, e.deck, e.n), e.deck, -e.n, 0)


def _discarded(s: S, e: ev.CardsDiscarded) -> S:
    return _with_pile(_hold(s, e.player, e.deck, -e.n), e.deck, 0, e.n)


def _reshuffled(s: S, e: ev.DeckReshuffled) -> S:
    n = s.pile(e.deck).discard
    return _with_pile(s, e.deck, n, -n)


def _restored(s: S, e: ev.ActionsRestored) -> S:
    return _seat(s, e.player, hand=ALL_ACTIONS)


# -- Rage and Speed --------------------------------------------------------------------


def _rage_moved(s: S, e: ev.RageMoved) -> S:
    return replace(s, die=e.to)


def _rage_set(s: S, e: ev.RageSet) -> S:
    return replace(s, die=e.index)


def _speed_changed(s: S, e: ev.SpeedChanged) -> S:
    return replace(s, speed=e.to)


def _speed_set(s: S, e: ev.SpeedSet) -> S:
    return replace(s, speed=e.value)


def _armed(s: S, e: ev.HuntArmed) -> S:
    return replace(s, die=s.hunt)


def _hunt_started(s: S, e: ev.HuntStarted) -> S:
    return replace(s, tally=replace(s.tally, chases=s.tally.chases + 1))


def _hunt_missed(s: S, e: ev.HuntMissed) -> S:
    return replace(s, tally=replace(s.tally, misses=s.tally.misses + 1))


# -- captures --------------------------------------------------------------------


def _captured(s: S, e: ev.Captured) -> S:
    """CB-025: the pawn lies on the track. Who is out leaves the Survival hand to the discards (CB-Q33)."""
    i = s.index(e.pawn)
    if i is None:
        return s
    aboard = tuple(seat for seat in s.boats.aboard if seat != i)
    tally = replace(s.tally, captures=(*s.tally.captures, Capture(s.turn.n, i, e.role)))
    s = replace(s, caught=(*s.caught, i), boats=replace(s.boats, aboard=aboard), tally=tally)
    if e.role is Role.CERBERUS:
        return _seat(s, e.pawn, side=Side.CERBERUS, at=None)
    held = s.seats[i].survival
    s = _seat(s, e.pawn, side=Side.OUT, at=None, survival=0, hand=frozenset())
    return _with_pile(s, Deck.SURVIVAL, 0, held)


def _survival_discarded(s: S, e: ev.SurvivalDiscarded) -> S:
    return _with_pile(_hold(s, e.player, Deck.SURVIVAL, -e.n), Deck.SURVIVAL, 0, e.n)


def _betrayal_bonus(s: S, e: ev.BetrayalBonus) -> S:
    return _with_pile(_hold(s, e.player, Deck.BETRAYAL, e.n), Deck.BETRAYAL, -e.n, 0)


# -- boats --------------------------------------------------------------------


def _boat_revealed(s: S, e: ev.BoatRevealed) -> S:
    return replace(s, boats=replace(s.boats, revealed=e.seats, slot=e.slot))


def _boat_known(s: S, e: ev.BoatKnown) -> S:
    return replace(s, boats=replace(s.boats, slots=e.slots, laid=e.laid))


def _seated(s: S, e: ev.Seated) -> S:
    i = s.index(e.pawn)
    if i is None:
        return s
    return _seat(replace(s, boats=replace(s.boats, aboard=(*s.boats.aboard, i))), e.pawn, at=None)


def _unseated(s: S, e: ev.Unseated) -> S:
    i = s.index(e.pawn)
    aboard = tuple(seat for seat in s.boats.aboard if seat != i)
    s = replace(s, boats=replace(s.boats, aboard=aboard))
    # At Board level the pawn stands on the last space until the move that took it out tells where it went.
    return _seat(s, e.pawn, at=s.path.length - 1) if s.board else s


# -- the board --------------------------------------------------------------------


def _pawn_moved(s: S, e: ev.PawnMoved) -> S:
    return s if e.to >= s.path.boat else _seat(s, e.pawn, at=e.to)


def _cerberus_moved(s: S, e: ev.CerberusMoved) -> S:
    return replace(s, cerberus=e.to)


def _bridge_gone(s: S, e: ev.BridgeGone) -> S:
    return replace(s, bridge=False)


# -- the end, the books --------------------------------------------------------------------


def _boats_to_show(s: S, e: ev.BoatsToShow) -> S:
    return replace(s, boats=replace(s.boats, show_at=e.at))


def _boats_shown(s: S, e: ev.BoatsShown) -> S:
    return replace(s, boats=replace(s.boats, show_at=None, shown=True))


def _game_over(s: S, e: ev.GameOver) -> S:
    winners = tuple(i for i, seat in enumerate(s.seats) if seat.name in e.winners)
    return replace(s, over=Over(e.side, winners), play=None, agenda=(), peeking=None)


def _planned(s: S, e: ev.Planned) -> S:
    return replace(s, agenda=e.agenda, play=e.play, peeking=e.peeking)


def _corrected(s: S, e: ev.Corrected) -> S:
    s = corrected(s, e.field, e.value)
    return replace(s, tally=replace(s.tally, corrected=True))


_APPLY: dict[type, Any] = {
    ev.TurnStarted: _turn_started,
    ev.CardPlayed: _card_played,
    ev.CardsDrawn: _drawn,
    ev.CardsDiscarded: _discarded,
    ev.DeckReshuffled: _reshuffled,
    ev.ActionsRestored: _restored,
    ev.RageMoved: _rage_moved,
    ev.RageSet: _rage_set,
    ev.SpeedChanged: _speed_changed,
    ev.SpeedSet: _speed_set,
    ev.HuntArmed: _armed,
    ev.HuntStarted: _hunt_started,
    ev.HuntMissed: _hunt_missed,
    ev.Captured: _captured,
    ev.SurvivalDiscarded: _survival_discarded,
    ev.BetrayalBonus: _betrayal_bonus,
    ev.BoatRevealed: _boat_revealed,
    ev.BoatKnown: _boat_known,
    ev.Seated: _seated,
    ev.Unseated: _unseated,
    ev.PawnMoved: _pawn_moved,
    ev.CerberusMoved: _cerberus_moved,
    ev.BridgeGone: _bridge_gone,
    ev.GameOver: _game_over,
    ev.BoatsToShow: _boats_to_show,
    ev.BoatsShown: _boats_shown,
    ev.Planned: _planned,
    ev.Corrected: _corrected,
}
"""Events without a line here only tell."""
