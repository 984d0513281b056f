"""The page of `man companion`, in both languages, made from the parser of the command line.

python -m companion.man FOLDER     # FOLDER/man1/companion.1 and FOLDER/fr/man1/companion.1
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.__main__ import parser
from companion.engine.text import N_
from companion.options import SYSTEM_CONFIG, default_config, default_data
from companion.presentation.i18n import NBSP, Language
from companion.spoken import say as _
from companion.spoken import speaking

FILES = {
    str(SYSTEM_CONFIG): N_("this table's settings: readers, buttons, lamps, boxes, rulings"),
    "/var/lib/companion/state": N_("the games, the kiosk's settings, what was enrolled: what a backup keeps"),
    "~/.local/share/infernal-companion": N_("the same, of a kiosk in a window"),
}
STATUS = {
    "0": N_("all is well"),
    "1": N_("a check failed"),
    "2": N_("wrong input or settings"),
    "3": N_("the journal cannot be used"),
}
HEADS = (N_("NAME"), N_("SYNOPSIS"), N_("DESCRIPTION"), N_("COMMANDS"), N_("EXIT STATUS"), N_("FILES"))
PLACES: dict[Language, str] = {"en": "man1", "fr": "fr/man1"}


def escaped(text: str) -> str:
    """As text of roff: nothing in it is a command."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace(NBSP, "\\~")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.splitlines())


def _usage(one: argparse.ArgumentParser) -> str:
    return " ".join(one.format_usage().removeprefix(_("usage: ")).split())


def _arguments(one: argparse.ArgumentParser) -> Iterator[str]:
    """What may be given, each with what it does; commands have a place of their own."""
    formatter = one._get_formatter()
    for action in one._actions:
        if not isinstance(action, argparse._SubParsersAction) and action.help != argparse.SUPPRESS:
            yield ".TP"
            yield f".B {escaped(formatter._format_action_invocation(action))}"
            yield escaped(formatter._expand_help(action)) if action.help else "\\&"


def _commands(one: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Each command below, with the one line that says what it is for."""
    for action in one._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, below in action.choices.items():
                yield said.get(name, ""), below


def _command(short: str, one: argparse.ArgumentParser) -> Iterator[str]:
    yield f".SS {escaped(one.prog)}"
    yield escaped(one.description or short)
    yield ".PP"
    yield f".I {escaped(_usage(one))}"
    yield from _arguments(one)
    if one.epilog:
        head, _line, example = one.epilog.partition("\n")
        yield from (".PP", escaped(head), ".PP", ".EX", escaped(example), ".EE")
    for said, below in _commands(one):
        yield from _command(said, below)


def man_page(language: Language) -> str:
    """The whole page as roff."""
    with speaking(language):
        top = parser()
        name, synopsis, description, commands, status, files = (f".SH {escaped(_(head))}" for head in HEADS)
        about, _line, more = (top.description or "").partition("\n")
        lines = [
            '.TH COMPANION 1 "" "Infernal Companion"',
            name,
            f"companion \\- {escaped(about)}",
            synopsis,
            f".B {escaped(_usage(top))}",
            description,
            escaped(more),
            *_arguments(top),
            commands,
        ]
        for said, below in _commands(top):
            lines += _command(said, below)
        for title, rows in ((status, STATUS), (files, FILES)):
            lines.append(title)
            for which, what in rows.items():
                lines += (".TP", f".B {escaped(which)}", escaped(_(what)))
    text = "\n".join(lines) + "\n"
    for here, there in ((default_data(), "/var/lib/companion/state"), (default_config(), str(SYSTEM_CONFIG))):
        text = text.replace(escaped(str(here)), escaped(there))
    return text


def main(folder: Path) -> None:
    """Write both pages."""
    for language, place in PLACES.items():
        target = folder / place / "companion.1"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(man_page(language), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
