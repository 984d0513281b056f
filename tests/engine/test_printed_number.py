"""Numbers printed on tags: every form that the vectors know finds its tag, and no other."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.printed_number import find_printed, printed_forms, read_printed

VECTORS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "rfid_vectors.toml").read_text(encoding="utf-8")
)["vector"]
KNOWN = sorted(
    {uid for v in VECTORS for uid in v["expect"] if v["protocol"] != "text_line"} - {"1F0184F07A"}
)  # a bit error
PRINTED = [(v["expect"][0], v) for v in VECTORS if "printed_dec10" in v]


@pytest.mark.parametrize(("uid", "vector"), PRINTED, ids=[v["id"] for _uid, v in PRINTED])
def test_what_is_printed_finds_the_tag_among_all(uid: str, vector: dict[str, Any]) -> None:
    forms = printed_forms(uid)
    assert forms["dec10"] == vector["printed_dec10"]
    if "wiegand26" in vector:
        assert forms["facility"] == vector["wiegand26"]
    for text in forms.values():
        assert find_printed(text, KNOWN) == (uid,), text
    assert find_printed(f"{forms['dec10']}  {forms['facility']}", KNOWN) == (uid,)


WAYS = (
    "61008EB2F9", "61008eb2f9", "61 00 8E B2 F9", "61:00:8e:b2:f9", "61-00-8E-B2-F9", " 61008EB2F9 ",
    "008EB2F9", "00 8e b2 f9", "00:8E:B2:F9",
    "0009351929", "9351929", "09351929", "000 935 1929",
    "142,45817", "142, 45817", "142.45817", "142-45817", "142 45817", "142:45817", "142/45817",
    "0009351929 142,45817", "0009351929 142.45817", "0009351929 (142,45817)", "0009351929/142,45817",
    "0009351929 142 45817", "0009351929\t142, 45817", "0416621179641",
)  # fmt: skip
"""In which the disc 61008EB2F9 is written."""


@pytest.mark.parametrize("text", WAYS)
def test_every_way_to_write_it(text: str) -> None:
    assert find_printed(text, ["62E3086CED", "61008EB2F9"]) == ("61008EB2F9",)


@pytest.mark.parametrize(
    "text", ["", "hello", "12", "999,12345", "142,70000", "9999999999", "0009351929 142,45818", "9" * 5000, "é"]
)
def test_what_is_no_number_of_this_tag(text: str) -> None:
    assert find_printed(text, ["61008EB2F9"]) == ()


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("61008EB2F9", True),
        ("04:A1:B2:C3:D4:E5:F6", True),
        ("0416621179641", True),
        ("142,45817", False),
        ("9351929", False),
    ],
)
def test_only_a_whole_number_names_a_new_tag(text: str, whole: bool) -> None:
    assert read_printed(text).whole is whole


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_is_an_error(text: str, uid: str) -> None:
    find_printed(text, (uid, *printed_forms(uid).values()))


@given(st.binary(min_size=4, max_size=5))
def test_every_tag_is_found_by_each_of_its_numbers(number: bytes) -> None:
    uid = number.hex().upper()
    assert not int(uid, 16) or all(find_printed(text, [uid]) for text in printed_forms(uid).values())
