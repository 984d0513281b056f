"""What the system and the libraries say, in French; in English it stays to the letter."""

from __future__ import annotations

import gettext
import string
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.engine.foreign import SENTENCES, SYSTEM, of_library, verbatim
from companion.engine.text import in_words

LOCALE = Path(__file__).resolve().parents[2] / "companion/presentation/locale"
NB = "\u00a0"


@pytest.fixture(scope="module")
def french() -> Callable[[str], str]:
    return gettext.translation("companion", str(LOCALE), ["fr"]).gettext


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Expected `str`, got `int`", "`str` est attendu, et c’est `int`"),
        ("Expected `int` <= 27", "`int` <= 27 est attendu"),
        ("Expected `array` of length 2, got 3", "`array` d’une longueur 2 est attendu, et elle est de 3"),
        ("Invalid enum value 'xx' - at `$.language`", "la valeur 'xx' n’est pas possible (à `$.language`)"),
        (
            "Expected ']' at the end of a table declaration (at line 1, column 6)",
            f"il manque «{NB}]{NB}» à la fin d’un titre de table (ligne 1, colonne 6)",
        ),
        ("error: 'GPIO busy'", "la broche est déjà prise"),
        ("something else", "something else"),
        ("", ""),
        ("{what} {0} {", "{what} {0} {"),
    ],
)
def test_what_libraries_say_is_said_in_french(english: str, said: str, french: Callable[[str], str]) -> None:
    assert in_words(of_library(english), french) == said
    assert str(of_library(english)) == english


def test_each_has_a_translation_with_the_same_gaps(french: Callable[[str], str]) -> None:
    for text in (*SENTENCES, *SYSTEM.values()):
        gaps = [{name for _, name, _, _ in string.Formatter().parse(one) if name} for one in (text, french(text))]
        assert french(text) != text
        assert gaps[0] == gaps[1], text


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a = 1 b = 2",
        "[a",
        "[[a]",
        "a.b = 1\n[a]\nb = 2\n[a]",
        "a = 1\na = 2",
        "a = {b = 1}\na.c = 2",
        "[a.b]\n[a]\nb.c = 1",
        "= 1",
        "a = [1",
        "a = {b = 1",
        "a = {b = 1, b = 2}",
        "a = {b = {c = 1}, b.d = 2}",
        'a = "',
        'a = "\\q"',
        'a = "\\uZZZZ"',
        'a = "\\uD800"',
        "a = 'b\x00'",
        "a = '''",
        "a = 2020-13-01",
        "a = ?",
        "# \x00",
    ],
)
def test_what_the_reader_of_toml_says_is_known(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    known(of_library(str(caught.value)), str(caught.value))


def known(said: object, english: str) -> None:
    assert said != verbatim(english)
    assert str(said) == english
