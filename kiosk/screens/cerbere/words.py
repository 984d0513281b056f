"""A card's effects in our own words: one function for all ops, so that an owner's new card is spoken as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.cerbere.cards import Card, Catalogue, Op
from companion.games.cerbere.names import CardDeck, Deck, FaceUp, From, OpName, Who
from kiosk.i18n import N_, _, language

Forms = dict[str, str]
"""msgids by who is meant: self, other, again (one more of them), all, named ({name}), who (the question)."""

ADVANCE: Forms = {
    "self": N_("Advance {n}"),
    "other": N_("Another one advances {n}"),
    "again": N_("Yet another advances {n}"),
    "all": N_("All advance {n}"),
    "named": N_("{name} advances {n}"),
    "who": N_("Who advances {n}?"),
}
BACK: Forms = {
    "self": N_("Go back {n}"),
    "other": N_("Another one goes back {n}"),
    "again": N_("Yet another goes back {n}"),
    "all": N_("All go back {n}"),
    "named": N_("{name} goes back {n}"),
    "who": N_("Who goes back {n}?"),
}
DRAWS: dict[Deck, Forms] = {
    Deck.SURVIVAL: {
        "self": N_("Draw {n} Survival"),
        "one": N_("Draw 1 Survival"),
        "other": N_("Another one draws {n} Survival"),
        "again": N_("Yet another draws {n} Survival"),
        "all": N_("All draw {n} Survival"),
        "named": N_("{name} draws {n} Survival"),
        "who": N_("Who draws {n} Survival?"),
    },
    Deck.BETRAYAL: {
        "self": N_("Draw {n} Betrayal"),
        "one": N_("Draw 1 Betrayal"),
        "other": N_("Another hunter draws {n} Betrayal"),
        "again": N_("Yet another draws {n} Betrayal"),
        "all": N_("All draw {n} Betrayal"),
        "named": N_("{name} draws {n} Betrayal"),
        "who": N_("Who draws {n} Betrayal?"),
    },
}
DROPS: dict[Deck, Forms] = {
    Deck.SURVIVAL: {
        "self": N_("Discard {n} Survival"),
        "other": N_("Another one discards {n} Survival"),
        "again": N_("Yet another discards {n} Survival"),
        "all": N_("All discard {n} Survival"),
        "named": N_("{name} discards {n} Survival"),
        "who": N_("Who discards {n} Survival?"),
    },
    Deck.BETRAYAL: {
        "self": N_("Discard {n} Betrayal"),
        "other": N_("Another hunter discards {n} Betrayal"),
        "again": N_("Yet another discards {n} Betrayal"),
        "all": N_("All discard {n} Betrayal"),
        "named": N_("{name} discards {n} Betrayal"),
        "who": N_("Who discards {n} Betrayal?"),
    },
}
POOL = {Deck.SURVIVAL: N_("Discard {n} Survival, with help"), Deck.BETRAYAL: N_("Discard {n} Betrayal, with help")}
POOL_WHO = {deck: forms["who"] for deck, forms in DROPS.items()}

TABLE: dict[OpName, str] = {
    OpName.RAGE_FORWARD: N_("Rage +{n}"),
    OpName.RAGE_BACK: N_("Rage −{n}"),
    OpName.SPEED_UP: N_("Speed +{n}"),
    OpName.SPEED_DOWN: N_("Speed −{n}"),
    OpName.TAKE_BACK: N_("Take back your Action cards"),
    OpName.BOAT: N_("Look at a boat or swap two"),
    OpName.HUNT: N_("The chase wakes"),
    OpName.CERBERUS: N_("Cerberus advances {n}"),
    OpName.PER_AHEAD: N_("Advance 1 per player ahead, {n} at most"),
}
"""Ops that are about the table or the player alone."""

NAMED: dict[OpName, str] = {
    OpName.TAKE_BACK: N_("{name} takes back all Actions"),
    OpName.BOAT: N_("{name} looks or swaps"),
    OpName.PER_AHEAD: N_("{name} advances 1 per player ahead"),
}
"""The same once somebody is named."""


def _forms(op: Op) -> Forms | None:
    match op.op:
        case OpName.MOVE:
            return ADVANCE if op.n > 0 else BACK
        case OpName.DRAW:
            return DRAWS[op.deck]
        case OpName.DISCARD:
            return DROPS[op.deck]
    return None


def spoken(forms: Forms, who: str, **facts: object) -> str:
    """One of the forms in the language of the moment."""
    if who == "self" and facts.get("n") == 1 and "one" in forms:
        who = "one"
    text = forms[who]  # by itself: what stands inside `_( )` is taken into the catalogue
    return _(text).format(**facts)


def say(op: Op, name: str | None = None, again: bool = False) -> str:
    """What `op` does, in the language of the moment: "Advance 2", "Another one advances 3", "Rage +1".

    :param name: who it is about, once that is known: "Bo advances 3".
    :param again: another pawn was named before in the same list: "Yet another advances 1".
    """
    n = op.max if op.op is OpName.PER_AHEAD else abs(op.n)
    if op.op is OpName.CHOOSE:
        return _either(op, name)
    if op.op is OpName.EACH:
        return _("Each: {what}").format(what=_lower(_either(op)))
    forms = _forms(op)
    if forms is None:
        text = NAMED.get(op.op) if name else None
        return _(text or TABLE[op.op]).format(n=n, name=name)
    if op.op is OpName.DISCARD and op.source is From.POOL and not name:
        return _(POOL[op.deck]).format(n=n)
    if op.who is Who.ALL_ADVENTURERS:
        return spoken(forms, "all", n=n)
    if name:
        return spoken(forms, "named", n=n, name=name)
    if op.who is Who.SELF:
        return spoken(forms, "self", n=n)
    return spoken(forms, "again" if again else "other", n=n)


WHO: Forms = {
    "other": N_("Another: {what}"),
    "again": N_("One more: {what}"),
    "all": N_("All: {what}"),
    "named": N_("{name}: {what}"),
}
"""msgids of a card's line where there is little room: who, and what comes of it."""
KINDS = {Deck.SURVIVAL: N_("Survival"), Deck.BETRAYAL: N_("Betrayal")}


def brief(op: Op, name: str | None = None, again: bool = False) -> str:
    """The same as `say` in a few signs, for a line beside a board: "Bo: +3", "One more: +1 Survival"."""
    if op.op is OpName.CHOOSE:
        lists = [what for what in (", ".join(map(_figure, ops)) for ops in op.of) if what]
        what = _(" or ").join(lists)
        slotted = any(inner.slot for ops in op.of for inner in ops)
    elif op.op is OpName.EACH:
        return spoken(WHO, "all", what=_(" or ").join(", ".join(map(_figure, ops)) for ops in op.of))
    elif op.op is OpName.PER_AHEAD:
        what, slotted = _("+1 per player ahead"), False
    elif _forms(op) is None:
        return say(op, name, again)
    else:
        what, slotted = _figure(op), bool(op.slot)
    if op.op is OpName.DISCARD and op.source is From.POOL and not name:
        return what
    if op.who is Who.ALL_ADVENTURERS:
        return spoken(WHO, "all", what=what)
    if name:
        return spoken(WHO, "named", name=name, what=what)
    return spoken(WHO, "again" if again else "other", what=what) if slotted else what


def _figure(op: Op) -> str:
    """What comes of a move or of cards: "+3", "−1 Survival"."""
    if op.op in (OpName.DRAW, OpName.DISCARD):
        return f"{'+' if op.op is OpName.DRAW else '−'}{abs(op.n)} {_(KINDS[op.deck])}"
    return sign(op)[1] if op.op is OpName.MOVE else say(op)


def ask(op: Op) -> str:
    """The question whom `op` is about: "Who advances 3?"."""
    if op.op is OpName.DISCARD and op.source is From.POOL:
        return _(POOL_WHO[op.deck]).format(n=abs(op.n))
    forms = _forms(op)
    return spoken(forms, "who", n=abs(op.n)) if forms else _("Who is it?")


def slot_of(op: Op) -> str | None:
    """The letter of the pawn that an effect is about; for one of two lists that of its first pawn."""
    return op.slot or next((inner.slot for ops in op.of for inner in ops if inner.slot), None)


def says(ops: Sequence[Op], names: Mapping[str, str] | None = None, player: str | None = None) -> tuple[str, ...]:
    """All of a list, in order.

    :param names: slot letter -> name, as far as known; `player`: whose card it is, to name him too.
    """
    known = names or {}
    told: list[str] = []
    others: set[str] = set()
    for op in ops:
        slot = op.slot
        name = known.get(slot or "") if slot else player if op.who is Who.SELF else None
        told.append(say(op, name, again=bool(others) and slot is not None and slot not in others))
        if slot and not name:
            others.add(slot)
    return tuple(told)


def _either(op: Op, name: str | None = None) -> str:
    """The lists to choose from; `name`: whom those are about that need somebody."""
    names = {inner.slot: name for ops in op.of for inner in ops if inner.slot and name}
    said = [says(ops, names=names) for ops in op.of]
    if name:  # a name keeps its capital
        return _(" or ").join(", ".join(words) for words in said if words)
    lists = [", ".join((first, *map(_lower, rest))) for first, *rest in said if first]
    return _(" or ").join((lists[0], *map(_lower, lists[1:]))) if lists else ""


def _lower(text: str) -> str:
    """As it stands in the middle of a sentence."""
    return text[:1].lower() + text[1:]


# ---------------------------------------------------------------- signs

SIGNS: dict[OpName, str] = {
    OpName.RAGE_FORWARD: "hunt",
    OpName.RAGE_BACK: "hunt",
    OpName.SPEED_UP: "die",
    OpName.SPEED_DOWN: "die",
    OpName.MOVE: "pawn",
    OpName.DRAW: "draw",
    OpName.DISCARD: "discard",
    OpName.TAKE_BACK: "hand",
    OpName.BOAT: "boat",
    OpName.HUNT: "hunt",
    OpName.CERBERUS: "cerberus",
    OpName.PER_AHEAD: "pawn",
    OpName.CHOOSE: "swap",
    OpName.EACH: "rings",
}
_BACKWARD = (OpName.RAGE_BACK, OpName.SPEED_DOWN)


def sign(op: Op) -> tuple[str, str]:
    """Icon and a figure of an op, for the cards in hand: ("pawn", "+2")."""
    figure = f"+{op.n}"
    if op.op in (OpName.TAKE_BACK, OpName.BOAT, OpName.HUNT, OpName.CHOOSE, OpName.EACH):
        figure = ""
    elif op.op in _BACKWARD or op.n < 0:
        figure = f"−{abs(op.n)}"
    elif op.op in (OpName.DRAW, OpName.DISCARD):
        figure = str(op.n)
    elif op.op is OpName.PER_AHEAD:
        figure = "+?"
    return SIGNS[op.op], figure


# ---------------------------------------------------------------- cards

ACTIONS: dict[str, str] = {
    "act1_adv": N_("Provisions"),
    "act2_adv": N_("Run"),
    "act3_adv": N_("Run as two"),
    "act4_adv": N_("Gather"),
    "act1_cer": N_("Haste"),
    "act2_cer": N_("Panic"),
    "act3_cer": N_("Prowl"),
    "act4_cer": N_("Den"),
}
"""Action cards bear no name: these are ours."""


def card_name(card: Card) -> str:
    """A card as it is called at the table: printed names stay as they are printed, in capitals no longer."""
    if card.deck is CardDeck.ACTION:
        return _(ACTIONS[card.id]) if card.id in ACTIONS else card.label.capitalize()
    return (card.name_fr if language() == "fr" else card.name_en or card.name_fr).capitalize()


def card_icon(card: Card) -> str:
    """Runner or dog."""
    dog = card.face is FaceUp.CERBERUS or card.deck is CardDeck.BETRAYAL
    return "cerberus" if dog else "pawn"


WHY: dict[str, str] = {
    "cost_rage": N_("The Rage is at its end"),
    "cost_speed": N_("The die can go no further"),
    "cost_cards": N_("Not enough cards"),
    "cost_move": N_("Nobody can make that step"),
    "boat_revealed": N_("The boat is in the open"),
    "boat_hidden": N_("The boats are hidden"),
}
"""Why an option cannot be taken."""


def why(code: str) -> str:
    """The reason below a greyed option."""
    return _(WHY.get(code, N_("Not possible now")))


def catalogue_of(house: Any) -> Catalogue:
    """The cards of the owner, as the house has them; none if it has none."""
    book = getattr(house, "books", {}).get("cerbere")
    found = getattr(book, "catalogue", None)
    return found if isinstance(found, Catalogue) else Catalogue({})
