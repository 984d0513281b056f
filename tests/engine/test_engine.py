"""The desk with a clock that stands still: deadlines in order, late stamps, undo, notices, listeners."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.game import Event
from companion.engine.refused import BadInput, Refused
from companion.engine.replay import Replay
from companion.engine.requests import (
    Advance,
    Forget,
    Leave,
    Legal,
    LookAt,
    MakeMove,
    Now,
    Open,
    Position,
    Request,
    Resume,
    Undo,
)
from companion.engine.signals import Tag
from companion.engine.update import Update
from tests import open_files
from tests.engine.tables import SEATS, Ear, engine, move, toy, types
from tests.engine.toy import Start, Toy, ToyState


def test_deadlines_fire_in_order_each_at_its_own_moment() -> None:
    table = toy()
    ear = Ear()
    table.listen(ear)
    move(table, "start")
    told = table.handle(Advance(2_500)).events
    assert types(told) == ["second", "second"]
    assert [u.at for u in ear.heard if u.cues] == [1_000, 2_000]
    assert types(table.handle(Advance(20_000)).events) == ["second"] * 8 + ["over"]


def test_a_tap_stamped_before_the_deadline_is_judged_by_its_stamp() -> None:
    clock = ManualClock()
    table = toy(clock=clock, total=19)
    move(table, "start")
    clock.set_ms(10_050)  # the engine was busy: nothing has fired yet
    assert types(table.handle(Tag("table", "1", at=9_999)).events)[-2:] == ["added", "over"]


def test_a_tap_stamped_before_an_end_that_was_told_still_reaches_the_game() -> None:
    table = toy(total=19)
    move(table, "start")
    table.handle(Advance(10_000))
    with pytest.raises(Refused) as caught:
        table.handle(MakeMove({"type": "add", "n": 1, "at": 9_999}))
    assert caught.value.code == "not_allowed_now"


def test_both_moments_of_an_update_are_the_same_one_after_a_late_tap() -> None:
    """The screens count on from them: else their clock would be ahead until something else happens."""
    clock = ManualClock(5_000)
    table = toy(clock=clock)
    ear = Ear()
    table.listen(ear)
    move(table, "start")
    clock.set_ms(7_900)
    move(table, "add", n=1)
    table.handle(Tag("table", "1", at=2_400))
    assert types(table.handle(Advance(0)).events) == [] and ear.heard[-1].at == 2_900
    assert {update.stamp - update.at for update in ear.heard if update.game is not None} == {5_000}


def test_without_a_game() -> None:
    table = engine()
    request: Request
    for request in (Undo(), MakeMove({"type": "start"}), Legal(), Position(), LookAt(), Leave(), Tag("table", "1")):
        with pytest.raises(Refused) as caught:
            table.handle(request)
        assert caught.value.code == "no_game"
    assert table.handle(Tag("table", "1", present=False)).events == ()
    for request, code in ((Open("chess"), "unknown_game"), (Resume(), "no_saved_game"), (Resume(4), "no_saved_game")):
        with pytest.raises(Refused) as caught:
            table.handle(request)
        assert caught.value.code == code


def test_a_clock_that_would_go_back() -> None:
    with pytest.raises(BadInput):
        toy().handle(Advance(-1))


def test_one_listener_that_raises_takes_nothing_from_the_others(caplog: pytest.LogCaptureFixture) -> None:
    table = toy()
    ear = Ear()

    def broken(update: Update) -> None:
        raise ZeroDivisionError("a lamp fell over")

    table.listen(broken)
    table.listen(ear)
    with caplog.at_level(logging.ERROR):
        move(table, "start")
    assert ear.events == ["began"]
    assert "a lamp fell over" in caplog.text


def test_a_game_is_taken_up_held_at_its_last_second(tmp_path: Path) -> None:
    clock = ManualClock()
    table = toy(open_files.journal(tmp_path / "j.db"), clock)
    move(table, "start")
    move(table, "add", n=2)
    table.handle(Advance(4_700))
    table.journal.flush()
    (tmp_path / "power").mkdir()
    for file in tmp_path.glob("j.db*"):  # as if the power had gone: the file is not closed
        shutil.copyfile(file, tmp_path / "power" / file.name)
    journal = open_files.journal(tmp_path / "power/j.db")
    again = engine(journal, ManualClock(77_000))
    assert types(again.handle(Resume()).events) == ["held"]
    now = again.handle(Now()).answer
    assert not now.face.running and 4_700 - now.face.elapsed_ms <= 1_000
    assert now.view.total == 2 and now.undo.name == "add"
    again.handle(Advance(60_000))
    assert again.handle(Now()).answer.face.elapsed_ms == now.face.elapsed_ms, "held: time does not pass"
    move(again, "start")
    assert types(again.handle(Advance(1_000)).events) == ["second"]
    assert again.handle(Undo()).events


def test_a_game_that_was_put_away_untouched_counts_its_entries_from_the_first(tmp_path: Path) -> None:
    table = toy(open_files.journal(tmp_path / "j.db"))
    table.handle(Leave())
    table.handle(Resume())
    move(table, "start")
    table.journal.close()
    record = open_files.journal(tmp_path / "j.db").record(None)
    assert record is not None and [entry.seq for entry in record.saved.entries][:1] == [1]


def test_a_new_game_in_the_same_session_is_a_game_of_its_own_in_the_journal() -> None:
    """The result of the one before stays; there is no way back into it."""

    class Again(Toy):
        def decide(self, state: ToyState, move: Any, at: int, rng: Random) -> Sequence[Any]:
            return (
                [Anew()] if state.over is not None and isinstance(move, Start) else super().decide(state, move, at, rng)
            )

    game = Again()
    game.event_type = Toy.event_type | Anew
    table = engine(game=game)
    table.handle(Open("toy", SEATS, {"total": 19}, group="ours"))
    move(table, "start")
    move(table, "add", n=1)
    assert move(table, "start") == ["anew"]
    move(table, "add", n=2)
    first, second = table.journal.games()[::-1]
    assert (first.result, first.group) == ({"won": True, "elapsed_ms": 0}, "ours")
    assert (second.status.value, second.entries, second.seats, second.group) == ("open", 1, SEATS, "ours")
    assert table.journal.results("toy", "ours") == [{"won": True, "elapsed_ms": 0}]
    table.handle(Undo())
    with pytest.raises(Refused):
        table.handle(Undo())
    saved = table.journal.load(second.id)
    assert saved is not None and Replay(game).run(saved) == table._session.state  # type: ignore[union-attr]


class Anew(Event, frozen=True, tag="anew"):
    def apply(self, state: ToyState, at: int) -> ToyState:
        return ToyState(state.seats, since=at)


def test_a_forgotten_game_is_none_of_the_results_of_its_group() -> None:
    journal = open_files.journal()
    played = toy(journal)
    move(played, "start")
    played.handle(Advance(60_000))
    played.handle(Leave())
    assert len(journal.results("toy", "table")) == 1
    played.handle(Forget(1))
    assert journal.results("toy", "table") == []
