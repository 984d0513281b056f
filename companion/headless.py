"""The table without a window: reads one JSON object a line and answers each with one line, in order.

Nothing that comes in can end it or make it print a traceback; what it cannot understand changes nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from typing import IO, Any

from msgspec import UNSET, Raw, Struct

from companion.engine.audience import PUBLIC, Audience
from companion.engine.codec import private_json, public_json
from companion.engine.engine_thread import EngineThread
from companion.engine.refused import Refused
from companion.engine.requests import Now, PostNotice, Reply
from companion.engine.update import Notice, Update
from companion.games.registry import GAMES
from companion.protocol import PROTOCOL, parse, request, subscription
from companion.words import sentence

log = logging.getLogger(__name__)

LONGEST_LINE = 4_000_000
"""Bytes of one request."""


class Response(Struct):
    """An answer's keys in the order of the page; what is UNSET is left out."""

    ok: bool
    error: Any = UNSET
    version: Any = UNSET
    number: Any = UNSET
    events: Any = UNSET
    prompt: Any = UNSET
    view: Any = UNSET
    legal: Any = UNSET
    position: Any = UNSET
    games: Any = UNSET
    paused: Any = UNSET
    export: Any = UNSET
    undo: Any = UNSET
    redo: Any = UNSET
    saved: Any = UNSET
    notices: Any = UNSET


class Headless:
    """Answers the lines of the table protocol. One thread calls `answer`.

    :param reveal: let `position` and `export` show secrets.
    :param moves: take `move`, too: for tests and tools.
    """

    def __init__(self, table: EngineThread, reveal: bool = False, moves: bool = False) -> None:
        self._table = table
        self._moves = moves
        self._reveal = reveal
        self._encode: Callable[[object], bytes] = private_json if reveal else public_json
        self._notices: list[Notice] = []
        self._lock = threading.Lock()
        self._now: Update | None = None
        self._audience: Audience = PUBLIC
        table.listen(self._hear)

    def _hear(self, update: Update) -> None:
        if update.notices:
            with self._lock:
                self._notices.extend(update.notices)

    def tell(self, notice: Notice) -> None:
        """Announce a notice to the table, and with the next answer to the client."""
        self._table.ask(PostNotice(notice))

    def answer(self, line: bytes | str) -> bytes:
        """Return one line for one line, without its newline."""
        try:
            return self._encode(self._reply(line))
        except Refused as refused:
            return self._no(refused.code, dict(refused.facts), _game_asked_for(line))
        except Exception as fault:
            log.exception("a fault of the companion on %r", line[:200])
            return self._no("internal", {"fault": type(fault).__name__})

    def refuse_long(self) -> bytes:
        """Return the answer to a line that was too long to be read."""
        return self._no("bad_input", {"reason": f"a line has at most {LONGEST_LINE} bytes"})

    def _reply(self, line: bytes | str) -> Response:
        name, body = parse(line, self._moves)
        origin = self._now.stamp - self._now.at if self._now is not None else 0
        if name == "subscribe":
            self._audience = subscription(body)
            name, body = "view", {}
        reply = self._table.ask(request(name, body, origin, self._reveal, self._audience))
        last = self._table.ask(Now())
        now = last.answer
        assert isinstance(now, Update)
        self._now = now
        answer = Response(True, number=now.number, events=[*reply.events, *last.events], prompt=now.prompt)
        answer.view = reply.answer if name == "view" else now.view
        answer.undo, answer.redo = now.undo, now.redo
        if name == "version":
            answer.version = {"protocol": PROTOCOL, "games": sorted(GAMES)}
        if name == "legal":
            # What is offered is public; only once it is made may a field of it be a secret.
            answer.legal = Raw(private_json(reply.answer))
        elif name in {"prompt", "choose", "back"} and reply.answer is not None:
            answer.prompt = reply.answer
        elif name in {"position", "games", "paused"}:
            setattr(answer, name, reply.answer)
        elif name == "export":
            answer.export = [line.decode() for line in reply.answer]
        return self._with_news(answer, last)

    def _no(self, code: str, facts: dict[str, object], asked_for: str | None = None) -> bytes:
        """Return a refusal, in the words of the game that was to be opened, else of the one that is.

        What was announced meanwhile (a real clock ran on) is in it, too.
        """
        game = asked_for or (self._now.game if self._now is not None else None)
        error = {"code": code, "message": sentence(code, facts, game), "facts": facts}
        answer = Response(False, error=error)
        try:
            reply: Reply = self._table.ask(Now())
            if reply.events:
                answer.events = reply.events
            return self._encode(self._with_news(answer, reply))
        except Exception as fault:  # facts that have no JSON: say at least that the line was refused
            log.exception("a refusal could not be written")
            facts = {"fault": type(fault).__name__}
            return public_json({"ok": False, "error": {"code": code, "message": code, "facts": facts}})

    def _with_news(self, answer: Response, last: Reply) -> Response:
        if not last.saved:
            answer.saved = False
        with self._lock:
            notices, self._notices = self._notices, []
        if notices:
            answer.notices = [_notice_line(notice) for notice in notices]
        return answer


def _game_asked_for(line: bytes | str) -> str | None:
    """Return the game that a line wants to open, if there is one of that name."""
    try:
        name, body = parse(line)
    except Refused:
        return None
    game = body.get("game") if name == "open" and isinstance(body, dict) else None
    return game if isinstance(game, str) and game in GAMES else None


def _notice_line(notice: Notice) -> dict[str, Any]:
    text = sentence(notice.code, notice.facts)
    return {"code": notice.code, "gone": notice.gone, "message": text, "facts": notice.facts}


def read_lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Yield the lines of `stream` as they come; None for one that is longer than `LONGEST_LINE`."""
    while line := stream.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None


def serve(headless: Headless, stream: IO[bytes], write: Callable[[bytes], object]) -> None:
    """Answer every line of `stream` until it ends."""
    for line in read_lines(stream):
        write((headless.refuse_long() if line is None else headless.answer(line)) + b"\n")
