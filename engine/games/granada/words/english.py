"""The catalogue: every sentence that Granada says, in English.

Sides are named in the plural ("the Christians march", "you march"), so that one sentence serves
every reader. The fields are values that `telling`, `heading` and the refusals give; a tongue words
them. A field with a capital begins a sentence.
"""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, opening

# -- small words ---------------------------------------------------------------------------------

SIDES: Final = {
    "christian": "the Christians", "muslim": "the Muslims", "grey": "the grey forces",
    "moderator": "the moderator", "nobody": "nobody", "you": "you",
}  # fmt: skip
WHOSE: Final = {  # before a noun
    "christian": "the Christians'", "muslim": "the Muslims'", "grey": "the grey forces'",
    "moderator": "the moderator's", "nobody": "nobody's", "you": "your",
}  # fmt: skip
THEIR: Final = {side: "your" if side == "you" else "their" for side in SIDES}  # refers back
TITLES: Final = {"christian": "Christians", "muslim": "Muslims", "moderator": "Moderator"}
ADJECTIVES: Final = {"christian": "Christian", "muslim": "Muslim"}

# the head of a card: where the game stands
HEADING: Final = {
    "turn": "Turn", "phase": "Phase", "points": "Points",
    "turn of": "{year} {turn} ({number} / {turns})",
    "battle": "battle of {place}", "siege": "siege of {place}",
    "phase of": "{side}: {phase}", "score": "{side} {points}",
}  # fmt: skip
PHASES: Final = {
    "set-up": "set-up", "turn order": "turn order", "movement": "movement", "combat": "combat",
    "reinforcement": "reinforcement", "end of turn": "end of turn",
    "bid": "bid", "end": "end",
}  # fmt: skip

NOUNS: Final = {
    "block": "block|blocks",
    "card": "card|cards",
    "fleet": "fleet|fleets",
    "place": "place|places",
    "zone": "sea zone|sea zones",
    "impact": "impact|impacts",
    "tile": "Pioneers tile|Pioneers tiles",
    "activation": "activation|activations",
    "battle": "battle|battles",
}

NAMES: Final = {  # of what no data file names
    "side.christian": "Christian", "side.muslim": "Muslim",
    "owner.christian": "Christian", "owner.muslim": "Muslim", "owner.nobody": "Nobody",
    "army.white": "the white army", "army.grey": "the grey army",
    "ship.F": "fleet", "flag.land": "land",
}  # fmt: skip
PARTS: Final = {
    "cargo": "fleet ({blocks})",
    "on": "on", "off": "off",
}  # fmt: skip

PILES: Final = {
    "deck": "into the draw pile", "discards": "into the discards", "out": "out of the game",
}  # fmt: skip

TALLIES: Final = {
    "battles": ("battle",), "sieges": ("inside", "siege"), "assaults": ("assault",),
    "sea fights": ("sea_battle",), "musters": ("muster",), "captures": ("captured", "capture"),
}  # fmt: skip

REASONS: Final = {
    "alhambra": "the Alhambra has fallen",
    "monarchs": "both Ferdinand and Isabella have been eliminated",
    "points": "victory points at the end of 1491-1492",
}


# -- what happened -------------------------------------------------------------------------------
# A key may carry a variant after a dot; a key with a plus is a part, the value of a field.

EVENTS: Final = {
    # the sequence of play
    "set_up": "{Side} draw {force} at random for {place}.",
    "year": "The year {year} begins.",
    "turn": "Turn {turn} of {year}: {first} move first.",
    "phase.movement": "{Whose} Movement Phase begins.",
    "phase.combat": "{Whose} Combat Phase begins.",
    "phase.reinforcement": "The Reinforcement Step begins.",
    "bids": "The bids are shown: Christian {christian}, Muslim {muslim}.",
    "bids+card": "{card} ({number})",
    "bids+none": "no card",
    "coin": "The bids are equal, and the toss of a coin favours {side}.",
    "first": "{By} decide that {side} move first this year.",
    "first.self": "{By} decide to move first this year.",
    "draw": "{Side} draw {cards}.",
    "draw.drawn": "{Side} draw {cards}: {drawn}.",
    "reshuffle": "{Whose} discards are shuffled into a new draw pile of {cards}.",
    "put_away": "{Side} put the card {card} out of the game.",
    "recruits": "{Side} draw {count} from {their} bag into the recruitment box.",
    "recruits.blocks": "{Side} draw {count} from {their} bag into the recruitment box: {blocks}.",
    "discard": "{Side} discard {cards}.",
    "hire": "{Side} pay {cards} and hire Mercenaries at {place}.",
    "bull": "The Papal Bull is read: Crusaders arrive at {places}.",
    "points": "Victory points: Christians {christian}, Muslims {muslim}.",
    "over": "The game is over. {Winner} win: {reason}.",
    # movement
    "mobilize": "{Side} play General Mobilization.",
    "buy.rest": "{Side} move nothing this turn.",
    "buy.rest.cards": "{Side} move nothing this turn and change {cards}.",
    "buy.minimal": "{Side} pay nothing for a minimal movement.",
    "buy.limited": "{Side} pay {cards} for a limited movement.",
    "buy.total": "{Side} have total movement without paying for it.",
    "buy.total.cards": "{Side} pay {cards} for a total movement.",
    "done": "{Side} end {their} Movement Phase.",
    "guard": "{Side} give up {cards}, and {block} comes to Granada from the box.",
    "sally": "{Side} make {their} blocks at {place} ready to come out of the castle.",
    "declare": "{Side} declare {leaders} at {place} to lead the march.",
    "force_march": "{Side} pay {cards} for a force march.",
    "march": "{Side} march {force} from {from} {road}{drop}{pick}{forced}{tiles}.",
    "march+drop": ", leaving {dropped} at {drop_at}",
    "march+pick": ", taking up {picked} at {pick_at}",
    "march+forced": ", by force march",
    "march+tiles": ", with {pioneers}",
    "road+": "to {goal}",
    "road+by": "to {goal} by way of {stops}",
    "muster": "{Side} muster {force} at {place}.",
    "muster.faction": "{Side} show and muster {force} at {place}.",
    "launch": "{Side} muster a fleet in the {zone}.",
    "overrun": "{Side} overrun the enemy at {place}.",
    "control": "{Owner} now control {place}.",
    "control.nobody": "Nobody controls {place} any more.",
    "castle": "{Owner} now hold the castle of {place}.",
    "castle.nobody": "Nobody holds the castle of {place} any more.",
    "eliminated": "{Side} lose {blocks} at {place}.",
    "eliminated.overrun": "{Side} lose {blocks}, overrun at {place}.",
    "eliminated.sea": "{Side} lose {blocks}, sunk in the {place}.",
    "eliminated.drowned": "{Side} lose {blocks}, who went down with their ship in the {place}.",
    "eliminated.abandoned": "{Side} leave {blocks} behind at {place}; they are lost.",
    "eliminated.no retreat": "{Side} lose {blocks}, who cannot retreat from {place}.",
    # at sea
    "sail": "{Side} get {ships} under way in the {zone}.",
    "enter": "{Whose} ships enter the {zone}.",
    "embark": "{Side} put {force} aboard at {place}.",
    "land": "{Side} land {force} at {place}.",
    "sighting": "In the {zone} {side} draw a Naval card: {card}.",
    "sighting+quiet": "Quiet Crossing",
    "sighting+christian": "Naval Battle, with the Christian coat of arms",
    "sighting+muslim": "Naval Battle, with the Muslim coat of arms",
    "broadsides": "Cards played in the {zone}: Christian {christian}, Muslim {muslim}.",
    "broadsides+card": "{card} ({number})",
    "broadsides+arrow": "{card} (arrow)",
    "broadsides+none": "no card",
    "sea_battle": "The numbers are equal; {winner} win the battle in the {zone} by the coat of "
                  "arms, and {sunk} of the enemy must sink.",
    "sea_battle.difference": "{Winner} win the battle in the {zone} by {difference}; {sunk} of the "
                             "enemy must sink.",
    "evaded": "{Whose} fleets evade from the {from} to the {zone}.",
    # battles
    "battle": "{Attacker} give battle at {place}: {christian} Christian against {muslim} Muslim.",
    "guard_appears": "The Palace Guard joins the defence of Granada: {blocks}.",
    "stay": "{Side} stay inside the castle of {place}, and nobody gives battle.",
    "stand": "{Side} stand in the open field at {place}.",
    "inside": "{Side} stay inside the castle of {place} with {force}.",
    "commander": "{Side} play a Commander and leave {place} before the battle, {road}.",
    "surrender": "{Side} surrender the castle of {place} and march out {road}.",
    "army.white": "{Side} let the white army fight.",
    "army.grey": "{Side} let the grey army fight.",
    "deploy": "{Side} deploy {blocks} without a card for {impacts}. {score}",
    "deploy.card": "{Side} deploy {blocks} with {card} for {impacts}. {score}",
    "score": "Christians {christian}, Muslims {muslim}.",
    "watchtower": "{Side} play a Watchtower for four impacts. {score}",
    "broadside": "{Whose} fleets bombard the shore for {impacts}. {score}",
    "broadside.against": "{Whose} fleets bombard the besiegers and take away {impacts}. {score}",
    "finish": "{Side} deploy no more.",
    "challenge": "{Side} challenge the morale of the enemy.",
    "refute": "{Side} show {card} and refute the challenge.",
    "morale": "{Whose} {blocks} lose heart and count for nothing. {score}",
    "field_result": "{Winner} win the field at {place}. {score}",
    "losses": "{Side} lose no block.",
    "losses.count": "{Side} must lose {count}.",
    "captive_card": "{Side} play Boabdil Is Captured.",
    "retreat": "{Side} retreat from {place}.",
    "retreat.ways": "{Side} retreat from {place}, {ways}.",
    "retreat+kept": "{kept} into the castle",
    "retreat+to": "{force} to {to}",
    "retreat+lost": "{force} with nowhere to go",
    "retreat+grey": "the grey army to {grey}",
    "retreat+castle": "the grey army into the castle",
    # sieges
    "assault": "{Side} assault the castle of {place}.",
    "hold": "{Side} keep the siege of {place} without an assault.",
    "pioneers": "Pioneers at {place} add one impact.",
    "pioneers_lost": "The Pioneers at {place} are lost.",
    "gun_back": "{Side} bring {block} back to {place}.",
    "sortie": "{Side} make a sortie ({card}): {impacts} off the assault.",
    "siege_result": "The assault on {place} comes to {impacts} against a need of {needed} for each "
                    "loss: {losses} lost.",
    "disk_lost": "{disk} falls at {place}.",
    # Boabdil
    "captured": "Boabdil is captured for the {times} time.",
    "captured.last": "Boabdil is captured for the {times} time and leaves the game.",
    "grey_waits": "No town is free for the grey army; it waits.",
    "camp": "The grey army takes the field at {place} with {count}.",
    "alliance_ends": "The alliance with Boabdil ends; the grey army goes back into its box.",
    "boabdil_returns": "Boabdil returns to the Muslims at {place}.",
    # the match's own, and the moderator's
    "undo": "Play was taken back to before order {to} by {by}.",
    "withdraw": "An answer was withdrawn by {by}.",
    "edit": "The moderator changed the position.",
    "edit.clear": "The moderator cleared the map and the hands.",
    "edit.place": "The moderator put {whose} {force} at {place}.",
    "edit.remove": "The moderator took {whose} {force} at {place} aside.",
    "edit.eliminate": "The moderator eliminated {whose} {force} at {place}.",
    "edit.shift": "The moderator moved {whose} {force} from {place} to {to}.",
    "edit.reveal": "The moderator revealed {whose} blocks at {place}: {blocks}.",
    "edit.hide": "The moderator made {whose} blocks at {place} unknown again.",
    "edit.fresh": "The moderator let {whose} blocks at {place} move again.",
    "edit.recruit": "The moderator put {force} into {whose} recruitment box.",
    "edit.fleet": "The moderator put one of {whose} fleets into the {zone}.",
    "edit.fleet.count": "The moderator put one of {whose} fleets into the {zone}, with {force} "
                        "aboard.",
    "edit.scuttle": "The moderator took {whose} fleets in the {zone} aside.",
    "edit.control": "The moderator gave {place} to {owner}.",
    "edit.castle": "The moderator gave the castle of {place} to {owner}.",
    "edit.disk": "The moderator changed the disk at {place}: {there}.",
    "edit.hand": "The moderator set {whose} hand: {paper}.",
    "edit.give": "The moderator gave {paper} to {side}.",
    "edit.take": "The moderator took {paper} from {side}.",
    "edit.pile": "The moderator put {whose} {paper} {pile}.",
    "edit.surrenders": "The moderator set {whose} Castle Surrender cards to {number}.",
    "edit.turn": "The moderator set the turn to {turn}.",
    "edit.starts": "The moderator decided that {side} move first this year.",
    "edit.phase": "The moderator went to the phase: {phase}.",
    "edit.phase.side": "The moderator went to {whose} phase: {phase}.",
    "edit.score": "The moderator changed {whose} victory points by {number}.",
    "edit.captures": "The moderator set the captures of Boabdil to {number}.",
    "edit.grey": "The moderator put the grey army into its box.",
    "edit.grey.place": "The moderator put the grey army at {place}.",
    "edit.pioneer": "The moderator set the Pioneers tiles at {place} to {number}.",
    "edit.force": "The moderator forced the next result of a draw ({label}).",
    "edit.unforce": "The moderator let chance run free again.",
    "warning": "As it stands the position is not sound.",
}  # fmt: skip

# -- what is asked -------------------------------------------------------------------------------

PROMPTS: Final = {
    "draw": "name the place for which random blocks are drawn next",
    "bid": "bid a card with a number for the turn order",
    "first": "say who moves first this year",
    "discard": "choose {number} to discard, half of your hand",
    "hire": "hire a Mercenaries block with a trumpet card, or pass",
    "bull": "read the Papal Bull and name the castles for the Crusaders, or pass",
    "buy": "choose how much movement to pay for: rest, minimal, limited or total",
    "order": "give the next order, or say that you are done",
    "order.left": "give the next order ({left} left), or say that you are done",
    "order.total": "give the next order (total movement), or say that you are done",
    "voyage": "sail on, land or anchor after the encounter in the {zone}",
    "engage": "play a card with a naval icon for the battle in the {zone}; the {arms} coat of "
              "arms wins ties",
    "sink": "choose {number} to be sunk in the {zone}",
    "haven": "choose the adjacent zone to which your fleets evade from the {zone}",
    "designate": "name the place of the next battle",
    "sally": "come out of the castle of {place} to fight, or stay inside",
    "withdraw": "stand at {place}, go inside your castle, or leave before the battle",
    "army": "say whether the white or the grey army fights at {place}",
    "deploy": "deploy at {place} or declare yourself finished ({score})",
    "challenge": "challenge the morale of {blocks} at {place} (worth {gained}), or pass",
    "refute": "show a card that refutes the challenge to {blocks} at {place}, or yield",
    "lose": "choose {number} to lose at {place}",
    "retreat": "choose where to retreat from {place}",
    "captive": "play Boabdil Is Captured, or pass",
    "assault": "assault the castle of {place}, or keep the siege without an assault",
    "storm": "deploy against the castle of {place} ({impacts} so far, {needed} for a loss)",
    "react": "answer the assault on {place} ({impacts}, {needed} for a loss), or pass",
    "camp": "choose the town marked B where the grey army appears",
    "return": "choose the place of yours where Boabdil returns",
    "edit": "change the position",
    "?": "answer the question",
    "+score": "Christians {christian}, Muslims {muslim}",
}  # fmt: skip
PROMPT: Final = {"rule": "{seat}: {what}. [{rule}]", "plain": "{seat}: {what}."}

# -- why not -------------------------------------------------------------------------------------

SLOTS: Final = {
    "place": "the place", "at": "the place", "from": "the start", "to": "the goal",
    "blocks": "the blocks", "block": "the block", "card": "the card", "cards": "the cards",
    "side": "the side", "zone": "the sea zone", "ships": "the fleets", "army": "the army",
    "path": "the way", "faction": "the faction", "grey": "the goal of the grey army",
    "drop_at": "the place where blocks are left", "drop": "those who are left on the way",
    "pick_at": "the place where blocks are taken up", "pick": "those who join on the way",
    "lead": "the leader", "march": "the card for a force march",
    "load": "those who go aboard the first ship", "also": "those who go aboard the second ship",
    "land": "the landing", "fleet": "the zone where a fleet musters",
    "keep": "those who go into the castle", "raise": "the guns that come back",
    "pioneers": "the number of Pioneers tiles",
    "owner": "the owner", "number": "the number", "turn": "the turn", "phase": "the phase",
    "pile": "the pile", "label": "the chance draw", "result": "the result", "there": "yes or no",
}  # fmt: skip

REFUSALS: Final = {
    # of any order
    "not_now": "The order {verb} is not open now: you are asked to {what}.",
    "order_of_set": "{Value} must stand before {chosen}: a set is written in its own order.",
    # cards
    "not_in_hand": "You have no {card} card in your hand.",
    "not_so_many": "You do not have {cards} in your hand.",
    "enemy_card": "{card} is not a card of yours.",
    "bid_no_number": "{card} has no bid number, so it cannot be bid.",
    "bid_needed": "You hold a card with a bid number, so you must bid one.",
    "no_naval_icon": "{card} has no naval icon, so it cannot be played in a battle at sea.",
    "naval_needed": "You hold a card with a naval icon, so you must play one.",
    "discard_number": "You must discard {number}, half of your hand: neither more nor fewer.",
    "two_cards": "Total movement costs two cards: neither more nor fewer.",
    "no_card_to_pay": "You have no card to pay for a limited movement.",
    "no_cards_to_pay": "Total movement costs two cards, and you hold {cards}.",
    "no_mobilization": "You do not hold General Mobilization.",
    # activations
    "no_movement_bought": "You chose to move nothing this turn, so there is nothing to {verb}.",
    "no_activation": "You have no activation left; only blocks at {origin} may still march.",
    "no_activation_at_all": "You have no activation left this turn.",
    "already_left": "The moves from {place} are complete: you have gone on to another place.",
    "nothing_can_march": "None of your blocks can march now.",
    # marching
    "nobody_there": "You have no blocks at {place}.",
    "besieged": "Your blocks at {place} are besieged and cannot leave.",
    "all_moved": "Your blocks at {place} have all moved or mustered already this turn.",
    "has_moved": "{Block} at {place} has moved or mustered already this turn.",
    "have_moved": "Only {ready} at {place} can still move: the others have moved already this "
                  "turn.",
    "not_there": "You have no {block} at {place}.",
    "not_so_many_there": "You have only {there} at {place}.",
    "enemy_block": "{Block} is not a block of yours.",
    "stack_too_large": "At most {most} can leave {place} together: a larger stack could not move "
                       "a single place.",
    "nothing_chosen": "Say which blocks march.",
    "grey_together": "The grey army moves all together and with nobody else.",
    "grey_too_soon": "The grey army cannot march in the turn of the capture.",
    "grey_has_moved": "The grey army has moved already this turn.",
    "roads_used": "Every road out of {place} has been used by blocks from there this turn.",
    "guard_stuck": "The Palace Guard stays in Granada or next to it, and no road from {place} "
                   "leads there.",
    "no_road": "No road joins {here} and {there}.",
    "road_used": "Blocks from {origin} have used the road between {here} and {there} already this "
                 "turn.",
    "enemy_stops": "The enemy at {here} stops the march: go no further than {here}.",
    "guard_strays": "The Palace Guard cannot go to {there}: it stays in Granada or next to it.",
    "too_far": "{There} is too far: {stack} from {origin} can go {far}{main}, with {bonuses}.",
    "too_far_large": "{There} is too far: {stack} from {origin} can go {far}{main}, with "
                     "{bonuses}, and the size of the stack costs {penalty}.",
    "+main": ", or {far} along main roads only",
    "+leadership": "leadership",
    "+card": "a force march",
    "+no_bonus": "neither leadership nor a card for a force march",
    "drop_grey": "The grey army stays together: it leaves nobody on the way.",
    "drop_one": "One block cannot be divided: nobody can be left on the way.",
    "drop_end": "Blocks can be left only on the way, not where the march begins or ends.",
    "drop_not_passed": "The march does not pass through {there}.",
    "drop_unpaid": "Nobody can be left at {there}: a force march covers only those who begin and "
                   "end together, and an enemy may stop the rest.",
    "drop_too_many": "No more can be left at {there}: somebody must march on, far enough and "
                     "strong enough.",
    "drop_not_marching": "No more {block} marches in this stack.",
    "pick_grey": "The grey army takes up nobody on the way.",
    "pick_nobody": "You have no blocks at {there} that have not moved.",
    "pick_unpaid": "Nobody from {there} can join: they need the road, the distance and the size "
                   "of the stack for themselves.",
    "pick_too_many": "No more can join at {there}: the stack would be too large to go on.",
    "leader_unneeded": "This march needs no leader, so none is declared.",
    "leader_absent": "{Block} is not a leader at the start of this march.",
    "leader_needed": "The march is long enough to need leadership: declare a leader.",
    "march_unneeded": "This march needs no force march, so no card is paid.",
    "march_needed": "The march is one place longer than the stack can go: name a card for a force "
                    "march.",
    "tiles": "So many Pioneers tiles cannot go along: they start with a white stack that has them, "
             "and no stack has more than two.",
    # mustering
    "mustered": "You have mustered already this turn.",
    "box_empty": "Your recruitment box has nobody who could muster now.",
    "wrong_faction": "{faction} is not a faction of yours.",
    "faction_not_in_box": "Your recruitment box holds nobody of {faction}.",
    "faction_nowhere": "{faction} has no recruitment place where blocks could appear.",
    "not_in_box": "There is no {block} in your recruitment box.",
    "box_too_few": "Your recruitment box does not hold so many {block}.",
    "other_faction": "{Block} is not of {faction}: shown blocks are all of one faction.",
    "one_hidden": "Only one block musters hidden; several must be of one faction, and shown.",
    "fleet_apart": "A fleet does not muster with the blocks: name its sea zone apart.",
    "not_recruitment": "{place} is no recruitment place of yours.",
    "not_their_recruitment": "{place} is no recruitment place of {faction}.",
    "only_enemy": "Only the enemy stands at {place}, so nobody can muster there.",
    "no_fleet_in_box": "There is no fleet in your recruitment box.",
    "no_friendly_port": "You do not control the port of the {zone}, so no fleet musters there.",
    "muster_nothing": "Say which blocks muster, or where a fleet does.",
    # at sea
    "sea_once": "You have activated a sea zone already; only total movement allows more.",
    "no_ready_fleet": "You have no fleet that could still sail.",
    "no_fleet_here": "You have no fleet in the {zone}.",
    "fleet_moved": "Your fleets in the {zone} have sailed or mustered already this turn.",
    "zone_opened": "A stack has sailed from the {zone} already this turn.",
    "two_fleets": "A stack is two fleets at most.",
    "no_such_ship": "You have no such fleet there that could sail.",
    "meet_first": "Enemy fleets are in the {zone}: name your fleets only; what they meet is drawn "
                  "before they load or sail.",
    "boabdil_ashore": "Boabdil cannot embark.",
    "guard_ashore": "The Palace Guard cannot embark: it stays in Granada or next to it.",
    "grey_ashore": "The grey army cannot embark, for Boabdil cannot.",
    "no_embarking_now": "Troops embark only in the port of the zone where the fleets start.",
    "hold_full": "A fleet carries two blocks at most.",
    "one_ship_only": "There is no second fleet in this stack.",
    "not_adjacent": "The {there} does not touch the {here}.",
    "three_zones": "Fleets sail three zones at most.",
    "stop_for_enemy": "Enemy fleets are in the {here}: the stack must meet them before it sails "
                      "on.",
    "nobody_to_land": "There are no troops aboard to land.",
    "land_elsewhere": "Troops that embark now must land in another port.",
    "land_after": "Enemy fleets are there: you can land when they have been met.",
    "sail_where": "Say to which zone the ships sail on, or anchor.",
    "sink_number": "You must choose {number} to be sunk.",
    "haven_far": "The evading fleets go to a zone next to the {zone}, within three of where they "
                 "started.",
    # battles
    "no_battle_there": "There is no battle to be fought at {place}.",
    "fought_already": "The battle at {place} has been named already this phase.",
    "not_your_castle": "You do not control a castle at {place}, so you cannot go inside.",
    "too_many_inside": "A castle holds two blocks; a larger force must stand in the open.",
    "no_commander": "You do not hold a Commander.",
    "no_surrender": "A Castle Surrender is played only by the defender who holds the castle and "
                    "still has such a card.",
    "nowhere_to_go": "There is nowhere to go from {place}.",
    "only_alhambra": "Only at the Alhambra may a force be divided between castle and field.",
    "split_needs_two": "There must be two blocks or more to divide.",
    "split_number": "One or two blocks stay inside the Alhambra, and one at least must be "
                    "outside.",
    "nobody_to_stand": "You have no block at {place} that could fight in the open.",
    "no_sally_bought": "There is no besieged place of yours to activate for a sally; at most "
                       "tables coming out costs no activation.",
    "not_besieged": "None of your blocks at {place} could be made ready to come out: they are not "
                    "besieged, or ready already.",
    "sally_activation": "Coming out costs an activation at this table, and {place} was not "
                        "activated.",
    "leaders_first": "Leaders deploy without a card only before your first card of the battle, "
                     "and only those who still wait.",
    "no_leader": "No leader of yours waits to be deployed here.",
    "not_a_leader": "{Block} is not a leader of yours who waits here.",
    "no_watchtower": "A Watchtower card is played once, by the defender of a field combat who "
                     "holds the card and the watchtower of the place.",
    "card_does_not_deploy": "{card} does not deploy {block} here.",
    "card_deploys_no_more": "{card} deploys no more than {chosen}.",
    "not_waiting": "No {block} of yours waits to be deployed here.",
    "card_deploys_nobody": "{card} deploys none of your blocks that still wait here.",
    "only_guns_react": "The besieged may only make artillery special attacks, each with a gun and "
                       "a card that lets it fire.",
    "nothing_to_deploy": "None of your cards deploys a block that still waits here.",
    "no_broadside": "A Naval Bombardment needs the card, and a fleet of yours in the zone off a "
                    "coastal place.",
    "no_bombardment": "A Bombardment needs the card, a siege, and a gun that is here or can be "
                      "brought back here.",
    "bombardment_gun": "{Block} is not an eliminated gun of yours.",
    "bombardment_two": "A Bombardment brings back two guns at most.",
    "bombardment_place": "Guns come back only where you have blocks, and a besieged castle must "
                         "have room.",
    "bombardment_fires": "{Block} is not a gun that could fire here.",
    "no_pioneers": "Pioneers are used by the Christian besieger, before his first card, once, "
                   "where a tile is.",
    "no_sortie": "You do not hold a Sortie card.",
    "no_challenge": "You do not hold a Morale Challenge.",
    "no_refutation": "You hold no card that refutes this challenge: it needs the same shield, or "
                     "a Commander.",
    "does_not_refute": "{card} does not refute this challenge: it needs the same shield, or a "
                       "Commander.",
    "assault_too_weak": "Your blocks and cards cannot reach the impacts for one loss, so there can "
                        "be no assault.",
    "assault_unfinished": "An assault once begun goes on until it reaches {needed}; it stands "
                          "at {impacts}.",
    "assault_short": "After that the assault could no longer reach the impacts for one loss; once "
                     "begun it must be carried so far.",
    # the end of a battle
    "lose_number": "You must lose {number}: neither more nor fewer.",
    "lose_deployed": "Blocks that you deployed are lost before others.",
    "lose_boabdil": "Boabdil is lost only when nobody else is left.",
    "lose_not_fighting": "No more {block} of yours fights here.",
    "no_castle_room": "The castle takes two blocks of the side that held it before the battle; "
                      "there is no room for more.",
    "no_castle_keep": "You did not hold a castle at {place} before the battle, so nobody can go "
                      "inside.",
    "keep_not_there": "No more {block} of yours is left to go inside.",
    "not_next": "{There} is not next to {here}.",
    "retreat_whence": "A beaten attacker goes back where he came from: {goals}.",
    "retreat_sally": "A beaten sally goes back into the castle that it came from: {number}.",
    "retreat_guard": "The Palace Guard stays in Granada or next to it while it can: {goals}.",
    "retreat_enemy": "A beaten defender cannot go to {there}, where an enemy stands or came from; "
                     "possible: {goals}.",
    "retire_enemy": "You cannot leave for {there}, where an enemy stands or came from.",
    "guard_off": "With the Palace Guard you cannot leave for {there}: it stays in Granada or next "
                 "to it while it can.",
    "guard_on": "With the Palace Guard you cannot stop at {here}: it can still reach Granada or a "
                "place next to it.",
    "retire_two": "A force of five blocks or fewer goes two places at most, a larger one a single "
                  "place.",
    "retire_stopped": "An enemy at {here} stops those who leave.",
    "retreat_needed": "Those who do not go into the castle must go somewhere: {goals}.",
    "retreat_nobody": "Nobody is left to go anywhere.",
    "no_grey_here": "The grey army is not here.",
    "no_captive_card": "You do not hold Boabdil Is Captured.",
    "not_b_town": "{place} is not a town marked B.",
    "b_town_enemy": "Muslim units stand at {place}, so the grey army cannot appear there.",
    "not_your_place": "Boabdil returns to a place that the Muslims control, without enemies.",
    # set-up, the end of a year, and the Guard
    "no_draw_there": "No random blocks are to be drawn for {place}; possible: {goals}.",
    "no_trumpet": "You hold no card with a trumpet to pay Mercenaries.",
    "not_a_trumpet": "{card} has no trumpet, so it does not pay Mercenaries.",
    "not_an_entry": "Mercenaries do not enter at {place}; possible: {goals}.",
    "bull_castle": "Crusaders come to castles that the Christians hold, without enemies.",
    "bull_two": "There are two Crusaders: name one castle or two.",
    "guard_christian": "The Palace Guard serves the Muslims.",
    "guard_out": "No block of the Palace Guard waits in its box.",
    "guard_no_card": "The Palace Guard costs a card, and you have none.",
    "guard_not_in_box": "{Block} does not wait in the box of the Palace Guard.",
}  # fmt: skip

WARNINGS: Final = {
    "battle": "Starts a battle at {place}: {own} against {theirs}.",
    "castle": "Starts a battle at {place}: {own} against {theirs}, in a castle.",
    "tower": "Starts a battle at {place}: {own} against {theirs}, at a watchtower.",
    "overrun": (
        "Overruns {place}: {own} against {theirs}. They are removed, and you may march on."
    ),
    "large": "{count} blocks are a large stack: six go one step less than five.",
    "empty": "Leaves {place} empty.",
    "last": "Uses the last activation.",
}

ENGLISH.learn(
    "granada",
    SIDES=SIDES, WHOSE=WHOSE, THEIR=THEIR, TITLES=TITLES, ADJECTIVES=ADJECTIVES, HEADING=HEADING,
    PHASES=PHASES, NOUNS=NOUNS, NAMES=NAMES, PARTS=PARTS, PILES=PILES, REASONS=REASONS,
    EVENTS=opening(EVENTS), PROMPTS=PROMPTS, PROMPT=PROMPT, SLOTS=SLOTS,
    REFUSALS=opening(REFUSALS), WARNINGS=WARNINGS,
)  # fmt: skip
