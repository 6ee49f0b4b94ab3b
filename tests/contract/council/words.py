"""What the council says."""

from __future__ import annotations

from engine.tongues import opening

CATALOGUE = {
    "REASONS": {"points": "most points"},
    "PROMPTS": {
        "turn": "What do you do?",
        "bidding": "What do you bid?",
        "promising": "You may promise somebody points.",
        "accepting": "You may accept what was promised to you.",
        "vowing": "You may vow a word in secret.",
    },
    "REFUSALS": opening(
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
    "EVENTS": opening(
        {
            "take": "{side} takes {count}.",
            "throw": "{side} throws {shown}.",
            "dare": "{side} dares, throws {shown} and loses {lost}.",
            "whisper": "{side} whispers to {to}.",
            "whisper.word": "{side} whispers to {to}: {word}.",
            "slip": "{side} slips somebody a word.",
            "slipped": "{side} slips you a word: {word}.",
            "walk": "{side} walks to {path}, toll {toll}.",
            "look": "{side} looks at the pile.",
            "look.cards": "{side} looks at the pile: {cards}.",
            "draw": "{side} draws a card.",
            "draw.card": "{side} draws {card}.",
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
}
