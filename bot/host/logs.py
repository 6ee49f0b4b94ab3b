"""Logs: one event a line, for people or for machines, and never a secret.

What an order says, what a hand holds and what a token is are never written. Libraries that
would write request bodies or database values are kept from it, whatever the level; of an
exception we write its kind and where it happened, not its words.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from types import TracebackType
from typing import Any, TextIO

import structlog

# At debug these write bodies of messages, rows of the database, frames of the gateway.
TALKATIVE = ("discord", "sqlalchemy", "aiosqlite", "alembic", "aiohttp", "asyncio", "PIL")
# Names under which a careless line could carry a secret.
PRIVATE = frozenset(
    {
        *("action", "answer", "args", "body", "choices", "content", "draft", "given", "hand"),
        *("line", "lines", "order", "orders", "secret", "secrets", "seed", "suggestion", "text"),
        *("token", "typed", "value", "values", "view", "words"),
    }
)
# Discord's tokens, and the tokens of interactions and webhooks in addresses.
TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}|(?<=Bot )\S+|(?<=webhooks/)\d+/\S+")
# The exception of a task that nobody waited for, as asyncio writes it into its sentence.
QUOTED = re.compile(r"(\bexception=\w+)\(.*", re.DOTALL)
MASK = "[masked]"

_known: set[str] = set()

Fields = MutableMapping[str, Any]


def conceal(token: str) -> None:
    """This very word never appears in the log, wherever it turns up."""
    if len(token) >= 6:
        _known.add(token)


def _masked(value: object) -> object:
    if not isinstance(value, str):
        return value
    for token in _known:
        value = value.replace(token, MASK)
    return QUOTED.sub(rf"\1({MASK})>", TOKEN.sub(MASK, value))


def discreet(_: object, __: str, fields: Fields) -> Fields:
    """Leave private fields out, mask tokens in all others."""
    for name in list(fields):
        if name in PRIVATE:
            fields[name] = MASK
        elif not name.startswith("_"):
            fields[name] = _masked(fields[name])
    return fields


ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def whereabouts(error: BaseException) -> str:
    """Kinds and places of an exception and its causes, without their words."""
    told = []
    seen: set[int] = set()
    step: BaseException | None = error
    while step is not None and id(step) not in seen:
        seen.add(id(step))
        frames = traceback.extract_tb(step.__traceback__)
        path = " > ".join(f"{_module(f.filename)}:{f.lineno} {f.name}" for f in frames[-12:])
        told.append(f"{type(step).__name__} at {path}" if path else type(step).__name__)
        step = step.__cause__ or step.__context__
    return " | caused by ".join(told)


def _module(filename: str) -> str:
    return "/".join(filename.replace("\\", "/").split("/")[-2:])


def placed(_: object, __: str, fields: Fields) -> Fields:
    """An exception's kind and place in the stead of its traceback."""
    given = fields.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()[1]
    elif isinstance(given, tuple):
        given = given[1]
    if isinstance(given, BaseException):
        fields["error"] = whereabouts(given)
    return fields


def set_up(level: str = "info", form: str = "console", stream: TextIO | None = None) -> None:
    """Everything that is logged in this process goes through here."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        placed,
        discreet,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_formatter(form, shared, handler.stream))
    root = logging.getLogger()
    for old in list(root.handlers):
        if getattr(old, "herald", False):
            root.removeHandler(old)
    handler.herald = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
    for name in ("sqlalchemy", "aiosqlite", "alembic"):
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


def _formatter(
    form: str, shared: list[structlog.typing.Processor], stream: TextIO
) -> logging.Formatter:
    last: structlog.typing.Processor
    if form == "json":
        last = structlog.processors.JSONRenderer(sort_keys=True)
    else:
        last = structlog.dev.ConsoleRenderer(colors=stream.isatty(), sort_keys=True)
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _one_line,
            last,
        ],
    )


def _one_line(_: object, __: str, fields: Fields) -> Mapping[str, Any]:
    return {
        name: " ".join(value.split()) if isinstance(value, str) else value
        for name, value in fields.items()
    }


def get(name: str) -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger
