"""Random Moves over random maps against a second reading of 4.5 (`rails`): every step, ram, push, hit and fall."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.hellrail.path import engine, facts
from tests.games.hellrail.rails import OPPOSITE, SEGMENTS, STEP, At, Cell, Drive, Map, Train
from tests.games.hellrail.stage import opened
from tests.games.scenario import Json, compare_events, written
from tests.thorough import rounds

SIZE = 5
CARDS = [f"X{n}" for n in range(13, 41)]
MORE = [f"X{n}" for n in range(41, 46)]
DRIVES = rounds(90, 1_500)


def random_map(rng: Random) -> tuple[Map, dict[str, Json], dict[str, str]]:
    """A crowded table: circles on every other diagonal, rails everywhere else; also as deck and grid have it."""
    cells = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    circles: dict[Cell, str] = {}
    names = rng.sample([f"C{n}" for n in range(1, 10)], rng.randint(2, 5))
    for name in names:
        circles[rng.choice([cell for cell in cells if sum(cell) % 2 == 0 and cell not in circles])] = name
    rails: dict[Cell, tuple[str, ...]] = {}
    deck: dict[str, Json] = {}
    grid: dict[str, str] = {}
    free = [cell for cell in cells if cell not in circles]
    for card, cell in zip(CARDS, rng.sample(free, min(len(free), 22)), strict=False):
        printed = rng.sample(SEGMENTS, rng.choice([1, 2, 2, 3, 6]))
        q = rng.randrange(4)
        rails[cell] = tuple(turned(segment, q) for segment in printed)
        deck[card] = {"rails": printed}
        grid[f"{cell[0]},{cell[1]}"] = f"{card}/{q}"
    return Map(rails, circles), deck, grid


def turned(segment: str, q: int) -> str:
    """4.5: by one step N becomes E, E becomes S, S becomes W, W becomes N."""
    letters = {"NESW"[("NESW".index(letter) + q) % 4] for letter in segment}
    return next(name for name in SEGMENTS if set(name) == letters)


def ties(map: Map) -> list[At]:
    """Every tie, looking every way."""
    found = []
    for cell, segments in map.rails.items():
        for side in STEP:
            if map.has(cell, side):
                found += [At(cell, side, looks=side), At(cell, side, looks=OPPOSITE[side])]
        for segment in segments:
            for index in (1, 2) if segment in ("NS", "EW") else (1,):
                found += [At(cell, segment=segment, index=index, looks=looks) for looks in segment]
    return found


def random_path(rng: Random, map: Map, at: At, limit: int) -> list[At]:
    path: list[At] = []
    for _ in range(rng.randint(1, limit)):
        ways = map.ahead(at)
        if not ways:
            break
        at = rng.choice(ways)
        path.append(at)
        if not at.on_tie:
            break
    return path


def crowd(rng: Random, map: Map) -> list[Train]:
    """Up to four engines, close to each other, so that they meet; some in circles."""
    free = ties(map)
    rng.shuffle(free)
    start = rng.choice(free) if rng.random() < 0.7 else At(circle=rng.choice(list(map.circles.values())))
    places, at = [start], start
    near = []
    for _ in range(6):
        ways = [way for way in map.ahead(at) if way.on_tie]
        if not ways:
            break
        at = rng.choice(ways)
        near.append(at if rng.random() < 0.5 else map.backwards(at))
    rng.shuffle(near)
    for place in (*near, *free):
        if len(places) < 4 and all(place.node != other.node for other in places):
            places.append(place)
    cars = rng.sample(["F01", "F04", "F05", "F08", "F10", "F11"], 6)
    trains = [Train(f"P{n}", place) for n, place in enumerate(places, 1)]
    for n, train in enumerate(trains[1:]):
        train.cars = cars[2 * n : 2 * n + rng.randint(0, 2)]
    trains[0].soul_catcher = rng.random() < 0.5
    return trains


def staged(trains: list[Train], deck: dict[str, Json], grid: dict[str, str], map: Map, markers: list[str]) -> Json:
    """The same in the short form of the scenarios."""
    circles = {name: f"{x},{y}" for (x, y), name in map.circles.items()}
    seats: Json = {}
    for train in trains:
        seat: Json = {"hand": 0, "at": train.at.node, "train": train.cars, "soul_catcher": train.soul_catcher}
        seats[train.name] = seat | ({"heading": train.at.heading} if train.at.on_tie else {})
    seats["P1"]["hand"] = 1
    short = {"map": {"circles": circles, "cards": grid}, "deck": deck, "seats": seats, "markers": sorted(markers)}
    return opened(short, "map")


@pytest.mark.parametrize("seed", range(DRIVES))
def test_random_moves_go_as_the_second_reading_says(seed: int) -> None:
    """HR-029..058, HR-093, HR-112, HR-Q04, HR-Q07, HR-Q23, readings 1, 10 and 11: every event, in order."""
    rng = Random(seed)
    map, deck, grid = random_map(rng)
    trains = crowd(rng, map)
    path = random_path(rng, map, trains[0].at, 9)
    if not path:
        return
    flips = [card for card in (*CARDS, *MORE) if card not in deck] + ["F06", "F09", "F12", "F02", "F07"]
    markers = [at.node for at in path if at.on_tie for _ in range(rng.choice([0, 0, 0, 0, 0, 1, 2]))]
    markers = markers[: min(8, len(flips) // len(trains))]  # each train may come onto each of them
    drive = Drive(rng, map, trains, markers, rng.sample(flips, len(flips)))
    drive.brimstone = dict.fromkeys(flips, 1) | {"F06": 4, "F09": 4, "F12": 2, "F02": 3, "F07": 1}
    companion = engine()
    answer = companion.ask({"open": staged(trains, deck, grid, map, markers)})
    assert answer["ok"], answer
    for number, command in enumerate(drive.move("F03", 9, path)):
        answer = companion.ask({"move": written(command)})
        compare_events(f"seed {seed}, {number}: {command}", drive.say, answer)
        drive.say.clear()
    stands = facts(companion.ask({"view": {}}), companion.secrets())
    assert stands["at"] == {train.name: train.at.node for train in trains}
    assert stands["train"] == {train.name: train.cars for train in trains}
    assert stands["markers"] == sorted(markers)
    assert len([at for at in stands["at"].values() if ":" in at]) == len(
        {at for at in stands["at"].values() if ":" in at}
    )


@pytest.mark.parametrize("seed", range(DRIVES // 3))
def test_what_is_no_path_is_refused(seed: int) -> None:
    """HR-030, HR-034, HR-042: any other tie than those ahead, at any point of the way."""
    rng = Random(seed)
    map, deck, grid = random_map(rng)
    trains = crowd(rng, map)[:1]
    path = random_path(rng, map, trains[0].at, 6)
    trains += [Train("P2", At(circle="CG"))]
    companion = engine()
    assert companion.ask({"open": staged(trains, deck, grid, map, [])})["ok"]
    at = rng.randint(0, len(path))
    before = path[at - 1] if at else trains[0].at
    ways = {way.node for way in map.ahead(before)} if before.on_tie or not at else set()
    others = [tie.node for tie in ties(map) if tie.node not in ways] + [
        c for c in map.circles.values() if c not in ways
    ]
    wrong = [*(step.node for step in path[:at]), rng.choice(others)]
    refused = companion.ask({"move": {"type": "move", "card": "F03", "path": ";".join(wrong)}})
    assert refused["error"]["code"] in {"no_track", "reversing"}, wrong
