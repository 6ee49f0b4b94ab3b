"""What pictures of Cortés say."""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, Field, Said, Tally

PICTURES: Final = {
    "when": "Pair {pair}",
    "when.setup": "Set-up",
    # the legend
    "terrain.clear": "Clear ground",
    "terrain.market": "Market square (clear)",
    "terrain.quagmire": "Quagmire, no entry",
    "terrain.dry_land_city": "Dry Land City",
    "terrain.chinampa_city": "Chinampa City",
    "temple": "Temple Complex",
    "fortress": "Fortress",
    "chapultepec": "Major Fortress",
    "causeway": "Causeway",
    "bridge": "Causeway over water",
    "area": "Area of the lake",
    "closed": "Closed to Aztecs",
    "pile.spanish": "Spanish counters, steps",
    "pile.aztec": "Aztec counters, steps",
    "sacrifice": "Human sacrifice",
    "desecrated": "Temple desecrated",
    "type.infantry": "Infantry",
    "type.cavalry": "Cavalry",
    "type.gunboat": "Gunboat",
    "type.cannon": "Cannon",
    "type.elite": "Elite ally",
    "type.ally": "Regular ally",
    "type.knight": "Knight",
    "type.regular": "Aztec regular",
    "type.leader": "Leader",
    # who and what
    "side.spanish": "Spanish side",
    "side.aztec": "Aztecs",
    "named": "{number} {name}",
    "units": "counter|counters",
    "steps": "step|steps",
    "places": "place|places",
    "rests": "R&R|R&R",
    "figure.points": "loss points",
    "figure.floor": "at least",
    "figure.rests": "R&R",
    "figure.dead": "dead",
    "figure.out": "lost for good",
    "figure.deserters": "deserters",
    "figure.off": "off the map",
    "figure.hand": "to place",
    "figure.map": "on the map",
    "unknown": "unknown|unknown",
    "unit": "{name}",
    "unit.steps": "{name} ({steps})",
    "unit.kind": "{name} (? steps)",
    "unit.many": "{count} {name} ({steps})",
    "unit.many.kind": "{count} {name} (? steps)",
    "unit.many.plain": "{count} {name}",
    # the board
    "board": "Board of Cortés. {when}. {doing}. Loss points {points}, at least {floor}; {rests}.",
    "phase.setup": "Set-up",
    "phase.movement": "{side}: movement",
    "phase.combat": "{side}: combat",
    "phase.declaration": "{side}: another pair or R&R",
    "phase.rest": "R&R",
    "fighting": "Battle at {place}",
    "won": "Victory of the {side}",
    "force": "{side}: {count} in {places}.",
    "force.none": "{side}: nobody on the map.",
    "crowds": "The largest stacks: {stacks}.",
    "crowd": "{place} {side} {count}",
    "leader.at": "{leader} is at {place}.",
    "leader.gone": "{leader} is not on the map.",
    "temple.sacrifice": "Captives are sacrificed at {place}.",
    "temple.desecrated": "The temple at {place} is desecrated.",
    "box": "{box} of the {side}: {units}.",
    "box.dead": "Dead",
    "box.out": "Lost for good",
    "box.deserters": "Deserters",
    "box.off": "Off the map",
    "box.hand": "To place",
    "place": "{place}: {stacks}.",
    "stack": "{side} {units}",
    "stack.led": "{side} {units} with {leader}",
    "stack.leader": "{side} {leader} alone",
    "guns": "{units}, {guns} with a cannon",
    # the city
    "city": "The city of Tenochtitlan. {when}. {doing}.",
    "city.more": "and {count} more",
    "city.none": "Nobody stands in what is shown.",
}

BATTLES: Final = {
    "title": "Battle of {place}",
    "shelling": "Bombardment of {place}",
    "attacks": "attacks",
    "defends": "defends",
    "factors": "factors",
    "lost": "steps lost",
    "thrown": "thrown",
    "hits": "hits",
    "odds": "odds",
    "column": "column",
    "reckoning": "The reckoning",
    "start": "{attack} against {defence}: {odds}",
    "shift": "{what} {columns} [{rule}]",
    "shift.right": "+{columns}",
    "shift.left": "–{columns}",
    "shift.concentric": "Concentric attack",
    "shift.cuauhtemoc": "Cuauhtemoc",
    "shift.cortes": "Cortés",
    "shift.sacrifice": "Human sacrifice",
    "resolved": "resolved at {column}",
    "stands": "Who fights",
    "nobody": "nobody",
    "words": "{title}, {when}. {side} attacks.",
    "reckoned": "{attack} against {defence} is {odds}; {shifts}; resolved at {column}.",
    "no shifts": "no shifts",
    "result": "Thrown {roll}: the attacker loses {ours}, the defender {theirs}.",
    "shelled": "{side}: {count} fired and threw {rolls}: {hits} hits.",
    "dead": "{side} lost {units} for now.",
}

RESTS: Final = {
    "title": "Rest and recovery",
    "number": "R&R {number}",
    "words": "Rest and recovery, {when}. {points} loss points.",
    "desertion": "Desertion",
    "desertion.text": "Thrown {roll}, {modifiers}: {total}. {result}",
    "modifier": "{what} {value}",
    "modifier.none": "no modifiers",
    "modifier.sacrifice": "sacrifice",
    "modifier.raid": "raid",
    "modifier.objection": "objection",
    "modifier.chapultepec": "Chapultepec",
    "deserted": "The regular allies go home.",
    "stayed": "The allies stay.",
    "kept": "Forts kept",
    "kept.fort": "{place} ({units})",
    "encircled": "Encircled",
    "encircled.unit": "{unit} at {place}: thrown {roll}, lost {steps}",
    "replenished": "Steps regained",
    "steps": "steps",
    "back": "Back from the dead",
    "out": "Lost for good",
    "disease": "Disease",
    "disease.none": "Thrown {roll}: no disease.",
    "disease.struck": "Thrown {roll}: the Spanish side loses {spanish}, the Aztecs {aztec}.",
    "nothing": "nothing yet",
    "side": "{side}: {what}.",
    "line": "{head}: {text}",
}

ENDING: Final = {
    "level.holy": "A holy victory of the Spaniards",
    "level.historical": "The historical victory of the Spaniards",
    "level.moral": "A moral victory of the Aztecs",
    "level.cosmological": "A cosmological victory of the Aztecs",
    "won": "Victory of the {side}",
    "reason": "{points} loss points · {when}",
    "rests": "R&R",
    "units": "dead",
    "emperor": "Cuauhtemoc",
    "knights": "knights left",
    "regulars": "regulars left",
    "none": "nobody left",
    "words": "The end of Cortés, {when}: {result}, with {points} loss points.",
    "parts": "Of these {rests} for R&R, {units} for units, {emperor} for Cuauhtemoc.",
    "left": "Of the Aztecs {knights} knights and {regulars} regulars are left.",
}

REFUSALS: Final = {
    "unit": "There is no unit {unit} in Cortés.",
    "side": "There is no side {side} in Cortés.",
    "sheet": "A battle of Cortés is drawn as a sheet.",
    "rest": "There is no R&R to draw.",
}

ENGLISH.learn(
    "cortes", PICTURES=PICTURES, BATTLES=BATTLES, RESTS=RESTS, ENDING=ENDING, UNDRAWN=REFUSALS
)


def say(entry: str, **values: Field) -> Said:
    return Said(f"cortes.PICTURES.{entry}", values)


def fought(entry: str, **values: Field) -> Said:
    return Said(f"cortes.BATTLES.{entry}", values)


def rested(entry: str, **values: Field) -> Said:
    return Said(f"cortes.RESTS.{entry}", values)


def ended(entry: str, **values: Field) -> Said:
    return Said(f"cortes.ENDING.{entry}", values)


def undrawn(entry: str, **values: Field) -> Said:
    """Why there is no picture."""
    return Said(f"cortes.UNDRAWN.{entry}", values)


def many(count: int, noun: str) -> Tally:
    """1 counter, 2 counters."""
    return Tally(count, f"cortes.PICTURES.{noun}")
