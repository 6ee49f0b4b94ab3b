"""Boards: what a layout says, what lies still, and how pieces lie upon it."""
