"""A table on its way: to a file, from a file, to another version of its game."""
