"""What the rules accept has a way through the prompts that does the same, in one act or in several.

Apart from that are: corrections, taps and what only a reader says (`gather`, `uncover`); a
card of a hand called by its id, which a leaf calls by its values (its tag is read besides the prompts; on the map the
key `tag:ID` leads on with it); values that no card bears, or that are said in part; several cards thrown at once; a
rail card of a Keeper's table called by its id; tokens that are dealt, or swapped face down, as somebody says; a
delivery of a covered car by its card; a delivery at level light by its card; an effect that lies face down,
of which the table says what it shows; the end's comparison and the game after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from companion.engine.codec import private_json
from companion.engine.prompt import Keys
from companion.engine.secret import Secret
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.board import graph as rails
from companion.games.hellrail.board.drive import graph
from companion.games.hellrail.board.graph import segments_at
from companion.games.hellrail.board.layout import TableGrid, places
from companion.games.hellrail.board.segments import rotate
from companion.games.hellrail.data.deck import Deck
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.names import CIRCLES, HERESIES, RAIL, Dir, Effect, Heresy, Source, Token, What, YesNo
from companion.games.hellrail.prompts.parts import declared_use
from companion.games.hellrail.prompts.tree import prompt
from companion.games.hellrail.rules.ending import level_seats
from companion.games.hellrail.rules.train import toll_owed
from companion.games.hellrail.rules.using import other_seats
from companion.games.hellrail.state import RailState, rail_cards
from tests.engine.driver import Driver
from tests.engine.subjects.hellrail import SUBJECT
from tests.games.apart import Kinds
from tests.games.hellrail.eyes import Watched
from tests.games.state_after import state_after
from tests.thorough import rounds

GAME = HellRail(None)
NO_DECK = Deck("", {}, {}, {})
Acts = Sequence[Keys]
"""Keys of one leaf after the other."""


after = partial(state_after, GAME)


def leaf(s: RailState, keys: Keys) -> Any | None:
    """The move at the end of a path, if every key of it is offered and nothing stands against it."""
    path: Keys = ()
    for key in keys:
        try:
            option = prompt(s, path).option(key)
        except LookupError:
            return None
        if option is None or option.why is not None:
            return None
        if option.move is not None:
            return option.move
        path = (*path, key)
    return None


def led(s: RailState, acts: Acts) -> RailState | None:
    """The state after several leaves; None if one of them is none."""
    for keys in acts:
        move = leaf(s, keys)
        made = None if move is None else after(s, move)
        if made is None:
            return None
        s = made
    return s


def plain(s: RailState) -> bytes:
    """A state for comparing: which card it was is no part of it, but how it lies on the map."""
    known = rail_cards(s)
    looks = {at: (sorted(segments_at(known, s.grid, at)), len(stack)) for at, stack in s.grid.stacks.items()}
    seats = tuple(replace(seat, known=st.SEALED) for seat in s.seats)
    bare = replace(
        s, deck=NO_DECK, strangers={}, seats=seats, grid=TableGrid(s.grid.circles), sealed=st.SEALED, toll=()
    )
    return re.sub(rb'"(R\d\d|~\d+)"', b'"*"', private_json((bare, looks)))


# -- what somebody might say -------------------------------------------------------------------------------------------


def command(rng: Random, s: RailState) -> Any:
    """A move of any kind, often one that is awaited."""
    names = [seat.name for seat in s.seats]
    hidden = [id for id in s.deck.cards if not s.in_the_open(id)]
    some = [card for _ in range(3) if (card := rng.choice(hidden or ["R01"]))]
    name, circle, card = rng.choice(names), rng.choice(CIRCLES), some[0]
    me = s.seats[s.turn.active]
    car = f"#{rng.randint(1, max(1, len(me.train)))}"
    cell = rng.choice([*(s.grid.stacks or {"0,0": ()}), *places(s.grid.circles)])
    toll = tuple(some[1:]) if toll_owed(s, s.turn.active) is not None else ()
    step = rng.choice([None, *s.effects.values()])
    return rng.choice([
        mv.Draw(n=rng.choice([None, 1, 3])), mv.DropTender(), mv.EndOfTurn(), mv.Deal(first=rng.choice([None, name])),
        mv.DealCircles(), mv.PlaceCircle(seat=rng.choice([None, name]), circle=circle, cell=cell),
        mv.Pickup(card=card), mv.Setout(card=Secret(car)), mv.Fan(card=card), mv.Discard(cards=(card,)),
        mv.Discard(cards=tuple(some[: max(1, me.hand)])), *[drive(rng, s, card, toll) for _ in range(3)],
        mv.PlayBoat(card=card, toll=toll, gap=rng.randint(1, 3), to=rng.choice([None, circle, RAIL]),
            direction=rng.choice([None, *Dir])),
        *[mv.LayRail(card=card, cell=rng.choice(cells(s)), rotation=rng.randrange(4)) for _ in range(2)],
        *[mv.Upgrade(card=card, cell=cell, rotation=rng.randrange(4)) for _ in range(2)],
        mv.Decline(), mv.LookAtToken(), *[use(rng, s, name, circle, car, step) for _ in range(6)],
        mv.TellHeresy(seat=name, choice=rng.choice(list(Heresy)), target=rng.choice(names)), mv.TellFlip(card=card),
        mv.DropCars(cards=tuple(f"#{i + 1}" for i in range(rng.randint(1, 3)))),
        mv.Pick(card=rng.choice([None, car, *lying(s)])), mv.Done(), mv.TakeOne(target=name),
        mv.TurnCard(card=rng.choice([*lying(s), "R01"]), rotation=rng.randint(1, 3)),
        mv.Give(n=rng.randint(0, 3)), mv.Give(card=car), mv.Answer(answer=rng.choice(list(YesNo))),
        mv.TakeToken(effect=rng.choice([None, *s.unused])), mv.Redeal(), mv.Soulcatch(use=rng.choice(list(YesNo))),
        mv.Branching(node=branch(s)), mv.RevealScores(), mv.Setout(car=Secret(rng.randint(1, 12))),
        mv.Fan(card=mv.Values()),
        mv.PlayBoat(card=mv.Values()), mv.TellLoaded(seat=name, worth=rng.randrange(60)),
        *[
            mv.ReportMove(what=rng.choice(list(What)), target=rng.choice([None, name]), circle=rng.choice([None,
            circle]))
            for _ in range(3)
        ],
    ])  # fmt: skip


def cells(s: RailState) -> list[str]:
    from companion.games.hellrail.board.board_moves import lay_places

    return [*lay_places(rail_cards(s), s.grid), "0,0"]


def lying(s: RailState) -> list[str]:
    return [stack[-1].card for stack in s.grid.stacks.values()]


def branch(s: RailState) -> str:
    return s.task.nodes[0] if isinstance(s.task, st.BranchTask) else "0,0:N"


def drive(rng: Random, s: RailState, card: str, toll: tuple[str, ...]) -> mv.Go:
    if not s.map:
        return mv.Go(card=card, toll=toll, to=rng.choice([None, RAIL, "off", *CIRCLES]))
    found = s.card(card)
    ways = list(rails.routes(graph(s), s.seats[s.turn.active].stand, min(5, (found.car if found else 1) or 1)))
    path = tuple(stand.node for stand in rng.choice(ways)) if ways else ()
    return mv.Go(card=card, toll=toll, path=path)


def use(rng: Random, s: RailState, name: str, circle: str, car: str, effect: Effect | None) -> mv.UseEffect:
    """What an effect may need, by the token that lies there or by chance."""
    source = rng.choice(list(Source))
    if isinstance(s.task, st.EntryTask):
        effect = s.effects.get(s.task.circle) if source is Source.CIRCLE else s.seats[s.task.seat].held
        car = f"#{rng.randint(1, 2)}"
    held = [seat.name for seat in s.seats if seat.held is not None]
    match effect:
        case Effect.DELINQUENCY if s.map:
            return mv.UseEffect(source=source, node=rng.choice([*graph(s).ties(), ""]))
        case Effect.GERYON:
            return mv.UseEffect(source=source, car=car)
        case Effect.GUARD_DUTY:
            return mv.UseEffect(source=source, circle=circle)
        case Effect.HERESY:
            return mv.UseEffect(source=source, token=rng.choice([None, *HERESIES, Token.BOATMAN]))
        case Effect.LUST:
            return mv.UseEffect(source=source, target=name)
        case Effect.THIEVERY:
            return mv.UseEffect(source=source, target=name, car=car)
        case Effect.GLUTTONY:
            return mv.UseEffect(source=source, target=rng.choice([None, name]))
        case Effect.SHIFT:
            return mv.UseEffect(source=source, with_=rng.choice([circle, *held, *s.unused, "unused"]))
        case _:
            return mv.UseEffect(source=source)


# -- how it is chosen --------------------------------------------------------------------------------------------------


def values(s: RailState, card: Any) -> tuple[str, str, str]:
    """Keys of where a card goes, of its brimstone, of its worth."""
    found = s.card(card)
    assert found is not None
    return f"s{found.setout}", f"b{found.brimstone}", f"c{found.car}"


def paid(s: RailState, toll: tuple[Any, ...]) -> Keys:
    """Keys of a toll, then `ok`."""
    keys: list[str] = []
    for card in toll:
        worth = values(s, card)[2]
        same = sum(key.partition(".")[0] == worth for key in keys)
        keys.append(worth if not same else f"{worth}.{same + 1}")
    return (*keys, "ok") if keys else ()


def route(s: RailState, path: tuple[str, ...]) -> Iterator[Keys]:
    """Every way in which a row of ends may be the path."""

    def further(keys: Keys, left: tuple[str, ...]) -> Iterator[Keys]:
        if not left:
            yield keys
        for n in range(len(left), 0, -1):
            yield from further((*keys, left[n - 1]), left[n:])

    return further((), path)


def turns(s: RailState, card: str, q: int) -> Iterator[str]:
    """Keys of the quarter turns that look the same."""
    rails = rail_of(s, card)
    yield from (f"q{k}" for k in range(4) if rotate(rails, k) == rotate(rails, q))


def rail_of(s: RailState, card: str) -> tuple[str, ...]:
    found = s.card(card)
    return found.rails if found is not None else ()


def ways(s: RailState, move: Any) -> Iterator[Acts]:
    """Acts that may do the same as `move`."""
    match move:
        case mv.Draw(n=n):
            yield [(f"draw{n or (3 if s.seats[s.turn.active].tender else 1)}",)]
        case mv.DropTender():
            yield [("tender",)]
        case mv.EndOfTurn():
            yield [("end",)]
        case mv.Deal(first=first):
            yield [("ok",)]  # whose first turn it is was settled by the circles, or is not said
            yield [(f"first:{first}",)]
        case mv.DealCircles():
            yield [("deal",)]
        case mv.PlaceCircle(seat=seat, circle=circle, cell=cell):
            yield [(str(seat),)]
            yield [(circle, str(cell))]
            yield from ([(name.name, circle, str(cell))] for name in s.seats if seat in (None, name.name))
        case mv.TellLoaded(worth=n):
            yield [(f"t{n // 10 * 10}", f"c{n}")]
        case mv.Setout(car=Secret() as car) if s.light:
            yield [("deliver", f"c{car.reveal()}")]
        case mv.Fan() if s.light:
            yield [("fan",)]
        case mv.PlayBoat() if s.light:
            yield [("boat",)]
        case mv.Pickup(card=card):
            yield [("pickup", *values(s, card))]
        case mv.Setout(card=ref):
            yield [("deliver", ref.reveal())]
            yield from ([("deliver", f"c{n}")] for n in range(1, 13))  # the only one there
            yield from ([("deliver", ref.reveal(), f"c{n}")] for n in range(1, 13))
        case mv.Fan(card=card):
            yield [("fan", values(s, card)[1])]
        case mv.TellFlip(card=card):
            yield [(values(s, card)[1],)]
        case mv.Go(card=card, toll=toll, path=nodes) if s.map:
            for ends in route(s, nodes or ()):
                yield [("move", *paid(s, toll), *values(s, card)[1:], *ends, "ok")]
        case mv.Go(card=card, toll=toll, to=to):
            drives = ("move", *paid(s, toll), *values(s, card)[1:])
            yield [drives] if to is None else [drives, (to,)]
        case mv.PlayBoat(card=card, toll=toll, gap=gap, to=to, direction=side):
            crosses: Keys = ("boat", *paid(s, toll), values(s, card)[1])
            if s.map:
                yield [(*crosses, side.value if side is not None else _ahead(s))]
            else:
                yield [(*crosses, f"g{gap}")] if to is None else [(*crosses, f"g{gap}"), (to,)]
        case mv.LayRail(card=card, cell=cell, rotation=q) | mv.Upgrade(card=card, cell=cell, rotation=q):
            kind = "lay" if isinstance(move, mv.LayRail) else "upgrade"
            yield [(kind, values(s, card)[1])]
            for turn in turns(s, str(card), q):
                yield [(kind, f"tag:{card}", str(cell), turn)]
        case mv.Discard(cards=cards):
            yield [("throw", "ok")] * len(cards)
            yield from ([(key,)] for key in (values(s, cards[0])[1], "ok"))
            yield [("price", values(s, cards[0])[1])]
        case mv.ReportMove():
            yield from _reported(s, move)
        case mv.UseEffect():
            yield from _used(s, move)
        case mv.TellHeresy(seat=seat, choice=choice, target=target):
            yield [(f"pass:{seat}",)] if choice is Heresy.PASS else [(f"seat:{seat}",)]
            yield [(f"seat:{seat}", str(target))]
        case mv.DropCars(cards=cards):
            yield [(*cards, "ok")]
        case mv.Pick(card=card):
            yield [("none",)] if card is None else [(str(s.grid.cell_of(str(card)) or card),)]
        case mv.TurnCard(card=card, rotation=q):
            yield [(str(s.grid.cell_of(str(card))), f"q{q}")]
        case mv.TakeOne(target=name):
            yield [(name,)]
        case mv.Give(n=n, card=card):
            yield [(f"n{n or 0}",)] if card is None else [(card,)]
        case mv.Answer(answer=yes) | mv.Soulcatch(use=yes):
            yield [(yes.value,)]
        case mv.TakeToken(effect=effect):
            yield [("ok",)] if effect is None else [(effect.value,)]
        case mv.Redeal() | mv.RevealScores():
            yield [("ok",)]
        case mv.Done() | mv.Decline() | mv.LookAtToken():
            yield [(str(type(move).__struct_config__.tag),)]
        case mv.Branching(node=node):
            yield [(node,)]


def _ahead(s: RailState) -> str:
    return s.seats[s.turn.active].stand.node.partition(":")[2]


def _reported(s: RailState, move: mv.ReportMove) -> Iterator[Acts]:
    name = move.target or s.seats[s.turn.active].name
    way: Keys = ("report", move.what.value, name)
    match move.what:
        case What.ARRIVED:
            yield [(str(move.circle),)]
        case What.ON_RAIL:
            yield [("rail",)]
        case What.NO_CARDS:
            yield [("no_cards", "ok")]
        case What.PUSHED:
            yield [(*way, move.circle or RAIL)]
        case _:
            yield [way]


def _used(s: RailState, move: mv.UseEffect) -> Iterator[Acts]:
    source = move.source.value
    yield [(source,)]
    named = [move.node, move.car, move.circle, move.token, move.target, move.with_, f"seat:{move.with_}"]
    yield from ([(source, str(one))] for one in named)
    yield [(source, f"{move.target} {move.car}")]
    yield [(source, "spare", f"token:{move.with_}")]


def apart(s: RailState, move: Any) -> bool:
    """It has no way of its own, and needs none."""
    if s.secret and isinstance(move, mv.UseEffect):
        return True
    match move:
        case mv.Setout(card=ref) if s.light and ref.reveal():
            return True  # by its card
        case mv.TellLoaded(seat=name):
            return bool(level_seats(s)) and name != s.seats[level_seats(s)[0]].name  # asked one after the other
        case mv.Fan(card=mv.Values()) | mv.PlayBoat(card=mv.Values()):
            return not s.light
        case mv.Discard(cards=cards) if isinstance(s.task, st.DumpHandTask | st.PriceTask | st.TurnRailTask):
            return len(set(cards)) < len(cards)
        case mv.Pick(card=str(card)) | mv.TurnCard(card=str(card)):
            return not s.map and not card.startswith("#")
        case mv.RevealScores():
            return s.scores is not None
    return False


def same(s: RailState, move: Any) -> bool:
    goal = after(s, move)
    assert goal is not None
    return any(made is not None and plain(made) == plain(goal) for made in (led(s, acts) for acts in ways(s, move)))


UNSAID = {mv.NewGame, mv.Correct, mv.Uncover, mv.Gather}
"""Moves that `command` never says: see the head of this file."""


def played(seed: int) -> Iterator[RailState]:
    """States of a random game, the first with what the opening leads to."""
    opening, moves = SUBJECT.openings[seed % len(SUBJECT.openings)]
    driver = Driver(SUBJECT, opening, moves)
    rng = Random(seed)
    for _ in range(30):
        yield driver.state
        request = driver.random_request(rng)
        if request is None:
            return
        driver.attempt(request)


def test_what_the_rules_accept_can_be_chosen_and_only_what_has_to_be_is_apart() -> None:
    kinds = Kinds()
    for seed in range(rounds(8, 16)):
        rng = Random(seed)
        looked = 0
        for s in played(seed):
            for _try in range(15):
                move = command(rng, s)
                accepted = after(s, move) is not None
                let_pass = accepted and apart(s, move)
                looked += kinds.tried(
                    move, accepted, let_pass, partial(same, s, move), s.task, declared_use(s), s.phase
                )
        assert looked
    assert kinds.unsaid_and_idle(get_args(mv.RailMove)) == (UNSAID, set())


def test_two_seats_have_nobody_to_turn_an_effect_on() -> None:
    """HR-111: with two players a Heresy that turns effects aside is offered, and refused with its reason."""
    assert len(other_seats(Driver(SUBJECT, *SUBJECT.openings[3]).state, 0)) == 1


def test_HR_111_among_several_the_holder_says_on_whom_an_effect_is_turned() -> None:
    seats = {"P2": {"heresy": "heresy_redirect"}, "P3": {}, "P4": {}}
    table = Watched({"entry": "C3", "seats": seats, "effects": {"C3": "lust"}}, "keeper")
    assert table.do("use source=circle target=P3")["ok"]
    asked = table.table.ask({"prompt": {"path": ["seat:P2"]}})["prompt"]
    assert [option["key"] for option in asked["options"] if not option.get("why")] == ["P2", "P4"]
    events = table.table.ask({"choose": {"path": ["seat:P2"], "key": "P4"}})["events"]
    assert events[1] == {"type": "effect_redirected", "seat": "P1", "by": "P2", "target": "P4"}


def test_HR_054_what_was_tapped_goes_with_the_rest_of_the_hand() -> None:
    table = Watched({"seats": {"P1": {"hand": 4, "at": "rail"}}, "turn": {"drawn": True}}, "keeper")
    assert table.do("report what=derailed")["prompt"]["title"]["facts"] == {"n": 4}
    assert table.do("tap zone=discard card=F01")["prompt"]["title"]["facts"] == {"n": 3}
    answer = table.table.ask({"choose": {"key": "ok"}})
    assert answer["ok"] and answer["view"]["seats"][0]["hand"] == 0


@pytest.mark.parametrize("name", ["P1", "Zoe"])
def test_HR_048_who_was_pushed_is_another_player(name: str) -> None:
    table = Watched({"seats": {"P1": {"at": "C1"}, "P2": {"at": "rail"}}, "turn": {"drawn": True}}, "keeper").table
    assert table.ask({"prompt": {"path": ["report", "pushed", "P2"]}})["ok"]
    assert table.ask({"prompt": {"path": ["report", "pushed", name]}})["error"]["code"] == "not_allowed_now"
