"""Every case file is a test; and the runner itself refuses, in a sentence, what is not a case."""

from __future__ import annotations

from pathlib import Path
from random import Random
from re import MULTILINE, findall

import pytest

import engine
from engine import text
from engine.cases import Case, CaseError, load, run, run_case
from engine.games import known
from tests.hispania.sharing import EDITS

CASES = Path(__file__).parent / "cases"


def _cases() -> list[object]:
    found: list[object] = []
    for path in sorted(CASES.glob("*/*.yaml")):
        try:
            found += [pytest.param(case, id=f"{path.stem}-{case.number}") for case in load(path)]
        except CaseError as error:
            found.append(pytest.param(error, id=path.stem))
    return found


@pytest.mark.parametrize("case", _cases())
def test_case(case: Case | CaseError) -> None:
    if isinstance(case, CaseError):
        raise case
    with known(case.game):
        run_case(case)


GOOD = """
case: the loser of a field combat loses one block more
rule: "8.5.1"
game: granada
position:
  - clear
  - place muslim N2 > Loja
  - place christian C2 > Cabra
  - phase movement christian
steps:
  - christian: minimal
"""


def write(folder: Path, content: str) -> Path:
    path = folder / "some-case.yaml"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_good_case_is_silent(tmp_path: Path) -> None:
    run(write(tmp_path, GOOD))


def test_a_file_may_hold_several_cases(tmp_path: Path) -> None:
    cases = load(write(tmp_path, f"{GOOD}---{GOOD}"))
    assert [case.number for case in cases] == [1, 2]


FAILING = [
    ("christian: minimal", "asked: {christian: order}", "christian is asked buy, not order"),
    ("christian: minimal", "asked: {muslim: withdraw}", "nothing is asked of muslim"),
    ("christian: minimal", "muslim: pass", "nothing is asked of muslim; christian is asked buy"),
    ("christian: minimal", "christian: done", "'done' is refused"),
    ("christian: minimal", "legal: {christian: limited Castile}", "is refused"),
    ("christian: minimal", "illegal: {christian: minimal}", "'minimal' is legal for christian"),
    ("christian: minimal", 'illegal: {christian: total, rule: "9.9"}', "not 9.9"),
    ("christian: minimal", "illegal: {christian: dance}", "not even understood"),
    ("christian: minimal", "event: {kind: captured}", "there is no event captured"),
    ("christian: minimal", "event: {kind: mustre}", "no event mustre (do you mean muster?)"),
    ("christian: minimal", "no_event: overun", "no event overun (do you mean overrun?)"),
    (
        "christian: minimal",
        "no_event_ever: {kind: overrun, palce: Loja}",
        "has no argument palce (do you mean place?); its arguments: side, place.",
    ),
    ("christian: minimal", "event_ever: {kind: phase, phase: tea}", "of this kind there is"),
    ("christian: minimal", "no_event_ever: phase", "there is such an event"),
    (
        "christian: minimal",
        "view: {path: locations.Loja.muslim.count, equals: 2}",
        "at locations.Loja.muslim.count there is 1, not equals 2",
    ),
    ("christian: minimal", "view: {path: nowhere, equals: 1}", "there is nothing"),
    ("christian: minimal", "view: {path: year}", "what is expected of a view"),
    ("christian: minimal", "result: muslim", "the result is None"),
    ("christian: minimal", "result: [muslim, christian]", "the result is None"),
    ("christian: minimal", "result: 7", "a result is null, a seat, seats, or some of winners"),
    ("christian: minimal", "over: true", "the match is not over"),
    ("place christian C2 > Cabra", "place christian C2 > Cambridge", "I know no place"),
    ('rule: "8.5.1"', "rule: 8.5", "in quotation marks"),
    ("game: granada", "game: chess", "There is no game 'chess'"),
    ("game: granada", "game: granada\noptions: {magic: true}", "no option 'magic'"),
    ("game: granada", "game: granada\nchance: [{draw muslim: Fireball}]", "Fireball"),
    ("game: granada", "game: granada\nchance: [oops]", "a label and its result"),
    ("game: granada", "game: granada\notherwise: {challenge: 3}", "maps kinds of question"),
    ("game: granada", "game: granada\nposit: []", "I do not know the field 'posit'"),
    ("case: the", "csae: the", "I do not know the field"),
    ("christian: minimal", "jump: true", "I do not know this step"),
    ("- christian: minimal", "- [1, 2]", "one order or one expectation"),
    ("- christian: minimal", "- {asked: {christian: buy}, over: false}", "one order or"),
    ("steps:", "steps: {", "this is not YAML"),
]


@pytest.mark.parametrize(("old", "new", "words"), FAILING)
def test_what_fails_is_told_in_a_sentence(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in GOOD
    with pytest.raises(CaseError) as caught:
        run(write(tmp_path, GOOD.replace(old, new)))
    assert words in str(caught.value)
    assert "some-case.yaml" in str(caught.value)


@pytest.mark.parametrize("content", ["", "just words", "[1, 2]", "a: [", "\x00", "case: 1"])
def test_rubbish_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(CaseError):
        run(write(tmp_path, content))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="cannot be read"):
        run(tmp_path / "none.yaml")


# -- edits ---------------------------------------------------------------------------------------

OPTIONS = {"mercenaries": "both", "papal_bull": "on", "pioneers": "on", "sortie": "both"}


def _edited(seed: int, steps: int) -> engine.Match:
    """A random game into which a moderator keeps meddling."""
    rng = Random(seed)
    m = engine.new_match("granada", options=OPTIONS if seed % 2 else {}, seed=f"edits {seed}")
    for _ in range(steps):
        if rng.random() < 0.4:
            decision = m.decision(engine.MODERATOR)
            assert decision is not None
            action = decision.sample(rng)
            order = text.write(m.game.edits, action)
            assert text.read(m.game, decision, order) == action
            if action.verb != "force":  # a forced result that cannot come up stops the match
                m.act(engine.MODERATOR, order)
        for decision in m.decisions()[:1]:
            m.act(decision.seat, decision.sample(rng))
    return m


@pytest.mark.parametrize("seed", range(4))
def test_edits_read_back_replay_and_undo(seed: int) -> None:
    m = _edited(seed, 80)
    again = engine.from_record(m.record())
    for seat in (*m.seats, None):
        assert again.view(seat).to_json() == m.view(seat).to_json()
    views = [m.view(seat).to_json() for seat in m.seats]
    before = len(m)
    m.act(engine.MODERATOR, "clear")
    assert not m.check()
    m.undo(before)
    assert [m.view(seat).to_json() for seat in m.seats] == views


def test_an_edit_tells_the_owner_more_than_the_others() -> None:
    m = engine.new_match("granada", seed="edits")
    m.act(engine.MODERATOR, "clear")
    m.act(engine.MODERATOR, "place christian 2C2 > Cabra")
    owner, other = (m.events(seat)[-1] for seat in m.seats)
    assert owner.args["blocks"] == ("C2", "C2")
    assert "blocks" not in other.args
    assert other.args["count"] == 2


def test_what_an_edit_breaks_is_said() -> None:
    """Everybody hears that the position is broken; what is wrong may name hidden pieces."""
    m = engine.new_match("granada", seed="edits")
    m.act(engine.MODERATOR, "place muslim G2 > Oran")
    assert m.events(None)[-1].kind == "warning"
    assert not m.events(None)[-1].args
    assert any("Palace Guard" in fault for fault in m.check())


# -- the documentation ---------------------------------------------------------------------------

DOCS = (Path(__file__).parent.parent / "docs" / "cases.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", engine.games())
def test_the_documentation_has_every_edit_and_its_examples_run(game: str) -> None:
    m = engine.new_match(game, seed="docs")
    own = Path(__file__).parent.parent / "docs" / f"{game}.md"
    pages = DOCS + (own.read_text(encoding="utf-8") if own.exists() else "")
    part = pages.partition(f"## Edits of {m.game.title}\n")[2].partition("\n## ")[0]
    examples = findall(r"^\| `.*\| `([^`]+)` \|$", part, MULTILINE)
    for example in examples:
        m.act(engine.MODERATOR, example)
    assert {example.split()[0] for example in examples} == set(m.game.edits)


def test_the_example_of_the_documentation_runs(tmp_path: Path) -> None:
    [example] = findall(r"```yaml\n((?:.|\n)*?)```", DOCS)
    run(write(tmp_path, example))


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        ("[purple, green]", True),
        ("{winners: [green, purple]}", True),
        ('{winners: [purple, green], rule: "15.0"}', True),
        ("purple", False),
        ("{winner: purple}", False),
        ("[]", False),
        ("{winner: null}", False),
    ],
)
def test_a_shared_victory_in_a_case(tmp_path: Path, wanted: str, holds: bool) -> None:
    edits = "".join(f"\n  - {edit}" for edit in EDITS)
    text = (
        f'case: shared\nrule: "15.0"\ngame: hispania\nposition:{edits}\n'
        f"otherwise: {{settle: default}}\nsteps:\n  - over: true\n  - result: {wanted}\n"
    )
    path = write(tmp_path, text)
    if holds:
        run(path)
        return
    with pytest.raises(CaseError, match="the result is"):
        run(path)
