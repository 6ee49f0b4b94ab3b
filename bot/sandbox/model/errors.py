"""Refusals in Discord's own shape."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """One refusal: HTTP status, Discord's code, its words and perhaps the tree of form errors."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(f"{status} ({code}) {message}")
        self.status = status
        self.code = code
        self.message = message
        self.more = more

    def json(self) -> Json:
        return {"message": self.message, "code": self.code, **self.more}


class Plain(Exception):  # noqa: N818  # a sentence for a person, not a fault
    """A refusal on the people's side: one plain sentence."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


_KNOWN: dict[int, tuple[int, str]] = {
    0: (401, "401: Unauthorized"),
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30003: (400, "Maximum number of pins reached for the channel (250)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50028: (400, "Invalid role"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
}


def refusal(code: int) -> ApiError:
    """The refusal with this code of Discord's."""
    status, message = _KNOWN[code]
    return ApiError(status, code, message)


class Form:
    """Collects what is wrong with a request, by the path of the field."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def wrong(self, path: str, code: str, message: str) -> None:
        node = self._tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def longest(self, path: str, value: object, most: int, least: int = 0) -> None:
        """Texts and lists have a length; anything else is another rule's business."""
        if value is None or not isinstance(value, str | list):
            return
        if len(value) > most:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif len(value) < least:
            self.wrong(
                path, "BASE_TYPE_MIN_LENGTH", f"Must be between {least} and {most} in length."
            )

    def required(self, path: str, value: object) -> None:
        if value is None or value == "":
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")

    def done(self) -> None:
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self._tree)


def invalid(path: str, code: str, message: str) -> ApiError:
    """A form with one thing wrong."""
    form = Form()
    form.wrong(path, code, message)
    try:
        form.done()
    except ApiError as error:
        return error
    raise AssertionError("a form with an error is refused")
