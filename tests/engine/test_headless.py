"""The table protocol, line by line, with the toy game: nothing that comes in can break it."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from companion.engine.clock import Clock, ManualClock, RealClock
from companion.engine.text import TitleAndHint
from companion.headless import LONGEST_LINE, Headless, serve
from companion.opening import build_table
from tests.engine.tables import table
from tests.patience import until

OPEN = {"open": {"game": "toy", "seats": ["Ana", {"name": "Bo", "colour": "red", "new": True}], "seed": 1}}


class Peer:
    """Speaks the protocol to a table in the same process."""

    def __init__(self, reveal: bool = False, clock: Clock | None = None) -> None:
        self.table = table(None, clock or ManualClock())
        self.table.start()
        self.headless = Headless(self.table, reveal, moves=True)

    def raw(self, line: bytes | str) -> dict[str, Any]:
        answer = self.headless.answer(line)
        assert b"\n" not in answer
        found = json.loads(answer)
        assert isinstance(found, dict)
        return found

    def say(self, request: object) -> dict[str, Any]:
        return self.raw(json.dumps(request))

    def ok(self, request: object) -> dict[str, Any]:
        answer = self.say(request)
        assert answer["ok"], answer
        return answer

    def error(self, request: object) -> dict[str, Any]:
        answer = self.say(request)
        assert not answer["ok"], answer
        error = answer["error"]
        assert set(error) == {"code", "message", "facts"} and isinstance(error["message"], str)
        return dict(error)


@pytest.fixture(autouse=True)
def toy_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "companion.words.refusals", lambda game: {"unknown_tag": TitleAndHint("Unknown tag {uid}", "It is no card.")}
    )


@pytest.fixture
def peer() -> Iterator[Peer]:
    made = Peer()
    yield made
    made.table.close()


def test_views_of_seats_and_secrets(peer: Peer) -> None:
    peer.ok(OPEN)
    assert peer.ok({"move": {"type": "hide", "seat": "Ana", "value": 7}})["events"] == [
        {"type": "hidden", "seat": "Ana"}
    ]
    assert peer.ok({"view": {}})["view"]["mine"] is None
    assert peer.ok({"subscribe": {"audience": "seat:Ana"}})["view"]["mine"] == 7
    assert peer.error({"subscribe": {"audience": "everybody"}})["code"] == "bad_input"
    assert peer.ok({"view": {}})["view"]["mine"] == 7
    assert peer.ok({"subscribe": {"audience": "seat:Bo"}})["view"]["mine"] is None
    assert peer.error({"view": {"audience": "seat:Ana"}})["code"] == "bad_input", "of the connection, not of a request"
    assert peer.ok({"subscribe": {}})["view"]["mine"] is None
    assert "hidden" not in peer.ok({"position": {}})["position"]
    assert "7" not in "".join(peer.ok({"export": {}})["export"])


def test_reveal_shows_secrets_in_position_and_export() -> None:
    peer = Peer(reveal=True)
    peer.ok(OPEN)
    peer.ok({"move": {"type": "hide", "seat": "Ana", "value": 7}})
    assert peer.ok({"position": {}})["position"]["hidden"] == {"Ana": 7}
    assert json.loads(peer.ok({"export": {}})["export"][0])["secrets"] == "revealed"
    peer.table.close()


def paused(peer: Peer) -> list[int]:
    return [game["id"] for game in peer.ok({"paused": {}})["paused"]]


def test_a_finished_game_is_forgotten_and_nothing_of_it_deleted(peer: Peer) -> None:
    peer.ok(OPEN)
    peer.ok({"move": {"type": "start"}})
    assert peer.error({"forget": {"id": 1}})["code"] == "not_allowed_now", "it is not finished"
    peer.ok({"clock": {"advance": 60}})
    assert peer.error({"forget": {"id": 1}})["code"] == "not_allowed_now", "it lies on the table"
    peer.ok({"leave": {}})
    before = peer.ok({"export": {"id": 1}})["export"]
    peer.ok({"forget": {"id": 1}})
    peer.ok({"forget": {"id": 1}})  # a second touch
    (row,) = peer.ok({"games": {}})["games"]
    assert row["status"] == "left" and row["result"] is not None and paused(peer) == []
    assert len(peer.ok({"export": {"id": 1}})["export"]) == len(before)
    assert peer.error({"forget": {"id": 7}})["code"] == "no_saved_game"


def test_a_name_and_a_group_are_forgotten_by_line(peer: Peer) -> None:
    for _game in range(2):
        peer.ok(OPEN)
        peer.ok({"move": {"type": "start"}})
        peer.ok({"clock": {"advance": 60}})
        peer.ok({"leave": {}})
    names: tuple[dict[str, Any], ...] = (
        {},
        {"name": ""},
        {"name": "N" * 200},
        {"name": ["Ana"]},
        {"name": "A", "id": 1},
    )
    for bad in names:
        assert peer.error({"forget_name": bad})["code"] == "bad_input", bad
    groups: tuple[dict[str, Any], ...] = ({}, {"names": []}, {"names": "Ana"}, {"names": ["N" * 200]})
    for bad in groups:
        assert peer.error({"forget_group": bad})["code"] == "bad_input", bad
    peer.ok({"forget_name": {"name": "Nobody"}})
    peer.ok({"forget_group": {"names": ["Ana"]}})
    assert [[seat["name"] for seat in row["seats"]] for row in peer.ok({"games": {}})["games"]] == [["Ana", "Bo"]] * 2
    peer.ok({"forget_name": {"name": "Bo"}})
    assert [[seat["name"] for seat in row["seats"]] for row in peer.ok({"games": {}})["games"]] == [["Ana", "–"]] * 2
    error = peer.error({"export": {"id": 1}})
    assert error["code"] == "journal_forgotten" and "1" in error["message"]
    peer.ok({"forget_group": {"names": ["–", "Ana"]}})
    assert {row["status"] for row in peer.ok({"games": {}})["games"]} == {"left"}


def test_who_won_a_finished_game_is_put_right(peer: Peer) -> None:
    peer.ok(OPEN)
    peer.ok({"move": {"type": "start"}})
    assert peer.error({"amend": {"id": 1, "result": {"won": True}}})["code"] == "not_allowed_now"
    peer.ok({"clock": {"advance": 60}})
    peer.ok({"leave": {}})
    (before,) = peer.ok({"games": {}})["games"]
    for bad in ({"won": 1}, {"won": "yes"}, {"elapsed_ms": 3}, {"winners": ["Ana"]}):
        assert peer.error({"amend": {"id": 1, "result": bad}})["code"] == "bad_input", bad
    assert peer.ok({"games": {}})["games"] == [before]
    peer.ok({"amend": {"id": 1, "result": {"won": not before["result"]["won"]}}})
    (after,) = peer.ok({"games": {}})["games"]
    assert after["result"] == {**before["result"], "won": not before["result"]["won"]}
    assert {**after, "result": None} == {**before, "result": None}


BAD = [
    "",
    " ",
    "{",
    "null",
    "[]",
    "3",
    '"open"',
    "{}",
    '{"undo": {}, "redo": {}}',
    '{"shout": {}}',
    '{"undo": {"twice": true}}',
    '{"undo": 1}',
    '{"open": {}}',
    '{"open": {"game": "toy", "seats": "Ana"}}',
    '{"open": {"game": "toy", "seats": ["Ana", "Ana"]}}',
    '{"open": {"game": "toy", "seats": [""]}}',
    '{"open": {"game": "toy", "seats": ["Ana"], "size": 3}}',
    '{"open": {"game": "toy", "seats": ["Ana"], "seed": 1.5}}',
    '{"open": {"game": "toy", "seats": ["Ana"], "options": {"height": 1}}}',
    '{"open": {"game": "toy", "position": {"seats": 3}}}',
    '{"signal": {"type": "smell"}}',
    '{"signal": {"type": "tag", "reader": "table"}}',
    '{"signal": {"type": "tag", "reader": "table", "uid": "1", "at": -1}}',
    '{"signal": {"type": "tag", "reader": "table", "uid": "1", "present": "yes"}}',
    '{"move": []}',
    '{"move": {}}',
    '{"move": {"type": "add"}}',
    '{"move": {"type": "add", "n": "1"}}',
    '{"move": {"type": "add", "n": 1, "extra": 1}}',
    '{"move": {"type": "add", "n": 1, "at": -5}}',
    '{"move": {"type": "add", "n": 1, "at": true}}',
    '{"clock": {}}',
    '{"clock": {"advance": -1}}',
    '{"clock": {"advance": "60"}}',
    '{"clock": {"advance": true}}',
    '{"clock": {"advance": null}}',
    '{"clock": {"advance": 1e300}}',
    '{"clock": {"advance": 1e999}}',
    '{"clock": {"advance": NaN}}',
    '{"subscribe": {"audience": 3}}',
    '{"subscribe": {"audience": "seat:"}}',
    "[" * 100_000,
    '{"open":' * 5_000,
    '{"move": {"type": "hide", "seat": "\\ud800", "value": 1}}',
    b"\xff\xfe\x00",
    b'{"undo": {}\x00}',
]


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
def test_a_malformed_line_is_bad_input_and_changes_nothing(
    peer: Peer, line: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    peer.ok(OPEN)
    peer.ok({"move": {"type": "start"}})
    peer.ok({"move": {"type": "add", "n": 2}})
    before = peer.ok({"position": {}}), peer.ok({"games": {}})["games"][0]["entries"]
    with caplog.at_level(logging.ERROR):
        answer = peer.raw(line)
    assert answer["ok"] is False and answer["error"]["code"] == "bad_input", answer
    assert (peer.ok({"position": {}}), peer.ok({"games": {}})["games"][0]["entries"]) == before
    assert caplog.text == ""


def test_an_answer_to_an_older_update_is_stale_and_a_repeated_one_is_answered_as_at_first(peer: Peer) -> None:
    number = peer.ok(OPEN)["number"]
    started = peer.ok({"move": {"type": "start"}})["number"]
    added = peer.ok({"correct": {"patch": {"n": 3}, "number": started, "id": "phone-1"}})
    assert added["view"]["total"] == 3 and number < started < added["number"]
    again = peer.ok({"correct": {"patch": {"n": 3}, "number": started, "id": "phone-1"}})
    assert again["view"]["total"] == 3, "it is not done twice"
    assert again["events"] == added["events"]
    refused = peer.error({"undo": {"number": started, "id": "phone-2"}})
    assert refused == {
        "code": "stale",
        "message": f"That answers an older update than number {added['number']}.",
        "facts": {"number": added["number"]},
    }
    assert peer.error({"undo": {"id": "phone-2"}})["code"] == "stale", "the first answer again"
    assert peer.ok({"undo": {"number": added["number"], "id": "phone-3"}})["view"]["total"] == 0
    assert peer.error({"choose": {"key": "yes", "number": added["number"]}})["code"] == "stale"
    assert peer.error({"back": {"number": added["number"]}})["code"] == "stale"
    assert peer.error({"redo": {"number": -1}})["code"] == "bad_input"


def test_an_id_that_somebody_else_has_used_tells_nothing_of_theirs() -> None:
    table, _ = build_table(None, None, ManualClock())
    table.start()
    ana, bo, anybody = Headless(table), Headless(table), Headless(table)

    def ask(peer: Headless, **request: Any) -> Any:
        return json.loads(peer.answer(json.dumps(request)))

    ask(ana, open={"game": "cerbere", "seats": ["Ana", "Bo", "Cy"], "seed": 7})
    ask(ana, subscribe={"audience": "seat:Ana"})
    ask(bo, subscribe={"audience": "seat:Bo"})
    hers = ask(ana, choose={"key": "report", "path": [], "id": "1"})["prompt"]["id"]
    theirs = ask(anybody, choose={"key": "symbol", "path": ["report"], "id": "1"})["prompt"]["id"]
    assert (hers, theirs) == ("report", "report_who")
    his = ask(bo, choose={"key": "report", "path": [], "id": "1"})["error"]
    assert (his["code"], his["facts"]) == ("not_asked", {"name": "Ana"})
    table.close()


def test_the_clock_alone_makes_no_answer_stale() -> None:
    """A time cue comes while a finger is on its way."""
    table, _ = build_table(None, None, ManualClock())
    table.start()
    peer = Headless(table, moves=True)

    def ask(**request: Any) -> Any:
        return json.loads(peer.answer(json.dumps(request)))

    ask(open={"game": "infernal_wagon", "seats": ["Ana", "Bo"], "options": {"box": "demo"}, "seed": 1})
    ask(move={"type": "confirm"})
    number = ask(move={"type": "start"})["number"]
    later = ask(clock={"advance": 60.0})
    assert {"type": "cue", "id": "A1"} in later["events"] and later["number"] == number
    assert ask(correct={"patch": {"pile": 20}, "number": number})["view"]["pile"] == 20
    table.close()


def test_a_real_clock_cannot_be_advanced_and_tells_what_came_meanwhile() -> None:
    peer = Peer(clock=RealClock())
    peer.ok(OPEN)
    assert peer.error({"clock": {"advance": 1}})["code"] == "bad_input"
    peer.ok({"move": {"type": "start"}})
    told: list[Any] = []

    def heard() -> list[Any]:
        told.extend(peer.ok({"position": {}})["events"])
        return told

    until(heard, "the first second", pause=0.1)
    assert told[0] == {"type": "second", "n": 1}
    peer.table.close()


def test_a_fault_of_ours_is_answered_in_one_line(peer: Peer, caplog: pytest.LogCaptureFixture) -> None:
    peer.ok(OPEN)
    peer.table.engine.games["toy"].legal = None  # type: ignore[method-assign, assignment]
    assert peer.error({"legal": {}})["code"] == "internal"
    assert peer.ok({"move": {"type": "start"}})["events"]


def test_every_line_gets_one_line_even_without_a_last_newline(peer: Peer) -> None:
    out: list[bytes] = []
    long = b'{"undo": "' + b"x" * (LONGEST_LINE + 10) + b'"}\n'
    serve(peer.headless, io.BytesIO(b'{"games": {}}\r\n\n' + long + b'{"games": {}}'), out.append)
    assert [json.loads(line)["ok"] for line in out] == [True, False, False, True]
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in out)


names = st.sampled_from(["open", "signal", "move", "clock", "undo", "redo", "legal", "position", "view", "resume", "x"])
