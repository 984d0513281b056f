"""The machine below a card image: its file on the card, requests of the kiosk, and what comes of them in a root."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.tools.machine.imager import ALL, keys_for
from companion.tools.machine.settings import ASKED, Wifi, ssid_name, ssids
from companion.tools.machine.system import found_networks, wifi_block
from kiosk.table.machine import Machine
from tests.tools.gallery.scenes_machine import fill_root

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1k8Vq0m1rX2jF6Z0n5Vw3uVn7o3cS0o2Yb8cS3k0aB somebody@somewhere"
STATUS = "run/companion-machine/status.json"
REQUEST = "run/companion/machine-request.json"
FILE = "boot/firmware/companion.toml"
RADIO = "etc/wpa_supplicant/wpa_supplicant-wlan0.conf"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine with a radio that was never started."""
    fill_root(tmp_path)
    for folder in ("etc/default", "state/machine", "run/companion", "boot/firmware", "sys/class/net/wlan0/phy80211"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def status(root: Path) -> Any:
    return json.loads((root / STATUS).read_bytes())


def start(root: Path, text: str | None = None) -> Any:
    if text is not None:
        (root / FILE).write_text(text, encoding="utf-8")
    assert main(["machine", "--start", "--root", str(root)]) == 0
    return status(root)


def request(root: Path, body: object) -> Any:
    (root / REQUEST).write_text(body if isinstance(body, str) else json.dumps(body))
    assert main(["machine", "--request", "--root", str(root)]) == 0
    assert not os.path.lexists(root / REQUEST)
    return status(root)


def read(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


# --- companion.toml ---------------------------------------------------------------------------------------------


def test_the_file_as_it_comes_with_the_card_asks_for_everything(root: Path) -> None:
    shipped = Path(__file__).parents[2] / "systemd/image/companion.toml"
    told = start(root, shipped.read_text(encoding="utf-8"))
    assert (told["missing"], told["fault"]) == (list(ASKED), None)
    assert read(root, "etc/hostname") == "companion\n"


def test_each_line_of_the_shipped_file_is_right_once_its_mark_is_taken_away(root: Path) -> None:
    shipped = (Path(__file__).parents[2] / "systemd/image/companion.toml").read_text(encoding="utf-8")
    lines = [line.removeprefix("# ") for line in shipped.splitlines() if " = " in line or "[wifi]" in line]
    lines = [line for line in lines if not line.startswith(("network", "ssh_key", "password"))]
    told = start(root, "\n".join([*lines, 'password = "12345678"']))
    assert (told["fault"], told["missing"], told["wifi_name"]) == (None, [], "the name of your Wi-Fi")


def test_everything_that_the_file_says_takes_effect(root: Path) -> None:
    words = EVERYTHING.replace('"x"', '"Chez Éléonore"').replace('"12345678"', "'a \"word\" of 8'")
    told = start(root, words)
    assert (told["missing"], told["fault"], told["link"]) == ([], None, "trying")
    assert (root / "etc/localtime").readlink() == Path("../usr/share/zoneinfo/Europe/Brussels")
    assert (read(root, "etc/hostname"), read(root, "etc/timezone")) == ("table-7\n", "Europe/Brussels\n")
    assert "127.0.1.1 table-7\n" in read(root, "etc/hosts")
    assert 'XKBLAYOUT="be"' in read(root, "etc/default/keyboard")
    assert read(root, "root/.ssh/authorized_keys") == f"{KEY}\n"
    radio = read(root, RADIO)
    assert f"ssid={'Chez Éléonore'.encode().hex()}\n" in radio and 'psk="a "word" of 8"\n' in radio
    assert "country=BE\n" in radio
    for secret in (RADIO, "root/.ssh/authorized_keys", "state/machine/settings.json"):
        assert stat.S_IMODE((root / secret).stat().st_mode) == 0o600, secret
    assert "word" not in (root / STATUS).read_text()


WRITTEN = (
    *("etc/hostname", "etc/hosts", "etc/timezone", "etc/default/keyboard", "etc/companion/table.toml", RADIO, STATUS),
    *("etc/companion/table.toml.bak", "root/.ssh/authorized_keys", "state/machine/settings.json"),
)
"""All that root writes to."""
EVERYTHING = f"""
language = "en"
timezone = "Europe/Brussels"
hostname = "table-7"
keyboard = "be"
ssh_key = "{KEY}"
[wifi]
name = "x"
password = "12345678"
"""
PLANTS: dict[str, Callable[[Path, Path], None]] = {
    "link": lambda place, other: place.symlink_to(other),
    "link-to-nothing": lambda place, other: place.symlink_to(other.with_name("nothing")),
    "link-to-a-folder": lambda place, other: place.symlink_to(other.parent),
    "link-to-a-device": lambda place, _other: place.symlink_to("/dev/full"),
    "pipe": lambda place, _other: os.mkfifo(place),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_what_root_writes_takes_the_place_of_what_was_planted_there(plant: str, root: Path, tmp_path: Path) -> None:
    (root / "boot/firmware/table.toml").write_text("# soldered")
    other = tmp_path / "elsewhere/secret"
    other.parent.mkdir()
    other.write_text("root's own")
    for name in WRITTEN:
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        PLANTS[plant](place, other)
    told = start(root, EVERYTHING)
    request(root, {"number": 1, "choice": {"network": "wifi", "wifi": {"name": "y", "password": "12345678"}}})
    assert (told["fault"], told["missing"], status(root)["answer"]["code"]) == (None, [], "ok")
    assert [path.name for path in other.parent.iterdir()] == ["secret"] and other.read_text() == "root's own"
    for name in WRITTEN:
        if not name.endswith(".bak"):
            assert stat.S_ISREG((root / name).lstat().st_mode), name
    assert not any("root's own" in read(root, name) for name in WRITTEN if stat.S_ISREG((root / name).lstat().st_mode))


@pytest.mark.parametrize("plant", PLANTS)
def test_what_root_reads_is_never_waited_for(plant: str, root: Path, tmp_path: Path) -> None:
    start(root)
    other = tmp_path / "elsewhere/secret"
    other.parent.mkdir()
    other.write_text("root's own")
    for name in (FILE, "boot/firmware/table.toml", "state/machine/settings.json", STATUS):
        (root / name).unlink(missing_ok=True)
        PLANTS[plant](root / name, other)
    told = start(root)
    assert (told["missing"], told["timezone"]) == (list(ASKED), None)
    assert "root's own" not in json.dumps(told) and not (root / "etc/companion/table.toml").exists()


def test_what_cannot_be_set_is_told_and_the_rest_takes_effect(root: Path) -> None:
    (root / "root").mkdir(exist_ok=True)
    (root / "root/.ssh").write_text("no folder")
    told = start(root, f'timezone = "Europe/Brussels"\nhostname = "table-7"\nssh_key = "{KEY}"\n[wifi]\nname = "x"\n')
    assert (told["fault"]["key"], told["hostname"], told["link"]) == ("ssh_key", "table-7", "trying")
    assert read(root, "etc/timezone") == "Europe/Brussels\n" and "ssid=" in read(root, RADIO)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('language = "de"', 1, "language"),
        ('\ntimezone = "Europe/Pariss"', 2, "timezone"),
        ('timezone = "../../etc/passwd"', 1, "timezone"),
        ('timezone = "zone.tab"', 1, "timezone"),
        ('hostname = "My Pi"', 1, "hostname"),
        ('hostname = "-pi"', 1, "hostname"),
        (f'hostname = "{"a" * 64}"', 1, "hostname"),
        ('keyboard = "xx"', 1, "keyboard"),
        ('keyboard = "../fr"', 1, "keyboard"),
        ('country = "France"', 1, "country"),
        ('country = "UK"', 1, "country"),
        ('country = "00"', 1, "country"),
        ('ssh_key = "ssh-ed25519 nonsense"', 1, "ssh_key"),
        (f'ssh_key = "{KEY[:40]}"', 1, "ssh_key"),
        (f"ssh_key = 'command=\"sh\" {KEY}'", 1, "ssh_key"),
        (f'ssh_key = "{KEY}\\n{KEY}"', 1, "ssh_key"),
        ('network = "wifi"', 1, "network"),
        ('network = "cable"', 1, "network"),
        ('network = "none"\n[wifi]\nname = "x"', 1, "network"),
        ('[wifi]\nname = ""', 2, "wifi.name"),
        ('[wifi]\nname = "a\\nb"', 2, "wifi.name"),
        (f'[wifi]\nname = "{"é" * 33}"', 2, "wifi.name"),
        ('[wifi]\nname = "x"\npassword = "short"', 3, "wifi.password"),
        ('[wifi]\nname = "x"\npassword = "éèàùçôîû"', 3, "wifi.password"),
        ('[wifi]\nname = "x"\npassword = "12345678\\n}"', 3, "wifi.password"),
        ("[wifi]\npassword = '12345678'", 1, "wifi.name"),
        ('langage = "fr"', 1, "langage"),
        ("language = fr", 1, ""),
    ],
)
def test_a_mistake_is_named_by_line_and_key_and_changes_nothing(text: str, line: int, key: str, root: Path) -> None:
    start(root, 'timezone = "Europe/Paris"\nhostname = "before"\n')
    told = start(root, text)
    assert (told["fault"]["file"], told["fault"]["line"], told["fault"]["key"]) == ("companion.toml", line, key)
    assert told["fault"]["message"]
    assert (told["timezone"], told["hostname"]) == ("Europe/Paris", "before")
    assert read(root, "etc/hostname") == "before\n"
    assert start(root, "")["fault"] is None


def test_what_was_chosen_on_the_screen_holds_until_the_file_is_changed(root: Path) -> None:
    start(root, 'timezone = "Europe/Paris"\n')
    request(root, {"number": 1, "choice": {"timezone": "Asia/Tokyo"}})
    assert start(root)["timezone"] == "Asia/Tokyo"
    assert (root / "etc/localtime").readlink().name == "Tokyo"
    assert start(root, 'timezone = "Europe/London"\n')["timezone"] == "Europe/London"


# --- requests of the kiosk ----------------------------------------------------------------------------------------


def test_a_table_on_the_card_is_taken_once_and_again_when_it_is_changed(root: Path) -> None:
    own, card = root / "etc/companion/table.toml", root / "boot/firmware/table.toml"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("# as it came")
    start(root)
    assert own.read_text() == "# as it came"
    card.write_text("# soldered")
    start(root)
    assert (own.read_text(), own.with_name("table.toml.bak").read_text()) == ("# soldered", "# as it came")
    assert stat.S_IMODE(own.stat().st_mode) == 0o644
    own.write_text("# by companion readers --write")
    start(root, 'language = "fr"\n')
    start(root)
    assert own.read_text() == "# by companion readers --write"
    card.write_text("# soldered anew")
    start(root)
    assert own.read_text() == "# soldered anew"
    card.unlink()
    card.mkdir()
    assert start(root)["fault"] is None
    assert own.read_text() == "# soldered anew"


def test_a_choice_takes_effect_and_is_remembered(root: Path) -> None:
    start(root)
    told = request(root, {"number": 7, "choice": {"language": "en", "timezone": "America/Toronto"}})
    assert (told["answer"], told["missing"]) == ({"number": 7, "code": "ok"}, ["network"])
    assert (root / "etc/localtime").readlink().name == "Toronto"
    told = request(root, {"number": 8, "choice": {"network": "none"}})
    assert (told["missing"], told["answer"]["number"]) == ([], 8)
    again = start(root)
    assert (again["missing"], again["timezone"], again["language"]) == ([], "America/Toronto", "en")


def test_a_wifi_is_written_for_the_country_of_the_time_zone_and_leaves_with_none(root: Path) -> None:
    start(root, 'timezone = "America/Martinique"\n')
    told = request(root, {"number": 1, "choice": {"network": "wifi", "wifi": {"name": "x", "password": "12345678"}}})
    assert (told["wifi_name"], told["link"]) == ("x", "failed")  # nothing is started in another root
    assert "country=MQ\n" in read(root, RADIO) and "network={" in read(root, RADIO)
    told = request(root, {"number": 2, "choice": {"network": "none"}})
    assert (told["wifi_name"], told["link"]) == (None, "off")
    assert "network={" not in read(root, RADIO)


@pytest.mark.parametrize(
    "body",
    [
        {"number": 1, "choice": {"ssh_key": KEY}},
        {"number": 1, "choice": {"hostname": "evil"}},
        {"number": 1, "choice": {"timezone": "../../../etc/shadow"}},
        {"number": 1, "choice": {"network": "wifi", "wifi": {"name": "x", "password": '12345678"\n}'}}},
        {"number": 1, "choice": {"network": "wifi"}},
        {"number": -1},
        {"number": 1, "run": "sh"},
        "{",
        "",
        '{"number": 1, "choice": {"language": "fr"}}' + " " * 9000,
    ],
)
def test_a_request_for_anything_else_is_refused_and_taken_away(body: object, root: Path) -> None:
    before = start(root)
    told = request(root, body)
    assert told["answer"]["code"] == "bad_request"
    assert {**told, "answer": None} == before
    assert not (root / "root/.ssh").exists()
    assert start(root)["missing"] == list(ASKED)


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_request_that_is_no_file_is_not_followed(kind: str, root: Path) -> None:
    start(root)
    good = root / "good.json"
    good.write_text('{"number": 1, "choice": {"network": "none"}}')
    path = root / REQUEST
    if kind == "link":
        path.symlink_to(good)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert main(["machine", "--request", "--root", str(root)]) == 0
    assert not os.path.lexists(path)
    assert good.exists()
    assert (status(root)["answer"]["code"], status(root)["missing"]) == ("bad_request", list(ASKED))


def test_a_card_without_its_last_partition_says_that_nothing_is_kept(root: Path) -> None:
    (root / "state/machine").rmdir()
    (root / "state").rmdir()
    assert start(root)["kept"] is False
    told = request(root, {"number": 3, "choice": {"timezone": "Europe/Paris"}})
    assert told["answer"]["code"] == "not_kept"
    assert (root / "etc/localtime").readlink().name == "Paris"


def test_remembered_settings_that_are_spoilt_start_anew(root: Path) -> None:
    start(root, 'timezone = "Europe/Paris"\n')
    (root / "state/machine/settings.json").write_bytes(b"\0\0")
    assert start(root)["timezone"] == "Europe/Paris", "the card's file is read again"


# --- wpa_supplicant -------------------------------------------------------------------------------------------------


def test_a_network_without_a_password_and_one_with_a_key() -> None:
    assert "key_mgmt=NONE" in wifi_block(Wifi("x"))
    key = "0123456789abcdef" * 4
    assert f"psk={key}\n" in wifi_block(Wifi("x", key)) and "SAE" not in wifi_block(Wifi("x", key))


def test_found_networks_are_told_once_the_strongest_first() -> None:
    table = (
        "bssid / frequency / signal level / flags / ssid\n"
        "aa:bb\t2412\t-70\t[WPA2-PSK-CCMP][ESS]\tweak\n"
        "aa:bc\t5180\t-40\t[WPA2-PSK-CCMP][ESS]\tChez \\xc3\\x89l\\xc3\\xa9onore\n"
        "aa:bd\t2412\t-50\t[ESS]\tweak\n"
        "aa:be\t2412\t-30\t[ESS]\t\n"
        "aa:bf\t2412\t-20\t[ESS]\t\\x00\\x00\n"
        "ab:00\t2412\t-75\t[ESS]\tCaf\\xe9\n"
        'ab:01\t2412\t-76\t[ESS]\t\\"a\\\\b\\e\\x92\n'
        "nonsense\n"
    )
    assert found_networks(table) == ("Chez Éléonore", "weak", "Café", '"a\\b\x1b\x92')


@pytest.mark.parametrize(
    "ssid", [b"Caf\xe9", "Café".encode(), b"Papy\x92s", bytes(range(0x80, 0xA0)), b"x" * 32, b"\xff\x01"]
)
def test_a_network_is_joined_by_the_bytes_of_its_name(root: Path, ssid: bytes) -> None:
    """Of older routers they are Latin-1; a name that was typed may be of either kind."""
    name = ssid_name(ssid)
    assert ssid in ssids(name)
    request(root, {"number": 1, "choice": {"network": "wifi", "wifi": {"name": name, "password": "password"}}})
    assert f"  ssid={ssid.hex()}\n" in read(root, RADIO)


@pytest.mark.parametrize("name", ["", "x" * 33, "é" * 33, "a\nb", "☃" * 11])
def test_what_is_no_name_of_a_network_is_refused(root: Path, name: str) -> None:
    told = request(root, {"number": 1, "choice": {"network": "wifi", "wifi": {"name": name, "password": "password"}}})
    assert told["answer"]["code"] == "bad_request"


def test_files_of_the_imager_are_named_once(root: Path) -> None:
    card = (root / FILE).parent
    for name in ("custom.toml", "ssh"):
        (card / name).write_text("")
    assert start(root)["imager"] == ["custom.toml", "ssh"]
    machine = Machine(root, lambda _call, _seconds: None)
    facts = machine.notices()[0].facts
    assert facts == {"files": "custom.toml, ssh", "lines": ", ".join(ALL)}
    assert not start(root)["imager"]
    (card / "wpa_supplicant.conf").write_text("")
    assert start(root)["imager"] == ["wpa_supplicant.conf"] and keys_for(["wpa_supplicant.conf"]) == (
        "[wifi]",
        "country",
    )
