"""A face-down pile of which somebody may look at the top.

Nobody knows the order of a pile until it is looked at: then the top is drawn and stays, known to
those who looked, until it is shuffled. For everybody else it is as unknown as the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

Pick = Callable[[Sequence[int]], int]  # one of these, by chance


class Deck(NamedTuple):
    """`rest` has no order and is kept ascending; `top` is what was looked at, the next card
    first, and `seen` who looked at each of these, a bit for each."""

    rest: tuple[int, ...]
    top: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.rest) + len(self.top)

    def look(self, who: int, count: int, pick: Pick) -> Deck:
        """The same pile after `who` has looked at its first cards; chance settles new ones."""
        rest, top, seen = list(self.rest), list(self.top), list(self.seen)
        while len(top) < count and rest:
            card = pick(rest)
            rest.remove(card)
            top.append(card)
            seen.append(0)
        for at in range(min(count, len(top))):
            seen[at] |= 1 << who
        return Deck(tuple(rest), tuple(top), tuple(seen))

    def known_to(self, who: int) -> tuple[int | None, ...]:
        """What `who` knows of the top: a card, or None where only others looked."""
        return tuple(
            [
                card if mask >> who & 1 else None
                for card, mask in zip(self.top, self.seen, strict=True)
            ]
        )

    def draw(self, pick: Pick) -> tuple[int, Deck]:
        """The next card, and what is left."""
        if self.top:
            return self.top[0], Deck(self.rest, self.top[1:], self.seen[1:])
        card = pick(self.rest)
        rest = list(self.rest)
        rest.remove(card)
        return card, Deck(tuple(rest))

    def arranged(self, who: int, cards: Sequence[int]) -> Deck:
        """The same pile, its first cards put in another order by `who`, who has looked at them:
        nobody else knows how they lie."""
        count = len(cards)
        masks = (*[1 << who] * count, *self.seen[count:])
        return Deck(self.rest, (*cards, *self.top[count:]), masks)

    def shuffled(self, more: Sequence[int] = ()) -> Deck:
        """All of it, and what is shuffled in, in an order that nobody knows."""
        return Deck(tuple(sorted((*self.rest, *self.top, *more))))

    def dealt_anew(self, who: int | None, pool: Sequence[int], rng: Random) -> Deck:
        """A pile that `who` cannot tell from this one. `pool` holds as many cards as are unknown
        to them here: whoever calls has mixed these with others that are hidden elsewhere."""
        cards = list(pool)
        rng.shuffle(cards)
        top = tuple(
            [
                card if who is not None and mask >> who & 1 else cards.pop()
                for card, mask in zip(self.top, self.seen, strict=True)
            ]
        )
        return Deck(tuple(sorted(cards)), top, self.seen)

    def unknown_to(self, who: int | None) -> tuple[int, ...]:
        """The cards of the pile whose place `who` does not know."""
        hidden = [
            card
            for card, mask in zip(self.top, self.seen, strict=True)
            if who is None or not mask >> who & 1
        ]
        return tuple(sorted((*self.rest, *hidden)))
