"""12: event cards."""
