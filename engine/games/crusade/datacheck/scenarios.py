"""scenarios.yaml: forms, seats, the track of turns, and where everything begins."""

from __future__ import annotations

from engine.games.crusade.table import facts
from engine.games.crusade.table.data import Board, Leaders, Scenarios
from engine.models import Problems

TOGETHER = {
    "two": ("n-franks s-franks germans sicilians", "n-syrians s-syrians mosul"),
    "three": ("n-franks sicilians", "germans s-franks", "n-syrians s-syrians mosul"),
    "four": ("n-franks sicilians", "germans s-franks", "n-syrians s-syrians", "mosul"),
    "five": ("n-franks sicilians", "germans s-franks", "n-syrians", "s-syrians", "mosul"),
    "five-princes": (
        "n-franks", "s-franks", "germans", "sicilians", "n-syrians s-syrians mosul",
    ),
    "six": ("n-franks", "s-franks", "germans", "sicilians", "n-syrians s-syrians", "mosul"),
    "seven": (
        "n-franks", "s-franks", "germans", "sicilians", "n-syrians", "s-syrians", "mosul",
    ),
}  # fmt: skip
WEATHER = {1: "rain", 2: "winter", 8: "rain", 9: "winter"}
HOT = (4, 5, 6, 7, 11, 12, 13, 14)
HELD = {
    "n-syrians": "Aleppo Antioch Hamah Homs Harenc Lattakiea Tortosa",
    "s-syrians": "Damascus Jerusalem Tripoli Beirut Sidon Tiberias Nablus Ramlah",
    "mosul": "Samosata Tarsus Cappadocia",
    "fatimids": "Ascalon Jaffa Caesarea Acre Tyre Hebron Egypt",
    "armenians": "Edessa Lampron Partzerpert Sis Marash Raban Melitene",
    "byzantines": "Cyprus",
}
LED = {
    "Aleppo": ("Ridwan", 10), "Antioch": ("Yagi-Sihan", 10), "Homs": ("ed-Daba", 10),
    "Hamah": ("", 10), "Harenc": ("", 5), "Damascus": ("Duqaq", 10), "Jerusalem": ("Soqman", 25),
    "Tripoli": ("Emir-Tripoli", 10), "Cappadocia": ("Hasan", 10), "Samosata": ("Balduk", 15),
    "Tarsus": ("", 10), "Egypt": ("al-Afdal", 15), "Edessa": ("Thorus", 5),
    "Lampron": ("Oshin", 5), "Partzerpert": ("", 2), "Sis": ("", 2), "Marash": ("", 2),
    "Raban": ("", 2), "Melitene": ("", 2),
}  # fmt: skip
ARMENIAN_CITIES, FATIMID_CITIES = 5, 2


def forms(raw: Scenarios) -> Problems:
    """29: seven forms, each with every faction once, as the scenario pairs them."""
    for token in sorted(set(raw.forms) ^ set(TOGETHER)):
        so = "is missing" if token in TOGETHER else "is no form of the book"
        yield f"scenarios.yaml, {token}: {so} [constraint 29, scenario]."
    for token, form in raw.forms.items():
        strange = [seat for seat in form.seats if seat not in raw.seats]
        if strange:
            yield f"scenarios.yaml, {token}: there is no seat {strange[0]} [constraint 29]."
            continue
        found = [frozenset(raw.seats[seat].factions) for seat in form.seats]
        if found != [frozenset(row.split()) for row in TOGETHER.get(token, ())]:
            yield f"scenarios.yaml, {token}: its seats play other factions [constraint 29]."
    used = {seat for form in raw.forms.values() for seat in form.seats}
    for seat in raw.seats:
        if seat not in used:
            yield f"scenarios.yaml, {seat}: sits in no form [constraint 29]."


def track(raw: Scenarios) -> Problems:
    """30: fourteen turns with their weather, and when Heat can come."""
    if [row.turn for row in raw.track] != list(range(1, facts.LAST + 1)):
        yield f"scenarios.yaml, track: turns 1 to {facts.LAST} in order [constraint 30, scenario]."
        return
    for row in raw.track:
        weather = WEATHER.get(row.turn, "fair")
        if row.weather != weather:
            yield f"scenarios.yaml, turn {row.turn}: its weather is {weather} [constraint 30, 6.6]."
        if row.heat != (row.turn in HOT):
            so = "can" if row.turn in HOT else "cannot"
            yield f"scenarios.yaml, turn {row.turn}: Heat {so} come [constraint 30, rule 12.1]."
    dates = (raw.dates.lists, raw.dates.reveal, raw.dates.end)
    if dates != (9, 10, 12):
        yield "scenarios.yaml, dates: lists 9, reveal 10, end 12 [constraint 30, scenario]."


def setup(raw: Scenarios) -> Problems:
    """31: who controls what, and with how much."""
    for faction, tokens in HELD.items():
        for token in tokens.split():
            start = raw.setup.get(token)
            if start is None or start.control != faction:
                yield f"scenarios.yaml, {token}: belongs to {faction} [constraint 31, scenario]."
    known = {token for tokens in HELD.values() for token in tokens.split()}
    for token, start in raw.setup.items():
        if token not in known:
            yield f"scenarios.yaml, {token}: belongs to nobody [constraint 31, scenario]."
        leader, sp = LED.get(token, ("", 0))
        if (start.leader, start.sp) != (leader, sp):
            who = f"{leader} with {sp} SP" if leader else f"{sp} SP"
            yield f"scenarios.yaml, {token}: begins with {who} [constraint 31, scenario]."
        if start.true_cross != (token == "Jerusalem"):
            yield f"scenarios.yaml, {token}: the True Cross is in Jerusalem [constraint 31]."
        if start.fleets != (3 if token == "Egypt" else 0):
            yield f"scenarios.yaml, {token}: the three fleets are in Egypt [constraint 31]."
    one = raw.kerbogha
    if (one.leader, one.sp, one.box, one.from_) != ("Kerbogha", 50, "Mosul", 3):
        yield "scenarios.yaml, kerbogha: 50 SP, Mosul, from turn 3 [constraint 31, scenario]."


def beginnings(raw: Scenarios, board: Board) -> Problems:
    """31: set-up and map fit: five Armenian Cities, two Fatimid ones, Mosul's are Cities."""
    places = {*board.cities, *board.towns, *board.boxes}
    for token in raw.setup:
        if token not in places:
            yield f"scenarios.yaml, {token}: is no City, Town or box [constraint 31]."
    held = {
        faction: [t for t, s in raw.setup.items() if s.control == faction and t in board.cities]
        for faction in facts.FACTIONS
    }
    if len(held["armenians"]) != ARMENIAN_CITIES:
        yield (
            f"board.yaml: the Armenians hold {len(held['armenians'])} Cities, not five "
            "[constraint 31, scenario]."
        )
    if len(held["fatimids"]) < FATIMID_CITIES:
        yield "board.yaml: the Fatimids hold fewer than two Cities [constraint 31, scenario]."
    for token in ("Samosata", "Tarsus"):
        if token in board.towns:
            yield f"board.yaml, {token}: Mosul begins with Cities only [constraint 31, scenario]."


def command(raw: Scenarios, leaders: Leaders) -> Problems:
    """31: strengths of the set-up are those of the factions, and 5.4 can be kept."""
    for faction, one in leaders.factions.items():
        if faction in facts.CRUSADERS or faction == "byzantines":
            continue
        found = sum(s.sp for s in raw.setup.values() if s.control == faction)
        if found != one.sp:
            yield (
                f"scenarios.yaml: {faction} begins with {found} SP, not {one.sp} "
                "[constraint 31, scenario]."
            )
    led = {s.leader: s.sp for s in raw.setup.values() if s.leader}
    box = raw.setup.get("Cappadocia")
    if box and box.leader in leaders.leaders:  # in a box nobody can be left behind
        below = leaders.leaders[box.leader]
        above = [
            led[token]
            for token, one in leaders.leaders.items()
            if token in led and one.faction == below.faction and one.rank > below.rank
        ]
        if above and max(above) <= box.sp:
            yield f"scenarios.yaml, Cappadocia: {box.leader} leads too many [constraint 31, 5.4]."


OF_SCENARIOS = (forms, track, setup)
