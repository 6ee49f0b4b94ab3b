"""The application layer: the only door to matches for every front end."""
