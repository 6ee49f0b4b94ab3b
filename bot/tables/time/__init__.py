"""Clocks, the calendar of a person, and what happens when time is up."""
