/*
** fixed_games.c: plays fixed games. `make instructions` counts the processor's instructions in
** them.
**
**   fixed_games base|traders GAMES
*/
#include "game.h"
#include <stdio.h>
#include <stdlib.h>

int main (int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "fixed_games base|traders GAMES\n");
    return 2;
  }
  carc_definition *d = define_game(argv[1], 2, "jcz", NULL);
  carc_error err;
  carc_state *s = carc_state_new(d, 0, &err);
  if (s == NULL) want_ok(err.code, &err);
  long games = strtol(argv[2], NULL, 10), decisions = 0;
  uint64_t random = 88172645463325252u;
  for (long i = 1; i <= games; i++) decisions += play_game(d, s, (uint64_t)i, &random);
  printf("games %ld decisions %ld\n", games, decisions);
  carc_state_free(d, s);
  carc_definition_free(d);
  return 0;
}
