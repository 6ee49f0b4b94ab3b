"""`python -m docs.example.border`: one game of computer players, told as a spectator hears it."""

import sys
from random import Random

import engine
from docs.example.border import MANIFEST
from engine.games import guest
from engine.players import answer, player

with guest(MANIFEST):
    match = engine.new_match("border", seed=sys.argv[-1])
    greedy = player("greedy", sys.argv[-1])
    while not match.over:
        seat = match.decisions()[0].seat
        match.act(seat, answer(match, seat, greedy, Random(len(match))))
    told = [match.tell(seen, None) for seen in match.events(None)]
    sys.stdout.write("\n".join([*told, str(match.result), ""]))
