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
from engine.games.granada.words.naming import Names, listed, said
from engine.refusing import shown
from engine.tongues import Field, Name, Ordinal, Said

if TYPE_CHECKING:
    from engine.games.granada.game import Granada

LAST = 3  # the capture after which Boabdil leaves the game (10.12)
Args = Mapping[str, Any]
Fields = dict[str, Field]

# events that only one side can cause do not name it
IMPLIED = {
    "guard": "muslim", "guard_appears": "muslim", "sortie": "muslim", "bull": "christian",
    "army": "christian", "pioneers": "christian", "camp": "christian",
}  # fmt: skip
# what sentences speak of beside the arguments of their events; worked out below
COMPOSED = frozenset(
    {"side", "whose", "their", "score", "force", "road", "forced", "tiles", "fleet", "disk",
     "ways", "drawn", "paper"}
)  # fmt: skip
_SIDES = frozenset({"side", "by", "winner", "attacker", "first", "owner"})
_PLACES = frozenset({"place", "zone", "from", "to", "drop_at", "pick_at", "grey"})
_BLOCKS = frozenset({"blocks", "leaders", "drop", "pick", "keep"})
_COUNTED = {
    "count": "block", "kept": "block", "dropped": "block", "picked": "block", "losses": "block",
    "cards": "card", "ships": "fleet", "sunk": "fleet", "impacts": "impact",
    "pioneers": "tile",
}  # fmt: skip


def says(game: Granada, seen: Seen, reader: str | None) -> Said:
    """One sentence for one event."""
    names = Names(game, reader)
    args = seen.args
    if seen.kind in IMPLIED:
        args = {"side": IMPLIED[seen.kind], **args}
    fields = _fields(names, args)
    if "christian" in args and "muslim" in args:
        score = {side: fields[side] for side in SEATS}
        fields["score"] = said("EVENTS", "score", **score)
    compose = _COMPOSED.get(seen.kind)
    key = seen.kind if compose is None else compose(names, args, fields)
    if key not in english.EVENTS:
        key, fields = "?", {"kind": shown(seen.kind).replace("_", " ")}
    return Said(f"granada.EVENTS.{key}", fields)


def _fields(names: Names, args: Args) -> Fields:
    """Every argument as a value, by its name; the side also as an owner."""
    fields: Fields = {name: _value(names, name, value) for name, value in args.items()}
    seat = args.get("side")
    if isinstance(seat, str):
        fields["whose"], fields["their"] = names.whose(seat), names.their(seat)
    return fields


def _value(names: Names, name: str, value: Any) -> Field:
    if isinstance(value, (int, float)):
        if name in _COUNTED and isinstance(value, int):
            return english.count(abs(value), _COUNTED[name])
        return value
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


def _force(names: Names, args: Args, known: str = "blocks", number: str = "count") -> Field:
    """The blocks by name for those who may know them, else how many they are."""
    if args.get(known):
        return names.blocks(args[known])
    return english.count(args.get(number) or 0, "block")


def _phase(names: Names, args: Args, fields: Fields) -> str:
    return f"phase.{args['phase']}"


def _bids(names: Names, args: Args, fields: Fields) -> str:
    for side, number in zip(SEATS, args["numbers"], strict=True):
        card = args[side]
        fields[side] = (
            said("EVENTS", "bids+none")
            if card is None
            else said("EVENTS", "bids+card", card=names.card(card), number=number)
        )
    return "bids"


def _first(names: Names, args: Args, fields: Fields) -> str:
    return "first.self" if args["side"] == args["by"] else "first"


def _draw(names: Names, args: Args, fields: Fields) -> str:
    known = "drawn" in args
    fields["drawn"] = said("EVENTS", "draw+drawn", drawn=fields["drawn"]) if known else None
    return "draw"


def _recruits(names: Names, args: Args, fields: Fields) -> str:
    known = args.get("blocks")
    fields["drawn"] = said("EVENTS", "recruits+drawn", blocks=fields["blocks"]) if known else None
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
    fields["drop"] = fields["pick"] = fields["forced"] = fields["tiles"] = None
    if args.get("dropped"):
        left = _force(names, args, "drop", "dropped")
        fields["drop"] = said("EVENTS", "march+drop", dropped=left, drop_at=fields["drop_at"])
    if args.get("picked"):
        taken = _force(names, args, "pick", "picked")
        fields["pick"] = said("EVENTS", "march+pick", picked=taken, pick_at=fields["pick_at"])
    if args.get("marched"):
        fields["forced"] = said("EVENTS", "march+forced")
    if args.get("pioneers"):
        fields["tiles"] = said("EVENTS", "march+tiles", pioneers=fields["pioneers"])
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
    fields["card"] = said("EVENTS", f"sighting+{SEATS[arms] if arms >= 0 else 'quiet'}")
    return "sighting"


def _broadsides(names: Names, args: Args, fields: Fields) -> str:
    board = names.game.board
    for side, seat in enumerate(SEATS):
        card = args[seat]
        if card is None:
            fields[seat] = said("EVENTS", "broadsides+none")
            continue
        naval = board.cards[side][board.card[side][card]].naval
        key = "broadsides+arrow" if naval < 0 else "broadsides+card"
        fields[seat] = said("EVENTS", key, card=names.card(card), number=naval)
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
    ways: list[Field] = []
    if args["kept"]:
        ways.append(said("EVENTS", "retreat+kept", kept=_force(names, args, "keep", "kept")))
    if args["count"] and args["to"] is not None:
        ways.append(said("EVENTS", "retreat+to", force=fields["count"], to=fields["to"]))
    elif args["count"]:
        ways.append(said("EVENTS", "retreat+lost", force=fields["count"]))
    if args["grey"] is not None:
        ways.append(said("EVENTS", "retreat+grey", grey=fields["grey"]))
    fields["ways"] = listed(ways)
    return "retreat.ways" if ways else "retreat"


def _disk_lost(names: Names, args: Args, fields: Fields) -> str:
    board = names.game.board
    place = board.place[args["place"]]
    fields["disk"] = Name(f"granada.NAMES.disk.{args['place']}", board.disk_names[place])
    return "disk_lost"


def _captured(names: Names, args: Args, fields: Fields) -> str:
    fields["times"] = Ordinal(min(args["times"], LAST))
    return "captured" if args["times"] < LAST else "captured.last"


def _over(names: Names, args: Args, fields: Fields) -> str:
    if args["reason"] in english.REASONS:
        fields["reason"] = said("REASONS", args["reason"])
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
    for name, group in (("pile", "PILES"), ("phase", "PHASES"), ("there", "PARTS")):
        if name in args:
            fields[name] = said(group, args[name])
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


def asks(game: Granada, question: Question) -> Said:
    """Who is asked what, and under which rule; public facts only."""
    seat = said("TITLES", question.seat) if question.seat in english.TITLES else question.seat
    what = asked(game, question)
    if not question.rule:
        return said("PROMPT", "plain", seat=seat, what=what)
    return said("PROMPT", "rule", seat=seat, what=what, rule=question.rule)


def not_now(game: Granada, question: Question, verb: str) -> Said:
    """That an order belongs to another question."""
    return said("REFUSALS", "not_now", verb=verb, what=asked(game, question))


def asked(game: Granada, question: Question) -> Said:
    """What is asked, to follow "you are asked to"."""
    names = Names(game, None)
    about = question.about
    fields = {name: _fact(names, question.kind, name, value) for name, value in about.items()}
    if isinstance(scores := about.get("impacts"), Mapping):
        fields["score"] = said("PROMPTS", "+score", **scores)
    key = question.kind
    if key == "order" and "left" in about:
        key = "order.total" if about.get("level") == "total" else "order.left"
    return Said(f"granada.PROMPTS.{key if key in english.PROMPTS else '?'}", fields)


_NUMBERED = {"discard": "card", "sink": "fleet", "lose": "block"}


def _fact(names: Names, kind: str, name: str, value: Any) -> Field:
    if name == "number":
        return english.count(value, _NUMBERED.get(kind, "block"))
    if name in ("impacts", "gained") and isinstance(value, int):
        return english.count(value, "impact")
    if name == "left":
        return english.count(value, "activation")
    if name in ("arms", "attacker"):
        return said("ADJECTIVES", value)
    return _value(names, name, value)
