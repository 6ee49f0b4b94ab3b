"""Fights and marches of Granada as they are played: positions set up by edits, and real orders."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from engine.cases import Table, load
from engine.match import Match
from engine.parts.outlook import outlook

Facts = dict[str, Any]

FIELD = """
case: a battle in the field
game: granada
rule: "8.2"
position: [clear, place christian C3 C2 C1! L1x A2 K1g > Antequera,
  place muslim N2h N1 Zagal Z2 B1 > Alora,
  hand christian Castile Castile* Aragon Leon Challenge Commander,
  hand muslim Andalusies* Zegries Bannigas Charge, turn 1485-I, starts christian,
  phase movement christian]
otherwise: {challenge: pass, refute: yield}
steps:
  - christian: minimal
  - christian: move Antequera C3 C2 C1! L1x A2 K1g > Alora lead C1!
  - muslim: stand
  - christian: free C1!
  - muslim: free Zagal
  - christian: deploy Castile C3
  - muslim: deploy Andalusies* N2h
"""

SIEGE = """
case: a siege with guns
game: granada
rule: "8.7.5"
position: [clear, place muslim N2 B1 > Loja,
  place christian Ferdinand C3 C2 C1g K2 A3 A2 > Archidona,
  hand christian Castile Castile* Bombardment Kingdoms Aragon2, hand muslim Andalusies Zegries,
  turn 1486-I, starts christian, phase movement christian]
otherwise: {challenge: pass, refute: yield, sortie: pass}
steps:
  - christian: minimal
  - christian: move Archidona Ferdinand C3 C2 C1g K2 A3 A2 > Loja
  - muslim: inside
  - christian: assault
  - christian: free Ferdinand
  - christian: bombardment with C1g
  - christian: deploy Castile C3
"""

MARCH = """
case: a march that is being thought about
game: granada
rule: "7.3"
position: [clear, place christian C3 C2 C1! L1x K1g > Antequera, place christian A2 A1h > Archidona,
  place muslim N1 > Ronda, place muslim Z2 N2 > Alora, place muslim Z1 B2 B1 > Malaga,
  place muslim N3 N1 > Loja, place muslim S1 > Alhama, place christian K2 > Cordoba,
  hand christian Castile Castile* Bombardment Kingdoms, hand muslim Andalusies,
  turn 1486-I, starts christian, phase movement christian]
steps:
  - christian: limited Kingdoms
"""


@cache
def played(text: str) -> Match:
    """A match after the steps of a case."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.yaml"
        path.write_text(text)
        (case,) = load(path)
    table = Table(case)
    table.play()
    return table.match


def view(text: str, seat: str | None) -> Facts:
    found: Facts = played(text).view(seat).to_json()
    return found


def marching() -> Facts:
    """Four of the five at Antequera on their way to Málaga."""
    match = played(MARCH)
    decision = match.decision("christian")
    assert decision is not None
    prefix = ("move", "Antequera", ("C3", "C2", "C1!", "L1x"))
    way = ("Comares", "Malaga")
    found = outlook(match.game, decision, prefix, way, match.view("christian"))
    assert found is not None
    return {"order": found.to_json()}
