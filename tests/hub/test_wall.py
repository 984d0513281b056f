"""The wall over HTTP and WebSocket: what it shows, and whom it lets in."""

from __future__ import annotations

import base64
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.requests import Choose, Now, Open
from companion.engine.update import Notice
from companion.games.registry import Games
from companion.hub.figures import Past, past
from companion.hub.settings import WallSettings
from companion.hub.wall import Tables, Wall
from companion.uplink.link.wire import ClockReport, GameResult, WallState
from companion.uplink.outbox.state import wall_state
from tests.patience import PATIENCE_S

PASSWORD = "über uns"
Json = dict[str, Any]


class Served:
    def __init__(self) -> None:
        self.tables = Tables()
        self.past: Past | None = Past()
        settings = WallSettings(port=0, host="127.0.0.1", password=PASSWORD)
        self.wall = Wall(settings, self.tables, lambda: {"bad": 3}, lambda tell: tell(self.past))
        self.port = self.wall.start()
        self._opened = ExitStack()

    def get(self, path: str, host: str = "", password: str | None = None) -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Host": host or f"localhost:{self.port}"}
        if password is not None:
            headers["Authorization"] = "Basic " + base64.b64encode(f"any:{password}".encode()).decode()
        try:
            line.request("GET", path, headers=headers)
            found = line.getresponse()
            return found.status, found.read()
        finally:
            line.close()

    def page(self, origin: str = "") -> ClientConnection:
        return self._opened.enter_context(
            connect(
                f"ws://localhost:{self.port}/wall",
                sock=socket.create_connection(("127.0.0.1", self.port), PATIENCE_S),
                origin=Origin(origin or f"http://localhost:{self.port}"),
                proxy=None,
                compression=None,
            )
        )

    def close(self) -> None:
        self._opened.close()
        self.wall.close()


@pytest.fixture
def served() -> Iterator[Served]:
    found = Served()
    yield found
    found.close()


def ask(line: ClientConnection, **said: Any) -> Json:
    line.send(json.dumps(said))
    return read(line)


def read(line: ClientConnection) -> Json:
    found: Json = json.loads(line.recv(PATIENCE_S))
    return found


def state(title: str, **more: Any) -> WallState:
    return WallState(title, {"fr": "Cerbère", "en": "Cerbère"}, seats=3, **more)


def test_it_shows_every_table_to_who_has_the_password(served: Served) -> None:
    served.tables.on_state("t1", state("By the window", turn=2))
    served.tables.on_state("t2", state("Bar", help=True, clock=ClockReport(True, 1_000, 60_000)))
    page = served.page()
    session = ask(page, password=PASSWORD)["session"]
    shown = read(page)["tables"]
    assert [one["title"] for one in shown] == ["Bar", "By the window"], "who calls comes first"
    assert shown[1]["turn"] == 2 and shown[0]["clock"] == [True, 1_000, 60_000]
    served.tables.on_state("t1", state("By the window", turn=3))
    assert [one["turn"] for one in read(page)["tables"]] == [0, 3]
    served.tables.online("t1", b"")
    assert [one["here"] for one in read(page)["tables"]] == [True, False]
    again = served.page()
    assert ask(again, session=session)["session"] == session and read(again)["tables"]


def test_a_call_is_seen_until_the_table_calls_again(served: Served) -> None:
    served.tables.on_state("t1", state("Bar", help=True))
    page = served.page()
    ask(page, password=PASSWORD)
    assert not read(page)["tables"][0]["seen"]
    page.send(json.dumps({"seen": "t1"}))
    assert read(page)["tables"][0]["seen"]
    served.tables.on_state("t1", state("Bar", help=False))
    assert not read(page)["tables"][0]["seen"]
    served.tables.on_state("t1", state("Bar", help=True))
    assert not read(page)["tables"][0]["seen"]


@pytest.mark.parametrize("said", [{"password": "wrong"}, {"session": "0" * 32}, {"seen": "t1"}, {"evenings": True}, {}])
def test_nobody_else_is_shown_anything(served: Served, said: Json) -> None:
    served.tables.on_state("t1", state("Bar", help=True))
    page = served.page()
    assert ask(page, **said) == {"wrong": True}
    served.tables.on_state("t1", state("Bar"))
    with pytest.raises(TimeoutError):
        page.recv(0.5)


def test_the_evenings_that_are_over_are_told_to_who_asks(served: Served) -> None:
    page = served.page()
    ask(page, password=PASSWORD)
    read(page)
    assert ask(page, evenings=True) == {"evenings": {"evenings": [], "games": [], "boxes": []}}
    how = {"fr": "<b>Cerbère</b>", "en": "<b>Cerberus</b>"}
    served.past = past([("t1", GameResult("Bar", {"en": "G"}, "2026-11-27T20:00:00", 60_000, 3, how, True))])
    told = ask(page, evenings=True)["evenings"]
    assert told["evenings"][0]["how"] == how and told["games"][0]["lost"] == told["boxes"][0]["lost"] == 1
    served.past = None
    assert ask(page, evenings=True) == {"evenings": None}


def test_passwords_cannot_be_tried_one_after_another(served: Served) -> None:
    page = served.page()
    assert ask(page, password="wrong") == {"wrong": True}
    assert ask(page, password=PASSWORD) == {"wrong": True}, "not yet"


@pytest.mark.parametrize("said", ["[", "[]", '{"password":1}', '{"other":""}', "\x00", '{"seen":"' + "x" * 5000 + '"}'])
def test_what_is_no_message_ends_its_page(served: Served, said: str) -> None:
    page = served.page()
    with pytest.raises(ConnectionClosed):
        page.send(said)
        while True:
            page.recv(PATIENCE_S)
    assert served.get("/")[0] == 200


def test_only_a_page_of_the_wall_may_connect(served: Served) -> None:
    for origin in ("http://evil.example", f"https://localhost:{served.port}", "null"):
        with pytest.raises(InvalidStatus) as refused:
            served.page(origin)
        assert refused.value.response.status_code == 403
    assert served.get("/", host="evil.example")[0] == 421
    assert served.get("/nothing")[0] == 404


def test_its_files_are_there_in_both_languages(served: Served) -> None:
    assert served.get("/")[1].count(b"<symbol") > 50
    for path in ("/wall.js", "/wall.css", "/words.fr.json", "/words.en.json"):
        assert served.get(path)[0] == 200
    assert json.loads(served.get("/words.fr.json")[1])["help"] != json.loads(served.get("/words.en.json")[1])["help"]


def test_figures_are_for_who_has_the_password(served: Served) -> None:
    served.tables.on_state("t1", state("Bar", help=True))
    assert served.get("/metrics")[0] == 401
    assert served.get("/metrics", password="wrong")[0] == 401
    status, text = served.get("/metrics", password=PASSWORD)
    assert status == 200
    assert {b"companion_tables 1", b"companion_help_wanted 1", b"companion_bad 3"} <= set(text.splitlines())


def test_a_taken_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=r".*"):
            Wall(WallSettings(port=port, host="127.0.0.1", password="x"), Tables(), dict, lambda _tell: None).start()


@pytest.mark.parametrize("game", ["infernal_wagon", "cerbere", "hellrail"])
def test_a_table_says_how_it_stands_and_no_name_unless_it_may(game: str) -> None:
    engine = Engine(Games(None), Journal(), ManualClock(), lambda: "")
    seats = (Player("Anatolia", "red"), Player("Bohumil", "blue"), Player("Cynthia", "green"))
    engine.handle(Open(game, seats=seats, seed=1))
    if game == "infernal_wagon":
        engine.handle(Choose("confirm"))
        engine.handle(Choose("start"))
    update = engine.handle(Now()).answer
    trouble = (
        Notice("reader_lost", {"reader": "table", "port": "/dev/secret"}),
        Notice("phone_here", {"name": "Bohumil"}),
    )
    shown = wall_state("T", update, trouble, over=False, names=False, help=True)
    assert shown.game["fr"] and shown.game["en"] and shown.seats == 3 and shown.help
    assert (shown.clock is not None) is (game == "infernal_wagon")
    assert len(shown.trouble) == 1 and shown.trouble[0]["fr"] != shown.trouble[0]["en"]
    said = str(shown)
    assert not any(word in said for word in ("Anatolia", "Bohumil", "Cynthia", "/dev/secret"))
    if game == "cerbere":
        named = wall_state("T", update, (), over=False, names=True, help=False)
        assert (named.turn, named.who) == (1, "Anatolia") and shown.turn == 1


def test_many_tables_at_once(served: Served) -> None:
    """They are told from another thread, and a page gets the last of it."""
    page = served.page()
    ask(page, password=PASSWORD)
    read(page)
    threads = [
        threading.Thread(target=served.tables.on_state, args=(f"t{number}", state(f"Table {number}")))
        for number in range(200)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while len(read(page)["tables"]) < 200:
        pass
