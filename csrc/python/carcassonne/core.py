"""The part of a game that its states share, and that lives as long as they do."""
import json
from typing import Callable, Optional

from .errors import CarcassonneError
from .library import CODES, MESSAGE_SIZE, error_of, ffi, lib, text_of

TEXT_SIZE = lib.CARC_ACTION_TEXT_SIZE


class Core:
    """A game of the library. `make` calls one of its functions that make a game, with the last
    three arguments of the function. `allocator` is kept until the game has been freed."""

    def __init__(self, make: Callable, allocator=None):
        out, message = ffi.new("carc_game **"), ffi.new("char[]", MESSAGE_SIZE)
        status = make(out, message, MESSAGE_SIZE)
        if status != lib.CARC_OK:
            raise CarcassonneError(text_of(message), CODES[status])
        self.handle = ffi.gc(out[0], lambda handle, free=lib.carc_game_free, _kept=allocator:
                             free(handle))
        self.definition = lib.carc_game_definition(self.handle)
        self.error = ffi.new("carc_error *")
        self.text = ffi.new("char[]", TEXT_SIZE)
        self.size = lib.carc_definition_state_size(self.definition)
        self.players = lib.carc_definition_players(self.definition)

    def do(self, status: int) -> None:
        """Raises the exception for a status that is not CARC_OK."""
        if status != lib.CARC_OK:
            raise error_of(self.error)

    def check_player(self, player: int) -> int:
        """Returns a player's number. Raises an exception if the game has no such player."""
        if not 0 <= player < self.players:
            raise CarcassonneError(f"player {player}: expected 0 to {self.players - 1}")
        return player

    def observer(self, player: Optional[int]) -> int:
        """Returns the observer that stands for a player, or for a spectator (None)."""
        return lib.CARC_SPECTATOR if player is None else self.check_player(player)

    def request(self, call: str, arguments: tuple, state):
        """Calls a function of lua/doc/PLUGIN.md with data, and returns its result."""
        request = json.dumps({"call": call, "args": arguments}).encode()
        answer = ffi.new("const char **")
        status = lib.carc_game_request(self.handle, state, request, answer, ffi.NULL)
        reply = json.loads(ffi.string(answer[0]))
        if status != lib.CARC_OK:
            raise CarcassonneError(reply["message"], CODES[status])
        return reply.get("result")
