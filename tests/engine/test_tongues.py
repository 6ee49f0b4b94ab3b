"""Tongues: values worded by a catalogue and a grammar; what the catalogues may hold."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import engine
from engine.core import Illegal
from engine.tongues import (
    ENGLISH,
    Count,
    Field,
    Halves,
    Listed,
    Name,
    Number,
    Ordinal,
    Said,
    Tongue,
    opening,
    worded,
)
from engine.tongues.en import English
from engine.tongues.false import FALSE, LONGER, falsified
from engine.words import say

ROOT = Path(engine.__file__).parent
CHRISTIANS = Said("granada.SIDES.christian")
CORDOBA = Name("granada.NAMES.place.Cordoba", "Córdoba")


@pytest.mark.parametrize(
    ("value", "english"),
    [
        ("C3", "C3"),
        (None, ""),
        (12, "12"),
        (11.5, "11.5"),
        (20.0, "20"),
        (CORDOBA, "Córdoba"),
        (Number(0), "no"),
        (Number(12), "twelve"),
        (Number(13), "13"),
        (Ordinal(1), "first"),
        (Ordinal(11), "11th"),
        (Halves(7), "3½"),
        (Halves(1), "½"),
        (Halves(0), "0"),
        (Halves(-3), "-1½"),
        (Count(1, "granada.NOUNS.block"), "one block"),
        (Count(2, "granada.NOUNS.zone"), "two sea zones"),
        (Listed(()), ""),
        (Listed(("a",)), "a"),
        (Listed(("a", "b")), "a and b"),
        (Listed(("a", CORDOBA, "c"), "or"), "a, Córdoba or c"),
        (Listed(("a", "b"), ""), "a, b"),
        (Listed(("a", "b"), ";"), "a; b"),
        (CHRISTIANS, "the Christians"),
    ],
)
def test_values_in_english(value: Field, english: str) -> None:
    assert ENGLISH.field(value) == english
    said = Said("engine.WORDS.worded", {"text": value})
    assert ENGLISH.word(said) == english
    assert Said.from_json(json.loads(json.dumps(said.to_json()))) == said


def test_a_capital_field_begins_a_sentence() -> None:
    grammar = Tongue("en", English(), {"t.S.a": "{Side} march.", "t.S.b": "So do {side}."})
    assert grammar.word(Said("t.S.a", {"side": CHRISTIANS})) == "The Christians march."
    assert grammar.word(Said("t.S.b", {"side": CHRISTIANS})) == "So do the Christians."
    assert opening({"a": "{card} is yours.", "a+b": "{card}", "c": "No."}) == {
        "a": "{Card} is yours.", "a+b": "{card}", "c": "No.",
    }  # fmt: skip


def test_another_language_has_its_own_names_and_falls_back_to_english() -> None:
    french = Tongue(
        "fr",
        English(),
        {"granada.NAMES.place.Cordoba": "Cordoue", "engine.WORDS.over": "La partie est finie."},
    )
    assert french.field(CORDOBA) == "Cordoue"
    assert french.field(Name("granada.NAMES.place.Baza", "Baza")) == "Baza"
    assert french.word(say("over")) == "La partie est finie."
    assert french.word(say("empty")) == "That is an empty order."
    assert engine.games()["granada"].names("place", french)["Cordoba"] == "Cordoue"


def test_things_are_read_by_their_names_in_a_language_and_in_english() -> None:
    french = Tongue("fr", English(), {"granada.NAMES.card.Castile": "Vieille Castille"})
    match = engine.new_match("granada", seed="french")
    decision = next(d for d in match.decisions() if d.seat == "christian")
    known = engine.text.names.book_of(match.game, french).table("card")
    assert known.match((), ["vieille", "castille"]).tokens == ("Castile",)
    assert known.match((), ["Castile"]).tokens == ("Castile",)
    order = next(a for a in decision if a.verb == "bid")
    written = engine.text.write(match.game.verbs, order)
    assert engine.text.read(match.game, decision, written, french) == order


def test_what_was_typed_is_never_read_as_a_template() -> None:
    said = say("unknown verb", word="{length.__class__} {0} {")
    assert ENGLISH.word(said) == "I do not know the order {length.__class__} {0} {."
    assert worded("{x}") == Said("engine.WORDS.worded", {"text": "{x}"})
    assert ENGLISH.word(worded("{x}")) == "{x}"


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, {"key": 1, "values": {}}, {"key": "a"}, {"key": "a", "values": []},
        {"key": "a", "values": {"x": []}}, {"key": "a", "values": {"x": ["count", "two", "n"]}},
        {"key": "a", "values": {"x": ["listed", ["a"]]}}, {"key": "a", "values": {"x": {}}},
        {"key": "a", "values": {"x": ["said", "b", {"y": ["nothing"]}]}},
    ],
)  # fmt: skip
def test_junk_is_no_said(data: object) -> None:
    with pytest.raises(ValueError, match="said"):
        Said.from_json(data)


# -- catalogues ----------------------------------------------------------------------------------


def test_templates_have_plain_fields_only() -> None:
    """No attribute, no index, no format: nothing that could reach into a value."""
    for key, template in ENGLISH.catalogue.items():
        for _, field, spec, conversion in Formatter().parse(template):
            assert field is None or field.removeprefix("do.").isidentifier(), key
            assert not spec, key
            assert conversion in (None, "r"), key  # what somebody typed, in quotation marks


def test_only_nouns_have_alternatives() -> None:
    """One for a single thing, one for several; a noun is no sentence and has no field."""
    for key, template in ENGLISH.catalogue.items():
        if key.split(".")[1] in ("NOUNS", "UNITS"):
            assert template.count("|") == 1, key
        elif "|" in template:
            assert re.fullmatch(r"[A-Za-z& ]+\|[A-Za-z& ]+", template), key


def test_the_false_language_is_longer_and_keeps_the_fields() -> None:
    for key, template in ENGLISH.catalogue.items():
        false = FALSE.template(key)
        fields = [field for _, field, _, _ in Formatter().parse(template) if field]
        assert [field for _, field, _, _ in Formatter().parse(false) if field] == fields, key
        plain = sum(len(literal) for literal, _, _, _ in Formatter().parse(template))
        marked = sum(len(literal) for literal, _, _, _ in Formatter().parse(false))
        assert marked >= (1 + LONGER) * plain, key
    assert falsified("{Side} win.") == "{Side}⟦ win.~~⟧"


def test_a_refusal_is_worded_for_its_reader() -> None:
    refusal = Illegal(say("unknown", kind="place", word="Qqq"), "7.3", ("move Loja",))
    assert refusal.reason == "I know no place called Qqq."
    assert str(refusal) == "I know no place called Qqq. [7.3] Try: move Loja."
    assert refusal.worded(FALSE) == "⟦I know no ~~~~⟧place⟦ called ~~~~⟧Qqq⟦.⟧"
    assert refusal.in_full(FALSE).endswith("⟦ [⟧7.3⟦]⟧⟦ Try: ~~~⟧move Loja⟦.⟧")
    assert Illegal("Too far.").worded(FALSE) == "Too far."


# -- no sentence outside of a catalogue ----------------------------------------------------------

SPEAKERS = {"Illegal", "Refused", "Stale", "Unclear", "Skip", "AskOwner", "Fault", "HeraldError"}
FOR_DEVELOPERS = {  # what is wrong with a game or a case, for whoever wrote it
    "base.py", "cases.py", "events.py", "flow.py", "hexes.py", "manifest.py", "order.py",
}  # fmt: skip


def spoken(path: Path) -> Iterator[str]:
    """Where a module says something to a player in words of its own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SPEAKERS:
            for argument in node.args[:1]:
                if isinstance(argument, ast.JoinedStr) or (
                    isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                ):
                    yield f"{path.name}:{node.lineno}"


def test_nobody_speaks_but_the_catalogues() -> None:
    found = [
        place
        for path in ROOT.rglob("*.py")
        if path.name not in FOR_DEVELOPERS
        for place in spoken(path)
    ]
    assert found == []


def test_a_sentence_in_the_code_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text('raise Illegal(f"No {x}.")\nSkip("no")\nIllegal(say("no"))\n')
    assert list(spoken(planted)) == ["planted.py:1", "planted.py:2"]
