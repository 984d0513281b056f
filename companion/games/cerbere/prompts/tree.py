"""What the table can choose now: every question, card, report and key of Cerbère as one tree of prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import assert_never
from unicodedata import normalize

from msgspec.structs import replace

from companion.engine.prompt import MAIN, Keys, Option, Prompt, Sign, Why, badged, only
from companion.engine.text import N_, NOTHING, Text, counted
from companion.games.cerbere import moves as mv
from companion.games.cerbere import state as st
from companion.games.cerbere.data import card_words
from companion.games.cerbere.data.card_words import ask, card_name, op_sign, says
from companion.games.cerbere.data.cards import Card, CardOption, Op, slot_of
from companion.games.cerbere.names import BOATS, Asks, CaptureZone, From, OpName, Side, Via, Who
from companion.games.cerbere.prompts.report import (
    TOLD,
    name_of,
    pawn_option,
    report_prompt,
    reportable_now,
    reports_key,
    seat_answers,
)
from companion.games.cerbere.rules import chase, costs, effects, tracker, ways
from companion.games.cerbere.rules.agenda import ENDS, ON
from companion.games.cerbere.rules.chase import catchable, may_show, zones_open
from companion.games.cerbere.rules.decks import DECK_OF
from companion.games.cerbere.rules.ops import runners_in_turn
from companion.games.cerbere.rules.play import option_of, option_refusal
from companion.games.cerbere.rules.targets import candidates, eligible
from companion.games.cerbere.rules.turn import may_end
from companion.games.cerbere.state import CerbereState

NOBODY = Option("none", Text(N_("Nobody")), icon="cross", tone="ash", move=mv.Answer("none"))
OVER = Prompt("over", Text(N_("The game is over")))
SHOW = Option("boats", Text(N_("Show the {cb.boat:many}")), icon="boat", badge=MAIN, move=mv.ShowBoats())
BONUS_PLAYED = Why("bonus_already_played")
"""Why no other card can be played, whichever it is."""


def prompt(state: CerbereState, path: Keys = ()) -> Prompt:
    """Return the prompt at `path`. All of it is public.

    :raises LookupError: for a path that leads nowhere now.
    """
    if state.over is not None:
        return only(replace(OVER, options=(SHOW,)) if may_show(state) else OVER, path)
    match state.task:
        case None:
            return _turn(state, path) if state.play is None else _card(state, state.play, path)
        case st.RevealQuestion() as task:
            return only(_seats(state, task), path)
        case st.BoatQuestion() as task:
            return _boat(state, task, path)
        case st.Walk(asked=Asks.PATH) as task:
            return only(_way(state, task), path)
        case st.Walk(asked=Asks.NACELLE) as task:
            return only(_nacelle(state, task), path)
        case st.CaughtQuestion(asked=True) as task:
            return only(_capture_order(state, task), path)
        case st.CatchQuestion() as task:
            return _catch(state, task, path)
        case st.PickQuestion() as task if state.play is not None:
            return only(_pick(state, task, state.play), path)
        case st.EndingQuestion():
            return only(_ending(state), path)
        case st.Walk() | st.CaughtQuestion() | st.PickQuestion() | st.Ops() | st.Several() | st.Paid() | st.EndCheck():
            raise LookupError(path)
        case task:
            assert_never(task)


def _main(label: Text, icon: str = "check", why: Why | None = None, tone: str = "") -> Option:
    return Option("ok", label, icon=icon, badge=MAIN, move=mv.Ok(), why=why, tone=tone)


GO = _main(Text(N_("Go")))
CHOOSE = _main(Text(N_("Choose")), "next")
DONE = _main(Text(N_("It is done")))


# -- questions of the board, the boats and the chase -----------------------------------------------------------------


def _seats(state: CerbereState, task: st.RevealQuestion) -> Prompt:
    """CB-110."""
    options = [
        Option(
            str(n), counted("{n} seat", "{n} seats", n), icon=f"boat{n}", tone="bone",
            move=mv.Answer(str(n)),
        )
        for n in BOATS
    ]  # fmt: skip
    return Prompt(
        "seats",
        Text(N_("How many seats?")),
        badged(options),
        hint=Text(N_("Turn the first {cb.boat} over")),
        who=name_of(state, task.player),
    )


def _boat(state: CerbereState, task: st.BoatQuestion, path: Keys) -> Prompt:
    """CB-112: ask for a look at one boat or a swap of two; the choice makes no event before the boats are named."""
    name = name_of(state, task.player)
    match path:
        case ():
            look = Option("peek", Text(N_("Look at one")), icon="eye", tone="ember")
            swap = Option("swap", Text(N_("Swap two")), icon="swap", tone="ember")
            leave = Option("none", Text(N_("Leave them")), icon="cross", tone="ash", badge=MAIN, move=mv.Answer("none"))
            return Prompt(
                "boats",
                Text(N_("Look or swap?")),
                badged((look, swap, leave) if task.optional else (look, swap)),
                hint=Text(N_("{name} at the {cb.boat:many}"), {"name": name}),
                who=name,
                default="none" if task.optional else None,
            )
        case ("peek",):
            return _slots(name, False, None, {n: mv.BoatPeek(n) for n in BOATS})
        case ("swap",):
            return _slots(name, True, None, {})
        case ("swap", "1" | "2" | "3" as slot):
            first = int(slot)
            return _slots(name, True, first, {n: mv.BoatSwap(first, n) for n in BOATS if n != first})
    raise LookupError(path)


def _slots(name: str, swap: bool, first: int | None, moves: Mapping[int, object]) -> Prompt:
    options = [
        Option(
            str(n), Text(N_("{cb.boat} {n}"), {"n": n}), icon="boat", tone="ember" if n == first else "rim",
            place=f"boat{n}", move=moves.get(n), chosen=n == first,
        )
        for n in BOATS
    ]  # fmt: skip
    title = N_("Which {cb.boat}?") if not swap else N_("Which two?") if first is None else N_("And which one?")
    hint = N_("{name} swaps, unseen") if swap else N_("{name} looks, alone")
    return Prompt("swap" if swap else "boat", Text(title), badged(options), hint=Text(hint, {"name": name}), who=name)


def _ending(state: CerbereState) -> Prompt:
    """CB-131, CB-132, after a correction."""
    over = Option(ENDS, Text(N_("It is over")), icon="cerberus", tone="danger", move=mv.Answer(ENDS))
    right = Option("right", Text(N_("Put it right")), icon="undo", tone="ember", takes_back=True)
    on = Option(ON, Text(N_("Play on")), icon="play", tone="ash", move=mv.Answer(ON))
    hint = counted("{n} runner is left", "{n} runners are left", state.runners)
    return Prompt(
        "ending",
        Text(N_("Has {cb.cerberus} won?")),
        badged((over, right, on) if state.runners else (over, right)),
        hint=hint,
    )


WAYS = {
    Via.WALK: ("pawn", Text(N_("On foot"))),
    Via.BRIDGE: ("bridge", Text("{cb.bridge}")),
    Via.PORTAL: ("portal", Text("{cb.portal:short}")),
    Via.FUNICULAR: ("funicular", Text("{cb.funicular}")),
}


def _way(state: CerbereState, task: st.Walk) -> Prompt:
    """CB-166..168: the way of the next step."""
    name, at = name_of(state, task.pawn), state.place_of(task.pawn) or 0
    options = [
        Option(via.value, WAYS[via][1], icon=WAYS[via][0], tone="ember", place=str(to), move=mv.Answer(via.value))
        for via, to in ways.ways(state, task.pawn, at, task.ahead, task.made == 0)
    ]
    hint = Text(N_("{pawn} comes to a fork"), {"pawn": name})
    return Prompt("way", Text(N_("Which way?")), badged(options), hint=hint, who=name, default=Via.WALK.value)


def _nacelle(state: CerbereState, task: st.Walk) -> Prompt:
    """CB-165."""
    at = state.place_of(task.pawn) or 0
    stay = replace(NOBODY, label=Text(N_("Stay in it")), badge=MAIN)
    return Prompt(
        "nacelle",
        Text(N_("Change places?")),
        badged((*seat_answers(state, ways.swappable(state, task.pawn, at)), stay)),
        hint=Text(N_("{pawn} in the {cb.nacelle}"), {"pawn": name_of(state, task.pawn)}),
        who=name_of(state, state.turn.active),
        default="none",
    )


def _capture_order(state: CerbereState, task: st.CaughtQuestion) -> Prompt:
    """CB-072: the first one takes the darkest space."""
    return Prompt(
        "capture_order",
        Text(N_("Caught in which order?")),
        badged(seat_answers(state, task.pawns, task.order)),
        hint=Text(N_("The first one takes the leftmost space")),
        who=name_of(state, state.turn.active),
    )


ZONES = {
    CaptureZone.GATES: ("gates", Text(N_("Up to the {cb.gates:short}")), Text(N_("2 {cb.betrayal} cards")), "ember"),
    CaptureZone.START: ("pawn", Text("{cb.start_board:short}"), Text(N_("1 {cb.betrayal} card")), "ember"),
    CaptureZone.MIDDLE: ("map", Text(N_("Middle")), Text(N_("no card")), "ember"),
    CaptureZone.END: ("boat", Text("{cb.end_board:short}"), Text(N_("out of the game")), "danger"),
}


WHERE = Text(N_("Where on the path?"))


def _catch(state: CerbereState, task: st.CatchQuestion, path: Keys) -> Prompt:
    """CB-070, CB-071: who was caught, in order, and where, if that settles anything: he stops on one space."""
    zones = tuple(
        Option(zone.value, label, second, icon, tone, move=mv.Answer(zone.value))
        for zone in zones_open(state)
        for icon, label, second, tone in (ZONES[zone],)
    )
    if not task.picking:
        caught = card_words.caught_words([name_of(state, i) for i in task.picked])
        return only(Prompt("zone", WHERE, badged(zones), hint=caught), path)
    who = catchable(state, task)
    picked = tuple(name_of(state, i) for i in task.picked)
    keys: tuple[Option, ...] = (replace(NOBODY, badge="" if picked else MAIN),)
    where = NOTHING  # not the title: a tag of another pawn still means what it meant
    title = Text(N_("Caught by {cb.cerberus}?") if len(who) == 1 and not task.hunt else N_("Who is caught?"))
    if picked:
        asked = tracker.zone_asked(state, task)
        done = _main(card_words.caught_words(picked), "hunt", tone="danger")
        keys += (*zones, replace(done, listed=False)) if asked else (done,)
        where = WHERE if asked else NOTHING
    if task.hunt:
        hint = Text(N_("{cb.cerberus} runs {n}. He stops at the first he meets."), {"n": chase.spaces(state)})
    elif task.pawn is not None:
        hint = Text(N_("{name} has gone back"), {"name": name_of(state, task.pawn)})
    else:
        hint = Text(N_("{cb.cerberus} has moved"))
    options = badged((*seat_answers(state, who, task.picked), *keys))
    default = keys[-1].key
    return only(Prompt("caught", title, options, hint=hint, text=where, default=default, ordered=True), path)


def _pick(state: CerbereState, task: st.PickQuestion, play: st.PlayedCard) -> Prompt:
    """Return one of two lists of a card's effect."""
    op, name = option_of(state, play).effect[task.effect], name_of(state, task.player)
    slot = slot_of(op)
    about = None if slot is None else play.target(slot)
    named = {slot: name_of(state, about)} if slot is not None and about is not None else None
    options = tuple(
        Option(
            str(k),
            Text(card_words.COMMA, parts=says(op.of[k], named)),
            icon=op_sign(op.of[k][0])[0] if op.of[k] else "check",
            tone="ember",
            move=mv.Answer(str(k)),
            lines=_lines(op.of[k], named),
        )
        for k in effects.feasible(state, task, play)
    )
    hint = Text(N_("{name} chooses"), {"name": name})
    return Prompt("list", Text(N_("One or the other?")), badged(options), hint=hint, who=name)


def _lines(ops: Sequence[Op], names: Mapping[str, str] | None = None, cost: bool = False) -> tuple[tuple[Sign], ...]:
    """Return what `ops` do, a line each."""
    return tuple([(Sign(op_sign(op)[0], words, cost),) for op, words in zip(ops, says(ops, names), strict=True)])


OF_TABLE = (OpName.RAGE_FORWARD, OpName.RAGE_BACK, OpName.SPEED_UP, OpName.SPEED_DOWN)
"""Parts of a card that are about the table, not about who plays it."""


# -- a card that is being played -------------------------------------------------------------------------------------


def _card(state: CerbereState, play: st.PlayedCard, path: Keys) -> Prompt:
    if path[:1] == ("report",):
        return report_prompt(state, path)
    if play.option is None:
        return only(_asked_option(state, play), path)
    if play.owed:
        return _owed(state, play, path)
    return _effects(state, play, path)


def _playing(state: CerbereState, play: st.PlayedCard) -> Text:
    return _plays_card(name_of(state, play.player), state.catalogue.cards[play.card])


@lru_cache(maxsize=512)
def _plays_card(name: str, card: Card) -> Text:
    return Text(N_("{name}: {card}"), {"name": name, "card": card_name(card)})


@lru_cache(maxsize=64)
def _plays(name: str) -> Text:
    return Text(N_("{name} plays"), {"name": name})


def _asked_option(state: CerbereState, play: st.PlayedCard) -> Prompt:
    card = state.catalogue.cards[play.card]
    options = _choices(card, _refusals(state, card, play.player), False)
    who = name_of(state, play.player)
    return Prompt("option", card_name(card), (*options, *reports_key(state)), hint=_plays(who), who=who)


def _refusals(state: CerbereState, card: Card, player: int) -> tuple[str | None, ...]:
    """CB-045: why each option of a card cannot be chosen."""
    return tuple([option_refusal(state, card, option, player) for option in card.options])


@lru_cache(maxsize=512)
def _choices(card: Card, codes: tuple[str | None, ...], plays: bool) -> tuple[Option, ...]:
    """Return the options of a card; grey, with the reason, if the price cannot be paid.

    :param plays: choosing one plays the card; else the card is on the table already.
    """
    return badged(
        Option(
            option.id,
            Text(card_words.COMMA, parts=says(option.effect)),
            Text(card_words.COMMA, parts=says(option.cost)) if option.cost else NOTHING,
            icon=op_sign(option.effect[0])[0] if option.effect else "check",
            tone="ember",
            move=mv.PlayCard(card.id, option.id, carry=True) if plays else mv.Answer(option.id),
            why=None if code is None else Why(code, {"card": card.id, "option": option.id}),
            figure=option.id.upper(),
            lines=(*_lines(option.cost, cost=True), *_lines(option.effect)),
        )
        for option, code in zip(card.options, codes, strict=True)
    )


def _owed(state: CerbereState, play: st.PlayedCard, path: Keys) -> Prompt:
    """CB-050..052, CB-154: who pays. Costs are paid in their order, or another one first."""
    first, later = play.owed[0], play.owed[1:]
    ops = option_of(state, play).cost
    match path:
        case ():
            options = [*_payers(state, play, ops[first])]
            options += [Option(f"cost{i}", card_words.say(ops[i]), icon=op_sign(ops[i])[0], tone="ash") for i in later]
            op = ops[first]
            if op.op is OpName.DISCARD:
                op = replace(op, n=op.n - len(play.donors))
            default = "ok" if any(option.key == "ok" for option in options) else None
            title = (
                ask(op)
                if len(options) > 1
                else card_words.say(op, _known(state, play, op, candidates(state, play, op)))
            )
            return Prompt(
                "pay",
                title,
                (*badged(options), *reports_key(state)),
                hint=_playing(state, play),
                who=name_of(state, play.player),
                default=default,
            )
        case (key,) if key in {f"cost{i}" for i in later}:
            i = int(key.removeprefix("cost"))
            payers = badged(_pays_later(state, play, i, ops[i]))
            return Prompt("pay", ask(ops[i]), payers, hint=_playing(state, play), who=name_of(state, play.player))
    raise LookupError(path)


def _payers(state: CerbereState, play: st.PlayedCard, op: Op) -> tuple[Option, ...]:
    own = _main(Text(N_("{name} pays"), {"name": name_of(state, play.player)}))
    if op.op is OpName.DISCARD:
        if op.source is From.SELF:
            return (own,)
        seats = costs.givers(state, play, op)
        alone = seats.get(play.player, 0) >= op.n - len(play.donors)
        if alone and len(seats) == 1:
            return (own,)
        return (*seat_answers(state, seats), *((own,) if alone else ()))
    if op.who is Who.SELF:
        return (DONE,)
    payers = [i for i in eligible(state, play, op) if ways.can_step(state, i, op.n > 0)]
    return seat_answers(state, payers) if len(payers) > 1 else (DONE,)


def _pays_later(state: CerbereState, play: st.PlayedCard, index: int, op: Op) -> tuple[Option, ...]:
    if op.op is OpName.DISCARD and op.source is From.POOL:
        seats = [i for i, n in costs.givers(state, replace(play, donors=()), op).items() if n >= op.n]
    elif op.op is OpName.MOVE and op.who is not Who.SELF:
        seats = [i for i in eligible(state, play, op) if ways.can_step(state, i, op.n > 0)]
    else:
        seats = [play.player]
    return tuple(pawn_option(state, i, mv.Pay(index, (name_of(state, i),))) for i in seats)


def _effects(state: CerbereState, play: st.PlayedCard, path: Keys) -> Prompt:
    """CB-047, CB-048: what the card does, in any order unless it says which."""
    option = option_of(state, play)
    ops, now = option.effect, effects.open_effects(option, play)
    match path:
        case ():
            return _next_effect(state, play, ops, now)
        case (key,) if key.startswith("effect") and key[6:].isdecimal() and int(key[6:]) in now:
            i = int(key[6:])
            seats = _meant_by(state, play, ops[i], candidates(state, play, ops[i]))
            if seats:
                options = [pawn_option(state, seat, mv.Resolve(i, name_of(state, seat))) for seat in seats]
                if slot_of(ops[i]) is None:  # it moves several: one first, or all in turn
                    options.append(Option("all", Text(N_("All")), icon="check", move=mv.Resolve(i)))
                return Prompt(
                    "target", ask(ops[i]), badged(options), hint=_playing(state, play), who=name_of(state, play.player)
                )
    raise LookupError(path)


def _meant_by(state: CerbereState, play: st.PlayedCard, op: Op, about: tuple[int, ...] | None) -> tuple[int, ...]:
    """Whom an effect can be about, if there is a choice; of one that moves several: who is next."""
    if about is not None:
        seats = about
    elif effects.of_several(op):
        seats = play.several if play.several is not None else runners_in_turn(state)
    else:
        return ()
    return seats if len(seats) > 1 else ()


def _next_effect(state: CerbereState, play: st.PlayedCard, ops: tuple[Op, ...], now: tuple[int, ...]) -> Prompt:
    about = {i: candidates(state, play, ops[i]) for i in now}
    need = effects.to_name(about.items())
    hint, who = _playing(state, play), name_of(state, play.player)
    options: list[Option] = []
    for i in now if len(now) > 1 or need is None else ():
        several = _meant_by(state, play, ops[i], about[i])
        if len(now) > 1 or several:
            words = card_words.say(ops[i], _known(state, play, ops[i], about[i]))
            move = None if several else mv.Resolve(i)
            tone = "ember" if need is not None and i == need[0] else "ash"  # the one that is asked about
            options.append(Option(f"effect{i}", words, icon=op_sign(ops[i])[0], tone=tone, move=move))
    if need is not None:
        named = badged((*seat_answers(state, need[1]), *options))
        return Prompt("target", ask(ops[need[0]]), (*named, *reports_key(state)), hint=hint, who=who)
    first = next((i for i in now if about[i] != ()), None)
    if first is None:
        title = Text(N_("Nobody is left for it"))
    else:
        title = card_words.say(ops[first], _known(state, play, ops[first], about[first]))
    if state.board:
        done = GO
    elif first is not None and ops[first].of:  # the big key leads to one of two lists
        done = CHOOSE
    else:
        done = DONE
    return Prompt("effect", title, (done, *badged(options), *reports_key(state)), hint=hint, who=who, default="ok")


def _known(state: CerbereState, play: st.PlayedCard, op: Op, about: tuple[int, ...] | None) -> str | None:
    """Return whom a cost or an effect is about, as far as known. Those who give cards to a common price are not.

    :param about: its candidates.
    """
    if about is not None:
        return name_of(state, about[0]) if len(about) == 1 else None
    common = op.op is OpName.DISCARD and op.source is From.POOL
    return name_of(state, play.player) if op.who is Who.SELF and op.op not in OF_TABLE and not common else None


# -- a turn ------------------------------------------------------------------------------------------------------------


def _turn(state: CerbereState, path: Keys) -> Prompt:
    """CB-041, CB-042: a card, a report, the end of the turn."""
    match path:
        case ():
            return _rest(state)
        case ("card",):
            return _hand(state)
        case ("card", card):
            return _options(state, card)
        case ("report", *_):
            return report_prompt(state, path)
        case (key, *rest):
            kind = next((kind for kind, option in TOLD.items() if option.key == key and option.move is None), "")
            if kind and any(option.key == key for option in reportable_now(state)):
                return report_prompt(state, ("report", kind, *rest))
    raise LookupError(path)


CARD = Option("card", Text(N_("Play a card")), icon="hand", prominent=True)
BONUS = {
    Side.RUNNER: replace(CARD, label=Text("{cb.survival}")),
    Side.CERBERUS: replace(CARD, label=Text("{cb.betrayal}")),
}
END_TURN = Option(
    "end", Text(N_("End of turn")), icon="next", tone="ember", badge=MAIN, move=mv.Ok(), prominent=True, ends=True
)
NO_END = replace(END_TURN, tone="", why=Why("action_missing"), listed=False)
SEEN = Option("seen", Text(N_("Seen, hide it")), icon="check", tone="ok", badge=MAIN, move=mv.Ok())


def _rest(state: CerbereState) -> Prompt:
    """The halves of the Action cards lie open until one is played; the other cards are behind one key."""
    seat, done = state.seats[state.turn.active], state.turn.action_done
    halves = () if done else _halves(state)
    cards, why = BONUS.get(seat.side, CARD), _no_bonus(state)
    end = END_TURN if may_end(state) else NO_END
    if why is not None:
        cards = replace(cards, why=why, listed=False)
    elif end is NO_END and not halves:
        cards = replace(cards, tone="ember")
    title = _plays(seat.name)
    told = reportable_now(state)
    if state.peeking is not None:
        end = replace(end, badge="", move=mv.EndTurn())
        return Prompt("turn", title, (SEEN, *halves, cards, *told, end, *reports_key(state)), who=seat.name)
    return Prompt("turn", title, (*halves, cards, *told, end, *reports_key(state)), who=seat.name)


def _halves(state: CerbereState) -> tuple[Option, ...]:
    """CB-041, CB-045: both options of each Action card in hand."""
    active = state.turn.active
    seat = state.seats[active]
    made: list[Option] = []
    for card in state.catalogue.actions.get(seat.side, ()):
        if card.index in seat.hand:
            made += _halves_of(card, _refusals(state, card, active))
    return tuple(made)


@lru_cache(maxsize=256)
def _halves_of(card: Card, codes: tuple[str | None, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"{card.id}:{option.id}",
            card_name(card),
            icon=op_sign(option.effect[0])[0] if option.effect else "check",
            tone="ember",
            move=mv.PlayCard(card.id, option.id, carry=True),
            why=None if code is None else Why(code, {"card": card.id, "option": option.id}),
            figure=option.id.upper(),
            lines=(_strip(option),),
        )
        for option, code in zip(card.options, codes, strict=True)
    )


def _no_bonus(state: CerbereState) -> Why | None:
    """Return why the active player can play no other card at all; None if there is one."""
    seat = state.seats[state.turn.active]
    deck = DECK_OF.get(seat.side)
    if state.turn.bonus_done:
        return BONUS_PLAYED
    cards = _bonus_cards(state)
    if deck is None or not cards:
        return Why("wrong_phase")
    if not seat.cards(deck):
        return _why_card("not_in_hand", cards[0].id)
    why: Why | None = None
    for card in cards:
        why = _too_dear(state, card)
        if why is None:
            break
    return why


def _bonus_cards(state: CerbereState) -> tuple[Card, ...]:
    """CB-044: the kinds of Survival or Betrayal cards, as the active player's side."""
    return _of_side(state.catalogue.sides.get(state.seats[state.turn.active].side, ()))


@lru_cache(maxsize=64)
def _of_side(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.face is None)


def _too_dear(state: CerbereState, card: Card) -> Why | None:
    """CB-045: no option of it can be paid."""
    first = ""
    for option in card.options:
        code = option_refusal(state, card, option, state.turn.active)
        if code is None:
            return None
        first = first or code
    return _why_card(first or "wrong_phase", card.id)


@lru_cache(maxsize=512)
def _why_card(code: str, card: str) -> Why:
    return Why(code, {"card": card})


WHICH_CARD = Text(N_("Which card?"))


def _hand(state: CerbereState) -> Prompt:
    """CB-042: the cards besides the Action cards, by name."""
    name = name_of(state, state.turn.active)
    if _no_bonus(state) is not None:
        raise LookupError(name)
    cards = sorted(_bonus_cards(state), key=lambda card: normalize("NFD", card.name_fr))
    options = badged(_as_option(card, _too_dear(state, card)) for card in cards)
    return Prompt("card", WHICH_CARD, options, hint=_plays(name), who=name)


def _as_option(card: Card, why: Why | None) -> Option:
    return Option(card.id, card_name(card), slot=card.id, why=why, listed=why is None)


def _strip(option: CardOption) -> tuple[Sign, ...]:
    """Its effects as signs: the same one once, with all its figures; three alike are one and how often."""
    made: dict[str, list[str]] = {}
    for icon, figure in map(op_sign, option.effect):
        made.setdefault(icon, []).append(figure)
    signs = [Sign(icon, Text(_together(list(filter(None, figures))))) for icon, figures in made.items()]
    return tuple(signs)


def _together(figures: list[str]) -> str:
    return f"{figures[0]} ×{len(figures)}" if len(figures) > 2 and len(set(figures)) == 1 else " ".join(figures)


def _options(state: CerbereState, id: str) -> Prompt:
    card = next((card for card in _bonus_cards(state) if card.id == id), None)
    if card is None or _no_bonus(state) is not None:
        raise LookupError(id)
    who = name_of(state, state.turn.active)
    options = _choices(card, _refusals(state, card, state.turn.active), True)
    return Prompt("option", card_name(card), options, hint=_plays(who), who=who)
