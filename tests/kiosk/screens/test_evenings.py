"""From one evening to the next: names are offered, the table stays, a harder game is proposed to those who won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.engine.clock import ManualClock
from companion.engine.entry import Saved, Status
from companion.engine.game import Player
from companion.engine.journal import Journal, Record
from companion.engine.requests import Amend, Games
from companion.options import JOURNAL, PACKAGED_CONFIG, KioskOptions
from companion.presentation import i18n
from companion.runtime import Runtime
from kiosk.app import Kiosk
from kiosk.director import Mute
from kiosk.settings import Settings, SettingsFile
from tests.kiosk.screens.conftest import Play
from tests.kiosk.screens.test_paused import begin
from tests.kiosk.screens.test_seats import rename
from tests.patience import PATIENCE_S

House = Callable[..., Play]
WAGON, CERBERE, HELLRAIL = range(3)
"""Their gates."""


def ended(game: str, names: str, **result: Any) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """A game that came to its end."""
    return game, tuple(names.split()), result


def _rests(doctor: Any) -> bool:
    """It reads the journal on a thread of its own."""
    return not doctor.looking


@pytest.fixture
def house(tmp_path: Path, window: Any, touch: Any, until: Any, pump: Any) -> Iterator[House]:
    """`house(*games, settings)`: the kiosk of a later evening, in whose journal these games ended, the oldest first."""
    standing: list[Play] = []

    def leave() -> None:
        while standing:
            player = standing.pop()
            doctor = player.kiosk.context.doctor
            if doctor is not None:
                until(partial(_rests, doctor))
            player.root.parent.remove_widget(player.root)
            player.kiosk.runtime.close()
            player.kiosk.context.close()

    def build(*games: tuple[str, tuple[str, ...], dict[str, Any]], settings: Settings | None = None) -> Play:
        leave()
        data = tmp_path / "data"
        data.mkdir(exist_ok=True)
        if games:
            journal = Journal(data / JOURNAL)
            for i, (game, names, result) in enumerate(games):
                seats, told = tuple(map(Player, names)), msgspec.json.encode(result)
                saved = Saved(0, game, "table", seats, b'{"a":1}', (), 0, Status.ENDED)
                journal.keep(Record(saved, f"2026-11-{i + 1:02d}T20:00:00+01:00", told))
            journal.flush()
            journal.close()
        if settings is not None:
            (data / "settings.json").write_bytes(msgspec.json.encode(settings))
        options = KioskOptions(data=data, config=PACKAGED_CONFIG, lang="en")
        kiosk = Kiosk(Runtime(options, ManualClock(1000)), options, Mute())
        kiosk.context.simulated = True
        kiosk.start()
        root = kiosk.build()
        window(root)
        standing.append(Play(kiosk, root, touch, until, pump))
        standing[-1].sync()
        return standing[-1]

    yield build
    leave()
    i18n.set_language("fr")


def enter(play: Play, gate: int) -> None:
    play.tap(play.screen.gates[gate])
    play.sync()


def rows(play: Play) -> list[Any]:
    """The journal's games, the newest first."""
    return list(play.kiosk.runtime.table.ask(Games(), PATIENCE_S).answer)


# ---------------------------------------------------------------- names, and the same table


def offered(play: Play) -> list[str]:
    """The names that stand as keys where the one of the first seat is written."""
    play.root.open("name:0")
    play.pump(3)
    known = [n for n in play.kiosk.settings.now.names if any(getattr(w, "label", "") == n for w in play.screen.walk())]
    play.root.open(None)
    return known


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
    play.sync()
    assert [hand.name for hand in play.view.hands] == ["Zoe", "Lea", "Kim"]


def test_a_stand_in_is_offered_once_somebody_has_that_name(house: House) -> None:
    play = house()
    enter(play, WAGON)
    rename(play, "Cy", "IDA")
    rename(play, "Ida", "MAX")
    assert offered(play) == ["Ida"]


def test_names_that_no_key_holds_are_not_offered(house: House) -> None:
    """From the protocol, or a file that was edited by hand; markup is only letters."""
    play = house(settings=Settings(names=("N" * 200, "[b]Al[/b]", "Zoe", "Zoe")))
    enter(play, WAGON)
    play.root.open("name:0")
    play.pump(3)
    assert [w.label for w in play.screen.walk() if getattr(w, "label", "") in ("[b]Al[/b]", "N" * 200)] == ["[b]Al[/b]"]


def test_settings_that_are_damaged_begin_anew(house: House, tmp_path: Path) -> None:
    house().kiosk.context.name_seat(0, "Zoe")
    (tmp_path / "data" / "settings.json").write_bytes(b'{"names": [1, ')
    play = house()
    enter(play, WAGON)
    assert [hand.name for hand in play.view.hands] == ["Ana", "Bo", "Cy"] and offered(play) == []


def test_any_game_begins_with_the_table_of_last_time(house: House, tmp_path: Path) -> None:
    play = house()
    enter(play, CERBERE)
    play.press("5")
    play.tap(play.screen.players)
    play.press("Eli")
    for letter in "ZOE":
        play.press(letter)
    play.press("Done")
    assert SettingsFile(tmp_path / "data").now.table == 5
    play = house()
    enter(play, WAGON)
    assert [hand.name for hand in play.view.hands] == ["Ana", "Bo", "Cy", "Dan", "Zoe"]


# ---------------------------------------------------------------- the next step


def test_after_a_win_the_wagon_proposes_a_module_and_after_a_defeat_nothing_changes(play: Any) -> None:
    begin(play, 0)
    play.tap(play.screen.resume)
    play.sync()
    play.press("Resume")
    play.advance(430_000)
    play.press("Play again")
    play.sync()
    assert play.root.name == "setup" and not play.view.setup.modules and not play.kiosk.context.running
    assert (play.screen.advice.label, play.screen.advice.second) == ("1 Facile?", "After a defeat")
    play.tap(play.screen.advice)
    assert play.view.setup.easy == 1 and not play.screen.advice.visible
    play.press("Back")
    play.sync()
    play.kiosk.link.send(Amend(rows(play)[-1].id, {"won": True}))
    play.sync()
    enter(play, WAGON)
    for module in ("Silence", "Demi-tour", "Malédiction"):
        assert play.screen.advice.label == f"{module}?" and play.screen.advice.second == "After a win"
        play.tap(play.screen.advice)
    assert [str(m) for m in sorted(play.view.setup.modules)] == ["curse", "silence", "uturn"]
    assert not play.screen.advice.visible
    play.press("Malédiction")
    play.sync()
    assert play.screen.advice.label == "Malédiction?", "one touch back"


def test_a_defeat_leaves_the_easy_cards_as_they_were(play: Any) -> None:
    enter(play, WAGON)
    play.press("Facile")
    play.sync()
    play.press("Start")
    play.sync()
    play.advance(430_000)
    play.press("Play again")
    play.sync()
    assert play.view.setup.easy == 1


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
