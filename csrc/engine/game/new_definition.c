/*
** new_definition.c: a definition made: read, laid out, and with the state that its games begin from.
*/
#include "carcassonne.h"
#include "model/definition.h"
#include "parser/parse.h"
#include "board/layout.h"
#include "game/initial_state.h"

carc_definition *carc_definition_new (const char *text, const carc_hooks *hooks, void *ud,
                                      const carc_allocator *allocator, carc_error *err) {
  carc_definition *d = carc_read_definition(text, hooks, ud, allocator, err);
  if (d == NULL) return NULL;
  carc_lay_out(d);
  if (carc_make_image(d, err) == CARC_OK) return d;
  carc_definition_free(d);
  return NULL;
}
