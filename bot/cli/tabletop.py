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
from bot.cli.terminal import pack
from engine import Match
from engine.games import manifests
from engine.text import fold

INDENT = "  "
FACTS = ("castle", "watchtower", "resource", "port")  # of a place, that matter at all times
COLOURS = ("yellow", "green", "magenta", "cyan", "red", "blue")  # of the seats, in their order


class Tabletop:
    """The table as one reader sees it now."""

    def __init__(self, match: Match, seat: str | None, width: int) -> None:
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
        heading = self.game.headline(self.match.view(self.seat))
        return Text(" | ".join(f"{name}: {words}" for name, words in heading), "bold reverse")

    # -- the reader's own things --------------------------------------------------------------

    def hand(self) -> list[Text]:
        """The hand in one or two lines, in a game that has hands."""
        if "hand" not in self._own:
            return []
        return [self._line("Hand", _counted(self._own["hand"] or ()), "empty")]

    def hand_table(self) -> Iterator[RenderableType]:
        """The hand, card by card, and what is known of the others'."""
        if not self._columns:
            yield Text(f"{INDENT}Nobody has a hand in this game.")
            return
        hand = self._own.get("hand") or ()
        facts = self._card_facts()
        columns = list(dict.fromkeys(k for card in hand for k in facts.get(card, {})))
        table = _table("card", "", *columns)
        for card, count in Counter(hand).items():
            name = self.game.names("card").get(card, "")
            shown = facts.get(card, {})
            table.add_row(
                INDENT + (f"{count} {card}" if count > 1 else card),
                name if fold(name) != fold(card) else "",
                *(str(shown.get(k, "-")) for k in columns),
            )
        yield table if hand else Text(f"{INDENT}Your hand is empty.")
        for seat in self.match.seats:
            yield from self._others_cards(seat)

    def _others_cards(self, seat: str) -> Iterator[Text]:
        part = self._part(seat)
        if not part:
            return
        whose = "You have" if seat == self.seat else f"The {seat} side has"
        yield Text(
            f"{INDENT}{whose} {part.get('cards', 0)} cards in hand, {part.get('deck', 0)} in the "
            f"deck, {part.get('discards', 0)} discarded.",
            "dim",
        )
        if part.get("shown"):
            yield self._line("  Known to be in that hand", _counted(part["shown"]))

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
        return ", ".join(f"{name} {value}" for name, value in facts.items())

    def blocks(self) -> list[Text]:
        """The reader's pieces, place by place and sea by sea."""
        items = [*self._stacks(self.seat), *self._fleets(self.seat)]
        return self._block("Your blocks", items) if self._own else []

    def _stacks(self, seat: str | None) -> Iterator[str]:
        for place, spot in self._view.get("locations", {}).items():
            stack = spot.get(seat) if seat else None
            if stack and stack["count"]:
                yield f"{place}: {self._stack(stack)}"

    def _fleets(self, seat: str | None) -> Iterator[str]:
        for zone, water in self._view.get("zones", {}).items():
            if seat and water.get(seat):
                yield f"{zone}: {_ships(water[seat])}"

    def _stack(self, stack: Mapping[str, Any]) -> str:
        """ "C3 2C1 (1 moved)", or, of somebody else's, "4 (A3 known)"."""
        notes = [f"{stack[what]} {what}" for what in ("moved", "inside") if stack.get(what)]
        if stack.get("blocks") is not None:
            text = " ".join(_counted(stack["blocks"]))
        else:
            text = str(stack["count"])
            if stack.get("known"):
                notes.insert(0, " ".join(_counted(stack["known"])))
        return text + (f" ({', '.join(notes)})" if notes else "")

    def box(self) -> list[Text]:
        """What stands beside the board: the reader's in full, the others' if public."""
        if not self._columns:
            return [Text(f"{INDENT}Nothing lies beside the board in this game.")]
        lines: list[Text] = []
        for seat in self.match.seats:
            part = self._part(seat)
            if not part:
                continue
            lines.append(Text(f"{seat.capitalize()}", f"bold {self.colour(seat)}"))
            if part.get("box") is not None:
                lines.append(self._line("Recruitment box", _counted(part["box"]), "empty"))
            elif "recruits" in part:
                lines.append(Text(f"{INDENT}Recruitment box: {part['recruits']} blocks"))
            if "bag" in part:
                lines.append(Text(f"{INDENT}Still to be drawn: {part['bag']}"))
            lines += [
                self._line(name.capitalize(), _counted(part[name]))
                for name in ("eliminated", "mercenaries", "removed")
                if part.get(name)
            ]
            if part.get("surrenders"):
                lines.append(Text(f"{INDENT}Castle Surrender cards: {part['surrenders']}"))
        grey = self._view.get("grey") or {}
        if grey.get("place"):
            where = f"Grey army at {grey['place']}, until {grey['until']}"
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
        words = renderer.describe(self.match.view(self.seat), kind, places=places)
        return [Text(f"{INDENT}{line}") for line in words.splitlines()]

    def _standing(self) -> list[Text]:
        """The line about the reader's seat."""
        name = self.game.names("side").get(self.seat or "", "?")
        return [line for line in self._told("board") if line.plain.strip().startswith(f"{name}: ")]

    def _battle(self, battle: Mapping[str, Any]) -> list[Text]:
        kind = "Siege" if battle.get("siege") else "Battle"
        place = battle["place"]
        lines = [Text(f"{kind} of {place}, {battle['attacker']} attacks", "bold")]
        here = self._view.get("locations", {}).get(place, {})
        for seat in self.match.seats:
            impacts = battle["impacts"].get(seat, 0)
            done = ", finished" if seat in battle.get("finished", ()) else ""
            deployed = " ".join(_counted(battle["deployed"].get(seat, ()))) or "nothing"
            cards = " ".join(_counted(battle["cards"].get(seat, ()))) or "none"
            lines.append(
                Text(
                    f"{INDENT}{seat.capitalize()}: {impacts} impacts{done}; deployed {deployed}; "
                    f"cards played {cards}",
                    self.colour(seat),
                )
            )
            if here.get(seat):
                lines.append(Text(f"{INDENT}{INDENT}blocks there: {self._stack(here[seat])}"))
        return lines

    def _movement(self) -> list[Text]:
        moving = self._view.get("movement")
        if not moving or not moving.get("level") or self._view.get("active") != self.seat:
            return []
        parts = [f"{moving['level']} movement", f"activations left: {moving['activations']}"]
        if moving.get("muster"):
            parts.append("a muster is open")
        if moving.get("activated"):
            parts.append("activated: " + ", ".join(moving["activated"]))
        return [Text(f"{INDENT}{'; '.join(parts)}", "dim")]

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
            f"{zone}: " + ", ".join(f"{s} {_ships(w[s])}" for s in self.match.seats if w.get(s))
            for zone, w in self._view.get("zones", {}).items()
            if any(w.get(s) for s in self.match.seats)
        ]
        if zones:
            yield from self._block("At sea", zones)
        yield Text(f"{INDENT}map PLACE shows one place and its roads.", "dim")

    def _territory(self, owner: str, places: Mapping[str, Any]) -> Iterator[RenderableType]:
        yield Text(f"Controlled by {owner}", f"bold {self.colour(owner)}")
        table = _table("place", "", *self.match.seats)
        empty = []
        for name, spot in places.items():
            stacks = [self._at(spot, seat) for seat in self.match.seats]
            marks = ", ".join(self._marks(spot))
            facts = ", ".join(f for f in self._facts(name) if f not in marks and f != "disk")
            if any(stacks) or marks:
                table.add_row(INDENT + name, ", ".join(filter(None, (marks, facts))), *stacks)
            else:
                empty.append(f"{name} ({facts})" if facts else name)
        if table.row_count:
            yield table
        if empty:
            yield from self._block("Empty", empty, "  ")

    def _at(self, spot: Mapping[str, Any], seat: str) -> str:
        stack = spot.get(seat)
        return self._stack(stack) if stack and stack["count"] else ""

    def _marks(self, spot: Mapping[str, Any]) -> Iterator[str]:
        if spot.get("castle"):
            other = spot["castle"] != spot["control"]
            yield "castle" + (f" ({spot['castle']})" if other else "")
        if spot.get("disk"):
            yield "disk"
        if spot.get("grey"):
            yield "grey " + " ".join(_counted(spot["grey"]))
        if spot.get("pioneers"):
            yield "pioneers"

    def place(self, words: str) -> list[Text] | None:
        """One place with its roads; None if there is none of that name."""
        names = self.game.names("place")
        token = _find(words, names)
        if token is None:
            return None
        if not self._columns:
            return self._told("region", token)
        spot = self._view["locations"].get(token, {})
        data = self.game.data.get("board", {}).get("places", {}).get(token, {})
        facts = self._facts(token)
        head = f"{names[token]} ({token})" if names[token] != token else token
        lines = [Text(head, "bold"), Text(f"{INDENT}control: {spot.get('control', '-')}")]
        if facts:
            lines.append(Text(f"{INDENT}{', '.join(facts)}"))
        if "coast" in data:
            lines.append(Text(f"{INDENT}coast: {data['coast']}"))
        if marks := ", ".join(m for m in self._marks(spot) if m not in facts):
            lines.append(Text(f"{INDENT}{marks}"))
        lines += [
            Text(f"{INDENT}{seat}: {stack}", self.colour(seat))
            for seat in self.match.seats
            if (stack := self._at(spot, seat))
        ]
        return [*lines, *self._block("Roads", self._roads(token))]

    def _facts(self, token: str) -> list[str]:
        """What the board prints there: port, resource, watchtower."""
        data = self.game.data.get("board", {}).get("places", {}).get(token, {})
        return [fact for fact in FACTS if data.get(fact) is True]

    def _roads(self, token: str) -> list[str]:
        found = []
        for road in self.game.data.get("board", {}).get("roads", ()):
            ends = list(road.get("between", ()))
            if token in ends:
                ends.remove(token)
                found.append(f"{' '.join(ends)} ({road.get('type', 'road')})")
        return found

    # -- lines --------------------------------------------------------------------------------

    def _line(self, head: str, items: Iterable[str], nothing: str = "none") -> Text:
        lines = self._block(head, list(items) or [nothing], "  ")
        return Text("\n").join(lines)

    def _block(self, head: str, items: Iterable[str], gap: str = "   ") -> list[Text]:
        """A heading and its items, broken between items, lined up under the first."""
        label = f"{INDENT}{head}: "
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
    words = []
    for ship in ships:
        cargo = " ".join(_counted(ship.get("cargo") or ())) or (ship.get("carried") or "")
        words.append(f"F({cargo})" if cargo else "F")
    return " ".join(words)


def _find(words: str, names: Mapping[str, str]) -> str | None:
    """The one token that `words` means, by token, name or beginning."""
    key = fold(words)
    if not key:
        return None
    exact = [t for t, n in names.items() if key in (fold(t), fold(n))]
    near = [t for t, n in names.items() if fold(t).startswith(key) or fold(n).startswith(key)]
    found = exact or near
    return found[0] if len(found) == 1 else None
