"""One door for each command of section 4.3, and who may speak now."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.hellrail import moves as mv
from companion.games.hellrail import read
from companion.games.hellrail import state as st
from companion.games.hellrail.board import drive
from companion.games.hellrail.board import markers as mk
from companion.games.hellrail.events import Corrected
from companion.games.hellrail.names import Effect, Owes, Phase, YesNo
from companion.games.hellrail.read import check_zone, tapped
from companion.games.hellrail.rules import (
    actions,
    corrections,
    derail,
    drawing,
    effects,
    ending,
    heresy,
    reports,
    steps,
    table,
    train,
    turning,
    using,
)
from companion.games.hellrail.rules.cards import check_claims
from companion.games.hellrail.rules.move_context import MoveContext
from companion.games.hellrail.rules.using import ahead
from companion.games.hellrail.rules.waiting import optional, owed
from companion.games.hellrail.silent import Fresh
from companion.games.hellrail.state import Derail, Drive, DumpHand, EndTurn, Marker, Take, Use

IN_ACTIONS = frozenset[type](
    (
        mv.Pickup,
        mv.Setout,
        mv.Go,
        mv.Boat,
        mv.Lay,
        mv.Upgrade,
        mv.Fan,
        mv.EndOfTurn,
        mv.Discard,
        mv.Report,
        mv.Uncover,
        mv.Gather,
        mv.ShowCard,
    )
)


def decide(w: MoveContext, move: mv.RailMove) -> None:
    """Carry out `move`, then all that follows from it without anybody's answer.

    :raises Refused: if it has no effect.
    """
    if isinstance(move, mv.Tap):
        move = tapped(w.state, move)
    seat = _speaker(w, move)
    match move:
        case mv.Correct(field=field, value=value):
            corrections.check(w.state, field, value)
            w.emit(Corrected(field, value))
        case mv.NewGame() if w.over:
            w.agenda.clear()
            w.emit(Fresh())
            w.emit(table.started(w.state))
        case mv.Reveal(cards=cards):
            ending.reveal(w, cards)
        case _ if w.over:
            raise Refused("game_over")
        case mv.SetMode(zone=zone, mode=mode):
            check_zone(zone)
            w.mode = (zone, mode)
        case _ if w.top is not None and not isinstance(w.top, st.Arrive):
            _answer(w, seat, move)
        case _:
            _command(w, seat, move)
    run(w)
    if not isinstance(move, mv.ShowCard):  # nothing is played yet
        check_claims(w)


def _speaker(w: MoveContext, move: mv.RailMove) -> int:
    """The seat that acts: the one named, else whoever is awaited, else the active one."""
    s = w.state
    if move.seat is not None:
        found = s.index(move.seat)
        if found is None:
            raise Refused("bad_target", seat=move.seat)
        return found
    if s.phase is Phase.PLACING:
        return table.placers(s)[0]
    due = owed(w.top)
    return due[1][0] if due is not None else s.turn.active


def _wrong_phase(w: MoveContext) -> Refused:
    return Refused("wrong_phase", phase=w.state.phase.value)


# -- the turn's own commands --------------------------------------------------------------------


def _command(w: MoveContext, seat: int, move: mv.RailMove) -> None:
    s = w.state
    match move:
        case mv.PlaceCircle(circle=circle, cell=cell):
            if s.phase is not Phase.PLACING:
                raise _wrong_phase(w)
            table.place_circle(w, seat, circle, cell)
            return
        case mv.Deal(effects=effects, first=first):
            if s.phase is not Phase.SETUP:
                raise _wrong_phase(w)
            table.deal(w, effects, first)
            return
        case mv.TellHeresy():
            raise Refused("no_heresy_window")
        case _:
            pass
    if s.phase in (Phase.PLACING, Phase.SETUP):
        raise _wrong_phase(w)
    if seat != s.turn.active:
        raise Refused("not_your_turn", active=w.name(s.turn.active))  # HR-019
    if isinstance(w.top, st.Arrive) and not isinstance(move, mv.Report):
        raise Refused("answer_due", seat=w.name(w.top.seat), what=Owes.ARRIVAL.value)
    match move:
        case mv.Draw(n=n):
            drawing.draw(w, seat, n)
        case mv.DropTender():
            drawing.drop_tender(w, seat)
        case mv.TakeOne() if s.turn.gluttony and ahead(s, seat):
            raise Refused("already_ahead")  # reading 4
        case _ if type(move) not in IN_ACTIONS or s.phase is not Phase.ACTIONS:
            raise _wrong_phase(w)
        case _:
            _action(w, seat, move)


def _action(w: MoveContext, seat: int, move: mv.RailMove) -> None:
    """HR-014, HR-015: any number of them, in any order."""
    match move:
        case mv.Pickup(card=card):
            train.pickup(w, seat, card)
        case mv.Setout(card=sealed, car=car, setout=to):
            train.setout(w, seat, sealed.reveal(), car, to)
        case mv.Go():
            actions.go(w, seat, move)
            w.toll = ()
        case mv.Boat():
            actions.boat(w, seat, move)
            w.toll = ()
        case mv.Gather(card=card):
            w.toll = read.gathered(w.state, w.toll, card)
        case mv.ShowCard(play=play, card=card):
            actions.show(w, seat, play, card)
        case mv.Lay():
            actions.lay(w, seat, move)
        case mv.Upgrade():
            actions.upgrade(w, seat, move)
        case mv.Fan(card=card):
            turning.fan(w, seat, card)
        case mv.Discard(cards=cards):
            turning.throw(w, seat, cards)
        case mv.Uncover(card=card):
            train.uncover(w, seat, card)
        case mv.Report():
            reports.report(w, seat, move)
        case _:
            turning.end_turn(w, seat)


# -- answers that are owed --------------------------------------------------------------------


def _answer(w: MoveContext, seat: int, move: mv.RailMove) -> None:
    task = w.top
    due = owed(task)
    if due is None:
        raise _wrong_phase(w)
    what, seats = due
    if isinstance(move, mv.TellHeresy) and not isinstance(task, st.Window):
        raise Refused("no_heresy_window")
    if isinstance(task, st.Window):
        if not isinstance(move, mv.TellHeresy):
            raise Refused("answer_due", seat=w.name(seats[0]), what=what.value)
        heresy.answer(w, task, seat, move.choice, move.target)
        return
    if seat not in seats:
        if isinstance(task, st.Entry):
            raise Refused("not_your_turn", active=w.name(w.state.turn.active))
        raise Refused("answer_due", seat=w.name(seats[0]), what=what.value)
    if not _taken(w, task, move):
        if isinstance(task, st.Entry):
            raise Refused("entry_choice_open", circle=task.circle)
        raise Refused("answer_due", seat=w.name(seats[0]), what=what.value)


def _taken(w: MoveContext, task: st.Task | None, move: mv.RailMove) -> bool:
    """Whether `move` is an answer to `task`; then it is carried out."""
    match task, move:
        case st.Entry(), mv.UseEffect():
            using.use(w, task, move)
        case st.Entry(), mv.Decline():
            using.decline(w, task)
        case st.Entry(), mv.Look():
            using.look(w, task)
        case st.Price(), mv.Discard(cards=cards):
            steps.price(w, task, cards)
        case st.TurnRail(), mv.Discard(cards=cards):
            w.agenda.pop()  # the turn that the last price bought is let go
            price = st.Price(task.seat, Effect.FALSE_PATH, more=True)
            w.push(price)
            steps.price(w, price, cards)
        case ((st.TurnRail() | st.Price()), mv.Done()) if optional(task):
            w.agenda.pop()  # HR-094: False Path ends when its user says so, after the first price (reading 14)
        case st.TurnRail(), mv.TurnCard(card=card, rotation=rotation):
            steps.turn_rail(w, task, card, rotation)
        case st.PickRail(), mv.Pick(card=card_or_none):
            steps.pick_rail(w, task, card_or_none)
        case st.PickCar(), mv.Pick(card=card_or_none):
            steps.pick_car(w, task, card_or_none)
        case st.DumpHand(), mv.Gather(card=card):
            w.agenda[-1] = replace(task, cards=read.gathered(w.state, task.cards, card))
        case st.Marker(), mv.Gather(card=card) if task.drop:
            w.agenda[-1] = replace(task, cards=read.car_gathered(w.state, task.seat, task.cards, card))
        case st.DumpHand(), mv.Discard(cards=cards):
            derail.dump_hand(w, task, cards)
        case st.Flip(), mv.TellFlip(card=card):
            steps.flipped(w, task, card)
        case st.Marker(drop=0), mv.TellFlip(card=card):
            mk.flipped(w, task, card)
        case st.Marker(), mv.DropCars(cards=names) if task.drop:
            mk.drop_cars(w, task, names)
        case ((st.Deliver() | st.TakeCar()), mv.Answer(answer=answer)):
            steps.answer(w, task, answer is YesNo.YES)
        case st.GiveCar(), mv.Give(card=card_or_none):
            steps.give_car(w, task, card_or_none)
        case st.GiveCards(), mv.Give(n=n, cards=shown):
            steps.give_cards(w, task, n, shown)
        case st.Take(), mv.TakeOne(target=target):
            steps.take(w, task, target)
        case st.DrawToken(), mv.TakeToken(effect=effect):
            steps.draw_token(w, task, effect)
        case st.DealEffects(), mv.Redeal(effects=effects):
            steps.deal_effects(w, effects)
        case st.Soul(), mv.Soulcatch(use=use):
            drive.soulcatch(w, task, use is YesNo.YES)
        case st.Branch(), mv.Branching(node=node):
            drive.branch(w, task, node)
        case _:
            return False
    return True


def run(w: MoveContext) -> None:
    """Do all that needs nobody's answer."""
    while w.agenda and not w.over:
        match w.agenda[-1]:
            case Use() as task:
                effects.run(w, task)
            case Drive() as task:
                drive.drive(w, task)
            case Derail() as task:
                derail.finish(w, task)
            case EndTurn():
                turning.pass_on(w)
            case Take() as task if steps.take_over(w, task):
                w.agenda.pop()
            case DumpHand(seat=seat) if not w.seat(seat).hand:
                w.agenda.pop()
            case task if steps.moot(w, task):  # only a correction makes it so
                w.agenda.pop()
            case Marker(seat=seat, drop=drop) as task if drop > len(train := w.seat(seat).train):
                w.agenda[-1] = replace(task, drop=len(train), cards=tuple(car for car in task.cards if car in train))
            case _:
                return
