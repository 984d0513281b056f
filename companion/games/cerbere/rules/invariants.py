"""What can never be. In a game that was put right by hand a value may be what no rule leads to."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.patch import Faults, Patches
from companion.games.cerbere import state as st
from companion.games.cerbere.data.cards import Op, slotted
from companion.games.cerbere.names import BOATS, LAST_DARK, PAWNS, Asks, Boating, Deck, OpName, Side, Winner
from companion.games.cerbere.rules.chase import may_show, too_few
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.play import BY_HAND
from companion.games.cerbere.rules.settle import S, settle
from companion.games.cerbere.rules.tracker import zone_asked


def invariants(s: S) -> Faults:
    """Section 2, CB-013, CB-028, CB-046, CB-075, CB-114, CB-130..133."""
    if sorted(s.caught) != [i for i, seat in enumerate(s.seats) if seat.side is not Side.RUNNER]:
        yield "caught", "those who flee no more, each once"
    for i, seat in enumerate(s.seats):
        yield from _seat(s, i, f"seats.{seat.name}")
    for at, space in enumerate(s.path.spaces):
        there = [seat.name for seat in s.seats if seat.at == at]
        if space.capacity is not None and len(there) > space.capacity:
            yield f"seats.{there[-1]}.at", f"space {at} holds {space.capacity}"
    if not s.home <= s.die <= s.hunt and s.runners:
        yield "die", f"it lies between {s.home} and {s.hunt}, not on {s.die}"
    if not 0 <= s.cerberus < s.path.length or (s.cerberus and not s.board):
        yield "cerberus", f"spaces 0 to {s.path.length - 1}, at the level board"
    for deck, total in ((Deck.SURVIVAL, s.catalogue.survival), (Deck.BETRAYAL, s.catalogue.betrayal)):
        pile, held = s.pile(deck), sum(seat.cards(deck) for seat in s.seats)
        if min(pile.draw, pile.discard) < 0 or pile.draw + pile.discard + held != total:
            yield deck.value, f"the deck has {total} cards"
    yield from _boats(s)
    yield from _end(s)
    yield from _play(s)
    for i, task in enumerate(s.agenda):
        yield from _task(s, task, i, f"agenda[{i}]")
    if s.agenda and not _waits(s.agenda[-1]):
        yield f"agenda[{len(s.agenda) - 1}]", "the last one is a question that waits"
    for i, mark in enumerate(s.tally.marks):
        if not 0 <= mark.die <= s.hunt or not 0 <= mark.home <= PAWNS:
            yield f"tally.marks[{i}]", "the track has no such space"


def _seat(s: S, i: int, key: str) -> Faults:
    seat = s.seats[i]
    if seat.side is Side.OUT and seat.hand:
        yield f"{key}.hand", "who is out holds none"
    for deck in Deck:
        if seat.cards(deck) and DECK_OF.get(seat.side) is not deck:
            yield f"{key}.{deck.value}", f"{seat.side.value}: holds none of these"
    light = i in s.caught and s.unused + s.caught.index(i) > LAST_DARK
    if seat.side is Side.CERBERUS and light and not s.tally.corrected:  # CB-077, CB-096
        yield f"{key}.side", "the pawn stands on a light space: out"
    walks = s.board and seat.side is Side.RUNNER and not s.aboard(i)
    if walks is not (seat.at is not None):
        yield f"{key}.at", "a space of the path" if walks else "no space: it is not on the path, or not followed"
    elif seat.at is not None and not 0 <= seat.at < s.path.length:
        yield f"{key}.at", f"spaces go from 0 to {s.path.boat}, which is the boat"


def _boats(s: S) -> Faults:
    boats, slots = s.boats, s.boats.slots.reveal()
    known = [seats for seats in slots if seats is not None]
    if len(slots) != len(BOATS) or len(set(known)) != len(known):
        yield "boats.slots", "three slots, each boat once"
    elif boats.boating is Boating.KEPT and not (boats.revealed or s.tally.corrected or len(known) == len(BOATS)):
        yield "boats.slots", "nobody but the companion knows what lies in the slots: tell it"
    elif boats.revealed and slots[boats.slot - 1] not in (None, boats.revealed) and not s.tally.corrected:
        yield "boats.revealed", "another boat lies in that slot"
    if len(boats.aboard) > (boats.revealed or 0) or len(set(boats.aboard)) != len(boats.aboard):
        yield "boats.aboard", f"at most {boats.revealed or 0}, each once"
    if any(s.seats[i].side is not Side.RUNNER for i in boats.aboard):
        yield "boats.aboard", "runners"
    if (boats.show_at is not None and not may_show(s)) or (boats.shown and s.over is None):
        yield "boats.show_at", "kept boats are shown after the end"
    hidden = boats.boating is Boating.KEPT and boats.revealed is None and s.over is None
    if s.peeking is not None and not hidden:
        yield "peeking", "there is no hidden boat to look at on the screen"


def _end(s: S) -> Faults:
    if s.over is None:
        stands = s.agenda or s.play is not None or s.tally.corrected
        if s.runners == 0 and not stands:
            yield "over", "no runner is left: the game is over"
        if s.seats[s.turn.active].side is Side.OUT and not stands:
            yield "turn.active", f"{s.seats[s.turn.active].name} is out"
        return
    for key, value in (("play", s.play), ("agenda", s.agenda)):
        if value:
            yield key, "the game is over"
    side = Side.RUNNER if s.over.side is Winner.RUNNERS else Side.CERBERUS
    winners = s.over.winners
    if len(set(winners)) != len(winners) or any(s.seats[i].side is not side for i in winners):
        yield "over.winners", f"players of the side {side.value}, each once"
    elif side is Side.RUNNER and not winners:
        yield "over.winners", "somebody escaped"
    elif side is Side.RUNNER and not (s.boats.full and sorted(winners) == sorted(s.boats.aboard)):
        yield "over", "the passengers of a full boat escape"
    elif side is Side.CERBERUS and not too_few(s):
        yield "over", "enough runners are left"


def _play(s: S) -> Faults:
    p = s.play
    if p is None:
        return
    card = s.catalogue.cards.get(p.card)
    option = None if card is None else card.option(p.option or "")
    if card is None:
        yield "play.card", f"there is no card {p.card}"
    elif p.option is None and p != st.Play(p.card, p.player):
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
    elif owed is not None and any(p.donors.count(i) > s.seats[i].cards(owed.deck) for i in p.donors):
        yield "play.donors", "somebody has too few cards"
    if (p.several is None) != (p.going is None) or not _different(p.several or ()):
        yield "play.several", "those whom `going` is about, each once"
    elif p.going is not None and (p.going not in p.left or not _of_several(option.effect[p.going])):
        yield "play.going", "an effect that is left, about several"
    if not (s.agenda or p.owed or p.left):
        yield "play.left", "nothing of the card is left"


def _of_several(op: Op) -> bool:
    return op.op is OpName.EACH or op.op is OpName.MOVE


def _different(found: Sequence[object]) -> bool:
    return len(set(found)) == len(found)


def _waits(task: st.Task) -> bool:
    return isinstance(task, st.Question) or (isinstance(task, st.Walk) and task.asked is not None)


def _task(s: S, task: st.Task, i: int, key: str) -> Faults:
    """Those beneath the last one may be about pawns that were caught meanwhile: the rules pass over them."""
    last = i == len(s.agenda) - 1
    if isinstance(task, st.Question) and not isinstance(task, st.Pick) and not (last or _asks_end(s.agenda[i + 1])):
        yield key, "a question waits only at the end of the list"
    if isinstance(task, st.Question) and last and not task.asked:
        yield f"{key}.asked", "it was asked"
    match task:
        case st.Walk() | st.Several() | st.Caught() if not s.board:
            yield key, "only the level board knows where the pawns stand"
        case st.Catch() if s.board:
            yield key, "the level board sees by itself who was caught"
        case st.Walk():
            if task.pawn in s.boats.aboard and (task.ahead or task.made):
                yield f"{key}.pawn", "a passenger does not walk"
            if last and s.seats[task.pawn].side is not Side.RUNNER:
                yield f"{key}.pawn", "it flees no more"
            if any(at >= s.path.length for at in task.fired):
                yield f"{key}.fired", "the path has no such space"
            if task.asked not in {None, Asks.PATH, Asks.NACELLE} or (task.asked is not None and task.left == 0):
                yield f"{key}.asked", "the path or the nacelle, while steps are left"
        case st.Ops():
            if not task.ops or any(op.n < 1 and op.op is not OpName.MOVE for op in task.ops):
                yield f"{key}.ops", "each does something at least once"
        case st.Reveal() | st.Boat() if s.boats.revealed is not None:
            yield key, "a boat is revealed already"
        case st.Catch():
            if not _runs(s, task.picked) or any(p in s.boats.aboard or task.pawn not in {None, p} for p in task.picked):
                yield f"{key}.picked", "runners on the path, each once"
            if not task.picking and not zone_asked(s, task):
                yield f"{key}.picking", "the zone settles nothing: nobody asks for it"
            if task.hunt and s.agenda[:i] != (st.EndCheck(chased=True),):
                yield key, "a chase stands over the end of the turn alone"
        case st.Caught():
            if not _runs(s, task.pawns) or len(task.pawns) < 2:
                yield f"{key}.pawns", "two runners or more, each once"
            elif not set(task.order) < set(task.pawns) or len(task.pawns) - len(task.order) < 2:
                yield f"{key}.order", "two of the pawns at least are still to be named"
            elif not _different(task.order):
                yield f"{key}.order", "each once"
        case st.Pick():
            if not _different((*task.rest, task.player)):
                yield f"{key}.rest", "each once"
            card = None if s.play is None else s.catalogue.cards.get(s.play.card)
            option = None if card is None or s.play is None else card.option(s.play.option or "")
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
    return isinstance(task, st.Ending)


def _runs(s: S, seats: Sequence[int]) -> bool:
    return _different(seats) and all(s.seats[i].side is Side.RUNNER for i in seats)


PATCHES = Patches(settle, invariants)
