/*
** host.c: a host in C without Lua. Plays a game at random and tells each score, and what it is made of.
**
**   cc -std=c11 -I csrc/engine examples/host.c build/lib/libcarcassonne.a -o build/host && build/host 42
*/
#include <stdio.h>
#include <stdlib.h>
#include "carcassonne.h"

static int tell (void *ud, const carc_event *e) {
  (void)ud;
  if (e->kind != CARC_EV_SCORED) return 0;
  printf("player %d: %d points for a %s,", e->player + 1, e->points,
         e->feature == CARC_KINDS ? "majority of goods" : carc_kind_name(e->feature));
  for (int i = 0; i < e->n_items; i++)
    printf(" %d %s x %d", e->items[i].count, carc_item_name(e->items[i].kind), e->items[i].each);
  printf("\n");
  return 0;
}

int main (int argc, char **argv) {
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  carc_error err;
  carc_definition *def = carc_definition_new("players 3\nset base\nset traders\n", NULL, NULL, NULL, &err);
  if (def == NULL) {
    fprintf(stderr, "line %d: %s\n", err.line, err.message);
    return 2;
  }
  carc_state *state = carc_state_new(def, seed, &err);
  if (state != NULL) {
    carc_state_random_playout(def, state, seed, &err);
    carc_state_events(def, state, 0, tell, NULL, &err);
    for (int p = 0; p < carc_definition_players(def); p++)
      printf("player %d has %d points\n", p + 1, carc_state_score(def, state, p));
    carc_state_free(def, state);
  }
  carc_definition_free(def);
  return state != NULL ? 0 : 2;
}
