"""The parts of a match: what is open, what each reader saw, and whom a change concerns."""
