"""A view in words and columns: what lies on the table, as one reader may know it.

Nothing about a single game is written here. Views share their names (`locations`, `zones`, a part
for every seat with `hand` and `box`, `battle`, `movement`), and a part that a game does not have
is not shown. Where places belong to nobody in particular and no seat has a part of its own, the
words are those that stand beside the pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import renderer
from bot.cli import words
from bot.cli.terminal import pack
from engine import Match
from engine.games import manifests
from engine.text import fold
from engine.tongues import ENGLISH, Field, Listed, Name, Said, Tongue

INDENT = "  "
FACTS = ("castle", "watchtower", "resource", "port")  # of a place, that matter at all times
COLOURS = ("yellow", "green", "magenta", "cyan", "red", "blue")  # of the seats, in their order


class Tabletop:
    """The table as one reader sees it now."""

    def __init__(
        self, match: Match, seat: str | None, width: int, tongue: Tongue = ENGLISH
    ) -> None:
        self.tongue = tongue
        self.match = match
        self.game = match.game
        self.seat = seat
        self.width = min(width, 100)
        self._view: dict[str, Any] = match.view(seat).to_json()
        self._own: dict[str, Any] = self._part(seat) if seat else {}
        self._columns = any(self._part(one) for one in self.match.seats)  # a part for every seat

    def _part(self, seat: str) -> dict[str, Any]:
        found = self._view.get(seat)
        return found if isinstance(found, dict) else {}

    def colour(self, seat: str | None) -> str:
        seats = self.game.seats  # a seat keeps its colour in every form of the game
        return COLOURS[seats.index(seat) % len(COLOURS)] if seat in seats else ""

    # -- the head of a screen -----------------------------------------------------------------

    def header(self) -> Text:
        """Where in the game we are, and the score, on one line."""
        heading = self.game.headline(self.match.view(self.seat), self.tongue)
        told = [self._word(words.HEADING(name=name, words=value)) for name, value in heading]
        return Text(" | ".join(told), "bold reverse")

    def _word(self, said: Said) -> str:
        return self.tongue.word(said)

    def _indented(self, said: Said, style: str = "", times: int = 1) -> Text:
        return Text(INDENT * times + self.tongue.word(said), style)

    def _commas(self, items: Iterable[Field]) -> str:
        return self.tongue.field(Listed(tuple(items), ""))

    # -- the reader's own things --------------------------------------------------------------

    def hand(self) -> list[Text]:
        """The hand in one or two lines, in a game that has hands."""
        if "hand" not in self._own:
            return []
        hand = _counted(self._own["hand"] or ())
        return [self._line(words.HAND(), hand, words.EMPTY_HAND())]

    def hand_table(self) -> Iterator[RenderableType]:
        """The hand, card by card, and what is known of the others'."""
        if not self._columns:
            yield self._indented(words.NO_HANDS())
            return
        hand = self._own.get("hand") or ()
        facts = self._card_facts()
        columns = list(dict.fromkeys(k for card in hand for k in facts.get(card, {})))
        table = _table(self._word(words.CARD()), "", *map(self._fact, columns))
        for card, count in Counter(hand).items():
            name = self.game.names("card").get(card, "")
            shown = facts.get(card, {})
            table.add_row(
                INDENT + (f"{count} {card}" if count > 1 else card),
                name if fold(name) != fold(card) else "",
                *(str(shown.get(k, "-")) for k in columns),
            )
        yield table if hand else self._indented(words.HAND_IS_EMPTY())
        for seat in self.match.seats:
            yield from self._others_cards(seat)

    def _others_cards(self, seat: str) -> Iterator[Text]:
        part = self._part(seat)
        if not part:
            return
        piles = {name: part.get(name, 0) for name in ("cards", "deck", "discards")}
        told = words.YOUR_CARDS if seat == self.seat else words.THEIR_CARDS
        yield self._indented(told(seat=seat, **piles), "dim")
        if part.get("shown"):
            yield self._line(words.KNOWN_IN_HAND(), _counted(part["shown"]))

    def _card_facts(self) -> dict[str, dict[str, Any]]:
        """The numbers printed on the reader's own cards, by token."""
        decks = self.game.data.get("cards", {})
        deck = decks.get(self.seat, {}) if isinstance(decks, Mapping) else {}
        dull = ("name", "type", "faction", "count", "source", "why")
        return {
            card: {k: v for k, v in facts.items() if k not in dull and isinstance(v, int | str)}
            for card, facts in deck.items()
            if isinstance(facts, Mapping)
        }

    def card_note(self, card: object) -> str:
        """ "bid 6, naval 4", where the card has numbers."""
        facts = self._card_facts().get(str(card), {})
        return self._commas(
            words.FACT(fact=self._fact(name), value=str(value)) for name, value in facts.items()
        )

    def _fact(self, name: str) -> str:
        """What a card or a place has, by the name that the data gives it."""
        return self.tongue.name(Name(f"terminal.PLAY.facts.{name}", name))

    def blocks(self) -> list[Text]:
        """The reader's pieces, place by place and sea by sea."""
        items = [*self._stacks(self.seat), *self._fleets(self.seat)]
        return self._block(words.YOUR_BLOCKS(), items) if self._own else []

    def _stacks(self, seat: str | None) -> Iterator[str]:
        for place, spot in self._view.get("locations", {}).items():
            stack = spot.get(seat) if seat else None
            if stack and stack["count"]:
                yield self._word(words.AT(place=place, what=self._stack(stack)))

    def _fleets(self, seat: str | None) -> Iterator[str]:
        for zone, water in self._view.get("zones", {}).items():
            if seat and water.get(seat):
                yield self._word(words.AT(place=zone, what=_ships(water[seat])))

    def _stack(self, stack: Mapping[str, Any]) -> str:
        """ "C3 2C1 (1 moved)", or, of somebody else's, "4 (A3 known)"."""
        notes: list[Field] = [
            told(count=stack[what])
            for what, told in (("moved", words.MOVED), ("inside", words.INSIDE))
            if stack.get(what)
        ]
        if stack.get("blocks") is not None:
            text = " ".join(_counted(stack["blocks"]))
        else:
            text = str(stack["count"])
            if stack.get("known"):
                notes.insert(0, " ".join(_counted(stack["known"])))
        if not notes:
            return text
        return self._word(words.STACK(blocks=text, notes=Listed(tuple(notes), "")))

    def box(self) -> list[Text]:
        """What stands beside the board: the reader's in full, the others' if public."""
        if not self._columns:
            return [self._indented(words.NOTHING_BESIDE())]
        lines: list[Text] = []
        for seat in self.match.seats:
            part = self._part(seat)
            if not part:
                continue
            lines.append(Text(f"{seat.capitalize()}", f"bold {self.colour(seat)}"))
            if part.get("box") is not None:
                box = _counted(part["box"])
                lines.append(self._line(words.BOX(), box, words.EMPTY_HAND()))
            elif "recruits" in part:
                lines.append(self._indented(words.BOX_COUNT(count=part["recruits"])))
            if "bag" in part:
                lines.append(self._indented(words.BAG(count=part["bag"])))
            lines += [
                self._line(told(), _counted(part[name]))
                for name, told in words.LOST.items()
                if part.get(name)
            ]
            if part.get("surrenders"):
                lines.append(self._indented(words.SURRENDERS(count=part["surrenders"])))
        grey = self._view.get("grey") or {}
        if grey.get("place"):
            where = words.GREY_ARMY(place=grey["place"], until=str(grey["until"]))
            lines.append(self._line(where, _counted(grey["blocks"])))
        return lines

    # -- what is going on ---------------------------------------------------------------------

    def scene(self) -> list[Text]:
        """The battle, if there is one, with the reader's blocks in it; else the reader's blocks."""
        battle = self._view.get("battle")
        if not self._columns:
            return self._told("battle") if battle else self._standing()
        return self._battle(battle) if battle else [*self._movement(), *self.blocks()]

    def _told(self, kind: str, *places: str) -> list[Text]:
        """The words that stand beside a picture; the bare facts where nobody has drawn the game."""
        if not manifests()[self.game.name].pictures:
            return [Text(f"{INDENT}{name}: {fact}") for name, fact in self._view.items() if fact]
        told = renderer.describe(
            self.match.view(self.seat), kind, places=places, tongue=self.tongue
        )
        return [Text(f"{INDENT}{line}") for line in told.splitlines()]

    def _standing(self) -> list[Text]:
        """The line about the reader's seat."""
        name = self.game.names("side", self.tongue).get(self.seat or "", "?")
        told = self._told("board")
        return [line for line in told if line.plain.strip().startswith((f"{name}: ", f"{name}⟦: "))]

    def _battle(self, battle: Mapping[str, Any]) -> list[Text]:
        kind = words.SIEGE if battle.get("siege") else words.BATTLE
        place = battle["place"]
        lines = [Text(self._word(kind(place=place, side=battle["attacker"])), "bold")]
        here = self._view.get("locations", {}).get(place, {})
        for seat in self.match.seats:
            done = seat in battle.get("finished", ())
            told = (words.FIGHTS_DONE if done else words.FIGHTS)(
                seat=seat.capitalize(),
                impacts=battle["impacts"].get(seat, 0),
                deployed=" ".join(_counted(battle["deployed"].get(seat, ())))
                or words.NOTHING_DEPLOYED(),
                cards=" ".join(_counted(battle["cards"].get(seat, ()))) or words.NOTHING(),
            )
            lines.append(self._indented(told, self.colour(seat)))
            if here.get(seat):
                blocks = words.BLOCKS_THERE(blocks=self._stack(here[seat]))
                lines.append(self._indented(blocks, times=2))
        return lines

    def _movement(self) -> list[Text]:
        moving = self._view.get("movement")
        if not moving or not moving.get("level") or self._view.get("active") != self.seat:
            return []
        parts = [
            words.MOVEMENT(level=self._fact(moving["level"])),
            words.ACTIVATIONS(count=moving["activations"]),
        ]
        if moving.get("muster"):
            parts.append(words.MUSTER_OPEN())
        if moving.get("activated"):
            parts.append(words.ACTIVATED(places=Listed(tuple(moving["activated"]), "")))
        return [Text(INDENT + self.tongue.field(Listed(tuple(parts), ";")), "dim")]

    # -- the board ----------------------------------------------------------------------------

    def board(self) -> Iterator[RenderableType]:
        """Every place, grouped by who controls it; empty ones by name only."""
        if not self._columns:
            yield from self._told("board")
            return
        places: dict[str, Any] = self._view.get("locations", {})
        owners = dict.fromkeys((*self.match.seats, *(p["control"] for p in places.values())))
        for owner in owners:
            mine = {name: spot for name, spot in places.items() if spot["control"] == owner}
            if mine:
                yield from self._territory(owner, mine)
        zones = [
            self._word(words.AT(place=zone, what=self._afloat(w)))
            for zone, w in self._view.get("zones", {}).items()
            if any(w.get(s) for s in self.match.seats)
        ]
        if zones:
            yield from self._block(words.AT_SEA(), zones)
        yield self._indented(words.ONE_PLACE(), "dim")

    def _afloat(self, water: Mapping[str, Any]) -> str:
        """Whose ships are in a zone."""
        return self._commas(f"{s} {_ships(water[s])}" for s in self.match.seats if water.get(s))

    def _territory(self, owner: str, places: Mapping[str, Any]) -> Iterator[RenderableType]:
        yield Text(self._word(words.CONTROLLED(owner=owner)), f"bold {self.colour(owner)}")
        table = _table(self._word(words.PLACE()), "", *self.match.seats)
        empty = []
        for name, spot in places.items():
            stacks = [self._at(spot, seat) for seat in self.match.seats]
            marks = list(self._marks(spot))
            facts = [f for f in self._facts(name) if not any(f in mark for mark in marks)]
            if any(stacks) or marks:
                table.add_row(INDENT + name, self._commas([*marks, *facts]), *stacks)
            elif facts:
                told = words.EMPTY_PLACE(place=name, facts=Listed(tuple(facts), ""))
                empty.append(self._word(told))
            else:
                empty.append(name)
        if table.row_count:
            yield table
        if empty:
            yield from self._block(words.EMPTY_PLACES(), empty, "  ")

    def _at(self, spot: Mapping[str, Any], seat: str) -> str:
        stack = spot.get(seat)
        return self._stack(stack) if stack and stack["count"] else ""

    def _marks(self, spot: Mapping[str, Any]) -> Iterator[str]:
        if spot.get("castle"):
            other = spot["castle"] != spot["control"]
            yield (
                self._word(words.CASTLE_OF(side=spot["castle"])) if other else self._fact("castle")
            )
        if spot.get("disk"):
            yield self._fact("disk")
        if spot.get("grey"):
            yield self._word(words.GREY(blocks=" ".join(_counted(spot["grey"]))))
        if spot.get("pioneers"):
            yield self._fact("pioneers")

    def place(self, typed: str) -> list[Text] | None:
        """One place with its roads; None if there is none of that name."""
        names = self.game.names("place", self.tongue)
        token = _find(typed, names)
        if token is None:
            return None
        if not self._columns:
            return self._told("region", token)
        spot = self._view["locations"].get(token, {})
        data = self.game.data.get("board", {}).get("places", {}).get(token, {})
        facts = self._facts(token)
        both = words.NAMED(name=names[token], code=token)
        head = self._word(both) if names[token] != token else token
        control = words.CONTROL(owner=spot.get("control", "-"))
        lines = [Text(head, "bold"), self._indented(control)]
        if facts:
            lines.append(Text(INDENT + self._commas(facts)))
        if "coast" in data:
            lines.append(self._indented(words.COAST(zone=str(data["coast"]))))
        if marks := self._commas(m for m in self._marks(spot) if m not in facts):
            lines.append(Text(f"{INDENT}{marks}"))
        lines += [
            self._indented(words.AT(place=seat, what=stack), self.colour(seat))
            for seat in self.match.seats
            if (stack := self._at(spot, seat))
        ]
        return [*lines, *self._block(words.ROADS(), self._roads(token))]

    def _facts(self, token: str) -> list[str]:
        """What the board prints there: port, resource, watchtower."""
        data = self.game.data.get("board", {}).get("places", {}).get(token, {})
        return [self._fact(fact) for fact in FACTS if data.get(fact) is True]

    def _roads(self, token: str) -> list[str]:
        found = []
        for road in self.game.data.get("board", {}).get("roads", ()):
            ends = list(road.get("between", ()))
            if token in ends:
                ends.remove(token)
                kind = self._fact(str(road.get("type", "road")))
                found.append(self._word(words.ROAD(place=" ".join(ends), kind=kind)))
        return found

    # -- lines --------------------------------------------------------------------------------

    def _line(self, head: Said, items: Iterable[str], nothing: Said | None = None) -> Text:
        lines = self._block(head, list(items) or [self._word(nothing or words.NOTHING())], "  ")
        return Text("\n").join(lines)

    def _block(self, head: Said, items: Iterable[str], gap: str = "   ") -> list[Text]:
        """A heading and its items, broken between items, lined up under the first."""
        label = f"{INDENT}{self._word(words.LABEL(head=head))}"
        short = len(label) <= 18
        left = len(label) if short else 2 * len(INDENT)
        lines = pack(items, self.width - left, gap)
        out = [] if short else [Text(label.rstrip(), "bold")]
        for i, line in enumerate(lines):
            lead = Text(label, "bold") if short and i == 0 else Text(" " * left)
            out.append(lead.append(line, "not bold"))
        return out


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for i, column in enumerate(columns):
        table.add_column(("  " if i == 0 else "") + column, no_wrap=i == 0, overflow="fold")
    return table


def _counted(tokens: Iterable[str]) -> list[str]:
    """Alike pieces together, as orders write them: "2C1"; a name is not glued to its number."""
    return [
        token if n == 1 else f"{n}{token}" if len(token) < 4 else f"{n} {token}"
        for token, n in Counter(tokens).items()
    ]


def _ships(ships: Iterable[Mapping[str, Any]]) -> str:
    fleet = []
    for ship in ships:
        cargo = " ".join(_counted(ship.get("cargo") or ())) or (ship.get("carried") or "")
        fleet.append(f"F({cargo})" if cargo else "F")
    return " ".join(fleet)


def _find(typed: str, names: Mapping[str, str]) -> str | None:
    """The one token that `typed` means, by token, name or beginning."""
    key = fold(typed)
    if not key:
        return None
    exact = [t for t, n in names.items() if key in (fold(t), fold(n))]
    near = [t for t, n in names.items() if fold(t).startswith(key) or fold(n).startswith(key)]
    found = exact or near
    return found[0] if len(found) == 1 else None
