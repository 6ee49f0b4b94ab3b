"""What is done in the sandbox's Discord: messages, channels, commands, interactions."""
