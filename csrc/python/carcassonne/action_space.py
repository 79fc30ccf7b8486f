"""Numbers of actions, for programs that learn to play.

A numbering has `size`, the number of different actions, and the methods `mask`, `apply` and
`action`. ActionSpace gives an action the same number in every state. IndexSpace works with all
variants, but its numbers mean something else in each state.
"""
from typing import List, Optional, Union

from .errors import CarcassonneError
from .game import Game
from .library import CODES, MESSAGE_SIZE, ffi, lib, text_of
from .state import Action, State


class ActionSpace:
    """The actions of a game, numbered from 0 to `size` - 1.

    A number means the same in every state, in every language and with every library of this
    version, for example "rotation 2 in the cell 3,-1". The cells are those from -`radius` to
    `radius` in both directions; actions in other cells have no number. With radius 0 the window
    has all cells that a game can reach. If a function of a script offers options, the game has no
    action space: this raises an exception that names the phase of the script.
    """

    def __init__(self, game: Game, radius: int = 0):
        self._core = game._core
        self._block = ffi.new("uint64_t[]", (lib.carc_action_space_bytes() + 7) // 8)
        self._space = ffi.cast("carc_action_space *", self._block)
        message = ffi.new("char[]", MESSAGE_SIZE)
        status = lib.carc_game_action_space(self._core.handle, radius, self._space, message,
                                            MESSAGE_SIZE)
        if status != lib.CARC_OK:
            raise CarcassonneError(text_of(message), CODES[status])
        self.size: int = lib.carc_action_space_size(self._space)
        self.radius: int = lib.carc_action_space_radius(self._space)

    def _check(self, state: State):
        if state._core is not self._core:
            raise CarcassonneError("the state belongs to another game")
        return state._state

    def number(self, action: Union[Action, int]) -> Optional[int]:
        """Returns the number of an action; None if it has none."""
        number = lib.carc_action_space_number(self._space, int(action))
        return None if number < 0 else number

    def action(self, state: State, number: int) -> Action:
        """Returns the legal action with this number."""
        return Action(self._packed(state, number), state)

    def _packed(self, state: State, number: int) -> int:
        packed = lib.carc_action_space_action(self._space, self._check(state), number)
        if packed == 0:
            raise CarcassonneError(f"no legal action has the number {number}", "illegal")
        return packed

    def apply(self, state: State, number: int) -> None:
        """Applies the legal action with this number."""
        state.apply_action(self._packed(state, number))

    def legal(self, state: State) -> List[Optional[int]]:
        """Returns the numbers of the legal actions in their order, None for actions without a
        number."""
        n = state.num_actions()
        out = ffi.new("int[]", n)
        lib.carc_action_space_legal(self._space, self._check(state), out, n)
        return [None if number < 0 else number for number in out]

    def mask(self, state: State, out=None) -> bytearray:
        """Returns `size` bytes: 1 at the number of each legal action, otherwise 0. Writes them to
        `out`, if given: a writable buffer of `size` bytes, such as an array of numpy."""
        if out is None:
            out = bytearray(self.size)
        lib.carc_action_space_mask(self._space, self._check(state), buffer_of(out, self.size))
        return out

    def blocks(self) -> List[dict]:
        """Returns the blocks of numbers. Each is a grid, whose dimensions are fields of an action;
        the last dimension counts fastest."""
        return [self._block_of(lib.carc_action_space_block(self._space, i))
                for i in range(lib.carc_action_space_blocks(self._space))]

    def _block_of(self, block) -> dict:
        dimensions = [{"field": text_of(lib.carc_action_field_name(d.field)), "low": d.low,
                       "size": d.size, "optional": bool(d.optional)}
                      for d in block.dimension[0:block.n_dimensions]]
        phase = None
        if block.phase >= 0:
            phase = text_of(lib.carc_phase_name(self._core.definition, block.phase))
        return {"kind": text_of(lib.carc_action_kind_name(block.kind)), "phase": phase,
                "elsewhere": bool(block.elsewhere), "first": block.first, "size": block.size,
                "dimensions": dimensions}


class IndexSpace:
    """Numbers that are the indexes of the legal actions, for games without an action space.

    `size` is the greatest number of actions that a program can choose from. If a state has more
    legal actions, only the first `size` have numbers.
    """

    def __init__(self, game: Game, size: int = 1024):
        self._core = game._core
        self.size = size

    def action(self, state: State, number: int) -> Action:
        """Returns the legal action with this number."""
        return state.action(self._index(number))

    def _index(self, number: int) -> int:
        if not 0 <= number < self.size:
            raise CarcassonneError(f"no legal action has the number {number}", "illegal")
        return number

    def apply(self, state: State, number: int) -> None:
        """Applies the legal action with this number."""
        state.apply_index(self._index(number))

    def mask(self, state: State, out=None) -> bytearray:
        """As ActionSpace.mask."""
        if out is None:
            out = bytearray(self.size)
        n = min(state.num_actions(), self.size)
        view = buffer_of(out, self.size)
        lib_buffer = ffi.buffer(view)
        lib_buffer[0:n] = b"\1" * n
        lib_buffer[n:self.size] = bytes(self.size - n)
        return out


def buffer_of(out, size: int):
    """Returns the memory of a writable buffer with at least `size` bytes."""
    view = ffi.from_buffer("unsigned char[]", out, require_writable=True)
    if len(view) < size:
        raise ValueError(f"expected a buffer of {size} bytes, got {len(view)}")
    return view
