"""Every question with a few answers, as data: who, what, one line more, and the answers with what they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.choice import Choice, Option
from companion.games.hellrail.names import CIRCLES, GATES, Effect, Heresy, Level, Owes
from companion.games.hellrail.view import EffectView, HellRailView
from kiosk.i18n import _, ngettext
from kiosk.screens.hellrail.effects import EFFECTS, FACE_DOWN
from kiosk.screens.hellrail.routing import FIELDS, LOOK, SheetKey
from kiosk.screens.hellrail.words import place, seat_of, sign
from kiosk.theme import C, Colour


class Reply(NamedTuple):
    """An answer. It is a move with its fields, or the way to another sheet (`go`)."""

    label: str
    icon: str = ""
    second: str = ""
    move: str = ""
    fields: tuple[tuple[str, Any], ...] = ()
    go: SheetKey | None = None
    seat: str = ""
    circle: str = ""
    tone: Colour = C.ember
    enabled: bool = True


class Asked(NamedTuple):
    """A question. `key`: the one lit key; `rest`: another one beside it."""

    seat: str
    who: str
    title: str
    hint: str = ""
    replies: tuple[Reply, ...] = ()
    key: Reply | None = None
    rest: Reply | None = None
    icon: str = ""


NAMED = (Effect.GERYON, Effect.GUARD_DUTY, Effect.LUST, Effect.THIEVERY, Effect.GLUTTONY, Effect.SHIFT)
"""Effects for which something has to be named first (Heresy and Delinquency: see `needs_fields`)."""


def needs_fields(view: HellRailView, effect: Effect, user: str) -> bool:
    """Whether something has to be named with it now."""
    if effect is Effect.HERESY:
        return view.supply.get("heresy_cancel", 0) > 0 and view.supply.get("heresy_redirect", 0) > 0
    if effect is Effect.GLUTTONY:
        me = seat_of(view, user)
        return me is None or not all(me.hand > other.hand for other in view.seats if other.name != user)
    if effect is Effect.DELINQUENCY:
        return bool(view.map) or view.level == "map"
    return effect in NAMED


def _untagged(view: HellRailView, facts: Mapping[str, Any], move: str, label: str) -> tuple[Reply, ...]:
    """Keeper: a rail card without a tag is called by its brimstone. With none on the table there is no answer."""
    if view.level != Level.KEEPER or not view.table:
        return ()
    card = {name: facts[name] for name in ("brimstone",) if name in facts}
    return (Reply(label, "rail", _("A card without a tag"), move, (("card", card),)),)


def ask(view: HellRailView, choice: Choice) -> Asked:
    """The question in words."""
    facts = choice.facts
    name = str(facts.get("seat", ""))
    using = view.using
    match choice.question:
        case Owes.ENTRY:
            return _entry(view, choice, name)
        case Owes.HERESY:
            return _heresy(view, choice)
        case Owes.DISCARD:
            return _derailed(view, name, int(facts.get("n", 0)))
        case Owes.PICK:
            hint = _("Brimstone {n}: lay a free rail card of the table on the reader.").format(
                n=facts.get("brimstone", "?")
            )
            none = Reply(_("None goes"), "cross", move="pick")
            one = _untagged(view, facts, "pick", _("It is gone"))
            return Asked(name, _title(using), _("Which rail card goes?"), hint, one, key=none)
        case Owes.TURN_RAIL:
            hint = _("Brimstone {n}: turn a free rail card, then lay it on the reader.").format(
                n=facts.get("brimstone", "?")
            )
            done = Reply(_("It is done"), "check", move="done")
            one = _untagged(view, facts, "turn_rail", _("It is turned"))
            return Asked(name, _title(using), _("Which rail card turns?"), hint, one, key=done)
        case Owes.TAKE:
            hands = tuple(_seat(view, o.value, "take", target=o.value) for o in choice.options)
            return Asked(name, _title(using), _("From whose hand?"), _("One card at a time, unseen."), hands)
        case Owes.ANSWER:
            return _answer(view, name, using, str(facts.get("target", "")))
        case Owes.DRAW_TOKEN:
            return _draw_token(view, name)
        case Owes.DEAL_EFFECTS:
            return Asked(
                name, _title(using), _("All tokens anew"), _("Collect them. The companion says where each one goes."),
                key=Reply(_("Deal them"), "rings", move="deal_effects"),
            )  # fmt: skip
        case Owes.SOULCATCH:
            who = _("{name} rams {target}").format(name=name, target=facts.get("target", ""))
            yes = Reply(_("Yes"), "soulcatcher", _("the Soul Catcher goes"), "soulcatch", (("use", "yes"),), tone=C.ok)
            no = Reply(_("No"), "cross", _("keep it"), "soulcatch", (("use", "no"),), tone=C.ash)
            return Asked(name, who, _("Take the last car?"), "", (yes, no))
        case Owes.BRANCH:
            ways = tuple(
                Reply(o.label or o.value, "rail", move="branch", fields=(("node", o.value),)) for o in choice.options
            )
            return Asked(name, _("{name} is pushed").format(name=facts.get("target", "")), _("Which way?"), "", ways)
        case Owes.ARRIVAL:
            return _arrival(view, name)
    others = tuple(
        Reply(_(o.label) or o.value, o.icon or "next", move="answer", fields=(("answer", o.value),))
        for o in choice.options
    )
    return Asked(name, name, _("Which one?"), "", others)


def _title(using: EffectView | None) -> str:
    return "" if using is None else _("{name}: {effect}").format(name=using.user, effect=_(EFFECTS[using.effect].name))


def _seat(view: HellRailView, name: str, move: str, **fields: Any) -> Reply:
    seat = seat_of(view, name)
    cards = 0 if seat is None else seat.hand
    held = ngettext("{n} card", "{n} cards", cards).format(n=cards)
    return Reply(name, "", held, move, tuple(fields.items()), seat=name)


# -- entering a circle ---------------------------------------------------------------------------


def use_reply(view: HellRailView, user: str, source: str, effect: Effect | None, label: str) -> Reply:
    """What the tile of an effect does: it is used at once, or something is named first."""
    held = source == "held"
    if effect is None:  # face down: it shows itself as it is used
        return Reply(
            label, "lock", _("it is turned up"), go=SheetKey(FIELDS, source, "which"), tone=C.hex if held else C.ember
        )
    words = EFFECTS[effect]
    second = _(words.name) if held else ""
    tone = C.hex if held else C.ember
    if needs_fields(view, effect, user):
        return Reply(label, words.icon, second, go=SheetKey(FIELDS, source, str(effect)), tone=tone)
    return Reply(label, words.icon, second, "use", (("source", source),), tone=tone)


def _entry(view: HellRailView, choice: Choice, name: str) -> Asked:
    facts = choice.facts
    circle = str(facts.get("circle", ""))
    secret = any(option.value == "look" for option in choice.options)
    effect = _effect(facts.get("effect"))
    held = _effect(facts.get("held"))
    who = _("{name} comes to {place}").format(name=name, place=place(circle))
    words = FACE_DOWN if secret else None if effect is None else EFFECTS[effect]
    replies = []
    for option in choice.options:
        match option.value:
            case "circle":
                replies.append(use_reply(view, name, "circle", effect, _("Use it")))
            case "held":
                replies.append(use_reply(view, name, "held", held, _("Use your own")))
            case "look":
                replies.append(Reply(_("Look, alone"), "eye", move="look", tone=C.bone))
            case _:
                replies.append(Reply(_("Leave it"), "cross", move="decline", tone=C.ash))
    if words is None:
        return Asked(name, who, _("Use your own token?"), "", tuple(replies), icon="gates" if circle == GATES else "")
    return Asked(name, who, _(words.name), _(words.text), tuple(replies), icon=words.icon)


def _effect(value: object) -> Effect | None:
    return next((effect for effect in Effect if effect == value), None)


def _draw_token(view: HellRailView, name: str) -> Asked:
    draw = Reply(_("Draw for us"), "rings", move="draw_token")
    known = view.unused_tokens or ()
    tiles = tuple(
        Reply(
            _(EFFECTS[effect].name),
            EFFECTS[effect].icon,
            move="draw_token",
            fields=(("effect", str(effect)),),
            tone=C.hex,
        )
        for effect in sorted(known)
    )
    hint = _("Touch what was drawn, or let the companion draw.") if tiles else ""
    return Asked(name, _title(view.using), _("A spare token, unseen"), hint, tiles, key=draw)


# -- other questions -----------------------------------------------------------------------------


def _heresy(view: HellRailView, choice: Choice) -> Asked:
    using = view.using
    holders = tuple(o for o in choice.options if o.seat)
    replies = tuple(_answers(view, using, option) for option in holders)
    target = using.target if using is not None else None
    hint = "" if target is None else _("It is aimed at {name}.").format(name=target)
    nobody = Reply(_("Nobody"), "next", move="heresy:pass")
    user = using.user if using is not None else ""
    return Asked(user, _title(using), _("Does Heresy answer?"), hint, replies, key=nobody)


def _answers(view: HellRailView, using: EffectView | None, option: Option) -> Reply:
    holder = option.seat or ""
    if option.value == Heresy.CANCEL:
        fields: tuple[tuple[str, Any], ...] = (("seat", holder), ("choice", "cancel"))
        return Reply(holder, "", _("stops it"), "heresy", fields, seat=holder)
    others = redirects(view, using)
    if len(others) == 1:
        fields = (("seat", holder), ("choice", "redirect"), ("target", others[0]))
        return Reply(holder, "", _("turns it on {name}").format(name=others[0]), "heresy", fields, seat=holder)
    go = SheetKey(FIELDS, "redirect", holder)
    return Reply(holder, "", _("turns it aside"), go=go, seat=holder, enabled=bool(others))


def redirects(view: HellRailView, using: EffectView | None) -> tuple[str, ...]:
    """On whom an effect may be turned."""
    if using is None or using.target is None:
        return ()
    return tuple(seat.name for seat in view.seats if seat.name not in (using.user, using.target))


def _derailed(view: HellRailView, name: str, n: int) -> Asked:
    title = ngettext("{n} card goes", "{n} cards go", n).format(n=n)
    hint = _("The whole hand goes onto the discard pile, card by card on the reader.")
    done = Reply(_("They lie there"), "check", move="discard:all")
    return Asked(name, _("{name} derails").format(name=name), title, hint, key=done, icon="derail")


def _answer(view: HellRailView, name: str, using: EffectView | None, target: str) -> Asked:
    thief = using is not None and using.effect is Effect.THIEVERY
    title = _("Take the car of {name}?").format(name=target) if thief else _("Deliver the car here?")
    yes = Reply(_("Yes"), "car" if thief else "deliver", move="answer", fields=(("answer", "yes"),), tone=C.ok)
    no = Reply(_("No"), "cross", move="answer", fields=(("answer", "no"),), tone=C.ash)
    return Asked(name, _title(using), title, _("The brimstone is the same."), (yes, no))


def _arrival(view: HellRailView, name: str) -> Asked:
    dog = {circle.id for circle in view.circles if circle.cerberus}
    circles = tuple(
        Reply(
            "",
            circle=circle,
            move="report",
            fields=(("what", "arrived"), ("circle", circle)),
            icon="dog" if circle in dog else "",
        )
        for circle in CIRCLES
    )
    rail = Reply(_("On the rail"), "rail", move="report", fields=(("what", "on_rail"),))
    off = Reply(_("Derailed"), "derail", move="report", fields=(("what", "derailed"),))
    return Asked(name, _("{name} drives").format(name=name), _("Where does it stop?"), "", circles, key=rail, rest=off)


__all__ = ["LOOK", "Asked", "Reply", "ask", "needs_fields", "redirects", "sign", "use_reply"]
