"""Every code and question has words, in French too; and the French is French."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion import words as plain
from companion.games.infernal_wagon.memory import REASONS
from companion.games.infernal_wagon.names import Question, Reason
from companion.games.infernal_wagon.prompts.tree import TITLES
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.presentation import refusals, words
from kiosk.screens.wagon.ui import ICONS


@pytest.mark.parametrize("code", sorted(plain.NOTICES))
def test_notices_have_words(code: str) -> None:
    assert code in refusals.NOTICES


def test_questions_reasons_exploits_have_words() -> None:
    assert set(Question) == set(TITLES)
    assert {str(r) for r in Reason} == set(REASONS) == set(ICONS)
    assert len(EXPLOIT_WORDS) == 11


def test_days() -> None:
    now = datetime.fromisoformat("2026-11-21T08:00:00+01:00")
    assert words.when("2026-11-20T22:14:00+01:00", now) == "hier, 22\u00a0h\u00a014"
    assert words.when("2026-10-03T19:40:00", now) == "3 octobre, 19\u00a0h\u00a040"
    assert words.when("2026-11-21T01:30:00+05:00", now) == "aujourd’hui, 1\u00a0h\u00a030"
    assert words.when("2024-12-03T19:40:00", now) == "3 décembre 2024"
    assert words.when("2031-01-02T10:00:00", now) == "2 janvier 2031", "a clock that goes wrong"
    assert words.when("nonsense", now) == ""
