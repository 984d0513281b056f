"""An open question as the screen and the panel's buttons see it."""

from __future__ import annotations

from companion.engine.choice import Choice, Option
from companion.engine.prompt import N_
from companion.games.infernal_wagon.names import Question
from companion.games.infernal_wagon.questions import DEFAULTS
from companion.games.infernal_wagon.state import Ask, WagonState

OPTIONS: dict[Question, tuple[Option, ...]] = {
    Question.MATCHED: (Option("matched", N_("It fits"), "match"), Option("missed", N_("Misfit"), "miss")),
    Question.SPECIAL: (
        Option("tunnel", N_("Tunnel"), "tunnel"),
        Option("explosion", N_("Explosion"), "explosion"),
        Option("none", N_("Neither"), "rail"),
    ),
    Question.DOUBTFUL: (Option("yes", N_("It counts"), "match"), Option("no", N_("It does not"), "miss")),
    Question.CURSES: (Option("yes", N_("All open"), "match"), Option("no", N_("One is left"), "curse")),
}


def choice(s: WagonState) -> Choice | None:
    """The question on top, None if there is none or the game is held."""
    ask = s.asking
    if ask is None or s.held_at is not None:
        return None
    return Choice(ask.question.value, _options(s, ask), DEFAULTS[ask.question], ask.until, ask.lasts, _facts(s, ask))


def _options(s: WagonState, ask: Ask) -> tuple[Option, ...]:
    if ask.question is not Question.WHO:
        return OPTIONS[ask.question]
    return tuple(Option(p.name, p.name, seat=p.name) for p in s.prep.players)


def _facts(s: WagonState, ask: Ask) -> dict[str, str | int]:
    """What the sentence above the answers may say. Never which Curse (IW-121)."""
    if ask.question is Question.WHO:
        return {"about": "play" if ask.pending is not None else "loss"}
    if ask.question is Question.CURSES:
        return {"left": s.curses}
    return {} if ask.seat is None else {"player": s.prep.players[ask.seat].name}
