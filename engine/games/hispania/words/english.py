"""The catalogue: sentences in English; `telling`, `heading` and the refusals give the values."""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, opening

REASONS: Final = {
    "won": "has the most victory points",
    "shared": "have the most victory points",
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

NAMES: Final = {  # of what no data file names
    "nation.neutral": "neutral WISIGOTH",
    "flag.capital": "capital",
    "switch.on": "on",
    "switch.off": "off",
    "label.attack": "the attacker’s die",
    "label.defence": "the defender’s die",
    **{f"stance.{how}": words for how, words in STANCES.items()},
}

PARTS: Final = {  # values of fields
    "nobody": "nobody",
    "nothing": "nothing",
    "several": "{number} {thing}",
    "river": "{kind} from across the river",
    "aim": "{dice} of {shooter} at {target}",
    "joined": "; {pieces} join at {place}",
    "left": "; {pieces} stay at {place}",
    "halved": ", half of them as a vassal",
    "moved": ", moved from {place}",
    "only": ", only against {pieces}",
    "score": "{side} {points}",
}

EVENTS: Final = {
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
    "move": "{nation} marches from {start} with {pieces}: {path}{joined}{left}.",
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
    "parted.stay": "{nation} stays.",
    "parted.hold": "{nation} fights to the end.",
    "parted.retreat": "{nation} gives way.",
    "parted.submit": "{nation} offers to submit.",
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
    "cid answers.yes": "EL CID accepts.",
    "cid answers.no": "EL CID refuses.",
    "paid": "{nation} pays EL CID {gold} gold.",
    "trek": "{nation} passes through {place} and loses {lost}.",
    "end": "The game is over. {score}.",
    "edit": "The moderator: {verb} {args}.",
    "warning": "This position breaks the rules: {faults}.",
    "undo": "What happened since was taken back.",
    "withdraw": "An answer was withdrawn.",
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
    "orders late": "{question} Units still to enter: {late}; those that do not march are lost.",
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
    "edit": "What shall be changed?",
}

HEADING: Final = {
    "turn": "Turn",
    "phase": "Phase",
    "points": "Points",
    "turn of": "{turn} / {last}: {title}, {years}",
    "phase of": "{nation}: {phase}",
    "score": "{side} {points}",
    "battle": "the battle of {place}",
    "end": "end of the turn",
    "over": "the game is over",
}

PHASES: Final = {
    "": "",
    "turn": "turn",
    "orders": "orders",
    "limits": "limits",
    "battle": "battle",
    "end": "end",
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

REFUSALS: Final = {
    "unknown verb": "There is no order {value}.",
    "not now": "{verb} is not open now. {prompt}",
    "missing": "{verb} is not complete: {slot} is missing.",
    "too few": "{verb} is not complete with {chosen} as {slot}.",
    "wrong": "{value} cannot stand as {slot} in {verb} here.",
    "wrong choices": "{value} cannot stand as {slot} in {verb} here; {choices} can.",
    "unreadable": "{slot} of {verb} cannot be read.",
    "no slots": "{verb} needs nothing more.",
    "too dear": "{value} cannot be bought: {gold} gold is there, or no counter or place is left.",
    "no way": "The way does not lead from {start} to {value}, or it is too far.",
    "diagonal": "Four provinces meet there: there is no way from {start} to {value}.",
    "mountain": "Without a Chief units stop in the mountains of {start}.",
    "enemy": "Enemies at {start} stop those who march; too few would stay behind to hold them.",
    "friends": "{value} belongs to a suzerain or vassal: one may pass but not stay.",
    "too far": "Nobody there may march so far.",
}

ENGLISH.learn(
    "hispania",
    REASONS=REASONS,
    NAMES=NAMES,
    PARTS=PARTS,
    EVENTS=EVENTS,
    WHY=WHY,
    PROMPTS=PROMPTS,
    HEADING=HEADING,
    PHASES=PHASES,
    REFUSALS=opening(REFUSALS),
)
