"""Games: the rules with which states are played."""
from typing import Iterable, List, Mapping, Optional, Union

from .closable import Closable
from .core import Core
from .library import bytes_of, ffi, lib, text_of
from .state import State

Variants = Union[str, Iterable[str], Mapping[str, Optional[Mapping[str, object]]]]
Options = Union[str, Mapping[str, object]]


class Game(Closable):
    """A game: variants with their options, number of players, and rule values. It never changes.

    `variants` has names of shipped expansions and house rules: a list of names, a text as
    "tower,siege:pig=1", or a dictionary from names to their options, as
    {"tower": {}, "siege": {"pig": 1}}. `options` has the number of `players`, `edition`, `sets`,
    `without`, `draws` and rule values, as a text ("players=3,sets=base+traders") or a dictionary.
    `resize`, called with `ud`, is an allocator: a pointer of cffi to a function as
    carc_game_resize in carcassonne_full.h.

    Players are numbered from 0. (Texts of the library count them from 1.) A game may be used by one
    thread at a time, together with its states. `close`, or the end of a `with` block, ends the use
    of the game; its memory is freed after its last state.
    """

    def __init__(self, variants: Variants = "", options: Options = "", *, resize=None, ud=None):
        variants_text = bytes_of(variants_as_text(variants), "variants")
        options_text = bytes_of(options_as_text(options), "options")
        self._core = Core(lambda *out: lib.carc_game_new(
            lib.CARC_ABI_VERSION, variants_text, options_text, resize or ffi.NULL,
            ud or ffi.NULL, *out), (resize, ud))

    @classmethod
    def of_save(cls, text: str) -> "Game":
        """Returns the game of a saved game, whose variants must be shipped."""
        data = bytes_of(text, "saved game")
        return cls._of(Core(lambda *out: lib.carc_game_of_save(
            lib.CARC_ABI_VERSION, data, ffi.NULL, ffi.NULL, *out)))

    @classmethod
    def _of(cls, core: Core) -> "Game":
        game = cls.__new__(cls)
        game._core = core
        return game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other._core is self._core

    def __hash__(self) -> int:
        return hash(id(self._core))

    def new_initial_state(self, seed: int = 0) -> "State":
        """Returns a new state. The seed determines all draws."""
        core = self._core
        state = State._of(core)
        core.do(lib.carc_state_init(core.definition, state._state, seed, core.error))
        return state

    def deserialize_state(self, text: str) -> "State":
        """Returns the state of a saved game of this game (see State.serialize)."""
        data = bytes_of(text, "saved game")
        core = self._core
        state = State._of(core)
        core.do(lib.carc_state_deserialize(core.definition, state._state, data, core.error))
        return state

    def num_players(self) -> int:
        """Returns the number of players."""
        return self._core.players

    def measure(self, arms: List[dict], games: int = 100, **options):
        """Plays games and reports them, as the commands run and compare do. Each of `arms` is a set
        of rules with a `label` and `variants`, `options` and `bot`; a report of several sets
        compares each with the first. `options` are those of the call `measure` in
        carcassonne_full.h, such as `seed` and `bot`."""
        return self._core.request("measure", ({"arms": arms, "games": games, **options},), ffi.NULL)

    def text(self) -> str:
        """Returns the definition of the game: all tiles, pieces, rule values and statements."""
        return text_of(lib.carc_definition_text(self._core.definition))

    def state_size(self) -> int:
        """Returns the number of bytes of a state."""
        return self._core.size

    def draws_by_host(self) -> bool:
        """Returns whether the host decides chance events (the option draws=manual)."""
        return lib.carc_definition_manual(self._core.definition)


def options_as_text(options: Options) -> str:
    """Returns options as the text KEY=VALUE,KEY=VALUE."""
    if not isinstance(options, Mapping):
        return options
    return ",".join(f"{key}={value_as_text(value)}" for key, value in options.items())


def value_as_text(value: object) -> str:
    """Returns the value of an option as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "+".join(str(item) for item in value)
    return str(value)


def variants_as_text(variants: Variants) -> str:
    """Returns variants as the text NAME,NAME:KEY=VALUE."""
    if isinstance(variants, str):
        return variants
    if not isinstance(variants, Mapping):
        return ",".join(variants)
    return ",".join(name + (":" + options_as_text(options) if options else "")
                    for name, options in variants.items())


def load(text: str) -> State:
    """Returns the state of a saved game, whose variants must be shipped. Its game is
    `load(text).game()`."""
    return Game.of_save(text).deserialize_state(text)
