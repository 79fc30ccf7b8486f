"""Observation planes of a state, as arrays of numpy."""
from typing import List, Optional, Tuple

import numpy

from .errors import CarcassonneError
from .game import Game
from .library import ffi, lib, text_of
from .state import State

NAME_SIZE = 200


class ObservationSpace:
    """Describes states to a network: as planes of numbers, each with a number for each cell of a
    window.

    `shape` is (planes, rows, columns). The planes are the same in every state of a game, and
    contain nothing that is hidden from the observer. Players are relative to the observer. With
    radius 0 the window has all cells that a game can reach.
    """

    def __init__(self, game: Game, radius: int = 0):
        self._core = core = game._core
        self._block = ffi.new("uint64_t[]", (lib.carc_observation_space_bytes() + 7) // 8)
        self._space = ffi.cast("carc_observation_space *", self._block)
        core.do(lib.carc_observation_space_init(core.definition, self._space, radius, core.error))
        self.radius: int = lib.carc_observation_space_radius(self._space)
        self.size: int = lib.carc_observation_space_size(self._space)
        width = 2 * self.radius + 1
        planes = lib.carc_observation_space_planes(self._space)
        self.shape: Tuple[int, int, int] = (planes, width, width)

    def names(self) -> List[str]:
        """Returns the names of the planes in their order."""
        return [self._name(plane) for plane in range(self.shape[0])]

    def _name(self, plane: int) -> str:
        out = ffi.new("char[]", NAME_SIZE)
        lib.carc_observation_space_plane_name(self._space, plane, out, NAME_SIZE)
        return text_of(out)

    def planes(self, state: State, player: Optional[int] = None,
               out: Optional[numpy.ndarray] = None) -> numpy.ndarray:
        """Returns what a player (None: a spectator) sees, as an array of `shape` with numbers of
        32 bits. Writes them to `out`, if given: such an array, contiguous."""
        if state._core is not self._core:
            raise CarcassonneError("the state belongs to another game")
        if out is None:
            out = numpy.empty(self.shape, numpy.float32)
        elif out.dtype != numpy.float32 or out.shape != self.shape:
            raise ValueError(f"expected an array of float32 with the shape {self.shape}")
        lib.carc_observation_space_write(self._space, state._state, self._core.observer(player),
                                         ffi.from_buffer("float[]", out, require_writable=True))
        return out
