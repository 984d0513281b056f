"""The middle of a card or of a capture in a position: every number is looked at before a rule relies on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from companion.engine.refused import BadInput
from companion.engine.strict import to_struct
from companion.games.cerbere import state as st
from companion.games.cerbere.data.cards import Op, slotted
from companion.games.cerbere.names import PAWNS, Asks, OpName, Side
from companion.games.cerbere.rules.play import BY_HAND
from companion.games.cerbere.rules.tracker import zone_asked
from companion.games.cerbere.state import CerbereState


def read_play(s: CerbereState, value: object) -> st.Play:
    """The card that lies there.

    :raises BadInput: naming the key.
    """
    play: st.Play = to_struct(value, st.Play, "play")
    _seat(s, play.player, "play.player")
    card = s.catalogue.cards.get(play.card)
    if card is None:
        raise BadInput(field="play.card", reason=f"there is no card {play.card}")
    if play.option is None:
        if play != st.Play(play.card, play.player):
            raise BadInput(field="play.option", reason="the rest follows only once an option is chosen")
        return play
    option = card.option(play.option)
    if option is None:
        raise BadInput(field="play.option", reason=f"{play.card} has no option {play.option}")
    _numbers(play.owed, len(option.cost), "play.owed")
    _numbers(play.left, len(option.effect), "play.left")
    for i in play.owed:
        if option.cost[i].op not in BY_HAND:
            raise BadInput(field="play.owed", reason=f"cost {i} is not paid by hand")
    _slots(s, play, [*option.cost, *option.effect])
    for seat in play.donors:
        _seat(s, seat, "play.donors")
    _donors(s, play, option.cost)
    if (play.several is None) != (play.going is None):
        raise BadInput(field="play.several", reason="`several` and `going` come together")
    if play.several is not None:
        _seats(s, play.several, "play.several")
    if play.going is not None and play.going not in play.left:
        raise BadInput(field="play.going", reason=f"effect {play.going} is not among those left")
    if play.going is not None and not _of_several(option.effect[play.going]):
        raise BadInput(field="play.going", reason=f"effect {play.going} is not about several")
    return play


def _of_several(op: Op) -> bool:
    return op.op is OpName.EACH or op.op is OpName.MOVE


def _slots(s: CerbereState, play: st.Play, ops: Sequence[Op]) -> None:
    """CB-049: each letter of the option once, each about another one."""
    letters = {inner.slot: inner.who for op in ops for inner in slotted(op)}
    for letter, seat in play.slots:
        _seat(s, seat, "play.slots")
        if letter not in letters:
            raise BadInput(field="play.slots", reason=f"the option has no {letter}")
        if seat == play.player:
            raise BadInput(field="play.slots", reason=f"{letter}: somebody else is wanted")
    for part in ([letter for letter, _ in play.slots], [seat for _, seat in play.slots]):
        if len(set(part)) != len(part):
            raise BadInput(field="play.slots", reason=f"{part[0]} is there twice")


def _donors(s: CerbereState, play: st.Play, cost: Sequence[Op]) -> None:
    """CB-050: who gave a card to the discard that is being paid still has it in hand."""
    if not play.donors:
        return
    op = cost[play.owed[0]] if play.owed else None
    if op is None or op.op is not OpName.DISCARD:
        raise BadInput(field="play.donors", reason="no cards are owed")
    if len(play.donors) >= op.n:
        raise BadInput(field="play.donors", reason=f"{op.n} cards would be all that is owed")
    for seat in play.donors:
        if play.donors.count(seat) > s.seats[seat].cards(op.deck):
            raise BadInput(field="play.donors", reason=f"{s.seats[seat].name} has too few cards")


# -- the agenda --------------------------------------------------------------------------------------------------------


def read_agenda(s: CerbereState, value: object) -> tuple[st.Task, ...]:
    """What is still to be done; the last is the question that stands open.

    :raises BadInput: naming the key.
    """
    tasks: tuple[st.Task, ...] = to_struct(value, tuple[st.Task, ...], "agenda")
    for i, task in enumerate(tasks):
        if isinstance(task, st.Reveal | st.Boat | st.Catch | st.Caught) and i < len(tasks) - 1:
            raise BadInput(field=f"agenda[{i}]", reason="a question waits only at the end of the list")
        _task(s, task, f"agenda[{i}]", tasks[:i])
    if not tasks:
        return ()
    key = f"agenda[{len(tasks) - 1}]"
    last = tasks[-1]
    if isinstance(last, st.Walk) and last.asked is not None:
        _runner(s, last.pawn, f"{key}.pawn")
        return tasks
    if isinstance(last, st.Question):
        return (*tasks[:-1], replace(last, asked=True))
    raise BadInput(field=key, reason="the last one is a question that waits")


def _task(s: CerbereState, task: st.Task, key: str, beneath: Sequence[st.Task]) -> None:
    """One task; those beneath it may be about pawns that were caught meanwhile: the rules pass over them."""
    match task:
        case st.Walk() | st.Several() | st.Caught() if not s.board:
            raise BadInput(field=key, reason="only the Board level knows where the pawns stand")
        case st.Catch() if s.board:
            raise BadInput(field=key, reason="the Board level sees by itself who was caught")
        case st.Walk():
            _walk(s, task, key)
        case st.Ops():
            _seat(s, task.seat, f"{key}.seat")
            if task.pawn is not None:
                _seat(s, task.pawn, f"{key}.pawn")
            if not task.ops or any(op.n < 1 and op.op is not OpName.MOVE for op in task.ops):
                raise BadInput(field=f"{key}.ops", reason="each op does something at least once")
        case st.Reveal() | st.Boat():
            _seat(s, task.player, f"{key}.player")
            _hidden(s, key)
        case st.Catch():
            _catch(s, task, key, beneath)
        case st.Caught():
            _distinct(s, task.pawns, f"{key}.pawns")
            _distinct(s, task.order, f"{key}.order")
            if len(task.pawns) < 2:
                raise BadInput(field=f"{key}.pawns", reason="one pawn has no order")
            if not set(task.order) < set(task.pawns) or len(task.pawns) - len(task.order) < 2:
                raise BadInput(field=f"{key}.order", reason="two of the pawns at least are still to be named")
        case st.Pick():
            _pick(s, task, key)
        case st.Several():
            _seats(s, task.pawns, f"{key}.pawns")
            if not task.pawns or task.n == 0:
                raise BadInput(field=key, reason="there is nothing to do")
        case st.EndCheck():
            if beneath:
                raise BadInput(field=key, reason="the end of the turn comes after everything else")
        case st.Paid():
            pass
        case _:
            assert_never(task)


def _walk(s: CerbereState, task: st.Walk, key: str) -> None:
    _seat(s, task.pawn, f"{key}.pawn")
    if task.pawn in s.boats.aboard and (task.ahead or task.made):
        raise BadInput(field=f"{key}.pawn", reason="a passenger does not walk")
    if any(not 0 <= at < s.path.length for at in task.fired):
        raise BadInput(field=f"{key}.fired", reason="the path has no such space")
    if task.left < 0 or task.made < 0:
        raise BadInput(field=f"{key}.left" if task.left < 0 else f"{key}.made", reason="a number of steps is wanted")
    if task.asked not in {None, Asks.PATH, Asks.NACELLE} or (task.asked is not None and task.left == 0):
        raise BadInput(field=f"{key}.asked", reason="a walk asks for the path or the nacelle, while it has steps left")


def _catch(s: CerbereState, task: st.Catch, key: str, beneath: Sequence[st.Task]) -> None:
    _distinct(s, task.picked, f"{key}.picked")
    if task.pawn is not None:
        _seat(s, task.pawn, f"{key}.pawn")
    for pawn in task.picked:
        if pawn in s.boats.aboard or task.pawn not in {None, pawn}:
            raise BadInput(field=f"{key}.picked", reason=f"{s.seats[pawn].name} cannot have been caught")
    if not task.picking and not zone_asked(s, task):
        raise BadInput(field=f"{key}.picking", reason="the zone settles nothing: nobody asks for it")
    if task.hunt and beneath != (st.EndCheck(chased=True),):
        raise BadInput(field=key, reason="a chase stands over the end of the turn alone")


def _pick(s: CerbereState, task: st.Pick, key: str) -> None:
    _seat(s, task.player, f"{key}.player")
    _seats(s, (*task.rest, task.player), f"{key}.rest")
    option = None
    if s.play is not None and s.play.option is not None:
        option = s.catalogue.cards[s.play.card].option(s.play.option)
    wanted = OpName.EACH if task.each else OpName.CHOOSE
    if option is None or not 0 <= task.effect < len(option.effect) or option.effect[task.effect].op is not wanted:
        raise BadInput(field=f"{key}.effect", reason="the card has no such choice")


# -- the books ---------------------------------------------------------------------------------------------------------


def read_tally(s: CerbereState, value: object) -> st.Tally:
    """:raises BadInput: naming the key."""
    tally: st.Tally = to_struct(value, st.Tally, "tally")
    for i, capture in enumerate(tally.captures):
        _seat(s, capture.seat, f"tally.captures[{i}].seat")
    for i, mark in enumerate(tally.marks):
        if not 0 <= mark.die <= s.hunt or not 0 <= mark.home <= PAWNS:
            raise BadInput(field=f"tally.marks[{i}]", reason="the track has no such space")
    return tally


# -- seats and numbers -------------------------------------------------------------------------------------------------


def _seat(s: CerbereState, seat: int, key: str) -> None:
    if not 0 <= seat < len(s.seats):
        raise BadInput(field=key, reason=f"seats go from 0 to {len(s.seats) - 1}, not {seat}")


def _runner(s: CerbereState, seat: int, key: str) -> None:
    _seat(s, seat, key)
    if s.seats[seat].side is not Side.RUNNER:
        raise BadInput(field=key, reason=f"{s.seats[seat].name} is no runner")


def _distinct(s: CerbereState, seats: Sequence[int], key: str) -> None:
    """Runners, each once."""
    for seat in seats:
        _runner(s, seat, key)
    _seats(s, seats, key)


def _seats(s: CerbereState, seats: Sequence[int], key: str) -> None:
    """Each once."""
    for seat in seats:
        _seat(s, seat, key)
    if len(set(seats)) != len(seats):
        raise BadInput(field=key, reason="somebody is there twice")


def _numbers(found: Sequence[int], below: int, key: str) -> None:
    if len(set(found)) != len(found) or any(not 0 <= i < below for i in found):
        raise BadInput(field=key, reason=f"different numbers from 0 to {below - 1} are wanted")


def _hidden(s: CerbereState, key: str) -> None:
    if s.boats.revealed is not None:
        raise BadInput(field=key, reason="a boat is revealed already")
