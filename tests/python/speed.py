"""speed.py [SECONDS]: measures games and steps per second of processor time, for games of two
players with the default options, and for five expansions.

    PYTHONPATH=csrc/python python3 tests/python/speed.py
"""
import random
import sys
import time

from carcassonne import Game, aec
from carcassonne.action_space import IndexSpace
from carcassonne.vector import VectorGames

FIVE = ["inns-and-cathedrals", "princess-and-dragon", "tower", "abbey-and-mayor", "siege:pig=1"]
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2
random_number = random.Random(1).random


def measure(name, unit, work):
    """Calls `work` for some seconds; `work` returns how many units it did."""
    work()
    begin, done = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        done += work()
    print(f"{done / (time.process_time() - begin):12,.0f} {unit}/s  {name}")


def by_index(game):
    """Plays a random game by index."""
    state = game.new_initial_state(int(random_number() * 1e9))
    n = state.num_actions()
    while n:
        n = state.apply_index(int(random_number() * n))
    return 1


def by_action(game):
    """Plays a random game by the list of legal actions."""
    state = game.new_initial_state(int(random_number() * 1e9))
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random_number() * len(actions))])
    return 1


def steps_of(env):
    """Plays a game in an environment, with actions that the spaces sample."""
    env.reset(seed=int(random_number() * 1e9))
    steps = 0
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
        steps += 1
    return steps


def first_legal(games):
    """Returns for each game the first legal number from a random place."""
    size, masks = games.actions.size, games.masks.tobytes()
    numbers = []
    for i in range(0, len(masks), size):
        at = masks.find(1, i + int(random_number() * size), i + size)
        numbers.append((at if at >= 0 else masks.index(1, i)) - i)
    return numbers


def vector_step(games):
    """Steps all games once, with legal actions."""
    games.step(first_legal(games))
    return len(games)


def looped_step(games):
    """As vector_step, but by a loop over the states in Python."""
    space, masks, size = games.actions, games.masks.cast("B"), games.actions.size
    for i, number in enumerate(first_legal(games)):
        state = games.states[i]
        space.apply(state, number)
        games.rewards[i, 0], games.rewards[i, 1] = state.rewards()
        mask = space.mask(state, masks[i * size:(i + 1) * size])
        if 1 not in bytes(mask):  # the game is over, or has left the window
            state.reset(int(random_number() * 1e9))
            space.mask(state, mask)
        games.players[i] = state.current_player()
    return len(games)


def main():
    """Prints all figures."""
    base, five = Game(), Game(FIVE, {"players": 3})
    for name, game in (("default", base), ("five expansions", five)):
        measure(f"random games by index, {name}", "games", lambda: by_index(game))
        measure(f"random games by legal_actions, {name}", "games", lambda: by_action(game))
    measure("environment without observation", "steps", lambda env=aec.env(
        base, observation=None): steps_of(env))
    measure("environment of five expansions, IndexSpace", "steps", lambda env=aec.env(
        five, actions=IndexSpace(five), observation=None): steps_of(env))
    try:
        measure("environment with planes", "steps", lambda env=aec.env(base): steps_of(env))
    except ImportError:
        print("numpy is not installed: environment with planes not measured")
    for n in (16, 256):
        games = VectorGames(base, n)
        measure(f"choosing for {n} games", "steps", lambda: len(first_legal(games)))
        measure(f"{n} games together", "steps", lambda: vector_step(games))
        measure(f"{n} games by a loop in Python", "steps", lambda: looped_step(games))


if __name__ == "__main__":
    main()
