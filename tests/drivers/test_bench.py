"""The bench of the readers measures what it says, in small."""

from __future__ import annotations

import pytest

from tests.tools.bench.drivers import rows


def test_a_swap_is_measured_from_the_last_byte_of_the_new_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "TAPS", 5)
    late = rows._swapped("ours", "rdm6300")
    assert len(late) == 5 and all(0 < ms < 1000 for ms in late)


def test_a_flood_is_measured_to_its_last_frame_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "FLOOD", 200)
    assert rows._flooded("ours") > 0


def test_the_other_libraries_are_left_out_where_they_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "there_are_rivals", lambda: False)
    assert list(rows._sides("rdm6300")) == [("ours", "rdm6300")]
    monkeypatch.setattr(rows, "there_are_rivals", lambda: True)
    assert [whose for whose, _name in rows._sides("pn532_hsu")] == ["ours", "rivals"]
    assert [whose for whose, _name in rows._sides("r200")] == ["ours"]
