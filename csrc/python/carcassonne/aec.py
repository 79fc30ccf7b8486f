"""An environment in the style of PettingZoo's AEC API (Agent Environment Cycle).

    from carcassonne import Game, aec

    env = aec.env(Game(["abbot"], {"players": 3}))
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        action = None if done else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    env.close()
"""
import random
from typing import Dict, Iterator, Optional, Tuple, Union

from . import spaces
from .action_space import ActionSpace, IndexSpace
from .errors import CarcassonneError
from .game import Game
from .library import lib
from .state import State

OBSERVATIONS = ("planes", "text", None)
REWARDS = ("points", "outcome")
RENDER_MODES = (None, "ansi", "human")
MAX_TEXT = 1 << 20


def one_of(what: str, value: object, allowed: tuple) -> object:
    """Returns a value. Raises an exception if it is not one of the allowed values."""
    if value not in allowed:
        raise CarcassonneError(f"{what}: expected one of {', '.join(map(repr, allowed))}, "
                               f"got {value!r}")
    return value


class Environment:
    """A game as an environment for several agents, `player_0`, `player_1` and so on.

    - `game` is a Game with seeded draws; by default a game of two players.
    - `actions` numbers the actions: an ActionSpace or IndexSpace of the game; by default an
      ActionSpace with this `radius`. A game whose scripts have functions that offer options has
      no ActionSpace: use IndexSpace(game).
    - `observation` is "planes" (an array of numpy: ObservationSpace.planes, with this `radius`),
      "text" (State.observation_string), or None.
    - `reward` is "points" (the points that an action added to each player), or "outcome": at the
      end of the game 1 for a sole winner, 0 for winners who tie, and -1 for the others.

    An observation is a dictionary with "action_mask" and, if there is one, "observation". The mask
    is an array of int8 with planes, and otherwise a bytearray. The mask of an agent who does not
    decide is 0. A player who is eliminated is terminated. If a game leaves the window, so that no
    legal action has a number, all agents are truncated.
    """

    def __init__(self, game: Optional[Game] = None, *, radius: int = 10,
                 actions: Union[ActionSpace, IndexSpace, None] = None,
                 observation: Optional[str] = "planes", reward: str = "points",
                 render_mode: Optional[str] = None):
        self._observation = one_of("observation", observation, OBSERVATIONS)
        self._reward = one_of("reward", reward, REWARDS)
        self.render_mode = one_of("render_mode", render_mode, RENDER_MODES)
        self.metadata = {"name": "carcassonne_v0", "render_modes": ["ansi", "human"],
                         "is_parallelizable": False}
        self._game = Game() if game is None else game
        if self._game.draws_by_host():
            raise CarcassonneError("draws=manual: an environment needs seeded draws")
        self._numbers = ActionSpace(self._game, radius) if actions is None else actions
        if self._numbers._core is not self._game._core:
            raise CarcassonneError("the action space belongs to another game")
        self._planes = self._planes_of(radius) if observation == "planes" else None
        self.possible_agents = [f"player_{i}" for i in range(self._game.num_players())]
        self._player = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._spaces = spaces.module_for_arrays() if self._planes is not None else spaces
        self.action_spaces = {agent: self._spaces.Discrete(self._numbers.size)
                              for agent in self.possible_agents}
        self.observation_spaces = {agent: self._space_of_observations()
                                   for agent in self.possible_agents}
        self._state: Optional[State] = None
        self.agents: list = []

    def _planes_of(self, radius: int):
        from .observation_space import ObservationSpace  # requires numpy
        return ObservationSpace(self._game, radius)

    def _space_of_observations(self):
        if self._planes is not None:
            import numpy
            return self._spaces.Dict({
                "observation": self._spaces.Box(-numpy.inf, numpy.inf, self._planes.shape,
                                                numpy.float32),
                "action_mask": self._spaces.Box(0, 1, (self._numbers.size,), numpy.int8)})
        parts = {"action_mask": spaces.Mask(self._numbers.size)}
        if self._observation == "text":
            parts["observation"] = spaces.Text(MAX_TEXT)
        return spaces.Dict(parts)

    # ---- Agents ----------------------------------------------------------------------------------

    @property
    def unwrapped(self) -> "Environment":
        """The environment itself."""
        return self

    @property
    def num_agents(self) -> int:
        """Number of the agents that have not left."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Number of all agents."""
        return len(self.possible_agents)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str):
        """Returns the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def state(self) -> State:
        """Returns a copy of the state of the game."""
        return self._begun().clone()

    def _begun(self) -> State:
        if self._state is None:
            raise CarcassonneError("call reset first")
        return self._state

    # ---- Play ------------------------------------------------------------------------------------

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        """Begins a new game. The seed determines all draws; by default it is random."""
        if seed is None:
            seed = random.SystemRandom().randrange(1 << 53)
        if self._state is None:
            self._state = self._game.new_initial_state(seed)
        else:
            self._state.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards: Dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards: Dict[str, float] = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, dict] = {agent: {} for agent in self.agents}
        self._points = self._state.returns()
        self._select()

    def step(self, action: Optional[int]) -> None:
        """Applies the action with this number for the agent who is selected, and selects the next
        agent. An agent who is terminated or truncated takes the action None, and leaves."""
        if not self.agents:
            raise CarcassonneError("all agents have left; call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise CarcassonneError(f"{agent}: expected the number of an action, got None")
        self._numbers.apply(self._state, action)
        self._cumulative_rewards[agent] = 0
        self._set_rewards()
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward
        self._select()

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise CarcassonneError(f"{agent} is terminated or truncated: expected the action None")
        for values in (self.terminations, self.truncations, self.rewards, self.infos,
                       self._cumulative_rewards):
            del values[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._select()

    def _set_rewards(self) -> None:
        before, self._points = self._points, self._state.returns()
        for agent in self.agents:
            player = self._player[agent]
            self.rewards[agent] = (self._points[player] - before[player]
                                   if self._reward == "points" else self._outcome(player))

    def _outcome(self, player: int) -> int:
        if not self._state.is_terminal():
            return 0
        winners = self._state.winners()
        if player not in winners:
            return -1
        team = lib.carc_definition_team(self._game._core.definition, player)
        return int(all(team >> winner & 1 for winner in winners))

    def _select(self) -> None:
        """Sets who is terminated or truncated, and selects the next agent: first those who must
        leave, then the player who decides."""
        state = self._state
        over = state.is_terminal()
        self._legal = self._numbers.mask(state)
        outside = not over and 1 not in self._legal
        for agent in self.agents:
            self.terminations[agent] = over or state.is_out(self._player[agent])
            self.truncations[agent] = outside and not self.terminations[agent]
        leaving = [agent for agent in self.agents
                   if self.terminations[agent] or self.truncations[agent]]
        if leaving:
            self.agent_selection = leaving[0]
        elif self.agents:
            self.agent_selection = self.possible_agents[state.current_player()]

    def observe(self, agent: str) -> dict:
        """Returns what an agent sees."""
        player = self._player[agent]
        observation: dict = {}
        if self._planes is not None:
            observation["observation"] = self._planes.planes(self._begun(), player)
        elif self._observation == "text":
            observation["observation"] = self._begun().observation_string(player)
        observation["action_mask"] = self._mask(player)
        return observation

    def _mask(self, player: int):
        decides = self._begun().current_player() == player
        mask = bytearray(self._legal if decides else self._numbers.size)
        if self._planes is None:
            return mask
        import numpy
        return numpy.frombuffer(mask, numpy.int8)

    def last(self, observe: bool = True) -> Tuple[Optional[dict], float, bool, bool, dict]:
        """Returns observation, reward since the agent's last action, termination, truncation and
        info of the agent who is selected. Without `observe` the observation is None."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """Yields the agent who is selected, until all have left or `max_iter` agents were
        yielded. Call `step` once for each."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    # ---- Show ------------------------------------------------------------------------------------

    def render(self) -> Optional[str]:
        """Returns the game as text (render_mode "ansi"), or prints it ("human")."""
        if self.render_mode is None:
            return None
        text = self._begun().show()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Ends the use of the environment."""
        self._state = None
        self.agents = []

    def __str__(self) -> str:
        return self.metadata["name"]


def env(*args, **options) -> Environment:
    """Returns an Environment with these arguments."""
    return Environment(*args, **options)
