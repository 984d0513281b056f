#!/usr/bin/python3
"""Runs inside the emulated machine, as root: answers JSON requests, one a line, on a virtio port.

{"run": "systemctl ...", "timeout": 60} -> {"status": 0, "output": "..."}
{"read": "/a/file"}                     -> {"data": base64}
{"write": "/a/file", "data": base64}    -> {}
{"control": {"view": {}}}               -> {"answer": ...}       a line on the companion's control channel
{"tell": {"picture": "/a/file"}}        -> {}                    the same, and nobody waits for its answer
A request that fails is answered with {"error": "..."}. An answer bears the "id" of its request, if that has one.
"""

import base64
import json
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

PORT = "/dev/virtio-ports/prove"
CONTROL = "/run/companion/control"


class Agent:
    """One port, one control channel."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._control: Any = None

    def serve(self) -> None:
        """Answer until the machine ends."""
        self._send({"hello": os.uname().release})
        waiting = b""
        while True:
            waiting += os.read(self._port, 1 << 16)
            while b"\n" in waiting:
                line, waiting = waiting.split(b"\n", 1)
                number = None
                try:
                    request = json.loads(line)
                    number = request.pop("id", None)
                    answer = self._answer(request)
                except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
                    answer = {"error": f"{type(error).__name__}: {error}"}
                self._send({**answer, "id": number})

    def _send(self, answer: "dict[str, Any]") -> None:
        data = json.dumps(answer).encode() + b"\n"
        while data:
            data = data[os.write(self._port, data) :]

    def _answer(self, request: "dict[str, Any]") -> "dict[str, Any]":
        if "run" in request:
            return _run(request["run"], request["timeout"])
        if "read" in request:
            return {"data": base64.b64encode(Path(request["read"]).read_bytes()).decode()}
        if "write" in request:
            path = Path(request["write"])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(request["data"]))
            return {}
        if "tell" in request:
            self._tell(request["tell"])
            return {}
        return {"answer": self._ask(request["control"])}

    def _tell(self, request: object) -> None:
        """On a connection of its own: the channel serves one client after the other, so ours is closed before."""
        if self._control is not None:
            self._control.close()
            self._control = None
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(CONTROL)
            line.sendall(json.dumps(request).encode() + b"\n")

    def _ask(self, request: object) -> Any:
        """The companion's answer; a channel that broke when it was restarted is opened again."""
        answer = self._send_line(request) if self._control is not None else b""
        if not answer:
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(60)
            line.connect(CONTROL)
            self._control = line.makefile("rwb")
            answer = self._send_line(request)
        if not answer:
            raise ConnectionResetError("the companion closed the control channel")
        return json.loads(answer)

    def _send_line(self, request: object) -> bytes:
        try:
            self._control.write(json.dumps(request).encode() + b"\n")
            self._control.flush()
            return bytes(self._control.readline())
        except (BrokenPipeError, ConnectionResetError):
            return b""


def _run(command: str, timeout: float) -> "dict[str, Any]":
    try:
        done = subprocess.run(
            ["/bin/bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return {"status": 124, "output": (error.stdout or b"").decode("utf-8", "replace")}
    return {"status": done.returncode, "output": done.stdout.decode("utf-8", "replace")}


if __name__ == "__main__":
    Agent(os.open(PORT, os.O_RDWR)).serve()
