"""What a moderator may change by hand."""
