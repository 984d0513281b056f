"""What lies on something hidden costs nothing: it is not drawn, and is there again as soon as that is shown."""

from typing import Any

import pytest

from tests.kiosk.conftest import Open, Pump


@pytest.fixture
def page(window: Open) -> Any:
    """A container, on it another one, on that a text."""
    from kiosk.widgets.base import Container
    from kiosk.widgets.label import Text

    page, inner, text = Container(), Container(), Text("hell")
    page.add_widget(inner)
    inner.add_widget(text)
    text.size = (200, 40)
    window(page)
    page.inner, page.text = inner, text
    return page


def test_it_is_not_drawn_while_what_it_lies_on_is_hidden(page: Any, pump: Pump) -> None:
    drawn = page.text.canvas.before
    assert drawn.length()
    page.visible = False
    pump()
    assert not drawn.length()
    page.text.show("heaven")
    pump()
    assert not drawn.length()
    page.visible = True
    pump()
    assert drawn.length()


def test_it_stays_undrawn_while_another_one_above_is_hidden(page: Any, pump: Pump) -> None:
    page.visible = page.inner.visible = False
    pump()
    page.visible = True
    pump()
    assert not page.text.canvas.before.length()
    page.inner.visible = True
    pump()
    assert page.text.canvas.before.length()


def test_taken_from_something_hidden_to_something_seen_it_is_drawn(page: Any, pump: Pump) -> None:
    page.inner.visible = False
    pump()
    page.inner.remove_widget(page.text)
    page.add_widget(page.text)
    pump()
    assert page.text.canvas.before.length()
