"""A game in the terminal: people at one keyboard, computers in the seats that are left."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.table import Table
from rich.text import Text

from bot.cli import orders, words
from bot.cli.tabletop import INDENT, Tabletop
from bot.cli.terminal import EndOfInput, Terminal, pack
from bot.rulebook import standing
from engine import Action, DataError, Decision, HeraldError, Illegal, Match
from engine.data import folder, load
from engine.players import Player, answer, freely, player
from engine.text import write
from engine.text.examples import example
from engine.tongues import ENGLISH, Field, Listed, Name, Said, Tongue

NEWS = 5  # lines of news at least, on however small a screen; `log` has the rest
RECENT = 30  # sentences that `log` shows
OFFERED = 40  # choices of a slot that `?` lists
ADVISER = "greedy"


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
        tongue: Tongue = ENGLISH,
    ) -> None:
        self.tongue = words.typed(tongue)
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
            self._note(words.GOODBYE())
        except EndOfInput:
            self._note(words.NO_MORE())
        except KeyboardInterrupt:
            self.terminal.say()
            self._note(words.STOPPED())

    def _note(self, said: Said, style: str = "dim", indent: str = "") -> None:
        self.terminal.note(f"{indent}{self.tongue.word(said)}", style)

    def _text(self, said: Said, style: str = "") -> Text:
        return Text(self.tongue.word(said), style)

    def _welcome(self) -> None:
        others = tuple(s for s in self.match.seats if s not in self.people)
        told = words.YOU_PLAY if others else words.YOU_ALL_PLAY
        seats = Listed(self.people, "and" if others else "")
        title = told(game=self.game.title, seats=seats, others=Listed(others, ""))
        self.terminal.say(self._text(title, "bold"))
        self._note(words.HOW(commitment=self.match.commitment))

    def _computers(self) -> bool:
        """Let one computer answer, if one is asked."""
        for decision in self.match.decisions():
            computer = self.players.get(decision.seat)
            if computer is not None:
                if (used := freely(self.match, self.players, self._rng)) is not None:
                    self.match.act(*used)
                    return True
                with self.terminal.busy(self.tongue.word(words.SIDE_THINKS(seat=decision.seat))):
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
                line = self.terminal.ask(self.tongue.word(words.SEAT_PROMPT(seat=decision.seat)))
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
                name = self.game.names("side", self.tongue).get(seat, seat.capitalize())
                self.terminal.say(self._text(words.PASS_ON(side=name), "bold"))
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
        scores = tuple(
            words.SCORE(seat=seat, score=f"{score:g}") for seat, score in result.scores.items()
        )
        won = (words.DRAW, words.WON, words.SHARED)[min(len(result.winners), 2)]
        told = won(
            seats=Listed(tuple(result.winners)),
            reason=result.said,
            rule=result.rule,
            scores=Listed(scores, ""),
        )
        self.terminal.say("", self._text(told, "bold"))
        self._note(words.SEED(seed=self.match.seed))

    # -- one screen ---------------------------------------------------------------------------

    def _table(self, seat: str) -> Tabletop:
        return Tabletop(self.match, seat, self.terminal.width, self.tongue)

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
        self._tell(lines, max(room, NEWS))

    def _tell(self, lines: Sequence[str], room: int | None = None) -> None:
        self.terminal.tell(lines, room, lambda n: self.tongue.word(words.BEFORE(count=n)))

    def _sentence(self, seat: str | None, seen: Any) -> str:
        told = self.match.tell(seen, seat, self.tongue)
        return self._with_rule(told, seen.rule) if told else ""

    def _with_rule(self, told: str, rule: str) -> str:
        if not rule or f"[{rule}]" in told:
            return told
        return self.tongue.word(words.RULED(text=told, rule=rule))

    def _question(self, decision: Decision, table: Tabletop) -> None:
        prompt = self._with_rule(decision.prompted(self.tongue), decision.rule)
        self.terminal.say(Text(prompt, f"bold {table.colour(decision.seat)}"))
        few = orders.menu(decision)
        if few:
            self._menu(few, table)
        else:
            self._verbs(decision)
        rights = self.match.rights(decision.seat)
        if rights:
            self._note(words.ANY_TIME())
        for right in rights:
            self._verbs(right)

    def _menu(self, few: Sequence[Action], table: Tabletop) -> None:
        """Every answer with its number, and what helps to choose."""
        grid = _grid()
        for number, action in enumerate(few, 1):
            notes = [table.card_note(v) for v in action.args if isinstance(v, str)]
            meaning = self._meaning(action.verb) if not action.args else ""
            order = write(self.game.verbs, action)
            told = self.tongue.field(Listed(tuple(filter(None, notes)), ";"))
            grid.add_row(f"{INDENT}{number}  {order}", told or meaning)
        self.terminal.say(grid)

    def _verbs(self, decision: Decision) -> None:
        """The orders that are open, with an example that is legal right now."""
        grid = _grid()
        for verb in decision.verbs:
            legal = example(self.game, decision, verb)
            grid.add_row(f"{INDENT}{legal}", self._meaning(verb))
        self.terminal.say(grid)

    def _meaning(self, verb: str) -> str:
        """What an order does."""
        return self.tongue.field(
            Name(f"{self.game.name}.VERBS.{verb}", self.game.verbs[verb].words)
        )

    # -- one line -----------------------------------------------------------------------------

    def _line(self, decision: Decision, line: str) -> None:
        """A command, a number of the menu, or orders."""
        if not line:
            self._note(words.TYPE())
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
            self._note(words.CHOOSE(most=len(few)), "red")

    def _guarded(self, do: Callable[[], None]) -> None:
        """Carry something out; a refusal is a sentence and the question stands."""
        try:
            do()
        except Illegal as refusal:
            self.terminal.say(*self._refusal(refusal))
        except HeraldError as error:
            self.terminal.say(self._text(error.said, "red"))

    def _refusal(self, refusal: Illegal) -> list[Text]:
        reason = self._with_rule(refusal.worded(self.tongue), refusal.rule)
        lines = [Text(reason, "red")]
        if refusal.suggestions:
            orders_ = Listed(tuple(refusal.suggestions), ";")
            lines.append(self._text(words.POSSIBLE(orders=orders_), "dim"))
        return lines

    def _order(self, decision: Decision, line: str) -> None:
        """One order or several; those before the first refused one, or the first die, stand."""
        first = len(self.match)
        batch = self.match.batch(decision.seat, line)
        if not (batch.done or batch.rest):
            raise Illegal(words.EMPTY())
        self._given += range(first, len(self.match))
        if batch.refused is not None:
            if not batch.done:
                raise batch.refused
            self._later += self._refusal(batch.refused)
        elif batch.rest and self.match.decision(decision.seat) is not None:
            rest = Listed(tuple(batch.rest), ";")
            self._later.append(self._text(words.LOOK_AGAIN(orders=rest), "red"))
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

    def _help(self, decision: Decision, rest: str) -> None:
        if rest:
            self._next(decision, rest)
            return
        self._question(decision, self._table(decision.seat))
        if not orders.menu(decision):
            self._note(words.EXAMPLES())
        grid = _grid()
        for entry, command in words.COMMANDS.items():
            meaning = self.tongue.word(words.MEANINGS[entry]())
            grid.add_row(f"{INDENT}{self.tongue.word(command())}", meaning)
        self.terminal.say("", grid)

    def _next(self, decision: Decision, typed: str) -> None:
        """`? move Cordoba`: what may stand next."""
        open_ = self.match.together(decision.seat) or decision
        found = orders.follow(self.game, open_, typed.split()[:50])
        if found is None:
            open_now = Listed(tuple(decision.verbs), "")
            raise Illegal(words.NOT_OPEN(orders=open_now), decision.rule)
        if found.stray:
            self._note(words.NOT_PLACED(word=found.stray[:40]), "red")
        if found.slot is None:
            self._note(words.COMPLETE(order=found.said))
            return
        slot, level = found.slot, found.level
        verb = found.said.split()[0]
        what: Field = slot.name
        if slot.words:
            what = Name(f"{self.game.name}.VERBS.{verb}.{slot.name}", slot.words)
        head = words.NEXT[f"{slot.form}.mark" if slot.mark else slot.form]
        can_stop = level.may_stop if slot.form != "one" else None in level.choices
        told = head(order=found.said, what=what, mark=slot.mark)
        self.terminal.say(self._text(told, "bold"))
        names = [str(c) for c in level.choices if c is not None]
        for line in pack(names[:OFFERED], self.terminal.width - 4):
            self.terminal.say(f"{INDENT}{line}")
        if len(names) > OFFERED:
            self._note(words.AND_MORE(count=len(names) - OFFERED), indent=INDENT)
        if can_stop:
            self._note(words.OR_NOTHING(), indent=INDENT)

    def _map(self, decision: Decision, rest: str) -> None:
        table = self._table(decision.seat)
        if not rest:
            self.terminal.say(*table.board())
            return
        place = table.place(rest)
        if place is None:
            raise HeraldError(words.NO_PLACE(place=rest[:40]))
        self.terminal.say(*place)

    def _look(self, decision: Decision, rest: str) -> None:
        """The whole screen again."""
        self._screen(decision)

    def _hand(self, decision: Decision, rest: str) -> None:
        self.terminal.say(*self._table(decision.seat).hand_table())

    def _box(self, decision: Decision, rest: str) -> None:
        self.terminal.say(*self._table(decision.seat).box())

    def _log(self, decision: Decision, rest: str) -> None:
        seen = self.match.events(decision.seat)
        lines = [line for s in seen if (line := self._sentence(decision.seat, s))]
        if rest == "all" or len(lines) <= RECENT:
            self._tell(lines)
        else:
            self._note(words.EARLIER(count=len(lines) - RECENT), indent=INDENT)
            self._tell(lines[-RECENT:])

    def _rules(self, decision: Decision, rest: str) -> None:
        self.terminal.say(*rule_text(self.game.name, rest or decision.rule, self.tongue))

    def _suggest(self, decision: Decision, rest: str) -> None:
        if self._adviser is None:
            self._adviser = player(ADVISER, f"{self._rng.getrandbits(64)}")
        with self.terminal.busy(self.tongue.word(words.THINKING())):
            action = answer(self.match, decision.seat, self._adviser, self._rng)
        self._advice = (decision.key, action)
        order = write(self.game.verbs, action)
        self.terminal.say(self._text(words.WOULD_ORDER()).append(order, "bold"))
        self._note(words.DO_GIVES())

    def _do(self, decision: Decision, rest: str) -> None:
        if self._advice is None or self._advice[0] != decision.key:
            raise HeraldError(words.NOT_SUGGESTED())
        self._give(decision, self._advice[1])

    def _undo(self, decision: Decision, rest: str) -> None:
        """Take back the last order, or all of them down to what others have learned from."""
        floor = self.match.undo_floor(decision.seat)
        falls = self.match.falling(floor, decision.seat)
        mine = [entry for entry in self._given if entry in falls]
        if not mine:
            raise Illegal(words.NOT_BACK())
        to = mine[0] if rest == "all" else mine[-1]
        self.match.undo(to, by=decision.seat)
        self._given = [entry for entry in self._given if entry < to]
        self._told[decision.seat] = max(
            (s.number for s in self.match.events(decision.seat)), default=0
        )
        self._later.append(self._text(words.TAKEN_BACK(), "dim"))

    def _save(self, decision: Decision, rest: str) -> None:
        if not rest:
            raise HeraldError(words.NAME_FILE())
        self.save(rest)

    def _quit(self, decision: Decision, rest: str) -> None:
        self.terminal.say(self.tongue.word(words.SAVE_FIRST()))
        while name := self.terminal.ask(self.tongue.word(words.FILE_PROMPT())):
            try:
                self.save(name)
                break
            except HeraldError as error:
                self.terminal.say(self._text(error.said, "red"))
        raise Quit

    def save(self, name: str, over: bool = False) -> None:
        """Write the record. A file that was not written here is not written over by mistake."""
        try:
            path = Path(name).expanduser()
            if path.exists() and not over and path not in self._saved:
                raise HeraldError(words.FILE_EXISTS())
            path.write_text(json.dumps(self.match.record()) + "\n", encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or words.NO_FILE_NAME()
            raise HeraldError(words.NOT_SAVED(reason=reason)) from None
        self._saved.add(path)
        self._note(words.SAVED(game=self.game.name, path=str(path)))


def _grid() -> Table:
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(style="dim")
    return grid


def rule_text(game: str, number: str, tongue: Tongue = ENGLISH) -> list[Text]:
    """A paragraph of a game's rule index, with its rulings."""
    index = load(folder(game) / "rules.yaml")
    sections, rulings = index.get("sections", {}), index.get("rulings", {})
    wanted = number.strip().rstrip(".").casefold()
    key = next((k for k in sections if k.casefold() == wanted), None)
    key = key or next((k for k in sections if k.casefold() == f"{wanted}.0"), None)
    if key is None:
        ruling = next((r for r in rulings if r.casefold() == wanted), None)
        if ruling is not None:
            return _ruling(ruling, rulings[ruling], tongue)
        raise HeraldError(_no_rule(wanted, sections))
    section = sections[key]
    lines = [
        Text(f"{key}  {section.get('title', '')}", "bold"),
        Text(" ".join(str(section.get("summary", "")).split())),
    ]
    if played := standing(index, section):
        lines.append(Text(f"{INDENT}{tongue.word(played)}"))
    for ruling in section.get("rulings", ()):
        lines += _ruling(ruling, rulings.get(ruling, {}), tongue)
    below = [k for k in sections if k != key and k.startswith(key.removesuffix(".0") + ".")]
    if below:
        lines.append(Text(tongue.word(words.SEE_ALSO(sections=Listed(tuple(below), ""))), "dim"))
    return lines


def _ruling(name: str, ruling: Mapping[str, Any], tongue: Tongue) -> list[Text]:
    choice = " ".join(str(ruling.get("choice", "")).split())
    told = tongue.word(words.RULING(name=name, choice=choice))
    return [Text(f"{INDENT}{told}", "dim")] if choice else []


def _no_rule(wanted: str, sections: Mapping[str, Any]) -> Said:
    """The sections that begin alike, or whose titles hold the word."""
    near = [k for k in sections if wanted and k.startswith(wanted.split(".")[0] + ".")]
    titled = [
        f"{k} {s.get('title', '')}"
        for k, s in sections.items()
        if len(wanted) > 2 and wanted in str(s.get("title", "")).casefold()
    ]
    found = titled or near or [k for k in sections if k.endswith(".0")]
    return words.NO_SECTION(number=wanted[:40], near=Listed(tuple(found[:12]), ""))


def read_record(path: Path) -> Any:
    """The JSON of a record file, or a sentence about why it is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise DataError(f"{path.name} is not a record: it is no sound JSON.") from None
