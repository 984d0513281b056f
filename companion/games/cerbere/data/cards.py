"""A card as data: options, costs, effects. The owner's file is `cerbere/cards.toml`; nothing is coded card by card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from companion.games.cerbere.names import CardDeck, DeckKind, FaceUp, From, OpName, Ordering, Side, Who

FACE_OF = {Side.RUNNER: FaceUp.ADVENTURER, Side.CERBERUS: FaceUp.CERBERUS}
"""CB-044: the face of an Action card that a side plays."""
CARDS_OF = {Side.RUNNER: CardDeck.SURVIVAL, Side.CERBERUS: CardDeck.BETRAYAL}
"""CB-044: the other cards that a side plays."""
DECKS = {CardDeck.SURVIVAL: DeckKind.SURVIVAL, CardDeck.BETRAYAL: DeckKind.BETRAYAL}
"""Where cards are drawn; Action cards are not."""


class Op(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True, gc=False):
    """One thing that a card or a symbol does; which fields count depends on `op` (see the head of the card file)."""

    op: OpName
    n: int = 1
    who: Who = Who.SELF
    slot: str | None = None
    """Ops of one option that bear the same letter are about the same pawn, different letters about different ones."""
    deck: DeckKind = DeckKind.SURVIVAL
    source: From = From.SELF
    max: int = 0
    of: tuple[tuple[Op, ...], ...] = ()
    fallback: int = 0


SLOTTED = {Who.OTHER_ADVENTURER: Side.RUNNER, Who.OTHER_CERBERUS: Side.CERBERUS}
"""Who has to be named: a pawn of which side."""


@lru_cache(maxsize=1024)
def slotted(op: Op) -> tuple[Op, ...]:
    """Return the ops of an effect that are about a pawn still to be named: itself, or those in its lists."""
    if op.op is OpName.CHOOSE:
        return tuple(found for ops in op.of for inner in ops for found in slotted(inner))
    return (op,) if op.who in SLOTTED else ()


@lru_cache(maxsize=1024)
def slot_of(op: Op) -> str | None:
    """Return the slot letter of an effect or a cost; of one of two lists that of its first pawn."""
    found = slotted(op)
    return found[0].slot if found else None


@lru_cache(maxsize=1024)
def _moves(ops: tuple[Op, ...]) -> bool:
    return any(op.op in MOVING or any(map(_moves, op.of)) for op in ops)


MOVING = (OpName.MOVE, OpName.PER_AHEAD, OpName.CERBERUS)


class CardOption(Struct, frozen=True, cache_hash=True):
    """One of the two options of a card face."""

    id: str
    cost: tuple[Op, ...]
    effect: tuple[Op, ...]
    order: Ordering = Ordering.FREE

    @property
    def moves(self) -> bool:
        """Whether it moves a pawn, Cerberus's too."""
        return _moves((*self.cost, *self.effect))


class Card(Struct, frozen=True, cache_hash=True):
    """One card face. Action: `face` and `index` 1..4, one card in each colour; others: `copies` in their deck."""

    id: str
    deck: CardDeck
    options: tuple[CardOption, ...]
    face: FaceUp | None = None
    index: int = 0
    copies: int = 1
    label: str = ""
    name_fr: str = ""
    name_en: str = ""

    def option(self, id: str) -> CardOption | None:
        for option in self.options:
            if option.id == id:
                return option
        return None


class CardCatalogue(Struct, frozen=True, dict=True):
    """All card faces by id, and how many cards each deck has."""

    cards: dict[str, Card]
    survival: int = 28
    betrayal: int = 18

    @cached_property
    def options(self) -> Mapping[tuple[str, str | None], CardOption]:
        """The options by card and option."""
        return {(card.id, option.id): option for card in self.cards.values() for option in card.options}

    @cached_property
    def sides(self) -> Mapping[Side, tuple[Card, ...]]:
        """CB-044: the cards that each side plays, Action cards first."""
        cards = self.cards.values()
        return {
            side: (
                *(card for card in cards if card.deck is CardDeck.ACTION and card.face is FACE_OF[side]),
                *(card for card in cards if card.deck is CARDS_OF[side]),
            )
            for side in FACE_OF
        }

    def action(self, index: int, face: FaceUp) -> Card:
        """Return the face of Action card `index` (1..4): `act1_adv` ..."""
        return next(c for c in self.cards.values() if c.index == index and c.face is face)

    @cached_property
    def actions(self) -> Mapping[Side, tuple[Card, ...]]:
        """CB-044: the faces of the Action cards that each side plays."""
        return {side: tuple(c for c in cards if c.deck is CardDeck.ACTION) for side, cards in self.sides.items()}
