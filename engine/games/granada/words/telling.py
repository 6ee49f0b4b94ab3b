"""Events and questions in words, made for one reader.

An event reaches its reader with the arguments that he may know: `blocks` is there for the owner
and absent for everybody else, and the sentence follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.core import Question, Seen
from engine.games.granada.table.board import FACTIONS, OWNERS, SEATS
from engine.games.granada.words import english
from engine.games.granada.words.naming import Names, shown

if TYPE_CHECKING:
    from engine.games.granada import Granada

Args = Mapping[str, Any]
Fields = dict[str, str]

# events that only one side can cause do not name it
IMPLIED = {
    "guard": "muslim", "guard_appears": "muslim", "sortie": "muslim", "bull": "christian",
    "army": "christian", "pioneers": "christian", "camp": "christian",
}  # fmt: skip
_SIDES = frozenset({"side", "by", "winner", "attacker", "first", "owner"})
_PLACES = frozenset({"place", "zone", "from", "to", "drop_at", "pick_at", "grey"})
_BLOCKS = frozenset({"blocks", "leaders", "drop", "pick", "keep"})
_COUNTED = {
    "count": "block", "kept": "block", "dropped": "block", "picked": "block", "losses": "block",
    "cards": "card", "ships": "fleet", "sunk": "fleet", "impacts": "impact",
    "pioneers": "tile",
}  # fmt: skip


def tell(game: Granada, seen: Seen, reader: str | None) -> str:
    """One sentence for one event."""
    names = Names(game, reader)
    args = seen.args
    if seen.kind in IMPLIED:
        args = {"side": IMPLIED[seen.kind], **args}
    fields = _fields(names, args)
    if "christian" in args and "muslim" in args:
        fields["score"] = english.EVENTS["score"].format_map(fields)
    compose = _COMPOSED.get(seen.kind)
    key = seen.kind if compose is None else compose(names, args, fields)
    template = english.EVENTS.get(key)
    if template is None:
        template = english.EVENTS["?"]
        fields["kind"] = shown(seen.kind).replace("_", " ")
    return english.sentence(template.format_map(fields))


def _fields(names: Names, args: Args) -> Fields:
    """Every argument in words, by its name; sides also with a capital and as owners."""
    fields: Fields = {}
    for name, value in args.items():
        fields[name] = _word(names, name, value)
        if name in _SIDES:
            fields[name.capitalize()] = english.sentence(fields[name])
    seat = args.get("side")
    if isinstance(seat, str):
        fields["whose"], fields["their"] = names.whose(seat), names.their(seat)
        fields["Whose"] = english.sentence(fields["whose"])
    return fields


def _word(names: Names, name: str, value: Any) -> str:
    if isinstance(value, (int, float)):
        if name in _COUNTED and isinstance(value, int):
            return english.count(abs(value), _COUNTED[name])
        return f"{value:g}"
    if name in _SIDES and isinstance(value, str):
        return names.side(value)
    if name in _PLACES:
        return names.place(value)
    if name in _BLOCKS and isinstance(value, tuple):
        return names.blocks(value)
    if name == "block":
        return names.block(value)
    if name == "card":
        return names.card(value)
    if name in ("cards", "drawn") and isinstance(value, tuple):
        return names.cards(value)
    if name == "places" and isinstance(value, tuple):
        return names.places(dict.fromkeys(value))
    return shown(value)


# -- events whose sentence depends on what happened ----------------------------------------------
# Each returns the key of the catalogue and fills in the fields that the sentence needs.

Compose = Callable[[Names, Args, Fields], str]


def _part(fields: Fields, key: str, when: Any) -> str:
    return english.EVENTS[key].format_map(fields) if when else ""


def _force(names: Names, args: Args, known: str = "blocks", number: str = "count") -> str:
    """The blocks by name for those who may know them, else how many they are."""
    if args.get(known):
        return names.blocks(args[known])
    return english.count(args.get(number) or 0, "block")


def _phase(names: Names, args: Args, fields: Fields) -> str:
    return f"phase.{args['phase']}"


def _bids(names: Names, args: Args, fields: Fields) -> str:
    for side, number in zip(SEATS, args["numbers"], strict=True):
        card = args[side]
        key = "bids+card" if card is not None else "bids+none"
        fields[side] = english.EVENTS[key].format(card=names.card(card), number=number)
    return "bids"


def _first(names: Names, args: Args, fields: Fields) -> str:
    return "first.self" if args["side"] == args["by"] else "first"


def _draw(names: Names, args: Args, fields: Fields) -> str:
    fields["drawn"] = _part(fields, "draw+drawn", "drawn" in args)
    return "draw"


def _recruits(names: Names, args: Args, fields: Fields) -> str:
    fields["drawn"] = _part(fields, "recruits+drawn", args.get("blocks"))
    return "recruits"


def _buy(names: Names, args: Args, fields: Fields) -> str:
    level, paid = args["level"], bool(args["cards"])
    if level == "rest" and paid:
        return "buy.rest_cards"
    if level == "total" and not paid:
        return "buy.total_free"
    return f"buy.{level}"


def _march(names: Names, args: Args, fields: Fields) -> str:
    fields["force"] = _force(names, args)
    fields["road"] = names.road(args["path"])
    fields["dropped"] = _force(names, args, "drop", "dropped")
    fields["picked"] = _force(names, args, "pick", "picked")
    fields["drop"] = _part(fields, "march+drop", args.get("dropped"))
    fields["pick"] = _part(fields, "march+pick", args.get("picked"))
    fields["forced"] = _part(fields, "march+forced", args.get("marched"))
    fields["tiles"] = _part(fields, "march+tiles", args.get("pioneers"))
    return "march"


def _muster(names: Names, args: Args, fields: Fields) -> str:
    fields["force"] = _force(names, args)
    return "muster.shown" if args.get("faction") in FACTIONS else "muster"


def _troops(kind: str) -> Compose:
    def compose(names: Names, args: Args, fields: Fields) -> str:
        fields["force"] = _force(names, args)
        return kind

    return compose


def _owner(kind: str) -> Compose:
    def compose(names: Names, args: Args, fields: Fields) -> str:
        return f"{kind}.nobody" if args["owner"] == OWNERS[2] else kind

    return compose


def _eliminated(names: Names, args: Args, fields: Fields) -> str:
    if args.get("cause") == "sea":
        fields["blocks"] = english.count(len(args["blocks"]), "fleet")
    key = f"eliminated.{args.get('cause')}"
    return key if key in english.EVENTS else "eliminated"


def _sail(names: Names, args: Args, fields: Fields) -> str:
    fields["fleet"] = fields["ships"]
    return "sail"


def _sighting(names: Names, args: Args, fields: Fields) -> str:
    board = names.game.board
    arms = board.naval_arms[board.naval_tokens.index(args["card"])]
    fields["card"] = english.EVENTS[f"sighting+{SEATS[arms] if arms >= 0 else 'quiet'}"]
    return "sighting"


def _broadsides(names: Names, args: Args, fields: Fields) -> str:
    board = names.game.board
    for side, seat in enumerate(SEATS):
        card = args[seat]
        if card is None:
            fields[seat] = english.EVENTS["broadsides+none"]
            continue
        naval = board.cards[side][board.card[side][card]].naval
        key = "broadsides+arrow" if naval < 0 else "broadsides+card"
        fields[seat] = english.EVENTS[key].format(card=names.card(card), number=naval)
    return "broadsides"


def _sea_battle(names: Names, args: Args, fields: Fields) -> str:
    return "sea_battle" if args["difference"] else "sea_battle.arms"


def _way(kind: str) -> Compose:
    def compose(names: Names, args: Args, fields: Fields) -> str:
        fields["road"] = names.road(args["path"])
        return kind

    return compose


def _army(names: Names, args: Args, fields: Fields) -> str:
    return f"army.{args['army']}"


def _deploy(names: Names, args: Args, fields: Fields) -> str:
    return "deploy.free" if args["card"] is None else "deploy"


def _broadside(names: Names, args: Args, fields: Fields) -> str:
    return "broadside.against" if args["impacts"] < 0 else "broadside"


def _losses(names: Names, args: Args, fields: Fields) -> str:
    return "losses" if args["count"] else "losses.none"


def _retreat(names: Names, args: Args, fields: Fields) -> str:
    fields["force"] = fields["count"]
    fields["kept"] = _force(names, args, "keep", "kept")
    parts = [
        _part(fields, "retreat+kept", args["kept"]),
        _part(fields, "retreat+to", args["count"] and args["to"] is not None),
        _part(fields, "retreat+lost", args["count"] and args["to"] is None),
        _part(fields, "retreat+grey", args["grey"] is not None),
    ]
    ways = [part for part in parts if part]
    fields["way"] = f", {english.listed(ways)}" if ways else ""
    return "retreat"


def _disk_lost(names: Names, args: Args, fields: Fields) -> str:
    board = names.game.board
    fields["disk"] = board.disk_names[board.place[args["place"]]]
    return "disk_lost"


def _captured(names: Names, args: Args, fields: Fields) -> str:
    times = args["times"]
    last = len(english.TIMES) - 1
    fields["times"] = english.TIMES[min(times, last)]
    return "captured" if times < last else "captured.last"


def _over(names: Names, args: Args, fields: Fields) -> str:
    fields["reason"] = english.REASONS.get(args["reason"], shown(args["reason"]))
    return "over"


def _edit(names: Names, args: Args, fields: Fields) -> str:
    """A moderator's change: what everybody sees of it, and the pieces for their owner."""
    key = f"edit.{args.get('edit')}"
    fields["force"] = _force(names, args)
    known = args.get("cards")
    counted = args.get("count")
    fields["paper"] = (
        names.cards(known)
        if known
        else english.count(counted if isinstance(counted, int) else 1, "card")
    )
    if "pile" in args:
        fields["pile"] = english.PILES.get(args["pile"], fields["pile"])
    if key == "edit.fleet" and args.get("count"):
        key = "edit.fleet_loaded"
    elif key == "edit.grey" and args.get("place") is None:
        key = "edit.grey_boxed"
    elif key == "edit.phase" and args.get("side"):
        key = "edit.phase_of"
    return key if key in english.EVENTS else "edit"


_COMPOSED: dict[str, Compose] = {
    "set_up": _troops("set_up"),
    "phase": _phase, "bids": _bids, "first": _first, "draw": _draw, "recruits": _recruits,
    "buy": _buy, "march": _march, "muster": _muster, "embark": _troops("embark"),
    "land": _troops("land"), "inside": _troops("inside"), "control": _owner("control"),
    "castle": _owner("castle"), "eliminated": _eliminated, "sail": _sail, "sighting": _sighting,
    "broadsides": _broadsides, "sea_battle": _sea_battle, "commander": _way("commander"),
    "surrender": _way("surrender"), "army": _army, "deploy": _deploy, "broadside": _broadside,
    "losses": _losses, "retreat": _retreat, "disk_lost": _disk_lost, "captured": _captured,
    "over": _over, "edit": _edit,
}  # fmt: skip


# -- questions -----------------------------------------------------------------------------------


def prompt(game: Granada, question: Question) -> str:
    """Who is asked what, and under which rule; public facts only."""
    template = english.PROMPT if question.rule else english.PROMPT_WITHOUT_RULE
    seat = english.TITLES.get(question.seat, question.seat)
    return template.format(seat=seat, what=asked(game, question), rule=question.rule)


def asked(game: Granada, question: Question) -> str:
    """What is asked, to follow "you are asked to"."""
    names = Names(game, None)
    about = question.about
    fields = {name: _fact(names, question.kind, name, value) for name, value in about.items()}
    if isinstance(scores := about.get("impacts"), Mapping):
        fields["score"] = english.EVENTS["score"].format_map(scores).rstrip(".")
    key = question.kind
    if key == "order" and "left" in about:
        key = "order.total" if about.get("level") == "total" else "order.left"
    return english.PROMPTS.get(key, english.PROMPTS["?"]).format_map(fields)


_NUMBERED = {"discard": "card", "sink": "fleet", "lose": "block"}


def _fact(names: Names, kind: str, name: str, value: Any) -> str:
    if name == "number":
        return english.count(value, _NUMBERED.get(kind, "block"))
    if name in ("impacts", "gained") and isinstance(value, int):
        return english.count(value, "impact")
    if name == "left":
        return english.count(value, "activation")
    if name in ("arms", "attacker"):
        return english.ADJECTIVES[value]
    return _word(names, name, value)
