"""The commands. Each returns an exit status and reports an error in one line, never with a traceback."""

from __future__ import annotations

import argparse
import contextlib
import functools
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec

from companion.engine.clock import ManualClock, RealClock
from companion.engine.config import ConfigError
from companion.engine.export import BadExport, export_lines, import_lines
from companion.engine.files import opened, replaced
from companion.engine.journal import ImportedGame, Journal, JournalError
from companion.engine.journal_rows import GameRow
from companion.engine.refused import Refused
from companion.engine.take_up import no_such_game
from companion.engine.wall import local_now
from companion.logs import forget_name, set_up_logs
from companion.options import JOURNAL, KioskOptions
from companion.rights import as_owner as with_rights
from companion.spoken import say as _
from companion.terminal import plain_json
from companion.tools.backup.manifest import BackupError
from companion.words import ADOPTING
from companion.words import sentence as sentence_of

if TYPE_CHECKING:
    from companion.tools.doctor.finding import Checks
    from companion.tools.printing.look import PrintStyle

WELL, DIFFERS, BAD_INPUT, NO_JOURNAL = 0, 1, 2, 3
STOPPED = 130
"""Ended with Ctrl-C, as a shell says it."""
P = ParamSpec("P")
WordsFor = Callable[[str | None, Path], Callable[[str], str]]
"""Language (None: the one last chosen) and data folder -> the words of the screen in it."""
SettingsTold = Callable[[Path, Path], dict[str, Any]]
"""Data and config folder -> the settings for the support file."""
LookFor = Callable[[str | None, Path], "PrintStyle"]
"""Language (None: the one last chosen) and data folder -> the look of a printed page."""
Seek = Callable[[Path, Path, str | None, Sequence[str], float, str | None, bool], int]
"""Looks for readers: data, config, language, ports, seconds, name, whether to write; the exit status."""

DrawWiring = Callable[[Path, Path, str | None, Path | None, Path | None, Path | None, bool], int]
"""Draws the wires: data, config, language, another table.toml, the SVG and the PNG file, whether the parts are drawn
instead; the exit status."""


def _plainly(command: Callable[P, int]) -> Callable[P, int]:
    """Return the command, with its known errors reported in one line on stderr."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except JournalError as error:
            return _say(spoken_sentence(error.code, error.facts), NO_JOURNAL)
        except (BackupError, BadExport, Refused) as error:
            return _say(spoken_sentence(error.code, error.facts), BAD_INPUT)
        except ConfigError as error:
            return _say(error.in_one_line(_), BAD_INPUT)
        except BrokenPipeError:
            _mute()
            return WELL
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            return _say(f"{where}{error.strerror or error}", BAD_INPUT)

    return run


def spoken_sentence(code: str, facts: Mapping[str, object]) -> str:
    """In the language of the command line."""
    return sentence_of(code, facts, translate=_)


def _say(text: str, status: int) -> int:
    print(f"companion: {text}", file=sys.stderr)
    return status


def _mute() -> None:
    """Redirect standard output, as its reader has gone: Python must not fail at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


as_owner = _plainly(with_rights)


@_plainly
def kiosk(options: KioskOptions, run: Callable[[KioskOptions], int]) -> int:
    """Play."""
    set_up_logs(options.data)
    return run(options)


@_plainly
def measure(json_file: Path | None, run: Callable[[Path | None], int]) -> int:
    """Measure this machine."""
    return run(json_file)


@_plainly
def headless(data: Path | None, config: Path | None, clock: str, reveal: bool, moves: bool) -> int:
    """Answer the lines of standard input until it ends or SIGTERM arrives."""
    from companion.headless import Headless, serve
    from companion.opening import build_table
    from companion.uplink.outbox.host import OutboxHost

    set_up_logs(data)
    table, notices = build_table(data, config, ManualClock() if clock == "manual" else RealClock())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(WELL))
    table.engine.forgotten.add(forget_name)
    table.start()
    table.engine.journal.copy()
    answers = Headless(table, reveal, moves)  # before the outbox, so that it receives the notices of its start
    outbox = None if data is None or config is None else OutboxHost(table, data, config)
    try:
        if outbox is not None:
            outbox.try_to_start()
        for notice in notices:
            answers.tell(notice)
        serve(answers, sys.stdin.buffer, _write)
    except KeyboardInterrupt:
        return WELL
    finally:
        # A second SIGTERM must not interrupt the closing of the journal.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if outbox is not None:
            outbox.close()
        table.close()
    return WELL


def web(socket: Path, config: Path | None, port: int | None) -> int:
    """Serve the pages of the table whose pages' socket that is."""
    from companion.options import default_config
    from companion.web.server.command import web as serve_pages

    set_up_logs(None, logging.INFO)
    return serve_pages(socket, config or default_config(), port)


def link(socket: Path) -> int:
    """Carry messages between the table with this link's socket and the broker."""
    from companion.uplink.link.command import link as carry

    set_up_logs(None)
    return carry(socket)


def adopt(socket: Path, table: str) -> int:
    """Let the table whose link's socket that is play on another one's game."""
    from companion.uplink.link.ask import adopt as ask

    try:
        code = ask(socket, table)
    except OSError:
        code = "no_link"
    print(
        spoken_sentence(
            f"adopt_{code}" if f"adopt_{code}" in ADOPTING else code, {"table": table, "socket": str(socket)}
        )
    )
    return WELL if code == "ok" else DIFFERS


def _own_games(data: Path) -> Iterator[GameRow]:
    if (data / JOURNAL).exists():
        with contextlib.closing(Journal(data / JOURNAL, read_only=True)) as journal:
            yield from journal.games()


@_plainly
def link_key(data: Path, key: str | None, new: bool = False) -> int:
    """Print the key of the owner's tables, or take another table's.

    :param new: make one, also where there are games without one.
    """
    from companion.uplink.outbox.key_file import KEY, KeyMissing, make_owner_key, owner_key, set_owner_key

    try:
        if key is not None:
            set_owner_key(data, key)
        elif new and not (data / KEY).exists():
            make_owner_key(data)
        print(owner_key(data, _own_games(data)).text)
    except KeyMissing:
        print(spoken_sentence("adopt_key_missing", {}), file=sys.stderr)
        return DIFFERS
    except ValueError:
        print(spoken_sentence("adopt_no_key", {}), file=sys.stderr)
        return BAD_INPUT
    except OSError as fault:
        print(fault, file=sys.stderr)
        return DIFFERS
    return WELL


def hub(data: Path, config: Path | None, store: str | None) -> int:
    """Keep the journals of all tables."""
    from companion.hub.command import hub as keep
    from companion.options import default_config

    data.mkdir(parents=True, exist_ok=True)
    set_up_logs(None, logging.INFO)
    return keep(data, config or default_config(), store)


def set_hub_up(given: argparse.Namespace) -> int:
    """Set a hub up, once, as root; an error is one line."""
    from companion.hub_setup import command
    from companion.hub_setup.places import SetupError

    try:
        match given.doing:
            case "setup":
                command.set_up(given.name)
            case "certificates":
                command.certify(given.name)
            case "database":
                command.make_database()
            case "invite":
                command.invite(given.table, given.address, given.output)
    except (SetupError, OSError) as error:
        return _say(str(error), DIFFERS)
    return WELL


def _write(line: bytes) -> None:
    """Write JSON for programs, which a terminal may show."""
    sys.stdout.buffer.write(plain_json(line))
    sys.stdout.buffer.flush()


def _read(path: Path) -> bytes:
    with opened(path) as file:
        return file.read()


@contextlib.contextmanager
def _looked_at(data: Path) -> Iterator[Journal]:
    """Yield the journal, only to be read; what happened to it is said at the end."""
    with contextlib.closing(Journal(data / JOURNAL, read_only=True)) as journal:
        try:
            yield journal
        finally:
            for notice in journal.take_news():
                _say(spoken_sentence(notice.code, notice.facts), WELL)


def _record(journal: Journal, game_id: int | None) -> ImportedGame:
    record = journal.record(game_id)
    if record is None:
        raise no_such_game(game_id)
    return record


@_plainly
def replay(data: Path, config: Path | None, game_id: int | None, listing: bool) -> int:
    """Print a game and check it."""
    from companion.games.registry import Games
    from companion.replay import print_games, print_record

    with _looked_at(data) as journal:
        if listing:
            print_games(journal.games())
            return WELL
        trouble = print_record(_record(journal, game_id), Games(config))
    return WELL if trouble is None else _say(trouble, DIFFERS)


@_plainly
def export(data: Path, config: Path | None, game_id: int | None, reveal: bool, output: Path | None) -> int:
    """Write a game to a file."""
    from companion.games.registry import Games

    with _looked_at(data) as journal:
        text = b"".join(export_lines(_record(journal, game_id), Games(config), reveal))
    if output is None:
        _write(text)
    else:
        with replaced(output, 0o600 if reveal else 0o644) as file:
            file.write(text)
    return WELL


@_plainly
def load(data: Path, config: Path | None, file: Path) -> int:
    """Add a game from a file, or the games of a journal that was put aside."""
    from companion.engine.journal_older import is_journal, records_of
    from companion.games.registry import Games

    games = Games(config)
    text = sys.stdin.buffer.read() if str(file) == "-" else _read(file)
    if str(file) != "-" and is_journal(text):
        records, others = records_of(file)
        _add(data, [record for record in records if record.saved.game in games])
        others += sum(record.saved.game not in games for record in records)
        if others:
            print(_("not over, and left in {file}: {others}").format(file=file, others=others))
        return WELL
    _add(data, [import_lines(text.splitlines(), games)])
    return WELL


def _add(data: Path, records: Sequence[ImportedGame]) -> None:
    from companion.engine.taken_in import Added, take_in

    with contextlib.closing(Journal(data / JOURNAL)) as journal:
        for record in records:
            taken, saved = take_in(journal, record), record.saved
            what = _("as a record, to look at") if record.views is not None else _("whole")
            facts = {"game": saved.game, "entries": len(saved.entries), "what": what}
            told = {
                Added.NEW: _("{game}, entries {entries}, {what}").format(**facts),
                Added.LONGER: _("{game}, entries {entries}, {what}, in the place of a shorter version").format(**facts),
                Added.THERE: _("it was there already, nothing is added"),
            }
            names = ", ".join(seat.name for seat in saved.seats)
            said = _("game {id}: {what} ({names}, {wall})")
            print(said.format(id=taken.id, what=told[taken.added], names=names, wall=record.wall))


@_plainly
def backup(data: Path, config: Path | None, output: Path, key: bool = True) -> int:
    """Write the state folder to a file."""
    from companion.tools.backup import command

    for notice in command.backup(data, config, output, key):
        _say(spoken_sentence(notice.code, notice.facts), WELL)
    return WELL


def backup_file(output: Path | None) -> Path:
    """Return where a backup goes: the file, or one named by the date in the folder."""
    from companion.tools.backup.command import default_name

    target = output or Path()
    return target / default_name(local_now()) if target.is_dir() else target


@_plainly
def restore(data: Path, file: Path) -> int:
    """Bring the games of such a file back."""
    from companion.tools.backup import command

    command.bring_back(data, file)
    return WELL


@_plainly
def restore_settings(config: Path, file: Path) -> int:
    """Bring the owner's settings of such a file back."""
    from companion.tools.backup import command

    command.bring_settings_back(config, file)
    return WELL


@_plainly
def doctor(
    data: Path, config: Path, lang: str | None, quick: bool, as_json: bool, checks: Checks, words: WordsFor
) -> int:
    """Say what is wrong and how to mend it. Status: 0 all well, 1 playable with trouble, 2 no game can be played."""
    from companion.tools.doctor import command

    try:
        return command.run(data, config, quick, as_json, checks, words(lang, data))
    except KeyboardInterrupt:
        return STOPPED


@_plainly
def box(given: argparse.Namespace, words: WordsFor) -> int:
    """Look at box files, carry them, put them together."""
    from companion.tools.enrol.command import run

    return run(given, translate=words(given.lang, given.data))


@_plainly
def stickers(given: argparse.Namespace, look: LookFor) -> int:
    """Print the labels of a box."""
    from companion.tools.printing.command import stickers as run

    return run(given, look(given.lang, given.data))


@_plainly
def quickstart(given: argparse.Namespace, look: LookFor) -> int:
    """Print one page about a game."""
    from companion.tools.printing.command import quickstart as run

    return run(given, look(given.lang, given.data))


@_plainly
def readers(given: argparse.Namespace, seek: Seek) -> int:
    """Recognise the card readers. Status: 0 one was recognised, 1 none was, 2 the file could not be written."""
    try:
        return seek(given.data, given.config, given.lang, given.port, given.wait, given.name, given.write)
    except KeyboardInterrupt:
        return DIFFERS


@_plainly
def wiring(given: argparse.Namespace, draw: DrawWiring) -> int:
    """Draw the wires. Status: 0 all is well, 1 something is doubtful, 2 something is wrong."""
    return draw(given.data, given.config, given.lang, given.table, given.svg, given.png, given.parts)


@_plainly
def machine(root: Path, start: bool) -> int:
    """Let what was chosen for this machine take effect."""
    from companion.tools.machine.command import run

    run(root, start)
    return WELL


@_plainly
def support(data: Path, config: Path, output: Path | None, checks: Checks, settings: SettingsTold) -> int:
    """Write the support file."""
    from companion.tools.doctor.support import run

    run(data, config, output, checks, settings)
    return WELL
