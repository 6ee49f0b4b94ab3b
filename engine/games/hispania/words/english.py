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

NOUNS: Final = {"unit": "unit|units", "province": "province|provinces", "die": "die|dice"}
UNITS: Final = {
    "infantry": "Infantry|Infantry",
    "elite": "Elite|Elites",
    "cavalry": "Cavalry|Cavalry",
    "knight": "Knight|Knights",
    "crusader": "Crusader|Crusaders",
    "castle": "Castle|Castles",
    "fort": "Fort|Forts",
    "berber": "Berber|Berbers",
}
AMOUNTS: Final = {"gold": "{amount} gold", "points": "{amount} points"}  # kept in halves

REFUSALS: Final = {
    "order_of_set": "{piece} must be named before {chosen}: units as the book lists them, then "
    "Chiefs.",
    "named_twice": "{piece} is named already.",
    # of many orders
    "not_held": "{place} is not a province of {nation}.",
    "not_there": "{nation} has no {piece} at {place}.",
    "not_so_many_there": "{nation} has only {there} at {place}.",
    "not_a_province": "{place} is not a province.",
    "castle_stands": "A Castle or a Fort stands at {place} already: there is one to a province.",
    "infantry_only": "{nation} may buy Infantry only.",
    # reinforcements
    "nothing_waits": "No reinforcements of {nation} wait to be placed.",
    "place_first": "Place the reinforcements first: {pieces}.",
    "deploy_nobody": "Say who is placed. Waiting: {pieces}.",
    "not_waiting": "{piece} does not wait to be placed. Waiting: {pieces}.",
    "no_more_waiting": "There is no more to place of these than {pieces}.",
    "not_entry": "What waits is placed at {places}, not at {place}.",
    # purchases
    "march_begun": "The march has begun: {verb} comes before it.",
    "no_gold": "{nation} has {gold}, and the cheapest unit costs {cost}.",
    "not_for_sale": "{unit} cannot be bought: only Infantry, Knights and Castles can.",
    "no_such_units": "{nation} has no {unit} among its counters.",
    "too_dear": "{unit} costs {cost}, and {nation} has {gold}.",
    "counters_used": "{nation} has no counter left for {unit}: {most} is its limit.",
    "no_site": "No province of {nation} takes {unit}: one bought unit goes to a province, and not "
    "where there are more than its limit.",
    "berbers_never": "Berbers are hired only by {nation}, in turn {turn}, while Al Mansur leads.",
    "berbers_hired": "No more than {most} Berbers are hired.",
    "berbers_there": "Berbers join Al Mansur at {place}.",
    "bought_there": "A unit was bought at {place} already: one goes to a province.",
    "over_limit": "{count} stand at {place} already, more than its limit of {most}.",
    "ruin_only": "No Castle of {nation} is left beside the map: only a Ruin of its own gives one "
    "back.",
    "one_province": "{nation} has no second province where a destroyed unit could be built again.",
    "counters_left": "{nation} has {left} left beside the map: nothing need be destroyed for "
    "another.",
    "disband_nowhere": "{nation} has no {unit} in a province that could be destroyed and built "
    "elsewhere.",
    # Castles
    "no_castles": "{nation} has no Castles.",
    "no_ruin_held": "No province of {nation} has a Ruin.",
    "no_ruin": "There is no Ruin at {place}.",
    "ruin_contested": "{nation} does not hold {place} alone, so the Ruin stays.",
    "nobody_given_up": "There is no unit at {place} that could be given up for a Castle.",
    "no_castle_left": "{nation} has no Castle left beside the map, and none elsewhere that could "
    "be moved.",
    "not_given_up": "{unit} cannot be given up for a Castle: only Infantry, an Elite, Cavalry or a "
    "Knight can.",
    "castle_from": "{nation} has no Castle left beside the map: say from where one is moved.",
    "castle_contested": "Enemies stand at {place}, so its Castle cannot be moved.",
    "fort_once": "{place} has had its Fort: there is one to a province.",
    "no_fort_there": "No Fort goes to {place}: {nation} neither holds it nor has crossed it empty.",
    "gift_mountain": "{place} is in the mountains: a free Castle goes to a plain.",
    "gift_north": "{place} is not south of the Douro, where a free Castle goes.",
    "gift_contested": "Enemies stand at {place}: no free Castle goes there.",
    "gift_full": "There are too many at {place} for a free Castle: more than {most}.",
    # capitals and standing instructions
    "no_capital_site": "None of your nations holds another province alone, or each has declared "
    "its capital already in this phase.",
    "none_of_yours": "None of your nations holds {place}.",
    "capital_contested": "Enemies stand at {place}: a capital is held alone.",
    "capital_already": "{place} is the capital of {nation} already.",
    "capital_once": "{nation} has declared its capital already in this phase.",
    "no_stance_open": "Each of your nations has its instruction for this phase already.",
    "nation_not_yours": "{nation} is not one of your nations.",
    "nation_not_here": "{nation} has no unit on the map.",
    "stance_once": "{nation} has had an instruction already in this phase.",
    "never_income": "{nation} never has an income.",
    "never_suzerain": "{nation} never has vassals, and so no gold above its reserve out of turn.",
    "stance_already": "That is the instruction of {nation} already: {how}.",
    # the march: who
    "nobody_marches": "Nobody of {nation} can march any more in this phase.",
    "ardour_only": "In this second movement only those march who are with {chief}, at {place}.",
    "ardour_leads": "In this second movement nobody marches without {chief}.",
    "nobody_at": "{nation} has nobody at {place}.",
    "walls_only": "{nation} has only a Castle or a Fort at {place}, and these never march.",
    "all_marched": "All of {nation} at {place} have marched already in this phase.",
    "start_stuck": "Nobody of {nation} can go anywhere from {place}.",
    "march_nobody": "Say who marches from {place}. Those who can: {pieces}.",
    "not_his_chief": "{chief} is not a Chief of {nation}.",
    "chief_elsewhere": "{chief} is not at {place}.",
    "chief_marched": "{chief} has marched already in this phase.",
    "walls_stay": "Castles and Forts never march.",
    "has_marched": "{piece} at {place} has marched already in this phase.",
    "few_unmoved": "Only {pieces} at {place} can still march: the others have marched already.",
    "berbers_follow": "Berbers march only with a Chief.",
    "band_stuck": "{pieces} can go nowhere from {place}.",
    # the march: where to
    "march_nowhere": "Say where the march from {place} goes.",
    "no_return": "A march does not come back to {place}.",
    "from_camp": "EL CID rides out against {place} and nowhere else.",
    "from_beyond": "From {here} one goes only to {places}.",
    "no_entry": "{nation} cannot go from {here} to {place} in this turn.",
    "no_sea": "{nation} has no fleet in this turn, so nobody puts to sea.",
    "no_anchor": "There is no anchor at {here}: nobody puts to sea there.",
    "strait_late": "The crossing from {here} to {there} takes the whole movement: it must be the "
    "first step.",
    "corner": "Four provinces meet between {here} and {there}: there is no way across.",
    "no_border": "{here} and {there} do not touch.",
    "crossing_ends": "The crossing to {here} has taken the whole movement.",
    "beyond_ends": "Who has gone to {here} goes no further.",
    "mountain_stops": "Without a Chief units stop in the mountains of {here}.",
    "enemy_holds": "Enemies stop the march at {here}: {need} must stay to hold them before others "
    "go on, and this band has {band}.",
    "enemy_crowded": "Enemies stop the march at {here}: {need} would have to stay to hold them, "
    "and there is room for {room} in all.",
    "too_far": "{there} is too far: nobody of these goes further than {far}.",
    "friends_there": "{place} belongs to {owner}, suzerain or vassal: one may pass but not stay.",
    "only_passed": "Those who come from beyond the map only pass through {place}.",
    "exit_full": "No more than {room} can still leave for {place}.",
    "chief_alone": "No Chief attacks {place} alone: he must take up units on the way.",
    "held_twice": "Enemies must be held at {places}, and a march leaves units in one province "
    "only.",
    "slow_nowhere": "{pieces} cannot go as far as {place}, and there is nowhere on the way to "
    "leave them.",
    "nobody_goes_on": "{need} must stay at {here} to hold the enemy, and then too few get to "
    "{place}.",
    # the march: who joins and who stays
    "single_step": "On a single step nobody joins and nobody is left.",
    "pick_chief": "Only a Chief takes up units on the way.",
    "not_on_the_way": "{place} is not on the way between the start and the end of this march.",
    "pick_beyond": "Nobody is taken up at {place}, beyond the map.",
    "pick_contested": "Others stand at {place}: nobody is taken up there.",
    "pick_nobody": "{nation} has nobody at {place} who could still march.",
    "pick_slow": "Nobody at {place} could follow as far as {end}.",
    "pick_who": "Say who joins at {place}.",
    "pick_no_chief": "{chief} does not join on the way: a Chief marches for himself.",
    "piece_slow": "{piece} goes {far} from {place} at most, and {end} is further.",
    "slow_stay": "{pieces} cannot go as far as {place}: leave them on the way.",
    "hold_enemy": "{need} must stay at {place} to hold the enemy.",
    "drop_only_chiefs": "Only Chiefs started, and these go to the end: nobody can be left.",
    "drop_beyond": "Nobody is left at {place}, beyond the map.",
    "hold_elsewhere": "Those who stay must hold the enemy at {place}.",
    "slow_earlier": "{pieces} must be left, and not at {place}: they do not get so far, or nobody "
    "would march on.",
    "drop_everybody": "Nobody can be left at {place}: somebody must march on.",
    "drop_who": "Say who stays at {place}.",
    "drop_chief": "{chief} goes to the end of the march: no Chief is left on the way.",
    "drop_not_marching": "No {piece} marches through {place} in this band.",
    "drop_fewer": "This band takes only {pieces} through {place}.",
    "drop_most": "No more than {most} can stay at {place}: somebody must march on.",
    # EL CID
    "cid_owes": "EL CID cannot stay in his camp: he attacks {place}.",
    "cid_turn": "EL CID can be hired only in turn {turn}.",
    "cid_yours": "EL CID is your own: nations of other players hire him.",
    "cid_never": "{nation} never hires EL CID.",
    "cid_asked": "{nation} has asked EL CID already in this sequence.",
    "cid_gone": "EL CID has nobody in his camp.",
    "cid_no_goal": "Next to {nation} there is no enemy whom EL CID would attack for {gold}.",
    "cid_far": "{place} is not next to a province of {nation}.",
    "cid_empty": "There is nobody at {place} to attack.",
    "cid_self": "{nation} stands at {place} itself.",
    "cid_friend": "EL CID does not attack {nation}, which has the same player.",
    "cid_unpaid": "There is nobody at {place} for whom EL CID is paid.",
    "cid_poor": "EL CID asks {cost} for the cheapest enemy at {place}, and {nation} has {gold}.",
    "cid_all": "EL CID asks {cost} for all of them at {place}, and {nation} has {gold}: say whom "
    "only.",
    "cid_no_pay": "EL CID is not paid for {piece}.",
    "cid_dear": "EL CID asks {cost} for {pieces}, and {nation} has {gold}.",
    "cid_nobody": "Say who rides. In the camp: {pieces}.",
    "cid_alone": "{chief} does not ride alone: name units before him.",
    "cid_one_chief": "After the Chief nobody else is named.",
    "cid_room": "No more than {most} can attack {place}: its limit and two.",
    # the trek
    "trek_more": "The whole people crosses {count}; so far there are {done}.",
    "trek_enough": "The whole people crosses {count} and no more.",
    "trek_twice": "{place} has been crossed already.",
    "trek_friends": "From {place} the trek would end in a province of a suzerain or vassal.",
}

ENGLISH.learn(
    "hispania",
    REASONS=REASONS,
    NAMES=NAMES,
    PARTS=PARTS,
    NOUNS=NOUNS,
    UNITS=UNITS,
    AMOUNTS=AMOUNTS,
    EVENTS=EVENTS,
    WHY=WHY,
    PROMPTS=PROMPTS,
    HEADING=HEADING,
    PHASES=PHASES,
    REFUSALS=opening(REFUSALS),
)
