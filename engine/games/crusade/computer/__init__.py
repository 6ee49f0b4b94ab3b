"""The computer player of the First Crusade."""
