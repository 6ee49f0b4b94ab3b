"""Settings, invitation and words for whoever hosts."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from bot.discord.client import PERMISSIONS, invitation
from bot.host import config
from bot.host.config import ConfigError


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DISCORD_API_BASE", "HERALD_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("HERALD_FOLDER", "elsewhere")
    monkeypatch.setenv("HERALD_SERVERS", "12, 34")
    chosen = config.read()
    assert chosen.secret() == "a-token"
    assert chosen.address == str(Path("elsewhere") / "herald.db")
    assert chosen.servers == (12, 34)
    assert not chosen.stand_in


def test_a_host_may_choose_how_new_tables_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_DEFAULTS", "battles=LIVE tick=20,8")
    assert config.read().defaults == {"battles": "live", "tick": "8,20"}
    monkeypatch.setenv("HERALD_DEFAULTS", "battles=sometimes")
    with pytest.raises(ConfigError, match=r"HERALD_DEFAULTS.*battles can be sealed, live"):
        config.read()


def test_settings_come_from_a_file_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "herald.env").write_text("DISCORD_TOKEN=filed\nHERALD_LOG_FORMAT=json\n")
    assert config.read().secret() == "filed"
    assert config.read().log_format == "json"
    monkeypatch.setenv("DISCORD_TOKEN", "environment")
    assert config.read().secret() == "environment"


def test_the_token_may_lie_in_a_file_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("  kept-apart\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
    assert config.read().secret() == "kept-apart"
    (tmp_path / "token").unlink()
    with pytest.raises(ConfigError, match="cannot be read"):
        config.read().secret()


def test_a_missing_token_is_said_in_words() -> None:
    with pytest.raises(ConfigError, match=r"There is no token.*herald sandbox"):
        config.read().secret()


def test_a_wrong_setting_is_named_and_its_value_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_LOG_LEVEL", "shouting")
    with pytest.raises(ConfigError, match="HERALD_LOG_LEVEL") as told:
        config.read()
    assert "shouting" not in str(told.value)


def test_a_settings_file_that_is_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no settings file"):
        config.read(tmp_path / "nowhere.env")


def test_a_token_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "do-not-print")
    assert "do-not-print" not in repr(config.read())


def test_a_stand_in_takes_nothing_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "the-real-one")
    monkeypatch.setenv("HERALD_DATABASE", "real.db")
    chosen = config.for_stand_in("http://127.0.0.1:1/api/v10", "ws://127.0.0.1:1", tmp_path)
    assert chosen.secret() == "sandbox"
    assert chosen.address == str(tmp_path / "herald.db")
    assert chosen.stand_in


def test_the_invitation_asks_for_eight_permissions_and_no_more() -> None:
    asked = {name for name, given in PERMISSIONS if given}
    assert asked == {
        *("read_messages", "send_messages", "send_messages_in_threads", "embed_links"),
        *("create_public_threads", "attach_files", "read_message_history", "pin_messages"),
    }
    bits = sum(1 << n for n in (10, 11, 14, 15, 16, 35, 38, 51))
    assert PERMISSIONS.value == bits
    assert discord.Permissions(bits).administrator is False
    assert f"permissions={bits}" in invitation(7)


def test_the_guide_for_hosts_gives_that_very_number() -> None:
    guide = Path(__file__).parents[2] / "docs" / "hosting.md"
    assert f"permissions={PERMISSIONS.value}" in guide.read_text(encoding="utf-8")
