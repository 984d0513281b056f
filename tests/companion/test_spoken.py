"""The command line speaks the language of `--lang`, else of the system: help, errors, and what argparse says itself."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.__main__ import main, parser
from companion.presentation.i18n import NBSP
from companion.spoken import ARGPARSE, asked_for, say, speaking, system_language
from tests.french import typography

MISTAKES = {
    "%r is not callable",
    "'required' is an invalid argument for positionals",
    ".__call__() not defined",
    'argument "-" with mode %r',
    "can't open '%(filename)s': %(error)s",
    "cannot have multiple subparser arguments",
    "cannot merge actions - two groups are named %r",
    "conflicting subparser alias: %s",
    "conflicting subparser: %s",
    "dest= is required for options like %r",
    "invalid conflict_resolution value: %r",
    "mutually exclusive arguments must be optional",
    "unexpected option string: %s",
}
"""What argparse says to whoever writes a command line wrongly, or of kinds of arguments that ours has not."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture
def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, None),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"LANG": "frp_FR.UTF-8"}, None),
        ({"LANG": "C.UTF-8"}, None),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, None),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}, "fr"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str | None) -> None:
    assert system_language(environment) == language


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ([], None),
        (["--lang", "fr", "doctor"], "fr"),
        (["doctor", "--help", "--lang", "fr"], "fr"),
        (["doctor", "--lang=en", "--help"], "en"),
        (["doctor", "--lang", "de"], None),
        (["doctor", "--lang"], None),
        (["--lang", "en", "doctor", "--lang", "fr"], "fr"),
        (["import", "--", "--lang", "fr"], None),
    ],
)
def test_lang_is_found_wherever_it_stands(words: list[str], language: str | None) -> None:
    assert asked_for(words) == language


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main(words)
    return "".join(capsys.readouterr())


def test_help_follows_the_system_and_lang_wins(
    speak: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(["--help"], capsys).startswith("usage: companion")
    assert said(["--help", "--lang", "fr"], capsys).startswith(f"usage{NBSP}: companion")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    french = said(["--help"], capsys)
    assert french.startswith(f"usage{NBSP}: companion") and f"\npour essayer{NBSP}:\n" in french
    assert said(["--help", "--lang", "en"], capsys).startswith("usage: companion")
    assert argparse._("usage: ") == "usage: ", "nothing of it is left behind"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (["dance"], "error: argument command: invalid choice: 'dance'", "choix impossible : 'dance'"),
        (["doctor", "--loud"], "error: unrecognized arguments: --loud", "arguments inconnus : --loud"),
        (["web"], "the following arguments are required: --socket", "il manque : --socket"),
        (["replay", "x"], "argument id: invalid int value: 'x'", "argument id : valeur int impossible : 'x'"),
        (["kiosk", "--size"], "argument --size: expected one argument", "argument --size : il faut un argument"),
        (["kiosk", "--size", "8"], "'8' is no size", "'8' n’est pas une taille"),
        (["kiosk", "--size", "9x9"], "9x9 is outside 320x240", "9x9 n’est pas entre 320x240"),
        (["kiosk", "--s", "9"], "ambiguous option: --s could match", "option ambiguë : --s peut vouloir dire"),
        (["machine"], "one of the arguments --start --request is required", "il faut l’un des arguments --start"),
        (["machine", "--start", "--request"], "not allowed with argument --start", "pas avec l’argument --start"),
        (["kiosk", "--fullscreen=1"], "ignored explicit argument '1'", "argument '1' de trop"),
        (["box", "export", "go"], "there is no game called go", "il n’y a pas de jeu go"),
        (
            ["box", "stickers", "cerbere", "-o", "x", "--gap", "a"],
            "'a' is no number of mm",
            "n’est pas un nombre de mm",
        ),
        (["box", "stickers", "cerbere", "-o", "x", "--gap", "99"], "99 mm is outside 0 to 20", "99 mm n’est pas entre"),
    ],
)
def test_errors_of_the_parser_are_said_in_both_languages(
    words: list[str],
    english: str,
    french: str,
    speak: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert english in said(words, capsys)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    told = said(words, capsys).replace(NBSP, " ")
    assert french in told and " : erreur : " in told


def test_errors_of_commands_are_said_in_both_languages(
    tmp_path: Path, speak: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_ROOT", str(tmp_path / "root"))
    folder, file = str(tmp_path), tmp_path / "no.tar.gz"
    file.write_bytes(b"no backup")
    cases = (
        (["replay", "--data", folder], 3, "There is no journal at", "Il n’y a pas de journal à"),
        (["restore", str(file), "--data", folder], 2, "is no backup", "n’est pas une sauvegarde"),
        (["import", str(file), "--data", folder], 2, "this is no game file", "ce n’est pas un fichier de partie"),
        (["link", "key", "--set", "x", "--data", folder], 2, "That is no key", "Ce n’est pas une clé"),
        (["hub", "invite", "t"], 1, "there is no Mosquitto", "il n’y a pas de Mosquitto"),
        (["link", "adopt", "t", "--data", folder], 1, "No table with a link", "Aucune table avec une liaison"),
    )
    for words, status, english, french in cases:
        for language, expected in (("en_GB.UTF-8", english), ("fr_FR.UTF-8", french)):
            monkeypatch.setenv("LANG", language)
            assert main(words) == status
            told = "".join(capsys.readouterr())
            assert expected in told, told


def test_the_doctor_follows_the_system_and_lang_wins(
    tmp_path: Path, speak: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.runtime import doctor_words
    from kiosk.storage.settings import SettingsFile

    chosen = SettingsFile(tmp_path)
    chosen.change(replace(chosen.now, language="en"))
    assert doctor_words(None, tmp_path)("Sound") == "Sound", "the last chosen one, where the system has none"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert doctor_words(None, tmp_path)("Sound") == "Son"
    assert doctor_words("en", tmp_path)("Sound") == "Sound"
    chosen.change(replace(chosen.now, language="fr"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert doctor_words(None, tmp_path)("Sound") == "Sound"
    assert doctor_words("fr", tmp_path)("Sound") == "Son"


def every_parser(top: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    found = [top]
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            found += [one for sub in action.choices.values() for one in every_parser(sub)]
    return found


def test_every_help_is_french_in_french() -> None:
    """No sentence of it is the English one, and each is typeset as on the screen."""

    def texts() -> list[str]:
        made = []
        for one in every_parser(parser()):
            choices = [action for action in one._actions if isinstance(action, argparse._SubParsersAction)]
            helps = [part.help for action in choices for part in action._choices_actions]
            helps += [action.help for action in one._actions if action not in choices]
            made += [one.description or "", *(text or "" for text in helps)]
        return made

    english = texts()
    with speaking("fr"):
        french = texts()
    assert len(english) == len(french) > 150
    alike = {one for one, other in zip(english, french, strict=True) if one and one == other}
    assert alike == set(), alike
    wrong = {text: faults for text in french if (faults := typography(re.sub(r"`[^`]*`", "", text)))}
    assert wrong == {}


def test_what_argparse_says_is_in_the_catalogue() -> None:
    """All that this Python's argparse asks gettext for, but what only a programmer's mistake makes it say."""
    source = Path(argparse.__file__).read_text("utf-8")
    asked = set(re.findall(r"""\b_\((['"])((?:(?!\1)[^\\]|\\.)+)\1\)""", source))
    messages = {message.encode().decode("unicode_escape") for _quote, message in asked}
    assert len(messages) > 20
    if sys.version_info < (3, 12):  # a later one words some of them otherwise: English then
        assert messages - set(ARGPARSE) - MISTAKES == set()
    with speaking("fr"):
        assert [message for message in ARGPARSE if say(message) == message] == []
