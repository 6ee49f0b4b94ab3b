"""A whole game in the terminal in the false language: nothing outside of its brackets but names,
codes and what was typed."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.console import Console

import engine
from bot.cli.play import Session
from bot.cli.terminal import EndOfInput, Terminal
from engine.text import write
from engine.tongues.false import FALSE
from tests.contract.tongues import codes, texts

WORD = re.compile(r"[^\W\d_]{3,}")
BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
DIGEST = re.compile(r"\b[0-9a-f]{16,}\b")
LOOKS = ["?", "map", "hand", "box", "log", "rules 99", "suggest", "dance", "undo", "look", "save",
         "", "map qqqq", "? qqqq", "do", "99", "map {place}", "? {verb}"]  # fmt: skip
TYPED = {"dance", "qqqq", "save", "PLACE", "FILE", "suggest", "quit", "look", "box", "undo", "map",
         "hand", "log", "all", "rules", "mov", "cor", "eci", "Cordoba", "json", "game"}  # fmt: skip
ROUNDS = 60  # questions, with two looks at each


class Heard(Terminal):
    """Somebody who looks at everything, and answers at random."""

    def __init__(self) -> None:
        super().__init__()
        self.paper = io.StringIO()
        self.console = Console(file=self.paper, width=4000, highlight=False, markup=False)
        self.rng = random.Random(3)
        self.session: Session
        self.left = ROUNDS * 3

    @property
    def width(self) -> int:
        return 4000

    def wipe(self) -> None:
        pass

    def ask(self, prompt: str) -> str:
        self.paper.write(prompt + "\n")
        self.left -= 1
        if self.left < 0:
            raise EndOfInput
        if not prompt:
            return ""
        decision = self.session._whose()
        if self.left % 3:
            places = list(self.session.game.names("place"))
            look = self.rng.choice(LOOKS)
            return look.format(place=self.rng.choice(places), verb=decision.verbs[0])
        return write(self.session.game.verbs, decision.sample(self.rng))


@pytest.mark.parametrize("game", ["granada", "hispania"])
def test_a_game_in_the_false_language(game: str) -> None:
    match = engine.new_match(game, seed="words")
    terminal = Heard()
    terminal.session = Session(match, match.seats, {}, terminal, "words", FALSE)
    terminal.session.run()
    rules = engine.games()[game]
    known = codes(rules) | TYPED | {text for text in texts(rules.data) if len(text) < 30}
    for verb in rules.verbs.values():
        known |= {name for slot in verb.slots for name in rules.names(slot.domain).values()}
    words = {word for text in known for word in WORD.findall(text)}
    found = {}
    for line in BRACKETS.sub(" ", terminal.paper.getvalue()).splitlines():
        left = [word for word in WORD.findall(DIGEST.sub(" ", line)) if word not in words]
        if left:
            found[line[:160]] = left
    assert found == {}
    assert terminal.paper.getvalue().count("⟦") > 1_000
