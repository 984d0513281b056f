"""Reads -> placed and removed. Pure: every moment is given, in whole milliseconds of the table's clock.

A repeating reader (RDM6300) sends a frame every `frame_ms` while a tag is there: the tag is gone when
`missed_frames` of them have not come. A reader that sends once (ID-12LA) cannot say that a tag has gone:
there is no removal, and the same tag read later is a new placement. One that reports each arrival and each going once
(`tells_going`) is believed: silence means nothing there.

A ghost is a frame of noise with a valid checksum. An unknown tag must be read `ghost_reads` times in a row;
an enrolled one (`known`) is believed at once, unless the frames carry no checksum: there one wrong bit may
make another enrolled tag of it. A uid of nothing but zeros is never believed.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from drivers.readers.read import Read

CONFIRM_ONCE_MS = 3000
"""A reader that sends once is asked for its second read by tapping again: within this time."""
RETURN_MS = 1500
"""A reader whose cable is back may need this long to boot before it sees the tag that is still there."""
_MOST_CANDIDATES = 32


class PresenceRules(Struct, frozen=True):
    """How a reader behaves: `drivers.readers.Protocol` has the numbers, the table's config may override them.

    `tells_going`: it reports when a tag goes, and is silent meanwhile.
    """

    repeats: bool
    frame_ms: int = 65
    missed_frames: int = 4
    single: bool = True
    ghost_reads: int = 2
    duplicate_ms: int = 0
    checked: bool = True
    tells_going: bool = False

    @property
    def lift_ms(self) -> int:
        """Silence after which a tag on a repeating reader has gone."""
        return self.frame_ms * self.missed_frames


class TagPlaced(Struct, frozen=True):
    """The tag came onto the reader, or onto this antenna of a board."""

    uid: str
    at: int
    antenna: int = 0


class TagRemoved(Struct, frozen=True):
    """The tag left the reader; `at` is when that was known."""

    uid: str
    at: int
    antenna: int = 0


TagChange = TagPlaced | TagRemoved


class _Lying(Struct):
    last: int
    repeats: bool
    grace: int = 0


class _Candidate(Struct):
    count: int
    last: int


def _nobody(_uid: str) -> bool:
    return False


class Presence:
    """The tags on one reader. `known(uid)` must be quick and safe to call from the reader's thread."""

    def __init__(self, rules: PresenceRules, known: Callable[[str], bool] = _nobody) -> None:
        self._rules = rules
        self._known = known
        self._lying: dict[str, _Lying] = {}
        self._gone: dict[str, int] = {}
        self._candidates: dict[str, _Candidate] = {}
        self._away = False
        self.ghosts = 0
        """Reads refused so far and never confirmed; for a diagnosis of a noisy reader."""

    @property
    def present(self) -> tuple[str, ...]:
        """The uids believed on the reader, the oldest first; for a reader that sends once: the last one read."""
        return tuple(self._lying)

    def read(self, read: Read, at: int) -> list[TagChange]:
        """A tag was read at `at`: what changed on the reader.

        No silence is judged here: if the caller was held up, the frames that waited come first, then `tick`.
        """
        uid = read.uid
        if not read.present:
            return self.taken(uid, at)
        if not uid.strip("0"):
            self.ghosts += 1
            return []
        if self._rules.single:
            self._drop_candidates(lambda other: other != uid)
        repeats = self._rules.repeats if read.repeats is None else read.repeats
        lying = self._lying.get(uid)
        if lying is not None:
            again = not repeats and at - lying.last >= max(self._rules.duplicate_ms, lying.grace)
            lying.last, lying.repeats, lying.grace = at, repeats, 0
            return [TagPlaced(uid, at)] if again else []
        if self._within_duplicate(uid, at) or not self._believed(uid, repeats, at):
            return []
        swapped = self._swap_out(at) if self._rules.single else []
        self._lying[uid] = _Lying(at, repeats)
        return [*swapped, TagPlaced(uid, at)]

    def tick(self, now: int) -> list[TagChange]:
        """Tags whose frames have stopped by `now`. To be called at `deadline()`; earlier does no harm."""
        if self._away:
            return []
        gone = [uid for uid, tag in self._lying.items() if (end := self._end(tag)) is not None and now >= end]
        for uid in gone:
            self._gone[uid] = self._lying.pop(uid).last
        self._forget(now)
        return [TagRemoved(uid, now) for uid in gone]

    def deadline(self) -> int | None:
        """The moment at which `tick` will have something to say if nothing is read before; None: never."""
        if self._away:
            return None
        return min((end for tag in self._lying.values() if (end := self._end(tag)) is not None), default=None)

    def taken(self, uid: str, at: int) -> list[TagChange]:
        """The reader says that the tag went."""
        lying = self._lying.pop(uid, None)
        if lying is None:
            return []
        self._gone[uid] = at
        return [TagRemoved(uid, at)]

    def reader_lost(self) -> None:
        """The cable is out: that says nothing about the tags, so none is removed."""
        self._away = True
        self._drop_candidates(lambda _uid: True)

    def reader_back(self, now: int) -> None:
        """The cable is in again: a tag that is not seen within `RETURN_MS` was taken away meanwhile."""
        self._away = False
        for tag in self._lying.values():
            tag.last, tag.grace = now, RETURN_MS

    def _end(self, tag: _Lying) -> int | None:
        """When silence about a tag means that it has gone; None: never."""
        if not tag.repeats or (self._rules.tells_going and not tag.grace):
            return None
        return tag.last + max(self._rules.lift_ms, tag.grace)

    def _believed(self, uid: str, repeats: bool, at: int) -> bool:
        if self._rules.ghost_reads <= 1 or (self._rules.checked and self._known(uid)):
            self._candidates.pop(uid, None)
            return True
        window = self._rules.lift_ms if repeats else CONFIRM_ONCE_MS
        candidate = self._candidates.get(uid)
        if candidate is None or at - candidate.last > window:
            self.ghosts += candidate is not None
            self._candidates[uid] = candidate = _Candidate(0, at)
        candidate.count += 1
        candidate.last = at
        if candidate.count >= self._rules.ghost_reads:
            del self._candidates[uid]
            return True
        while len(self._candidates) > _MOST_CANDIDATES:
            self._candidates.pop(next(iter(self._candidates)))
            self.ghosts += 1
        return False

    def _within_duplicate(self, uid: str, at: int) -> bool:
        """A tag at the edge of the field flickers: soon after it went, it is not a new placement yet."""
        gone = self._gone.get(uid)
        return gone is not None and at - gone < self._rules.duplicate_ms

    def _swap_out(self, at: int) -> list[TagChange]:
        """Remove the old tag of a single-tag reader at once where another tag is here; it need not be waited for."""
        swapped: list[TagChange] = [TagRemoved(uid, at) for uid, tag in self._lying.items() if tag.repeats]
        for uid, tag in self._lying.items():
            self._gone[uid] = tag.last
        self._lying.clear()
        return swapped

    def _forget(self, now: int) -> None:
        for uid in [uid for uid, last in self._gone.items() if now - last >= self._rules.duplicate_ms]:
            del self._gone[uid]
        if self._rules.single:
            return
        for uid, tag in list(self._lying.items()):  # several tags, each sent once: their going is never reported
            if not tag.repeats and now - tag.last >= max(self._rules.duplicate_ms, tag.grace):
                del self._lying[uid]

    def _drop_candidates(self, which: Callable[[str], bool]) -> None:
        for uid in [uid for uid in self._candidates if which(uid)]:
            del self._candidates[uid]
            self.ghosts += 1
