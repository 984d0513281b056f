"""Circle effects as prompts: what is named with them, and the Heresy that may answer."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.prompt import Keys, Option, Prompt, Why, badged
from companion.engine.text import N_, NOTHING, Text, joined
from companion.games.hellrail import moves as mv
from companion.games.hellrail import state as st
from companion.games.hellrail.board.drive import graph
from companion.games.hellrail.effect_words import EFFECTS, FACE_DOWN, TOKENS
from companion.games.hellrail.names import CIRCLES, GATES, HERESIES, NUMBERED, Effect, Heresy, Source
from companion.games.hellrail.prompts.map import tie_options
from companion.games.hellrail.prompts.parts import (
    OR,
    car_option,
    circle_options,
    circle_within,
    circle_words,
    effect_words,
    main_option,
    name_of,
    public_train,
    seat_option,
    using,
    why_of,
)
from companion.games.hellrail.rules.using import OF_THE_TABLE, ahead, aimed, other_seats, unavailable
from companion.games.hellrail.state import RailState

PLAYER = "player"
"""Secret variant: an effect that is aimed at a player, whichever it is."""
SPARE = "spare"
QUESTIONS = {
    Effect.DELINQUENCY: N_("Which tie gets the {hr.check}?"),
    Effect.GERYON: N_("Which car of yours?"),
    Effect.GUARD_DUTY: N_("Where does {hr.cerberus} go?"),
    Effect.HERESY: N_("Which of the two?"),
    Effect.THIEVERY: N_("Whose car?"),
    Effect.GLUTTONY: N_("From whose hand first?"),
    Effect.SHIFT: N_("Swap it with which?"),
    Effect.LUST: N_("Who is meant?"),
}
TONES = {Source.CIRCLE: "ember", Source.HELD: "hex"}


def entry(state: RailState, task: st.EntryTask, path: Keys) -> Prompt:
    """HR-040, HR-083, HR-101: use the token of the circle, or the own one, or neither."""
    match path:
        case ():
            return _entry(state, task)
        case (source, *rest) if source in tuple(Source):
            found = Source(source)
            option = _use(state, task, found)
            if option is not None and option.why is None and option.move is None:
                return _with(state, task, found, tuple(rest))
    raise LookupError(path)


def _entry(state: RailState, task: st.EntryTask) -> Prompt:
    effect = state.effects.get(task.circle)
    found: list[Option] = [option for source in Source if (option := _use(state, task, source)) is not None]
    if state.secret and effect is not None:
        found.append(Option("look", Text(N_("Look, alone")), icon="eye", tone="bone", move=mv.LookAtToken()))
    leave = Option("decline", Text(N_("Leave it")), icon="cross", tone="ash", badge="b", move=mv.Decline())
    words = None if effect is None else FACE_DOWN if state.secret else EFFECTS[effect]
    where = circle_within(task.circle)
    return Prompt(
        "entry",
        Text(words.name if words is not None else N_("Use your own token?")),
        (*found, leave),
        hint=Text(N_("{name} comes to {place}"), {"name": name_of(state, task.seat), "place": where}),
        text=Text(words.text) if words is not None else NOTHING,
        icon=words.icon if words is not None else "gates" if task.circle == GATES else "",
        who=name_of(state, task.seat),
    )


def _use(state: RailState, task: st.EntryTask, source: Source) -> Option | None:
    """HR-119: in the secret variant the same for every token."""
    effect = _effect(state, task, source)
    if effect is None:
        return None
    held = source is Source.HELD
    label, badge = Text(N_("Use your own") if held else N_("Use it") if state.secret else EFFECTS[effect].use), "a"
    if held and _effect(state, task, Source.CIRCLE) is not None:
        badge = ""
    tone = TONES[source]
    if state.secret:
        return Option(source.value, label, Text(N_("it is turned up")), "lock", tone, badge=badge)
    why = why_of(unavailable(state, task.seat, effect, source))
    leaf = why is not None or not _names(state, task.seat, effect)
    told = (effect_words(effect), Text(EFFECTS[effect].price))
    second = joined(", ", told[not held :])
    return Option(
        source.value, label, second, EFFECTS[effect].icon, tone, badge=badge,
        move=mv.UseEffect(source=source) if leaf else None, why=why,
    )  # fmt: skip


def _effect(state: RailState, task: st.EntryTask, source: Source) -> Effect | None:
    return state.effects.get(task.circle) if source is Source.CIRCLE else state.seats[task.seat].held


def _names(state: RailState, user: int, effect: Effect) -> bool:
    """HR-086: whether something has to be named with this effect now."""
    if state.light and effect in OF_THE_TABLE:
        return False
    match effect:
        case Effect.HERESY:
            return all(state.supply(token) for token in HERESIES)
        case Effect.GLUTTONY:  # HR-Q15: no player, if the user is ahead already
            return not ahead(state, user)
        case Effect.DELINQUENCY:
            return state.map
        case Effect.GERYON | Effect.GUARD_DUTY | Effect.LUST | Effect.THIEVERY | Effect.SHIFT:
            return True
        case _:
            return False


def _with(state: RailState, task: st.EntryTask, source: Source, path: Keys) -> Prompt:
    """Return what is named."""
    if not state.secret:
        effect = _effect(state, task, source)
        assert effect is not None
        return _named(state, task, source, effect, path)
    match path:
        case ():
            return _turned_up(state, task, source)
        case ("player",) if not state.light:
            moves = [seat_option(state, i, _aimed(state, source, i)) for i in other_seats(state, task.seat)]
            title = Text(N_("Who is meant?"))
            return Prompt("target", title, badged(moves), hint=_hint(state, task, None), who=name_of(state, task.seat))
        case (key, *rest) if key != PLAYER and any(
            o.key == key and o.why is None and not o.move for o in _kinds(state, task, source)
        ):
            return _named(state, task, source, Effect(key), tuple(rest))
    raise LookupError(path)


def _turned_up(state: RailState, task: st.EntryTask, source: Source) -> Prompt:
    """HR-119: face down, so the table says what it turned up; what names nothing is used at once."""
    other = main_option(Text(N_("Another one")), mv.UseEffect(source=source), "lock")
    return Prompt(
        "shown",
        Text(N_("What does it show?")),
        (*_kinds(state, task, source), other),
        hint=Text(N_("{name} turns the token up"), {"name": name_of(state, task.seat)}),
        who=name_of(state, task.seat),
    )


def _kinds(state: RailState, task: st.EntryTask, source: Source) -> Iterator[Option]:
    """Effects with which something is named; those that name the same are one option."""
    at_somebody = [effect for effect in (Effect.LUST, Effect.GLUTTONY) if _names(state, task.seat, effect)]
    if at_somebody:
        words = Text(OR, parts=tuple(map(effect_words, at_somebody)))
        yield Option(PLAYER, words, icon=EFFECTS[at_somebody[0]].icon)
    for effect in Effect:
        if effect in at_somebody or not _names(state, task.seat, effect):
            continue
        none = effect in (Effect.GERYON, Effect.THIEVERY, Effect.DELINQUENCY)
        no = none and unavailable(state, task.seat, effect, source) is not None  # of what everybody sees
        yield Option(
            effect.value, effect_words(effect), icon=EFFECTS[effect].icon,
            why=Why("effect_unavailable") if no else None,
        )  # fmt: skip


def _hint(state: RailState, task: st.EntryTask, effect: Effect | None) -> Text:
    name = name_of(state, task.seat)
    if effect is None:
        return Text(N_("{name} turns the token up"), {"name": name})
    return Text(N_("{name}: {effect}"), {"name": name, "effect": effect_words(effect)})


def _aimed(state: RailState, source: Source, index: int) -> mv.UseEffect:
    return mv.UseEffect(source=source, target=name_of(state, index))


def _named(state: RailState, task: st.EntryTask, source: Source, effect: Effect, path: Keys) -> Prompt:
    who = name_of(state, task.seat)
    title, hint = Text(QUESTIONS[effect]), _hint(state, task, effect)
    match path:
        case ():
            options = tuple(_targets(state, task, source, effect))
        case ("spare",) if effect is Effect.SHIFT and not state.secret:
            options = tuple(
                Option(
                    f"token:{spare}", effect_words(spare), icon=EFFECTS[spare].icon, tone="hex",
                    move=mv.UseEffect(source=source, with_=spare.value),
                )
                for spare in sorted(state.unused)
            )  # fmt: skip
        case _:
            raise LookupError(path)
    if effect is Effect.DELINQUENCY:
        text, confirm = Text(N_("Touch an unoccupied tie.")), Text(N_("Put it there"))
        return Prompt("tie", title, options, hint=hint, text=text, icon="check", who=who, confirm=confirm)
    return Prompt("target", title, badged(options), hint=hint, who=who)


def _targets(state: RailState, task: st.EntryTask, source: Source, effect: Effect) -> Iterator[Option]:
    user = task.seat
    match effect:
        case Effect.DELINQUENCY:
            yield from tie_options(
                state, ((node, mv.UseEffect(source=source, node=node)) for node in graph(state).ties())
            )
        case Effect.GERYON:
            for car in public_train(state, user):
                yield car_option(state, car, mv.UseEffect(source=source, car=car.place))
        case Effect.THIEVERY:
            for i in other_seats(state, user):
                for car in public_train(state, i):
                    move = mv.UseEffect(source=source, target=name_of(state, i), car=car.place)
                    yield car_option(state, car, move, key=f"{name_of(state, i)} {car.place}")
        case Effect.GUARD_DUTY:
            yield from circle_options({circle: mv.UseEffect(source=source, circle=circle) for circle in CIRCLES})
        case Effect.HERESY:
            for token in HERESIES:
                icon, words = TOKENS[token]
                yield Option(token.value, Text(words), icon=icon, move=mv.UseEffect(source=source, token=token))
        case Effect.SHIFT:
            yield from _swaps(state, task, source)
        case _:
            for i in other_seats(state, user):
                empty = effect is Effect.GLUTTONY and not state.seats[i].hand
                why = Why("bad_target", {"target": name_of(state, i)}) if empty else None
                yield seat_option(state, i, _aimed(state, source, i), why)


def _swaps(state: RailState, task: st.EntryTask, source: Source) -> Iterator[Option]:
    """HR-103: every other token: on a circle, on an engine card, in the spare pile."""
    for circle in NUMBERED:
        if circle in state.effects and (circle != task.circle or source is Source.HELD):
            label = Text(FACE_DOWN.name) if state.secret else effect_words(state.effects[circle])
            move = mv.UseEffect(source=source, with_=circle)
            yield Option(circle, label, circle_words(circle), "rings", place=circle, move=move)
    for i in other_seats(state, task.seat):
        held = state.seats[i].held
        if held is not None:
            label = Text(FACE_DOWN.name) if state.secret else effect_words(held)
            name = name_of(state, i)
            move = mv.UseEffect(source=source, with_=name)
            yield Option(f"seat:{name}", label, Text("{name}", {"name": name}), "engine", seat=name, move=move)
    if state.unused:
        spare = mv.UseEffect(source=source, with_="unused") if state.secret else None
        yield Option(SPARE, Text(N_("An unused one")), icon="pile", tone="hex", move=spare)


# -- Heresy ------------------------------------------------------------------------------------------------------------


def window(state: RailState, task: st.WindowTask, path: Keys) -> Prompt:
    """HR-086: each holder may stop the effect, or turn it on another player, or let it be."""
    use = state.agenda[-2]
    assert isinstance(use, st.UseTask)
    match path:
        case ():
            aim = NOTHING
            if use.target is not None:
                aim = Text(N_("It is aimed at {name}."), {"name": name_of(state, use.target)})
            options = [_answer(state, use, i) for i in task.holders]
            passes = [_pass(state, i, first=i == task.holders[0]) for i in task.holders]
            title, who = (
                Text(N_("Does {hr.heresy} answer?")),
                name_of(state, task.holders[0]) if len(task.holders) == 1 else "",
            )
            return Prompt("heresy", title, (*options, *passes), hint=using(state), text=aim, who=who)
        case (key,) if key.startswith("seat:"):
            i = state.index(key.removeprefix("seat:"))
            if (
                i is not None
                and i in task.holders
                and (option := _answer(state, use, i)).why is None
                and not option.move
            ):
                moves = tuple(_turn_on(state, use, i))
                hint = Text(N_("{name} turns it aside"), {"name": name_of(state, i)})
                return Prompt("redirect", Text(N_("On whom?")), badged(moves), hint=hint, who=name_of(state, i))
    raise LookupError(path)


def _pass(state: RailState, index: int, first: bool) -> Option:
    name = name_of(state, index)
    label = Text(N_("{name} lets it be"), {"name": name})
    move = mv.TellHeresy(seat=name, choice=Heresy.PASS)
    return Option(f"pass:{name}", label, icon="next", tone="ash", seat=name, badge="b" if first else "", move=move)


def _answer(state: RailState, use: st.UseTask, index: int) -> Option:
    """HR-110, HR-111."""
    name, seat = name_of(state, index), state.seats[index]
    label = Text("{name}", {"name": name})
    if seat.heresy is HERESIES[0]:
        move = mv.TellHeresy(seat=name, choice=Heresy.CANCEL)
        return Option(f"seat:{name}", label, Text(N_("stops it")), "heresy", seat=name, move=move)
    if not aimed(state, use):
        move = mv.TellHeresy(seat=name, choice=Heresy.REDIRECT)
        second = Text(N_("turns it aside"))
        return Option(f"seat:{name}", label, second, "heresy", seat=name, move=move, why=Why("no_player_target"))
    left = [k for k in other_seats(state, use.seat) if k != use.target]
    if len(left) == 1:
        move = mv.TellHeresy(seat=name, choice=Heresy.REDIRECT, target=name_of(state, left[0]))
        second = Text(N_("turns it on {name}"), {"name": name_of(state, left[0])})
        return Option(f"seat:{name}", label, second, "heresy", seat=name, move=move)
    why = None if left else Why("target_is_user", {"reason": "nobody_else"})
    return Option(f"seat:{name}", label, Text(N_("turns it aside")), "heresy", seat=name, why=why)


def _turn_on(state: RailState, use: st.UseTask, index: int) -> Iterator[Option]:
    for k in other_seats(state, use.seat):
        move = mv.TellHeresy(seat=name_of(state, index), choice=Heresy.REDIRECT, target=name_of(state, k))
        yield seat_option(state, k, move, Why("target_unchanged") if k == use.target else None)
