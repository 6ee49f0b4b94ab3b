"""The gateway: a socket, and happenings as its events."""
