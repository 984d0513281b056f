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
from companion.games.cerbere.data.card_words import ask, card_name, says, sign
from companion.games.cerbere.data.cards import Card, CardOption, Op, slot_of
from companion.games.cerbere.names import BOATS, Asks, From, OpName, Side, Via, Who, Zone
from companion.games.cerbere.prompts.report import TOLD, answers, name_of, pawn_option, report, reports_key, told_now
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


def prompt(s: CerbereState, path: Keys = ()) -> Prompt:
    """The prompt at `path`. All of it is public.

    :raises LookupError: for a path that leads nowhere now.
    """
    if s.over is not None:
        return only(replace(OVER, options=(SHOW,)) if may_show(s) else OVER, path)
    match s.task:
        case None:
            return _turn(s, path) if s.play is None else _card(s, s.play, path)
        case st.Reveal() as task:
            return only(_seats(s, task), path)
        case st.Boat() as task:
            return _boat(s, task, path)
        case st.Walk(asked=Asks.PATH) as task:
            return only(_way(s, task), path)
        case st.Walk(asked=Asks.NACELLE) as task:
            return only(_nacelle(s, task), path)
        case st.Caught(asked=True) as task:
            return only(_capture_order(s, task), path)
        case st.Catch() as task:
            return _catch(s, task, path)
        case st.Pick() as task if s.play is not None:
            return only(_pick(s, task, s.play), path)
        case st.Ending():
            return only(_ending(s), path)
        case st.Walk() | st.Caught() | st.Pick() | st.Ops() | st.Several() | st.Paid() | st.EndCheck():
            raise LookupError(path)
        case task:
            assert_never(task)


def _main(label: Text, icon: str = "check", why: Why | None = None, tone: str = "") -> Option:
    return Option("ok", label, icon=icon, badge=MAIN, move=mv.Ok(), why=why, tone=tone)


GO = _main(Text(N_("Go")))
CHOOSE = _main(Text(N_("Choose")), "next")
DONE = _main(Text(N_("It is done")))


# -- questions of the board, the boats and the chase -----------------------------------------------------------------


def _seats(s: CerbereState, task: st.Reveal) -> Prompt:
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
        who=name_of(s, task.player),
    )


def _boat(s: CerbereState, task: st.Boat, path: Keys) -> Prompt:
    """CB-112: ask for a look at one boat or a swap of two; the choice makes no event before the boats are named."""
    name = name_of(s, task.player)
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


def _ending(s: CerbereState) -> Prompt:
    """CB-131, CB-132, after a correction."""
    over = Option(ENDS, Text(N_("It is over")), icon="cerberus", tone="danger", move=mv.Answer(ENDS))
    right = Option("right", Text(N_("Put it right")), icon="undo", tone="ember", takes_back=True)
    on = Option(ON, Text(N_("Play on")), icon="play", tone="ash", move=mv.Answer(ON))
    hint = counted("{n} runner is left", "{n} runners are left", s.runners)
    return Prompt(
        "ending",
        Text(N_("Has {cb.cerberus} won?")),
        badged((over, right, on) if s.runners else (over, right)),
        hint=hint,
    )


WAYS = {
    Via.WALK: ("pawn", Text(N_("On foot"))),
    Via.BRIDGE: ("bridge", Text("{cb.bridge}")),
    Via.PORTAL: ("portal", Text("{cb.portal:short}")),
    Via.FUNICULAR: ("funicular", Text("{cb.funicular}")),
}


def _way(s: CerbereState, task: st.Walk) -> Prompt:
    """CB-166..168: the way of the next step."""
    name, at = name_of(s, task.pawn), s.place_of(task.pawn) or 0
    options = [
        Option(via.value, WAYS[via][1], icon=WAYS[via][0], tone="ember", place=str(to), move=mv.Answer(via.value))
        for via, to in ways.ways(s, task.pawn, at, task.ahead, task.made == 0)
    ]
    hint = Text(N_("{pawn} comes to a fork"), {"pawn": name})
    return Prompt("way", Text(N_("Which way?")), badged(options), hint=hint, who=name, default=Via.WALK.value)


def _nacelle(s: CerbereState, task: st.Walk) -> Prompt:
    """CB-165."""
    at = s.place_of(task.pawn) or 0
    stay = replace(NOBODY, label=Text(N_("Stay in it")), badge=MAIN)
    return Prompt(
        "nacelle",
        Text(N_("Change places?")),
        badged((*answers(s, ways.swappable(s, task.pawn, at)), stay)),
        hint=Text(N_("{pawn} in the {cb.nacelle}"), {"pawn": name_of(s, task.pawn)}),
        who=name_of(s, s.turn.active),
        default="none",
    )


def _capture_order(s: CerbereState, task: st.Caught) -> Prompt:
    """CB-072: the first one takes the darkest space."""
    return Prompt(
        "capture_order",
        Text(N_("Caught in which order?")),
        badged(answers(s, task.pawns, task.order)),
        hint=Text(N_("The first one takes the leftmost space")),
        who=name_of(s, s.turn.active),
    )


ZONES = {
    Zone.GATES: ("gates", Text(N_("Up to the {cb.gates:short}")), Text(N_("2 {cb.betrayal} cards")), "ember"),
    Zone.START: ("pawn", Text("{cb.start_board:short}"), Text(N_("1 {cb.betrayal} card")), "ember"),
    Zone.MIDDLE: ("map", Text(N_("Middle")), Text(N_("no card")), "ember"),
    Zone.END: ("boat", Text("{cb.end_board:short}"), Text(N_("out of the game")), "danger"),
}


WHERE = Text(N_("Where on the path?"))


def _catch(s: CerbereState, task: st.Catch, path: Keys) -> Prompt:
    """CB-070, CB-071: who was caught, in order, and where, if that settles anything: he stops on one space."""
    zones = tuple(
        Option(zone.value, label, second, icon, tone, move=mv.Answer(zone.value))
        for zone in zones_open(s)
        for icon, label, second, tone in (ZONES[zone],)
    )
    if not task.picking:
        caught = card_words.caught([name_of(s, i) for i in task.picked])
        return only(Prompt("zone", WHERE, badged(zones), hint=caught), path)
    who = catchable(s, task)
    picked = tuple(name_of(s, i) for i in task.picked)
    keys: tuple[Option, ...] = (replace(NOBODY, badge="" if picked else MAIN),)
    where = NOTHING  # not the title: a tag of another pawn still means what it meant
    title = Text(N_("Caught by {cb.cerberus}?") if len(who) == 1 and not task.hunt else N_("Who is caught?"))
    if picked:
        asked = tracker.zone_asked(s, task)
        done = _main(card_words.caught(picked), "hunt", tone="danger")
        keys += (*zones, replace(done, listed=False)) if asked else (done,)
        where = WHERE if asked else NOTHING
    if task.hunt:
        hint = Text(N_("{cb.cerberus} runs {n}. He stops at the first he meets."), {"n": chase.spaces(s)})
    elif task.pawn is not None:
        hint = Text(N_("{name} has gone back"), {"name": name_of(s, task.pawn)})
    else:
        hint = Text(N_("{cb.cerberus} has moved"))
    options = badged((*answers(s, who, task.picked), *keys))
    default = keys[-1].key
    return only(Prompt("caught", title, options, hint=hint, text=where, default=default, ordered=True), path)


def _pick(s: CerbereState, task: st.Pick, play: st.Play) -> Prompt:
    """One of two lists of a card's effect."""
    op, name = option_of(s, play).effect[task.effect], name_of(s, task.player)
    slot = slot_of(op)
    about = None if slot is None else play.target(slot)
    named = {slot: name_of(s, about)} if slot is not None and about is not None else None
    options = tuple(
        Option(
            str(k),
            Text(card_words.COMMA, parts=says(op.of[k], named)),
            icon=sign(op.of[k][0])[0] if op.of[k] else "check",
            tone="ember",
            move=mv.Answer(str(k)),
            lines=_lines(op.of[k], named),
        )
        for k in effects.feasible(s, task, play)
    )
    hint = Text(N_("{name} chooses"), {"name": name})
    return Prompt("list", Text(N_("One or the other?")), badged(options), hint=hint, who=name)


def _lines(ops: Sequence[Op], names: Mapping[str, str] | None = None, cost: bool = False) -> tuple[tuple[Sign], ...]:
    """What `ops` do, a line each."""
    return tuple([(Sign(sign(op)[0], words, cost),) for op, words in zip(ops, says(ops, names), strict=True)])


OF_TABLE = (OpName.RAGE_FORWARD, OpName.RAGE_BACK, OpName.SPEED_UP, OpName.SPEED_DOWN)
"""Parts of a card that are about the table, not about who plays it."""


# -- a card that is being played -------------------------------------------------------------------------------------


def _card(s: CerbereState, p: st.Play, path: Keys) -> Prompt:
    if path[:1] == ("report",):
        return report(s, path)
    if p.option is None:
        return only(_asked_option(s, p), path)
    if p.owed:
        return _owed(s, p, path)
    return _effects(s, p, path)


def _playing(s: CerbereState, p: st.Play) -> Text:
    return _plays_card(name_of(s, p.player), s.catalogue.cards[p.card])


@lru_cache(maxsize=512)
def _plays_card(name: str, card: Card) -> Text:
    return Text(N_("{name}: {card}"), {"name": name, "card": card_name(card)})


@lru_cache(maxsize=64)
def _plays(name: str) -> Text:
    return Text(N_("{name} plays"), {"name": name})


def _asked_option(s: CerbereState, p: st.Play) -> Prompt:
    card = s.catalogue.cards[p.card]
    options = _choices(card, _refusals(s, card, p.player), False)
    who = name_of(s, p.player)
    return Prompt("option", card_name(card), (*options, *reports_key(s)), hint=_plays(who), who=who)


def _refusals(s: CerbereState, card: Card, player: int) -> tuple[str | None, ...]:
    """CB-045: why each option of a card cannot be chosen."""
    return tuple([option_refusal(s, card, option, player) for option in card.options])


@lru_cache(maxsize=512)
def _choices(card: Card, codes: tuple[str | None, ...], plays: bool) -> tuple[Option, ...]:
    """The options of a card; grey, with the reason, if the price cannot be paid.

    :param plays: choosing one plays the card; else the card lies there already.
    """
    return badged(
        Option(
            option.id,
            Text(card_words.COMMA, parts=says(option.effect)),
            Text(card_words.COMMA, parts=says(option.cost)) if option.cost else NOTHING,
            icon=sign(option.effect[0])[0] if option.effect else "check",
            tone="ember",
            move=mv.PlayCard(card.id, option.id, carry=True) if plays else mv.Answer(option.id),
            why=None if code is None else Why(code, {"card": card.id, "option": option.id}),
            figure=option.id.upper(),
            lines=(*_lines(option.cost, cost=True), *_lines(option.effect)),
        )
        for option, code in zip(card.options, codes, strict=True)
    )


def _owed(s: CerbereState, p: st.Play, path: Keys) -> Prompt:
    """CB-050..052, CB-154: who pays. Costs are paid in their order, or another one first."""
    first, later = p.owed[0], p.owed[1:]
    ops = option_of(s, p).cost
    match path:
        case ():
            options = [*_payers(s, p, ops[first])]
            options += [Option(f"cost{i}", card_words.say(ops[i]), icon=sign(ops[i])[0], tone="ash") for i in later]
            op = ops[first]
            if op.op is OpName.DISCARD:
                op = replace(op, n=op.n - len(p.donors))
            default = "ok" if any(option.key == "ok" for option in options) else None
            title = ask(op) if len(options) > 1 else card_words.say(op, _known(s, p, op, candidates(s, p, op)))
            return Prompt(
                "pay", title, (*badged(options), *reports_key(s)), hint=_playing(s, p), who=name_of(s, p.player),
                default=default,
            )  # fmt: skip
        case (key,) if key in {f"cost{i}" for i in later}:
            i = int(key.removeprefix("cost"))
            payers = badged(_pays_later(s, p, i, ops[i]))
            return Prompt("pay", ask(ops[i]), payers, hint=_playing(s, p), who=name_of(s, p.player))
    raise LookupError(path)


def _payers(s: CerbereState, p: st.Play, op: Op) -> tuple[Option, ...]:
    own = _main(Text(N_("{name} pays"), {"name": name_of(s, p.player)}))
    if op.op is OpName.DISCARD:
        if op.source is From.SELF:
            return (own,)
        seats = costs.givers(s, p, op)
        alone = seats.get(p.player, 0) >= op.n - len(p.donors)
        if alone and len(seats) == 1:
            return (own,)
        return (*answers(s, seats), *((own,) if alone else ()))
    if op.who is Who.SELF:
        return (DONE,)
    payers = [i for i in eligible(s, p, op) if ways.can_step(s, i, op.n > 0)]
    return answers(s, payers) if len(payers) > 1 else (DONE,)


def _pays_later(s: CerbereState, p: st.Play, index: int, op: Op) -> tuple[Option, ...]:
    if op.op is OpName.DISCARD and op.source is From.POOL:
        seats = [i for i, n in costs.givers(s, replace(p, donors=()), op).items() if n >= op.n]
    elif op.op is OpName.MOVE and op.who is not Who.SELF:
        seats = [i for i in eligible(s, p, op) if ways.can_step(s, i, op.n > 0)]
    else:
        seats = [p.player]
    return tuple(pawn_option(s, i, mv.Pay(index, (name_of(s, i),))) for i in seats)


def _effects(s: CerbereState, p: st.Play, path: Keys) -> Prompt:
    """CB-047, CB-048: what the card does, in any order unless it says which."""
    option = option_of(s, p)
    ops, now = option.effect, effects.open_effects(option, p)
    match path:
        case ():
            return _next_effect(s, p, ops, now)
        case (key,) if key.startswith("effect") and key[6:].isdecimal() and int(key[6:]) in now:
            i = int(key[6:])
            seats = _meant_by(s, p, ops[i], candidates(s, p, ops[i]))
            if seats:
                options = [pawn_option(s, seat, mv.Resolve(i, name_of(s, seat))) for seat in seats]
                if slot_of(ops[i]) is None:  # it moves several: one first, or all in turn
                    options.append(Option("all", Text(N_("All")), icon="check", move=mv.Resolve(i)))
                return Prompt("target", ask(ops[i]), badged(options), hint=_playing(s, p), who=name_of(s, p.player))
    raise LookupError(path)


def _meant_by(s: CerbereState, p: st.Play, op: Op, about: tuple[int, ...] | None) -> tuple[int, ...]:
    """Whom an effect can be about, if there is a choice; of one that moves several: who is next."""
    if about is not None:
        seats = about
    elif effects.of_several(op):
        seats = p.several if p.several is not None else runners_in_turn(s)
    else:
        return ()
    return seats if len(seats) > 1 else ()


def _next_effect(s: CerbereState, p: st.Play, ops: tuple[Op, ...], now: tuple[int, ...]) -> Prompt:
    about = {i: candidates(s, p, ops[i]) for i in now}
    need = effects.to_name(about.items())
    hint, who = _playing(s, p), name_of(s, p.player)
    options: list[Option] = []
    for i in now if len(now) > 1 or need is None else ():
        several = _meant_by(s, p, ops[i], about[i])
        if len(now) > 1 or several:
            words = card_words.say(ops[i], _known(s, p, ops[i], about[i]))
            move = None if several else mv.Resolve(i)
            tone = "ember" if need is not None and i == need[0] else "ash"  # the one that is asked about
            options.append(Option(f"effect{i}", words, icon=sign(ops[i])[0], tone=tone, move=move))
    if need is not None:
        named = badged((*answers(s, need[1]), *options))
        return Prompt("target", ask(ops[need[0]]), (*named, *reports_key(s)), hint=hint, who=who)
    first = next((i for i in now if about[i] != ()), None)
    if first is None:
        title = Text(N_("Nobody is left for it"))
    else:
        title = card_words.say(ops[first], _known(s, p, ops[first], about[first]))
    if s.board:
        done = GO
    elif first is not None and ops[first].of:  # the big key leads to one of two lists
        done = CHOOSE
    else:
        done = DONE
    return Prompt("effect", title, (done, *badged(options), *reports_key(s)), hint=hint, who=who, default="ok")


def _known(s: CerbereState, p: st.Play, op: Op, about: tuple[int, ...] | None) -> str | None:
    """Whom a cost or an effect is about, as far as known. Whoever gives cards to a common price is not.

    :param about: its candidates.
    """
    if about is not None:
        return name_of(s, about[0]) if len(about) == 1 else None
    common = op.op is OpName.DISCARD and op.source is From.POOL
    return name_of(s, p.player) if op.who is Who.SELF and op.op not in OF_TABLE and not common else None


# -- a turn ------------------------------------------------------------------------------------------------------------


def _turn(s: CerbereState, path: Keys) -> Prompt:
    """CB-041, CB-042: a card, a report, the end of the turn."""
    match path:
        case ():
            return _rest(s)
        case ("card",):
            return _hand(s)
        case ("card", card):
            return _options(s, card)
        case ("report", *_):
            return report(s, path)
        case (key, *rest):
            kind = next((kind for kind, option in TOLD.items() if option.key == key and option.move is None), "")
            if kind and any(option.key == key for option in told_now(s)):
                return report(s, ("report", kind, *rest))
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


def _rest(s: CerbereState) -> Prompt:
    """The halves of the Action cards lie open until one is played; the other cards are behind one key."""
    seat, done = s.seats[s.turn.active], s.turn.action_done
    halves = () if done else _halves(s)
    cards, why = BONUS.get(seat.side, CARD), _no_bonus(s)
    end = END_TURN if may_end(s) else NO_END
    if why is not None:
        cards = replace(cards, why=why, listed=False)
    elif end is NO_END and not halves:
        cards = replace(cards, tone="ember")
    title = _plays(seat.name)
    told = told_now(s)
    if s.peeking is not None:
        end = replace(end, badge="", move=mv.EndTurn())
        return Prompt("turn", title, (SEEN, *halves, cards, *told, end, *reports_key(s)), who=seat.name)
    return Prompt("turn", title, (*halves, cards, *told, end, *reports_key(s)), who=seat.name)


def _halves(s: CerbereState) -> tuple[Option, ...]:
    """CB-041, CB-045: both options of each Action card in hand."""
    active = s.turn.active
    seat = s.seats[active]
    made: list[Option] = []
    for card in s.catalogue.actions.get(seat.side, ()):
        if card.index in seat.hand:
            made += _halves_of(card, _refusals(s, card, active))
    return tuple(made)


@lru_cache(maxsize=256)
def _halves_of(card: Card, codes: tuple[str | None, ...]) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"{card.id}:{option.id}",
            card_name(card),
            icon=sign(option.effect[0])[0] if option.effect else "check",
            tone="ember",
            move=mv.PlayCard(card.id, option.id, carry=True),
            why=None if code is None else Why(code, {"card": card.id, "option": option.id}),
            figure=option.id.upper(),
            lines=(_strip(option),),
        )
        for option, code in zip(card.options, codes, strict=True)
    )


def _no_bonus(s: CerbereState) -> Why | None:
    """Why the active player can play no other card at all; None if there is one."""
    seat = s.seats[s.turn.active]
    deck = DECK_OF.get(seat.side)
    if s.turn.bonus_done:
        return BONUS_PLAYED
    cards = _bonus_cards(s)
    if deck is None or not cards:
        return Why("wrong_phase")
    if not seat.cards(deck):
        return _why_card("not_in_hand", cards[0].id)
    why: Why | None = None
    for card in cards:
        why = _too_dear(s, card)
        if why is None:
            break
    return why


def _bonus_cards(s: CerbereState) -> tuple[Card, ...]:
    """CB-044: the kinds of Survival or Betrayal cards, as the active player's side."""
    return _of_side(s.catalogue.sides.get(s.seats[s.turn.active].side, ()))


@lru_cache(maxsize=64)
def _of_side(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.face is None)


def _too_dear(s: CerbereState, card: Card) -> Why | None:
    """CB-045: no option of it can be paid."""
    first = ""
    for option in card.options:
        code = option_refusal(s, card, option, s.turn.active)
        if code is None:
            return None
        first = first or code
    return _why_card(first or "wrong_phase", card.id)


@lru_cache(maxsize=512)
def _why_card(code: str, card: str) -> Why:
    return Why(code, {"card": card})


WHICH_CARD = Text(N_("Which card?"))


def _hand(s: CerbereState) -> Prompt:
    """CB-042: the cards besides the Action cards, by name."""
    name = name_of(s, s.turn.active)
    if _no_bonus(s) is not None:
        raise LookupError(name)
    cards = sorted(_bonus_cards(s), key=lambda card: normalize("NFD", card.name_fr))
    options = badged(_as_option(card, _too_dear(s, card)) for card in cards)
    return Prompt("card", WHICH_CARD, options, hint=_plays(name), who=name)


def _as_option(card: Card, why: Why | None) -> Option:
    return Option(card.id, card_name(card), slot=card.id, why=why, listed=why is None)


def _strip(option: CardOption) -> tuple[Sign, ...]:
    """Its effects as signs: the same one once, with all its figures; three alike are one and how often."""
    made: dict[str, list[str]] = {}
    for icon, figure in map(sign, option.effect):
        made.setdefault(icon, []).append(figure)
    signs = [Sign(icon, Text(_together(list(filter(None, figures))))) for icon, figures in made.items()]
    return tuple(signs)


def _together(figures: list[str]) -> str:
    return f"{figures[0]} ×{len(figures)}" if len(figures) > 2 and len(set(figures)) == 1 else " ".join(figures)


def _options(s: CerbereState, id: str) -> Prompt:
    card = next((card for card in _bonus_cards(s) if card.id == id), None)
    if card is None or _no_bonus(s) is not None:
        raise LookupError(id)
    who = name_of(s, s.turn.active)
    options = _choices(card, _refusals(s, card, s.turn.active), True)
    return Prompt("option", card_name(card), options, hint=_plays(who), who=who)
