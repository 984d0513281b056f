"""`man companion`: every command and option of the parser, in both languages, without a warning of groff."""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

import pytest

from companion.__main__ import parser
from companion.man import PLACES, escaped, main
from companion.presentation.i18n import Language
from companion.spoken import speaking

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = list(PLACES)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Language, str]:
    folder = tmp_path_factory.mktemp("man")
    main(folder)
    return {language: (folder / place / "companion.1").read_text("utf-8") for language, place in PLACES.items()}


def every(one: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    kinds = [action for action in one._actions if isinstance(action, argparse._SubParsersAction)]
    return [one, *(found for kind in kinds for below in kind.choices.values() for found in every(below))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_option_is_there(language: Language, pages: dict[Language, str]) -> None:
    page = pages[language]
    with speaking(language):
        commands = every(parser())
        assert len(commands) > 25
        for one in commands[1:]:
            head = f".SS {escaped(one.prog)}\n"
            assert page.count(head) == 1
            part = page.partition(head)[2].partition("\n.SS ")[0]
            for action in one._actions:
                for option in action.option_strings:
                    assert escaped(option) in part, (one.prog, option)
                if action.help and "%" not in action.help and action.help != argparse.SUPPRESS:
                    assert (
                        isinstance(action, argparse._SubParsersAction) or escaped(action.help.split(" (")[0]) in part
                    ), action.help


def test_the_pages_are_in_their_languages(pages: dict[Language, str]) -> None:
    heads = {language: re.findall(r"^\.SH (.+)$", page, re.MULTILINE) for language, page in pages.items()}
    assert heads["en"] == ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "FILES"]
    assert heads["fr"] == ["NOM", "SYNOPSIS", "DESCRIPTION", "COMMANDES", "CODE DE SORTIE", "FICHIERS"]
    assert "what is wrong with this table" not in pages["fr"]
    kinds = [re.findall(r"^\.([A-Z]+)", page, re.MULTILINE) for page in pages.values()]
    assert kinds[0] == kinds[1], "the same page twice"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_this_machine_is_in_it(language: Language, pages: dict[Language, str]) -> None:
    assert str(Path.home()) not in pages[language].replace("~", "") and str(ROOT) not in pages[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_groff_has_nothing_to_say_against_it(language: Language, pages: dict[Language, str]) -> None:
    command = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z"]
    ran = subprocess.run(command, input=pages[language], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_text_is_no_command_of_roff() -> None:
    assert escaped(".TH\n'so x\na\\b --lang") == "\\&.TH\n\\&'so x\na\\eb \\-\\-lang"
