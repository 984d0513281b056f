"""Every op that a card or a symbol may have has its words and its sign."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from companion.games.cerbere.data import op_shapes
from companion.games.cerbere.data.card_words import SIGNS, ask, brief, op_sign, say
from companion.games.cerbere.data.cards import SLOTTED, Op
from companion.games.cerbere.names import OpName, Who

SHAPES = get_args(op_shapes.CostShape | op_shapes.EffectShape | op_shapes.SymbolShape)
HERE = "companion/games/cerbere/data/card_words.py"
LISTS = ((Op(OpName.BOAT),), (Op(OpName.HUNT),))


def test_every_op_has_a_shape() -> None:
    assert set(map(op_shapes.op_name, SHAPES)) == set(OpName)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_op_has_its_words(shape: type[op_shapes.OpShape]) -> None:
    name = op_shapes.op_name(shape)
    assert name in SIGNS, f"no sign: SIGNS in {HERE}"
    for who in map(Who, get_args(get_type_hints(shape).get("who")) or ("self",)):
        op = Op(name, 2, who, "x" if who in SLOTTED else None, max=3, of=LISTS)
        try:
            said = {str(say(op)), str(say(op, again=True)), str(say(op, "Bo"))}
            short, question = str(brief(op)), str(ask(op))
        except KeyError as error:
            pytest.fail(f"{who} has no words for {error}: TABLE, or its Forms and _forms in {HERE}")
        assert bool(op_sign(op)[1]) or "n" not in shape.__struct_fields__, f"no figure: _amount in {HERE}"
        if op.slot:
            assert len(said) == 3 and question != "Who is it?", f"nobody is named: its Forms and _forms in {HERE}"
            assert str(say(op)) not in short, f"no short words: _figure in {HERE}"
