"""Worked scenarios as data: a TOML file says what the table does, what is told and how it stands afterwards.

A file holds `title`, `covers` (rule ids), an `[open]` table (what the table protocol's `open` takes) and
`[[step]]`s; or several `[[case]]`s with a `name`, whose own `open` is laid over the file's and whose own
`[[case.step]]`s follow. Each step does one thing and may name what is expected of it:

    [[step]]
    move = "card uid=R1 seat=a"
    events = ["card_placed card=R1", "match"]   # all that is told, in order; only the fields written are compared
    state = { pile = 56, hands = [3, 3, 3] }    # afterwards; which words there are the game says (`Facts`)
    [[step]]
    until = 419_900                             # let the session's clock run to there (or `wait`; both in ms)
    [[step]]
    signal = "button name=start"                # also `undo = true` and `redo = true`
    refused = "not_allowed_now"                 # instead of events: the code of the refusal, and facts if written

A step without `events` must tell nothing; `events = "any"` does not look, `refused = "any"` takes every refusal and
`refused = "one|other"` either. A move or an event is written
`type key=value ...`; a value is a number, true, false, null, [a,b] or a word ('7' is a word).
`opening`, beside `open`, expects of the opening what a step expects (without `events` it does not look).
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw

from companion import protocol
from companion.engine.audience import parse_audience
from companion.engine.clock import ManualClock
from companion.engine.codec import private_json, public_json
from companion.engine.engine import Engine
from companion.engine.game import Game
from companion.engine.printed_names import named
from companion.engine.refused import Refused
from companion.engine.requests import Now
from companion.words import ENGINE, refusals, sentence
from tests.open_files import journal

Json = dict[str, Any]
Facts = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Makes the words that `state` may use out of the table's answer (`view`, `prompt`)."""
SCENARIOS = Path(__file__).parent.parent / "scenarios"
ACTIONS = ("move", "signal", "undo", "redo", "wait", "until")
STEP_KEYS = {*ACTIONS, "events", "refused", "state", "note"}


class TableDesk:
    """The real table behind the table protocol, without its thread: its clock waits to be told, its journal is
    in memory."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self.engine = Engine(games, journal(), ManualClock(), lambda: "2026-01-01T12:00:00Z")

    def ask(self, request: Json, audience: str = "public") -> Json:
        """One request, one answer, both as docs/protocol.md has them."""
        ((name, body),) = request.items()
        try:
            reply = self.engine.handle(protocol.request(name, body, 0, False, parse_audience(audience)))
        except Refused as refused:
            self.engine.take_announced()
            return {"ok": False, "error": {"code": refused.code, "facts": dict(refused.facts)}}
        now = self.engine.handle(Now()).answer
        answer: Json = {"ok": True, "events": reply.events, "prompt": now.prompt, "view": now.view, "undo": now.undo}
        if reply.answer is not None:
            answer[name] = Raw(private_json(reply.answer)) if name == "legal" else reply.answer
        return dict(msgspec.json.decode(public_json(answer)))


@dataclass(frozen=True)
class Scenario:
    """One case of one file."""

    name: str
    covers: tuple[str, ...]
    open: Json
    opening: Json
    steps: tuple[Json, ...]


def value(text: str) -> Any:
    """A written value: `3`, `true`, `null`, `[ST3,ST2]`, else the word itself.

    >>> value("[ST3,ST2]"), value("null"), value("-1"), value("'7'")
    (['ST3', 'ST2'], None, -1, '7')
    """
    if text.startswith("[") and text.endswith("]"):
        return [value(part) for part in text[1:-1].split(",") if part]
    if text in {"true", "false", "null"}:
        return {"true": True, "false": False, "null": None}[text]
    try:
        return int(text)
    except ValueError:
        return text.strip("'")


def written(text: str) -> Json:
    """A written move or event as the table protocol has it.

    >>> written("mismatch kind=discard n=2"), written("correct patch.seats.A.hand=[1,2]")
    ({'type': 'mismatch', 'kind': 'discard', 'n': 2}, {'type': 'correct', 'patch': {'seats': {'A': {'hand': [1, 2]}}}})
    """
    kind, *fields = text.split()
    made: Json = {"type": kind}
    for key, _, rest in (field.partition("=") for field in fields):
        *outer, last = key.split(".")
        inner = made
        for name in outer:
            inner = inner.setdefault(name, {})
        inner[last] = value(rest)
    return made


def short(told: Mapping[str, Any]) -> str:
    """The other way round, for messages.

    >>> short({"type": "track_discarded", "cards": ["ST3", "ST2"]})
    'track_discarded cards=[ST3,ST2]'
    """

    def word(field: Any) -> str:
        if isinstance(field, list):
            return "[" + ",".join(map(word, field)) + "]"
        return {"True": "true", "False": "false", "None": "null"}.get(str(field), str(field))

    return " ".join([str(told.get("type", "?")), *(f"{k}={word(v)}" for k, v in told.items() if k != "type")])


def scenarios(folder: str) -> Iterator[Scenario]:
    """All cases of all files of a folder under tests/scenarios/, in order of their names."""
    for path in sorted((SCENARIOS / folder).glob("*.toml")):
        yield from read(path)


def refused(cases: Iterable[Scenario]) -> set[str]:
    """The codes of the refusals that the steps expect."""
    steps = (step for case in cases for step in (case.opening, *case.steps))
    return {step["refused"].partition(" ")[0] for step in steps if "refused" in step}


def read(path: Path) -> Iterator[Scenario]:
    """The cases of one file.

    :raises ValueError: for a word that no scenario knows, naming the file.
    """
    data = tomllib.loads(path.read_text())
    strange = set(data) - {"title", "covers", "open", "opening", "step", "case"}
    for case in data.get("case", [{"step": data.get("step", [])}]):
        strange |= set(case) - {"name", "covers", "open", "opening", "step"}
        for step in case.get("step", []):
            strange |= set(step) - STEP_KEYS
            if sum(action in step for action in ACTIONS) != 1:
                raise ValueError(f"{path.name}: a step does one thing: {step}")
        if strange:
            raise ValueError(f"{path.name}: unknown {sorted(strange)}")
        yield Scenario(
            name=path.stem + (f"[{case['name']}]" if "name" in case else ""),
            covers=(*data.get("covers", ()), *case.get("covers", ())),
            open=_laid_over(data.get("open", {}), case.get("open", {})),
            opening={"events": "any"} | data.get("opening", {}) | case.get("opening", {}),
            steps=tuple(case.get("step", ())),
        )


def run(scenario: Scenario, engine: TableDesk, facts: Facts, look: Callable[[], None] = lambda: None) -> None:
    """Play the scenario through `engine`.

    :param look: called after each step.
    :raises AssertionError: at the first step that goes another way, expected and got side by side.
    """
    now = 0
    for number, step in enumerate((scenario.opening, *scenario.steps)):
        if number:
            request, now = _request(step, now)
        else:
            request = {"open": scenario.open}
        answer = engine.ask(request)
        _compare_answer(scenario, number, step, answer)
        _compare_state(scenario, number, step.get("state", {}), engine, facts)
        look()


def _request(step: Json, now: int) -> tuple[Json, int]:
    """What to ask of the table, and the session's time after it."""
    match step:
        case {"move": text}:
            return {"move": written(text)}, now
        case {"signal": text}:
            return {"signal": written(text)}, now
        case {"undo": _}:
            return {"undo": {}}, now
        case {"redo": _}:
            return {"redo": {}}, now
        case {"wait": wait}:
            return {"clock": {"advance": wait / 1000}}, now + wait
        case _:
            return {"clock": {"advance": (step["until"] - now) / 1000}}, step["until"]


def compare_events(where: str, expected: Sequence[str], answer: Json) -> None:
    """Compare what an answer tells with events as scenarios write them.

    :raises AssertionError: with both side by side.
    """
    assert answer["ok"], _side_by_side(where, expected, [f"refused {answer.get('error')}"])
    events = answer["events"]
    wanted = [written(text) for text in expected]
    fits = len(wanted) == len(events) and all(
        all(key in got and got[key] == field for key, field in want.items())
        for want, got in zip(wanted, events, strict=True)
    )
    assert fits, _side_by_side(where, expected, [short(event) for event in events])


def _compare_answer(scenario: Scenario, number: int, step: Json, answer: Json) -> None:
    where = _where(scenario, number)
    if "refused" in step:
        wanted = written(step["refused"])
        error: Json = {"code": "", "facts": {}} if answer["ok"] else answer["error"]
        plain = {key: list(fact) if isinstance(fact, tuple) else fact for key, fact in error["facts"].items()}
        got = {"type": error["code"]} | plain
        codes = wanted.pop("type").split("|")
        fits = got["type"] in codes or (codes == ["any"] and not answer["ok"])
        fits &= all(key in got and str(got[key]) == str(field) for key, field in wanted.items())
        if not answer["ok"]:
            _fits_its_sentence(where, scenario.open["game"], error)
        seen = [short(event) for event in answer["events"]] if answer["ok"] else [short(got)]
        assert fits, _side_by_side(where, [step["refused"]], seen)
    elif step.get("events") == "any":
        assert answer["ok"], _side_by_side(where, ["any events"], [f"refused {answer.get('error')}"])
    else:
        compare_events(where, step.get("events", []), answer)


def _fits_its_sentence(where: str, game: str, error: Json) -> None:
    """A refusal has a sentence, and facts for all its gaps."""
    code, facts = error["code"], error["facts"]
    if code != "bad_input":
        keys, words = (f"{code}:{facts.get('reason')}", code), refusals(game)
        own = next((words[key] for key in keys if key in words), None)
        known = next((ENGINE[key] for key in keys if key in ENGINE), "")
        text = named(f"{own.title}. {own.hint}" if own is not None else known, "en")
        gaps = {name for _, name, _, _ in string.Formatter().parse(text) if name}
        assert gaps <= set(facts), f"{where}: {text} and {facts}"
        assert sentence(code, facts, game) == text.format(**facts), where


def _compare_state(scenario: Scenario, number: int, wanted: Json, engine: TableDesk, facts: Facts) -> None:
    if not wanted:
        return
    stands = facts(engine.ask({"view": {}}))
    assert set(wanted) <= set(stands), f"{scenario.name}: no such words: {sorted(set(wanted) - set(stands))}"
    wrong = [key for key in wanted if stands[key] != wanted[key]]
    assert not wrong, _side_by_side(
        _where(scenario, number),
        [f"{key} = {wanted[key]}" for key in wrong],
        [f"{key} = {stands[key]}" for key in wrong],
    )


def _where(scenario: Scenario, number: int) -> str:
    step = scenario.steps[number - 1] if number else {}
    what = " ".join(f"{key} {step[key]}" for key in ACTIONS if key in step) or "the opening"
    return f"{scenario.name}, step {number}: {what}"


def _side_by_side(where: str, expected: Sequence[str], got: Sequence[str]) -> str:
    width = max(len(text) for text in ("expected", *expected))
    rows = [
        f"  {'  ' if left == right else '! '}{left:<{width}}   {right}"
        for left, right in zip_longest(["expected", *expected], ["got", *got], fillvalue="")
    ]
    return "\n".join([where, *rows])


def _laid_over(below: Json, above: Json) -> Json:
    """`above` over `below`: tables are merged, everything else is replaced."""
    merged = dict(below)
    for key, item in above.items():
        both = isinstance(item, dict) and isinstance(merged.get(key), dict)
        merged[key] = _laid_over(merged[key], item) if both else item
    return merged
