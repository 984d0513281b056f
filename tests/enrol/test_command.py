"""`companion box` as a person types it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.__main__ import main
from companion.games.registry import BOXES
from companion.presentation import i18n
from companion.tools.enrol import files, stick
from companion.tools.enrol.card_set_format import load_enrolment, write
from tests.enrol.boxes import whole


class Owner:
    """A table with its folders."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.config, self.data, self.capsys, self.lang = folder / "config", folder / "data", capsys, "en"

    def __call__(self, *words: str) -> tuple[int, str, str]:
        folders = ["--data", str(self.data), "--config", str(self.config)]
        status = main(["box", words[0], "--lang", self.lang, *folders, *words[1:]])
        said = self.capsys.readouterr()
        return status, said.out, said.err


@pytest.fixture
def owner(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Owner]:
    before = i18n.language()
    yield Owner(tmp_path / "here", capsys)
    i18n.set_language(before)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    (tmp_path / "key").mkdir()
    return tmp_path / "key"


def test_check_says_how_far_the_owners_boxes_are(owner: Owner) -> None:
    assert owner("check") == (0, "".join(f"{game}: no box yet\n" for game in BOXES), "")
    files.settle_box(BOXES["cerbere"], whole("cerbere"), owner.config, owner.data)
    status, out, _ = owner("check")
    assert status == 0 and "85 of 85 cards have a tag" in out


def test_check_names_file_line_and_key(owner: Owner, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('[meta]\ngame = "cerbere"\nformat = 1\n[pawns]\nmauve = "0A"\n', encoding="utf-8")
    status, _, err = owner("check", str(path))
    assert status == 2 and f"{path}:5: pawns.mauve: there is no mauve here" in err


@pytest.mark.parametrize("text", ["# a\nx = = 1\n", "# a\n[box\n", '# a\nx = "b', "# a\nx = " + "[" * 5000])
def test_a_file_that_is_no_toml_is_named_with_its_line_even_if_no_game_can_be_told(
    text: str, owner: Owner, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    for command in (("check", str(path)), ("merge", str(path), str(path), "-o", str(tmp_path / "both.toml"))):
        status, _, err = owner(*command)
        assert status == 2 and f"{path}:2: " in err


def test_one_wrong_box_does_not_hide_the_others(owner: Owner) -> None:
    files.settle_box(BOXES["cerbere"], whole("cerbere"), owner.config, owner.data)
    path = BOXES["infernal_wagon"].own(owner.config)
    path.parent.mkdir(parents=True)
    path.write_text("[box\n", encoding="utf-8")
    status, out, err = owner("check")
    assert status == 2 and f"{path}:1: Expected ']'" in err and "85 of 85" in out


def test_from_one_table_to_another_by_stick(
    owner: Owner, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in BOXES:
        files.settle_box(BOXES[game], whole(game), owner.config, owner.data)
    status, out, _ = owner("export", "--stick", str(key))
    assert status == 0 and len(out.splitlines()) == len(BOXES)
    other = Owner(tmp_path / "there", capsys)
    for game in BOXES:
        status, out, err = other("import", game, "--stick", str(key))
        assert status == 0, err
        assert other.config in BOXES[game].own(other.config).parents and BOXES[game].own(other.config).is_file()


def test_what_differs_is_told_and_not_imported_until_somebody_says_whose_word_counts(owner: Owner, key: Path) -> None:
    boxed, e = BOXES["infernal_wagon"], whole("infernal_wagon")
    files.settle_box(boxed, e, owner.config, owner.data)
    card = e.record("rail-05")
    other = replace(card, values={**card.values, "penalty": "9"})
    theirs = replace(e, records={**e.records, "rail-05": other})
    stick.put_on_stick(key, boxed.file, boxed.text(theirs, None))
    status, _, err = owner("import", "infernal_wagon", "--stick", str(key))
    assert status == 2 and "rail-05: penalty is" in err and "and 9 there" in err
    assert load_enrolment(boxed, boxed.own(owner.config), None).record("rail-05").values == card.values
    assert owner("import", "infernal_wagon", "--stick", str(key), "--prefer", "theirs")[0] == 0
    assert load_enrolment(boxed, boxed.own(owner.config), None).record("rail-05").values == other.values


def test_replace_keeps_the_old_box_as_bak(owner: Owner, key: Path) -> None:
    boxed, e = BOXES["cerbere"], whole("cerbere")
    files.settle_box(boxed, e, owner.config, owner.data)
    half = replace(e, records={"pawn-red": e.record("pawn-blue")} | {})
    half = replace(e, records={"pawn-red": replace(e.record("pawn-blue"), slot="pawn-red")})
    stick.put_on_stick(key, boxed.file, boxed.text(half, None))
    status, _, err = owner("import", "cerbere", "--stick", str(key))
    assert status == 2 and "is on pawn-blue here and on pawn-red there" in err
    assert owner("import", "cerbere", "--stick", str(key), "--replace")[0] == 0
    path = boxed.own(owner.config)
    assert len(load_enrolment(boxed, path, None).records) == 1
    assert len(load_enrolment(boxed, path.with_name("box.toml.bak"), None).records) == 85


def test_merge_and_share(owner: Owner, key: Path, tmp_path: Path) -> None:
    boxed, e = BOXES["infernal_wagon"], whole("infernal_wagon")
    names = list(e.records)
    for name, part in (("a", names[:50]), ("b", names[40:])):
        write(boxed, replace(e, records={slot: e.records[slot] for slot in part}), tmp_path / f"{name}.toml", None)
    out = tmp_path / "both.toml"
    assert owner("merge", str(tmp_path / "a.toml"), str(tmp_path / "b.toml"), "-o", str(out))[0] == 0
    assert load_enrolment(boxed, out, None).records == e.records
    assert owner("import", "infernal_wagon", "--file", str(out))[0] == 0
    status, said, _ = owner("share", "infernal_wagon", "--stick", str(key))
    assert status == 0 and "uid" not in Path(said.strip()).read_text(encoding="utf-8")


def test_a_game_whose_pieces_bear_no_tags_has_no_box(owner: Owner, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tools.enrol.command.BOXES", {})
    for doing in ("export", "import", "share"):
        assert "There is no box of cerbere yet" in owner(doing, "cerbere", "--stick", str(key))[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("export", "--stick", "/nowhere"), f"There is no box of {', '.join(BOXES)} yet"),
        (("export", "cerbere", "--stick", "/nowhere"), "There is no box of cerbere yet"),
        (("import", "cerbere", "--stick", "/nowhere"), "The stick is gone"),
        (("share", "cerbere", "--stick", "/nowhere"), "no card data to share"),
        (("import", "cerbere", "--file", "/nowhere/x.toml"), "there is no such file"),
        (("merge", "/nowhere/a", "/nowhere/b", "-o", "/nowhere/c"), "there is no such file"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(owner: Owner, words: tuple[str, ...], said: str) -> None:
    status, _, err = owner(*words)
    assert status == 2 and said in err and "Traceback" not in err
