"""Who sits where: tables opened, seats taken and handed on, moderators, people."""
