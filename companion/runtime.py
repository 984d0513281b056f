"""The only module that knows the engine, the drivers and the kiosk: it connects the drivers to the table, and the table
to its listeners.

Only the command line imports it.
"""

from __future__ import annotations

import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion import logs
from companion.engine import supervised
from companion.engine.clock import Clock, RealClock
from companion.engine.config import ConfigError
from companion.engine.journal import JournalError
from companion.engine.player_names import plain
from companion.engine.printed_number import KnownTags
from companion.engine.refused import Refused
from companion.engine.requests import Now, PostNotice
from companion.engine.signals import ReaderState, Signal, Tag, by_hand
from companion.engine.text import Text
from companion.engine.update import Notice
from companion.games.registry import BOXES, Books, Games
from companion.lights import Mirror
from companion.notify import LoopProof, Post, Watchdog, notify, watchdog_s
from companion.opening import build_table
from companion.options import PACKAGED_CONFIG, KioskOptions
from companion.parts import parts
from companion.spoken import system_language
from companion.uplink.outbox.host import OutboxHost
from companion.web.desk.host import PagesHost

if TYPE_CHECKING:
    from companion.headless import Headless
    from companion.tools.doctor.finding import Case, Check, Finding
    from companion.tools.doctor.live import Live
    from companion.tools.printing.look import PrintStyle
    from drivers.config import TableConfig
    from drivers.lamps import Lamps
    from drivers.simulated.control import Control
    from drivers.simulated.panel import VirtualPanel
    from drivers.simulated.reader import VirtualReader
    from drivers.simulated.table import SimulatedTable
    from drivers.table import Hardware

log = logging.getLogger(__name__)
BOXES_AFTER_S = 1.0
"""The first screen is shown before the boxes are read."""


class Runtime:
    """A table with all its drivers and listeners. The kiosk holds one; so does a test of the whole path.

    runtime = Runtime(options); runtime.table.listen(...); runtime.start(); ...; runtime.close()
    """

    def __init__(self, options: KioskOptions, clock: Clock | None = None) -> None:
        """Load the settings; a wrong table.toml or lamps.toml is only a notice.

        :raises JournalError: as `open_journal`.
        """
        self.options = options
        self.clock: Clock = clock or RealClock()
        self.games = Games(options.config)
        self._tags: dict[str, KnownTags] = {}
        """By game; read when they are wanted, and again after `renew`."""
        self.books = Books(options.config)
        self.table, self._pending = build_table(options.data, options.config, self.clock, self.games)
        self.outbox = OutboxHost(self.table, options.data, options.config, options.link)
        self.pages = PagesHost(self.table, options.data, options.config, options.pages)
        for forget in (logs.forget_name, self.pages.forget):
            self.table.engine.forgotten.add(forget)
        self.hardware: Hardware | None = None
        self.tag_hook: Callable[[Tag], bool] | None = None
        """Gets a tag before the table does, while cards are enrolled or compared; True if it consumed the tag."""
        self.signal_hook: Callable[[Signal], bool] | None = None
        """Gets every signal first, while the hardware is examined; True if it consumed the signal."""
        self.on_activity: Callable[[], None] | None = None
        """Called for each tag that comes, each button that goes down and each turn of a dial."""
        self.virtual: SimulatedTable | None = None
        self.panel: VirtualPanel | None = None
        self._unwatched: Callable[[], None] = lambda: None
        """Ends the subscription to threads that end."""
        self._config: TableConfig | None = None
        self._control: Control | None = None
        self._answers: Headless | None = None
        self._watchdog: Watchdog | None = None
        self._window: LoopProof | None = None
        self._boxes: threading.Timer | None = None
        self._prepare_hardware()

    @property
    def lamps(self) -> Lamps | None:
        """The lamps of the table, None if the config is unusable."""
        return self.hardware.lamps if self.hardware is not None else None

    def light(self, cue: str, count: int | None = None) -> None:
        """Light a cue that a screen plays at a moment of its own. From any thread; returns at once."""
        if self.lamps is not None:
            self.lamps.cue(cue, count)

    @property
    def reader(self) -> VirtualReader | None:
        """The first virtual reader, with `--simulate`."""
        return next(iter(self.virtual.readers.values()), None) if self.virtual is not None else None

    @property
    def buttons(self) -> bool:
        """Whether the table has pins with push buttons."""
        config = self._config
        return config is not None and config.pins.factory != "none" and bool(config.panel.pins)

    @property
    def has_readers(self) -> bool:
        """Whether a reader is configured."""
        return self.hardware is not None and self._config is not None and bool(self._config.readers)

    @property
    def live(self) -> Live | None:
        """The hardware as it is at this moment, None if the config is unusable."""
        if self.hardware is None or self._config is None:
            return None
        from drivers.doctor.live import LiveHardware

        return LiveHardware(self._config, self.hardware)

    def examine(self) -> list[Finding]:
        """Run every check inside the running companion: what it has open is reported, not tried. Takes seconds."""
        from companion.tools.doctor.finding import Case, run_checks

        return run_checks(doctor_checks(Case(self.options.data, self.options.config, quick=True, live=self.live)))

    def support(self, findings: Sequence[Finding]) -> Path:
        """Write the support file; its path.

        :raises OSError: if it cannot be written.
        """
        from companion.tools.doctor.support import write_support

        data, config = self.options.data, self.options.config
        return write_support(data, findings, settings_in_short(data, config))

    def _prepare_hardware(self) -> None:
        from drivers.config import load_table, with_found
        from drivers.light_table import load_lights
        from drivers.table import Hardware

        folder = self.options.config
        self._pending += wrong_settings(folder)
        try:
            config = with_found(load_table(folder / "table.toml"), self.options.data)
        except ConfigError:
            return
        try:
            lights = load_lights(folder / "lamps.toml")
        except ConfigError:
            lights = load_lights(PACKAGED_CONFIG / "lamps.toml")
        if self.options.simulate:
            from drivers.simulated.table import SimulatedTable

            self.virtual = SimulatedTable(config)
            config = self.virtual.config
        self._config = config
        self.outbox.lights = lights
        engine = self.table.engine
        engine.zones = {reader.name: reader.zone for reader in config.readers if reader.zone}
        engine.seats_of_readers = {reader.name: plain(reader.seat) for reader in config.readers if reader.seat}
        self.hardware = Hardware(config, lights, self.receive, self.clock, self._knows)

    def adopt_reader(self, report: Callable[[Text], object], given_up: threading.Event) -> bool:
        """Wait for a tag on a keyboard that is no reader yet, and make it one; return whether there is one more now.

        Takes long: on a thread of its own.
        :param report: receives what must be done, and the outcome.
        :param given_up: set by the caller that no longer waits for it.
        """
        from drivers.config import FOUND
        from drivers.discovery.adopt import add_reader

        if self.hardware is None or self._config is None:
            return False
        reader = add_reader(self._config, self.options.data / FOUND, report, given_up)
        if reader is None:
            return False
        self._config = replace(self._config, readers=[*self._config.readers, reader])
        self.hardware.add(reader)
        return True

    def receive(self, signal: Signal) -> None:
        """Take a signal of the hardware, on a thread of its driver."""
        on_activity, signal_hook, tag_hook = self.on_activity, self.signal_hook, self.tag_hook
        if on_activity is not None and by_hand(signal):
            on_activity()
        if signal_hook is not None and signal_hook(signal) and not isinstance(signal, ReaderState):
            return
        if tag_hook is not None and isinstance(signal, Tag) and tag_hook(signal):
            return
        self.table.post(signal)

    def _knows(self, uid: str) -> bool:
        """Return whether a tag is enrolled: then one read of it is believed."""
        return self.owner_of(uid) is not None

    def owner_of(self, uid: str) -> str | None:
        """Return the game whose box knows this tag, for the message that it is on the wrong table."""
        return next((game for game in BOXES if self._tags_of(game).meant(uid)), None)

    def _tags_of(self, game: str) -> KnownTags:
        """Return the uids of a game's box; none if its file cannot be used, which is refused with the reason when that
        game is opened."""
        read = self._tags
        if game not in read:
            try:
                read[game] = KnownTags(BOXES[game].tags(self.options.config))
            except (ConfigError, Refused):
                return KnownTags(())
        return read[game]

    def renew(self) -> None:
        """Forget the boxes, as one was changed: they are read again when they are needed."""
        self._tags = {}

    def start(self) -> None:
        """Start the engine, then the hardware; announce what is missing."""
        if self.options.control is not None:
            from companion.headless import Headless

            self._answers = Headless(self.table, moves=True)  # now, so that it receives the first notices
        self._unwatched = supervised.supervise_threads(self._stay_off)
        self.table.start()
        network = self.hardware.network if self.hardware is not None else None
        if network is not None:
            self.outbox.subscribers.append(network)
        self.outbox.try_to_start()
        if self.hardware is not None:
            self.hardware.start()
            self.table.listen(Mirror(self.hardware.lamps))
            self.panel = self._virtual_panel(self.hardware)
        for notice in (*self._pending, *self._missing()):
            self.table.post(PostNotice(notice))

    def _stay_off(self, names: tuple[str, ...]) -> None:
        facts = {"parts": parts(names)} if names else {}
        self.table.post(PostNotice(Notice("parts_off", facts, gone=not names)))

    def try_again(self) -> None:
        """Begin the services again that stay off. Returns at once."""
        supervised.try_again()

    def ready(self, post: Post) -> None:
        """Notify systemd that the window is there and its loop runs, and give signs of life from now on.

        The boxes are read soon after: otherwise the first tag of the evening would wait for them (10 ms on a PC). Then
        the journal is copied.

        :param post: hands a call to the loop of the window.
        """
        self._boxes = threading.Timer(BOXES_AFTER_S, self._settle)
        self._boxes.daemon = True
        self._boxes.start()
        self._window = LoopProof(post)
        notify("READY=1")
        period = watchdog_s()
        if period is not None:
            self._watchdog = Watchdog(self.alive, period)

    def _settle(self) -> None:
        self._knows("")
        self.table.engine.journal.copy()

    def _virtual_panel(self, hardware: Hardware) -> VirtualPanel | None:
        """Return a panel that presses mock pins: of a virtual table, or those that table.toml asks for."""
        config = self._config
        if config is None or config.pins.factory != "mock" or hardware.factory is None:
            return None
        from drivers.simulated.panel import VirtualPanel

        return VirtualPanel(hardware.factory, config.panel, config.lamps, config.encoders)

    def open_control(
        self,
        picture: Callable[[Path], None],
        touch: Callable[[float, float], None],
        keys: Callable[[], list[dict[str, Any]]],
        leave: Callable[[], None],
    ) -> None:
        """Open the control channel if `options.control` names one.

        :param picture: writes what the window shows to a PNG file; called on the channel's thread.
        :param touch: a finger on the window, px from its upper left corner; called on the channel's thread.
        :param keys: what can be touched on it, and where; called on the channel's thread.
        :param leave: ends the kiosk; returns at once.
        :raises ControlUnavailable: if the socket cannot be opened.
        """
        if self.options.control is None or self._answers is None or self._control is not None:
            return
        from drivers.simulated.control import Control, ControlActions

        hands = ControlActions(self.panel, picture, touch, keys, leave, self._answers.answer)
        self._control = Control(self.options.control, hands.answer)

    def _missing(self) -> Iterator[Notice]:
        """Announce what is missing at the start. A reader with a port reports by itself when it is lost or back."""
        for notice in self.hardware.notices if self.hardware is not None else ():
            if not (notice.code == "reader_missing" and notice.facts["port"]):
                yield Notice(notice.code, dict(notice.facts))

    def alive(self, seconds: float) -> bool:
        """Return whether the engine and, once it is there, the window both answer within `seconds` together."""
        try:
            self.table.ask(Now(), timeout=seconds / 2)
        except (TimeoutError, Refused):
            return False
        return self._window is None or self._window.answers(seconds / 2)

    def close(self) -> None:
        """Stop the hardware, then the engine; the journal is closed last."""
        notify("STOPPING=1")
        steps: list[Callable[[], None]] = []
        if self._boxes is not None:
            self._boxes.cancel()
            steps.append(self._boxes.join)
        if self._window is not None:
            steps.append(self._window.end)
        if self._control is not None:
            steps.append(self._control.close)
        steps += [self.pages.close, self.outbox.close]
        if self._watchdog is not None:
            steps.append(self._watchdog.stop)
        if self.hardware is not None:
            steps.append(self.hardware.stop)
        if self.virtual is not None:
            steps.append(self.virtual.close)
        for step in [*steps, self.table.close, self._unwatched]:
            try:
                step()
            except (TimeoutError, OSError, JournalError) as error:
                log.error("while closing: %s", error)


def wrong_settings(folder: Path) -> tuple[Notice, ...]:
    """Return the mistakes in the table's own settings files, as one notice: each is read by itself, and the rest
    holds."""
    from companion.uplink.link.settings import load_link
    from companion.web_settings import load_web
    from drivers.config import load_table
    from drivers.light_table import load_lights
    from kiosk.sound.config import load_sound_config

    reads: tuple[Callable[[], object], ...] = (
        lambda: load_table(folder / "table.toml"),
        lambda: load_lights(folder / "lamps.toml"),
        lambda: load_sound_config(folder / "sound.toml"),
        lambda: load_web(folder),
        lambda: load_link(folder),
    )
    found: list[ConfigError] = []
    for read in reads:
        try:
            read()
        except ConfigError as error:
            log.error("%s", error)
            found.append(error)
    return (Notice("config", {**found[0].facts, "where": " · ".join(one.place for one in found)}),) if found else ()


def run_kiosk(options: KioskOptions) -> int:
    """Hand over to the kiosk until its window closes or SIGTERM comes; Kivy is imported here and nowhere before."""
    from kiosk.window.start import run

    signal.signal(signal.SIGTERM, _end_now)  # until the window is there: then the kiosk ends with it
    return run(options, Runtime)


def _end_now(_number: int, _frame: object) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)  # a second signal must not interrupt the orderly end
    sys.exit(0)


def doctor_checks(case: Case) -> list[Check]:
    """Return every check of every room, against this machine."""
    from companion.tools.doctor.machine import checks as machine
    from companion.uplink.link.probe import subscribe
    from drivers.doctor import checks as hardware
    from drivers.doctor.system import HardwareSystem
    from kiosk.doctor import checks as screen_and_sound

    system = HardwareSystem()
    system.subscribe = subscribe
    return [*screen_and_sound(system, case), *hardware(system, case), *machine(system, case)]


def seek_readers(
    data: Path, config: Path, lang: str | None, ports: Sequence[str], wait_s: float, name: str | None, write: bool
) -> int:
    """Run `companion readers`; return its exit status."""
    from drivers.discovery.command import Search

    words = doctor_words(lang, data)
    return Search(config / "table.toml", words, wait_s, name, data=data).run(ports, write)


def draw_wiring(
    data: Path, config: Path, lang: str | None, table: Path | None, svg: Path | None, png: Path | None, parts: bool
) -> int:
    """Run `companion wiring`; return its exit status."""
    from companion.presentation.fonts import face_file
    from drivers.wiring.command import run
    from kiosk.sound.config import load_sound_config

    file = table or config / "table.toml"
    try:
        card = load_sound_config(file.with_name("sound.toml")).device
    except ConfigError:  # the doctor reports it
        card = ""
    fonts = [Path(face_file("bold")), Path(face_file("text")), Path(face_file("text_bold"))]
    return run(file, doctor_words(lang, data), svg, png, card, fonts, parts=parts)


def measure(json_file: Path | None) -> int:
    """Run `companion measure`; return its exit status."""
    from kiosk.measure import run
    from kiosk.measure.figure import table

    table((figure for part in (run.start, run.idle, run.taps) for figure in part(run.once)), json_file, {})
    return 0


def doctor_words(lang: str | None, data: Path) -> Callable[[str], str]:
    """Return the words of a terminal or of paper: in `lang`, else in the system's language, else the last chosen."""
    from companion.presentation import i18n
    from kiosk.storage.settings import SettingsFile

    chosen = SettingsFile(data)
    lang = lang or system_language()
    i18n.set_language("en" if (lang or chosen.now.language) == "en" else "fr")
    i18n.set_token_names(chosen.now.token_names)
    return i18n._


def print_look(lang: str | None, data: Path) -> PrintStyle:
    """Return what a printed page takes of the screen: words, fonts, icons, the games' names and seats."""
    from companion.presentation import fonts, i18n
    from companion.presentation.colours import SEATS
    from companion.presentation.icon_shapes import shapes
    from companion.tools.printing.look import GameLook, PrintStyle
    from kiosk.table.game_uis import GAME_UIS

    def seat(colour: str) -> tuple[str, tuple[int, int, int]]:
        look = SEATS[colour]
        red, green, blue = (round(255 * part) for part in look.colour[:3])
        return look.icon, (red, green, blue)

    words = doctor_words(lang, data)
    games = {ui.game: GameLook(ui.title, ui.icon, tuple(map(seat, ui.colours))) for ui in GAME_UIS.values()}
    faces: tuple[fonts.FontFace, ...] = ("black", "bold", "text", "text_bold")
    files = {face: fonts.face_file(face) for face in faces}
    return PrintStyle(i18n.language(), words, i18n.ngettext, files, fonts.wide_face_file(), shapes, games)


def settings_in_short(data: Path, config: Path) -> dict[str, Any]:
    """Return the settings of hardware, sound and screen for the support file, without names."""
    from drivers.doctor.summary import summary as hardware
    from kiosk.doctor.summary import summary as senses

    return {**hardware(config), **senses(config, data)}
