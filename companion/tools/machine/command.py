"""`companion machine`: what the units of the card image run, as root."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, structs

from companion.engine import typed
from companion.engine.atomic_file import read_whole, write_whole
from companion.engine.config import BadValue, ConfigError
from companion.engine.files import read_file
from companion.engine.foreign import of_system
from companion.engine.text import Text
from companion.rights import acting_as, in_place, owner_of
from companion.tools.machine.imager import left_on
from companion.tools.machine.settings import (
    MachineChoice,
    MachineSettings,
    check_choice,
    load_settings,
    merge_choice,
    missing,
)
from companion.tools.machine.status import (
    LARGEST,
    REQUEST,
    STATUS,
    FileMistake,
    MachineRequest,
    MachineStatus,
    NetworkState,
    RequestOutcome,
)
from companion.tools.machine.system import MachineSystem

log = logging.getLogger(__name__)

FILE = "boot/firmware/companion.toml"
KEPT = "state/machine/settings.json"
CARD_TABLE = "boot/firmware/table.toml"
TABLE = "etc/companion/table.toml"


class SavedState(Struct, frozen=True):
    """The saved state. `file`, `table`: hashes of the card's `companion.toml` and `table.toml` as read last.
    `imager`: files of Raspberry Pi Imager that were named already."""

    settings: MachineSettings = MachineSettings()
    file: str = ""
    table: str = ""
    imager: tuple[str, ...] = ()


@dataclass
class MachineSetter:
    """The machine with its chosen settings."""

    system: MachineSystem

    def start(self) -> None:
        """Run at every start: read the card's file if it has changed, apply all settings, report what is missing."""
        old = self.system.path(str(STATUS))
        with self.system.acting_in(old):
            old.unlink(missing_ok=True)
        kept, fault = self._read_file(self._take_table(self._remembered()))
        found = left_on(self.system.path(FILE).parent)
        fresh = tuple(name for name in found if name not in kept.imager)
        kept = structs.replace(kept, imager=found)
        self._remember(kept)
        for key, error in self.system.set_all(kept.settings).items():
            fault = fault or _fault(self.system.path(FILE), of_system(error), 0, key)
        self._tell(kept.settings, fault=fault, link="trying" if kept.settings.network == "wifi" else "off")
        if fresh:
            self._change(imager=fresh)

    def answer(self) -> None:
        """Carry out the request that the kiosk has written."""
        number = 0
        try:
            request = typed.from_json(self._request(), MachineRequest)
            number = request.number
            check_choice(self.system.known, request.choice)
        except (OSError, msgspec.MsgspecError, BadValue, UnicodeDecodeError) as fault:
            log.warning("a request that cannot be used: %s", fault)
            self._change(answer=RequestOutcome(number, "bad_request"))
            return
        if request.look:
            self._change(networks=self.system.networks(self._remembered().settings), looked=True)
        if request.choice == MachineChoice():
            self._change(answer=RequestOutcome(request.number, "ok"))
            return
        try:
            self._choose(request)
        except OSError as error:
            log.warning("a choice has no effect: %s", error)
            self._change(answer=RequestOutcome(number, "not_kept"))

    def _request(self) -> bytes:
        """Read and remove the kiosk's request: a bad one is read once. Done as the user who owns the folder.

        :raises OSError: if it cannot be read.
        """
        path = self.system.path(str(REQUEST))
        taken = path.with_name(path.name + ".taken")
        with self.system.acting_in(path):
            take_away(taken)
            try:
                path.replace(taken)  # what the kiosk writes from now on is another request
                return read_small(taken)
            finally:
                take_away(taken)

    def _choose(self, request: MachineRequest) -> None:
        kept, choice = self._remembered(), request.choice
        settings = merge_choice(kept.settings, choice)
        saved = self._remember(structs.replace(kept, settings=settings))
        if choice.timezone is not None:
            self.system.set_timezone(choice.timezone)
        code: Literal["ok", "not_kept"] = "ok" if saved else "not_kept"
        joins = settings.network == "wifi" and (choice.wifi is not None or choice.network is not None)
        link: NetworkState | None = "trying" if joins else "off" if choice.network == "none" else None
        self._tell(settings, answer=RequestOutcome(request.number, code), link=link)
        if choice.wifi is not None or choice.network is not None:
            self.system.set_network(settings)
        if joins:
            self._change(link="up" if self.system.joined() else "failed")

    # -- what is remembered --------------------------------------------------------------------------------------

    def _remembered(self) -> SavedState:
        try:
            return read_whole(self.system.path(KEPT), SavedState) or SavedState()
        except ConfigError as fault:
            log.warning("%s: it starts anew", fault)
            return SavedState()

    def _remember(self, kept: SavedState) -> bool:
        """Return whether it is there after a restart."""
        if not self.system.keeps():
            return False
        try:
            write_whole(self.system.path(KEPT), msgspec.json.encode(kept), 0o600)
        except OSError as fault:
            log.warning("%s: %s", KEPT, fault)
            return False
        return True

    def _read_file(self, kept: SavedState) -> tuple[SavedState, FileMistake | None]:
        """Return the settings with the owner's changes in the card's file since the last reading; none if it has a
        mistake."""
        path = self.system.path(FILE)
        try:
            mark = hashlib.sha256(read_file(path)).hexdigest()
            chosen = load_settings(path, self.system.known)
        except FileNotFoundError:
            return kept, None
        except OSError as fault:
            return kept, _fault(path, of_system(fault))
        except ConfigError as fault:
            return kept, _fault(path, fault.what, fault.line, fault.key)
        if mark == kept.file:
            return kept, None
        return structs.replace(kept, settings=merge_choice(kept.settings, chosen), file=mark), None

    def _take_table(self, kept: SavedState) -> SavedState:
        """Copy the card's `table.toml` to /etc/companion, if it has changed since the last time; the one before stays
        as `.bak`. The kiosk reports a mistake in it."""
        card, own = self.system.path(CARD_TABLE), self.system.path(TABLE)
        try:
            with acting_as(owner_of(card)):
                data = read_small(card)
            mark = hashlib.sha256(data).hexdigest()
            if mark == kept.table:
                return kept
            if own.is_file() and not own.is_symlink():
                write_whole(own.with_name(own.name + ".bak"), read_file(own), 0o644)
            write_whole(own, data, 0o644)
        except FileNotFoundError:
            return kept
        except OSError as fault:
            log.warning("%s: %s", CARD_TABLE, fault)
            return kept
        return structs.replace(kept, table=mark)

    # -- what is reported --------------------------------------------------------------------------------------------

    def _status(self) -> MachineStatus:
        try:
            return read_whole(self.system.path(str(STATUS)), MachineStatus) or MachineStatus()
        except ConfigError:
            return MachineStatus()

    def _tell(
        self,
        settings: MachineSettings,
        fault: FileMistake | None = None,
        answer: RequestOutcome | None = None,
        link: NetworkState | None = None,
    ) -> None:
        old = self._status()
        new = MachineStatus(
            language=settings.language,
            timezone=settings.timezone,
            network=settings.network,
            wifi_name=settings.wifi.name if settings.wifi is not None and settings.network == "wifi" else None,
            hostname=settings.hostname,
            missing=tuple(missing(settings)),
            wireless=self.system.radio() is not None,
            link=old.link if link is None else link,
            networks=old.networks,
            looked=old.looked,
            kept=self.system.keeps(),
            fault=old.fault if fault is None else fault,
            imager=old.imager,
            answer=old.answer if answer is None else answer,
        )
        self._write(new)

    def _change(self, **changes: object) -> None:
        self._write(structs.replace(self._status(), wireless=self.system.radio() is not None, **changes))

    def _write(self, status: MachineStatus) -> None:
        write_whole(self.system.path(str(STATUS)), msgspec.json.encode(status))


def _fault(path: Path, what: Text, line: int = 0, key: str = "") -> FileMistake:
    return FileMistake(path.name, line, key, str(what), what)


def read_small(path: Path) -> bytes:
    """Return the content of a file that another process has written: no link, no pipe, not large.

    :raises OSError: if it is none of these, or cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        seen = os.fstat(handle)
        if not stat.S_ISREG(seen.st_mode) or seen.st_size > LARGEST:
            raise OSError(f"{path} is no small file")
        return os.read(handle, LARGEST)
    finally:
        os.close(handle)


def take_away(path: Path) -> None:
    """Remove a file or folder of any kind, so that the next request can be written."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def run(root: Path, start: bool) -> None:
    """Run once: at the start of the machine, or for one request."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="companion: %(message)s")
    machine = MachineSetter(MachineSystem(root))
    with in_place(root):
        if start:
            machine.start()
        else:
            machine.answer()
