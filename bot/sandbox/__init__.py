"""A Discord on loopback: REST, gateway and files, for the unmodified client and for people.

`Sandbox` (serve.py) starts it; docs/sandbox.md says what it does and what it leaves out.
"""

from bot.sandbox.serve import Sandbox

__all__ = ["Sandbox"]
