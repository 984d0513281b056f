"""A card reaches the table: what it is, whether it counts, what switch cards and Curses do at once.

The questions of section 3.2, too: the next card answers them with their defaults. IW-026, IW-030, IW-063, IW-075,
IW-081, IW-100..126.
"""

from __future__ import annotations

from companion.engine.refused import BadInput, Refused
from companion.engine.secret import Secret
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.cards import Card, CardWay
from companion.games.infernal_wagon.moves import CardTap
from companion.games.infernal_wagon.names import STILL, CardKind, Level, Module, Phase, QuestionKind, Reason, Special
from companion.games.infernal_wagon.rules.ending import curses_answered, in_time_after_all, lay_exit, lose, win
from companion.games.infernal_wagon.rules.judge import eq, junctions
from companion.games.infernal_wagon.rules.limit import warn_limit, warn_own_card
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.turn import judge, judged, pile_fell, skip, special
from companion.games.infernal_wagon.state import OpenQuestion, Pending, WagonState


def lay_open(context: MoveContext, card: Card | None, holder: int | None) -> None:
    """IW-122: a Curse is laid open. `card` is None where only a touch says so: then nothing can be checked."""
    s = context.state
    if s.curses == 0 or (holder is not None and holder not in s.cursed):
        raise Refused("not_allowed_now")
    if card is None or possible(s, card):
        clear(context, card.slot if card else None, holder)
        return
    context.emit(ev.CurseDoubtful(context.name(holder)))
    # IW-121: which Curse it was stays a secret until it counts.
    context.ask(QuestionKind.DOUBTFUL, seat=holder, curse=Secret(card.slot))


def possible(state: WagonState, curse: Card) -> bool:
    """IW-122, IW-123, Q19..Q21: some junction of the present track may show the pair in this direction.

    The junction of the Exit itself does not count: every Curse must be gone before the Exit is reached (IW-073).
    At L1, or where the pair was never entered, a Curse is accepted unchecked.
    """
    if state.prep.level is not Level.L2 or len(curse.ends) != 2:
        return True
    first, second = curse.ends
    before_exit = tuple(card for card in state.track if card.kind is not CardKind.EXIT)
    return any(eq(first, out) and eq(second, into) for pairs in junctions(before_exit) for out, into in pairs)


def clear(context: MoveContext, slot: str | None, holder: int | None) -> None:
    """IW-124: done for good. The last one in the Exit's question ends it (IW-125)."""
    if slot is not None:
        context.emit(ev.CurseUsed(Secret(slot)))
    context.emit(ev.CurseCleared(context.name(holder), context.state.curses - 1))
    ask = context.state.asking
    if ask is not None and ask.question is QuestionKind.CURSES and context.state.curses == 0:
        context.emit(ev.Answered())
        win(context, ask.appeal)


def reveal(context: MoveContext, card: Card) -> None:
    """A switch card was tapped: it takes effect, and the player who drew it draws another (IW-101, IW-111, IW-114).

    On the way of a Tunnel the next card goes on with the tunnel (IW-086). Without a draw before it, it cannot be:
    the table is asked to check, and no replacement is drawn (IW-117, IW-007).
    """
    s = context.state
    if s.phase is Phase.TUNNEL:
        if s.pile == 1:
            context.emit(ev.CountDrift(-1))  # IW-062: the last card is the Exit, so there was one more
        context.emit(ev.SwitchShown(card.slot))
        toggle(context, card.kind)
        context.emit(ev.ReplacementExpected())
        pile_fell(context, None)
        return
    if not s.drawn or s.pile == 0 or s.pile >= s.prep.p0:
        context.emit(ev.HandsChecked("draw"))
        context.emit(ev.SwitchShown(card.slot))
        toggle(context, card.kind)
        if s.pile > 0:
            pile_fell(context, None, exit_tells=False)  # reading 14
        return
    context.emit(ev.SwitchShown(card.slot))
    toggle(context, card.kind)
    context.emit(ev.ReplacementExpected())
    pile_fell(context, s.drawer)


def toggle(context: MoveContext, kind: CardKind) -> None:
    """IW-102..104, IW-115, IW-116: on, off, on again."""
    s = context.state
    if kind is CardKind.SILENCE:
        context.emit(ev.SilenceOff() if s.silence else ev.SilenceOn())
    else:
        context.emit(ev.UturnOff() if s.uturn else ev.UturnOn())


NEEDS_MODULE = {
    CardKind.EASY: Module.EASY,
    CardKind.SILENCE: Module.SILENCE,
    CardKind.UTURN: Module.UTURN,
    CardKind.CURSE: Module.CURSE,
}


def why_ignored(state: WagonState) -> str | None:
    """A tap outside RUNNING has no effect: the reason (IW-075, Q31)."""
    if state.held_at is not None:
        return "held"
    if state.live:
        return None
    return "game_over" if state.result is not None else "not_started"


def tap(context: MoveContext, move: CardTap) -> None:
    """A card was tapped. Strangers, duplicates and alarms never answer a question (reading 4); any other card does."""
    s = context.state
    name = move.uid or move.card
    if name is None:
        raise BadInput(field="uid", reason="a card needs its tag (uid) or its name (card)")
    actor, owner = seat(s, move.seat, "seat"), seat(s, move.owner, "owner")
    found = s.prep.box.find(name)
    stranger = found is None or s.prep.level is Level.L0  # reading 19: at L0 every tag is one
    reason = why_ignored(s)
    if reason is not None:
        if found is None or stranger or found[0].kind is not CardKind.EXIT or not in_time_after_all(context):
            context.emit(ev.Ignored(reason))
            return
        s = context.state
    if found is None or stranger:
        context.emit(ev.UnknownTag(name))
        return
    card, end = found
    if _duplicate(s, card):
        secret = card.kind is CardKind.CURSE and card.slot not in s.used  # IW-121: it has not counted yet
        context.emit(ev.DuplicateTap("", "") if secret else ev.DuplicateTap(name, card.slot))
        return
    if card.kind in NEEDS_MODULE and NEEDS_MODULE[card.kind] not in s.prep.modules:
        context.emit(ev.InventoryAlarm(card.kind))  # IW-002
        return
    make_room(context, card.kind)
    if context.over:
        context.emit(ev.Ignored("game_over"))
        return
    lay(context, card, move.end if move.end is not None else end, actor, owner)


def lay(context: MoveContext, card: Card, end: int | None, actor: int | None, owner: int | None) -> None:
    """A card that counts, by its kind."""
    match card.kind:
        case CardKind.SILENCE | CardKind.UTURN:
            reveal(context, card)
        case CardKind.CURSE:
            lay_open(context, card, actor)
        case CardKind.EXIT:
            lay_exit(context, card.slot, actor, owner)
        case CardKind.RAIL | CardKind.DANGER | CardKind.EASY | CardKind.START:
            if context.state.phase is Phase.TUNNEL:
                tunnel_card(context, card, end)
            else:
                play_from_hand(context, card, end, actor, _owner(context.state, actor, owner))


def _owner(state: WagonState, actor: int | None, owner: int | None) -> int | None:
    """Return the hand's owner. Under U-turn that must be said, unless there is only one other hand (reading 12)."""
    if owner is not None or actor is None or not state.uturn:
        return owner if owner is not None else actor
    other = 1 - actor
    return other if state.prep.n == 2 and state.hands[other] > 0 else None


def _duplicate(state: WagonState, card: Card) -> bool:
    """IW-063, IW-045: it is in the track, was used up, or waits for an answer."""
    waiting = {ask.pending.slot for ask in state.asks if ask.pending is not None}
    shown = {ask.curse.reveal() for ask in state.asks if ask.curse is not None}
    return card.slot in state.used or card.slot in waiting or card.slot in shown or card.kind is CardKind.START


def make_room(context: MoveContext, kind: CardKind) -> None:
    """The next card answers an open question with its default; in the Curse question only time does (IW-125)."""
    while (ask := context.state.asking) is not None and not context.over:
        if ask.question is QuestionKind.CURSES and kind is CardKind.CURSE:
            return
        if ask.question in STILL:
            raise Refused("not_allowed_now")
        if any(a.question in STILL for a in context.state.asks) and kind is not CardKind.CURSE:
            raise Refused("not_allowed_now")
        take_default(context)


def play_from_hand(
    context: MoveContext, card: Card, end: int | None, actor: int | None, owner: int | None, asked: bool = False
) -> None:
    """Steps 1 and 2: a playing card from a hand (IW-030). `asked`: the table could not say whose it is."""
    s = context.state
    if card.kind is CardKind.EASY and s.pile >= s.prep.p0 and not asked:
        context.emit(ev.HandsChecked("draw"))  # IW-007: no Easy card can be in an opening hand (reading 25)
    ways = _ways(card, end)
    if owner is not None and s.hands[owner] == 0:  # IW-051, IW-113
        context.ask(QuestionKind.WHO, pending=Pending(card.slot, end, actor if s.uturn else None))
        return
    warn_limit(context, actor)
    warn_own_card(context, actor, owner, s.uturn)
    context.emit(ev.CardPlaced(card.slot, context.name(actor), context.name(owner), card.kind))
    context.emit(ev.Lies(ways, _special(card)))
    judge(context)


def tunnel_card(context: MoveContext, card: Card, end: int | None) -> None:
    """IW-081..085: the top card of the pile follows the Tunnel; it is no play and comes from no hand."""
    if context.state.pile == 1:
        context.emit(ev.CountDrift(-1))  # IW-062: the last card is the Exit, so there was one more
    context.emit(ev.TunnelCard(card.slot, card.kind))
    pile_fell(context, None)
    context.emit(ev.Lies(_ways(card, end), _special(card)))
    judge(context)


def _ways(card: Card, end: int | None) -> tuple[CardWay, ...]:
    """IW-031, IW-034: the ways round that come into question; the tapped end leaves one."""
    way = None if end is None else card.way_from(end)
    return card.ways if way is None else (way,)


def _special(card: Card) -> Special | None:
    return card.special if card.kind is CardKind.DANGER else Special.NONE


def seat(state: WagonState, name: str | None, field: str) -> int | None:
    """Return the seat of a name.

    :raises BadInput: if no player has that name.
    """
    if name is None:
        return None
    index = state.prep.seat(name)
    if index is None:
        raise BadInput(field=field, reason=f"nobody is called {name}")
    return index


# -- questions ---------------------------------------------------------------------------------------------------------


ANSWERS = {
    QuestionKind.MATCHED: ("matched", "missed"),
    QuestionKind.SPECIAL: tuple(Special),
    QuestionKind.DOUBTFUL: ("yes", "no"),
    QuestionKind.CURSES: ("yes", "no"),
    QuestionKind.ENDS: ("over",),
}
DEFAULTS = {
    QuestionKind.MATCHED: "matched",
    QuestionKind.WHO: None,
    QuestionKind.SPECIAL: "none",
    QuestionKind.DOUBTFUL: "no",
    QuestionKind.CURSES: "no",
    QuestionKind.ENDS: None,
}
"""None: no player is named, or there is no such thing."""


def answer_question(context: MoveContext, question: QuestionKind, value: str) -> None:
    """The table answers (reading 22). A question under another may be answered; the upper one gets its default."""
    if not any(ask.question is question for ask in context.state.asks):
        raise Refused("not_allowed_now")
    if question is QuestionKind.WHO:
        seat(context.state, value, "value")
    elif value not in ANSWERS[question]:
        raise BadInput(field="value", reason=f"{value} is no answer to {question}")
    _down_to(context, question)
    _take(context, context.state.asks[-1], value)


def take_default(context: MoveContext) -> None:
    """The time for an answer is over: the question on top gets its default."""
    ask = context.state.asks[-1]
    _take(context, ask, DEFAULTS[ask.question])


def default_due(context: MoveContext, question: QuestionKind) -> None:
    """A question's time is up."""
    if not any(ask.question is question for ask in context.state.asks):
        raise Refused("not_allowed_now")
    _down_to(context, question)
    take_default(context)


def _down_to(context: MoveContext, question: QuestionKind) -> None:
    while context.state.asks[-1].question is not question:
        take_default(context)


def _take(context: MoveContext, ask: OpenQuestion, value: str | None) -> None:
    context.emit(ev.Answered())
    match ask.question:
        case QuestionKind.MATCHED:
            judged(context, missed=value == "missed")
        case QuestionKind.SPECIAL:
            context.emit(ev.SpecialTold(Special(value or "none")))
            special(context)
        case QuestionKind.DOUBTFUL:
            if value == "yes":
                clear(context, ask.curse.reveal() if ask.curse is not None else None, ask.seat)
        case QuestionKind.CURSES:
            curses_answered(context, value == "yes", ask.appeal)
        case QuestionKind.ENDS:
            lose(context, Reason.NO_HANDS)
        case QuestionKind.WHO:
            _named(context, ask, value)


def _named(context: MoveContext, ask: OpenQuestion, name: str | None) -> None:
    """IW-051, reading 9: a seat with an empty hand cannot have played, so the question stays."""
    s = context.state
    named = seat(s, name, "value")
    if named is not None and s.hands[named] == 0:
        context.ask(QuestionKind.WHO, pending=ask.pending)
        return
    if ask.pending is None:
        skip(context, named)
        return
    card = s.prep.box.cards[ask.pending.slot]
    actor = ask.pending.actor if s.uturn else named
    play_from_hand(context, card, ask.pending.end, actor, named, asked=True)
