"""A wrong file of the owner is told when a game is opened, and nothing is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Player
from companion.engine.refused import Refused
from companion.engine.requests import Open
from companion.games.cerbere.game import Cerbere
from companion.games.cerbere.view import CerbereView
from companion.words import sentence
from tests.engine.tables import engine
from tests.games.cerbere.data.files import MARK, changed

SEATS = (Player("Ana"), Player("Bo"), Player("Cy"))


def opened(folder: Path, **options: Any) -> CerbereView:
    made = engine(game=Cerbere(folder))
    made.handle(Open("cerbere", SEATS, options, seed=1))
    view = made.update().view
    assert isinstance(view, CerbereView)
    return view


@pytest.mark.parametrize(
    ("name", "anchor", "old", "new", "key", "words"),
    [
        ("cards.toml", 'id = "act1_adv"', 'slot = "y", ', "¶", "card[0].option[1].effect[2].slot",
         'wants slot = "x"'),
        ("boards.toml", 'id = "S2"', "{ den = true }, {},\n]", '¶{ kind = "den" }, {},\n]', "face[0].spaces[5].kind",
         "den is there 2 times, not 1"),
        ("rulings.toml", "#", '= "printed"', '¶= "prinetd"', "gates_zone", "did you mean `printed`?"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_told_with_line_and_key(
    tmp_path: Path, name: str, anchor: str, old: str, new: str, key: str, words: str
) -> None:
    own = tmp_path / "cerbere" / name
    own.parent.mkdir()
    text = changed(name, anchor, old, new)
    line = text[: text.index(MARK)].count("\n") + 1
    own.write_text(text.replace(MARK, ""), encoding="utf-8")
    with pytest.raises(Refused) as caught:
        opened(tmp_path)
    assert caught.value.code == "config"
    facts = caught.value.facts
    assert (facts["file"], facts["line"], facts["key"]) == (str(own), line, key)
    assert words in str(facts["message"])
    assert sentence("config", facts).startswith(f"{own}:{line}: {key}: ")
    own.write_text(changed(name, anchor, old, old), encoding="utf-8")
    assert opened(tmp_path).seats[0].name == "Ana", "put right, it opens without a restart"


def test_the_owner_s_tags_are_told_of_too(tmp_path: Path) -> None:
    (tmp_path / "cerbere").mkdir()
    own = tmp_path / "cerbere" / "box.toml"
    own.write_text(changed("demo.toml", "[boats]", "3 =", "5 ="), encoding="utf-8")
    with pytest.raises(Refused) as caught:
        opened(tmp_path)
    assert (caught.value.code, caught.value.facts["key"]) == ("config", "boats.5")
    assert opened(tmp_path, box="demo").demo, "the invented box does not mind"
