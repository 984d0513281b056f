"""The first start of a card image, by fingers; what they choose is done by the machine’s own command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.__main__ import main
from companion.engine.clock import RealClock
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.presentation import i18n
from companion.tools.machine.settings import MachineChoice, Wifi
from companion.tools.machine.status import REQUEST, STATUS, MachineRequest, MachineStatus
from kiosk.screens.machine_typing import MORE, PLAIN, SIGNS
from kiosk.table.machine import Machine
from tests.tools.gallery.scenes_machine import fill_root

SIZES = [(800, 480), (720, 1280)]


class Card:
    """A kiosk on a card image that was never started, and the machine below it."""

    def __init__(self, root: Path, sit: Any) -> None:
        self.root, self._sit = root, sit
        fill_root(root)
        for folder in ("etc/default", "state/machine", "run/companion", "boot/firmware"):
            (root / folder).mkdir(parents=True)
        self.kiosk: Any = None
        self.play: Any = None

    def start(self, text: str = "", size: tuple[int, int] = (800, 480), radio: bool = False) -> None:
        """Switch it on; its file says `text`."""
        if radio:
            (self.root / "sys/class/net/wlan0/phy80211").mkdir(parents=True)
        (self.root / "boot/firmware/companion.toml").write_text(text)
        assert main(["machine", "--start", "--root", str(self.root)]) == 0
        options = KioskOptions(data=self.root / "state/companion", config=PACKAGED_CONFIG, machine=self.root)
        self.play = self._sit(options, RealClock(), size=size)
        self.kiosk = self.play.kiosk

    @property
    def name(self) -> str:
        return str(self.play.root.name)

    def file(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    @property
    def asked(self) -> Any:
        """What the kiosk has written down."""
        return json.loads(self.file(str(REQUEST)).read_bytes())

    def serve(self) -> Any:
        """What systemd does when there is a request; the machine's status, which the kiosk has read then."""
        assert self.file(str(REQUEST)).exists()
        assert main(["machine", "--request", "--root", str(self.root)]) == 0
        status = json.loads(self.file(str(STATUS)).read_bytes())
        machine = self.kiosk.context.services.machine
        self.play.wait(lambda: machine.status.answer is not None and machine.status.link == status["link"])
        self.play.pump(3)
        return status


@pytest.fixture
def card(tmp_path: Path, sit: Any) -> Card:
    """A machine that is not switched on yet."""
    return Card(tmp_path, sit)


@pytest.mark.parametrize("size", SIZES, ids=["wide", "upright"])
@pytest.mark.parametrize(
    ("language", "town", "without"),
    [("Français", "Bruxelles", "Sans réseau"), ("English", "London", "Without a network")],
)
def test_three_touches_and_it_is_home(
    size: tuple[int, int], language: str, town: str, without: str, card: Card
) -> None:
    card.start(size=size)
    assert card.name == "machine:language"
    card.play.press(language)
    assert card.asked["choice"]["language"] == {"Français": "fr", "English": "en"}[language]
    card.serve()
    assert card.name == "machine:timezone"
    card.play.press(town)
    card.serve()
    assert card.file("etc/localtime").readlink().name == {"Bruxelles": "Brussels", "London": "London"}[town]
    assert card.name == "machine:network"
    card.play.press(without)
    assert card.serve()["missing"] == []
    assert card.name == "home"
    card.start(size=size)
    assert card.name == "home"
    assert i18n.language() == {"Français": "fr", "English": "en"}[language]


def test_nobody_has_to_wait_for_the_machine(card: Card) -> None:
    card.start()
    card.play.press("English")
    card.play.press("Paris")
    card.play.press("Without a network")
    assert card.name == "home"
    assert card.serve()["missing"] == [], "a request that was not read yet was replaced, and its answer lost"


def type_password(card: Card, letters: str) -> None:
    for letter in letters:
        card.play.press(letter)
    card.play.press("Done")


def test_a_choice_replaces_the_one_before_it(card: Card) -> None:
    """A wrong password, then another, then no network, then a language: each holds, and no password stays behind."""
    card.start('language = "en"\ntimezone = "Europe/Paris"\n', radio=True)
    card.play.press("Join a Wi-Fi")
    card.serve()
    card.play.press("Another name")
    type_password(card, "home")
    type_password(card, "wrongone")
    assert card.name == "machine:joining"
    assert (card.serve()["answer"]["code"], card.kiosk.context.services.machine.status.link) == ("ok", "failed")
    card.play.press("Another password")
    type_password(card, "rightone")
    assert card.asked["choice"]["wifi"] == {"name": "home", "password": "rightone"}
    assert card.serve()["answer"]["code"] == "ok"
    card.play.press("Without a network")
    status = card.serve()
    assert (status["answer"]["code"], status["network"], status["link"]) == ("ok", "none", "off")
    for path in card.root.rglob("*"):
        if path.is_file() and not path.is_symlink() and "zoneinfo" not in str(path):
            assert b"rightone" not in path.read_bytes() and b"wrongone" not in path.read_bytes(), path
    machine = card.kiosk.context.services.machine
    machine.choose(language="fr")
    assert card.serve()["language"] == "fr" and machine.status.network == "none"


def test_a_choice_that_is_refused_is_said_and_asked_for_again(card: Card) -> None:
    card.start('language = "en"\n')
    machine = card.kiosk.context.services.machine
    machine.choose(timezone="Mars/Olympus")
    assert machine.missing() == ["network"]
    assert card.serve()["answer"]["code"] == "bad_request"
    card.play.sync()
    assert "machine_refused" in card.kiosk.context.table.notices
    assert machine.missing() == ["timezone", "network"]
    machine.choose(timezone="Europe/Paris")
    assert card.serve()["answer"]["code"] == "ok"
    card.play.wait(lambda: "machine_refused" not in card.kiosk.context.table.notices)


def test_a_wifi_is_chosen_from_those_in_reach_and_its_password_is_written(card: Card) -> None:
    card.start('language = "en"\ntimezone = "Europe/Paris"\n', radio=True)
    card.play.press("Join a Wi-Fi")
    assert card.asked["look"] is True
    card.serve()
    assert card.play.screen.line.text == "No network was found here."  # no radio of this machine is asked in a test
    status = json.loads(card.file(str(STATUS)).read_bytes())
    card.file(str(STATUS)).write_text(json.dumps({**status, "networks": ["Livebox-A3F0", "other"]}))
    card.kiosk.context.services.machine.read()
    card.play.screen.news()
    card.play.pump(3)
    card.play.press("Livebox-A3F0")
    typed = "a Z9 _'~"
    for letter in typed:
        if letter == " ":
            card.play.press("Space")
            continue
        layers = {
            "plain": PLAIN["en"],
            "large": tuple(line.upper() for line in PLAIN["en"]),
            "signs": SIGNS,
            "more": MORE,
        }
        layer = next(name for name, lines in layers.items() if any(letter in line for line in lines))
        keyboard = card.play.screen.keyboard
        while keyboard.layer != layer:
            turn = {"large": "ABC", "plain": "abc", "signs": "123", "more": "([{"}[layer]
            labels = [label for label, _other in keyboard.layers[keyboard.layer].turns]
            card.play.press(turn if turn in labels else "abc" if "abc" in labels else "123")
        card.play.press(letter)
    assert card.play.screen.text == typed
    card.play.press("Done")
    assert card.asked["choice"] == {
        "language": None,
        "timezone": None,
        "network": "wifi",
        "wifi": {"name": "Livebox-A3F0", "password": typed},
    }
    assert card.file(str(REQUEST)).stat().st_mode & 0o777 == 0o600
    assert card.serve()["wifi_name"] == "Livebox-A3F0"
    assert f'psk="{typed}"' in card.file("etc/wpa_supplicant/wpa_supplicant-wlan0.conf").read_text()
    assert card.play.screen.line.text == "It could not be joined. Is the password right?"
    card.play.press("Another password")
    assert card.name == "machine:type:password:Livebox-A3F0"
    card.play.press("Back")
    card.play.press("Back")
    card.play.press("Without a network")
    assert card.name == "home"


def test_every_sign_of_a_password_can_be_written() -> None:
    printable = {chr(code) for code in range(33, 127)}
    for letters in PLAIN.values():
        keys = "".join([*letters, *SIGNS, *MORE])
        assert {*keys, *keys.upper()} >= printable


def test_a_mistake_in_the_file_is_told_and_the_rest_is_asked(card: Card) -> None:
    card.start('timezone = "Europe/Pariss"\n')
    assert card.name == "machine:language"
    told = card.kiosk.context.table.notices["machine_config"]
    assert (told.facts["file"], told.facts["line"], told.facts["key"]) == ("companion.toml", 1, "timezone")


def test_looking_for_networks_takes_an_unread_choice_with_it(tmp_path: Path) -> None:
    for path in (STATUS, REQUEST):
        (tmp_path / str(path).lstrip("/")).parent.mkdir(parents=True)
    (tmp_path / str(STATUS).lstrip("/")).write_bytes(msgspec.json.encode(MachineStatus(missing=("timezone",))))
    file = tmp_path / str(REQUEST).lstrip("/")
    machine = Machine(tmp_path, lambda _call, _seconds: None)

    def request() -> MachineRequest:
        return msgspec.json.decode(file.read_bytes(), type=MachineRequest)

    machine.choose(timezone="Europe/Paris")
    machine.look()
    assert request().look and request().choice == MachineChoice(timezone="Europe/Paris")
    machine.choose(network="wifi", wifi=Wifi("Home", "password"))
    file.unlink()  # read by the machine
    machine.look()
    assert request().look and request().choice == MachineChoice()
