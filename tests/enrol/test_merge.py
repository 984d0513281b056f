"""Two boxes in one: what one does not know comes from the other, and where they differ somebody is asked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.registry import BOXES
from companion.tools.enrol.card_set_format import contents, without_tags
from companion.tools.enrol.merge import Merged, merge_enrolments
from companion.tools.enrol.state import CardRecord, CardSymbol, EnrolledTag, Enrolment
from tests.enrol.boxes import whole
from tests.thorough import rounds

GAMES = tuple(BOXES)


def both(game: str, mine: Enrolment, theirs: Enrolment, prefer: str | None = None) -> Merged:
    boxed = BOXES[game]
    return merge_enrolments(boxed.plan(None, mine), mine, boxed.plan(None, theirs), theirs, prefer)  # type: ignore[arg-type]


def part(e: Enrolment, keep: set[int]) -> Enrolment:
    return replace(e, records={slot: r for i, (slot, r) in enumerate(e.records.items()) if i in keep})


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=rounds(15, 100))
@given(mine=st.sets(st.integers(0, 95)), theirs=st.sets(st.integers(0, 95)))
def test_two_parts_of_one_box_make_their_union(game: str, mine: set[int], theirs: set[int]) -> None:
    e = whole(game)
    merged = both(game, part(e, mine), part(e, theirs))
    plan = BOXES[game].plan(None, e)
    assert merged.clear and contents(plan, merged.box) == contents(plan, part(e, mine | theirs))


def record(slot: str, uid: str = "", **values: str) -> tuple[str, CardRecord]:
    return slot, CardRecord(slot, tags=(EnrolledTag(uid),) if uid else (), values=values)


def box(game: str, *records: tuple[str, CardRecord]) -> Enrolment:
    return Enrolment(game, records=dict(records), signs=(CardSymbol("A"), CardSymbol("B")), heap="rail")


def test_signs_are_ours_by_their_look_whatever_letter_stands_for_them() -> None:
    mine = replace(box("infernal_wagon"), signs=(CardSymbol("A", icon=0), CardSymbol("B", "Skull", icon=1)))
    theirs = box("infernal_wagon", record("rail-01", "0A", end1="A", end2="X"), record("rail-02", "0B", end1="B"))
    theirs = replace(theirs, signs=(CardSymbol("A", "skull", icon=3), CardSymbol("X", icon=0), CardSymbol("B", icon=5)))
    merged = both("infernal_wagon", mine, theirs)
    assert merged.box.record("rail-01").values == {"end1": "B", "end2": "A"}
    [question] = merged.questions
    assert (question.slot, question.mine, question.theirs) == ("B", "Skull", "#6"), "nobody can tell what theirs is"


def test_more_signs_than_a_box_may_have_are_refused() -> None:
    mine, theirs = (
        replace(box("infernal_wagon"), signs=tuple(CardSymbol(letter, letter) for letter in letters))
        for letters in ("ABCDEF", "PQRS")
    )
    with pytest.raises(Refused) as caught:
        both("infernal_wagon", mine, theirs)
    assert caught.value.code == "bad_signs"


def test_the_same_tag_on_different_kinds_is_a_conflict_with_both_names() -> None:
    merged = both(
        "infernal_wagon",
        box("infernal_wagon", record("rail-01", "0A")),
        box("infernal_wagon", record("danger-03", "0A")),
    )
    [conflict] = merged.conflicts
    assert (conflict.uid, conflict.mine, conflict.theirs) == ("0A", "rail-01", "danger-03")


def test_the_same_tag_on_two_pawns_is_a_conflict() -> None:
    merged = both("cerbere", box("cerbere", record("pawn-red", "0A")), box("cerbere", record("pawn-blue", "0A")))
    assert merged.conflicts and not merged.clear


def test_the_same_card_told_in_two_ways_is_a_question_never_silent() -> None:
    mine = box("infernal_wagon", record("rail-01", "0A", end1="A", end2="B", penalty="2"))
    theirs = box("infernal_wagon", record("rail-07", "0A", end1="A", end2="B", penalty="3"))
    [question] = both("infernal_wagon", mine, theirs).questions
    assert (question.slot, question.field, question.mine, question.theirs) == ("rail-01", "penalty", "2", "3")
    assert both("infernal_wagon", mine, theirs, "theirs").box.record("rail-01").values["penalty"] == "3"
    assert both("infernal_wagon", mine, theirs, "mine").box.record("rail-01").values["penalty"] == "2"


def test_two_tags_for_one_pawn_are_a_question() -> None:
    mine, theirs = box("cerbere", record("pawn-red", "0A")), box("cerbere", record("pawn-red", "0B"))
    [question] = both("cerbere", mine, theirs).questions
    assert (question.field, question.mine, question.theirs) == ("tag", "0A", "0B")
    assert both("cerbere", mine, theirs, "theirs").box.on("0B") == "pawn-red"
    assert both("cerbere", mine, theirs, "theirs").box.on("0A") is None


def test_cards_that_are_alike_find_a_place_of_their_own() -> None:
    mine = box("infernal_wagon", record("rail-01", "0A"))
    theirs = box("infernal_wagon", record("rail-01", "0B"))
    merged = both("infernal_wagon", mine, theirs)
    assert merged.clear and merged.box.on("0A") == "rail-01" and merged.box.on("0B") == "rail-02"


def test_shared_card_data_fill_an_empty_box_and_leave_a_full_one_alone() -> None:
    e = whole("infernal_wagon")
    bare = without_tags(e)
    fresh = both("infernal_wagon", Enrolment("infernal_wagon", heap="rail"), bare)
    assert fresh.clear and fresh.homeless == 0
    plan = BOXES["infernal_wagon"].plan(None, bare)
    assert contents(plan, fresh.box) == contents(plan, bare)
    again = both("infernal_wagon", e, bare)
    assert again.clear and again.box.records == e.records and again.homeless == 0


def test_card_data_without_room_are_counted() -> None:
    tagged = {slot: replace(r, values={}) for slot, r in whole("infernal_wagon").records.items()}
    mine = Enrolment("infernal_wagon", records=tagged, heap="rail")
    merged = both("infernal_wagon", mine, without_tags(whole("infernal_wagon")))
    assert merged.homeless == 47 + 18 + 5
