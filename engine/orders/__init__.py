"""An order is one class: its slots, what may stand in each and why not, and the deed."""

from engine.orders.bars import (
    NUMBER,
    REASON,
    REASONS,
    TEXT,
    UNFIT,
    Bar,
    Why,
    counted,
    either,
    several,
)
from engine.orders.domains import Domain, Words
from engine.orders.order import Order, worked_out
from engine.orders.slots import (
    NO_OFFER,
    NONE,
    Field,
    Offer,
    one,
    path,
    some,
    subset,
)
from engine.orders.tree import Tree

__all__ = [
    "NONE",
    "NO_OFFER",
    "NUMBER",
    "REASON",
    "REASONS",
    "TEXT",
    "UNFIT",
    "Bar",
    "Domain",
    "Field",
    "Offer",
    "Order",
    "Tree",
    "Why",
    "Words",
    "counted",
    "either",
    "one",
    "path",
    "several",
    "some",
    "subset",
    "worked_out",
]
