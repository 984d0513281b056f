"""Operations on whole boxes: check them, carry them on a stick, merge two, share card data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.engine.atomic_file import write_whole
from companion.engine.config import ConfigError
from companion.engine.files import read_file
from companion.engine.refused import Refused
from companion.tools.enrol import stick, store
from companion.tools.enrol.card_set_format import (
    CardSetFormat,
    current_enrolment,
    file_digest,
    game_of,
    load_enrolment,
    text_of,
    without_tags,
    write,
)
from companion.tools.enrol.merge import Merged, Prefer, merge_enrolments
from companion.tools.enrol.session import progress
from companion.tools.enrol.state import Enrolment
from companion.tools.enrol.words import NO_CARD_LEFT, ON_TWO, SUMMARY, TOLD_TWICE, Translate

SHARED = "{game}-cards.toml"
"""Name of shared card data on a stick."""


def boxed_of(path: Path, boxes: Mapping[str, CardSetFormat]) -> CardSetFormat:
    """Return the game that a box file is of.

    :raises ConfigError: if it cannot be read, or is of no game.
    """
    return game_of(text_of(path), path, boxes.values())


def box_summary(boxed: CardSetFormat, enrolment: Enrolment, config: Path | None, translate: Translate = str) -> str:
    """Return a box in one line."""
    at = progress(boxed.plan(config, enrolment), enrolment)
    box = f"{boxed.game} “{enrolment.name}”" if enrolment.name else boxed.game
    return translate(SUMMARY).format(
        box=box, bound=at.bound, total=at.total, described=at.described, checked=at.checked
    )


def settle_box(boxed: CardSetFormat, enrolment: Enrolment, config: Path, data: Path) -> Path:
    """Save the box with which games are played from now on; return the file that was written.

    :raises ConfigError: if this makes no file that could be used.
    :raises ValueError: if the file has no room for something of it.
    :raises OSError: if the folder of settings cannot be written.
    """
    path = boxed.own(config)
    write(boxed, enrolment, path, config, played=True)
    store.save(replace(enrolment, file=file_digest(path)), data)
    return path


def export_box(boxed: CardSetFormat, config: Path, data: Path, to: Path) -> Path:
    """Write the owner's box, as far as it is known, to a stick.

    :raises ConfigError: if it cannot be read.
    :raises Refused: `no_box`, or why the stick cannot be written.
    """
    e = current_enrolment(boxed, config, data)
    if not any(record.tags or record.values for record in e.records.values()):
        raise Refused("no_box", game=boxed.game)
    return stick.put_on_stick(to, boxed.file, boxed.text(e, config))


def share(boxed: CardSetFormat, config: Path, data: Path, to: Path) -> Path:
    """Write the card data without tags to a stick, for an owner of the same edition.

    :raises ConfigError: if the box cannot be read.
    :raises Refused: `nothing_to_share`, or why the stick cannot be written.
    """
    e = without_tags(current_enrolment(boxed, config, data))
    return stick.put_on_stick(to, SHARED.format(game=boxed.game), boxed.text(e, config))


def on_stick(boxed: CardSetFormat, folder: Path) -> Path:
    """Return a box, or card data, on a stick.

    :raises Refused: `not_on_stick`, `stick_gone`.
    """
    try:
        return stick.found_on(folder, boxed.file)
    except Refused as refused:
        if refused.code != "not_on_stick":
            raise
        try:
            return stick.found_on(folder, SHARED.format(game=boxed.game))
        except Refused:
            raise refused from None


def bring(
    boxed: CardSetFormat, path: Path, config: Path, data: Path, instead: bool = False, prefer: Prefer | None = None
) -> Merged:
    """Make a box file the owner's: alone (`instead`, with a .bak), or merged with the present one.

    Nothing is written unless the two agree (`Merged.clear`) or `prefer` says whose word counts.

    :raises ConfigError: if one of them cannot be read.
    :raises Refused: `other_game`.
    :raises OSError: if it cannot be kept.
    """
    theirs = _read(boxed, path, config)
    merged = (
        Merged(theirs)
        if instead
        else merge_boxes(boxed, current_enrolment(boxed, config, data), theirs, config, prefer)
    )
    if merged.clear:
        kept = store.file_of(boxed.game, data)
        if instead and kept.is_file():  # a box file need not hold all of it
            write_whole(kept.with_name(kept.name + ".bak"), read_file(kept))
        settle_box(boxed, merged.box, config, data)
    return merged


def merge_boxes(
    boxed: CardSetFormat, mine: Enrolment, theirs: Enrolment, config: Path | None, prefer: Prefer | None = None
) -> Merged:
    """Merge two boxes; write nothing.

    :raises ConfigError: if the game's own data cannot be used.
    """
    return merge_enrolments(boxed.plan(config, mine), mine, boxed.plan(config, theirs), theirs, prefer)


def merged_file(
    boxed: CardSetFormat, mine: Path, theirs: Path, out: Path, config: Path | None, prefer: Prefer | None
) -> Merged:
    """Merge two box files into one file, if they agree.

    :raises ConfigError: if one of them cannot be read.
    :raises Refused: `other_game`.
    :raises OSError: if it cannot be written.
    """
    merged = merge_boxes(boxed, _read(boxed, mine, config), _read(boxed, theirs, config), config, prefer)
    if merged.clear:
        text = boxed.text(merged.box, config)
        boxed.read(text, out, config)  # never a file that cannot be read again
        write_whole(out, text.encode("utf-8"))
    return merged


def _read(boxed: CardSetFormat, path: Path, config: Path | None) -> Enrolment:
    from companion.games.registry import BOXES

    text = text_of(path)
    try:
        found = game_of(text, path, BOXES.values())
    except ConfigError:
        found = boxed  # its own reader says better what is wrong
    if found is not boxed:
        raise Refused("other_game", file=str(path), game=found.game, wanted=boxed.game)
    return load_enrolment(boxed, path, config)


def disagreements(merged: Merged, translate: Translate = str) -> list[str]:
    """Return the disagreements that the owner has to settle, a line for each."""
    lines = []
    for tag in merged.conflicts:
        if tag.mine:
            lines.append(translate(ON_TWO).format(uid=tag.uid, mine=tag.mine, theirs=tag.theirs))
        else:
            lines.append(translate(NO_CARD_LEFT).format(uid=tag.uid, card=tag.theirs))
    lines += [
        translate(TOLD_TWICE).format(slot=one.slot, field=one.field, mine=one.mine, theirs=one.theirs)
        for one in merged.questions
    ]
    return lines
