"""A battle or a siege of Granada as a reader may know it, and what there is to say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.tongues import ENGLISH, Field, Listed, Said, Tongue
from renderer.boards.facts import Kind
from renderer.boards.layout import Layout
from renderer.boards.scene import BlockFace
from renderer.errors import RenderError, refused
from renderer.games.granada import faces, verdict
from renderer.games.granada.scene import PAINTS, when
from renderer.games.granada.words import copies, fought, many, people, say, undrawn
from renderer.pictures.battle import Combat, Force, Note, Ribbon
from renderer.pieces.cards import CardFace
from renderer.words import commas, semicolons

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
    kept_where: str  # aside, outside or inside
    cards: tuple[tuple[CardFace, int], ...]
    impacts: int

    @property
    def count(self) -> int:
        return len(self.deployed) + len(self.waiting) + self.hidden

    @property
    def people(self) -> Said:
        return people(self.paint)


def fight(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Combat:
    """The fight of a view. Raises RenderError where nobody fights, or with an unknown piece."""
    battle = view["battle"]
    if not battle:
        raise refused("battle")
    town = plan.town(battle["place"])
    here = view["locations"].get(battle["place"])
    if here is None:
        raise RenderError(undrawn("battle.place", place=repr(battle["place"])))
    attacker = battle["attacker"]
    defender = "muslim" if attacker == "christian" else "christian"
    parties = tuple(party(battle, here, side, plan, tongue) for side in (attacker, defender))
    holder = here["castle"] or here["control"]
    fort = "castle" if town.castle else "tower" if town.tower else ""
    disk = plan.disks.get(town.disk or "", town.disk) if here["disk"] else None
    title = say("siege" if battle["siege"] else "battle", place=plan.called(town.key))
    left, right = (_force(view, one, disk, tongue) for one in parties)
    found = verdict.verdict(battle, {one.side: one.count for one in parties}, disk)
    return Combat(
        place=town.key,
        title=tongue.word(title),
        subtitle=tongue.word(_subtitle(view, parties[0], plan, fort, disk)),
        left=left,
        right=right,
        walls=battle["siege"],
        fort=fort,
        fort_at="left" if holder == attacker else "right",
        holder=holder,
        fort_mark=f"+{TOWER_CARD}" if battle["watchtower"] else "",
        price=tongue.word(sums) if (sums := verdict.price(battle)) else "",
        verdict=(tongue.word(found[0]), tongue.word(found[1])),
        words=tuple(map(tongue.word, _words(view, plan, title, parties, (fort, holder, disk)))),
        hand=tuple(_hand(view, tongue)),
        hand_title=tongue.word(fought("hand")),
        breaches=min(battle["losses"].get(defender, 0), 4) if battle["siege"] else 0,
    )


def _subtitle(view: View, first: Party, plan: Layout, fort: str, disk: str | None) -> Said:
    """When it is, what ground it is, and whence the attacker came."""
    battle = view["battle"]
    what = "siege" if battle["siege"] else fort or "field"
    where = fought(f"where.{what}", people=first.people)
    if battle["siege"] and disk:
        return fought("subtitle.governor", when=when(view), where=where, who=disk)
    if not battle["came_from"]:
        return fought("subtitle.plain", when=when(view), where=where)
    places = Listed(tuple(plan.called(key) for key in battle["came_from"]))
    return fought("subtitle.from", when=when(view), where=where, people=first.people, places=places)


def _hand(view: View, tongue: Tongue) -> Iterator[tuple[CardFace, str]]:
    """3.3: the reader's own cards, each with what it could add now."""
    seat, battle = view["seat"], view["battle"]
    for chance in battle["chances"] or ():
        face = faces.card(seat, chance["card"], tongue)
        yield face, tongue.word(_chance(chance, face))


def _chance(chance: View, face: CardFace) -> Said:
    if chance["block"] is None:
        return fought("hand.nobody" if face.faction else "hand.other")
    parts = chance["parts"]
    entry = "hand.adds" if len(parts) == 1 else "hand.sum"
    return fought(
        entry, block=chance["block"], sum=verdict.sum_words(parts), total=verdict.total(parts)
    )


def party(battle: View, here: View, side: str, plan: Layout, tongue: Tongue = ENGLISH) -> Party:
    stack, attacks = here[side], side == battle["attacker"]
    grey = side == "christian" and battle["army"] == "grey"
    inside = tuple(battle["inside"][side] or ())
    if grey:
        count, seen, kept, known = len(here["grey"]), here["grey"], stack["count"], ()
        where = "aside"
    else:
        shut_in = battle["siege"] and not attacks
        kept = stack["count"] - stack["inside"] if shut_in else stack["inside"]
        count = stack["count"] - kept
        seen = stack["known"] if stack["blocks"] is None else stack["blocks"]
        known = inside if kept and not shut_in else ()
        where = "outside" if shut_in else "inside"
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
        kept_where=where,
        cards=_cards(side, _loose(battle, side), tongue),
        impacts=battle["impacts"][side],
    )


def _loose(battle: View, side: str) -> list[str]:
    """Cards on the table that brought no block: the others lie below theirs."""
    rows = [row["card"] for row in battle["deployments"] if row["side"] == side and row["card"]]
    return list((Counter(battle["cards"][side]) - Counter(rows)).elements())


def _cards(side: str, keys: list[str], tongue: Tongue) -> tuple[tuple[CardFace, int], ...]:
    """Cards on the table by name: their bids and naval numbers do not matter now."""
    found: dict[str, CardFace] = {}
    for key in keys:
        if key not in faces.cards()[side]:
            raise RenderError(undrawn("card.side", card=repr(key), people=people(side)))
        card = faces.card(side, key, tongue)
        found.setdefault(card.name, card)
    counts = Counter(faces.card(side, key, tongue).name for key in keys)
    return tuple((found[name], number) for name, number in counts.items())


def _force(view: View, one: Party, disk: str | None, tongue: Tongue) -> Force:
    battle = view["battle"]
    attacks = one.side == battle["attacker"]
    other = next(side for side in battle["impacts"] if side != one.side)
    defence = "besieged" if battle["siege"] else "defend"
    spoils = battle["siege"] and attacks
    line = _in_line(battle, one, tongue)
    told = None if battle["siege"] else disk  # the subtitle names who holds the castle
    return Force(
        side=one.side,
        paint=one.paint,
        people=tongue.word(one.people),
        role=tongue.word(fought("attack" if attacks else defence)),
        heading=tongue.field(_heading(one, told, view[one.side]["cards"])),
        deployed=tuple(faces.block(key) for key, _ in line),
        waiting=tuple(faces.block(key) for key in one.waiting),
        hidden=one.hidden,
        cards=one.cards,
        score=one.impacts,
        step=battle["needed"].get(other, 0),
        spoiled=min(one.impacts, battle["impacts"][other]) if spoils else 0,
        ribbons=tuple(
            Ribbon(tongue.word(fought(entry)), tone) for entry, tone in _ribbons(battle, one.side)
        ),
        guests=_governor(disk) if battle["siege"] and not attacks else (),
        notes=tuple(note for _, note in line if note is not None),
    )


def _in_line(battle: View, one: Party, tongue: Tongue) -> list[tuple[str, Note | None]]:
    """Those deployed, in the order in which they came, with what they brought. After a moderator's
    hand the two may not agree: then nobody says what they brought."""
    found: list[tuple[str, Note | None]] = []
    for row in (row for row in battle["deployments"] if row["side"] == one.side):
        card = faces.card(one.side, row["card"], tongue) if row["card"] else None
        driven = Counter(row["driven"])
        for key, parts in zip(row["blocks"], row["parts"], strict=True):
            off = driven[key] > 0
            driven[key] -= off
            words = fought("driven") if off else verdict.sum_words(parts)
            score = str(verdict.total(parts))
            found.append((key, Note(score, card, tongue.field(words), off)))
    if Counter(key for key, _ in found) != Counter(one.deployed):
        return [(key, None) for key in one.deployed]
    return found


def _governor(disk: str | None) -> tuple[BlockFace, ...]:
    """8.7.4: a governor's disk is the last to fall."""
    if disk is None:
        return ()
    return (BlockFace(disk, "muslim", disk, emblem="moon", gilt=True),)


def _heading(one: Party, disk: str | None, cards: int) -> Field:
    """How many there are, who stands aside, the governor, and how many cards they hold."""
    parts: list[Field] = [_line(one)]
    if cards:
        parts.append(many(cards, "cards"))
    if one.kept:
        parts.append(_kept(one, " "))
    if disk and one.side == "muslim":
        parts.append(disk)
    return semicolons(parts)


def _line(one: Party) -> Field:
    blocks = many(one.count, "blocks")
    if not one.deployed:
        return blocks
    if one.count == 1:
        return fought("line.alone", blocks=blocks)
    if len(one.deployed) < one.count:
        return fought("line.some", blocks=blocks, count=len(one.deployed))
    return fought("line.all", blocks=blocks)


def _kept(one: Party, join: str) -> Said:
    """Who is here and takes no part."""
    kept = fought(f"kept.{one.kept_where}", count=one.kept)
    if not one.kept_known:
        return kept
    return fought("kept.known", kept=kept, blocks=join.join(one.kept_known))


def leading(battle: View) -> str:
    """8.2.4: ties favour the defender."""
    attacker, impacts = battle["attacker"], battle["impacts"]
    other = next(side for side in impacts if side != attacker)
    return str(attacker if impacts[attacker] > impacts[other] else other)


def tied(battle: View) -> bool:
    return len(set(battle["impacts"].values())) == 1


def _ribbons(battle: View, side: str) -> Iterator[tuple[str, str]]:
    """Words about a side, each with its tone."""
    if battle["winner"] == side:
        yield "won", "lead"
    elif not battle["siege"] and battle["started"] and not battle["winner"]:
        if leading(battle) == side:
            yield "leads.tied" if tied(battle) else "leads", "lead"
    if battle["initiative"] == side:
        yield "assaults" if battle["siege"] else "initiative", "act"
    if side in battle["finished"]:
        yield "finished", "done"


def _price(battle: View, parties: tuple[Party, ...]) -> Said:
    """8.5.1, 8.7.5.C, 11.8: impacts for one loss."""
    needed = battle["needed"]
    if battle["siege"] or len(set(needed.values())) == 1:
        return fought("price", count=next(iter(needed.values())))
    each = (fought("price.each", count=needed[p.side], people=p.people) for p in parties)
    return fought("price.both", each=commas(each))


# -- in words ------------------------------------------------------------------------------------


def _words(
    view: View,
    plan: Layout,
    title: Said,
    parties: tuple[Party, ...],
    ground: tuple[str, str, str | None],
) -> Iterator[Said]:
    """What the picture shows, the most important first."""
    battle = view["battle"]
    called = {one.side: one.people for one in parties}
    yield fought("words", title=title, when=when(view), people=parties[0].people)
    score = commas(say("each", what=one.people, count=one.impacts) for one in parties)
    yield fought("impacts", score=score, price=_price(battle, parties))
    counts = {one.side: one.count for one in parties}
    for said in verdict.verdict(battle, counts, ground[2]):
        yield say("sentence", text=said)
    if battle["initiative"]:
        entry = "assault" if battle["siege"] else "acting"
        yield fought(entry, people=called[battle["initiative"]])
    done = [one.people for one in parties if one.side in battle["finished"]]
    if done:
        yield fought("done", people=commas(done))
    yield from _ground(battle, parties, *ground)
    for one in parties:
        yield _party_words(one, plan)
    for one in parties:
        if one.cards:
            cards = commas(copies(card.name, n) for card, n in one.cards)
            yield fought("cards", people=one.people, cards=cards)


def _ground(
    battle: View, parties: tuple[Party, ...], fort: str, holder: str, disk: str | None
) -> Iterator[Said]:
    if battle["siege"]:
        yield fought("shut in", people=parties[1].people)
    elif fort:
        ours = holder in PAINTS
        held = fought("held", people=people(holder)) if ours else fought("held.nobody")
        yield fought(f"{fort}.card" if battle["watchtower"] else fort, held=held)
    if disk:
        yield fought("governor", who=disk)


def _party_words(one: Party, plan: Layout) -> Said:
    parts: list[Field] = []
    for entry, keys in (("deployed", one.deployed), ("waiting", one.waiting)):
        if keys:
            kinds = Counter(plan.kind(key) for key in keys)
            blocks = commas(copies(block_words(kind), n) for kind, n in kinds.items())
            parts.append(fought(entry, blocks=blocks))
    if one.hidden:
        parts.append(fought("hidden", count=one.hidden))
    if one.kept:
        parts.append(_kept(one, ", "))
    blocks_all = many(one.count, "blocks")
    if not parts:
        return fought("party.none", people=one.people, blocks=blocks_all)
    return fought("party", people=one.people, blocks=blocks_all, parts=semicolons(parts))


def block_words(kind: Kind) -> Field:
    """A block by its word in orders; a name where it has one."""
    if kind.army or kind.name == kind.key:
        return kind.name
    return say("named", name=kind.name, code=kind.key)
