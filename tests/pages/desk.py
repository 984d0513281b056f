"""A table with its pages' socket, and pages that talk to it as the pages' server does: lines in, frames out."""

from __future__ import annotations

import itertools
import json
import queue
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.engine_thread import EngineThread
from companion.engine.game import Game, Player
from companion.engine.journal import Journal
from companion.engine.requests import Open
from companion.games.registry import Games
from companion.web.desk.frame import SIZE
from companion.web.desk.pairing import made_secret
from companion.web.desk.server import PagesServer
from tests.patience import PATIENCE_S

Json = dict[str, Any]
WALL = "2026-11-27T20:00:00+01:00"
SEATS = (Player("Ana", "red"), Player("Bo", "blue"), Player("Cy", "green"))


class AnyPage:
    """A page, however its lines are carried. `frames`: all that it was sent, whole lines."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.now: Json = {}
        self.secret = ""
        self._ids = itertools.count(1)

    def send(self, request: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def hear(self) -> bytes:
        """The next line."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def read(self) -> Json:
        """The next frame.

        :raises EOFError: if there will be none.
        """
        line = self.hear()
        assert len(line) in (0, SIZE), len(line)
        if not line:
            raise EOFError
        self.frames.append(line)
        self.now = json.loads(line)
        self.secret = self.now.get("session") or self.secret
        return self.now

    def ask(self, name: str, /, **body: Any) -> Json:
        """The frame that answers a request; those before it are read, too."""
        body = {"id": f"r{next(self._ids)}", **body}
        self.send({name: body})
        return self.answered(body["id"])

    def answered(self, id: str) -> Json:
        while self.read().get("answer", {}).get("id") != id:
            pass
        return self.now

    def look(self) -> Json:
        return self.ask("look")

    def choose(self, key: str, **more: Any) -> Json:
        return self.ask("choose", key=key, **{"number": self.now["number"], **more})

    def undo(self) -> Json:
        return self.ask("undo", number=self.now["number"])

    def code(self) -> str:
        """Why the last request had no effect; "" if it had."""
        return str(self.now["answer"].get("code", ""))

    def offered(self) -> list[str]:
        """What this page may choose now."""
        prompt = self.now.get("prompt") or {}
        options = prompt.get("options", []) if prompt.get("mine") else []
        return [option["key"] for option in options if not option.get("why")]


class Page(AnyPage):
    """One connection to the pages' socket."""

    def __init__(self, path: Path, language: str = "en", place: str = "") -> None:
        super().__init__()
        self.line = socket.socket(socket.AF_UNIX)
        self.line.settimeout(PATIENCE_S)
        self.line.connect(str(path))
        self.file = self.line.makefile("rb")
        try:
            self.send({"page": {"language": language, "address": place}})
            self.read()
        except (EOFError, OSError):
            self.close()
            raise

    def send(self, request: Mapping[str, Any]) -> None:
        self.line.sendall(json.dumps(request).encode() + b"\n")

    def hear(self) -> bytes:
        return self.file.readline()

    def close(self) -> None:
        self.file.close()
        self.line.close()


class PagesDesk:
    """
    :param secrets: what tokens and sessions are made of, one after the other.
    :param kept: whether journal and sessions are on the disk; of the journal it takes most of the time.
    :param sessions: whether these are, at least.
    """

    def __init__(
        self,
        games: Mapping[str, Game[Any]] | None = None,
        secrets: Callable[[], str] | None = None,
        folder: Path | None = None,
        kept: bool = False,
        sessions: bool = False,
    ) -> None:
        self.own_folder = folder is None
        self.folder = folder or Path(tempfile.mkdtemp(prefix="pages"))  # pytest's are too long for a socket
        self.clock = ManualClock(1_000)
        self.wall = 1_000_000.0
        self.path = self.folder / "pages.sock"
        self.pages: list[Page] = []
        self._games, self._kept, self._made = games or Games(None), kept, secrets or made_secret
        self._sessions = self.folder / "phones.json" if kept or sessions else None
        self._begin()

    def _begin(self) -> None:
        journal = Journal(self.folder / "journal.db" if self._kept else None)
        self.table = EngineThread(Engine(self._games, journal, self.clock, lambda: WALL))
        self._begin_pages()
        self.table.start()

    def _begin_pages(self) -> None:
        self.server = PagesServer(self.table, self.path, self._sessions, wall=lambda: self.wall, made=self._made)
        self._drop = self.table.listen(self.server.hear)
        self.server.start()

    def restart_pages(self) -> None:
        """The pages' socket ends, and is there again."""
        self._drop()
        self.server.close()
        self._begin_pages()

    def restart(self) -> None:
        """The process of the table ends, and another one begins: without a game."""
        self.server.close()
        self.table.close()
        self._begin()

    def open(self, game: str, seats: tuple[Player, ...] = SEATS, **options: Any) -> None:
        self.do(Open(game, seats, options, seed=3))

    def do(self, request: Any) -> Any:
        """A request of the table itself; returns once all pages were sent what comes of it."""
        try:
            return self.table.ask(request, PATIENCE_S).answer
        finally:
            self.settle()

    def settle(self) -> None:
        """Wait until the pages have dealt with all that happened before."""
        done = threading.Event()
        self.server.mint("~", lambda _token: done.set())
        assert done.wait(PATIENCE_S)

    def token(self, seat: str) -> str:
        got: queue.Queue[str] = queue.Queue()
        self.server.mint(seat, got.put)
        return got.get(timeout=PATIENCE_S)

    def admit(self, name: str, yes: bool = True) -> None:
        """The table answers the phone that waits for this seat."""
        self.settle()
        (arrival,) = (one for one in self.server.state.asking if one.name == name)
        self.server.admit(arrival.id, yes)
        self.settle()

    def page(self, language: str = "en", place: str = "") -> Page:
        page = Page(self.path, language, place)
        self.pages.append(page)
        return page

    def phone(self, seat: str, language: str = "en") -> Page:
        """A page that has been paired with a seat."""
        page = self.page(language)
        page.ask("pair", token=self.token(seat))
        assert seat in (page.now.get("seat"), page.now.get("absent")), page.now
        return page

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.server.close()
        self.table.close()
        if self.own_folder:
            shutil.rmtree(self.folder)

    def __enter__(self) -> PagesDesk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
