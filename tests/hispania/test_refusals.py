"""Why an order is refused: the sentence, with the number or name that one needs, and its rule."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module
from string import Formatter

import pytest

import engine
from engine.core import Action, Illegal
from engine.games.hispania import book
from engine.games.hispania.table import orders
from engine.games.hispania.words.english import REFUSALS
from engine.orders import UNFIT, Bar

QUIET = "force attack = 1\n" * 8 + "force defence = 1\n" * 8  # a round in which nobody hits
EMIRATES = """
    clear
    place omeyyad 2inf > Huesca
    place omeyyad 2inf castle > Valence
    place omeyyad 2inf castle > Denia
    place omeyyad 2inf > Grenade
    turn 14
    """
CLAIMS = "claim Vieille-Castille Avila Segovie Calatayud Cuenca Castellon"

# a position: edits of the moderator, and the orders that were given since
POSITIONS: dict[str, tuple[str, str]] = {
    "carthage": ("", ""),
    "viriathus": (
        """
        clear
        place lusitanien 2inf > Salamanque
        place lusitanien inf Viriathus > Lusitanie
        place lusitanien 3inf > Lisbonne
        place celte 2inf > Segovie
        place celte inf > Duero
        orders 5 lusitanien
        """,
        "",
    ),
    "marched": (
        """
        clear
        place omeyyad 2inf 2cav Tarik > Cordoue
        place omeyyad inf castle > Seville
        place celte inf > Tolede
        gold omeyyad 20
        orders 13 omeyyad
        """,
        "move Cordoue cav Tarik > La-Mancha; move Cordoue cav > Seville",
    ),
    "omeyyad": (
        """
        clear
        place omeyyad 3inf 3cav > Cordoue
        place omeyyad inf cav Tarik > Grenade
        place omeyyad inf castle > Seville
        place omeyyad cav > Tolede
        place badajoz 2inf > Sierra-Morena
        vassal badajoz > omeyyad
        place celte inf > Segovie
        ruin Tolede omeyyad
        ruin Cordoue castille
        gold omeyyad 16
        orders 13 omeyyad
        """,
        "",
    ),
    "castille": (
        """
        clear
        place castille 4knight > Segovie
        place castille inf castle > Avila
        place castille inf > Leon
        gold castille 30
        orders 18 castille
        """,
        "buy inf > Leon",
    ),
    "wisigoth": (
        """
        clear
        place wisigoth inf > Tolede
        gold wisigoth 20
        orders 10 wisigoth
        """,
        "",
    ),
    "al mansur": (
        """
        clear
        place omeyyad 2inf Al-Mansur > Tolede
        place omeyyad inf berber > Cordoue
        gold omeyyad 16
        orders 14 omeyyad
        """,
        "",
    ),
    "ardour": (
        """
        clear
        place omeyyad 2inf Al-Mansur > Tolede
        place omeyyad inf > Cordoue
        orders 14 omeyyad
        """,
        "done",
    ),
    "rome": ("clear; place rome elite > Valence; turn 4 rome", ""),
    "hiring": (
        """
        clear
        place aragon 2inf > Barcelone
        place saragosse 2inf castle > Saragosse
        place castille inf > Huesca
        place el-cid 3knight 5inf El-Cid > Camp
        gold aragon 5
        orders 17 aragon
        """,
        "",
    ),
    "hired": (
        """
        clear
        place aragon 2inf > Barcelone
        place saragosse 2inf castle > Saragosse
        place el-cid 3knight 5inf El-Cid > Camp
        gold aragon 16
        orders 17 aragon
        """,
        "hire Saragosse",
    ),
    "el cid": (
        """
        clear
        place el-cid 3knight 5inf El-Cid > Camp
        place valence inf > Valence
        orders 17 el-cid
        """,
        "",
    ),
    "trek": ("clear; turn 6 vandale", ""),
    "gifts": (
        """
        clear
        place wisigoth inf > Tolede
        place wisigoth inf castle > Badajoz
        place wisigoth inf > Huesca
        place wisigoth inf > Avila
        place wisigoth inf > Cordoue
        orders 8 wisigoth
        """,
        "done; done",
    ),
    "battles": (
        """
        clear
        orders 13 omeyyad
        place omeyyad inf cav > Cordoue
        place celte 2inf > Cordoue
        place omeyyad inf > Seville
        place lusitanien inf > Seville
        place omeyyad inf > Grenade
        """,
        "done",
    ),
    "targets": (
        """
        clear
        orders 13 omeyyad
        place omeyyad 2inf > Cordoue
        place castille inf knight castle > Cordoue
        """,
        "done",
    ),
    "parting": (
        f"""
        clear
        orders 13 omeyyad
        place omeyyad inf cav Tarik > Cordoue
        place castille inf castle > Cordoue
        place omeyyad inf > Grenade
        place celte inf > Tolede
        {QUIET}
        """,
        "done; aim; aim",
    ),
    "defending": (
        f"""
        clear
        orders 4 rome
        place rome 2elite > Lisbonne
        place celte 2inf > Lisbonne
        place celte inf > Lusitanie
        seat_of_power celte Lusitanie
        place celte inf > Duero
        place celte inf > Avila
        place celte inf > Segovie
        place rome elite > Badajoz
        place rome elite > Algarve
        {QUIET}
        """,
        "done",
    ),
    "evicted": (
        f"""
        clear
        orders 9 wisigoth
        place wisigoth 2inf Pelayo > Lisbonne
        place sueve inf > Lisbonne
        place sueve inf > Salamanque
        place wisigoth inf > Badajoz
        place celte inf > Lusitanie
        {QUIET}
        """,
        "done",
    ),
    "crowded": (
        """
        clear
        orders 13 omeyyad
        place omeyyad 2inf 3cav Tarik > Cordoue
        place omeyyad inf castle > Seville
        place omeyyad inf > Grenade
        ruin Grenade omeyyad
        """,
        "done",
    ),
    "peopled": (
        """
        clear
        orders 13 omeyyad
        place omeyyad 2inf berber > Cordoue
        place omeyyad 2inf castle > Seville
        place omeyyad 2inf cav > Grenade
        """,
        "done",
    ),
    "garrison": (
        """
        clear
        toledo on
        orders 11 omeyyad
        place omeyyad inf cav Tarik > Cordoue
        place wisigoth castle > Cordoue
        """,
        "done",
    ),
    "leon": ("clear; place sueve 4inf > Leon; place sueve 3inf > Galice; turn 13", ""),
    "saragosse": (EMIRATES, ""),
    "settling": (EMIRATES, CLAIMS),
    "valence": (
        EMIRATES,
        f"""
        {CLAIMS}
        deploy 12inf > Avila
        deploy castle > Avila
        deploy castle > Cuenca
        deploy castle > Segovie
        claim La-Mancha Denia
        """,
    ),
}


def _told(text: str) -> list[tuple[str, str, str]]:
    """Position and order in a line, and below it, further in, what is said."""
    found = []
    for part in re.split(r"\n(?=    \w)", text.rstrip())[1:]:
        order, *words = [line.strip() for line in part.split("\n")]
        found.append((*order.split(": ", 1), " ".join(words)))
    return found


def _march(
    start: str,
    who: str,
    way: str,
    joins: tuple[str, str] = ("", ""),
    stays: tuple[str, str] = ("", ""),
) -> Action:
    """A march as a panel puts it together; who joins and who stays, each with the place."""
    pick_at, drop_at = joins[0] or None, stays[0] or None
    pick, drop = tuple(joins[1].split()), tuple(stays[1].split())
    return Action(
        "move", start, tuple(who.split()), tuple(way.split()), pick_at, pick, drop_at, drop
    )


@cache
def _match(position: str) -> engine.Match:
    """A position; what is refused does not change it."""
    match = engine.new_match("hispania", "D", {}, "refusals")
    edits, orders = [text.replace(";", "\n").split("\n") for text in POSITIONS[position]]
    for edit in filter(str.strip, edits):
        match.act(engine.MODERATOR, edit.strip())
    for given in filter(str.strip, orders):
        match.act(match.decisions()[0].seat, given.strip())
    return match


def _refused(position: str, order: str | Action) -> str:
    """What is said to whoever gives that order in that position."""
    match = _match(position)
    with pytest.raises(Illegal) as refused:
        match.act(match.decisions()[0].seat, order)
    return f"{refused.value.reason} [{refused.value.rule}]"


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: deploy inf > Mer
        No reinforcements of CARTHAGE wait to be placed. [3.2]
    rome: done
        Place the reinforcements first: 14 Elites. [3.2]
    rome: move Valence elite > Cuenca
        Place the reinforcements first: 14 Elites. [3.2]
    rome: deploy inf > Narbonne
        Infantry does not wait to be placed. Waiting: 14 Elites. [3.2]
    rome: deploy 15elite > Narbonne
        There is no more to place of these than 14 Elites. [3.2]
    rome: deploy elite > Valence
        What waits is placed at Narbonne and Mer, not at Valence. [3.2]
    """),
)
def test_reinforcements_are_placed_first_and_where_they_enter_3_2(
    position: str, order: str, words: str
) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: buy inf > Cadix
        CARTHAGE has 0 gold, and the cheapest unit costs 4 gold. [2.3]
    marched: buy inf > Cordoue
        The march has begun: buy comes before it. [2.3]
    omeyyad: buy cav > Cordoue
        Cavalry cannot be bought: only Infantry, Knights and Castles can. [2.3]
    omeyyad: buy knight > Cordoue
        OMEYYAD has no Knight among its counters. [2.3]
    omeyyad: buy castle > Seville
        A Castle or a Fort stands at Séville already: there is one to a province. [3.1]
    omeyyad: buy inf > Cordoue
        Six units stand at Cordoue already, more than its limit of four. [3.1]
    castille: buy Alfons > Avila
        Alfons cannot be bought: only Infantry, Knights and Castles can. [2.3]
    castille: buy inf > Leon
        A unit was bought at Léon already: one goes to a province. [3.1]
    castille: buy knight > Avila
        CASTILLE has no counter left for Knight: four is its limit. [2.3]
    castille: buy castle > Avila
        No province of CASTILLE has room for another Castle: each takes one bought unit
        while it keeps to its limit, and one Castle. [3.1]
    wisigoth: buy castle > Tolede
        WISIGOTH may buy Infantry only. [2.2]
    wisigoth: buy inf > Cordoue
        Cordoue is not a province of WISIGOTH. [3.1]
    omeyyad: buy berber > Cordoue
        Berbers are hired only by OMEYYAD, in turn 14, while Al Mansur leads. [11.15]
    al mansur: buy berber > Cordoue
        Berbers join Al Mansur at Tolède. [11.15]
    """),
)
def test_what_can_be_bought_and_where_2_3_3_1(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    castille: disband knight > Avila
        CASTILLE has no Knight at Avila. [2.3]
    castille: disband knight > Cordoue
        Cordoue is not a province of CASTILLE. [2.3]
    wisigoth: disband inf > Tolede
        WISIGOTH has no second province where a destroyed unit could be built again.
        [2.3]
    """),
)
def test_a_unit_is_destroyed_only_to_be_built_again_2_3(
    position: str, order: str, words: str
) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: rebuild Cadix with inf
        CARTHAGE has no Castles. [9.5]
    castille: rebuild Avila with inf
        No province of CASTILLE has a Ruin. [9.5]
    omeyyad: rebuild Seville with inf
        There is no Ruin at Séville. [9.5]
    omeyyad: rebuild Cordoue with castle
        Castle cannot be given up for a Castle: only Infantry, an Elite, Cavalry or a
        Knight can. [9.5]
    omeyyad: rebuild Cordoue with knight
        OMEYYAD has no Knight at Cordoue. [9.5]
    omeyyad: rebuild Tolede with cav from Grenade
        OMEYYAD has no Castle at Grenade. [9.5]
    """),
)
def test_a_castle_on_a_ruin_9_5(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    gifts: deploy castle > Huesca
        Huesca is not south of the Douro, where a free Castle goes. [11.13]
    gifts: deploy castle > Avila
        Avila is in the mountains: a free Castle goes to a plain. [11.13]
    gifts: deploy castle > Badajoz
        A Castle or a Fort stands at Badajoz already: there is one to a province.
        [11.13]
    gifts: deploy castle > Seville
        Séville is not a province of WISIGOTH. [11.13]
    gifts: deploy inf > Cordoue
        Infantry does not wait to be placed. Waiting: one Castle. [3.2]
    """),
)
def test_free_castles_of_the_wisigoth_11_13(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: capital Tolede
        None of your nations holds Tolède. [4.3]
    carthage: capital Mer
        Mer is not a province. [4.3]
    carthage: stance rome hold
        ROME is not one of your nations. [6.1]
    carthage: stance carthage collect
        CARTHAGE never has an income. [2.1]
    carthage: stance carthage ask
        That is the instruction of CARTHAGE already: ask me in every battle. [6.1]
    carthage: stance lusitanien levy
        LUSITANIEN never has vassals, and so no gold above its reserve out of turn.
        [2.2]
    wisigoth: stance wisigoth fortify
        WISIGOTH may buy Infantry only. [2.2]
    """),
)
def test_capitals_4_3_and_standing_instructions_6_1(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: move Tolede inf > Cordoue
        CARTHAGE has nobody at Tolède. [5.0]
    carthage: move Mer 13inf > Denia
        CARTHAGE has only twelve Infantry at Mer. [5.0]
    carthage: move Mer knight > Denia
        CARTHAGE has no Knight at Mer. [5.0]
    carthage: move Gibraltar Hamilcar > Cadix
        Hamilcar is not at Gibraltar. [5.2]
    carthage: move Mer Viriathus > Denia
        Viriathus is not a Chief of CARTHAGE. [5.2]
    marched: move La-Mancha Tarik > Cuenca
        All of OMEYYAD at La Mancha have marched already in this phase. [5.0]
    marched: move Seville inf cav > Cadix
        Cavalry at Séville has marched already in this phase. [5.0]
    marched: move Seville castle > Cadix
        Castles and Forts never march. [5.1]
    al mansur: move Cordoue berber > Seville
        Berbers march only with a Chief. [11.15]
    ardour: move Cordoue inf > Seville
        In this second movement only those march who are with Al Mansur, at Tolède.
        [9.2]
    ardour: move Tolede inf > Segovie
        In this second movement nobody marches without Al Mansur. [9.2]
    """),
)
def test_who_marches_5_0(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: move Mer inf > Tolede
        From Mer one goes only to Séville, Cadix, Gibraltar, Carthagène, Dénia, Valence,
        Majorque and Ibiza. [5.6]
    carthage: move Cadix inf > Cordoue
        Four provinces meet between Cadix and Cordoue: there is no way across. [5.0]
    carthage: move Gibraltar inf > Tolede
        Gibraltar and Tolède do not touch. [5.0]
    carthage: move Gibraltar inf > Mer
        CARTHAGE has no fleet in this turn, so nobody puts to sea. [5.6]
    carthage: move Gibraltar inf > Afrique
        CARTHAGE cannot go from Gibraltar to Afrique in this turn. [5.4]
    viriathus: move Salamanque inf > Avila > Segovie
        Without a Chief units stop in the mountains of Avila. [5.1]
    viriathus: move Salamanque inf > Duero > Porto
        Enemies stop the march at Duero: two units must stay to hold them before others
        go on, and this band has one. [5.3]
    viriathus: move Lusitanie Viriathus > Duero
        No Chief attacks Duero alone: he must take up units on the way. [6.2]
    viriathus: move Lisbonne 3inf > Badajoz > Lisbonne
        A march does not come back to Lisbonne. [5.0]
    viriathus: move Lisbonne inf > Badajoz > Sierra-Morena > Tolede
        Tolède is too far: nobody of these goes further than two provinces. [5.1]
    omeyyad: move Cordoue inf > Sierra-Morena
        Sierra Morena belongs to BADAJOZ, suzerain or vassal: one may pass but not stay.
        [9.6]
    el cid: move Camp inf > Denia
        EL CID rides out against Valence and nowhere else. [11.26]
    """),
)
def test_where_a_march_goes_5_0_to_5_6(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    carthage: hire Valence
        EL CID can be hired only in turn 17. [11.26]
    el cid: hire Valence
        EL CID is your own: nations of other players hire him. [11.26]
    el cid: done
        EL CID cannot stay in his camp: he attacks Valence. [11.26]
    hiring: hire Huesca
        EL CID does not attack CASTILLE, which has the same player. [11.26]
    hiring: hire Tortosa
        There is nobody at Tortosa to attack. [11.26]
    hiring: hire Tolede
        Tolède is not next to a province of ARAGON. [11.26]
    hiring: hire Saragosse only 3inf
        SARAGOSSE has only two Infantry at Saragosse. [11.26]
    hiring: hire Saragosse only castle
        EL CID asks 3 gold for one Castle, and ARAGON has 2½ gold. [11.26]
    hired: accept El-Cid
        El Cid does not ride alone: name units before him. [11.26]
    hired: accept 6inf
        EL CID has only five Infantry at Camp d’El Cid. [11.26]
    hired: accept 5inf 3knight
        No more than five find room to attack Saragosse; two above its limit ride only with the
        Chief. [11.26]
    """),
)
def test_el_cid_is_hired_11_26(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    trek: trek > Barcelone > Tortosa > Barcelone
        Barcelone has been crossed already. [11.10]
    trek: trek > Tolede > Cuenca > Valence
        Narbonne and Tolède do not touch. [11.10]
    """),
)
def test_the_vandale_crosses_three_provinces_11_10(position: str, order: str, words: str) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    crowded: done
        Take one unit off at Cordoue first: its limit is four. [4.5]
    crowded: remove inf > Grenade
        There are not too many of OMEYYAD at Grenade. [4.5]
    crowded: remove Tarik > Cordoue
        Tarik does not count: Chiefs are not taken off. [4.2]
    crowded: remove inf cav > Cordoue
        No more than one unit must go in one province. [4.5]
    crowded: remove knight > Cordoue
        There is no Knight to be taken off at Cordoue. [4.5]
    crowded: rebuild Grenade with inf
        Ruins are rebuilt before the march or after the battles. [9.5]
    peopled: done
        Take one unit off first: OMEYYAD has more than two for each province. [7.0]
    peopled: remove castle > Seville
        Castle does not count for the population. [7.0]
    peopled: remove berber > Cordoue
        Berber does not count for the limit and is not taken off. [4.2]
    peopled: remove inf > Tolede
        OMEYYAD has nobody at Tolède who counts for the population. [7.0]
    peopled: remove cav > Cordoue
        Cordoue has not one Cavalry to be taken off. [4.5]
    """),
)
def test_what_is_too_many_is_taken_off_where_it_stands_4_5(
    position: str, order: str, words: str
) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    battles: fight Grenade
        There is no enemy of OMEYYAD at Grenade. [6.0]
    battles: fight Valence
        OMEYYAD has nobody at Valence. [6.0]
    targets: aim knights inf
        OMEYYAD has no Knight at Cordoue. [6.1]
    targets: aim foot 2elite
        CASTILLE has no Elite at Cordoue. [6.1]
    targets: aim foot inf
        Infantry at Cordoue has two dice: name a target for each, or leave them all open. [6.1]
    targets: aim foot inf inf knight
        Infantry at Cordoue has two dice and no more. [6.1]
    targets: aim foot river-inf river-inf
        No Infantry at Cordoue has just come from across a river. [6.4]
    """),
)
def test_battles_and_targets_are_those_on_the_map_6_1(
    position: str, order: str, words: str
) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    parting: retreat elite > Grenade
        OMEYYAD has no Elite at Cordoue. [6.6]
    parting: retreat 3inf > Grenade
        OMEYYAD has only one Infantry at Cordoue. [6.6]
    parting: retreat Tarik > Grenade
        Tarik does not retreat alone: name units before him. [6.6]
    parting: retreat inf > Tolede
        CELTE stands at Tolède: nobody retreats there. [6.6]
    parting: retreat inf > Valence
        Valence is not next to Cordoue. [6.6]
    parting: retreat inf > Mer
        OMEYYAD cannot retreat from Cordoue to Mer. [6.6]
    parting: retreat inf cav > Grenade La-Mancha
        There is room for all of them at Grenade: name no further province. [6.6]
    parting: submit
        OMEYYAD attacks: only the defender submits. [9.6]
    defending: submit
        CELTE holds five provinces: it submits only with two or fewer. [9.6]
    defending: retreat inf capital > Lusitanie
        No other province next to Lisbonne can be declared the capital to take one more: it must
        be empty or held alone, and no more than one over its limit. [4.3]
    evicted: retreat inf > Salamanque
        Salamanque is not next to Lisbonne. [6.6]
    evicted: retreat inf capital > Lusitanie
        CELTE stands at Lusitanie: nobody retreats there. [6.6]
    garrison: rebuild Seville with inf
        The Castle that surrenders is at Cordoue. [11.15]
    garrison: rebuild Cordoue with knight
        OMEYYAD has no Knight at Cordoue. [11.15]
    garrison: rebuild Cordoue with inf from Seville
        The Castle that surrenders stays where it is: none is moved. [11.15]
    """),
)
def test_a_retreat_goes_next_door_where_there_is_room_6_6(
    position: str, order: str, words: str
) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    _told("""
    leon: keep elite > Leon
        No Elite of LEÓN can come of this change any more. [9.4]
    leon: keep Pelayo > Leon
        Chiefs do not change: Pelayo cannot be kept. [9.4]
    leon: keep 2castle > Leon
        There is no province whose units could become two Castles. [9.4]
    leon: keep inf > Tolede
        SUÈVE has no units at Tolède that could change. [9.4]
    leon: keep 4inf > Galice
        No more than three units can come of those at Galice. [9.4]
    saragosse: claim Leon
        Léon is not open to choice; possible: Vieille Castille, Avila, Ségovie, Calatayud, Cuenca,
        Castellón, Tortosa, Saragosse or Huesca. [9.4]
    saragosse: claim Huesca
        Choose six provinces: name every one. [9.4]
    saragosse: claim Avila Avila
        Avila is named already. [9.4]
    settling: deploy cav > Avila
        Cavalry does not wait to be placed. Waiting: twelve Infantry and three Castles. [9.4]
    settling: deploy 2castle > Avila
        One Castle goes to a province: name one at a time. [9.4]
    settling: deploy inf > Leon
        What the new nation begins with is placed at Vieille Castille, Avila, Ségovie, Calatayud,
        Cuenca or Castellón, not at Léon. [9.4]
    settling: rebuild Avila with inf
        SARAGOSSE can take over no Castle of the old nation now. [11.24]
    valence: rebuild Valence with inf
        A Castle or a Fort stands at Valence already: there is one to a province. [11.24]
    valence: rebuild La-Mancha with inf
        No Castle of the old nation stood at La Mancha. [11.24]
    valence: rebuild Denia with cav
        Infantry is given up for the old nation’s Castle, not Cavalry. [11.24]
    """),
)
def test_a_new_nation_takes_what_the_change_gives_it_9_4(
    position: str, order: str, words: str
) -> None:
    assert _refused(position, order) == words


@pytest.mark.parametrize(
    ("position", "order", "words"),
    [
        (
            "viriathus",
            _march("Lusitanie", "Viriathus", "Salamanque Duero"),
            "No Chief attacks Duero alone: he must take up units on the way. [6.2]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "inf cav", "Tolede", stays=("Tolede", "cav")),
            "On a single step nobody joins and nobody is left. [5.2]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "inf cav", "Tolede La-Mancha Cuenca"),
            "One Infantry cannot go as far as Cuenca and must be left on the way. [5.1]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "inf cav", "Tolede La-Mancha Cuenca", stays=("Tolede", "inf cav")),
            "No more than one can stay at Tolède: somebody must march on. [5.3]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "inf cav", "Tolede La-Mancha", stays=("Tolede", "Tarik")),
            "Tarik goes to the end of the march: no Chief is left on the way. [5.2]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "inf cav", "Tolede La-Mancha", stays=("La-Mancha", "inf")),
            "La Mancha is not on the way between the start and the end of this march. [5.3]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "inf cav", "Tolede La-Mancha", joins=("Tolede", "cav")),
            "Only a Chief takes up units on the way. [5.2]",
        ),
        (
            "omeyyad",
            _march("Tolede", "cav", "Segovie Calatayud"),
            "Enemies stop the march at Ségovie: two units must stay to hold them before "
            "others go on, and this band has one. [5.3]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "cav cav cav", "Tolede Segovie Calatayud"),
            "Two units must stay at Ségovie to hold the enemy. [5.3]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "cav cav cav", "Tolede Segovie Calatayud", stays=("Tolede", "cav")),
            "Those who stay must hold the enemy at Ségovie. [5.3]",
        ),
        (
            "omeyyad",
            _march("Grenade", "inf cav Tarik", "Cordoue Tolede", joins=("Cordoue", "")),
            "Say who joins at Cordoue. [5.2]",
        ),
        (
            "omeyyad",
            _march("Grenade", "inf cav Tarik", "Cordoue Tolede", joins=("Tolede", "cav")),
            "Tolède is not on the way between the start and the end of this march. [5.2]",
        ),
        (
            "omeyyad",
            _march("Grenade", "inf Tarik cav", "La-Mancha"),
            "Cavalry must be named before Tarik: units as the book lists them, then Chiefs. [5.0]",
        ),
        (
            "omeyyad",
            _march("Cordoue", "", "La-Mancha"),
            "Say who marches from Cordoue. Those who can: three Infantry and three Cavalry. [5.0]",
        ),
        ("omeyyad", _march("Cordoue", "cav", ""), "Say where the march from Cordoue goes. [5.0]"),
        (
            "hiring",
            Action("hire", "Saragosse", ()),
            "EL CID asks 5 gold for all of them at Saragosse, and ARAGON has 2½ gold: say "
            "whom only. [11.26]",
        ),
        (
            "hired",
            Action("accept", ()),
            "Say who rides. In the camp: five Infantry and three Knights. [11.26]",
        ),
        ("rome", Action("deploy", (), "Narbonne"), "Say who is placed. Waiting: 14 Elites. [3.2]"),
        (
            "trek",
            Action("trek", ("Barcelone",)),
            "The whole people crosses three provinces: name every one. [11.10]",
        ),
        (
            "crowded",
            Action("remove", (), "Cordoue"),
            "Say who is taken off. Possible: Infantry or Cavalry. [4.5]",
        ),
        (
            "targets",
            Action("aim", ("knight", "inf"), (), (), (), (), (), (), ()),
            "Infantry must be named before Knight: targets in the order of the book. [6.1]",
        ),
        (
            "parting",
            Action("retreat", (), None, ("Grenade",)),
            "Say who leaves Cordoue. Those who can: one Infantry and one Cavalry. [6.6]",
        ),
        (
            "parting",
            Action("retreat", ("inf",), None, ()),
            "Say where those who leave Cordoue go. [6.6]",
        ),
        (
            "parting",
            Action("retreat", ("inf", "Tarik", "Tarik"), None, ("Grenade",)),
            "Tarik is named already. [6.6]",
        ),
        ("leon", Action("keep", (), "Leon"), "Say what remains: up to six units. [9.4]"),
        ("saragosse", Action("claim", ()), "Choose six provinces: name every one. [9.4]"),
    ],
)
def test_what_a_panel_leaves_out_is_told_too(position: str, order: Action, words: str) -> None:
    assert _refused(position, order) == words


def test_every_reason_has_a_sentence_with_its_own_fields() -> None:
    names = [module.name for module in pkgutil.iter_modules(book.__path__)]
    chapters = [import_module(f"{book.__name__}.{name}") for name in names]
    bars = {
        name: bar
        for chapter in (*chapters, orders)
        for name, bar in vars(chapter).items()
        if isinstance(bar, Bar) and bar is not UNFIT
    }
    assert len(bars) > 150
    assert len(REFUSALS) >= 180
    for name, bar in bars.items():
        named = {field for _, field, _, _ in Formatter().parse(REFUSALS[bar.key]) if field}
        assert named <= set(bar.fields), name
