"""The toy game, so that the suites themselves are tested by something small."""

from __future__ import annotations

from typing import Any

from companion.engine.requests import Open
from companion.engine.text import TitleAndHint
from tests.engine.subjects import Provocation, SecretPair, Subject
from tests.engine.tables import SEATS
from tests.engine.toy import Toy

OPEN = Open("toy", SEATS, seed=3)
START = {"type": "start"}


def hide(value: int) -> list[dict[str, Any]]:
    return [
        {"type": "hide", "seat": "Ana", "value": value},
        START,
        {"type": "add", "n": 3},
        {"advance": 4_000},
        {"undo": True},
        {"type": "add", "n": 2},
    ]


SUBJECT = Subject(
    make=Toy,
    openings=[
        (OPEN, [START]),
        (Open("toy", SEATS, {"total": 10}, seed=4), [{"type": "hide", "seat": "Bo", "value": 4}, START]),
    ],
    freeze={"type": "hold"},
    thaw=START,
    untimed=lambda place: {key: value for key, value in place.items() if not key.endswith("_ms")},
    beside={"start", "hold"}.__contains__,
    tags=["1", "2", "3", "CAFE"],
    refusals={
        "bad_player_count": TitleAndHint("One to four can play, not {n}"),
        "not_allowed_now": TitleAndHint("That is not possible now"),
        "unknown_tag": TitleAndHint("The tag {uid} is unknown"),
    },
    provocations=[
        Provocation("bad_player_count", Open("toy", ()), []),
        Provocation("unknown_tag", OPEN, [{"tag": "CAFE"}]),
        Provocation("not_allowed_now", OPEN, [{"type": "add", "n": 1}]),
    ],
    secret_pairs=[SecretPair(OPEN, hide(5), hide(6))],
)
