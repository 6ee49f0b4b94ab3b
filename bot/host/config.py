"""How this Herald is set up: from the environment, or from a file of the same lines."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.tables.floor import limits, settings
from bot.tables.floor.limits import Limits
from bot.tables.values import Refused
from engine import HeraldError

FILE = "herald.env"


class ConfigError(HeraldError):
    """A setting that is missing or wrong, in words for the person who hosts."""


class Config(BaseSettings):
    """Every setting. Names in the environment: HERALD_<NAME>, and Discord's own three."""

    model_config = SettingsConfigDict(
        env_prefix="HERALD_",
        env_file=FILE,
        env_file_encoding="utf-8",
        extra="ignore",
        populate_by_name=True,
    )

    token: SecretStr = Field(
        SecretStr(""), validation_alias=AliasChoices("DISCORD_TOKEN", "HERALD_TOKEN")
    )
    token_file: Path | None = Field(
        None, validation_alias=AliasChoices("DISCORD_TOKEN_FILE", "HERALD_TOKEN_FILE")
    )
    api_base: str = Field("", validation_alias=AliasChoices("DISCORD_API_BASE", "HERALD_API_BASE"))
    gateway: str = Field("", validation_alias=AliasChoices("DISCORD_GATEWAY", "HERALD_GATEWAY"))
    cdn: str = Field("", validation_alias=AliasChoices("DISCORD_CDN", "HERALD_CDN"))

    folder: Path = Path("herald-data")
    database: str = ""  # a path or an address; <folder>/herald.db if not given
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"
    # Commands of these servers only, at once; for trying. Empty: everywhere.
    servers: Annotated[tuple[int, ...], NoDecode] = ()
    # Of new tables, where they are not the usual ones: "battles=live tick=8,20"
    defaults: Annotated[dict[str, str], NoDecode] = {}
    # What one person or one server may take up: "lobbies=5 imports=10" (bot/tables/floor/limits.py)
    limits: Annotated[Limits, NoDecode] = Limits()
    painters: int = Field(1, ge=0, le=8)  # processes that draw; 0 draws in a thread
    guild_ready_timeout: float = 2.0

    @field_validator("servers", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        """A list separated by commas or spaces, as people write it in an environment."""
        if isinstance(value, str):
            return tuple(int(word) for word in value.replace(",", " ").split())
        return value

    @field_validator("defaults", mode="before")
    @classmethod
    def _settings(cls, value: object) -> object:
        """`name=value`, separated by spaces; checked as if a host had chosen them."""
        if isinstance(value, str):
            value = dict(part.partition("=")[::2] for part in value.split())
        try:
            return settings.read(value) if isinstance(value, dict) else value
        except Refused as refused:
            raise ValueError(refused.reason) from None

    @field_validator("limits", mode="before")
    @classmethod
    def _limits(cls, value: object) -> object:
        """`name=number`, separated by spaces."""
        if isinstance(value, str):
            value = dict(part.partition("=")[::2] for part in value.split())
        try:
            return limits.read(value) if isinstance(value, dict) else value
        except Refused as refused:
            raise ValueError(refused.reason) from None

    @property
    def address(self) -> str:
        """Where the database is: a path, or an address with `://`."""
        return self.database or str(self.folder / "herald.db")

    @property
    def health(self) -> Path:
        """Touched while all is well; `herald health` looks at its age."""
        return self.folder / "health"

    @property
    def stand_in(self) -> bool:
        """Another Discord than Discord's own."""
        return bool(self.api_base)

    def secret(self) -> str:
        """The token, from the setting or the file that holds it."""
        token = self.token.get_secret_value().strip()
        if not token and self.token_file is not None:
            try:
                token = self.token_file.read_text(encoding="utf-8").strip()
            except OSError as error:
                raise ConfigError(
                    f"The token file {self.token_file} cannot be read: {error.strerror}."
                ) from None
        if not token:
            raise ConfigError(
                "There is no token. Set DISCORD_TOKEN in the environment or in herald.env: the"
                " bot's page at discord.com/developers shows it once, under Bot, Reset Token."
                " To try Herald without Discord: herald sandbox"
            )
        return token


def read(file: Path | None = None) -> Config:
    """The settings, or a sentence that says which one is wrong."""
    named = file or (Path(os.environ["HERALD_CONFIG"]) if os.environ.get("HERALD_CONFIG") else None)
    if named is not None and not named.is_file():
        raise ConfigError(f"There is no settings file {named}.")
    try:
        return Config(_env_file=named or FILE)  # type: ignore[call-arg]
    except ValidationError as error:
        raise ConfigError(_words(error)) from None


def for_stand_in(
    api: str,
    gateway: str,
    folder: Path,
    token: str = "sandbox",
    painters: int = 1,
    defaults: Mapping[str, str] | None = None,
) -> Config:
    """Settings for a Discord on loopback; nothing of the environment's reaches it."""
    return Config(
        _env_file=None,  # type: ignore[call-arg]
        token=SecretStr(token),
        token_file=None,
        api_base=api,
        gateway=gateway,
        cdn="",
        folder=folder,
        database="",
        servers=(),
        defaults=dict(defaults or {}),
        limits=Limits(),
        painters=painters,
        guild_ready_timeout=0.05,
    )


def _words(error: ValidationError) -> str:
    """Which setting is wrong. Its value stays unsaid: it might be a token."""
    wrong = []
    for fault in error.errors(include_input=False, include_url=False):
        name = str(fault["loc"][0]) if fault["loc"] else "?"
        shown = name if name.isupper() else f"HERALD_{name.upper()}"
        wrong.append(f"{shown}: {fault['msg'].lower()}")
    return "These settings cannot be used: " + "; ".join(wrong) + "."
