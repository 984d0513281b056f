"""People in circles: effects, Heresy and held tokens, by sections 2.8 and 2.9 (see `cardboard`)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from tests.games.hellrail.cardboard import Player
from tests.games.hellrail.fixture import CIRCLES
from tests.games.hellrail.players import Players, Told

TOKENS = {"boatmen": "boatman", "brimstone_tenders": "tender", "soul_catcher": "soul_catcher"}


class Visitors(Players):
    """Everything but the turn itself."""

    effect = ""
    held = False
    target: Player | None = None
    car = ""
    rest = ""
    """The fields that the command named."""

    def visit(self, circle: str) -> Told:
        """HR-040, HR-083, HR-101: circle, held or neither."""
        me = self.me
        if circle == "rail" or (circle == "CG" and me.held is None):
            return
        here = [] if circle == "CG" else [("circle", self.t.effects[circle])]
        options = here + ([("held", me.held)] if me.held else [])
        source, effect = self.t.rng.choice(options)
        fields = self.fields(effect, source, circle)
        if fields is None or self.coin(0.15):
            self.t.say.append(f"effect_declined seat={me.name}")
            yield "decline"
            return
        yield from self.use(source, effect, circle, fields)

    # -- what has to be named, None if the effect cannot be used (HR-Q33) ----------------------------------------------

    def fields(self, effect: str, source: str, circle: str) -> str | None:
        me, rng = self.me, self.t.rng
        self.target, self.car = None, ""
        match effect:
            case "abyss" | "false_path":
                return "" if me.hand else None
            case "boatmen" | "brimstone_tenders" | "soul_catcher":
                return None if getattr(me, TOKENS[effect]) or not self.t.left(TOKENS[effect]) else ""
            case "heresy":
                left = [token for token in ("heresy_cancel", "heresy_redirect") if self.t.left(token)]
                return None if me.heresy or not left else f" token={rng.choice(left)}"
            case "delinquency":
                return None if self.t.markers == 8 else ""
            case "geryon":
                self.car = rng.choice(me.train) if me.train else ""
                return f" car={self.car}" if self.car else None
            case "gluttony":
                full = [p for p in self.others() if p.hand]
                if not full:
                    return None
                if self.ahead():
                    return ""
                self.target = rng.choice(full)
            case "guard_duty":
                return f" circle={rng.choice(CIRCLES)}"
            case "infernal_power":
                return None if source == "circle" and me.held else ""
            case "lust":
                self.target = rng.choice(self.others())
            case "thievery":
                loaded = [p for p in self.others() if p.train]
                if not loaded:
                    return None
                self.target = rng.choice(loaded)
                self.car = rng.choice(self.target.train)
                return f" target={self.target.name} car={self.car}"
            case "shift_change":
                return self._shift_fields(source, circle)
            case _:
                return ""
        return f" target={self.target.name}"

    def _shift_fields(self, source: str, circle: str) -> str:
        there = [other for other in self.t.effects if source == "held" or other != circle]
        holders = [p for p in self.others() if p.held]
        kind = self.t.rng.choice(["circle", "unused", *(["seat"] if holders else [])])
        if kind == "seat":
            self.target = self.t.rng.choice(holders)
            return f" with={self.target.name}"
        return f" with={self.t.rng.choice(there if kind == 'circle' else self.t.unused)}"

    def ahead(self) -> bool:
        """HR-Q15."""
        return all(len(self.me.hand) > len(p.hand) for p in self.others())

    # -- declaration and window ----------------------------------------------------------------------------------------

    def use(self, source: str, effect: str, circle: str, fields: str) -> Told:
        me = self.me
        aimed = f" target={self.target.name}" if self.target else ""
        self.effect, self.held, self.rest = effect, source == "held", fields
        self.t.say.append(f"effect_declared seat={me.name} effect={effect} source={source}{aimed}")
        if self.held:
            self.t.in_use, me.held = effect, None
        command = f"use source={source}{fields}"
        holders = [p for p in self.others() if p.heresy]
        self.t.rng.shuffle(holders)
        redirected = False
        while holders:
            yield command
            holder = holders.pop()
            if holder.heresy == "heresy_cancel" and self.coin(0.3):
                self.spend(holder)
                self.t.say.append(f"effect_cancelled seat={me.name} by={holder.name}")
                self.t.give_back(me)
                yield f"heresy seat={holder.name} choice=cancel"
                return
            aims = [p for p in self.others() if p is not self.target] if self.target else []
            if holder.heresy == "heresy_redirect" and aims and self.coin(0.6):
                self.target = self.t.rng.choice(aims)
                redirected = True
                self.spend(holder)
                self.t.say.append(f"effect_redirected seat={me.name} by={holder.name} target={self.target.name}")
                command = f"heresy seat={holder.name} choice=redirect target={self.target.name}"
            else:
                command = f"heresy seat={holder.name} choice=pass"
        do: Callable[[str, str, bool], Told] = getattr(self, "do_" + effect)
        self.last = command
        yield from do(command, circle, redirected)

    def spend(self, holder: Player) -> None:
        """HR-Q10."""
        self.t.say.append(f"heresy_spent seat={holder.name} token={holder.heresy}")
        holder.heresy = None

    def resolved(self) -> None:
        """Reading 16."""
        self.t.put_down()
        self.t.say.append(f"effect_resolved seat={self.me.name} effect={self.effect}")
        self.t.give_back(self.me)

    # -- tokens --------------------------------------------------------------------------------------------------------

    def take_token(self, command: str) -> Told:
        token = TOKENS[self.effect]
        setattr(self.me, token, True)
        self.t.say.append(f"token_taken seat={self.me.name} token={token}")
        self.resolved()
        yield command

    def do_boatmen(self, command: str, circle: str, redirected: bool) -> Told:
        yield from self.take_token(command)

    def do_brimstone_tenders(self, command: str, circle: str, redirected: bool) -> Told:
        yield from self.take_token(command)

    def do_soul_catcher(self, command: str, circle: str, redirected: bool) -> Told:
        yield from self.take_token(command)

    def do_heresy(self, command: str, circle: str, redirected: bool) -> Told:
        self.me.heresy = self.rest.removeprefix(" token=")
        self.t.say.append(f"token_taken seat={self.me.name} token={self.me.heresy}")
        self.resolved()
        yield command

    def do_delinquency(self, command: str, circle: str, redirected: bool) -> Told:
        self.t.markers += 1
        self.t.say.append(f"marker_placed seat={self.me.name} node=null")
        self.resolved()
        yield command

    def do_guard_duty(self, command: str, circle: str, redirected: bool) -> Told:
        self.t.cerberus = self.rest.removeprefix(" circle=")
        self.t.say.append(f"cerberus_moved seat={self.me.name} circle={self.t.cerberus}")
        self.resolved()
        yield command

    def do_chaos_reigns(self, command: str, circle: str, redirected: bool) -> Told:
        yield command
        dealt = self.t.deal_effects()
        self.t.say.append("effects_dealt unused=6")
        self.resolved()
        yield f"deal_effects effects={dealt}"

    def do_infernal_power(self, command: str, circle: str, redirected: bool) -> Told:
        yield command
        token = self.t.rng.choice(self.t.unused)
        self.t.unused.remove(token)
        self.me.held = token
        self.t.say.append(f"token_drawn seat={self.me.name} effect={token}")
        self.resolved()
        yield f"draw_token effect={token}"

    def do_shift_change(self, command: str, circle: str, redirected: bool) -> Told:
        me, there = self.me, self.rest.removeprefix(" with=")
        if self.target is not None and self.target.held is None:
            self.resolved()  # HR-Q11
            yield command
            return
        if self.target is not None:
            got, self.target.held = self.target.held, "shift_change"
            place = self.target.name
        elif there in self.t.effects:
            got, self.t.effects[there] = self.t.effects[there], "shift_change"
            place = there
        else:
            self.t.unused[self.t.unused.index(there)] = "shift_change"
            got, place = there, "unused"
        if self.held:
            self.t.in_use, me.held = None, got  # HR-Q26: what comes stays on the engine card
        else:
            self.t.effects[circle] = str(got)
        own = me.name if self.held else circle
        self.t.say.append(f"effects_swapped places=[{own},{place}] effects=[{got},shift_change]")
        self.resolved()
        yield command

    # -- rail cards ----------------------------------------------------------------------------------------------------

    def price(self) -> str:
        card = self.t.rng.choice(self.me.hand)
        self.me.hand.remove(card)
        self.t.discard.append(card)
        self.t.say.append(f"cards_discarded seat={self.me.name} cards=[{card}]")
        return card

    def do_abyss(self, command: str, circle: str, redirected: bool) -> Told:
        yield command
        card = self.price()
        yield f"discard cards=[{card}]"
        same = [c for c in self.t.rails if self.t.faces[c].brimstone == self.t.faces[card].brimstone]
        if not same or self.coin(0.2):
            self.resolved()
            yield "pick"
            return
        gone = self.t.rng.choice(same)
        self.t.rails.remove(gone)
        self.t.discard.append(gone)
        self.t.say.append(f"rail_removed card={gone} markers=0")
        self.resolved()
        yield f"pick card={gone}"

    def do_false_path(self, command: str, circle: str, redirected: bool) -> Told:
        yield command
        while True:
            card = self.price()
            yield f"discard cards=[{card}]"
            same = [c for c in self.t.rails if self.t.faces[c].brimstone == self.t.faces[card].brimstone]
            if same and self.coin(0.8):
                turned, by = self.t.rng.choice(same), self.t.rng.randint(1, 3)
                self.t.say.append(f"rail_turned card={turned} rotation={by}")
                yield f"turn_rail card={turned} rotation={by}"
            if not self.me.hand or self.coin():
                break
        self.resolved()
        yield "done"

    # -- flips, cars, hands --------------------------------------------------------------------------------------------

    def do_geryon(self, command: str, circle: str, redirected: bool) -> Told:
        self.t.need_card()
        yield command
        card, car = self.t.flip(self.me, "geryon"), self.car
        if self.t.faces[card].brimstone == self.t.faces[car].brimstone:
            yield f"flip card={card}"
            yes = self.coin(0.7)
            if yes:
                self.t.deliver(self.me, car)
            self.resolved()
            yield f"answer answer={'yes' if yes else 'no'}"
            return
        self.t.drop(self.me, [car])
        self.resolved()
        yield f"flip card={card}"

    def do_lust(self, command: str, circle: str, redirected: bool) -> Told:
        assert self.target is not None
        self.t.need_card()
        yield command
        card = self.t.flip(self.me, "lust")
        yield f"flip card={card}"
        brimstone = self.t.faces[card].brimstone
        given = yield from self.hand_over(self.target, self.me, brimstone, last=False)
        if not given:
            yield from self.hand_over(self.me, self.target, brimstone, last=True)

    def hand_over(self, giver: Player, to: Player, brimstone: int, last: bool) -> Generator[str, None, int]:
        """HR-102, reading 13; the number given."""
        cards = [c for c in giver.hand if self.t.faces[c].brimstone == brimstone]
        giver.hand = [c for c in giver.hand if c not in cards]
        to.hand += cards
        self.t.say.append(f"cards_given source={giver.name} target={to.name} n={len(cards)}")
        if cards or last:
            self.resolved()
        shown = f" cards=[{','.join(cards)}]" if self.coin() else ""
        yield f"give seat={giver.name} n={len(cards)}{shown}"
        return len(cards)

    def do_thievery(self, command: str, circle: str, redirected: bool) -> Told:
        me, victim = self.me, self.target
        assert victim is not None
        if redirected and not victim.train:
            self.resolved()  # HR-Q11: none there, the effect ends
            yield command
            return
        if redirected:
            yield command
            self.car = self.t.rng.choice(victim.train)
            command = self.last = f"pick card={self.car}"
        self.t.need_card()
        yield command
        card = self.t.flip(me, "thievery")
        brimstone = self.t.faces[card].brimstone
        if brimstone == self.t.faces[self.car].brimstone:
            yield f"flip card={card}"
            yes = self.coin(0.7)
            if yes:
                self.carry(victim, me, self.car)
            self.resolved()
            yield f"answer answer={'yes' if yes else 'no'}"
            return
        own = [c for c in me.train if self.t.faces[c].brimstone == brimstone]
        if not own:
            self.resolved()
            yield f"flip card={card}"
            return
        yield f"flip card={card}"
        gift = self.t.rng.choice(own)
        self.carry(me, victim, gift)
        self.resolved()
        yield f"give card={gift}"

    def carry(self, source: Player, to: Player, car: str) -> None:
        source.train.remove(car)
        to.train.append(car)
        self.t.say.append(f"car_moved source={source.name} target={to.name} card={car}")

    def do_gluttony(self, command: str, circle: str, redirected: bool) -> Told:
        self.gluttony = True
        first = True
        while not self.ahead():
            if redirected and self.target is not None and not self.target.hand:
                break
            yield command
            full = [p for p in self.others() if p.hand]
            victim = self.target if (first or redirected) and self.target else self.t.rng.choice(full)
            first = False
            self.t.rng.shuffle(victim.hand)
            self.me.hand.append(victim.hand.pop())
            self.t.say.append(f"card_taken source={victim.name} target={self.me.name}")
            command = f"take target={victim.name}"
        self.resolved()
        yield command
