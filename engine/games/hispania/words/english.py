"""The catalogue: sentences in English, with names put in by `telling` and `refusing`."""

from __future__ import annotations

from typing import Final

REASONS: Final = {
    "won": "has the most victory points",
    "shared": "share the most victory points",
}

STANCES: Final = {
    "ask": "ask me in every battle",
    "hold": "stand and fight without asking",
    "levy": "buy Infantry with gold above the reserve",
    "save": "buy nothing out of turn",
    "fortify": "buy a Castle with gold above the reserve, or else Infantry",
    "collect": "collect income",
    "decline": "decline income",
}

TELL: Final = {
    "turn": "Turn {turn}: {title}, {years}.",
    "sequence": "{nation} plays.",
    "second wave": "{nation} moves and fights a second time.",
    "income": "{nation} collects {gold} gold and has {has}.",
    "tribute": "{nation} receives {gold} gold from its vassal and has {has}.",
    "levied": "{nation} buys {unit} at once; it waits beside the map.",
    "lost gold": "{nation} may keep {has} gold; {gold} is lost.",
    "arrival": "Reinforcements for {nation}: {pieces}.",
    "chief": "{chief} takes command of {nation}.",
    "chief leaves": "{chief} leaves.",
    "chief killed": "{chief} is killed at {place}.",
    "placed": "{nation} places {pieces} at {place}.",
    "bought": "{nation} buys {unit} at {place}; {has} gold is left.",
    "removed": "{nation} loses {pieces} at {place}.",
    "move": "{nation} marches from {start} with {pieces}: {path}{more}.",
    "exit": "{count} of {nation} leave for {to}.",
    "points": "{nation}: {points} points for {why}{halved}.",
    "capital": "{place} is the capital of {nation}.",
    "stance": "{nation}: {how}.",
    "castle": "{nation} builds a free Castle at {place}.",
    "rebuilt": "{nation} gives up {unit} for a Castle at {place}{moved}.",
    "fort": "{nation} raises a Fort at {place}.",
    "battle": "{attacker} attacks {defender} at {place}: {attacking} against {defending}.",
    "round": "Round {round} at {place}: {attacker} rolls {attack} and loses {attack_lost}; "
    "{defender} rolls {defence} and loses {defence_lost}.",
    "aimed": "{nation} aims: {aims}.",
    "parted": "{nation} {parting}.",
    "ruin": "The Castle at {place} is a Ruin.",
    "surrender": "The Castle at {place} surrenders.",
    "sign": "A sign of God for {nation}: the round is rolled again.",
    "retreat": "{nation} retreats from {start} to {to}: {pieces}.",
    "battle over": "The battle of {place} is over; {winner} holds the field.",
    "submitted": "{nation} submits to {lord}.",
    "freed": "{nation} is free of {lord}.",
    "toledo": "Tolède has fallen: the vassals of the WISIGOTH are free.",
    "vanished": "{nation} is gone.",
    "changes": "{nation} becomes {into}.",
    "claims": "{nation} takes {places}.",
    "kept": "{nation} has {pieces} at {place}.",
    "hiring": "{nation} offers EL CID gold for an attack on {place}{only}.",
    "cid answers": "EL CID {answer}.",
    "paid": "{nation} pays EL CID {gold} gold.",
    "trek": "{nation} passes through {place} and loses {lost}.",
    "end": "The game is over. {score}.",
    "edit": "The moderator: {verb} {args}.",
    "warning": "This position breaks the rules: {faults}.",
    "undo": "What happened since was taken back.",
    "withdraw": "An answer was withdrawn.",
}

AIM: Final = "{dice} of {shooter} at {target}"

PARTING: Final = {
    "stay": "stays",
    "hold": "fights to the end",
    "retreat": "gives way",
    "submit": "offers to submit",
}

WHY: Final = {
    "battles": "its battles",
    "provinces": "its provinces",
    "exit": "units that left",
    "viriathus": "the life of Viriathus",
    "all-hispania": "the rule of Hispania",
    "great-emirate": "a Castle rebuilt",
    "castles": "a Castle conquered and rebuilt",
    "valence": "the conquest of Valence",
    "berbers": "a Berber hired",
}

PROMPTS: Final = {
    "orders": "{actor}: buy, place and march, then say done. Gold: {gold}.",
    "orders second": "{actor}: the second movement. March, then say done.",
    "late": "Units still to enter: {late}; those that do not march are lost.",
    "limits": "{actor}: take off what is too many, rebuild Ruins, then go on.",
    "fight": "{actor}: which battle comes next?",
    "aim": "{actor} at {place}: what do your units shoot at?",
    "part": "{actor} at {place} against {enemy}: stay, hold or retreat?",
    "sign": "{actor} at {place}: attack {attack}, defence {defence}. Have it rolled again?",
    "evicted": "{actor} must leave {place}: where to?",
    "hired": "EL CID: {employer} pays for an attack on {place}. Accept?",
    "trek": "{actor}: which three provinces does the whole people cross?",
    "forts": "{actor}: where does the next Fort go? There are {count} left.",
    "garrison": "{actor}: the Castle at {place} surrenders. Which unit garrisons it?",
    "gifts": "{actor}: where does the free Castle go?",
    "claim": "{actor}: choose {count} provinces.",
    "change": "{actor}: what becomes of the units? {count} may stay.",
    "settle": "{actor}: place what the new nation begins with.",
}

HEADING: Final = {
    "turn": "Turn",
    "phase": "Phase",
    "points": "Points",
    "battle": "the battle of {place}",
    "end": "end of the turn",
    "over": "the game is over",
}

TALLIES: Final = {
    "marches": ("move",),
    "purchases": ("bought",),
    "battles": ("battle",),
    "retreats": ("retreat",),
    "Ruins": ("ruin",),
    "submissions": ("submitted",),
    "Chiefs killed": ("chief killed",),
    "changes of nation": ("changes",),
}

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
NOUNS: Final = {
    "unit": ("unit", "units"),
    "province": ("province", "provinces"),
    "die": ("die", "dice"),
}
AMOUNTS: Final = {"gold": "gold", "points": "points"}  # kept in halves

REFUSALS: Final = {
    # of any order
    "unknown_verb": "There is no order {value}.",
    "not_now": "{verb} is not open now. {prompt}",
    "missing": "{verb} is not complete: {slot} is missing.",
    "too_few": "{verb} is not complete with {chosen} as {slot}.",
    "wrong": "{value} cannot stand as {slot} in {verb} here.",
    "wrong_choices": "{value} cannot stand as {slot} in {verb} here; {choices} can.",
    "unreadable": "{slot} of {verb} cannot be read.",
    "no_slots": "{verb} needs nothing more.",
    "order_of_set": "{piece} must be named before {chosen}: units as the book lists them, then "
    "Chiefs.",
    "named_twice": "{piece} is named already.",
    # of many orders
    "not_held": "{place} is not a province of {nation}.",
    "not_there": "{nation} has no {piece} at {place}.",
    "not_so_many_there": "{nation} has only {there} at {place}.",
    "too_dear": "{value} cannot be bought: {gold} gold is there, or no counter or place is left.",
    "no_way": "The way does not lead from {start} to {value}, or it is too far.",
    "diagonal": "Four provinces meet there: there is no way from {start} to {value}.",
    "mountain": "Without a Chief units stop in the mountains of {start}.",
    "enemy": "Enemies at {start} stop those who march; too few would stay behind to hold them.",
    "friends": "{value} belongs to a suzerain or vassal: one may pass but not stay.",
    "too_far": "Nobody there may march so far.",
}
