"""Events and questions in words, made for one reader: what is special to their kind.

An event reaches its reader with the arguments that he may know: `blocks` is there for the owner
and absent for everybody else, and the sentence follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core import Question
from engine.games.granada.table.board import SEATS
from engine.games.granada.words import english
from engine.games.granada.words.naming import Names, force, listed, said
from engine.naming import Args, Compose, Fields, facts
from engine.tongues import Field, Name, Ordinal, Said

if TYPE_CHECKING:
    from engine.games.granada.game import Granada

LAST = 3  # the capture after which Boabdil leaves the game (10.12)

# what sentences speak of beside the arguments of their events
COMPOSED = frozenset(
    {"side", "whose", "their", "score", "force", "road", "forced", "tiles", "disk", "ways", "paper"}
)

# -- events --------------------------------------------------------------------------------------
# Each fills in what the sentence needs, and may name the variant.


def _only(seat: str) -> Compose:
    """An event that only one side can cause does not name it."""

    def compose(names: Names, args: Args, fields: Fields) -> None:
        fields["side"] = names.side(seat)

    return compose


def _bids(names: Names, args: Args, fields: Fields) -> None:
    for side, number in zip(SEATS, args["numbers"], strict=True):
        key = "bids+none" if args[side] is None else "bids+card"
        fields[side] = said("EVENTS", key, card=fields[side], number=number)


def _first(names: Names, args: Args, fields: Fields) -> str | None:
    return "self" if args["side"] == args["by"] else None


def _bull(names: Names, args: Args, fields: Fields) -> None:
    """Both Crusaders may come to one place."""
    fields["places"] = listed([names.thing("place", p) for p in dict.fromkeys(args["places"])])


def _march(names: Names, args: Args, fields: Fields) -> None:
    for key, number in (("drop", "dropped"), ("pick", "picked")):
        part = None
        if args.get(number):
            values = {number: force(args, fields, key, number), f"{key}_at": fields[f"{key}_at"]}
            part = said("EVENTS", f"march+{key}", **values)
        fields[key] = part
    fields["forced"] = said("EVENTS", "march+forced") if args.get("marched") else None
    fields["tiles"] = None
    if args.get("pioneers"):
        fields["tiles"] = said("EVENTS", "march+tiles", pioneers=fields["pioneers"])


def _eliminated(names: Names, args: Args, fields: Fields) -> None:
    if args.get("cause") == "sea":
        fields["blocks"] = names.counted(len(args["blocks"]), "fleet")


def _sighting(names: Names, args: Args, fields: Fields) -> None:
    board = names.game.board
    arms = board.naval_arms[board.naval_tokens.index(args["card"])]
    fields["card"] = said("EVENTS", f"sighting+{SEATS[arms] if arms >= 0 else 'quiet'}")


def _broadsides(names: Names, args: Args, fields: Fields) -> None:
    board = names.game.board
    for side, seat in enumerate(SEATS):
        card = args[seat]
        if card is None:
            fields[seat] = said("EVENTS", "broadsides+none")
            continue
        naval = board.cards[side][board.card[side][card]].naval
        key = "broadsides+arrow" if naval < 0 else "broadsides+card"
        fields[seat] = said("EVENTS", key, card=fields[seat], number=naval)


def _broadside(names: Names, args: Args, fields: Fields) -> str | None:
    return "against" if args["impacts"] < 0 else None


def _retreat(names: Names, args: Args, fields: Fields) -> str | None:
    ways: list[Field] = []
    if args["kept"]:
        ways.append(said("EVENTS", "retreat+kept", kept=force(args, fields, "keep", "kept")))
    if args["count"]:
        key = "retreat+lost" if args["to"] is None else "retreat+to"
        ways.append(said("EVENTS", key, force=fields["count"], to=fields["to"]))
    if args["grey"] is not None:
        key = "retreat+castle" if args["grey"] == args["place"] else "retreat+grey"
        ways.append(said("EVENTS", key, grey=fields["grey"]))
    fields["ways"] = listed(ways)
    return "ways" if ways else None


def _disk_lost(names: Names, args: Args, fields: Fields) -> None:
    board = names.game.board
    place = board.place[args["place"]]
    fields["disk"] = Name(f"granada.NAMES.disk.{args['place']}", board.disk_names[place])


def _captured(names: Names, args: Args, fields: Fields) -> str | None:
    fields["times"] = Ordinal(min(args["times"], LAST))
    return "last" if args["times"] >= LAST else None


def _over(names: Names, args: Args, fields: Fields) -> None:
    if args["reason"] in english.REASONS:
        fields["reason"] = said("REASONS", args["reason"])


def _edit(names: Names, args: Args, fields: Fields) -> None:
    """A moderator's change: what everybody sees of it, and the pieces for their owner."""
    number = names.counted(args.get("count", 1), "card")
    fields["paper"] = fields["cards"] if args.get("cards") else number
    for name, group in (("pile", "PILES"), ("phase", "PHASES"), ("there", "PARTS")):
        if name in args:
            fields[name] = said(group, args[name])


COMPOSING: Mapping[str, Compose] = {
    "guard": _only("muslim"), "sortie": _only("muslim"), "army": _only("christian"),
    "bids": _bids, "first": _first, "bull": _bull, "march": _march, "eliminated": _eliminated,
    "sighting": _sighting, "broadsides": _broadsides, "broadside": _broadside,
    "retreat": _retreat, "disk_lost": _disk_lost, "captured": _captured, "over": _over,
    "edit": _edit,
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
    about, fields = question.about, facts(game, question)
    if isinstance(scores := about.get("impacts"), Mapping):
        fields["score"] = said("PROMPTS", "+score", **scores)
    if "arms" in about:
        fields["arms"] = said("ADJECTIVES", about["arms"])
    key = question.kind
    if key == "order" and "left" in about:
        key = "order.total" if about.get("level") == "total" else "order.left"
    return Said(f"granada.PROMPTS.{key if key in english.PROMPTS else '?'}", fields)
