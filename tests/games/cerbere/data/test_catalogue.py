"""The cards that come along: 21 faces, 42 options, and what must be true of them whoever read them (section 3.13)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.cerbere.data.cards import CardOption, Op
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.names import CardDeck, Deck, FaceUp, From, OpName, Ordering, Who

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


def having(*names: OpName) -> set[str]:
    return {name for name, option in options() if any(op.op in names for op in ops(option))}


def numbers(*names: OpName) -> set[int]:
    return {op.n for _, option in options() for op in ops(option) if op.op in names}


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


def test_CB_044_each_side_has_its_own_cards() -> None:
    """CB-184, CB-185: yellow cards for adventurers, black ones for players of Cerberus."""
    for card in CARDS.values():
        adventurer = card.deck is CardDeck.SURVIVAL or card.face is FaceUp.ADVENTURER
        for option in card.options:
            for op in (*option.cost, *option.effect):
                if op.op in (OpName.DRAW, OpName.DISCARD):
                    runner = adventurer if op.who is Who.SELF else op.who is Who.OTHER_ADVENTURER
                    assert op.deck is (Deck.SURVIVAL if runner else Deck.BETRAYAL), (card.id, option.id)


def test_CB_045_every_adventurer_option_costs_something() -> None:
    free = {name for name, option in options() if not option.cost}
    actions = {name for name in free if name.startswith("act")}
    assert actions == {"act1_cer a", "act2_cer b", "act3_cer a", "act3_cer b", "act4_cer a"}
    assert {name for name in free if not name.startswith("act")} == {f"{id} a" for id in OPTIONS if id[:3] != "act"}


def test_CB_045_what_is_paid_with_what() -> None:
    """Section 3.13: no Survival card costs Rage or Speed; `speed_down` only as one cost; who is moved as a cost."""
    paid = {name: {op.op for op in option.cost} for name, option in options()}
    dice = {OpName.RAGE_FORWARD, OpName.RAGE_BACK, OpName.SPEED_UP, OpName.SPEED_DOWN}
    assert not [name for name, cost in paid.items() if name.startswith("sur") and cost & dice]
    assert having(OpName.SPEED_DOWN) == {name for name, cost in paid.items() if OpName.SPEED_DOWN in cost}
    assert having(OpName.SPEED_DOWN) == {"act1_cer b"}
    moved = {name: op.who for name, option in options() for op in option.cost if op.op is OpName.MOVE}
    assert moved == {
        "act2_cer a": Who.OTHER_ADVENTURER,
        "act4_cer b": Who.OTHER_ADVENTURER,
        "bet_fourberie b": Who.OTHER_ADVENTURER,
        "sur_fatalisme b": Who.SELF,
    }


def test_CB_046_one_card_of_each_side_takes_back() -> None:
    """CB-191: regroup and return; either of their options."""
    taking = having(OpName.TAKE_BACK)
    assert taking == {"act4_adv a", "act4_adv b", "act4_cer a", "act4_cer b"}


def test_CB_047_in_order_only_where_the_card_says_then() -> None:
    assert {name for name, option in options() if option.order is Ordering.LISTED} == {"act4_adv b", "act1_cer b"}


def test_CB_049_several_others_are_different_ones() -> None:
    """CB-181: within an option a letter is met again only in the other list of the same choice."""
    for name, option in options():
        letters = [op.slot for op in (*option.cost, *option.effect) if op.slot]
        letters += [slot for op in option.effect for slot in {inner.slot for of in op.of for inner in of if inner.slot}]
        assert len(letters) == len(set(letters)), name
        chosen = {Who.OTHER_ADVENTURER, Who.OTHER_CERBERUS}
        assert all((op.slot is not None) == (op.who in chosen) for op in ops(option)), name


def test_CB_050_CB_052_others_may_help_with_bonus_cards_only() -> None:
    """CB-051: the Action card wants the player's own card."""
    pool = {name for name, option in options() for op in ops(option) if op.source is From.POOL}
    assert all(name.endswith(" b") and not name.startswith("act") for name in pool)
    assert len(pool) == 11
    own = {name for name, option in options() for op in option.cost if op.op is OpName.DISCARD} - pool
    assert own == {"act3_adv b"}


def test_CB_182_all_adventurers_are_meant_twice() -> None:
    everybody = {name for name, option in options() for op in ops(option) if op.who is Who.ALL_ADVENTURERS}
    assert everybody | having(OpName.EACH) == {"bet_rancune b", "bet_sabotage b"}


def test_CB_183_the_dog_moves_by_two_cards() -> None:
    assert having(OpName.CERBERUS) == {"act3_cer a", "bet_embuscade a", "bet_embuscade b"}


def test_CB_184_CB_186_CB_188_CB_189_numbers_that_are_printed() -> None:
    """CB-185: cards are struck through one by one, as many as there are icons."""
    assert numbers(OpName.DRAW) == {1, 2}
    assert numbers(OpName.RAGE_FORWARD, OpName.RAGE_BACK) == {1, 2}
    assert numbers(OpName.SPEED_UP, OpName.SPEED_DOWN) == {1, 2}
    assert numbers(OpName.DISCARD) == {1, 2, 3}
    assert numbers(OpName.MOVE) == {1, 2, 3, -1, -2, -3}
    far = {name for name, option in options() for op in ops(option) if op.op is OpName.MOVE and op.n == -3}
    assert far == {"bet_fourberie b"}


def test_CB_187_no_card_triggers_a_chase() -> None:
    assert having(OpName.HUNT) == set()


def test_CB_190_who_looks_at_boats() -> None:
    assert having(OpName.BOAT) == {"act4_adv b", "sur_couardise a", "bet_fourberie a"}
