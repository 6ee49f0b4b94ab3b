"""rules.yaml: what the index of the book names is there."""

from __future__ import annotations

from engine.games.cortes.datacheck import facts
from engine.models import Problems
from engine.rulebook import Rules

STATUS = ("implemented", "not a rule")


def index(rules: Rules) -> Problems:
    """Every numbered paragraph has its section; sections, rulings and options name each other."""
    for number in facts.SECTIONS:
        if number not in rules.sections:
            yield f"rules.yaml: there is no section {number}."
    for number, section in rules.sections.items():
        status = section.status
        option = status.removeprefix("optional: ")
        if status not in STATUS and (option == status or option not in rules.options):
            yield f"rules.yaml, {number}: unknown status {status!r}."
        for ruling in section.rulings:
            if ruling not in rules.rulings:
                yield f"rules.yaml, {number}: no ruling {ruling}."
    for token, row in rules.rulings.items():
        if row.rule not in rules.sections:
            yield f"rules.yaml, ruling {token}: no section {row.rule}."
        if row.option not in ("", *rules.options):
            yield f"rules.yaml, ruling {token}: no option {row.option}."
    for token, choice in rules.options.items():
        if choice.rule not in rules.sections:
            yield f"rules.yaml, option {token}: no section {choice.rule}."
        if choice.default not in choice.values:
            yield f"rules.yaml, option {token}: its default is none of its values."
