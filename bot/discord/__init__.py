"""Herald in Discord."""
