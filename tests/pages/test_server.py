"""The pages’ socket: who sees and answers what, each frame of one size, nothing else accepted."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.hearing import DEAF_MS
from companion.engine.requests import Choose, Correct, Leave, Now, Resume, Undo
from companion.engine.supervised import RESTARTS
from companion.protocol import REQUESTS
from companion.web.desk.frame import SIZE
from companion.web.desk.host import PagesHost
from companion.web.desk.socket_loop import LONGEST_LINE, MOST_CONNECTIONS
from tests.pages.desk import Page, PagesDesk
from tests.patience import PATIENCE_S, until


@pytest.fixture
def desk() -> Iterator[PagesDesk]:
    with PagesDesk() as made:
        yield made


@pytest.fixture
def cerbere(desk: PagesDesk) -> PagesDesk:
    desk.open("cerbere")
    return desk


FIRST, RISEN = 4, 5
"""Where the die of the Rage stands, and where after `act2_adv:a`."""


def die(desk: PagesDesk) -> int:
    return int(desk.do(Now()).view.rage.die)


def test_a_phone_plays_its_turn(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    assert ana.now["prompt"]["mine"] and "act2_adv:a" in ana.offered()
    ana.choose("act2_adv:a")
    assert ana.now["answer"]["ok"]
    assert die(cerbere) == RISEN


@pytest.mark.parametrize(("seen", "code"), [(0, "too_soon"), (DEAF_MS - 1, "too_soon"), (DEAF_MS, ""), (None, "")])
def test_a_finger_on_a_phone_is_too_soon_on_what_has_just_come(cerbere: PagesDesk, seen: int | None, code: str) -> None:
    """A leaf as well as a step on its own path; a program that names what it means is not slowed."""
    ana = cerbere.phone("Ana")
    how = {} if seen is None else {"seen_ms": seen}
    ana.choose("report", **how)
    assert (ana.now["answer"].get("code", ""), ana.now.get("path", 0)) == (code, 0 if code else 1)
    ana.ask("back")
    ana.choose("act2_adv:a", **how)
    answer = ana.now["answer"]
    assert (answer["ok"], answer.get("code", "")) == (not code, code)
    assert die(cerbere) == (FIRST if code else RISEN) and (not code or answer["title"])


def test_a_phone_goes_its_own_way_through_the_questions(cerbere: PagesDesk) -> None:
    """The table stays where it is."""
    ana = cerbere.phone("Ana")
    ana.choose("report")
    assert ana.now["prompt"]["id"] == "report" and ana.now["path"] == 1
    assert cerbere.do(Now()).path == ()
    ana.ask("back")
    assert ana.now["prompt"]["id"] == "turn" and ana.now.get("path", 0) == 0


def test_who_is_not_asked_cannot_answer(cerbere: PagesDesk) -> None:
    bo = cerbere.phone("Bo")
    assert not bo.now["prompt"].get("mine") and bo.now["prompt"]["who"] == "Ana"
    for key in ("act2_adv:a", "report"):
        bo.choose(key)
        assert bo.code() == "not_asked", key
    assert cerbere.do(Now()).view.turn.action_done is False


def test_an_update_is_one_frame_for_everybody(cerbere: PagesDesk) -> None:
    pages = [cerbere.phone("Ana"), cerbere.phone("Bo"), cerbere.page()]
    for page in pages:
        page.look()
    before = [len(page.frames) for page in pages]
    cerbere.do(Choose("act1_adv:a"))
    cerbere.do(Choose("report"))
    for page, frames in zip(pages, before, strict=True):
        page.look()
        assert len(page.frames) == frames + 3


def test_an_answer_to_an_older_question_is_stale(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    old = ana.now["number"]
    cerbere.do(Choose("act2_adv:a"))
    ana.look()
    ana.choose("end", number=old)
    assert ana.code() == "stale"
    assert cerbere.do(Now()).view.turn.player == "Ana"


def test_the_table_may_look_at_its_menu_meanwhile(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    looking = cerbere.page()
    asked = looking.now["asked"]
    cerbere.do(Choose("report"))
    assert looking.look()["asked"] == asked
    ana.choose("act2_adv:a")
    assert ana.now["answer"]["ok"]


def test_an_answer_that_is_sent_again_is_made_once(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    number = ana.now["number"]
    ana.choose("act2_adv:a", id="once", number=number)
    again = cerbere.page()
    again.ask("resume", session=ana.secret)
    again.choose("act2_adv:a", id="once", number=number)
    assert again.now["answer"]["ok"]
    view = cerbere.do(Now()).view
    assert view.rage.die == RISEN and view.turn.action_done


def test_a_number_of_another_process_is_stale(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    epoch, _, acts = ana.now["number"].rpartition("-")
    for number in (f"other-{acts}", f"{epoch}-{int(acts) + 1}", f"{epoch}-{'9' * 30}", f"{epoch}-²"):
        ana.choose("act2_adv:a", number=number)
        assert ana.code() == "stale", number


def test_a_phone_takes_back_its_own_answer_alone(cerbere: PagesDesk) -> None:
    ana, bo = cerbere.phone("Ana"), cerbere.phone("Bo")
    ana.choose("act2_adv:a")
    bo.look()
    assert "undo" in ana.now and "undo" not in bo.now
    bo.undo()
    assert bo.code() == "nothing_to_undo"
    ana.undo()
    assert ana.now["answer"]["ok"] and die(cerbere) == FIRST
    ana.choose("act2_adv:a")
    cerbere.do(Correct({"die": 7}))
    corrected = die(cerbere)
    assert corrected != RISEN
    ana.look()
    assert "undo" not in ana.now
    ana.undo()
    assert ana.code() == "nothing_to_undo" and die(cerbere) == corrected


def test_the_table_s_undo_takes_back_a_phone_s_answer(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    ana.choose("act2_adv:a")
    cerbere.do(Undo())
    assert die(cerbere) == FIRST
    ana.look()
    assert "act2_adv:a" in ana.offered()


def test_a_token_is_one_seat_once(cerbere: PagesDesk) -> None:
    token = cerbere.token("Ana")
    first, second = cerbere.page(), cerbere.page()
    first.ask("pair", token=token)
    second.ask("pair", token=token)
    assert first.now["seat"] == "Ana" and second.code() == "token_used"
    second.ask("pair", token="x" * 22)
    assert second.code() == "token_unknown"


def test_a_second_phone_is_asked_at_the_table_and_ends_the_first(cerbere: PagesDesk) -> None:
    first = cerbere.phone("Ana")
    second = cerbere.page()
    second.ask("pair", token=cerbere.token("Ana"))
    assert second.now["state"] == "wait" and "session" not in second.now and "own" not in second.now
    cerbere.admit("Ana", False)
    while second.read()["state"] == "wait":
        pass
    assert second.code() == "not_admitted" and first.look()["seat"] == "Ana"
    second.ask("pair", token=cerbere.token("Ana"))
    cerbere.admit("Ana", True)
    while not second.read().get("session"):
        pass
    assert second.look()["seat"] == "Ana"
    while first.read()["state"] != "over":
        pass
    assert "seat" not in first.look(), "it looks on"


def test_the_same_phone_may_scan_again(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    again = cerbere.page()
    again.ask("pair", token=cerbere.token("Ana"), session=ana.secret)
    assert again.now["seat"] == "Ana" and "session" not in again.now, "its secret stays good on all its pages"
    assert ana.read()["state"] == "elsewhere"


def test_a_seat_goes_along_to_another_storage_of_its_phone(cerbere: PagesDesk) -> None:
    """An iPhone's home screen has one of its own: by a token that only the seat's own page gets, and once."""
    ana = cerbere.phone("Ana")
    ana.ask("hand_on")
    token = ana.now["token"]
    assert "token" not in ana.look() and cerbere.server.state.codes == ()
    app = cerbere.page()
    app.ask("pair", token=token)
    assert app.now["seat"] == "Ana" and app.secret != ana.secret and ana.read()["state"] == "over"
    app.ask("pair", token=token, session=app.secret)  # it begins with the same address every time
    assert app.code() == "token_used" and app.look()["seat"] == "Ana"
    app.ask("hand_on")
    token = app.now["token"]
    cerbere.server.revoke("Ana")
    late = cerbere.page()
    late.ask("pair", token=token)
    assert late.code() == "token_unknown" and "own" not in late.now
    late.ask("hand_on")
    assert late.code() == "not_paired"


def test_a_phone_has_one_seat(cerbere: PagesDesk) -> None:
    phone = cerbere.phone("Ana")
    phone.ask("pair", token=cerbere.token("Bo"), session=phone.secret)
    assert phone.now["seat"] == "Bo"
    assert cerbere.phone("Ana").now["seat"] == "Ana", "its first seat is free"


def test_of_two_pages_of_a_phone_the_last_one_plays(cerbere: PagesDesk) -> None:
    first = cerbere.phone("Ana")
    second = cerbere.page()
    for here, there in ((second, first), (first, second), (second, first)):
        here.ask("resume", session=first.secret)
        assert here.now["seat"] == "Ana" and here.now["own"]
        assert there.read() == {"state": "elsewhere", "language": "en"}
        there.ask("choose", key="act2_adv:a", number=here.now["number"])
        assert there.now["state"] == "elsewhere"
        here.look()
        assert "act2_adv:a" in here.offered()


def test_one_touch_revokes(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    cerbere.server.revoke("Ana")
    assert ana.read()["state"] == "over" and set(ana.now) <= {"state", "language"}
    again = cerbere.page()
    again.ask("resume", session=ana.secret)
    assert again.code() == "session_over"
    assert cerbere.server.state.phones == ()


def test_a_seat_lasts_from_game_to_game(cerbere: PagesDesk) -> None:
    """Whoever is not in a game looks on, and comes back with the seat."""
    ana = cerbere.phone("Ana")
    cerbere.do(Leave())
    ana.look()
    assert ana.now["state"] == "table" and ana.now["absent"] == "Ana" and "seat" not in ana.now
    cerbere.open("infernal_wagon", (Player("Bo"), Player("Cy")))
    again = cerbere.page()
    again.ask("resume", session=ana.secret)
    assert again.now["answer"]["ok"] and again.now["absent"] == "Ana" and "prompt" not in again.now
    again.choose("confirm")
    assert again.code() == "not_paired"
    cerbere.open("hellrail", (Player("Ana"), Player("Bo")), deck="demo")
    assert again.look()["seat"] == "Ana" and again.now["own"]


def test_the_evening_ends_every_session(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    cerbere.server.end_all()
    assert ana.read()["state"] == "over"
    again = cerbere.page()
    again.ask("resume", session=ana.secret)
    assert again.code() == "session_over" and not again.now["answer"].get("later")


def test_a_seat_outlives_the_process_of_the_table() -> None:
    folder = Path(tempfile.mkdtemp(prefix="pages"))
    try:
        with PagesDesk(folder=folder, kept=True) as desk:
            desk.open("cerbere")
            secret = desk.phone("Ana").secret
        with PagesDesk(folder=folder, kept=True) as desk:
            page = desk.page()
            page.ask("resume", session=secret)
            assert page.now["answer"]["ok"] and page.now["absent"] == "Ana", "the game is not taken up yet"
            desk.wall += 60
            desk.clock.set_ms(61_000)
            assert page.look()["absent"] == "Ana", "it waits as long as the table does"
            desk.do(Resume())
            assert page.look()["seat"] == "Ana"
    finally:
        shutil.rmtree(folder)


def test_an_engine_that_does_not_answer_in_time_costs_the_answer_alone(
    cerbere: PagesDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, looking = cerbere.phone("Ana"), cerbere.page()
    with monkeypatch.context() as late:
        late.setattr(cerbere.table, "ask", _never)
        ana.ask("look")
        assert ana.now["state"] == "slow" and ana.code() == "journal_slow" and ana.now["answer"]["later"]
        new = Page(cerbere.path)
        assert new.now["state"] == "slow"
        new.ask("resume", session=ana.secret)
        assert new.now["state"] == "slow" and new.now["answer"]["later"]
        new.close()
    ana.ask("resume", session=ana.secret)
    assert ana.now["state"] == "table" and ana.now["seat"] == "Ana"
    cerbere.do(Choose("act2_adv:a"))
    assert looking.look()["answer"]["ok"]


def test_pages_whose_thread_ends_are_begun_again_and_phones_keep_their_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda _args: None)
    folder = Path(tempfile.mkdtemp(prefix="pages"))
    with PagesDesk(folder=folder) as desk:
        desk.open("cerbere")
        host = PagesHost(desk.table, folder, folder, folder / "host.sock")
        host.switch(True)
        page = Page(folder / "host.sock")
        for _ in range(RESTARTS + 1):
            until(lambda: host.on, "they are on")
            server = host._server
            assert server is not None
            monkeypatch.setattr(server._loop, "_turn", fail)
            server.hear(desk.do(Now()))
            until(lambda gone=server: host._server is not gone, "it has ended")  # type: ignore[misc]
        until(lambda: host.state.fault, "it was begun again too often")
        page.close()
        assert not host.on and "RuntimeError" in str(host.state.fault)
        host.switch(True)
        assert host.on
        host.close()
    shutil.rmtree(folder)


def fail() -> bool:
    raise RuntimeError("a fault of ours")


def _never(_request: object, _patience: float) -> object:
    raise TimeoutError


def test_a_phone_may_hold_and_resume_and_nothing_more(desk: PagesDesk) -> None:
    desk.open("infernal_wagon")
    desk.do(Choose("confirm"))
    desk.do(Choose("start"))
    ana = desk.phone("Ana")
    ana.choose("hold")
    assert ana.now["answer"]["ok"] and not ana.now["clock"]["running"]
    keys = [option["key"] for option in ana.now["prompt"]["options"]]
    assert "resume" in keys and "give_up" not in keys
    ana.choose("give_up")
    assert ana.code() == "table_only"
    ana.choose("resume")
    assert ana.now["answer"]["ok"] and ana.now["clock"]["running"]


def test_a_session_is_over_after_its_time(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    cerbere.wall += 12 * 3600
    ana.send({"choose": {"key": "act2_adv:a", "number": ana.now["number"], "id": "late"}})
    assert ana.read()["state"] == "over"
    assert cerbere.do(Now()).view.turn.action_done is False


@pytest.mark.parametrize("name", sorted({*REQUESTS, "move"} - {"choose", "back", "undo", "resume", "leave"}))
def test_no_other_request_of_the_table_is_taken(cerbere: PagesDesk, name: str) -> None:
    ana = cerbere.phone("Ana")
    for body in ({}, {"advance": 1.0}, {"audience": "seat:Bo"}, {"id": 1}):
        ana.send({name: body})
        assert ana.read()["answer"] == {**ana.now["answer"], "ok": False, "code": "bad_input"}
    assert ana.now["seat"] == "Ana"


GARBAGE: list[bytes] = [
    b"", b"{}", b"[]", b"null", b"{", b"\xff\xfe", b'{"choose": 1}', b'{"choose": {}}', b'{"look": {"x": 1}}',
    b'{"look": {}, "undo": {}}', b'{"pair": {"token": 5}}', b'{"pair": {"token": ""}}', b'{"look": {"id": null}}',
    b'{"choose": {"key": "x", "number": 1, "id": "a"}}', b'{"back": {"all": "yes"}}', b"[" * 2000, b'"' * 300,
]  # fmt: skip


@pytest.mark.parametrize("line", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_answered_and_changes_nothing(cerbere: PagesDesk, line: bytes) -> None:
    ana = cerbere.phone("Ana")
    ana.line.sendall(line + b"\n")
    assert ana.read()["answer"]["code"] == "bad_input"
    assert ana.look()["seat"] == "Ana"


def test_a_line_that_is_too_long_ends_its_connection_alone(cerbere: PagesDesk) -> None:
    ana, page = cerbere.phone("Ana"), cerbere.page()
    with pytest.raises((EOFError, OSError)):
        page.line.sendall(b"x" * (LONGEST_LINE * 20))
        page.read()
    assert ana.look()["seat"] == "Ana"


def test_a_page_that_takes_nothing_is_closed_and_nobody_waits(cerbere: PagesDesk) -> None:
    slow, ana = cerbere.page(), cerbere.phone("Ana")
    for value in range(80):
        cerbere.do(Correct({"die": 4 + value % 5}))
        ana.look()
    until(lambda: cerbere.server.state.screens == 0, "the slow page was closed")
    assert slow.line.fileno() > 0


def test_too_many_connections_are_not_taken(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    with pytest.raises((EOFError, OSError)):
        for _ in range(MOST_CONNECTIONS + 2):
            cerbere.page()
    assert len(cerbere.pages) == MOST_CONNECTIONS
    assert ana.look()["seat"] == "Ana"


@pytest.mark.parametrize("first", [b"", b"{}", b'{"pair": {"token": "x"}}', b'{"serve": {"urls": 1}}', b"\x00" * 9])
def test_who_does_not_say_what_it_is_gets_nothing(cerbere: PagesDesk, first: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(60)
        line.connect(str(cerbere.path))
        line.sendall(first + b"\n")
        assert line.recv(10) == b""


def test_a_page_cannot_say_that_it_is_the_server(cerbere: PagesDesk) -> None:
    page = cerbere.page()
    page.send({"serve": {"urls": ["http://elsewhere/"]}})
    assert page.read()["answer"]["code"] == "bad_input"
    assert cerbere.server.state.urls == ()


def test_the_pages_server_tells_its_addresses_again_when_they_change(cerbere: PagesDesk) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE_S)
        line.connect(str(cerbere.path))

        def serve(*urls: str) -> None:
            line.sendall(json.dumps({"serve": {"urls": urls}}).encode() + b"\n")
            until(lambda: cerbere.server.state.urls == urls, "the addresses are known")

        serve("http://192.168.1.20:8080/")
        serve("http://192.168.4.7:8080/", "http://hell.local:8080/")
        line.sendall(b'{"page": {}}\n')
        assert line.makefile("rb").read() == b'{"known":[]}\n', "it is no page"
    until(lambda: cerbere.server.state.urls == (), "nobody serves pages")


def test_both_languages_are_spoken_side_by_side(cerbere: PagesDesk) -> None:
    fr, en = cerbere.page("fr"), cerbere.page("en")
    assert fr.now["asked"] == "Ana joue" and en.now["asked"] == "Ana plays"
    fr.ask("language", language="en")
    assert fr.now["asked"] == "Ana plays"
    fr.ask("language", language="tlh")
    assert fr.now["language"] == "en"


def test_the_clock_is_told_as_it_is(desk: PagesDesk) -> None:
    desk.open("infernal_wagon")
    page = desk.page()
    desk.do(Choose("confirm"))
    desk.do(Choose("start"))
    page.look()
    assert page.now["clock"] == {"running": True, "elapsed_ms": 0, "left_ms": 420_000}
    desk.clock.set_ms(desk.clock.now_ms() + 61_500)
    page.look()
    assert page.now["clock"]["left_ms"] == 358_500


def names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names(inner)


def test_a_frame_has_no_move_and_no_view(cerbere: PagesDesk) -> None:
    ana = cerbere.phone("Ana")
    assert {"move", "view", "slot", "events"}.isdisjoint(names(ana.now))
    assert len(ana.frames[-1]) == SIZE and json.loads(ana.frames[-1]) == ana.now


# -- switched off ----------------------------------------------------------------------------------------


CODE = """
import sys, threading
from pathlib import Path
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
import kiosk.window.app, kiosk.table.context, kiosk.table.phones

runtime = Runtime(KioskOptions(Path(sys.argv[1]), PACKAGED_CONFIG))
runtime.start()
theirs = ("websockets", "segno", "companion.web.server", "companion.web.desk.server", "companion.web.desk.frame")
loaded = [name for name in sys.modules if name.startswith(theirs)]
assert not loaded, loaded
assert not {thread.name for thread in threading.enumerate()} & {"pages", "web"}
assert not (Path(sys.argv[1]) / "pages.sock").exists()
tcp = Path("/proc/self/net/tcp").read_text() + Path("/proc/self/net/tcp6").read_text()
inodes = {f"socket:[{line.split()[9]}]" for line in tcp.splitlines() if line.split()[0] != "sl"}
mine = {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}
assert not mine & inodes
runtime.close()
print("off")
"""


def test_nothing_of_the_pages_is_loaded(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, str(tmp_path)], capture_output=True, text=True)
    assert done.stdout.strip() == "off", done.stderr[-1500:]
