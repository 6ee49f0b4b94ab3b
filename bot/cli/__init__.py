"""The command line: `herald`."""
