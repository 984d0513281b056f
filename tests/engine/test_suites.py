"""The suites that every game passes unchanged. Each test runs for the toy game and for every game of the registry."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.audience import PUBLIC
from companion.engine.codec import decoder, in_clear, private_json, public_json
from companion.engine.entry import EntryKind
from companion.engine.export import event_decoder, import_lines
from companion.engine.game import Event, applied
from companion.engine.game import UndoWords as Undone
from companion.engine.hearing import DEAF_MS
from companion.engine.journal import Journal
from companion.engine.printed_names import named
from companion.engine.refused import Refused
from companion.engine.replay import Replay
from companion.engine.requests import Advance, Export, MakeMove, Now, Open, Position, Redo, Undo
from companion.engine.shown import check_leads_on
from companion.games.registry import GAMES
from companion.presentation import refusals as screen
from companion.words import ENGINE, refusals
from tests import open_files
from tests.engine.driver import Driver, plain, public
from tests.engine.subjects import Subject, names, subject
from tests.games.scenario import refused, scenarios
from tests.thorough import rounds

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = rounds(3, 40)
STEPS = 60


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Subject:
    return subject(request.param)


def wandered(
    game: Subject, seed: int, steps: int = STEPS, journal: Journal | None = None, to_the_end: bool = True
) -> Driver:
    """A game in the middle of which a table did `steps` random things."""
    rng = Random(seed)
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves, journal)
    driver.wander(rng, steps, to_the_end=to_the_end)
    return driver


def check(driver: Driver) -> None:
    """What is true of every game at every moment."""
    game, state, at = driver.game, driver.state, driver.at
    now = driver.engine.handle(Now()).answer
    public_json(now)
    due = game.due(state)
    assert due is None or due.at > at or due == driver.session.failed, f"a deadline of {due} stands open at {at}"
    assert now.face.elapsed_ms >= 0
    if now.face.length_ms is not None:
        assert now.face.elapsed_ms <= now.face.length_ms
    if now.prompt is not None:
        keys = [option.key for option in now.prompt.options]
        assert len(keys) == len(set(keys))
        assert now.prompt.default is None or now.prompt.default in keys
    for label in (now.undo, now.redo):
        assert label is None or named(label.text, "en").format(**label.facts).strip(), "no blank titles"
    driver.subject.invariant(state)
    if (patches := getattr(game, "patches", None)) is not None:
        assert list(patches.invariants(state)) == []
    check_leads_on(game, state, at, "position")


# --- random play ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_play_breaks_nothing(game: Subject, seed: int) -> None:
    rng = Random(seed)
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    for _ in range(STEPS * 2):
        request = driver.random_request(rng)
        if request is None:
            break
        before = private_json(driver.state)
        elapsed = driver.game.face(driver.state, driver.at).elapsed_ms
        if isinstance(driver.attempt(request), str) and not isinstance(request, Advance):
            assert private_json(driver.state) == before, f"a refused {request} changed the state"
        check(driver)
        if isinstance(request, Undo | Redo | Advance) and driver.game.result(driver.state, driver.at) is None:
            assert driver.game.face(driver.state, driver.at).elapsed_ms >= elapsed, "the clock is never undone"


@settings(max_examples=rounds(15, 100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 1_000_000), max_size=25))
def test_any_choice_of_moves_breaks_nothing(game: Subject, picks: list[int]) -> None:
    opening, moves = game.openings[len(picks) % len(game.openings)]
    driver = Driver(game, opening, moves)
    for pick in picks:
        request = driver.random_request(Random(pick))
        if request is not None:
            driver.attempt(request)
            check(driver)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_what_is_offered_is_not_refused(game: Subject, seed: int) -> None:
    driver = wandered(game, seed, steps=STEPS // 2)
    for move in driver.legal():
        before = private_json(driver.state)
        try:
            events, state = driver.game.make_move(driver.state, move, driver.at, Random(1))
        except Refused as refused:
            assert game.unknowable(driver.state, move, refused), move
        else:
            assert driver.game.decide(driver.state, move, driver.at, Random(1)) == events
            assert private_json(state) == private_json(applied(driver.state, events, driver.at))
        assert private_json(driver.state) == before, "decide is pure"


# --- undo and redo -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_undo_to_the_start_and_redo_to_the_end(game: Subject, seed: int) -> None:
    rng = Random(seed)
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    states: list[Any] = []
    for _ in range(STEPS):
        request = driver.random_request(rng, steps_back=False)
        before, depth = driver.state, len(driver.session.history)
        if request is None:
            break
        driver.attempt(request)
        states += [before] * (len(driver.session.history) - depth)
        if driver.game.result(driver.state, driver.at) is not None:
            break
    if driver.game.result(driver.state, driver.at) is None:
        driver.attempt(MakeMove(dict(game.thaw)))
    if not states or driver.attempt(Undo()) == "too_late":
        return  # it ended by time, and that is past
    untouched = stepped(driver, Redo())
    last = driver.state
    at = driver.at
    del states[: max(0, len(states) - len(driver.session.history))]
    for then in reversed(states):
        made_at = driver.session.history._behind[-1].at
        untouched &= stepped(driver, Undo())
        assert same(driver, then, made_at, driver.state) or not untouched
    for _ in states:
        stepped(driver, Redo())
    assert same(driver, last, at, driver.state)
    assert driver.game.face(driver.state, at).elapsed_ms == driver.game.face(last, at).elapsed_ms


def stepped(driver: Driver, request: Undo | Redo) -> bool:
    """Step back or forth. A game that does not step while its clock is held is set going first: then False."""
    if driver.attempt(request) != "not_allowed_now":
        return True
    driver.step(driver.subject.thaw)
    driver.ask(request)
    return False


def same(driver: Driver, then: Any, then_at: int, now: Any) -> bool:
    """Whether two states are the same but for the clock."""
    game, at = driver.game, driver.at
    untimed = driver.subject.untimed
    assert untimed(game.position(then, then_at, True)) == untimed(game.position(now, at, True))
    try:
        return bool(private_json(game.after_undo(then, then_at, now, at)) == private_json(now))
    except Refused as refused:  # a step back to a clock that is held: there is none from there
        return refused.code == "not_allowed_now"


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_label_stands_where_undo_and_redo_are_accepted_and_nowhere_else(game: Subject, seed: int) -> None:
    """The key says what it would do; where it would be refused it says nothing."""
    rng = Random(seed)
    opening, moves = game.openings[seed % len(game.openings)]
    driver = Driver(game, opening, moves)
    for _ in range(STEPS):
        request = driver.random_request(rng)
        if request is None:
            break
        driver.attempt(request)
        step: Undo | Redo = rng.choice((Undo(), Redo()))
        now = driver.engine.handle(Now()).answer
        label = now.undo if isinstance(step, Undo) else now.redo
        assert (label is None) == isinstance(driver.attempt(step), str), f"{step} after {request}"


# --- journal and JSON ----------------------------------------------------------------------------------------------


class Coughed(Event, frozen=True, tag="coughed"):
    undo = Undone(9, "the cough")


@pytest.mark.parametrize("name", [name for name in names() if name != "toy"])  # which tells every move by itself
def test_what_an_event_says_of_itself_is_what_undo_says(name: str) -> None:
    driver = wandered(subject(name), 0, to_the_end=False)
    moves = driver.game.legal(driver.state, driver.at)
    labels = {driver.game.label(driver.state, move, (Coughed(),), driver.at).text for move in moves}
    assert "the cough" in labels, "an event's `undo` words are not asked for (BaseGame.label)"


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_replay_from_disk_equals_live(game: Subject, seed: int, tmp_path: Path) -> None:
    driver = wandered(game, seed, journal=Journal(tmp_path / "j.db"))
    driver.journal.close()
    again = Journal(tmp_path / "j.db")
    saved = again.load(driver.session.id)
    assert saved is not None
    replay = Replay(driver.game)
    state = replay.run(saved)
    assert private_json(state) == private_json(driver.state)
    assert state == driver.state
    state, at = driver.session.state, driver.session.last_at
    assert replay.history.undo_label(state, at) == driver.session.history.undo_label(state, at)
    assert len(replay.history) == len(driver.session.history)
    again.close()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_json_round_trips(game: Subject, seed: int) -> None:
    driver = wandered(game, seed)
    saved = driver.journal.load(driver.session.id)
    assert saved is not None
    state = decoder(driver.game.state_type).decode(private_json(driver.state))
    assert state == driver.state
    moves, events = decoder(driver.game.move_type), event_decoder(driver.game)
    for entry in saved.entries:
        if entry.kind is EntryKind.MOVE:
            assert private_json(moves.decode(entry.move)) == in_clear(entry.move)
        if entry.kind not in {EntryKind.UNDO, EntryKind.REDO}:
            assert private_json(events.decode(entry.events)) == in_clear(entry.events)
    for move in driver.legal():
        assert moves.decode(private_json(move)) == move
        assert msgspec.json.decode(private_json(move))["type"]


@pytest.mark.parametrize("seed", range(4))
def test_export_and_import(game: Subject, seed: int) -> None:
    driver = wandered(game, seed)
    games = {driver.game.name: driver.game}
    for reveal in (True, False):
        lines = driver.engine.handle(Export(reveal=reveal)).answer
        record = import_lines(lines, games)
        journal = open_files.journal()
        number = journal.keep(record)
        found = journal.record(number)
        assert found is not None
        again = Driver(game, game.openings[0][0], journal=journal)
        assert again.engine.handle(Export(number, reveal)).answer == lines


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_position_joins_a_running_game(game: Subject, seed: int) -> None:
    """From a position with its clock stopped, the same moves lead to the same events."""
    driver = wandered(game, seed, steps=STEPS // 2, to_the_end=False)
    if driver.game.result(driver.state, driver.at) is not None:
        return  # it ended by time: there is nothing to join
    driver.attempt(MakeMove(dict(game.freeze)))
    place = written(driver)
    opening, _ = game.openings[seed % len(game.openings)]
    other = Driver(game, Open(opening.game, opening.seats, opening.options, place))
    assert written(other) == place
    rng = Random(seed)
    for driver_ in (driver, other):
        driver_.session.rng.seed(5)
        driver_.attempt(MakeMove(dict(game.thaw)))
        driver_.ask(Advance(DEAF_MS))  # what is asked in the one may be new, and hears no tag yet
    for _ in range(STEPS // 2):
        request = driver.random_request(rng, steps_back=False)
        if request is None or (isinstance(request, MakeMove) and getattr(request.move, "at", None) is not None):
            continue
        one, two = driver.attempt(request), other.attempt(request)
        assert untimed(one) == untimed(two), f"after {request}"


def written(driver: Driver) -> Any:
    """The position as a file holds it."""
    return msgspec.json.decode(msgspec.json.encode(driver.engine.handle(Position(reveal=True)).answer))


def untimed(outcome: str | tuple[Any, ...]) -> object:
    """Events without their own moments: the two games began at different times."""
    if isinstance(outcome, str):
        return outcome
    plain_events = [plain(event) for event in outcome]
    return [{k: v for k, v in event.items() if k not in {"at", "until"}} for event in plain_events]


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_secrets_change_nothing_that_is_public(game: Subject, caplog: pytest.LogCaptureFixture) -> None:
    for pair in game.secret_pairs:
        seen = []
        for moves in (pair.one, pair.other):
            caplog.clear()
            with caplog.at_level(logging.DEBUG):
                driver = Driver(game, pair.open, moves)
            lines = [record.getMessage() for record in caplog.records]
            legal = [] if driver.game.result(driver.state, driver.at) else [plain(m)["type"] for m in driver.legal()]
            export = driver.engine.handle(Export()).answer
            place = public_json(driver.engine.handle(Position()).answer)
            seen.append((public(driver.heard), export, place, lines, legal))
        assert seen[0] == seen[1]
        assert private_json(pair.one) != private_json(pair.other)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_public_holds_a_secret(game: Subject, seed: int) -> None:
    driver = wandered(game, seed)
    public(driver.heard)
    public_json(driver.game.view(driver.state, PUBLIC, driver.at))
    public_json(driver.engine.handle(Position()).answer)


# --- words -----------------------------------------------------------------------------------------------------------

ENGINE_CODES = {"bad_input", "not_allowed_now", "nothing_to_undo", "too_late", "too_soon", "no_game"}


def test_every_refusal_can_be_reached_and_has_words(game: Subject) -> None:
    """By a scenario, which fills its sentence; by what its subject names; by chance."""
    reached: set[str] = set()
    for provocation in game.provocations:
        with pytest.raises(Refused) as caught:
            Driver(game, provocation.open, provocation.moves)
        assert caught.value.code == provocation.code, provocation
        for line in game.refusals.get(provocation.code, ()):
            named(line, "en").format(**caught.value.facts)
        reached.add(provocation.code)
    for seed in range(ROUNDS):
        reached |= wandered(game, seed).codes
    met = refused(scenarios(game.make().name))
    assert {code.partition(":")[0] for code in game.refusals} - reached - met == set(), "never seen"
    assert reached - set(game.refusals) - ENGINE_CODES == set(), "no words for it"


def test_everything_that_the_screen_says_of_it_is_translated(game: Subject) -> None:
    """Undo labels and the answers of questions are msgids; a refusal has words on the screen."""
    if game.make().name not in GAMES:  # the tests' own games are in no catalogue
        return
    with (ROOT / "companion/presentation/locale/fr/LC_MESSAGES/companion.po").open("rb") as file:
        french = {message.id for message in read_po(file, locale="fr") if message.string}
    said: set[str] = set()
    for seed in range(ROUNDS * 2):
        for update in wandered(game, seed).heard:
            said |= {label.text for label in (update.undo, update.redo) if label is not None}
    assert said - french == set()
    assert said
    spoken = screen.REFUSALS.keys() | refusals(game.make().name).keys()
    assert (set(game.refusals) | ENGINE.keys()) - {"internal"} - spoken == set()
