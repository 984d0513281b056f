"""The tree of prompts, for every game that has one: leaves and rules agree, nobody reads a secret in it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.audience import PUBLIC, Audience, Seat
from companion.engine.codec import private_json, public_json
from companion.engine.hearing import DEAF_MS
from companion.engine.prompt import Keys, Option, Prompt, follow
from companion.engine.refused import Refused
from companion.engine.requests import Advance, Ask, Back, Choose, Follow, Now, Undo
from companion.engine.signals import Button
from companion.engine.text import in_words
from tests.engine.driver import Driver
from tests.engine.subjects import Subject, names, subject
from tests.thorough import rounds

SEEDS = range(rounds(2, 5))
STEPS = 25


def told_by_prompts() -> list[str]:
    return [name for name in names() if name != "toy"]


@pytest.fixture(params=told_by_prompts())
def game(request: pytest.FixtureRequest) -> Subject:
    return subject(request.param)


def states(game: Subject, seed: int) -> Iterator[Driver]:
    """A random game, looked at after each input."""
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    rng = Random(seed)
    for _ in range(STEPS):
        yield driver
        request = driver.random_request(rng)
        if request is None:
            return
        driver.attempt(request)
        driver.attempt(Back(all=True))


def at(driver: Driver, path: Keys = ()) -> Prompt:
    found = driver.game.prompt(driver.state, PUBLIC, path)
    assert found is not None
    return found


def every(driver: Driver, most: int = 400) -> Iterator[tuple[Keys, Prompt]]:
    """Prompts of the tree with their paths, breadth first; of those that can be gone into, `most` at most."""
    waiting: list[Keys] = [()]
    while waiting and most > 0:
        path = waiting.pop(0)
        prompt = at(driver, path)
        most -= 1
        yield path, prompt
        waiting += [(*path, o.key) for o in prompt.options if o.move is None and o.why is None and not o.chosen]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_leaf_is_accepted_and_every_reason_is_the_rule_s(game: Subject, seed: int) -> None:
    for driver in states(game, seed):
        for path, prompt in every(driver):
            for option in prompt.options:
                if option.move is None:
                    continue
                if option.why is None and not option.open(driver.at):
                    late = decided(driver, option.move, unknowable=False)
                    assert late is not None, f"{option.move} at {path} is said to be too late"
                    continue
                expected = None if option.why is None else (option.why.code, dict(option.why.facts))
                outcome = decided(driver, option.move, unknowable=expected is None)
                assert outcome == expected, f"{option.move} at {path}"


def decided(driver: Driver, move: Any, unknowable: bool) -> tuple[str, dict[str, object]] | None:
    """The refusal of a move, None if it is accepted.

    :param unknowable: a refusal for what nobody may know does not count: a prompt that foresaw it would tell it.
    """
    try:
        driver.game.decide(driver.state, move, driver.at, Random(1))
    except Refused as refused:
        if unknowable and driver.subject.unknowable(driver.state, move, refused):
            return None
        return refused.code, dict(refused.facts)
    return None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_prompt_is_whole(game: Subject, seed: int) -> None:
    """Keys are unique, a default can be chosen, the words have all their facts, a badge means one option."""
    for driver in states(game, seed):
        over = driver.game.result(driver.state, driver.at) is not None
        for path, prompt in every(driver, 60):
            keys = [option.key for option in prompt.options]
            assert len(keys) == len(set(keys)), path
            badges = [option.badge for option in prompt.options if option.badge]
            assert len(badges) == len(set(badges)), path
            assert prompt.default is None or prompt.option(prompt.default) is not None, path
            in_full(prompt)
            assert over or any(option.why is None for option in prompt.options), f"no way on from {path}"


def in_full(prompt: Prompt) -> None:
    """All words of a prompt can be said, and where there are any they say something; `*` is any symbol of a card."""
    texts = [prompt.title, *(option.label for option in prompt.options)]
    rest = [prompt.hint, prompt.text, *(option.second for option in prompt.options)]
    rest += [sign.text for option in prompt.options for line in option.lines for sign in line]
    spoken = [in_words(text, str, "en") for text in texts]
    others = [words for text in rest if (words := in_words(text, str, "en"))]
    empty = [
        words for words in (*spoken, *others) if "{" in words or not any(map(str.isalnum, words.replace("*", "x")))
    ]
    assert all(spoken) and not empty, empty


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_leads_the_same_way_by_touch_and_by_key(game: Subject, seed: int) -> None:
    """`choose` walks the table's path to the leaf's move; every move and undo empties it."""
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    rng = Random(seed)
    for _ in range(STEPS * 2):
        driver.ask(Advance(DEAF_MS))
        now = driver.engine.handle(Now()).answer
        options = [o for o in now.prompt.options if o.open(driver.at)]
        if not options:
            if not now.path:
                return
            driver.ask(Back())
            continue
        option: Option = rng.choice(options)
        before, path = private_json(driver.state), now.path
        if option.badge and rng.random() < 0.5:
            driver.ask(Button(option.badge))
        else:
            driver.ask(Choose(option.key))
        after = driver.engine.handle(Now()).answer
        if option.move is None:
            assert private_json(driver.state) == before, "a path is no part of the state"
            assert after.path == follow(path, option)
        else:
            assert after.path == ()
            assert rng.random() < 0.9 or driver.attempt(Undo()) is not None
    assert driver.engine.handle(Now()).answer.path is not None


@pytest.mark.parametrize("seed", range(4))
def test_keys_of_one_request_lead_where_they_lead_one_by_one(game: Subject, seed: int) -> None:
    opening, moves = game.openings[seed % len(game.openings)]
    slow, quick = Driver(game, opening, moves), Driver(game, opening, moves)
    rng = Random(seed)
    for _ in range(STEPS):
        keys: list[str] = []
        path: Keys = ()
        told = 0
        for _key in range(6):
            options = [option for option in at(slow, path).options if option.open(slow.at)]
            if not options:
                break
            option = rng.choice(options)
            keys.append(option.key)
            heard = len(slow.heard)
            slow.ask(Choose(option.key))
            told = len(slow.heard) - heard
            if option.move is not None:
                break
            path = follow(path, option)
        if not keys:
            return
        heard = len(quick.heard)
        quick.ask(Follow(tuple(keys), start=()))
        assert len(quick.heard) - heard == told, "no more than the last one alone"
        assert private_json(quick.state) == private_json(slow.state) and quick.session.path == slow.session.path
        slow.ask(Back(all=True))  # the other begins at the start by itself


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_option_changes_nothing_and_says_why(game: Subject, seed: int) -> None:
    for driver in states(game, seed):
        for option in at(driver).options:
            if option.why is not None:
                before = private_json(driver.state)
                assert driver.attempt(Choose(option.key)) == option.why.code
                assert private_json(driver.state) == before and driver.session.path == ()
        assert driver.attempt(Choose("no such key")) == "not_allowed_now"
        assert driver.attempt(Ask(path=("no", "such", "path"))) == "not_allowed_now"
        refusal = driver.heard[-1].refusal
        assert refusal is not None and not refusal.facts  # the path may be what one player alone has entered


@pytest.mark.parametrize("seed", range(4))
def test_a_phone_has_a_path_of_its_own(game: Subject, seed: int) -> None:
    """With a path in the request the table stays where it is; a leaf is a move of the table all the same."""
    rng = Random(seed)
    for driver in states(game, seed):
        path: Keys = ()
        for _ in range(6):
            options = [o for o in at(driver, path).options if o.open(driver.at) and not o.chosen]
            if not options:
                break
            option = rng.choice(options)
            reply = driver.engine.handle(Choose(option.key, path))
            if option.move is not None:
                break
            path = (*path, option.key)
            assert reply.answer == at(driver, path) and driver.session.path == ()


def test_twin_games_have_the_same_prompts_at_every_depth(game: Subject) -> None:
    """Games that differ in secrets alone give byte-equal prompts to everybody who may not know."""
    for pair in game.secret_pairs:
        seen = []
        for moves in (pair.one, pair.other):
            driver = Driver(game, pair.open, moves)
            prompts = [public_json(prompt) for _path, prompt in every(driver)]
            seats = [seat.name for seat in driver.session.seats]
            prompts += [public_json(driver.game.prompt(driver.state, Seat(name))) for name in seats]
            seen.append(prompts)
        assert seen[0] == seen[1]


def with_a_way(name: str) -> tuple[Driver, Option]:
    """A game where an option of the first prompt leads on, and that option."""
    for driver in states(subject(name), 0):
        for option in at(driver).options:
            if option.move is None and option.why is None:
                return driver, option
    raise AssertionError("no option leads on")


LEADING = ("coins", "cerbere", "hellrail", "infernal_wagon")
"""Games whose first prompts lead on."""


@pytest.mark.parametrize("name", LEADING)
def test_a_question_that_is_left_alone_stands(name: str) -> None:
    """Twelve hours, and it is where it was: nothing falls back a step without a word. A countdown goes on meanwhile."""
    driver, way = with_a_way(name)
    counts = driver.game.due(driver.state) is not None
    driver.ask(Choose(way.key))
    asked, heard = driver.session.prompt(), len(driver.heard)
    driver.ask(Advance(301_000 if counts else 12 * 3_600_000))
    assert driver.session.path == (way.key,) and driver.session.prompt() == asked
    assert counts or len(driver.heard) == heard, "and nothing was told"


@pytest.mark.parametrize("name", LEADING)
def test_what_is_refused_on_the_way_is_where_the_way_ends(name: str) -> None:
    driver, way = with_a_way(name)
    first = at(driver).id
    for wrong in (
        Follow(("no such key", way.key)),
        Follow((way.key,), seen=f"not {first}"),
        Follow((), start=("no", "such", "path")),
    ):
        assert driver.attempt(wrong) == "not_allowed_now" and driver.session.path == ()
    assert driver.attempt(Follow((way.key, "no such key"), seen=first)) == "not_allowed_now"
    assert driver.session.path == driver.heard[-1].path == (way.key,)
    assert driver.heard[-1].refusal is not None
    driver.ask(Follow((), start=()))
    assert not driver.session.path and not driver.heard[-1].path


@pytest.mark.parametrize("seed", SEEDS)
def test_a_path_that_leads_nowhere_is_refused_wherever_it_leaves_the_tree(game: Subject, seed: int) -> None:
    """Keys of other prompts, keys too many, and keys that nobody has: `not_allowed_now`, and nothing else."""
    rng = Random(seed)
    for driver in states(game, seed):
        paths, known = [], {"x", "", "player", "1", "0", "-1", "ok", "\u0661", "a" * 99}
        for path, prompt in every(driver, 40):
            paths.append(path)
            known |= {option.key for option in prompt.options}
        keys = sorted(known)
        for _ in range(rounds(10, 30)):
            path = (*rng.choice(paths), *rng.choices(keys, k=rng.randint(1, 3)))
            audiences: list[Audience] = [PUBLIC, *(Seat(seat.name) for seat in driver.session.seats)]
            for audience in audiences:
                assert driver.attempt(Ask(audience, path)) in {(), "not_allowed_now"}, path
