"""The book of the First Crusade, a chapter a file."""
