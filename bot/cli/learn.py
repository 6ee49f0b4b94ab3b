"""`herald learn`: what a game is about, and its lessons, in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

import engine
from bot.cli import words
from bot.cli.play import Quit, Session
from bot.cli.tabletop import INDENT
from bot.cli.terminal import EndOfInput, Terminal
from engine import Action, Decision, Game, HeraldError, Illegal
from engine.cases.lessons import Lesson, card, lessons, title
from engine.text import write
from engine.tongues import ENGLISH, Said, Tongue


def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="a game that `herald games` lists")],
    lesson: Annotated[
        int | None, typer.Argument(metavar="[N]", help="which lesson; the game's card if not given")
    ] = None,
) -> None:
    """What a game is about; with a number, one of its lessons, played step by step."""
    known = engine.games()
    if game not in known:
        raise HeraldError(f"There is no game {game!r}; there are {', '.join(known)}.")
    if lesson is None:
        introduce(known[game], Terminal())
        return
    count = len(lessons(known[game]))
    if not count:
        raise HeraldError(words.NO_LESSONS(game=known[game].title))
    if not 1 <= lesson <= count:
        raise HeraldError(words.NO_LESSON(game=known[game].title, count=count))
    course(known[game], lesson, Terminal())


def introduce(game: Game, terminal: Terminal, tongue: Tongue = ENGLISH) -> None:
    """The card, and the lessons by number."""
    tongue = words.typed(tongue)
    about = card(game)
    if about is not None:
        terminal.say(Text(game.title, "bold").append(f"  {tongue.word(about.who)}", "not bold"))
        for paragraph in about.paragraphs:
            terminal.say("", tongue.word(paragraph))
        terminal.say("", tongue.word(words.THREE_ORDERS()))
        grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for order, does in about.orders:
            grid.add_row(f"{INDENT}{order}", Text(tongue.word(does), "dim"))
        terminal.say(grid)
    found = lessons(game)
    if found:
        terminal.say("", tongue.word(words.LESSONS(game=game.name)))
    for one in found:
        terminal.say(INDENT + tongue.word(words.A_LESSON(number=one.lesson, title=title(one))))


def course(game: Game, first: int, terminal: Terminal, tongue: Tongue = ENGLISH) -> None:
    """One lesson after the other, until somebody has had enough."""
    found = lessons(game)
    try:
        for number in range(first, len(found) + 1):
            Learning(Lesson(found[number - 1]), len(found), terminal, tongue).play()
            said = words.typed(tongue).word
            if number == len(found):
                terminal.note(said(words.LAST_LESSON(game=game.name)))
                break
            after = words.NEXT_LESSON(number=number + 1, title=title(found[number]))
            if terminal.ask(f"{said(after)} ").casefold() in ("quit", "exit"):
                break
    except (Quit, EndOfInput, KeyboardInterrupt):
        terminal.say()
        terminal.note(tongue.word(words.GOODBYE()))


class Learning(Session):
    """A lesson at the keyboard: the same screens and words as in a game, and one task at a time."""

    def __init__(
        self, lesson: Lesson, count: int, terminal: Terminal, tongue: Tongue = ENGLISH
    ) -> None:
        super().__init__(lesson.match, (lesson.seat,), {}, terminal, lesson.case.seed, tongue)
        self.lesson = lesson
        self.count = count
        self._commands = {
            **self._commands,
            "again": self._again,
            "skip": self._do,
            "back": self._undo,
        }

    def play(self) -> None:
        case = self.lesson.case
        head = words.LESSON(
            game=self.game.title, number=case.lesson, count=self.count, title=title(case)
        )
        self.terminal.say("", self._text(head, "bold"))
        self._note(words.LESSON_HOW())
        self._told[self.lesson.seat] = self.lesson.since
        while not self.lesson.over:
            self._task()
        self._news(self.lesson.seat, self.terminal.height)
        self._sayings()

    def _task(self) -> None:
        """One task: what there is to see, what is said, and lines until the lesson moves."""
        decision, before = self.lesson.question, self.lesson
        assert decision is not None
        done = before.done
        table = self._table(decision.seat)
        self.terminal.say("", table.header())
        self._news(decision.seat, self.terminal.height)
        self.terminal.say(*table.scene(), *table.hand())
        self._sayings()
        self._question(decision, table)
        self._wanted()
        while self.lesson is before and before.done == done:
            line = self.terminal.ask(self.tongue.word(words.SEAT_PROMPT(seat=decision.seat)))
            self._line(decision, line)

    def _sayings(self) -> None:
        for said in self.lesson.said:
            self.terminal.say("", self._text(said, "italic"))

    def _wanted(self) -> None:
        task = self.lesson.task
        assert task is not None
        said = words.NOW_TRY if task.forbidden else words.NOW_TYPE
        self._note(said(order=task.order), "bold")

    def _order(self, decision: Decision, line: str) -> None:
        task = self.lesson.task
        assert task is not None
        reply = self.lesson.answer(line)
        if reply.refusal is not None:
            self.terminal.say(*self._refusal(reply.refusal))
        elif reply.possible:
            self._note(words.POSSIBLE_BUT(order=task.order), "yellow")

    def _give(self, decision: Decision, action: Action) -> None:
        self._order(decision, write(self.game.verbs, action))

    def _suggest(self, decision: Decision, rest: str) -> None:
        self._wanted()

    def _do(self, decision: Decision, rest: str) -> None:
        task = self.lesson.task
        assert task is not None
        self._order(decision, task.order)

    def _undo(self, decision: Decision, rest: str) -> None:
        if not self.lesson.done:
            raise Illegal(words.NOT_YET())
        self._start(self.lesson.back(), words.TAKEN_BACK())

    def _again(self, decision: Decision, rest: str) -> None:
        self._start(Lesson(self.lesson.case), words.TAKEN_BACK())

    def _start(self, lesson: Lesson, said: Said) -> None:
        self.lesson = lesson
        self.match = lesson.match
        self._told[lesson.seat] = lesson.since
        self._note(said)

    def _quit(self, decision: Decision, rest: str) -> None:
        raise Quit
