"""What Cerbère says: every op, every card, every question has words of its own."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Event
from companion.engine.update import Update
from companion.games.cerbere import events as ev
from companion.games.cerbere.data import card_words
from companion.games.cerbere.data.card_words import op_sign
from companion.games.cerbere.data.cards import Op
from companion.games.cerbere.data.catalogue import load_catalogue
from companion.games.cerbere.names import CapturedRole, CaptureZone, CerberusReason, DeckKind, From, OpName, Who
from companion.games.cerbere.words import tell
from companion.presentation import i18n
from companion.presentation.i18n import spoken
from kiosk.screens.cerbere.tracker import table_status
from kiosk.screens.cerbere.words import ask, brief, card_name, say, says
from tests.icons import icon_names as icons
from tests.kiosk.screens.cerbere_positions import Cerbere
from tests.tools.gallery.scenes_cerbere_play import people

pytestmark = pytest.mark.usefixtures("english")

CARDS = load_catalogue(None)


def test_ops_in_words() -> None:
    assert say(Op(OpName.MOVE, 2)) == "Advance 2"
    assert say(Op(OpName.MOVE, -2), "Bo") == "Bo goes back 2"
    other = Op(OpName.MOVE, 3, Who.OTHER_ADVENTURER, "x")
    assert say(other) == "Another one advances 3" and ask(other) == "Who advances 3?"
    assert say(other, "Bo") == "Bo advances 3"
    assert say(Op(OpName.MOVE, -2, Who.ALL_ADVENTURERS)) == "All go back 2"
    assert say(Op(OpName.RAGE_FORWARD, 1)) == "Rage +1" and say(Op(OpName.SPEED_DOWN, 1)) == "Vitesse −1"
    assert say(Op(OpName.DISCARD, 1, deck=DeckKind.SURVIVAL, source=From.POOL)) == "Discard 1 Survie, with help"
    assert (
        say(Op(OpName.DRAW, 1, Who.OTHER_CERBERUS, "p", DeckKind.BETRAYAL)) == "Another joueur Cerbère draws 1 Trahison"
    )
    assert say(Op(OpName.PER_AHEAD, max=3)).endswith("3 at most")


def test_ops_in_a_few_signs() -> None:
    other = Op(OpName.MOVE, 3, Who.OTHER_ADVENTURER, "x")
    assert [brief(other), brief(other, None, True), brief(other, "Bo")] == ["Another: +3", "One more: +3", "Bo: +3"]
    assert brief(Op(OpName.MOVE, -2, Who.ALL_ADVENTURERS)) == "All: −2"
    assert brief(Op(OpName.DISCARD, 1, deck=DeckKind.SURVIVAL, source=From.POOL)) == "−1 Survie"
    assert brief(Op(OpName.RAGE_BACK, 2)) == "Rage −2"
    assert brief(CARDS.cards["sur_opportunisme"].options[1].effect[1]) == "Another: +2 or −2"
    assert brief(CARDS.cards["bet_sabotage"].options[1].effect[0]) == "All: −1 Survie or −2"


def test_others_are_told_apart_and_named_once_known() -> None:
    ops = CARDS.cards["act2_adv"].options[1].effect
    assert says(ops) == ("Another one advances 3", "Yet another advances 1")
    assert says(ops, {"x": "Bo"}) == ("Bo advances 3", "Another one advances 1")
    assert says(CARDS.cards["act2_adv"].options[0].effect, {}, "Ana") == ("Ana advances 2",)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_speaks(language: i18n.Language) -> None:
    i18n.set_language(language)
    for card in CARDS.cards.values():
        assert card_name(card)
        for option in card.options:
            for op in (*option.cost, *option.effect):
                assert say(op) and "{" not in say(op) and op_sign(op)[0] in icons()
                assert "{" not in brief(op) and len(brief(op)) <= len(say(op))


# ---------------------------------------------------------------- the story


def _updates(*inputs: Any, **position: Any) -> tuple[Update, ...]:
    from tests.tools.gallery.played_cerbere import played_cerbere

    return played_cerbere(*inputs, players=people(5), **position)


def _tell(*events: Event, board: bool = False) -> Any:
    level: dict[str, Any] = {"level": "board"} if board else {}
    view: Any = _updates(**level)[0].view
    return tell(events, view, None, CARDS)


def test_a_capture_says_who_and_what_follows() -> None:
    caught = ev.Captured("Bo", 2, 5, CaptureZone.GATES, CapturedRole.CERBERUS)
    out = ev.Captured("Cy", 5, 2, None, CapturedRole.OUT)
    order = _tell(caught, out, ev.CerberusRetreatPrompt(), ev.BetrayalBonus("Bo", 2)).order
    assert str(order.text) == "Bo and Cy are caught" and order.seats == ("Bo", "Cy") and order.capture
    notes = [str(note.text) for note in order.notes]
    assert notes[:2] == ["Bo, joueur Cerbère, draws 2 Trahison", "Cy is out of the game"]
    assert notes[2] == "Survie: all discarded. Action: all 4 back, turned to Cerbère."
    assert notes[3].startswith("Cerbère: back")
    assert len(_tell(out, board=True).order.notes) == 1, "who is out has nothing to give back"
    back = ev.CerberusMoved(9, 4, CerberusReason.RETREAT)
    assert str(_tell(out, back, board=True).order.notes[-1].text) == "Cerbère goes back to his mark"


def test_the_weightiest_line_wins() -> None:
    assert str(_tell(ev.RageMoved(7, 9), ev.HuntArmed()).line.text) == "Chasse as the turn ends"
    assert str(_tell(ev.CardsDrawn("Ana", DeckKind.SURVIVAL, 2), ev.RageMoved(4, 5)).line.text) == "Ana draws 2 Survie"
    assert str(_tell(ev.SpeedChanged(3, 4), ev.HuntMissed()).line.text) == "Nobody is caught"


def test_what_the_turn_is_about_follows_the_chase() -> None:
    hunted = {"die": 9, "turn": {"active": "Ana", "action_done": True}}
    still: Any = _updates(**hunted)[0].view
    runs: Any = _updates({"type": "end_turn"}, **hunted)[-1].view
    assert table_status(still).words == "The Chasse comes with\nthe end of this turn"
    assert table_status(runs).words == "Cerbère runs"


def test_the_peek_says_no_content() -> None:
    story = _tell(ev.BoatPeeked("Ana", 2))
    assert str(story.line.text) == "Ana has seen Barque 2" and story.order is None


def test_who_walks_how_far_is_said_where_people_move_the_pawns() -> None:
    """No card with a step forward is left out."""

    def walks(card: str, option: str) -> str:
        found = CARDS.cards[card].option(option)
        assert found is not None
        words = card_words.walk_words((*found.cost, *found.effect), "Ana")
        return "" if words is None else spoken(words)

    assert walks("act2_adv", "a") == "Ana advances 2" and walks("act2_adv", "b") == "Another +3, one more +1"
    assert walks("act3_adv", "a") == "Ana +2, another +1" and walks("sur_favoritisme", "b") == "Ana +3, others +2, +1"
    assert walks("sur_couardise", "b") == "Ana advances 1 per player ahead" and walks("act1_adv", "a") == ""
    for card in CARDS.cards.values():
        for option in card.options:
            forward = any(
                op.op is OpName.PER_AHEAD or (op.op is OpName.MOVE and op.n > 0)
                for op in (*option.cost, *option.effect)
            )
            assert bool(walks(card.id, option.id)) == forward, (card.id, option.id)


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_line_holds_the_longest_walk(
    play: Any, window: Any, size: tuple[int, int], language: i18n.Language
) -> None:
    table = Cerbere(play)
    window(size=size)
    i18n.set_language(language)
    table.open(7, die=3, turn={"active": "Maximilien"})
    line = table.screen.sheet.line
    longest = card_words.walk_words(CARDS.cards["sur_favoritisme"].options[1].effect, "Maximilien")
    assert longest is not None
    line.say(spoken(longest), "pawn")
    play.pump(2)
    assert line.fit().fits
