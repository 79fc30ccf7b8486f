"""Tests games and states."""
import copy
import gc
import os
import random
import subprocess
import sys
import tempfile
import unittest

import cffi

import carcassonne
from carcassonne import CarcassonneError, Game
from carcassonne.action_space import ActionSpace, IndexSpace
from carcassonne.library import HEADER, candidates, ffi, header_of, lib

FIVE = ["inns-and-cathedrals", "princess-and-dragon", "tower", "abbey-and-mayor", "siege:pig=1"]


def play(state, seed, decisions=10 ** 6):
    """Plays random actions by index."""
    chosen = random.Random(seed)
    n = state.num_actions()
    while n > 0 and decisions > 0:
        n = state.apply_index(chosen.randrange(n))
        decisions -= 1
    return state


class Case(unittest.TestCase):
    """A test that expects refusals."""

    def refuses(self, code, part, function, *arguments, **options):
        """Checks that a call raises a CarcassonneError with this code and this part of its
        message."""
        with self.assertRaises(CarcassonneError) as caught:
            function(*arguments, **options)
        self.assertEqual(caught.exception.code, code)
        self.assertIn(part, str(caught.exception))


class Games(Case):
    """Games and their texts."""

    def test_a_list_a_dictionary_and_a_text_of_variants_make_the_same_game(self):
        text = Game("tower,siege:pig=1", "players=3,sets=base+traders").text()
        self.assertEqual(text, Game(["tower", "siege:pig=1"],
                                    {"players": 3, "sets": ["base", "traders"]}).text())
        self.assertEqual(text, Game({"tower": None, "siege": {"pig": 1}}, "players=3,sets="
                                    "base+traders").text())

    def test_a_wrong_name_option_or_number_of_players_is_refused(self):
        self.refuses("invalid", "did you mean tower", Game, "towr")
        self.refuses("invalid", "players", Game, options={"players": 9})
        self.refuses("invalid", "colour", Game, options={"colour": "red"})
        self.refuses("invalid", "zero byte", Game, "tower\0")
        self.assertRaises(TypeError, Game, b"tower")

    def test_an_allocator_that_refuses_memory_raises_an_exception(self):
        declared = cffi.FFI()
        declared.cdef("void *realloc(void *, size_t); void free(void *);")
        libc = declared.dlopen(None)
        bytes_in_use = [0]

        @ffi.callback("carc_game_resize")
        def resize(_ud, old, old_size, new_size):
            bytes_in_use[0] += new_size - old_size
            if new_size > old_size and bytes_in_use[0] > 2000000:
                bytes_in_use[0] -= new_size - old_size
                return ffi.NULL
            if new_size > 0:
                return libc.realloc(old, new_size)
            libc.free(old)
            return ffi.NULL

        self.refuses("memory", "memory", Game, FIVE, resize=resize)
        self.assertEqual(bytes_in_use, [0])
        with Game(resize=resize) as game:
            play(game.new_initial_state(), 1)
            self.assertGreater(bytes_in_use[0], 0)
        self.assertEqual(bytes_in_use, [0])

    def test_an_allocator_lives_as_long_as_the_states_of_its_game(self):
        calls = []

        def begin():
            declared = cffi.FFI()
            declared.cdef("void *realloc(void *, size_t); void free(void *);")
            libc = declared.dlopen(None)

            @ffi.callback("carc_game_resize")
            def resize(_ud, old, _old_size, new_size):
                calls.append(new_size)
                if new_size > 0:
                    return libc.realloc(old, new_size)
                libc.free(old)
                return ffi.NULL

            return Game("tower", resize=resize).new_initial_state(1)

        state = begin()
        gc.collect()
        play(state, 1)
        before = len(calls)
        del state
        gc.collect()
        self.assertGreater(len(calls), before)

    def test_players_are_counted_from_0(self):
        state = Game(options="players=3").new_initial_state(1)
        self.assertEqual(state.current_player(), 0)
        for player in (-1, 3):
            self.refuses("invalid", "expected 0 to 2", state.score, player)
            self.refuses("invalid", "expected 0 to 2", state.resample, player)

    def test_a_closed_game_makes_no_states_but_its_states_live_on(self):
        with Game(FIVE) as game:
            state = game.new_initial_state(1)
        self.refuses("closed", "closed", game.new_initial_state)
        play(state, 1)
        self.assertTrue(state.is_terminal())
        game.close()
        state.close()
        self.refuses("closed", "closed", state.num_actions)
        self.assertIn("closed", repr(state))

    def test_objects_may_be_freed_in_any_order(self):
        for order in range(6):
            game = Game("tower")
            state = game.new_initial_state(1)
            things = [game, state, state.clone()]
            random.Random(order).shuffle(things)
            things.append(things)
            del game, state
            while things:
                things.pop()
            gc.collect()


class States(Case):
    """Playing, copying and reading."""

    @classmethod
    def setUpClass(cls):
        cls.game = Game(FIVE, "players=3")

    def test_a_random_game_ends_with_the_points_of_its_result(self):
        state = play(self.game.new_initial_state(5), 5)
        self.assertEqual(state.current_player(), carcassonne.TERMINAL)
        self.assertEqual(state.legal_actions(), [])
        self.assertEqual(state.returns(), [state.score(player) for player in range(3)])
        best = max(state.returns())
        self.assertEqual(state.winners(), [p for p in range(3) if state.score(p) == best])

    def test_an_action_has_a_text_and_a_number_that_apply_accepts(self):
        state = play(self.game.new_initial_state(3), 3, 50)
        for action in state.legal_actions():
            after = []
            for given in (action, action.text, action.packed):
                copied = state.clone()
                copied.apply_action(given)
                after.append(copied)
            self.assertTrue(after[0] == after[1] == after[2])
            self.assertEqual(state.string_to_action(action.text), action)
            self.assertTrue(action.text.startswith(action.kind) or action.kind == "choice")
        self.assertEqual(state.action(0), state.legal_actions()[0])
        self.assertEqual(len({*state.legal_actions()}), state.num_actions())

    def test_an_illegal_action_changes_nothing(self):
        state = play(self.game.new_initial_state(3), 3, 50)
        before = state.clone()
        self.refuses("illegal", "not legal", state.apply_action, 0)
        self.refuses("illegal", "not legal", state.apply_action, "place BA-D 90,90 r0")
        self.refuses("invalid", "expected", state.apply_action, "jump")
        self.refuses("illegal", "", state.apply_index, 1000)
        self.refuses("illegal", "", state.apply_index, -1)
        self.refuses("illegal", "legal actions", state.action, -1)
        for wrong in (None, 1.5, [], b"pass"):
            self.assertRaises(TypeError, state.apply_action, wrong)
        self.assertEqual(state, before)

    def test_the_text_of_an_action_is_never_that_of_a_later_state(self):
        state = play(self.game.new_initial_state(3), 3, 50)
        texts = [action.text for action in state.legal_actions()]
        changes = [lambda: state.apply_index(0), state.undo_action, lambda: state.random_playout(1),
                   state.undo_action, lambda: state.copy_from(state.clone()), state.reset]
        for change in changes:
            actions = state.legal_actions()
            change()
            for action in actions[:3]:
                self.refuses("invalid", "changed", lambda: action.text)
                self.assertIn(str(action.packed), repr(action))
        state = play(self.game.new_initial_state(3), 3, 50)
        actions = state.legal_actions()
        state.apply_action(actions[0])
        self.assertEqual(actions[0].text, texts[0])
        self.refuses("illegal", "not legal", state.apply_action, actions[1])
        self.refuses("invalid", "changed", lambda: actions[1].text)
        copied = play(self.game.new_initial_state(3), 3, 50)
        actions = copied.legal_actions()
        copied.clone().apply_action(actions[0])
        self.assertEqual([action.text for action in actions], texts)

    def test_undo_returns_to_the_decision_before(self):
        state = play(self.game.new_initial_state(4), 4, 60)
        text = state.serialize()
        state.apply_index(0)
        state.undo_action()
        self.assertEqual(state.serialize(), text)
        self.refuses("illegal", "", self.game.new_initial_state().undo_action)

    def test_copies_are_independent(self):
        state = play(self.game.new_initial_state(4), 4, 60)
        for copied in (state.clone(), copy.copy(state), copy.deepcopy(state)):
            self.assertEqual(copied, state)
            copied.apply_index(0)
            self.assertNotEqual(copied, state)
            copied.copy_from(state)
            self.assertEqual(copied, state)
        self.refuses("invalid", "another game", state.copy_from, Game().new_initial_state())

    def test_a_saved_game_continues_exactly(self):
        state = play(self.game.new_initial_state(6), 6, 70)
        text = state.serialize()
        loaded = self.game.deserialize_state(text)
        self.assertEqual(loaded, state)
        self.assertEqual(play(loaded, 9).returns(), play(carcassonne.load(text), 9).returns())
        self.refuses("invalid", "", self.game.deserialize_state, text[:-9])
        self.refuses("invalid", "", self.game.deserialize_state, "hello")
        self.refuses("invalid", "", carcassonne.load, "")
        self.refuses("invalid", "", Game().deserialize_state, text)

    def test_resampling_keeps_what_the_player_knows(self):
        state = play(self.game.new_initial_state(7), 7, 60)
        other = state.resample(1, seed=5)
        self.assertEqual(other.hash(1), state.hash(1))
        self.assertEqual(other.observation_string(1), state.observation_string(1))
        self.assertNotEqual(play(other, 1).serialize(), play(state, 1).serialize())

    def test_rewards_add_up_to_the_returns(self):
        state = self.game.new_initial_state(8)
        total = [0, 0, 0]
        while not state.is_terminal():
            state.apply_index(state.num_actions() // 2)
            total = [a + b for a, b in zip(total, state.rewards())]
        self.assertEqual(total, state.returns())

    def test_the_host_draws_tiles_by_their_probabilities(self):
        state = Game(options="draws=manual").new_initial_state()
        self.assertTrue(state.is_chance_node())
        self.assertEqual(state.current_player(), carcassonne.CHANCE)
        outcomes = state.chance_outcomes()
        self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1)
        state.apply_action(outcomes[0][0])
        self.assertEqual(state.chance_outcomes(), [])
        self.assertEqual(state.decision(), "place")

    def test_a_player_resigns_once(self):
        state = self.game.new_initial_state(1)
        state.resign(2)
        self.assertTrue(state.is_out(2))
        self.refuses("illegal", "", state.resign, 2)


class Numbers(Case):
    """Numbers of actions."""

    def test_each_legal_action_has_one_number_which_leads_to_it(self):
        game = Game("abbot", "players=3")
        space = ActionSpace(game, 0)
        state = play(game.new_initial_state(2), 2, 30)
        numbers, mask = space.legal(state), space.mask(state)
        self.assertEqual([i for i, legal in enumerate(mask) if legal], sorted(numbers))
        for number, action in zip(numbers, state.legal_actions()):
            self.assertEqual(space.action(state, number), action)
            self.assertEqual(space.number(action), number)
        self.assertEqual(sum(block["size"] for block in space.blocks()), space.size)

    def test_a_number_that_is_not_legal_is_refused(self):
        game = Game()
        state = game.new_initial_state(1)
        for space in (ActionSpace(game, 10), IndexSpace(game)):
            before = state.clone()
            for number in (-1, space.size, space.size - 1, space.mask(state).index(0)):
                self.refuses("illegal", "", space.apply, state, number)
            self.assertEqual(state, before)
            self.refuses("invalid", "another game", ActionSpace(Game()).mask, state)
            self.assertRaises(ValueError, space.mask, state, bytearray(3))

    def test_a_script_whose_function_offers_options_has_no_space(self):
        self.refuses("invalid", "phase", ActionSpace, Game("tower"), 10)
        self.refuses("invalid", "radius", ActionSpace, Game(), -1)

    def test_indexes_are_numbers_of_any_game(self):
        game = Game(FIVE)
        space = IndexSpace(game, 50)
        state = play(game.new_initial_state(2), 2, 30)
        self.assertEqual(sum(space.mask(state)), min(50, state.num_actions()))
        action = space.action(state, 1)
        self.assertEqual(action, state.legal_actions()[1])


class Library(Case):
    """Finding the library."""

    def message_of_import(self, library):
        """Returns the error of a program that imports the package with this library."""
        environment = dict(os.environ, CARCASSONNE_LIBRARY=library)
        done = subprocess.run([sys.executable, "-c", "import carcassonne"], env=environment,
                              stderr=subprocess.PIPE, text=True, check=False)
        return done.stderr.strip().split("\n")[-1]

    def test_a_missing_library_is_named(self):
        self.assertRegex(self.message_of_import("/nowhere/lib.so"),
                         "CarcassonneError: .*set CARCASSONNE_LIBRARY.*/nowhere/lib.so")

    def test_declarations_of_another_abi_are_refused(self):
        path = next(candidates())
        with open(header_of(path), encoding="utf-8") as file:
            text = file.read()
        version = lib.CARC_ABI_VERSION
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.realpath(path), f"{folder}/lib.so")
            with open(f"{folder}/{HEADER}", "w", encoding="utf-8") as file:
                file.write(text.replace(f"CARC_ABI_VERSION = {version}",
                                        f"CARC_ABI_VERSION = {version + 1}"))
            self.assertRegex(self.message_of_import(f"{folder}/lib.so"),
                             f"ABI version {version}; .* expects {version + 1}")

    def test_a_library_of_another_abi_is_refused(self):
        message, out = ffi.new("char[]", 200), ffi.new("carc_game **")
        status = lib.carc_game_new(lib.CARC_ABI_VERSION + 1, b"", b"", ffi.NULL, ffi.NULL, out,
                                   message, 200)
        self.assertEqual(status, lib.CARC_ERR_INVALID)
        self.assertEqual(out[0], ffi.NULL)


if __name__ == "__main__":
    unittest.main()
