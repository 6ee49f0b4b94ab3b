"""What the council says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core import Seen
from engine.refusing import shown
from engine.tongues import ENGLISH, Count, Field, Listed, Said, opening

if TYPE_CHECKING:
    from tests.contract.council.game import Council

ENGLISH.learn(
    "council",
    REASONS={"points": "most points"},
    PROMPTS={
        "turn": "What do you do?",
        "bidding": "What do you bid?",
        "promising": "You may promise somebody points.",
        "accepting": "You may accept what was promised to you.",
        "vowing": "You may vow a word in secret.",
    },
    REFUSALS=opening(
        {
            "yourself": "That is you.",
            "not_here": "{side} does not sit in this council.",
            "no_road": "No road leads on to {place}.",
            "too_far": "{place} is too far.",
            "twice": "The way has been at {place} already.",
            "where_to": "Walk where to?",
            "not_yours": "You do not hold {card}.",
            "secrets_off": "This council has no secrets.",
            "no_cards": "There is no card.",
            "dared": "You have dared often enough.",
            "ends": "This council ends by itself.",
            "bids": "A bid is 0 to 3.",
            "takes": "It is one, two or three.",
            "no_promise": "{side} has promised you nothing.",
            "nothing_promised": "You have promised nothing.",
        }
    ),
    EVENTS=opening(
        {
            "take": "{side} takes {count}.",
            "throw": "{side} throws {shown}.",
            "dare": "{side} dares, throws {shown} and loses {lost}.",
            "whisper": "{side} whispers to {to}.",
            "whisper.known": "{side} whispers to {to}: {word}.",
            "slip": "{side} slips somebody a word.",
            "slipped": "{side} slips you a word: {word}.",
            "walk": "{side} walks to {path}, toll {toll}.",
            "look": "{side} looks at the pile.",
            "look.known": "{side} looks at the pile: {cards}.",
            "draw": "{side} draws a card.",
            "draw.known": "{side} draws {card}.",
            "show": "{side} shows {card}.",
            "auction": "{side} calls an auction.",
            "bids": "The bids are {bids}; {winner} wins.",
            "vows": "The vows were {vows}.",
            "promise": "{side} promises {to} {count}.",
            "retract": "{side} takes the promise back.",
            "accept": "{side} accepts {count} of {of}.",
            "vow": "You vow {word}.",
            "undo": "{by} takes back.",
            "withdraw": "{by} withdraws an answer.",
        }
    ),
)

PRIVATE = {"whisper": "word", "look": "cards", "draw": "card"}


class Names:
    """What things are called; everybody calls them the same."""

    def __init__(self, game: Council) -> None:
        self.game = game

    def thing(self, domain: str, token: Any) -> Field:
        if isinstance(token, str) and token in self.game.names(domain):
            return self.game.called(domain, token)
        return shown(token)

    def things(self, domain: str, tokens: Sequence[Any]) -> Field:
        return Listed(tuple(self.thing(domain, token) for token in tokens))

    def counted(self, number: int, noun: str) -> Field:
        return Count(number, f"council.NOUNS.{noun}")

    def reason(self, key: str, fields: Mapping[str, Field]) -> Field:
        return Said(f"council.REFUSALS.{key}", fields)


def says(game: Council, seen: Seen) -> Said:
    """One sentence for one event."""
    known = PRIVATE.get(seen.kind)
    key = f"{seen.kind}.known" if known is not None and known in seen.args else seen.kind
    return Said(f"council.EVENTS.{key}", {n: _field(game, v) for n, v in seen.args.items()})


def _field(game: Council, value: Any) -> Field:
    if isinstance(value, (tuple, list)):
        return Listed(tuple(_field(game, item) for item in value))
    if isinstance(value, int):
        return value
    for domain in ("side", "place", "card", "word"):
        if value in game.names(domain):
            return game.called(domain, value)
    return shown(value)
