"""How most tests play: question by question and at once. Plans and ticks have their own tests."""

LIVE = {"battles": "live", "tick": "now"}
