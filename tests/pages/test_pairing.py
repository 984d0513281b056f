"""Tokens are good once and for a while; a seat has one session; only hashes are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.refused import PrivateRefusal
from companion.pages.pairing import SESSION_S, TOKEN_S, Pairings

SEATS = ("Ana", "Bo")


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
    token = pairs.mint("Ana", 1)
    assert pairs.spend(token, 1) == "Ana"
    with pytest.raises(PrivateRefusal) as refused:
        pairs.spend(token, 1)
    assert code(refused) == "token_used"


@pytest.mark.parametrize(("later", "game"), [(TOKEN_S, 1), (0, 2), (0, None)])
def test_a_token_is_good_for_a_while_and_for_its_game(days: Days, later: float, game: int | None) -> None:
    pairs = pairings(days)
    token = pairs.mint("Ana", 1)
    days.now += later
    with pytest.raises(PrivateRefusal) as refused:
        pairs.spend(token, game)
    assert code(refused) == "token_expired"


def test_a_newer_token_for_the_seat_ends_the_one_before(days: Days) -> None:
    pairs = pairings(days)
    first, second = pairs.mint("Ana", 1), pairs.mint("Ana", 1)
    with pytest.raises(PrivateRefusal):
        pairs.spend(first, 1)
    assert pairs.spend(second, 1) == "Ana"


def test_a_seat_has_one_session(days: Days) -> None:
    pairs = pairings(days)
    old, _session = pairs.begin("Ana", 1)
    new, session = pairs.begin("Ana", 1)
    with pytest.raises(PrivateRefusal) as refused:
        pairs.take_up(old, 1, SEATS)
    assert code(refused) == "session_over"
    assert pairs.take_up(new, 1, SEATS) == session


@pytest.mark.parametrize("why", ["another game", "no game", "too old", "no longer plays", "revoked", "left"])
def test_a_session_ends(days: Days, why: str) -> None:
    pairs = pairings(days)
    secret, _session = pairs.begin("Ana", 1)
    game: int | None = 1
    seats: tuple[str, ...] = SEATS
    match why:
        case "another game":
            game = 2
        case "no game":
            game = None
        case "too old":
            days.now += SESSION_S
        case "no longer plays":
            seats = ("Bo",)
        case "revoked":
            pairs.revoke("Ana")
        case _:
            pairs.keep_only(2)
    with pytest.raises(PrivateRefusal) as refused:
        pairs.take_up(secret, game, seats)
    assert code(refused) == "session_over"


def test_sessions_outlive_a_restart_and_the_file_has_no_secret(days: Days, tmp_path: Path) -> None:
    file = tmp_path / "phones.json"
    secret, session = pairings(days, file).begin("Ana", 1)
    assert secret not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    assert pairings(days, file).take_up(secret, 1, SEATS) == session
    days.now += SESSION_S
    assert pairings(days, file).sessions == ()


@pytest.mark.parametrize("text", ["", "nonsense", "[1]", '{"seat": 1}'])
def test_a_spoilt_file_costs_the_pairings_alone(days: Days, tmp_path: Path, text: str) -> None:
    file = tmp_path / "phones.json"
    file.write_text(text)
    pairs = pairings(days, file)
    assert pairs.sessions == ()
    secret, _session = pairs.begin("Ana", 1)
    assert pairings(days, file).take_up(secret, 1, SEATS).seat == "Ana"


def test_a_disk_that_fails_costs_the_restart_alone(days: Days, tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder")
    pairs = pairings(days, folder / "phones.json")
    secret, _session = pairs.begin("Ana", 1)
    assert pairs.take_up(secret, 1, SEATS).seat == "Ana"
