"""`python -m bot.sandbox [port]`: the sandbox alone, without a bot."""

from __future__ import annotations

import asyncio
import signal
import sys

from bot.sandbox.serve import Sandbox


async def main(port: int, rates: bool) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, stopped.set)
    sandbox = await Sandbox(rates=rates).start(port)
    sys.stdout.write(
        f"Sandbox at {sandbox.url} (this machine only)\n"
        f"DISCORD_API_BASE={sandbox.api}\nDISCORD_GATEWAY={sandbox.gateway}\n"
    )
    sys.stdout.flush()
    await stopped.wait()
    await sandbox.stop()


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(one) for one in words if one.isdigit()]
    asyncio.run(main(numbers[0] if numbers else 8765, rates="--no-rates" not in words))
