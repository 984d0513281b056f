"""Check the data files of every game. (table, lamps: `drivers.doctor`; sound, settings: `kiosk.doctor`.)"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.engine.config import ConfigError, load_toml
from companion.engine.foreign import of_errno, of_system
from companion.engine.text import Text
from companion.games.infernal_wagon.data.box import BoxError
from companion.tools.doctor.finding import Case, Finding, FindingFact

Load = Callable[[Path], object]


def look(case: Case) -> Iterator[Finding]:
    """Yield every game's files."""
    games = _games()
    troubles = [finding for title, loads in games.items() for finding in _game(title, loads, case.config)]
    yield from troubles
    if len({finding.facts["game"] for finding in troubles}) == len(games):
        yield Finding("no_game")
    if not troubles:
        yield Finding("files_well")


def _games() -> dict[str, tuple[Load, ...]]:
    """Return title -> what reads its files, as it does when the game is opened."""
    from companion.games.cerbere.data.tags import load_tags
    from companion.games.cerbere.rules.setup import load_book
    from companion.games.hellrail.data.deck_file import load_deck
    from companion.games.infernal_wagon.data.box import find_box
    from companion.games.infernal_wagon.state import Rulings

    def load_rulings(config: Path) -> object:
        own = config / "infernal_wagon" / "rulings.toml"
        return load_toml(own, Rulings) if own.exists() else None

    return {
        "Infernal Wagon": (lambda config: find_box("", config), load_rulings),
        "Cerbère": (load_book, lambda config: load_tags("", config)),
        "HellRail": (lambda config: load_deck("", config),),
    }


def _game(title: str, loads: tuple[Load, ...], config: Path) -> Iterator[Finding]:
    """Return one finding for each wrong file; files that depend on it are not reported as well."""
    told: set[FindingFact] = set()
    for load in loads:
        try:
            load(config)
        except ConfigError as error:
            if (one := unreadable(error, config)) is not None:
                yield Finding(one.code, {**one.facts, "game": title})
                return
            facts = config_facts(error)
        except OSError as error:  # a folder that may not be looked into
            yield _closed(error.filename or config, config, of_system(error), title)
            return
        except BoxError as error:
            facts = _box_facts(error)
        else:
            continue
        if facts["file"] not in told:
            told.add(facts["file"])
            yield Finding("game_file_wrong", {"game": title, **facts})


def unreadable(error: ConfigError, config: Path) -> Finding | None:
    """Return the finding for a file that is there and may not be read; None if something else is wrong with it."""
    if error.what != of_errno(errno.EACCES):
        return None
    return _closed(error.file, config, error.what)


def _closed(file: str | Path, config: Path, detail: Text, game: str = "") -> Finding:
    facts: dict[str, FindingFact] = {"file": str(file), "folder": str(config), "detail": detail}
    return Finding("file_closed", {**facts, "game": game} if game else facts)


def config_facts(error: ConfigError) -> dict[str, FindingFact]:
    """Return file, line and key as they were reported. `where` is `table.toml:12: readers[0].port`."""
    return {**error.facts, "message": error.what}


def _box_facts(error: BoxError) -> dict[str, FindingFact]:
    """Return the place of a mistake in a box: slot and field instead of a line."""
    where = ", ".join(part for part in (Path(error.file).name, error.slot, error.field) if part)
    return {"where": where, "message": error.what, "file": error.file}
