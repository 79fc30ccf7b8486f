"""States of a game, and their actions."""
import operator
from typing import TYPE_CHECKING, List, Optional, Tuple, Union

from .closable import Closable
from .core import TEXT_SIZE, Core
from .errors import CarcassonneError
from .library import bytes_of, error_of, ffi, lib, text_of

if TYPE_CHECKING:
    from .game import Game

# Functions of the library that are called often.
_string, _action_to_string = ffi.string, lib.carc_action_to_string
_apply_index, _num_actions = lib.carc_state_apply_index, lib.carc_state_num_actions
_allocate = ffi.new_allocator(should_clear_after_alloc=False)


class Action:
    """A legal action of a state, as it was when the object was made.

    `text` is the action as text ("place TB-A 3,-1 r2"), `packed` the action as one number (see
    carc_action in carcassonne_definition.h), and `kind` one of "draw", "place", "deploy", "pass",
    "extra", "resign" and "choice". `int(action)` is `packed`. Actions are equal if their numbers
    are equal. The text is made when it is first read, and when the action is applied. After the
    state has changed, reading it for the first time raises an exception.
    """

    __slots__ = ("packed", "_text", "_state", "_time")

    def __init__(self, packed: int, state: "State"):
        self.packed = packed
        self._text: Optional[str] = None
        self._state: Optional[State] = state
        self._time: int = state._clock[0]

    @property
    def text(self) -> str:
        """The action as text."""
        if self._text is None:
            if self._state._clock[0] != self._time:
                raise CarcassonneError("the state has changed since its legal actions were listed")
            self._text = self._state._text_of(self.packed)
            self._state = None
        return self._text

    def _keep_text(self, state: "State") -> None:
        """Makes the text if the state is that of the action, and has not changed."""
        if self._state is state and state._clock[0] == self._time:
            _ = self.text

    @property
    def kind(self) -> str:
        """The kind of action."""
        return KINDS[self.packed & 15]

    def __index__(self) -> int:
        return self.packed

    __int__ = __index__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.packed == self.packed

    def __hash__(self) -> int:
        return hash(self.packed)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        try:
            return f"<Action {self.text}>"
        except CarcassonneError:
            return f"<Action {self.packed}>"


KINDS = [text_of(lib.carc_action_kind_name(kind)) for kind in range(lib.CARC_ACTION_CHOICE + 1)]


class State(Closable):
    """A position of a game, with its history and its random generator.

    The names are those of OpenSpiel in Python. Players are numbered from 0; indexes of actions
    begin with 0. If a method raises an exception, the state is unchanged.
    """

    @classmethod
    def _of(cls, core: Core) -> "State":
        state = cls.__new__(cls)
        state._core = core
        state._def = core.definition
        state._error = core.error
        state._jumped = False
        state._clock = [0]  # counts changes
        state._block = _allocate("uint64_t[]", (core.size + 7) // 8)
        state._state = ffi.cast("carc_state *", state._block)
        return state

    def __init__(self):
        raise TypeError("use Game.new_initial_state or carcassonne.load")

    def game(self) -> "Game":
        """Returns the game of the state."""
        from .game import Game
        return Game._of(self._core)

    # ---- The decision ----------------------------------------------------------------------------

    def current_player(self) -> int:
        """Returns the player who decides; CHANCE if the host decides a chance event; TERMINAL at
        the end."""
        return lib.carc_state_current_player(self._def, self._state)

    def turn_player(self) -> int:
        """Returns the player whose turn it is, or was last."""
        return lib.carc_state_turn_player(self._def, self._state)

    def turn_number(self) -> int:
        """Returns the number of the turn, from 1."""
        return lib.carc_state_turn_number(self._def, self._state)

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return lib.carc_state_is_terminal(self._def, self._state)

    def is_chance_node(self) -> bool:
        """Returns whether the host decides a chance event."""
        return lib.carc_state_is_chance_node(self._def, self._state)

    def decision(self) -> str:
        """Returns the kind of the decision: "draw", "place", "deploy", "extra", "choice" or, at
        the end, "none"."""
        return KINDS[lib.carc_state_decision(self._def, self._state)]

    def phase(self) -> Optional[str]:
        """Returns the phase of a script that asks; None for other decisions."""
        phase = lib.carc_state_phase(self._def, self._state)
        return None if phase < 0 else text_of(lib.carc_phase_name(self._def, phase))

    def question(self) -> str:
        """Returns the question of the phase; "" if it has none."""
        return text_of(lib.carc_state_question(self._def, self._state))

    def hand(self) -> Optional[str]:
        """Returns the id of the tile in hand or just placed."""
        tile = lib.carc_state_hand(self._def, self._state)
        return None if tile < 0 else text_of(lib.carc_type_id(self._def, tile))

    def decisions(self) -> int:
        """Returns the number of decisions that `undo_action` can take back."""
        return lib.carc_state_decisions(self._def, self._state)

    # ---- Actions ---------------------------------------------------------------------------------

    def num_actions(self) -> int:
        """Returns the number of legal actions; 0 only at the end of the game."""
        return lib.carc_state_num_actions(self._def, self._state)

    def action(self, index: int) -> Action:
        """Returns the legal action with this index, from 0."""
        packed = lib.carc_state_action(self._def, self._state, index)
        if packed == 0:
            raise CarcassonneError(f"action {index}: there are {self.num_actions()} legal actions",
                                   "illegal")
        return Action(packed, self)

    def legal_actions(self) -> List[Action]:
        """Returns the legal actions. States with equal histories list them in the same order."""
        n = self.num_actions()
        out = ffi.new("carc_action[]", n)
        lib.carc_state_legal_actions(self._def, self._state, out, n)
        return [Action(packed, self) for packed in out]

    def _text_of(self, packed: int) -> str:
        out = self._core.text
        _action_to_string(self._def, self._state, packed, out, TEXT_SIZE)
        return _string(out).decode()

    def string_to_action(self, text: str) -> Action:
        """Returns the action that a text names. The action need not be legal."""
        data, out = bytes_of(text, "action"), ffi.new("carc_action *")
        self._core.do(lib.carc_string_to_action(self._def, self._state, data, out, self._error))
        return Action(out[0], self)

    def chance_outcomes(self) -> List[Tuple[Action, float]]:
        """Returns the possible chance events with their probabilities; if a player decides,
        returns an empty list."""
        n = lib.carc_state_chance_outcomes(self._def, self._state, ffi.NULL, ffi.NULL, 0)
        actions, probabilities = ffi.new("carc_action[]", n), ffi.new("double[]", n)
        lib.carc_state_chance_outcomes(self._def, self._state, actions, probabilities, n)
        return [(Action(packed, self), probability)
                for packed, probability in zip(actions, probabilities)]

    def apply_action(self, action: Union[Action, str, int]) -> None:
        """Applies an action: an entry of `legal_actions`, its text, or its packed number."""
        if isinstance(action, str):
            action = self.string_to_action(action)
        elif isinstance(action, Action):
            action._keep_text(self)
        packed = operator.index(action)
        self._core.do(lib.carc_state_apply_action(self._def, self._state, packed, self._error))
        self._clock[0] += 1

    def apply_index(self, index: int) -> int:
        """Applies the legal action with this index, from 0, and returns the number of legal
        actions of the next decision. This is the fastest way to play."""
        if _apply_index(self._def, self._state, index, self._error):
            raise error_of(self._error)
        self._clock[0] += 1
        return _num_actions(self._def, self._state)

    def resign(self, player: int) -> None:
        """Resigns for a player."""
        self.apply_action(f"resign {self._core.check_player(player) + 1}")

    def undo_action(self) -> None:
        """Takes back the last decision of a player, or the last draw by the host."""
        self._core.do(lib.carc_state_undo_action(self._def, self._state, self._error))
        self._jump()

    def _jump(self) -> None:
        self._clock[0] += 1
        self._jumped = True

    def random_playout(self, seed: int = 0) -> None:
        """Plays random actions to the end of the game. The seed determines the actions."""
        self._core.do(lib.carc_state_random_playout(self._def, self._state, seed, self._error))
        self._clock[0] += 1

    # ---- Copies ----------------------------------------------------------------------------------

    def clone(self) -> "State":
        """Returns an independent copy."""
        copy = State._of(self._core)
        lib.carc_state_clone(self._def, copy._state, self._state)
        copy._jumped = self._jumped
        return copy

    __copy__ = clone

    def __deepcopy__(self, _memo) -> "State":
        return self.clone()

    def copy_from(self, other: "State") -> None:
        """Becomes a copy of another state of the same game, without new memory."""
        if other._core is not self._core:
            raise CarcassonneError("the state belongs to another game")
        lib.carc_state_clone(self._def, self._state, other._state)
        self._jump()

    def resample(self, player: Optional[int] = None, seed: int = 0) -> "State":
        """Returns a random state that is consistent with what a player (None: a spectator) knows.
        The seed determines the hidden tiles and all later draws."""
        observer = self._core.observer(player)
        out = State._of(self._core)
        self._core.do(lib.carc_state_determinize(self._def, self._state, observer, seed,
                                                 out._state, self._error))
        return out

    def reseed(self, seed: int) -> None:
        """Sets the seed of all later draws."""
        lib.carc_state_reseed(self._def, self._state, seed)

    def reset(self, seed: int = 0) -> None:
        """Begins a new game in the same memory."""
        self._core.do(lib.carc_state_init(self._def, self._state, seed, self._error))
        self._jump()

    def __eq__(self, other: object) -> bool:
        """Whether both states are equal in every bit, the random generator included."""
        if not isinstance(other, State):
            return NotImplemented
        return other._core is self._core and lib.carc_state_equal(
            self._def, self._state, other._state)

    __hash__ = None

    def hash(self, player: Optional[int] = None) -> int:
        """Returns a hash of what a player (None: a spectator) sees."""
        return lib.carc_state_hash_for(self._def, self._state, self._core.observer(player))

    # ---- Points ----------------------------------------------------------------------------------

    def score(self, player: int) -> int:
        """Returns the points of a player, or of the player's team."""
        return lib.carc_state_score(self._def, self._state, self._core.check_player(player))

    def returns(self) -> List[int]:
        """Returns the points of each player; at the end of the game, the result."""
        return [lib.carc_state_score(self._def, self._state, player)
                for player in range(self._core.players)]

    def rewards(self) -> List[int]:
        """Returns the points that the last action added, by player."""
        return [lib.carc_state_reward(self._def, self._state, player)
                for player in range(self._core.players)]

    def winners(self) -> List[int]:
        """Returns the leaders: one player, several who tie, or a team."""
        bits = lib.carc_state_winners(self._def, self._state)
        return [player for player in range(self._core.players) if bits >> player & 1]

    def is_out(self, player: int) -> bool:
        """Returns whether a player takes no more turns."""
        return lib.carc_state_is_out(self._def, self._state, self._core.check_player(player))

    # ---- Text ------------------------------------------------------------------------------------

    def serialize(self) -> str:
        """Returns the game so far as text: its definition, its seed and each decision."""
        length = lib.carc_state_serialize(self._def, self._state, ffi.NULL, 0, self._error)
        if length < 0:
            raise error_of(self._error)
        out = ffi.new("char[]", length + 1)
        lib.carc_state_serialize(self._def, self._state, out, length + 1, self._error)
        return text_of(out)

    def observation_string(self, player: Optional[int] = None) -> str:
        """Returns what a player (None: a spectator) sees, as statements of a definition."""
        observer = self._core.observer(player)
        length = lib.carc_state_observation_for(self._def, self._state, observer, ffi.NULL, 0)
        out = ffi.new("char[]", length + 1)
        lib.carc_state_observation_for(self._def, self._state, observer, out, length + 1)
        return text_of(out)

    # ---- Data ------------------------------------------------------------------------------------
    #
    # The contents are those of the contract for hosts of any game (lua/doc/PLUGIN.md): dictionaries
    # and lists. In them, as in texts, players count from 1.

    def request(self, call: str, *arguments):
        """Calls a function of the contract with this state, and returns its result."""
        return self._core.request(call, arguments, self._state)

    def _as_text(self, player: Optional[int]) -> Optional[int]:
        return None if player is None else self._core.check_player(player) + 1

    def view(self, player: Optional[int] = None) -> dict:
        """Returns everything that a player (None: a spectator) may see."""
        return self.request("view", self._as_text(player))

    def delta(self, player: Optional[int] = None, revision: Optional[int] = None) -> dict:
        """Returns what has changed in a view since a revision. Returns the whole view if there is
        no revision, or if the state has ever been reset or taken back."""
        return self.request("delta", self._as_text(player), None if self._jumped else revision)

    def events(self, player: Optional[int] = None, since: int = 0) -> List[dict]:
        """Returns the events after number `since` that a player (None: a spectator) may know."""
        return self.request("events", self._as_text(player), since)

    def describe_event(self, event: dict, names: Optional[List[str]] = None) -> str:
        """Returns a line for people that describes an event. `names` are the players' names."""
        return self.request("describe_event", event, names)

    def history(self, player: Optional[int] = None) -> List[dict]:
        """Returns each decision so far, as a player (None: a spectator) may know it."""
        return self.request("history", self._as_text(player))

    def show(self, player: Optional[int] = None, format: str = "text") -> str:
        """Returns a picture of what a player (None: a spectator) sees: "text" or "svg"."""
        return self.request("show", self._as_text(player), format)

    def statics(self) -> dict:
        """Returns what never changes in a game: tiles and pieces with their pictures, colours."""
        return self.request("statics")

    def result(self) -> List[dict]:
        """Returns the results that are certain: each with player, outcome, points and rank."""
        return self.request("result")

    def describe(self, action: Union[Action, str]) -> str:
        """Returns a line for people that describes a legal action."""
        return self.request("describe", str(action))

    def fields(self, action: Union[Action, str]) -> dict:
        """Returns the parts of a legal action."""
        return self.request("fields", str(action))

    def find(self, fields: dict) -> Action:
        """Returns the legal action that has all of these fields."""
        return self.string_to_action(self.request("find", fields))

    def bots(self) -> List[dict]:
        """Returns the bots that can play the game, each with name, level, text and timed."""
        return self.request("bots")

    def choose(self, bot: str, milliseconds: Optional[int] = None) -> Action:
        """Returns the action that a bot chooses for the player who decides. The bot uses only what
        this player knows."""
        return self.string_to_action(self.request("choose", bot, milliseconds))

    def __getstate__(self):
        raise TypeError("a state cannot be pickled; use serialize")

    def __repr__(self) -> str:
        if "_state" not in self.__dict__:
            return "<State, closed>"
        return f"<State {self.decisions()} decisions, {self.returns()}>"
