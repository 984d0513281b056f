"""`companion box check | export | import | merge | share`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from companion.engine.atomic_file import NoRoom
from companion.engine.config import ConfigError
from companion.engine.refused import Refused
from companion.engine.text import N_, in_words
from companion.games.registry import BOXES, MODULES
from companion.spoken import say as _
from companion.terminal import refusal_line
from companion.tools.enrol import files, stick
from companion.tools.enrol.card_set_format import CardSetFormat, load_enrolment
from companion.tools.enrol.merge import Merged
from companion.tools.enrol.words import HOMELESS, NO_BOX, SENTENCES, Translate

WELL, BAD_INPUT = 0, 2
SHORT = N_("which tag is on which card: check, export, import, merge, share, stickers")
ABOUT = N_(
    "A box is one file: which tag is on which card, and what is printed on it (docs/box.md).\n"
    "Sticks are looked for below /media and /run/media; --stick names another folder."
)
EXAMPLE = "companion box check; companion box export cerbere; companion box merge a.toml b.toml -o both.toml"


def arguments(
    box: argparse.ArgumentParser, folders: Callable[[argparse.ArgumentParser], None]
) -> Callable[[str, str], argparse.ArgumentParser]:
    """Return the parser of all its doings. `folders` adds --data and --config. Returned: adds one more (name, help)."""
    doings = box.add_subparsers(dest="doing", metavar=_("what"), required=True)

    def doing(name: str, text: str) -> argparse.ArgumentParser:
        parser = doings.add_parser(name, help=text, description=text)
        folders(parser)
        parser.add_argument(
            "--lang", choices=("fr", "en"), help=_("language (else that of the system or the last chosen)")
        )
        return parser

    def stick_of(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--stick", type=Path, metavar="DIR", help=_("the stick's folder (else the one that is there)")
        )

    check = doing("check", _("say whether box files can be read, and how far they are"))
    check.add_argument("file", nargs="*", type=Path, help=_("files (else the owner's boxes)"))
    export = doing("export", _("write the owner's boxes to a USB stick"))
    export.add_argument("game", nargs="*", type=_game, help=_("which (all that there are)"))
    stick_of(export)
    bring = doing("import", _("take a box from a USB stick or a file; it is put together with what is there"))
    bring.add_argument("game", choices=MODULES)
    bring.add_argument("--file", type=Path, help=_("this file instead of the one on the stick"))
    bring.add_argument("--replace", action="store_true", help=_("what is there is put aside as .bak"))
    _prefer(bring)
    stick_of(bring)
    merge = doing("merge", _("put two box files together; nothing is overwritten silently"))
    merge.add_argument("mine", type=Path)
    merge.add_argument("theirs", type=Path)
    merge.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    _prefer(merge)
    share = doing("share", _("write the card data without tags to a USB stick, for owners of the same edition"))
    share.add_argument("game", choices=MODULES)
    stick_of(share)
    return doing


def _game(name: str) -> str:
    if name not in MODULES:
        known = ", ".join(MODULES)
        raise argparse.ArgumentTypeError(
            _("there is no game called {name}; known are {known}").format(name=name, known=known)
        )
    return name


def _prefer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--prefer", choices=("mine", "theirs"), help=_("whose word counts where a card is told two ways")
    )


def run(given: argparse.Namespace, root: Path = Path("/"), translate: Translate = str) -> int:
    """Do it; the exit status. What cannot be is said on stderr in one line.

    :raises OSError: if a file cannot be written.
    """
    try:
        return _do(given, root, translate)
    except ConfigError as error:
        said = error.in_one_line(translate)
    except Refused as refused:
        said = refusal_line(refused, SENTENCES, translate)
    except NoRoom as error:
        said = in_words(error.what, translate)
    print(f"companion: {said}", file=sys.stderr)
    return BAD_INPUT


def _do(given: argparse.Namespace, root: Path, translate: Translate) -> int:
    match given.doing:
        case "check":
            return _check(given, translate)
        case "export":
            return _export(given, root)
        case "import":
            boxed = _boxed(given.game)
            path = given.file or files.on_stick(boxed, _stick(given, root))
            merged = files.bring(boxed, path, given.config, given.data, given.replace, given.prefer)
            return _report(merged, boxed, given, translate)
        case "merge":
            boxed = files.boxed_of(given.mine, BOXES)
            merged = files.merged_file(boxed, given.mine, given.theirs, given.output, given.config, given.prefer)
            return _report(merged, boxed, given, translate)
        case _:
            print(files.share(_boxed(given.game), given.config, given.data, _stick(given, root)))
            return WELL


def _boxed(game: str) -> CardSetFormat:
    """
    :raises Refused: `no_box` for a game whose pieces bear no tags.
    """
    if game not in BOXES:
        raise Refused("no_box", game=game)
    return BOXES[game]


def _stick(given: argparse.Namespace, root: Path) -> Path:
    folder: Path | None = given.stick
    return folder if folder is not None else stick.the_stick(root)


def _check(given: argparse.Namespace, translate: Translate) -> int:
    status = WELL
    own = [(boxed, boxed.found(given.config)) for boxed in BOXES.values()]
    for known, path in [(None, path) for path in given.file] or own:
        if path is None:
            print(translate(NO_BOX).format(box=known.game if known is not None else ""))
            continue
        try:
            boxed = known or files.boxed_of(path, BOXES)
            found = load_enrolment(boxed, path, given.config)
            print(f"{path}\n  {files.box_summary(boxed, found, given.config, translate)}")
        except ConfigError as error:
            print(f"companion: {error.in_one_line(translate)}", file=sys.stderr)
            status = BAD_INPUT
    return status


def _export(given: argparse.Namespace, root: Path) -> int:
    to = _stick(given, root)
    written = 0
    for game in given.game or BOXES:
        try:
            print(files.export_box(_boxed(game), given.config, given.data, to))
            written += 1
        except Refused as refused:
            if refused.code != "no_box" or given.game:
                raise
    if not written:
        raise Refused("no_box", game=", ".join(BOXES))
    return WELL


def _report(merged: Merged, boxed: CardSetFormat, given: argparse.Namespace, translate: Translate) -> int:
    if not merged.clear:
        lines = files.disagreements(merged, translate)
        raise Refused("not_merged", count=len(lines), lines="\n".join(f"  {line}" for line in lines))
    print(files.box_summary(boxed, merged.box, given.config, translate))
    if merged.homeless:
        print("  " + translate(HOMELESS).format(n=merged.homeless))
    return WELL
