"""`companion box check | export | import | merge | share`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from companion.engine.config import ConfigError
from companion.engine.refused import Refused
from companion.enrol import files, stick
from companion.enrol.boxed import Boxed, load
from companion.enrol.merge import Merged

WELL, DIFFERS = 0, 1
GAMES = ("infernal_wagon", "cerbere", "hellrail")
"""Their names, without loading them: the command line is read before anything else is."""
SHORT = "which tag is on which card: check, export, import, merge, share"
ABOUT = """\
A box is one file: which tag is on which card, and what is printed on it (docs/box.md).
Sticks are looked for below /media and /run/media; --stick names another folder.
"""
EXAMPLE = "companion box check; companion box export cerbere; companion box merge a.toml b.toml -o both.toml"


def arguments(box: argparse.ArgumentParser, folders: Callable[[argparse.ArgumentParser], None]) -> None:
    """The parser of all its doings. `folders` adds --data and --config."""
    doings = box.add_subparsers(dest="doing", metavar="what", required=True)

    def doing(name: str, text: str) -> argparse.ArgumentParser:
        parser = doings.add_parser(name, help=text, description=text)
        folders(parser)
        return parser

    def stick_of(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--stick", type=Path, metavar="DIR", help="the stick's folder (else the one that is there)")

    check = doing("check", "say whether box files can be read, and how far they are")
    check.add_argument("file", nargs="*", type=Path, help="files (else the owner's boxes)")
    export = doing("export", "write the owner's boxes to a USB stick")
    export.add_argument("game", nargs="*", type=_game, help="which (all that there are)")
    stick_of(export)
    bring = doing("import", "take a box from a USB stick or a file; it is put together with what is there")
    bring.add_argument("game", choices=GAMES)
    bring.add_argument("--file", type=Path, help="this file instead of the one on the stick")
    bring.add_argument("--replace", action="store_true", help="what is there is put aside as .bak")
    _prefer(bring)
    stick_of(bring)
    merge = doing("merge", "put two box files together; nothing is overwritten silently")
    merge.add_argument("mine", type=Path)
    merge.add_argument("theirs", type=Path)
    merge.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    _prefer(merge)
    share = doing("share", "write the card data without tags to a USB stick, for owners of the same edition")
    share.add_argument("game", choices=GAMES)
    stick_of(share)


def _game(name: str) -> str:
    if name not in GAMES:
        raise argparse.ArgumentTypeError(f"there is no game called {name}; known are {', '.join(GAMES)}")
    return name


def _prefer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--prefer", choices=("mine", "theirs"), help="whose word counts where a card is told two ways")


def run(given: argparse.Namespace, root: Path = Path("/")) -> int:
    """Do it; the exit status.

    :raises ConfigError: if a file cannot be used.
    :raises Refused: for everything else that cannot be.
    :raises OSError: if a file cannot be written.
    """
    from companion.games.registry import BOXES

    match given.doing:
        case "check":
            return _check(given, BOXES)
        case "export":
            return _export(given, BOXES, root)
        case "import":
            boxed = BOXES[given.game]
            path = given.file or files.on_stick(boxed, _stick(given, root))
            return _told(files.bring(boxed, path, given.config, given.data, given.replace, given.prefer), boxed, given)
        case "merge":
            boxed = files.boxed_of(given.mine, BOXES)
            merged = files.merged_file(boxed, given.mine, given.theirs, given.output, given.config, given.prefer)
            return _told(merged, boxed, given)
        case _:
            print(files.share(BOXES[given.game], given.config, given.data, _stick(given, root)))
            return WELL


def _stick(given: argparse.Namespace, root: Path) -> Path:
    folder: Path | None = given.stick
    return folder if folder is not None else stick.the_stick(root)


def _check(given: argparse.Namespace, boxes: dict[str, Boxed]) -> int:
    if not given.file:
        for boxed in boxes.values():
            path = boxed.found(given.config)
            if path is None:
                print(f"{boxed.game}: no box yet")
            else:
                print(f"{path}\n  {files.summary(boxed, load(boxed, path, given.config), given.config)}")
        return WELL
    wrong: list[ConfigError] = []
    for path in given.file:
        try:
            boxed = files.boxed_of(path, boxes)
            print(f"{path}\n  {files.summary(boxed, load(boxed, path, given.config), given.config)}")
        except ConfigError as error:
            wrong.append(error)
    if len(wrong) == 1:
        raise wrong[0]
    for fault in wrong:
        print(f"companion: {fault}")
    return DIFFERS if wrong else WELL


def _export(given: argparse.Namespace, boxes: dict[str, Boxed], root: Path) -> int:
    to = _stick(given, root)
    written = 0
    for game in given.game or boxes:
        try:
            print(files.export(boxes[game], given.config, given.data, to))
            written += 1
        except Refused as refused:
            if refused.code != "no_box" or given.game:
                raise
    if not written:
        raise Refused("no_box", game="any game")
    return WELL


def _told(merged: Merged, boxed: Boxed, given: argparse.Namespace) -> int:
    if not merged.clear:
        lines = files.disagreements(merged)
        raise Refused("not_merged", count=len(lines), lines="\n".join(f"  {line}" for line in lines))
    print(files.summary(boxed, merged.box, given.config))
    if merged.homeless:
        print(f"  {merged.homeless} descriptions found no card without a tag and were left out")
    return WELL
