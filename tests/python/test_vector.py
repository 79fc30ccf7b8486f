"""Tests games that advance together."""
import array
import random
import re
import unittest

from carcassonne import CarcassonneError, Game
from carcassonne.action_space import ActionSpace
from carcassonne.vector import VectorGames

try:
    import numpy
except ImportError:
    numpy = None


def choices(games, chosen):
    """Returns a random legal number for each game."""
    return [chosen.choice(legal_in(row(games, i))) for i in range(len(games))]


def row(games, i):
    """Returns the mask of game i."""
    size = games.actions.size
    return games.masks.tobytes()[i * size:(i + 1) * size]


def legal_in(mask):
    """Returns the numbers of the legal actions."""
    return [found.start() for found in re.finditer(b"\1", mask)]


class Vector(unittest.TestCase):
    """VectorGames does what single games do."""

    def test_each_game_is_equal_to_a_single_game(self):
        game, n = Game("inns-and-cathedrals", "players=3"), 3
        games = VectorGames(game, n, radius=0, seed=5)
        space = ActionSpace(game, 0)
        seeds = [5, 6, 7]
        single = [game.new_initial_state(seed) for seed in seeds]
        chosen, ends = random.Random(1), 0
        while ends < 2 * n:
            numbers = choices(games, chosen)
            rewards, ended = games.step(numbers)
            for i, state in enumerate(single):
                space.apply(state, numbers[i])
                self.assertEqual(rewards.tolist()[i], state.rewards())
                self.assertEqual(ended[i], int(state.is_terminal()))
                if ended[i]:
                    ends += 1
                    seeds[i] += n
                    single[i] = state = game.new_initial_state(seeds[i])
                self.assertEqual(games.states[i], state)
                self.assertEqual(games.players[i], state.current_player())
                self.assertEqual(row(games, i), space.mask(state))

    def test_a_wrong_number_changes_no_game(self):
        games = VectorGames(Game(), 4, seed=1)
        before = [state.clone() for state in games.states]
        good = choices(games, random.Random(1))
        for number in (-1, games.actions.size, row(games, 2).index(0)):
            with self.assertRaisesRegex(CarcassonneError, "game 2") as caught:
                games.step(good[:2] + [number] + good[3:])
            self.assertEqual(caught.exception.code, "illegal")
            self.assertEqual(games.states, before)
        for wrong in (good[:3], good + [0], array.array("i", good[:3]), array.array("q", good),
                      array.array("f", good)):
            self.assertRaises(CarcassonneError, games.step, wrong)
        self.assertRaises(TypeError, games.step, None)
        self.assertRaises(TypeError, games.step, ["a"] * 4)
        self.assertEqual(games.states, before)
        games.step(array.array("i", good))
        self.assertNotEqual(games.states, before)

    def test_numbers_of_another_type_are_refused_even_if_their_bits_are_legal(self):
        games = VectorGames(Game(), 1, seed=1)
        games.step(choices(games, random.Random(1)))
        self.assertEqual(row(games, 0)[0], 1)  # pass
        self.assertRaises(CarcassonneError, games.step, array.array("f", [0]))

    def test_an_action_of_a_game_is_not_described_after_the_step(self):
        games = VectorGames(Game(), 2, seed=1)
        action, read = games.states[1].action(0), games.states[1].action(0)
        text = read.text
        games.step(choices(games, random.Random(1)))
        with self.assertRaises(CarcassonneError):
            action.text
        self.assertEqual(read.text, text)

    def test_games_that_leave_the_window_begin_again(self):
        games, chosen, seen = VectorGames(Game(), 8, radius=1), random.Random(1), set()
        for _ in range(60):
            seen.update(games.step(choices(games, chosen))[1])
        self.assertEqual(seen, {0, 2})

    def test_reset_begins_the_same_games_again(self):
        games = VectorGames(Game(), 4, seed=9)
        before = [state.clone() for state in games.states]
        games.step(choices(games, random.Random(1)))
        games.reset(9)
        self.assertEqual(games.states, before)

    def test_wrong_arguments_are_refused(self):
        for arguments in ((Game(), 0), (Game("tower"), 2), (Game(options="draws=manual"), 2)):
            self.assertRaises(CarcassonneError, VectorGames, *arguments)
        self.assertRaises(CarcassonneError, VectorGames, Game(), 2, actions=ActionSpace(Game()))

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy_reads_the_fields_without_a_copy(self):
        games = VectorGames(Game(), 4, seed=1)
        masks = numpy.asarray(games.masks)
        before = masks.copy()
        games.step(masks.argmax(1).astype(numpy.int32))
        self.assertFalse((before == masks).all())
        self.assertEqual(masks.shape, (4, games.actions.size))

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_observations_are_those_of_the_players_who_decide(self):
        from carcassonne.observation_space import ObservationSpace
        game = Game(options="players=3")
        games, space = VectorGames(game, 3, radius=5), ObservationSpace(game, 5)
        chosen = random.Random(1)
        while len(set(games.players)) < 2:
            games.step(choices(games, chosen))
        observed = games.observe(space)
        self.assertEqual(observed.shape, (3, *space.shape))
        for i, state in enumerate(games.states):
            planes = space.planes(state, games.players[i])
            self.assertTrue((observed[i] == planes).all())
            self.assertEqual(planes.dtype, numpy.float32)
            self.assertFalse((planes == space.planes(state, (games.players[i] + 1) % 3)).all())
        self.assertEqual(len(set(space.names())), space.shape[0])


if __name__ == "__main__":
    unittest.main()
