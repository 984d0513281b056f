"""What a page may ask, and how a line of it is read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.engine.codec import strict_json, to_kind
from companion.engine.refused import BadInput
from companion.presentation.i18n import LANGUAGES, Language

SessionSecret = Annotated[str, Meta(min_length=1, max_length=64)]
LONGEST_ID = 40
Id = Annotated[str, Meta(max_length=LONGEST_ID)]


class ServeLine(Struct, forbid_unknown_fields=True):
    """The first line of the pages' server."""

    urls: list[Annotated[str, Meta(max_length=200)]]


class OpenPageLine(Struct, forbid_unknown_fields=True):
    """The first line of a page. `address`: from which it came, as the pages' server counts them."""

    language: str = "fr"
    address: Annotated[str, Meta(max_length=64)] = ""


class PairRequest(Struct, forbid_unknown_fields=True):
    """`session`: the secret that the phone has already, if it has one."""

    token: SessionSecret
    session: Annotated[str, Meta(max_length=64)] = ""
    id: Id = ""


class JoinRequest(Struct, forbid_unknown_fields=True):
    """`name`: of a seat, or what a new player is called. `session`: as in `PairRequest`."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    session: Annotated[str, Meta(max_length=64)] = ""
    id: Id = ""


class ResumeRequest(Struct, forbid_unknown_fields=True):
    session: SessionSecret
    id: Id = ""


class ChooseRequest(Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(max_length=200)]
    number: Annotated[str, Meta(max_length=40)]
    id: Id
    seen_ms: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """How long the touched option had been shown at its place; None: no finger chose."""


class StepRequest(Struct, forbid_unknown_fields=True):
    number: Annotated[str, Meta(max_length=40)]
    id: Id


class PlainRequest(Struct, forbid_unknown_fields=True):
    id: Id = ""


class HostRequest(Struct, forbid_unknown_fields=True):
    """What the host asks: `admit`, `away` (of the arrival `key`), `revoke` (of the seat), `everybody`, `alone`;
    `set_up` (`key`: of a line, and its value), `look` (at the page `key` of what can be put right), `close`,
    `correct`, `leave`."""

    do: Literal["admit", "away", "revoke", "everybody", "alone", "set_up", "look", "close", "correct", "leave"]
    key: Annotated[str, Meta(max_length=200)] = ""
    number: Annotated[str, Meta(max_length=40)] = ""
    id: Id = ""


class LanguageRequest(Struct, forbid_unknown_fields=True):
    language: str
    id: Id = ""


KINDS: dict[str, type[Struct]] = {
    "pair": PairRequest,
    "join": JoinRequest,
    "resume": ResumeRequest,
    "choose": ChooseRequest,
    "back": PlainRequest,
    "undo": StepRequest,
    "agree": StepRequest,
    "disagree": PlainRequest,
    "host": HostRequest,
    "look": PlainRequest,
    "language": LanguageRequest,
    "leave": PlainRequest,
    "hand_on": PlainRequest,
}
"""Requests of a page. Everything else that the table protocol has is refused here."""


def first_line(line: bytes) -> ServeLine | OpenPageLine:
    """Return what a connection is for.

    :raises BadInput: if the line does not say it.
    """
    value = strict_json(line)
    if isinstance(value, dict) and set(value) == {"serve"}:
        serve: ServeLine = to_kind(value["serve"], ServeLine)
        return serve
    if isinstance(value, dict) and set(value) == {"page"}:
        page: OpenPageLine = to_kind(value["page"], OpenPageLine)
        return page
    raise BadInput(reason="the first line says what the connection is for")


def parsed(line: bytes) -> tuple[str, Any]:
    """Return the one request of a line, and what it holds, still unchecked.

    :raises BadInput: for what is no request at all.
    """
    value = strict_json(line)
    if not isinstance(value, dict) or len(value) != 1:
        raise BadInput(reason="a request is an object with one key")
    ((name, body),) = value.items()
    return name, body


def parsed_request(name: str, body: Any) -> Any:
    """Return a request of the kind of its name.

    :raises BadInput: if it is none.
    """
    if name not in KINDS:
        raise BadInput(reason="a page cannot ask that")
    return to_kind(body, KINDS[name])


def id_in(body: Any) -> str:
    """Return the id to answer with, also where the rest of the request cannot be understood."""
    id = body.get("id", "") if isinstance(body, dict) else ""
    return id if isinstance(id, str) and len(id) <= LONGEST_ID else ""


def language_of(name: str) -> Language:
    """Return the language of that name; English for one that there is not."""
    return next((language for language in LANGUAGES if language == name), "en")
