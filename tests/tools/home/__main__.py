"""`make prove-home`: readers on a real Mosquitto, whole games, and a real Home Assistant beside them.

A Tasmota and an ESPHome reader lose their power and come back; a whole Infernal Wagon is played by them; Home Assistant
takes the discovery, shows the states of a game of each, its buttons hold, resume and undo, and a lamp of its follows
the table's light to the last minute; a table whose link goes is unavailable. The table's clock is the test's own: seven
minutes are a moment.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.engine.clock import ManualClock
from companion.engine.entry import Status
from companion.engine.refused import Refused
from companion.engine.requests import Choose, Legal, ListGames, MakeMove, Now, Open
from companion.engine.update import Notice, Update
from companion.games.infernal_wagon.data.box import find_box
from companion.games.infernal_wagon.events import CardPlaced
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.runtime import Runtime
from tests.hub.readers import READERS
from tests.hub.tables import OPENINGS, SEATS
from tests.patience import PATIENCE_S, until
from tests.tools.link.broker import PASSWORD, Mosquitto

ROOT = Path(__file__).resolve().parents[3]
BLUEPRINT = ROOT / "docs/home/companion-light.yaml"
RED = [255, 24, 0]
APART_MS = 6_000
"""Between two taps: longer than one that lies there is not played again."""


class Device:
    """A reader at the broker, with its will. `say` returns once the broker has it."""

    def __init__(self, port: int, name: str, status: str, words: tuple[bytes, bytes]) -> None:
        self.port, self.name, self.status, self.words = port, name, status, words
        self.client: Client | None = None

    def power(self) -> None:
        up = threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2, client_id=self.name)
        self.client.username_pw_set(self.name, PASSWORD)
        self.client.will_set(self.status, self.words[1], qos=1, retain=True)
        self.client.on_connect = lambda *_: up.set()
        self.client.connect("127.0.0.1", self.port)
        self.client.loop_start()
        assert up.wait(PATIENCE_S)
        self.say(self.status, self.words[0], retain=True)

    def cut(self) -> None:
        """The power is gone: the broker executes the will."""
        assert self.client is not None
        self.client._sock_close()
        self.client.loop_stop()

    def say(self, topic: str, payload: bytes, retain: bool = False) -> None:
        assert self.client is not None
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE_S)


class Table:
    """A table in this process; its link is a process of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        config = folder / "config"
        shutil.copytree(PACKAGED_CONFIG, config)
        (config / "table.toml").write_text(READERS)
        (config / "link.toml").write_text(
            f'on = true\ntable = "t1"\nport = {port}\ntls = false\npassword = "{PASSWORD}"\nhome_assistant = true\n'
        )
        self.clock = ManualClock(1_000)
        self.runtime = Runtime(KioskOptions(folder / "data", config), self.clock)
        self.lost = self.placed = 0
        self.runtime.start()
        self.runtime.table.listen(self._heard)

    def _heard(self, update: Update) -> None:
        self.placed += sum(isinstance(event, CardPlaced) for event in update.events)
        self.lost += sum(_lost(notice) for notice in update.notices)

    @property
    def now(self) -> Any:
        return self.runtime.table.ask(Now()).answer

    def reader(self, name: str) -> Any:
        assert self.runtime.hardware is not None
        return self.runtime.hardware.network.readers[name]

    def wait(self, ms: int) -> None:
        self.clock.set_ms(self.clock.now_ms() + ms)
        self.runtime.table.ask(Now())

    def begin(self, game: str, options: dict[str, str], seed: int) -> None:
        self.runtime.table.ask(Open(game, SEATS, options, seed=seed))


def _lost(notice: Notice) -> bool:
    return notice.code == "reader_lost" and not notice.gone


class Assistant:
    """Home Assistant as a process: the states it has, and its buttons."""

    def __init__(self, python: str, folder: Path, port: int) -> None:
        blueprints = folder / "blueprints/automation"
        blueprints.mkdir(parents=True)
        shutil.copy(BLUEPRINT, blueprints)
        script = Path(__file__).with_name("assistant.py")
        command = [python, str(script), str(folder), str(port), PASSWORD, BLUEPRINT.name, LIGHT]
        self.log = (folder / "log").open("wb")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        self.states: dict[str, dict[str, Any]] = {}
        self.history: dict[str, list[str]] = {}
        self.ready = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told = json.loads(line)
            if told.get("ready"):
                self.ready = True
            else:
                self.states[told["entity"]] = told
                self.history.setdefault(told["entity"], []).append(str(told["state"]))

    def state(self, entity: str) -> str:
        return str(self.states.get(entity, {}).get("state"))

    def shows(self, entity: str, *wanted: str) -> None:
        until(lambda: self.state(entity) in wanted, f"{entity} shows {' or '.join(wanted)}, not {self.state(entity)}")

    def press(self, button: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"press": button}) + "\n")
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.log.close()


DEVICE = "infernal_companion_t1"
LIGHT = f"sensor.{DEVICE}_light"


def readers(table: Table, broker: Mosquitto, far: Device, esp: Device, cards: Sequence[str]) -> None:
    """Power lost and back; nothing removed, nothing played twice."""
    far.power()
    esp.power()
    until(lambda: table.reader("far").connected and table.reader("esp").connected, "both readers are there")
    table.begin("infernal_wagon", {"box": "demo"}, 1)
    for kind in ("confirm", "start"):
        table.runtime.table.ask(MakeMove({"type": kind}))
    tap(table, far, cards[0])
    until(lambda: table.placed == 1, "a card by Tasmota")
    esp.say("reader2/tag", str(int(cards[1][2:], 16)).encode())
    until(lambda: table.placed == 2, "a card by ESPHome")
    for device, name, card in ((far, "far", cards[0]), (esp, "esp", cards[1])):
        lost = table.lost
        device.cut()
        until(lambda lost=lost: table.lost == lost + 1, f"{name} is lost")  # type: ignore[misc]
        table.wait(60_000)
        device.power()
        until(lambda name=name: table.reader(name).connected, f"{name} is back")  # type: ignore[misc]
        before = table.reader(name).messages
        if device is far:
            tap(table, far, card)
        else:
            esp.say("reader2/tag", str(int(card[2:], 16)).encode())
        until(lambda before=before, name=name: table.reader(name).messages > before, "it is heard")  # type: ignore[misc]
        table.wait(0)
        assert table.placed == 2, "nothing is played twice"
    broker.stop()
    until(lambda: table.reader("far").connected is False, "the broker is gone")
    far.cut()
    esp.cut()
    broker.start()
    far.power()
    esp.power()
    until(lambda: table.reader("far").connected and table.reader("esp").connected, "both readers are back")
    far.say("tele/reader1/SENSOR", sensor(cards[2]), retain=True)
    until(lambda: table.placed == 3, "one that is retained and fresh counts")
    print("readers: Tasmota and ESPHome lost and back, the broker, too; nothing removed, nothing twice", flush=True)


def sensor(uid: str) -> bytes:
    return f'{{"Time":"2026-11-28T21:00:00","RDM6300":{{"UID":"{uid[2:]}"}}}}'.encode()


def tap(table: Table, far: Device, uid: str) -> None:
    far.say("tele/reader1/SENSOR", sensor(uid))


def whole_wagon(table: Table, far: Device, rng: Random) -> None:
    """A game from its start to its end; every card is tapped at a reader on the network, one that fits if it can be."""
    begun = table.placed
    table.begin("infernal_wagon", {"box": "demo"}, 7)
    for kind in ("confirm", "start"):
        table.runtime.table.ask(MakeMove({"type": kind}))
    box = find_box("demo")
    uids = [uid for uid, tag in box.tags.items() if not tag.slot.startswith(("start", "curse", "exit"))]
    rng.shuffle(uids)
    taps = 0
    while uids and table.now.view.phase != "ended":
        wanted = {*table.now.view.exit.symbols, "*"}
        fitting = [uid for uid in uids if wanted & {*box.cards[box.tags[uid].slot].ends}]
        uid = (fitting or uids)[0]
        uids.remove(uid)
        before = table.reader("far").messages
        table.wait(APART_MS)
        tap(table, far, uid)
        until(lambda before=before: table.reader("far").messages > before, "it is heard")  # type: ignore[misc]
        taps += 1
        answer(table)
    while table.now.view.phase != "ended":
        table.wait(APART_MS)
    result = table.now.view.result
    ended = "won" if result.won else f"lost ({result.reason})"
    print(
        f"a whole Infernal Wagon by a reader on the network: {taps} taps, {table.placed - begun} cards, {ended}",
        flush=True,
    )


def answer(table: Table) -> None:
    """What is asked in between: as if nobody touched the screen."""
    prompt = table.now.prompt
    if prompt is not None and prompt.options and table.now.view.phase == "ask":
        try:
            table.runtime.table.ask(Choose(prompt.default or prompt.options[0].key))
        except Refused:
            return


def home(table: Table, assistant: Assistant, far: Device, rng: Random) -> None:
    """Home Assistant shows games, its buttons do what they say, its lamp follows."""
    until(lambda: assistant.ready, "Home Assistant has started")
    entities = {
        f"sensor.{DEVICE}_{key}" for key in ("game", "phase", "clock", "ends", "turn", "rage", "event", "light")
    }
    until(lambda: entities <= set(assistant.states), f"of {sorted(entities)} all")
    seen: dict[str, int] = {}
    for game, options in OPENINGS:
        table.begin(game, options, 3)
        play(table, rng)
        until(lambda game=game: attributes(assistant).get("game") == game, f"it shows {game}")  # type: ignore[misc]
        until(lambda: attributes(assistant).get("number") == table.now.number, "it shows the last act")
        assistant.shows(f"sensor.{DEVICE}_phase", "over")
        seen[game] = len(set(assistant.history.get(f"sensor.{DEVICE}_phase", ())))
    table.begin("infernal_wagon", {"box": "demo"}, 1)
    for kind in ("confirm", "start"):
        table.runtime.table.ask(MakeMove({"type": kind}))
    table.wait(1_000)
    phase = f"sensor.{DEVICE}_phase"
    assistant.shows(phase, "open")
    settle(table, assistant)
    assistant.press(f"button.{DEVICE}_hold")
    assistant.shows(phase, "held")
    settle(table, assistant)
    assistant.press(f"button.{DEVICE}_resume")
    assistant.shows(phase, "open")
    box = find_box("demo")
    uid = next(uid for uid, tag in box.tags.items() if tag.slot.startswith("rail"))
    placed = table.placed
    tap(table, far, uid)
    until(lambda: table.placed > placed, "a card")
    settle(table, assistant)
    before = table.now.number
    assistant.press(f"button.{DEVICE}_undo")
    until(lambda: table.now.number != before, "undo")
    settle(table, assistant)
    glows: list[str] = []
    for second in (30, 121, 241, 301, 361):
        while table.now.face.elapsed_ms + (table.now.at - table.now.face.at) < second * 1_000:
            table.wait(1_000)
        move(table, "hold")
        move(table, "resume")
        assistant.shows(LIGHT, f"loop_{len(glows) + 1}")
        glows.append(assistant.state(LIGHT))
    until(lambda: lamp(assistant) == RED, f"a red lamp, not {lamp(assistant)}")
    print(f"Home Assistant: {len(assistant.states)} entities, phases seen {seen}, buttons hold, resume, undo;", end=" ")
    print(f"the lamp followed {', '.join(glows)} to {lamp(assistant)}", flush=True)
    outbox = table.runtime.outbox
    for on, shown in ((False, "unavailable"), (True, "open")):
        outbox.choose(replace(outbox.settings, on=on))
        assistant.shows(phase, shown)
    print("a link that is switched off and on again: the table is unavailable, and back", flush=True)


def lamp(assistant: Assistant) -> object:
    return assistant.states["light.lamp"]["attributes"].get("rgb_color")


def move(table: Table, kind: str) -> None:
    table.runtime.table.ask(MakeMove({"type": kind}))


def settle(table: Table, assistant: Assistant) -> None:
    until(lambda: attributes(assistant).get("number") == table.now.number, "it shows the last act")


def attributes(assistant: Assistant) -> dict[str, Any]:
    return dict(assistant.states.get(f"sensor.{DEVICE}_phase", {}).get("attributes", {}))


def play(table: Table, rng: Random) -> None:
    """A whole game at random."""
    while table.runtime.table.ask(ListGames()).answer[0].status is Status.OPEN:
        legal = table.runtime.table.ask(Legal()).answer
        if not legal:
            return
        try:
            table.runtime.table.ask(MakeMove(rng.choice(legal)))
        except Refused:
            continue


def firmware(folder: Path, esphome: str) -> None:
    """ESPHome takes the readers of docs/home, as far as it looks without a compiler."""
    names = ("wifi_ssid", "wifi_password", "mqtt_broker", "mqtt_password")
    (folder / "secrets.yaml").write_text("".join(f"{name}: {name}-1\n" for name in names))
    for path in sorted(BLUEPRINT.parent.glob("esphome-*.yaml")):
        shutil.copy(path, folder)
        done = subprocess.run([esphome, "config", folder / path.name], capture_output=True, text=True)
        assert done.returncode == 0, f"{path.name}: {done.stdout}{done.stderr}"
    print("ESPHome takes the readers of docs/home", flush=True)


def prove(folder: Path, python: str) -> None:
    rng = Random(1)
    with ExitStack() as ends:
        broker = Mosquitto(folder, ("t1",))
        ends.callback(broker.stop)
        far = Device(broker.port, "reader1", "tele/reader1/LWT", (b"Online", b"Offline"))
        esp = Device(broker.port, "reader2", "reader2/status", (b"online", b"offline"))
        table = Table(folder, broker.port)
        ends.callback(table.runtime.close)
        box = find_box("demo")
        cards = [uid for uid, tag in box.tags.items() if tag.slot.startswith("rail")]
        readers(table, broker, far, esp, cards)
        whole_wagon(table, far, rng)
        assistant = Assistant(python, folder / "home", broker.port)
        ends.callback(assistant.close)
        home(table, assistant, far, rng)


def main() -> int:
    parser = argparse.ArgumentParser("prove-home")
    parser.add_argument("python", help="of an environment with Home Assistant")
    parser.add_argument("esphome", help="its program")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="companion-home-"))
    try:
        firmware(folder, given.esphome)
        prove(folder, given.python)
    except (AssertionError, FileNotFoundError) as error:
        print(f"{error}\nwhat all parts said is in {folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
