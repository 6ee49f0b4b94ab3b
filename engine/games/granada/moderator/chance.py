"""Edits of chance: what Granada draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.granada.moderator.cards import all_cards, designs
from engine.games.granada.moderator.edit import Edited
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.flow import Context
from engine.games.granada.table.state import State
from engine.orders import edits


class Force(edits.Force[State]):
    """Edit: force the next result of a chance draw."""

    def draws(self) -> Mapping[str, Sequence[str]]:
        s = self.s
        kinds = s.board.kind_tokens
        found: dict[str, list[str]] = {}
        for i, seat in enumerate(SEATS):
            names = s.board.card_tokens[i]
            found[f"draw-{seat}"] = [names[k] for k in designs(all_cards(s, i) + s.pile[i])]
            found[f"recruit-{seat}"] = [kinds[k] for k in designs(s.bag[i])]
            if s.phase == "set-up":
                found[f"set-up-{seat}"] = [
                    kinds[k] for k in designs(s.bag[i]) if not s.board.kinds[k].fleet
                ]
        found["naval"] = list(s.board.naval_tokens)
        found["coin"] = list(SEATS)
        return {label: results for label, results in found.items() if results}

    def drawn_as(self, label: str) -> str:
        if label.startswith("set-up-"):  # its own name has a hyphen
            return label.replace("set-up-", "set-up ")
        return label.replace("-", " ")

    def told(self, c: Context) -> None:
        c.tell(Edited(edit=self.verb.name, label=self.label))


class Unforce(edits.Unforce[State]):
    """Edit: forget the forced results that have not come up yet."""

    def told(self, c: Context) -> None:
        c.tell(Edited(edit=self.verb.name))
