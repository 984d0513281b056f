"""`companion web` as a process: what it serves, and to whom; what is too much, too long or from elsewhere."""

from __future__ import annotations

import contextlib
import io
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
import segno
from websockets.exceptions import ConnectionClosed, InvalidStatus

from companion.engine.game import Player
from companion.engine.requests import Back, Choose, Now
from companion.web.server.door import MOST_OPEN
from companion.web.server.site import LONGEST_MESSAGE
from companion.web.server.web import BURST, FONTS, MOST_OF_ONE
from tests.network.desk import Served
from tests.pages.desk import PagesDesk
from tests.patience import PATIENCE_S, until


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    desk = PagesDesk()
    desk.open("cerbere")
    made = Served(desk)
    yield made
    assert made.close() == 0
    assert "ERROR" not in made.said and "Traceback" not in made.said, made.said


@pytest.fixture(autouse=True)
def nobody_left(served: Served) -> Iterator[None]:
    """Each test begins without pages of the one before."""
    yield
    for page in served.pages:
        page.close()
    served.pages.clear()
    until(lambda: not served.desk.server.state.screens, "all pages are gone")


def test_a_page_is_served_with_all_that_it_needs_and_nothing_from_elsewhere(served: Served) -> None:
    found = served.get("/")
    text = found.body.decode()
    assert found.status == 200 and found.headers["Content-Type"].startswith("text/html")
    for path in ("/style.css", "/start.js", "/icon.svg"):
        assert path in text and served.get(path).status == 200
    assert "http://" not in text.replace("http://www.w3.org/", "") and "https://" not in text
    for language in ("fr", "en"):
        words = json.loads(served.get(f"/words.{language}.json").body)
        assert all(words.values())
    assert 'id="i-flame"' in text


@pytest.mark.parametrize("path", ["/", "/start.js", "/nothing", "/picture/none.svg"])
def test_every_answer_is_guarded(served: Served, path: str) -> None:
    headers = served.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "media-src" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
    assert "Server" not in headers and "Set-Cookie" not in headers


@pytest.mark.parametrize(
    ("path", "directive"), [(path, "font-src") for path in FONTS] + [("/manifest.json", "manifest-src")]
)
def test_the_policy_opens_for_what_is_served(served: Served, path: str, directive: str) -> None:
    assert f"{directive} 'self'" in served.get("/").headers["Content-Security-Policy"]
    found = served.get(path)
    assert found.status == 200 and len(found.body) > 100


@pytest.mark.parametrize(
    "path",
    ["/../settings.json", "/%2e%2e/etc/passwd", "//etc/passwd", "/index.html", "/words.de.json", "/picture/", "*"],
)
def test_nothing_else_is_served(served: Served, path: str) -> None:
    assert served.get(path).status == 404


def test_the_picture_is_served_by_its_name(served: Served) -> None:
    name = served.page().now["picture"]
    found = served.get(f"/picture/{name}.svg")
    assert found.status == 200 and found.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in found.body and b"script" not in found.body


def test_a_television_has_the_address_to_be_scanned(served: Served) -> None:
    found = served.get("/code.svg")
    assert found.status == 200 and found.headers["Content-Type"] == "image/svg+xml"
    made = io.BytesIO()
    segno.make_qr(served.desk.server.state.urls[0], error="m").save(made, kind="svg", xmldecl=False, omitsize=True)
    path = re.compile(rb'class="qrline"[^>]* d="([^"]+)"')
    assert path.findall(found.body) == path.findall(made.getvalue()) != []


@pytest.mark.parametrize("method", ["POST", "HEAD", "OPTIONS", "TRACE", "DELETE"])
def test_a_method_that_is_none_of_ours_gets_nothing(served: Served, method: str) -> None:
    with contextlib.suppress(OSError):
        assert served.get("/", method=method).status >= 400
    assert served.get("/").status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "",
        "localhost:1",
        "127.0.0.1.evil.example",
        "10.1.2.3",
    ],
)
def test_another_sites_name_for_this_machine_is_refused(served: Served, host: str) -> None:
    """DNS rebinding: a page of another site that has made its own name point here."""
    full = f"{host}:{served.port}" if host and ":" not in host else host
    assert served.get("/", host=full).status == 421
    if full:
        with pytest.raises(InvalidStatus) as refused:
            served.page(host=full)
        assert refused.value.response.status_code == 421


def test_a_port_that_is_no_port_is_refused(served: Served) -> None:
    assert served.get("/", host=f"localhost:{'8' * 5000}").status == 421


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST"])
def test_its_own_names_are_known(served: Served, name: str) -> None:
    assert served.get("/", host=f"{name}:{served.port}").status == 200
    assert served.page(host=f"{name}:{served.port}").now["game"] == "cerbere"


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "https://localhost", "http://localhost", "file://"]
)
def test_a_socket_is_opened_by_this_page_alone(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        served.page(origin=origin)
    assert refused.value.response.status_code == 403


def test_a_phone_plays_through_it(served: Served) -> None:
    page = served.page()
    page.ask("pair", token=served.desk.token("Ana"))
    assert page.now["seat"] == "Ana" and len(page.now["session"]) >= 22
    page.ask("choose", key="act2_adv:a", number=page.now["number"])
    assert page.now["answer"]["ok"] and served.desk.do(Now()).view.turn.action_done
    page.ask("undo", number=page.now["number"])
    assert not served.desk.do(Now()).view.turn.action_done
    served.desk.server.revoke("Ana")
    while page.read()["state"] != "over":
        pass
    assert "seat" not in page.ask("look")


def test_too_long_a_message_ends_its_page_alone(served: Served) -> None:
    for size in (LONGEST_MESSAGE + 1, 64 * 1024, 1_000_000):
        page = served.page()
        with pytest.raises(ConnectionClosed):
            page.line.send(json.dumps({"look": {"id": "y" * size}}))
            while True:
                page.read()
    assert served.page().now["game"] == "cerbere"


def test_bytes_are_no_messages(served: Served) -> None:
    page = served.page()
    page.line.send(b"\x00\x01")
    with pytest.raises(ConnectionClosed):
        page.read()


def test_a_message_of_several_lines_is_one_request(served: Served) -> None:
    """Or a page could say what only the pages' server says."""
    page = served.page()
    page.line.send('{"look": {"id": "a"}}\n{"serve": {"urls": ["http://evil/"]}}')
    assert page.read()["answer"]["code"] == "bad_input"
    assert all("evil" not in url for url in served.desk.server.state.urls)


def test_a_flood_ends_its_page_alone(served: Served) -> None:
    calm, page = served.page(), served.page()
    with pytest.raises(ConnectionClosed):
        for _ in range(BURST * 40):
            page.line.send('{"look": {}}')
        while True:
            page.read()
    assert calm.ask("look")["answer"]["ok"]


def test_a_page_that_reads_nothing_is_closed_and_the_table_does_not_wait(served: Served) -> None:
    """Nothing of a page is kept for it without end: after some frames it is gone, and may come back."""
    served.page()  # its library takes two frames; the rest waits in the line, then nowhere
    calm = served.page()
    for _ in range(600):
        served.desk.do(Choose("report"))
        served.desk.do(Back(all=True))
        calm.read()
        calm.read()
        if served.desk.server.state.screens == 1:
            return
    raise AssertionError("it was never closed")


def test_one_address_cannot_take_all_the_room(served: Served) -> None:
    """Of pages without a seat the oldest leaves; those with one stay."""
    ana = served.page()
    ana.ask("pair", token=served.desk.token("Ana"))
    for _ in range(MOST_OF_ONE + 3):
        served.page()
    assert ana.ask("look")["seat"] == "Ana"
    until(lambda: served.desk.server.state.screens < MOST_OF_ONE, "the oldest have left")
    served.desk.server.revoke("Ana")


def test_more_connections_than_it_holds_keep_nobody_out_that_say_nothing(served: Served) -> None:
    """So many that an ordinary shell lets this process have them, too (1,024 open files)."""
    page = served.page()
    lines: list[socket.socket] = []
    try:
        for _ in range(MOST_OPEN + 100):
            lines.append(socket.create_connection(("127.0.0.1", served.port), PATIENCE_S))
        assert page.ask("look")["answer"]["ok"]
    finally:
        for line in lines:
            line.close()
    until(lambda: answers(served), "it serves again")


def test_the_door_knows_its_places_after_a_restart(served: Served) -> None:
    """What the table keeps of its phones is told to a new pages' server first."""
    served.page().ask("pair", token=served.desk.token("Ana"))
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE_S)
        line.connect(str(served.desk.path))
        line.sendall(b'{"serve": {"urls": []}}\n')
        with line.makefile("rb") as lines:
            assert json.loads(lines.readline()) == {"known": ["127.0.0.1"]}
    served.desk.server.revoke("Ana")


def answers(served: Served) -> bool:
    try:
        return served.get("/").status == 200
    except OSError:
        return False


def test_half_a_request_costs_nothing(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE_S) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert served.get("/").status == 200
    for junk in (b"\x16\x03\x01\x02\x00\x01", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\xff" * 9000):
        with socket.create_connection(("127.0.0.1", served.port), PATIENCE_S) as line:
            line.sendall(junk)
            line.shutdown(socket.SHUT_WR)
            while line.recv(4096):
                pass
    assert served.get("/").status == 200


def test_a_name_that_is_markup_is_text() -> None:
    name = '<img src=x onerror="alert(1)">'
    desk = PagesDesk()
    desk.open("cerbere", (Player(name, "red"), Player("Bo", "blue"), Player("Cy", "green")))
    served = Served(desk)
    try:
        page = served.page()
        assert page.now["seats"][0]["name"] == name
        picture = served.get(f"/picture/{page.now['picture']}.svg").body
        assert b"<img" not in picture and b"&lt;img" in picture
    finally:
        assert served.close() == 0


def test_wrong_settings_are_told_and_nothing_is_served(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("web")
    (folder / "words.pem").write_text("no certificate")
    command = [sys.executable, "-m", "companion", "web", "--socket", str(folder / "none.sock"), "--config", str(folder)]
    for text, status, said in (
        ("port = 70000", 2, "port"),
        ('certificate = "/nowhere.pem"', 2, "certificate"),
        (f'certificate = "{folder}"', 2, "web.toml"),
        (f'certificate = "/{"x" * 300}.pem"', 2, "web.toml"),
        (f'certificate = "{folder}/words.pem"', 2, "web.toml:1: certificate"),
        ('key = "/nowhere.pem"', 2, "key"),
        ("prot = 1", 2, "port"),
        ("", 3, "none.sock"),
    ):
        (folder / "web.toml").write_text(text)
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == status and said in done.stderr, done.stderr
        assert "Traceback" not in done.stderr and "port 8080" not in done.stderr
