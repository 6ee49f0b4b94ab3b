"""The words of Granada's plans: from a line to an order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.games.granada.plans import fighting, orders
from engine.games.granada.plans.instruction import NEVER, Instruction
from engine.games.granada.plans.orders import PICKS, SIMPLE
from engine.games.granada.table.board import CHRISTIAN, GREY, SEATS
from engine.games.granada.words.plans import say
from engine.players.plan.manual import Manual, near
from engine.players.plan.parts import Bound, Unclear
from engine.players.plan.reading import read_condition
from engine.text.grammar import BREAK, counted_word, fold
from engine.text.names import book_of

if TYPE_CHECKING:
    from engine.games.granada.game import Granada

EXAMPLES: tuple[str, ...] = (
    "stand",
    "inside",
    "commander Loja",
    "free L1!",
    "Aragon2: A2 A2",
    "stop lead 4+",
    "challenge 4+ max 1",
    "refute 3+ not Commander",
    "lose C1x L1h",
    "retreat Cordoba, Ecija",
    "assault",
    "never react",
    "engage highest",
)
MANY = 12  # blocks or names in one line


class Reader:
    """Reads the lines of one seat."""

    def __init__(self, game: Granada, manual: Manual, seat: str) -> None:
        self.game = game
        self.manual = manual
        self.side = SEATS.index(seat)
        self.words: Mapping[str, Callable[[str], Instruction]] = {
            "never": self._never,
            "stop": self._stop,
            "finish": self._stop,
            "free": lambda rest: fighting.Free(self._one(self._blocks(rest), "free L1!")),
            "bombardment": self._bombardment,
            "sortie": self._sortie,
            "commander": lambda rest: orders.Leave("commander", self._routes(rest)),
            "surrender": lambda rest: orders.Leave("surrender", self._routes(rest)),
            "split": self._split,
            "challenge": self._challenge,
            "refute": self._refute,
            "lose": self._lose,
            "retreat": self._retreat,
            "engage": self._engage,
            "sink": self._sink,
        }

    def order(self, line: str) -> Instruction:
        card, colon, blocks = line.partition(":")
        if colon:
            return self._deploy(card, blocks)
        first, _, rest = line.partition(" ")
        word = fold(first)
        if word in self.words:
            return self.words[word](rest)
        if word in PICKS:
            return self._pick(word, rest)
        if word in SIMPLE:
            if rest:
                raise Unclear(say("alone", word=word), (word,))
            return orders.Simple(word)
        raise Unclear(say("no instruction"), self._suggestions(first))

    def _suggestions(self, word: str) -> list[str]:
        known = {example.split()[0].casefold(): example for example in reversed(EXAMPLES)}
        every = {w: known.get(w, w) for w in (*SIMPLE, *self.words, *PICKS, *known)}
        return [every[w] for w in near(word, every)]

    # -- one reader a word --------------------------------------------------------------------

    def _deploy(self, card: str, blocks: str) -> Instruction:
        token = self._card(card)
        if fold(blocks) in ("any", "best"):
            return fighting.Deploy(token)
        chosen = self._blocks(blocks)
        if not 1 <= len(chosen) <= 2:
            raise Unclear(say("one or two"), (f"{token}: any",))
        return fighting.Deploy(token, chosen)

    def _never(self, rest: str) -> Instruction:
        topic = fold(rest)
        if topic not in NEVER:
            raise Unclear(say("never what"), [f"never {topic}" for topic in NEVER])
        return orders.Never(topic)

    def _stop(self, rest: str) -> Instruction:
        return fighting.Stop(read_condition(self.manual, rest) if rest else None)

    def _bombardment(self, rest: str) -> Instruction:
        return fighting.Bombard(self._one(self._blocks(rest), "bombardment C1g") if rest else "")

    def _sortie(self, rest: str) -> Instruction:
        return fighting.Sortie(self._card(rest) if rest else "")

    def _split(self, rest: str) -> Instruction:
        blocks = self._blocks(rest)
        if not 1 <= len(blocks) <= 2:
            raise Unclear(say("split"), ("split G2 N1",))
        return orders.Split(blocks)

    def _challenge(self, rest: str) -> Instruction:
        return fighting.Challenge(self._bound(rest or "0+", "challenge 4+"))

    def _refute(self, rest: str) -> Instruction:
        rest, spared = _cut(rest, "not")
        rest, first = _cut(rest, "with")
        return fighting.Refute(
            self._bound(rest or "0+", "refute 3+"), self._cards(first), self._cards(spared)
        )

    def _lose(self, rest: str) -> Instruction:
        rest, spared = _cut(rest, "not")
        order = orders.Lose(self._blocks(rest), self._blocks(spared))
        if not order.first and not order.spared:
            raise Unclear(say("lose whom"), ("lose C1x L1h", "lose not Ferdinand"))
        return order

    def _retreat(self, rest: str) -> Instruction:
        goals, keep = _cut(rest, "keep")
        kept = self._blocks(keep) if keep and fold(keep) != "none" else None
        if fold(keep) == "none":
            kept = ()
        order = orders.Retreat(self._list("place", goals), kept)
        if not order.goals and kept is None:
            raise Unclear(say("retreat where"), ("retreat Cordoba, Ecija", "retreat keep none"))
        return order

    def _engage(self, rest: str) -> Instruction:
        ways = (orders.HIGHEST, orders.LOWEST, orders.ARROW)
        if fold(rest) in ways:
            return orders.Engage(fold(rest))
        cards = self._cards(rest, exact=True)
        if not cards:
            raise Unclear(say("engage how"), [f"engage {way}" for way in ways])
        return orders.Engage("", cards)

    def _sink(self, rest: str) -> Instruction:
        if fold(rest) not in (orders.EMPTY, orders.LADEN):
            raise Unclear(say("sink which"), ("sink empty", "sink laden"))
        return orders.Sink(fold(rest))

    def _pick(self, word: str, rest: str) -> Instruction:
        _, _, slot = PICKS[word]
        domain = slot.domain.name
        goals = self._list(domain, rest)
        if not goals:
            raise Unclear(say("needs a goal", word=word), self._some(domain, word))
        return orders.Pick(word, goals)

    def _some(self, domain: str, word: str) -> list[str]:
        return [f"{word} {token}" for token in list(self.game.names(domain))[:2]]

    # -- names and numbers --------------------------------------------------------------------

    def _bound(self, word: str, example: str) -> Bound:
        bound = Bound.read(word)
        if bound is None:
            raise Unclear(say("no bound", word=repr(word)), (example,))
        return bound

    def _one(self, found: tuple[str, ...], example: str) -> str:
        if len(found) != 1:
            raise Unclear(say("one block"), (example,))
        return found[0]

    def _routes(self, rest: str) -> tuple[tuple[str, ...], ...]:
        """Ways out, best first: one place, or two."""
        routes = []
        for part in filter(None, map(str.strip, rest.split(","))):
            steps = tuple(self.name("place", step) for step in part.split(">"))
            if len(steps) > 2:
                raise Unclear(say("two places"), (" > ".join(steps[:2]),))
            routes.append(steps)
        return tuple(routes)

    def _list(self, domain: str, words: str) -> tuple[str, ...]:
        parts = [part.strip() for part in words.split(",") if part.strip()]
        if len(parts) > MANY:
            raise Unclear(say("many names", most=MANY))
        return tuple(dict.fromkeys(self.name(domain, part) for part in parts))

    def _cards(self, words: str, exact: bool = False) -> tuple[str, ...]:
        parts = [part.strip() for part in words.split(",") if part.strip()]
        return tuple(dict.fromkeys(self._card(part, exact) for part in parts))

    def _card(self, words: str, exact: bool = False) -> str:
        own = self.game.board.card[self.side]
        parts = words.split()
        found, used = self._match("card", parts)
        mine = tuple(token for token in found if token in own) if used == len(parts) else ()
        if found and not mine and used == len(parts):
            theirs = say("other side's card", word=words.strip())
            raise Unclear(theirs, near(words, tuple(own)))
        # cards of one name differ in their numbers only: a plan means any of them
        meant = mine if exact else {self.game.names("card")[token] for token in mine}
        if len(meant) > 1:
            raise Unclear(say("several cards", word=repr(words.strip())), mine)
        if not mine:
            unknown = say("no card", word=repr(words.strip()))
            raise Unclear(unknown, near(words, tuple(own)))
        return mine[0]

    def name(self, domain: str, words: str) -> str:
        """The one thing of a domain that all the words together mean."""
        parts = words.split()
        if not parts:
            raise Unclear(say(f"missing {domain}"))
        found, used = self._match(domain, parts)
        if len(found) != 1 or used != len(parts):
            table = book_of(self.game).table(domain)
            unknown = say(f"no {domain}", word=repr(words.strip()))
            raise Unclear(unknown, found or table.near(words))
        return found[0]

    def _match(self, domain: str, words: list[str], at: int = 0) -> tuple[tuple[str, ...], int]:
        if at >= len(words):
            return (), 0
        hit = book_of(self.game).table(domain).match((), words, at)
        return hit.tokens, hit.used

    def _blocks(self, text: str) -> tuple[str, ...]:
        """`C3 2A1`: blocks of this side, in the order in which they are written."""
        words = [w for w in text.replace(",", f" {BREAK} ").split() if w != BREAK]
        found: list[str] = []
        at = 0
        while at < len(words):
            number, word = counted_word(words[at])
            tokens, used = self._match("block", [word, *words[at + 1 :]])
            found += [self._own(word, tokens)] * number
            at += max(used, 1)
            if len(found) > MANY:
                raise Unclear(say("many blocks", most=MANY))
        return tuple(found)

    def _own(self, word: str, tokens: tuple[str, ...]) -> str:
        kinds, index = self.game.board.kinds, self.game.board.kind
        sides = (CHRISTIAN, GREY) if self.side == CHRISTIAN else (self.side,)
        mine = [t for t in tokens if kinds[index[t]].side in sides and not kinds[index[t]].fleet]
        if tokens and not mine:
            raise Unclear(say("not your block", word=word))
        if len(mine) != 1:
            table = book_of(self.game).table("block")
            raise Unclear(say("no block", word=repr(word)), mine[:4] or table.near(word))
        return mine[0]


def _cut(words: str, mark: str) -> tuple[str, str]:
    """The words before and behind a mark."""
    parts = words.split()
    folded = [part.casefold() for part in parts]
    if mark not in folded:
        return words, ""
    at = folded.index(mark)
    rest = " ".join(parts[at + 1 :])
    if not rest:
        raise Unclear(say("missing behind", mark=mark))
    return " ".join(parts[:at]), rest
