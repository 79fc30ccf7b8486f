"""A rules engine for Carcassonne with all shipped expansions. Unofficial.

    import random
    import carcassonne

    game = carcassonne.Game(["tower", "siege:pig=1"], {"players": 3})
    state = game.new_initial_state(seed=42)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

The package calls libcarcassonne-full (see carcassonne.library for how it is found). It requires
cffi. carcassonne.aec is an environment for programs that learn, and carcassonne.vector steps many
games at once; with observation planes they require numpy.
"""
from .errors import CarcassonneError
from .game import Game, load
from .library import lib, text_of
from .state import Action, State

CHANCE: int = lib.CARC_CHANCE
TERMINAL: int = lib.CARC_NOBODY
__version__ = text_of(lib.carc_version())

__all__ = ["Action", "CarcassonneError", "CHANCE", "Game", "State", "TERMINAL", "load"]
