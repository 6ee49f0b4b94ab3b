"""What a view becomes: boards, close-ups, sheets, battles, ends, films, and their words."""
