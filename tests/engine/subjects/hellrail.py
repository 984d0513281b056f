"""HellRail for the common suites: all levels, all variants, the demonstration deck and section 6's fixture."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import Open
from companion.engine.secret import Secret
from companion.games.hellrail.names import CARDS, GATES, MARKERS, NUMBERED, Effect, Phase, Token
from companion.games.hellrail.prompts.parts import declared_use
from companion.games.hellrail.state import RailState, owed
from companion.games.hellrail.words import REFUSALS
from companion.games.registry import GAMES
from tests.engine.subjects import Moves, Provocation, SecretPair, Subject
from tests.games.hellrail.fixture import tag_of
from tests.games.hellrail.place import laid, place
from tests.games.hellrail.stage import opened, sent, spelled
from tests.games.scenario import written

GAME = "hellrail"
CONFIG = Path(__file__).resolve().parents[3] / "config"
NAMES = ("Ana", "Bo", "Cy", "Dan")
REFUSED: dict[str, Any] = {"type": "take", "target": ""}
"""This game has no clock to stop: a move without effect stands for it."""
STEPPED_OVER = {"looked", "sealed"}
"""Undo and redo never bring a look back, nor uncover a car that was delivered once (4.2)."""


def steady(prompts: Any) -> Any:
    """A covered car is chosen anew where it could be delivered at one touch, so another key stands out."""
    for prompt in prompts:
        prompt["options"] = [
            {"key": "deliver"} if option["key"] == "deliver" else {k: v for k, v in option.items() if k != "tone"}
            for option in prompt.get("options", [])
        ]
    return prompts


DEAL: Moves = [{"type": "deal"}]


def opening(seats: int, position: Mapping[str, Any] | None = None, **options: Any) -> Open:
    players = tuple(Player(name) for name in NAMES[:seats])
    return Open(GAME, players, {"deck": "demo"} | options, position, seed=1)


def staged(level: str, **short: Any) -> Open:
    """An opening in the short form of the scenarios."""
    made = opened(spelled(short), level)
    seats = tuple(Player(s) if isinstance(s, str) else Player(s["name"], s["colour"]) for s in made["seats"])
    return Open(GAME, seats, made.get("options", {}), made.get("position"), seed=1)


def tags() -> list[str]:
    """The demonstration deck's."""
    demo = tomllib.loads((CONFIG / GAME / "deck_demo.toml").read_text())
    return [row["tag"] for kind in ("card", "circle", "effect") for row in demo[kind] if row.get("tag")]


def invariant(s: RailState) -> None:
    """4.1, invariants 1 to 4, at every moment."""
    assert min(s.draw, *(seat.hand for seat in s.seats)) >= 0
    located = [*s.discard, *s.table, *([s.limbo] if s.limbo else [])]
    located += [laid.card for stack in s.grid.stacks.values() for laid in stack]
    for seat in s.seats:
        assert seat.count == len(seat.delivered.reveal())
        located += [*seat.train, *seat.delivered.reveal()]
    assert len(located) == len(set(located)), "every card in exactly one place"
    cards = s.draw + sum(seat.hand for seat in s.seats) + len(located)
    assert cards == (sum(seat.count for seat in s.seats) if s.light else CARDS)
    for seat in s.seats:
        assert not seat.known.reveal() & set(located)
        assert len(seat.known.reveal()) <= seat.hand
    assert not s.table or not s.map
    if s.phase not in (Phase.PLACING, Phase.SETUP):
        held = [seat.held for seat in s.seats if seat.held is not None]
        tokens = [*s.effects.values(), *s.unused, *held, *([s.in_use] if s.in_use else [])]
        assert sorted(tokens) == sorted(Effect)
        assert set(s.effects) == set(NUMBERED)
    assert GATES not in s.effects
    assert min(s.supply(token) for token in Token) >= 0
    assert s.checks + len(s.markers) + s.markers_out == MARKERS
    ties = [seat.stand.node for seat in s.seats if ":" in seat.stand.node]
    assert len(set(ties)) == len(ties), "one engine on a tie (HR-036)"
    ended(s)


def ended(s: RailState) -> None:
    """HR-078, HR-079: nothing is awaited, nothing is shown before the end."""
    if s.phase is Phase.ENDED:
        assert not s.agenda
        assert s.reason is not None
    else:
        assert s.scores is None
        assert not s.opened
        assert not any(seat.loaded_worth for seat in s.seats)


def unknowable(s: RailState, move: Any, refused: Refused) -> bool:
    """4.2: a covered car is offered whatever it is; HR-119: so is whatever a token that lies face down may need."""
    if not refused.announced:
        return s.secret
    refs = (getattr(move, "card", ""), getattr(move, "car", ""), *getattr(move, "cards", ()))
    places = {ref.reveal() if isinstance(ref, Secret) else ref for ref in refs}
    target = s.index(getattr(move, "target", None) or "")
    use = declared_use(s)
    of = [s.seats[i] for i in (target, use.target if use is not None else None) if i is not None]
    due = owed(s.task)
    mine = s.seats[due[1][0] if due is not None else s.turn.active]
    sealed = s.sealed.reveal()
    covered = {f"#{i + 1}" for seat in (mine, *of) for i, car in enumerate(seat.train) if car in sealed}
    return bool(places & covered) and refused.code in {"card_elsewhere", "wrong_circle", "brimstone_differs"}


TOKENS = {
    "C1": "abyss",
    "C2": "false_path",
    "C3": "lust",
    "C4": "thievery",
    "C5": "delinquency",
    "C6": "infernal_power",
    "C7": "gluttony",
    "C8": "heresy",
    "C9": "geryon",
}
EARLY: dict[str, Any] = {
    "level": "map",
    "deck": "demo",
    "layout": "placeholder_a",
    "seats": [
        {
            "seat": "Ana",
            "colour": "red",
            "hand": 5,
            "at": "C4",
            "train": ["R06"],
            "soul_catcher": True,
            "boatman": True,
        },
        {
            "seat": "Bo",
            "colour": "blue",
            "hand": 4,
            "at": "2,1:S",
            "heading": "out",
            "train": ["R07", "R05"],
            "tender": True,
        },
        {"seat": "Cy", "colour": "green", "hand": 3, "at": "C1", "heresy": "heresy_redirect", "delivered": ["R03"]},
    ],
    "grid": {
        "circles": {
            "CG": "2,0",
            "C1": "1,1",
            "C2": "3,1",
            "C3": "0,2",
            "C4": "2,2",
            "C5": "4,2",
            "C6": "1,3",
            "C7": "3,3",
            "C8": "2,4",
            "C9": "4,4",
        },
        "stacks": laid(("R09", "2,1", 0), ("R24", "1,2", 0), ("R31", "3,2", 0), ("R02", "2,3", 1)),
    },
    "effects": TOKENS,
    "markers": ["1,2:N", "3,2:W"],
    "cerberus": "C4",
    "turn": {"n": 7},
}
"""A map with engines near each other: rams, markers, derailments and effects are few moves away."""
LATE: dict[str, Any] = {
    "level": "keeper",
    "deck": "demo",
    "seats": [
        {"seat": "Ana", "hand": 3, "at": "C5", "train": ["R36", "R19"], "delivered": ["R12"], "held": "lust"},
        {"seat": "Bo", "hand": 3, "at": "rail", "train": ["R05"], "heresy": "heresy_cancel"},
    ],
    "phase": "start",
    "draw": 2,
    "discard": ["R01"],
    "table": [f"R{n:02}" for n in range(2, 46) if n not in {5, 12, 19, 36}][:32],
    "markers_out": 3,
    "effects": TOKENS | {"C3": "soul_catcher"},
}
"""Near the end: the draw pile is nearly empty and nearly everything lies on the table."""


LIGHT: dict[str, Any] = {
    "level": "light",
    "deck": "demo",
    "seats": [
        {"seat": "Ana", "at": "C6", "delivered": ["R12"], "held": "lust", "soul_catcher": True, "boatman": True},
        {"seat": "Bo", "at": "C3", "heresy": "heresy_redirect", "tender": True},
        {"seat": "Cy", "heresy": "heresy_cancel", "delivered": ["R01", "R02"]},
    ],
    "effects": TOKENS | {"C3": "shift_change", "C5": "guard_duty"},
    "cerberus": "C6",
    "turn": {"n": 9},
}
"""Every token is out, and whoever arrives somewhere may be answered."""


def provoked(code: str, *steps: Mapping[str, Any], **short: Any) -> Provocation:
    """At Keeper level, the last step is refused."""
    return Provocation(code, staged("keeper", **short), steps)


IN_C1 = {"P1": {"at": "C1"}}
TAPPED = {"tag": tag_of("F01")}
PROVOCATIONS = [
    provoked("no_check", sent(written("report what=marker"))),
    provoked("unknown_zone", TAPPED, readers={"table": "nowhere"}),
    provoked("wrong_zone", sent(written("use source=circle")), TAPPED, entry="C1", readers={"table": "train"}),
    provoked("too_late", sent(written("draw")), sent(written("reveal")), {"undo": True}, phase="start", draw=0),
]
"""What no scenario is refused with."""


def worth(car: int) -> Moves:
    """A car without a tag: what it is worth is entered on the covered keypad when it is delivered."""
    return [
        sent(written("pickup card=~-/1/1/2")),
        {"type": "setout", "card": "#1", "car": car, "setout": "1"},
        {"undo": True},
        {"type": "setout", "card": "#1", "car": car, "setout": "1"},
        {"type": "end_turn"},
        {"type": "draw"},
    ]


def worth_alone(car: int) -> Moves:
    """The same where nobody follows the trains."""
    setout = {"type": "setout", "card": "", "car": car}
    return [setout, {"undo": True}, setout, {"type": "end_turn"}, setout]


def tokens(order: list[str]) -> Moves:
    """Tokens laid face down in that order; nobody looks, somebody declines."""
    return [
        {"type": "deal", "effects": dict(zip(NUMBERED, order, strict=False))},
        {"type": "draw"},
        {"type": "move", "card": "R01", "to": "C5"},
        {"type": "decline"},
        {"undo": True},
        {"type": "decline"},
        {"type": "end_turn"},
    ]


SECRETLY = opening(3, variants=["secret_effects"])
EFFECTS = [effect.value for effect in Effect]

SUBJECT = Subject(
    make=lambda: GAMES[GAME](CONFIG),
    openings=[
        (opening(3), DEAL),
        (opening(4, level="map", layout="placeholder_a"), DEAL),
        (opening(3, place(**EARLY)), []),
        (opening(2, place(**LATE)), []),
        (opening(4, level="map", variants=["devils_advocate"]), []),
        (opening(3, variants=["secret_effects"]), DEAL),
        (opening(3, place(**EARLY, variants=["secret_effects"])), []),
        (opening(2), []),
        (opening(3, level="light"), DEAL),
        (opening(4, level="light", variants=["secret_effects"]), DEAL),
        (opening(3, place(**LIGHT)), []),
    ],
    freeze=REFUSED,
    thaw=REFUSED,
    untimed=lambda place: {key: value for key, value in place.items() if key not in STEPPED_OVER},
    steady=steady,
    invariant=invariant,
    beside={"look", "reveal", "uncover", "new_game"}.__contains__,
    tags=[*tags(), "0000000001"],
    refusals=REFUSALS,
    unknowable=unknowable,
    provocations=PROVOCATIONS,
    secret_pairs=[
        SecretPair(staged("keeper", seats=IN_C1), worth(9), worth(2)),
        SecretPair(staged("light", seats=IN_C1), worth_alone(9), worth_alone(2)),
        SecretPair(SECRETLY, tokens(EFFECTS), tokens(EFFECTS[::-1])),
    ],
)
