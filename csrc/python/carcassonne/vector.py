"""Many games that advance together, for programs that learn to play.

    from carcassonne import Game
    from carcassonne.vector import VectorGames

    games = VectorGames(Game(options={"players": 3}), 64, radius=10, seed=1)
    rewards, ended = games.step(choose(games.masks, games.players))
"""
from typing import Optional, Sequence, Tuple

from .action_space import ActionSpace
from .errors import CarcassonneError
from .game import Game
from .library import ffi, lib
from .state import State


class VectorGames:
    """`n` states of one game. Each call of `step` applies one action to each of them; a game that
    has ended begins again at once. The draws must be seeded.

    The fields are buffers that each step overwrites; numpy.asarray and memoryview read them
    without a copy. Their shapes are:

    - `players` (n): the player who decides in each game;
    - `masks` (n, actions): 1 for each legal action, in the numbers of `actions`;
    - `rewards` (n, players): the points that the last step added to each player;
    - `ended` (n): 0 if the game continues; 1 if the last step ended it; 2 if it has left the
      window, so that no legal action has a number. In both cases a new game has begun.

    Game i begins with the seed `seed` + i; each further game in its place adds n to the seed.
    """

    def __init__(self, game: Game, n: int, *, radius: int = 10, seed: int = 0,
                 actions: Optional[ActionSpace] = None):
        if n < 1:
            raise CarcassonneError(f"expected at least 1 game, got {n}")
        self._core = core = game._core
        self.actions = ActionSpace(game, radius) if actions is None else actions
        if self.actions._core is not core:
            raise CarcassonneError("the action space belongs to another game")
        self.states = [State._of(core) for _ in range(n)]
        self._clock = [0]
        for state in self.states:
            state._clock = self._clock
        self._pointers = ffi.new("carc_state *[]", [state._state for state in self.states])
        self._seeds = ffi.new("uint64_t[]", n)
        players = core.players
        self.players = self._field("int", "i", n)
        self.rewards = self._field("int", "i", n, players)
        self.ended = self._field("unsigned char", "B", n)
        self.masks = self._field("unsigned char", "B", n, self.actions.size)
        self._failed = ffi.new("int *")
        self._numbers = ffi.new("int[]", n)
        self._batch = ffi.new("carc_batch *", {
            "def": core.definition, "space": self.actions._space, "n": n, "states": self._pointers,
            "seeds": self._seeds, "players": self._pointer(self.players, "int *"),
            "rewards": self._pointer(self.rewards, "int *"),
            "ended": self._pointer(self.ended, "unsigned char *"),
            "masks": self._pointer(self.masks, "unsigned char *")})
        self.reset(seed)

    @staticmethod
    def _field(kind: str, letter: str, *shape: int) -> memoryview:
        size = 1
        for length in shape:
            size *= length
        return memoryview(ffi.buffer(ffi.new(f"{kind}[]", size))).cast("B").cast(letter, shape)

    @staticmethod
    def _pointer(field: memoryview, kind: str):
        return ffi.cast(kind, ffi.from_buffer(field))

    def __len__(self) -> int:
        return len(self.states)

    def reset(self, seed: int = 0) -> None:
        """Begins all games."""
        for i in range(len(self.states)):
            self._seeds[i] = seed + i
        self._clock[0] += 1
        self._core.do(lib.carc_batch_reset(self._batch, self._failed, self._core.error))

    def step(self, numbers: Sequence[int]) -> Tuple[memoryview, memoryview]:
        """Applies the action with the number numbers[i] to game i, and returns `rewards` and
        `ended`. `numbers` is a list, or an array of numpy with 32-bit integers, which is not
        copied. If a number is not legal, no game changes. If a script fails, the games before that
        game have taken their step."""
        if isinstance(numbers, (list, tuple)):
            if len(numbers) != len(self.states):
                raise CarcassonneError(f"expected {len(self.states)} numbers, got {len(numbers)}")
            self._numbers[0:len(numbers)] = numbers
            pointer = self._numbers
        else:
            pointer = ffi.from_buffer("int[]", numbers)
            if memoryview(numbers).format != "i" or len(pointer) != len(self.states):
                raise CarcassonneError(f"expected {len(self.states)} integers of 32 bits")
        self._clock[0] += 1
        self._core.do(lib.carc_batch_step(self._batch, pointer, self._failed, self._core.error))
        return self.rewards, self.ended

    def observe(self, space, out=None):
        """Returns what the players who decide see: an array of numpy with the planes of an
        ObservationSpace for each game. Writes them to `out`, if given."""
        import numpy
        if out is None:
            out = numpy.empty((len(self.states), *space.shape), numpy.float32)
        for state, player, planes in zip(self.states, self.players, out):
            space.planes(state, player, planes)
        return out
