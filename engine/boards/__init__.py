"""What more than one game needs of a board, and no more.

Places are given by number, so that rules read flat tables by index: `graph` counts steps, `ways`
finds the cheapest ways where steps have costs, `hexes` knows maps of hexes and their numbers.
"""

from __future__ import annotations

from engine.boards.graph import FAR, Graph, connected, distances
from engine.boards.hexes import Grid, Numbering
from engine.boards.ways import Cost, Way, all_ways, cheapest, choices, matters, way

__all__ = [
    "FAR",
    "Cost",
    "Graph",
    "Grid",
    "Numbering",
    "Way",
    "all_ways",
    "cheapest",
    "choices",
    "connected",
    "distances",
    "matters",
    "way",
]
