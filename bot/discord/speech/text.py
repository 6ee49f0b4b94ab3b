"""Words on their way to Discord: nothing a player wrote formats, pings or grows too long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

import discord

from bot.discord.speech import words
from bot.discord.speech.spoken import say, tongue, wording
from engine.tongues import Listed, Said
from engine.tongues.phrases import Phrase, Saying

CONTENT = 2000
DESCRIPTION = 4096
TITLE = 256
FIELD_NAME = 256
FIELD = 1024
FIELDS = 25
FOOTER = 2048
EMBEDS = 6000  # over all embeds of a message
ALT = 1024
LABEL = 80
CHOICE = 100

NOBODY = discord.AllowedMentions.none()

# What starts a heading, a list, a quotation or small print. Lines are joined, so one start only.
_START = re.compile(r"^(?:[#>+-]|\d+(?=[.)](?:\s|$)))")
_MARKS = re.compile(r"([\\*_~`|\[\]<>@#]|:(?=//|\w+:))")  # a colon only in links and emoji
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)


def safe(text: object, limit: int = 1000) -> str:
    """What somebody wrote, as plain text on one line: no format, no mention, no link, no emoji.

    A mention is also broken by an invisible space: a name is safe wherever it is put.
    """
    shown = plain(text, limit)
    started = _START.match(shown)
    shown = _MARKS.sub(r"\\\1", shown).replace("@", "@\u200b")
    if started and not shown.startswith("\\"):
        number = started.end()
        if shown[:number].isdigit():
            return f"{shown[:number]}\\{shown[number:]}"
        return f"\\{shown}"
    return shown


def plain(text: object, limit: int = CHOICE) -> str:
    """For places that show no format (labels, choices, file names): one line, cut."""
    return cut(" ".join(_INVISIBLE.sub("", _worded(text)).split()), limit)


def _worded(text: object) -> str:
    """Words that know what they say are said to whoever reads here."""
    return say(text.said) if isinstance(text, Saying) else str(text)


def code(text: object, limit: int = 1000) -> str:
    """Order text to stand between backticks, which it cannot leave."""
    return plain(_worded(text).replace("`", "'"), limit) or " "


def boxed(text: object, limit: int = 1000) -> str:
    """Order text in its box."""
    return f"`{code(text, limit)}`"


def block(text: str, limit: int = 1000) -> str:
    """Several lines in one box, which they cannot leave."""
    lines = [plain(line.replace("`", "'"), 300) for line in text.strip().splitlines()]
    return f"```\n{fold(lines, limit - 8, 100, words.MORE_LINES)}\n```"


def sentence(text: object, limit: int = 1000) -> str:
    """A sentence of ours with what others wrote in it: boxes stay boxes, all else is safe.

    Whoever writes a backtick only moves the boxes: every part is either boxed or escaped.
    """
    parts = plain(text, limit).split("`")
    if len(parts) % 2 == 0:
        return safe(text, limit)
    shown = [boxed(p) if n % 2 and p else _part(p) for n, p in enumerate(parts)]
    return "".join(shown)


def sentences(text: object, limit: int = 1900) -> str:
    """Several lines of ours, each with what others wrote in it."""
    return cut("\n".join(sentence(line) for line in _worded(text).splitlines()), limit)


def _part(text: str) -> str:
    """Safe, with the spaces at its ends."""
    before, after = text[:1].isspace(), text[-1:].isspace()
    return f"{' ' if before else ''}{safe(text)}{' ' if after and text.strip() else ''}"


def cut(text: str, limit: int, end: str = "…") -> str:
    """At most `limit` characters, at a word's end where there is one."""
    if len(text) <= limit:
        return text
    kept = text[: limit - len(end)]
    at_word = kept.rsplit(" ", 1)[0]
    if len(at_word) > len(kept) * 0.7:
        kept = at_word
    return kept.rstrip() + end


def fold(lines: Sequence[str], limit: int, most: int = 40, more: Phrase = words.MORE_IN_LOG) -> str:
    """As many whole lines as fit; what is left out is said, and where it can be read."""
    for kept in range(min(len(lines), most), -1, -1):
        left = len(lines) - kept
        shown = [*lines[:kept]] + ([say(more(n=left))] if left else [])
        text = "\n".join(shown)
        if len(text) <= limit:
            return text
    return cut(say(more(n=len(lines))), limit)


def listed(names: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return wording(Listed(tuple(names), last))


def ago(moment: datetime) -> str:
    """A time that every reader's own client words."""
    return f"<t:{int(moment.timestamp())}:R>"


def refusal(reason: Said | str, rule: str = "", suggestions: Sequence[str] = ()) -> str:
    """Why something was refused: the reason, the rule, the nearest that is allowed."""
    told = tongue().word(reason) if isinstance(reason, Said) else reason
    text = sentence(told, 1200) + (f" [{safe(rule, 40)}]" if rule else "")
    if suggestions:
        text += "\n" + fold([f"• `{code(s, 200)}`" for s in suggestions], CONTENT - len(text) - 1)
    return text
