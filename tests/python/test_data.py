"""Tests views, events, pictures, bots and reports."""
import json
import random
import unittest

from carcassonne import CarcassonneError, Game

FIVE = ["inns-and-cathedrals", "princess-and-dragon", "tower", "abbey-and-mayor", "siege:pig=1"]


def changed(view, delta):
    """Returns a view after the changes of a delta."""
    if delta["whole"]:
        return delta["view"]
    for change in delta["changes"]:
        *path, last = [key - 1 if isinstance(key, int) else key for key in change["path"]]
        at = view
        for key in path:
            at = at[key]
        if "value" not in change:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(change["value"])
        else:
            at[last] = change["value"]
    return view


class Data(unittest.TestCase):
    """The contract for hosts of any game, from Python."""

    @classmethod
    def setUpClass(cls):
        cls.game = Game(FIVE, "players=3")

    def begin(self, decisions, seed=1):
        """Returns a state after some random decisions."""
        state, chosen = self.game.new_initial_state(seed), random.Random(seed)
        for _ in range(decisions):
            if not state.is_terminal():
                state.apply_index(chosen.randrange(state.num_actions()))
        return state

    def test_a_view_is_that_of_the_player(self):
        state = self.begin(40)
        view = state.view(1)
        self.assertEqual(view["hash"], f"{state.hash(1):016x}")
        self.assertEqual(state.view()["hash"], f"{state.hash():016x}")
        with self.assertRaises(CarcassonneError):
            state.view(3)

    def test_deltas_keep_a_view_up_to_date_even_after_undo(self):
        state, chosen = self.begin(10), random.Random(3)
        delta = state.delta(1)
        view, revision = delta["view"], delta["revision"]
        for step in range(40):
            if step == 25:
                state.undo_action()
            else:
                state.apply_index(chosen.randrange(state.num_actions()))
            delta = state.delta(1, revision)
            self.assertEqual(delta["whole"], step >= 25)
            view, revision = changed(view, delta), delta["revision"]
            self.assertEqual(view["hash"], f"{state.hash(1):016x}")
        with self.assertRaises(CarcassonneError):
            self.begin(10).delta(1, 1000)

    def test_events_and_history_follow_the_game(self):
        state = self.begin(30)
        events = state.events(0)
        self.assertGreater(len(events), 30)
        later = state.events(0, since=events[10]["number"])
        self.assertEqual(later, events[11:])
        self.assertEqual(len(state.history()), 30)
        lines = [state.describe_event(event, ["Anna", "Ben", "Cleo"]) for event in events]
        self.assertTrue(any("Anna" in line for line in lines))

    def test_a_state_is_drawn_as_text_and_as_a_picture(self):
        state = self.begin(30)
        self.assertIn("\n", state.show())
        self.assertTrue(state.show(0, "svg").startswith("<svg"))
        self.assertTrue(all("id" in item for item in state.statics()["items"]))
        with self.assertRaises(CarcassonneError):
            state.show(0, "png")

    def test_an_action_has_a_line_and_fields_that_find_it(self):
        state = self.begin(30)
        lines = set()
        for action in state.legal_actions():
            lines.add(state.describe(action))
            fields = state.fields(action)
            self.assertEqual(fields["kind"], action.kind)
            self.assertEqual(state.find(fields), action)
        self.assertEqual(len(lines), state.num_actions())
        for wrong in ("jump", "place BA-D 90,90 r0"):
            with self.assertRaises(CarcassonneError):
                state.describe(wrong)
        with self.assertRaises(CarcassonneError):
            state.find({"kind": "resign"})

    def test_the_result_names_the_winner(self):
        state = self.begin(5)
        self.assertEqual(state.result(), [])
        state.random_playout(1)
        won = [row["player"] - 1 for row in state.result() if row["rank"] == 1]
        self.assertEqual(won, state.winners())
        self.assertEqual([row["points"] for row in state.result()], state.returns())

    def test_bots_choose_legal_actions_and_change_nothing(self):
        state = self.begin(20)
        before = state.clone()
        names = [bot["name"] for bot in state.bots()]
        self.assertIn("greedy", names)
        self.assertIn(state.choose("greedy"), state.legal_actions())
        self.assertEqual(state, before)
        for arguments in (("grandmaster",), ("greedy", -1)):
            with self.assertRaises(CarcassonneError):
                state.choose(*arguments)

    def test_a_report_compares_rules(self):
        report = Game().measure([{"label": "standard"}, {"label": "old", "options":
                                                         "edition=2003"}], games=2, bot="random")
        self.assertIn("old", json.dumps(report))
        with self.assertRaises(CarcassonneError):
            Game().measure([{"variants": "towr"}])

    def test_a_closed_game_answers_no_request_but_its_states_do(self):
        with Game() as game:
            state = game.new_initial_state(1)
        self.assertEqual(state.view(0)["hash"], f"{state.hash(0):016x}")
        with self.assertRaises(CarcassonneError):
            game.measure([{}])


if __name__ == "__main__":
    unittest.main()
