"""Every word of the bot comes from a catalogue: no sentence stands in its code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.discord import commands
from bot.discord.speech.spoken import TONGUES, WAYS
from bot.tables.tables import Tables
from engine.tongues import ENGLISH

ROOT = Path(bot.__file__).parent
SPEAKING = ("discord", "tables")  # and what a game in the terminal says
TERMINAL = ("cli/play.py", "cli/tabletop.py", "cli/terminal.py", "rulebook.py")
SENTENCE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
CATALOGUE = re.compile(r"words(_\w+)?\.py")
TO_THE_HOST = {"connection.py"}  # what is wrong with a host's settings
UNSAID = {"warning", "error", "info", "debug", "exception", "get", "create_task", "Final"}
FAULTS = {  # of the code, not of a person
    *("ValueError", "TypeError", "RuntimeError", "NotImplementedError", "Differs"),
    *("Undeliverable", "Held", "DataError", "HeraldError"),
}
CODES = {  # reasons that are kept beside a parcel, and names of what is done in the audit
    *("rate limit", "too often it", "letter box it", "letter box closed", "no channel"),
    *("request late", "ask it", "mod import", "mod export", "table export"),
    *("no moderator", "stand in", "herald table", "herald view", "(the chapter)"),
    *("all but it", "`herald verify it.json`", "my side"),  # what is typed
    *("bold reverse", "not bold"),  # how it is printed
}


def sentences(source: str) -> list[str]:
    """The texts of a module that read like a sentence; an f-string with its fields left out."""
    tree = ast.parse(source)
    silent = {id(inner) for node in quiet(tree) for inner in ast.walk(node)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in silent:
            silent |= {id(part) for part in node.values}
            parts = [p.value if isinstance(p, ast.Constant) else "it" for p in node.values]
            plain = " ".join(str(p.value) for p in node.values if isinstance(p, ast.Constant))
            if SENTENCE.search("".join(map(str, parts))) and " " in plain.strip():
                found.append("".join(map(str, parts)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in silent and SENTENCE.search(node.value):
                found.append(node.value)
    return [text for text in found if text not in CODES and not text.startswith("/")]


def quiet(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, keys, phrases of a catalogue, what is logged, and faults of the code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            inner = name == "__init__"  # of a fault
            if name == "Phrase" or inner or name in UNSAID or name in FAULTS:
                yield node
        if isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key is not None)
        if isinstance(node, ast.Assert) and node.msg is not None:
            yield node.msg


def modules() -> Iterator[Path]:
    for folder in SPEAKING:
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from (ROOT / name for name in TERMINAL)


def test_no_sentence_stands_in_the_code() -> None:
    found = {}
    for path in modules():
        if CATALOGUE.fullmatch(path.name) or path.name in TO_THE_HOST:
            continue
        if texts := sentences(path.read_text("utf-8")):
            found[str(path.relative_to(ROOT))] = texts
    assert found == {}


@pytest.mark.parametrize(
    "planted",
    [
        "raise Refused('No such table.')",
        "x = f'{who} sits down'",
        "await visit.answer('Noted and done.')",
        "y = 'held by ' + 'the men of'",
    ],
)
def test_a_planted_sentence_is_found(planted: str) -> None:
    assert sentences(planted)
    assert not sentences("log.info('it is done')\nx = f'{a} {b}'\nX = Phrase('It is done.')")


def test_catalogues_hold_nothing_but_phrases() -> None:
    """A sentence that was forgotten in a catalogue has no key."""
    for path in modules():
        if CATALOGUE.fullmatch(path.name):
            assert sentences(path.read_text("utf-8")) == [], path


def done() -> set[str]:
    """Everything that the sentences of the bot name as something one can do."""
    named = re.compile(r"\{do\.(\w+)\}")
    spoken = [key for key in ENGLISH.catalogue if key.startswith(("discord.", "tables."))]
    return {name for key in spoken for name in named.findall(ENGLISH.catalogue[key])}


def test_what_one_can_do_is_a_command_of_discord() -> None:
    assert Tables.__name__  # its sentences are known
    known = set()
    for command in commands.every():
        known.add(f"/{command.name}")
        known |= {f"/{command.name} {sub.name}" for sub in getattr(command, "commands", ())}
    ways = TONGUES["en"].ways
    for name in done() - set(WAYS):
        assert getattr(ways, name) in known, name
    for way in WAYS.values():
        parts = way.split()
        start = " ".join(parts[:2] if parts[0] in ("/table", "/me") else parts[:1])
        assert not way.startswith("/") or start in known, way
    assert len(done()) > 20
