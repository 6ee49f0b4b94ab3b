"""Sheets: a hand of cards, the factions of a seat, a battle or a siege."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.tongues import ENGLISH, Field, Said, Tongue
from renderer.boards.layout import Layout
from renderer.errors import RenderError
from renderer.games.crusade.names import Book, book
from renderer.games.crusade.scene import facts, holdings, leads, standing, strengths, when
from renderer.games.crusade.words import many, say, undrawn
from renderer.ink.heraldry import arms
from renderer.ink.palette import Palette
from renderer.pictures.hand import Fan, Hand, hand_sheet
from renderer.pictures.ledger import Card, Ledger, Row, Tile, ledger_sheet
from renderer.pictures.sheets import Sheet
from renderer.pieces.cards import CardFace
from renderer.words import commas

View = Mapping[str, Any]
EMBLEMS = {
    "Armenians-Revolt": "hand", "Assassination": "snake", "Butimides": "mining",
    "Byzantines-Send-Supplies": "byzantin-temple", "Caravan-in-Aleppo": "camel-head",
    "Caravan-in-Damascus": "camel-head", "Caravan-in-Homs": "camel-head",
    "Dissension": "crossed-swords", "Fleet-Arrives": "galley", "Heat": "sun",
    "Knights-Charge": "horse-head", "Leader-Ill": "amphora", "Papal-Peace": "cross",
    "Plague": "bat-wing", "Spy": "eagle-head", "Surprise": "dervish-swords",
    "Terrain-Advantage": "palm-tree", "Treachery": "two-coins", "Uncertainty": "doubt",
    "Visions": "star", "Entourage-Goes-Home": "knight-banner", "Fatimids": "palm-tree",
    "Jihad": "moon", "Muslim-Reinforcements": "spears", "Storms-at-Sea": "anchor",
}  # fmt: skip


# -- the hand ------------------------------------------------------------------------------------


def hand(
    view: View, plan: Layout, colours: Palette, _: Sequence[str] = (), tongue: Tongue = ENGLISH
) -> Sheet:
    """The event cards of the reader's seat."""
    if view["seat"] is None:
        raise RenderError(undrawn("hand"))
    known = book()
    held: Counter[str] = Counter(view["hand"])
    side = _side(known, view["seat"])
    fans = tuple(Fan(face(known, key, side, tongue), n) for key, n in held.items())
    seat, when_ = known.seat(view["seat"]), when(view, known)
    if held:
        cards = commas(known.card(key) for key in view["hand"])
        words = say("hand.words", seat=seat, when=when_, cards=cards)
    else:
        words = say("hand.none", seat=seat, when=when_)
    told = (tongue.word(words),)
    title = tongue.word(say("hand", seat=seat))
    counts = ((tongue.word(say("hand.count")), len(view["hand"])),)
    made = Hand(title, tongue.word(when_), counts, fans, (), told, told)
    return hand_sheet(made, colours, tongue)


def _side(known: Book, seat: str) -> str:
    return known.factions[known.seats[seat][1][0]].side


def face(known: Book, key: str, side: str, tongue: Tongue) -> CardFace:
    name = tongue.field(known.card(key))
    kept = tongue.word(say("hold" if known.cards[key].hold else "once"))
    return CardFace(key, side, name, name, kept, EMBLEMS.get(key, "star"))


# -- the factions of a seat ----------------------------------------------------------------------


def nation(
    view: View, plan: Layout, colours: Palette, asked: Sequence[str] = (), tongue: Tongue = ENGLISH
) -> Sheet:
    """The factions that are asked for; else those of the reader's seat."""
    known = book()
    if asked:
        keys = tuple(_faction(known, key, tongue) for key in asked)
    elif view["seat"] is not None:
        keys = known.seats[view["seat"]][1]
    else:
        keys = tuple(f for f in known.factions if known.factions[f].side != "nobody")
    cards = tuple(_card(view, plan, known, colours, key, tongue) for key in keys)
    words = tuple(tongue.word(text) for key in keys for text in _words(view, plan, known, key))
    seat = view["seat"]
    title = known.seat(seat) if seat and not asked else commas(known.faction(k) for k in keys)
    made = Ledger(tongue.field(title), tongue.word(when(view, known)), (), cards, words, words)
    return ledger_sheet(made, colours)


def _faction(known: Book, key: str, tongue: Tongue) -> str:
    for token in known.factions:
        called = {speaker.field(known.faction(token)) for speaker in (tongue, ENGLISH)}
        if key.casefold() in {name.casefold() for name in (token, *called)}:
            return token
    raise RenderError(undrawn("faction", faction=repr(key)))


def _card(
    view: View, plan: Layout, known: Book, colours: Palette, key: str, tongue: Tongue
) -> Card:
    word = tongue.word
    cities = [place for place in holdings(view, key) if place in known.full]
    points = standing(view, known, key) if known.factions[key].side != "nobody" else None
    figures = [
        ("figure.sp", str(strengths(view).get(key, 0))),
        ("figure.knights", str(view["knights"].get(key, 0))),
        ("figure.cities", str(len(cities))),
        ("figure.points", "?" if points is None else str(points)),
        ("figure.bought", str(view["bought"].get(key, 0))),
    ]
    if key in view["markers"]:
        figures.append(("figure.marker", str(view["markers"][key])))
    rows = [Row(figures=tuple((word(say(name)), text) for name, text in figures))]
    for leader, one in known.leaders.items():
        if one.faction == key:
            where = word(_where(view, plan, known, leader))
            note = word(say("note", rank=one.rank, av=one.av, cv=one.cv))
            text = word(say("leader.row", leader=known.leader(leader), where=where))
            rows.append(Row(text=f"{text} · {note}"))
    if view["lists"].get(key):
        places = commas(plan.called(place) for place in view["lists"][key])
        rows.append(Row(text=word(say("list", places=places))))
    if view["purchases"].get(key):
        bought = commas(known.leader(leader) for leader in view["purchases"][key])
        rows.append(Row(text=word(say("bought", cards=bought))))
    captives = [k for k, captor in view["captors"].items() if captor == key]
    if captives:
        rows.append(Row(text=word(say("captives", leaders=commas(map(known.leader, captives))))))
    name = tongue.field(known.faction(key))
    return Card(known.side(key), arms(colours, key), name, "", tuple(rows))


def _where(view: View, plan: Layout, known: Book, leader: str) -> Said:
    chief = view["leaders"].get(leader)
    if chief is None:
        how = view["lost"].get(leader, "away")
        return say("row.gone" if how == "away" else f"row.{how}")
    return say("row.at", place=plan.called(chief["place"]), sp=many(chief["sp"], "sp"))


def _words(view: View, plan: Layout, known: Book, key: str) -> Iterator[Said]:
    cities = [place for place in holdings(view, key) if place in known.full]
    total = many(strengths(view).get(key, 0), "sp")
    name = known.faction(key)
    yield say("faction.words", faction=name, sp=total, cities=many(len(cities), "cities"))
    for leader, one in known.leaders.items():
        if one.faction == key and leader in view["leaders"]:
            place = view["leaders"][leader]["place"]
            told: list[Field] = [leads(view, known, leader)]
            yield say("place", place=plan.called(place), facts=commas(told))


# -- a battle or a siege -------------------------------------------------------------------------


def battle(
    view: View, plan: Layout, colours: Palette, asked: Sequence[str] = (), tongue: Tongue = ENGLISH
) -> Sheet:
    """The battle that is being fought; else the sieges, or that of a place."""
    known = book()
    if view["battle"] and not asked:
        return _clash(view, plan, known, colours, tongue)
    besieged = [
        key for key, spot in view["places"].items() if spot["siege"] and (not asked or key in asked)
    ]
    if not besieged:
        raise RenderError(undrawn("fight"))
    return _sieges(view, plan, known, colours, besieged, tongue)


def _clash(view: View, plan: Layout, known: Book, colours: Palette, tongue: Tongue) -> Sheet:
    fought = view["battle"]
    word = tongue.word
    cards, told = [], []
    for role, leaders in (("attackers", fought["attackers"]), ("defenders", fought["defenders"])):
        factions = list(dict.fromkeys(view["leaders"][k]["faction"] for k in leaders))
        if role == "defenders":
            factions += [f for f in fought["garrisons"] if f not in factions]
        cards += [
            _force(view, known, colours, fought, faction, leaders, role, tongue)
            for faction in factions
        ]
        rows: list[Field] = [leads(view, known, k) for k in leaders]
        if role == "defenders":
            spot = view["places"].get(fought["place"], {"garrison": {}})
            for f in fought["garrisons"]:
                sp = many(spot["garrison"].get(f, 0), "sp")
                rows.append(say("without", sp=sp, faction=known.faction(f)))
        told.append(commas(rows))
    place = plan.called(fought["place"])
    words = (word(say("battle.words", place=place, attackers=told[0], defenders=told[1])),)
    near = known.near.get(fought["place"])
    title = word(say("battle.near", place=place, near=near) if near else say("battle", place=place))
    made = Ledger(title, word(when(view, known)), (), tuple(cards), words, words)
    return ledger_sheet(made, colours)


def _force(
    view: View,
    known: Book,
    colours: Palette,
    fought: Mapping[str, Any],
    faction: str,
    leaders: Sequence[str],
    role: str,
    tongue: Tongue,
) -> Card:
    """One faction in a battle: its leaders with what they have."""
    word = tongue.word
    own = [k for k in leaders if view["leaders"][k]["faction"] == faction]
    total = sum(view["leaders"][k]["sp"] for k in own)
    tiles = [
        Tile("horse-head", str(view["leaders"][k]["knights"]), word(say("figure.knights")))
        for k in own
        if view["leaders"][k]["knights"]
    ]
    if role == "defenders" and faction in fought["garrisons"]:
        spot = view["places"].get(fought["place"], {"garrison": {}})
        total += spot["garrison"].get(faction, 0)
    rows = [Row(figures=((word(say("strength.of")), str(total)),))]
    rows += [Row(text=word(leads(view, known, k))) for k in own]
    if tiles:
        rows.append(Row(tiles=tuple(tiles)))
    if fought["town"] and role == "defenders":
        rows.append(Row(text=word(say("in.town"))))
    name = tongue.field(known.faction(faction))
    return Card(known.side(faction), arms(colours, faction), name, word(say(role)), tuple(rows))


def _sieges(
    view: View,
    plan: Layout,
    known: Book,
    colours: Palette,
    besieged: Sequence[str],
    tongue: Tongue,
) -> Sheet:
    word = tongue.word
    cards, words = [], []
    for key in besieged:
        spot, sdv = view["places"][key], int(plan.town(key).figure or 0)
        kind = word(say(f"siege.kind.{spot['siege']}"))
        gate = next((road.ends[1] for road in plan.roads if road.ends[0] == key), key)
        needs = say(
            "siege.needs", need=5 * sdv, points=spot["points"], sdv=sdv, stock=spot["stock"]
        )
        outside = [leads(view, known, k) for k, c in view["leaders"].items() if c["place"] == gate]
        inside = facts(view, known, key)
        rows = (
            Row(text=word(needs)),
            Row(head=word(say("besiegers")), text=tongue.field(commas(outside))),
            Row(head=word(say("inside")), text=tongue.field(commas(inside))),
        )
        holder = spot["control"]
        cards.append(
            Card(
                known.side(holder),
                arms(colours, holder or "byzantines"),
                tongue.field(plan.called(key)),
                kind,
                rows,
            )
        )
        told = commas([needs, *outside, *inside])
        words.append(word(say("siege.words", place=plan.called(key), kind=kind, facts=told)))
    title = word(say("siege", place=commas(plan.called(key) for key in besieged)))
    made = Ledger(title, word(when(view, known)), (), tuple(cards), tuple(words), tuple(words))
    return ledger_sheet(made, colours)


SHEETS = {"hand": hand, "nation": nation, "battle": battle}
