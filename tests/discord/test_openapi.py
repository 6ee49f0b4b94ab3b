"""The judge itself: it knows a good request from a bad one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.discord.openapi import Description, description

MESSAGES = "/channels/1/messages"
BUTTON = {"type": 2, "style": 1, "label": "Ready", "custom_id": "h:ready:1"}
ROW = {"type": 1, "components": [BUTTON]}


@pytest.fixture
def judge() -> Description:
    found = description()
    if found is None:
        pytest.skip("Discord's description is not here")
    return found


def test_a_good_message_passes(judge: Description) -> None:
    body = {
        "content": "hello",
        "tts": False,
        "nonce": 7,
        "enforce_nonce": True,
        "allowed_mentions": {"parse": []},
        "components": [ROW],
        "embeds": [{"title": "Granada", "flags": 0, "fields": [{"name": "a", "value": "b"}]}],
        "attachments": [{"id": 0, "filename": "board.webp", "description": "The board."}],
    }
    assert judge.faults("POST", MESSAGES, body) == []


@pytest.mark.parametrize(
    "body",
    [
        {"contents": "a misspelt field"},
        {"content": 7},
        {"content": "x", "embeds": [{"titel": "misspelt"}]},
        {"content": "x", "components": [{"type": 1, "components": [{**BUTTON, "style": "blue"}]}]},
        {"content": "x", "allowed_mentions": {"parse": ["nobody"]}},
    ],
)
def test_a_bad_message_is_found(judge: Description, body: dict[str, Any]) -> None:
    assert judge.faults("POST", MESSAGES, body)


def test_a_route_that_is_not_there_is_found(judge: Description) -> None:
    assert judge.faults("POST", "/channels/1/massages", {}) != []


def test_ids_may_be_numbers(judge: Description) -> None:
    assert judge.faults("POST", "/users/@me/channels", {"recipient_id": 12345}) == []
