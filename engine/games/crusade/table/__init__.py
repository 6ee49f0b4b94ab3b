"""What the rules of the First Crusade read: files, tables, the position and what is seen of it."""
