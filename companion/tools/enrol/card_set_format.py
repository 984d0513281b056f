"""A box file of any game: read into an enrolment, written from one, checked before it takes the place of another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from companion.engine.atomic_file import NoRoom, replace_whole
from companion.engine.config import FILE_MISSING, NOT_UTF8, ConfigError, toml_data
from companion.engine.files import opened, read_file
from companion.engine.foreign import of_system
from companion.engine.refused import Refused
from companion.engine.text import N_, Text
from companion.tools.enrol import store
from companion.tools.enrol.plan import EnrolmentPlan
from companion.tools.enrol.session import new_enrolment
from companion.tools.enrol.state import CardRecord, Enrolment

MOST_BYTES = 1_000_000
"""Of a box file. A whole box has some ten thousand."""


class CardSetFormat(Protocol):
    """The interface of a game whose cards can be enrolled.

    `file` is the name of its box file on a stick; `mark` is a word in the head of every such file.
    """

    game: str
    file: str
    mark: str

    def plan(self, config: Path | None, *known: Enrolment) -> EnrolmentPlan:
        """Return its heaps; cards that `known` calls by names of their own keep them.

        :raises ConfigError: if the game's own data cannot be used.
        """

    def own(self, config: Path) -> Path:
        """Return where the owner's box is, or would be written."""

    def found(self, config: Path) -> Path | None:
        """Return the box file that games are played with now."""

    def tags(self, config: Path | None) -> Collection[str]:
        """Return the uids of the owner's box; of the invented one where there is none.

        :raises ConfigError, Refused: if the box cannot be used.
        """

    def read(self, text: str, path: Path, config: Path | None) -> Enrolment:
        """Return a box file's text; `path` is named in errors.

        :raises ConfigError: naming file, line and key.
        """

    def text(self, enrolment: Enrolment, config: Path | None) -> str:
        """Return the text of a box file.

        :raises ConfigError: if the game's own data cannot be used.
        """

    def played(self, enrolment: Enrolment, config: Path | None) -> str:
        """Return the file that games are played with, as far as the box is known.

        :raises ConfigError: if the game's own data cannot be used.
        """


class OwnBox:
    """What is the same where the owner's box is a `box.toml` and games are played with it as it is."""

    game: str

    def own(self, config: Path) -> Path:
        return config / self.game / "box.toml"

    def text(self, enrolment: Enrolment, config: Path | None) -> str:
        raise NotImplementedError

    def played(self, enrolment: Enrolment, config: Path | None) -> str:
        return self.text(enrolment, config)


def load_enrolment(boxed: CardSetFormat, path: Path, config: Path | None) -> Enrolment:
    """Return the box in a file.

    :raises ConfigError: naming file, line and key.
    """
    return boxed.read(text_of(path), path, config)


def text_of(path: Path) -> str:
    """Return a file's text.

    :raises ConfigError: if it is missing, unreadable, far too long, or no text.
    """
    try:
        with opened(path) as file:  # no more than that: a device has no size
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ConfigError("file_unreadable", path, 0, "", Text(N_("the file is far too long for a box")))
        return raw.decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError("file_missing", path, 0, "", FILE_MISSING) from error
    except OSError as error:
        raise ConfigError("file_unreadable", path, 0, "", of_system(error)) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError("not_utf8", path, line, "", NOT_UTF8) from error


def write(boxed: CardSetFormat, enrolment: Enrolment, path: Path, config: Path | None, played: bool = False) -> None:
    """Write a box file whole, after it was read back; an older one is kept beside it as `<name>.bak`.

    :param played: what games are played with, not all that is known.
    :raises ConfigError: if this makes no file that could be used.
    :raises NoRoom: if the file has no room for something of it.
    :raises OSError: if it cannot be written. In all cases the older file is as it was.
    """
    plan = boxed.plan(config, enrolment)
    text = boxed.played(enrolment, config) if played else boxed.text(enrolment, config)
    again = boxed.read(text, path, config)
    if not played and contents(plan, again) != contents(plan, enrolment):
        lost = sorted({slot for slot, _ in contents(plan, enrolment) ^ contents(plan, again)})
        raise NoRoom(Text(N_("the file has no room for all of it: {words}"), {"words": ", ".join(lost[:5])}))
    replace_whole(path, text.encode("utf-8"))


def contents(plan: EnrolmentPlan, enrolment: Enrolment) -> frozenset[tuple[str, str]]:
    """Return all that a file must keep of the cards: slot, its tags, and its values once they are whole."""
    kept = set()
    for slot, heap in plan.slots.items():
        record = enrolment.record(slot)
        whole = heap.described(record.values)
        values = sorted((name, value) for name, value in record.values.items() if value and whole)
        if record.tags or values:
            kept.add((slot, f"{[(tag.uid, tag.end) for tag in record.tags]} {values}"))
    return frozenset(kept)


def without_tags(enrolment: Enrolment) -> Enrolment:
    """Return the card data alone, for owners of the same edition.

    :raises Refused: `nothing_to_share` if nothing but tags is known.
    """
    cards: dict[str, CardRecord] = {
        slot: replace(record, tags=(), checked=False)
        for slot, record in enrolment.records.items()
        if any(record.values.values())
    }
    if not cards:
        raise Refused("nothing_to_share", game=enrolment.game)
    return Enrolment(
        enrolment.game,
        name=enrolment.name,
        edition=enrolment.edition,
        signs=enrolment.signs,
        records=cards,
        heap=enrolment.heap,
    )


def current_enrolment(boxed: CardSetFormat, config: Path, data: Path) -> Enrolment:
    """Return the owner's box as far as it is known: the saved enrolment, or the box file if that was changed since.

    The files' times are not enough: a clock without a battery may have gone back between two evenings.

    :raises ConfigError: if one of the two cannot be used.
    """
    taken = store.saved_enrolment(boxed.game, data)
    path = boxed.found(config)
    if path is None:
        return taken if taken is not None else new_enrolment(boxed.plan(config))
    mark = file_digest(path)
    if taken is not None and (taken.file == mark or not _newer(path, store.file_of(boxed.game, data))):
        return taken
    written = replace(load_enrolment(boxed, path, config), file=mark)
    if taken is None:
        return written
    plan = boxed.plan(config, taken)
    if not written.records or contents(plan, taken) == contents(plan, written):
        return taken
    records = {slot: _as_checked(record, taken.record(slot)) for slot, record in written.records.items()}
    return replace(written, records=records, tally=taken.tally, strangers=taken.strangers)


def fitted_enrolment(plan: EnrolmentPlan, enrolment: Enrolment) -> Enrolment:
    """Remove cards and heaps that the game does not have (any more): its data may have changed between evenings."""
    steps = tuple(
        s for s in enrolment.steps if s.heap in plan.by_id and {r.slot for r in s.before} <= plan.slots.keys()
    )
    records = {slot: record for slot, record in enrolment.records.items() if slot in plan.slots}
    form = {heap: values for heap, values in enrolment.form.items() if heap in plan.by_id}
    heap = enrolment.heap if enrolment.heap in plan.by_id else plan.heaps[0].id
    fits = (len(records), len(form), len(steps), heap) == (
        len(enrolment.records),
        len(enrolment.form),
        len(enrolment.steps),
        enrolment.heap,
    )
    return enrolment if fits else replace(enrolment, records=records, form=form, steps=steps, heap=heap)


def _as_checked(record: CardRecord, before: CardRecord) -> CardRecord:
    """Keep an unchanged card as compared: not every file says which cards were."""
    same = (record.tags, dict(record.values)) == (before.tags, dict(before.values))
    return replace(record, checked=record.checked or (same and before.checked))


def played_now(boxed: CardSetFormat, enrolment: Enrolment, config: Path) -> bool:
    """Return whether games are played with all that this box knows."""
    path = boxed.found(config)
    try:
        return path is not None and text_of(path) == boxed.played(enrolment, config)
    except ConfigError:
        return False


def file_digest(path: Path) -> str:
    """Return the digest of a file's content; "" if it cannot be read."""
    try:
        return sha256(read_file(path)).hexdigest()[:16] if path.stat().st_size <= MOST_BYTES else ""
    except OSError:
        return ""


def _newer(path: Path, than: Path) -> bool:
    try:
        return path.stat().st_mtime_ns > than.stat().st_mtime_ns
    except OSError:
        return False


def game_of(text: str, path: Path, boxes: Iterable[CardSetFormat]) -> CardSetFormat:
    """Return the game of a box file.

    :raises ConfigError: if it is of no game; where it is no TOML, with the line.
    """
    named = re.search(r"\b(?:game|schema)[\"']?\s*[:=]\s*[\"']([^\"'\n]+)", text)
    for boxed in boxes:
        if named is not None and named[1].startswith(boxed.mark):
            return boxed
    if path.suffix == ".toml":
        toml_data(text, path)
    raise ConfigError("bad_value", path, 0, "", Text(N_("this is no box file of any game")))
