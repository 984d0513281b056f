"""Words, numbers and the language of the moment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from companion.engine.text import Text, counted
from companion.games.hellrail.prompts.parts import circle_within
from companion.presentation import i18n
from tests.french import typography


@pytest.fixture(autouse=True)
def _back() -> Iterator[None]:
    yield
    i18n._current = None


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (420_000, "7:00"), (419_999, "7:00"), (419_001, "7:00"), (419_000, "6:59"), (60_000, "1:00"), (59_999, "1:00"),
        (1_000, "0:01"), (1, "0:01"), (0, "0:00"), (-5, "0:00"), (600_000, "10:00"),
    ],
)  # fmt: skip
def test_clock_rounds_up(ms: int, text: str) -> None:
    assert i18n.clock_text(ms) == text


@pytest.mark.parametrize(("ms", "text"), [(59_999, "60"), (59_000, "59"), (8_001, "09"), (1, "01"), (0, "00")])
def test_last_minute_rounds_up(ms: int, text: str) -> None:
    assert i18n.last_text(ms) == text


@pytest.mark.parametrize(
    ("name", "said"),
    [("Ana", "d’Ana"), ("Éléonore", "d’Éléonore"), ("ulysse", "d’ulysse"), ("Bo", "de Bo"), ("Hugo", "de Hugo"),
     ("Hélène", "d’Hélène"), ("Yves", "d’Yves"), ("Yann", "de Yann"), ("Le Roi", "de Le Roi")],
)  # fmt: skip
def test_french_elides_before_a_name(name: str, said: str) -> None:
    i18n.set_language("fr")
    assert i18n._("the draw of {name}").format(name=name) == f"la pioche {said}"
    of_a_game = Text("What is {name}’s train worth?", {"name": name})
    assert i18n.spoken(of_a_game) == f"Que vaut le train {said}\u00a0?"
    i18n.set_language("en")
    assert i18n._("the draw of {name}").format(name=name) == f"the draw of {name}"


@pytest.mark.parametrize(
    ("circle", "said"),
    [("CG", "Cerbère est aux Portes"), ("C5", "Cerbère est au Cercle 5")],
)
def test_french_contracts_before_an_article(circle: str, said: str) -> None:
    words = i18n.Catalogue("fr")
    assert words.spoken(Text("{hr.cerberus} lies at {place}", {"place": circle_within(circle)})) == said


@pytest.mark.parametrize(
    ("n", "fr", "en"),
    [(0, "0 carte", "0 cards"), (1, "1 carte", "1 card"), (2, "2 cartes", "2 cards"), (21, "21 cartes", "21 cards")],
)
def test_a_number_takes_the_form_of_its_language(n: int, fr: str, en: str) -> None:
    text = counted("{n} card", "{n} cards", n)
    assert i18n.Catalogue("fr").spoken(text) == fr
    assert i18n.Catalogue("en").spoken(text) == str(text) == en


def test_decimals_follow_the_language() -> None:
    i18n.set_language("fr")
    assert i18n.seconds(6.5) == "6,5\u00a0s"
    assert i18n.hour_text(22, 14) == "22\u00a0h\u00a014"
    i18n.set_language("en")
    assert i18n.seconds(6.5) == "6.5\u00a0s"
    assert i18n.hour_text(9, 5) == "09:05"


def test_missing_catalogue_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n._current = None
    i18n.set_language("fr")
    assert i18n._("Undo") == "Undo"
    assert i18n.ngettext("{n} card", "{n} cards", 2) == "{n} cards"
    assert i18n._("") == ""
    assert len([r for r in caplog.records if "no words in fr" in r.message]) == 1


def _compile(folder: Path) -> None:
    catalogue = Catalog(locale="fr")
    catalogue.add("Undo", "Annuler")
    catalogue.add(("{n} card", "{n} cards"), ("{n} carte", "{n} cartes"))
    target = folder / "fr" / "LC_MESSAGES"
    target.mkdir(parents=True)
    with (target / "companion.mo").open("wb") as file:
        write_mo(file, catalogue)


def test_switch_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _compile(tmp_path)
    monkeypatch.setattr(i18n, "LOCALE", tmp_path)
    i18n._current = None
    said = []
    for language in i18n.LANGUAGES * 2:
        i18n.set_language(language)
        said.append((language, i18n._("Undo")))
    assert dict(said) == {"en": "Undo", "fr": "Annuler"} and len(set(said)) == 2
    i18n.set_language("fr")
    assert i18n.ngettext("{n} card", "{n} cards", 0) == "{n} carte"
    i18n.set_language("en")


def test_unknown_language() -> None:
    with pytest.raises(ValueError, match="no such language"):
        i18n.set_language("de")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["qui ?", "fini!", "Ana : avance", "« Maison »", "l'un", "et...", "fini\u202f!"])
def test_bad_typography(text: str) -> None:
    assert typography(text)
