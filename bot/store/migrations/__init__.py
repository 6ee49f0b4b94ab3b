"""Changes to the shape of the database, oldest first, in `versions`."""
