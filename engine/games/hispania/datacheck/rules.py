"""rules.yaml: the index of the book, which the other files give as their sources."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from engine.fields import Fields, Problems, Reader, text, word, words

STATUS = ("implemented", "not a rule", "later")
SECTION: Fields = {"title": text, "summary": text, "status": text, "rulings": words()}
SPECIAL: Fields = {"rule": text, "summary": text, "status": word("later")}
RULING: Fields = {"rule": text, "question": text, "choice": text, "why": text, "option": text}
OPTION: Fields = {
    "rule": text,
    "values": words(),
    "default": text,
    "title": text,
    "summary": text,
}
NATIONS = 29  # sections 11.1 to 11.29


@dataclass(frozen=True)
class Rules:
    sections: Mapping[str, Mapping[str, object]]
    specials: Mapping[str, Mapping[str, object]]
    rulings: Mapping[str, Mapping[str, object]]
    options: Mapping[str, Mapping[str, object]]


def read_rules(reader: Reader) -> Rules:
    reader.top("sections", "specials", "rulings", "options")

    def part(name: str, fields: Fields, needed: str) -> dict[str, dict[str, object]]:
        return {
            token: reader.fields(raw, token, fields, needed)
            for token, raw in reader.table(reader.raw.get(name), name).items()
        }

    return Rules(
        part("sections", SECTION, "title summary status"),
        part("specials", SPECIAL, "rule summary"),
        part("rulings", RULING, "rule question choice why"),
        part("options", OPTION, "rule values default title summary"),
    )


def index(rules: Rules) -> Problems:
    """33: sections, specials, rulings and options that name each other exist."""
    for number, section in rules.sections.items():
        status = str(section["status"])
        option = status.removeprefix("optional: ")
        if status not in STATUS and (option == status or option not in rules.options):
            yield f"rules.yaml, {number}: unknown status {status!r}."
        for ruling in section.get("rulings", ()):  # type: ignore[attr-defined]
            if ruling not in rules.rulings:
                yield f"rules.yaml, {number}: no ruling {ruling}."
    for part, entries in (
        ("special", rules.specials),
        ("ruling", rules.rulings),
        ("option", rules.options),
    ):
        for token, entry in entries.items():
            if entry["rule"] not in rules.sections:
                yield f"rules.yaml, {part} {token}: no section {entry['rule']} [constraint 33]."
    for token, ruling_ in rules.rulings.items():
        if ruling_.get("option", "") not in ("", *rules.options):
            yield f"rules.yaml, ruling {token}: no option {ruling_['option']} [constraint 33]."
    for token, option_ in rules.options.items():
        if option_["default"] not in option_["values"]:  # type: ignore[operator]
            yield f"rules.yaml, option {token}: its default is none of its values."
    told = {str(special["rule"]) for special in rules.specials.values()}
    for number in (f"11.{n}" for n in range(1, NATIONS + 1)):
        if number not in rules.sections or number not in told:
            yield f"rules.yaml: no section or no specials for nation {number} [constraint 33]."


def cited(readers: Iterable[Reader], sections: Collection[str]) -> Problems:
    """34: a source is a section of the book."""
    for reader in readers:
        for entry, source in reader.sources:
            for number in re.findall(r"(?<![\w.-])\d+(?:\.\d+)+(?![\w-])", source):
                if number not in sections:
                    yield f"{reader.name}, {entry}: no rule {number} in rules.yaml [constraint 34]."
