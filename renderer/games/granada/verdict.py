"""The verdict on a fight: who leads by how much, what would turn it, and what it costs now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.tongues import Field, Said
from renderer.games.granada.words import fought, many, people
from renderer.words import chained

View = Mapping[str, Any]
Pairs = Sequence[Sequence[Any]]


def verdict(battle: View, counts: Mapping[str, int], disk: str | None) -> tuple[Said, Said]:
    """Two sentences. `counts`: who fights, by side; `disk`: a governor in the castle."""
    attacker = battle["attacker"]
    defender = next(side for side in battle["impacts"] if side != attacker)
    if battle["siege"]:
        return _siege(battle, attacker, defender, counts[defender], disk)
    return _leads(battle, attacker, defender, counts), _field(battle, attacker, defender, counts)


def _leads(battle: View, attacker: str, defender: str, counts: Mapping[str, int]) -> Said:
    if battle["winner"]:
        entry = "verdict.won.tie" if battle["why"] == "tie" else "verdict.won"
        return fought(entry, people=_army(battle, battle["winner"]))
    if not battle["started"]:
        one, other = _army(battle, attacker), _army(battle, defender)
        return fought(
            "verdict.start",
            first=counts[attacker],
            second=counts[defender],
            people=one,
            other=other,
        )
    by = battle["impacts"][attacker] - battle["impacts"][defender]
    ahead, behind = (attacker, defender) if by > 0 else (defender, attacker)
    need = by if behind == defender else 1 - by
    leads = (
        fought("verdict.leads", people=_army(battle, ahead), by=abs(by))
        if by
        else fought("verdict.level", people=_army(battle, ahead))
    )
    if behind in battle["finished"]:
        entry = "verdict.finished"
    elif battle["initiative"] == behind:
        entry = "verdict.turn.tie" if behind == defender else "verdict.turn"
    else:
        entry = "verdict.waits"
    return fought(entry, leads=leads, people=_army(battle, behind), need=need)


def _field(battle: View, attacker: str, defender: str, counts: Mapping[str, int]) -> Said:
    """8.5.1: a loss for so many impacts, and one more for the defeat."""
    if not battle["started"]:
        return fought("verdict.price", count=battle["needed"][defender])
    ahead = attacker if battle["impacts"][attacker] > battle["impacts"][defender] else defender
    behind = defender if ahead == attacker else attacker
    entry = "verdict.now.over" if battle["winner"] else "verdict.now"
    parts = [_loses(battle, side, counts[side], side == behind) for side in (behind, ahead)]
    return fought(entry, one=parts[0], other=parts[1])


def _loses(battle: View, side: str, count: int, beaten: bool) -> Said:
    lost = min(battle["losses"][side], count)
    called, price = _army(battle, side), battle["needed"][side]
    by_fire = battle["losses"][side] - beaten
    if not lost:
        return fought("verdict.lose.none", people=called)
    if not beaten:
        return fought("verdict.lose.fire", people=called, count=lost, impacts=by_fire * price)
    entry = "verdict.lose.both" if by_fire else "verdict.lose.defeat"
    return fought(entry, people=called, count=lost, fire=by_fire, impacts=by_fire * price)


def _siege(
    battle: View, attacker: str, defender: str, inside: int, disk: str | None
) -> tuple[Said, Said]:
    """8.7.5.C: a loss for so many impacts; when nobody is left inside the castle falls."""
    price, lost = battle["needed"][defender], battle["losses"][defender]
    net = max(0, battle["impacts"][attacker] - battle["impacts"][defender])
    all_of_them = inside + bool(disk)
    impacts = many(net, "impacts")
    falls = many(min(lost, inside), "blocks")
    if lost >= all_of_them and battle["started"]:
        first = fought("verdict.siege.all", impacts=impacts)
    else:
        more = price * (lost + 1) - net
        entry = "verdict.siege.none" if not lost else "verdict.siege"
        last = fought("verdict.siege.whole", total=price * all_of_them) if all_of_them > 1 else ""
        first = fought(entry, impacts=impacts, falls=falls, more=more)
        if last:
            first = fought("verdict.joined", one=first, other=last)
    called = _army(battle, defender)
    if not battle["started"]:
        return first, fought("verdict.siege.price", count=price)
    entry = "verdict.siege.taken" if lost >= all_of_them else "verdict.siege.holds"
    second = fought(
        entry, people=called, count=min(lost, inside), all=inside, other=_army(battle, attacker)
    )
    return first, second


def _army(battle: View, side: str) -> Said:
    grey = side == "christian" and battle["army"] == "grey"
    return people("grey" if grey else side)


# -- sums ----------------------------------------------------------------------------------------


def price(battle: View) -> Said | None:
    """9 impacts – 2 guns + 1 port = 8."""
    pairs = battle["price"]
    if not pairs:
        return None
    terms = [fought(f"price.{word}", count=abs(n), sign="–" if n < 0 else "+") for n, word in pairs]
    total = sum(n for n, _ in pairs)
    return fought("price.sum", terms=chained(terms, "then"), total=total)


def sum_words(parts: Pairs) -> Field:
    """3 + 1 Castile, 2 + 2 horse; leader: 1."""
    first = parts[0]
    if first[1] in ("leader", "army") and len(parts) == 1:
        return fought(f"sum.{first[1]}", count=first[0])
    return chained(list(_terms(parts)), "plus")


def _terms(parts: Pairs) -> Iterator[Field]:
    yield str(parts[0][0])
    for number, word in parts[1:]:
        yield fought(f"sum.{word}", count=number)


def total(parts: Pairs) -> int:
    return sum(int(number) for number, _ in parts)
