"""Order text <-> Action: one grammar for every game and every front end.

    move Cordoba C3 C2 2A1 > Ecija -2A1 > Osuna march Aragon

An order is a verb and its slots. Bare slots stand first, in the verb's own order; the others are
found by their marks, in any order: `>` before every step of a road or a goal, a word (`march`,
`load`), `=`, the name of a flag (`land`), and `-` or `+` behind the step where blocks are left or
taken up. A road that visits a place twice cannot say which visit is meant: it is the first.

Writing is strict: an action has one text. Reading forgives (case, accents, hyphens, short names),
but it never guesses between two things a person could mean, and it never chooses a card or a
block by itself. Everything that is read is read against the open decision, so a refusal says
only what the decision's own levels, the game's public names and the game's own refusals say.

What a game must keep to, so that its text parses back: tokens have no `;#>,=`, no `:` at their
end, and no sign before them where the verb knows that sign; of tokens `A1` and `2A1` a domain
has one at most; no two bare sets of one domain stand side by side; a sign's place and blocks
come behind the path in the verb.

`grammar` is the shape of orders and writes them, `names` knows what a game calls its things,
`draft` cuts an order at its marks, `reader` understands it, `seeker` looks for suggestions, and
`examples` shows what can be answered.
"""

from __future__ import annotations

from engine.core import Action, Decision, Game, Illegal
from engine.text.draft import Refused
from engine.text.grammar import fold, split, write
from engine.text.reader import known, understand, verb_of
from engine.text.seeker import orders_near
from engine.tongues import ENGLISH, Tongue

__all__ = ["fold", "nearest", "read", "split", "verb_of", "write"]


def read(game: Game, decision: Decision, text: str, tongue: Tongue = ENGLISH) -> Action:
    """The action that `text` means as an answer to `decision`; raises `Illegal`.

    Words and names may be those of a tongue; English is always read too.
    """
    try:
        return understand(game, decision, text, tongue)
    except Refused as refused:
        near = orders_near(game, decision, refused.wanted, 3, tongue)
        raise Illegal(refused.said, refused.rule, near) from None


def nearest(
    game: Game,
    decision: Decision,
    order: Action | str,
    most: int = 3,
    tongue: Tongue = ENGLISH,
) -> tuple[str, ...]:
    """Up to `most` legal orders near a refused one; the order itself if it is legal.

    First the same verb, with as much of the order as can stand; if nothing of it can, the other
    orders that the question allows. The work is bounded, and nothing in it is chance.
    """
    if isinstance(order, str):
        try:
            action = understand(game, decision, order, tongue)
            return (write(known(game, decision), action, tongue),)
        except Refused as refused:
            return orders_near(game, decision, refused.wanted, most, tongue)
    return orders_near(game, decision, tuple(order), most, tongue)
