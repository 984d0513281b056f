"""A reader that types as a keyboard does becomes the table's reader, at a touch and a tap. Imports no Kivy."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.engine.text import Text

ShowText = Callable[[Text], object]
AdoptTyped = Callable[[ShowText, threading.Event], bool]


class TypedReader:
    """Every function is called on the UI thread and returns at once; results are delivered there, too.

    :param adopt: waits for a tag on a keyboard and makes it a reader; whether it did.
    :param post: brings a call to the UI thread.
    """

    def __init__(self, adopt: AdoptTyped, post: Callable[[Callable[[], None]], None]) -> None:
        self._adopt, self._post = adopt, post

    def wait(self, said: ShowText, done: Callable[[bool], object]) -> Callable[[], None]:
        """Wait for a tap. The returned function gives up: then no reader is made, and `done` is not called any more."""
        given_up = threading.Event()

        def unless_given_up(call: Callable[[], object]) -> None:
            if not given_up.is_set():
                call()

        def tell(text: Text) -> None:
            self._post(lambda: unless_given_up(lambda: said(text)))

        def work() -> None:
            made = self._adopt(tell, given_up)
            self._post(lambda: unless_given_up(lambda: done(made)))

        threading.Thread(target=work, name="reader tap", daemon=True).start()
        return given_up.set
