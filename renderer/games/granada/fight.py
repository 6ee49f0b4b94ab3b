"""A battle or a siege of Granada as a reader may know it, and what there is to say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from renderer.blocks import BlockFace
from renderer.cards import CardFace
from renderer.combat import Combat, Force, Ribbon
from renderer.errors import RenderError
from renderer.games.granada import faces
from renderer.games.granada.scene import PEOPLE
from renderer.games.granada.sheets import when
from renderer.layout import Kind, Layout

View = Mapping[str, Any]
TOWER_CARD = 4  # impacts of a Watchtower card (10.3)


@dataclass(frozen=True)
class Party:
    """The blocks of one side at the place of a fight, as far as the reader knows them."""

    side: str
    paint: str  # grey if Boabdil's army fights for the Christians
    deployed: tuple[str, ...]
    waiting: tuple[str, ...]
    hidden: int
    kept: int  # blocks here that take no part: inside a castle, or the other army
    kept_known: tuple[str, ...]
    kept_words: str
    cards: tuple[tuple[CardFace, int], ...]
    impacts: int

    @property
    def count(self) -> int:
        return len(self.deployed) + len(self.waiting) + self.hidden

    @property
    def people(self) -> str:
        return PEOPLE[self.paint]


def fight(view: View, plan: Layout) -> Combat:
    """The fight of a view. Raises RenderError where nobody fights, or with an unknown piece."""
    battle = view["battle"]
    if not battle:
        raise RenderError("Nobody is fighting now, so there is no battle to draw.")
    town = plan.town(battle["place"])
    here = view["locations"].get(battle["place"])
    if here is None:
        raise RenderError(f"The view has no place {battle['place']!r}, where the battle is.")
    attacker = battle["attacker"]
    defender = "muslim" if attacker == "christian" else "christian"
    parties = tuple(party(battle, here, side, plan) for side in (attacker, defender))
    holder = here["castle"] or here["control"]
    fort = "castle" if town.castle else "tower" if town.tower else ""
    disk = plan.disks.get(town.disk or "", town.disk) if here["disk"] else None
    asked = " and ".join(dict.fromkeys(PEOPLE[a["seat"]] for a in view["asked"]))
    title = f"{'Siege' if battle['siege'] else 'Battle'} of {town.name}"
    left, right = (_force(battle, one, disk) for one in parties)
    return Combat(
        place=town.key,
        title=title,
        subtitle=f"{when(view)} · the {parties[0].people} attack"
        + (f" · the {asked} decide" if asked else ""),
        left=left,
        right=right,
        walls=battle["siege"],
        fort=fort,
        fort_at="left" if holder == attacker else "right",
        holder=holder,
        fort_mark=f"+{TOWER_CARD}" if battle["watchtower"] else "",
        price=_price(battle, parties),
        outcome=_outcome(battle, parties),
        words=tuple(_words(view, plan, title, parties, (fort, holder, disk))),
    )


def party(battle: View, here: View, side: str, plan: Layout) -> Party:
    stack, attacks = here[side], side == battle["attacker"]
    grey = side == "christian" and battle["army"] == "grey"
    inside = tuple(battle["inside"][side] or ())
    if grey:
        count, seen, kept, known = len(here["grey"]), here["grey"], stack["count"], ()
        aside = "stand aside"
    else:
        shut_in = battle["siege"] and not attacks
        kept = stack["count"] - stack["inside"] if shut_in else stack["inside"]
        count = stack["count"] - kept
        seen = stack["known"] if stack["blocks"] is None else stack["blocks"]
        known = inside if kept and not shut_in else ()
        aside = "outside" if shut_in else "inside the castle"
        if kept and battle["inside"][side] is None:
            seen = battle["deployed"][side]  # which of the others are inside nobody says
    deployed = tuple(battle["deployed"][side])
    left: Counter[str] = Counter(seen) - Counter(deployed) - Counter(known)
    waiting = tuple(left.elements())
    number = max(0, count - len(deployed))
    if len(waiting) > number:
        waiting = ()
    for key in (*deployed, *waiting):
        plan.kind(key)
    return Party(
        side=side,
        paint="grey" if grey else side,
        deployed=deployed,
        waiting=waiting,
        hidden=number - len(waiting),
        kept=kept,
        kept_known=known,
        kept_words=aside,
        cards=_cards(side, battle["cards"][side]),
        impacts=battle["impacts"][side],
    )


def _cards(side: str, keys: list[str]) -> tuple[tuple[CardFace, int], ...]:
    """Cards on the table by name: their bids and naval numbers do not matter now."""
    found: dict[str, CardFace] = {}
    for key in keys:
        if key not in faces.cards()[side]:
            raise RenderError(f"There is no card {key!r} of the {PEOPLE[side]} in {faces.TITLE}.")
        card = faces.card(side, key)
        found.setdefault(card.name, card)
    copies = Counter(faces.card(side, key).name for key in keys)
    return tuple((found[name], number) for name, number in copies.items())


def _force(battle: View, one: Party, disk: str | None) -> Force:
    attacks = one.side == battle["attacker"]
    other = next(side for side in battle["impacts"] if side != one.side)
    defence = "are besieged" if battle["siege"] else "defend"
    spoils = battle["siege"] and attacks
    return Force(
        side=one.side,
        paint=one.paint,
        people=one.people,
        role="attack" if attacks else defence,
        heading=_heading(one, disk),
        deployed=tuple(faces.block(key) for key in one.deployed),
        waiting=tuple(faces.block(key) for key in one.waiting),
        hidden=one.hidden,
        cards=one.cards,
        score=one.impacts,
        step=battle["needed"].get(other, 0),
        spoiled=min(one.impacts, battle["impacts"][other]) if spoils else 0,
        ribbons=tuple(_ribbons(battle, one.side)),
        guests=_governor(disk) if battle["siege"] and not attacks else (),
    )


def _governor(disk: str | None) -> tuple[BlockFace, ...]:
    """8.7.4: a governor's disk is the last to fall."""
    if disk is None:
        return ()
    return (BlockFace(disk, "muslim", disk, emblem="moon", gilt=True),)


def _heading(one: Party, disk: str | None) -> str:
    text = f"{one.count} {'block' if one.count == 1 else 'blocks'}"
    if one.deployed:
        some = len(one.deployed) if len(one.deployed) < one.count else "all"
        text += f", {some} in the line" if one.count > 1 else " in the line"
    if one.kept:
        who = f" ({' '.join(one.kept_known)})" if one.kept_known else ""
        text += f"; {one.kept} more {one.kept_words}{who}"
    if disk and one.side == "muslim":
        text += f"; {disk}"
    return text


def leading(battle: View) -> str:
    """8.2.4: ties favour the defender."""
    attacker, impacts = battle["attacker"], battle["impacts"]
    other = next(side for side in impacts if side != attacker)
    return str(attacker if impacts[attacker] > impacts[other] else other)


def tied(battle: View) -> bool:
    return len(set(battle["impacts"].values())) == 1


def _ribbons(battle: View, side: str) -> Iterator[Ribbon]:
    if battle["winner"] == side:
        yield Ribbon("won", "lead")
    elif not battle["siege"] and battle["started"] and not battle["winner"]:
        if leading(battle) == side:
            yield Ribbon("leads, tied" if tied(battle) else "leads", "lead")
    if battle["initiative"] == side:
        yield Ribbon("assaults" if battle["siege"] else "initiative", "act")
    if side in battle["finished"]:
        yield Ribbon("finished", "done")


def _price(battle: View, parties: tuple[Party, ...]) -> str:
    """8.5.1, 8.7.5.C, 11.8: impacts for one loss."""
    needed = battle["needed"]
    if battle["siege"]:
        guns = ", under artillery" if battle["artillery"] else ""
        return f"{needed[parties[1].side]} impacts for each block inside{guns}"
    if len(set(needed.values())) == 1:
        return f"{needed[parties[0].side]} impacts for each block lost"
    each = ", ".join(f"{needed[one.side]} of the {one.people}" for one in parties)
    return f"impacts for each block: {each}"


def _outcome(battle: View, parties: tuple[Party, ...]) -> str:
    if not battle["started"]:
        return "the fight has not begun"
    losses = battle["losses"]
    if battle["siege"]:
        net = max(0, parties[0].impacts - parties[1].impacts)
        number = losses[parties[1].side]
        return f"{net} count: enough for {number} {'loss' if number == 1 else 'losses'}"
    if battle["winner"]:
        return f"the {PEOPLE[battle['winner']]} have won: {_reason(battle)}"
    costs = [f"{one.people} lose {min(losses[one.side], one.count)}" for one in parties]
    return "as it stands " + ", ".join(costs)


def _reason(battle: View) -> str:
    return "ties favour the defender" if battle["why"] == "tie" else "more impacts"


# -- in words ------------------------------------------------------------------------------------


def _words(
    view: View,
    plan: Layout,
    title: str,
    parties: tuple[Party, ...],
    ground: tuple[str, str, str | None],
) -> Iterator[str]:
    """What the picture shows, the most important first."""
    battle = view["battle"]
    people = {one.side: one.people for one in parties}
    yield f"{title}, {when(view)}: the {parties[0].people} attack."
    score = ", ".join(f"{one.people} {one.impacts}" for one in parties)
    yield f"Impacts: {score}; {_price(battle, parties)}."
    yield from _standing(battle, parties, people)
    if battle["initiative"]:
        verb = "assault" if battle["siege"] else "have the initiative"
        yield f"The {people[battle['initiative']]} {verb}."
    done = [one.people for one in parties if one.side in battle["finished"]]
    if done:
        yield f"Finished: {', '.join(done)}."
    yield from _ground(battle, parties, *ground)
    for one in parties:
        yield _party_words(one, plan)
    for one in parties:
        if one.cards:
            yield f"Cards of the {one.people}: {counted({c.name: n for c, n in one.cards})}."


def _standing(battle: View, parties: tuple[Party, ...], people: Mapping[str, str]) -> Iterator[str]:
    """Who leads or has won and why, and what it costs."""
    outcome = _outcome(battle, parties)
    if battle["siege"] or not battle["started"]:
        yield f"{outcome[0].upper()}{outcome[1:]}."
        return
    called = battle["losses"]
    if battle["winner"]:
        losses = ", ".join(f"{one.people} {called[one.side]}" for one in parties)
        yield f"The {people[battle['winner']]} have won: {_reason(battle)}."
        yield f"Blocks to be lost: {losses}."
        return
    costs = ", ".join(f"{one.people} {min(called[one.side], one.count)}" for one in parties)
    tie = ", as ties favour the defender" if tied(battle) else ""
    yield f"The {people[leading(battle)]} lead{tie}. Lost if it ended now: {costs}."


def _ground(
    battle: View, parties: tuple[Party, ...], fort: str, holder: str, disk: str | None
) -> Iterator[str]:
    if battle["siege"]:
        yield f"The {parties[1].people} are besieged in the castle."
    elif fort:
        word = "castle" if fort == "castle" else "watchtower"
        card = "; a Watchtower card has been played" if battle["watchtower"] else ""
        held = f"in the hands of the {PEOPLE[holder]}" if holder in PEOPLE else "nobody's"
        yield f"The {word} is {held}{card}."
    if disk:
        yield f"{disk} is here."


def _party_words(one: Party, plan: Layout) -> str:
    words = []
    for word, keys in (("deployed", one.deployed), ("waiting", one.waiting)):
        if keys:
            words.append(f"{word} {counted(Counter(block_words(plan.kind(k)) for k in keys))}")
    if one.hidden:
        words.append(f"{one.hidden} hidden")
    if one.kept:
        who = f" ({', '.join(one.kept_known)})" if one.kept_known else ""
        words.append(f"{one.kept} more {one.kept_words}{who}")
    blocks = "block" if one.count == 1 else "blocks"
    return f"The {one.people}, {one.count} {blocks}: {'; '.join(words) or 'none'}."


def block_words(kind: Kind) -> str:
    """A block by its word in orders; a name where it has one."""
    return kind.name if kind.army or kind.name == kind.key else f"{kind.name} {kind.key}"


def counted(copies: Mapping[str, int]) -> str:
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in copies.items())
