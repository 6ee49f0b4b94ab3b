"""Pictures for a program that must not wait, and the process beside it that draws them."""
