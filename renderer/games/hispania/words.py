"""What pictures of Hispania say."""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, Field, Said, Tally

PICTURES: Final = {
    "when": "Turn {turn} of {last}, {years}",
    "when.title": "{when}: {title}",
    # who and what
    "neutral": "neutral WISIGOTH",
    "nobody": "nobody",
    "Nobody": "Nobody",
    "none": "none",
    "ruin": "Ruin",
    "capital": "Capital",
    "chief": "Chief",
    "income": "Income",
    "provinces": "province|provinces",
    "units": "unit|units",
    "hits": "hit|hits",
    "unit.inf": "infantry|infantry",
    "unit.elite": "elite|elites",
    "unit.cav": "cavalry|cavalry",
    "unit.knight": "knight|knights",
    "unit.crusader": "crusader knight|crusader knights",
    "unit.castle": "castle|castles",
    "unit.fort": "fort|forts",
    "unit.berber": "Berber|Berbers",
    "unit.ruin": "ruin|ruins",
    "each": "{what} {count}",
    # the board
    "board": "Board of Hispania. {when}: {title}. {doing}. Points: {score}.",
    "won.one": "{names} has won",
    "won": "{names} have won",
    "battle.round": "Battle of {place}, round {round}",
    "acting": "{nation}: {phase}",
    "phase.": "",
    "phase.turn": "turn",
    "phase.orders": "orders",
    "phase.limits": "limits",
    "phase.battle": "battle",
    "phase.end": "end",
    "asked": "To decide: {who}.",
    "asked.for": "{seat} for {nation}",
    "meeting": "Two nations meet in {places}.",
    "meeting.place": "{place} ({armies})",
    "seat": "{seat}: {nations}.",
    "seat.none": "{seat}: no nation in play.",
    "gold": "gold {gold}",
    "capital.at": "capital {place}",
    "vassal": "vassal of {nation}",
    "free": "Nobody holds {places}.",
    "place": "{place}: {facts}.",
    "signs": "The sign of God is left to {seats}.",
    "army": "{nation} {force}",
    "capital.of": "capital of {nation}",
    "a ruin": "a ruin",
    "ruin.of": "a ruin of {nation}",
    # the sheet of nations
    "nations": "The nations of {seat}",
    "points": "points",
    "figure.gold": "gold",
    "figure.keep": "may keep",
    "figure.income": "income",
    "figure.provinces": "provinces",
    "figure.units": "units",
    "of": "of {limit}",
    "units.here": "Units on the map, of those it has",
    "where": "Where it stands",
    "where.nowhere": "nowhere",
    "where.place": "{place} ({units})",
    "chiefs": "Chiefs",
    "chief.in": "{chief} in {place}",
    "besides": "Besides",
    "suzerain": "suzerain of {nations}",
    "waiting": "to be placed: {units}",
    "stance": "instruction: {stance}",
    "sheet": "Hispania. {when}: {title}.",
    "nation": (
        "{nation}, played by {seat}: gold {gold} (may keep {keep}), income {income}, {provinces}, "
        "{units}, points {points}."
    ),
    "nation.vassal": "Vassal of {nation}.",
    "note": "{head}: {text}.",
}

BATTLES: Final = {
    "title": "Battle of {place}",
    "round": "round {round}",
    "mountains": "mountains",
    "zeal": "zeal",
    "paid": "paid by {nation}",
    "fighting": "Fighting",
    "lost": "Lost in the last round",
    "rolled": "Rolled in the last round",
    "hurt": "{units} hit once",
    "walls": "walls: {hits} of 3",
    "attacks": "attacks",
    "attacks.asked": "attacks, decides",
    "defends": "defends",
    "defends.asked": "defends, decides",
    "words": "Battle of {place}, {when}, {round}.",
    "attacking": "{nation} attacks with {force}.",
    "defending": "{nation} defends with {force}.",
    "nothing": "nothing",
    "dice": "It rolled {dice}.",
    "losses": "It lost {units}.",
    "wounded": "Hit once: {units}.",
    "dented": "Its walls have taken {hits}.",
    "asked": "To decide: {nations}.",
    "held": "{place} is held by {nation}.",
}

ENDING: Final = {
    "won.one": "{names} has won",
    "won": "{names} share the victory",
    "reason": "most points at the end · {when}",
    "others": "others",
    "start": "at the start",
    "start.points": "at the start {points}",
    "none": "no points",
    "words": "The end of Hispania, {when}: {result}.",
    "seat": "{seat} {points} points: {parts}.",
}

LEGEND: Final = {
    "title": "WHAT THE SIGNS MEAN",
    "line": "{Sign}: {text}.",
    "line.alone": "{Sign}.",
    "units": "Units",
    "names": "Below the names",
    "land": "Counters and land",
    "ring": "ring",
    "ring.text": "so many units may stay",
    "peak": "mountain",
    "peak.text": "the same, in the mountains",
    "coin": "coin",
    "coin.text": "income of the province",
    "star": "star",
    "star.text": "a capital: one unit more may stay",
    "ruin": "broken walls",
    "ruin.text": "a ruin, to be built again",
    "anchor": "anchor",
    "anchor.text": "a port; struck out: none",
    "chief": "name on gold",
    "chief.text": "a Chief",
    "seat.cut": "cut corners",
    "seat.cut.text": "of Purple; arms of the nation",
    "seat.round": "round",
    "seat.round.text": "of Green",
    "seat.pointed": "pointed",
    "seat.pointed.text": "of Blue",
    "seat.square": "square",
    "seat.square.text": "of Red",
    "gilt": "gilt edge",
    "gilt.text": "a Chief leads them",
    "hatch": "hatching",
    "hatch.text": "land of a nation: see the roll",
}

REFUSALS: Final = {
    "nation": "There is no nation {nation} in Hispania.",
    "chief": "There is no Chief {chief} in Hispania.",
    "seat": "There is no seat {seat} in Hispania.",
    "arms": "There are no arms for the nation {nation}.",
    "sheet": "A battle of Hispania is drawn as a sheet.",
}

ENGLISH.learn(
    "hispania",
    PICTURES=PICTURES,
    BATTLES=BATTLES,
    ENDING=ENDING,
    LEGEND=LEGEND,
    UNDRAWN=REFUSALS,
)


def say(entry: str, **values: Field) -> Said:
    return Said(f"hispania.PICTURES.{entry}", values)


def fought(entry: str, **values: Field) -> Said:
    return Said(f"hispania.BATTLES.{entry}", values)


def signed(entry: str, **values: Field) -> Said:
    """Of the legend."""
    return Said(f"hispania.LEGEND.{entry}", values)


def ended(entry: str, **values: Field) -> Said:
    return Said(f"hispania.ENDING.{entry}", values)


def undrawn(entry: str, **values: Field) -> Said:
    """Why there is no picture."""
    return Said(f"hispania.UNDRAWN.{entry}", values)


def many(count: int, noun: str) -> Tally:
    """1 province, 2 provinces."""
    return Tally(count, f"hispania.PICTURES.{noun}")
