"""The cards that come along: 21 faces, 42 options, and what must be true of them whoever read them (section 3.13)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.cerbere.data.cards import CardOption, Op
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.names import CardDeck, FaceUp, From, OpName, Ordering, Who

CATALOGUE = load_catalogue(None)
CARDS = CATALOGUE.cards

# Every option in our own shorthand: costs > effects. R Rage, S Speed, M move, D draw, X discard (X* from the pool),
# T take back, B boat, C Cerberus, A per ahead; .x: another adventurer, :p another player of Cerberus, @ all.
OPTIONS = {
    "act1_adv": ("R+1 > D2", "R+1 > D1 D1.x D1.y"),
    "act2_adv": ("R+1 > M+2", "R+1 > M+3.x M+1.y"),
    "act3_adv": ("S+1 > M+2 M+1.x", "X1 > M+1 M+2.x"),
    "act4_adv": ("R+1 > D1 T", "R+1 > then T B"),
    "act1_cer": ("> S+1", "S-1 > then D2 D1:p"),
    "act2_cer": ("M+1.w > M-1.x M-1.y M-1.z", "> R+1"),
    "act3_cer": ("> C+1", "> D1"),
    "act4_cer": ("> T", "M+2.w > D1 T"),
    "sur_sacrifice": ("> R-1 M-1.x", "X*1 > R-2 M-2.x"),
    "sur_favoritisme": ("> M+1 M+1.x", "X*3 > M+3 M+2.x M+1.y"),
    "sur_opportunisme": ("> M+1 M-1.x", "X*1 > M+1 (M+2.x|M-2.x)"),
    "sur_fatalisme": ("> M-2", "M-1 > M+3.x"),
    "sur_egoisme": ("> M+1", "X*1 > M+2"),
    "sur_couardise": ("> B", "X*1 > A3"),
    "sur_arrogance": ("> M+1.x M+1.y", "X*1 > M+3.x R-1"),
    "bet_embuscade": ("> C+1", "X*1 > C+2"),
    "bet_perfidie": ("> S+1", "X*1 > R+2"),
    "bet_violence": ("> R+1", "X*2 > S+2"),
    "bet_sabotage": ("> X1.x X1.y", "X*1 > each(X1|M-2)1"),
    "bet_rancune": ("> M-2.x", "X*2 > M-2@"),
    "bet_fourberie": ("> B", "M+1.w > M-3.x"),
}


def short(op: Op) -> str:
    """An op in the shorthand."""
    match op.op:
        case OpName.RAGE_FORWARD:
            return f"R+{op.n}"
        case OpName.RAGE_BACK:
            return f"R-{op.n}"
        case OpName.SPEED_UP:
            return f"S+{op.n}"
        case OpName.SPEED_DOWN:
            return f"S-{op.n}"
        case OpName.MOVE:
            return f"M{op.n:+}{whom(op)}"
        case OpName.DRAW:
            return f"D{op.n}{whom(op)}"
        case OpName.DISCARD:
            return f"X{'*' if op.source is From.POOL else ''}{op.n}{whom(op)}"
        case OpName.TAKE_BACK:
            return "T"
        case OpName.BOAT:
            return "B"
        case OpName.CERBERUS:
            return f"C{op.n:+}"
        case OpName.PER_AHEAD:
            return f"A{op.max}"
        case OpName.CHOOSE:
            return f"({listed(op)})"
        case OpName.EACH:
            return f"each({listed(op)}){op.fallback}"
        case OpName.HUNT:
            return "H"


def listed(op: Op) -> str:
    return "|".join(" ".join(map(short, ops)) for ops in op.of)


def whom(op: Op) -> str:
    slot = op.slot or ""
    return {Who.OTHER_ADVENTURER: f".{slot}", Who.OTHER_CERBERUS: f":{slot}", Who.ALL_ADVENTURERS: "@"}.get(op.who, "")


def written(option: CardOption) -> str:
    then = "then " if option.order is Ordering.LISTED else ""
    return f"{' '.join(map(short, option.cost))} > {then}{' '.join(map(short, option.effect))}".strip()


def options() -> Iterator[tuple[str, CardOption]]:
    """Every option with its name, like `act1_adv a`."""
    for card in CARDS.values():
        for option in card.options:
            yield f"{card.id} {option.id}", option


def ops(option: CardOption) -> Iterator[Op]:
    """All ops of an option, those in lists to choose from too."""
    for op in (*option.cost, *option.effect):
        yield op
        for inner in op.of:
            yield from inner


@pytest.mark.parametrize("id", OPTIONS)
def test_CB_041_each_card_does_what_its_icons_say(id: str) -> None:
    """CB-180..191: 42 options, none forgotten."""
    card = CARDS[id]
    assert [option.id for option in card.options] == ["a", "b"]
    assert tuple(written(option) for option in card.options) == OPTIONS[id]
    assert card.option("a") is card.options[0] and card.option("c") is None


def test_CB_041_four_action_cards_with_two_faces_and_nothing_but_the_decks_beside_them() -> None:
    """CB-042, CB-044: section 1, 28 Survival of 7 kinds, 18 Betrayal of 6."""
    assert set(CARDS) == set(OPTIONS)
    actions = {(card.index, card.face) for card in CARDS.values() if card.deck is CardDeck.ACTION}
    assert actions == {(index, face) for index in (1, 2, 3, 4) for face in FaceUp}
    assert all(CATALOGUE.action(index, face).index == index for index, face in actions if face)
    for deck, copies, kinds, total in (
        (CardDeck.SURVIVAL, 4, 7, CATALOGUE.survival),
        (CardDeck.BETRAYAL, 3, 6, CATALOGUE.betrayal),
    ):
        cards = [card for card in CARDS.values() if card.deck is deck]
        assert [card.copies for card in cards] == [copies] * kinds
        assert total == copies * kinds
        assert all(card.name_fr and card.name_en and card.face is None and card.index == 0 for card in cards)
    assert all(card.label for card in CARDS.values() if card.deck is CardDeck.ACTION)
