/*
** new_definition.c: builds a definition step by step, and then freezes it.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "parser/parse.h"
#include "board/state_layout.h"
#include "game/initial_state.h"

/* Allocates an empty definition; NULL if no memory is left. */
static carc_definition *take_definition (const carc_hooks *hooks, void *ud, const carc_allocator *allocator) {
  carc_allocator plain = carcM_default_allocator();
  if (allocator == NULL) allocator = &plain;
  carc_definition *d = allocator->resize(allocator->ud, NULL, 0, sizeof *d);
  if (d == NULL) return NULL;
  memset(d, 0, sizeof *d);
  d->allocator = *allocator;
  d->ud = ud;
  d->position = carcM_alloc_memory(d, sizeof *d->position);
  if (d->position == NULL) {
    carc_definition_free(d);
    return NULL;
  }
  memset(d->position, 0, sizeof *d->position);
  if (hooks != NULL) d->hooks = *hooks;
  return d;
}

/* Reads the statements, derives the tables, lays out states and builds the initial state. */
static carc_status fill_definition (carc_definition *d, const char *text, carc_error *err) {
  definition_reader r = {.d = d, .err = err, .edition = CARC_DEFAULT_EDITION};
  carc_status status = carcP_read_definition(&r, text);
  if (status == CARC_OK) status = carcP_derive_definition(&r, text);
  if (status != CARC_OK) return status;
  carcB_compute_layout(d);
  status = carcG_build_initial_state(d, err);
  if (!d->deals_tokens) carcM_free_position(d); /* this saves 300 kB per definition */
  return status;
}

carc_definition *carc_definition_new (const char *text, const carc_hooks *hooks, void *ud,
                                      const carc_allocator *allocator, carc_error *err) {
  carc_definition *d = take_definition(hooks, ud, allocator);
  if (d == NULL) {
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
    return NULL;
  }
  if (fill_definition(d, text, err) == CARC_OK) return d;
  carc_definition_free(d);
  return NULL;
}
