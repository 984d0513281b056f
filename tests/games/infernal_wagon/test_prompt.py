"""Every move that the rules accept has leaves of the prompts that do the same, in one touch or in several.

Apart from that are corrections of counts; who plays and which rulings hold (they are told by words); whose card it is
and which of its ends was tapped (a reader and a tag say that, the companion asks where it must know); what goes
against the companion's own count, for the table is right (a card that cannot come); what passes an open question over
(the next card, the Exit, giving up); and penalties that no known card bears.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import asdict

from companion.engine.codec import private_json
from companion.engine.hearing import DEAF_MS
from companion.engine.prompt import leaves
from companion.engine.requests import Advance, Choose, MakeMove, Now, Undo
from companion.engine.signals import Button
from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.game import InfernalWagon
from companion.games.infernal_wagon.names import Attribution, CardKind, Level, PenaltyKind, Phase, QuestionKind, Timer
from companion.games.infernal_wagon.prompts.cards import kinds_to_come
from companion.games.infernal_wagon.prompts.tree import MOST_DISCARDED, prompt
from companion.games.infernal_wagon.state import WagonState
from tests.engine.driver import Driver
from tests.engine.subjects.infernal_wagon import CONFIG, SUBJECT, opening
from tests.games.apart import Kinds
from tests.games.state_after import state_after
from tests.thorough import rounds

GAME = InfernalWagon(CONFIG)
PENALTIES = (PenaltyKind.DISCARD, PenaltyKind.NO_DRAW, PenaltyKind.NONE)


after = partial(state_after, GAME)


def tree(s: WagonState, at: int) -> set[bytes]:
    return {private_json(move) for move in leaves(lambda path: prompt(s, path), at=at)}


def led(s: WagonState, steps: Sequence[Any], at: int) -> WagonState | None:
    """The state after several leaves; None if one of them is none."""
    for step in steps:
        made = after(s, step, at) if private_json(step) in tree(s, at) else None
        if made is None:
            return None
        s = made
    return s


def ways(s: WagonState, move: Any) -> Iterator[Sequence[Any]]:
    """Steps of leaves that may do the same as `move`."""
    yield (move,)
    match move:
        case mv.CardTap(card=str(card)):
            yield (mv.CardTap(card=card),)
        case mv.Prepare(timer=Timer.TIMED):
            yield (mv.Prepare(minutes=s.prep.minutes),)
        case mv.Prepare():
            yield [
                mv.Prepare(**{name: value})
                for name, value in asdict(move).items()
                if value not in (None, getattr(s.prep, name))
            ]
        case mv.Miss():  # what is printed on the card has the last word
            yield (mv.Miss(),)
        case mv.Tick(id=None):
            yield (mv.Tick("none"),)
        case mv.Appeal() | mv.Adjust() | mv.Correct() | mv.Hit() | mv.CurseLaid() | mv.ExitLaid() | mv.Answer():
            pass


def apart(s: WagonState, move: Any) -> bool:
    """It has no leaf, and needs none."""
    asked = bool(s.asks)
    match move:
        case mv.NewGame() | mv.Adjust() | mv.Correct():
            return True
        case mv.CardTap(card=card, seat=seat, owner=owner, end=end):
            told = (seat, owner, end) != (None, None, None)
            return asked or told or s.prep.box.cards[card or ""].kind not in kinds_to_come(s)
        case mv.ExitLaid(seat=seat):
            return asked or seat is not None or s.phase is Phase.ENDED
        case mv.GiveUp():
            return asked
        case mv.Miss(n=int(n)):
            return n > MOST_DISCARDED
        case mv.Answer(question=question):
            return question is not s.asks[-1].question
    return False


def wild(rng: Random, s: WagonState) -> Any:
    """Anything that could be sent now; most of it is refused."""
    name = rng.choice([player.name for player in s.prep.players])
    somebody = rng.choice([name, None, None])
    kind = rng.choice(PENALTIES)
    on = rng.random() < 0.5
    moves: list[Any] = [
        mv.Prepare(easy=rng.randint(0, 8)),
        mv.Prepare(silence=on),
        mv.Prepare(uturn=on, curse=rng.choice([None, on])),
        mv.Prepare(timer=rng.choice(list(Timer))),
        mv.Prepare(minutes=rng.randint(3, 15)),
        mv.Prepare(level=rng.choice([None, *Level]), attribution=rng.choice([None, *Attribution])),
        mv.Adjust(rulings={"own_track_counts": on}),
        mv.ShowSwitch(rng.choice([CardKind.SILENCE, CardKind.UTURN, CardKind.RAIL])),
        mv.Confirm(),
        mv.BackToSetup(),
        mv.StartClock(),
        mv.CardTap(card=rng.choice(list(s.prep.box.cards)), seat=somebody),
        mv.CardTap(card=rng.choice(list(s.prep.box.cards))),
        mv.ExitLaid(somebody),
        mv.CurseLaid(seat=somebody),
        mv.CountCard(),
        mv.Miss(),
        mv.Miss(kind, rng.randint(1, 9) if kind is PenaltyKind.DISCARD else None),
        mv.Hit(),
        *(
            mv.Answer(q, v)
            for q in QuestionKind
            for v in (name if q is QuestionKind.WHO else rng.choice(("matched", "yes")),)
        ),
        mv.Answer(QuestionKind.SPECIAL, rng.choice(("none", "tunnel", "explosion"))),
        mv.Answer(QuestionKind.MATCHED, "missed"),
        mv.Answer(QuestionKind.CURSES, "no"),
        mv.Hold(),
        mv.ResumeClock(),
        mv.Correct({"pile": max(0, s.pile - 1)}),
        mv.GiveUp(),
        mv.Appeal(),
        mv.Next(),
        mv.Tick(rng.choice([None, "none", "ghost_rider", "welcome"])),
    ]
    return rng.choice(moves)


def played(seed: int) -> Iterator[tuple[WagonState, int]]:
    """States of a random game, each with the moment at which it is looked at."""
    begun, steps = SUBJECT.openings[seed % len(SUBJECT.openings)]
    driver = Driver(SUBJECT, begun, steps)
    rng = Random(seed)
    for _ in range(80):
        yield driver.state, driver.at
        request = driver.random_request(rng)
        if request is None:
            return
        driver.attempt(request)


def same(s: WagonState, move: Any, goal: WagonState | None, at: int) -> bool:
    made = (led(s, way, at) for way in ways(s, move))
    return any(private_json(state) == private_json(goal) for state in made if state is not None)


UNSAID = {mv.NewGame}
"""Moves that `wild` never says: who plays is told by words."""


def test_what_the_rules_accept_has_a_leaf_and_only_what_has_to_be_is_apart() -> None:
    """Reading 22 and the rest of section 3.2, the exceptions at the head of this file apart."""
    kinds = Kinds()
    for seed in range(rounds(6, 12)):
        rng = Random(seed)
        looked = 0
        for s, at in played(seed):
            for _try in range(12):
                move = wild(rng, s)
                goal = after(s, move, at)
                changes = goal is not None and goal != s
                let_pass = changes and apart(s, move)
                has_leaf = partial(same, s, move, goal, at)
                looked += kinds.tried(move, changes, let_pass, has_leaf, s.shown_phase, s.prep.level)
        assert looked
    assert kinds.unsaid_and_idle(get_args(mv.WagonMove)) == (UNSAID, set())


# -- worked by keys --------------------------------------------------------------------------------------------------


def table(level: str, *steps: dict[str, Any], seats: int = 3) -> Driver:
    tracking = {"type": "prepare", "level": level, "attribution": "on_loss"}
    return Driver(SUBJECT, opening(seats), [tracking, *steps, {"type": "confirm"}, {"type": "start"}])


def keys(driver: Driver, *path: str) -> tuple[Any, ...]:
    """Choose one key after the other; what the last one led to."""
    told: tuple[Any, ...] = ()
    for key in path:
        told = driver.ask(Choose(key))
    return told


def test_a_card_that_was_used_up_is_offered_no_more() -> None:
    driver = table("L2")
    keys(driver, "card", "rail", "1", "rail-03")
    driver.ask(Advance(4_000))
    keys(driver, "card", "rail", "1")
    offered = [option.slot for option in driver.engine.handle(Now()).answer.prompt.options]
    assert "rail-03" not in offered and "rail-04" in offered
    assert driver.attempt(Choose("rail-03")) == "not_allowed_now"


@pytest.mark.parametrize(("easy", "offered"), [(0, False), (1, True)])
def test_IW_095_an_easy_card_is_offered_where_there_is_one(easy: int, offered: bool) -> None:
    driver = table("L2", {"type": "prepare", "easy": easy})
    assert ("easy" in [option.key for option in prompt(driver.state, ("card",)).options]) is offered


def test_the_exit_lies_when_it_was_said_not_when_it_was_confirmed() -> None:
    """IW-074: the question costs no time, and a cue of the clock meanwhile does not close it."""
    driver = table("L0")
    driver.ask(Advance(417_500))
    keys(driver, "exit")
    driver.ask(Advance(1_200))
    assert driver.session.path == ("exit",), "a cue came at 418 s"
    keys(driver, "yes")
    assert driver.state.result.won and driver.state.result.elapsed == 417_500


@pytest.mark.parametrize(("timer", "said"), [("timed", "Out in time"), ("calm", "Saved!")])
def test_without_a_clock_nobody_is_out_in_time(timer: str, said: str) -> None:
    """IW-010."""
    driver = table("L0", {"type": "prepare", "timer": timer})
    keys(driver, "exit", "yes")
    assert prompt(driver.state).title.msgid == said


def test_a_judgement_can_be_turned_round_for_five_seconds() -> None:
    """Q36: the option says until when, and is refused afterwards."""
    driver = table("L2")
    keys(driver, "card", "rail", "1", "rail-03")
    option = prompt(driver.state).option("miss")
    assert option is not None and option.until_ms == driver.at + 5_000
    driver.ask(Advance(5_000))
    assert option.open(driver.at)
    driver.ask(Advance(1))
    assert not option.open(driver.at)
    assert driver.attempt(Choose("miss")) == driver.attempt(Button("b")) == "too_late"


def test_the_panel_walks_the_tree() -> None:
    """One key starts, holds and goes on; green and red are the answers, else fit and misfit."""
    tracking = {"type": "prepare", "level": "L1"}
    driver = Driver(SUBJECT, opening(3), [tracking, {"type": "confirm"}])
    driver.ask(Advance(DEAF_MS))
    driver.ask(Button("start"))
    assert driver.state.running
    driver.ask(Advance(DEAF_MS))
    assert driver.attempt(Button("a")) == driver.attempt(Button("b")) == "not_allowed_now"
    driver.ask(Button("start"))
    assert driver.state.held_at is not None
    assert driver.attempt(Button("a")) == "not_allowed_now"
    driver.ask(Advance(DEAF_MS))
    driver.ask(Button("start"))
    driver.ask(Advance(DEAF_MS))
    driver.ask(MakeMove({"type": "card", "card": "rail-03"}))
    length = len(driver.state.track)
    driver.ask(Button("b"))
    assert len(driver.state.track) < length
    driver.ask(Button("a"))
    assert len(driver.state.track) == length


def test_a_curse_is_laid_open_by_name_and_never_by_card() -> None:
    """IW-121, IW-122."""
    driver = table("L2", {"type": "prepare", "curse": True})
    asked = prompt(driver.state, ("curse",))
    assert [option.key for option in asked.options] == ["Ana", "Bo", "Cy", "somebody"]
    assert not any(option.slot for option in asked.options)
    keys(driver, "curse", "Bo")
    assert driver.state.cursed == {0, 2}
    driver.ask(Undo())
    assert driver.state.curses == 3
