"""What moderators do and look at."""
