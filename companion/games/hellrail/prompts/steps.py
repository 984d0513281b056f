"""What an effect, a marker or a derailment asks on its way, as prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from companion.engine.prompt import Keys, Option, Prompt, Why, badged, only
from companion.engine.refused import Refused
from companion.engine.text import N_, NOTHING, Text, counted, joined
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.board import board_moves
from companion.games.hellrail.board.graph import segments_at
from companion.games.hellrail.effect_words import EFFECTS
from companion.games.hellrail.moves import CardRefs, Values
from companion.games.hellrail.names import Effect, YesNo
from companion.games.hellrail.prompts.effects import entry, window
from companion.games.hellrail.prompts.map import turn_options
from companion.games.hellrail.prompts.parts import (
    MOST_BRIMSTONE,
    PublicCar,
    brimstones,
    car_option,
    cell_words,
    declared_use,
    effect_words,
    main_option,
    name_of,
    node_words,
    number_text,
    public_train,
    seat_option,
    using,
    why_of,
)
from companion.games.hellrail.prompts.report import arrival
from companion.games.hellrail.rules.cards import on_table
from companion.games.hellrail.rules.steps import may_stop
from companion.games.hellrail.rules.using import other_seats
from companion.games.hellrail.state import RailState, rail_cards

YES, NO = Text(N_("Yes")), Text(N_("No"))

PRICE = Text(N_("Which card is the price?"))


def task_prompt(state: RailState, task: st.Task, path: Keys) -> Prompt:
    """Return the prompt of the task on top."""
    match task:
        case st.EntryTask():
            return entry(state, task, path)
        case st.WindowTask():
            return window(state, task, path)
        case st.ArriveTask():
            return arrival(state, task, path)
        case st.TurnRailTask():
            return _turn_rail(state, task, path)
        case st.MarkerTask(drop=drop) if drop:
            return _drop(state, task, path)
        case _:
            return only(_asked(state, task), path)


def _asked(state: RailState, task: st.Task) -> Prompt:
    match task:
        case st.PriceTask():
            return _price(state, task)
        case st.PickRailTask():
            return _pick_rail(state, task)
        case st.FlipTask(seat=seat) | st.MarkerTask(seat=seat):
            return _flip(state, seat, task)
        case st.PickCarTask(seat=seat):
            return _pick_car(state, seat)
        case st.DeliverTask(seat=seat, car=car):
            return _yes_no(state, seat, Text(N_("Set the car out here?")), "deliver", car)
        case st.TakeCarTask(seat=seat, target=target, car=car):
            title = Text(N_("Take the car of {name}?"), {"name": name_of(state, target)})
            return _yes_no(state, seat, title, "car", car)
        case st.GiveCarTask():
            return _give_car(state, task)
        case st.GiveCardsTask():
            return _give_cards(state, task)
        case st.TakeTask():
            return _take(state, task)
        case st.DrawTokenTask(seat=seat):
            return _draw_token(state, seat)
        case st.DealEffectsTask(seat=seat):
            done = main_option(Text(N_("Deal them")), mv.Redeal(), "rings")
            text = Text(
                N_("Mix them and lay them face down. Which effect lies where, the companion alone knows.")
                if state.secret
                else N_("Collect all of them: on circles, unused, held. The companion says where each one goes.")
            )
            who = name_of(state, seat)
            return Prompt(
                "deal_effects", Text(N_("All effect tokens anew")), (done,), hint=using(state), text=text, who=who
            )
        case st.SoulTask():
            return _soul(state, task)
        case st.BranchTask():
            return _branch(state, task)
        case st.DumpHandTask():
            return _dump(state, task)
        case _:
            raise LookupError(task)


# -- cards -------------------------------------------------------------------------------------------------------------


def _of_hand(state: RailState, seat: int) -> tuple[Option, ...]:
    """Return the brimstone of one card of the hand that goes."""
    return brimstones(_thrown, _empty, 0 if state.seats[seat].hand else MOST_BRIMSTONE + 1)


def _empty(_needs: int, _has: int) -> Why:
    return Why("hand_empty")


def _turned_over(brimstone: int) -> mv.TellFlip:
    return mv.TellFlip(card=Values(brimstone=brimstone))


def _thrown(brimstone: int) -> mv.Discard:
    return mv.Discard(cards=(Values(brimstone=brimstone),))


def _price(state: RailState, task: st.PriceTask) -> Prompt:
    """HR-088, HR-094: a card of the hand; after the first one False Path may end."""
    options = _of_hand(state, task.seat)
    if task.more:
        options += (Option("done", Text(N_("Enough")), icon="cross", tone="ash", badge="b", move=mv.Done()),)
    hint = Text(N_("{name} discards a card as the price"), {"name": name_of(state, task.seat)})
    return Prompt("price", PRICE, options, hint=hint, who=name_of(state, task.seat))


def _flip(state: RailState, seat: int, task: st.Task) -> Prompt:
    """HR-073: the brimstone of the card that was turned over."""
    options = brimstones(_turned_over)
    hint = Text(N_("{name} turns a card"), {"name": name_of(state, seat)})
    return Prompt("flip", Text(N_("Turn the top card over")), options, hint=hint, who=name_of(state, seat))


def _dump(state: RailState, task: st.DumpHandTask) -> Prompt:
    """HR-054: the whole hand, what was tapped so far included."""
    left = state.seats[task.seat].hand - len(task.cards)
    gone: CardRefs = (*task.cards, *(Values() for _ in range(left)))
    done = main_option(Text(N_("They lie there")), mv.Discard(cards=gone), "discard")
    title = counted("{n} card goes", "{n} cards go", left)
    hint = Text(N_("{name} derails"), {"name": name_of(state, task.seat)})
    lost = [Text(N_("Hand and loaded cars go onto the discard pile, the engine to the {hr.gates:short}."))]
    if state.seats[task.seat].soul_catcher:  # HR-059
        lost.append(Text(N_("The {hr.soul_catcher_piece} goes back beside the pile.")))
    text = joined(" ", lost)
    return Prompt("dump", title, (done,), hint=hint, text=text, icon="derail", who=name_of(state, task.seat))


def _give_cards(state: RailState, task: st.GiveCardsTask) -> Prompt:
    """HR-102: all of that brimstone; their number is hidden until they are given."""
    hand = state.seats[task.seat].hand
    options = tuple(Option(f"n{n}", number_text(n), icon="hand", move=mv.Give(n=n)) for n in range(hand + 1))
    names: dict[str, str | int | Text] = {"name": name_of(state, task.seat), "target": name_of(state, task.to)}
    text = NOTHING
    if task.brimstone is not None:
        text = Text(N_("All cards with brimstone {n}; if there is none, 0."), {"n": task.brimstone})
    hint = Text(N_("{name} gives to {target}"), names)
    return Prompt("give", Text(N_("How many cards?")), options, hint=hint, text=text, who=name_of(state, task.seat))


def _take(state: RailState, task: st.TakeTask) -> Prompt:
    """HR-096: one card more, unseen."""
    named = next((i for i in (task.only, task.first) if i is not None), None)
    options = []
    for i in other_seats(state, task.seat):
        no = (named is not None and i != named) or not state.seats[i].hand
        why = Why("bad_target", {"target": name_of(state, i)}) if no else None
        options.append(seat_option(state, i, mv.TakeOne(target=name_of(state, i)), why))
    text, title = Text(N_("One card at a time, unseen.")), Text(N_("From whose hand?"))
    enough = (main_option(Text(N_("Enough")), mv.Done(), key="done"),) if may_stop(state, task) else ()
    return Prompt(
        "take", title, (*badged(options), *enough), hint=using(state), text=text, who=name_of(state, task.seat)
    )


# -- rail cards --------------------------------------------------------------------------------------------------------


def _pick_rail(state: RailState, task: st.PickRailTask) -> Prompt:
    """HR-088 steps 2 and 3: a rail card goes, or none."""
    options = list(_rails(state, task.brimstone, lambda card: mv.Pick(card=card), Text(N_("It is gone"))))
    none = Option("none", Text(N_("None goes")), icon="cross", tone="ash", badge="b", move=mv.Pick())
    text = _of_brimstone(N_("Brimstone {n}: take an unoccupied rail card off the table."), task.brimstone)
    title, who = Text(N_("Which rail card goes?")), name_of(state, task.seat)
    asked = Prompt("pick_rail", title, (*options, none), hint=using(state), text=text, who=who)
    return _on_map(state, asked, task.brimstone, "discard", Text(N_("Take it away")))


def _turn_rail(state: RailState, task: st.TurnRailTask, path: Keys) -> Prompt:
    """HR-094 steps 2 and 3: a rail card is turned, then another price may be paid."""
    who = name_of(state, task.seat)
    match path:
        case ():
            move = None if state.map else lambda card: mv.TurnCard(card=card)
            options = list(_rails(state, task.brimstone, move, Text(N_("It is turned"))))
            why = None if state.seats[task.seat].hand else Why("hand_empty")
            again = Option("price", Text(N_("Pay again")), icon="discard", tone="ash", why=why)
            done = Option("done", Text(N_("It is done")), icon="check", tone="ash", badge="b", move=mv.Done())
            title = Text(N_("Which rail card turns?"))
            text = _of_brimstone(N_("Brimstone {n}: turn an unoccupied rail card."), task.brimstone)
            asked = Prompt("turn_rail", title, (*options, again, done), hint=using(state), text=text, who=who)
            return _on_map(state, asked, task.brimstone, "uturn", NOTHING)
        case ("price",) if state.seats[task.seat].hand:
            return Prompt("price", PRICE, _of_hand(state, task.seat), hint=using(state), who=who)
        case (cell,) if state.map and cell in state.grid.stacks and _rail_why(state, cell, task.brimstone) is None:
            card = state.grid.stacks[cell][-1].card
            moves = ((q, mv.TurnCard(card=card, rotation=q)) for q in (1, 2, 3))
            title = Text(N_("Turned which way?"))
            turns = turn_options(cell, segments_at(rail_cards(state), state.grid, cell), moves)
            asked = Prompt("rotation", title, badged(turns), hint=using(state), who=who)
            return _on_map(state, asked, task.brimstone, "uturn", Text(N_("Turn it so")))
    raise LookupError(path)


def _on_map(state: RailState, prompt: Prompt, brimstone: int | None, icon: str, confirm: Text) -> Prompt:
    """Return a prompt for a card of the map; of a table without one as it is."""
    if not state.map:
        return prompt
    none = all(option.why is not None for option in prompt.options if option.place)
    text = Text(N_("No unoccupied card has this brimstone.")) if none else prompt.text
    figure = "" if brimstone is None else str(brimstone)
    return replace(prompt, text=text, icon=icon, confirm=confirm, figure=figure, counts=Text(N_("brimstone")))


def _of_brimstone(words: str, brimstone: int | None) -> Text:
    return NOTHING if brimstone is None else Text(words, {"n": brimstone})


def _rails(
    state: RailState, brimstone: int | None, move: Callable[[str | Values], object] | None, label: Text
) -> Iterator[Option]:
    """Map: each card on top with the reason against it. Keeper: one of that brimstone, without saying which."""
    if not state.map:
        values = Values(brimstone=brimstone)
        try:
            on_table(state, values)
            why = None
        except Refused as refused:
            why = why_of(refused)
        yield Option(
            "one", label, Text(N_("A card without a tag")), "rail", move=move(values) if move else None, why=why
        )
        return
    for cell, stack in state.grid.stacks.items():
        card = state.card(stack[-1].card)
        second = NOTHING
        if brimstone is None and card is not None and card.brimstone is not None:
            second = Text(N_("brimstone {n}"), {"n": card.brimstone})
        yield Option(
            cell, cell_words(cell), second, "rail", place=cell, slot=stack[-1].card,
            move=move(stack[-1].card) if move else None, why=_rail_why(state, cell, brimstone),
        )  # fmt: skip


def _rail_why(state: RailState, cell: str, brimstone: int | None) -> Why | None:
    """HR-065, HR-066, HR-Q40."""
    id = state.grid.stacks[cell][-1].card
    if board_moves.occupied(cell, [seat.stand for seat in state.seats]):
        return Why("card_occupied", {"card": id})
    card = state.card(id)
    has = card.brimstone if card is not None else None
    if brimstone is not None and has is not None and has != brimstone:
        return Why("brimstone_differs", {"needs": brimstone, "has": has})
    return None


# -- cars --------------------------------------------------------------------------------------------------------------


def _pick_car(state: RailState, seat: int) -> Prompt:
    """HR-Q11: Thievery was turned on another player."""
    use = declared_use(state)
    target = use.target if use is not None and use.target is not None else seat
    options = badged(car_option(state, car, mv.Pick(card=car.place)) for car in public_train(state, target))
    title = Text(N_("Which car of {name}?"), {"name": name_of(state, target)})
    return Prompt("pick_car", title, options, hint=using(state), who=name_of(state, seat))


def _give_car(state: RailState, task: st.GiveCarTask) -> Prompt:
    """HR-105: one of that brimstone; that of a covered one is unknown."""

    def option(car: PublicCar) -> Option:
        differs = not car.covered and car.brimstone != task.brimstone
        facts: dict[str, str | int] = {"needs": task.brimstone, "has": "?" if car.brimstone is None else car.brimstone}
        return car_option(state, car, mv.Give(card=car.place), Why("brimstone_differs", facts) if differs else None)

    title = Text(N_("Which car goes to {name}?"), {"name": name_of(state, task.target)})
    hint, text = Text(N_("{name} must give"), {"name": name_of(state, task.seat)}), N_("One with brimstone {n}.")
    options = badged(map(option, public_train(state, task.seat)))
    told = _of_brimstone(text, task.brimstone)
    return Prompt("give_car", title, options, hint=hint, text=told, who=name_of(state, task.seat))


def _drop(state: RailState, task: st.MarkerTask, path: Keys) -> Prompt:
    """HR-093: cars of the owner's own choice; those whose cards were tapped are chosen already."""
    cars = list(public_train(state, task.seat))
    places = [car.place for car in cars]
    if len(set(path)) < len(path) or not set(path) <= set(places):
        raise LookupError(path)
    tapped = {places[state.seats[task.seat].train.index(id)]: id for id in task.cards}
    if set(path) & set(tapped):
        raise LookupError(path)
    has = len(tapped) + len(path)
    full = Why("wrong_count", {"needs": task.drop, "has": has + 1}) if has >= task.drop else None
    options = []
    for car in cars:
        if car.place in tapped:
            options.append(car_option(state, car, mv.Gather(card=car.place), chosen=True))
        else:
            options.append(car_option(state, car, None, None if car.place in path else full, chosen=car.place in path))
    chosen = sorted(path, key=places.index)
    gone = mv.DropCars(cards=(*task.cards, *chosen))
    why = None if has == task.drop else Why("wrong_count", {"needs": task.drop, "has": has})
    done = main_option(
        counted("{n} car lost", "{n} cars lost", has) if has else Text(N_("No car lost")),
        gone,
        why=why,
    )
    done = replace(done, tone="danger")
    title = counted("{n} car is lost", "{n} cars are lost", task.drop)
    hint = Text(N_("{name} runs onto a {hr.check}"), {"name": name_of(state, task.seat)})
    text = Text(N_("Touch which."))
    return Prompt("drop_cars", title, (*options, done), hint=hint, text=text, who=name_of(state, task.seat))


# -- yes or no, tokens, ways -------------------------------------------------------------------------------------------


def _yes_no(state: RailState, seat: int, title: Text, icon: str, car: str) -> Prompt:
    place = next((c.place for i in range(len(state.seats)) for c in public_train(state, i) if c.id == car), "")
    options = (
        Option("yes", YES, icon=icon, tone="ok", place=place, badge="a", move=mv.Answer(answer=YesNo.YES)),
        Option("no", NO, icon="cross", tone="ash", badge="b", move=mv.Answer(answer=YesNo.NO)),
    )
    text = Text(N_("The brimstone is the same."))
    return Prompt("answer", title, options, hint=using(state), text=text, who=name_of(state, seat))


def _soul(state: RailState, task: st.SoulTask) -> Prompt:
    """HR-112."""
    yes, no = mv.Soulcatch(use=YesNo.YES), mv.Soulcatch(use=YesNo.NO)
    options = (
        Option("yes", YES, Text(N_("the {hr.soul_catcher_piece} goes")), "soulcatcher", "ok", badge="a", move=yes),
        Option("no", NO, Text(N_("keep it")), "cross", "ash", badge="b", move=no),
    )
    names: dict[str, str | int | Text] = {"name": name_of(state, task.seat), "target": name_of(state, task.target)}
    hint = Text(N_("{name} rams {target}"), names)
    return Prompt("soulcatch", Text(N_("Discard its last car?")), options, hint=hint, who=name_of(state, task.seat))


def _branch(state: RailState, task: st.BranchTask) -> Prompt:
    """HR-Q23."""
    options = badged(
        Option(node, node_words(node), icon="rail", place=node, move=mv.Branching(node=node)) for node in task.nodes
    )
    title = Text(N_("Which way is {name} pushed?"), {"name": name_of(state, task.target)})
    hint = Text(N_("{name} decides"), {"name": name_of(state, task.seat)})
    return Prompt("branch", title, options, hint=hint, icon="ram", who=name_of(state, task.seat))


def _draw_token(state: RailState, seat: int) -> Prompt:
    """HR-100: face up it may be drawn by hand, or by the companion; face down the companion draws."""
    spare: tuple[Effect, ...] = () if state.secret else tuple(sorted(state.unused))
    options = (
        Option(
            effect.value, effect_words(effect), icon=EFFECTS[effect].icon, tone="hex", move=mv.TakeToken(effect=effect)
        )
        for effect in spare
    )
    draw = main_option(Text(N_("Draw for us")), mv.TakeToken(), "rings")
    title = Text(N_("An unused token, unseen"))
    text = Text(N_("Touch what was drawn, or let the companion draw.")) if spare else NOTHING
    return Prompt("draw_token", title, (*options, draw), hint=using(state), text=text, who=name_of(state, seat))
