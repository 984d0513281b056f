"""Before the start: players, modules, timer, tracking, rulings (IW-002, IW-006..010, IW-092..095, IW-100..120)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict, fields, replace

from companion.engine.codec import to_kind
from companion.engine.config import load_toml
from companion.engine.game import GameSetup, Player
from companion.engine.packaged import data_file
from companion.engine.refused import BadInput, Refused
from companion.games.infernal_wagon import events as ev
from companion.games.infernal_wagon.data.box import find_box, parse_box
from companion.games.infernal_wagon.data.cards import EMPTY_BOX, CardBox
from companion.games.infernal_wagon.moves import NewGame, Prepare
from companion.games.infernal_wagon.names import Attribution, Level, Module, Phase, Timer
from companion.games.infernal_wagon.rules.exploits import new_once
from companion.games.infernal_wagon.rules.move_context import MoveContext
from companion.games.infernal_wagon.rules.timing import FEWEST_MINUTES, MOST_MINUTES, PRINTED_MINUTES
from companion.games.infernal_wagon.state import GroupRecord, Preparation, Rulings, WagonState

MOST_EASY = 8
_RULINGS = frozenset(field.name for field in fields(Rulings))
_GROUP = frozenset(field.name for field in fields(GroupRecord))


class LastTime(Struct, frozen=True, forbid_unknown_fields=True):
    """How the table played last. Its level is taken as far as the box allows."""

    timer: Timer = Timer.TIMED
    minutes: int = PRINTED_MINUTES
    level: Level | None = None
    attribution: Attribution = Attribution.ON_LOSS


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a game is opened, beside what `GroupRecord` and `Rulings` have; None: as the advice, the
    table's last game or the box has it."""

    modules: tuple[Module, ...] | dict[Module, bool] = ()
    easy: Annotated[int, Meta(ge=0, le=MOST_EASY)] | None = None
    timer: Timer | None = None
    minutes: Annotated[int, Meta(ge=FEWEST_MINUTES, le=MOST_MINUTES)] | None = None
    level: Level | None = None
    attribution: Attribution | None = None
    box: str | dict[str, Any] = ""
    sound: bool | None = None
    readers: dict[str, str] = {}
    rulings: dict[str, Any] = {}
    last: LastTime = LastTime()


_OPTIONS = frozenset(field.name for field in fields(Options))


def players(count: int, names: tuple[str | Player, ...] | None) -> tuple[Player, ...]:
    """IW-006, Q40: 2 to 5 of them.

    :raises Refused: `bad_player_count`.
    :raises BadInput: if names and number differ, or a name comes twice.
    """
    if not 2 <= count <= 5:
        raise Refused("bad_player_count", n=count, least=2, most=5)
    if names is None:
        return tuple(Player(f"P{i + 1}") for i in range(count))
    seats = tuple(name if isinstance(name, Player) else Player(name) for name in names)
    if len(seats) != count:
        raise BadInput(field="names", reason=f"{len(seats)} names for {count} players")
    if len({seat.name for seat in seats}) != count or not all(seat.name for seat in seats):
        raise BadInput(field="names", reason="each seat needs a name of its own")
    return seats


def prepare(order: GameSetup, config_dir: Path | None) -> Preparation:
    """Return what a new game begins with: the order's options over the owner's files over our own choices.

    :raises Refused: `bad_player_count`; `bad_box` if the box file cannot be used.
    :raises BadInput: naming the option that is wrong.
    """
    options = dict(order.options)
    group = _group(order.group, options)
    rulings = _rulings(config_dir, options)
    seats = players(len(order.seats), order.seats)
    unknown = set(options) - _OPTIONS
    if unknown:
        raise BadInput(option=sorted(unknown)[0], reason="there is no such option")
    box, box_name = _box(options.get("box"), config_dir)
    modules = _modules(options.get("modules", ()))
    easy = options.get("easy")
    last: LastTime = _value(options, "last", LastTime, LastTime())
    return Preparation(
        players=seats,
        box=box,
        box_name=box_name,
        group=group,
        rulings=rulings,
        silence=Module.SILENCE in modules,
        uturn=Module.UTURN in modules,
        curse=Module.CURSE in modules,
        easy=(suggested_easy(group) if Module.EASY in modules else 0) if easy is None else easy_cards(easy),
        timer=_value(options, "timer", Timer, Timer.TIMED if "minutes" in options else last.timer),
        minutes=whole_minutes(options.get("minutes", last.minutes)),
        level=_value(options, "level", Level, min(last.level or box.default_level(), box.default_level())),
        attribution=_value(options, "attribution", Attribution, last.attribution),
        sound=_value(options, "sound", bool | None, None),
        readers=_value(options, "readers", dict[str, str], {}),
    )


def opening(state: WagonState, /) -> GameSetup:
    """Return the seats and options of a game like this one. A box that came as an object is given again."""
    prep = state.prep
    plain: dict[str, Any] = to_builtins(
        {
            "modules": sorted(prep.modules),
            "easy": prep.easy,
            "timer": prep.timer,
            "minutes": prep.minutes,
            "level": prep.level,
            "attribution": prep.attribution,
            "sound": prep.sound,
            "readers": prep.readers,
            "rulings": prep.rulings,
            **{name: value for name, value in to_builtins(prep.group).items() if value},
        }
    )
    return GameSetup(prep.players, plain | ({"box": prep.box_name} if prep.box_name else {}))


def suggested_easy(group: GroupRecord) -> int:
    """IW-095, Q23: as many Easy cards as games lost in a row, 8 at most."""
    return min(MOST_EASY, group.losses)


def easy_cards(count: object) -> int:
    """0 to 8.

    :raises BadInput: otherwise.
    """
    if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_EASY:
        raise BadInput(field="easy", reason=f"{count} is not a number of Easy cards from 0 to {MOST_EASY}")
    return count


def whole_minutes(minutes: object) -> int:
    """Return how long a countdown may last (reading 36).

    :raises BadInput: otherwise.
    """
    if not isinstance(minutes, int) or isinstance(minutes, bool) or not FEWEST_MINUTES <= minutes <= MOST_MINUTES:
        reason = f"{minutes} is not a number of whole minutes from {FEWEST_MINUTES} to {MOST_MINUTES}"
        raise BadInput(field="minutes", reason=reason)
    return minutes


def advice(group: GroupRecord) -> tuple[Module, ...]:
    """IW-093: Easy after losses; Silence, U-turn and Curse after wins. Never forced."""
    if group.losses > 0:
        return (Module.EASY,)
    return (Module.SILENCE, Module.UTURN, Module.CURSE) if group.wins > 0 else ()


def _value(options: Mapping[str, Any], name: str, kind: Any, default: Any) -> Any:
    if name not in options:
        return default
    try:
        return to_kind(options[name], kind)
    except BadInput as error:
        raise BadInput(option=name, reason=str(error.facts["reason"])) from None


def _modules(value: Any) -> frozenset[Module]:
    """Return a list of modules, or a table module -> on."""
    names = [name for name, on in value.items() if on] if isinstance(value, Mapping) else value
    return frozenset(_value({"modules": names}, "modules", tuple[Module, ...], ()))


def _box(value: Any, config_dir: Path | None) -> tuple[CardBox, str]:
    if isinstance(value, Mapping):
        return parse_box(value), ""
    name = _value({"box": value}, "box", str, "") if value is not None else ""
    return find_box(name, config_dir), name


def _group(known: Mapping[str, Any], options: dict[str, Any]) -> GroupRecord:
    """Return what the journal knows of the group; an option of the same name has the last word."""
    told = {name: options.pop(name) for name in _GROUP & set(options)}
    group: GroupRecord = to_kind({**known, **told}, GroupRecord)
    return group


def as_table(value: Any, name: str) -> dict[str, Any]:
    """
    :raises BadInput: if it is no table of names.
    """
    if not isinstance(value, Mapping):
        raise BadInput(option=name, reason="a table of names and values is wanted")
    return dict(value)


def _rulings(config_dir: Path | None, options: dict[str, Any]) -> Rulings:
    rulings = load_toml(data_file("infernal_wagon", "rulings.toml", config_dir), Rulings)
    told = {name: options.pop(name) for name in _RULINGS & set(options)}
    told |= as_table(options.pop("rulings", {}), "rulings")
    return _ruled(rulings, told)


def _ruled(rulings: Rulings, chosen: Mapping[str, Any]) -> Rulings:
    now = asdict(rulings)
    try:
        ruled: Rulings = to_kind(now | dict(chosen), Rulings)
    except BadInput as error:
        raise BadInput(option=", ".join(chosen), reason=str(error.facts["reason"])) from None
    return ruled


def _note(context: MoveContext, prep: Preparation, fresh: bool = False) -> None:
    """The choices as they are now. The box is in the opening of the game, no event carries it again."""
    context.emit(ev.Prepared(replace(prep, box=EMPTY_BOX), fresh))


# -- moves -----------------------------------------------------------------------------------------


def new_game(context: MoveContext, move: NewGame) -> None:
    """IDLE -> SETUP: modules off, options kept (reading 25)."""
    if context.state.phase not in {Phase.IDLE, Phase.SETUP}:
        raise Refused("not_allowed_now")
    seats = players(move.n, move.names)
    old = context.state.prep
    group = old.group
    if context.state.result is not None:
        group = _after(context, group)
        seats = new_once(seats, {seat.name for seat in old.players})
    prep = replace(old, players=seats, group=group, silence=False, uturn=False, curse=False, easy=0)
    _note(context, prep, fresh=True)
    tell_setup(context)


def _after(context: MoveContext, group: GroupRecord) -> GroupRecord:
    """Return what the game that has just ended adds to what is known of the group."""
    from companion.games.infernal_wagon.rules.ending import new_players

    s = context.state
    fresh = new_players(s)
    group = replace(group, new_players=group.new_players + len(fresh))
    if s.result is None or (s.result.reason is not None and s.result.reason.value == "given_up"):
        return group
    if s.result.won:
        return replace(group, losses=0, wins=group.wins + 1)
    return replace(group, losses=group.losses + 1, wins=0)


def choose(context: MoveContext, move: Prepare) -> None:
    """IW-092: four independent switches; IW-009, IW-010: with a clock or without."""
    chosen = {name: value for name, value in asdict(move).items() if value is not None}
    if "easy" in chosen:
        easy_cards(chosen["easy"])
    if "minutes" in chosen:
        whole_minutes(chosen["minutes"])
        chosen.setdefault("timer", Timer.TIMED)
    prep = replace(_setup(context), **chosen)
    _note(context, prep)
    if chosen.keys() & set(Module):
        context.emit(ev.PileEvent(prep.p0))


def seat_players(context: MoveContext, seats: tuple[str | Player, ...]) -> None:
    """IW-006: who plays."""
    _note(context, replace(_setup(context), players=players(len(seats), seats)))
    tell_setup(context)


def regroup(state: WagonState, known: Mapping[str, Any]) -> Sequence[ev.Prepared]:
    """IW-093, IW-095: of a game that is set up, what is proposed follows those who play."""
    return (ev.Prepared(replace(state.prep, box=EMPTY_BOX, group=to_kind(dict(known), GroupRecord))),)


def rule(context: MoveContext, rulings: Mapping[str, Any]) -> None:
    """Switchable rulings."""
    prep = _setup(context)
    if unknown := sorted(rulings.keys() - _RULINGS):
        raise BadInput(option=unknown[0], reason="there is no such option")
    _note(context, replace(prep, rulings=_ruled(prep.rulings, rulings)))


def hear(context: MoveContext, sound: bool) -> None:
    """IW-137: whether the sound track plays, at any moment."""
    _note(context, replace(context.state.prep, sound=sound))


def confirm(context: MoveContext) -> None:
    _setup(context)
    context.emit(ev.Confirmed())
    tell_setup(context)


def back(context: MoveContext) -> None:
    if context.state.phase is not Phase.READY:
        raise Refused("not_allowed_now")
    context.emit(ev.WentBack())


def tell_setup(context: MoveContext) -> None:
    """IW-006, IW-008, IW-120: what the choices mean on the table."""
    prep = context.state.prep
    context.emit(ev.SetupChosen(prep.n, prep.hand, prep.p0, prep.n if prep.curse else 0))


def _setup(context: MoveContext) -> Preparation:
    if context.state.phase is not Phase.SETUP:
        raise Refused("not_allowed_now")
    return context.state.prep
