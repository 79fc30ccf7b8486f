"""Tests the environment by the published rules of PettingZoo's AEC API."""
import random
import sys
import types
import unittest
from unittest import mock

from carcassonne import CarcassonneError, Game, aec, spaces
from carcassonne.action_space import ActionSpace, IndexSpace

try:
    import numpy
except ImportError:
    numpy = None

ATTRIBUTES = ["agents", "possible_agents", "num_agents", "max_num_agents", "agent_selection",
              "rewards", "_cumulative_rewards", "terminations", "truncations", "infos",
              "action_spaces", "observation_spaces", "metadata", "render_mode", "unwrapped"]


def environments():
    """Yields environments of several games, numberings and observations."""
    tower = Game("tower", "players=3")
    yield aec.env(observation=None)
    yield aec.env(Game("abbot", "players=4"), observation="text", reward="outcome")
    yield aec.env(tower, actions=IndexSpace(tower), observation="text")
    yield aec.env(Game(), radius=2, observation=None)
    if numpy:
        yield aec.env(Game("inns-and-cathedrals", "players=3"), radius=8)


def same(one, other):
    """Returns whether two observations are equal."""
    if numpy and isinstance(one, numpy.ndarray):
        return numpy.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


class Api(unittest.TestCase):
    """The rules that each environment of PettingZoo follows."""

    def check_dictionaries(self, env):
        """Each dictionary has exactly the agents that are left."""
        for values in (env.rewards, env._cumulative_rewards, env.terminations, env.truncations,
                       env.infos):
            self.assertEqual(list(values), env.agents)
        self.assertEqual(env.num_agents, len(env.agents))
        self.assertTrue(set(env.agents) <= set(env.possible_agents))

    def check_last(self, env, agent):
        """`last` returns the parts that the fields of the environment have."""
        observation, reward, termination, truncation, info = env.last()
        self.assertTrue(env.observation_space(agent).contains(observation))
        self.assertTrue(same(observation, env.observe(agent)))
        self.assertEqual(reward, env._cumulative_rewards[agent])
        self.assertEqual(termination, env.terminations[agent])
        self.assertEqual(truncation, env.truncations[agent])
        self.assertIs(info, env.infos[agent])
        self.assertIsNone(env.last(observe=False)[0])
        return observation, termination or truncation

    def play(self, env, seed):
        """Plays a game, and returns the sum of the rewards of each agent."""
        env.reset(seed=seed)
        for name in ATTRIBUTES:
            self.assertTrue(hasattr(env, name), name)
        self.assertEqual(env.agents, env.possible_agents)
        self.assertEqual(set(env._cumulative_rewards.values()), {0})
        chosen = random.Random(seed)
        total = dict.fromkeys(env.agents, 0)
        received = dict.fromkeys(env.agents, 0)
        while env.agents:
            agent = env.agent_selection
            self.check_dictionaries(env)
            observation, done = self.check_last(env, agent)
            received[agent] += env._cumulative_rewards[agent]
            if done:
                env.step(None)
                self.assertNotIn(agent, env.agents)
                self.assertFalse(any(env.rewards.values()))
                continue
            mask = observation["action_mask"]
            others = [env.observe(other)["action_mask"] for other in env.agents if other != agent]
            self.assertFalse(any(1 in bytes(other) for other in others))
            env.step(chosen.choice([i for i, legal in enumerate(bytes(mask)) if legal]))
            self.assertIn(agent, env._cumulative_rewards)
            for other in env.agents:
                total[other] += env.rewards[other]
        self.assertEqual(total, received)
        return total

    def test_a_whole_game_follows_the_rules(self):
        for env in environments():
            with self.subTest(actions=env.action_space("player_0").n):
                self.play(env, 1)
                total = self.play(env, 2)
                if env._reward == "points":
                    self.assertEqual(list(total.values()), env.state().returns())
                env.close()

    def test_spaces_are_the_same_objects_each_time(self):
        for env in environments():
            for agent in env.possible_agents:
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.assertIs(env.observation_space(agent), env.observation_space(agent))

    def test_agent_iter_ends_after_its_number_of_agents_or_with_the_game(self):
        env = aec.env(observation=None)
        env.reset(seed=1)
        steps = 0
        for agent in env.agent_iter(max_iter=10):
            mask = env.last()[0]["action_mask"]
            env.step(env.action_space(agent).sample(mask))
            steps += 1
        self.assertEqual(steps, 10)
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            done = termination or truncation
            env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
        self.assertEqual(env.agents, [])

    def test_an_agent_out_of_the_game_takes_only_none(self):
        env = aec.env(observation=None)
        env.reset(seed=1)
        env._state.random_playout(1)
        env._select()
        with self.assertRaises(CarcassonneError):
            env.step(0)
        env.step(None)
        env.step(None)
        with self.assertRaises(CarcassonneError):
            env.step(None)

    def test_an_illegal_action_changes_nothing(self):
        env = aec.env(observation=None)
        env.reset(seed=1)
        before, rewards = env.state(), dict(env._cumulative_rewards)
        wrong = env.last()[0]["action_mask"].index(0)
        for action in (None, -1, wrong, 10 ** 6):
            with self.assertRaises(CarcassonneError):
                env.step(action)
        self.assertEqual(env.state(), before)
        self.assertEqual(env._cumulative_rewards, rewards)

    def test_a_resigned_player_leaves_first(self):
        env = aec.env(Game(options="players=3"), observation=None)
        env.reset(seed=1)
        env._state.resign(1)
        env._select()
        self.assertEqual(env.agent_selection, "player_1")
        env.step(None)
        self.assertEqual(env.agents, ["player_0", "player_2"])
        self.assertEqual(env.agent_selection, "player_0")

    def test_a_game_that_leaves_the_window_is_truncated(self):
        env = aec.env(radius=1, observation=None)
        for seed in range(20):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if truncation:
                    self.assertFalse(termination)
                    self.assertEqual(set(env.truncations.values()), {True})
                    return
                mask = observation["action_mask"]
                env.step(None if termination else env.action_space(agent).sample(mask))
        self.fail("no game left the window")

    def test_the_outcome_is_1_for_the_winner_and_minus_1_for_the_others(self):
        env = aec.env(Game(options="players=3"), observation=None, reward="outcome")
        total = self.play(env, 3)
        points = env.state().returns()
        best = max(points)
        for agent, own in zip(env.possible_agents, points):
            expected = -1 if own < best else int(points.count(best) == 1)
            self.assertEqual(total[agent], expected)

    def test_the_outcome_of_a_tie_is_0(self):
        game = Game()
        state = game.new_initial_state(1)
        for seed in range(2000):
            state.reset(seed)
            state.random_playout(seed)
            if len(state.winners()) == 2:
                break
        self.assertEqual(state.score(0), state.score(1))
        env = aec.env(game, observation=None, reward="outcome")
        env.reset(seed=1)
        env._state.copy_from(state)
        self.assertEqual([env._outcome(0), env._outcome(1)], [0, 0])

    def test_wrong_arguments_are_refused(self):
        for options in ({"observation": "pixels"}, {"reward": "fame"}, {"render_mode": "rgb_array"},
                        {"radius": -1}):
            with self.assertRaises(CarcassonneError):
                aec.env(**{"observation": None, **options})
        with self.assertRaises(CarcassonneError):
            aec.env(Game(options="draws=manual"), observation=None)
        with self.assertRaises(CarcassonneError):
            aec.env(Game("tower"), observation=None)
        with self.assertRaises(CarcassonneError):
            aec.env(observation=None).observe("player_0")
        with self.assertRaises(CarcassonneError):
            aec.env(Game(), actions=ActionSpace(Game(), 5), observation=None)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_the_spaces_are_those_of_gymnasium_if_it_is_installed(self):
        package, module = types.ModuleType("gymnasium"), types.ModuleType("gymnasium.spaces")
        package.spaces = module
        for name in ("Discrete", "Box", "Dict"):
            setattr(module, name, type(name, (getattr(spaces, name),), {}))
        with mock.patch.dict(sys.modules, {"gymnasium": package, "gymnasium.spaces": module}):
            env = aec.env()
        self.assertIsInstance(env.action_space("player_0"), module.Discrete)
        self.assertIsInstance(env.observation_space("player_0"), module.Dict)

    def test_render_returns_text(self):
        env = aec.env(observation=None, render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("Player 1 places a tile", env.render())
        self.assertIsNone(aec.env(observation=None).render())


class Spaces(unittest.TestCase):
    """The package's own spaces."""

    def test_a_sample_is_a_number_at_which_the_mask_is_1(self):
        space, mask = spaces.Discrete(9), bytearray(9)
        self.assertEqual(space.sample(mask), 0)
        for number in (1, 3, 8):
            mask[number] = 1
        self.assertEqual({space.sample(mask) for _ in range(200)}, {1, 3, 8})
        self.assertEqual({space.sample() for _ in range(500)}, set(range(9)))
        self.assertRaises(ValueError, space.sample, mask[:8])

    def test_a_space_contains_only_its_values(self):
        space = spaces.Discrete(9)
        self.assertTrue(0 in space and 8 in space)
        self.assertFalse(-1 in space or 9 in space or 1.5 in space or None in space)
        mask = spaces.Mask(3)
        self.assertIn(bytearray(b"\0\1\1"), mask)
        for wrong in (bytearray(b"\0\1"), bytearray(b"\0\1\2"), [0, 1, 1]):
            self.assertNotIn(wrong, mask)
        both = spaces.Dict({"action_mask": mask, "observation": spaces.Text(3)})
        good = {"action_mask": bytearray(3), "observation": "abc"}
        self.assertIn(good, both)
        for wrong in ({"action_mask": bytearray(3)}, dict(good, observation="abcd"), None):
            self.assertNotIn(wrong, both)


class Seeds(unittest.TestCase):
    """Equal seeds give equal games."""

    def record(self, env, seed):
        """Plays with actions that the seeded spaces sample, and returns everything observed."""
        env.reset(seed=seed)
        for i, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(seed + i)
        seen = []
        for agent in env.agent_iter(max_iter=120):
            last = env.last()
            mask = last[0]["action_mask"]
            action = None if last[2] or last[3] else env.action_space(agent).sample(mask)
            seen.append((agent, last[0], last[1:4], action))
            env.step(action)
        return seen

    def equal(self, one, other):
        """Returns whether two records are equal."""
        return len(one) == len(other) and all(
            a[0] == b[0] and same(a[1], b[1]) and a[2:] == b[2:] for a, b in zip(one, other))

    def test_two_environments_with_one_seed_are_equal(self):
        for one, other in zip(environments(), environments()):
            self.assertTrue(self.equal(self.record(one, 42), self.record(other, 42)))

    def test_a_seed_begins_the_same_game_again_whatever_was_played_before(self):
        for env in environments():
            first = self.record(env, 42)
            self.record(env, 7)
            self.assertTrue(self.equal(first, self.record(env, 42)))

    def test_other_seeds_give_other_games(self):
        env = aec.env(observation=None)
        self.assertFalse(self.equal(self.record(env, 1), self.record(env, 2)))

    def test_without_a_seed_games_differ(self):
        env = aec.env(observation=None)
        hands = set()
        for _ in range(20):
            env.reset()
            hands.add(env.state().hand())
        self.assertGreater(len(hands), 1)


if __name__ == "__main__":
    unittest.main()
