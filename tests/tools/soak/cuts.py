"""Phones whose table, pages' server or line dies at random: no acknowledged answer is lost, none is made twice."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from tests.tools.bench.engine.phones import free_port, page_line
from tests.tools.soak.report import Finding

PATIENCE_S = 120.0
ACTS = 10
"""Answers tried in a game."""
SEATS = ("Ana", "Bo", "Cy")
GAMES = ("infernal_wagon", "cerbere", "hellrail")
Json = dict[str, Any]
LOST = (OSError, WebSocketException, EOFError, TimeoutError)


class House:
    """The table and the pages' server, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "web.toml").write_text("")
        self.port = 0
        self.table: subprocess.Popen[str] | None = None
        self.web: subprocess.Popen[bytes] | None = None

    def start_table(self) -> None:
        command = [sys.executable, "-m", "tests.tools.soak.pages_table", str(self.folder)]
        self.table = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("moves", 0)

    def start_web(self) -> None:
        command = [sys.executable, "-m", "companion", "web", "--socket", str(self.folder / "pages.sock")]
        self.web = subprocess.Popen(
            [*command, "--config", str(self.folder), "--port", str(self.port)],
            stderr=subprocess.DEVNULL,
        )

    def ask(self, name: str, value: Any) -> Any:
        table = self.table
        assert table is not None and table.stdin is not None and table.stdout is not None
        table.stdin.write(json.dumps({name: value}) + "\n")
        table.stdin.flush()
        line = table.stdout.readline()
        if not line:
            raise EOFError("the table has ended")
        return json.loads(line)

    def kill_table(self) -> None:
        """And what hangs on it: the pages' server ends by itself."""
        assert self.table is not None and self.web is not None
        self.table.kill()
        self.table.wait()
        self.web.wait(PATIENCE_S)

    def kill_web(self) -> None:
        assert self.web is not None
        self.web.kill()
        self.web.wait()

    def close(self) -> None:
        for process in (self.table, self.web):
            if process is not None:
                process.kill()
                process.wait()
        table = self.table
        if table is not None:
            for stream in (table.stdin, table.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()


class Phone:
    """What companion/web/server/page/connection.js does about connections and answers."""

    def __init__(self, house: House, seat: str) -> None:
        self.house, self.seat = house, seat
        self.secret = ""
        self.frame: Json = {}
        self.fresh = False
        self._line = ExitStack()
        self._socket: Any = None

    def connect(self, token: str = "") -> None:
        self.cut()
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._socket = self._line.enter_context(page_line(self.house.port, PATIENCE_S))
                break
            except LOST:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
        self._read()
        if token:
            self.ask({"pair": {"token": token, "id": "pair"}}, "pair")
        else:
            self.ask({"resume": {"session": self.secret, "id": "resume"}}, "resume")
        assert self.frame.get("seat") == self.seat, self.frame
        self.fresh = True

    def cut(self) -> None:
        """The line is gone, without a word."""
        self.fresh = False
        if self._socket is not None:
            with suppress(OSError):
                self._socket.socket.close()
            self._socket = None
        with suppress(*LOST):
            self._line.close()
        self._line = ExitStack()

    def send(self, request: Json) -> None:
        if self._socket is None:
            raise ConnectionError("cut off")
        self._socket.send(json.dumps(request))

    def ask(self, request: Json, id: str) -> Json:
        """The answer to a request."""
        self.send(request)
        while True:
            answer = self._read().get("answer")
            if answer is not None and answer["id"] == id:
                found: Json = answer
                return found

    def _read(self) -> Json:
        self.frame = json.loads(self._socket.recv(PATIENCE_S))
        self.secret = self.frame.get("session") or self.secret
        return self.frame


class Evening:
    """Games with cuts. `counts`: how often what happened; `broken`: what must not be."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.broken = ""

    def play(self, games: int) -> None:
        folder = Path(tempfile.mkdtemp(prefix="cuts"))
        house = House(folder)
        try:
            house.port = free_port()
            house.start_table()
            house.start_web()
            for number in range(games):
                if not self.broken:
                    self.game(house, GAMES[number % len(GAMES)])
        finally:
            house.close()
            shutil.rmtree(folder, ignore_errors=True)

    def game(self, house: House, game: str) -> None:
        self.counts["games"] += 1
        house.ask("open", game)
        phones = [Phone(house, seat) for seat in SEATS]
        try:
            for phone in phones:
                phone.connect(house.ask("token", phone.seat))
            for number in range(ACTS):
                if not self.act(house, phones, f"{self.counts['games']}.{number}"):
                    break
        finally:
            for phone in phones:
                phone.cut()
        house.ask("leave", 0)

    def act(self, house: House, phones: list[Phone], id: str) -> bool:
        """One answer of one phone, with a cut before, during or after it, or with none. False: nothing can be said."""
        chosen = self._choice(phones)
        if chosen is None:
            return False
        phone, key, leaf = chosen
        before = house.ask("moves", 0)
        request = {"choose": {"key": key, "number": phone.frame["number"], "id": id}}
        kind = self.rng.choice(("none", "none", "table", "web", "line", "page"))
        moment = self.rng.choice(("before", "during", "after"))
        answer: Json | None = None
        if kind != "none" and moment == "before":
            self.strike(house, phone, kind)
        with suppress(*LOST):
            if kind != "none" and moment == "during":
                phone.send(request)
                if self.rng.random() < 0.5:
                    time.sleep(self.rng.random() * 0.02)
                self.strike(house, phone, kind)
            answer = phone.ask(request, id) if moment != "during" or kind == "none" else None
        if kind != "none" and moment == "after":
            self.strike(house, phone, kind)
        self.counts[f"{kind} {moment}" if kind != "none" else "no cut"] += 1
        acknowledged = answer is not None and answer["ok"]
        self.mend(house, phones, kind)
        again: Json | None = None
        if answer is None and leaf:
            with suppress(*LOST):
                again = phone.ask(request, id)
            self.counts["asked again"] += 1
        acknowledged = acknowledged or (again is not None and again["ok"])
        made = house.ask("moves", 0) - before
        self.counts["acknowledged"] += acknowledged and leaf
        if made > 1:
            self.broken = f"{id} {key}: made {made} times ({kind} {moment})"
        elif acknowledged and leaf and made < 1:
            self.broken = f"{id} {key}: acknowledged and lost ({kind} {moment})"
        for one in phones:
            one.ask({"look": {"id": "look"}}, "look")
        return not self.broken

    def _choice(self, phones: list[Phone]) -> tuple[Phone, str, bool] | None:
        """A phone that may answer, what it answers, and whether that ends its act."""
        for phone in self.rng.sample(phones, len(phones)):
            prompt = phone.frame.get("prompt") or {}
            options = [one for one in prompt.get("options", []) if not one.get("why")] if prompt.get("mine") else []
            options = [one for one in options if one["key"] not in SET_UP_AGAIN]
            if options:
                option = self.rng.choice(options)
                return phone, option["key"], not option.get("leads") and not option.get("chosen")
        return None

    def strike(self, house: House, phone: Phone, kind: str) -> None:
        match kind:
            case "table":
                house.kill_table()
            case "web":
                house.kill_web()
            case _:  # the line, or the page with it
                phone.cut()

    def mend(self, house: House, phones: list[Phone], kind: str) -> None:
        """What was killed is started again; every phone that lost its line comes back by its session."""
        if kind == "table":
            house.start_table()
            house.ask("resume", 0)
        if kind in ("table", "web"):
            house.start_web()
            for phone in phones:
                phone.connect()
        elif kind != "none":
            for phone in phones:
                if not phone.fresh:
                    phone.connect()


SET_UP_AGAIN = frozenset(("players", "seats", "names"))
"""Keys after which other people may play: their phones would be theirs no more."""


def soak_cuts(games: int, seed: int) -> Finding:
    """Play so many games."""
    evening = Evening(seed)
    began = time.monotonic()
    try:
        evening.play(games)
    except Exception as fault:  # noqa: BLE001 - a soak tells what broke, and goes on with its next part
        evening.broken = f"{type(fault).__name__}: {fault}"
    figures = {**dict(evening.counts), "seconds": round(time.monotonic() - began)}
    return Finding("phones, cut off at random", figures, evening.broken or None)
