"""A terminal, or something that stands in for one: lines in, screens out."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import fill

from rich.console import Console, RenderableType
from rich.text import Text

# Rich's own `clear` leaves the lines that have scrolled away, and they may hold a hand of cards.
_WIPE = "\x1b[2J\x1b[3J\x1b[H"


class EndOfInput(Exception):  # noqa: N818 - not an error: a pipe ran dry, or Ctrl-D
    """There will be no more lines."""


class Terminal:
    """Where a person reads and types. Without a TTY it reads lines and wipes nothing."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.typed = sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.typed:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives `input` arrow keys and a memory

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height if self.console.is_terminal else 24

    def say(self, *parts: RenderableType) -> None:
        for part in parts or ("",):
            self.console.print(part)

    def tell(
        self, sentences: Sequence[str], room: int | None, earlier: Callable[[int], str]
    ) -> None:
        """Sentences, each beginning a line; the last ones only, where there is not room for all:
        how many came before is said by `earlier`."""
        wrapped = [
            fill(sentence, self.width, initial_indent="  ", subsequent_indent="    ")
            for sentence in sentences
        ]
        rows, first = 0, len(wrapped)
        while first > 0 and (room is None or rows + wrapped[first - 1].count("\n") < room):
            first -= 1
            rows += wrapped[first].count("\n") + 1
        if first:
            self.note(f"  {earlier(first)}")
        for lines in wrapped[first:]:
            self.console.print(lines)

    def note(self, text: str, style: str = "dim") -> None:
        self.console.print(Text(text, style))

    def ask(self, prompt: str) -> str:
        """One line. One that was not typed here is written out, so that the whole reads well."""
        if self.typed:
            try:
                return input(prompt).strip()
            except EOFError:
                self.say()
                raise EndOfInput from None
        self.console.print(prompt, end="")
        line = sys.stdin.readline()
        if not line:
            self.say()
            raise EndOfInput
        line = line.strip()
        self.console.print(Text("".join(c if c.isprintable() else "?" for c in line)))
        return line

    def wipe(self) -> None:
        """Leave nothing to be read by the next person, in the window or in the line memory."""
        if self.console.is_terminal:
            self.console.file.write(_WIPE)
            self.console.file.flush()
        else:
            self.console.print("\n" + "-" * 72)
        if self.typed:
            with contextlib.suppress(ImportError):
                import readline

                readline.clear_history()

    @contextlib.contextmanager
    def busy(self, words: str) -> Iterator[None]:
        if self.console.is_terminal:
            with self.console.status(Text(words, "dim")):
                yield
        else:
            yield


def pack(items: Iterable[str], width: int, gap: str = "   ") -> list[str]:
    """Lines of whole items, none wider than `width` unless one item is."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(gap) + len(item) <= width:
            lines[-1] += gap + item
        else:
            lines.append(item)
    return lines
