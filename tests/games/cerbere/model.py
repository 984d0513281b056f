"""A second reading of the Board level, small and slow, written from the matrix alone: the oracle of test_model.py.

It knows walks with all special places, captures, the chase, kept boats, cards, turns and both endings; no undo, no
corrections. What a table does is told to it word for word; `say` collects the events as scenarios write them. It is a
coroutine: where somebody has to decide it yields what is open (`waits`), and goes on with the answer.
"""

from __future__ import annotations

from typing import Any

from tests.games.cerbere.ground import CARDS, Flow, Ground, Op, Over, flat


class Model(Ground):
    """A game: cards, turns, and what is asked of the table."""

    # -- inputs ---------------------------------------------------------------------------------------------------

    def play(self, card: str, option: str) -> list[str]:
        """A card, taken to be allowed."""
        return self._begin(self._card(card, CARDS[card]["option"]["ab".index(option)]))

    def end_turn(self) -> list[str]:
        return self._begin(self._end_turn())

    def answer(self, value: Any) -> list[str]:
        """What the open question (`waits`) wanted to know."""
        self.say = []
        self._step(value)
        return self.say

    def _begin(self, flow: Flow) -> list[str]:
        self.say, self.flow = [], flow
        self._step(None)
        return self.say

    def _step(self, value: Any) -> None:
        assert self.flow is not None
        try:
            self.waits = self.flow.send(value)
        except (StopIteration, Over):
            self.waits = self.flow = None

    # -- may it be played? ----------------------------------------------------------------------------------------

    def refusal(self, card: str, option: str) -> str:
        """Why the active player may not play this, in the order of reading 21; "" if nothing is against it."""
        face, who = CARDS[card], self.player
        side = self.side[who]
        action = face["deck"] == "action"
        if side != ("runner" if face.get("face") == "adventurer" or face["deck"] == "survival" else "cerberus"):
            return "wrong_side"
        if self.action if action else self.bonus:
            return "action_already_played" if action else "bonus_already_played"
        if (face["index"] not in self.hand[who]) if action else self.cards[who] == 0:
            return "not_in_hand"
        chosen = face["option"]["ab".index(option)]
        for op in chosen["cost"]:
            if code := self._unpayable(op, 0 if action else 1):
                return code
        if self.seats and all(op["op"] == "peek_or_swap_boat" for op in chosen["effect"]):
            return "boat_revealed"
        return ""

    def _unpayable(self, op: Op, played: int) -> str:
        who = self.player
        match op["op"]:
            case "rage_forward":
                return "cost_rage" if self.die == self.hunt else ""
            case "speed_up":
                return "cost_speed" if self.speed == 8 else ""
            case "speed_down":
                return "cost_speed" if self.speed == 3 else ""
            case "discard":
                givers = self.names if op["from"] == "pool" else [who]
                pool = sum(self.cards[name] for name in givers if self.side[name] == self.side[who])
                return "cost_cards" if pool - played < op["n"] else ""
            case _:
                return "" if self.movable(op) else "cost_move"

    def movable(self, op: Op) -> list[str]:
        """CB-154: who can make at least one step of a move cost."""
        named = [self.player] if op["who"] == "self" else [n for n in self.runners() if n != self.player]
        return [name for name in named if self._can_step(name, op["n"])]

    def free(self) -> bool:
        """Whether the turn may end: CB-041, CB-Q27."""
        face = "adv" if self.side[self.player] == "runner" else "cer"
        hand = [f"act{i}_{face}" for i in self.hand[self.player]]
        return self.action or all(self.refusal(card, option) for card in hand for option in "ab")

    # -- a card ---------------------------------------------------------------------------------------------------

    def _card(self, card: str, option: Op) -> Flow:
        who, face = self.player, CARDS[card]
        self.say.append(f"card_played player={who} card={card} option={option['id']}")
        if face["deck"] == "action":
            self.action = True
            self.hand[who].discard(face["index"])
        else:
            self.bonus = True
            self.cards[who] -= 1
            self.piles[face["deck"]][1] += 1
        used: dict[str, str] = {}
        owed = [i for i, op in enumerate(option["cost"]) if op["op"] in {"discard", "move"}]
        for op in option["cost"]:
            if op["op"] not in {"discard", "move"}:
                self._dice(op["op"], op["n"], cost=True)
        if owed:
            self.say.append(f"cost_due costs={flat(owed)}")
        for i in owed:
            op = option["cost"][i]
            paying = yield ("pay", i, op)
            if op["op"] == "discard":
                for giver in dict.fromkeys(paying):
                    self._lose(giver, op["deck"], paying.count(giver))
            else:
                used[op.get("slot", "")] = paying
                yield from self._walk(paying, op["n"])
        left = list(range(len(option["effect"])))
        self.say.append(f"effect_due effects={flat(left)}")
        while left:
            taken, pawn = yield ("resolve", left[:1] if option["order"] == "listed" else list(left), option, dict(used))
            left.remove(taken)
            yield from self._effect(who, taken, option["effect"][taken], pawn, used)
        if self.side[who] == "out":
            yield from self._end_check()

    def targets(self, op: Op, used: dict[str, str]) -> list[str]:
        """Who can be named for an effect of the active player's card."""
        inner = op["of"][0][0] if op["op"] == "choose_one" else op
        others = [name for name in self.names if name != self.player and name not in used.values()]
        if inner["who"] == "other_cerberus":
            return [name for name in others if self.side[name] == "cerberus"]
        ahead = inner["op"] == "move" and inner["n"] > 0 and op["op"] != "choose_one"
        return [name for name in others if name in (self.on_path() if ahead else self.runners())]

    def _effect(self, who: str, number: int, op: Op, pawn: str | None, used: dict[str, str]) -> Flow:
        head, drop = f"effect_applied effect={number}", f"effect_dropped effect={number}"
        kind = op["op"]
        whom = who if op.get("who", "self") == "self" else pawn
        if kind in {"rage_forward", "rage_back", "speed_up", "speed_down"}:
            here = len(self.say)
            self._dice(kind, op["n"])
            self.say.insert(here, head if len(self.say) > here else drop)
        elif kind == "draw":
            here = len(self.say)
            if whom is not None:
                self._draw(whom, op["deck"], op["n"])
                used[op.get("slot", "")] = whom
            self.say.insert(here, head if len(self.say) > here else drop)
        elif kind == "discard":
            if whom is not None:
                used[op.get("slot", "")] = whom
            if whom is None or not self.cards[whom]:
                self.say.append(drop)
                return
            self.say.append(head)
            self._lose(whom, op["deck"], 1)
        elif kind == "take_back_actions":
            self.hand[who] = {1, 2, 3, 4}
            self.say += [head, f"actions_restored player={who}"]
        elif kind == "peek_or_swap_boat":
            if self.seats:
                self.say.append(drop)
                return
            self.say.append(head)
            yield from self._boats(who, False)
        elif kind == "cerberus_forward":
            if self.cerberus == self.boat - 1:
                self.say.append(drop)
            else:
                self.say.append(head)
                yield from self._run(op["n"], "card")
        elif kind == "choose_one" and pawn is None:
            self.say.append(drop)
        elif kind == "choose_one":
            used[op["of"][0][0]["slot"]] = str(pawn)
            self.say.append(f"choice_needed player={who} kind=option")
            pick = yield ("choose", who, pawn in self.aboard)
            self.say.append(f"choice_made player={who} pick={pick}")
            yield from self._moved(str(pawn), op["of"][pick][0]["n"], head, drop)
        elif kind == "each_adventurer_chooses" or op.get("who") == "all_adventurers":
            yield from self._all(op, head, number, str(pawn))
        elif kind == "advance_per_ahead":
            ahead = [name for name in self.runners() if self.pos[name] > self.pos[who]] if who in self.runners() else []
            yield from self._moved(who, min(op["max"], len(ahead)), head, drop)
        elif whom is None:
            self.say.append(drop)
        else:
            if whom != who:
                used[op["slot"]] = whom
            yield from self._moved(whom, op["n"], head, drop)

    def _moved(self, pawn: str, n: int, head: str, drop: str) -> Flow:
        if n == 0 or pawn not in self.runners() or not self._can_step(pawn, n):
            self.say.append(drop)
            return
        self.say.append(head)
        yield from self._walk(pawn, n)

    def _all(self, op: Op, head: str, number: int, pawn: str) -> Flow:
        """CB-Q04: one after another, here always named."""
        self.say.append(head)
        rest = self.runners()
        while True:
            rest.remove(pawn)
            if op["op"] == "move":
                yield from self._walk(pawn, op["n"])
            elif self.cards[pawn]:
                self.say.append(f"choice_needed player={pawn} kind=option")
                pick = yield ("choose", pawn, False)
                self.say.append(f"choice_made player={pawn} pick={pick}")
                if pick == 0:
                    self._lose(pawn, "survival", 1)
                else:
                    yield from self._walk(pawn, -2)
            else:
                yield from self._walk(pawn, -2)
            rest = [name for name in rest if self.side[name] == "runner"]
            if not rest:
                return
            pawn = yield ("next", number, rest)

    # -- turns ----------------------------------------------------------------------------------------------------

    def _end_turn(self) -> Flow:
        if not self.action:
            self.say.append(f"action_skipped player={self.player}")
        yield from self._end_check()

    def _end_check(self) -> Flow:
        """CB-053..055."""
        if self.seats and len(self.aboard) == self.seats:
            self.over = "runners"
            self.say.append(f"game_over side=runners winners={flat(self.aboard)}")
            raise Over
        if self.die == self.hunt:
            self.say.append(f"hunt_started steps={self.speed}")
            left = len(self.caught)
            yield from self._run(self.speed, "hunt")
            if len(self.caught) == left:
                self.say.append("hunt_missed")
                self._dice("speed_up", 1)
                self.die = self.home
                self.say.append(f"rage_set index={self.die}")
        while True:
            self.active = (self.active + 1) % len(self.names)
            if self.side[self.player] != "out":
                break
        self.action = self.bonus = False
        self.say.append(f"turn_started player={self.player}")
