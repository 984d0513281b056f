"""Cards of the hand as prompts. A hand is unknown, so no option names a card: it is called by its printed values.

A card whose tag was tapped is on the path by its id (`TAPPED`) in place of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.prompt import Keys, Option, Prompt, Why
from companion.engine.text import N_, NOTHING, Text, counted
from companion.games.hellrail import moves as mv
from companion.games.hellrail.board.board_moves import Crossing, crossings
from companion.games.hellrail.board.drive import graph
from companion.games.hellrail.data.deck import Card
from companion.games.hellrail.moves import CardRef, CardRefs, Values
from companion.games.hellrail.prompts.map import cell_prompt, landing_prompt, place_prompt, route
from companion.games.hellrail.prompts.parts import (
    MOST_BRIMSTONE,
    MOST_WORTH,
    brimstones,
    digit,
    main_option,
    name_of,
    number_text,
)
from companion.games.hellrail.prompts.parts import circle_words as words_of
from companion.games.hellrail.rules import train
from companion.games.hellrail.rules.cards import SIGNS
from companion.games.hellrail.state import RailState, rail_cards

TAPPED = "tag:"
"""Before the id of a card on a path."""
LAY, UPGRADE, MOVE, BOAT, PICKUP, FAN = "lay", "upgrade", "move", "boat", "pickup", "fan"
QUESTIONS = {
    LAY: Text(N_("Which rail card is laid?")),
    UPGRADE: Text(N_("Which card upgrades?")),
    MOVE: Text(N_("Move with which card?")),
    BOAT: Text(N_("Cross with which card?")),
    PICKUP: Text(N_("Which car is picked up?")),
    FAN: Text(N_("Fan the flames with which card?")),
}
BRIMSTONE, WORTH = Text(N_("Which brimstone?")), Text(N_("What is it worth?"))
MOST_PAID = 45
"""Cards of a toll at most."""
WIDEST = 10
"""The widest gap that can be entered."""


def card_prompt(state: RailState, action: str, path: Keys) -> Prompt:
    """Return what is played, then how it goes on."""
    if action in (MOVE, BOAT) and train.toll_owed(state, state.turn.active) is not None and not _tapped(path):
        return _toll(state, action, path)
    return _card(
        state,
        action,
        path,
        state.toll if _tapped(path) and train.toll_owed(state, state.turn.active) is not None else (),
    )


def _tapped(path: Keys) -> bool:
    return bool(path) and path[0].startswith(TAPPED)


def played(path: Keys) -> Keys:
    """Return the path with what is played before the card, also where the card was read first."""
    return (path[1], path[0], *path[2:]) if len(path) > 1 and _tapped(path) else path


def _card(state: RailState, action: str, path: Keys, paid: CardRefs) -> Prompt:
    if _tapped(path):
        id, rest = path[0].removeprefix(TAPPED), path[1:]
        found = state.card(id)
        if found is None or state.in_the_open(id) or id in state.strangers or not _enough(state, action, found, paid):
            raise LookupError(path)
        return _further(state, action, id, found, paid, rest)
    match action:
        case "lay" | "upgrade":
            return _rail(state, action, path)
        case "move":
            return _move(state, path, paid)
        case "boat":
            return _boat(state, path, paid)
        case "pickup":
            return _pickup(state, path)
        case _:
            if path:
                raise LookupError(path)
            return _asked(state, action, brimstones(_burnt))


def _asked(state: RailState, action: str, options: tuple[Option, ...], hint: Text = NOTHING) -> Prompt:
    """Return the brimstone of a card."""
    return Prompt(
        "brimstone",
        BRIMSTONE,
        options,
        hint=hint if hint.msgid else QUESTIONS[action],
        who=name_of(state, state.turn.active),
        unlisted=TAPPED if action in (MOVE, BOAT) else "",
    )


def _further(state: RailState, action: str, ref: CardRef, known: Card, paid: CardRefs, path: Keys) -> Prompt:
    """The card is known; now where it goes."""
    match action:
        case "lay" | "upgrade" if state.map:
            return cell_prompt(state, ref, known.rails, action == UPGRADE, path)
        case "move" if state.map:
            return route(state, ref, paid, known.car, path)
        case "boat" if state.map:
            return landing_prompt(state, ref, paid, known.brimstone, path)
        case "boat" if not path:
            return _gap(state, ref, known.brimstone, paid)
        case "move" if not path:
            who = name_of(state, state.turn.active)
            done = main_option(Text("{hr.move:short}"), mv.Go(card=ref, toll=paid), "move")
            return Prompt("drive", Text(N_("Move with this card?")), (done,), hint=QUESTIONS[MOVE], who=who)
    raise LookupError(path)


def _enough(state: RailState, action: str, known: Card, paid: CardRefs) -> bool:
    """Return whether a card that was tapped can be played so, with what was tapped for Cerberus before."""
    active = state.turn.active
    more_than = train.toll_owed(state, active)
    if action not in (MOVE, BOAT):
        return not state.map or bool(known.rails)
    if more_than is not None and (_worth_of(state, paid) <= more_than or len(paid) + 1 > state.seats[active].hand):
        return False
    if action == MOVE and known.brimstone is not None:
        return known.brimstone >= train.fuel(state, active)
    return True


def _worth_of(state: RailState, paid: CardRefs) -> int:
    """HR-098: what the cards of a toll are worth together."""
    cards = (state.card(ref) if isinstance(ref, str) else ref for ref in paid)
    return sum(card.car or 0 for card in cards if card is not None)


# -- rails -------------------------------------------------------------------------------------------------------------


def _rail(state: RailState, action: str, path: Keys) -> Prompt:
    """HR-061, HR-063: the brimstone need not be said; at Map level its place and its tracks must."""
    if state.map:
        return place_prompt(state, action == UPGRADE, path, TAPPED)
    if path:
        raise LookupError(path)
    return _asked(state, action, COVERS if action == UPGRADE else LAYS)


def _laid(brimstone: int) -> mv.LayRail:
    return mv.LayRail(card=Values(brimstone=brimstone))


def _over(brimstone: int) -> mv.Upgrade:
    return mv.Upgrade(card=Values(brimstone=brimstone))


LAYS = (*brimstones(_laid), main_option(Text(N_("It is laid")), mv.LayRail(card=Values()), "rail"))
COVERS = (*brimstones(_over), main_option(Text(N_("It upgrades one")), mv.Upgrade(card=Values()), "rail"))


# -- driving -----------------------------------------------------------------------------------------------------------


def _move(state: RailState, path: Keys, paid: CardRefs) -> Prompt:
    """HR-028: enough brimstone; the worth of its car is the number of ties."""
    needs = train.fuel(state, state.turn.active)
    who = name_of(state, state.turn.active)
    hint = Text(N_("{name} needs {n} brimstone"), {"name": who, "n": needs})
    match path:
        case ():
            return _asked(state, MOVE, brimstones(None, _too_little, needs), hint)
        case (first, *rest):
            brimstone = digit(first, "b", range(needs, MOST_BRIMSTONE + 1))
            if rest:
                worth = digit(rest[0], "c", range(1, MOST_WORTH + 1))
                values = Values(car=worth, brimstone=brimstone)
                if not state.map:
                    raise LookupError(path)
                return route(state, values, paid, worth, tuple(rest[1:]))
            options = FARTHEST if state.map else _drives(brimstone, paid)
            return Prompt("worth", WORTH, options, hint=QUESTIONS[MOVE], who=who)
    raise LookupError(path)


FARTHEST = tuple(Option(f"c{n}", number_text(n), icon="move") for n in range(1, MOST_WORTH + 1))


@lru_cache(maxsize=64)
def _drives(brimstone: int, paid: CardRefs) -> tuple[Option, ...]:
    return tuple(
        Option(f"c{n}", number_text(n), icon="move", move=mv.Go(card=Values(car=n, brimstone=brimstone), toll=paid))
        for n in range(1, MOST_WORTH + 1)
    )


def _burnt(brimstone: int) -> mv.Fan:
    return mv.Fan(card=Values(brimstone=brimstone))


def _too_little(needs: int, has: int) -> Why:
    return Why("not_enough_brimstone", {"needs": needs, "has": has})


def _boat(state: RailState, path: Keys, paid: CardRefs) -> Prompt:
    """HR-115: the brimstone is the width of the gap at most."""
    least = min((crossing.gap for crossing in ways_over(state).values()), default=1) if state.map else 1
    match path:
        case ():
            return _asked(state, BOAT, brimstones(None, _too_wide, least))
        case (first, *rest):
            brimstone = digit(first, "b", range(least, MOST_BRIMSTONE + 1))
            return _further(state, BOAT, Values(brimstone=brimstone), Card("", brimstone=brimstone), paid, tuple(rest))
    raise LookupError(path)


def _too_wide(gap: int, has: int) -> Why:
    return Why("gap_too_wide", {"gap": gap, "has": has})


def _gap(state: RailState, ref: CardRef, brimstone: int | None, paid: CardRefs) -> Prompt:
    options = tuple(
        Option(
            f"g{n}", number_text(n), icon="boatman", move=mv.PlayBoat(card=ref, toll=paid, gap=n),
            why=None if brimstone is None or n <= brimstone else _too_wide(n, brimstone),
        )
        for n in range(1, WIDEST + 1)
    )  # fmt: skip
    who = name_of(state, state.turn.active)
    return Prompt("gap", Text(N_("How wide is the gap?")), options, hint=QUESTIONS[BOAT], who=who)


def ways_over(state: RailState) -> dict[str, Crossing]:
    """HR-115: where a Boatman could take the active engine."""
    return crossings(rail_cards(state), state.grid, state.seats[state.turn.active].stand)


# -- cars --------------------------------------------------------------------------------------------------------------


def _pickup(state: RailState, path: Keys) -> Prompt:
    """HR-020: where the car goes, its brimstone; what it is worth may stay unsaid until it is delivered."""
    who = name_of(state, state.turn.active)
    hint = QUESTIONS[PICKUP]
    match path:
        case ():
            return Prompt("setout", Text(N_("Where does it go?")), SETOUTS, hint=hint, who=who)
        case (first, *rest) if first[:1] == "s" and first[1:] in SIGNS:
            if not rest:
                return _asked(state, PICKUP, brimstones())
            values = Values(setout=first[1:], brimstone=digit(rest[0], "b", range(MOST_BRIMSTONE + 1)))
            if len(rest) > 1:
                raise LookupError(path)
            return Prompt("worth", WORTH, _loads(values), hint=hint, who=who)
    raise LookupError(path)


SETOUTS = tuple(Option(f"s{sign}", words_of(f"C{sign}"), icon="rings", place=f"C{sign}") for sign in SIGNS)


@lru_cache(maxsize=128)
def _loads(values: Values) -> tuple[Option, ...]:
    worths = (
        Option(f"c{n}", number_text(n), icon="crown", move=mv.Pickup(card=replace(values, car=n)))
        for n in range(1, MOST_WORTH + 1)
    )
    return (*worths, main_option(Text(N_("Not said")), mv.Pickup(card=values), "draw"))


# -- Cerberus ----------------------------------------------------------------------------------------------------------


def _toll(state: RailState, action: str, path: Keys) -> Prompt:
    """HR-043, HR-098: first cards worth more than the circle, then the one that drives."""
    active = state.turn.active
    worths = path[: path.index("ok")] if "ok" in path else path
    entered = _entered(worths)
    hand = state.seats[active].hand
    paid: CardRefs = (*state.toll, *(Values(car=n) for n in sorted(entered)))
    more_than = train.toll_owed(state, active) or 0
    has = _worth_of(state, paid)
    why = None
    if not paid:
        why = Why("toll_missing", {"more_than": more_than})
    elif has <= more_than:
        why = Why("toll_too_small", {"more_than": more_than, "has": has})
    if len(paid) + 1 > hand:
        raise LookupError(path)
    if len(worths) < len(path):
        if why is not None:
            raise LookupError(path)
        return _card(state, action, path[len(worths) + 1 :], paid)
    full = Why("hand_empty", {"reason": "toll"}) if len(paid) + 2 > hand else None
    options = list(_worths(worths, full))
    done = Option("ok", Text(N_("Pay {n}"), {"n": has}), icon="cerberus", why=why)
    return Prompt(
        "toll",
        Text(N_("More than {n}"), {"n": more_than}),
        (*options, done),
        hint=Text(N_("{name} wants to leave {hr.cerberus}"), {"name": name_of(state, active)}),
        text=_paid_words(state, paid),
        icon="cerberus",
        who=name_of(state, active),
        unlisted="" if path else TAPPED,
    )


def _paid_words(state: RailState, paid: CardRefs) -> Text:
    """Return what each card of a toll is worth, as far as it is known."""
    if not paid:
        return NOTHING
    cards = [state.card(ref) if isinstance(ref, str) else ref for ref in paid]
    worths = ["?" if card is None or card.car is None else str(card.car) for card in cards]
    return counted("{n} card: {parts}", "{n} cards: {parts}", len(paid), parts=" + ".join(worths))


def _worths(keys: Keys, full: Why | None) -> Iterator[Option]:
    """Yield what each card of the toll is worth; several may be worth the same (`c7`, `c7.2` ...)."""
    for n in range(1, MOST_WORTH + 1):
        same = [_nth(n, i) for i in range(len(keys) + 1)]
        for key in same:
            if key in keys:
                yield Option(key, number_text(n), icon="crown", chosen=True)
        yield Option(next(key for key in same if key not in keys), number_text(n), icon="crown", why=full)


def _nth(brimstone: int, before: int) -> str:
    return f"c{brimstone}" if not before else f"c{brimstone}.{before + 1}"


def _entered(keys: Keys) -> tuple[int, ...]:
    """Return the worths on the path.

    :raises LookupError: for keys that are never offered.
    """
    found = tuple(digit(key.partition(".")[0], "c", range(1, MOST_WORTH + 1)) for key in keys)
    allowed = {_nth(n, i) for n in found for i in range(MOST_PAID)}
    if not allowed.issuperset(keys) or len(set(keys)) < len(keys):
        raise LookupError(keys)
    return found


# -- reasons against a whole action ------------------------------------------------------------------------------------


ANY = {"reason": "any"}
"""The reason where it does not hang on one card."""
NO_BOATMAN, HAND_EMPTY = map(Why, ("no_boatman", "hand_empty"))
NO_GAP, NO_RAIL_CARD = Why("no_gap", {"reason": "here"}), Why("no_rail_card", {"reason": "none"})


def no_card(state: RailState) -> Why | None:
    return None if state.seats[state.turn.active].hand else HAND_EMPTY


def no_upgrade(state: RailState) -> Why | None:
    """HR-063."""
    return no_card(state) or (None if state.laid else NO_RAIL_CARD)


def no_move(state: RailState) -> Why | None:
    """HR-028, HR-043."""
    if (why := _no_departure(state)) is not None:
        return why
    active = state.turn.active
    stand = state.seats[active].stand
    if state.map and not graph(state).next(stand) and not state.deck.rulings.q19_zero_tie_move:
        return Why("no_track", {"node": stand.node, "reason": "here"})
    needs = train.fuel(state, active)
    return (
        Why("not_enough_brimstone", {"needs": needs, "has": MOST_BRIMSTONE, **ANY}) if needs > MOST_BRIMSTONE else None
    )


def no_boat(state: RailState) -> Why | None:
    """HR-115."""
    if not state.seats[state.turn.active].boatman:
        return NO_BOATMAN
    if (why := _no_departure(state)) is not None or not state.map:
        return why
    over = ways_over(state)
    if not over:
        return NO_GAP
    least = min(crossing.gap for crossing in over.values())
    return Why("gap_too_wide", {"gap": least, "has": MOST_BRIMSTONE, **ANY}) if least > MOST_BRIMSTONE else None


def _no_departure(state: RailState) -> Why | None:
    """HR-043: a card, and one more for Cerberus."""
    active = state.turn.active
    hand = state.seats[active].hand
    if not hand:
        return HAND_EMPTY
    if hand < 2 and (more_than := train.toll_owed(state, active)) is not None:
        return Why("toll_missing", {"more_than": more_than})
    return None
