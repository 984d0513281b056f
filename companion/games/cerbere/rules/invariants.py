"""What can never be. In a game that was put right by hand a value may be what no rule leads to."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.patch import Faults, Patches
from companion.games.cerbere import state as st
from companion.games.cerbere.data.cards import Op, slotted
from companion.games.cerbere.names import BOATS, LAST_DARK, PAWNS, Asks, Boating, DeckKind, OpName, Side, Winner
from companion.games.cerbere.rules.chase import may_show, too_few
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.play import BY_HAND
from companion.games.cerbere.rules.settle import S, settle
from companion.games.cerbere.rules.tracker import zone_asked


def invariants(state: S) -> Faults:
    """Section 2, CB-013, CB-028, CB-046, CB-075, CB-114, CB-130..133."""
    if sorted(state.caught) != [i for i, seat in enumerate(state.seats) if seat.side is not Side.RUNNER]:
        yield "caught", "those who flee no more, each once"
    for i, seat in enumerate(state.seats):
        yield from _seat(state, i, f"seats.{seat.name}")
    for at, space in enumerate(state.path.spaces):
        there = [seat.name for seat in state.seats if seat.at == at]
        if space.capacity is not None and len(there) > space.capacity:
            yield f"seats.{there[-1]}.at", f"space {at} holds {space.capacity}"
    if not state.home <= state.die <= state.hunt and state.runners:
        yield "die", f"it lies between {state.home} and {state.hunt}, not on {state.die}"
    if not 0 <= state.cerberus < state.path.length or (state.cerberus and not state.board):
        yield "cerberus", f"spaces 0 to {state.path.length - 1}, at the level board"
    for deck, total in ((DeckKind.SURVIVAL, state.catalogue.survival), (DeckKind.BETRAYAL, state.catalogue.betrayal)):
        pile, held = state.pile(deck), sum(seat.cards(deck) for seat in state.seats)
        if min(pile.draw, pile.discard) < 0 or pile.draw + pile.discard + held != total:
            yield deck.value, f"the deck has {total} cards"
    yield from _boats(state)
    yield from _end(state)
    yield from _play(state)
    for i, task in enumerate(state.agenda):
        yield from _task(state, task, i, f"agenda[{i}]")
    if state.agenda and not _waits(state.agenda[-1]):
        yield f"agenda[{len(state.agenda) - 1}]", "the last one is a question that waits"
    for i, mark in enumerate(state.tally.marks):
        if not 0 <= mark.die <= state.hunt or not 0 <= mark.home <= PAWNS:
            yield f"tally.marks[{i}]", "the track has no such space"


def _seat(state: S, i: int, key: str) -> Faults:
    seat = state.seats[i]
    if seat.side is Side.OUT and seat.hand:
        yield f"{key}.hand", "who is out holds none"
    for deck in DeckKind:
        if seat.cards(deck) and DECK_OF.get(seat.side) is not deck:
            yield f"{key}.{deck.value}", f"{seat.side.value}: holds none of these"
    light = i in state.caught and state.unused + state.caught.index(i) > LAST_DARK
    if seat.side is Side.CERBERUS and light and not state.tally.corrected:  # CB-077, CB-096
        yield f"{key}.side", "the pawn stands on a light space: out"
    walks = state.board and seat.side is Side.RUNNER and not state.aboard(i)
    if walks is not (seat.at is not None):
        yield f"{key}.at", "a space of the path" if walks else "no space: it is not on the path, or not followed"
    elif seat.at is not None and not 0 <= seat.at < state.path.length:
        yield f"{key}.at", f"spaces go from 0 to {state.path.boat}, which is the boat"


def _boats(state: S) -> Faults:
    boats, slots = state.boats, state.boats.slots.reveal()
    known = [seats for seats in slots if seats is not None]
    if len(slots) != len(BOATS) or len(set(known)) != len(known):
        yield "boats.slots", "three slots, each boat once"
    elif boats.boating is Boating.KEPT and not (boats.revealed or state.tally.corrected or len(known) == len(BOATS)):
        yield "boats.slots", "nobody but the companion knows what lies in the slots: tell it"
    elif boats.revealed and slots[boats.slot - 1] not in (None, boats.revealed) and not state.tally.corrected:
        yield "boats.revealed", "another boat lies in that slot"
    if len(boats.aboard) > (boats.revealed or 0) or len(set(boats.aboard)) != len(boats.aboard):
        yield "boats.aboard", f"at most {boats.revealed or 0}, each once"
    if any(state.seats[i].side is not Side.RUNNER for i in boats.aboard):
        yield "boats.aboard", "runners"
    if (boats.show_at is not None and not may_show(state)) or (boats.shown and state.over is None):
        yield "boats.show_at", "kept boats are shown after the end"
    hidden = boats.boating is Boating.KEPT and boats.revealed is None and state.over is None
    if state.peeking is not None and not hidden:
        yield "peeking", "there is no hidden boat to look at on the screen"


def _end(state: S) -> Faults:
    if state.over is None:
        stands = state.agenda or state.play is not None or state.tally.corrected
        if state.runners == 0 and not stands:
            yield "over", "no runner is left: the game is over"
        if state.seats[state.turn.active].side is Side.OUT and not stands:
            yield "turn.active", f"{state.seats[state.turn.active].name} is out"
        return
    for key, value in (("play", state.play), ("agenda", state.agenda)):
        if value:
            yield key, "the game is over"
    side = Side.RUNNER if state.over.side is Winner.RUNNERS else Side.CERBERUS
    winners = state.over.winners
    if len(set(winners)) != len(winners) or any(state.seats[i].side is not side for i in winners):
        yield "over.winners", f"players of the side {side.value}, each once"
    elif side is Side.RUNNER and not winners:
        yield "over.winners", "somebody escaped"
    elif side is Side.RUNNER and not (state.boats.full and sorted(winners) == sorted(state.boats.aboard)):
        yield "over", "the passengers of a full boat escape"
    elif side is Side.CERBERUS and not too_few(state):
        yield "over", "enough runners are left"


def _play(state: S) -> Faults:
    p = state.play
    if p is None:
        return
    card = state.catalogue.cards.get(p.card)
    option = None if card is None else card.option(p.option or "")
    if card is None:
        yield "play.card", f"there is no card {p.card}"
    elif p.option is None and p != st.PlayedCard(p.card, p.player):
        yield "play.option", "the rest follows only once an option is chosen"
    elif p.option is not None and option is None:
        yield "play.option", f"{p.card} has no option {p.option}"
    if option is None:
        return
    for key, found, ops in (("owed", p.owed, option.cost), ("left", p.left, option.effect)):
        if not _different(found) or any(not 0 <= i < len(ops) for i in found):
            yield f"play.{key}", f"different numbers below {len(ops)}"
            return
    if any(option.cost[i].op not in BY_HAND for i in p.owed):
        yield "play.owed", "it is not paid by hand"
    letters = {inner.slot for op in (*option.cost, *option.effect) for inner in slotted(op)}
    called, seats = [letter for letter, _ in p.slots], [seat for _, seat in p.slots]
    if not (_different(called) and _different(seats) and letters.issuperset(called)) or p.player in seats:
        yield "play.slots", "letters of the option, each about another player"
    owed = option.cost[p.owed[0]] if p.owed else None
    if p.donors and (owed is None or owed.op is not OpName.DISCARD or len(p.donors) >= owed.n):
        yield "play.donors", "fewer than are owed"
    elif owed is not None and any(p.donors.count(i) > state.seats[i].cards(owed.deck) for i in p.donors):
        yield "play.donors", "somebody has too few cards"
    if (p.several is None) != (p.going is None) or not _different(p.several or ()):
        yield "play.several", "those whom `going` is about, each once"
    elif p.going is not None and (p.going not in p.left or not _of_several(option.effect[p.going])):
        yield "play.going", "an effect that is left, about several"
    if not (state.agenda or p.owed or p.left):
        yield "play.left", "nothing of the card is left"


def _of_several(op: Op) -> bool:
    return op.op is OpName.EACH or op.op is OpName.MOVE


def _different(found: Sequence[object]) -> bool:
    return len(set(found)) == len(found)


def _waits(task: st.Task) -> bool:
    return isinstance(task, st.Question) or (isinstance(task, st.Walk) and task.asked is not None)


def _task(state: S, task: st.Task, i: int, key: str) -> Faults:
    """Those beneath the last one may be about pawns that were caught meanwhile: the rules pass over them."""
    last = i == len(state.agenda) - 1
    if (
        isinstance(task, st.Question)
        and not isinstance(task, st.PickQuestion)
        and not (last or _asks_end(state.agenda[i + 1]))
    ):
        yield key, "a question waits only at the end of the list"
    if isinstance(task, st.Question) and last and not task.asked:
        yield f"{key}.asked", "it was asked"
    match task:
        case st.Walk() | st.Several() | st.CaughtQuestion() if not state.board:
            yield key, "only the level board knows where the pawns stand"
        case st.CatchQuestion() if state.board:
            yield key, "the level board sees by itself who was caught"
        case st.Walk():
            if task.pawn in state.boats.aboard and (task.ahead or task.made):
                yield f"{key}.pawn", "a passenger does not walk"
            if last and state.seats[task.pawn].side is not Side.RUNNER:
                yield f"{key}.pawn", "it flees no more"
            if any(at >= state.path.length for at in task.fired):
                yield f"{key}.fired", "the path has no such space"
            if task.asked not in {None, Asks.PATH, Asks.NACELLE} or (task.asked is not None and task.left == 0):
                yield f"{key}.asked", "the path or the nacelle, while steps are left"
        case st.Ops():
            if not task.ops or any(op.n < 1 and op.op is not OpName.MOVE for op in task.ops):
                yield f"{key}.ops", "each does something at least once"
        case st.RevealQuestion() | st.BoatQuestion() if state.boats.revealed is not None:
            yield key, "a boat is revealed already"
        case st.CatchQuestion():
            if not _runs(state, task.picked) or any(
                p in state.boats.aboard or task.pawn not in {None, p} for p in task.picked
            ):
                yield f"{key}.picked", "runners on the path, each once"
            if not task.picking and not zone_asked(state, task):
                yield f"{key}.picking", "the zone settles nothing: nobody asks for it"
            if task.hunt and state.agenda[:i] != (st.EndCheck(chased=True),):
                yield key, "a chase stands over the end of the turn alone"
        case st.CaughtQuestion():
            if not _runs(state, task.pawns) or len(task.pawns) < 2:
                yield f"{key}.pawns", "two runners or more, each once"
            elif not set(task.order) < set(task.pawns) or len(task.pawns) - len(task.order) < 2:
                yield f"{key}.order", "two of the pawns at least are still to be named"
            elif not _different(task.order):
                yield f"{key}.order", "each once"
        case st.PickQuestion():
            if not _different((*task.rest, task.player)):
                yield f"{key}.rest", "each once"
            card = None if state.play is None else state.catalogue.cards.get(state.play.card)
            option = None if card is None or state.play is None else card.option(state.play.option or "")
            wanted = OpName.EACH if task.each else OpName.CHOOSE
            if option is None or task.effect >= len(option.effect) or option.effect[task.effect].op is not wanted:
                yield f"{key}.effect", "the card has no such choice"
        case st.Several():
            if not task.pawns or task.n == 0 or not _different(task.pawns):
                yield key, "somebody to move, each once"
        case st.EndCheck():
            if i:
                yield key, "the end of the turn comes after everything else"
        case _:
            pass


def _asks_end(task: st.Task) -> bool:
    return isinstance(task, st.EndingQuestion)


def _runs(state: S, seats: Sequence[int]) -> bool:
    return _different(seats) and all(state.seats[i].side is Side.RUNNER for i in seats)


PATCHES = Patches(settle, invariants)
