/*
** full_host.c: a host in C without Lua that plays with expansions. It plays random games with five
** expansions, and prints the score of each game.
**
**   cc examples/full_host.c $(pkg-config --cflags --libs carcassonne-full) -o build/full_host && build/full_host 100
*/
#include <stdio.h>
#include <stdlib.h>
#include "carcassonne.h"
#include "carcassonne_full.h"

static const char variants[] = "inns-and-cathedrals,princess-and-dragon,tower,abbey-and-mayor,siege:pig=1";

/* Plays a random game with this seed. Returns 0, or prints a message and returns 2. */
static int play (const carc_game *game, uint64_t seed) {
  const carc_definition *def = carc_game_definition(game);
  carc_state *state;
  carc_error err;
  if (carc_game_new_state(game, seed, &state, err.message, sizeof err.message) != CARC_OK)
    return fprintf(stderr, "%s\n", err.message), 2;
  carc_status status = carc_state_random_playout(def, state, seed, &err);
  if (status != CARC_OK) fprintf(stderr, "%s: %s\n", carc_status_name(status), err.message);
  for (int p = 0; status == CARC_OK && p < carc_definition_players(def); p++)
    printf("%s%d", p > 0 ? " : " : "", carc_state_score(def, state, p));
  if (status == CARC_OK) printf("\n");
  carc_state_free(def, state);
  return status == CARC_OK ? 0 : 2;
}

int main (int argc, char **argv) {
  int games = argc > 1 ? atoi(argv[1]) : 1, failed = 0;
  char message[500];
  carc_game *game;
  if (carc_game_new(CARC_ABI_VERSION, variants, "players=3", NULL, NULL, &game, message, sizeof message) !=
      CARC_OK)
    return fprintf(stderr, "%s\n", message), 2;
  for (int seed = 1; seed <= games && failed == 0; seed++) failed = play(game, (uint64_t)seed);
  carc_game_free(game);
  return failed;
}
