"""The seat that the table named host does on its phone what else the table's screen alone does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.engine.requests import Now
from companion.engine.text import Text
from companion.web.desk.state import GAME_LINE, SetUpLine, SetUpSeat, SetUpTable
from tests.pages.desk import SEATS, Page, PagesDesk
from tests.pages.twins import LOOKING, boats, request_of

SET_UP = SetUpTable(
    (SetUpSeat("Ana", "red"), SetUpSeat("Bo", "blue"), SetUpSeat("Cy", "green")),
    3,
    (SetUpLine("count", Text("Players"), (("2", Text("2")), ("3", Text("3"))), "3"),),
)


@pytest.fixture
def desk() -> Iterator[PagesDesk]:
    with PagesDesk() as made:
        made.server.prepare(SET_UP)
        made.settle()
        yield made


def host(desk: PagesDesk, seat: str = "Ana") -> Page:
    page = desk.phone(seat)
    desk.server.name_host(seat)
    desk.settle()
    page.look()
    return page


def does(page: Page, do: str, key: str = "") -> str:
    """What the host asks; why it had no effect."""
    page.ask("host", do=do, key=key, number=page.now["number"])
    return page.code()


def test_it_lets_phones_in_and_sets_up(desk: PagesDesk) -> None:
    chosen: list[tuple[str, str]] = []
    desk.server.set_up = lambda key, value: chosen.append((key, value))
    page = host(desk)
    other = desk.page(place="10.0.0.2")
    other.ask("join", name="Bo")
    assert page.read()["host"]["arrivals"], "without being asked for"
    (arrival,) = page.look()["host"]["arrivals"]
    assert arrival["signs"] == other.now["signs"] and arrival["wish"]
    assert does(page, "admit", str(arrival["id"])) == ""
    while not other.read().get("session"):
        pass
    assert does(page, "everybody") == "" and page.look()["host"]["everybody"]
    (line,) = page.now["host"]["lines"]
    assert does(page, "set_up", line["keys"][0]["key"]) == "" and chosen == [("count", "2")]


def test_it_is_told_why_no_game_was_opened(desk: PagesDesk) -> None:
    """Until it chooses something else; nobody else is."""
    game = SetUpLine(GAME_LINE, Text("Game"), (("cerbere", Text("Cerbère")),), "cerbere")
    desk.server.prepare(replace(SET_UP, lines=(game,)))
    page, other = host(desk), desk.phone("Bo")
    with pytest.raises(Refused):
        desk.open("cerbere", seats=SEATS[:1])
    assert page.look()["host"]["refused"].startswith("It cannot begin like this") and "refused" not in str(other.look())
    does(page, "set_up", "count:3")
    assert "refused" not in page.look()["host"]


def test_nobody_else_does(desk: PagesDesk) -> None:
    """Neither another seat, nor a page that looks on, nor a phone that had the host's seat before."""
    page = host(desk)
    others = [desk.phone("Bo"), desk.page()]
    desk.open("cerbere")
    for one in others:
        assert "host" not in one.look()
        for do in ("admit", "revoke", "everybody", "set_up", "look", "correct", "leave"):
            assert does(one, do, "1") == "table_only"
        one.ask("disagree")
        assert (one.code() == "not_paired") == (one is others[1])
    desk.server.revoke("Ana")
    again = desk.phone("Ana")
    assert desk.server.state.host == "" and does(again, "leave") == "table_only"
    assert page.look().get("host") is None


def test_a_host_s_home_screen_is_still_the_host(desk: PagesDesk) -> None:
    page = host(desk)
    page.ask("hand_on")
    app = desk.page()
    app.ask("pair", token=page.now["token"])
    assert desk.server.state.host == "Ana" and app.look()["host"]


def test_it_puts_right_and_leaves(desk: PagesDesk) -> None:
    page = host(desk)
    desk.open("cerbere")
    before = desk.do(Now()).view.rage.die
    tab = page.look()["host"]["tabs"][0]
    assert does(page, "look", tab.get("key", "")) == ""
    lines = page.now["host"]["lines"]
    key = next(key for line in lines for key in line["keys"] if key["key"].endswith(":more") and not key.get("closed"))
    old = page.now["number"]
    assert does(page, "correct", key["key"]) == ""
    page.ask("host", do="correct", key=key["key"], number=old)
    assert page.code() == "stale"
    assert desk.do(Now()).view.rage.die != before or page.now["host"]["lines"] != lines
    assert does(page, "correct", "0:nothing") == "not_allowed_now"
    assert does(page, "leave") == "" and desk.do(Now()).game is None
    assert page.look()["host"]["opens"]


def looked(desk: PagesDesk) -> tuple[Page, Page, Page]:
    """The host has looked below a boat: its phone, another one's, and a page that looks on."""
    desk.do(boats(0))
    for step in LOOKING:
        desk.do(request_of(step))
    page = host(desk, "A")
    for key in ("peek", "1"):
        page.choose(key)
    assert page.code() == "" and desk.do(Now()).view.boats.peek[0] == "A"
    return page, desk.phone("B"), desk.page()


def test_a_look_is_taken_back_by_two_and_everybody_is_told(desk: PagesDesk) -> None:
    """The host's own look, too: nobody sees two things for one look without another player's knowledge."""
    page, other, looks = looked(desk)
    seen = desk.do(Now()).view.boats.peek
    other.undo()
    assert other.code() == "nothing_to_undo"
    page.look()
    page.undo()
    assert page.code() == "" and desk.do(Now()).view.boats.peek == seen, "not yet"
    assert {one.look()["taking"]["by"] for one in (page, other, looks)} == {desk.server.state.host}
    assert desk.server.state.taking == desk.server.state.host
    assert [one.now["taking"].get("mine", False) for one in (page, other, looks)] == [False, True, False]
    for one, code in ((page, "not_asked"), (looks, "not_paired")):
        one.ask("agree", number=one.now["number"])
        assert one.code() == code
    other.ask("disagree")
    other.ask("agree", number=other.look()["number"])
    assert other.code() == "stale" and "taking" not in looks.look()
    page.look()
    page.undo()
    other.ask("agree", number=other.look()["number"])
    assert other.code() == "" and desk.do(Now()).view.boats.peek != seen
    assert desk.server.state.taking == "" and "taking" not in page.look()
    assert "1" in str(looks.look()["news"]), looks.now["news"]


def test_what_happens_meanwhile_ends_the_question(desk: PagesDesk) -> None:
    page, other, _looks = looked(desk)
    page.undo()
    page.choose("seen")
    other.ask("agree", number=other.look()["number"])
    assert other.code() == "stale"
