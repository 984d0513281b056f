"""A second reading of section 3, small and slow, written from the matrix alone: the oracle of test_model.py.

It knows full card data (L2), named players (`each_play`), Silence, U-turn, tunnels, explosions and the open
judgement; no Curses, no undo. Time is a reading of its own (`cue_at`). What it says must be what the game says, word
for word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ModelCard:
    """`ways`: (entry, exits that are then open). `discard`: how many, 0 for "no draw"."""

    kind: str
    ways: tuple[tuple[str, tuple[str, ...]], ...] = ()
    crossing: bool = False
    discard: int = 0
    special: str = "none"


def model_card(record: Mapping[str, Any]) -> ModelCard:
    """A card record of section 4.3."""
    ends = ["*", "*"] if record["kind"] == "easy" else record.get("ends", [])
    first = ends[:1] if record.get("directional") else ends
    ways = tuple((end, tuple(ends[:place] + ends[place + 1 :])) for place, end in enumerate(first))
    penalty = record.get("penalty", {})
    return ModelCard(
        record["kind"],
        ways,
        bool(record.get("intersection")),
        penalty.get("n", 0),
        record.get("special", "none"),
    )


def same(one: str, other: str) -> bool:
    return one == other or "*" in {one, other}


@dataclass
class Model:
    """`say` collects the events of one input, as scenarios write them."""

    cards: Mapping[str, ModelCard]
    seats: list[str]
    pile: int
    full: int
    """The pile at the start (IW-007)."""
    hands: dict[str, int]
    special_first: bool = False
    track: list[str] = field(default_factory=lambda: ["start-3", "start-2", "start-1"])
    exits: set[str] = field(default_factory=lambda: {"*"})
    any_of: bool = False
    on: dict[str, bool] = field(default_factory=lambda: {"silence": False, "uturn": False})
    streak: tuple[str, int] = ("", 0)
    tunnel: list[str] = field(default_factory=list)
    """Danger cards laid in this turn whose penalty waits (special first)."""
    owner: str = ""
    in_tunnel: bool = False
    asked: str = ""
    skip: bool = False
    drawn: bool = False
    """A card was drawn since the last play or switch, so a switch card may come up (IW-117)."""
    told_last: bool = False
    over: str = ""
    say: list[str] = field(default_factory=list)

    # -- inputs ---------------------------------------------------------------------------------------------------

    def card(self, slot: str, actor: str, owner: str) -> list[str]:
        """A tap of a card that has not been seen yet."""
        self.say = []
        if self.asked:
            self._judged(True)
        if self.over:
            self.say.append("ignored reason=game_over")
        elif self.cards[slot].kind in self.on:
            self._switch(self.cards[slot].kind)
        elif self.cards[slot].kind == "exit":
            self._exit(actor, owner)
        elif self.in_tunnel:
            self._added(slot)
        else:
            if self.pile == self.full and self.cards[slot].kind == "easy":
                self.say.append("check what=draw")
            self._laid(slot, actor, owner)
        return self.say

    def answer(self, matched: bool) -> list[str]:
        self.say = []
        self._judged(matched)
        return self.say

    def might_fit(self, slot: str) -> bool:
        """A card that fits at least one possible exit, or that lies elsewhere."""
        card = self.cards[slot]
        return not card.ways or any(same(e, way) for e in self.exits for way, _ in card.ways)

    # -- switches -------------------------------------------------------------------------------------------------

    def _switch(self, name: str) -> None:
        self.on[name] = not self.on[name]
        state = "on" if self.on[name] else "off"
        if self.in_tunnel:
            drift = self.pile == 1
            self.say += ["count_drift n=-1"] if drift else []
            self.say += [f"{name}_{state}", "replacement_expected"]
            self._take(0 if drift else 1, None)
        elif self.drawn and self.pile:
            self.say += [f"{name}_{state}", "replacement_expected"]
            self._take(1, None)
        else:
            self.drawn = False
            self.say += ["check what=draw", f"{name}_{state}"]
            self._take(min(1, self.pile), None, quiet=True)

    # -- plays ----------------------------------------------------------------------------------------------------

    def _limits(self, actor: str, owner: str, turned: bool) -> None:
        row = self.streak[1] + 1 if self.streak[0] == actor else 1
        self.streak = (actor, row)
        others = [seat for seat in self.seats if seat != actor]
        if self.on["uturn"]:
            able = any(self.hands[hand] for seat in others for hand in self.seats if hand != seat)
        else:
            able = any(self.hands[seat] for seat in others)
        if able and row > (2 if len(self.seats) == 2 else 1):
            self.say.append(f"limit_warning player={actor}")
        if turned and actor == owner:
            self.say.append(f"warn what=own_card player={actor}")

    def _laid(self, slot: str, actor: str, owner: str) -> None:
        self._limits(actor, owner, self.on["uturn"])
        self.owner, self.skip, self.tunnel = owner, False, []
        self.hands[owner] -= 1
        self.say.append(f"card_placed card={slot} player={actor} owner={owner}")
        self._judge(slot)

    def _added(self, slot: str) -> None:
        self.in_tunnel = False
        drift = self.pile == 1
        self.say += ["count_drift n=-1"] if drift else []
        self.say.append(f"tunnel_card card={slot}")
        self._take(0 if drift else 1, None)
        self._judge(slot)

    def _exit(self, actor: str, owner: str) -> None:
        right = 1 if self.in_tunnel else 0
        if self.pile > right:
            self.say.append(f"count_drift n={self.pile - right}")
        if self.in_tunnel:
            self.say.append("tunnel_card card=exit")
            self._take(self.pile, None, quiet=True)
        else:
            turned = self.on["uturn"]
            self._take(self.pile, None, quiet=True)
            self._limits(actor, owner, turned)
            self.hands[owner] = max(0, self.hands[owner] - 1)
            self.say.append(f"card_placed card=exit player={actor} owner={owner}")
        self.track.append("exit")
        self.over = "won"
        self.say.append("won")

    # -- judgement ------------------------------------------------------------------------------------------------

    def _judge(self, slot: str) -> None:
        self.track.append(slot)
        ways = self.cards[slot].ways
        fits = {e for e in self.exits if any(same(e, way) for way, _ in ways)}
        if fits == self.exits or (self.any_of and fits):
            self._lead(slot, [out for e in fits for way, out in ways if same(e, way)])
            self.say.append("match")
            self._after(slot, missed=False)
        elif not fits:
            self._lead(slot, [out for _, out in ways])
            self._after(slot, missed=True)
        else:
            self.asked = slot
            self.say.append("prompt question=matched")

    def _judged(self, matched: bool) -> None:
        slot, self.asked = self.asked, ""
        self._lead(slot, [out for e in self.exits for way, out in self.cards[slot].ways if same(e, way) == matched])
        if matched:
            self.say.append("match")
        self._after(slot, missed=not matched)

    def _lead(self, slot: str, outs: list[tuple[str, ...]]) -> None:
        self.exits = {symbol for out in outs for symbol in out}
        self.any_of = self.cards[slot].crossing

    def _after(self, slot: str, missed: bool) -> None:
        card = self.cards[slot]
        late = self.special_first and card.special != "none"
        if missed and not late:
            self._penalty(card)
        if self.over:
            return
        if card.special == "explosion":
            gone, self.track = self.track[:-3], self.track[-3:]
            self.say.append(f"explosion cards=[{','.join(gone)}]")
        if late and missed:
            if card.special == "explosion" or not self.pile:
                self._penalty(card)
            else:
                self.tunnel.append(slot)
        if self.over:
            return
        if card.special == "tunnel" and self.pile:
            self.in_tunnel = True
            self.say.append(f"tunnel_expected owner={self.owner}")
            return
        while self.tunnel and not self.over:
            self._penalty(self.cards[self.tunnel.pop()])
        if not self.over:
            self._draw()

    def _penalty(self, card: ModelCard) -> None:
        if card.discard == 0:
            self.skip = True
            self.say.append("mismatch kind=no_draw n=null")
            return
        self.say.append(f"mismatch kind=discard n={card.discard}")
        if card.discard > len(self.track) - 1:
            self.over = "lost wagon"
            self.say.append("lost reason=wagon")
            return
        gone, self.track = self.track[: card.discard], self.track[card.discard :]
        self.say.append(f"track_discarded cards=[{','.join(gone)}]")

    # -- the pile -------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.drawn = False
        if not self.pile:
            self.say.append("pile_empty")
        elif self.skip:
            self.say.append(f"draw_skipped player={self.owner}")
        else:
            self.drawn = True
            self.hands[self.owner] += 1
            self.say.append(f"draw_expected player={self.owner}")
            self._take(1, self.owner)
        if not self.hands[self.owner]:
            self.say.append(f"player_out player={self.owner}")
        if not sum(self.hands.values()):
            if self.pile:
                self.over = "lost no_hands"
                self.say.append("lost reason=no_hands")
            else:
                self.say.append("check what=hands")

    def _take(self, number: int, drawer: str | None, quiet: bool = False) -> None:
        before, self.pile = self.pile, self.pile - number
        if before == self.pile:
            return
        if before > 4 >= self.pile and not self.told_last and not (quiet and self.pile == 0):
            self.told_last = True
            self.say.append(f"last_cards left={self.pile}")
        if self.pile == 0:
            if not quiet:
                self.say.append("exit_drawn" + (f" player={drawer}" if drawer else ""))
            if any(self.on.values()):
                self.on = dict.fromkeys(self.on, False)
                self.say.append("check what=switch")


AT_THE_END = {90: "A5h", 60: "A6", 30: "A630", 15: "A645", 0: "A7"} | {left: f"A65{10 - left}" for left in range(1, 11)}
"""s left -> cue."""


def cue_at(second: int, minutes: int) -> str | None:
    """What a countdown of so many minutes tells when so many seconds are gone (section 6.2, reading 37)."""
    left = 60 * minutes - second
    if second == left:
        return "A3h"
    if left in AT_THE_END:
        return AT_THE_END[left]
    if second % 60 == 0 and second <= 300 and left > 60:
        return f"A{second // 60}"
    return None
