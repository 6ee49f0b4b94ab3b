"""rules.yaml: what the index of the book names is there."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.hispania.table.data import Index, Special
from engine.models import Problems
from engine.rulebook import Choice, Ruling

STATUS = ("implemented", "not a rule", "later")
NATIONS = 29  # sections 11.1 to 11.29


def index(rules: Index) -> Problems:
    """33: sections, specials, rulings and options that name each other exist."""
    for number, section in rules.sections.items():
        status = section.status
        option = status.removeprefix("optional: ")
        if status not in STATUS and (option == status or option not in rules.options):
            yield f"rules.yaml, {number}: unknown status {status!r}."
        for ruling in section.rulings:
            if ruling not in rules.rulings:
                yield f"rules.yaml, {number}: no ruling {ruling}."
    parts: Mapping[str, Mapping[str, Special | Ruling | Choice]] = {
        "special": rules.specials,
        "ruling": rules.rulings,
        "option": rules.options,
    }
    for part, entries in parts.items():
        for token, entry in entries.items():
            if entry.rule not in rules.sections:
                yield f"rules.yaml, {part} {token}: no section {entry.rule} [constraint 33]."
    for token, ruling_ in rules.rulings.items():
        if ruling_.option not in ("", *rules.options):
            yield f"rules.yaml, ruling {token}: no option {ruling_.option} [constraint 33]."
    for token, option_ in rules.options.items():
        if option_.default not in option_.values:
            yield f"rules.yaml, option {token}: its default is none of its values."
    told = {special.rule for special in rules.specials.values()}
    for number in (f"11.{n}" for n in range(1, NATIONS + 1)):
        if number not in rules.sections or number not in told:
            yield f"rules.yaml: no section or no specials for nation {number} [constraint 33]."
