"""Tokens are good once and for a while; a seat has one session; only hashes are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.refused import PrivateRefusal
from companion.web.desk.pairing import SESSION_S, TOKEN_S, WRITTEN_S, Pairings


class Days:
    now = 1_000.0


@pytest.fixture
def days() -> Days:
    return Days()


def pairings(days: Days, path: Path | None = None) -> Pairings:
    return Pairings(path, lambda: days.now)


def code(refused: pytest.ExceptionInfo[PrivateRefusal]) -> str:
    return refused.value.code


def test_a_token_is_good_once(days: Days) -> None:
    pairs = pairings(days)
    token = pairs.mint("Ana")
    assert pairs.spend(token).seat == "Ana"
    with pytest.raises(PrivateRefusal) as refused:
        pairs.spend(token)
    assert code(refused) == "token_used"


def test_a_token_is_good_for_a_while(days: Days) -> None:
    pairs = pairings(days)
    token = pairs.mint("Ana")
    days.now += TOKEN_S
    with pytest.raises(PrivateRefusal) as refused:
        pairs.spend(token)
    assert code(refused) == "token_expired"


def test_a_newer_token_for_the_seat_ends_the_one_before(days: Days) -> None:
    pairs = pairings(days)
    first, second = pairs.mint("Ana"), pairs.mint("Ana")
    with pytest.raises(PrivateRefusal):
        pairs.spend(first)
    assert pairs.spend(second).seat == "Ana"


def test_a_seat_has_one_session(days: Days) -> None:
    pairs = pairings(days)
    old, _session = pairs.begin("Ana")
    new, session = pairs.begin("Ana")
    with pytest.raises(PrivateRefusal) as refused:
        pairs.take_up(old)
    assert code(refused) == "session_over"
    assert pairs.take_up(new) == session


@pytest.mark.parametrize("why", ["too old", "revoked", "left", "the evening is over"])
def test_a_session_ends(days: Days, why: str) -> None:
    pairs = pairings(days)
    secret, session = pairs.begin("Ana")
    match why:
        case "too old":
            days.now += SESSION_S
        case "revoked":
            pairs.revoke("Ana")
        case "left":
            pairs.end(session)
        case _:
            pairs.end_all()
    with pytest.raises(PrivateRefusal) as refused:
        pairs.take_up(secret)
    assert code(refused) == "session_over"


def test_a_session_lasts_from_its_last_answer(days: Days, tmp_path: Path) -> None:
    file = tmp_path / "phones.json"
    pairs = pairings(days, file)
    secret, session = pairs.begin("Ana")
    days.now += SESSION_S - 1
    pairs.answered(session)
    days.now += SESSION_S - WRITTEN_S - 1
    for one in (pairs, pairings(days, file)):
        assert one.take_up(secret).seat == "Ana", "also after a kill"
    days.now += WRITTEN_S + 1
    with pytest.raises(PrivateRefusal):
        pairs.take_up(secret)


def test_sessions_outlive_a_restart_and_the_file_has_no_secret(days: Days, tmp_path: Path) -> None:
    file = tmp_path / "phones.json"
    secret, session = pairings(days, file).begin("Ana", "192.168.1.20")
    assert secret not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    assert pairings(days, file).take_up(secret) == session
    assert pairings(days, file).take_up(secret, "192.168.4.7").address == "192.168.4.7", "another Wi-Fi"
    days.now += SESSION_S
    assert pairings(days, file).sessions == ()
    assert "Ana" not in file.read_text(), "what has ended is not kept"


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", '{"seat": 1}'])
def test_a_spoilt_file_costs_the_pairings_alone(days: Days, tmp_path: Path, text: str) -> None:
    file = tmp_path / "phones.json"
    file.write_text(text)
    pairs = pairings(days, file)
    assert pairs.sessions == ()
    secret, _session = pairs.begin("Ana")
    assert pairings(days, file).take_up(secret).seat == "Ana"


def test_a_disk_that_fails_costs_the_restart_alone(days: Days, tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder")
    pairs = pairings(days, folder / "phones.json")
    secret, _session = pairs.begin("Ana")
    assert pairs.take_up(secret).seat == "Ana"
