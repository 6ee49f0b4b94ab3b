"""What there is in the sandbox's Discord, and who may see and do what."""
