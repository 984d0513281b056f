"""Phones that come by the one address ask for a seat; the table lets them in, and nobody takes what is not free."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.web.desk.arrivals import BURST, EACH_MS, MOST, MOST_OF_PLACE
from companion.web.desk.state import Arrival, SetUpSeat, SetUpTable, Wish
from tests.pages.desk import Page, PagesDesk
from tests.patience import until

SET_UP = SetUpTable((SetUpSeat("Ana", "red"), SetUpSeat("Bo", "blue"), SetUpSeat("Cy", "green", spare=True)), 4)


@pytest.fixture
def desk() -> Iterator[PagesDesk]:
    with PagesDesk() as made:
        made.server.prepare(SET_UP)
        made.settle()
        yield made


def ask(desk: PagesDesk, name: str, place: str = "") -> Page:
    """A phone at a place of its own that asks for a seat, or under a name."""
    page = desk.page(place=place or f"10.0.0.{len(desk.pages) + 1}")
    page.ask("join", name=name)
    desk.settle()
    return page


def asking(desk: PagesDesk) -> tuple[Arrival, ...]:
    desk.settle()
    return desk.server.state.asking


def seated(desk: PagesDesk) -> set[str]:
    desk.settle()
    return {phone.seat for phone in desk.server.state.phones}


def here(desk: PagesDesk) -> dict[str, bool]:
    """Which seats have a phone, and whether its page is open."""
    desk.settle()
    return {phone.seat: phone.here for phone in desk.server.state.phones}


def begin(desk: PagesDesk) -> None:
    desk.open("cerbere")


def test_a_phone_waits_with_two_signs_until_the_table_lets_it_in(desk: PagesDesk) -> None:
    """The same signs on the phone and at the table; a page that waits sees what everybody sees."""
    page = ask(desk, "ana")
    (arrival,) = asking(desk)
    assert (arrival.name, arrival.wish) == ("Ana", Wish.FREE)
    assert page.now["state"] == "wait" and page.now["seat"] == "Ana" and "session" not in page.now
    assert tuple(sign["icon"] for sign in page.now["signs"]) == arrival.signs
    assert all(sign["text"] for sign in page.now["signs"])
    desk.admit("Ana")
    while not page.read().get("session"):
        pass
    assert here(desk) == {"Ana": True} and asking(desk) == (), "also before a game begins"
    begin(desk)
    assert here(desk) == {"Ana": True} and page.look()["seat"] == "Ana" and page.now["own"]
    page.close()
    until(lambda: here(desk) == {"Ana": False}, "its phone is away")


def test_a_new_name_is_shown_at_the_table_first(desk: PagesDesk) -> None:
    looks = desk.page()
    page = ask(desk, " zoé ")
    assert asking(desk)[0].name == "zoé" and asking(desk)[0].wish is Wish.NEW
    assert "zoé" not in str(looks.look())
    desk.admit("zoé")
    assert desk.server.state.named == ("zoé",) and seated(desk) == {"zoé"}
    desk.server.prepare(SetUpTable((*SET_UP.seats[:2], SetUpSeat("zoé", "green")), 4))
    desk.settle()
    assert not desk.server.state.named
    assert {"name": "zoé", "colour": "green", "mark": "seat_square", "taken": True} in looks.look()["lobby"]["seats"]
    assert page.look()["absent"] == "zoé"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("A" * 17, "name_long"),
        *((typed, "name_letters") for typed in ("Ana7", "☠", "--", "Аna", "Zoë <b>")),
        ("\u202eanA", ""),
    ],
)
def test_what_is_no_name_is_refused(desk: PagesDesk, typed: str, code: str) -> None:
    """Too long, without letters, or of an alphabet whose letters look like others."""
    assert ask(desk, typed).code() == code
    assert len(asking(desk)) == (not code)


def test_everybody_is_let_in_by_one_touch_until_the_game_begins(desk: PagesDesk) -> None:
    first = ask(desk, "Ana")
    desk.server.admit_everybody(True)
    assert seated(desk) == {"Ana"} and desk.server.state.everybody
    later = ask(desk, "Zoé")
    assert later.now["session"] and seated(desk) == {"Ana", "Zoé"}
    begin(desk)
    assert first.look()["seat"] == "Ana" and not desk.server.state.everybody
    assert ask(desk, "Bo").now["state"] == "wait" and seated(desk) == {"Ana", "Zoé"}
    desk.server.admit_everybody(True)
    assert seated(desk) == {"Ana", "Zoé"} and not desk.server.state.everybody, "never of a running game"


def test_a_seat_that_somebody_had_this_evening_needs_a_touch(desk: PagesDesk) -> None:
    desk.server.admit_everybody(True)
    first = ask(desk, "Ana")
    assert ask(desk, "Ana").now["state"] == "wait" and asking(desk)[0].wish is Wish.TAKEN
    first.ask("leave")
    assert asking(desk)[0].wish is Wish.HAD
    assert ask(desk, "Ana").now["state"] == "wait", "also for whoever asks after that"
    desk.restart_pages()
    desk.server.prepare(SET_UP)
    desk.server.end_all()
    desk.server.admit_everybody(True)
    assert ask(desk, "Ana").now["session"], "another evening"


def test_who_had_a_seat_outlives_a_restart() -> None:
    with PagesDesk(sessions=True) as desk:
        desk.server.prepare(SET_UP)
        desk.phone("Ana").ask("leave")
        desk.restart_pages()
        desk.server.prepare(SET_UP)
        desk.server.admit_everybody(True)
        assert ask(desk, "Ana").now["state"] == "wait" and asking(desk)[0].wish is Wish.HAD


def test_a_running_game_s_seat_needs_a_touch_and_no_new_name_gets_in(desk: PagesDesk) -> None:
    waits = ask(desk, "Zoé")
    desk.phone("Ana")
    begin(desk)
    while waits.read().get("state") == "wait":
        pass
    assert waits.code() == "game_begun" and ask(desk, "Zoé").code() == "game_begun"
    page = ask(desk, "Bo")
    assert asking(desk)[0].wish is Wish.PLAYING and "own" not in page.now
    desk.admit("Bo")
    assert page.look()["seat"] == "Bo"


def test_the_table_sends_a_phone_away(desk: PagesDesk) -> None:
    page = ask(desk, "Ana")
    desk.admit("Ana", False)
    while page.read()["state"] == "wait":
        pass
    assert page.code() == "not_admitted" and seated(desk) == set()


def test_no_more_names_than_seats(desk: PagesDesk) -> None:
    """A spare seat and a free one."""
    for name in ("Zoé", "Max"):
        ask(desk, name)
        desk.admit(name)
    assert ask(desk, "Lou").code() == "seats_full"


def test_a_phone_has_one_seat(desk: PagesDesk) -> None:
    page = desk.phone("Ana")
    page.ask("join", name="Bo", session=page.secret)
    desk.admit("Bo")
    assert seated(desk) == {"Bo"}


# -- somebody in the same Wi-Fi ----------------------------------------------------------------------------------


def test_few_wait_of_one_place_and_not_many_in_all(desk: PagesDesk) -> None:
    """The last one who comes always waits, with signs that no other has both of; a phone alone at its place is never
    sent away for a crowd of few places."""
    mine = ask(desk, "Ana", "192.168.1.20")
    for number in range(3 * MOST):
        there = ask(desk, "Bo", f"10.0.0.{number % (MOST // MOST_OF_PLACE)}")
        desk.clock.set_ms(desk.clock.now_ms() + EACH_MS)
        assert there.now["state"] == "wait"
        assert len(asking(desk)) <= MOST and len({one.signs for one in asking(desk)}) == len(asking(desk))
    assert mine.look()["state"] == "wait"
    for number in range(BURST):
        one = ask(desk, "Bo", "10.9.9.9")
        assert one.now["state"] == "wait", number
    assert sum(page.look()["state"] == "wait" for page in desk.pages[-BURST:]) == MOST_OF_PLACE
    refused = ask(desk, "Bo", "10.9.9.9")
    assert refused.code() == "door_full" and refused.now["answer"]["later"]
    desk.clock.set_ms(desk.clock.now_ms() + EACH_MS)
    refused.ask("join", name="Bo")
    assert refused.now["state"] == "wait"


def test_everybody_is_few_of_one_place(desk: PagesDesk) -> None:
    """Nobody takes all free seats from one place, however many phones it plays."""
    desk.server.admit_everybody(True)
    for name in ("Ana", "Bo", "Cy"):
        ask(desk, name, "10.0.0.66")
    assert len(seated(desk)) == MOST_OF_PLACE and len(asking(desk)) == 1


def test_an_attacker_gets_no_seat_and_keeps_nobody_out(desk: PagesDesk) -> None:
    """It asks for each seat, under each name, before and in the game, guesses codes and sessions; the players' phones
    come in by one touch each or by their codes, and no frame of the attacker shows what is a seat's own."""
    names = ("Ana", "Bo", "Cy", "Zoé", "ANA")
    attackers = [desk.page(place=f"10.6.6.{n % 6}") for n in range(20)]

    def attack() -> None:
        for number, page in enumerate(attackers):
            page.ask("join", name=names[number % len(names)])
            page.ask("pair", token=f"guess-{number}")
            page.ask("resume", session=f"guess-{number}")
            page.ask("choose", key="act2_adv:a", number="x-1")
        desk.clock.set_ms(desk.clock.now_ms() + EACH_MS)

    attack()
    ana = ask(desk, "Ana", "192.168.1.20")
    attack()
    (mine,) = (one for one in asking(desk) if list(one.signs) == [sign["icon"] for sign in ana.now["signs"]])
    desk.server.admit(mine.id, True)
    bo = desk.phone("Bo")
    begin(desk)
    attack()
    late = ask(desk, "Cy", "192.168.1.21")
    attack()
    (mine,) = (one for one in asking(desk) if list(one.signs) == [sign["icon"] for sign in late.now["signs"]])
    desk.server.admit(mine.id, True)
    attack()
    assert {page.look()["seat"] for page in (ana, bo, late)} == {"Ana", "Bo", "Cy"}
    assert all(page.now["own"] for page in (ana, bo, late))
    for page in attackers:
        assert not page.secret and all(b'"own"' not in frame for frame in page.frames)
        assert page.look().get("seat", "") == "" or page.now["state"] == "wait"
