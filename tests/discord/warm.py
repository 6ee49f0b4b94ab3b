"""Imported where bots are born: the boards are made ready once for all of them."""

from __future__ import annotations

from tests.discord.nursery import warm

warm()
