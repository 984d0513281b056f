"""Reads -> placed and removed, with given moments."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drivers.presence import RETURN_MS, Presence, PresenceRules, TagChange, TagPlaced, TagRemoved
from drivers.readers import Read

A, B, GHOST = "62E3086CED", "61008EB2F9", "BC7DDFFDDF"
REPEATS = PresenceRules(repeats=True, frame_ms=65, missed_frames=4, ghost_reads=2)
ONCE = PresenceRules(repeats=False, ghost_reads=1, duplicate_ms=1000)


def enrolled(uid: str) -> bool:
    return uid in {A, B}


def play(presence: Presence, *steps: tuple[int, str]) -> list[TagChange]:
    """Each step: a moment, and the uid read then ("" for a tick)."""
    changes: list[TagChange] = []
    for at, uid in steps:
        changes += presence.read(Read(uid), at) if uid else presence.tick(at)
    return changes


def test_an_enrolled_tag_is_placed_by_its_first_read() -> None:
    assert play(Presence(REPEATS, enrolled), (10, A)) == [TagPlaced(A, 10)]


def test_an_unknown_tag_needs_equal_reads_in_a_row() -> None:
    assert play(Presence(REPEATS), (0, A)) == []
    assert play(Presence(REPEATS), (0, A), (65, A)) == [TagPlaced(A, 65)]
    assert play(Presence(REPEATS), (0, A), (65, B), (130, A), (195, B)) == []
    three = PresenceRules(repeats=True, ghost_reads=3)
    assert play(Presence(three), (0, A), (65, A)) == []
    assert play(Presence(three), (0, A), (65, A), (130, A)) == [TagPlaced(A, 130)]


def test_without_a_checksum_an_enrolled_tag_needs_two_reads_too() -> None:
    """One wrong bit in 62E3086CED may be the next sticker of the same bag; it removes nothing and places nothing."""
    rules = PresenceRules(repeats=True, frame_ms=120, missed_frames=4, ghost_reads=2, checked=False)
    presence = Presence(rules, lambda _uid: True)
    changes = play(presence, (0, "62E3086CED"), (120, "62E3086CED"), (240, "62E3086CEC"), (360, "62E3086CED"))
    assert changes == [TagPlaced("62E3086CED", 120)] and presence.ghosts == 1


def test_two_equal_ghosts_far_apart_are_ghosts() -> None:
    presence = Presence(REPEATS)
    assert play(presence, (0, GHOST), (10_000, GHOST)) == []
    assert presence.ghosts == 1


def test_zeros_are_never_a_tag() -> None:
    presence = Presence(PresenceRules(repeats=True, ghost_reads=1), lambda _uid: True)
    assert play(presence, (0, "0000000000"), (65, "0000000000"), (130, "")) == []
    assert presence.ghosts == 2


def test_removed_when_frames_are_missing_and_not_before() -> None:
    presence = Presence(REPEATS, enrolled)
    assert play(presence, (0, A), (65, A)) == [TagPlaced(A, 0)]
    assert presence.deadline() == 65 + 4 * 65
    assert play(presence, (324, "")) == []
    assert play(presence, (325, "")) == [TagRemoved(A, 325)]
    assert presence.deadline() is None and presence.present == ()


def test_a_swapped_tag_removes_the_old_at_once() -> None:
    assert play(Presence(REPEATS, enrolled), (0, A), (65, B)) == [TagPlaced(A, 0), TagRemoved(A, 65), TagPlaced(B, 65)]


def test_a_ghost_over_a_lying_tag_removes_nothing() -> None:
    presence = Presence(REPEATS, enrolled)
    assert play(presence, (0, A), (65, GHOST), (130, A), (195, GHOST), (260, A), (400, "")) == [TagPlaced(A, 0)]
    assert presence.ghosts == 2


def test_frames_that_waited_in_the_buffer_come_before_the_judgement() -> None:
    """The machine was busy for a second: the loop reads first and ticks then."""
    assert play(Presence(REPEATS, enrolled), (0, A), (1000, A), (1000, "")) == [TagPlaced(A, 0)]


def test_a_reader_that_sends_once_has_no_removal() -> None:
    presence = Presence(ONCE)
    assert play(presence, (0, A), (100_000, "")) == [TagPlaced(A, 0)]
    assert presence.deadline() is None
    assert play(presence, (200_000, B), (200_050, "")) == [TagPlaced(B, 200_000)]


def test_the_same_tag_later_is_a_new_placement_and_soon_it_is_not() -> None:
    assert play(Presence(ONCE), (0, A), (999, A)) == [TagPlaced(A, 0)]
    assert play(Presence(ONCE), (0, A), (1000, A)) == [TagPlaced(A, 0), TagPlaced(A, 1000)]
    assert play(Presence(ONCE), (0, A), (900, A), (1800, A)) == [TagPlaced(A, 0)], "the window begins with each read"


def test_a_flickering_tag_is_not_placed_twice_within_the_duplicate_window() -> None:
    presence = Presence(PresenceRules(repeats=True, duplicate_ms=500), enrolled)
    assert play(presence, (0, A), (260, ""), (300, A), (499, A)) == [TagPlaced(A, 0), TagRemoved(A, 260)]
    assert play(presence, (500, A)) == [TagPlaced(A, 500)], "but if it stays it is there"


def test_a_tag_put_back_is_placed_again() -> None:
    presence = Presence(REPEATS, enrolled)
    assert play(presence, (0, A), (260, ""), (300, A)) == [TagPlaced(A, 0), TagRemoved(A, 260), TagPlaced(A, 300)]


def test_a_lost_reader_removes_no_tag() -> None:
    presence = Presence(REPEATS, enrolled)
    play(presence, (0, A))
    presence.reader_lost()
    assert presence.deadline() is None
    assert play(presence, (60_000, "")) == []
    presence.reader_back(60_000)
    assert play(presence, (60_000 + RETURN_MS - 1, A), (60_000 + RETURN_MS, "")) == []
    assert presence.present == (A,)


def test_a_tag_taken_while_the_reader_was_lost_goes_when_it_is_back() -> None:
    presence = Presence(REPEATS, enrolled)
    play(presence, (0, A))
    presence.reader_lost()
    presence.reader_back(5000)
    assert presence.deadline() == 5000 + RETURN_MS
    assert play(presence, (5000 + RETURN_MS, "")) == [TagRemoved(A, 5000 + RETURN_MS)]


def test_a_reader_that_sends_once_says_its_tag_again_after_replugging() -> None:
    presence = Presence(ONCE)
    play(presence, (0, A))
    presence.reader_lost()
    presence.reader_back(50_000)
    assert play(presence, (50_000 + RETURN_MS - 1, A)) == []


def test_several_tags_on_a_multi_reader() -> None:
    presence = Presence(PresenceRules(repeats=True, single=False, ghost_reads=2, frame_ms=50, missed_frames=2))
    steps = [(0, A), (10, B), (50, A), (60, B), (100, A), (150, A), (160, "")]
    assert play(presence, *steps) == [TagPlaced(A, 50), TagPlaced(B, 60), TagRemoved(B, 160)]
    assert presence.present == (A,)


def test_what_the_read_says_of_itself_goes_before_the_protocol() -> None:
    presence = Presence(PresenceRules(repeats=False, frame_ms=250, missed_frames=4, ghost_reads=1))
    assert presence.read(Read("hello", "hello", repeats=True), 0) == [TagPlaced("hello", 0)]
    assert presence.deadline() == 1000


@given(st.lists(st.tuples(st.integers(0, 400), st.sampled_from(["", A, B, GHOST, "0000000000"])), max_size=60))
def test_placed_and_removed_alternate(steps: list[tuple[int, str]]) -> None:
    presence = Presence(REPEATS, enrolled)
    lying: set[str] = set()
    now = 0
    for wait, uid in steps:
        now += wait
        for change in play(presence, (now, uid)):
            assert change.at == now
            if isinstance(change, TagPlaced):
                assert change.uid not in lying
                lying.add(change.uid)
            else:
                lying.remove(change.uid)
        assert lying == set(presence.present) and len(lying) <= 1
        assert (presence.deadline() is not None) == bool(lying)
    now += REPEATS.lift_ms
    presence.tick(now)
    assert presence.present == ()


def test_noise_of_many_uids_does_not_grow() -> None:
    presence = Presence(PresenceRules(repeats=True, single=False, ghost_reads=2))
    for i in range(1, 5000):
        assert play(presence, (i, f"{i:010X}")) == []
    assert len(presence._candidates) <= 32
