"""The end: won, lost, given up; the Exit and the Curses; the appeal; the exploits (IW-070..077, IW-130)."""

from __future__ import annotations

from companion.engine.refused import Refused
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import JOKER, Card
from companion.games.infernal_wagon.names import CardKind, Level, PenaltyKind, Phase, QuestionKind, Reason, Timer
from companion.games.infernal_wagon.rules.exploits import ExploitFacts, fulfilled
from companion.games.infernal_wagon.rules.judge import eq
from companion.games.infernal_wagon.rules.limit import warn_limit, warn_own_card
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.timing import AFTER_END_MS, CURSES_MS, time_cues
from companion.games.infernal_wagon.state import Offer, WagonState


def lose(context: MoveContext, reason: Reason) -> None:
    """The game is over at once (IW-075)."""
    context.emit(ev.Lost(reason))


def win(context: MoveContext, appeal: bool = False) -> None:
    """IW-074: the Exit is on the track, and no Curse is left."""
    clock = context.state.clock
    context.emit(ev.Won(clock.at(context.at), clock.paused, appeal))


def exit_slot(state: WagonState) -> str:
    """Return the Exit's name in the box."""
    return next((card.slot for card in state.prep.box.of_kind(CardKind.EXIT)), "EXIT")


def lay_exit(context: MoveContext, slot: str, actor: int | None, owner: int | None, by_touch: bool = False) -> None:
    """The Exit from a hand, or as the tunnel's card (IW-087): drift, warnings, a misfit that costs nothing, the end.

    :param owner: whose hand it comes from, if that was said; without U-turn it is the actor's. It is laid after
        the last switch card has come up: an open U-turn ends first (IW-105, IW-112).
    :param by_touch: the table says so, no tag.
    """
    s = context.state
    tunnel = s.phase is Phase.TUNNEL
    drift = s.pile - 1 if tunnel else s.pile
    if s.prep.level is Level.L0:
        context.emit(ev.PileKnown(1 if tunnel else 0))  # the pile was counted by touch only
        if not tunnel:
            check_switches(context)
        drift = 0
    if drift > 0:
        context.emit(ev.CountDrift(drift))  # IW-062: the table is right, the count was wrong
    if tunnel:
        actor = s.turn.actor if s.turn else None
        empty = _somebody_empty(context.state, actor)
        context.emit(ev.TunnelCard(slot, CardKind.EXIT))
        check_switches(context)
    else:
        if drift > 0:
            check_switches(context)
        said, uturn = owner, context.state.uturn
        owner = actor if said is None and not uturn else said
        empty = _somebody_empty(context.state, actor)
        if owner is not None and s.hands[owner] == 0:  # reading 10: whose it is cannot be asked now
            actor, owner, said = (actor if uturn else None), None, None
        warn_limit(context, actor)  # IW-077
        warn_own_card(context, actor, said, s.uturn)  # reading 13: the table played as if U-turn were on
        context.emit(ev.CardPlaced(slot, context.name(actor), context.name(owner), CardKind.EXIT))
    context.emit(ev.ExitLies(empty))
    if not _fits(context, slot):
        context.emit(ev.Mismatch(PenaltyKind.NONE))
    curses_or_win(context, lasts=None if by_touch else CURSES_MS)


def check_switches(context: MoveContext) -> None:
    """IW-105: with no card left in the pile all switch cards have come up, so both are off; one check for both."""
    if context.state.silence or context.state.uturn:
        context.emit(ev.HandsChecked("switch"))


def _fits(context: MoveContext, slot: str) -> bool:
    """IW-076, Q7: a symbol of the Exit that does not fit costs nothing and still wins."""
    s = context.state
    card = s.prep.box.cards.get(slot) or Card(slot, CardKind.EXIT)
    entry = card.ends[0] if card.ends else JOKER
    return not s.exits or any(eq(e, entry) for e in s.exits)


def curses_or_win(context: MoveContext, appeal: bool = False, lasts: int | None = CURSES_MS) -> None:
    """IW-073, IW-125: with a Curse left it is lost; the table is asked once, and the clock is stopped meanwhile.

    :param lasts: ms until the question ends without an answer. None: without limit (IW-R40).
    """
    if context.state.curses > 0:
        context.ask(QuestionKind.CURSES, lasts, appeal=appeal)
    else:
        win(context, appeal)


def curses_answered(context: MoveContext, all_open: bool, appeal: bool) -> None:
    """The answer to "all Curses laid open?", or its default."""
    if all_open:
        context.emit(ev.CursesCounted())
        win(context, appeal)
    else:
        lose(context, Reason.CURSE)


def _somebody_empty(state: WagonState, layer: int | None) -> bool | None:
    """IW-138, Q26: a player other than the one who lays the Exit has no cards; None: unknown.

    A hand that is named 0 is empty, whatever losses have no name. Where they hide it, the total may still prove it:
    the others, n - 1 of them, have fewer cards than they are. Who lays the Exit holds a card, but not under U-turn
    (it comes from another hand) nor through a Tunnel (it comes from the pile).
    """
    if state.prep.level is Level.L0:
        return None
    holds = not state.uturn and state.phase is not Phase.TUNNEL
    empty = sum(cards == 0 for seat, cards in enumerate(state.hands) if seat != layer)
    if empty > (layer is None and not holds):  # it is unknown which of them lays it: one may be that player
        return True
    if state.unnamed == 0:
        return None if empty else False
    own = 0 if layer is None else max(0, state.hands[layer] - state.unnamed)
    return True if state.total - max(own, holds) < state.prep.n - 1 else None


def time_up(context: MoveContext) -> None:
    """IW-072: the time is over, even in the middle of a turn. The last cue first, unless it went by unheard (reading 5,
    17).
    """
    if context.state.clock.cue < len(time_cues(context.state.prep.minutes)):
        context.emit(ev.CueEvent("A7"))
    lose(context, Reason.TIME)


def in_time_after_all(context: MoveContext) -> bool:
    """Q32: an Exit stamped before the end of the time that is handled after it withdraws the announced loss."""
    s = context.state
    result = s.result
    if result is None or result.reason is not Reason.TIME or s.before_end is None or s.phase is not Phase.ENDED:
        return False
    if s.clock.at(context.at) >= s.prep.length_ms:
        return False
    context.emit(ev.LossWithdrawn())
    return True


def appeal(context: MoveContext) -> None:
    """Q32: "it lay in time", within 10 s of the loss; Curses first (IW-125); all the time is gone (reading 20)."""
    result = context.state.result
    if context.state.phase is not Phase.ENDED or result is None or result.reason is not Reason.TIME:
        raise Refused("not_allowed_now")
    if context.at - result.at > AFTER_END_MS:
        raise Refused("too_late", reason="over", n=AFTER_END_MS // 1000)
    context.emit(ev.Appealed())
    context.emit(ev.ExitLies(None))
    slot = exit_slot(context.state)
    context.emit(ev.ExitOnTrack(slot))
    check_switches(context)
    _fits(context, slot)
    curses_or_win(context, appeal=True)


def give_up(context: MoveContext) -> None:
    """The table stops: lost, but no loss that asks for Easy cards or counts for an exploit (Q27)."""
    if not context.state.live:
        raise Refused("not_allowed_now")
    lose(context, Reason.GIVEN_UP)


def offer_exploits(context: MoveContext) -> None:
    """IW-130: what the group fulfilled in this game and has not ticked yet."""
    if context.state.phase is not Phase.ENDED:
        raise Refused("not_allowed_now")
    ids, ask = fulfilled(facts(context.state))
    context.emit(ev.ExploitsOffered(ids, ask))
    context.emit(ev.Offered(Offer(ids, ask)))


def tick(context: MoveContext, exploit: str | None) -> None:
    """IW-130: one exploit of those offered, or none; a second one in the same game is refused (reading 21)."""
    s = context.state
    name = exploit or "none"
    if s.phase is Phase.IDLE and s.offer.ticked is not None:
        raise Refused("already_ticked")
    if s.phase is not Phase.EXPLOIT:
        raise Refused("not_allowed_now")
    if name in s.prep.group.ticked:
        raise Refused("already_ticked", reason="earlier")
    if name != "none" and name not in (*s.offer.ids, *s.offer.ask):
        raise Refused("not_allowed_now")
    context.emit(ev.ExploitTicked(name))


def new_players(state: WagonState) -> tuple[str, ...]:
    """IW-142, Q30: those who play their first game; a player is new once."""
    return tuple(p.name for p in state.prep.players if p.new)


def facts(state: WagonState) -> ExploitFacts:
    """Return what the exploits need to know of the game that has just ended."""
    result, prep = state.result, state.prep
    assert result is not None  # only asked once the game has ended
    return ExploitFacts(
        won=result.won,
        reason=result.reason,
        players=prep.n,
        timed=prep.timer is Timer.TIMED,
        paused=state.clock.paused,
        corrected=state.corrected,
        appeal=result.appeal,
        minutes=prep.minutes,
        elapsed_ms=result.elapsed,
        audible=prep.sound,
        own_track_counts=prep.rulings.own_track_counts,
        level=prep.level,
        no_draws=state.tally.no_draws,
        pile=state.pile,
        modules=prep.modules,
        easy=prep.easy,
        empty_other=state.empty_other,
        new_total=prep.group.new_players + len(new_players(state)),
        ticked=frozenset(prep.group.ticked),
    )
