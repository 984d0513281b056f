"""What the table may do (section 3.2). `at` is the input's own stamp in session ms; the table reads it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.game import Correction, Move, Player, moves_of
from companion.games.infernal_wagon.names import Attribution, CardKind, Level, PenaltyKind, QuestionKind, Timer


class NewGame(Move, frozen=True, tag="new_game", omit_defaults=True):
    n: int
    names: tuple[str | Player, ...] | None = None


class Prepare(Move, frozen=True, tag="prepare", omit_defaults=True):
    """Before the start: branch lines on or off, Easy cards, clock, tracking. What is left out stays as it is;
    `minutes` alone means with a clock."""

    easy: int | None = None
    silence: bool | None = None
    uturn: bool | None = None
    curse: bool | None = None
    timer: Timer | None = None
    minutes: int | None = None
    level: Level | None = None
    attribution: Attribution | None = None


class Confirm(Move, frozen=True, tag="confirm"):
    pass


class BackToSetup(Move, frozen=True, tag="back"):
    pass


class StartClock(Move, frozen=True, tag="start"):
    pass


class CardTap(Move, frozen=True, tag="card", omit_defaults=True):
    """A card was tapped, or touched on the screen: by its tag (`uid`) or its name in the box (`card`)."""

    uid: str | None = None
    card: str | None = None
    end: int | None = None
    seat: str | None = None
    owner: str | None = None
    at: int | None = None


class ExitLaid(Move, frozen=True, tag="exit_laid", omit_defaults=True):
    seat: str | None = None
    at: int | None = None


class CurseLaid(Move, frozen=True, tag="curse", omit_defaults=True):
    uid: str | None = None
    seat: str | None = None
    card: str | None = None
    at: int | None = None


class CountCard(Move, frozen=True, tag="count"):
    """L0: a card was laid, and another drawn for it."""


class ShowSwitch(Move, frozen=True, tag="show_switch"):
    """L0: a Silence or U-turn card was drawn and laid aside, and another drawn for it."""

    kind: CardKind


class Miss(Move, frozen=True, tag="miss", omit_defaults=True):
    kind: PenaltyKind | None = None
    n: int | None = None


class Hit(Move, frozen=True, tag="hit"):
    pass


class Answer(Move, frozen=True, tag="answer"):
    question: QuestionKind
    value: str


class Hold(Move, frozen=True, tag="hold"):
    pass


class ResumeClock(Move, frozen=True, tag="resume"):
    pass


class Adjust(Move, frozen=True, tag="adjust", omit_defaults=True):
    """Before the start: who plays (`seats`), and switchable `rulings`. At any moment: whether the sound track plays
    (`sound`)."""

    seats: tuple[str | Player, ...] | None = None
    rulings: dict[str, Any] | None = None
    sound: bool | None = None


class Correct(Correction, frozen=True, tag="correct"):
    """What the table sees as it really is. A patch with a field of `Adjust` is one."""


class GiveUp(Move, frozen=True, tag="give_up"):
    pass


class Appeal(Move, frozen=True, tag="appeal"):
    pass


class Next(Move, frozen=True, tag="next"):
    pass


class Tick(Move, frozen=True, tag="tick"):
    """Tick an exploit; `none` (or null) ticks none."""

    id: str | None = None


WagonMove = moves_of(__name__)
"""All moves that the table can make."""


class CueDue(Struct, frozen=True, tag="cue_due", gc=False):
    """The clock reached a time cue. Made by the table's own clock, never from outside."""


class TimeUp(Struct, frozen=True, tag="time_up", gc=False):
    """The countdown is over."""


class AnswerDue(Struct, frozen=True, tag="answer_due", gc=False):
    """A question's time is up: its default is taken."""

    question: QuestionKind
