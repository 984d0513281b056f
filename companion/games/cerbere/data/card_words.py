"""Cards in our own words: one function for all ops, so that an owner's new card has words as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.engine.text import N_, NOTHING, Text, counted
from companion.games.cerbere.data.cards import Card, Op
from companion.games.cerbere.names import CardDeck, DeckKind, FaceUp, From, OpName, Who

WordForms = dict[str, str]
"""msgids by who is meant: self, other, again (one more of them), all, named ({name}), who (the question)."""

ADVANCE: WordForms = {
    "self": N_("Advance {n}"),
    "other": N_("Another one advances {n}"),
    "again": N_("Yet another advances {n}"),
    "all": N_("All advance {n}"),
    "named": N_("{name} advances {n}"),
    "who": N_("Who advances {n}?"),
}
BACK: WordForms = {
    "self": N_("Go back {n}"),
    "other": N_("Another one goes back {n}"),
    "again": N_("Yet another goes back {n}"),
    "all": N_("All go back {n}"),
    "named": N_("{name} goes back {n}"),
    "who": N_("Who goes back {n}?"),
}
DRAWS: dict[DeckKind, WordForms] = {
    DeckKind.SURVIVAL: {
        "self": N_("Draw {n} {cb.survival}"),
        "other": N_("Another one draws {n} {cb.survival}"),
        "again": N_("Yet another draws {n} {cb.survival}"),
        "all": N_("All draw {n} {cb.survival}"),
        "named": N_("{name} draws {n} {cb.survival}"),
        "who": N_("Who draws {n} {cb.survival}?"),
    },
    DeckKind.BETRAYAL: {
        "self": N_("Draw {n} {cb.betrayal}"),
        "other": N_("Another {cb.cerberus_player} draws {n} {cb.betrayal}"),
        "again": N_("Yet another draws {n} {cb.betrayal}"),
        "all": N_("All draw {n} {cb.betrayal}"),
        "named": N_("{name} draws {n} {cb.betrayal}"),
        "who": N_("Who draws {n} {cb.betrayal}?"),
    },
}
DROPS: dict[DeckKind, WordForms] = {
    DeckKind.SURVIVAL: {
        "self": N_("Discard {n} {cb.survival}"),
        "other": N_("Another one discards {n} {cb.survival}"),
        "again": N_("Yet another discards {n} {cb.survival}"),
        "all": N_("All discard {n} {cb.survival}"),
        "named": N_("{name} discards {n} {cb.survival}"),
        "who": N_("Who discards {n} {cb.survival}?"),
    },
    DeckKind.BETRAYAL: {
        "self": N_("Discard {n} {cb.betrayal}"),
        "other": N_("Another {cb.cerberus_player} discards {n} {cb.betrayal}"),
        "again": N_("Yet another discards {n} {cb.betrayal}"),
        "all": N_("All discard {n} {cb.betrayal}"),
        "named": N_("{name} discards {n} {cb.betrayal}"),
        "who": N_("Who discards {n} {cb.betrayal}?"),
    },
}
POOL = {
    DeckKind.SURVIVAL: N_("Discard {n} {cb.survival}, with help"),
    DeckKind.BETRAYAL: N_("Discard {n} {cb.betrayal}, with help"),
}
POOL_WHO = {deck: forms["who"] for deck, forms in DROPS.items()}

TABLE: dict[OpName, str] = {
    OpName.RAGE_FORWARD: N_("{cb.rage} +{n}"),
    OpName.RAGE_BACK: N_("{cb.rage} −{n}"),
    OpName.SPEED_UP: N_("{cb.speed} +{n}"),
    OpName.SPEED_DOWN: N_("{cb.speed} −{n}"),
    OpName.TAKE_BACK: N_("Take back your {cb.action} cards"),
    OpName.BOAT: N_("Look at a {cb.boat} or swap two"),
    OpName.HUNT: N_("The {cb.hunt} starts"),
    OpName.CERBERUS: N_("{cb.cerberus} advances {n}"),
    OpName.PER_AHEAD: N_("Advance 1 per player ahead, {n} at most"),
}
"""Ops that are about the table or the player alone."""

NAMED: dict[OpName, str] = {
    OpName.TAKE_BACK: N_("{name} takes back all {cb.action} cards"),
    OpName.BOAT: N_("{name} looks or swaps"),
    OpName.PER_AHEAD: N_("{name} advances 1 per player ahead"),
}
"""The same once a player is named."""


def _forms(op: Op) -> WordForms | None:
    match op.op:
        case OpName.MOVE:
            return ADVANCE if op.n > 0 else BACK
        case OpName.DRAW:
            return DRAWS[op.deck]
        case OpName.DISCARD:
            return DROPS[op.deck]
    return None


COMMA, OR = ", ", N_(" or ")


def form(forms: WordForms, who: str, **facts: str | int | Text) -> Text:
    """Return one of the forms."""
    return Text(forms[who], facts)


@lru_cache(maxsize=4096)
def say(op: Op, name: str | None = None, again: bool = False) -> Text:
    """Return what `op` does: "Advance 2", "Another one advances 3", "Rage +1".

    :param name: who it is about, once that is known: "Bo advances 3".
    :param again: another pawn was named before in the same list: "Yet another advances 1".
    """
    n = op.max if op.op is OpName.PER_AHEAD else abs(op.n)
    if op.op is OpName.CHOOSE:
        return _either(op, name)
    if op.op is OpName.EACH:
        return Text(N_("Each: {what}"), {"what": _either(op).within()})
    forms = _forms(op)
    if forms is None:
        text = NAMED.get(op.op) if name else None
        return Text(text or TABLE[op.op], {"n": n, "name": name or ""})
    if op.op is OpName.DISCARD and op.source is From.POOL and not name:
        return Text(POOL[op.deck], {"n": n})
    if op.who is Who.ALL_ADVENTURERS:
        return form(forms, "all", n=n)
    if name:
        return form(forms, "named", n=n, name=name)
    if op.who is Who.SELF:
        return form(forms, "self", n=n)
    return form(forms, "again" if again else "other", n=n)


WHO: WordForms = {
    "other": N_("Another: {what}"),
    "again": N_("One more: {what}"),
    "all": N_("All: {what}"),
    "named": N_("{name}: {what}"),
}
"""msgids of a card's line where there is little room: who, and what comes of it."""
KINDS = {DeckKind.SURVIVAL: "{cb.survival}", DeckKind.BETRAYAL: "{cb.betrayal}"}


def brief(op: Op, name: str | None = None, again: bool = False) -> Text:
    """Return the same as `say` in a few signs, for a line beside a board: "Bo: +3", "One more: +1 Survival"."""
    if op.op is OpName.CHOOSE:
        what = Text(OR, parts=tuple(Text(COMMA, parts=tuple(map(_figure, ops))) for ops in op.of if ops))
        slotted = any(inner.slot for ops in op.of for inner in ops)
    elif op.op is OpName.EACH:
        return form(WHO, "all", what=Text(OR, parts=tuple(Text(COMMA, parts=tuple(map(_figure, o))) for o in op.of)))
    elif op.op is OpName.PER_AHEAD:
        what, slotted = Text(N_("+1 per player ahead")), False
    elif _forms(op) is None:
        return say(op, name, again)
    else:
        what, slotted = _figure(op), bool(op.slot)
    if op.op is OpName.DISCARD and op.source is From.POOL and not name:
        return what
    if op.who is Who.ALL_ADVENTURERS:
        return form(WHO, "all", what=what)
    if name:
        return form(WHO, "named", name=name, what=what)
    return form(WHO, "again" if again else "other", what=what) if slotted else what


def _figure(op: Op) -> Text:
    """Return what comes of a move or of cards: "+3", "−1 Survival"."""
    if op.op in (OpName.DRAW, OpName.DISCARD):
        figure = f"{'+' if op.op is OpName.DRAW else '−'}{abs(op.n)}"
        return Text("{figure} {kind}", {"figure": figure, "kind": Text(KINDS[op.deck])})
    return Text("{figure}", {"figure": op_sign(op)[1]}) if op.op is OpName.MOVE else say(op)


@lru_cache(maxsize=512)
def ask(op: Op) -> Text:
    """Return the question whom `op` is about: "Who advances 3?"."""
    if op.op is OpName.DISCARD and op.source is From.POOL:
        return Text(POOL_WHO[op.deck], {"n": abs(op.n)})
    forms = _forms(op)
    return form(forms, "who", n=abs(op.n)) if forms else Text(N_("Who is it?"))


def says(ops: Sequence[Op], names: Mapping[str, str] | None = None, player: str | None = None) -> tuple[Text, ...]:
    """Return all of a list, in order.

    :param names: slot letter -> name, as far as known; `player`: whose card it is, to name him too.
    """
    known = names or {}
    told: list[Text] = []
    others: set[str] = set()
    for op in ops:
        slot = op.slot
        name = known.get(slot or "") if slot else player if op.who is Who.SELF else None
        told.append(say(op, name, again=bool(others) and slot is not None and slot not in others))
        if slot and not name:
            others.add(slot)
    return tuple(told)


def _either(op: Op, name: str | None = None) -> Text:
    """Return the lists to choose from; `name`: the player for those that need one."""
    names = {inner.slot: name for ops in op.of for inner in ops if inner.slot and name}
    said = [words for ops in op.of if (words := says(ops, names=names))]
    lists = [Text(COMMA, parts=(first, *(text.within() for text in rest))) for first, *rest in said]
    return Text(OR, parts=(lists[0], *(text.within() for text in lists[1:]))) if lists else NOTHING


def walk_words(ops: Sequence[Op], player: str) -> Text | None:
    """Return who moves forward how far, in a few signs: "Bo +2, another +1"; None: no player does."""
    own = [op for op in ops if op.op is OpName.PER_AHEAD or (op.op is OpName.MOVE and op.n > 0 and not op.slot)]
    others = [op for op in ops if op.op is OpName.MOVE and op.n > 0 and op.slot]
    match own, others:
        case [op], []:
            return say(op, player)
        case [], [op]:
            return say(op)
        case [], [a, b]:
            return Text(N_("Another +{a}, one more +{b}"), {"a": a.n, "b": b.n})
        case [op], [a]:
            return Text(N_("{name} +{n}, another +{a}"), {"name": player, "n": op.n, "a": a.n})
        case [op], [a, b]:
            return Text(N_("{name} +{n}, others +{a}, +{b}"), {"name": player, "n": op.n, "a": a.n, "b": b.n})
    return None


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


@lru_cache(maxsize=512)
def op_sign(op: Op) -> tuple[str, str]:
    """Icon and a figure of an op, for the cards in hand: ("pawn", "+2")."""
    return SIGNS[op.op], _amount(op)


def _amount(op: Op) -> str:
    match op.op:
        case OpName.RAGE_FORWARD | OpName.SPEED_UP | OpName.CERBERUS:
            return f"+{op.n}"
        case OpName.RAGE_BACK | OpName.SPEED_DOWN:
            return f"−{op.n}"
        case OpName.MOVE:
            return f"−{-op.n}" if op.n < 0 else f"+{op.n}"
        case OpName.DRAW | OpName.DISCARD:
            return str(op.n)
        case OpName.PER_AHEAD:
            return "+?"
        case _:
            return ""


# ---------------------------------------------------------------- cards

ACTIONS: dict[str, str] = {
    "act1_adv": N_("Provisions"),
    "act2_adv": N_("Run"),
    "act3_adv": N_("Run as two"),
    "act4_adv": N_("Gather"),
    "act1_cer": N_("Haste"),
    "act2_cer": N_("Panic"),
    "act3_cer": N_("Prowl"),
    "act4_cer": N_("Rest"),
}
"""Action cards bear no name: these are ours."""


def action_name(card: int, hunts: bool = False) -> Text:
    """Action card 1 to 4 as it is called on the side of an adventurer, or of Cerberus."""
    return Text(ACTIONS[f"act{card}_{'cer' if hunts else 'adv'}"])


@lru_cache(maxsize=512)
def card_name(card: Card) -> Text:
    """Return a card as it is called at the table: by its printed name, no longer in capitals, in any language."""
    if card.deck is CardDeck.ACTION:
        label = card.label.capitalize()
        return Text(ACTIONS[card.id]) if card.id in ACTIONS else Text(label, names={"en": label})
    name = card.name_fr.capitalize()
    return Text(name, names={"en": name})


def card_at_first(card: Card) -> Text:
    """Return the same for a reader who sees it for the first time: in English with our word for it, if it is another
    one."""
    name, gloss = card.name_fr.capitalize(), card.name_en.capitalize()
    if card.deck is CardDeck.ACTION or gloss in ("", name):
        return card_name(card)
    return Text(name, names={"fr": name, "en": f"{name} ({gloss})"})


LONG = 16
"""Letters of names that a key bears; more are counted."""


def caught_words(names: Sequence[str]) -> Text:
    """Return who is caught, as a key says it: "Bo is caught"."""
    if not names:
        return Text(N_("Caught"))
    if len(names) == 1:
        return Text(N_("{name} is caught"), {"name": names[0]})
    if len(", ".join(names)) + 2 > LONG:
        return counted("{n} is caught", "{n} are caught", len(names))
    said = [Text("{name}", {"name": name}) for name in names]
    listed = Text(N_(" and "), parts=(Text(COMMA, parts=tuple(said[:-1])), said[-1]))
    return Text(N_("{names} are caught"), {"names": listed})


def is_dog(card: Card) -> bool:
    """A Cerberus player plays it."""
    return card.face is FaceUp.CERBERUS or card.deck is CardDeck.BETRAYAL


def card_icon(card: Card) -> str:
    """Runner or dog."""
    return "cerberus" if is_dog(card) else "pawn"
