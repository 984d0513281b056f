"""One disc is one card, whichever of its numbers a reader tells; what is not told apart is refused, never guessed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.clock import ManualClock
from companion.engine.engine import Engine
from companion.engine.game import Player
from companion.engine.journal import Journal
from companion.engine.printed_number import meant, printed_forms, read_printed, single_uid, stands_for
from companion.engine.refused import Refused
from companion.engine.requests import MakeMove, Open
from companion.engine.signals import Tag
from companion.engine.uid import from_decimal, plain_uid
from companion.games.infernal_wagon.data.box import PACKAGED
from companion.games.infernal_wagon.events import UnknownTag
from companion.games.infernal_wagon.game import InfernalWagon
from companion.games.infernal_wagon.moves import Confirm, StartClock
from companion.games.registry import BOXES
from tests.example_game.game import BOX, CoinsGame

DISC, TWIN, NFC = "4A0079C2B3", "4B0079C2B3", "74103794"


SPELLINGS = {
    "raw": "4A0079C2B3",
    "lower case": "4a0079c2b3",
    "separators": "4a:00:79:c2:b3",
    "0x": "0x4A0079C2B3",
    "checksum": "4A0079C2B342",
    "zeros": "00004A0079C2B3",
    "reversed": "B3C279004A",
    "without its first byte": "0079C2B3",
    "0x, without zeros": "0x79c2b3",
    "without its first byte, reversed": "B3C27900",
    "without its first byte, zeros": "000079C2B3",
    "Wiegand, 26 bits": "79C2B3",
    "Wiegand, 26 bits and parity": "#49513831",
    "Wiegand, 34 bits and parity": "#8605893991",
    "decimal": "#7979699",
    "10 digits": "#0007979699",
    "8 digits": "#07979699",
    "zeros before the decimal": "#0000000007979699",
    "decimal, reversed": "#3015866624",
    "decimal of 40 bits": "#317835559603",
    "3 + 5": "#12149843",
    "facility, number": "121,49843",
    "facility of 5 digits": "00121,49843",
}
"""How readers of ours and of the network write the disc 4A0079C2B3."""


@pytest.mark.parametrize("enrolled", SPELLINGS)
def test_every_number_of_a_disc_finds_it_by_whichever_it_was_enrolled(enrolled: str) -> None:
    uid = plain_uid(SPELLINGS[enrolled])
    for name, read in SPELLINGS.items():
        assert meant(read, ["610079C2B4", uid, NFC]) == (uid,), name


@pytest.mark.parametrize(
    "read", ["4B0079C2B3", "0079C2B4", "#7979698", "79C2", "", "C2B3", "0079C2B300", "4A0079C2B343"]
)
def test_another_disc_is_another(read: str) -> None:
    assert meant(read, [DISC, NFC, "04A1B2C3D4E5F6"]) == ()


@pytest.mark.parametrize("read", ["74103794", "74-10-37-94", "74:10:37:94", "0x74103794", "74 10 37 94"])
def test_an_nfc_uid_however_it_is_written(read: str) -> None:
    assert plain_uid(read) == NFC and meant(read, [DISC, NFC]) == (NFC,) == tuple(stands_for(read).values())


def test_what_two_discs_may_be_is_refused() -> None:
    assert meant("0079C2B3", [DISC, TWIN]) == (DISC, TWIN) and meant(DISC, [DISC, TWIN]) == (DISC,)
    with pytest.raises(Refused) as refused:
        single_uid("#7979699", [DISC, TWIN])
    assert (refused.value.code, refused.value.facts["among"]) == ("many_tags", (DISC, TWIN))
    assert meant("0079C2B3", ["0079C2B3", DISC]) == ("0079C2B3", DISC), "the shorter one does not win"


def test_digits_that_are_hex_or_decimal() -> None:
    assert stands_for("#12345678") == {"hex": "12345678", "decimal": "00BC614E", "facility": "7BB26E"}
    with pytest.raises(Refused, match="which_number"):
        single_uid("#12345678", [DISC])
    assert single_uid("#12345678", [DISC, "4A00BC614E"]) == "4A00BC614E", "only one of them is known"
    assert single_uid("#12345678", ["12345678"]) == "12345678"
    with pytest.raises(Refused, match="many_tags"):
        single_uid("#12345678", ["12345678", "4A00BC614E"])
    assert meant("12345678", ["4A00BC614E"]) == (), "a reader that tells hex tells hex"
    assert single_uid("#7979699", []) == "0079C2B3"
    assert read_printed("99999999").numbers == ("99999999", "05F5E0FF"), "999 is no facility of 8 bits, 99999 no number"


@pytest.mark.parametrize("uid", ["", "#", "#x", "#0", "#00000000", "a b\tc", "#١٢٣٤٥٦٧٨"])
def test_no_tag(uid: str) -> None:
    if uid != "a b\tc":
        assert stands_for(uid) == {}
    with pytest.raises(Refused, match="no_tag"):
        single_uid("\t" if uid == "a b\tc" else uid, [DISC])


def test_a_signed_number_is_the_unsigned_one() -> None:
    assert from_decimal(-1) == "FFFFFFFF" and from_decimal(-(1 << 31)) == "80000000"
    assert [from_decimal(n) for n in (0, 1 << 40, -(1 << 31) - 1)] == [""] * 3
    assert from_decimal((1 << 40) - 1) == "FFFFFFFFFF"


def alike(other: str, uid: str) -> bool:
    """Whether a number of the one may be a number of the other: the same end, or the same four bytes turned round."""
    turned = bytes.fromhex(uid)[:0:-1].hex().upper()
    return other.endswith(uid[-6:]) or turned[-6:] in other


@given(st.integers(1 << 32, (1 << 40) - 1), st.sets(st.integers(1 << 32, (1 << 40) - 1), max_size=5))
def test_all_numbers_of_a_disc_mean_it_among_others(number: int, others: set[int]) -> None:
    uid = f"{number:010X}"
    forms = printed_forms(uid)
    known = [other for one in others if not alike(other := f"{one:010X}", uid)]
    for read in (uid, forms["hex8"], f"#{forms['dec10']}", forms["facility"]):
        if int(uid[2:], 16) and int(uid[4:], 16):
            assert meant(read, [*known, uid]) == (uid,)


@given(st.text(max_size=30), st.lists(st.text(max_size=12), max_size=4))
def test_no_text_is_an_error(uid: str, known: list[str]) -> None:
    assert set(meant(uid, known)) <= set(known)
    stands_for(uid)


def test_the_engine_plays_the_piece_by_every_number_of_its_disc(tmp_path: Path) -> None:
    box = BOX.own(tmp_path)
    box.parent.mkdir()
    box.write_text(f'[meta]\ngame = "coins"\n[tags]\nbag-1 = "{DISC}"\nbag-2 = "{TWIN}"\nbag-3 = "61008EB2F9"\n')
    game = CoinsGame(tmp_path)
    engine = Engine({game.name: game}, Journal(), ManualClock(), lambda: "2026-11-28T20:00:00")
    engine.handle(Open(game.name, seats=(), options={}, position=POSITION))
    assert engine.handle(Tag("far", "008EB2F9")).events
    with pytest.raises(Refused, match="which_card"):
        engine.handle(Tag("far", "0079C2B3"))


POSITION = {"players": ["Ana", "Bo"], "filled": [1, 2, 3, 4]}


def test_under_the_wagons_clock_it_is_at_once_an_unknown_card(tmp_path: Path) -> None:
    """IW-R41: before the start it is asked."""
    box = json.loads((PACKAGED / "demo.json").read_text(encoding="utf-8"))
    rails = [card for card in box["cards"] if card["kind"] == "rail"]
    for card, uid in zip(rails, (DISC, TWIN), strict=False):
        card["tags"] = [{"uid": uid}]
    own = BOXES["infernal_wagon"].own(tmp_path)
    own.parent.mkdir()
    own.with_suffix(".json").write_text(json.dumps(box), encoding="utf-8")
    game, clock = InfernalWagon(tmp_path), ManualClock()
    engine = Engine({game.name: game}, Journal(), clock, lambda: "2026-11-28T20:00:00")
    engine.handle(Open(game.name, (Player("Ana"), Player("Bo"), Player("Cy")), {"level": "L1"}))
    with pytest.raises(Refused, match="which_card"):
        engine.handle(Tag("table", "0079C2B3"))
    engine.handle(MakeMove(Confirm()))
    engine.handle(MakeMove(StartClock()))
    for read in ("0079C2B3", "#7979699"):
        assert [type(event) for event in engine.handle(Tag("table", read)).events] == [UnknownTag]
    assert UnknownTag not in {type(event) for event in engine.handle(Tag("table", DISC)).events}
