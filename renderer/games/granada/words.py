"""What pictures of Granada say."""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, Field, Said, Tally

SIDES: Final = ("christian", "muslim")

PICTURES: Final = {
    "when": "{year}, turn {turn}",
    # who
    "people.christian": "Christians",
    "people.muslim": "Muslims",
    "people.grey": "men of Boabdil",
    "side.christian": "Christian",
    "side.muslim": "Muslim",
    "side.grey": "Grey",
    "owner.christian": "christian",
    "owner.muslim": "muslim",
    "title.christian": "The Catholic Monarchs",
    "title.muslim": "The Kingdom of Granada",
    # what
    "blocks": "block|blocks",
    "impacts": "impact|impacts",
    "cards": "card|cards",
    "losses": "loss|losses",
    "cards.none": "no cards",
    "card.none": "no card",
    "copies": "{name} ×{count}",
    "named": "{name} {code}",
    "each": "{what} {count}",
    "sentence": "{Text}.",
    # the board
    "board": "Board of Granada, {when}. {doing}. Points: {score}.",
    "won": "The {people} have won",
    "siege": "Siege of {place}",
    "battle": "Battle of {place}",
    "asked": "{Phase}: the {people} decide",
    "phase.set-up": "set-up",
    "phase.turn order": "turn order",
    "phase.movement": "movement",
    "phase.combat": "combat",
    "phase.reinforcement": "reinforcement",
    "phase.end of turn": "end of turn",
    "phase.bid": "bid",
    "phase.end": "end",
    "meeting": "Both sides stand at {places}.",
    "meeting.place": "{place} ({inside} hold it, {outside} outside)",
    "across": "Held across the border: {places}.",
    "army": "{people}: {blocks} blocks in {places} places, most at {most}.",
    "fleets": "Fleets: {fleets}.",
    "fleet": "{people} {ships} in the {water}",
    "place": "{place}: {facts}.",
    "capital": "capital",
    "resource": "resource",
    "castle": "castle",
    "watchtower": "watchtower",
    "town": "town",
    "held": "held by the {people}",
    "held.nobody": "held by nobody",
    "castle.held": "castle held by the {people}",
    "castle.held.nobody": "castle held by nobody",
    "pile": "{count} of the {people}",
    "pile.known": "{count} of the {people} ({blocks})",
    "pioneers": "pioneers",
    # the panels of the sides
    "panel": "{title}: {figures}.",
    "panel.note": "{title}: {figures}. {note}.",
    "hand": "hand",
    "deck": "deck",
    "recruits": "recruits",
    "bag": "bag",
    "lost": "lost",
    "note.recruits": "recruits {blocks}",
    "note.surrenders": "surrender cards {count}",
    "note.mercenaries": "mercenaries {blocks}",
    "note.guard": "Palace Guard {blocks}",
    "note.grey": "Boabdil's army until {turn}",
    # the muster roll
    "places": "place|places",
    "roll.own": "Your blocks",
    "roll.theirs": "Their blocks that you know",
    "roll.note": "{blocks} in {places}",
    "roll.known": "{blocks} of {all}",
    "roll.recruits": "Recruits",
    "roll.words": "{heading} ({note})",
    "roll.line": "{place}: {blocks} ({count})",
    "roll.line.gone": "{place}: {blocks} ({count}; marched: {gone})",
    "roll.line.all": "{place}: {blocks} ({count}, marched)",
    "roll.line.walls": "{place}: {blocks} ({count}, besieged)",
    "roll.they": "They: {places}.",
    "roll.there": "{place} {count}",
    "roll.there.known": "{place} {count} ({blocks} known)",
    # an order that is being built
    "march.goes": "march",
    "march.stays": "stay",
    "march.lead": "with the leader shown",
    "march.march": "with a forced march: 1 card",
    "march.left": "{activations} left after it",
    "activations": "activation|activations",
    "march.steps": "{steps}",
    "march.steps.lead": "{steps}: a leader must be shown [7.3.4]",
    "march.steps.march": "{steps}: a forced march, one card [7.3.3]",
    "march.steps.both": "{steps}: a leader is shown, and a forced march costs a card [7.3.3]",
    "steps": "step|steps",
    # a hand
    "in hand": "in hand",
    "discards": "discards",
    "they know": "they know",
    "yours": "Your {card}",
    "theirs": "Their {card}",
    "hand.words": "Hand of {title}, {when}: {held}; deck {deck}, discards {discards}.",
    "hand.known": "Known to the opponent: {cards}.",
    "hand.open": "Open beside the board, {side}: {cards}.",
    "bid": "bid {bid}, naval {naval}",
    "arrow": "arrow",
    # the boxes
    "boxes": "Recruits and losses",
    "boxes.words": "Recruits and losses, {when}: {numbers}.",
    "boxes.numbers": "{title} {count} recruits, {bag} in the bag",
    "in the bag": "in the bag",
    "box.recruits": "in the recruitment box",
    "box.mercenaries": "mercenaries, face up",
    "box.guard": "of the Palace Guard",
    "box.lost": "eliminated",
    "box.grey": "lost of Boabdil’s army",
    "heap": "{title}: {count} {what}.",
    "heap.known": "{title}: {count} {what} ({blocks}).",
    # what a card without shields does, in five words
    "card.commander": "any block, or slip away",
    "card.bombardment": "a gun fires; guns return",
    "card.challenge": "their block must prove itself",
    "card.charge": "any horse, with its attack",
    "card.crossbowmen": "any crossbow, with its attack",
    "card.watchtower": "adds 4 impacts in defence",
    "card.mobilization": "total movement for one card",
    "card.captured": "takes Boabdil after a victory",
    "card.broadside": "fleets add 2 or 3",
    "card.sortie": "the besieger loses {impact} impacts",
    "card.papal_bull": "brings Crusaders to your castles",
    "card.surrender": "leave a castle without loss",
}

BATTLES: Final = {
    "subtitle": "{when} · the {people} attack",
    "subtitle.asked": "{when} · the {people} attack · the {asked} decide",
    "attack": "attack",
    "defend": "defend",
    "besieged": "are besieged",
    "line.alone": "{blocks} in the line",
    "line.all": "{blocks}, all in the line",
    "line.some": "{blocks}, {count} in the line",
    "kept.aside": "{count} more stand aside",
    "kept.outside": "{count} more outside",
    "kept.inside": "{count} more inside the castle",
    "kept.known": "{kept} ({blocks})",
    "won": "won",
    "leads": "leads",
    "leads.tied": "leads, tied",
    "assaults": "assaults",
    "initiative": "initiative",
    "finished": "finished",
    "subtitle.from": "{when} · {where} · the {people} came from {places}",
    "where.field": "in the open field",
    "where.castle": "before a castle",
    "where.tower": "at a watchtower",
    "where.siege": "the {people} assault",
    "subtitle.plain": "{when} · {where}",
    "subtitle.governor": "{when} · {where} · {who} holds the castle",
    "verdict.start": (
        "{first} against {second}. The {people} attack and deploy first; at 0 : 0 the {other} win"
    ),
    "verdict.leads": "{People} lead by {by}",
    "verdict.level": "Level: the {people} lead, for a tie is the defender's",
    "verdict.turn": "{leads}. {People} to deploy: with {need} more they lead",
    "verdict.turn.tie": (
        "{leads}. {People} to deploy: with {need} more they lead (a tie is the defender's)"
    ),
    "verdict.waits": "{leads}. {People} need {need} more to lead",
    "verdict.finished": "{leads}. {People} have finished",
    "verdict.won": "The {people} have won: more impacts",
    "verdict.won.tie": "The {people} have won: a tie is the defender's",
    "verdict.price": "{count} impacts cost a block; the loser loses one more",
    "verdict.now": "If it ended now: {one} and retreat; {other}",
    "verdict.now.over": "{One} and retreat; {other}",
    "verdict.lose.none": "{people} lose none",
    "verdict.lose.fire": "{people} lose {count} (for {impacts} impacts)",
    "verdict.lose.defeat": "{people} lose {count} (for the defeat)",
    "verdict.lose.both": "{people} lose {count} ({fire} for {impacts} impacts, 1 for the defeat)",
    "verdict.siege": "{impacts}: {falls} must fall. {more} more and another falls",
    "verdict.siege.none": "{impacts}: nobody falls yet. {more} more and a block falls",
    "verdict.siege.whole": "{total} would take the castle",
    "verdict.siege.all": "{impacts}: the castle falls",
    "verdict.joined": "{one}; {other}",
    "verdict.siege.price": "{count} impacts for each loss; only those inside can lose",
    "verdict.siege.holds": (
        "If it ended now: {people} lose {count} of {all}; the siege goes on. {Other} lose none"
    ),
    "verdict.siege.taken": (
        "If it ended now: {people} lose {count} and the castle. {Other} lose none"
    ),
    "price.sum": "For each loss: {terms} = {total}",
    "price.impacts": "{count} impacts",
    "price.guns": "{sign} {count} guns",
    "price.supply": "{sign} {count} out of supply",
    "price.port": "{sign} {count} port",
    "price.fleet": "{sign} {count} fleet off the port",
    "price": "{count} impacts for each block lost",
    "price.both": "impacts for each block: {each}",
    "price.each": "{count} of the {people}",
    "sum.leader": "leader: {count}",
    "sum.army": "army leader: {count}",
    "sum.horse": "{count} horse",
    "sum.crossbow": "{count} crossbow",
    "sum.gun": "{count} gun",
    "sum.comrades": "{count} comrades",
    "sum.castile": "{count} Castile",
    "sum.aragon": "{count} Aragón",
    "sum.leon": "{count} León",
    "sum.kingdoms": "{count} Kingdoms",
    "sum.andalusies": "{count} Andalusies",
    "sum.bannigas": "{count} Bannigas",
    "sum.sarray": "{count} Sarray",
    "sum.zegries": "{count} Zegries",
    "driven": "driven off",
    "hand": "Your hand",
    "hand.adds": "{block}: {sum}",
    "hand.sum": "{block}: {sum} = {total}",
    "hand.nobody": "nobody for it",
    "hand.other": "no block",
    "heading.cards": "{line}; {cards} in hand",
    "reason.tie": "ties favour the defender",
    "reason": "more impacts",
    "words": "{title}, {when}: the {people} attack.",
    "impacts": "Impacts: {score}; {price}.",
    "assault": "The {people} assault.",
    "acting": "The {people} have the initiative.",
    "done": "Finished: {people}.",
    "victory": "The {people} have won: {reason}.",
    "losses": "Blocks to be lost: {losses}.",
    "leading": "The {people} lead. Lost if it ended now: {costs}.",
    "leading.tied": (
        "The {people} lead, as ties favour the defender. Lost if it ended now: {costs}."
    ),
    "shut in": "The {people} are besieged in the castle.",
    "castle": "The castle is {held}.",
    "castle.card": "The castle is {held}; a Watchtower card has been played.",
    "tower": "The watchtower is {held}.",
    "tower.card": "The watchtower is {held}; a Watchtower card has been played.",
    "held": "in the hands of the {people}",
    "held.nobody": "nobody's",
    "governor": "{who} is here.",
    "party": "The {people}, {blocks}: {parts}.",
    "party.none": "The {people}, {blocks}: none.",
    "deployed": "deployed {blocks}",
    "waiting": "waiting {blocks}",
    "hidden": "{count} hidden",
    "cards": "Cards of the {people}: {cards}.",
}

LEGEND: Final = {
    "title": "WHAT THE SIGNS MEAN",
    "line": "{Sign}: {text}.",
    "places": "Places",
    "beside": "Beside the names",
    "blocks": "Blocks",
    "town": "town",
    "town.text": "in the colour of its holder",
    "tower": "watchtower",
    "tower.text": "Christians ½ point, Muslims 1",
    "castle": "castle",
    "castle.text": "Christians 2 points, Muslims 3",
    "star": "star: resource",
    "star.text": "Christians 1 point, Muslims 1½",
    "ring": "ring: capital",
    "ring.text": "leadership for its side",
    "square": "square in a circle",
    "square.text": "castle and country differ: a siege",
    "road.main": "main road",
    "road.main.text": "one step more if all is red",
    "road.secondary": "secondary road",
    "road.secondary.text": "one step, and no more",
    "road.hybrid": "hybrid road",
    "road.hybrid.text": "main for the Muslims only",
    "shield": "shield",
    "shield.text": "its faction musters here",
    "anchor": "anchor",
    "anchor.text": "port",
    "coins": "coins",
    "coins.text": "mercenaries land (option 11.1)",
    "moon": "crescent",
    "moon.text": "the grey army may appear here",
    "disk": "Z, Y",
    "disk.text": "El Zegri, Sidi Yahya inside",
    "pick": "pick",
    "pick.text": "Pioneers (option 11.7)",
    "ships": "ships",
    "ships.text": "a pip for each block aboard",
    "ring.gilt": "gilt ring",
    "ring.gilt.text": "here it happens",
    "burst": "burst",
    "burst.text": "a battle",
    "plate.christian": "square",
    "plate.christian.text": "5 Christian blocks",
    "plate.muslim": "cut corners",
    "plate.muslim.text": "3 Muslim blocks",
    "plate.grey": "round",
    "plate.grey.text": "Boabdil's grey army",
    "gilt": "gilt edge",
    "gilt.text": "a leader is known to be there",
    "wall": "on a wall",
    "wall.text": "besieged, inside the castle",
    "eye": "eye and 2",
    "eye.text": "you know 2 of the 7",
    "face": "face",
    "face.text": "Castile, 2 shields, horse",
    "arms": "gun, crossbow",
    "arms.text": "special attack, with its card",
    "leaders": "banner, crown",
    "leaders.text": "leader, army leader (2 impacts)",
}

ENDING: Final = {
    "reason": "{why} · {when}",
    "alhambra": "the Alhambra has fallen",
    "monarchs": "Ferdinand and Isabella are lost",
    "equal": "equal points are a Muslim victory",
    "points": "more points at the end",
    "castles": "castles",
    "watchtowers": "watchtowers",
    "resources": "resources",
    "moderator": "moderator",
    "castles.made": "{count} castles at {worth} make {points}",
    "watchtowers.made": "{count} watchtowers at {worth} make {points}",
    "resources.made": "{count} resources at {worth} make {points}",
    "moderator.made": "the moderator's hand {points}",
    "words": "The end, {when}: the {people} have won; {why}.",
    "side": "{people} {points} points: {parts}.",
    "held": "In hand {cards}.",
    "held.side": "{people}: in hand {cards}.",
}

REFUSALS: Final = {
    "card": "There is no card {card} in the {side} deck.",
    "card.kind": "The card {card} is of a kind that cannot be drawn: {kind}.",
    "card.side": "There is no card {card} of the {people} in Granada.",
    "battle.place": "The view has no place {place}, where the battle is.",
    "hidden": "The end is drawn with nothing hidden: from the revealed view.",
    "hand": "A hand is drawn only for the seat that holds it.",
    "roll": "A muster roll is drawn only for the seat whose blocks they are.",
}

ENGLISH.learn(
    "granada",
    PICTURES=PICTURES,
    BATTLES=BATTLES,
    ENDING=ENDING,
    LEGEND=LEGEND,
    UNDRAWN=REFUSALS,
)


def say(entry: str, **values: Field) -> Said:
    return Said(f"granada.PICTURES.{entry}", values)


def fought(entry: str, **values: Field) -> Said:
    """Of a battle or a siege."""
    return Said(f"granada.BATTLES.{entry}", values)


def signed(entry: str, **values: Field) -> Said:
    """Of the legend."""
    return Said(f"granada.LEGEND.{entry}", values)


def ended(entry: str, **values: Field) -> Said:
    return Said(f"granada.ENDING.{entry}", values)


def undrawn(entry: str, **values: Field) -> Said:
    """Why there is no picture."""
    return Said(f"granada.UNDRAWN.{entry}", values)


def many(count: int, noun: str) -> Tally:
    """1 block, 2 blocks."""
    return Tally(count, f"granada.PICTURES.{noun}")


def people(side: str) -> Said:
    return say(f"people.{side}")


def copies(name: Field, count: int) -> Field:
    """Castile ×2; one alone without a figure."""
    return say("copies", name=name, count=count) if count > 1 else name
