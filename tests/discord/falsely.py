"""A module that takes this fixture in holds its conversations in the false language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.discord.speech import spoken
from tests.discord.glasses import Glasses, Glassy
from tests.discord.outside import WORD, check, heard, known


@pytest.fixture
def glasses(monkeypatch: pytest.MonkeyPatch) -> Iterator[Glasses]:
    """Everybody reads through them; at the end nothing was outside of the brackets."""
    tongue = Glassy().through(spoken.WAYS)
    monkeypatch.setitem(spoken.TONGUES, "xx", tongue)
    monkeypatch.setattr(spoken, "tongue_of", lambda _: tongue)
    worn = Glasses()
    yield worn
    typed = {word for text in worn.typed() for word in WORD.findall(text)}
    assert check(heard(worn), known() | typed) > 10
