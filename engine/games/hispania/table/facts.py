"""What the book states: the facts that no corrected copy may contradict."""

from __future__ import annotations


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NORD = _names(
    "Galice Porto Duero Asturies Cantabrie Leon Tierra-de-Campos Pays-Basque Vieille-Castille "
    "Pamplune"
)
CENTRE = _names("Lusitanie Alcantara Salamanque Avila Segovie Calatayud Cuenca")
SUD = _names(
    "Lisbonne Badajoz Algarve Sierra-Morena Seville Cadix Cordoue Gibraltar Tolede La-Mancha "
    "Grenade"
)
EST = _names(
    "Carthagene Denia Valence Majorque Ibiza Castellon Tortosa Saragosse Huesca Barcelone "
    "Pyrenees-Occidentales Pyrenees-Orientales"
)
KINDS = ("inf", "elite", "cav", "knight", "crusader", "castle", "fort", "berber")
LAST = 19  # turn
ZONES = {"nord": NORD, "centre": CENTRE, "sud": SUD, "est": EST}
PROVINCES = tuple(token for zone in ZONES.values() for token in zone)
MOUNTAINS = frozenset(
    _names(
        "Galice Asturies Cantabrie Leon Pays-Basque Vieille-Castille Calatayud Cuenca Castellon "
        "Grenade Algarve Avila Alcantara Lusitanie Pyrenees-Occidentales Pyrenees-Orientales"
    )
)
STACKS = {
    "Ibiza": 1,
    "Majorque": 2,
    "La-Mancha": 2,
    "Sierra-Morena": 2,
    "Grenade": 3,
    "Tolede": 4,
    "Seville": 4,
    "Cordoue": 4,
}
LANDINGS = {
    **dict.fromkeys(
        _names("Valence Denia Carthagene Gibraltar Cadix Seville Majorque Ibiza"), "anchor"
    ),
    **dict.fromkeys(_names("Asturies Cantabrie Galice Pays-Basque"), "crossed"),
    **dict.fromkeys(_names("Castellon Grenade Algarve"), "closed"),
}
INCOMES = {
    "Galice": 1,
    "Asturies": 1,
    "Leon": 1,
    "Tierra-de-Campos": 0.5,
    "Pays-Basque": 1,
    "Valence": 2,
    "Majorque": 1,
    "Ibiza": 0.5,
    "Grenade": 3,
    "Seville": 3,
}
EIGHT = _names("Vieille-Castille Leon Avila Tierra-de-Campos Salamanque Alcantara Segovie")
BEYOND = ("Afrique", "Gascogne", "Narbonne", "Mer", "Camp")
STRAITS = frozenset(
    frozenset(_names(pair))
    for pair in (
        "Afrique Cadix",
        "Afrique Gibraltar",
        "Valence Majorque",
        "Majorque Ibiza",
        "Ibiza Denia",
    )
)
# borders that an example crosses, with its section
BORDERS = {
    "Segovie Tolede": "5.1",
    "Tolede Cordoue": "5.1",
    "Segovie Avila": "5.1",
    "Cordoue Gibraltar": "5.2",
    "Avila Vieille-Castille": "5.2",
    "Vieille-Castille Cantabrie": "5.2",
    "Denia La-Mancha": "5.2",
    "La-Mancha Tolede": "5.2",
    "Tolede Sierra-Morena": "5.2",
    "Sierra-Morena Badajoz": "5.2",
    "Badajoz Lisbonne": "5.2",
    "Pamplune Saragosse": "6.4",
    "Tortosa Saragosse": "6.4",
    "Barcelone Tortosa": "6.4",
    "Barcelone Saragosse": "9.2",
    "Segovie Calatayud": "6.6",
    "Pyrenees-Orientales Huesca": "9.2",
    "Huesca Barcelone": "9.2",
    "Cordoue Grenade": "8.0",
}
NO_BORDERS = ("Cuenca Tortosa", "Duero Galice")
RIVERS = {
    "Segovie Tolede": True,
    "Pamplune Saragosse": True,
    "Barcelone Tortosa": True,
    "Barcelone Saragosse": True,
    "Tortosa Saragosse": False,
}

# ---- nations -------------------------------------------------------------------------------------

ORDER = _names(
    "carthage galicien cantabrien lusitanien basque celte ibere rome hispano-romain vandale alain "
    "sueve wisigoth byzance omeyyad franc aragon badajoz saragosse navarre leon castille seville "
    "valence grenade el-cid almoravide"
)
GROUPS = (
    _names("carthage lusitanien alain byzance badajoz saragosse almoravide"),
    _names("galicien basque vandale omeyyad navarre seville"),
    _names("cantabrien celte wisigoth castille grenade el-cid"),
    _names("ibere rome hispano-romain sueve franc aragon leon valence"),
)
CRESCENT = frozenset(_names("almoravide badajoz grenade saragosse seville omeyyad valence"))
NEVER = frozenset(_names("carthage rome vandale almoravide"))
EIGHT_GOLD = frozenset(_names("aragon castille franc grenade leon omeyyad seville valence"))
FIRST_INCOME = {"hispano-romain": 7, "alain": 8, "wisigoth": 8}
OWNERS = {
    "elite": frozenset(_names("rome almoravide")),
    "cav": frozenset(_names("alain omeyyad seville")),
    "knight": frozenset(_names("franc aragon castille leon navarre el-cid")),
    "crusader": frozenset(("aragon",)),
    "castle": frozenset(
        _names(
            "aragon almoravide badajoz castille grenade el-cid franc leon omeyyad navarre "
            "saragosse seville valence wisigoth"
        )
    ),
    "fort": frozenset(_names("rome hispano-romain")),
    "berber": frozenset(("omeyyad",)),
}
TURNS = {
    "carthage": (1, 5), "galicien": (1, 19), "cantabrien": (1, 8), "lusitanien": (1, 12),
    "basque": (1, 13), "celte": (1, 19), "ibere": (1, 3), "rome": (2, 5),
    "hispano-romain": (6, 19), "vandale": (6, 9), "alain": (6, 10), "sueve": (6, 13),
    "wisigoth": (6, 12), "byzance": (9, 19), "omeyyad": (11, 14), "franc": (9, 15),
    "aragon": (16, 19), "badajoz": (12, 19), "saragosse": (15, 19), "navarre": (14, 19),
    "leon": (14, 19), "castille": (13, 19), "seville": (15, 19), "valence": (15, 19),
    "grenade": (15, 19), "el-cid": (17, 19), "almoravide": (18, 19),
}  # fmt: skip

# chief: nation, arrives, leaves
CHIEFS = {
    "Hamilcar": ("carthage", 1, 2), "Hasdrubal": ("carthage", 2, 3),
    "Viriathus": ("lusitanien", 5, 6), "Geiserich": ("vandale", 6, 8), "Ataces": ("alain", 6, 7),
    "Hermerich": ("sueve", 6, 8), "Wallia": ("wisigoth", 7, 8), "Alarich": ("wisigoth", 8, 9),
    "Eurich": ("wisigoth", 8, 9), "Roderich": ("wisigoth", 11, 12), "Pelayo": ("wisigoth", 12, 14),
    "Tarik": ("omeyyad", 11, 13), "Musa": ("omeyyad", 11, 13),
    "Abd-Ar-Rhaman": ("omeyyad", 13, 14), "Al-Mansur": ("omeyyad", 14, 14),
    "Roland": ("franc", 12, 13), "Muzaffar": ("badajoz", 14, 15), "Mutawakkil": ("badajoz", 15, 16),
    "Al-Muktadir": ("saragosse", 15, 17), "Sancho": ("navarre", 15, 16),
    "Al-Mutamid": ("seville", 16, 18), "Ramirez": ("aragon", 16, 16),
    "Alfons": ("castille", 17, 20), "El-Cid": ("el-cid", 17, 18), "Yusuf": ("almoravide", 18, 20),
}  # fmt: skip

# turn, nation, units, where
ARRIVALS = frozenset({
    (1, "carthage", "12 inf", "Mer"), (2, "carthage", "7 inf", "Mer"),
    (2, "rome", "4 elite", "Narbonne"), (3, "rome", "5 elite", "Narbonne"),
    (3, "rome", "4 elite", "Mer"), (4, "rome", "14 elite", "Mer Narbonne"),
    (5, "lusitanien", "2 inf", "own"), (5, "rome", "13 elite", "Mer"),
    (6, "vandale", "15 inf", "Narbonne"), (6, "alain", "12 inf 5 cav", "Gascogne"),
    (6, "sueve", "13 inf", "Gascogne"), (6, "wisigoth", "4 inf", "Narbonne"),
    (7, "wisigoth", "10 inf", "Gascogne"), (8, "wisigoth", "18 inf", "Narbonne"),
    (9, "byzance", "16 inf", "Mer"), (9, "franc", "4 inf", "Gascogne"),
    (11, "omeyyad", "20 inf 8 cav", "Afrique Mer"), (12, "omeyyad", "13 inf 3 cav", "Afrique Mer"),
    (12, "franc", "3 inf 2 knight", "Narbonne"), (13, "franc", "5 inf", "Narbonne"),
    (15, "navarre", "1 inf 1 knight", "own"), (16, "aragon", "3 inf 2 crusader", "Narbonne"),
    (17, "el-cid", "5 inf 3 knight", "Camp"), (18, "almoravide", "18 elite", "Afrique"),
    (19, "almoravide", "8 elite", "Afrique"),
})  # fmt: skip
UP_TO = frozenset({(5, "rome"), (12, "omeyyad"), (13, "franc")})
INVASIONS = frozenset({
    (1, "carthage"), (4, "rome"), (6, "vandale"), (6, "alain"), (6, "sueve"), (8, "wisigoth"),
    (11, "omeyyad"), (18, "almoravide"),
})  # fmt: skip
ZEAL = frozenset({(11, "omeyyad"), (18, "almoravide")})
ARDOUR = frozenset({(14, "omeyyad", "Al-Mansur"), (16, "aragon", "Ramirez")})
# suzerain, vassal: provinces at most, must
SUBMISSION = {
    ("carthage", "celte"): (3, False), ("rome", "celte"): (2, False),
    ("rome", "basque"): (3, False), ("rome", "galicien"): (2, False),
    ("rome", "lusitanien"): (4, True), ("wisigoth", "basque"): (3, True),
    ("wisigoth", "galicien"): (2, True), ("wisigoth", "lusitanien"): (4, True),
    ("wisigoth", "sueve"): (4, True), ("wisigoth", "hispano-romain"): (3, True),
    ("omeyyad", "lusitanien"): (4, False),
}  # fmt: skip
UNTIL = {"carthage": 3, "rome": 5, "wisigoth": 12, "omeyyad": 14}
CHANGES = frozenset({
    (3, "ibere", "rome"), (5, "rome", "hispano-romain"), (8, "cantabrien", "wisigoth"),
    (12, "lusitanien", "badajoz"), (12, "wisigoth", "castille"), (13, "sueve", "leon"),
    (13, "basque", "navarre"), (14, "omeyyad", "saragosse"), (14, "omeyyad", "valence"),
    (14, "omeyyad", "grenade"), (14, "omeyyad", "seville"), (15, "franc", "aragon"),
})  # fmt: skip
REMOVALS = frozenset({(5, "carthage"), (9, "vandale"), (10, "alain"), (16, "aragon")})
GIFTS = frozenset({
    (7, "wisigoth", 1, "Saragosse"), (8, "wisigoth", 3, "Tolede"), (9, "wisigoth", 3, "Tortosa"),
    (13, "franc", 1, "Barcelone"),
})  # fmt: skip
SUPREMACY = {"byzance": 9, "omeyyad": 12}
LEAVING = frozenset({
    ("carthage", "Narbonne"), ("rome", "Gascogne"), ("rome", "Narbonne"), ("wisigoth", "Gascogne"),
    ("wisigoth", "Narbonne"), ("franc", "Gascogne"), ("franc", "Narbonne"), ("vandale", "Afrique"),
    ("omeyyad", "Narbonne"),
})  # fmt: skip

# counters that the book implies: exactly (=) or at least
EXACT = {("galicien", "inf"): 7, ("castille", "knight"): 4, ("aragon", "knight"): 2,
         ("aragon", "crusader"): 2, ("omeyyad", "berber"): 3}  # fmt: skip
LEAST = {
    ("hispano-romain", "inf"): 8, ("vandale", "inf"): 15, ("alain", "inf"): 12, ("alain", "cav"): 5,
    ("sueve", "inf"): 13, ("wisigoth", "inf"): 32, ("wisigoth", "castle"): 7,
    ("byzance", "inf"): 16, ("omeyyad", "inf"): 20, ("omeyyad", "cav"): 8, ("omeyyad", "castle"): 1,
    ("rome", "elite"): 27, ("rome", "fort"): 1, ("franc", "inf"): 7, ("franc", "knight"): 2,
    ("franc", "castle"): 1, ("aragon", "inf"): 7, ("badajoz", "inf"): 6, ("badajoz", "castle"): 3,
    ("saragosse", "inf"): 12, ("saragosse", "castle"): 3, ("navarre", "knight"): 1,
    ("leon", "inf"): 4, ("leon", "knight"): 1, ("leon", "castle"): 1, ("castille", "inf"): 8,
    ("castille", "castle"): 1, ("seville", "inf"): 12, ("valence", "inf"): 5,
    ("valence", "castle"): 2, ("grenade", "inf"): 7, ("grenade", "castle"): 2, ("el-cid", "inf"): 5,
    ("el-cid", "knight"): 3, ("el-cid", "castle"): 1, ("almoravide", "elite"): 26,
    ("almoravide", "castle"): 1,
}  # fmt: skip
# the heir must own counters for all that it takes over: new nation, kind, old nation, kind
HEIRS = (
    ("wisigoth", "inf", "cantabrien", "inf"), ("hispano-romain", "fort", "rome", "fort"),
    ("badajoz", "inf", "lusitanien", "inf"), ("navarre", "inf", "basque", "inf"),
    ("seville", "castle", "omeyyad", "castle"), ("seville", "cav", "omeyyad", "cav"),
    ("aragon", "inf", "franc", "inf"), ("aragon", "castle", "franc", "castle"),
)  # fmt: skip

SCORING = frozenset((3, 5, 7, 10, 13, 15, 19))
SCENARIOS = {"A": (1, 13, "T1"), "C": (4, 19, "T4"), "D": (1, 19, "T1")}
HANDICAPS = {"rome": 3, "carthage": 16, "galicien": 8, "cantabrien": 0}
AT_FIRST = frozenset(_names("carthage galicien cantabrien lusitanien basque celte ibere"))
AT_FOURTH = (AT_FIRST - {"ibere"}) | {"rome"}
