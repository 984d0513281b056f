"""Counted figures: what is kept, what is worse, and that the page says what the file has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench.counted import costs, guest, kept
from tests.tools.bench.counted.groups import EVENINGS, PLAYED, Figure, figures, groups, middle, taps_of

BEFORE = kept.Kept("c1", "g", 2, {"a": kept.KeptFigure(100.0), "b": kept.KeptFigure(10.0, "a")})
NOW = kept.Kept("c2", "g", 2, {})


def test_the_page_has_the_table_of_the_file() -> None:
    found = kept.read()
    assert found is not None
    assert kept.table_in(kept.PAGE.read_text(encoding="utf-8")) == kept.rendered(found)


def test_more_than_three_percent_is_worse() -> None:
    assert kept.worse(BEFORE, [Figure("a", 103.0), Figure("b", 10.4), Figure("new", 1.0)]) == {"b": 1.04}


def test_what_a_single_tap_decides_may_swing_more_and_the_table_says_so() -> None:
    slowest = "wagon, first evening: slowest of 10 first taps to commands issued"
    names = ("wagon: byte to UI thread, 99th", slowest, kept.FINGERS, "wagon: byte to UI thread, median")
    before = kept.Kept("c1", "g", 2, {name: kept.KeptFigure(100.0) for name in names})
    assert set(kept.worse(before, [Figure(name, 109.0) for name in names])) == {names[-1]}
    assert set(kept.worse(before, [Figure(name, 111.0) for name in names])) == {*names} - {kept.FINGERS}
    rows = kept.rendered(before).splitlines()[4:]
    assert [row.count("may be 10 % more") for row in rows] == [1, 1, 0, 0]


def test_what_became_worse_wants_its_reason() -> None:
    worse = [Figure("a", 90.0), Figure("b", 12.0, "a")]
    with pytest.raises(kept.NotKept, match="b"):
        kept.renewed(BEFORE, NOW, worse, {})
    found = kept.renewed(BEFORE, NOW, worse, {"b": "it draws a dog"})
    assert found.commit == "c2"
    assert found.figures == {
        "a": kept.KeptFigure(90.0),
        "b": kept.KeptFigure(12.0, "a", "10.00 before: it draws a dog"),
    }


def test_what_is_kept_is_written_in_both_places(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n{kept.BEGIN}\nold\n{kept.END}\nAfter.\n", encoding="utf-8")
    kept.write(BEFORE, tmp_path / "kept.json", page)
    assert kept.read(tmp_path / "kept.json") == BEFORE
    text = page.read_text(encoding="utf-8")
    assert kept.table_in(text) == kept.rendered(BEFORE)
    assert "| b | 10.00 | 0.10 x |  |" in text and text.startswith("Before.") and text.endswith("After.\n")


def test_each_anchor_is_a_figure() -> None:
    ways = {"view": [1.0], "issued": [2.0], "flipped": [3.0]}
    found = {
        group: dict.fromkeys(("first_flipped_ms", "idle_cpu", "fire_ms", "act_ms", "python-chess: a move"), 1.0) | ways
        for group in groups()
    }
    made = list(figures(found))
    names = [figure.name for figure in made]
    assert len(set(names)) == len(names) and {figure.anchor for figure in made} <= {"", *names}
    for mode in PLAYED:
        for evening in EVENINGS:
            assert taps_of(mode, evening) in groups()
            assert f"{mode}, {evening}: byte to commands issued, 99th" in names
        assert f"{mode}: byte to frame flipped, median" in names


def test_what_is_in_the_middle_does_not_jump_from_one_card_to_the_other() -> None:
    """Two cards in turns: one tap more of the first one moves the figure by a twelfth of what is between them."""
    even, odd = [10.0] * 12 + [22.0] * 12, [10.0] * 13 + [22.0] * 11
    assert (middle(even), middle(odd)) == (16.0, 15.0)
    assert middle([*even, 400.0, 500.0, 0.0, 0.0]) == pytest.approx(16.0, abs=1.0)
    assert middle([3.0]) == 3.0


def test_a_library_costs_who_calls_it() -> None:
    taps = [{"a;b": 3, "a": 1}, {"a;b": 60, "c": 30, "a": 10}, {"a;b": 1, "d": 3}]
    middle, slowest = costs.chosen({"costs": taps, "issued": [5.0, 9.0, 4.0]})
    assert costs.largest(middle) == [("b", 0.75), ("a", 0.25)]
    assert costs.largest(slowest) == [("b", 0.6), ("c", 0.3), ("a", 0.1)]


def test_an_archive_is_the_same_whenever_it_is_made(tmp_path: Path) -> None:
    """Files, folders and links, by the form that the kernel unpacks; nothing of their times."""
    root = tmp_path / "root"
    (root / "bin").mkdir(parents=True)
    (root / "bin/sh").write_bytes(b"#!")
    (root / "sh").symlink_to("bin/sh")
    out = tmp_path / "archive"
    with out.open("wb") as file:
        guest.archive(file, root, sorted(guest.walk(root)))
    body = out.read_bytes()
    assert [body[at : at + 6] for at in (0, 116, 240)] == [b"070701"] * 3
    assert body[14:22] == b"%08X" % 0o040755 and b"bin/sh\0" in body and body.endswith(b"bin/sh\0\0")
