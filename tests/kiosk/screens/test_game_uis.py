"""What every game brings to the house, and that all that may be said has words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from companion import words as plain
from companion.engine.update import Refusal
from companion.games.infernal_wagon.names import QuestionKind, Reason
from companion.games.infernal_wagon.prompts.tree import TITLES
from companion.games.infernal_wagon.show import REASONS
from companion.games.infernal_wagon.words import EXPLOIT_WORDS
from companion.games.registry import show_of
from companion.presentation import i18n, refusals, words
from companion.presentation.colours import SEATS
from companion.presentation.i18n import spoken
from kiosk.screens.history import HistoryScreen
from kiosk.table.game_pages import pages_with
from kiosk.table.game_ui import GameUi
from kiosk.table.game_uis import GAME_UIS, ui_of
from kiosk.table.memories import Memory
from kiosk.window.pages import GAME_PAGES
from tests.icons import icon_names as icons
from tests.tools.gallery.root import context_for
from tests.tools.gallery.scene import Scene
from tests.tools.memories import NoMemories

pytestmark = pytest.mark.usefixtures("english")


rooms = pytest.mark.parametrize("room", GAME_UIS.values(), ids=lambda room: room.game)


@rooms
def test_a_room_is_whole(room: GameUi) -> None:
    assert room.icon in icons()
    assert set(room.colours) <= set(SEATS) and len(set(room.colours)) == len(room.colours) >= room.most
    assert room.least <= room.usual <= room.most
    pages = GAME_PAGES[room.game]
    assert room.naming in pages.screens and room.playing <= set(pages.screens)
    assert pages_with(GAME_PAGES, room.naming) is pages
    assert ui_of(object()) is None


@rooms
def test_its_refusals_have_words_of_their_own(room: GameUi) -> None:
    for code in plain.refusals(room.game):
        said = refusals.refusal(Refusal(code, {}), room.game)
        assert said.title and said.title != refusals.UNWORDED.title, code
        assert said.hint or code == "bad_box", f"{code}: what was expected?"


def memory(game: str, **result: Any) -> Memory:
    return Memory(1, game, ("Ana", "Bo", "Cy"), "2026-11-20T22:14:00+01:00", result)


def ended(memory: Memory) -> tuple[str, str, bool, str]:
    """How it ended in words, its icon, whether it is a win, and more facts."""
    ending = show_of(memory.game).ending(memory.result)
    return spoken(ending.in_words), ending.icon, ending.good, " · ".join(map(spoken, ending.more))


def test_how_a_game_of_cerbere_ended() -> None:
    out = ended(memory("cerbere", winner="runners", escaped=["Ana", "Cy"], difficulty=11, turns=20))
    assert out == ("Ana, Cy escaped", "boat", True, "11 skulls · 20 turns")
    three = ended(memory("cerbere", winner="runners", escaped=["Maximilien", "Éléonore", "Bartholomé"]))
    assert three[0] == "3 escaped"
    lost = ended(memory("cerbere", winner="cerberus", winners=["Bo"], difficulty=1, turns=1))
    assert lost == ("Cerbère wins", "cerberus", False, "1 skull · 1 turn")


def test_how_a_game_of_hellrail_ended() -> None:
    room = GAME_UIS["hellrail"]
    scores = {"Ana": {"delivered": 27}, "Bo": {"delivered": 22}}
    won = ended(memory("hellrail", winners=["Ana"], scores=scores, turns=31, official=True))
    assert won == ("Ana: 27", "crown", True, "31 turns")
    unseen = ended(memory("hellrail", turns=4))
    assert unseen == ("never opened", "sealed", False, "4 turns · demo deck")
    games = [memory("hellrail", winners=names.split()) for names in ("Ana", "Bo", "Ana Cy")]
    assert room.standing(games) == "Ana leads: 2 wins"
    assert room.standing(games[:2]) == "2 games, no master yet"
    assert room.standing([memory("hellrail")]) == ""


@pytest.mark.parametrize(
    ("winners", "text"),
    [
        ("", ""),
        ("r", "1 escape in 1"),
        ("rc", "1 escape in 2"),
        ("crr", "2 escapes in 3"),
        ("rrc", "2 escapes in a row"),
        ("ccr", "Cerbère wins 2 in a row"),
    ],
)
def test_standing_of_cerbere(winners: str, text: str) -> None:
    sides = {"r": "runners", "c": "cerberus"}
    games = [memory("cerbere", winner=sides[w]) for w in winners]
    assert GAME_UIS["cerbere"].standing(games) == text


def test_the_memories_stand_for_the_game_played_last(window: Any) -> None:
    context = context_for(Scene("history"))
    wagon = memory("infernal_wagon", won=True, elapsed_ms=300_000)
    escape = memory("cerbere", winner="runners", escaped=["Ana"])
    context.table.memories = NoMemories(games=(wagon, escape, wagon, escape))
    assert HistoryScreen(context).how_they_stand() == "2 wins in a row"
    context.table.memories = NoMemories(games=(escape, wagon, escape))
    assert HistoryScreen(context).how_they_stand() == "2 escapes in a row"
    context.table.memories = NoMemories(games=(memory("chess"),))
    assert HistoryScreen(context).how_they_stand() == ""


def test_seats_are_shared_and_fit_each_room(window: Any) -> None:
    context = context_for(Scene("home"))
    assert [s.name for s in context.set_up.seats()] == ["Ana", "Bo", "Cy"]
    context.table.chosen = "cerbere"
    context.set_up.set_count(7)
    seats = context.set_up.seats()
    assert len({s.name for s in seats}) == 7 and {s.colour for s in seats} == set(GAME_UIS["cerbere"].colours)
    context.table.chosen = "infernal_wagon"
    assert [s.name for s in context.set_up.seats()] == [s.name for s in seats[:5]]
    context.set_up.set_count(9)
    assert context.set_up.count == 5


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("code", sorted(plain.NOTICES))
def test_notices_have_words(code: str) -> None:
    assert code in refusals.NOTICES


def test_questions_reasons_exploits_have_words() -> None:
    assert set(QuestionKind) == set(TITLES)
    assert {str(r) for r in Reason} == set(REASONS)
    assert len(EXPLOIT_WORDS) == 11


def test_days() -> None:
    i18n.set_language("fr")
    now = datetime.fromisoformat("2026-11-21T08:00:00+01:00")
    assert words.when("2026-11-20T22:14:00+01:00", now) == "hier, 22\u00a0h\u00a014"
    assert words.when("2026-10-03T19:40:00", now) == "3 octobre, 19\u00a0h\u00a040"
    assert words.when("2026-11-21T01:30:00+05:00", now) == "aujourd’hui, 1\u00a0h\u00a030"
    assert words.when("2024-12-03T19:40:00", now) == "3 décembre 2024"
    assert words.when("2031-01-02T10:00:00", now) == "2 janvier 2031", "a clock that goes wrong"
    assert words.when("nonsense", now) == ""
