"""A game in the terminal: people at one keyboard, computers in the seats that are left."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from bot.cli import orders
from bot.cli.tabletop import INDENT, Tabletop
from bot.cli.terminal import EndOfInput, Terminal, pack
from bot.rulebook import standing
from engine import Action, DataError, Decision, HeraldError, Illegal, Match
from engine.data import folder, load
from engine.players import Player, answer, freely, player
from engine.text import write
from engine.text.examples import example
from engine.words import outcome

NEWS = 5  # lines of news at least, on however small a screen; `log` has the rest
RECENT = 30  # sentences that `log` shows
OFFERED = 40  # choices of a slot that `?` lists
ADVISER = "greedy"
WON, SHARED = "The {seats} side wins", "The {seats} sides share the victory"

HELP: Final = (
    ("? move Cordoba", "what may stand next in an order, as far as it is written"),
    ("map, map PLACE", "the board as you may see it; one place with its roads"),
    ("hand, box", "your cards; your recruits and everybody's lost pieces"),
    ("log, log all", "what has happened"),
    ("rules 7.3", "what a paragraph of the rules decides"),
    ("undo", "take back your last order, if nobody has learned from it"),
    ("suggest, do", "what the computer would order here; order just that"),
    ("save FILE, quit", "keep the game; leave it"),
)


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to leave."""


class Session:
    """One match, the people who play it here, and the computers that play the rest."""

    def __init__(
        self,
        match: Match,
        people: Sequence[str],
        players: Mapping[str, Player],
        terminal: Terminal,
        seed: str,
    ) -> None:
        self.match = match
        self.game = match.game
        self.people = tuple(people)
        self.players = players
        self.terminal = terminal
        self._rng = Random(f"{seed} players")
        self._adviser: Player | None = None
        self._advice: tuple[str, Action] | None = None  # the question, and what was suggested
        self._told = dict.fromkeys(match.seats, 0)  # the last event each seat was told
        self._given: list[int] = []  # entries of the record that were typed here
        self._saved: set[Path] = set()
        self._at: str | None = None  # who sits at the keyboard
        self._later: list[Text] = []  # said to that person on the next screen, which wipes this one
        self._commands: Mapping[str, Callable[[Decision, str], None]] = {
            "?": self._help,
            "help": self._help,
            "map": self._map,
            "board": self._map,
            "hand": self._hand,
            "box": self._box,
            "log": self._log,
            "rules": self._rules,
            "rule": self._rules,
            "undo": self._undo,
            "suggest": self._suggest,
            "do": self._do,
            "save": self._save,
            "look": self._look,
            "quit": self._quit,
            "exit": self._quit,
        }

    # -- the game -----------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until a person has had enough."""
        try:
            self._welcome()
            while not self.match.over:
                if not self._computers():
                    self._person(self._whose())
            self._ending()
        except Quit:
            self.terminal.note("Goodbye.")
        except EndOfInput:
            self.terminal.note("No more input: the game stops here. Goodbye.")
        except KeyboardInterrupt:
            self.terminal.say()
            self.terminal.note("Stopped. Goodbye.")

    def _welcome(self) -> None:
        others = ", ".join(s for s in self.match.seats if s not in self.people)
        if others:
            words = f"You play {' and '.join(self.people)}; the computer plays {others}."
        else:
            words = f"Players at this keyboard: {', '.join(self.people)}."
        self.terminal.say(Text(f"{self.game.title}. {words}", "bold"))
        self.terminal.note(
            "Type an order, or its number where there is a list. ? says what you can do.\n"
            "map, hand, box, log, rules 7.3: look. suggest: ask the computer. quit: leave.\n"
            f"Chance: {self.match.commitment}"
        )

    def _computers(self) -> bool:
        """Let one computer answer, if one is asked."""
        for decision in self.match.decisions():
            computer = self.players.get(decision.seat)
            if computer is not None:
                if (used := freely(self.match, self.players, self._rng)) is not None:
                    self.match.act(*used)
                    return True
                with self.terminal.busy(f"The {decision.seat} side is thinking ..."):
                    action = answer(self.match, decision.seat, computer, self._rng)
                self.match.act(decision.seat, action, decision.key)
                return True
        return False

    def _whose(self) -> Decision:
        """The question to put next: whoever is at the keyboard first."""
        asked = self.match.decisions()
        return next((d for d in asked if d.seat == self._at), asked[0])

    def _person(self, decision: Decision) -> None:
        """Ask until the match has moved."""
        self._hand_over(decision.seat)
        self._screen(decision)
        before = decision.key
        while True:
            current = self.match.decision(decision.seat)
            if current is None or current.key != before:
                return
            try:
                line = self.terminal.ask(f"{decision.seat}> ")
            except KeyboardInterrupt:
                self.terminal.say()
                line = "quit"
            self._line(current, line)

    def _hand_over(self, seat: str) -> None:
        """Nothing of one person's stays on the screen when another looks at it."""
        if len(self.people) > 1:
            if self._at is not None:  # the welcome may stay
                self.terminal.wipe()
            if self._at != seat:
                name = self.game.names("side").get(seat, seat.capitalize())
                self.terminal.say(
                    Text(f"Pass the keyboard to the {name} player, then press Enter.", "bold")
                )
                self.terminal.ask("")
                self.terminal.wipe()
        self._at = seat

    def _ending(self) -> None:
        """How it ended, and the seed, so that anybody can check the chance."""
        result = self.match.result
        assert result is not None
        if len(self.people) > 1:
            self.terminal.wipe()
        self._news(self.people[0] if len(self.people) == 1 else None, 15)
        scores = ", ".join(f"{seat} {score:g}" for seat, score in result.scores.items())
        who = outcome(result.winners, WON, SHARED, "A draw")
        self.terminal.say(
            "", Text(f"{who}: {result.reason} [{result.rule}]. Points: {scores}.", "bold")
        )
        self.terminal.note(
            f"Seed: {self.match.seed}. The SHA-256 of herald:SEED is what stood at the start."
        )

    # -- one screen ---------------------------------------------------------------------------

    def _table(self, seat: str) -> Tabletop:
        return Tabletop(self.match, seat, self.terminal.width)

    def _screen(self, decision: Decision) -> None:
        table = self._table(decision.seat)
        below = [*table.scene(), *table.hand(), *self._later]
        self._later.clear()
        answers = len(orders.menu(decision)) or len(decision.verbs)
        self.terminal.say("", table.header())
        self._news(decision.seat, self.terminal.height - len(below) - answers - 5)
        self.terminal.say(*below)
        self._question(decision, table)

    def _news(self, seat: str | None, room: int) -> None:
        """What happened since the seat's last screen, as much of it as there is room for."""
        seen = self.match.events(seat, self._told[seat] if seat else 0)
        if seat and seen:
            self._told[seat] = seen[-1].number
        lines = [line for s in seen if (line := self._sentence(seat, s))]
        self.terminal.tell(lines, max(room, NEWS))

    def _sentence(self, seat: str | None, seen: Any) -> str:
        told = self.match.tell(seen, seat)
        return _with_rule(told, seen.rule) if told else ""

    def _question(self, decision: Decision, table: Tabletop) -> None:
        prompt = _with_rule(decision.prompt, decision.rule)
        self.terminal.say(Text(prompt, f"bold {table.colour(decision.seat)}"))
        few = orders.menu(decision)
        if few:
            self._menu(few, table)
        else:
            self._verbs(decision)
        rights = self.match.rights(decision.seat)
        if rights:
            self.terminal.note("At any time, beside that:")
        for right in rights:
            self._verbs(right)

    def _menu(self, few: Sequence[Action], table: Tabletop) -> None:
        """Every answer with its number, and what helps to choose."""
        grid = _grid()
        for number, action in enumerate(few, 1):
            notes = [table.card_note(v) for v in action.args if isinstance(v, str)]
            words = self.game.verbs[action.verb].words if not action.args else ""
            order = write(self.game.verbs, action)
            grid.add_row(f"{INDENT}{number}  {order}", "; ".join(filter(None, notes)) or words)
        self.terminal.say(grid)

    def _verbs(self, decision: Decision) -> None:
        """The orders that are open, with an example that is legal right now."""
        grid = _grid()
        for verb in decision.verbs:
            grid.add_row(
                f"{INDENT}{example(self.game, decision, verb)}",
                self.game.verbs[verb].words,
            )
        self.terminal.say(grid)

    # -- one line -----------------------------------------------------------------------------

    def _line(self, decision: Decision, line: str) -> None:
        """A command, a number of the menu, or orders."""
        if not line:
            self.terminal.note("Type an order or a number; ? says what you can do.")
            return
        word, _, rest = line.partition(" ")
        if word.startswith("?") and word != "?":
            word, rest = "?", f"{word[1:]} {rest}"
        name = word.lstrip("/").casefold()
        command = self._commands.get(name)
        verbs = [verb for open_ in self._open(decision) for verb in open_.verbs]
        if command is not None and (word.startswith("/") or name not in verbs):
            self._guarded(lambda: command(decision, rest.strip()))
        elif line.isascii() and line.isdigit() and (few := orders.menu(decision)):
            self._numbered(decision, few, line)
        else:
            self._guarded(lambda: self._order(decision, line))

    def _numbered(self, decision: Decision, few: Sequence[Action], line: str) -> None:
        number = int(line) if len(line) < 3 else 0
        if 1 <= number <= len(few):
            self._guarded(lambda: self._give(decision, few[number - 1]))
        else:
            self.terminal.note(f"Choose 1 to {len(few)}.", "red")

    def _guarded(self, do: Callable[[], None]) -> None:
        """Carry something out; a refusal is a sentence and the question stands."""
        try:
            do()
        except Illegal as refusal:
            self.terminal.say(*_refusal(refusal))
        except HeraldError as error:
            self.terminal.say(Text(str(error), "red"))

    def _order(self, decision: Decision, line: str) -> None:
        """One order or several; those before the first refused one, or the first die, stand."""
        first = len(self.match)
        batch = self.match.batch(decision.seat, line)
        if not (batch.done or batch.rest):
            raise Illegal("That is an empty order.")
        self._given += range(first, len(self.match))
        if batch.refused is not None:
            if not batch.done:
                raise batch.refused
            self._later += _refusal(batch.refused)
        elif batch.rest and self.match.decision(decision.seat) is not None:
            words = f"Look again before these, for something happened: {'; '.join(batch.rest)}"
            self._later.append(Text(words, "red"))
        asked = self.match.decision(decision.seat)
        if batch.done and asked is not None and asked.key == decision.key:
            self._news(decision.seat, NEWS)  # a right was used: the question is still the same

    def _open(self, decision: Decision) -> tuple[Decision, ...]:
        """The question, and what its seat may do beside it."""
        return (decision, *self.match.rights(decision.seat))

    def _give(self, decision: Decision, action: Action) -> None:
        self.match.act(decision.seat, action, decision.key)
        self._given.append(len(self.match) - 1)

    # -- commands -----------------------------------------------------------------------------

    def _help(self, decision: Decision, words: str) -> None:
        if words:
            self._next(decision, words)
            return
        self._question(decision, self._table(decision.seat))
        if not orders.menu(decision):
            self.terminal.note(
                "These are examples, legal as they stand. Short names do: mov cor c3 > eci"
            )
        grid = _grid()
        for command, meaning in HELP:
            grid.add_row(f"{INDENT}{command}", meaning)
        self.terminal.say("", grid)

    def _next(self, decision: Decision, words: str) -> None:
        """`? move Cordoba`: what may stand next."""
        open_ = self.match.together(decision.seat) or decision
        found = orders.follow(self.game, open_, words.split()[:50])
        if found is None:
            open_now = ", ".join(decision.verbs)
            raise Illegal(f"That order is not open now; these are: {open_now}.", decision.rule)
        if found.stray:
            self.terminal.note(f"I cannot place {found.stray[:40]!r}.", "red")
        if found.slot is None:
            self.terminal.note(f"{found.said}: that is complete.")
            return
        slot, level = found.slot, found.level
        what = slot.words or slot.name
        form = {"set": "any of", "path": "step by step"}.get(slot.form, "one of")
        can_stop = level.may_stop if slot.form != "one" else None in level.choices
        mark = f" (written behind {slot.mark})" if slot.mark else ""
        self.terminal.say(Text(f"{found.said} ... {what}{mark}, {form}:", "bold"))
        names = [str(c) for c in level.choices if c is not None]
        for line in pack(names[:OFFERED], self.terminal.width - 4):
            self.terminal.say(f"{INDENT}{line}")
        if len(names) > OFFERED:
            self.terminal.note(f"{INDENT}and {len(names) - OFFERED} more")
        if can_stop:
            self.terminal.note(f"{INDENT}or nothing more of it")

    def _map(self, decision: Decision, words: str) -> None:
        table = self._table(decision.seat)
        if not words:
            self.terminal.say(*table.board())
            return
        place = table.place(words)
        if place is None:
            raise HeraldError(f"There is no one place called {words[:40]!r}; map shows them all.")
        self.terminal.say(*place)

    def _look(self, decision: Decision, words: str) -> None:
        """The whole screen again."""
        self._screen(decision)

    def _hand(self, decision: Decision, words: str) -> None:
        self.terminal.say(*self._table(decision.seat).hand_table())

    def _box(self, decision: Decision, words: str) -> None:
        self.terminal.say(*self._table(decision.seat).box())

    def _log(self, decision: Decision, words: str) -> None:
        seen = self.match.events(decision.seat)
        lines = [line for s in seen if (line := self._sentence(decision.seat, s))]
        if words == "all" or len(lines) <= RECENT:
            self.terminal.tell(lines)
        else:
            self.terminal.note(f"{INDENT}({len(lines) - RECENT} earlier; log all shows them)")
            self.terminal.tell(lines[-RECENT:])

    def _rules(self, decision: Decision, words: str) -> None:
        self.terminal.say(*rule_text(self.game.name, words or decision.rule))

    def _suggest(self, decision: Decision, words: str) -> None:
        if self._adviser is None:
            self._adviser = player(ADVISER, f"{self._rng.getrandbits(64)}")
        with self.terminal.busy("Thinking ..."):
            action = answer(self.match, decision.seat, self._adviser, self._rng)
        self._advice = (decision.key, action)
        self.terminal.say(
            Text("The computer would order: ").append(write(self.game.verbs, action), "bold")
        )
        self.terminal.note("do  gives that order.")

    def _do(self, decision: Decision, words: str) -> None:
        if self._advice is None or self._advice[0] != decision.key:
            raise HeraldError("Nothing has been suggested for this question; type suggest first.")
        self._give(decision, self._advice[1])

    def _undo(self, decision: Decision, words: str) -> None:
        """Take back the last order, or all of them down to what others have learned from."""
        floor = self.match.undo_floor(decision.seat)
        falls = self.match.falling(floor, decision.seat)
        mine = [entry for entry in self._given if entry in falls]
        if not mine:
            raise Illegal(
                "There is nothing you can take back: since your last order somebody "
                "has answered, or something was drawn or shown."
            )
        to = mine[0] if words == "all" else mine[-1]
        self.match.undo(to, by=decision.seat)
        self._given = [entry for entry in self._given if entry < to]
        self._told[decision.seat] = max(
            (s.number for s in self.match.events(decision.seat)), default=0
        )
        self._later.append(Text("Taken back.", "dim"))

    def _save(self, decision: Decision, words: str) -> None:
        if not words:
            raise HeraldError("Name a file: save my-game.json")
        self.save(words)

    def _quit(self, decision: Decision, words: str) -> None:
        self.terminal.say("Save the game first? A file name, or Enter to leave without saving.")
        while name := self.terminal.ask("file> "):
            try:
                self.save(name)
                break
            except HeraldError as error:
                self.terminal.say(Text(str(error), "red"))
        raise Quit

    def save(self, name: str, over: bool = False) -> None:
        """Write the record. A file that was not written here is not written over by mistake."""
        try:
            path = Path(name).expanduser()
            if path.exists() and not over and path not in self._saved:
                raise HeraldError("There is a file of that name already; choose another.")
            path.write_text(json.dumps(self.match.record()) + "\n", encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "that is not a file name"
            raise HeraldError(f"The game could not be saved: {reason}.") from None
        self._saved.add(path)
        self.terminal.note(
            f"Saved; it holds every secret. Go on with: herald play "
            f"{self.game.name} --resume {path}"
        )


def _grid() -> Table:
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(style="dim")
    return grid


def _with_rule(sentence: str, rule: str) -> str:
    return sentence if not rule or f"[{rule}]" in sentence else f"{sentence} [{rule}]"


def _refusal(refusal: Illegal) -> list[Text]:
    lines = [Text(_with_rule(refusal.reason, refusal.rule), "red")]
    if refusal.suggestions:
        lines.append(Text("Possible: " + "; ".join(refusal.suggestions), "dim"))
    return lines


def rule_text(game: str, number: str) -> list[Text]:
    """A paragraph of a game's rule index, with its rulings."""
    index = load(folder(game) / "rules.yaml")
    sections, rulings = index.get("sections", {}), index.get("rulings", {})
    wanted = number.strip().rstrip(".").casefold()
    key = next((k for k in sections if k.casefold() == wanted), None)
    key = key or next((k for k in sections if k.casefold() == f"{wanted}.0"), None)
    if key is None:
        ruling = next((r for r in rulings if r.casefold() == wanted), None)
        if ruling is not None:
            return _ruling(ruling, rulings[ruling])
        raise HeraldError(_no_rule(wanted, sections))
    section = sections[key]
    lines = [
        Text(f"{key}  {section.get('title', '')}", "bold"),
        Text(" ".join(str(section.get("summary", "")).split())),
    ]
    if played := standing(index, section):
        lines.append(Text(f"{INDENT}{played}"))
    for ruling in section.get("rulings", ()):
        lines += _ruling(ruling, rulings.get(ruling, {}))
    below = [k for k in sections if k != key and k.startswith(key.removesuffix(".0") + ".")]
    if below:
        lines.append(Text("See also " + ", ".join(below), "dim"))
    return lines


def _ruling(name: str, ruling: Mapping[str, Any]) -> list[Text]:
    choice = " ".join(str(ruling.get("choice", "")).split())
    return [Text(f"{INDENT}Ruling {name}: {choice}", "dim")] if choice else []


def _no_rule(wanted: str, sections: Mapping[str, Any]) -> str:
    """The sections that begin alike, or whose titles hold the word."""
    near = [k for k in sections if wanted and k.startswith(wanted.split(".")[0] + ".")]
    titled = [
        f"{k} {s.get('title', '')}"
        for k, s in sections.items()
        if len(wanted) > 2 and wanted in str(s.get("title", "")).casefold()
    ]
    found = titled or near or [k for k in sections if k.endswith(".0")]
    return f"There is no section {wanted[:40]!r}. There is " + ", ".join(found[:12]) + "."


def read_record(path: Path) -> Any:
    """The JSON of a record file, or a sentence about why it is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise DataError(f"{path.name} is not a record: it is no sound JSON.") from None
