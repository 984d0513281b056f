"""The command line: `companion kiosk`, `headless`, `replay`, `export`, `import`, `measure`, `demo`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.engine.text import N_
from companion.options import KioskOptions, default_config, default_data
from companion.presentation.i18n import LANGUAGES
from companion.spoken import asked_for, speaking, system_language
from companion.spoken import say as _
from companion.tools.printing import options as printing

if TYPE_CHECKING:
    from companion.rights import OpenableFiles

ABOUT = N_(
    "The Infernal Companion stands beside a board game: it keeps the time, the tracks and the secrets.\n"
    "Infernal Wagon, Cerbère and HellRail can be played."
)
EXAMPLES = {
    "companion kiosk --simulate": N_("a window with cards and buttons to click on"),
    "companion replay": N_("the last game, entry by entry"),
    "companion export > game.jsonl": N_("the last game as a file without secrets"),
}
"""Commands for a first try."""


def size(text: str) -> tuple[int, int]:
    """`800x480` in px."""
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(
            _("{text} is no size; write for example 800x480").format(text=repr(text))
        ) from None
    if not (320 <= width <= 7680 and 240 <= height <= 7680):
        raise argparse.ArgumentTypeError(_("{text} is outside 320x240 to 7680x7680").format(text=text))
    return width, height


def parser() -> argparse.ArgumentParser:
    """Return all commands with their help."""
    examples = [_("try it:"), *(f"  {line:36}  {_(what)}" for line, what in EXAMPLES.items())]
    top = argparse.ArgumentParser(
        "companion",
        description=_(ABOUT),
        epilog="\n".join(examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument(
        "--lang", choices=LANGUAGES, dest="spoken", help=_("language of what is said (else that of the system)")
    )
    commands = top.add_subparsers(dest="command", metavar=_("command"), required=True)
    _kiosk(commands)
    _headless(commands)
    _web(commands)
    _link(commands)
    _hub(commands)
    _journal_commands(commands)
    _measure(commands)
    _box(commands)
    _quickstart(commands)
    _doctor(commands)
    _backup(commands)
    _readers(commands)
    _wiring(commands)
    _machine(commands)
    return top


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, short: str, text: str, example: str
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=short,
        description=text,
        epilog=_("example:") + f"\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _folders(command: argparse.ArgumentParser, data: Path | None, config: bool = True) -> None:
    where = _("in memory, gone when it ends") if data is None else str(data).replace("%", "%%")
    command.add_argument(
        "--data",
        type=Path,
        default=data,
        metavar="DIR",
        help=_("folder of the journal and the settings ({where})").format(where=where),
    )
    if config:
        folder = default_config()
        command.add_argument(
            "--config",
            type=Path,
            default=folder,
            metavar="DIR",
            help=_("folder of the owner's data files ({where})").format(where=folder),
        )


def _kiosk(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    kiosk = _add(
        commands,
        "kiosk",
        _("play: the screen beside the board"),
        _("The screen beside the board. What is missing (a reader, buttons, sound) it says, and does without."),
        "companion kiosk --simulate --size 800x480 --lang en",
    )
    demo = _add(
        commands,
        "demo",
        _("a short demonstration, drawn without a screen"),
        _("Plays a short game by itself, draws its screens into build/demo and says where they are."),
        "companion demo --lang fr",
    )
    for command in (kiosk, demo):
        command.add_argument("--size", type=size, metavar="WxH", help=_("size of the window in px, as 800x480"))
        command.add_argument("--lang", choices=LANGUAGES, help=_("language of this evening (else the one last chosen)"))
        _folders(command, default_data())
    kiosk.add_argument("--simulate", action="store_true", help=_("a virtual reader and panel to click on"))
    kiosk.add_argument("--fullscreen", action="store_true", help=_("take the whole display"))
    kiosk.add_argument(
        "--demo-if-no-screen", action="store_true", help=_("where there is no screen, draw the demonstration instead")
    )
    kiosk.add_argument("--input-devices", type=Path, metavar="FOLDER", help=_("read touchscreens from there"))
    kiosk.add_argument(
        "--machine", type=Path, metavar="ROOT", help=_("root of a machine whose first start is asked for")
    )
    kiosk.add_argument("--stock-loop", action="store_true", help=_("Kivy's own clock instead of the waiting loop"))
    kiosk.add_argument(
        "--control",
        type=Path,
        metavar="SOCKET",
        help=_("let another program press virtual buttons and take pictures (docs/protocol.md)"),
    )
    kiosk.add_argument(
        "--pages",
        type=Path,
        metavar="SOCKET",
        help=_("open the pages' socket there; another unit serves them (docs/phones.md)"),
    )
    kiosk.add_argument(
        "--link",
        type=Path,
        metavar="SOCKET",
        help=_("open the link's socket there, if link.toml says so; another unit carries it (docs/network.md)"),
    )


def _headless(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "headless",
        _("the same table without a screen: JSON lines in, JSON lines out"),
        _("Reads one JSON object a line and answers each with one line, in order (docs/protocol.md)."),
        "echo '{\"games\": {}}' | companion headless",
    )
    _folders(command, None)
    command.add_argument(
        "--clock",
        choices=("real", "manual"),
        default="real",
        help=_("who moves the time: the machine, or the request `clock`"),
    )
    command.add_argument("--reveal", action="store_true", help=_("let `position` and `export` show secrets"))
    command.add_argument(
        "--moves", action="store_true", help=_("take the moves behind the options, too: for tests and tools")
    )


def _web(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "web",
        _("the pages for phones and televisions, of a table that runs on this machine"),
        _(
            "Serves the pages for as long as the kiosk offers them: it starts this where phones are switched on,\n"
            "or systemd does (docs/phones.md). Exit status: 0 the kiosk ended, 1 no pages, 2 wrong "
            "settings, 3 no kiosk."
        ),
        "companion web --socket /run/companion/pages.sock",
    )
    command.add_argument("--socket", type=Path, required=True, metavar="PATH", help=_("the pages' socket of the kiosk"))
    command.add_argument("--port", type=int, metavar="N", help=_("instead of that of web.toml; 0: any that is free"))
    _folders(command, None)


def _link(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "link",
        _("this table's link to a hub, where link.toml or the screen switches it on"),
        _("Carries the table's sealed journal to the broker; the kiosk starts it, or systemd does (docs/network.md)."),
        "companion link adopt table-3",
    )
    doing = command.add_subparsers(dest="doing", metavar="run | adopt | key", required=True)
    run = doing.add_parser("run", help=_("be the link of the table with that socket"))
    adopt = doing.add_parser("adopt", help=_("play on, here, what another table played last"))
    adopt.add_argument("table", help=_("name of the other table"))
    for part in (run, adopt):
        part.add_argument("--socket", type=Path, required=part is run, metavar="PATH", help=_("the link's socket"))
    key = doing.add_parser("key", help=_("print the key that the owner's tables share"))
    key.add_argument("--set", metavar="KEY", help=_("take another table's key"))
    key.add_argument("--new", action="store_true", help=_("make one where there is none: this is the first table"))
    for part in (adopt, key):
        _folders(part, default_data(), config=False)


def _hub(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "hub",
        _("keep the journals of all tables that are linked"),
        _(
            "Stores what tables send over the broker (hub.toml); it can read none of it (docs/network.md).\n"
            "Exit status: 0 it was told to end, 1 the store cannot be opened, 2 wrong settings."
        ),
        "companion hub --store postgresql://hub@localhost/companion",
    )
    command.add_argument("--store", metavar="WHERE", help=_("a PostgreSQL address, or the path of an SQLite file"))
    _folders(command, default_data())
    doing = command.add_subparsers(dest="doing", metavar="setup | certificates | database | invite")
    for name, text in (
        ("setup", _("certificates, Mosquitto's configuration and the hub's account; `make install-hub` calls it")),
        ("certificates", _("an authority of the house, and a certificate of the broker's")),
    ):
        part = doing.add_parser(name, help=text)
        part.add_argument(
            "--name", action="append", default=[], help=_("another one by which tables reach this machine")
        )
    doing.add_parser("database", help=_("PostgreSQL's role and database, and let the hub use it"))
    part = doing.add_parser("invite", help=_("an account for a table, and a file that brings it there on a stick"))
    part.add_argument("table", help=_("its name: small letters, digits and -"))
    part.add_argument("--address", help=_("by which the table reaches this machine"))
    part.add_argument(
        "-o", "--output", type=Path, metavar="PATH", help=_("a file or a folder (the stick that is here)")
    )


def _journal_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = _add(
        commands,
        "replay",
        _("print a game of the journal and check it"),
        _("Prints a game entry by entry and plays it through again: the result must be the one in the journal."),
        "companion replay --list; companion replay 12",
    )
    replay.add_argument("--list", action="store_true", help=_("list all games instead"))
    export = _add(
        commands,
        "export",
        _("write a game to a file"),
        _("Writes a game as JSON lines. Without --reveal it holds no secret: it may be shown to everybody."),
        "companion export 12 -o game.jsonl",
    )
    export.add_argument(
        "--reveal", action="store_true", help=_("with all secrets, so that it can be played on elsewhere")
    )
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help=_("where to (standard output)"))
    for command in (replay, export):
        command.add_argument("id", nargs="?", type=int, help=_("number of the game (the last one)"))
        _folders(command, default_data())
    load = _add(
        commands,
        "import",
        _("add a game from a file to the journal"),
        _(
            "Adds an exported game to the journal after checking it. A file with a mistake adds "
            "nothing, a game that is\n"
            "there already is not added twice. Of a journal that was put aside, of this or an older "
            "companion, all games\n"
            "that are over are added as records: who played, when, and how it ended."
        ),
        "companion import game.jsonl",
    )
    load.add_argument("file", type=Path, help=_("the file, - for standard input"))
    _folders(load, default_data())


def _measure(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "measure",
        _("measure speed and memory beside a bare window"),
        _(
            "Opens a bare Kivy window and the kiosk in turns, each in a process of its own, and prints a table: cold\n"
            "start, memory, processor at rest and with a game clock, and how soon a card is seen; "
            "what misses its aim is\n"
            "marked. Takes eight minutes and leaves your games alone. On a Pi, stop the companion before."
        ),
        "companion measure --json figures.json",
    )
    command.add_argument("--json", type=Path, metavar="FILE", help=_("write the figures there, too"))


def _doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "doctor",
        _("what is wrong with this table, and how to mend it"),
        _(
            "Looks at screen, touch, readers, pins, sound, power, disk, clock, versions and files (docs/doctor.md).\n"
            "Exit status: 0 all is well, 1 a game can be played with trouble, 2 no game can be played."
        ),
        "companion doctor --lang en",
    )
    command.add_argument("--lang", choices=LANGUAGES, help=_("language (else that of the system or the last chosen)"))
    command.add_argument("--quick", action="store_true", help=_("open no window, play no tone, do not wait for tags"))
    command.add_argument("--json", action="store_true", help=_("for programs"))
    _folders(command, default_data())
    support = _add(
        commands,
        "support",
        _("one file for a bug report, without secrets and without names"),
        _(
            "Writes what the doctor found, versions, settings, counts of the journal and the last "
            "log lines into a file.\n"
            "It goes to the USB stick if one is mounted, else into the data folder; its path is printed."
        ),
        "companion support -o companion-support.zip",
    )
    support.add_argument("-o", "--output", type=Path, metavar="FILE", help=_("where to"))
    _folders(support, default_data())


def _backup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    backup = _add(
        commands,
        "backup",
        _("write the games and the settings to one file"),
        _(
            "Writes the state folder (journal, settings, boxes) and the owner's data files to a "
            "tar.gz, also while the\n"
            "kiosk runs."
        ),
        "sudo companion backup -o /home/pi/companion.tar.gz",
    )
    backup.add_argument("-o", "--output", type=Path, metavar="FILE", help=_("where to (companion-DATE.tar.gz)"))
    backup.add_argument(
        "--without-key",
        action="store_true",
        help=_("leave out the owner's key and the link's settings (docs/network.md)"),
    )
    restore = _add(
        commands,
        "restore",
        _("bring such a file back"),
        _(
            "Checks the whole file first, then puts it in the place of the state folder, which stays beside it as\n"
            "FOLDER.before-restore. Not while the kiosk runs."
        ),
        "sudo systemctl stop companion; sudo companion restore FILE; sudo systemctl start companion",
    )
    restore.add_argument("file", type=Path, help=_("a file of `companion backup`"))
    for command in (backup, restore):
        command.add_argument("--state-only", action="store_true", help=_("without the owner's data files (--config)"))
        _folders(command, default_data())


def _readers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "readers",
        _("which card readers are connected, and their entry in table.toml"),
        _(
            "Looks at each serial port: asks the readers that answer, listens for a tag on the others; where none is,\n"
            "at those of PC/SC, then at keyboards, of which one may be a reader that types (docs/readers.md).\n"
            "Exit status: 0 a reader was recognised, 1 none was, 2 the file could not be written."
        ),
        "companion readers --write",
    )
    command.add_argument(
        "--port",
        action="append",
        default=[],
        metavar="PATH",
        help=_("only this port, or PC/SC reader of that name (may be repeated)"),
    )
    command.add_argument("--wait", type=float, default=20.0, metavar="S", help=_("seconds to wait for a tag (20)"))
    command.add_argument("--write", action="store_true", help=_("put what was found into table.toml"))
    command.add_argument("--name", metavar="NAME", help=_("what the reader is to be called (table, reader2, ...)"))
    command.add_argument("--lang", choices=LANGUAGES, help=_("language (else that of the system or the last chosen)"))
    _folders(command, default_data())


def _wiring(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "wiring",
        _("which wire goes where, drawn from table.toml"),
        _(
            "Draws the Pi's header with this table's buttons, lamps, dials and readers, and says what cannot be\n"
            "(docs/wiring.md). Exit status: 0 all is well, 1 something is doubtful, 2 something is wrong."
        ),
        "companion wiring --lang en --svg wiring.svg",
    )
    command.add_argument("--svg", type=Path, metavar="FILE", help=_("draw it there, for A4"))
    command.add_argument("--png", type=Path, metavar="FILE", help=_("draw it there as a picture of 200 dots per inch"))
    command.add_argument("--parts", action="store_true", help=_("what the table is made of, not how it is wired"))
    command.add_argument("--table", type=Path, metavar="FILE", help=_("another table.toml than the one of --config"))
    command.add_argument("--lang", choices=LANGUAGES, help=_("language (else that of the system or the last chosen)"))
    _folders(command, default_data())


def _machine(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "machine",
        _("on a card image: time zone, name, keyboard, network and ssh of the machine"),
        _("What the units of the card image run, as root: everything that was chosen for the machine takes effect."),
        "companion machine --start",
    )
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--start", action="store_true", help=_("at its start: read companion.toml, do all that was chosen")
    )
    what.add_argument("--request", action="store_true", help=_("do what was chosen on the screen"))
    command.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help=_("another root; nothing is started")
    )


def _box(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from companion.tools.enrol import command as enrol

    box = _add(commands, "box", _(enrol.SHORT), _(enrol.ABOUT), enrol.EXAMPLE)
    doing = enrol.arguments(box, lambda parser: _folders(parser, default_data()))
    printing.stickers(doing("stickers", _("a PDF: a label for each tag, one for the panel, a tent for each level")))


def _quickstart(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _add(
        commands,
        "quickstart",
        _("one page about a game, to print and fold"),
        _("A PDF of one A5 page, both sides: what a tap does, what the keys do, what the colours mean."),
        "companion quickstart cerbere -o cerbere.pdf --lang fr",
    )
    printing.quickstart(command)
    _folders(command, default_data(), config=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status: 0 well, 1 a check failed, 2 wrong input or config, 3 the journal."""
    words = sys.argv[1:] if argv is None else list(argv)
    with speaking(asked_for(words) or system_language()):
        return _main(words)


def _main(words: Sequence[str]) -> int:
    given = parser().parse_args(words)
    if getattr(given, "lang", None) is None:
        given.lang = given.spoken
    from companion import commands

    if given.command == "backup":
        given.output = commands.backup_file(given.output)
    if getattr(given, "data", None) is None or (given.command == "hub" and given.doing is not None):
        return _run(given)
    within = _within(given)
    status = commands.as_owner(given.data, within, lambda: _run(given))
    if given.command == "restore" and status == commands.WELL and not given.state_only:
        return commands.as_owner(given.config, within, lambda: commands.restore_settings(given.config, given.file))
    return status


def _within(given: argparse.Namespace) -> OpenableFiles | None:
    """Return what a command opens outside of the data folder; None: nothing."""
    from companion.rights import openable_files

    if given.command in {"kiosk", "demo", "headless", "web", "link", "hub", "replay", "doctor"}:
        return None
    named = [getattr(given, name, None) for name in ("output", "file", "mine", "theirs", "svg", "png", "table")]
    files = [path for value in named for path in (value if isinstance(value, list) else [value])]
    folders = [getattr(given, name, None) for name in ("config", "stick")]
    return openable_files([path for path in files if path is not None], [path for path in folders if path is not None])


def _run(given: argparse.Namespace) -> int:
    from companion import commands, runtime

    match given.command:
        case "kiosk" | "demo":
            return commands.kiosk(
                KioskOptions(
                    data=given.data,
                    config=given.config,
                    simulate=getattr(given, "simulate", True),
                    size=given.size,
                    lang=given.lang,
                    fullscreen=getattr(given, "fullscreen", False),
                    demo_if_no_screen=getattr(given, "demo_if_no_screen", False),
                    demo=given.command == "demo",
                    stock_loop=getattr(given, "stock_loop", False),
                    input_devices=getattr(given, "input_devices", None),
                    control=getattr(given, "control", None),
                    pages=getattr(given, "pages", None),
                    link=getattr(given, "link", None),
                    machine=getattr(given, "machine", None) or Path("/"),
                ),
                runtime.run_kiosk,
            )
        case "headless":
            return commands.headless(given.data, given.config, given.clock, given.reveal, given.moves)
        case "web":
            return commands.web(given.socket, given.config, given.port)
        case "link" if given.doing == "run":
            return commands.link(given.socket)
        case "link" if given.doing == "adopt":
            return commands.adopt(given.socket or given.data / "link.sock", given.table)
        case "link":
            return commands.link_key(given.data, given.set, given.new)
        case "hub" if given.doing is not None:
            return commands.set_hub_up(given)
        case "hub":
            return commands.hub(given.data, given.config, given.store)
        case "replay":
            return commands.replay(given.data, given.config, given.id, given.list)
        case "export":
            return commands.export(given.data, given.config, given.id, given.reveal, given.output)
        case "measure":
            return commands.measure(given.json, runtime.measure)
        case "import":
            return commands.load(given.data, given.config, given.file)
        case "box" if given.doing == "stickers":
            return commands.stickers(given, runtime.print_look)
        case "quickstart":
            return commands.quickstart(given, runtime.print_look)
        case "box":
            return commands.box(given, runtime.doctor_words)
        case "backup":
            config = None if given.state_only else given.config
            return commands.backup(given.data, config, given.output, not given.without_key)
        case "restore":
            return commands.restore(given.data, given.file)
        case "readers":
            return commands.readers(given, runtime.seek_readers)
        case "wiring":
            return commands.wiring(given, runtime.draw_wiring)
        case "machine":
            return commands.machine(given.root, given.start)
        case "support":
            return commands.support(
                given.data, given.config, given.output, runtime.doctor_checks, runtime.settings_in_short
            )
        case _:
            return commands.doctor(
                given.data,
                given.config,
                given.lang,
                given.quick,
                given.json,
                runtime.doctor_checks,
                runtime.doctor_words,
            )


def run() -> int:
    """Run the `companion` command: `main`, with a terminal that shows no control characters."""
    from companion.terminal import complete, guard_output

    guard_output()
    return complete(main)


if __name__ == "__main__":
    sys.exit(run())
