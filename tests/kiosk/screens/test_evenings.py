"""From one evening to the next: names are offered, the table stays, a harder game is proposed to those who won."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.entry import Saved, Status
from companion.engine.game import Player
from companion.engine.journal import ImportedGame, Journal
from companion.engine.requests import Amend, Leave
from companion.options import JOURNAL, PACKAGED_CONFIG, KioskOptions
from kiosk.storage.settings import SavedSeat, SettingsFile
from kiosk.table.evenings import moment_of
from kiosk.table.memories import Memory
from tests.kiosk.remembered import Remembered
from tests.kiosk.screens.conftest import Play
from tests.kiosk.screens.test_memories import begin, saved
from tests.kiosk.screens.test_seats import rename
from tests.tools.memories import NoMemories

House = Callable[..., Play]
WAGON, CERBERE, HELLRAIL = range(3)
"""Their gates."""


def ended(game: str, names: str, **result: Any) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A game that came to its end."""
    return game, tuple(names.split()), result


@pytest.fixture
def house(tmp_path: Path, sit: Any) -> House:
    """`house(*games)`: the kiosk of a later evening, in whose journal these games ended, the oldest first."""

    def build(*games: tuple[str, tuple[str, ...], dict[str, Any]]) -> Play:
        data = tmp_path / "data"
        if games:
            with contextlib.closing(Journal(data / JOURNAL)) as journal:
                for i, (game, names, result) in enumerate(games):
                    seats, outcome = tuple(map(Player, names)), msgspec.json.encode(result)
                    saved = Saved(0, game, "table", seats, b'{"a":1}', (), 0, Status.ENDED)
                    journal.keep(ImportedGame(saved, f"2026-11-{i + 1:02d}T20:00:00+01:00", outcome))
                journal.flush()
        play: Play = sit(KioskOptions(data=data, config=PACKAGED_CONFIG, lang="en"))
        play.kiosk.context.table.simulated = True
        return play

    return build


def enter(play: Play, gate: int) -> None:
    play.tap(play.screen.gates[gate])


# ---------------------------------------------------------------- names, and the same table


def offered(play: Play) -> list[str]:
    """The names that stand as keys where the one of the first seat is written."""
    play.root.open("name:0")
    play.pump(3)
    labels = [getattr(widget, "label", "") for widget in play.screen.walk()]
    play.root.open(None)
    return [name for name in play.kiosk.context.set_up.known_names() if name in labels]


def test_names_of_earlier_evenings_are_offered_and_one_touch_takes_one(house: House) -> None:
    play = house()
    enter(play, WAGON)
    assert offered(play) == [], "Ana, Bo and Cy stand in for those whom nobody named"
    rename(play, "Bo", "ZOE")
    rename(play, "Zoe", "LEA")
    rename(play, "Cy", "MAX")
    play = house()
    enter(play, WAGON)
    assert [hand.name for hand in play.view.hands] == ["Ana", "Lea", "Max"]
    assert offered(play) == ["Zoe"], "those who sit there are not"
    rename(play, "Max", "KIM")
    assert offered(play) == ["Max", "Zoe"], "the latest first"
    play.tap(play.screen.players)
    play.press("Ana")
    play.press("Zoe")
    assert [hand.name for hand in play.view.hands] == ["Zoe", "Lea", "Kim"]


# ---------------------------------------------------------------- the next step


def test_after_a_win_the_wagon_proposes_a_module_and_after_a_defeat_nothing_changes(play: Any) -> None:
    begin(play)
    play.tap(play.screen.resume)
    play.press("Resume")
    play.advance(430_000)
    play.press("Play again")
    assert play.root.name == "setup" and not play.view.setup.modules and not play.kiosk.context.table.running
    assert (play.screen.advice.label, play.screen.advice.second) == ("1 Facile?", "After a defeat")
    play.tap(play.screen.advice)
    assert play.view.setup.easy == 1 and not play.screen.advice.visible
    play.press("Back")
    play.kiosk.link.send(Amend(saved(play)[-1].id, {"won": True}))
    play.sync()
    enter(play, WAGON)
    for module in ("Silence", "Demi-tour", "Malédiction"):
        assert play.screen.advice.label == f"{module}?" and play.screen.advice.second == "After a win"
        play.tap(play.screen.advice)
    assert [str(m) for m in sorted(play.view.setup.modules)] == ["curse", "silence", "uturn"]
    assert not play.screen.advice.visible
    play.press("Malédiction")
    assert play.screen.advice.label == "Malédiction?", "one touch back"


def test_cerbere_proposes_one_skull_more_to_those_who_escaped(house: House) -> None:
    play = house(ended("cerbere", "Ana Bo Cy Dan", winner="runners", escaped=["Ana"], difficulty=10))
    enter(play, CERBERE)
    assert play.screen.skulls.text == "10" and play.screen.harder.visible
    assert play.screen.harder.second == "11 skulls"
    play.tap(play.screen.harder)
    assert play.screen.skulls.text == "11" and not play.screen.harder.visible
    play.tap(play.screen.die.minus)
    assert play.screen.skulls.text == "10" and play.screen.harder.visible, "one touch back"
    play.press("5")
    assert not play.screen.harder.visible, "these five have not escaped together"


@pytest.mark.parametrize("result", [{"winner": "cerberus", "difficulty": 10}, {"winner": "runners"}, {"winner": 3}])
def test_cerbere_proposes_nothing_else(house: House, result: dict[str, Any]) -> None:
    play = house(
        ended("cerbere", "Ana Bo Cy Dan", winner="runners", difficulty=10), ended("cerbere", "Ana Bo Cy Dan", **result)
    )
    enter(play, CERBERE)
    assert play.screen.skulls.text == "10" and not play.screen.harder.visible
    assert play.screen.advice.text == "right for a first game"


# ---------------------------------------------------------------- this evening, best times, ladders

EVENING = (
    ended("infernal_wagon", "Ana Bo", won=True, elapsed_ms=348_000, players=["Ana", "Bo"], timer="timed", minutes=7),
    ended("infernal_wagon", "Bo Ana", won=True, elapsed_ms=287_000, players=["Ana", "Bo"], timer="timed", minutes=7),
    ended("infernal_wagon", "Bo Ana", won=True, elapsed_ms=100_000, players=["Ana", "Bo"], timer="timed", minutes=3),
    ended("hellrail", "Ana Bo", winners=["Bo"], scores={"Ana": {"delivered": 11}, "Bo": {"delivered": 14}}),
    ended("hellrail", "Ana Bo", winners=["Ana"], scores={"Ana": {"delivered": 9}, "Bo": {"delivered": 9}}),
    ended("hellrail", "Ana Bo", winners=["Bo"], scores={"Ana": {"delivered": 1}, "Bo": {"delivered": 2}}),
    ended("cerbere", "Ana Bo Cy", winner="cerberus", captured=[{"name": "Cy", "role": "cerberus", "turn": 3},
          {"name": "Bo", "role": "out", "turn": 17}], escaped=[], turns=17),
)  # fmt: skip


def test_a_group_has_its_best_games_and_a_ladder(house: House) -> None:
    """B12: the quickest of the printed length, the most delivered, and who won most often over all games."""
    play = house(*EVENING)
    play.press("Memories")
    pair = next(row for row in play.screen.rows if row.label == "Ana, Bo")
    play.tap(pair)
    lines = [line.text.partition("\n")[2] for line in play.screen.lines]
    assert lines == ["Best time: 4:47", "Most delivered: 14, Bo"]
    ladder = play.screen.ladder
    assert ladder.wins == (("Bo", 2), ("Ana", 1)) and [ladder.rung(i) for i in range(2)] == [1, 2]


def test_this_evening_is_one_card(house: House) -> None:
    """B12: the games from 6:00 to 6:00, the last ones, with what decided each; there is none on another day."""
    play = house(*EVENING)
    context = play.kiosk.context
    now = datetime.fromisoformat("2026-11-08T20:00:00+01:00")
    context.table.wall_now = lambda: now
    context.go.open(None)
    assert not [w for w in play.screen.walk() if getattr(w, "label", "") == "This evening"], "it was yesterday"
    now = datetime.fromisoformat("2026-11-08T02:00:00+01:00")
    context.go.open(None)
    assert play.screen.tonight.second == "1 game"
    play.press("This evening")
    [station] = play.screen.line.stations
    assert station.how == "Cerbère wins" and "last capture: Bo, turn 17" in station.lines[0]
    play.press("Good night")
    assert play.root.name == "home"


@pytest.mark.usefixtures("english")
def test_what_decided_a_game_is_said_of_each_kind() -> None:
    def said(n: int) -> str:
        game, names, result = EVENING[n]
        return moment_of(Memory(1, game, names, "", result))

    assert said(0) == "1:12 on the clock"
    assert (said(3), said(4), said(5)) == ("3 points ahead of Ana", "level on points", "1 point ahead of Ana")
    lost = Memory(1, "infernal_wagon", ("Ana",), "", {"won": False, "reason": "time", "pile": 1})
    assert moment_of(lost) == "1 card was left in the pile"
    strange: list[dict[str, Any]] = [{"scores": [3]}, {"captured": "x", "winner": 3}, {"won": True, "minutes": "x"}]
    for game in ("hellrail", "cerbere", "infernal_wagon"):
        assert all(isinstance(moment_of(Memory(1, game, ("Ana",), "", result)), str) for result in strange)


# ---------------------------------------------------------------- set up as the last game of these players

THREE_MODULES = ended(
    "infernal_wagon", "Ana Bo Cy", won=True, elapsed_ms=300_000, players=["Ana", "Bo", "Cy"],
    modules=["silence", "uturn", "easy"], easy=2, timer="timed", minutes=9, level="L0", attribution="none",
)  # fmt: skip
LOST_BY_TWO = ended(
    "infernal_wagon", "Ana Zoe", won=False, reason="time", players=["Ana", "Zoe"], modules=["curse"], minutes=7,
    timer="calm",
)  # fmt: skip


def setup_of(play: Play) -> tuple[list[str], int, str, int]:
    """Modules, Easy cards, clock and minutes of the Wagon that is being set up."""
    setup = play.view.setup
    return sorted(map(str, setup.modules)), setup.easy, str(setup.timer), setup.minutes


def sit_down(play: Play, *names: str) -> None:
    """These people take their places on the set-up pages."""
    context = play.kiosk.context
    context.set_up.set_seats(
        [SavedSeat(name, colour) for name, colour in zip(names, context.table.ui.colours, strict=False)]
    )
    play.sync()


def test_the_wagon_is_set_up_as_those_who_sit_there_played_it_last(house: House) -> None:
    """From home, and while it is set up; in any order, and with one of them missing. A newcomer begins anew."""
    play = house(THREE_MODULES, LOST_BY_TWO)
    enter(play, WAGON)
    three = ["easy", "silence", "uturn"], 2, "timed", 9
    assert setup_of(play) == three and str(play.view.setup.level) == "L0"
    assert (play.screen.advice.label, play.screen.advice.second) == ("Without Facile?", "After a win")
    sit_down(play, "Zoe", "Ana")
    assert setup_of(play)[:3] == (["curse"], 0, "calm")
    assert (play.screen.advice.label, play.screen.advice.second) == ("1 Facile?", "After a defeat")
    sit_down(play, "Cy", "Ana", "Bo")
    assert setup_of(play) == three
    sit_down(play, "Ana", "Cy")
    assert setup_of(play) == three, "Bo is missing"
    sit_down(play, "Ana", "Bo", "Cy", "Kim")
    assert setup_of(play)[:2] == ([], 0) and not play.screen.advice.visible, "Kim has never played it"
    assert play.view.setup.minutes == 9, "the clock stays as the table has it"
    play.press("Silence")
    sit_down(play, "Ana", "Bo", "Cy")
    assert setup_of(play)[0] == ["silence"], "what somebody has chosen by hand stays"
    play.press("Back")
    enter(play, WAGON)
    assert setup_of(play) == three


def test_play_again_and_home_lead_to_the_same_game(play: Any) -> None:
    """Won with two modules: from home and from *Play again* they are there, and the next one is proposed."""
    enter(play, WAGON)
    play.press("Silence", "Demi-tour")
    play.move("prepare", level="L0")
    play.tap(play.screen.ready)
    play.move("start")
    play.kiosk.context.ask.correct(pile=0)
    play.sync()
    for player in ("Ana", "Bo"):
        play.kiosk.context.ask.correct(hands={player: 0})
    play.move("exit_laid", seat="Cy")
    assert play.view.result.won
    play.advance(11_000)
    play.press("Play again")
    wanted = ["silence", "uturn"], 0, "timed", 7
    assert setup_of(play) == wanted and play.screen.advice.label == "Malédiction?"
    play.press("Back")
    enter(play, WAGON)
    assert setup_of(play) == wanted and play.screen.advice.label == "Malédiction?"


def test_cerbere_and_hellrail_are_set_up_as_those_who_sit_there_played_them_last(house: House) -> None:
    four = "Ana Bo Cy Dan"
    play = house(
        ended("cerbere", four, winner="cerberus", players=four.split(), level="board", m=4, boats="kept",
              faces=["S4", "NACELLE", "PORTAL", "E_UNKNOWN"], difficulty=14),
        ended("cerbere", "Ana Bo Zoe", winner="cerberus", level="tracker", m=5, boats="unknown", faces=["S2", "BRIDGE",
              "PROMONTORY", "E3"]),
        ended("hellrail", "Ana Bo", level="keeper", layout="placeholder_b", variants=["secret_effects"], winners=["Bo"],
              scores={"Bo": {"delivered": 7}}),
        ended("hellrail", "Ana Cy", level="light", layout="", variants=["devils_advocate"]),
    )  # fmt: skip
    enter(play, CERBERE)
    wish = play.screen.wishes.now
    assert (str(wish.level), wish.m, str(wish.boats)) == ("board", 4, "kept")
    assert (wish.start, wish.mids, wish.end) == ("S4", ("NACELLE", "PORTAL"), "E_UNKNOWN")
    sit_down(play, "Zoe", "Bo", "Ana")
    wish = play.screen.wishes.now
    assert (str(wish.level), wish.m, wish.start) == ("tracker", 5, "S2")
    play.tap(play.screen.die.minus)
    play.press("4")
    assert play.screen.wishes.now.m == 4, "chosen by hand"
    play.press("Back")
    sit_down(play, "Ana", "Bo")
    enter(play, HELLRAIL)
    assert [str(v) for v in play.screen.wishes.now.variants] == ["secret_effects"]
    sit_down(play, "Cy", "Ana")
    wish = play.screen.wishes.now
    assert (str(wish.level), [str(v) for v in wish.variants]) == ("light", ["devils_advocate"])
    sit_down(play, "Cy", "Ana", "Kim")
    wish = play.screen.wishes.now
    assert (str(wish.level), wish.variants) == ("light", ()), "of strangers the level alone"


@pytest.mark.parametrize("wrong", [{"modules": "silence"}, {"easy": 99}, {"minutes": 1}, {"modules": ["x"]}])
def test_what_nobody_can_have_chosen_is_not_taken(house: House, wrong: dict[str, Any]) -> None:
    game, names, result = THREE_MODULES
    play = house((game, names, {**result, **wrong}))
    enter(play, WAGON)
    assert play.root.name == "setup" and setup_of(play)[:2] == ([], 0)


# ---------------------------------------------------------------- who played, and who won

WON = ended("infernal_wagon", "Ana Bo", won=True, elapsed_ms=300_000, players=["Ana", "Bo"], ticked="welcome")
LOST = ended("infernal_wagon", "Bo Ana", won=False, reason="time", elapsed_ms=420_000, players=["Bo", "Ana"])
CAUGHT = [{"name": "Bo", "role": "cerberus", "turn": 3}, {"name": "Cy", "role": "out", "turn": 5}]
ESCAPE = ended(
    "cerbere", "Ana Bo Cy", winner="runners", winners=["Ana"], escaped=["Ana"], captured=CAUGHT,
    players=["Ana", "Bo", "Cy"], difficulty=10, turns=9,
)  # fmt: skip
RAIL = ended(
    "hellrail", "Ana Bo", winners=["Bo"], players=["Ana", "Bo"], turns=30, official=True, revealed=True,
    scores={"Ana": {"delivered": 3, "loaded": 0, "rank": 2}, "Bo": {"delivered": 9, "loaded": 0, "rank": 1}},
    deliveries={"Ana": 1, "Bo": 3},
)  # fmt: skip
NEVER_OPENED = ended("hellrail", "Ana Bo", players=["Ana", "Bo"], turns=30, official=True, revealed=False)


def memories(play: Play) -> list[tuple[str, str, str]]:
    """The rows of the groups: who, who won, how many games; one touch from home."""
    play.root.open(None)
    play.sync()
    play.press("Memories")
    assert play.root.name == "evenings"
    return [(row.label, row.second()[0].replace("\u00a0", " "), row.late()) for row in play.screen.rows]


def test_groups_are_one_touch_from_home(house: House) -> None:
    play = house(WON, LOST, ESCAPE, RAIL, NEVER_OPENED, WON)
    assert memories(play) == [
        ("Ana, Bo", "Infernal Wagon: 2 of 3 · HellRail: Bo 1", "5 games"),
        ("Ana, Bo, Cy", "Cerbère: Ana 1", "1 game"),
    ]
    play.tap(play.screen.rows[0])
    assert [line.text.replace("\u00a0", " ") for line in play.screen.lines] == [
        "3 games · wins: 2 · defeats: 1\nBest time: 5:00",
        "2 games · wins: Bo 1\nMost delivered: 9, Bo",
    ]
    play.press("Back")
    play.press("Games")
    assert len(play.screen.rows) == 4, "all games, a page at a time"
    play.press("Back")
    assert play.root.name == "evenings"
    play.press("Back")
    assert play.root.name == "home"


def test_it_can_be_switched_off_and_stays_so(house: House) -> None:
    play = house(WON)
    play.root.open("display")
    play.press("Hidden")
    play.root.open(None)
    play = house()
    play.press("Memories")
    assert play.root.name == "history" and len(play.screen.rows) == 1
    play.press("Back")
    assert play.root.name == "home"
    play.root.open("display")
    play.press("Names")
    play.press("Back")
    assert play.root.name == "display", "names can be forgotten all the same"
    play.press("Shown")
    assert [who for who, _won, _games in memories(play)] == ["Ana, Bo"]


def test_strange_results_and_names_break_no_page(house: House) -> None:
    """As they come from other programs: names that no key holds, markup, results of another kind."""
    long = "N" * 200
    strange: list[Any] = [
        ("infernal_wagon", ("[b]Ana[/b]", long), {"won": "yes", "winners": 3}),
        ("cerbere", ("[b]Ana[/b]", long), {"winner": "cerberus", "escaped": ["x"], "captured": ["y"]}),
        ("hellrail", ("[b]Ana[/b]", long), {"winners": [{"name": 3}, "[b]Ana[/b]"]}),
        ("chess", ("Ana", "Ana"), {"winners": ["Ana"]}),
    ]
    play = house(*strange)
    (twins, twin_won, _), (who, won, games) = memories(play)
    assert (twins, twin_won) == ("Ana, Ana", ""), "a game that is not here any more"
    cut = "N" * 15 + "…"
    assert who == f"[b]Ana[/b], {cut}" and games == "3 games" and won == "HellRail: [b]Ana[/b] 1"
    assert all(row.fits for row in play.screen.rows)
    play.tap(play.screen.rows[1])
    assert play.screen.lines[0].text == "1 game"
    play.press("Back")
    play.press("Names")
    shown = [key.label for row in play.screen.rows for key in row.children if getattr(key, "label", "")]
    assert shown == ["Ana", "[b]Ana[/b]", long]
    play.press(long, f"Forget {cut}")
    assert [[seat.name for seat in row.seats][1] for row in saved(play)] == ["Ana", "–", "–", "–"]


@pytest.mark.parametrize("screen", ["evening:1", "forget_group:1", "forget_name:2"])
def test_what_is_gone_meanwhile_is_said(house: House, screen: str) -> None:
    play = house(WON)
    play.root.open("evenings")
    play.root.open(screen)
    assert play.screen.title.text == "This is not in the memories any more."
    play.press("Back")
    assert play.root.name == "evenings"


# ---------------------------------------------------------------- forgetting


def lines_of_question(play: Play) -> list[str]:
    return [line.text for line in play.screen.sentences]


def test_a_name_is_forgotten_after_one_question(house: House, tmp_path: Path) -> None:
    play = house(WON, ESCAPE, RAIL)
    enter(play, WAGON)
    play.press("2")
    rename(play, "Bo", "ZOE")
    rename(play, "Zoe", "BO")
    play.press("Start")
    play.advance(3_000)
    play.kiosk.link.send(Leave())
    play.sync()
    waiting = Remembered(play.kiosk.context.table.memories).paused()
    memories(play)
    play.press("Names")
    play.press("Bo")
    assert lines_of_question(play) == [
        "The name is not offered any more.",
        "In 3 games a dash stands for it from now on, and their recaps are gone.",
        "A game that waits keeps it.",
        "Nothing else goes.",
    ]
    play.press("Back")
    play.press("Bo")
    play.press("Forget Bo")
    assert play.root.name == "names" and "Bo" not in play.screen.names
    play.root.open(None)
    assert Remembered(play.kiosk.context.table.memories).paused() == waiting and waiting[0].names == ("Ana", "Bo")
    assert memories(play) == [
        ("Ana, –", "Infernal Wagon: 1 of 1", "2 games"),
        ("Ana, –, Cy", "Cerbère: Ana 1", "1 game"),
    ]
    play = house()
    assert [who for who, _won, _games in memories(play)] == ["Ana, –", "Ana, –, Cy"]
    now = SettingsFile(tmp_path / "data").now
    assert "Bo" not in now.names and "Bo" not in [seat.name for seat in now.seats]
    assert saved(play)[-1].result["ticked"] == "welcome", "nothing else is lost"
    play.press("Games")
    play.tap(play.screen.rows[0])
    play.tap(play.screen.recap)
    assert play.screen.lost.text == "This game cannot be read any more."
    play.root.open(None)
    play.sync()
    play.tap(play.screen.resume)
    assert [hand.name for hand in play.view.hands] == ["Ana", "Bo"]


def test_a_group_is_forgotten_with_its_results(house: House) -> None:
    play = house(WON, ESCAPE, LOST)
    memories(play)
    play.tap(play.screen.rows[0])
    play.press("Forget")
    assert lines_of_question(play)[:2] == ["Bo, Ana", "2 games of theirs go: results, exploits and recaps."]
    play.press("Forget 2 games")
    assert [who for who, _won, _games in memories(play)] == ["Ana, Bo, Cy"]
    found = saved(play)
    assert [row.result is None for row in found] == [True, False, True]
    assert not any("Ana" in str(row) for row in found if row.result is None)


def test_nothing_of_the_game_on_the_table_is_touched(play: Any) -> None:
    """Also not of one that has just ended: its end can still be taken back."""
    enter(play, WAGON)
    play.press("Start")
    play.advance(430_000)
    assert play.root.name == "recap"
    play.kiosk.context.set_up.forget_name("Bo")
    play.kiosk.context.set_up.forget_group(("Ana", "Bo", "Cy"))
    play.sync()
    (row,) = saved(play)
    assert [seat.name for seat in row.seats] == ["Ana", "Bo", "Cy"] and row.result["players"] == ["Ana", "Bo", "Cy"]


def test_memories_that_are_late_do_not_make_strangers(house: House) -> None:
    """What is not known yet is not taken for a group that never played."""
    play = house(THREE_MODULES)
    enter(play, WAGON)
    context = play.kiosk.context
    kept = context.owner.now.options["infernal_wagon"]
    context.table.memories = NoMemories()
    context.table.memories.late = True
    assert not context.set_up.take_last("infernal_wagon") and context.owner.now.options["infernal_wagon"] == kept
    context.table.memories.late = False
    assert context.set_up.take_last("infernal_wagon") and "modules" not in context.owner.now.options["infernal_wagon"]
