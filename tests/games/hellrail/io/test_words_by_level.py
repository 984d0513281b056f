"""What a level does not follow, no sentence of it tells; what lies face down, no sentence promises to say."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.audience import Seat
from companion.engine.correction import StepRow
from companion.engine.game import GameSetup, Player
from companion.engine.prompt import Prompt
from companion.engine.text import Text
from companion.games.hellrail import moves as mv
from companion.games.hellrail.guide import ON_SCREEN
from companion.games.hellrail.names import Level, What
from companion.games.hellrail.prompts.tree import prompt
from companion.games.hellrail.show import SHOW
from companion.presentation.i18n import Catalogue
from companion.presentation.refusals import why_said, worded
from tests.games.hellrail.io.hand import GAME, after, joined, made, staged
from tests.games.hellrail.test_secret_effects import table

WHO = ("rammed", "pushed", "derailed")


def seconds(found: Prompt) -> list[str]:
    return [str(option.second) for option in found.options if option.seat]


@pytest.mark.parametrize("what", WHO)
def test_nobody_has_a_number_of_cards_where_hands_are_not_followed(what: str) -> None:
    out = {seat: {"at": "rail"} for seat in ("P1", "P2", "P3")}
    assert set(seconds(prompt(joined(staged("light", seats=out)), ("report", what)))) == {""}
    assert set(seconds(prompt(joined(staged("keeper", seats=out)), ("report", what)))) == {"3 cards"}


@pytest.mark.parametrize("level", ["light", "keeper"])
def test_hands_and_pile_are_put_right_where_they_are_followed(level: str) -> None:
    pages = GAME.correction_pages(joined(staged(level)))
    lines = [str(line.label) for page in pages for line in page.lines if isinstance(line, StepRow)]
    assert ("Hand, via the pile" in lines, "Pile, via P1" in lines) == ((level != "light",) * 2)


def test_the_aid_names_what_stands_on_the_screen_of_the_level() -> None:
    icons = {level: {told.icon for told in ON_SCREEN[level]} for level in Level}
    assert icons[Level.LIGHT].isdisjoint({"flame", "hand", "pile", "crown", "plus"})
    assert icons[Level.MAP] - icons[Level.KEEPER] == {"rings", "warning"}


def test_face_down_the_companion_tells_nobody_where_a_token_goes() -> None:
    said = {}
    for variants in ((), ("secret_effects",)):
        setup = GameSetup((Player("Ana"), Player("Bo")), {"deck": "demo", "variants": variants})
        said[variants] = str(prompt(GAME.setup(setup, Random(1))[0]).hint)
    assert said[()].endswith("The companion says where each token goes.")
    assert said["secret_effects",].endswith("Which effect lies where, the companion alone knows.")


def test_who_did_not_look_is_told_to_look() -> None:
    """HR-119: in the same words for every token."""
    error = table("geryon").do("use source=circle")["error"]
    words = worded(error["code"], "hellrail", error["facts"]["reason"])
    assert words is not None and words.hint == "Look at it first, alone, or leave it."


@pytest.mark.parametrize("catcher", [False, True])
def test_a_derailed_hand_hears_of_a_soul_catcher_if_there_is_one(catcher: bool) -> None:
    """HR-059."""
    state = after(staged("keeper", seats={"P1": {"soul_catcher": catcher}}), mv.ReportMove(what=What.DERAILED))
    text: Text = prompt(state).text
    assert ("Soul Catcher" in str(text)) is catcher


def test_a_card_that_is_known_is_told_by_what_stands_on_it() -> None:
    """The ids of a deck file are printed on no card."""
    place = staged("keeper", seats={"P1": {"hand": 3, "known": ["F01"], "train": ["F02"]}})
    view = GAME.view(joined(place), Seat("P1"), 0)
    facts = [str(fact.text) for fact in SHOW.own(view, "P1") if fact.icon in ("eye", "car")]
    assert facts == ["Car for Circle 5, worth 6, brimstone 2", "Car for Circle 1, worth 4, brimstone 3"]


@pytest.mark.parametrize(
    ("key", "title", "hint"),
    [
        ("deliver", "No car on this train", "Pick one up first."),
        ("move", "No rail leads from here", "Lay a rail first."),
        ("upgrade", "No rail card lies there yet", "Lay a card first."),
        ("boat", "Too wide: 39", "No card carries so far."),
    ],
)
def test_a_key_that_is_dim_says_why_it_is_dim_here(key: str, title: str, hint: str) -> None:
    """Where a code has several causes, its words are those of this one."""
    bare = {"circles": {"C1": "0,0"}, "cards": {}}
    state = joined(staged("map", map=bare, seats={"P1": {"at": "C1", "hand": 3, "boatman": True}}))
    option = prompt(state).option(key)
    assert option is not None and option.why is not None
    assert why_said(option.why, "hellrail", Catalogue("en")) == (title, hint)


def test_a_row_of_names_has_one_and() -> None:
    """HR-080: who is level."""
    opened: dict[str, list[str]] = {"P1": [], "P2": [], "P3": []}
    state = joined(staged("light", phase="ended", reason="no_cards", opened=opened, seats={"P3": {}}))
    assert str(prompt(state).hint) == "P1, P2 and P3: a tie"


def test_before_the_deal_nobody_has_a_number_of_cards() -> None:
    """HR-123: who places the last circle, if several may."""
    setup = GameSetup((Player("Ana"), Player("Bo"), Player("Cy")), {"deck": "demo", "variants": ("devils_advocate",)})
    state = GAME.setup(setup, Random(1))[0]
    while not state.grid.circles or prompt(state).id != "place_who":
        path: tuple[str, ...] = ()
        while (option := prompt(state, path).options[0]).move is None:
            path = (*path, option.key)
        state, _ = made(state, option.move)
    assert set(seconds(prompt(state))) == {""}
