"""What the book of the First Crusade states: the facts that no corrected copy may contradict."""

from __future__ import annotations


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


CITY_NAMES = _names(
    "Jerusalem Antioch Damascus Edessa Aleppo Acre Hamah Homs Tripoli Tarsus Harenc Lattakiea "
    "Melitene Samosata Cyprus"
)  # those that the text calls Cities, or treats as such
TOWN_NAMES = _names("Jericho St-Symeon")
EITHER = _names(
    "Tortosa Sidon Beirut Tiberias Nablus Ramlah Ascalon Jaffa Caesarea Tyre Hebron Lampron "
    "Partzerpert Sis Marash Raban"
)  # whose kind is lost
NAMED = (*CITY_NAMES, *TOWN_NAMES, *EITHER, "Syrian-Gates")
ZONES = _names(
    "Sea-Tarsus Sea-Cyprus Sea-Tortosa Sea-Tripoli Sea-Sidon Sea-Acre Sea-Caesarea Sea-Jaffa"
)
ENTRIES = _names("Entry-A Entry-B Entry-C")
BOXES = (*ENTRIES, "Cappadocia", "Mosul", "Egypt")

SIDES = ("crusader", "muslim")
CRUSADERS = _names("n-franks s-franks germans sicilians")
MUSLIMS = _names("n-syrians s-syrians mosul")
PLAYED = (*CRUSADERS, *MUSLIMS)
FACTIONS = (*PLAYED, "armenians", "fatimids", "byzantines")
LEADERS = {
    "n-franks": _names("Robert-FL Robert-NO Stephen"),
    "s-franks": _names("Raymond Adhemar"),
    "sicilians": _names("Bohemond Tancred"),
    "germans": _names("Godfrey Baldwin"),
    "n-syrians": _names("Ridwan Yagi-Sihan ed-Daba"),
    "s-syrians": _names("Duqaq Soqman Emir-Tripoli"),
    "mosul": _names("Kerbogha Balduk Hasan"),
    "armenians": _names("Thorus Oshin"),
    "fatimids": _names("al-Afdal"),
}
LEADER_NAMES = tuple(token for tokens in LEADERS.values() for token in tokens)

FORMATIONS = _names("D P F E CI CF")
OF_CRUSADERS = _names("D F CI CF")
OF_MUSLIMS = _names("D P F E")
STALEMATE = "IM"
WEATHERS = ("fair", "rain", "winter")
LAST = 14  # turn
D66 = tuple(10 * red + white for red in range(1, 7) for white in range(1, 7))
