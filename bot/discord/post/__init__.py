"""How what is owed reaches Discord: threads, messages, letter boxes."""
