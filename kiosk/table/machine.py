"""The machine below a card image, as the kiosk sees it: what is chosen for it, and the way to choose.

The kiosk has no rights outside its own folders. It writes down the choice (`companion.tools.machine.status`), a
service of the machine carries it out, and reports the result in a file that is read here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.engine import typed
from companion.engine.atomic_file import write_whole
from companion.engine.files import read_file
from companion.engine.text import Facts
from companion.engine.update import Notice
from companion.tools.machine.imager import keys_for
from companion.tools.machine.settings import ASKED, KnownValues, MachineChoice
from companion.tools.machine.status import REQUEST, STATUS, MachineRequest, MachineStatus

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 0.5
"""How often the machine's answer is looked for while a page shows that it is awaited."""
PAGES = {"language": "machine:language", "timezone": "machine:timezone", "network": "machine:network"}
"""What is asked -> the page that asks for it."""
UNANSWERED_S = 100.0
"""The wait ends after this: a Wi-Fi that cannot be joined has failed by then."""


class Machine:
    """The machine below a card image; made by `find_machine` only.

    :param root: of its file system.
    :param later: calls something on the UI thread after so many seconds.
    """

    def __init__(self, root: Path, later: Callable[[Callable[[], None], float], Any]) -> None:
        self._status_file, self._request_file = (root / str(path).lstrip("/") for path in (STATUS, REQUEST))
        self._later = later
        self.known = KnownValues(root)
        self.status = MachineStatus()
        self.changed: Callable[[], None] = lambda: None
        """Called when the status has changed."""
        self.tell: Callable[[Notice], object] = lambda _notice: None
        """Called with a notice when the machine refuses a request, and when it takes one again."""
        self.chosen: dict[str, Any] = {}
        """What was chosen here, whether or not it has taken effect already."""
        self._refused = False
        self._number = int(time.monotonic() * 1000) % 2**40
        self._waits_until = 0.0
        self._timer: Any = None
        self.read()
        self.first = bool(self.status.missing)
        """Whether this is the first start: one question follows the other, and there is no way back from them."""

    def missing(self) -> list[str]:
        """What is still to be asked, in the order in which it is."""
        return [name for name in ASKED if name in self.status.missing and name not in self.chosen]

    def next_page(self) -> str | None:
        """Return the page of what is to be asked next; None: nothing is."""
        missing = self.missing()
        return PAGES[missing[0]] if missing else None

    def read(self) -> bool:
        """Read the machine's state; return whether it has changed."""
        try:
            status = typed.from_json(read_file(self._status_file), MachineStatus)
        except (OSError, msgspec.MsgspecError) as fault:
            log.warning("%s: %s", self._status_file, fault)
            return False
        changed = status != self.status
        self.status = status
        return changed

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        answer = self.status.answer
        answered = answer is not None and answer.number == self._number
        return time.monotonic() < self._waits_until and (not answered or self.status.link == "trying")

    def choose(self, **choice: Any) -> None:
        """Have the machine do it. It takes a moment: `changed` is called then.

        A choice replaces the one before it: with `network` the Wi-Fi that was named before is forgotten.
        """
        if "network" in choice:
            self.chosen.pop("wifi", None)
        self.chosen.update(choice)
        # All that was chosen: a request that is not read yet is replaced by this one.
        self._send(MachineRequest(self._next(), MachineChoice(**self.chosen)))

    def look(self) -> None:
        """Have the machine look for the Wi-Fis in reach. A choice that it has not read yet goes with it."""
        unread = MachineChoice(**self.chosen) if self._request_file.exists() else MachineChoice()
        self._send(MachineRequest(self._next(), unread, look=True))

    def notices(self) -> list[Notice]:
        """Return what is wrong with it."""
        fault = self.status.fault
        told = []
        if fault is not None:
            facts: Facts = {"file": fault.file, "line": fault.line, "key": fault.key, "message": fault.what}
            told.append(Notice("machine_config", facts))
        if self.status.imager:
            names, keys = ", ".join(self.status.imager), ", ".join(keys_for(self.status.imager))
            told.append(Notice("machine_imager", {"files": names, "lines": keys}))
        if not self.status.kept:
            told.append(Notice("machine_volatile"))
        return told

    def close(self) -> None:
        """Stop watching: no page shows it any more."""
        self.changed = lambda: None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _send(self, request: MachineRequest) -> None:
        try:
            write_whole(self._request_file, msgspec.json.encode(request), 0o600)
        except OSError as fault:
            log.warning("%s: %s", self._request_file, fault)
        self._waits_until = time.monotonic() + UNANSWERED_S
        self.watch()

    def watch(self) -> None:
        """Look for news until the last request is answered."""
        if self._timer is None:
            self._timer = self._later(self._look_again, LOOK_AGAIN_S)

    def _look_again(self) -> None:
        self._timer = None
        if self.read():
            if self.status.timezone is not None:
                time.tzset()
            self._hear_answer()
            self.changed()
        if self.waiting:
            self.watch()

    def _hear_answer(self) -> None:
        """Handle a refused request: what it would have changed is asked for again, and the table shows a notice."""
        answer = self.status.answer
        if answer is None or answer.number != self._number:
            return
        refused = answer.code == "bad_request"
        if refused:
            self.chosen.clear()
        if refused or self._refused:
            self.tell(Notice("machine_refused", gone=not refused))
        self._refused = refused


def find_machine(root: Path, later: Callable[[Callable[[], None], float], Any]) -> Machine | None:
    """Return the machine, if this is a card image; None elsewhere."""
    return Machine(root, later) if (root / str(STATUS).lstrip("/")).exists() else None
