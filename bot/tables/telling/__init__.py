"""What is told: reports, calls, the log, results."""
