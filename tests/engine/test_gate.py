"""One gate: whatever comes over the protocol or the control channel, a value that nobody foresaw is `bad_input`."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.engine.clock import ManualClock
from companion.engine.codec import strict_json
from companion.engine.refused import BadInput
from companion.headless import Headless
from companion.opening import build_table
from drivers.simulated.control import ControlActions
from tests.thorough import rounds
from tests.tools.soak.fuzz import soak_fuzz

WAGON: dict[str, Any] = {"game": "infernal_wagon", "seats": ["Ana", "Bo", "Cy"], "seed": 7}
CERBERE: dict[str, Any] = {"game": "cerbere", "seats": ["Ana", "Bo", "Cy", "Dan"], "seed": 7}
BOX = {
    "box": {"game": "infernal-wagon"},
    "symbols": [{"id": "a"}, {"id": "b"}],
    "cards": [
        {"slot": f"R{i}", "kind": "rail", "ends": ["a", "b"], "tags": [{"uid": f"62E3086C0{i}"}]} for i in range(1, 6)
    ],
}

Speak = Callable[[str], dict[str, Any]]


@pytest.fixture(params=["protocol", "control"])
def speak(request: pytest.FixtureRequest) -> Iterator[Speak]:
    """The table by its protocol, and by the control channel of a kiosk."""
    table, _ = build_table(None, None, ManualClock())
    table.start()
    headless = Headless(table, reveal=True, moves=True)

    def nothing(*_: Any) -> None:
        pass

    hands = ControlActions(None, nothing, nothing, list, nothing, headless.answer)

    def say(line: str) -> dict[str, Any]:
        answer = headless.answer(line) if request.param == "protocol" else hands.answer(line.encode())
        return dict(json.loads(answer))

    yield say
    table.close()


def say(speak: Speak, **request: Any) -> dict[str, Any]:
    return speak(json.dumps(request))


FORMS = {
    "an unhashable game": '{"open":{"game":{}}}',
    "a list for a game": '{"open":{"game":[1]}}',
    "a number for a game": '{"open":{"game":3}}',
    "a huge number": '{"resume":{"id":1' + "0" * 30 + "}}",
    "another huge number": '{"export":{"id":1' + "0" * 30 + "}}",
    "64 bits": '{"put_away":{"id":9223372036854775808}}',
    "53 bits": '{"open":{"game":"cerbere","seed":9007199254740992}}',
    "5,000 digits": '{"resume":{"id":' + "9" * 5_000 + "}}",
    "a negative number": '{"resume":{"id":-1}}',
    "no number": '{"clock":{"advance":NaN}}',
    "infinity": '{"clock":{"advance":-Infinity}}',
    "too deep": '{"move":' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep": '{"move":' + '{"a":' * 70 + "1" + "}" * 71,
    "a lone surrogate": '{"open":{"game":"\\ud800"}}',
    "a key twice": '{"undo":{},"undo":{}}',
    "an inner key twice": '{"move":{"type":"play","type":"ok"}}',
    "a control character": '{"open":{"game":"\x01"}}',
    "a byte order mark": "\ufeff{}",
}


@pytest.mark.parametrize("line", FORMS.values(), ids=FORMS)
def test_a_line_of_a_wrong_form_is_bad_input(speak: Speak, line: str, caplog: pytest.LogCaptureFixture) -> None:
    say(speak, open=CERBERE)
    before = say(speak, position={})
    with caplog.at_level(logging.ERROR):
        answer = speak(line)
    assert answer["error"]["code"] == "bad_input", answer
    assert say(speak, position={}) == before
    assert caplog.text == ""


def test_a_position_that_is_over_can_be_asked_everything(speak: Speak) -> None:
    opened = say(speak, open={**WAGON, "position": {"phase": "ended"}})
    if opened["ok"]:
        questions: tuple[dict[str, Any], ...] = (
            {"legal": {}}, {"position": {}}, {"undo": {}}, {"move": {"type": "next"}},
        )  # fmt: skip
        for request in questions:
            assert say(speak, **request).get("error", {}).get("code") not in {"internal", "bad_input"}, request
    else:
        assert opened["error"]["code"] == "bad_input"


def test_a_box_given_as_an_object_is_used_with_its_own_position(speak: Speak) -> None:
    given = {**WAGON, "options": {"box": BOX, "level": "L1"}}
    say(speak, open=given)
    for step in ("confirm", "start"):
        assert say(speak, move={"type": step})["ok"]
    assert say(speak, move={"type": "card", "card": "R4"})["ok"]
    position = say(speak, position={})["position"]
    again = say(speak, open={**given, "position": position})
    assert again["ok"], again
    assert say(speak, position={})["position"] == position


def test_a_box_given_as_an_object_within_a_position_is_used_with_it(speak: Speak) -> None:
    options = {"box": BOX, "level": "L1"}
    position = {"options": options, "phase": "open", "track": ["R1", "R2", "R3"], "pile": 30}
    given = {**WAGON, "position": position}
    opened = say(speak, open=given)
    assert opened["ok"], opened
    assert say(speak, move={"type": "card", "card": "R4"})["ok"]


def test_what_breaks_on_a_foreign_value_is_told_in_one_line_and_saves_nothing(
    speak: Speak, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the rules that nobody has found yet: the table is told, nothing is changed, the log has the place."""
    from companion.games.infernal_wagon.game import InfernalWagon

    def broken(*_: Any) -> None:
        raise KeyError("nothing")

    say(speak, open=WAGON)
    before = say(speak, position={}), say(speak, games={})
    monkeypatch.setattr(InfernalWagon, "beside", broken)
    answer = say(speak, move={"type": "confirm"})
    monkeypatch.undo()
    assert answer["error"]["code"] == "bad_input"
    assert "Traceback" not in caplog.text and "test_gate.py" in caplog.text
    assert (say(speak, position={}), say(speak, games={})) == before


def test_numbers_that_every_program_reads_alike_pass() -> None:
    assert strict_json(b'{"a": [9007199254740991, -0.5, {"b": "\xc3\xa9"}]}') == {"a": [2**53 - 1, -0.5, {"b": "é"}]}
    with pytest.raises(BadInput):
        strict_json(b"1e17")


@pytest.mark.slow
def test_fuzzed_lines_change_nothing_and_are_no_fault_of_ours() -> None:
    finding = soak_fuzz(rounds(120, 450), seed=11)
    assert finding.broken is None, finding.broken
    assert finding.figures["bad_input"] > 90


def test_the_key_that_stands_there_twice_is_named() -> None:
    with pytest.raises(BadInput) as refused:
        strict_json(b'{"a": 1, "b": {"c": 1, "d": 2, "d": 3}}')
    assert "`d`" in str(refused.value.facts["reason"])
