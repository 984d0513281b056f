"""The pictures of the table: what is in them, what must never be, and that the same view gives the same bytes; beside
them facts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

from companion.engine.audience import PUBLIC, Seat
from companion.engine.game import GameSetup, Player
from companion.engine.message import Messages
from companion.engine.prompt import Prompt
from companion.engine.requests import Watched
from companion.engine.text import Text
from companion.engine.update import Update
from companion.games.cerbere.names import Winner
from companion.games.cerbere.view import CerbereView, OverView
from companion.games.hellrail.game import HellRail
from companion.games.hellrail.moves import RevealScores
from companion.games.hellrail.names import COLOURS, Effect, Level, Token
from companion.games.hellrail.view import CarView, HellRailView, ScoreView, SeatView
from companion.games.infernal_wagon.names import Phase, Reason
from companion.games.infernal_wagon.view import ResultView, WagonView
from companion.games.registry import Games, show_of
from companion.presentation.cut import words_width
from companion.presentation.i18n import Catalogue
from companion.presentation.scene import Group, Words
from companion.presentation.svg import to_svg
from companion.web.desk.frame import Painter
from companion.web.desk.games import MODULES, GamePage, page_of
from tests.openings import OPENINGS
from tests.random_play import Played
from tests.tools.bench.engine.hellrail_maps import table

SVG = "{http://www.w3.org/2000/svg}"


ELEMENTS = {
    "svg", "defs", "symbol", "radialGradient", "stop", "g", "title", "rect", "circle", "ellipse", "path", "use", "text",
}  # fmt: skip


MOST_BYTES = 40_000


HOSTILE = (
    '<img src=x onerror="alert(1)">',
    "\"&'</text><script>alert(1)</script>",
    "]]>{{7*7}}&lt;",
    "url(javascript:alert(1))",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \U0001f480",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "\x00\ufffe\ud800x",
)
"""Names that a page must show as they are. The last cannot stand in XML at all, and loses what cannot."""


NOT_A_WORD = re.compile(r"[+~]?\d*|\?|G")


GAMES = Games(None)


Shown = tuple[Any, dict[str, Any]]
"""The public view, and by seat what that seat sees."""


@cache
def played(level: str) -> tuple[Shown, ...]:
    """What is to be seen in random games from an opening of `OPENINGS`, begin and end included."""
    order = OPENINGS[level]
    game = GAMES[order.game]
    found: list[Shown] = []
    for seed in range(2):
        rng = Random(seed)
        setup = GameSetup(order.seats, order.options)
        begin = None if order.position is None else game.import_position(setup, order.position)
        made, over = Played(game, setup, rng, state=begin), False
        while len(found) < 60 * (seed + 1) and not over:
            over = game.result(made.state, made.at) is not None
            if over and order.game == "hellrail":
                made.make(RevealScores())
            view = game.view(made.state, PUBLIC, made.at)
            own = {seat.name: game.view(made.state, Seat(seat.name), made.at) for seat in _seats(view)}
            found.append((view, own))
            made.run(made.moves + 1 + rng.randrange(8))
    return tuple(found)


def _seats(view: Any) -> tuple[Any, ...]:
    seats: tuple[Any, ...] = view.hands if isinstance(view, WagonView) else view.seats
    return seats


def drawn(view: Any) -> str:
    """The picture of a view."""
    game = type(view).__module__.split(".")[2]
    scene = page_of(game).picture(view)
    return to_svg(scene) if scene is not None else "<svg xmlns='http://www.w3.org/2000/svg'/>"


def inside(svg: str) -> ElementTree.Element:
    """The picture read as XML, with nothing in it that a strict page forbids, and no light that its edge cuts off."""
    root = ElementTree.fromstring(svg)
    size = (root.get("viewBox") or "").split()[2:]
    for light in root.iter(f"{SVG}ellipse"):
        for middle, reach, room in zip(("cx", "cy"), ("rx", "ry"), size, strict=True):
            at, far = float(light.attrib[middle]), float(light.attrib[reach])
            assert far - 0.1 <= at <= float(room) - far + 0.1, light.attrib
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ELEMENTS, element.tag
        for name, value in element.attrib.items():
            assert name != "style" and not name.startswith("on") and ":" not in name, name
            if name == "href":
                assert value[0] == "#" and value[1:] in ids, value
            elif not name.startswith("data-"):
                used = re.findall(r"url\((.*?)\)", value)
                assert all(one[0] == "#" and one[1:] in ids for one in used), value
                assert "nan" not in value and "inf" not in value, value
    return root


def data(root: ElementTree.Element, name: str) -> list[str]:
    """What the picture says of itself, in order."""
    return [value for element in root.iter() if (value := element.get(f"data-{name}")) is not None]


def test_every_page_of_a_game_has_its_picture() -> None:
    assert {game for game in MODULES if page_of(game).picture is not GamePage().picture} == set(MODULES)


def test_a_game_is_imported_when_it_is_asked_for() -> None:
    said = (
        "import sys; from companion.web.desk.games import page_of, MODULES; list(MODULES);"
        "assert not any(name.startswith('companion.games') for name in sys.modules);"
        "page_of('hellrail'); assert 'companion.games.cerbere' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", said], check=True, timeout=60)


@pytest.mark.parametrize("level", OPENINGS)
def test_it_is_plain_svg_of_a_screen_s_shape(level: str) -> None:
    for view, _own in played(level):
        svg = drawn(view)
        root = inside(svg)
        assert len(svg.encode()) <= MOST_BYTES
        wide, high = map(float, (root.get("viewBox") or "").split()[2:])
        assert 4 / 3 - 0.01 <= wide / high <= 16 / 9 + 0.01


@pytest.mark.parametrize("level", OPENINGS)
def test_it_says_nothing_but_names_and_numbers(level: str) -> None:
    for view, _own in played(level):
        names = {seat.name for seat in _seats(view)}
        for element in inside(drawn(view)).iter():
            text = element.text or ""
            letter = any(name.startswith(text) for name in names)
            assert letter or text in names or NOT_A_WORD.fullmatch(text), text
            assert element.tag != f"{SVG}title" or text in names


@pytest.mark.parametrize("level", OPENINGS)
def test_what_a_seat_alone_may_see_is_not_in_it(level: str) -> None:
    for view, own in played(level):
        svg = drawn(view)
        assert all(drawn(seen) == svg for seen in own.values())


@pytest.mark.parametrize("level", OPENINGS)
def test_the_same_view_gives_the_same_bytes(level: str) -> None:
    for view, _own in played(level)[::7]:
        twin = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        assert twin is not view and drawn(twin) == drawn(view)


def test_neither_does_another_process_draw_it_otherwise() -> None:
    said = (
        "import hashlib; from tests.pages.test_pictures import drawn, full_map, played;"
        "made = ''.join([drawn(full_map()), *(drawn(view) for view, _ in played('board')[:20])]);"
        "print(hashlib.sha256(made.encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", said], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=120
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.parametrize("level", OPENINGS)
def test_everybody_and_everything_is_there(level: str) -> None:
    for view, _own in played(level):
        root = inside(drawn(view))
        assert {seat.name for seat in _seats(view)} == set(data(root, "seat"))
        match view:
            case WagonView():
                _see_wagon(view, root)
            case CerbereView():
                _see_cerbere(view, root)
            case HellRailView() if view.scores is not None:
                assert data(root, "delivered") == [
                    str(score.delivered) for score in sorted(view.scores, key=lambda score: score.rank)
                ]
            case HellRailView():
                _see_hellrail(view, root)


def _see_wagon(view: WagonView, root: ElementTree.Element) -> None:
    assert data(root, "cards") == [str(hand.cards) for hand in view.hands]
    assert data(root, "wagon") == [str(view.behind)]
    assert ("hold" in data(root, "sign")) is (view.phase is Phase.HELD)  # not: was ever held
    assert data(root, "pile")[0].lstrip("~") == str(view.pile)
    assert data(root, "symbol") == ([] if view.result is not None else list(view.exit.symbols[:4]))
    assert ("silence" in data(root, "sign")) == view.silence
    assert ("curse" in data(root, "sign")) == (view.curses_left > 0)


def _see_cerbere(view: CerbereView, root: ElementTree.Element) -> None:
    assert data(root, "rage") == [f"{view.rage.die}/{view.rage.hunt}"]
    assert data(root, "speed") == [str(view.rage.speed)]
    seats = data(root, "seat")
    assert all(seats.count(name) >= 2 for name in view.rage.caught), "the pawn on the track and the player"
    if view.path is None:
        return
    assert data(root, "space") == [str(n) for n in range(len(view.path.spaces))]
    assert data(root, "cerberus") == ([] if view.cerberus is None else [str(view.cerberus)])
    assert all(seats.count(seat.name) >= 2 for seat in view.seats if seat.at is not None)
    assert data(root, "reach") in ([], [str(view.reach)])


def _see_hellrail(view: HellRailView, root: ElementTree.Element) -> None:
    cells = view.level is Level.MAP
    assert data(root, "circle") == [circle.id for circle in view.circles if circle.cell is not None or not cells]
    assert sorted(data(root, "engine")) == sorted(seat.name for seat in view.seats)
    assert data(root, "cerberus") == [circle.id for circle in view.circles if circle.cerberus]
    assert data(root, "train") == [str(len(seat.train)) for seat in view.seats]
    assert data(root, "cell") == [rail.cell for rail in view.map]


def full_map(laid: int = 45) -> HellRailView:
    """Four players, so many cards on the table; the rest are cars of theirs, beside every token there is."""
    game = HellRail(None)
    view = game.view(table(game, laid), PUBLIC, 0)
    cars = (CarView("R01", 9, "5", 3),) * ((45 - laid) // 4)
    tokens: dict[str, Any] = dict.fromkeys(("tender", "boatman", "soul_catcher"), True)
    tokens |= {"heresy": Token.HERESY_CANCEL, "held": Effect.LUST}
    ties = [f"{rail.cell}:{rail.rails[0][0]}" for rail in view.map if rail.rails]
    seats = tuple(
        SeatView(name, colour, 0, cars, 0, held_down=False, fuel=1, node=tie, heading="in", **tokens)
        for name, colour, tie in zip(("Maximilien", "Éléonore", "Alexandra", "Bo"), COLOURS, ties, strict=False)
    )
    return msgspec.structs.replace(view, seats=seats, markers=tuple(ties[4:12]))


def test_a_whole_map_is_no_larger_than_any_other_picture() -> None:
    for laid in (45, 33, 21):
        svg = drawn(full_map(laid))
        assert len(data(inside(svg), "cell")) == laid
        assert len(svg.encode()) <= MOST_BYTES


def hostile(view: Any, name: str) -> Any:
    """The same view with the first player called otherwise, wherever it is named."""
    first = _seats(view)[0].name

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return name if value == first else value
        if isinstance(value, tuple):
            return tuple(map(renamed, value))
        if isinstance(value, msgspec.Struct):
            fields = {field: renamed(getattr(value, field)) for field in value.__struct_fields__}
            return type(value)(**fields)
        return value

    return renamed(view)


def test_a_name_is_text_whatever_it_is_made_of() -> None:
    for view in views_to_rename():
        plain = inside(drawn(view))
        for name in HOSTILE:
            root = inside(drawn(hostile(view, name)))
            shown = re.sub("[\x00\ufffe\ud800]", "", name)
            assert shown in [element.text for element in root.iter(f"{SVG}title")]
            assert [element.tag for element in root.iter()] == [element.tag for element in plain.iter()]


def views_to_rename() -> Iterator[Any]:
    """Of each opening the beginning and the end."""
    for level in OPENINGS:
        yield played(level)[0][0]
        yield played(level)[-1][0]


TABLES: tuple[tuple[str, dict[str, Any], range], ...] = (
    ("cerbere", {"level": "board"}, range(3, 8)),
    ("cerbere", {}, range(3, 8)),
    ("infernal_wagon", {"box": "demo"}, range(2, 6)),
    ("hellrail", {"level": "light"}, range(2, 5)),
    ("hellrail", {"level": "keeper"}, range(2, 5)),
    ("hellrail", {"level": "map"}, range(2, 5)),
    ("hellrail", {"level": "map", "variants": ["devils_advocate"]}, range(2, 5)),
)


@pytest.mark.parametrize(("name", "options", "counts"), TABLES)
def test_as_many_as_may_play(name: str, options: dict[str, Any], counts: range) -> None:
    for count in counts:
        seats = tuple(Player(f"P{i}") for i in range(count))
        state, _events = GAMES[name].setup(GameSetup(seats, options), Random(1))
        view = GAMES[name].view(state, PUBLIC, 0)
        assert {seat.name for seat in seats} == set(data(inside(drawn(view)), "seat"))


# ---------------------------------------------------------------- facts


def test_a_count_that_nobody_is_sure_of_says_so() -> None:
    show, unsure = show_of("infernal_wagon"), 0
    for view, _own in played("no tags"):
        assert isinstance(view, WagonView)
        if view.phase is Phase.SETUP:
            continue
        turn = show.turn(view)
        assert turn is not None
        assert {fact.icon: fact.figure for fact in turn.facts}["pile"].startswith("~") is not view.pile_sure
        for hand in view.hands:
            assert next(iter(show.own(view, hand.name))).figure.startswith("~") is not hand.sure
            unsure += not hand.sure
    assert unsure


@pytest.mark.parametrize("signs", [0, 6])
def test_the_wagons_counts_and_signs_are_side_by_side(signs: int) -> None:
    """Also a count that nobody is sure of, which is longer."""
    view = played("no tags")[0][0]
    assert isinstance(view, WagonView)
    on = bool(signs)
    states = {"silence": on, "uturn": on, "tunnel": on, "missed": on, "curses_left": 10 * on}
    view = replace(view, pile=57, pile_sure=False, behind=12, phase=Phase.HELD if on else Phase.OPEN, **states)
    scene = page_of("infernal_wagon").picture(view)
    assert scene is not None
    row = [
        side
        for one in scene.shapes
        if isinstance(one, Group) and {"pile", "behind", "sign"} & {*dict(one.facts)}
        for shape in one.shapes
        for side in _sides(shape)
    ]
    assert len(row) == 2 * (4 + signs + on), "icons and words"
    assert row == sorted(row) and row[0] > 0 and row[-1] < scene.wide


def _sides(shape: Any) -> tuple[float, float]:
    """Where something of that row begins and ends."""
    if isinstance(shape, Words):
        return shape.x, shape.x + words_width(shape.text, shape.size)
    return shape.x - shape.side / 2, shape.x + shape.side / 2


def test_after_the_end_nothing_is_told_of_a_turn() -> None:
    over = 0
    for view, _own in played("keeper"):
        assert isinstance(view, HellRailView)
        assert (show_of("hellrail").turn(view) is not None) is (view.ended is None)
        over += view.ended is not None
    assert over


def test_how_a_game_ended_is_said_on_every_page() -> None:
    """In the words of the memories, large on a television, in the place of a question."""
    cerbere, wagon, rails = (played(level)[-1][0] for level in ("tracker", "no tags", "keeper"))
    assert isinstance(cerbere, CerbereView) and isinstance(wagon, WagonView) and isinstance(rails, HellRailView)
    name = cerbere.seats[0].name
    out = replace(cerbere, over=OverView(Winner.CERBERUS, (name,)))
    lost = replace(wagon, result=ResultView(False, Reason.TIME, 420_000, False, False, 0, (), (), (), None))
    scores = (ScoreView("Ana", 27, 0, 1, ()), ScoreView("Bo", 22, 0, 2, ()))
    ends = {"cerbere": (out, "Cerbère wins"), "infernal_wagon": (lost, "Time is up")}
    for game, (view, said) in {**ends, "hellrail": (replace(rails, scores=scores), "Ana: 27")}.items():
        update = Update(game, (), (), view, None, None, None, at=0, stamp=0, prompt=Prompt("over", Text("It is over")))
        watched = Watched(update, 0, 1, update.prompt, ())
        frame = Painter(Catalogue("en")).table(watched, "1", Messages(), 0, "", "")
        assert (frame.asked, frame.status[0].text) == (said, said)
