"""Level 0 against plain arithmetic: what a table counts by touch (readings 30 and 34), in random order."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.infernal_wagon.place import place
from tests.games.infernal_wagon.wagon import engine, facts
from tests.games.scenario import written


class Counts:
    """Cards of the pile and of all hands, and what was told of misses."""

    def __init__(self, pile: int, hands: list[int]) -> None:
        self.pile, self.hands, self.nobody = pile, hands, 0
        self.discards = self.no_draws = 0
        self.fresh = False
        """A card was counted that nobody has said to miss."""
        self.drew = False

    @property
    def total(self) -> int:
        return max(0, sum(self.hands) - self.nobody)

    def lay(self) -> None:
        self.nobody += self.total > 0

    def draw(self) -> None:
        self.drew = self.pile > 0
        if self.drew:
            self.pile, self.nobody = self.pile - 1, self.nobody - 1

    def count(self) -> None:
        self.lay()
        self.draw()
        self.fresh = True

    def miss(self, kind: str) -> bool:
        """Whether it is asked who lost the draw."""
        if not self.fresh:
            self.lay()
        elif self.drew:  # its draw is taken back
            self.pile, self.nobody = self.pile + 1, self.nobody + 1
        self.fresh = False
        self.discards += kind == "discard"
        if kind != "no_draw" or self.pile == 0:
            self.draw()
            return False
        self.no_draws += 1
        return self.total > 0

    def lost(self, seat: int) -> None:
        self.hands[seat] -= 1
        self.nobody -= 1


@pytest.mark.parametrize("seed", range(60))
def test_what_is_counted_by_touch_adds_up(seed: int) -> None:
    """Readings 30, 34; IW-044, IW-050: pile, hands, total, discards and lost draws; undone to the start."""
    rng = Random(seed)
    seats = ["a", "b", "c", "d", "e"][: rng.randint(2, 5)]
    hands = [rng.randint(1, 4) for _ in seats]
    counts = Counts(rng.randint(1, 12), list(hands))
    table = engine()
    position = place(seats, hands, level="L0", timer="calm", attribution="on_loss", pile=counts.pile)
    first = table.ask({"open": {"game": "infernal_wagon", "seats": seats, "position": position}})
    assert first["ok"], first
    for _ in range(25):
        if rng.random() < 0.5:
            answer = table.ask({"move": written("count")})
            assert answer["ok"] is (counts.pile > 0)
            if not answer["ok"]:
                continue
            counts.count()
        else:
            kind = rng.choice(["discard", "no_draw", "none"])
            n = f" n={rng.randint(1, 9)}" if kind == "discard" else ""
            answer = table.ask({"move": written(f"miss kind={kind}{n}")})
            assert answer["ok"], answer
            if counts.miss(kind):
                holding = [i for i, cards in enumerate(counts.hands) if cards]
                assert facts(answer)["question"] == "who"
                loser = rng.choice(holding)
                answer = table.ask({"move": written(f"answer question=who value={seats[loser]}")})
                counts.lost(loser)
        stands = facts(answer)
        assert (stands["pile"], stands["hands"], stands["total"]) == (counts.pile, counts.hands, counts.total), seed
        assert stands["end"] == "" and stands["question"] == ""
    table.ask({"move": written("give_up")})
    pace = table.ask({"view": {}})["view"]["pace"]
    told = (counts.discards or None, counts.no_draws or None, None)  # reading 39
    assert (pace["discards"], pace["no_draws"], pace["explosions"]) == told
    while table.ask({"undo": {}})["ok"]:
        pass
    back = facts(table.ask({"view": {}}))
    assert (back["pile"], back["hands"]) == (first["view"]["pile"], hands)
