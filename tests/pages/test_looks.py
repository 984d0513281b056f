"""HR-R34, CB-R31: what a phone has shown its seat is taken back at the table alone, where everybody sees and hears it.

For one look a seat sees one thing, whatever it answers and takes back on its phone. The table itself can put a wrong
circle, boat or player right; what was seen is said with it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from companion.engine.audience import Seat
from companion.engine.refused import Refused
from companion.engine.requests import Open, Redo, Undo
from companion.games.registry import GAMES
from companion.protocol import request
from tests.engine.subjects import cerbere
from tests.games.cerbere.place import place
from tests.games.hellrail.stage import opened, spelled
from tests.pages.desk import Page, PagesDesk
from tests.thorough import rounds


def boats() -> Open:
    """The companion keeps the boats. Ana is asked which one she looks at, and may look again with a card."""
    position = place(
        [cerbere.player(name, survival=3) for name in ("Ana", "Bo", "Cy")],
        level="board",
        box="demo",
        boating="kept",
        die=5,
        turn={"active": "Ana"},
        boats={"slots": [3, 1, 2]},
        agenda=[{"type": "boat", "player": "Ana", "asked": True}],
    )
    return cerbere.opening(3, position)


def tokens(**more: Any) -> Open:
    """They lie face down. P1 is on the way."""
    short = {
        "variants": ["secret_effects"],
        "seats": {"P1": {"hand": 4}, "P2": {"at": "C5"}, "P3": {}},
        "effects": {"C1": "infernal_power", "C3": "shift_change", "C5": "lust"},
        "agenda": [{"type": "arrive", "seat": "P1", "limit": 5}],
    }
    return Open("hellrail", position=opened(spelled(short | more), "keeper")["position"], seed=1)


STAGES = {"cerbere": boats, "hellrail": tokens}


@contextmanager
def played(order: Open) -> Iterator[tuple[PagesDesk, dict[str, Page]]]:
    """A table with a phone for each seat."""
    with PagesDesk({order.game: GAMES[order.game](None)}) as desk:
        desk.do(order)
        yield desk, {seat["name"]: desk.phone(seat["name"]) for seat in desk.page().now["seats"]}


def secrets(page: Page) -> set[str]:
    """What only this seat is shown now."""
    return {fact["icon"] + fact["text"] for fact in page.look().get("own", []) if fact.get("secret")}


def looks(desk: PagesDesk, seat: str) -> int:
    """How often something was shown to this seat by what was not taken back since."""
    session = desk.table.engine._session
    assert session is not None
    return sum(sight.seat == seat for step in session.history._behind for sight in step.seen)


@pytest.mark.parametrize("game", sorted(STAGES))
@settings(max_examples=rounds(3, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=some.integers(0, 10_000))
def test_on_its_phone_no_seat_sees_more_than_one_thing_for_one_look(game: str, seed: int) -> None:
    rng = random.Random(seed)
    with played(STAGES[game]()) as (desk, phones):
        shown: dict[str, set[str]] = {name: set() for name in phones}
        for _ in range(25):
            offering = [name for name, page in phones.items() if page.look() and page.offered()]
            if not offering:  # a page may have gone where nothing can be chosen now
                for page in phones.values():
                    page.ask("back")
                continue
            name = rng.choice(offering)
            page = phones[name]
            if page.now.get("undo") and rng.random() < 0.5:
                closed = bool(page.now.get("undo_why"))
                page.undo()
                assert page.code() == ("undo_at_table" if closed else "")
            else:
                page.choose(rng.choice(page.offered()))
            shown[name] |= secrets(page)
            assert len(shown[name]) <= looks(desk, name), (name, shown[name])


def chosen(page: Page, *keys: str) -> None:
    """One after the other, each at the prompt that is shown then."""
    for key in keys:
        assert key in [option["key"] for option in page.look()["prompt"]["options"]], (key, page.now["prompt"])
        page.choose(key)
        assert not page.code(), page.now["answer"]


def refused(page: Page) -> None:
    """The key of this page is grey and says why; what is sent all the same takes nothing back."""
    seen = secrets(page)
    assert seen and page.now["undo"] and page.now["undo_why"] == "Only at the table"
    page.undo()
    assert (page.code(), page.now["answer"]["title"]) == ("undo_at_table", "Only at the table")
    assert secrets(page) == seen


def test_a_wrong_boat_is_put_right_at_the_table() -> None:
    with played(boats()) as (desk, phones):
        ana, television = phones["Ana"], desk.page()
        chosen(ana, "peek", "1")
        (first,) = secrets(ana)
        refused(ana)
        for seat in ("Ana", "Bo"):  # a program that has subscribed as a seat
            with pytest.raises(Refused, match="undo_at_table"):
                desk.do(request("undo", {}, 0, False, Seat(seat)))
        desk.do(request("undo", {}, 0, False))  # one that is the table's
        assert television.look()["news"]["text"] == "Ana has seen Barque 1. Taken back."
        assert not secrets(ana)
        desk.do(Redo())
        assert not secrets(ana), "once more is no second look"
        desk.do(Undo())
        chosen(ana, "peek", "2")
        assert secrets(ana) != {first}, "the game obliges to show the second one"


def test_a_look_that_is_over_is_not_taken_back_for_a_swap() -> None:
    with played(boats()) as (_desk, phones):
        ana = phones["Ana"]
        chosen(ana, "peek", "1")
        chosen(ana, "seen")
        assert not secrets(ana) and ana.now["undo_why"]
        ana.undo()
        assert ana.code() == "undo_at_table"


@pytest.mark.parametrize("circle", ["C3", "C5"])
def test_a_wrong_circle_is_put_right_at_the_table(circle: str) -> None:
    """A look belongs to the arrival: neither is taken back on the phone."""
    with played(tokens()) as (desk, phones):
        p1, television = phones["P1"], desk.page()
        chosen(p1, circle, "look")
        refused(p1)
        desk.do(Undo())
        assert television.look()["news"]["text"] == f"P1 has seen the token of Circle {circle[1:]}. Taken back."
        chosen(p1, "C1")
        assert p1.now["prompt"]["id"] == "entry"


def test_a_token_that_was_drawn_is_not_drawn_again_on_a_phone() -> None:
    """HR-100, HR-120; face up everybody has seen it."""
    alone = "P1 has seen the token that was drawn. Taken back."
    for variants, said in ((["secret_effects"], alone), ([], "Taken back")):
        with played(tokens(variants=variants)) as (desk, phones):
            p1 = phones["P1"]
            chosen(p1, "C1", *(["circle", "ok", "ok"] if variants else ["circle", "ok"]))
            p1.look()
            p1.undo()
            assert p1.code() == "undo_at_table"
            desk.do(Undo())
            assert desk.page().look().get("news", {}).get("text", "Taken back") == said


def test_what_showed_nobody_anything_is_taken_back_on_the_phone() -> None:
    with played(boats()) as (_desk, phones):
        ana = phones["Ana"]
        chosen(ana, "swap", "1", "2")
        assert ana.look()["undo"] and "undo_why" not in ana.now
        ana.undo()
        assert not ana.code() and ana.look()["prompt"]["id"] == "boats"
