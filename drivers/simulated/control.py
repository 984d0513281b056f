"""The control channel of a simulated table: another program presses its buttons, sees its lamp and its window.

A Unix socket, one client after the other, one JSON object a line in, one a line out (docs/protocol.md). It knows
neither the window nor the table: what it needs of them comes as callbacks (`ControlActions`).
"""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.codec import strict_json
from companion.engine.refused import BadInput
from companion.engine.supervised import Service
from companion.engine.unix_socket import listen
from drivers.simulated.panel import VirtualPanel

log = logging.getLogger(__name__)

LONGEST_LINE = 4_000_000
"""Bytes of one request."""
OURS = ("press", "release", "turn", "touch", "keys", "lamp", "picture", "quit")
"""Requests answered here; every other line goes to the table."""
MOST_STEPS = 100
"""The most steps of an encoder in one request."""
WIDEST = 10_000
"""px. No window is as wide."""


class ControlUnavailable(OSError):
    """The socket of the control channel cannot be opened."""


class BadRequest(ValueError):
    """A request that changes nothing. `code` is for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class ControlActions:
    """What the channel may do.

    `panel`: None if the pins are not mock ones. `picture`: writes the window to that PNG file before it returns;
    raises OSError or TimeoutError. `touch`: a finger on the window at px from its upper left corner, down and up;
    raises TimeoutError. `keys`: what can be touched on the window, and where; raises TimeoutError. `leave`: ends the
    kiosk, returns at once. `table`: answers a line of the table protocol; all of them may be called on the thread of
    the channel.
    """

    panel: VirtualPanel | None
    picture: Callable[[Path], None]
    touch: Callable[[float, float], None]
    keys: Callable[[], list[dict[str, Any]]]
    leave: Callable[[], None]
    table: Callable[[bytes], bytes]

    def answer(self, line: bytes) -> bytes:
        """One line for one line, without its newline. Never raises."""
        asked = _ours(line)
        if asked is None:
            return self.table(line)
        try:
            said = {"ok": True, **self._do(*asked)}
        except BadRequest as fault:
            said = _refusal(fault.code, str(fault))
        except Exception as fault:
            log.exception("control: a fault on %r", line[:200])
            said = _refusal("internal", type(fault).__name__)
        return msgspec.json.encode(said)

    def _do(self, name: str, body: Any) -> dict[str, Any]:
        match name:
            case "press" | "release":
                panel, button = self._button(body)
                (panel.press if name == "press" else panel.release)(button)
                return {}
            case "turn":
                panel, encoder, steps = self._encoder(body)
                panel.turn(encoder, steps)
                return {}
            case "touch":
                self._touch(body)
                return {}
            case "keys":
                _nothing(name, body)
                return {"keys": self._keys()}
            case "lamp":
                _nothing(name, body)
                return {"colour": self._panel().colour}
            case "picture":
                return {"picture": str(self._shoot(body))}
            case _:
                _nothing(name, body)
                self.leave()
                return {}

    def _panel(self) -> VirtualPanel:
        if self.panel is None:
            raise BadRequest("no_panel", "the pins of this table are not mock ones")
        return self.panel

    def _button(self, body: Any) -> tuple[VirtualPanel, str]:
        panel = self._panel()
        if not isinstance(body, str):
            raise BadRequest("bad_input", "a button is named by a string")
        if body not in panel.buttons:
            raise BadRequest("no_button", f"there is no button {body!r}; there are: {', '.join(panel.buttons)}")
        return panel, body

    def _encoder(self, body: Any) -> tuple[VirtualPanel, str, int]:
        panel = self._panel()
        if not (isinstance(body, dict) and len(body) == 1 and type(steps := next(iter(body.values()))) is int):
            raise BadRequest("bad_input", "a turn is an encoder and its steps: {NAME: 2}, {NAME: -1}")
        name = str(next(iter(body)))
        if abs(steps) > MOST_STEPS:
            raise BadRequest("bad_input", f"nobody turns more than {MOST_STEPS} steps at once")
        if name not in panel.encoders:
            known = ", ".join(panel.encoders) or "none"
            raise BadRequest("no_encoder", f"there is no encoder {name!r}; there are: {known}")
        return panel, name, steps

    def _touch(self, body: Any) -> None:
        if not (isinstance(body, list) and len(body) == 2 and all(_is_px(px) for px in body)):
            raise BadRequest("bad_input", "a touch is a place on the window: [x, y] in px from the upper left corner")
        try:
            self.touch(*body)
        except TimeoutError:
            raise BadRequest("no_picture", "the window does not draw") from None

    def _keys(self) -> list[dict[str, Any]]:
        try:
            return self.keys()
        except TimeoutError:
            raise BadRequest("no_picture", "the window does not draw") from None

    def _shoot(self, body: Any) -> Path:
        if not isinstance(body, str) or not body or "\0" in body:
            raise BadRequest("bad_input", "a picture is the name of a PNG file to write")
        path = Path(body).absolute()
        try:
            self.picture(path)
        except TimeoutError:
            raise BadRequest("no_picture", "the window does not draw") from None
        except OSError as fault:
            raise BadRequest("no_picture", f"{path}: {fault.strerror or fault}") from None
        return path


class Control:
    """The socket at `path` and a thread that answers what comes in, until `close()`.

    :raises ControlUnavailable: if it cannot be opened, or another companion answers there.
    """

    def __init__(self, path: Path, answer: Callable[[bytes], bytes]) -> None:
        self._path = path
        self._answer = answer
        self._closed = False
        self._lock = threading.Lock()
        self._client: socket.socket | None = None
        self._server = _listen(path)
        self._service = Service("control", self._run)
        self._service.start()

    def close(self) -> None:
        """No more answers; the socket is gone from the file system."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            for line in (self._server, self._client):
                _shut(line)
        self._path.unlink(missing_ok=True)
        self._service.end(5.0)
        self._server.close()

    def _run(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:  # closed
                return
            with client:
                with self._lock:
                    if self._closed:
                        return
                    self._client = client
                try:
                    self._serve(client)
                except OSError as error:
                    log.info("control: the client went away (%s)", error)
                finally:
                    with self._lock:
                        self._client = None

    def _serve(self, client: socket.socket) -> None:
        with client.makefile("rb") as lines:
            while line := lines.readline(LONGEST_LINE):
                if not line.endswith(b"\n") and len(line) >= LONGEST_LINE:
                    client.sendall(
                        msgspec.json.encode(_refusal("bad_input", f"a line has at most {LONGEST_LINE} bytes")) + b"\n"
                    )
                    return
                client.sendall(self._answer(line.rstrip(b"\r\n")) + b"\n")


def _ours(line: bytes) -> tuple[str, Any] | None:
    """A request that is answered here; None for the table's, and for nonsense, which the table answers too."""
    try:
        value = strict_json(line)
    except BadInput:
        return None
    if not isinstance(value, dict) or len(value) != 1:
        return None
    ((name, body),) = value.items()
    return (name, body) if name in OURS else None


def _is_px(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < WIDEST


def _nothing(name: str, body: Any) -> None:
    if body != {}:
        raise BadRequest("bad_input", f"{name} takes nothing: {{}}")


def _refusal(code: str, text: str) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": text, "facts": {}}}


def _listen(path: Path) -> socket.socket:
    try:
        return listen(path, backlog=4)
    except OSError as error:
        code = error.errno or errno.ENAMETOOLONG
        raise ControlUnavailable(code, error.strerror or str(error), str(path)) from None


def _shut(line: socket.socket | None) -> None:
    if line is not None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
