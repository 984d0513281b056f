"""What the table can choose now: every card, question, penalty and key of Infernal Wagon as one tree of prompts.

The table is common: all of it is public, and no option says which Curse a player holds (IW-121).
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from companion.engine.prompt import BADGES, MAIN, Keys, Option, Prompt, Why, only
from companion.engine.text import N_, NOTHING, Text, counted
from companion.games.infernal_wagon import moves as mv
from companion.games.infernal_wagon.data.cards import Penalty
from companion.games.infernal_wagon.names import (
    Attribution,
    CardKind,
    Level,
    Module,
    PenaltyKind,
    Phase,
    QuestionKind,
    Reason,
    Special,
    Timer,
)
from companion.games.infernal_wagon.prompts.cards import any_to_come, card_kinds, cards_prompt, kinds_to_come
from companion.games.infernal_wagon.rules.place import DEFAULTS
from companion.games.infernal_wagon.rules.prepare import MOST_EASY
from companion.games.infernal_wagon.rules.timing import AFTER_END_MS, FEWEST_MINUTES, MOST_MINUTES, REJUDGE_MS
from companion.games.infernal_wagon.state import LastCard, OpenQuestion, WagonState
from companion.games.infernal_wagon.words import EXPLOIT_WORDS

LEVELS = {
    Level.L0: ("pile", Text(N_("Clock only"))),
    Level.L1: ("tag", Text(N_("Kinds"))),
    Level.L2: ("joker", Text(N_("All cards"))),
}
ASKED = {
    Attribution.NONE: ("cross", Text(N_("Never"))),
    Attribution.ON_LOSS: ("nodraw", Text(N_("On a loss"))),
    Attribution.EACH_PLAY: ("hand", Text(N_("Each card"))),
}


NO_LIMIT = Text(N_("No limit"))


def clock_begins(timer: Timer, minutes: int) -> Text:
    """Return what the clock begins with."""
    return Text("{n}:00", {"n": minutes}) if timer is Timer.TIMED else NO_LIMIT


def setup(state: WagonState, path: Keys) -> Prompt:
    """IW-092: four independent branch lines; IW-009, IW-010: with a clock or without."""
    prep = state.prep
    match path:
        case ():
            return _setup(
                prep.easy,
                prep.silence,
                prep.uturn,
                prep.curse,
                (prep.timer, prep.minutes),
                prep.level,
                prep.attribution,
            )
        case ("easy",):
            return _easy(prep.easy)
        case ("timer",):
            return _timers(prep.timer, prep.minutes)
        case ("level",):
            return _levels(prep.level)
        case ("asked",):
            return _attributions(prep.attribution)
    raise LookupError(path)


@lru_cache(maxsize=256)
def _setup(
    easy: int, silence: bool, uturn: bool, curse: bool, clock: tuple[Timer, int], level: Level, attribution: Attribution
) -> Prompt:
    options = (
        Option("easy", Text("{iw.easy}"), Text("{n}", {"n": easy}), icon="joker"),
        _module(Module.SILENCE, Text("{iw.silence}"), "silence", "ice", silence, mv.Prepare(silence=not silence)),
        _module(Module.UTURN, Text("{iw.uturn}"), "uturn", "brim", uturn, mv.Prepare(uturn=not uturn)),
        _module(Module.CURSE, Text("{iw.curse}"), "curse", "hex", curse, mv.Prepare(curse=not curse)),
        Option("timer", Text(N_("How long?")), clock_begins(*clock), icon="clock"),
        Option("level", Text(N_("Tracking")), LEVELS[level][1], icon="tag"),
        Option("asked", Text(N_("Ask whose card it was?")), ASKED[attribution][1], icon="hand"),
        Option("confirm", Text(N_("We are ready")), icon="play", tone="ok", badge=MAIN, move=mv.Confirm()),
    )
    return Prompt("setup", Text("{iw.branches}"), options)


def _module(module: Module, label: Text, icon: str, tone: str, on: bool, switch: mv.Prepare) -> Option:
    return Option(module, label, icon=icon, tone=tone, move=switch, chosen=on)


@lru_cache(maxsize=16)
def _easy(now: int) -> Prompt:
    options = [
        Option(str(k), Text("{n}", {"n": k}), icon="joker", move=mv.Prepare(easy=k), chosen=k == now)
        for k in range(MOST_EASY + 1)
    ]
    return Prompt("easy", Text(N_("How many {iw.easy} cards?")), tuple(options))


@lru_cache(maxsize=16)
def _timers(timer: Timer, now: int) -> Prompt:
    """IW-009, IW-010, reading 36."""
    calm = Option("calm", NO_LIMIT, icon="clock", move=mv.Prepare(timer=Timer.CALM), chosen=timer is Timer.CALM)
    lengths = tuple(
        Option(
            str(k), clock_begins(Timer.TIMED, k), icon="clock", move=mv.Prepare(minutes=k),
            chosen=timer is Timer.TIMED and k == now,
        )
        for k in range(FEWEST_MINUTES, MOST_MINUTES + 1)
    )  # fmt: skip
    return Prompt("timer", Text(N_("How long?")), (calm, *lengths))


@lru_cache(maxsize=4)
def _levels(now: Level) -> Prompt:
    options = tuple(
        Option(level, label, icon=icon, move=mv.Prepare(level=level), chosen=level is now)
        for level, (icon, label) in LEVELS.items()
    )
    return Prompt("level", Text(N_("Do your cards bear tags?")), options)


@lru_cache(maxsize=4)
def _attributions(now: Attribution) -> Prompt:
    options = tuple(
        Option(asked, label, icon=icon, move=mv.Prepare(attribution=asked), chosen=asked is now)
        for asked, (icon, label) in ASKED.items()
    )
    return Prompt("asked", Text(N_("Ask whose card it was?")), options)


NOT_NOW = Why("not_allowed_now")
GREEN, RED = BADGES
"""Keys of the panel: yes and no, fits and misfit, the first and the second answer."""
MOST_DISCARDED = 5
"""Cards of the known edition discard 2 to 4 (IW-042); one less and one more for others."""

HOLD = Option("hold", Text(N_("Hold")), icon="hold", badge=MAIN, move=mv.Hold(), right="hold")
START = Option("start", Text(N_("Start")), icon="play", badge=MAIN, move=mv.StartClock())
BACK = Option("back", Text(N_("Back")), icon="back", tone="ash", move=mv.BackToSetup())
ALL_READY = Text(N_("Start when all are ready"))
RESUME = Option("resume", Text(N_("Resume")), icon="play", badge=MAIN, move=mv.ResumeClock(), right="resume")
GIVE_UP = Option("give_up", Text(N_("Give up")), icon="cross", tone="danger", right="give_up")
CARD = Option("card", Text(N_("Card")), icon="rail")
COUNT = Option("count", Text(N_("Card")), icon="plus", move=mv.CountCard())
SILENCE = Option(Module.SILENCE, Text("{iw.silence}"), icon="silence", tone="ice", move=mv.ShowSwitch(CardKind.SILENCE))
UTURN = Option(Module.UTURN, Text("{iw.uturn}"), icon="uturn", tone="brim", move=mv.ShowSwitch(CardKind.UTURN))
EXIT = Option("exit", Text(N_("{iw.exit} laid")), icon="gates", move=mv.ExitLaid())
EXIT_ASKED = Option("exit", Text(N_("{iw.exit} laid")), icon="gates")
CURSE = Option("curse", Text(N_("Lifted")), icon="curse", tone="hex")
FITS, MISSED = Text(N_("It fits")), Text(N_("Missed"))
HIT = Option("hit", FITS, icon="match", tone="ok", badge=GREEN, move=mv.Hit())
NO_HIT = replace(HIT, why=NOT_NOW)
MISS = Option("miss", MISSED, icon="miss", tone="danger", badge=RED, move=mv.Miss())
NO_MISS = replace(MISS, why=NOT_NOW)
WHICH_MISS = replace(MISS, move=None)
OTHER = Option("other", Text(N_("Another effect")), icon="miss", tone="danger")
LAY, LAY_EXIT, FEED = Text(N_("Lay a card")), Text(N_("Lay the {iw.exit}")), Text(N_("Feed the {iw.tunnel}"))

TITLES = {
    QuestionKind.MATCHED: (Text(N_("This card")), Text(N_("fits?"))),
    QuestionKind.WHO: (NOTHING, Text(N_("Whose card?"))),
    QuestionKind.SPECIAL: (Text(N_("A {iw.danger} card")), Text(N_("Which one?"))),
    QuestionKind.DOUBTFUL: (Text(N_("No such joint is seen")), Text(N_("{iw.curse} lifted?"))),
    QuestionKind.ENDS: (Text(N_("No hand has a card")), Text(N_("Is it over?"))),
    QuestionKind.CURSES: (Text(N_("The {iw.exit} is laid")), Text(N_("Are all {iw.curse:many} open?"))),
}
"""What is asked about, and the question itself."""


YES, NO = N_("Yes"), N_("No")


def _answer(question: QuestionKind, value: str, label: str, look: tuple[str, str, str], second: str = "") -> Option:
    """`look`: icon, tone, and the panel's key."""
    icon, tone, badge = look
    words = Text(second) if second else NOTHING
    return Option(value, Text(label), words, icon, tone, badge=badge, move=mv.Answer(question, value))


ANSWERS: dict[QuestionKind, tuple[Option, ...]] = {
    QuestionKind.MATCHED: (
        _answer(QuestionKind.MATCHED, "matched", YES, ("match", "ok", GREEN), N_("It fits")),
        _answer(QuestionKind.MATCHED, "missed", NO, ("miss", "danger", RED), N_("Misfit")),
    ),
    QuestionKind.SPECIAL: (
        _answer(QuestionKind.SPECIAL, Special.TUNNEL, "{iw.tunnel}", ("tunnel", "ember", GREEN)),
        _answer(QuestionKind.SPECIAL, Special.EXPLOSION, "{iw.explosion}", ("explosion", "ember", RED)),
        _answer(QuestionKind.SPECIAL, Special.NONE, N_("Neither"), ("rail", "ember", "")),
    ),
    QuestionKind.DOUBTFUL: (
        _answer(QuestionKind.DOUBTFUL, "yes", YES, ("match", "ok", GREEN), N_("It counts")),
        _answer(QuestionKind.DOUBTFUL, "no", NO, ("miss", "danger", RED), N_("It does not")),
    ),
    QuestionKind.CURSES: (
        _answer(QuestionKind.CURSES, "yes", YES, ("match", "ok", GREEN), N_("All open")),
        _answer(QuestionKind.CURSES, "no", NO, ("curse", "danger", RED), N_("One is left")),
    ),
    QuestionKind.ENDS: (
        _answer(QuestionKind.ENDS, "over", N_("It is over"), ("cross", "danger", RED)),
        Option("right", Text(N_("Put it right")), icon="undo", tone="ember", badge=GREEN, takes_back=True),
    ),
}


def prompt(state: WagonState, path: Keys = ()) -> Prompt:
    """Return the prompt at `path`.

    :raises LookupError: for a path that leads nowhere now.
    """
    if path == ("give_up",) and state.live and (state.held_at is not None or not state.asks):
        return _give_up()
    if state.held_at is not None:
        return only(HELD[state.silence, state.uturn], path)
    match state.phase:
        case Phase.SETUP:
            return setup(state, path)
        case Phase.READY:
            return only(_ready(state.prep.hand), path)
        case Phase.ENDED:
            return only(_ended(state), path)
        case Phase.EXPLOIT:
            return only(_exploits(state), path)
        case Phase.IDLE:
            return only(_again(state), path)
        case _:
            return _asked(state, state.asks[-1], path) if state.asks else _turn(state, path)


# -- the cards -------------------------------------------------------------------------------------------------------


def _turn(state: WagonState, path: Keys) -> Prompt:
    """IW-025: the next card, and what may still be said of the last one."""
    match path:
        case ():
            return Prompt("turn", _next(state), _acts(state), STATES[state.silence, state.uturn])
        case ("card",) if state.prep.level is not Level.L0:
            return card_kinds(kinds_to_come(state))
        case ("card", *_) if state.prep.level is not Level.L0:
            return cards_prompt(state, path[1:])
        case ("exit",) if _exit_asked(state):
            return _exit(state)
        case ("curse",) if state.curses:
            return _curse(state)
        case ("miss" | "other" as key,) if any(o.key == key and o.move is None for o in _judgements(state)):
            return penalties(_judged_until(state, state.last))
    raise LookupError(path)


def _next(state: WagonState) -> Text:
    if state.phase is Phase.TUNNEL:
        return FEED
    return LAY if state.pile > 0 else LAY_EXIT


STATES = {
    (False, False): NOTHING,
    (True, False): Text(N_("mime only")),
    (False, True): Text(N_("play from others")),
    (True, True): Text(", ", parts=(Text(N_("mime only")), Text(N_("play from others")))),
}
"""IW-102, IW-112: while Silence holds, while U-turn holds."""
HELD = {state: Prompt("held", Text(N_("The clock stands")), (RESUME, GIVE_UP), hint) for state, hint in STATES.items()}
"""Q31."""


def _acts(state: WagonState) -> tuple[Option, ...]:
    acts: list[Option] = []
    if state.prep.level is Level.L0:
        if state.pile > 0:
            acts.append(COUNT)
            acts += [switch for switch, on in ((SILENCE, state.prep.silence), (UTURN, state.prep.uturn)) if on]
    elif any_to_come(state):
        acts.append(CARD)
    acts.append(EXIT_ASKED if _exit_asked(state) else EXIT)
    if state.curses:
        acts.append(CURSE)
    return (*acts, *_judgements(state), HOLD, GIVE_UP)


def _exit_asked(state: WagonState) -> bool:
    """IW-062, IW-074: the Exit ends the game, so it is asked while cards are left to draw; the table is right."""
    return state.pile > (state.phase is Phase.TUNNEL)


def _exit(state: WagonState) -> Prompt:
    left = counted("{n} card to draw", "{n} cards to draw", state.pile)
    laid = Option("yes", Text(YES), icon="gates", tone="ok", badge=GREEN, move=mv.ExitLaid())
    return Prompt("exit", Text(N_("Is the {iw.exit} laid?")), (laid,), hint=left, asks_again=True)


def _give_up() -> Prompt:
    """Q27."""
    sure = Option("yes", Text(YES), icon="skull", tone="danger", move=mv.GiveUp())
    return Prompt("give_up", Text(N_("Give up?")), (sure,), asks_again=True)


def _curse(state: WagonState) -> Prompt:
    """IW-122: whose is laid open, as far as the table says so; never which it is."""
    seats = [_player(state, seat, mv.CurseLaid(seat=state.prep.players[seat].name)) for seat in sorted(state.cursed)]
    somebody = Option("somebody", Text(N_("Somebody")), icon="curse", tone="hex", move=mv.CurseLaid())
    return Prompt("curse", Text(N_("Whose {iw.curse}?")), (*seats, somebody))


def _player(state: WagonState, seat: int, move: object, badge: str = "") -> Option:
    name = state.prep.players[seat].name
    cards_left = state.hands[seat]
    count = counted("{n} card", "{n} cards", cards_left)
    return Option(name, Text("{name}", {"name": name}), count, icon="hand", seat=name, badge=badge, move=move)


# -- whether the last card fits --------------------------------------------------------------------------------------


def _judgements(state: WagonState) -> tuple[Option, ...]:
    """IW-040, IW-041, Q36: the last card fits after all, or it does not, as long as that may be said."""
    last, level = state.last, state.prep.level
    if level is Level.L0:
        return (NO_HIT, WHICH_MISS)
    if last is None:
        return (NO_HIT, NO_MISS)
    known = own_penalty(state).kind is not PenaltyKind.UNKNOWN
    if level is Level.L1:
        return (HIT, MISS, OTHER) if known else (HIT, WHICH_MISS)
    until = _judged_until(state, last)
    if not last.missed:
        return (NO_HIT, replace(MISS if known else WHICH_MISS, until_ms=until))
    return (replace(HIT, until_ms=until), NO_MISS if known else replace(WHICH_MISS, until_ms=until))


def own_penalty(state: WagonState) -> Penalty:
    """Return what is printed on the newest card, as far as the box says so."""
    card = state.prep.box.cards.get(state.track[-1].slot)
    return Penalty() if card is None else card.penalty


def _judged_until(state: WagonState, last: LastCard | None) -> int | None:
    """Q36: the companion's own judgement may be turned round for a while only."""
    return last.at + REJUDGE_MS if last is not None and state.prep.level is Level.L2 else None


def penalties(until: int | None = None) -> Prompt:
    """IW-042, IW-044: which penalty an undescribed card bears."""
    discards = [
        Option(
            str(n), Text("{n}", {"n": n}), icon="discard", tone="danger", move=mv.Miss(PenaltyKind.DISCARD, n),
            until_ms=until,
        )
        for n in range(1, MOST_DISCARDED + 1)
    ]  # fmt: skip
    no_draw = Option(
        PenaltyKind.NO_DRAW, Text(N_("No draw")), icon="nodraw", tone="danger", move=mv.Miss(PenaltyKind.NO_DRAW),
        until_ms=until,
    )  # fmt: skip
    nothing = Option(
        PenaltyKind.NONE, Text(N_("Nothing")), icon="cross", tone="ash", move=mv.Miss(PenaltyKind.NONE), until_ms=until
    )
    return Prompt("penalty", Text(N_("Remove how many?")), (*discards, no_draw, nothing), hint=MISSED)


# -- questions of the companion --------------------------------------------------------------------------------------


def _asked(state: WagonState, ask: OpenQuestion, path: Keys) -> Prompt:
    """Reading 22: the question on top. The clock runs on, and the next card takes its default."""
    question = ask.question
    if question is QuestionKind.CURSES and path == ("curse",):
        return _curse(state)
    options = _players(state) if question is QuestionKind.WHO else ANSWERS[question]
    if question is QuestionKind.CURSES:
        options = (*options, CURSE)
    hint, title = TITLES[question]
    found = Prompt(
        question.value, title, (*options, HOLD), hint, default=DEFAULTS[question], until_ms=ask.until,
        lasts_ms=ask.lasts,
    )  # fmt: skip
    return only(found, path)


def _players(state: WagonState) -> tuple[Option, ...]:
    """IW-044, IW-051: also those whose hand is empty; the count may be wrong (reading 9)."""
    badges = (GREEN, RED, "", "", "")
    names = [player.name for player in state.prep.players]
    return tuple(
        _player(state, i, mv.Answer(QuestionKind.WHO, name), badge)
        for i, (name, badge) in enumerate(zip(names, badges, strict=False))
    )


# -- before and after ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=9)
def _ready(dealt: int) -> Prompt:
    """IW-006, IW-011."""
    return Prompt("ready", ALL_READY, (START, BACK), counted("{n} card each", "{n} cards each", dealt))


def _ended(state: WagonState) -> Prompt:
    """IW-065, Q32, reading 8: for ten seconds the end can be turned round."""
    result = state.result
    assert result is not None
    until = result.at + AFTER_END_MS
    options = [Option("next", Text(N_("Go on")), icon="next", move=mv.Next())]
    if result.reason is Reason.TIME:
        laid = Text(N_("It lay in time!"))
        options.append(Option("appeal", laid, icon="gates", move=mv.Appeal(), until_ms=until))
    if result.reason in {Reason.WAGON, Reason.NO_HANDS} and _may_have_fitted(state):
        options.append(replace(HIT, until_ms=until))
    won = N_("Out in time") if state.prep.timer is Timer.TIMED else N_("Saved!")
    return Prompt("ended", Text(won if result.won else N_("Lost")), tuple(options))


def _may_have_fitted(state: WagonState) -> bool:
    last, level = state.last, state.prep.level
    return last is not None and level is not Level.L0 and (level is Level.L1 or bool(last.missed))


def _exploits(state: WagonState) -> Prompt:
    """IW-130: one of them, or none."""
    options = []
    for id in (*state.offer.ids, *state.offer.ask):
        name, what = EXPLOIT_WORDS[id]
        options.append(Option(id, Text(name), Text(what), icon="crown", move=mv.Tick(id)))
    none = Option("none", Text(N_("None tonight")), icon="cross", tone="ash", move=mv.Tick("none"))
    return Prompt("exploit", Text("{iw.exploits}"), (*options, none))


def _again(state: WagonState) -> Prompt:
    again = Option("again", Text(N_("Play again")), icon="play", move=mv.NewGame(state.prep.n, state.prep.players))
    return Prompt("again", Text(N_("The game is over")), (again,))
