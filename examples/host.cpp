// host.cpp: a host in C++ with smart pointers and exceptions. One player evaluates each action by the
// mean of random playouts and takes the best; the other player plays at random.
//
//   c++ -std=c++17 examples/host.cpp $(pkg-config --cflags --libs carcassonne) -o build/host++ && build/host++ 42
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include "carcassonne.h"
#include "carcassonne_search.h"

static void check(carc_status status, const carc_error &err) {
  if (status != CARC_OK) throw std::runtime_error(err.message);
}

struct Game {
  std::unique_ptr<carc_definition, decltype(&carc_definition_free)> def{nullptr, carc_definition_free};

  explicit Game(const std::string &text) {
    carc_error err{};
    def.reset(carc_definition_new(text.c_str(), nullptr, nullptr, nullptr, &err));
    if (!def) throw std::runtime_error("line " + std::to_string(err.line) + ": " + err.message);
  }

  // A state is one block without pointers, so any allocator can be used.
  std::unique_ptr<carc_state, decltype(&std::free)> block() const {
    return {static_cast<carc_state *>(std::malloc(carc_definition_state_size(def.get()))), std::free};
  }
};

// Returns the index of the action whose playouts have the best mean lead for the current player.
static int best(const Game &game, const carc_state *state, int games) {
  auto next = game.block();
  const carc_definition *def = game.def.get();
  const int player = carc_state_current_player(def, state);
  int chosen = 0;
  double most = -1e9;
  carc_error err{};
  for (int i = 0; i < carc_state_num_actions(def, state); i++) {
    carc_playouts sum{};
    carc_state_clone(def, next.get(), state);
    check(carc_state_apply_index(def, next.get(), i, &err), err);
    check(carc_state_playout(def, next.get(), games, 1, &sum, &err), err);
    const double lead = sum.mean[player] - sum.mean[1 - player];
    if (lead > most) most = lead, chosen = i;
  }
  return chosen;
}

int main(int argc, char **argv) try {
  const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  std::mt19937_64 random(seed);
  carc_error err{};
  const Game game("players 2\nset base\nset traders\n");
  auto state = game.block();
  const carc_definition *def = game.def.get();
  check(carc_state_init(def, state.get(), seed, &err), err);
  while (!carc_state_is_terminal(def, state.get())) {
    const bool thinks = carc_state_current_player(def, state.get()) == 0;
    const auto actions = static_cast<unsigned>(carc_state_num_actions(def, state.get()));
    const int index = thinks ? best(game, state.get(), 5) : static_cast<int>(random() % actions);
    check(carc_state_apply_index(def, state.get(), index, &err), err);
  }
  std::printf("playouts : random\n%d : %d\n", carc_state_score(def, state.get(), 0), carc_state_score(def, state.get(), 1));
  return 0;
} catch (const std::exception &problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
