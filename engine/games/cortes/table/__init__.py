"""The table: the board, what lies on it, who may see it."""
