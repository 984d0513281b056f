"""Phones at the table's screen: switched on by touch, a code for a seat, who is here, Not me, a second phone."""

from __future__ import annotations

import errno
import json
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from companion.engine.requests import Open
from companion.options import PACKAGED_CONFIG, KioskOptions
from kiosk.screens.phones import OthersKey
from kiosk.widgets.key import Touchable
from kiosk.widgets.label import Text
from kiosk.widgets.tile import Tile
from tests.kiosk.screens.conftest import Play
from tests.pages.desk import SEATS, Page

URL = "http://192.168.1.20:8080/"


@pytest.fixture
def table(tmp_path: Path, short: Path, sit: Any) -> Any:
    """A kiosk whose pages another unit serves: that one is played here."""
    return sit(KioskOptions(tmp_path / "data", PACKAGED_CONFIG, lang="en", pages=short / "pages.sock"))


def socket_of(play: Play) -> Path:
    path = play.kiosk.options.pages
    assert path is not None
    return path


def serve(play: Play) -> socket.socket:
    """The pages' server has come."""
    line = socket.socket(socket.AF_UNIX)
    address = str(socket_of(play))  # its file is there before it listens
    play.wait(lambda: line.connect_ex(address) in {0, errno.EISCONN})
    line.sendall(json.dumps({"serve": {"urls": [URL]}}).encode() + b"\n")
    return line


def scanned(play: Play) -> str:
    """The token in the code on the screen."""
    play.wait(lambda: play.screen.code.words)
    url, _hash, token = play.screen.code.words.partition("#")
    assert url == URL
    return str(token)


def seconds_of(play: Play) -> dict[str, str]:
    """What stands below each name."""
    return {w.label: w.second for w in play.root.walk() if isinstance(w, Tile) and w.seat}


def test_from_nothing_to_a_phone_and_off_again(table: Play) -> None:
    table.root.open("settings")
    table.press("Phones")
    assert not socket_of(table).exists(), "nothing is there until it is switched on"
    table.press("Switch on")
    with serve(table):
        table.wait(
            lambda: table.kiosk.context.services.phones is not None and table.kiosk.context.services.phones.state.urls
        )
        assert table.kiosk.settings.now.phones
        table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
        table.sync()
        table.press("Menu")
        table.press("Phones")
        assert seconds_of(table) == dict.fromkeys(("Ana", "Bo", "Cy"), "no phone")
        table.press("Bo")
        page = Page(socket_of(table))
        page.ask("pair", token=scanned(table))
        assert page.now["seat"] == "Bo"
        table.wait(lambda: table.root.name == "phones")
        assert seconds_of(table)["Bo"] == "is here"
        table.wait(lambda: "phone_here" in table.kiosk.context.table.notices)
        assert table.kiosk.context.table.notices["phone_here"].facts == {"name": "Bo"}

        table.press("Bo")
        page.ask("pair", token=scanned(table), session=page.secret)
        table.wait(lambda: table.root.name == "phones")  # the same phone again: its code is spent, too

        table.press("Bo")
        second = Page(socket_of(table))
        second.ask("pair", token=scanned(table))
        assert second.now["state"] == "wait"
        table.wait(lambda: "phone_asks" in table.kiosk.context.table.notices)
        let_in(table, second)
        table.press("Really?")
        while not second.read().get("session"):
            pass
        assert second.look()["seat"] == "Bo"

        table.wait(lambda: seconds_of(table).get("Bo") == "is here")
        table.press("Bo")
        table.press("Not me")
        while second.read()["state"] != "over":
            pass
        table.wait(lambda: seconds_of(table).get("Bo") == "no phone")
        for one in (page, second):
            one.close()
        phones = table.kiosk.context.services.phones
        assert phones is not None
        table.wait(lambda: not any(phone.here for phone in phones.state.phones))

        table.press("Switch off")
        table.wait(lambda: not socket_of(table).exists())
    assert not table.kiosk.settings.now.phones
    table.wait(lambda: table.kiosk.context.services.phones is not None and not table.kiosk.context.services.phones.on)


def let_in(table: Play, page: Page) -> None:
    """Touch the line that has the signs of a phone."""
    signs = " ".join(sign["icon"] for sign in page.now["signs"])
    table.wait(lambda: [w for w in table.root.walk() if getattr(w, "title", "") == signs])
    table.tap(next(w for w in table.root.walk() if getattr(w, "title", "") == signs))


def test_phones_come_in_while_the_table_is_set_up(table: Play) -> None:
    """A seat and a new name by a touch each, then whoever comes, until a game begins; the table names the seats."""
    table.root.open("phones")
    table.press("Switch on")
    with serve(table):
        table.wait(lambda: getattr(table.screen, "code", None) is not None and table.screen.code.words == URL)
        first, second, third = (Page(socket_of(table), place=f"10.0.0.{n}") for n in range(3))
        first.ask("join", name="Bo")
        second.ask("join", name="Zoé")
        let_in(table, second)
        table.wait(lambda: "Zoé" in {seat.name for seat in table.kiosk.context.set_up.seats()})
        table.press("Everybody in")
        while not first.read().get("session"):
            pass
        third.ask("join", name="Ida")
        names = {"Bo", "Zoé", "Ida"}
        table.wait(lambda: names <= {seat.name for seat in table.kiosk.context.set_up.seats()})
        players = table.kiosk.context.set_up.players()
        table.kiosk.runtime.table.ask(Open("cerbere", players, seed=3))
        table.sync()
        assert {page.look().get("seat") for page in (first, second, third)} == names
        for page in (first, second, third):
            page.close()


def test_arrivals_take_no_key_from_under_a_finger(table: Play, touch: Any, pump: Any) -> None:
    """Whatever is touched while phones come that wait: a seat, a line of theirs, what turns them over, *Done*."""
    table.root.open("phones")
    table.press("Switch on")
    with serve(table):
        phones = table.kiosk.context.services.phones
        assert phones is not None
        table.wait(lambda: phones.state.urls)
        pages: list[Page] = []

        def asks() -> Page:
            """One more phone waits, and the screen knows it."""
            pages.append(Page(socket_of(table), place=f"10.0.1.{len(pages)}"))
            pages[-1].ask("join", name=table.kiosk.context.set_up.seats()[0].name)
            table.wait(lambda: len(phones.state.asking) == len(pages))
            return pages[-1]

        def touched(widget: Any) -> Any:
            finger = touch(*widget.center)
            assert any(isinstance(one, Touchable) and one.pressed for one in table.root.walk())
            asks()
            return finger

        first = next(w for w in table.root.walk() if isinstance(w, Tile) and w.seat)
        touched(first).touch_up()
        assert table.root.name == "phone:0"
        table.press("Back")
        for _ in range(4):
            asks()
        others = next(w for w in table.root.walk() if isinstance(w, OthersKey))
        touched(others).touch_up()
        pump(2)
        assert "Seats" in {w.label for w in table.root.walk() if isinstance(w, OthersKey)}

        cross = [w for w in table.root.walk() if getattr(w, "icon", "") == "cross" and w.about]
        gone = next(page for page in pages if int(cross[-1].about) == phones.state.asking[pages.index(page)].id)
        touched(cross[-1]).touch_up()
        while gone.read()["state"] == "wait":
            pass
        assert gone is pages.pop(pages.index(gone))
        gone.close()
        table.wait(lambda: len(phones.state.asking) == len(pages))

        touched(table.key("Done")).touch_up()
        assert table.root.name == "home"
        for page in pages:
            page.close()


def test_a_finger_that_comes_with_an_arrival_meets_what_it_saw(table: Play, touch: Any) -> None:
    """It comes down after the page was filled anew, and before the frame that shows it."""
    table.root.open("phones")
    table.pump()
    done = table.key("Done")
    x, y = done.center
    touch(5, 5).lift()  # whoever touches has looked
    table.screen.fill()
    finger = touch(x, y, again=True)
    finger.touch_up()
    assert table.root.name == "home"


def opened(table: Play) -> Any:
    """A game of Cerbère, with pages that are served: what the kiosk knows of its phones."""
    phones = table.kiosk.context.services.phones
    assert phones is not None
    table.wait(lambda: phones.state.urls)
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    table.sync()
    return phones


@pytest.mark.parametrize("page", ["phones", "tonight"])
def test_good_night_ends_every_seat(table: Play, page: str) -> None:
    table.root.open("phones")
    table.press("Switch on")
    line = serve(table)
    phones = opened(table)
    table.root.open("phone:0")
    phone = Page(socket_of(table))
    phone.ask("pair", token=scanned(table))
    assert phone.now["seat"] == "Ana"
    table.wait(lambda: phones.state.phones)
    table.root.open(page)
    table.press("Good night")
    while phone.read()["state"] != "over":
        pass
    table.wait(lambda: not phones.state.phones)
    phone.close()
    line.close()


def test_the_code_has_the_address_of_now(table: Play) -> None:
    table.root.open("phones")
    table.press("Switch on")
    with serve(table) as line:
        opened(table)
        table.root.open("phone:0")
        token = scanned(table)
        line.sendall(b'{"serve": {"urls": ["http://192.168.4.7:8080/"]}}\n')
        table.wait(lambda: table.screen.code.words == f"http://192.168.4.7:8080/#{token}")


def test_a_socket_that_cannot_be_opened_is_told_and_nothing_else_changes(table: Play) -> None:
    path = socket_of(table)
    path.mkdir()
    table.root.open("phones")
    table.press("Switch on")
    table.wait(lambda: "no_pages" in table.kiosk.context.table.notices)
    path.rmdir()
    table.root.open("phones")
    table.press("Switch on")
    table.wait(path.exists)
    table.wait(lambda: "no_pages" not in table.kiosk.context.table.notices)


def words_of(play: Play) -> str:
    return " ".join(w.text for w in play.root.walk() if isinstance(w, Text))


def configured(folder: Path, web: str) -> Path:
    config = folder / "config"
    shutil.copytree(PACKAGED_CONFIG, config)
    (config / "web.toml").write_text(web)
    return config


def test_a_wrong_web_toml_is_told_and_the_rest_works(tmp_path: Path, short: Path, sit: Any) -> None:
    config = configured(tmp_path, "# mine\nport = 0\n")
    table = sit(KioskOptions(tmp_path / "data", config, lang="en", pages=short / "pages.sock"))
    assert table.kiosk.context.table.notices["config"].facts["where"] == "web.toml:2: port"
    table.root.open("phones")
    table.press("Switch on")
    table.wait(lambda: "web.toml:2: port" in words_of(table))
    (config / "web.toml").write_text("port = 8099\n")
    table.press("Switch on")
    table.wait((short / "pages.sock").exists)
    table.wait(lambda: "One moment" in words_of(table))


def test_a_port_that_another_program_has_is_told(short: Path, tmp_path: Path, sit: Any) -> None:
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        table = sit(KioskOptions(short, configured(tmp_path, f"port = {port}\n"), lang="en"))
        table.root.open("phones")
        table.press("Switch on")
        table.wait(lambda: f"Port {port} cannot be opened" in words_of(table))
        table.press("Switch off")
        table.wait(lambda: not (short / "pages.sock").exists())


def test_on_off_on_is_on(table: Play) -> None:
    phones = table.kiosk.context.services.phones
    assert phones is not None
    for wish in (True, False, True, False, True):
        phones.switch(wish)
    table.wait(lambda: phones._worker.wait(0))
    table.root.open("phones")
    assert phones.on and socket_of(table).exists() and "no_pages" not in table.kiosk.context.table.notices
