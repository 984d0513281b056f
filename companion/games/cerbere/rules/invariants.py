"""What can never be. In a game that was put right by hand a value may be what no rule leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.patch import Faults, Patches, Rules, broken, nothing
from companion.games.cerbere import state as st
from companion.games.cerbere.data.cards import CardOption, slotted
from companion.games.cerbere.names import Asks, Boating, DeckKind, OpName, Side, Winner
from companion.games.cerbere.rules.chase import may_show, too_few
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.play import BY_HAND, option_of
from companion.games.cerbere.rules.settle import S, settle, side_on_track
from companion.games.cerbere.rules.tracker import zone_asked
from companion.games.cerbere.rules.ways import room

# -- the table ---------------------------------------------------------------------------------------------------------


def _runs(state: S, *seats: int) -> bool:
    return all(state.seats[i].side is Side.RUNNER for i in seats)


def _whole(state: S, deck: DeckKind, total: int) -> bool:
    pile = state.pile(deck)
    counts = [pile.draw, pile.discard, *(seat.cards(deck) for seat in state.seats)]
    return min(counts) >= 0 and sum(counts) == total


def _lies(state: S) -> bool:
    boats = state.boats
    known = boats.slots.reveal()[boats.slot - 1] if boats.revealed is not None else None
    return known in (None, boats.revealed) or state.tally.corrected


def _known(state: S) -> bool:
    return state.tally.corrected or None not in state.boats.slots.reveal()


def _hidden(state: S) -> bool:
    return state.boats.boating is Boating.KEPT and state.boats.revealed is None and state.over is None


def _stands(state: S) -> bool:
    """It is not yet seen that the game is over, or the turn."""
    return bool(state.agenda or state.play or state.tally.corrected)


TABLE: Rules = (
    ("caught", lambda s: not any(_runs(s, i) for i in s.caught), "those who flee no more"),
    ("caught", lambda s: _runs(s, *({*range(len(s.seats))} - {*s.caught})), "all who flee no more"),
    ("die", lambda s: s.home <= s.die <= s.hunt or not s.runners, "from {0.home} to {0.hunt}"),
    ("cerberus", lambda s: s.cerberus < (s.path.length if s.board else 1), "a space of the path, at the level board"),
    ("survival", lambda s: _whole(s, DeckKind.SURVIVAL, s.catalogue.survival), "{0.catalogue.survival} cards in all"),
    ("betrayal", lambda s: _whole(s, DeckKind.BETRAYAL, s.catalogue.betrayal), "{0.catalogue.betrayal} cards in all"),
    ("boats.slots", lambda s: not _hidden(s) or _known(s), "kept boats: nobody else knows what lies there, tell it"),
    ("boats.revealed", _lies, "another boat lies in that slot"),
    ("boats.aboard", lambda s: len(s.boats.aboard) <= (s.boats.revealed or 0), "as many as the revealed boat seats"),
    ("boats.aboard", lambda s: _runs(s, *s.boats.aboard), "runners"),
    ("boats.show_at", lambda s: s.boats.show_at is None or may_show(s), "kept boats are shown after the end"),
    ("boats.shown", lambda s: not s.boats.shown or s.over, "kept boats are shown after the end"),
    ("peeking", lambda s: s.peeking is None or _hidden(s), "there is no hidden boat to look at on the screen"),
)
RUNNING: Rules = (
    ("over", lambda s: s.runners or _stands(s), "no runner is left: the game is over"),
    ("turn.active", lambda s: s.seats[s.turn.active].side is not Side.OUT or _stands(s), "who is out plays no more"),
)
ENDED = nothing("the game is over", "play", "agenda")
OVER: dict[Winner, Rules] = {
    Winner.RUNNERS: (
        *ENDED,
        ("over.winners", lambda s: s.over.winners and _runs(s, *s.over.winners), "runners: somebody escaped"),
        ("over", lambda s: s.boats.full and {*s.over.winners} == {*s.boats.aboard}, "those in a full boat escape"),
    ),
    Winner.CERBERUS: (
        *ENDED,
        ("over.winners", lambda s: {s.seats[i].side for i in s.over.winners} <= {Side.CERBERUS}, "those on his side"),
        ("over", too_few, "enough runners are left"),
    ),
}
SEAT: Rules = (
    ("hand", lambda s, i, me: not (me.side is Side.OUT and me.hand), "who is out holds none"),
    ("survival", lambda s, i, me: not me.survival or DECK_OF.get(me.side) is DeckKind.SURVIVAL, "{2.side}: none"),
    ("betrayal", lambda s, i, me: not me.betrayal or DECK_OF.get(me.side) is DeckKind.BETRAYAL, "{2.side}: none"),
    ("side", lambda s, i, me: s.tally.corrected or me.side in (side_on_track(s, i), Side.OUT), "out: on a light space"),
    (
        "at",
        lambda s, i, me: (s.board and _runs(s, i) and not s.aboard(i)) is (me.at is not None),
        "of a pawn on the path",
    ),
    ("at", lambda s, i, me: me.at is None or me.at < s.path.length, "0 to {0.path.boat}, which is the boat"),
    ("at", lambda s, i, me: me.at is None or room(s, i, me.at), "a space with room"),
)


# -- what is begun -----------------------------------------------------------------------------------------------------


def _slots(state: S, play: st.PlayedCard, option: CardOption) -> bool:
    """Letters of the option, each about another player."""
    letters = {inner.slot for op in (*option.cost, *option.effect) for inner in slotted(op)}
    called, seats = {letter for letter, _ in play.slots}, {seat for _, seat in play.slots}
    return letters >= called and len(called) == len(seats) == len(play.slots) and play.player not in seats


def _donors(state: S, play: st.PlayedCard, option: CardOption) -> bool:
    """Players who have the cards, fewer than are owed."""
    owed = option.cost[play.owed[0]] if play.owed else None
    if owed is None or owed.op is not OpName.DISCARD or len(play.donors) >= owed.n:
        return not play.donors
    return all(play.donors.count(i) <= state.seats[i].cards(owed.deck) for i in play.donors)


SEVERAL = (OpName.EACH, OpName.MOVE)
PLAY: Rules = (
    ("play.card", lambda s, p: p.card in s.catalogue.cards, "there is no card {1.card}"),
    ("play.option", lambda s, p: p.option is None or (p.card, p.option) in s.catalogue.options, "none of {1.card}"),
    ("play.option", lambda s, p: p.option or p == st.PlayedCard(p.card, p.player), "one first, then the rest"),
)
OPTION: Rules = (
    ("play.owed", lambda s, p, o: {*p.owed} <= {*range(len(o.cost))}, "numbers of its costs"),
    ("play.left", lambda s, p, o: {*p.left} <= {*range(len(o.effect))}, "numbers of its effects"),
    ("play.owed", lambda s, p, o: all(o.cost[i].op in BY_HAND for i in p.owed), "what is paid by hand"),
    ("play.slots", _slots, "letters of the option, each about another player"),
    ("play.donors", _donors, "players who have the cards, fewer than are owed"),
    ("play.several", lambda s, p, o: (p.several is None) is (p.going is None), "those whom `going` is about"),
    ("play.going", lambda s, p, o: p.going is None or p.going in p.left, "an effect that is left"),
    ("play.going", lambda s, p, o: p.going is None or o.effect[p.going].op in SEVERAL, "an effect about several"),
    ("play.left", lambda s, p, o: s.agenda or p.owed or p.left, "nothing of the card is left"),
)


def _choice(state: S, task: st.PickQuestion) -> bool:
    effects = option_of(state, state.play).effect if state.play is not None and state.play.option is not None else ()
    return [op.op for op in effects[task.effect :][:1]] == [OpName.EACH if task.each else OpName.CHOOSE]


WAYS = (Asks.PATH, Asks.NACELLE)
CHASED = (st.EndCheck(chased=True),)
ALONE = (st.RevealQuestion, st.BoatQuestion, st.CatchQuestion, st.CaughtQuestion, st.EndingQuestion)
"""Questions over which only the end of the game may be asked."""
TASKS: Sequence[tuple[Any, str, Callable[..., object], str]] = (
    (ALONE, "", lambda s, t, over: not over or isinstance(over[0], st.EndingQuestion), "a question waits at the end"),
    ((st.Walk, st.CaughtQuestion), "", lambda s, t, over: s.board, "only the level board knows it"),
    (st.CatchQuestion, "", lambda s, t, over: not s.board, "nothing that the level board sees by itself"),
    (st.Walk, "pawn", lambda s, t, over: not s.aboard(t.pawn) or not (t.ahead or t.made), "no passenger walks"),
    (st.Walk, "pawn", lambda s, t, over: over or _runs(s, t.pawn), "it flees no more"),
    (st.Walk, "fired", lambda s, t, over: all(at < s.path.length for at in t.fired), "spaces of the path"),
    (st.Walk, "asked", lambda s, t, over: t.asked in (None, *(WAYS if t.left else ())), "a way, while steps are left"),
    (st.Ops, "ops", lambda s, t, over: all(op.n > 0 or op.op is OpName.MOVE for op in t.ops), "each at least once"),
    ((st.RevealQuestion, st.BoatQuestion), "", lambda s, t, over: s.boats.revealed is None, "one is revealed already"),
    (st.CatchQuestion, "picked", lambda s, t, over: _runs(s, *t.picked), "runners"),
    (st.CatchQuestion, "picked", lambda s, t, over: not {*t.picked} & {*s.boats.aboard}, "no passengers"),
    (st.CatchQuestion, "picked", lambda s, t, over: t.pawn is None or {*t.picked} <= {t.pawn}, "nobody but `pawn`"),
    (st.CatchQuestion, "picking", lambda s, t, over: t.picking or zone_asked(s, t), "the zone settles nothing"),
    (st.CatchQuestion, "", lambda s, t, over: not t.hunt or s.agenda[: -1 - len(over)] == CHASED, "at a turn's end"),
    (st.CaughtQuestion, "pawns", lambda s, t, over: _runs(s, *t.pawns), "runners"),
    (st.CaughtQuestion, "order", lambda s, t, over: {*t.order} <= {*t.pawns}, "some of the pawns"),
    (st.CaughtQuestion, "order", lambda s, t, over: len(t.pawns) - len(t.order) > 1, "two at least are left to name"),
    (st.PickQuestion, "rest", lambda s, t, over: t.player not in t.rest, "the others"),
    (st.PickQuestion, "effect", lambda s, t, over: _choice(s, t), "the card has no such choice"),
    (st.Several, "n", lambda s, t, over: t.n, "a number of steps"),
    (st.EndCheck, "", lambda s, t, over: s.agenda[0] is t, "it comes after everything else"),
    (object, "", lambda s, t, over: over or getattr(t, "asked", None), "the last one is a question that waits"),
)
"""Of tasks of a type. `over`: those that come first; beneath them one may be about a pawn that was caught meanwhile."""


def invariants(state: S) -> Faults:
    """Section 2, CB-013, CB-028, CB-046, CB-075, CB-114, CB-130..133."""
    yield from broken((*TABLE, *(RUNNING if state.over is None else OVER[state.over.side])), "", state)
    for i, seat in enumerate(state.seats):
        yield from broken(SEAT, f"seats.{seat.name}", state, i, seat)
    if state.play is not None:
        yield from broken(PLAY, "", state, state.play)
    if state.play is not None and state.play.option is not None:
        yield from broken(OPTION, "", state, state.play, option_of(state, state.play))
    for i, task in enumerate(state.agenda):
        rules = [(field, holds, reason) for kinds, field, holds, reason in TASKS if isinstance(task, kinds)]
        yield from broken(rules, f"agenda[{i}]", state, task, state.agenda[i + 1 :])
    for i, mark in enumerate(state.tally.marks):
        if mark.die > state.hunt:
            yield f"tally.marks[{i}].die", "a space of the track"


PATCHES = Patches(settle, invariants)
