"""Words go into their boxes, and figures stand still."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presentation.fonts import FontFace
from kiosk.display import env
from kiosk.display.theme import SMALLEST, TYPE, Metrics, TextRole
from kiosk.screens.cerbere.steps import StepLine
from kiosk.widgets import label
from kiosk.widgets.base import Container, Drawn
from kiosk.widgets.figures import Figures, figures_width
from kiosk.widgets.label import Text, draw_unseen, fit, goes_into, width
from kiosk.window.picture import pixels

pytestmark = pytest.mark.usefixtures("window")
"""Letters are drawn before they are measured."""


def test_steps_down_then_wraps() -> None:
    words = "Bo ne pioche pas"
    wide = width(words, "black", 40)
    assert fit(words, "black", (60, 40, 30), wide).size == 40
    two = fit(words, "black", (60, 40, 30), wide * 0.7, 2)
    assert two.fits
    assert len(two.lines) == 2
    assert " ".join(two.lines) == words
    alone = fit(words, "black", (60, 40, 30), 100)
    assert not alone.fits and alone.lines[0].endswith("…")
    assert width(alone.lines[0], "black", 30) <= 100


WORDS = (
    "8 Go ou plus", "Vitesse −1", "The Gates of Hell are open to whoever pays the toll twice",
    "Ana, Wilhelmine and Bo go back to the Promontory", "Raté", "two\nlines of it",
)  # fmt: skip


@pytest.mark.parametrize("face", ["text", "text_bold", "black"])
def test_what_is_not_measured_would_not_have_fitted(face: FontFace) -> None:
    """A size is left out where the text, measured in the largest one, is much too wide for it."""
    sizes = (34.0, 27.0, 22.0, 17.0, 14.0)
    for words in WORDS:
        for room in (40.0, 90.0, 160.0, 280.0):
            for lines in (1, 2, 3):
                one_by_one = (fit.__wrapped__(words, face, (size,), room, lines) for size in sizes)
                alone = (fit.__wrapped__(words, face, (size,), room, 1) for size in sizes)
                wanted = next((laid for laid in (*alone, *one_by_one) if laid.fits), None)
                found = fit.__wrapped__(words, face, sizes, room, lines)
                assert found.fits is (wanted is not None)
                if wanted is not None:
                    assert (found.size, found.lines) == (wanted.size, wanted.lines)


def test_what_is_only_tried_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cutting a text measures it again and again."""
    laid = fit.__wrapped__("far too much for so little room", "text", (20.0, 14.0), 60.0)
    monkeypatch.setattr(label, "cut", lambda words, fits: f"{words[:3]}…")
    assert not laid.fits and laid.count == 1
    assert laid.lines == ("far…",)


@pytest.mark.parametrize("face", ["text", "text_bold", "bold", "black"])
def test_another_size_tells_about_how_wide_a_text_is(face: FontFace) -> None:
    """Of all texts in the catalogues and their beginnings none was further off on 2026-11-29."""
    for text in (*WORDS, "jusqu’aux", "...)", "{cb.survival}\u00a0: tout", "AVATAR", "1"):
        for size in (8, 14, 18, 26, 40, 60, 88):
            about, off = label._about(text, face, size)
            assert abs(width(text, face, size) - about) <= off, (text, size)


@pytest.mark.parametrize("face", ["text", "text_bold", "bold", "black"])
def test_letters_tell_between_what_and_what_a_text_is_wide(face: FontFace) -> None:
    for text in (*WORDS, "jusqu’aux", "...)", "finir.", "l’affiche", "effets", "AVATAR", "illisible", "1"):
        for size in (8, 14, 18, 26, 40, 60, 88):
            wide = width(text, face, size)
            assert goes_into(text, face, size, wide) and not goes_into(text, face, size, wide - 1), (text, size)


def test_what_letters_tell_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "La porte est ouverte"
    goes_into(words, "text", 18, 1.0)  # its letters are measured
    with monkeypatch.context() as counted:
        counted.setattr(label, "extents", lambda *asked: pytest.fail(f"{asked} was measured"))
        assert goes_into(words, "text", 18, 400.0) and not goes_into(words, "text", 18, 40.0)


def test_a_text_is_measured_in_the_size_only_in_which_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each other one would have a font opened, and its letters hinted."""
    measured: set[int] = set()
    measure = label.extents

    def heard(text: str, face: FontFace, size: int) -> tuple[int, int]:
        measured.add(size)
        return measure(text, face, size)

    monkeypatch.setattr(label, "extents", heard)
    words = "The Gates of Hell are open to whoever pays the toll twice"
    laid = fit.__wrapped__(words, "text", (38.0, 33.0, 28.0, 23.0, 18.0), 240.0, 3)
    assert (laid.size, laid.count) == (23, 3)
    assert measured <= {label.REFERENCE, 23}  # not in 38, 33 and 28


def test_no_break_space_holds() -> None:
    words = "Qui a perdu\u00a0?"
    laid = fit(words, "text", (30,), width("Qui a perdu", "text", 30) + 2, 2)
    assert laid.lines == ("Qui a", "perdu\u00a0?")


def test_never_smaller_than_small() -> None:
    for role, kind in TYPE.items():
        for m in (Metrics(800, 480), Metrics(720, 1280, "large")):
            assert min(m.steps(role)) >= SMALLEST * m.u, role
        assert all(step >= SMALLEST for step in kind.steps)


@pytest.mark.parametrize("role", ["small", "body", "key"])
def test_large_type_is_larger(role: TextRole) -> None:
    assert Metrics(800, 480, "large").type(role) > Metrics(800, 480).type(role)


def test_text_pixels_stay_in_its_box(window: Any) -> None:
    text = Text("Prénom très long, à côté", "body", pos=(200, 200), size_hint=(None, None), width=210, height=60)
    text.lines = 2
    window(text)
    assert text.fits
    w, _, data = pixels()
    for y in range(480):
        for x in (*range(195), *range(415, 800)):
            assert data[(y * w + x) * 4] == 0, (x, y)


@pytest.mark.parametrize(("name", "value"), [("align", "right"), ("lines", 2), ("role", "small"), ("sit", "baseline")])
def test_a_change_of_how_it_is_laid_is_drawn(window: Any, pump: Any, name: str, value: Any) -> None:
    text = Text("Prénom très long, à côté", "body", pos=(200, 200), size_hint=(None, None), width=210, height=80)
    window(text)
    before = pixels()
    setattr(text, name, value)
    pump()
    after = pixels()
    assert after != before
    text.redraw()
    pump()
    assert pixels() == after


def test_overflow_is_said_once(window: Any, pump: Any, caplog: pytest.LogCaptureFixture) -> None:
    text = Text("Anticonstitutionnellement longuement", "body", pos=(0, 0), width=90, height=40)
    window(text)
    text.redraw()
    pump()
    assert len([r for r in caplog.records if "does not fit" in r.message]) == 1
    assert isinstance(text, Drawn)


def test_nothing_is_drawn_before_it_has_its_place(window: Any, pump: Any, caplog: pytest.LogCaptureFixture) -> None:
    """No widget has a size of its own: words that fit their place are never laid out in another one."""

    class Page(Container):
        wide = 20.0

        def __init__(self) -> None:
            super().__init__()
            self.words = Text("Encore un autre", "body")
            self.line = StepLine("pawn", "Encore un autre avance")
            self.add_widget(self.words)
            self.add_widget(self.line)

        def arrange(self, metrics: Any) -> None:
            self.put(self.words, left=4, top=4, width=self.wide, height=4)
            self.put(self.line, left=4, top=10, width=self.wide + 20, height=7)

    loose = StepLine("pawn", "Encore un autre avance")
    page = Page()
    shown = window(page)
    shown.add_widget(loose)
    pump(3)
    assert not loose.merged.pieces and page.line.merged.pieces
    page.wide = 60.0
    page.words.show("Encore un autre, et encore un autre, et un dernier")  # asks to be drawn before it has room
    page.rearrange()
    pump(2)
    assert page.words.fits
    assert not [r.message for r in caplog.records if "does not fit" in r.message]


def test_words_are_as_wide_measured_as_drawn(_kivy: Any) -> None:
    """Also with a font that is opened now: Kivy keeps 64."""

    def wide(drawn: str) -> dict[tuple[str, int], int]:
        for other in range(200, 270):
            draw_unseen("A", "text_bold", other)
        label.extents.cache_clear()
        sizes = range(16, 32)
        for size in sizes if drawn else ():
            draw_unseen(drawn, "text_bold", size)
        return {(w, size): width(w, "text_bold", size) for size in sizes for w in ("Décrocher", "Poser", "AVATAR")}

    assert wide("") == wide("A")


def test_a_text_is_as_wide_after_a_hundred_other_fonts(window: Any) -> None:
    """Kivy opens a font again after 64 others, and measures without its hinting until it draws with it."""
    words = "Éléonore ne pioche pas"
    first = width(words, "text", 13)
    for size in range(40, 140):
        width("x", "text", size)
        label.extents.cache_clear()
        assert width(words, "text", 13) == first, size


@pytest.mark.parametrize("face", ["text", "text_bold", "bold", "black"])
def test_a_space_is_as_wide_whatever_was_measured_before(face: FontFace, _kivy: Any) -> None:
    """A whole number of px: it is measured before its font has a hinting."""
    for size in (143, 144, 145):
        draw_unseen("Avant", face, size)
        assert (width("n" + " " * 20 + "n", face, size) - width("n n", face, size)) % 19 == 0


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize("size", env.SIZES)
def test_cells_never_move(size: tuple[int, int], window: Any, pump: Any) -> None:
    clock = Figures("7:00", "clock", pos=(20, 100), width=min(size) * 1.4, height=200)
    window(clock, size=size)
    first = clock.cells()
    assert len(first) == 4
    for second in (419, 251, 71, 11):
        clock.show(f"{second // 60}:{second % 60:02d}")
        pump(1)
        assert clock.cells() == first


def test_a_change_lays_nothing_out(window: Any, pump: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Figures("4:12", "clock", pos=(0, 0), width=700, height=200)
    window(clock)
    for figure in "0123456789":
        clock.show(f"{figure}:{figure * 2}")
        pump(1)
    drawn: list[int] = []
    monkeypatch.setattr(clock, "draw", lambda: drawn.append(1))
    for second in range(60):
        clock.show(f"3:{second:02d}")
        pump(1)
    assert not drawn


def test_redraw_when_the_number_of_figures_changes(window: Any, pump: Any) -> None:
    count = Figures("9", pos=(0, 0), width=300, height=100)
    window(count)
    count.show("10")
    pump()
    assert len(count.cells()) == 2


def test_tabular() -> None:
    assert figures_width("11", 200) == figures_width("42", 200) == pytest.approx(224)
    assert figures_width("4:12", 284) == pytest.approx(284 * 1.95)


def test_shrinks_into_its_box(window: Any) -> None:
    clock = Figures("4:12", size=50, pos=(0, 0), width=300, height=100)
    window(clock)
    assert clock.text_width() <= 300.5
