"""A table with a certificate of its owner: pages by https, from an authority that this browser trusts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error

from tests.tools.web.browser import Screen
from tests.tools.web.evening import FRENCH, PHONES, Course, Evening
from tests.tools.web.habits import need

NAME = "localhost"
EXTENSIONS = f"subjectAltName=DNS:{NAME}\nbasicConstraints=CA:FALSE\nkeyUsage=digitalSignature\n"
COMMANDS = (
    "openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 3 -subj /CN=Proof",
    f"openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN={NAME}",
    "openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 3 -extfile names -out chain.pem",
    "mkdir -p home/.pki/nssdb",
    "certutil -d sql:home/.pki/nssdb -N --empty-password",
    "certutil -d sql:home/.pki/nssdb -A -t C,, -n proof -i ca.pem",
)
SAFE = {"fr": "Chiffré", "en": "Encrypted"}
"""What the page says of its connection, by its language."""


def certificate(folder: Path) -> str:
    """Makes an authority, a certificate of it, and a browser's home that trusts it.

    :return: the settings of the pages with that certificate.
    """
    folder.mkdir()
    (folder / "names").write_text(EXTENSIONS, "utf-8")
    for command in COMMANDS:
        done = subprocess.run(command.split(), cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stderr}")
    paths = f'certificate = "{folder}/chain.pem"\nkey = "{folder}/key.pem"\n'
    return f'names = ["{NAME}"]\n{paths}'


def encrypted(evening: Evening, course: Course, stranger: Callable[[], Screen]) -> None:
    """Three phones and a television scan, each phone is asked something, and all of it is encrypted.

    :param stranger: makes a screen that does not know the authority.
    """
    evening.kiosk.say(open=course.open)
    evening.come(course)
    for name, screen in evening.screens.items():
        need(evening, screen.page.url.startswith("https://"), f"{name}: {screen.page.url} is not encrypted")
        said = str(screen.page.locator("#safe").text_content()).strip()
        need(evening, said == SAFE[screen.shown["language"]], f"{name}: says of its connection: {said}")
    for _ in range(4):
        evening.act(course, evening.kiosk.now["view"])
        evening.agree(course)
    need(evening, PHONES.keys() & evening.by.keys(), "no phone was asked anything")
    with refused(evening, "a browser that does not know the authority"):
        stranger().page.goto(evening.screens[FRENCH].page.url)
    with refused(evening, "a page that is not encrypted"):
        stranger().page.goto(evening.screens[FRENCH].page.url.replace("https:", "http:"))
    evening.go()


@contextmanager
def refused(evening: Evening, what: str) -> Iterator[None]:
    try:
        yield
    except Error:
        return
    evening.found(f"{what} was let in")
