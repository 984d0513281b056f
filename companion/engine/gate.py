"""Turn an exception that a request's value causes into a refusal: an unexpected value, from any client, is bad input.

Nothing has been saved by then, as a state that cannot be shown is not saved.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from companion.engine.config import ConfigError
from companion.engine.export import BadExport
from companion.engine.journal_errors import JournalError
from companion.engine.refused import UNFORESEEN, BadInput, Refused, one_line
from companion.engine.requests import Request

log = logging.getLogger(__name__)


@contextlib.contextmanager
def refuse_errors(request: Request) -> Iterator[None]:
    """Raise any exception from inside as a refusal, if values of `request` may have caused it.

    :raises Refused: also for what the journal or a file cannot do (`journal_record`, `journal_damaged`, `config` ...).
    """
    try:
        yield
    except Refused:
        raise
    except ConfigError as error:
        raise Refused("config", **error.facts) from error
    except (JournalError, BadExport) as error:
        raise Refused(error.code, **error.facts) from error
    except UNFORESEEN as error:
        if not request.__struct_fields__:
            raise  # a fault of ours
        log.warning("%s: %s", type(request).__name__, one_line(error))
        raise BadInput(reason=f"a value that cannot be ({type(error).__name__})") from error
