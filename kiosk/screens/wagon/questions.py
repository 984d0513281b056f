"""The game's questions as the table sees them."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.choice import Choice, Option
from companion.games.infernal_wagon.view import WagonView
from kiosk.context import KioskContext
from kiosk.i18n import N_, _, ngettext
from kiosk.theme import C, Colour, Metrics
from kiosk.widgets.question import Answer, Question
from kiosk.widgets.stack import column, row

TITLES = {
    "matched": (N_("This card"), N_("fits?")),
    "special": (N_("A Danger card"), N_("Which one?")),
    "doubtful": (N_("No such joint is seen"), N_("Curse lifted?")),
    "curses": (N_("The Exit is laid"), N_("All Curses open?")),
}
"""Question -> who or what, and the question itself."""

LOOKS: dict[str, tuple[str, str, Colour]] = {
    "matched": ("match", N_("Yes"), C.ok),
    "missed": ("miss", N_("No"), C.danger),
    "yes": ("match", N_("Yes"), C.ok),
    "no": ("miss", N_("No"), C.danger),
    "none": ("warning", N_("Neither"), C.ember),
    "tunnel": ("tunnel", N_("Tunnel"), C.ember),
    "explosion": ("explosion", N_("Explosion"), C.ember),
}
"""Answer -> icon, one word, colour."""


def question_of(choice: Choice, view: WagonView, answered: Callable[[str], object], context: KioskContext) -> Question:
    """The widget for a choice; its bar drains from where it stands."""
    who, title = TITLES.get(choice.question, (N_("A question"), choice.question))
    player = choice.facts.get("player") or choice.facts.get("owner")
    head = _("{name}’s card").format(name=player) if player and choice.question == "matched" else _(who)
    two = len(choice.options) == 2
    answers = [_answer(option, i if two else None) for i, option in enumerate(choice.options)]
    question = WagonQuestion(head, _(title), answers, choice.default, None, answered, clock_room=36)
    update = context.update
    if choice.until is not None and choice.lasts_ms and update is not None:
        at = update.at + context.now() - update.stamp
        left = max(0, choice.until - at)
        question.start(choice.lasts_ms / 1000, max(0.0, (choice.lasts_ms - left) / 1000))
        if view.phase == "held":
            question.stop()
    return question


def exit_question(pile: int, answered: Callable[[str], object]) -> Question:
    """Without tags one touch ends the game: where cards are left to draw, the table is asked whether it meant that."""
    left = ngettext("{n} card to draw", "{n} cards to draw", pile).format(n=pile)
    yes = Answer("yes", _("Yes"), "gates", C.ok)
    no = Answer("no", _("No"), "cross", C.danger)
    return WagonQuestion(left, _("Is the Exit laid?"), [yes, no], None, None, answered, clock_room=36)


class WagonQuestion(Question):
    """As the house's, but three answers take the whole width."""

    def _arrange_tiles(self, m: Metrics) -> None:
        if m.wide:
            row(self, self.fields, top=24, height=22)
        else:
            column(self, self.fields, top=44, heights=[16] * len(self.fields))


def _answer(option: Option, place: int | None) -> Answer:
    icon, label, colour = LOOKS.get(option.value, (option.icon or "next", option.label, C.ember))
    if place is None:
        return Answer(option.value, _(label), icon, colour)
    first = place == 0
    panel = _("green key") if first else _("red key")
    return Answer(option.value, _(label), icon, colour, badge="disc" if first else "square", panel=panel)
