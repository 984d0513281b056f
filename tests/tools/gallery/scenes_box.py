"""The box: heaps, cards in hand, a tag on two cards, the second look, symbols, letters, sticks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.engine.config import ConfigError
from companion.engine.text import N_, Text
from companion.presentation.i18n import _
from companion.tools.enrol import session
from companion.tools.enrol.merge import Conflict, Merged, MergeQuestion
from kiosk.screens.box.letters import Letters
from kiosk.screens.box.more import Differ, MorePage
from kiosk.screens.box.screen import DamagedPage
from kiosk.screens.box.signs import Signs, fresh
from kiosk.screens.box.words import fault
from tests.tools.gallery.scene import Scene

Act = Callable[[Any], object]


def uid(n: int) -> str:
    """A tag of ten digits, as an EM4100 has it."""
    return f"62{0x3086C0 + 7919 * n:08X}"


def scenes() -> Iterator[Scene]:
    """All of them."""
    yield from _wagon()
    yield from _cerbere()
    yield from _hellrail()


def _scene(name: str, over: str, *acts: Act) -> Scene:
    def act(root: Any) -> None:
        root.context.table.chosen = {"box": "infernal_wagon", "cerbere_box": "cerbere"}.get(over, "hellrail")
        root.open(over)
        for one in acts:
            one(root.screen)

    return Scene(name, act=act)


def _virtual_tags(root: Any) -> None:
    """Tags that are on no piece, over the box."""
    root.context.table.chosen = "infernal_wagon"
    root.open("box")
    root.open_drawer()


def _change(make: Callable[[Any, Any], Any]) -> Act:
    return lambda screen: screen.change(make)


def _taps(heap: str, n: int, first: int = 0) -> Act:
    def act(screen: Any) -> None:
        screen.heap(heap)
        for i in range(n):
            screen.read(uid(first + i))

    return act


def _form(**values: str) -> Act:
    def act(screen: Any) -> None:
        for name, value in values.items():
            screen.change(lambda plan, e, name=name, value=value: session.with_value(plan, e, name, value))

    return act


def _signs(screen: Any) -> None:
    screen.change(lambda plan, e: session.with_signs(plan, e, fresh(6)))


def _go(make: Any) -> Act:
    return lambda screen: screen.go(make)


def _home(screen: Any) -> None:
    screen.home()


def _wagon() -> Iterator[Scene]:
    some = (_signs, _taps("start", 3), _taps("rail", 14, 10))
    yield _scene("box-wagon-empty", "box")
    yield _scene("box-wagon", "box", *some, _home)
    yield Scene("box-wagon-virtual", act=_virtual_tags)
    yield _scene("box-wagon-start", "box", _taps("start", 1))
    form = _form(end1="A", end2="D", penalty="2")
    yield _scene("box-wagon-rail", "box", _signs, _taps("rail", 14, 10), form, _taps("rail", 3, 40))
    cross = _form(cross="yes", end1="A", end2="B", end3="C", end4="E", penalty="no_draw")
    yield _scene("box-wagon-cross", "box", _signs, _taps("rail", 0), cross, _taps("rail", 1, 40))
    danger = _form(special="tunnel", end1="F", end2="B")
    yield _scene("box-wagon-danger", "box", _signs, _taps("danger", 0), danger, _taps("danger", 2, 40))
    yield _scene(
        "box-wagon-record",
        "box",
        _signs,
        _taps("rail", 0),
        form,
        _taps("rail", 3, 10),
        _card(uid(10)),
        lambda s: s.page.correct_all(),
    )
    yield _scene("box-wagon-sticker", "box", *some, _card(uid(12)), lambda s: s.page.new_sticker())
    yield _scene("box-wagon-taken", "box", *some, _taps("danger", 0), _card(uid(12)))
    yield _scene("box-wagon-full", "box", _signs, _taps("easy", 9, 60))
    yield _scene("box-wagon-again", "box", _signs, _taps("rail", 47, 10))
    check = (_home, lambda s: s.page.open_check())
    yield _scene("box-wagon-check", "box", *some, *check)
    yield _scene(
        "box-wagon-checked", "box", _signs, _taps("rail", 0), form, _taps("rail", 2, 10), *check, _card(uid(11))
    )
    yield _scene("box-wagon-more", "box", *some, _named("Maison"), _go(MorePage))
    yield _scene("box-wagon-signs", "box", _signs, _go(lambda screen: Signs(screen, lambda: screen.go(MorePage))))
    yield _scene("box-wagon-no-signs", "box", _go(lambda screen: Signs(screen, lambda: screen.go(MorePage))))
    letters = lambda screen: Letters(screen, _("Name of the box"), "Maison", print)  # noqa: E731
    yield _scene("box-wagon-letters", "box", _go(letters))
    digits = lambda screen: Letters(screen, _("The number printed on the tag"), "0009351929", print, digits=True)  # noqa: E731
    yield _scene("box-wagon-digits", "box", _go(digits))
    yield _scene("box-wagon-no-stick", "box", *some, _go(MorePage), _no_stick)
    yield _scene("box-wagon-differ", "box", *some, _go(_differ(True)))
    yield _scene("box-wagon-differ-told", "box", *some, _go(_differ(False)))
    yield _scene("box-wagon-damaged", "box", _broken, _go(DamagedPage))


def _card(tag: str) -> Act:
    return lambda screen: screen.read(tag)


def _named(name: str) -> Act:
    return _change(lambda _plan, e: session.with_box_name(e, name))


def _no_stick(screen: Any) -> None:
    screen.page.root = Path("/nowhere")
    screen.page.book.own = screen.page.book.own or _Nowhere()
    screen.page.export()


class _Nowhere:
    config = data = Path("/nowhere")


def _differ(conflicts: bool) -> Any:
    questions = tuple(MergeQuestion(f"rail-{n:02d}", "penalty", "2", "3") for n in range(4, 8))
    found = (Conflict(uid(3), "rail-02", "danger-05"), Conflict(uid(4), "rail-03", "rail-09")) if conflicts else ()

    def make(screen: Any) -> Differ:
        return Differ(screen, Merged(screen.book.e, found, questions), print)

    return make


def _broken(screen: Any) -> None:
    wrong = ConfigError(
        "bad_value", Path("box.toml"), 57, "rail-12.penalty.n", Text(N_("a card discards 1 to 9, not {n}"), {"n": 12})
    )
    screen.book.broken = fault(wrong)


def _cerbere() -> Iterator[Scene]:
    over = "cerbere_box"
    yield _scene("box-cerbere", over, _taps("actions-red", 4), _taps("sur_egoisme", 2, 9), _home)
    yield _scene("box-cerbere-action", over, _taps("actions-green", 2))
    yield _scene("box-cerbere-card", over, _taps("sur_opportunisme", 2))
    yield _scene("box-cerbere-pawns", over, _taps("pawns", 7))
    yield _scene("box-cerbere-taken", over, _taps("boats", 3), _taps("sur_favoritisme", 0), _card(uid(1)))


def _hellrail() -> Iterator[Scene]:
    over = "hellrail_box"
    yield _scene("box-hellrail", over, _taps("circle", 10), _taps("effect", 4, 20), _home)
    yield _scene("box-hellrail-circle", over, _taps("circle", 3))
    yield _scene("box-hellrail-effect", over, _taps("effect", 5))
    yield _scene("box-hellrail-piece", over, _taps("piece", 3))
