"""What pictures of the First Crusade say."""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, Field, Said, Tally

PICTURES: Final = {
    "when": "Turn {turn} of {last}, {period}",
    "when.setup": "Before the first turn",
    "weather.fair": "fair weather",
    "weather.rain": "Rain",
    "weather.winter": "Winter",
    "phase.": "",
    "phase.setup": "set-up",
    "phase.diplomacy": "diplomacy",
    "phase.assignment": "assignment of armies",
    "phase.purchase": "purchase of cards",
    "phase.deck": "purchase of cards",
    "phase.operations": "operations",
    "phase.attrition": "attrition",
    "phase.recovery": "recovery",
    "phase.other": "the turn goes on",
    "doing": "{phase}, {weather}",
    "doing.active": "{leader} acts · {phase}, {weather}",
    "doing.heat": "{doing}, heat",
    "nobody": "nobody",
    "Nobody": "Nobody",
    "garrison": "garrison",
    "sp": "SP|SP",
    "knights": "knight|knights",
    "nsp": "NSP|NSP",
    "cards": "card|cards",
    # the board
    "board": "Board of the First Crusade. {when}; {doing}.",
    "strengths": "Strength on the map: {rows}.",
    "strength": "{faction} {sp}",
    "sieges": "Besieged: {rows}.",
    "siege.total": "{place} wholly by {leader}",
    "siege.partial": "{place} partly by {leader}",
    "held": "{faction}: {places}.",
    "held.none": "{faction}: no City or Town.",
    "place": "{place}: {facts}.",
    "of": "held by {faction}",
    "of.nobody": "held by nobody",
    "leads": "{leader} ({faction}) with {sp}",
    "leads.knights": "{leader} ({faction}) with {sp} and {knights}",
    "leads.alone": "{leader} ({faction}) alone",
    "signs": "{leader}, {signs}",
    "without": "{sp} of the {faction} without a leader",
    "stock": "Resources {stock}",
    "points": "Assault Points {points}",
    "besieged.total": "wholly besieged",
    "besieged.partial": "partly besieged",
    "ravaged": "ravaged",
    "recovering": "ravaged, recovering",
    "destroyed": "destroyed by the {faction}",
    "cross": "the True Cross",
    "sign.replaced": "a replacement",
    "sign.independent": "independent",
    "sign.demoralized": "demoralized",
    "sign.ill": "ill",
    "sign.barred": "barred",
    "sign.ravager": "ravager",
    "sign.ardent": "inspired in battle",
    "sign.swift": "inspired on the march",
    "sign.again": "inspired to act again",
    "fleets": "{side} fleet in the sea of {zone}: {nsp}",
    "fleets.laden": "{side} fleet in the sea of {zone}: {nsp}, with {cargo} aboard",
    "fleet.crusader": "Crusader",
    "fleet.egypt": "Egyptian",
    "afloat": "{rows}.",
    "side.crusader": "Crusaders",
    "side.muslim": "Muslims",
    "side.armenian": "Armenians",
    "side.egypt": "Fatimids",
    "lost.dead": "{leader} is dead.",
    "lost.captive": "{leader} is a captive of the {faction}.",
    "drawn": "Drawn: {cards}",
    "drawn.none": "No card is drawn yet",
    "left": "{cards} left in the deck",
    "hands": "Hands: {rows}.",
    "hand.of": "{seat} {cards}",
    "cross.at": "The True Cross: {where}.",
    # sheets
    "hand": "Hand of the {seat}",
    "hand.words": "Hand of the {seat}. {when}: {cards}.",
    "hand.none": "Hand of the {seat}. {when}: no card.",
    "hand.count": "in hand",
    "hold": "may be kept",
    "once": "played at once",
    "nation": "{seat}",
    "figure.sp": "SP",
    "figure.knights": "knights",
    "figure.cities": "Cities",
    "figure.points": "points",
    "figure.bought": "cards bought",
    "figure.marker": "marker",
    "leaders": "Leaders",
    "leader.row": "{leader}: {where}",
    "list": "Objectives: {places}",
    "bought": "Bought: {cards}",
    "captives": "Captives: {leaders}",
    "note": "rank {rank}, {av}/{cv}",
    "faction.words": "{faction}: {sp}, {cities}.",
    "cities": "City|Cities",
    "points.noun": "point|points",
    "row.at": "{place}, {sp}",
    "row.gone": "not on the map",
    "row.dead": "dead",
    "row.captive": "captive",
    # battles
    "battle": "Battle of {place}",
    "battle.near": "Battle of {near} ({place})",
    "siege": "Siege of {place}",
    "attackers": "attackers",
    "defenders": "defenders",
    "battle.words": "Battle of {place}: {attackers} against {defenders}.",
    "siege.words": "Siege of {place} ({kind}): {facts}.",
    "siege.kind.total": "Total",
    "siege.kind.partial": "Partial",
    "siege.needs": "{need} SP are needed; Assault Points {points} of {sdv}; Resources {stock}",
    "in.town": "inside the Town",
    "strength.of": "Strength",
    "walls": "walls",
    "besiegers": "besiegers",
    "inside": "inside",
    # the end
    "end.title": "Victory: {names}",
    "end.reason": "most points · {when}",
    "end.words": "The end of the First Crusade, {when}: {result}.",
    "end.seat": "{seat}: {points}.",
    "end.cities": "Cities",
}

REFUSALS: Final = {
    "leader": "There is no leader {leader} in the First Crusade.",
    "faction": "There is no faction {faction} in the First Crusade.",
    "seat": "There is no seat {seat} in the First Crusade.",
    "card": "There is no card {card} in the First Crusade.",
    "arms": "There are no arms for the faction {faction}.",
    "sheet": "A battle of the First Crusade is drawn as a sheet.",
    "fight": "Nobody fights and nothing is besieged now, so there is no battle to draw.",
    "hand": "Only a seat has a hand.",
}

ENGLISH.learn("crusade", PICTURES=PICTURES, UNDRAWN=REFUSALS)


def say(entry: str, **values: Field) -> Said:
    return Said(f"crusade.PICTURES.{entry}", values)


def undrawn(entry: str, **values: Field) -> Said:
    """Why there is no picture."""
    return Said(f"crusade.UNDRAWN.{entry}", values)


def many(count: int, noun: str) -> Tally:
    """1 knight, 2 knights."""
    return Tally(count, f"crusade.PICTURES.{noun}")
