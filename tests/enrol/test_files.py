"""Box files: written and read back, wrong ones named by file, line and key; sticks that are full, locked or gone."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.config import ConfigError
from companion.engine.refused import Refused
from companion.games.hellrail.data.deck_file import load_deck
from companion.games.infernal_wagon.data.box import find_box, load_box
from companion.games.infernal_wagon.names import Level
from companion.games.registry import BOXES
from companion.tools.enrol import card_set_format as box_files
from companion.tools.enrol import files, session, stick, store
from companion.tools.enrol.card_set_format import contents, load_enrolment, without_tags, write
from companion.tools.enrol.state import EnrolledTag, Enrolment
from tests.enrol.boxes import FILES, whole

GAMES = tuple(BOXES)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_what_is_read(game: str, tmp_path: Path) -> None:
    boxed, e = BOXES[game], replace(whole(game), name="Notre boîte « 1 »", edition="fr-2022")
    path = tmp_path / "box.toml"
    write(boxed, e, path, None)
    again = load_enrolment(boxed, path, None)
    plan = boxed.plan(None, e)
    assert contents(plan, again) == contents(plan, e) and again.name == e.name and again.signs == e.signs
    assert session.progress(plan, again).whole
    assert files.boxed_of(path, BOXES) is boxed


@pytest.mark.parametrize("game", GAMES)
def test_half_a_box_is_written_and_read_too(game: str, tmp_path: Path) -> None:
    boxed, e = BOXES[game], whole(game)
    half = replace(e, records={slot: r for i, (slot, r) in enumerate(e.records.items()) if i % 2})
    path = tmp_path / "box.toml"
    write(boxed, half, path, None)
    plan = boxed.plan(None, half)
    assert contents(plan, load_enrolment(boxed, path, None)) == contents(plan, half)


def test_infernal_wagon_plays_the_toml_as_it_plays_the_json(tmp_path: Path) -> None:
    path = tmp_path / "infernal_wagon" / "box.toml"
    write(BOXES["infernal_wagon"], whole("infernal_wagon"), path, None)
    json, toml = load_box(FILES["infernal_wagon"]), find_box("", tmp_path)
    assert (toml.cards, toml.tags, toml.symbols) == (json.cards, json.tags, json.symbols)
    (tmp_path / "infernal_wagon" / "box.json").write_text("{", encoding="utf-8")
    assert find_box("", tmp_path).tags == json.tags, "of two files the TOML counts"


def test_a_box_bound_by_kind_is_played_at_that_level(tmp_path: Path) -> None:
    e = whole("infernal_wagon")
    bare = {slot: replace(record, values={}) for slot, record in e.records.items()}
    write(BOXES["infernal_wagon"], replace(e, records=bare), tmp_path / "box.toml", None)
    assert load_box(tmp_path / "box.toml").default_level() is Level.L1


def test_hellrail_plays_half_a_deck_with_the_cards_that_come_along(tmp_path: Path) -> None:
    boxed, e = BOXES["hellrail"], whole("hellrail")
    mine = {slot: replace(r, tags=(EnrolledTag(f"3A{n:08X}"),)) for n, (slot, r) in enumerate(e.records.items())}
    e = replace(e, records=mine)
    half = replace(e, records={slot: r for slot, r in mine.items() if slot != "R01"})
    files.settle_box(boxed, half, tmp_path, tmp_path / "data")
    deck = load_deck("", tmp_path)
    assert deck.placeholder and len(deck.tags) == 25, "the circles and tokens are known already"
    alone = box_files.current_enrolment(boxed, tmp_path, tmp_path / "wiped")
    assert len(alone.records) == 25, "their tags are found again in the file alone"
    files.settle_box(boxed, e, tmp_path, tmp_path / "data")
    assert not load_deck("", tmp_path).placeholder and len(load_deck("", tmp_path).tags) == 70


def test_an_older_box_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("old", encoding="utf-8")
    write(BOXES["cerbere"], whole("cerbere"), path, None)
    assert path.with_name("box.toml.bak").read_text(encoding="utf-8") == "old"


def test_cards_that_a_file_calls_otherwise_keep_their_names(tmp_path: Path) -> None:
    boxed = BOXES["infernal_wagon"]
    text = '[box]\ngame = "infernal-wagon"\n[[cards]]\nslot = "X1"\nkind = "rail"\ntags = [{ uid = "0A" }]\n'
    e = boxed.read(text, tmp_path / "box.toml", None)
    plan = boxed.plan(None, e)
    assert plan.slots["X1"].id == "rail" and len(plan.by_id["rail"].slots) == 47
    write(boxed, e, tmp_path / "box.toml", None)
    assert load_box(tmp_path / "box.toml").tags["0A"].slot == "X1"


# ---------------------------------------------------------------- wrong files

WAGON = '[box]\ngame = "infernal-wagon"\n[[symbols]]\nid = "A"\n[[symbols]]\nid = "B"\n'
WRONG: tuple[tuple[str, str, int, str, str], ...] = (
    ("infernal_wagon", WAGON + '[[cards]]\nslot = "r"\nkind = "rail"\nends = ["A", "Q"]\n', 10, "r.ends", "'Q'"),
    ("infernal_wagon", WAGON + '[[cards]]\nslot = "r"\nkind = "rial"\n', 9, "r.kind", "rial"),
    ("infernal_wagon", WAGON + '[[cards]]\nslot = "r"\nkind = "rail"\n[[cards]]\nslot = "r"\nkind = "rail"\n', 11,
     "r.slot", "two cards"),
    ("infernal_wagon", WAGON + '[[cards]]\nslot = "r"\nkind = "rail"\npenalty = { kind = "discard", n = 12 }\n', 10,
     "r.penalty.n", "1 to 9"),
    ("infernal_wagon", WAGON + '[[cards]]\nslot = "r"\nkind = "rail"\ntags = [{ uid = "0A" }]\n'
     '[[cards]]\nslot = "s"\nkind = "easy"\ntags = [{ uid = "0a" }]\n', 14, "s.tags.uid", "already that of r"),
    ("infernal_wagon", WAGON + '[[cards]]\nslot = "r"\nkind = "rail"\ntags = [{ uid = "04:A1:01" }]\n'
     '[[cards]]\nslot = "s"\nkind = "easy"\ntags = [{ uid = "04a101" }]\n', 14, "s.tags.uid", "already that of r"),
    ("infernal_wagon", WAGON + "x = " + "[" * 5000, 7, "", "nested too deeply"),
    ("infernal_wagon", WAGON + "[[cards]\n", 7, "", ""),
    ("infernal_wagon", '[box]\ngame = "infernal-wagon"\nlable = "x"\n', 3, "box.lable", "no such field"),
    ("cerbere", '[meta]\ngame = "cerbere"\nformat = 1\n[actions]\nred = ["1"]\n', 5, "actions.red", "4 cards"),
    ("cerbere", '[meta]\ngame = "cerbere"\nformat = 1\n[pawns]\nred = "0A"\nblue = "0a"\n', 6, "pawns.blue", "already"),
    ("cerbere", '[meta]\ngame = "cerbere"\nformat = 1\n[pawns]\nmauve = "0A"\n', 5, "pawns.mauve", "no mauve"),
    ("cerbere", '[meta]\ngame = "cerbere"\nformat = 2\n', 3, "meta.format", "2"),
    ("hellrail", 'schema = "hellrail-draft/1"\n[[card]]\nid = "R1"\ncar = 0\n', 4, "card[0].car", ">= 1"),
    ("hellrail", 'schema = "hellrail-draft/1"\n[[card]]\nid = "R1"\n[[card]]\nid = "R1"\n', 5, "card[1].id", "twice"),
    ("hellrail", 'schema = "hellrail-draft/1"\n[[card]]\nid = "R1"\nrails = ["NX"]\n', 4, "card[0].rails", "drawing"),
    ("hellrail", 'schema = "hellrail-draft/1"\n[[card]]\nid = "R1"\ntag = "0A"\n[[circle]]\nid = "CG"\ntag = "0A"\n', 7,
     "circle[0].tag", "already that of R1"),
    ("hellrail", 'schema = "hellrail-draft/1"\n[[circle]]\nid = "C1"\ntag = "0A"\n[[circle]]\nid = "C1"\n', 6,
     "circle[1].id", "twice"),
    ("hellrail", 'schema = "hellrail-draft/1"\n[piece_tags]\ndragon = ["1"]\n', 3, "piece_tags.dragon", "no dragon"),
    ("hellrail", 'schema = "hellrail-deck/1"\n[deck]\nname = "x"\n', 1, "circle", "missing"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "text", "line", "key", "said"), WRONG)
def test_a_wrong_file_is_named_by_line_and_key(
    game: str, text: str, line: int, key: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_enrolment(BOXES[game], path, None)
    error = caught.value
    assert (error.file, error.line, error.key) == (path, line, key) and said in str(error)


def test_a_stick_without_a_box_is_asked_for_a_box(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        files.on_stick(BOXES["hellrail"], tmp_path)
    assert (caught.value.code, caught.value.facts["file"]) == ("not_on_stick", "hellrail-deck.toml")


def test_broken_json_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    path.write_text('{"box": {"game": "infernal-wagon"},\n "cards": [\n {"slot": "é", }]}', encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_enrolment(BOXES["infernal_wagon"], path, None)
    assert caught.value.line == 3


@pytest.mark.parametrize("text", ["game = 'cerbere'", '# long\n' * 2000 + 'game = "cerbere"', 'name = "hellrail-deck"\n'
                                  'game = "cerbere"'])  # fmt: skip
def test_the_game_of_a_file_is_what_it_says_it_is(text: str) -> None:
    assert box_files.game_of(f"[meta]\n{text}\n", Path("x"), BOXES.values()) is BOXES["cerbere"]


def test_a_box_that_takes_the_place_of_another_leaves_a_copy_of_all_of_it(tmp_path: Path) -> None:
    """What is played with HellRail need not hold all that was taken down."""
    boxed = BOXES["hellrail"]
    store.save(replace(whole("hellrail"), name="old"), tmp_path)
    other = tmp_path / "other.toml"
    other.write_text('schema = "hellrail-draft/1"\n[[circle]]\nid = "C1"\ntag = "0D"\n', encoding="utf-8")
    files.bring(boxed, other, tmp_path, tmp_path, instead=True)
    kept = store.file_of("hellrail", tmp_path)
    assert '"old"' in kept.with_name(kept.name + ".bak").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[[[", b"x = 1\n", b'a = "\x00"'])
def test_what_is_no_box_is_refused_by_every_game(game: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_enrolment(BOXES[game], path, None)
    assert str(path) in str(caught.value)


def test_a_file_far_too_long_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_files, "MOST_BYTES", 10)
    path = tmp_path / "box.toml"
    path.write_bytes(b"x" * 11)
    with pytest.raises(ConfigError, match="far too long"):
        load_enrolment(BOXES["cerbere"], path, None)


# ---------------------------------------------------------------- the evening and the file


def test_what_was_taken_down_counts_until_somebody_changes_the_file(tmp_path: Path) -> None:
    import os

    boxed, e = BOXES["cerbere"], replace(whole("cerbere"), name="mine")
    e = replace(e, records={slot: replace(r, checked=True) for slot, r in e.records.items()})
    config, data = tmp_path / "config", tmp_path / "data"
    path = files.settle_box(boxed, e, config, data)
    os.utime(path, ns=(1, 1))
    more = replace(e, name="went on")
    store.save(more, data)
    assert box_files.current_enrolment(boxed, config, data) == more
    fewer = replace(e, records={slot: r for slot, r in e.records.items() if slot != "pawn-red"}, name="by hand")
    write(boxed, fewer, path, config)
    os.utime(path, ns=(2**61, 2**61))
    now = box_files.current_enrolment(boxed, config, data)
    assert now.on(e.record("pawn-red").tags[0].uid) is None and now.name == "by hand"
    assert all(record.checked for record in now.records.values()), "what was compared is not compared again"


# ---------------------------------------------------------------- sticks


def plugged(tmp_path: Path, *names: str) -> Any:
    for name in names:
        (tmp_path / name).mkdir(parents=True)
    return lambda path: str(path.relative_to(tmp_path)) in names


def test_sticks_are_found_below_media_and_run_media(tmp_path: Path) -> None:
    (tmp_path / "media" / "cdrom").mkdir(parents=True)
    mounted = plugged(tmp_path, "media/STICK", "run/media/ana/KEY")
    assert stick.sticks(tmp_path, mounted) == (tmp_path / "media/STICK", tmp_path / "run/media/ana/KEY")
    with pytest.raises(Refused, match="many_sticks"):
        stick.the_stick(tmp_path, mounted)


def test_no_stick_is_said(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no_stick"):
        stick.the_stick(tmp_path)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "stick_full"),
        (errno.EROFS, "stick_locked"),
        (errno.EACCES, "stick_locked"),
        (errno.EIO, "stick_gone"),
        (errno.ENODEV, "stick_gone"),
        (errno.EINVAL, "stick_fault"),
    ],
)
def test_a_stick_that_cannot_be_written_is_named(
    number: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(stick, "write_whole", fails)
    with pytest.raises(Refused) as caught:
        stick.put_on_stick(tmp_path, "box.toml", "x")
    assert caught.value.code == code and "box.toml" in str(caught.value.facts["file"])


def test_a_stick_that_was_pulled_is_gone(tmp_path: Path) -> None:
    for act in (lambda: stick.put_on_stick(tmp_path / "gone", "b", ""), lambda: stick.found_on(tmp_path / "gone", "b")):
        with pytest.raises(Refused, match="stick_gone"):
            act()


@pytest.mark.parametrize("game", GAMES)
def test_a_box_travels_on_a_stick(game: str, tmp_path: Path) -> None:
    boxed, e = BOXES[game], whole(game)
    here, there, key = tmp_path / "here", tmp_path / "there", tmp_path / "key"
    key.mkdir()
    files.settle_box(boxed, e, here, here)
    assert files.export_box(boxed, here, here, key) == key / stick.FOLDER / boxed.file
    merged = files.bring(boxed, files.on_stick(boxed, key), there, there)
    assert merged.clear
    plan = boxed.plan(None, e)
    assert contents(plan, box_files.current_enrolment(boxed, there, there)) == contents(plan, e)
    assert boxed.found(there) == boxed.own(there)


def test_card_data_are_shared_without_tags(tmp_path: Path) -> None:
    boxed, e = BOXES["infernal_wagon"], whole("infernal_wagon")
    files.settle_box(boxed, e, tmp_path, tmp_path)
    path = files.share(boxed, tmp_path, tmp_path, tmp_path)
    assert "uid" not in path.read_text(encoding="utf-8")
    bare = load_enrolment(boxed, path, None)
    assert session.progress(boxed.plan(None, bare), bare).bound == 0
    assert bare.record("rail-20").values == e.record("rail-20").values and bare.signs == e.signs
    with pytest.raises(Refused, match="nothing_to_share"):
        without_tags(whole("cerbere"))


def test_a_deck_of_hellrail_is_shared_whole(tmp_path: Path) -> None:
    boxed, e = BOXES["hellrail"], whole("hellrail")
    files.settle_box(boxed, e, tmp_path / "a", tmp_path / "a")
    path = files.share(boxed, tmp_path / "a", tmp_path / "a", tmp_path)
    merged = files.bring(boxed, path, tmp_path / "b", tmp_path / "b")
    deck = load_deck("", tmp_path / "b")
    assert merged.clear and merged.added == 45 and not deck.placeholder and not deck.tags and not deck.official


def test_a_box_of_another_game_is_not_imported(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    write(BOXES["cerbere"], whole("cerbere"), path, None)
    with pytest.raises(Refused) as caught:
        files.bring(BOXES["infernal_wagon"], path, tmp_path, tmp_path)
    assert (caught.value.code, caught.value.facts["game"]) == ("other_game", "cerbere")


def test_nothing_is_written_where_settings_are_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    boxed: Any = BOXES["cerbere"]
    monkeypatch.setattr("companion.engine.atomic_file.write_whole", locked)
    with pytest.raises(PermissionError):
        files.settle_box(boxed, whole("cerbere"), tmp_path, tmp_path)
    assert boxed.found(tmp_path) is None and isinstance(whole("cerbere"), Enrolment)
