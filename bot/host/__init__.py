"""Running Herald: set-up, logs, the clock and the post, whatever the front end."""
