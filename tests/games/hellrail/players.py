"""People at the table of `cardboard`: random turns by the rules of sections 2.2 to 2.7, told command by command."""

from __future__ import annotations

from collections.abc import Generator

from tests.games.hellrail.cardboard import NUMBERS, SIGNS, Over, Player, Table
from tests.games.hellrail.fixture import CIRCLES

Told = Generator[str, None, None]
"""Commands; before each is handed out, `Table.say` holds what it must lead to."""
WILD = 12


class Players:
    """Whoever sits there. Subclassed by what is done in circles (`visitors.Visitors`)."""

    def __init__(self, table: Table) -> None:
        self.t = table
        self.active = 0
        self.gluttony = False
        self.moved = False
        """A card has moved the engine in this turn: else nothing can happen on the way (reading 43)."""
        self.gone = False
        """The turn ended in the middle (HR-057)."""

    @property
    def me(self) -> Player:
        return self.t.players[self.active]

    def others(self) -> list[Player]:
        return [player for player in self.t.players if player is not self.me]

    def coin(self, p: float = 0.5) -> bool:
        return self.t.rng.random() < p

    def game(self, turns: int) -> Told:
        """Turns until the cards are used up, or for so long."""
        first = self.t.rng.choice(self.t.names)
        tokens = self.t.deal()
        self.active = self.t.names.index(first)
        self.t.say.append(f"first_player_set seat={first}")
        yield f"deal effects={tokens} first={first}"
        try:
            for _ in range(turns):
                yield from self.turn()
        except Over:
            yield self.last
        if self.t.over:
            self.t.say.append("scores_shown")
            yield "reveal"

    last = ""
    """The command in the middle of which the game ended."""

    def turn(self) -> Told:
        self.gone = self.gluttony = self.moved = False
        tendered = yield from self.start()
        for _ in range(self.t.rng.randint(0, 9)):
            if self.gone:
                return
            yield from self.action()
        if not self.gone:
            yield from self.finish(tendered)

    def start(self) -> Generator[str, None, bool]:
        """HR-010..013; whether a Tender was kept."""
        me = self.me
        if me.tender and self.coin(0.2):
            me.tender = False
            self.t.say.append(f"tender_returned seat={me.name}")
            yield "drop_tender"
        n = 3 if me.tender and self.coin(0.8) else 1
        self.last = f"draw n={n}"
        self.t.take_cards(me, n)
        yield self.last
        return me.tender

    def pass_on(self) -> None:
        """HR-018."""
        before, self.active = self.me, (self.active + 1) % len(self.t.players)
        self.t.say.append(f"turn_ended seat={before.name} next={self.me.name}")
        self.gone = True

    def finish(self, tendered: bool) -> Told:
        """HR-017, HR-070..072, HR-096."""
        me = self.me
        if self.gluttony:
            while me.hand:
                card = me.hand.pop()
                self.t.discard.append(card)
                self.t.say.append(f"cards_discarded seat={me.name} cards=[{card}]")
                yield f"discard cards=[{card}]"
        elif me.hand and not me.tender and not tendered and self.coin(0.7):
            card = max(me.hand, key=lambda c: self.t.faces[c].brimstone)
            me.hand.remove(card)
            self.t.discard.append(card)
            self.t.say.append(f"fanned seat={me.name} card={card}")
            self.last = f"fan card={card}"
            self.t.take_cards(me, self.t.faces[card].brimstone)
            self.pass_on()
            yield self.last
            return
        self.pass_on()
        yield "end_turn"

    # -- card actions ---------------------------------------------------------------------------------------------

    def action(self) -> Told:
        """HR-014: any of them, in any order."""
        kinds = [
            self.pickup,
            self.pickup,
            self.setout,
            self.move,
            self.move,
            self.boat,
            self.lay,
            *([self.report, self.report] if self.moved else []),
        ]
        prey = [p for p in self.others() if p.train and p.at == "rail"]
        if prey and self.moved and self.me.soul_catcher and self.me.at == "rail":
            yield from self.ram(self.t.rng.choice(prey))
        yield from self.t.rng.choice(kinds)()

    def pickup(self) -> Told:
        me = self.me
        fits = [c for c in me.hand if SIGNS.get(me.at) == self.t.faces[c].pickup]
        if fits:
            card = self.t.rng.choice(fits)
            me.hand.remove(card)
            me.train.append(card)
            self.t.say.append(f"car_loaded seat={me.name} card={card}")
            yield f"pickup card={card}"

    def setout(self) -> Told:
        me = self.me
        fits = [c for c in me.train if SIGNS.get(me.at) == self.t.faces[c].setout]
        if fits:
            card = self.t.rng.choice(fits)
            self.t.deliver(me, card)
            yield f"setout card={card}"

    def lay(self) -> Told:
        if self.me.hand and self.coin(0.4):
            what = self.t.rng.choice(("lay", "upgrade"))
            if what == "upgrade" and not self.t.rails:
                return
            card = self.me.hand.pop()
            self.t.rails.append(card)
            self.t.say.append(f"{'rail_laid' if what == 'lay' else 'rail_upgraded'} seat={self.me.name} card={card}")
            yield f"{what} card={card}"

    def toll(self, hand: list[str]) -> list[str] | None:
        """HR-098: cards of a higher value than the number; [] where Cerberus is not, None if it cannot be paid."""
        if self.t.cerberus is None or self.t.cerberus != self.me.at:
            return []
        paid: list[str] = []
        for card in hand:
            paid.append(card)
            if sum(self.t.faces[c].car for c in paid) > NUMBERS[self.me.at]:
                return paid
        return None

    def _pay(self, toll: list[str], card: str) -> str:
        me = self.me
        for one in (*toll, card):
            me.hand.remove(one)
            self.t.discard.append(one)
        if not toll:
            return ""
        self.t.say.append(f"toll_paid seat={me.name} circle={me.at} cards=[{','.join(toll)}]")
        return f" toll=[{','.join(toll)}]"

    def aim(self) -> str:
        """A circle where something can be done, mostly."""
        me = self.me
        if me.soul_catcher and any(p.train and p.at == "rail" for p in self.others()):
            return "rail"
        useful = [self.t.faces[c].setout for c in me.train] + [self.t.faces[c].pickup for c in me.hand]
        if useful and self.coin(0.7):
            return "C" + self.t.rng.choice(useful)
        return self.t.rng.choice([*CIRCLES, *["rail"] * 8])

    def move(self) -> Told:
        """HR-028, HR-038, HR-053; reading 19."""
        me = self.me
        able = [c for c in me.hand if self.t.faces[c].brimstone >= self.t.fuel(me)]
        if not able:
            return
        card = self.t.rng.choice(able)
        toll = self.toll([c for c in me.hand if c != card])
        if toll is None:
            return
        paid = self._pay(toll, card)
        self.moved = True
        self.t.say.append(f"fuel_spent seat={me.name} card={card} limit={self.t.faces[card].car}")
        to = "off" if self.t.rng.randrange(WILD) == 0 else self.aim()
        if to == "off":
            yield from self.fall(f"move card={card}{paid} to=off")
        elif self.coin(0.3):
            yield f"move card={card}{paid}"
            self.arrive(to)
            yield "report what=on_rail" if to == "rail" else f"report what=arrived circle={to}"
            yield from self.visit(to)
        else:
            self.arrive(to)
            yield f"move card={card}{paid} to={to}"
            yield from self.visit(to)

    def arrive(self, to: str) -> None:
        me = self.me
        me.at = to
        if to == "rail":
            self.t.say.append(f"stepped seat={me.name} node=rail heading=null")
        else:
            choice = str(to != "CG" or me.held is not None).lower()
            self.t.say.append(f"circle_entered seat={me.name} circle={to} choice={choice}")

    def boat(self) -> Told:
        """HR-115, HR-117."""
        me = self.me
        if not me.boatman or not me.hand:
            return
        card = self.t.rng.choice(me.hand)
        toll = self.toll([c for c in me.hand if c != card])
        if toll is None or not self.t.faces[card].brimstone:
            return
        gap = self.t.rng.randint(1, self.t.faces[card].brimstone)
        paid, to = self._pay(toll, card), self.aim()
        me.boatman = False
        self.moved = True
        self.t.say.append(f"boat_used seat={me.name} card={card} gap={gap}")
        self.arrive(to)
        yield f"boat card={card}{paid} gap={gap} to={to}"
        yield from self.visit(to)

    # -- reports --------------------------------------------------------------------------------------------------

    def report(self) -> Told:
        """Reading 19: what happened on the board in my turn."""
        out = [p for p in self.others() if p.at == "rail"]
        if self.t.markers and self.coin(0.4):
            yield from self.marked(self.t.rng.choice([p for p in self.t.players if p.at == "rail"] or [self.me]))
        elif out:
            other = self.t.rng.choice(out)
            if self.me.at == "rail":
                yield from self.ram(other)
            if self.coin(0.3):
                circle = self.t.rng.choice(CIRCLES)
                other.at = circle
                self.t.say.append(f"pushed_into_circle seat={other.name} circle={circle}")
                yield f"report what=pushed target={other.name} circle={circle}"
            elif self.coin(0.2):
                if not other.hand:
                    self.t.derail(other)
                yield f"report what=derailed target={other.name}"
                yield from self.dumped(other)

    def ram(self, other: Player) -> Told:
        """HR-052, HR-112."""
        me = self.me
        self.t.say.append(f"rammed seat={me.name} target={other.name}")
        yield f"report what=rammed target={other.name}"
        if me.soul_catcher and other.train:
            if self.coin():
                me.soul_catcher = False
                car = other.train.pop()
                self.t.discard.append(car)
                self.t.say.append(f"car_removed seat={me.name} target={other.name} card={car}")
                yield "soulcatch use=yes"
            else:
                yield "soulcatch use=no"

    def marked(self, player: Player) -> Told:
        """HR-093."""
        self.t.say.append(f"marker_hit seat={player.name} node=null")
        self.last = "report what=marker" + ("" if player is self.me else f" target={player.name}")
        self.t.need_card()
        yield self.last
        flipped = self.t.flip(player, "delinquency")
        lost = len(player.train) - self.t.faces[flipped].brimstone
        if lost <= 0:
            self.t.put_down()
            yield f"flip seat={player.name} card={flipped}"
            return
        yield f"flip seat={player.name} card={flipped}"
        cars = self.t.rng.sample(player.train, lost)
        self.t.drop(player, cars)
        self.t.put_down()
        yield f"drop_cars seat={player.name} cards=[{','.join(cars)}]"

    def fall(self, command: str) -> Told:
        """HR-053, HR-057: off the rail in the own turn."""
        me = self.me
        if not me.hand:
            self.t.derail(me)
            self.pass_on()
            yield command
            return
        yield command
        cards = ",".join(me.hand)
        self.t.dump(me)
        self.t.derail(me)
        self.pass_on()
        yield f"discard cards=[{cards}]"

    def dumped(self, player: Player) -> Told:
        """HR-054: the hand is tapped, then the rest follows."""
        if player.hand:
            cards = ",".join(player.hand)
            self.t.dump(player)
            self.t.derail(player)
            yield f"discard seat={player.name} cards=[{cards}]"

    def visit(self, circle: str) -> Told:
        """What is done about the effect of a circle that was entered."""
        raise NotImplementedError
