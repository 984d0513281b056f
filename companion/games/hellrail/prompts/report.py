"""Reports as prompts: where an engine stopped and what happened on the way, where the table moves it itself."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.prompt import MAIN, Keys, Option, Prompt, Why, badged
from companion.engine.text import N_, NOTHING, Text
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.names import CIRCLES, RAIL, What
from companion.games.hellrail.prompts.parts import circle_options, name_of, seat_option, why_of
from companion.games.hellrail.rules.actions import in_circle
from companion.games.hellrail.rules.using import other_seats
from companion.games.hellrail.state import RailState

QUESTIONS = {
    What.RAMMED: Text(N_("Who is rammed?")),
    What.PUSHED: Text(N_("Who is pushed?")),
    What.DERAILED: Text(N_("Who derails?")),
    What.MARKER: Text(N_("Who comes onto a {hr.check}?")),
}
LABELS = {
    What.RAMMED: (Text("{hr.ram}"), "ram", "danger"),
    What.PUSHED: (Text(N_("Pushed on")), "rings", "ember"),
    What.DERAILED: (Text("{hr.derail}"), "derail", "danger"),
    What.MARKER: (Text(N_("Onto a {hr.check}")), "warning", "brim"),
}


SECONDS = {
    What.RAMMED: Text(N_("a train hits another")),
    What.PUSHED: Text(N_("into a circle")),
    What.DERAILED: Text(N_("off the rails")),
}
KINDS = tuple(
    Option(what.value, label, SECONDS.get(what, NOTHING), icon, tone) for what, (label, icon, tone) in LABELS.items()
)
HAPPENED = Prompt("report", Text(N_("What happens on the table?")), KINDS)
NO_MARKER = replace(
    HAPPENED,
    options=tuple(replace(kind, why=Why("no_check")) if kind.key == What.MARKER else kind for kind in KINDS),
)
"""The same as long as no check is on the table."""
HAPPENED_LIGHT = replace(HAPPENED, options=tuple(kind for kind in KINDS if kind.key != What.MARKER))
ARRIVED = tuple(circle_options({circle: mv.ReportMove(what=What.ARRIVED, circle=circle) for circle in CIRCLES}))
WAY = Option("report", Text(N_("On the way")), Text(N_("a ram, a {hr.check}")), "ram")
ON_RAIL = Option("rail", Text(N_("On the rail")), icon="rail", badge=MAIN, move=mv.ReportMove(what=What.ON_RAIL))


def arrival(state: RailState, task: st.ArriveTask, path: Keys) -> Prompt:
    """Reading 19: where the engine stopped."""
    if path[:1] == ("report",):
        return report_prompt(state, path[1:])
    if path:
        raise LookupError(path)
    name = name_of(state, task.seat)
    off = Option(
        "off", Text("{hr.derail}"), icon="derail", tone="danger", move=mv.ReportMove(what=What.DERAILED),
        why=_no_gap(task),
    )  # fmt: skip
    return Prompt(
        "arrival",
        Text(N_("Where does the engine stop?")),
        (*ARRIVED, WAY, off, ON_RAIL),
        hint=Text(N_("{name} moves"), {"name": name}),
        who=name,
    )


def _no_gap(task: st.Task | None) -> Why | None:
    """HR-Q24: a Boatman lands on rail or in a circle."""
    return Why("no_gap", {"reason": "lands"}) if isinstance(task, st.ArriveTask) and task.boat else None


def report_prompt(state: RailState, path: Keys) -> Prompt:
    """HR-036, HR-048, HR-050, HR-093: first what, then who, for a push where to."""
    match path:
        case ():
            kinds = (HAPPENED_LIGHT if state.light else HAPPENED if state.markers_out else NO_MARKER).options
            return replace(HAPPENED, options=tuple(_kind(state, kind) for kind in kinds))
        case (key,) if (
            key in WHATS and (key != What.MARKER or state.markers_out) and _nobody(state, WHATS[key]) is None
        ):
            return _who(state, WHATS[key])
        case ("pushed", name) if (
            (i := state.index(name)) is not None and i != state.turn.active and in_circle(state, i) is None
        ):
            moves: dict[str, object] = {
                circle: mv.ReportMove(what=What.PUSHED, target=name, circle=circle) for circle in CIRCLES
            }
            along = mv.ReportMove(what=What.PUSHED, target=name)
            rail = Option(RAIL, Text(N_("Along the rail")), icon="rail", move=along)
            title = Text(N_("Into which circle?"))
            return Prompt("pushed", title, (*circle_options(moves), rail), hint=LABELS[What.PUSHED][0], who=name)
    raise LookupError(path)


WHATS = {what.value: what for what in LABELS}
TO_ANOTHER = frozenset((What.RAMMED, What.PUSHED))


def _kind(state: RailState, kind: Option) -> Option:
    why = kind.why or _nobody(state, WHATS[kind.key])
    return kind if why is None else replace(kind, why=why)


def _meant(state: RailState, what: What) -> tuple[int, ...]:
    return other_seats(state, state.turn.active) if what in TO_ANOTHER else tuple(range(len(state.seats)))


def _not_this(state: RailState, what: What, index: int) -> Why | None:
    lands = _no_gap(state.task) if what is What.DERAILED and index == state.turn.active else None
    return lands or why_of(in_circle(state, index))


def _nobody(state: RailState, what: What) -> Why | None:
    """Return why it happens to no player."""
    whys = [_not_this(state, what, i) for i in _meant(state, what)]
    return whys[0] if all(whys) else None


def _who(state: RailState, what: What) -> Prompt:
    options = []
    for i in _meant(state, what):
        why = _not_this(state, what, i)
        leads_on = what is What.PUSHED and why is None
        options.append(
            seat_option(state, i, None if leads_on else mv.ReportMove(what=what, target=name_of(state, i)), why)
        )
    return Prompt("report_who", QUESTIONS[what], badged(options), hint=LABELS[what][0])
