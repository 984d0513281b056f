"""`companion box stickers` and `companion quickstart`: what they print, and in one sentence why they cannot."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from companion.engine.config import ConfigError
from companion.engine.files import replaced
from companion.engine.foreign import of_system
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.games.registry import BOX_NAMES, BOXES, GUIDES
from companion.terminal import refusal_line
from companion.tools.enrol.box_names import PLAIN
from companion.tools.enrol.card_set_format import current_enrolment
from companion.tools.printing.document import Document
from companion.tools.printing.labels import draw_labels, labels, said_unnamed
from companion.tools.printing.look import PrintStyle
from companion.tools.printing.panel import panel, tents
from companion.tools.printing.quickstart import quickstart_document
from companion.tools.printing.sheet import PAPERS, grid

WELL, BAD_INPUT = 0, 2
WRITTEN = N_("{file}: labels: {n}, pages: {pages}. Print at 100 %, without “fit to page”.")
QUICK = N_("{file}: 2 pages of A5. Print both sides, turned over the short edge, and fold.")
TITLE = N_("Labels")
BOX_UNNAMED = N_("The box’s own name is not on the sheets, because no font here has all its letters.")
MORE_TAGS = N_("Tags in the box: {tags}; labels: {n}, one for each card, however many tags it has.")
REFUSALS: dict[str, str] = {
    "unknown_game": N_("There is no game called {game}; known are: {known}."),
    "no_labels": N_("{game} has no cards that bear a tag: there is nothing to print."),
    "no_such_place": N_("A sheet has places 1 to {last}; there is no place {first}."),
    "no_place": N_("With a gap of {gap} mm no label has room on the sheet."),
    "not_written": N_("{file} cannot be written: {detail}"),
}
"""Code -> sentence."""
T = TypeVar("T")


def stickers(given: argparse.Namespace, look: PrintStyle) -> int:
    """Write the sheets; the exit status."""
    return _said(lambda: _stickers(given, look), look)


def quickstart(given: argparse.Namespace, look: PrintStyle) -> int:
    """Write the page; the exit status."""
    return _said(lambda: _quickstart(given, look), look)


def _said(make: Callable[[], list[str]], look: PrintStyle) -> int:
    try:
        for line in make():
            print(line)
    except ConfigError as error:
        said = error.in_one_line(look.translate)
    except Refused as refused:
        said = refusal_line(refused, REFUSALS, look.translate)
    else:
        return WELL
    print(f"companion: {said}", file=sys.stderr)
    return BAD_INPUT


def _stickers(given: argparse.Namespace, look: PrintStyle) -> list[str]:
    boxed = _of(BOXES, given.game)
    game = look.game(given.game)
    if not boxed.plan(given.config).slots:
        raise Refused("no_labels", game=game.title)
    e = current_enrolment(boxed, given.config, given.data)
    plan = boxed.plan(given.config, e)
    names = BOX_NAMES[given.game](given.config) if given.game in BOX_NAMES else PLAIN
    places = grid(given.paper, given.label, given.gap)
    if not places.a_page:
        raise Refused("no_place", gap=f"{given.gap:g}")
    if not 1 <= given.first <= places.a_page:
        raise Refused("no_such_place", first=given.first, last=places.a_page)
    every = list(labels(plan, e, names, look))
    sheet = Document(look, PAPERS[given.paper], f"{game.title} – {look.translate(TITLE)}")
    sheet.shift = (given.offset_x, given.offset_y)
    said, count = [], 0
    if given.part in {"all", "labels"}:
        count = len(every)
        named = sheet.writable(e.name)
        unnamed = draw_labels(sheet, every, places, given.label, given.first, game.title, e.name if named else "", look)
        if unnamed:
            said.append(look.say(said_unnamed(unnamed)))
        if not named:
            said.append(look.translate(BOX_UNNAMED))
        if (tags := sum(len(record.tags) for record in e.records.values())) > count:
            said.append(look.say(Text(MORE_TAGS, {"tags": tags, "n": count})))
    guide = GUIDES.get(given.game)
    if guide is not None and given.part in {"all", "panel"}:
        panel(sheet, guide, game, look)
    if guide is not None and given.part in {"all", "tents"}:
        tents(sheet, guide, game, look)
    file = _write(given.output, sheet)
    return [look.say(Text(WRITTEN, {"file": file, "n": count, "pages": sheet.pages})), *said]


def _quickstart(given: argparse.Namespace, look: PrintStyle) -> list[str]:
    guide = _of(GUIDES, given.game)
    game = look.game(given.game)
    file = _write(given.output, quickstart_document(guide, game, look))
    return [look.say(Text(QUICK, {"file": file}))]


def _of(games: Mapping[str, T], name: str) -> T:
    """
    :raises Refused: `unknown_game`.
    """
    if name not in games:
        raise Refused("unknown_game", game=_shown(name), known=", ".join(games))
    return games[name]


def _write(path: Path, sheet: Document) -> str:
    """Write the sheet; return its name as it can be printed.

    :raises Refused: `not_written`.
    """
    made = sheet.data()
    try:
        with replaced(path) as file:
            file.write(made)
    except OSError as error:
        raise Refused("not_written", file=_shown(str(path)), detail=str(of_system(error))) from error
    return _shown(str(path))


def _shown(name: str) -> str:
    """Return a name of the file system that may hold anything, in one line."""
    text = os.fsencode(name).decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "?" for c in text)
