"""What embeds may hold: each its parts, all of them 6000 characters."""

from __future__ import annotations

from bot.sandbox.model.errors import Form
from bot.sandbox.model.things import Json

TOGETHER = 6000


def check_embeds(form: Form, at: str, embeds: object) -> None:
    if not isinstance(embeds, list):
        return
    form.longest(at, embeds, 10)
    for index, embed in enumerate(embeds):
        _one(form, f"{at}.{index}", embed)
    if sum(map(length, embeds)) > TOGETHER:
        form.wrong(at, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {TOGETHER}")


def _one(form: Form, at: str, embed: Json) -> None:
    form.longest(f"{at}.title", embed.get("title"), 256)
    form.longest(f"{at}.description", embed.get("description"), 4096)
    form.longest(f"{at}.footer.text", (embed.get("footer") or {}).get("text"), 2048)
    form.longest(f"{at}.author.name", (embed.get("author") or {}).get("name"), 256)
    fields = embed.get("fields") or []
    form.longest(f"{at}.fields", fields, 25)
    for index, one in enumerate(fields):
        for part, most in (("name", 256), ("value", 1024)):
            form.required(f"{at}.fields.{index}.{part}", one.get(part))
            form.longest(f"{at}.fields.{index}.{part}", one.get(part), most)
    for part in ("image", "thumbnail"):
        _address(form, f"{at}.{part}.url", (embed.get(part) or {}).get("url"))
    _address(form, f"{at}.url", embed.get("url"))


def _address(form: Form, at: str, url: object) -> None:
    if url is None:
        return
    if not str(url).startswith(("http://", "https://", "attachment://")):
        form.wrong(
            at,
            "URL_TYPE_INVALID_SCHEME",
            f"Scheme \"{url}\" is not supported. Scheme must be one of ('http', 'https').",
        )


def length(embed: Json) -> int:
    """What counts towards the 6000."""
    total = len(embed.get("title") or "") + len(embed.get("description") or "")
    total += len((embed.get("footer") or {}).get("text") or "")
    total += len((embed.get("author") or {}).get("name") or "")
    for one in embed.get("fields") or []:
        total += len(one.get("name") or "") + len(one.get("value") or "")
    return total
