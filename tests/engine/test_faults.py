"""A game that is written wrongly says so when it is loaded, in a sentence that names the place."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

import pytest

import engine
from engine.base import BaseGame, verbs_of
from engine.core import DataError, HeraldError
from engine.events import Telling, fact, number, said
from engine.flow import Plain, Point, Script
from engine.games import manifests
from engine.manifest import Manifest
from engine.orders import Bar, Domain, Offer, Order, Why, one, some, subset
from engine.tongues import ENGLISH
from engine.tongues.directory import Directory

TOWNS = {"a": 0, "b": 1}
TOWN: Domain[int] = Domain("town", lambda o: TOWNS, lambda o: tuple(TOWNS))
SPY: Domain[int] = Domain("town", lambda o: TOWNS, lambda o: tuple(TOWNS), secret=True)
NAMELESS: Domain[int] = Domain("ghost", lambda o: TOWNS, lambda o: tuple(TOWNS))


class Go(Order[Any, Any], verb="go", rule="1.1"):
    """1.1: go somewhere."""

    to = one(TOWN)
    by = some(TOWN, optional=True)

    @to.offer
    def goals(self) -> Sequence[int]:
        return (0, 1)

    @to.bar
    def goal_barred(self, town: int) -> Why | None:
        return None

    @by.offer
    def ways(self, chosen: tuple[int, ...]) -> Offer[int]:
        return subset((0, 1), chosen, 0, 2)


class Stay(Order[Any, Any], verb="stay", rule="1.2"):
    """1.2: stay."""


Plant = Callable[[type[BaseGame[Any]], Script[Any], ModuleType], None]


def load(plant: Plant | None = None) -> None:
    """A small game, whole but for what is planted in it, loaded by its manifest."""
    script: Script[Any] = Script()

    class Asked(Point[Any, Plain], kind="asked", rule="1.0", script=script):
        orders = (Go, Stay)

    class Went(Telling, kind="went", rule="1.1", script=script):
        place: str = said("town")

    class Small(BaseGame[Any]):
        title = "Small"

        def __init__(self, manifest: Manifest, data: Any) -> None:
            super().__init__(manifest, data)
            self.directory = Directory("small", {"town": {"a": "Alba", "b": "Burgo"}})

    Small.script, Small.orders, Small.verbs, Small.edits = script, (Go, Stay), {}, {}
    module: Any = ModuleType("small.game")
    module.Small, module.FAR = Small, Bar("far", "1.1", there=TOWN)
    if plant is not None:
        plant(Small, script, module)
    Small.verbs = verbs_of([order for order in Small.orders if hasattr(order, "verb")])
    for name, made in (("small", ModuleType("small")), ("small.game", module)):
        made.__spec__ = ModuleSpec(name, made.__loader__)  # type: ignore[arg-type]
        sys.modules[name] = made
    Manifest("small", "small.game:Small", ("board",)).game({"rules": {"options": {}}})


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The words of the small game, as long as a test runs; its modules go with it."""
    monkeypatch.setattr(ENGLISH, "catalogue", dict(ENGLISH.catalogue))
    ENGLISH.learn("small", EVENTS={"went": "Somebody went to {place}."})
    ENGLISH.learn("small", REFUSALS={"far": "{There} is too far."})
    yield
    sys.modules.pop("small.game", None)
    sys.modules.pop("small", None)


def test_a_game_that_is_whole_is_loaded() -> None:
    load()


def listed(order: type[Order[Any, Any]]) -> Plant:
    def plant(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
        game.orders = (Go, Stay, order)

    return plant


class Empty(Order[Any, Any], verb="empty"):
    """1.3: nothing fills it."""

    to = one(TOWN)


class Lost(Go, verb="lost"):
    """1.3: its functions are gone."""

    goals = None  # type: ignore[assignment]
    goal_barred = None  # type: ignore[assignment]


class Hidden(Order[Any, Any], verb="hidden"):
    """1.3: a secret without a pile."""

    spy = one(SPY)

    @spy.offer
    def spies(self) -> Sequence[int]:
        return (0,)


class Nameless(Order[Any, Any], verb="nameless"):
    """1.3: things without names."""

    ghost = one(NAMELESS)

    @ghost.offer
    def ghosts(self) -> Sequence[int]:
        return (0,)


class Early(Order[Any, Any], verb="early"):
    """1.3: a slot before the one that it belongs to."""

    where = one(TOWN, optional=True)
    who = some(TOWN, at=where)  # type: ignore[assignment]

    @where.offer
    def places(self) -> Sequence[int | None]:
        return (None, 0)

    @who.offer
    def people(self, chosen: tuple[int, ...]) -> Offer[int]:
        return subset((0,), chosen, 1, 1)


class Backwards(Early, verb="backwards", text="who where"):
    """1.3: a slot before the one that it belongs to."""


class Mute(Order[Any, Any]):
    """An order without a verb."""


class OtherStay(Order[Any, Any], verb="stay", rule="1.2"):
    """1.2: stay."""

    to = one(TOWN)

    @to.offer
    def goals(self) -> Sequence[int]:
        return (0,)


def asks(*orders: type[Order[Any, Any]]) -> Plant:
    def plant(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
        script.points["asked"].orders = orders

    return plant


def unspoken(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    class Fell(Telling, kind="fell", script=script):
        place: str = said("town")


def strange_field(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    ENGLISH.learn("small", EVENTS={"went.far": "{Who} went to {place}."})


def no_noun(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    class Fell(Telling, kind="fell", script=script):
        count: int = number(noun="stone")

    ENGLISH.learn("small", EVENTS={"fell": "It rained {count}."})


class Chapter:
    """Whence the code of a chapter comes."""

    def get_code(self, name: str) -> CodeType:
        lines = "def begin(c):\n    c.tell(Went(place='a'), rule='1.2')\n"
        lines += "class Goes:\n    def do(self, c):\n        c.tell(\n            Went(\n"
        lines += "                place=str(c),\n                zone='b'))\n"
        return compile(lines, name, "exec")


def told_wrongly(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    vars(module)["Went"] = script.events["went"]
    module.__loader__ = Chapter()  # type: ignore[assignment]


def promised(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    script.ahead(march)


def wordless_bar(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    vars(module)["DEEP"] = Bar("deep", "1.1")


def bar_with_less(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    vars(module)["FAR"] = Bar("far", "1.1")


def bar_with_more(game: type[BaseGame[Any]], script: Script[Any], module: ModuleType) -> None:
    vars(module)["FAR"] = Bar("far", "1.1", here=TOWN, there=TOWN)


@pytest.mark.parametrize(
    ("plant", "sentence"),
    [
        (listed(Empty), "The order empty (Empty), slot to: nothing fills it; it has no offer."),
        (
            listed(Lost),
            "The order lost (Lost), slot to: its offer is called goals; the order has no such "
            "function.",
        ),
        (
            listed(Hidden),
            "The order hidden (Hidden), slot spy: a town may be a secret; it does not say whence "
            "they come (hides).",
        ),
        (
            listed(Nameless),
            "The order nameless (Nameless), slot ghost: Small has no names for its domain ghost.",
        ),
        (
            listed(Backwards),
            "The order backwards (Backwards), slot who: it belongs to where, which does not stand "
            "before it.",
        ),
        (listed(Mute), "The order Mute of Small has no verb."),
        (asks(Go, Mute), "The question asked lists Mute, which has no verb."),
        (
            asks(Go, Empty),
            "The order empty (Empty), slot to: nothing fills it; it has no offer.",
        ),
        (
            asks(Go, Early),
            "The question asked lists the order early (Early); the orders of Small do not.",
        ),
        (
            asks(OtherStay),
            "The order stay (OtherStay) has other slots than the order of that name.",
        ),
        (unspoken, "The event fell (Fell) has no words: nothing is called small.EVENTS.fell."),
        (
            strange_field,
            "The event went (Went): its words small.EVENTS.went.far speak of who, which it does "
            "not declare.",
        ),
        (
            no_noun,
            "The event fell (Fell) counts count, but nothing is called small.NOUNS.stone.",
        ),
        (
            told_wrongly,
            "Goes.do tells the event went with zone, which Went does not declare.",
        ),
        (promised, "The step march is named ahead; no chapter has it."),
        (wordless_bar, "The bar deep has no words: nothing is called small.REFUSALS.deep."),
        (bar_with_less, "The bar far: its words speak of there, which it does not declare."),
        (bar_with_more, "The bar far declares here, of which its words do not speak."),
    ],
)  # fmt: skip
def test_what_is_written_wrongly_is_named_when_the_game_is_loaded(
    plant: Plant, sentence: str
) -> None:
    with pytest.raises(DataError) as caught:
        load(plant)
    assert str(caught.value) == sentence


def test_two_orders_of_one_name_with_different_slots_are_refused() -> None:
    with pytest.raises(HeraldError, match="Two orders are called stay"):
        load(listed(OtherStay))


def march(s: Any, c: Any, place: int) -> None:
    """A step of a later chapter."""


def test_a_step_named_ahead_is_the_one_that_comes() -> None:
    script: Script[Any] = Script()
    assert script.ahead(march).then(3) == ("march", 3) == script.step(march).then(3)
    assert not script.promised


def test_a_step_that_comes_with_other_arguments_is_refused() -> None:
    script: Script[Any] = Script()
    script.promised["march"] = ("zone",)
    with pytest.raises(HeraldError, match="march has other arguments than named ahead"):
        script.step(march)


def test_an_event_whose_secret_nobody_may_know_is_refused_when_it_is_declared() -> None:
    with pytest.raises(HeraldError, match="only side may know blocks, but side is not declared"):

        class Secret(Telling, kind="secret"):
            blocks: str = fact(who="side")


@pytest.mark.parametrize("part", ["name", "rules", "files"])
def test_a_manifest_without_a_part_is_refused(part: str) -> None:
    whole: dict[str, Any] = {"name": "small", "rules": "small.game:Small", "files": ("board",)}
    rest = {name: value for name, value in whole.items() if name != part}
    for manifest in (Manifest(**rest), Manifest(**rest, **{part: type(whole[part])()})):
        with pytest.raises(DataError, match=f"does not say its {part}"):
            manifest.game({})


def test_a_manifest_that_names_a_class_that_is_not_there_is_refused() -> None:
    with pytest.raises(DataError, match=r"names Small in engine\.core as its rules; there is none"):
        Manifest("small", "engine.core:Small", ("board",)).game({})


def test_a_manifest_that_names_what_is_not_there_is_refused() -> None:
    with pytest.raises(DataError, match="no such module"):
        Manifest("small", "nowhere.game:Small", ("board",)).game({})


@pytest.mark.parametrize("name", list(engine.games()))
def test_every_game_is_loaded_without_a_fault(name: str) -> None:
    manifest = manifests()[name]
    assert manifest.faults() == []
    manifest.game(manifest.data())
