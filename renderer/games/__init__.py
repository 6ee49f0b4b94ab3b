"""One module a game: `scene(view, plan)` reads its View, by name, and never its rules."""
