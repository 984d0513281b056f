"""Every answer that somebody gave is a step of Undo, in every game: played at random through prompts, taken back one by
one, made again one by one.

What a step back opens is compared with what was open before the answer that it takes back: the prompts of the table and
of every seat, and the whole position. The clock is never undone, so moments are left out (`MOMENTS`, and what a
subject's `untimed` names), and what only showed something does not come back (a subject's `steady`).
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from companion.engine.audience import PUBLIC, Audience, Seat
from companion.engine.codec import public_json
from companion.engine.entry import EntryKind
from companion.engine.game import UndoLabel
from companion.engine.prompt import Keys, Option, follow
from companion.engine.requests import Advance, Back, Choose, Follow, MakeMove, Now, Redo, Undo
from companion.engine.signals import Button, Tag
from tests.engine.driver import Driver
from tests.engine.subjects import Subject, names, subject
from tests.random_play import HOW_SELDOM, SELDOM
from tests.thorough import rounds

SEEDS = range(rounds(2, 40))
ANSWERS = 60
PAUSES = (1, 400, 1_000, 6_000, 20_000)
"""ms between two answers: a question's time runs out within some, a cue is due within others."""
MOMENTS = {"until", "until_ms"}
TO_SPARE_MS = 30_000
"""A game that its own clock would end goes no further than so long before that."""
AFTER_THE_END = 3
"""Answers after the end: an exploit is ticked, the scores are shown."""


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Subject:
    return subject(request.param)


class Table(Driver):
    """A game whose answers are given through prompts, as a client gives them; `steps` is what Undo has to take back."""

    def __init__(self, game: Subject, seed: int) -> None:
        super().__init__(game, *game.openings[seed % len(game.openings)])
        self.rng = Random(seed)
        self.steps: list[tuple[Any, UndoLabel]] = []
        """What stood open before each answer, and what the key said after it."""
        self.first = len(self.session.history)

    # -- what stands open ---------------------------------------------------------------------------------------------

    def seen(self) -> Any:
        """What everybody and each seat may choose, and the position, without moments."""
        audiences: tuple[Audience, ...] = (PUBLIC, *(Seat(player.name) for player in self.session.seats))
        prompts = [self.game.prompt(self.state, audience) for audience in audiences]
        place = self.subject.untimed(self.game.position(self.state, self.at, reveal=True))
        return self.subject.steady(without_moments(msgspec.json.decode(public_json(prompts)))), place

    def now(self) -> Any:
        return self.engine.handle(Now()).answer

    @property
    def over(self) -> bool:
        return self.game.result(self.state, self.at) is not None

    # -- what the table does ------------------------------------------------------------------------------------------

    def wait(self) -> None:
        """Let time pass: a question takes its default, a cue sounds. The clock does not end the game."""
        face = self.now().face
        ms = self.rng.choice(PAUSES)
        if face.length_ms is None or face.elapsed_ms + ms + min(TO_SPARE_MS, face.length_ms // 10) < face.length_ms:
            self.ask(Advance(ms))

    def answer(self) -> bool:
        """Give one answer, and note it if it is a step. False if there is none to give."""
        self.leave_path()
        before, state, depth = self.seen(), self.state, len(self.session.history)
        number, entry = self.session.id, self.session.seq
        if not self.give():
            return False
        if self.session.id != number:  # another game: there is no way back into the one before
            self.steps, self.first = [], 0
            return True
        made, label = len(self.session.history) - depth, self.now().undo
        if self.session.seq == entry or self.subject.beside(self.last_move()["type"]):
            assert made == 0
        else:
            assert made == 1 or self.seen() == before, f"no step of its own: {self.last_move()}"
            assert made == 0 or self.state is not state, f"nothing to take back: {self.last_move()}"
            self.steps += [(before, label)] * made
        assert made == 0 or label is not None or self.over
        return True

    def give(self) -> bool:
        if self.subject.tags and self.rng.random() < 0.25:
            self.attempt(Tag("table", self.rng.choice(self.subject.tags)))
            return True
        if self.game.prompt(self.state, PUBLIC) is None:
            moves = self.legal()
            if moves:
                self.attempt(MakeMove(self.rng.choice(moves)))
            return bool(moves)
        way = self.way()
        if way is None:
            return False
        keys = [option.key for option in way]
        how = self.rng.randrange(4)
        if how == 0:
            self.attempt(Follow(tuple(keys), start=()))
        elif how == 1:
            self.attempt(Choose(keys[-1], path=walked(way[:-1])))
        else:
            for option in way:
                if self.attempt(Button(option.badge) if option.badge and how == 2 else Choose(option.key)) == "refused":
                    break
        return True

    def way(self) -> list[Option] | None:
        """Options that lead to some move."""

        def on(path: Keys) -> list[Option] | None:
            prompt = self.game.prompt(self.state, PUBLIC, path)
            if prompt is None:
                return None
            options = [option for option in prompt.options if option.open(self.at)]
            self.rng.shuffle(options)
            for option in options:
                if option.move is not None:
                    seldom = type(option.move).__struct_config__.tag in SELDOM
                    if not seldom or self.rng.random() < HOW_SELDOM:
                        return [option]
                elif not option.chosen and (found := on(follow(path, option))) is not None:
                    return [option, *found]
            return None

        return on(())

    def open_a_path(self) -> int:
        """Choose a key or two that lead on; how many."""
        way = (self.way() or [])[:-1][:2]
        for option in way:
            self.ask(Choose(option.key))
        return len(self.now().path)

    def leave_path(self) -> None:
        if self.now().path:
            self.ask(Back(all=True))

    def last_move(self) -> Any:
        """The last answer, as the journal has it."""
        saved = self.journal.load(self.session.id)
        assert saved is not None
        return msgspec.json.decode(next(e.move for e in reversed(saved.entries) if e.kind is EntryKind.MOVE))

    def step_once(self, request: Undo | Redo) -> tuple[Any, str]:
        """Step; what stood open right before, and the refusal if the game is over for good.

        A game that does not step while its clock is held is set going first.
        """
        before = self.seen()
        outcome = self.attempt(request)
        if outcome == "not_allowed_now" and self.subject.thaw:
            self.step(self.subject.thaw)
            before = self.seen()
            outcome = self.attempt(request)
        return before, outcome if isinstance(outcome, str) else ""


def walked(options: list[Option]) -> Keys:
    path: Keys = ()
    for option in options:
        path = follow(path, option)
    return path


def without_moments(prompt: Any) -> Any:
    """JSON without the moments of the clock."""
    match prompt:
        case dict():
            return {key: without_moments(value) for key, value in prompt.items() if key not in MOMENTS}
        case list():
            return [without_moments(value) for value in prompt]
        case _:
            return prompt


def played(game: Subject, seed: int) -> Table:
    """A table that gave many answers, with time between them."""
    table = Table(game, seed)
    after = 0
    for _ in range(ANSWERS):
        if table.rng.random() < 0.25:
            table.wait()
        after += table.over
        if after > AFTER_THE_END or not table.answer():
            break
    table.leave_path()
    return table


@pytest.mark.parametrize("seed", SEEDS)
def test_each_undo_opens_the_prompt_before_the_answer_and_each_redo_the_one_after(game: Subject, seed: int) -> None:
    table = played(game, seed)
    assert len(table.session.history) == table.first + len(table.steps)
    left = []
    for before, label in reversed(table.steps):
        at_root = table.seen()
        said = table.now().undo
        for keys in range(table.open_a_path() if table.rng.random() < 0.3 else 0, 0, -1):
            assert table.now().undo.name == "back"
            table.ask(Undo())
            assert len(table.now().path) == keys - 1
            assert table.seen() == at_root
        after, refused = table.step_once(Undo())
        if refused:
            assert table.over and refused == "too_late" and said is None
            break
        left.append(after)
        assert said in (label, None)
        assert table.now().path == ()
        assert table.seen() == before, f"the undo of {label}"
    for after in reversed(left):
        table.step_once(Redo())
        assert table.seen() == after
    assert table.now().redo is None


def test_enough_is_taken_back(game: Subject) -> None:
    """The random games above are worth something: answers with and without events, paths, and time that passes."""
    tables = [played(game, seed) for seed in SEEDS[:2]]
    assert sum(len(table.steps) for table in tables) > 6 * len(tables)
