"""An enrolment: whatever is tapped and touched, one tag is on one card, and every step goes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.refused import Refused
from companion.games.registry import BOXES
from companion.tools.enrol import session, store
from companion.tools.enrol.plan import CardField, CardGroup, EnrolmentPlan
from companion.tools.enrol.state import CardSymbol, Enrolment, Means
from tests.thorough import rounds

PLAN = EnrolmentPlan(
    "toy",
    (
        CardGroup("rail", ("r1", "r2", "r3"), (CardField("end", ("*",), signs=True), CardField("loss", ("1", "2")))),
        CardGroup("pawn", ("red", "blue"), alike=False),
        CardGroup("car", ("c1", "c2"), (CardField("worth", sticks=False),)),
    ),
    (2, 9),
)
UIDS = tuple(f"0{i}" for i in range(6))


def start(heap: str = "rail") -> Enrolment:
    signs = (CardSymbol("A"), CardSymbol("B"))
    return session.choose_heap(PLAN, session.with_signs(PLAN, session.new_enrolment(PLAN), signs), heap)


def tap(e: Enrolment, uid: str, at: int = 0) -> tuple[Enrolment, Means, str | None]:
    e, met = session.take_tag(PLAN, e, uid, at)
    return e, met.means, met.slot


def form(e: Enrolment, **values: str) -> Enrolment:
    for name, value in values.items():
        e = session.with_value(PLAN, e, name, value)
    return e


# ---------------------------------------------------------------- heaps


def test_what_sticks_goes_onto_every_card_that_is_tapped() -> None:
    e = form(start(), end="A", loss="2")
    e, means, slot = tap(e, "01")
    assert (means, slot) == (Means.BOUND, "r1")
    e, _, _ = tap(form(e, loss="1"), "02")
    assert dict(e.record("r1").values) == {"end": "A", "loss": "2"}
    assert dict(e.record("r2").values) == {"end": "A", "loss": "1"}


def test_cards_bound_by_kind_are_described_on_another_evening() -> None:
    e, _, _ = tap(start(), "01")
    e, _, _ = tap(e, "02")
    assert session.progress(PLAN, e, (PLAN.by_id["rail"],)).described == 0
    e = session.resumed(e)
    e, means, slot = tap(form(e, end="B", loss="1"), "02")
    assert (means, slot) == (Means.DESCRIBED, "r2")
    assert session.described(PLAN, e, "r2") and not session.described(PLAN, e, "r1")


def test_a_card_that_is_described_one_by_one_comes_into_hand() -> None:
    e, _, slot = tap(start("car"), "01")
    assert e.open == slot == "c1"
    e = session.with_value(PLAN, e, "worth", "7")
    assert e.record("c1").values["worth"] == "7"


def test_shared_card_data_get_their_tags() -> None:
    e = start()
    e = replace(e, records={"r2": replace(e.record("r2"), values={"end": "B", "loss": "2"})})
    every = {slot: replace(e.record(slot), values={"end": "A", "loss": "1"}) for slot in ("r1", "r2", "r3")}
    _, means, _ = tap(replace(e, records=every), "01")
    assert means is Means.FULL, "which of them it is has to be said first"
    e, _, slot = tap(form(e, end="B", loss="2"), "01")
    assert slot == "r2", "the card that is described just so"
    e, _, slot = tap(e, "02")
    assert slot == "r1", "then one of which nothing is known"


@pytest.mark.parametrize(("field", "value"), [("loss", "9"), ("end", "Q"), ("nose", "1")])
def test_what_cannot_be_told_is_refused(field: str, value: str) -> None:
    with pytest.raises(Refused) as caught:
        session.with_value(PLAN, start(), field, value)
    assert caught.value.code == "bad_value"


def test_a_tag_without_a_number_is_refused() -> None:
    with pytest.raises(Refused, match="no_tag"):
        tap(start(), " : ")


def test_a_wrong_form_is_corrected_on_all_cards_alike_and_taken_back_in_one_step() -> None:
    e = form(start(), end="A", loss="1")
    for uid in ("01", "02"):
        e, _, _ = tap(e, uid)
    e, _, _ = tap(form(e, loss="2"), "03")
    e = session.open_card(PLAN, e, "r1")
    assert session.like(PLAN, e, "r1") == ("r2",)
    alone = session.with_value(PLAN, e, "end", "B")
    assert alone.record("r2").values["end"] == "A"
    both = session.with_value(PLAN, session.correct_alike(PLAN, e, True), "end", "B")
    assert [both.record(slot).values["end"] for slot in ("r1", "r2", "r3")] == ["B", "B", "A"]
    assert session.undone(both).records == e.records
    assert session.close_card(both).also == ()


# ---------------------------------------------------------------- one tag on two cards


def test_a_tag_of_another_heap_is_refused_with_both_names() -> None:
    e, _, _ = tap(start("pawn"), "01")
    e, met = session.take_tag(PLAN, session.choose_heap(PLAN, e, "rail"), "01", 0)
    assert (met.means, met.slot, met.other) == (Means.TAKEN, "r1", "red")
    assert e.asked is not None and (e.asked.on, e.asked.wanted) == ("red", "r1")
    assert e.on("01") == "red"
    assert session.left(e).on("01") == "red"
    assert session.move_tag(PLAN, e).on("01") == "r1" and not session.move_tag(PLAN, e).record("red").tags


def test_a_torn_sticker_is_swapped_and_a_taken_one_is_not() -> None:
    e, _, _ = tap(start("pawn"), "01")
    e, _, _ = tap(e, "02")
    e, means, _ = tap(session.swapping(e, "red"), "02")
    assert means is Means.TAKEN and e.on("01") == "red"
    e, means, _ = tap(session.swapping(session.left(e), "red"), "03")
    assert means is Means.SWAPPED and e.on("03") == "red" and e.on("01") is None


def test_with_a_tag_at_each_end_two_taps_are_one_card() -> None:
    plan = EnrolmentPlan("toy", (CardGroup("rail", ("r1", "r2"), ends=True), CardGroup("pawn", ("red",), alike=False)))
    e = session.two_tags(session.new_enrolment(plan), True)
    for n, uid in enumerate(("01", "02", "03")):
        assert (session.half_tagged(e, plan.by_id["rail"]) is not None) == (n == 1)
        e = session.take_tag(plan, e, uid, 0)[0]
    assert [(tag.uid, tag.end) for tag in e.record("r1").tags] == [("01", 0), ("02", 1)]
    assert e.on("03") == "r2" and session.half_tagged(e, plan.by_id["rail"]) == "r2"
    assert session.half_tagged(session.undone(session.undone(e)), plan.by_id["rail"]) == "r1"
    e = session.take_tag(plan, session.choose_heap(plan, e, "pawn"), "04", 0)[0]
    assert e.record("red").tags[0].end is None, "a pawn has no ends"


# ---------------------------------------------------------------- second look


def test_the_next_card_says_that_the_one_before_was_right() -> None:
    e, _, _ = tap(start("pawn"), "01")
    e, _, _ = tap(e, "02")
    e = session.checking(e, True)
    e, means, _ = tap(e, "01")
    assert means is Means.COMPARED and not e.record("red").checked
    e, _, _ = tap(e, "02")
    assert e.record("red").checked and not e.record("blue").checked
    e, means, _ = tap(e, "05")
    assert means is Means.STRANGER and e.record("blue").checked
    assert session.progress(PLAN, e).checked == 2


def test_a_card_that_is_wrong_comes_into_hand_and_loses_its_mark_when_it_changes() -> None:
    e, _, _ = tap(form(start(), end="A", loss="1"), "01")
    e = session.checking(e, True)
    e, _, _ = tap(e, "01")
    e = session.confirmed(e)
    e = session.doubted(PLAN, e)
    assert e.open == "r1" and not e.checking
    assert not session.with_value(PLAN, e, "loss", "2").record("r1").checked


# ---------------------------------------------------------------- anything at all

_ACTS = st.one_of(
    st.tuples(st.just("tap"), st.sampled_from(UIDS)),
    st.tuples(st.sampled_from(("undo", "move", "leave", "check", "agree", "doubt", "close")), st.just("")),
    st.tuples(st.just("heap"), st.sampled_from(("rail", "pawn", "car"))),
    st.tuples(st.sampled_from(("open", "swap", "forget")), st.sampled_from(tuple(PLAN.slots))),
    st.tuples(st.just("loss"), st.sampled_from(("1", "2"))),
)


def act(e: Enrolment, what: str, about: str) -> Enrolment:
    match what:
        case "tap":
            return session.take_tag(PLAN, e, about, 0)[0]
        case "undo":
            return session.undone(e)
        case "move":
            return session.move_tag(PLAN, e)
        case "leave":
            return session.left(e)
        case "check":
            return session.checking(e, not e.checking)
        case "agree":
            return session.confirmed(e)
        case "doubt":
            return session.doubted(PLAN, e)
        case "close":
            return session.close_card(e)
        case "heap":
            return session.choose_heap(PLAN, e, about)
        case "open":
            return session.open_card(PLAN, e, about)
        case "swap":
            return session.swapping(e, about)
        case "forget":
            return session.forgotten(e, about)
        case _:
            return session.with_value(PLAN, e, "loss", about) if e.heap == "rail" else e


@settings(max_examples=rounds(30, 600))
@given(st.lists(_ACTS, max_size=40))
def test_one_tag_is_on_one_card_whatever_is_done(acts: list[tuple[str, str]]) -> None:
    e = start()
    for what, about in acts:
        e = act(e, what, about)
        uids = [tag.uid for record in e.records.values() for tag in record.tags]
        assert len(uids) == len(set(uids))
        assert all(len(record.tags) <= 1 for record in e.records.values())
        assert set(e.records) <= set(PLAN.slots)
        assert e.open is None or e.open in PLAN.slots


@settings(max_examples=rounds(30, 200))
@given(st.lists(_ACTS, max_size=15))
def test_every_step_goes_back_to_the_first(acts: list[tuple[str, str]]) -> None:
    first = e = start()
    for what, about in acts:
        e = act(e, what, about)
    for _ in range(60):
        e = session.undone(e)
    assert e.records == first.records or len(acts) > 19


@settings(max_examples=rounds(15, 100))
@given(acts=st.lists(_ACTS, max_size=20))
def test_what_is_kept_is_what_is_resumed(acts: list[tuple[str, str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("kept")
    e = start()
    for what, about in acts:
        e = act(e, what, about)
    store.save(e, folder)
    assert store.saved_enrolment("toy", folder) == e


# ---------------------------------------------------------------- signs and work


def test_a_sign_that_goes_is_forgotten_on_the_cards() -> None:
    e, _, _ = tap(form(start(), end="B", loss="1"), "01")
    e = session.with_signs(PLAN, e, (CardSymbol("A"), CardSymbol("C")))
    assert dict(e.record("r1").values) == {"loss": "1"}
    with pytest.raises(Refused, match="bad_signs"):
        session.with_signs(PLAN, e, (CardSymbol("A"),))


def test_strangers_are_remembered_until_they_are_enrolled() -> None:
    e = session.met_stranger(session.met_stranger(start(), "09"), "09")
    assert e.strangers == ("09",)
    e, _, _ = tap(e, "09")
    assert e.strangers == () and session.met_stranger(e, "09").strangers == ()


# ---------------------------------------------------------------- the file of an evening


def test_a_kill_between_any_two_writes_loses_at_most_the_last_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for point in ("os.fsync", "os.fchmod", "Path.replace"):
        folder = tmp_path / point
        kept, _, _ = tap(start("pawn"), "01")
        store.save(kept, folder)
        e, _, _ = tap(kept, "02")

        def dies(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as broken:
            broken.setattr(f"companion.engine.files.{point}", dies)
            with pytest.raises(KeyboardInterrupt):
                store.save(e, folder)
        assert store.saved_enrolment("toy", folder) == kept


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "syntax"),
        ("[]", "bad_value"),
        ('{"game": "toy", "format": 2}', "bad_value"),
        ('{"game": "chess"}', "bad_value"),
        ('{"game": "toy", "nose": 1}', "bad_value"),
        (
            '{"game": "toy", "records": {"r1": {"slot": "r1", "tags": [{"uid": "01"}]},'
            ' "r2": {"slot": "r2", "tags": [{"uid": "01"}]}}}',
            "bad_value",
        ),
        ('{"game": "toy", "records": {"r1": {"slot": "r2"}}}', "bad_value"),
    ],
)
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, text: str, code: str) -> None:
    from companion.engine.config import ConfigError

    path = store.file_of("toy", tmp_path)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        store.saved_enrolment("toy", tmp_path)
    assert caught.value.code == code and path.read_text(encoding="utf-8") == text
    store.forget_enrolment("toy", tmp_path)
    assert store.saved_enrolment("toy", tmp_path) is None
    assert path.with_name(path.name + ".bak").read_text(encoding="utf-8") == text


def test_pieces_that_are_alike_keep_their_numbers_over_an_evening(tmp_path: Path) -> None:
    boxed = BOXES["hellrail"]
    plan = boxed.plan(None)
    e = session.choose_heap(plan, session.new_enrolment(plan), "piece")
    first, second = "piece-boatman-1", "piece-boatman-2"
    for slot, uid in ((first, "0A"), (second, "0B")):
        e, _ = session.take_tag(plan, session.swapping(e, slot), uid, 0)
    store.save(session.forgotten(e, first), tmp_path)
    again = store.saved_enrolment("hellrail", tmp_path)
    assert again is not None and again.on("0B") == second
    back = session.undone(session.resumed(again))
    assert (back.on("0A"), back.on("0B")) == (first, second)
