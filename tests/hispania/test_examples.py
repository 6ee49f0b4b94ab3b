"""The worked examples of the book are cases, by number, and there are many more."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

CASES = Path(__file__).parent.parent / "cases" / "hispania"
EXAMPLES = {*range(1, 56), 63, 64, 65}  # those between belong to auctions and the extended game
_NUMBER = re.compile(r"TC-(\d+): ")


def test_every_worked_example_is_a_case_and_many_more() -> None:
    titles = [
        str(case["case"])
        for path in sorted(CASES.glob("*.yaml"))
        for case in yaml.safe_load_all(path.read_text(encoding="utf-8"))
    ]
    numbers = {int(hit[1]) for title in titles if (hit := _NUMBER.match(title))}
    assert numbers == EXAMPLES
    assert sum(not _NUMBER.match(title) for title in titles) >= 120
    assert len({*titles}) == len(titles)
