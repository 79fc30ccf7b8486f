/*
** host.c: a host in C, without Lua. It has its own allocator, with a limit, and a house rule as a
** hook: a complete monastery scores 12 points. It plays a random game and prints each score.
**
**   cc examples/host.c $(pkg-config --cflags --libs carcassonne) -o build/host && build/host 12
**
** If the limit is too small (build/host 12 5000), the engine returns an error and the host
** continues.
*/
#include <stdio.h>
#include <stdlib.h>
#include "carcassonne_script.h"

typedef struct memory {
  size_t used, max, limit; /* bytes */
} memory;

/* Works like realloc and free. Returns NULL if the limit would be exceeded. */
static void *resize (void *ud, void *old, size_t old_size, size_t new_size) {
  memory *m = ud;
  size_t used = m->used - old_size + new_size;
  if (used > m->limit) return NULL;
  void *block = new_size > 0 ? realloc(old, new_size) : (free(old), NULL);
  if (block == NULL && new_size > 0) return NULL;
  m->used = used;
  if (used > m->max) m->max = used;
  return block;
}

/* A hook. The engine calls it for each feature that scores; it may change the points. */
static int generous_monks (void *ud, carc_call *call, const carc_scoring *scoring, int *points,
                           const carc_row_set *rows) {
  (void)ud, (void)call, (void)rows;
  if (scoring->kind == CARC_KIND_MONASTERY && scoring->complete) *points += 3;
  return 0;
}

static int print_score (void *ud, const carc_event *e) {
  (void)ud;
  if (e->kind != CARC_EVENT_SCORED) return 0;
  printf("player %d: %d points for a %s,", e->player + 1, e->points,
         e->feature == CARC_KIND_COUNT ? "majority of goods" : carc_kind_name(e->feature));
  for (int i = 0; i < e->n_items; i++)
    printf(" %d %s x %d", e->items[i].count, carc_score_item_name(e->items[i].kind), e->items[i].each);
  printf("\n");
  return 0;
}

static carc_status play (const carc_definition *def, uint64_t seed, carc_error *err) {
  carc_state *state = carc_state_new(def, seed, err);
  if (state == NULL) return err->code;
  carc_status status = carc_state_random_playout(def, state, seed, err);
  if (status == CARC_OK) status = carc_state_events(def, state, 0, print_score, NULL, err);
  for (int p = 0; status == CARC_OK && p < carc_definition_players(def); p++)
    printf("player %d has %d points\n", p + 1, carc_state_score(def, state, p));
  carc_state_free(def, state);
  return status;
}

int main (int argc, char **argv) {
  if (carc_abi_version() != CARC_ABI_VERSION)
    return fprintf(stderr, "the library and the header have different versions\n"), 2;
  uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  memory m = {.limit = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000};
  carc_allocator allocator = {resize, &m};
  carc_hooks hooks = {.points = generous_monks};
  carc_error err = {0};
  carc_definition *def =
      carc_definition_new("players 3\nset base\nset traders\n", &hooks, NULL, &allocator, &err);
  carc_status status = def != NULL ? play(def, seed, &err) : err.code;
  carc_definition_free(def);
  if (status != CARC_OK) fprintf(stderr, "%s: %s\n", carc_status_name(status), err.message);
  printf("at most %zu bytes were in use, %zu are still in use\n", m.max, m.used);
  return status == CARC_OK ? 0 : 2;
}
