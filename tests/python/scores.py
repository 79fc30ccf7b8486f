"""scores.py GAMES: plays random games with five expansions, and prints their scores."""
import sys

from carcassonne import Game

FIVE = ["inns-and-cathedrals", "princess-and-dragon", "tower", "abbey-and-mayor", "siege:pig=1"]

game = Game(FIVE, {"players": 3})
for seed in range(1, int(sys.argv[1]) + 1):
    state = game.new_initial_state(seed)
    state.random_playout(seed)
    print(" : ".join(map(str, state.returns())))
