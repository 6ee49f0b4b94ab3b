"""Sealed battles and the plans for them."""
