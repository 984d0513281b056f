"""`companion wiring`: what is wrong with the wires of a table, said in lines, and their picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.engine.atomic_file import write_whole
from companion.engine.config import ConfigError, line_of
from companion.engine.files import read_file
from companion.engine.foreign import of_system
from companion.engine.text import N_, in_words
from companion.tools.doctor.system import System
from drivers.wiring.boards import model_of_config
from drivers.wiring.build import build_net
from drivers.wiring.finding import FilePlace, SoundCard
from drivers.wiring.findings import find_faults
from drivers.wiring.kit import draw_kit, items, part_count
from drivers.wiring.machine import model_of, sound_of_machine, taken_by_machine
from drivers.wiring.png import NoRenderer, png_of_svg
from drivers.wiring.read import read_table
from drivers.wiring.svg import draw_net
from drivers.wiring.words import Severity

WELL, DOUBTFUL, WRONG = 0, 1, 2
"""Exit status: notes at most; something works, perhaps not well; something cannot be, or no file could be written."""
MARKS = {Severity.NOTE: "note ", Severity.WARN: "WARN ", Severity.WRONG: "WRONG"}
"""The same in every language, so that a mark can be searched for."""
WRITTEN = N_("drawn: {file}")
NOT_WRITTEN = N_("{file} was not written: {reason}")
NO_RENDERER = N_("a PNG needs the package resvg_py (`pip install -r requirements/draw.txt`); an SVG needs nothing")
NOTHING_DRAWN = N_("`--svg FILE` and `--png FILE` draw it")


def run(
    table: Path,
    translate: Callable[[str], str],
    svg_file: Path | None,
    png_file: Path | None,
    card: str = "",
    fonts: Sequence[Path] = (),
    say: Callable[[str], object] | None = None,
    system: System | None = None,
    parts: bool = False,
) -> int:
    """Look at a table's wires and draw them; the exit status.

    :param parts: what the table is made of is said and drawn instead.
    :param card: sound.toml's device; its file is beside `table`.
    :param system: of the machine that draws; it matters where it is a Pi and the file does not say otherwise.
    """
    say, system = say or print, system or System()
    try:
        file = read_table(table, model_of(system))
    except ConfigError as error:
        say(f"{MARKS[Severity.WRONG]}  {error.in_one_line(translate)}")
        return WRONG
    net = build_net(file.config)
    if parts:
        for item in items(net, translate):
            say(f"{part_count(item, translate)} {item.more}".rstrip())
        return _drawn(draw_kit(net, table.name, translate), svg_file, png_file, fonts, translate, say)
    taken = taken_by_machine(system, model_of_config(file.config))
    findings = find_faults(file, _card(table, card) or sound_of_machine(system), system.real, taken)
    for finding in findings:
        say(f"{MARKS[finding.level]}  {finding.sentence(translate)}")
    status = max([WELL, *(int(finding.level) for finding in findings)])
    if svg_file is None and png_file is None:
        say(translate(NOTHING_DRAWN))
        return status
    picture = draw_net(net, file.config, findings, table.name, translate)
    return max(status, _drawn(picture, svg_file, png_file, fonts, translate, say))


def _drawn(
    picture: str, svg_file: Path | None, png_file: Path | None, fonts: Sequence[Path],
    translate: Callable[[str], str], say: Callable[[str], object],
) -> int:  # fmt: skip
    """Write a picture where it is wanted; `WRONG` if that is not possible."""
    status = WELL
    drawers: list[tuple[Path | None, Callable[[], bytes]]] = [
        (svg_file, lambda: picture.encode("utf-8")),
        (png_file, lambda: png_of_svg(picture, fonts)),
    ]
    for target, drawer in drawers:
        if target is not None and not _written(target, drawer, translate, say):
            status = WRONG
    return status


def _card(table: Path, name: str) -> SoundCard | None:
    """The sound card with its line."""
    if not name:
        return None
    file = table.with_name("sound.toml")
    try:
        line = line_of(read_file(file).decode(), ("device",))
    except (OSError, ValueError):
        line = 0
    return SoundCard(name, FilePlace(file, line, "device"))


def _written(
    target: Path, drawer: Callable[[], bytes], translate: Callable[[str], str], say: Callable[[str], object]
) -> bool:
    try:
        write_whole(target, drawer())
    except NoRenderer:
        say(translate(NOT_WRITTEN).format(file=target, reason=translate(NO_RENDERER)))
        return False
    except OSError as error:
        say(translate(NOT_WRITTEN).format(file=target, reason=in_words(of_system(error), translate)))
        return False
    say(translate(WRITTEN).format(file=target))
    return True
