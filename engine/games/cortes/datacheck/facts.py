"""What the book states or implies, for the checks: never our own choices."""

from __future__ import annotations

from typing import Any

# hexes that the book numbers, with the paragraph and the terrain where it is given
NUMBERED = {
    "1322": ("major_fortress", "8.14"),
    "3016": ("temple_complex", "7.14"),
    "2810": ("temple_complex", "7.14"),
    "3023": ("quagmire", "7.10"),
    "2543": ("fortress", "10.5"),
    "1004": ("", "3.2"),
    "1539": ("", "3.2"),
    "4244": ("", "3.2"),
    "2910": ("", "7.16"),
    "3010": ("", "7.16"),
    "3011": ("", "7.16"),
    "2921": ("", "9.2"),
    "2922": ("", "9.2"),
    "2923": ("", "9.2"),
    "2924": ("", "9.2"),
    "3024": ("", "8.4"),
    "3025": ("", "8.4"),
    "3400": ("", "7.17"),
}
SINGLE = {"temple_complex": 2, "quagmire": 1, "major_fortress": 1}
TOUCHING = (("2910", "3010", "7.16"), ("2910", "3011", "7.16"),
            ("2924", "3024", "8.4"), ("2924", "3025", "8.4"))  # fmt: skip
ROADS = (("2910", "3011"), ("3010", "3011"))
NO_ROAD = ("2910", "3010")
STRETCH = ("2921", "2922", "2923", "2924")
EAST = ("7", "11", "15", "21", "29")
LAST_AREA = 29
NEXT = (("3", "5"), ("5", "9"), ("4", "6"), ("4", "9"))  # 7.20, each across a causeway
NOT_NEXT = ("5", "6")
CHAPULTEPEC, ACACHINANGO, TEPEYAC = "1322", "2543", "3400"
TEMPLES = ("2810", "3016")
ISLAND_FORTS = 4

# where the given hexes truly lie, in kilometres east and north of the Great Temple
TRUE = {
    "2810": (-0.7, 1.8),
    "1322": (-5.3, -1.6),
    "3400": (1.4, 5.5),
    "1004": (-5.9, 2.6),
    "1539": (-3.2, -9.4),
    "4244": (4.0, -8.6),
}
BENT = 2.5  # kilometres: the book says that it bent the map

# 3.2: anchors, and the units about them; 9 to 11 are forgotten
CAMPS = {
    "1004": "1 2 3 25 36 37 38 39 40",
    "1539": "4 5 6 26 29 30 31 32 33",
    "4244": "7 8 27 28 34 35 41 42 43 44 45 46 47 48",
    "11": "12 13 14 15 16 17 18 19 20 21 22 23 24 Cortes",
}
FORGOTTEN = ("9", "10", "11")

# 2.6, 2.10: type and tribe of each unit
SPANISH: dict[str, tuple[str, str]] = {}
for _first, _last, _type, _tribe in (
    (1, 11, "european", ""),
    (12, 24, "gunboat", ""),
    (25, 28, "cannon", ""),
    (29, 29, "elite", "Te"),
    (30, 33, "ally", "Te"),
    (34, 35, "ally", "Xo"),
    (36, 36, "elite", "Tl"),
    (37, 40, "ally", "Tl"),
    (41, 42, "ally", "Am"),
    (43, 44, "ally", "Ch"),
    (45, 46, "ally", "Hu"),
    (47, 47, "ally", "Ce"),
    (48, 48, "ally", "Co"),
):
    SPANISH |= {str(number): (_type, _tribe) for number in range(_first, _last + 1)}
SPANISH["Cortes"] = ("leader", "")
AZTEC = {str(number): ("knight" if number <= 10 else "regular", "") for number in range(1, 54)}
AZTEC["Ctmc"] = ("leader", "")
STEPS = {
    "infantry": 4,
    "cavalry": 4,
    "gunboat": 2,
    "cannon": 0,
    "elite": 4,
    "ally": 2,
    "knight": 4,
    "regular": 2,
    "leader": 0,
}
COUNTERS = {"spanish": 62, "aztec": 64, "in all": 128}
LAKE_PEOPLES = ("Te", "Xo", "Ch")

# 13.1: movement points, columns, for Aztecs alone, horse on roads alone
TERRAIN = {
    "clear": (1, 0, False, False),
    "quagmire": (0, 0, False, False),
    "dry_land_city": (1, -1, False, False),
    "chinampa_city": (2, -1, True, True),
    "temple_complex": (2, -2, False, False),
    "fortress": (2, -2, False, False),
    "major_fortress": (2, -3, False, False),
}
ROAD = {"spanish": 2, "aztec": 1}
ODDS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")
# 13.2: the steps of each column and of each row, attacker and defender
COLUMN_SUMS = ((44, 3), (31, 4), (18, 12), (15, 14), (12, 18), (6, 23),
               (6, 30), (4, 33), (3, 36), (3, 41), (3, 43))  # fmt: skip
ROW_SUMS = ((27, 11), (20, 13), (19, 19), (14, 19), (9, 21), (12, 22), (9, 21), (10, 24), (10, 29),
            (8, 32), (7, 46))  # fmt: skip

DICE: dict[str, tuple[dict[str, Any], str]] = {
    "objection": ({"least": 12}, "4.5"),
    "bombardment": (
        {"aztec": (1,), "ally": (1,), "gunboat": (1, 2, 3), "gunboat_at_fort": (1, 2)},
        "8.28",
    ),
    "leader": (
        {"all_lost": (7,), "some_lost": (12,), "lent": (2,), "lent_and_lost": (2, 12)},
        "9.4",
    ),
    "desertion": (
        {"below": 1, "sacrifice": -1, "raid": -1, "objection": -1, "chapultepec": -3},
        "10.2",
    ),
    "encircled": ({"steps": (1, 1, 1, 1, 2, 3)}, "10.4"),
    "replenishment": (
        {
            "regular": (1, 1, 0, 0, 0, 0),
            "european": (2, 1, 1, 1, 0, 0),
            "knight": (1, 1, 1, 0, 0, 0),
        },
        "10.10",
    ),
    "recovery": (
        {
            "regular": ("full", "one", "one", "stays", "stays", "out"),
            "european": ("one", "stays", "stays", "stays", "stays", "out"),
        },
        "10.11",
    ),
    "trap": ({"plain": (6,), "step": (4, 5, 6)}, "11.2"),
    "charge": ({"knights": (5, 6), "regulars": (3, 4, 5, 6)}, "11.4"),
    "prisoners": ({"taken": (1, 2)}, "11.7"),
    "disease": ({"strikes": (2, 12), "spanish": 1, "aztec": 2}, "11.10"),
}
SHIFTS = {"concentric": 1, "cuauhtemoc": 2, "cortes": 1, "sacrifice": 1}
STACKING = {"europeans": 5, "knights": 3}
POINTS = {"rest": 5, "unit": 1, "cuauhtemoc": 5}
LEVELS = (("holy", 8, "spanish"), ("historical", 16, "spanish"),
          ("moral", 24, "aztec"), ("cosmological", 0, "aztec"))  # fmt: skip
LIMITS = {
    "setup_distance": 4,
    "guard": 5,
    "tepeyac_distance": 4,
    "bombarding": 4,
    "trap_path": 3,
    "markers": 2,
}

# the numbered paragraphs: chapter, and how many it has
PARAGRAPHS = {1: 2, 2: 14, 3: 3, 4: 5, 5: 5, 6: 7, 7: 21, 8: 28, 9: 6, 10: 14, 11: 10, 13: 2}
SECTIONS = (*(f"{c}.{n}" for c, many in PARAGRAPHS.items() for n in range(1, many + 1)),
            "12.0", "14.0")  # fmt: skip
