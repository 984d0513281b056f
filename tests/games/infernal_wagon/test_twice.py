"""A card that is tapped again: where it lies now is said, to phones as at the table."""

from __future__ import annotations

from companion.engine.message import Band
from companion.engine.update import Update
from companion.games.infernal_wagon.view import WagonView
from companion.games.infernal_wagon.words import tell
from tests.games.infernal_wagon.place import place
from tests.games.infernal_wagon.wagon import engine
from tests.games.scenario import written


def test_IW_063_a_card_of_the_track_and_one_that_fell_off() -> None:
    table = engine()
    position = place(["a", "b"], [3, 3], track=["ST3", "R1", "R2"], exits=["A"], pile=30)
    table.ask(
        {"open": {"game": "infernal_wagon", "seats": ["a", "b"], "options": {"box": "example"}, "position": position}}
    )
    said: list[Band | None] = []

    def hear(update: Update) -> None:
        assert isinstance(update.view, WagonView)
        said.append(tell(update.events, update.view).band)

    table.engine.listen(hear)
    for card in ("R2", "ST1"):
        table.ask({"move": written(f"card uid={card} seat=a")})
    on_track, fell = said
    assert on_track is not None and (on_track.title.msgid, on_track.slot) == ("This card lies on the track", "R2")
    assert fell is not None and fell.title.msgid == "This card was played already"
