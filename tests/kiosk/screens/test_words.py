"""Every code and question has words, in French too; and the French is French."""

from __future__ import annotations

import gettext
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion import words as plain
from companion.games.infernal_wagon import words as wagon
from companion.games.infernal_wagon.names import Question, Reason
from companion.games.infernal_wagon.prompts.tree import TITLES
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.games.registry import GAMES
from companion.presentation import i18n, refusals, words
from kiosk.screens.wagon.ui import ICONS, REASONS

LOCALE = Path(i18n.__file__).with_name("locale")


def catalogue(language: str) -> Any:
    """What was compiled for a language."""
    return gettext.translation("companion", str(LOCALE), languages=[language])


def msgids() -> list[str]:
    """Every msgid of the French catalogue."""
    return [
        m if isinstance(m, str) else m[0] for m in catalogue("fr")._catalog if m and (isinstance(m, str) or m[1] == 0)
    ]


def test_french_is_whole_and_well_set() -> None:
    french = catalogue("fr")
    found = []
    for text, said in french._catalog.items():
        if text:
            found += [f"{said!r}: {fault}" for fault in i18n.typography(said)]
            found += [f"{text!r} has no French"] if not said else []
    assert not found


def test_facts_are_the_same_in_both_languages() -> None:
    import string

    def facts(text: str) -> set[str]:
        return {name for _t, name, _s, _c in string.Formatter().parse(text) if name}

    french = catalogue("fr")
    assert [m for m in msgids() if facts(m) != facts(french.gettext(m)) and french.gettext(m) != m] == []


@pytest.mark.parametrize("code", sorted(set(plain.ENGINE) | set(wagon.REFUSALS)))
def test_refusals_have_words(code: str) -> None:
    from companion.engine.update import Refusal

    if code == "internal":
        return
    assert callable(GAMES["infernal_wagon"]), "its words come with it"
    assert refusals.worded(code, "infernal_wagon")
    assert refusals.refusal(Refusal(code, {})).title


@pytest.mark.parametrize("code", sorted(plain.NOTICES))
def test_notices_have_words(code: str) -> None:
    assert code in refusals.NOTICES


def test_questions_reasons_exploits_have_words() -> None:
    assert set(Question) == set(TITLES)
    assert {str(r) for r in Reason} == set(REASONS) == set(ICONS)
    assert len(EXPLOIT_WORDS) == 11


def test_undo_labels_are_in_french() -> None:
    french = catalogue("fr")
    texts = [*wagon.OF_MOVE.values(), wagon.TUNNEL_CARD]
    assert all(french.gettext(text) != text for text in texts)


def test_days() -> None:
    now = datetime.fromisoformat("2026-11-21T08:00:00+01:00")
    i18n.set_language("fr")
    try:
        assert words.when("2026-11-20T22:14:00+01:00", now) == "hier, 22\u00a0h\u00a014"
        assert words.when("2026-10-03T19:40:00", now) == "3 octobre, 19\u00a0h\u00a040"
        assert words.when("2026-11-21T01:30:00+05:00", now) == "aujourd’hui, 1\u00a0h\u00a030"
        assert words.when("2024-12-03T19:40:00", now) == "3 décembre 2024"
        assert words.when("2031-01-02T10:00:00", now) == "2 janvier 2031", "a clock that goes wrong"
        assert words.when("nonsense", now) == ""
    finally:
        i18n.set_language("fr")
