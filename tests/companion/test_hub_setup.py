"""A hub is set up in a folder that stands for its machine: certificates, accounts, invitations, a database."""

from __future__ import annotations

import base64
import hashlib
import ssl
import stat
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.hub.command import hub
from companion.hub.settings import load_hub
from companion.hub_setup import broker, database
from companion.hub_setup.certificates import certify, fingerprint_of, names_in
from companion.hub_setup.places import HubPaths, SetupError
from companion.uplink.link.broker import tls_of
from companion.uplink.link.invitation import LONGEST, Invitation, fingerprint, read_invitation
from companion.uplink.link.settings import LinkSettings

Said = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HubPaths:
    """A machine with Mosquitto on it."""
    places = HubPaths(tmp_path / "hub")
    (places.broker / "conf.d").mkdir(parents=True)
    monkeypatch.setenv("COMPANION_ROOT", str(places.root))
    return places


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def meets(places: HubPaths, settings: LinkSettings) -> bool:
    """Whether a table with these settings trusts the broker: a whole handshake, without a network."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(places.certificate, places.key)
    ways = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = tls_of(settings).wrap_bio(ways[0], ways[1], server_hostname=settings.broker)
    other = server.wrap_bio(ways[1], ways[0], server_side=True)
    open_ends = [one, other]
    for _ in range(10):
        for end in list(open_ends):
            try:
                end.do_handshake()
                open_ends.remove(end)
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return not open_ends


def test_one_command_sets_it_up_and_a_second_one_changes_nothing(here: HubPaths, capsys: Said) -> None:
    assert main(["hub", "setup"]) == 0
    said = capsys.readouterr().out
    assert fingerprint_of(here) in said
    assert (mode(here.secret), mode(here.secret / "authority.key")) == (0o700, 0o600), "for root alone"
    assert [mode(path) for path in (here.key, here.passwords, here.accesses)] == [0o600] * 3
    assert mode(here.settings / "hub.toml") == 0o640
    settings = load_hub(here.settings)
    assert settings.tls and settings.ca == str(here.authority)
    [line] = here.passwords.read_text().splitlines()
    assert right(line, "hub", settings.password)
    for words in ("use_username_as_clientid true", "max_packet_size 200000", f"keyfile {here.key}"):
        assert words in here.listener.read_text()
    before = {path: path.read_bytes() for path in here.root.rglob("*") if path.is_file()}
    assert main(["hub", "setup"]) == 0
    assert {path: path.read_bytes() for path in here.root.rglob("*") if path.is_file()} == before


def right(line: str, user: str, password: str) -> bool:
    """Whether a line of the broker's file is that account with that password."""
    name, _colon, rest = line.partition(":")
    _empty, kind, rounds, salt, key = rest.split("$")
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), base64.b64decode(salt), int(rounds))
    return (name, kind, base64.b64decode(key)) == (user, "7", made)


def test_an_invitation_is_all_that_a_table_needs(here: HubPaths, tmp_path: Path, capsys: Said) -> None:
    main(["hub", "setup"])
    assert main(["hub", "invite", "table-1", "--address", "hub.lan", "-o", str(tmp_path)]) == 0
    file = tmp_path / "companion-table-1.invitation"
    invitation = read_invitation(file.read_bytes())
    assert mode(file) == 0o600
    assert (invitation.broker, invitation.port, invitation.table) == ("hub.lan", 8883, "table-1")
    assert any(right(line, "table-1", invitation.password) for line in here.passwords.read_text().splitlines())
    said = capsys.readouterr().out
    for words in (str(file), invitation.password, fingerprint(invitation.authority), "hub.lan"):
        assert words in said
    settings = invitation.accepted(LinkSettings(title="bar"))
    assert settings.on and settings.title == "bar" and meets(here, settings)
    assert not meets(here, LinkSettings(broker="hub.lan")), "nobody else knows this authority"
    other = invitation.accepted(LinkSettings())
    assert not meets(here, LinkSettings(broker="other.lan", authority=other.authority)), "it has another name"
    accesses = here.accesses.read_text()
    assert accesses.count("user table-1\n") == 1 and "pattern write companion/%u/#" in accesses
    main(["hub", "invite", "table-1", "--address", "hub.lan", "-o", str(tmp_path)])
    anew = read_invitation(file.read_bytes())
    assert anew.password != invitation.password and anew.authority == invitation.authority
    assert [line.split(":")[0] for line in here.passwords.read_text().splitlines()] == ["hub", "table-1"]
    assert here.accesses.read_text() == accesses


@pytest.mark.parametrize("table", ["hub", "home", "Table", "a b", "", "-x", "x" * 33, "a/b", "#"])
def test_what_is_no_tables_name_gets_no_account(here: HubPaths, tmp_path: Path, table: str) -> None:
    main(["hub", "setup"])
    before = here.passwords.read_text()
    assert main(["hub", "invite", "-o", str(tmp_path), "--", table]) == 1
    assert here.passwords.read_text() == before and not list(tmp_path.glob("*.invitation"))


def test_another_name_needs_another_certificate_and_no_other_authority(here: HubPaths, capsys: Said) -> None:
    assert certify(here) and not certify(here)
    authority, had = here.authority.read_text(), names_in(here)
    assert main(["hub", "certificates", "--name", "hub.lan", "--name", "10.0.0.7"]) == 0
    assert "hub.lan" in capsys.readouterr().out
    assert set(names_in(here)) == {*had, "hub.lan", "10.0.0.7"}
    assert here.authority.read_text() == authority
    for name in (*had, "hub.lan", "10.0.0.7"):
        assert meets(here, LinkSettings(broker=name, authority=authority)), name
    here.certificate.write_text("no certificate")
    assert main(["hub", "certificates"]) == 1, "it is said in one line"
    here.certificate.unlink()
    (here.secret / "authority.key").unlink()
    assert certify(here)
    assert here.authority.read_text() != authority
    assert meets(here, LinkSettings(broker="localhost", authority=here.authority.read_text()))


def test_what_cannot_be_is_said_in_one_line(here: HubPaths, tmp_path: Path, capsys: Said) -> None:
    assert main(["hub", "certificates", "--name", "a b"]) == 1
    (here.broker / "conf.d").rmdir()
    here.broker.rmdir()
    assert main(["hub", "setup"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "companion: a b is no address", "companion: there is no Mosquitto: sudo apt install mosquitto",
    ]  # fmt: skip


def test_what_an_owner_has_written_stays(here: HubPaths) -> None:
    here.settings.mkdir(parents=True)
    certify(here)
    (here.settings / "hub.toml").write_text('quota_mb = 7\n\n[wall]\npassword = "w"\n')
    broker.configure(here)
    found = load_hub(here.settings)
    assert (found.quota_mb, found.wall.password) == (7, "w") and len(found.password) == broker.LENGTH
    here.accesses.write_text(here.accesses.read_text() + "\nuser home\ntopic read homeassistant/#\n")
    broker.admit(here, "bar")
    assert "user home\ntopic read homeassistant/#\n\nuser bar\n" in here.accesses.read_text()


class Server:
    """PostgreSQL, played: what it was asked."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def ask(self, sql: str) -> str:
        if sql.startswith("SELECT"):
            name = sql.split("'")[1]
            return "1" if any(f'ROLE "{name}"' in made or f"DATABASE {name} " in made for made in self.made) else ""
        self.made.append(sql)
        return ""


def test_a_database_is_made_once(here: HubPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "is_there", lambda: True)
    here.settings.mkdir(parents=True)
    (here.settings / "hub.toml").write_text('# store = ""\n\n[wall]\npassword = "w"\n')
    server = Server()
    assert len(database.create_database(here, server.ask)) == 3
    assert server.made == ['CREATE ROLE "companion-hub" LOGIN', 'CREATE DATABASE companion OWNER "companion-hub"']
    assert load_hub(here.settings).store == database.ADDRESS
    assert database.create_database(here, server.ask) == []


def test_without_its_library_postgresql_is_refused_in_one_line(
    here: HubPaths, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "is_there", lambda: False)
    with pytest.raises(SetupError, match="psycopg"):
        database.create_database(here, Server().ask)
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    monkeypatch.delitem(__import__("sys").modules, "companion.hub.postgres_store", raising=False)
    assert hub(here.root, here.root, "postgresql://hub@localhost/companion") == 1
    [said] = [record.getMessage() for record in caplog.records]
    assert "psycopg" in said and "\n" not in said


def test_an_invitation_has_one_certificate_and_nothing_beside_it(here: HubPaths) -> None:
    certify(here)
    authority = here.authority.read_text()
    for text in (authority + authority, f"a word\n{authority}", f"{authority}a word"):
        invitation = Invitation(broker="hub", table="t", password="p", authority=text)
        with pytest.raises(ValueError, match=r".*"):
            read_invitation(invitation.text.encode())
    assert (
        read_invitation(Invitation(broker="hub", table="t", password="p", authority=authority).text.encode()).table
        == "t"
    )


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"\xff", b'{"infernal_companion": "another"}', b"x" * (LONGEST + 1),
        b'{"infernal_companion":"invitation 1","broker":"a b","table":"t","password":"p","authority":"x"}',
        b'{"infernal_companion":"invitation 1","broker":"hub","table":"t","password":"p","authority":"no certificate"}',
        b'{"infernal_companion":"invitation 1","broker":"hub","table":"T T","password":"p","authority":"x"}',
    ],
)  # fmt: skip
def test_what_is_no_invitation_is_none(data: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_invitation(data)
