"""The build backend: setuptools, after the catalogues were made of their sources."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the other hooks are those of setuptools

TREE = Path(__file__).parent.parent


def build_wheel(*arguments: Any, **named: Any) -> str:
    """As setuptools' own."""
    for source in TREE.glob("companion/presentation/locale/*/LC_MESSAGES/companion.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as made:
            write_mo(made, read_po(text))
    return str(build_meta.build_wheel(*arguments, **named))
