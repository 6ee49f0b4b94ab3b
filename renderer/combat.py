"""A fight as a reader may know it: who stands where, what it says in words, what lies where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from engine.data import folder, load
from renderer.errors import RenderError
from renderer.geometry import Box
from renderer.layout import Layout

View = Mapping[str, Any]

SIZE = (1600, 1000)  # units: as wide as a board, and as high as fits a chat at 550 wide
EDGE = Box(20, 20, SIZE[0] - 20, SIZE[1] - 20)
DIGITS = 30  # units: 10 pixels where the picture is 550 wide
FIELD_LOSS = 7  # impacts that cost the other side a block (8.5.1)
SIEGE_LOSS, SIEGE_LOSS_GUNS = 9, 7  # and those inside a castle (8.7.5.C)

TRACK = Box(36, 112, SIZE[0] - 36, 310)
LINES = {"attacker": Box(40, 358, 780, 786), "defender": Box(820, 358, 1560, 786)}
CARDS = {"attacker": Box(40, 800, 780, 966), "defender": Box(820, 800, 1560, 966)}
FORT = 128  # the room of a tower or castle behind the defender
WALL = 56  # the room of a corner tower of a besieged castle
GAP = 9
BLOCK = (176, 1.17)  # the widest block, and how much higher than wide it is
CARD = (112, 156)
SHORTEST_TRACK = 28
TOWER_CARD = 4  # impacts of a Watchtower card (10.3)

PEOPLE = {"christian": "Christians", "muslim": "Muslims", "grey": "men of Boabdil"}
CALLS_GUNS = ("trumpet", "commander", "bombardment")


@dataclass(frozen=True)
class Design:
    """A card as it lies on the table."""

    name: str
    type: str
    faction: str


@dataclass(frozen=True)
class Public:
    """What everybody knows of pieces and cards beyond the layout."""

    factions: dict[str, str]
    impacts: dict[str, int]
    cards: dict[str, dict[str, Design]]
    ports: dict[str, str]


@dataclass(frozen=True)
class Force:
    """One side of a fight, as far as the reader knows it."""

    side: str
    paint: str  # grey if Boabdil's army fights for the Christians
    role: str
    deployed: tuple[str, ...]
    waiting: tuple[str, ...]  # not deployed, and known to the reader
    hidden: int  # not deployed, and not known
    kept: int  # blocks here that take no part: inside a castle, or the other army
    cards: tuple[str, ...]
    impacts: int
    finished: bool

    @property
    def count(self) -> int:
        return len(self.deployed) + len(self.waiting) + self.hidden

    @property
    def people(self) -> str:
        return PEOPLE[self.paint]


@dataclass(frozen=True)
class Combat:
    place: str
    name: str
    siege: bool
    when: str
    attacker: Force
    defender: Force
    leader: str
    initiative: str | None
    loss: int  # impacts that cost a block
    guns: str  # about artillery in a siege: fired, perhaps, or nothing
    fort: str  # castle, tower or nothing
    holder: str
    behind: str  # the role of the side that has the fort in its back
    tower_card: bool
    disk: str | None
    asked: tuple[str, ...]

    @property
    def forces(self) -> tuple[Force, Force]:
        return self.attacker, self.defender

    @property
    def title(self) -> str:
        return f"{'Siege' if self.siege else 'Battle'} of {self.name}"

    @property
    def net(self) -> int:
        """8.7.5.C: what the besieged do counts against the assault."""
        return max(0, self.attacker.impacts - self.defender.impacts)


# -- from the view -------------------------------------------------------------------------------


_public: dict[tuple[Path, float], Public] = {}


def public(game: str) -> Public:
    """Factions of pieces, designs of cards and ports, read once; anew when a file has changed."""
    where = folder(game)
    files = [where / f"{name}.yaml" for name in ("pieces", "cards", "board")]
    key = (where, max(path.stat().st_mtime for path in files))
    if key not in _public:
        pieces, cards, board = (load(path) for path in files)
        _public[key] = Public(
            {key: facts["faction"] for key, facts in pieces["kinds"].items()},
            {key: facts.get("impact", facts["shields"]) for key, facts in pieces["kinds"].items()},
            {
                side: {
                    key: Design(facts["name"], facts["type"], facts.get("faction", ""))
                    for key, facts in cards[side].items()
                }
                for side in ("christian", "muslim")
            },
            {z["port"]: key for key, z in board["zones"].items() if z.get("port")},
        )
    return _public[key]


def combat(view: View, plan: Layout) -> Combat:
    """The fight of a view. Raises RenderError where nobody fights, or with an unknown piece."""
    try:
        return _combat(view, plan)
    except KeyError as error:
        raise RenderError(f"The view has no {error.args[0]!r}, so it cannot be drawn.") from None


def _combat(view: View, plan: Layout) -> Combat:
    battle = view["battle"]
    if not battle:
        raise RenderError("Nobody is fighting now, so there is no battle to draw.")
    town, known = plan.town(battle["place"]), public(plan.game)
    location = view["locations"].get(battle["place"])
    if location is None:
        raise RenderError(f"The view has no place {battle['place']!r}, where the battle is.")
    attacker = battle["attacker"]
    defender = "muslim" if attacker == "christian" else "christian"
    first = _force(battle, location, attacker, "attacker", plan, known)
    second = _force(battle, location, defender, "defender", plan, known)
    leader = attacker if first.impacts > second.impacts else defender
    holder = location["castle"] or location["control"]
    loss, guns = FIELD_LOSS, ""
    if battle["siege"]:
        loss, guns = _siege_loss(view, battle["place"], first, plan, known)
    return Combat(
        place=town.key,
        name=town.name,
        siege=battle["siege"],
        when=f"{view['year'].replace('-', '–')}, turn {view['turn']}",
        attacker=first,
        defender=second,
        leader=leader,
        initiative=_initiative(battle, leader, attacker, defender),
        loss=loss,
        guns=guns,
        fort="castle" if town.castle else "tower" if town.tower else "",
        holder=holder,
        behind="attacker" if holder == attacker else "defender",
        tower_card=battle["watchtower"],
        disk=plan.disks.get(town.disk or "", town.disk) if location["disk"] else None,
        asked=tuple(dict.fromkeys(a["seat"] for a in view["asked"])),
    )


def _force(
    battle: View, location: View, side: str, role: str, plan: Layout, known: Public
) -> Force:
    stack = location[side]
    grey = side == "christian" and battle["army"] == "grey"
    if grey:
        count, seen, kept = len(location["grey"]), location["grey"], stack["count"]
    else:
        shut_in = battle["siege"] and role == "defender"
        kept = stack["count"] - stack["inside"] if shut_in else stack["inside"]
        count = stack["count"] - kept
        seen = stack["known"] if stack["blocks"] is None else stack["blocks"]
    deployed = tuple(battle["deployed"][side])
    left = max(0, count - len(deployed))
    left_over: Counter[str] = Counter(seen) - Counter(deployed)
    waiting = tuple(left_over.elements())
    if len(waiting) > left:  # some of them are elsewhere in the place, and nobody says which
        waiting = ()
    for key in (*deployed, *waiting):
        plan.kind(key)
    for key in battle["cards"][side]:
        if key not in known.cards[side]:
            raise RenderError(f"There is no card {key!r} of the {PEOPLE[side]} in {plan.title}.")
    return Force(
        side=side,
        paint="grey" if grey else side,
        role=role,
        deployed=deployed,
        waiting=waiting,
        hidden=left - len(waiting),
        kept=kept,
        cards=tuple(battle["cards"][side]),
        impacts=battle["impacts"][side],
        finished=side in battle["finished"],
    )


def _initiative(battle: View, leader: str, attacker: str, defender: str) -> str | None:
    """8.2.4: who is behind, unless he has finished; in a siege the attacker alone deploys."""
    if battle["siege"]:
        return None if attacker in battle["finished"] else attacker
    behind = defender if leader == attacker else attacker
    for side in (behind, leader):
        if side not in battle["finished"]:
            return side
    return None


def _siege_loss(
    view: View, place: str, force: Force, plan: Layout, known: Public
) -> tuple[int, str]:
    """8.7.5.C, 7.5.5: 9 for a loss, 7 once artillery has fired, one more in an open port.

    A view does not say which card brought which block: where a gun may as well have come with a
    card that does not make it fire, it is only perhaps.
    """
    zone = known.ports.get(place)
    port = 1 if zone and not view["zones"][zone][force.side] else 0
    guns = [key for key in force.deployed if plan.kind(key).arm == "gun"]
    designs = [known.cards[force.side][key] for key in force.cards]
    if not guns or not any(d.type in CALLS_GUNS for d in designs):
        return SIEGE_LOSS + port, ""
    silent = [d.faction for d in designs if d.type in ("plain", "double")]
    if all(known.factions[key] in silent for key in guns) and not any(
        d.type == "bombardment" for d in designs
    ):
        return SIEGE_LOSS + port, "perhaps"
    return SIEGE_LOSS_GUNS + port, "fired"


# -- in words ------------------------------------------------------------------------------------


def sentences(fight: Combat, plan: Layout) -> Iterator[str]:
    """What the picture shows, the most important first."""
    yield f"{fight.title}, {fight.when}: the {fight.attacker.people} attack."
    score = ", ".join(f"{f.people} {f.impacts}" for f in fight.forces)
    if fight.siege:
        yield f"Impacts: {score}; {fight.net} count against the castle. {_price(fight)}"
    else:
        lead = _of(fight, fight.leader).people
        tie = ", as ties favour the defender" if tied(fight) else ""
        yield f"Impacts: {score}. The {lead} lead{tie}. {_price(fight)}"
    if fight.initiative:
        verb = "assault" if fight.siege else "have the initiative"
        yield f"The {_of(fight, fight.initiative).people} {verb}."
    done = [f.people for f in fight.forces if f.finished]
    if done:
        yield f"Finished: {', '.join(done)}."
    if fight.siege:
        yield f"The {fight.defender.people} are besieged in the castle."
    elif fight.fort:
        word = "castle" if fight.fort == "castle" else "watchtower"
        card = "; a Watchtower card has been played" if fight.tower_card else ""
        people = PEOPLE.get(fight.holder)
        held = f"in the hands of the {people}" if people else "nobody's"
        yield f"The {word} is {held}{card}."
    if fight.disk:
        yield f"{fight.disk} is here."
    for force in fight.forces:
        yield _force_words(force, fight, plan)
    known = public(plan.game)
    for force in fight.forces:
        if force.cards:
            names = Counter(known.cards[force.side][key].name for key in force.cards)
            yield f"Cards of the {force.people}: {_counted(names)}."


def _price(fight: Combat) -> str:
    if fight.guns == "perhaps":
        less = fight.loss - SIEGE_LOSS + SIEGE_LOSS_GUNS
        return f"Every {fight.loss} cost a block, or every {less} if artillery has fired."
    return f"Every {fight.loss} cost a block."


def tied(fight: Combat) -> bool:
    return fight.attacker.impacts == fight.defender.impacts


def _of(fight: Combat, side: str) -> Force:
    return fight.attacker if fight.attacker.side == side else fight.defender


def _force_words(force: Force, fight: Combat, plan: Layout) -> str:
    words = []
    if force.deployed:
        words.append("deployed " + _counted(Counter(block_words(k, plan) for k in force.deployed)))
    if force.waiting:
        words.append("waiting " + _counted(Counter(block_words(k, plan) for k in force.waiting)))
    if force.hidden:
        words.append(f"{force.hidden} hidden")
    if force.kept:
        words.append(f"{force.kept} more {kept_words(force, fight)}")
    text = "; ".join(words) or "none"
    return f"The {force.people}, {force.count} blocks: {text}."


def kept_words(force: Force, fight: Combat) -> str:
    """Why blocks of a side that are in the place do not fight."""
    if force.paint == "grey":
        return "stand aside"
    return "outside" if fight.siege and force.role == "defender" else "inside the castle"


def block_words(key: str, plan: Layout) -> str:
    kind = plan.kind(key)
    return kind.name if kind.army or kind.name == key else f"{kind.name} {key}"


def _counted(names: Counter[str]) -> str:
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())


# -- what lies where -----------------------------------------------------------------------------


class Laid(NamedTuple):
    """Something of a force and where it lies, in units of the picture."""

    what: str  # block, waiting, back or card
    key: str
    number: int
    box: Box


def ground_of(fight: Combat, role: str) -> Box:
    """Where the blocks of a side may stand: the defender leaves room for tower or walls."""
    area = LINES[role]
    if fight.siege:
        if role == "attacker":
            return area
        return Box(area.left + WALL + 6, area.top + 44, area.right - WALL - 6, area.bottom - 8)
    if not fight.fort or role != fight.behind:
        return area
    if role == "attacker":
        return area._replace(left=area.left + FORT)
    return area._replace(right=area.right - FORT)


def arrange(fight: Combat) -> list[tuple[Force, Laid]]:
    """Every block, back and card of both sides."""
    found = []
    widths = {f.role: block_width(f, ground_of(fight, f.role)) for f in fight.forces}
    for force in fight.forces:
        area = ground_of(fight, force.role)
        # in the field both sides look alike; in a siege the few inside need not be small
        width = widths[force.role] if fight.siege else min(widths.values())
        blocks = list(_blocks(force, area, width))
        shut_in = fight.siege and force.role == "defender"
        found += [(force, laid) for laid in _centred(blocks, area, shut_in)]
        found += [(force, laid) for laid in _cards(force, CARDS[force.role])]
    return found


def _centred(laid: list[Laid], area: Box, across: bool) -> Iterator[Laid]:
    """Few blocks stand in the middle of their ground, not at its upper edge."""
    if not laid:
        return
    x, y = 0.0, (area.bottom - max(one.box.bottom for one in laid)) / 2
    if across:
        x = (area.right - max(one.box.right for one in laid)) / 2
    for one in laid:
        left, top, right, bottom = one.box
        yield one._replace(box=Box(left + x, top + y, right + x, bottom + y))


def _blocks(force: Force, area: Box, width: float) -> Iterator[Laid]:
    """Rows from the middle outwards: who fights in front, then who waits, then the hidden ones."""
    height, columns = width * BLOCK[1], _columns(area, width)
    y = area.top
    for what, keys in (("block", force.deployed), ("waiting", force.waiting)):
        for i, key in enumerate(keys):
            row, column = divmod(i, columns)
            left = column * (width + GAP)
            top = y + row * (height + GAP)
            yield Laid(what, key, 1, _facing(force, area, left, top, width, height))
        if keys:
            y += ceil(len(keys) / columns) * (height + GAP) + _BREAK
    if force.hidden:
        room = area.right - area.left - width
        step = min(width * 0.42, room / max(1, force.hidden - 1))
        for i in reversed(range(force.hidden)):  # the nearest to the enemy is drawn last
            count = force.hidden if i == 0 else 0
            yield Laid("back", "", count, _facing(force, area, i * step, y, width, height))


_BREAK = 14  # between those who fight and those who wait


def _facing(force: Force, area: Box, along: float, top: float, width: float, height: float) -> Box:
    left = area.right - along - width if force.role == "attacker" else area.left + along
    return Box(left, top, left + width, top + height)


def _columns(area: Box, width: float) -> int:
    return int((area.right - area.left + GAP) // (width + GAP))


def block_width(force: Force, area: Box) -> float:
    """The width of the largest block with which everything fits."""
    groups = [len(keys) for keys in (force.deployed, force.waiting) if keys]
    breaks = max(0, len(groups) + bool(force.hidden) - 1)
    for width in range(BLOCK[0], 20, -2):
        rows = sum(ceil(n / _columns(area, width)) for n in groups) + bool(force.hidden)
        if rows * (width * BLOCK[1] + GAP) - GAP + breaks * _BREAK <= area.bottom - area.top:
            return width
    raise RenderError(f"The {force.people} are too many to be drawn: {force.count} blocks.")


def _cards(force: Force, area: Box) -> Iterator[Laid]:
    """Cards of one design lie together; many designs overlap like a fan."""
    piles = list(Counter(force.cards).items())
    if not piles:
        return
    width, height = CARD
    room = area.right - area.left - width
    step = min(width + GAP, room / max(1, len(piles) - 1))
    top = (area.top + area.bottom - height) / 2
    laid = [
        Laid("card", key, count, _facing(force, area, i * step, top, width, height))
        for i, (key, count) in enumerate(piles)
    ]
    # each card covers the right part of the one to its left, so that every name begins to show
    yield from sorted(laid, key=lambda one: one.box.left)
