"""`companion readers`: what is on the serial ports, said in words, and its entry in the owner's file."""

from __future__ import annotations

import contextlib
import os
import sys
import termios
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.engine.config import ConfigError
from companion.engine.foreign import of_system
from companion.engine.text import N_, in_words
from drivers.config import FOUND as FOUND_FILE
from drivers.config import ReaderConfig, TableConfig, load_table, with_found
from drivers.discovery.cards import laid, pcsc_readers
from drivers.discovery.entry import NotWritten, best_name, free_name, of_port, put_entry, toml_entry
from drivers.discovery.keys import KeyboardFound, keyboards, wait_for_tap
from drivers.discovery.probe import ProbeResult, Socket, find_reader, sockets
from drivers.discovery.recognise import Candidate
from drivers.readers import KEYBOARD, PCSC, protocol
from drivers.readers.key_device import FOLDER
from drivers.readers.pcsc_library import Context
from drivers.readers.pcsc_port import OpenContext, is_name

FOUND, NOT_FOUND, NOT_WRITTEN = 0, 1, 2
"""Exit status: a reader was recognised (and written, if wanted); none was; the file is as it was."""

Translate = Callable[[str], str]


NO_PORTS = N_("There is no serial port on this machine. Is the reader's USB cable in?")
LAY_A_TAG = N_(
    "nobody answers. Lay a tag on this reader and leave it there; if nothing happens, take it up and lay it down again…"
)
ANSWERED = N_("{protocol} answers: {version}")
BOARD_FOUND = N_("antenna_board: of its antennas {antennas} answer; each is a reader with a zone or a seat of its own.")
READ = N_("{protocol} at {baud} bits per second: it reads {uid}")
SENDS_ONCE = N_("It sends a tag once when it arrives, so nothing tells when a tag goes.")
OR_ELSE = N_("It may also be {others}.")
NOISE = N_(
    "Bytes came ({received}), but no reader is known that sends them. Are its ground and its speed right? Take a tag "
    "away and lay it down again, or try another reader."
)
STRANGE = N_("Lines came in which no tag was found: {lines}. Lay the same tag on twice, so that its line is learnt.")
LEARNT = N_("Its sketch prints “{label}” before the number: two taps have shown it.")
SILENT = N_(
    "nothing came. Does it have power, does its TX go to RX here, and is the tag of its kind (125 kHz, 13.56 MHz, UHF)?"
)
TROUBLES = {
    "absent": N_("is not there. Is the reader's USB cable in?"),
    "denied": N_("may not be opened. Do `sudo usermod -aG dialout {user}`, then log in anew."),
    "busy": N_("is in use by another program. If that is the companion: `sudo systemctl stop companion.target`."),
    "fails": N_("cannot be opened: {detail}"),
}
KEYS_TAP = N_("Keyboards ({names}): is one of them a reader? Then lay a tag on it…")
KEYS_DENIED = N_("{names} may not be read. Do `sudo usermod -aG input {user}`, then log in anew.")
CARDS_TAP = N_("PC/SC readers ({names}): lay a card on the one that is wanted…")
CARDS_READ = N_("{name} reads {uid}.")
CARDS_NONE = N_("No card came that tells its number.")
CARDS_TROUBLES = {
    "off": N_("PC/SC: pcscd does not run. Do `sudo apt install pcscd`, or `sudo systemctl start pcscd.socket`."),
    "denied": N_(
        "PC/SC: pcscd does not let {user} in. `sudo make install` brings the rule for the companion's own user."
    ),
    "kernel": N_(
        "PC/SC: the kernel's own driver has the reader. Do `sudo modprobe --remove pn533_usb`, then plug it in anew."
    ),
}
ENTRY = N_("This belongs into {file} (`--write` puts it there):")
WRITTEN = N_("Written into {file} as the reader “{name}”.")
ALREADY = N_("{file} has it already, as the reader “{name}”.")
UNCHANGED = N_("{file} was not changed: {reason}")


def _forget_typed() -> None:
    """Forget what a reader has typed into the terminal meanwhile: it is no command of the owner's."""
    with contextlib.suppress(OSError, ValueError, termios.error):
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _device(port: str) -> Path:
    return Path(port).resolve()


class Search:
    """One run of the command. `file`: the owner's table.toml; `name`: what a reader that is found is to be called."""

    def __init__(
        self,
        file: Path,
        translate: Translate,
        wait_s: float = 20.0,
        name: str | None = None,
        say: Callable[[str], object] = print,
        inputs: Path = FOLDER,
        open_context: OpenContext = Context,
        data: Path | None = None,
    ) -> None:
        """
        :param inputs: the folder of the input devices.
        :param data: the folder of the journal, which has the readers that were found on the screen.
        :param open_context: opens a conversation with pcscd.
        """
        self._open_context = open_context
        self._file = file
        self._translate = translate
        self._say = say
        self._wait_s = wait_s
        self._name = name
        self._given: set[str] = set()
        self._inputs = inputs
        self._data = data
        self._user = os.environ.get("SUDO_USER") or os.environ.get("USER") or "$USER"

    def run(self, ports: Sequence[str], write: bool) -> int:
        """Look at `ports`, or at all that there are; the exit status. Keyboards come last: where no other was found."""
        typing = [port for port in ports if Path(port).is_relative_to(self._inputs)]
        asked = not ports or any(map(is_name, ports))
        cards, trouble = pcsc_readers(self._open_context) if asked else ([], "")
        named = [port for port in ports if port in cards]
        serial = [port for port in ports if port not in typing and port not in named]
        places = [Socket(best_name(port), port) for port in serial] or ([] if ports else sockets())
        keys, denied = keyboards(self._inputs) if typing or not ports else ([], [])
        if not (places or keys or denied or cards or trouble in CARDS_TROUBLES):
            self._tell(NO_PORTS)
            return NOT_FOUND
        status = self._lines(places, write)
        if status == NOT_FOUND:
            status = self._cards([one for one in cards if one in named or not named], trouble, write)
        if denied and status == NOT_FOUND:
            self._tell(KEYS_DENIED, names=", ".join(denied), user=self._user)
        return self._keys(keys, typing, write) if keys and status == NOT_FOUND else status

    def _cards(self, readers: Sequence[str], trouble: str, write: bool) -> int:
        """Wait for a card on one of these that is no reader of the table yet."""
        if trouble in CARDS_TROUBLES:
            self._tell(CARDS_TROUBLES[trouble], user=self._user)
            return NOT_FOUND
        there = self._table()
        wanted = [one for one in readers if of_port(there, one) is None]
        for one in readers:
            if (reader := of_port(there, one)) is not None:
                self._say(one)
                self._tell_known(reader)
        if not wanted:
            return FOUND if readers else NOT_FOUND
        self._tell(CARDS_TAP, names=", ".join(wanted))
        try:
            found = laid(wanted, self._wait_s, self._open_context)
        except OSError as error:
            self._say(f"  {in_words(of_system(error), self._translate)}")
            return NOT_FOUND
        if found is None:
            self._tell(CARDS_NONE, "  ")
            return NOT_FOUND
        name, uid = found
        self._tell(CARDS_READ, "  ", name=name, uid=uid)
        return FOUND if self._entered(name, Candidate(PCSC, uid), 0, write) else NOT_WRITTEN

    def _own(self) -> TableConfig:
        """
        :raises ConfigError: if something is wrong in the owner's file.
        """
        return load_table(self._file) if self._file.exists() else TableConfig()

    def _with_found(self, own: TableConfig) -> TableConfig:
        return own if self._data is None else with_found(own, self._data)

    def _table(self) -> TableConfig:
        """Return what is known already; a mistake in it is reported when the entry is written."""
        try:
            return self._with_found(self._own())
        except ConfigError:
            return self._with_found(TableConfig())

    def _tell_known(self, reader: ReaderConfig) -> None:
        """Say which file has this reader."""
        try:
            own = reader in self._own().readers
        except ConfigError:
            own = False
        file = self._file if own or self._data is None else self._data / FOUND_FILE
        self._say("  " + self._translate(ALREADY).format(file=file, name=reader.name))

    def _keys(self, keys: Sequence[KeyboardFound], ports: Sequence[str], write: bool) -> int:
        """Wait for a tap on one of these keyboards (or `ports` of them) that is no reader of the table yet."""
        there = self._table()
        free = [one for one in keys if of_port(there, one.port) is None]
        named = [one for one in keys if not ports or _device(one.port) in map(_device, ports)]
        wanted = [one for one in named if one in free]
        for one in named:
            if (reader := of_port(there, one.port)) is not None:
                self._say(f"{one.port} ({one.name})")
                self._tell_known(reader)
        if not wanted:
            return FOUND if named else NOT_FOUND
        self._tell(KEYS_TAP, names=", ".join(dict.fromkeys(one.name for one in wanted)))
        try:
            found = wait_for_tap(
                wanted, free, self._wait_s, lambda told: self._say(f"  {in_words(told, self._translate)}")
            )
        finally:
            _forget_typed()
        if found is None:
            return NOT_FOUND
        one, uid = found
        self._tell(SENDS_ONCE, "  ")
        return FOUND if self._entered(one.port, Candidate(KEYBOARD, uid, device=one.name), 0, write) else NOT_WRITTEN

    def _lines(self, places: Sequence[Socket], write: bool) -> int:
        status = NOT_FOUND
        for place in places:
            self._head(place)
            found = find_reader(place.port, self._wait_s, lambda: self._tell(LAY_A_TAG, "  "))
            self._show_found(found)
            if not found.candidates:
                continue
            status = FOUND if status == NOT_FOUND else status
            if not self._entered(place.port, found.candidates[0], found.baud, write):
                status = NOT_WRITTEN
        return status

    def _head(self, place: Socket) -> None:
        about = ", ".join(part for part in (place.device, place.about) if part and part != place.port)
        self._say(place.port + (f" ({about})" if about else ""))

    def _show_found(self, found: ProbeResult) -> None:
        if found.trouble:
            self._tell(TROUBLES[found.trouble], "  ", detail=found.detail, user=self._user)
            return
        if not found.candidates:
            if found.strange:
                self._tell(STRANGE, "  ", lines=" · ".join(found.strange))
                return
            self._tell(NOISE if found.received else SILENT, "  ", received=found.received)
            return
        best, *others = found.candidates
        if best.antennas:
            self._tell(BOARD_FOUND, "  ", antennas=best.version)
        elif best.version:
            self._tell(ANSWERED, "  ", protocol=best.protocol, version=best.version)
        else:
            self._tell(READ, "  ", protocol=best.protocol, baud=found.baud, uid=best.uid)
            if best.label:
                self._tell(LEARNT, "  ", label=best.label)
            if not protocol(best.protocol).repeats:
                self._tell(SENDS_ONCE, "  ")
            if others:
                self._tell(OR_ELSE, "  ", others=", ".join(other.protocol for other in others))

    def _entered(self, port: str, best: Candidate, baud: int, write: bool) -> bool:
        """Show the entry or write it, of a board one for each antenna; False if it cannot be written."""
        antennas: list[int | None] = [*range(1, best.antennas + 1)] if best.antennas else [None]
        return all(self._entered_one(port, best, baud, antenna, write) for antenna in antennas)

    def _entered_one(self, port: str, best: Candidate, baud: int, antenna: int | None, write: bool) -> bool:
        try:
            table = self._with_found(self._own())
            there = of_port(table, port, antenna)
            entry = self._entry(table, there, port, best, baud, antenna)
            same = None if there is None else (there.protocol, there.settings().baud, there.label, there.antenna)
            if there is not None and same == (entry.protocol, baud, entry.label, antenna):
                self._tell_known(there)
                return True
            if not write:
                if antenna in (None, 1):
                    self._tell(ENTRY, "  ")
                self._say(toml_entry(entry))
                return True
            put_entry(self._file, entry)
        except ConfigError as error:
            self._tell(UNCHANGED, "  ", reason=error.in_one_line(self._translate))
        except NotWritten as error:
            self._tell(UNCHANGED, "  ", reason=in_words(error.what, self._translate))
        except OSError as error:
            self._tell(UNCHANGED, "  ", reason=in_words(of_system(error), self._translate))
        else:
            self._tell(WRITTEN, "  ", name=entry.name)
            return True
        return False

    def _entry(
        self, table: TableConfig, there: ReaderConfig | None, port: str, best: Candidate, baud: int, antenna: int | None
    ) -> ReaderConfig:
        name = self._name or (there.name if there is not None else free_name(table, self._given))
        self._name = None  # one name for one reader
        self._given.add(name)
        own = baud if baud != protocol(best.protocol).baud else None
        return ReaderConfig(
            name=name,
            port=port,
            protocol=best.protocol,
            label=best.label,
            device=best.device,
            antenna=antenna,
            baud=own,
        )

    def _tell(self, message: str, indent: str = "", **facts: object) -> None:
        self._say(indent + self._translate(message).format(file=self._file, **facts))
