"""The REST side: one file a resource; door.py is what every request passes."""

from bot.sandbox.rest import applications, channels, guilds, interactions, messages, threads, users
from bot.sandbox.rest.door import Door, Route

ROUTES: tuple[Route, ...] = (
    *users.routes,
    *applications.routes,
    *guilds.routes,
    *channels.routes,
    *messages.routes,
    *threads.routes,
    *interactions.routes,
)

__all__ = ["ROUTES", "Door", "Route"]
