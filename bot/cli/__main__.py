"""`python -m bot.cli` is `herald`."""

from bot.cli.main import app

app(prog_name="herald")
