"""Read the card file: all card faces with their options. Whatever is wrong is named by file, line and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from companion.engine.config import BadValue, KeyPath, load_toml
from companion.engine.packaged import data_file
from companion.engine.text import N_, Facts, Text
from companion.games.cerbere.data import op_shapes as shape
from companion.games.cerbere.data.cards import Card, CardCatalogue, CardOption
from companion.games.cerbere.data.files import Meta as Head
from companion.games.cerbere.names import COLOURS, CardDeck, DeckKind, FaceUp, Ordering

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
Name = Annotated[str, Meta(min_length=1)]
OPTIONS = ("a", "b")
Copies = Annotated[int, Meta(ge=1, le=99)]
Total = Annotated[int, Meta(ge=0, le=999)]


class _Option(Struct, forbid_unknown_fields=True):
    id: str
    cost: tuple[shape.CostShape, ...]
    effect: Annotated[tuple[shape.EffectShape, ...], Meta(min_length=1)]
    order: Ordering = Ordering.FREE


class _Card(Struct, tag_field="deck", forbid_unknown_fields=True, kw_only=True):
    id: Id
    option: tuple[_Option, ...]


class _Action(_Card, tag="action", kw_only=True):
    face: FaceUp
    index: Annotated[int, Meta(ge=1, le=4)]
    copies_per_colour: Annotated[int, Meta(ge=1, le=1)] = 1
    label: Name


class _Bonus(_Card, kw_only=True):
    copies: Copies
    name_fr: Name
    name_en: Name


class _Survival(_Bonus, tag="survival", kw_only=True):
    pass


class _Betrayal(_Bonus, tag="betrayal", kw_only=True):
    pass


_AnyCard = _Action | _Survival | _Betrayal


class _Totals(Struct, forbid_unknown_fields=True):
    action: Total
    survival: Total
    betrayal: Total
    colours: tuple[str, ...]


class _File(Struct, forbid_unknown_fields=True):
    meta: Head
    totals: _Totals
    card: tuple[_AnyCard, ...]


def load_catalogue(config_dir: Path | None) -> CardCatalogue:
    """Return the owner's cards, or those that come along.

    :raises ConfigError: naming file, line and key.
    """
    file = load_toml(data_file("cerbere", "cards.toml", config_dir), _File, _check)
    return CardCatalogue({card.id: _face(card) for card in file.card}, file.totals.survival, file.totals.betrayal)


def _face(card: _AnyCard) -> Card:
    options = tuple(
        CardOption(option.id, shape.ops_of(option.cost), shape.ops_of(option.effect), option.order)
        for option in sorted(card.option, key=lambda option: option.id)
    )
    if isinstance(card, _Action):
        return Card(card.id, CardDeck.ACTION, options, face=card.face, index=card.index, label=card.label)
    deck = CardDeck.SURVIVAL if isinstance(card, _Survival) else CardDeck.BETRAYAL
    return Card(card.id, deck, options, copies=card.copies, name_fr=card.name_fr, name_en=card.name_en)


# --- what cannot be right ---------------------------------------------------------------------------------


def _check(file: _File) -> None:
    ids: set[str] = set()
    for i, card in enumerate(file.card):
        if card.id in ids:
            raise BadValue(("card", i, "id"), Text(N_("card {word} is there twice"), {"word": card.id}))
        ids.add(card.id)
        _check_options(card, ("card", i))
    _check_actions(file.card)
    _check_totals(file)


def _check_actions(cards: Iterable[_AnyCard]) -> None:
    """Four Action cards with two faces each."""
    seen: dict[tuple[int, FaceUp], str] = {}
    for i, card in enumerate(cards):
        if isinstance(card, _Action):
            if taken := seen.get((card.index, card.face)):
                facts: Facts = {"word": taken, "face": card.face.value, "n": card.index}
                raise BadValue(("card", i, "index"), Text(N_("{word} is already the {face} face of card {n}"), facts))
            seen[card.index, card.face] = card.id
    for face in FaceUp:
        for index in (1, 2, 3, 4):
            if (index, face) not in seen:
                facts = {"face": face.value, "n": index}
                raise BadValue(("card",), Text(N_("the {face} face of {cb.action} card {n} is missing"), facts))


def _check_totals(file: _File) -> None:
    """Section 1: the totals are printed; how many copies a kind has is not."""
    totals = file.totals
    for i, colour in enumerate(totals.colours):
        if colour not in COLOURS:
            facts: Facts = {"word": colour, "words": ", ".join(COLOURS)}
            raise BadValue(("totals", "colours", i), Text(N_("there is no colour {word}; known are {words}"), facts))
        if colour in totals.colours[:i]:
            raise BadValue(("totals", "colours", i), Text(N_("{words} is there twice"), {"words": colour}))
    if missing := [colour for colour in COLOURS if colour not in totals.colours]:
        facts = {"most": len(COLOURS), "words": ", ".join(missing)}
        raise BadValue(("totals", "colours"), Text(N_("there are {most} colours; missing: {words}"), facts))
    _check_total("action", totals.action, 4 * len(totals.colours))
    _check_total("survival", totals.survival, sum(c.copies for c in file.card if isinstance(c, _Survival)))
    _check_total("betrayal", totals.betrayal, sum(c.copies for c in file.card if isinstance(c, _Betrayal)))


def _check_total(deck: str, stated: int, counted: int) -> None:
    if stated != counted:
        wrong = Text(N_("it says {n}, but the cards add up to {most}"), {"n": stated, "most": counted})
        raise BadValue(("totals", deck), wrong)


def _check_options(card: _AnyCard, key: KeyPath) -> None:
    ids = [option.id for option in card.option]
    for j, id in enumerate(ids):
        if id not in OPTIONS:
            facts: Facts = {"one": OPTIONS[0], "other": OPTIONS[1], "word": id}
            wrong = Text(N_("the options are {one} and {other}; there is no {word}"), facts)
            raise BadValue((*key, "option", j, "id"), wrong)
        if id in ids[:j]:
            wrong = Text(N_("option {word} of {card} is there twice"), {"word": id, "card": card.id})
            raise BadValue((*key, "option", j, "id"), wrong)
    for id in OPTIONS:
        if id not in ids:
            wrong = Text(N_("option {word} of {card} is missing"), {"word": id, "card": card.id})
            raise BadValue((*key, "option"), wrong)
    side = _side(card)
    for j, option in enumerate(card.option):
        letters: dict[str, str] = {}
        for where, op in _ops(option, (*key, "option", j)):
            shape.check_steps(where, op)
            _check_who(where, op, side, letters)
            _check_deck(where, op, side)
            if isinstance(op, shape.ChooseOneOp):
                _check_choice(where, op)


def _side(card: _AnyCard) -> FaceUp:
    """Return who plays it (CB-044)."""
    if isinstance(card, _Action):
        return card.face
    return FaceUp.ADVENTURER if isinstance(card, _Survival) else FaceUp.CERBERUS


def _ops(option: _Option, key: KeyPath) -> Iterator[tuple[KeyPath, shape.OpShape]]:
    """Each op with its place, those in lists to choose from too."""
    for k, cost in enumerate(option.cost):
        yield (*key, "cost", k), cost
    for k, effect in enumerate(option.effect):
        where = (*key, "effect", k)
        yield where, effect
        if isinstance(effect, (shape.ChooseOneOp, shape.EachChoosesOp)):
            for number, ops in enumerate(effect.of):
                yield from (((*where, "of", number, n), op) for n, op in enumerate(ops))


def _check_choice(where: KeyPath, choice: shape.ChooseOneOp) -> None:
    """Whom it is about is named before the list is picked: the two lists are about the same single pawn or hand."""
    ops = [((*where, "of", number, n), op) for number, listed in enumerate(choice.of) for n, op in enumerate(listed)]
    about = [(at, getattr(op, "who", "self"), op.slot) for at, op in ops if hasattr(op, "slot")]
    for at, who, slot in about:
        if (who, slot) != about[0][1:]:
            wrong = Text(N_("the lists of one choose_one are about the same single pawn (who and slot)"))
            raise BadValue((*at, "who"), wrong)


def _check_who(where: KeyPath, op: shape.OpShape, side: FaceUp, letters: dict[str, str]) -> None:
    """CB-180..182: who is chosen bears a letter (CB-049); a player of Cerberus has no pawn on the path."""
    who: str = getattr(op, "who", "self")
    slot: str | None = getattr(op, "slot", None)
    if who.startswith("other_"):
        if slot is None:
            wrong = Text(N_('who is chosen bears a letter: {who} wants slot = "x"'), {"who": who})
            raise BadValue((*where, "slot"), wrong)
        if letters.setdefault(slot, who) != who:
            wrong = Text(N_("{word} already stands for an {other}"), {"word": slot, "other": letters[slot]})
            raise BadValue((*where, "slot"), wrong)
    elif slot is not None:
        raise BadValue((*where, "slot"), Text(N_("{who} is not chosen and bears no letter"), {"who": who}))
    if side is FaceUp.CERBERUS and isinstance(op, (shape.MoveOp, shape.MoveCost)) and who == "self":
        raise BadValue((*where, "who"), _NO_PAWN)
    if side is FaceUp.CERBERUS and isinstance(op, shape.PerAheadOp):
        raise BadValue((*where, "op"), _NO_PAWN)


_NO_PAWN = Text(N_("a {cb.cerberus_player} has no pawn on the path"))


def _check_deck(where: KeyPath, op: shape.OpShape, side: FaceUp) -> None:
    """CB-044: adventurers hold Survival cards, players of Cerberus Betrayal cards."""
    who, deck = getattr(op, "who", "self"), getattr(op, "deck", None)
    if not isinstance(deck, DeckKind):  # none, or the only one that its shape knows
        return
    adventurer = side is FaceUp.ADVENTURER if who == "self" else who == "other_adventurer"
    right = DeckKind.SURVIVAL if adventurer else DeckKind.BETRAYAL
    if deck is not right:
        facts: Facts = {"who": who, "deck": right.value, "other": deck.value}
        raise BadValue((*where, "deck"), Text(N_("{who} has {deck} cards here, not {other}"), facts))
