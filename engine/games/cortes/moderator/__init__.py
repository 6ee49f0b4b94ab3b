"""What a moderator may change."""
