"""The virtual table: clicks go through the real virtual reader, the serial loop and the engine to the screen."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.hearing import DEAF_MS
from companion.engine.requests import Leave
from companion.engine.text import Text
from companion.games.hellrail import virtual
from companion.games.hellrail.view import HellRailView
from companion.games.infernal_wagon.virtual import HEAPS, VirtualLay, WagonTable, demo_paper
from tests.kiosk.screens.touching import lying


def _lay(play: Any) -> bool:
    """Click one card: one that fits, else any, until the table has taken or refused it. Whether there was one."""
    drawer = play.root.drawer
    drawer.deal()
    play.pump(2)
    tiles = [tile for tile in drawer.tiles if tile.piece.uid]
    if not tiles:
        return False
    chosen = next((tile for tile in tiles if tile.piece.lit), tiles[0])
    uid = chosen.piece.uid
    before = play.kiosk.context.table.update
    play.wait(lambda: uid not in lying(play.kiosk))
    play.tap(chosen)
    table = drawer.table

    def gone() -> bool:
        lay = table.lay
        return all(card.uid != uid for hand in (*lay.hands, lay.pile[:1]) for card in hand)

    def refused() -> bool:
        update = play.kiosk.context.table.update
        return update is not before and update.refusal is not None

    play.wait(lambda: gone() or refused())
    play.sync()
    return True


def test_cards_are_clicked_onto_the_reader(simulated: Any) -> None:
    play = simulated
    play.open("L1")
    play.tap(play.root.tab)
    assert play.root.drawer.visible
    for _ in range(4):
        assert _lay(play)
    assert play.view.pile < 57
    lay = play.root.drawer.table.lay
    if not lay.tunnel:  # else a turn is not over yet
        assert sum(len(hand) for hand in lay.hands) == play.view.hands_total, "the paper hands follow the counts"


@pytest.mark.parametrize("simulated", ["manual"], indirect=True)
def test_a_finger_on_a_piece_is_heard_though_the_table_moves_on(simulated: Any, touch: Any) -> None:
    play = simulated
    play.open("L1")
    play.tap(play.root.tab)
    drawer = play.root.drawer
    tile = next(tile for tile in drawer.tiles if tile.piece.lit)
    finger = touch(tile.center_x, tile.center_y)
    play.root._tell_drawer(replace(play.kiosk.context.table.update, events=()))
    play.pump(2)
    finger.lift()
    play.wait(lambda: tile.piece.uid not in {card.uid for hand in drawer.table.lay.hands for card in hand})


def test_a_box_is_enrolled_with_virtual_tags(simulated: Any) -> None:
    """B12: `make run` has tags that are on no piece yet; the box answers each, in every game."""
    play = simulated
    for gate, box in ((0, "box"), (1, "cerbere_box"), (2, "hellrail_box")):
        play.tap(play.screen.gates[gate])
        play.kiosk.context.go.open(box)
        play.sync()
        heap = next(iter(play.screen.book.plan.heaps)).id
        play.screen.heap(heap)
        book = play.screen.book
        before = book.e
        play.tap(play.root.tab)
        drawer = play.root.drawer
        assert drawer.visible
        play.tap(drawer.tiles[gate])
        assert not drawer.visible, "the box is seen again"
        play.wait(partial(changed, book, before))
        play.kiosk.context.go.open(None)
        play.kiosk.link.send(Leave(for_good=True))
        play.sync()


def test_the_drawer_goes_when_something_is_asked_and_at_the_end(simulated: Any) -> None:
    """B11: it covers the whole screen, also upright."""
    play = simulated
    play.open("L1", curse=True)
    play.tap(play.root.tab)
    assert play.root.drawer.visible
    play.kiosk.context.ask.correct(pile=0)
    play.sync()
    play.move("exit_laid", seat="Ana")
    assert play.kiosk.context.table.asked and not play.root.drawer.visible
    play.root.open_drawer()
    play.move("answer", question="curses", value="no")
    assert play.root.base == "recap" and play.root.drawn is None


def changed(book: Any, before: Any) -> bool:
    return bool(book.e.tally.taps > before.tally.taps)


def test_buttons_of_the_panel(simulated: Any) -> None:
    play = simulated
    play.open("L1")
    play.tap(play.root.tab)
    assert _lay(play)
    track, lay = len(play.view.track), play.root.drawer.table.lay
    assert _lay(play)
    undo = next(k for k in play.root.drawer.buttons if k.label == "Undo")
    play.tap(undo)
    play.wait(lambda: len(play.view.track) == track)
    assert play.root.drawer.table.lay == lay, "the cards are put back"


def test_the_cable_is_pulled(simulated: Any) -> None:
    play = simulated
    play.open("L1")
    play.tap(play.root.tab)
    play.tap(play.root.drawer.cable)
    play.wait(lambda: "reader_lost" in play.kiosk.context.table.notices)
    play.tap(play.root.drawer.cable)
    play.wait(lambda: "reader_lost" not in play.kiosk.context.table.notices)


@pytest.mark.parametrize("simulated", ["manual"], indirect=True)
def test_a_whole_game_by_clicks(simulated: Any) -> None:
    play = simulated
    play.open("L2", silence=True, uturn=True, easy=True)
    play.tap(play.root.tab)
    for _ in range(170):
        if play.root.base != "game" or not _lay(play):
            break
        play.advance(2500)
    view, lay = play.view, play.root.drawer.table.lay
    assert play.root.base == "recap", (view.phase, view.pile, view.hands_total, lay.hands)


def test_a_hand_card_laid_into_a_tunnel_leaves_its_hand() -> None:
    cards = demo_paper()
    table = WagonTable(cards)
    table.lay = VirtualLay(hands=((cards[10], cards[11]), (cards[12],)), pile=(cards[20], cards[21]), tunnel=True)
    table._lay_in_tunnel(cards[11].slot)
    assert table.lay.hands == ((cards[10], cards[20]), (cards[12],))
    assert table.lay.pile == (cards[21],) and not table.lay.tunnel


def test_the_heaps_have_every_kind() -> None:
    table = WagonTable()
    assert all(table.heap_top(kind, None) is not None for kind in HEAPS)
    assert len(table.cards) == 96


@pytest.mark.parametrize("simulated", ["manual"], indirect=True)
def test_names_that_never_fit_find_an_end(simulated: Any) -> None:
    """The owner's own names may be of any length: then there is one piece a row, and the page stands."""
    play = simulated
    play.open("L1")
    drawer = play.root.drawer
    play.tap(play.root.tab)
    tile = drawer.tiles[0]
    long = replace(tile.piece, label=Text("{name}", {"name": "W" * 400}))
    for count in range(1, 25):
        drawer.tiles = [type(tile)(long, action=lambda: None) for _ in range(count)]
        assert [len(row) for row, _widths in drawer._rows(drawer.m)] == [1] * count


# ---------------------------------------------------------------- other games


@pytest.mark.parametrize("simulated", ["manual"], indirect=True)
def test_of_hellrail(simulated: Any) -> None:
    play = simulated
    play.tap(play.screen.gates[2])
    play.press("Steam up")
    play.press("They lie there")
    assert isinstance(play.view, HellRailView)
    play.tap(play.root.tab)
    drawer = play.root.drawer
    assert isinstance(drawer.table, virtual.HellRailTable) and drawer.visible
    assert len(drawer.tiles) == 3, "the hand of who plays"
    play.advance(DEAF_MS)
    play.tap(next(k for k in drawer.buttons if k.label == "Start"))
    play.wait(lambda: play.view.draw == 35)
    play.sync()
    assert len(drawer.tiles) == 4
    play.kiosk.context.ask.act("lay")
    play.sync()
    play.tap(drawer.tiles[0])
    play.wait(lambda: play.view.table == 1)
    play.sync()
    assert len(drawer.tiles) == 3
    play.uid(drawer.tiles[-1].piece.uid)
    assert play.kiosk.context.table.update.prompt.id == "play_card"
    assert not drawer.visible, "what the card is for is asked below it"
    play.press("Back")
    play.tap(play.root.tab)
    uids = drawer.table.uids
    assert len(uids) == 55 and all(play.kiosk.runtime.owner_of(uid) == "hellrail" for uid in uids.values())
    play.tap(drawer.which)
    assert drawer.tiles[0].piece.lit, "the top of the pile"
    play.tap(drawer.which)
    assert len(drawer.tiles) == 10
    play.kiosk.context.ask.send(Leave())
    play.sync()
    assert play.root.name == "home" and not play.root.tab.visible
    play.open("L1")
    assert not drawer.visible and play.root.drawer is not drawer and play.root.tab.visible, "another game has its own"


def test_a_reader_that_types_into_the_window_is_noticed(play: Any) -> None:
    from kivy.core.window import Window

    for key in (*map(ord, "0009351929"), 13):
        Window.dispatch("on_key_down", key, 0, chr(key), [])
    play.wait(lambda: "reader_types" in play.kiosk.context.table.notices)
    assert play.root.gravest().code == "reader_types"
