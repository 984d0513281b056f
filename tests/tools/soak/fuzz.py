"""Lines of the table protocol that nobody thought of: right ones with one part changed, for all games, in all phases.

Each gets one line of JSON, none is a fault of ours, and a refused one changes nothing.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

from companion.engine.clock import ManualClock
from companion.games.registry import GAMES
from companion.headless import Headless
from companion.opening import build_table
from tests.engine.subjects import subject
from tests.tools.soak.report import Finding

Json = dict[str, Any]
RAW = {
    "@nan": "NaN",
    "@infinity": "-Infinity",
    "@surrogate": '"\\ud800"',
    "@deep": "[" * 100_000 + "]" * 100_000,
    "@deep object": '{"a":' * 2_000 + "1" + "}" * 2_000,
    "@long number": "9" * 5_000,
    "@exponent": "1e999",
    "@twice": '{"type":"a","type":"b"}',
    "@control": '"\x01"',
}
"""What no encoder writes, by the word that stands for it until the line is made."""
NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 7, 99, 10**6, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**30), 0.5, -0.0, 1e308,
    "", " ", "a", "A", "é", "\u0000", "x" * 5_000, "9" * 50, "seat:", "../../etc/passwd", "{reason}", "%s",
    "Ana", "R01",
    [], [[]], [1], ["Ana"], [None], ["Ana", "Ana"], [0] * 500, {}, {"a": 1}, {"": {}}, {"type": "ok"}, {"Ana": 1},
    [{}], {"type": []}, {"id": {}}, *RAW,
)  # fmt: skip
ODD = (
    '{"undo":{},"undo":{}}',
    '{"open":{"game":"cerbere","game":"hellrail"}}',
    "[]",
    "{}",
    "",
    "\x00",
    "nul",
    '"',
    "\ufeff{}",
)


def mutated(value: Any, rng: Random) -> Any:
    """A copy of `value` with something else in one place: a value, a key more or less, a value of elsewhere."""
    places = list(_places(value))
    path = rng.choice(places)
    inner = _at(value, path)
    what = rng.random()
    if isinstance(inner, dict) and inner and what < 0.25:
        gone = rng.choice(list(inner))
        return _with(value, path, {name: v for name, v in inner.items() if name != gone})
    if isinstance(inner, dict) and what < 0.4:
        return _with(value, path, {**inner, rng.choice(("x", "type", "at", "", "id")): rng.choice(NASTY)})
    if isinstance(inner, list) and inner and what < 0.4:
        return _with(value, path, rng.choice((inner * 2, inner[1:], inner[::-1], [*inner, rng.choice(NASTY)])))
    if isinstance(inner, int) and what < 0.5:
        return _with(value, path, inner + rng.choice((-1, 1, 10, -10, 100)))
    if what < 0.6:
        return _with(value, path, _at(value, rng.choice(places)))
    return _with(value, path, rng.choice(NASTY))


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(inner, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, list):
        return [_with(v, path[1:], new) if i == path[0] else v for i, v in enumerate(value)]
    return {k: _with(v, path[1:], new) if k == path[0] else v for k, v in value.items()}


def line(request: Any) -> str:
    """The request as a line, with what no encoder writes."""
    text = json.dumps(request, ensure_ascii=False)
    for word, raw in RAW.items():
        text = text.replace(json.dumps(word), raw)
    return text


class Fuzz:
    """A table of one game, brought to many places, and asked for what cannot be.

    :param speak: one line for one line.
    """

    def __init__(self, name: str, rng: Random, speak: Callable[[str], bytes]) -> None:
        self.rng = rng
        self.speak = speak
        self.codes: Counter[str] = Counter()
        self.broken: list[str] = []
        self._known = subject(name)
        self._name = name

    def ask(self, request: Any) -> Json:
        """A request of our own."""
        return dict(json.loads(self.speak(line(request))))

    def begin(self) -> Json:
        """Open a game and bring it somewhere; the request that opened it."""
        opening, moves = self.rng.choice(list(self._known.openings))
        seats = [{"name": p.name, "colour": p.colour, "new": p.new} for p in opening.seats]
        request = {
            "game": opening.game,
            "seats": seats,
            "options": dict(opening.options),
            "seed": self.rng.randrange(99),
        }
        self.ask({"open": request})
        for move in moves:
            self.ask({"clock": {"advance": move["advance"] / 1000}} if "advance" in move else {"move": dict(move)})
        for _ in range(self.rng.randrange(25)):
            legal = self.ask({"legal": {}}).get("legal") or []
            self.ask({"move": self.rng.choice(legal)} if legal else {"undo": {}})
        return request

    def lines(self, opened: Json) -> Iterator[str]:
        """Lines that go wrong at this place."""
        position = self.ask({"position": {}}).get("position")
        legal = self.ask({"legal": {}}).get("legal") or [{"type": "ok"}]
        again = {**opened, "position": position}
        for _ in range(40):
            right: Any = self.rng.choice(
                (
                    {"open": opened}, {"open": again}, {"open": again}, {"open": again},
                    {"move": self.rng.choice(legal)}, {"move": {**self.rng.choice(legal), "at": 3}},
                    {"move": {"type": self._any_move(), **self._any_fields()}},
                    {"signal": {"type": "tag", "reader": "table", "uid": self._tag(), "present": True, "at": 5}},
                    {"signal": {"type": "button", "name": "a", "pressed": True, "at": 5}},
                    {"signal": {"type": "reader", "reader": "table", "connected": True, "detail": "x"}},
                    {"prompt": {"path": ["report", "symbol"]}}, {"back": {"all": False}},
                    {"choose": {"key": "report"}}, {"choose": {"key": "a", "path": ["card", "act2_adv"]}},
                    {"clock": {"advance": 0.5}}, {"subscribe": {"audience": "seat:Ana"}},
                    {"resume": {"id": 1, "rest": True}},
                    {"leave": {"for_good": True}}, {"put_away": {"id": 1}}, {"export": {"id": 1}},
                    {self.rng.choice(("undo", "redo", "legal", "position", "games", "paused")): {}},
                )
            )  # fmt: skip
            for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
                right = mutated(right, self.rng)
            yield line(right) if self.rng.random() < 0.97 else self.rng.choice(ODD)

    def _tag(self) -> str:
        return self.rng.choice(self._known.tags) if self._known.tags else "62E3086CED"

    def _any_move(self) -> str:
        move = self._known.make().move_type
        kinds = get_args(move) or (move,)
        return str(self.rng.choice(kinds).__struct_config__.tag)

    def _any_fields(self) -> Json:
        fields = (
            "seat",
            "card",
            "value",
            "field",
            "who",
            "n",
            "to",
            "pawns",
            "zones",
            "pile",
            "hands",
            "track",
            "slot",
        )
        return {name: self.rng.choice(NASTY) for name in self.rng.sample(fields, self.rng.randrange(3))}

    def stands(self) -> tuple[Any, ...]:
        """All that a refused line may not change."""
        now = self.ask({"position": {}})
        rows = self.ask({"games": {}})["games"]
        return now.get("position"), now.get("undo"), [(row["id"], row["entries"], row["status"]) for row in rows[:3]]

    def run(self, count: int) -> None:
        """Say `count` wrong lines."""
        said = 0
        while said < count:
            opened = self.begin()
            before = self.stands()
            for text in self.lines(opened):
                said += 1
                answer = self._answered(text)
                if answer is not None and not answer["ok"]:
                    after = self.stands()
                    if after != before:
                        self.broken.append(f"refused, and changed: {text[:300]}")
                else:
                    self._shown(text)
                    opened = self.begin()
                    before = self.stands()
                if said >= count:
                    return

    def _answered(self, text: str) -> Json | None:
        data = self.speak(text)
        try:
            answer = dict(json.loads(data))
        except ValueError:
            self.broken.append(f"no JSON for {text[:300]}: {data[:100]!r}")
            return None
        if b"\n" in data:
            self.broken.append(f"two lines for {text[:300]}")
        code = "ok" if answer["ok"] else answer["error"]["code"]
        self.codes[code] += 1
        if code == "internal":
            self.broken.append(f"internal for {text[:700]}: {answer['error']['facts']}")
        return answer

    def _shown(self, text: str) -> None:
        """What was taken must be a game that can be shown, played on, and written down again."""
        questions: tuple[Json, ...] = (
            {"legal": {}}, {"position": {}}, {"subscribe": {"audience": "ended"}}, {"clock": {"advance": 2}},
        )  # fmt: skip
        for request in questions:
            answer = self.ask(request)
            if not answer["ok"] and answer["error"]["code"] != "no_game":
                self.broken.append(f"taken, then {request}: {answer['error']}: {text[:700]}")
        position = self.ask({"position": {}}).get("position")
        if position is None:
            return
        for _ in range(3):
            legal = self.ask({"legal": {}}).get("legal") or []
            if legal:
                answer = self.ask({"move": self.rng.choice(legal)})
                if not answer["ok"] and answer["error"]["code"] in {"internal", "bad_input"}:
                    self.broken.append(f"taken, then a legal move is {answer['error']}: {text[:700]}")


def soak_fuzz(count: int, seed: int = 1) -> Finding:
    """Say `count` wrong lines to tables of every game."""
    begun = time.perf_counter()
    codes: Counter[str] = Counter()
    broken: list[str] = []
    known = list(GAMES)
    log = logging.getLogger("companion.engine.gate")
    level = log.level
    log.setLevel(logging.ERROR)  # it warns of each line
    for i, name in enumerate(known):
        table, _ = build_table(None, None, ManualClock())
        table.start()
        fuzz = Fuzz(name, Random(f"{seed} {name}"), Headless(table, reveal=True, moves=True).answer)
        fuzz.run(count // len(known) + (i < count % len(known)))
        table.close()
        codes += fuzz.codes
        broken += [f"{name}: {fault}" for fault in fuzz.broken]
    log.setLevel(level)
    figures = {"lines": count, **dict(codes.most_common(6)), "seconds": int(time.perf_counter() - begun)}
    return Finding("fuzzed lines", figures, "; ".join(broken[:5]) if broken else None)
