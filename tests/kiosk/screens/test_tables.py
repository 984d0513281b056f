"""The link to a hub at the table's screen: set up by touch, the owner's key, another table's game, a call for help."""

from __future__ import annotations

import contextlib
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.requests import Choose, Leave, ListGames, ListPaused, Open, Position, PostNotice
from companion.engine.update import Notice
from companion.hub.ingest import Ingest
from companion.hub.sqlite_store import SqliteStore
from companion.hub_setup.certificates import certify
from companion.hub_setup.places import HubPaths
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.tools.enrol.stick import FOLDER
from companion.uplink.link import wire
from companion.uplink.link.frames import REACH, MqttFrame
from companion.uplink.link.invitation import Invitation, fingerprint
from companion.uplink.link.reach import Hindrance, Obstacle
from companion.uplink.link.settings import CHOSEN, LinkSettings
from companion.uplink.outbox.key_file import KEY as KEY_FILE
from companion.uplink.outbox.key_file import OWNER
from companion.uplink.outbox.seal import OwnerKey
from companion.uplink.outbox.signed import signed
from kiosk.screens import home
from kiosk.screens.tables import key as key_pages
from tests.hub.carrier import Carrier
from tests.hub.tables import KEY, Table, Wire
from tests.kiosk.screens.conftest import Play
from tests.kiosk.screens.hellrail_table import HellRailTable

SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


class AtTable(Play):
    """A kiosk whose link another unit carries: that one is played here, with a hub."""

    ingest: Ingest
    carriers: list[Carrier]

    @property
    def socket(self) -> Path:
        path = self.kiosk.options.link
        assert path is not None
        return path

    @property
    def data(self) -> Path:
        return self.kiosk.options.data

    def carrier(self) -> Carrier:
        before = len(self.carriers)

        def came() -> bool:
            """It is asked once more when it was true."""
            if len(self.carriers) == before:
                with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                    self.carriers.append(Carrier(self.socket, self.ingest))
            return len(self.carriers) > before

        self.wait(came)
        return self.carriers[-1]

    def linked(self, **settings: Any) -> Carrier:
        """Switched on, and connected."""
        hub = self.kiosk.context.services.hub
        assert hub is not None
        hub.choose(**{"on": True, "table": "here", **settings})
        carrier = self.carrier()
        carrier.join()
        self.wait(lambda: hub.standing.hub)
        return carrier

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)

    def retype(self, text: str) -> None:
        """Instead of what is there."""
        while self.screen.text:
            self.press("Erase")
        self.type(text)

    def said(self) -> str:
        """All words on the screen."""
        return "\n".join(widget.text for widget in self.root.walk() if isinstance(getattr(widget, "text", None), str))

    def hears(self, words: str) -> None:
        """Wait until the screen says so."""
        self.wait(lambda: words in self.said())

    def another(self, name: str = "table-3", game: str = "cerbere", key: OwnerKey = KEY, acts: int = 2) -> Table:
        """Another table, that has played and is dead now."""
        line = Wire(self.ingest, Random(1))
        table = Table(name, line)
        table.key = key
        table.begin()
        table.engine.handle(Open(game, seats=SEATS, options={"deck": "demo"} if game == "hellrail" else {}, seed=1))
        for _act in range(acts):
            table.play(Random(2))
        for _round in range(4):
            table.pump(again=True)
            line.carry()
        return table


@pytest.fixture
def table(tmp_path: Path, short: Path, sit: Any) -> Iterator[AtTable]:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / KEY_FILE).write_text(KEY.text)
    options = KioskOptions(tmp_path / "data", PACKAGED_CONFIG, lang="en", link=short / "link.sock")
    play: AtTable = sit(options, hands=AtTable)
    play.ingest, play.carriers = Ingest(SqliteStore(tmp_path / "hub.db")), []
    yield play
    for carrier in play.carriers:
        carrier.close()
    play.ingest.close()


@pytest.fixture
def authority(tmp_path: Path) -> str:
    places = HubPaths(tmp_path / "hub")
    certify(places)
    return places.authority.read_text()


def test_from_nothing_to_a_hub_and_off_again(table: AtTable) -> None:
    table.root.open("settings")
    table.press("Tables")
    assert not table.socket.exists(), "nothing is there until it is switched on"
    table.press("Set up")
    for key, text in (("The broker’s address", "hub"), ("This table’s name", "bar"), ("The password", "ab")):
        table.press(key)
        table.retype(text)
        table.press("Done")
    table.press("The broker’s port")
    table.retype("99999")
    assert not table.screen.done.enabled, "there is no such port"
    table.retype("1883")
    table.press("Done")
    table.press("Encrypted (TLS)")
    table.press("Names on the wall")
    table.press("Done")
    table.press("Switch on")
    carrier = table.carrier()
    wanted = LinkSettings(on=True, broker="hub", table="bar", password="ab", port=1883, tls=False, names=True)
    assert carrier.settings == wanted
    assert stat.S_IMODE((table.data / CHOSEN).stat().st_mode) == 0o600, "a password stands in it"
    table.hears("Looking for the broker")
    for reach, words in (
        (Obstacle.PASSWORD, "does not let this table in"),
        (Obstacle.SILENT, "AP isolation"),
        (Obstacle.DATE, "not valid today"),
        (Obstacle.NO_BROKER, "There is no broker"),
    ):
        carrier.hindered(reach)
        table.hears(words)
    carrier.broker()
    table.hears("The broker answers, but no hub")
    carrier.join()
    table.hears("The hub has everything")
    table.press("Switch off")
    table.wait(lambda: not table.socket.exists())
    table.wait(carrier.ended.is_set)
    table.hears("A hub of the house")


def test_what_is_changed_holds_at_once_and_a_link_that_cannot_be_opened_says_why(table: AtTable) -> None:
    before = table.linked()
    table.root.open("tables:type:title")
    table.type("bar")
    table.press("Done")
    table.wait(before.ended.is_set)
    after = table.carrier()
    assert after.settings.title == "bar"
    table.root.open("tables:home")
    table.press("Switch off")
    table.wait(lambda: not table.socket.exists())
    table.socket.mkdir()
    table.press("Switch on")
    table.hears("The link cannot be switched on")
    table.socket.rmdir()
    table.press("Switch off")
    table.hears("A hub of the house")
    table.press("Switch on")
    table.wait(table.socket.exists)


def test_the_key_is_on_the_screen_only_while_somebody_asks_for_it(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.root.open("tables:home")
    table.press("Owner’s key")
    assert KEY.text[:5] not in table.said() and "reads everything" in table.said()
    table.press("Show it")
    assert table.screen.code.words == KEY.text
    assert all(group in table.said() for group in KEY.text.split("-"))
    table.press("Hide the key")
    assert KEY.text[:5] not in table.said()
    monkeypatch.setattr(key_pages, "SHOWN_S", 0.1)
    table.press("Show it")
    table.wait(lambda: table.root.name == "tables:key")


def test_another_tables_key_is_typed(table: AtTable) -> None:
    before = table.linked()
    other = OwnerKey(bytes(range(1, 17)))
    letters = other.text.replace("-", "")
    table.root.open("tables:take")
    table.type(letters[:-2])
    assert not table.screen.done.enabled
    table.type("AA" if letters[-2:] != "AA" else "BB")
    table.press("Done")
    table.hears("a mistake in it")
    assert (table.data / KEY_FILE).read_text() == KEY.text, "nothing was changed"
    table.press("Erase")
    table.press("Erase")
    table.type(letters[-2:])
    table.press("Done")
    table.wait(lambda: table.root.name == "tables:home")
    assert (table.data / KEY_FILE).read_text().strip() == other.text
    assert stat.S_IMODE((table.data / KEY_FILE).stat().st_mode) == 0o600
    table.wait(before.ended.is_set)  # the link begins anew, with this key


@pytest.mark.parametrize("way", ["typed", "first table"])
def test_a_key_that_is_missing_is_asked_for(table: AtTable, way: str) -> None:
    """None is made as long as nobody says so."""
    (table.data / KEY_FILE).unlink()
    if way == "typed":
        (table.data / OWNER).write_text(KEY.public.hex())
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    table.kiosk.runtime.table.ask(Leave())
    table.sync()
    table.root.open("tables:home")
    table.press("Switch on")
    table.hears("The owner’s key is missing" if way == "typed" else "Only the first of them makes it")
    assert not table.socket.exists() and not (table.data / KEY_FILE).exists()
    table.wait(lambda: "key_missing" in table.kiosk.context.table.notices)
    table.root.open("home")
    table.tap(table.root.strip)
    assert table.root.name == "tables:home"
    if way == "typed":
        assert "The first table" not in table.said()
        table.press("Take the key")
        table.type(KEY.text.replace("-", ""))
        table.press("Done")
    else:
        table.press("The first table")
    carrier = table.carrier()
    carrier.join()
    table.wait(lambda: "key_missing" not in table.kiosk.context.table.notices)
    table.wait(lambda: table.root.name == "tables:home")
    table.hears("Connected")
    assert ((table.data / KEY_FILE).read_text().strip() == KEY.text) is (way == "typed")


def test_the_key_goes_by_stick(table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "stick"
    stick.mkdir(parents=True)
    for page in (key_pages.KeyPage, key_pages.TakePage):
        monkeypatch.setattr(page, "root", tmp_path)
        monkeypatch.setattr(page, "mounted", staticmethod(lambda path: path == stick))
    table.root.open("tables:key")
    table.press("To a stick")
    [file] = stick.rglob("*.txt")
    assert file.read_text().strip() == KEY.text and "erase it afterwards" in table.said()
    other = OwnerKey(bytes(range(1, 17)))
    for text, words in (("no key at all", "a mistake in it"), ("\xff" * 5000, "a mistake in it")):
        file.write_text(text)
        table.root.open("tables:take")
        table.press("From a stick")
        table.hears(words)
    file.write_text(f"{other.text}\n")
    table.press("From a stick")
    table.wait(lambda: table.root.name == "tables:home")
    assert (table.data / KEY_FILE).read_text().strip() == other.text
    file.unlink()
    table.root.open("tables:take")
    table.press("From a stick")
    assert "owner-key.txt" in table.said()


def invited(table: str, authority: str) -> Invitation:
    return Invitation(broker="hub.lan", table=table, password="pass", authority=authority)


def test_an_invitation_is_found_taken_at_two_touches_and_erased(
    table: AtTable, tmp_path: Path, authority: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "LOOK_S", 0.05)
    stick, hub = tmp_path / "media" / "stick", table.kiosk.context.services.hub
    assert hub is not None
    hub.root, hub.mounted = tmp_path, lambda path: path == stick
    (stick / FOLDER).mkdir(parents=True)
    table.root.open("home")
    for name, data in (("a.invitation", b"nonsense"), ("b.invitation", b"x" * 50_000), ("c.invitation", b"")):
        (stick / FOLDER / name).write_bytes(data)
    file = stick / FOLDER / "companion-bar.invitation"
    file.write_text(invited("bar", authority).text)
    table.wait(lambda: "invitation" in table.kiosk.context.table.notices)
    table.tap(table.root.strip)
    assert table.root.name == "tables:invited"
    assert "bar" in table.said() and "hub.lan" in table.said() and fingerprint(authority) in table.said()
    table.press("Accept")
    carrier = table.carrier()
    assert carrier.settings == invited("bar", authority).accepted(LinkSettings())
    table.wait(lambda: "invitation" not in table.kiosk.context.table.notices)
    carrier.join()
    table.hears("Connected")
    assert file.exists(), "it is erased when somebody says so"
    table.press("Erase it from the stick")
    table.hears("It is erased")
    assert not file.exists()


def test_a_hub_that_is_not_known_is_compared_by_its_fingerprint(table: AtTable, authority: str) -> None:
    hub = table.kiosk.context.services.hub
    assert hub is not None
    hub.choose(on=True, table="here")
    carrier = table.carrier()
    table.root.open("tables:home")
    carrier.line.send(MqttFrame(REACH, wire.payload(Hindrance(Obstacle.CERTIFICATE, "", authority))))
    table.hears("This hub is not known here yet")
    table.press("Compare")
    assert fingerprint(authority).replace(" ", "") in table.said().replace(" ", "").replace("\n", "")
    table.press("It is the same")
    table.wait(lambda: next(carrier._frames, None) is None)
    assert table.carrier().settings.authority == authority
    renewed = table.carriers[-1]
    table.root.open("tables:authority")
    assert "no such certificate" in table.said()
    renewed.line.send(MqttFrame(REACH, wire.payload(Hindrance(Obstacle.CERTIFICATE, "", "no certificate"))))
    table.wait(lambda: hub.standing.authority)
    table.root.open("tables:authority")
    assert "no such certificate" in table.said()


def test_of_several_invitations_one_is_chosen_and_one_that_goes_is_told_no_more(
    table: AtTable, tmp_path: Path, authority: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "LOOK_S", 0.05)
    stick, hub = tmp_path / "media" / "stick", table.kiosk.context.services.hub
    assert hub is not None
    hub.root, hub.mounted = tmp_path, lambda path: path == stick
    stick.mkdir(parents=True)
    for name in ("bar", "window"):
        (stick / f"{name}.invitation").write_text(invited(name, authority).text)
    table.root.open("tables:home")
    table.wait(lambda: hub.invitations and hub.invitations[0].path.exists())
    table.press("An invitation")
    table.press("window")
    assert table.root.name == "tables:invited:window" and "hub.lan" in table.said()
    table.root.open("home")
    table.wait(lambda: "invitation" in table.kiosk.context.table.notices)
    shutil.rmtree(stick)
    table.wait(lambda: "invitation" not in table.kiosk.context.table.notices)
    table.root.open("tables:invited")
    assert "No invitation is on the stick" in table.said()


@pytest.mark.parametrize("game", ["infernal_wagon", "cerbere", "hellrail"])
def test_another_tables_game_is_chosen_and_is_there(table: AtTable, game: str) -> None:
    dead = table.another(game=game)
    table.another("stranger", key=OwnerKey(bytes(16)))
    wanted = dead.engine.handle(Position(reveal=True)).answer
    table.linked()
    table.root.open("tables:home")
    table.press("Play on here")
    table.wait(lambda: table.screen.rows)
    assert [row.label for row in table.screen.rows] == ["table-3"], "no other owner's"
    assert "Ana, Bo, Cy" in table.screen.rows[0].second()
    table.press("table-3")
    table.press("Play on here")
    table.wait(lambda: table.view is not None)
    table.sync()
    assert table.root.name in table.kiosk.context.table.ui.playing | {table.kiosk.context.table.ui.base(table.view)}
    assert table.kiosk.runtime.table.ask(Position(reveal=True)).answer == wanted
    assert not table.kiosk.context.table.running, "its clock is held"


def test_why_a_game_is_not_adopted(table: AtTable) -> None:
    table.root.open("tables:adopt:table-3")
    table.press("Play on here")
    assert "The hub does not answer" in table.said()
    table.another("stranger", key=OwnerKey(bytes(16)))
    carrier = table.linked()
    for name, words in (
        ("no table", "That is no table"),
        ("table-9", "no such game of yours"),
        ("stranger", "no such game of yours"),
    ):
        table.root.open(f"tables:adopt:{name}")
        table.press("Play on here")
        table.hears(words)
    assert table.kiosk.runtime.table.ask(ListGames()).answer == ()
    table.root.open("tables:adopt")
    table.hears("no game of yours that is not here")
    table.press("Type its name")
    table.type("table")
    table.press("Done")
    assert table.root.name == "tables:adopt:table"
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    table.sync()
    table.root.open("tables:adopt")
    assert "A game is being played here" in table.said() and not table.screen.rows
    carrier.close()
    table.wait(
        lambda: table.kiosk.context.services.hub is not None and not table.kiosk.context.services.hub.standing.hub
    )


def test_what_goes_on_elsewhere_is_offered_as_a_game_of_its_own(table: AtTable) -> None:
    carrier = table.linked()
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    [row] = table.kiosk.runtime.table.ask(ListGames()).answer
    hub = table.kiosk.context.services.hub
    assert hub is not None
    table.wait(lambda: hub.standing.behind == 0)
    game = wire.hub_name(KEY.public, row.uuid)
    claim = signed(KEY, "table-3", ("claim", game), wire.ClaimPayload(2, 0, "aa"), row.uuid)
    mark = wire.HubMark(2, 0, "", 0, "table-3", claim.signature.hex(), run=carrier.run, base_digest="aa")
    carrier.say(wire.down("here", "mark", game), wire.payload(mark))
    table.wait(lambda: "played_elsewhere" in table.kiosk.context.table.notices)
    table.tap(table.root.strip)
    assert table.root.name == "tables:elsewhere" and "Ana, Bo, Cy" in table.said()
    table.press("Play it on here")
    table.wait(lambda: "played_elsewhere" not in table.kiosk.context.table.notices)
    assert table.root.name == "cerbere"
    [anew] = table.kiosk.runtime.table.ask(ListGames()).answer
    assert anew.uuid != row.uuid and anew.id == row.id


@pytest.mark.parametrize("taken", [True, False])
def test_such_a_game_that_waits_is_taken_up_or_put_away(table: AtTable, taken: bool) -> None:
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    table.kiosk.runtime.table.ask(Choose("act1_adv:a"))
    [row] = table.kiosk.runtime.table.ask(ListGames()).answer
    table.kiosk.runtime.table.ask(Leave())
    table.kiosk.runtime.table.ask(PostNotice(Notice("played_elsewhere", {"names": "Ana, Bo, Cy", "id": row.id})))
    table.sync()
    table.tap(table.root.strip)
    table.press("Play it on here" if taken else "Put away")
    table.wait(lambda: "played_elsewhere" not in table.kiosk.context.table.notices)
    table.wait(lambda: (table.view is not None) is taken)
    assert bool(table.kiosk.runtime.table.ask(ListPaused()).answer) is taken


@pytest.mark.parametrize("code", ["hub_differs", "played_twice"])
def test_what_the_hub_has_otherwise_or_another_table_too_has_a_page(table: AtTable, code: str) -> None:
    """It says what to do, and the notice is gone once it is answered."""
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    table.kiosk.runtime.table.ask(Choose("act1_adv:a"))
    [row] = table.kiosk.runtime.table.ask(ListGames()).answer
    table.kiosk.runtime.table.ask(Leave())
    facts = {"names": "Ana, Bo, Cy", "id": row.id, "table": "table-3"}
    table.kiosk.runtime.table.ask(PostNotice(Notice(code, facts)))
    table.sync()
    table.tap(table.root.strip)
    assert "Ana, Bo, Cy" in table.said() and ("table-3" in table.said()) is (code == "played_twice")
    if code == "hub_differs":
        table.press("The hub’s")
        assert table.root.name == "tables:adopt" and code in table.kiosk.context.table.notices
        table.root.open("tables:differs")
        table.press("Play it on here")
    else:
        table.press("All right")
    table.wait(lambda: code not in table.kiosk.context.table.notices)
    table.wait(lambda: (table.view is not None) is (code == "hub_differs"))


def menu_of(table: AtTable, game: str) -> None:
    """A turn of that game, and its menu."""
    if game == "hellrail":
        HellRailTable(table).open()
    else:
        table.kiosk.runtime.table.ask(Open(game, SEATS, seed=3))
        table.sync()
    if game == "infernal_wagon":
        table.root.open("correct")
    else:
        table.press("Menu")


@pytest.mark.parametrize("game", ["infernal_wagon", "cerbere", "hellrail"])
def test_somebody_is_called_until_it_is_seen(table: AtTable, game: str) -> None:
    carrier = table.linked()
    menu_of(table, game)
    table.press("Call somebody")
    back = "Cancel the call"
    table.key(back)
    table.wait(lambda: carrier.states and carrier.states[-1].help)
    table.press(back)
    table.key("Call somebody")
    table.wait(lambda: not carrier.states[-1].help)
    table.press("Call somebody")
    table.wait(lambda: carrier.states[-1].help)
    carrier.say(wire.down("here", "seen"), b"1")
    carrier.seen()
    table.wait(lambda: not carrier.states[-1].help)
    table.wait(lambda: "help_comes" in table.kiosk.context.table.notices)
    table.key("Call somebody")
    assert "help_called" not in table.kiosk.context.table.notices


def test_nobody_is_called_where_no_hub_is(table: AtTable) -> None:
    table.kiosk.runtime.table.ask(Open("cerbere", SEATS, seed=3))
    table.sync()
    table.press("Menu")
    with pytest.raises(AssertionError, match="no key"):
        table.key("Call somebody")
