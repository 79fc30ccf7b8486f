/* hook_rows.c: descriptions of hooks, from their list. */
#include "model/hook_rows.h"
#include "carcassonne_script.h"

static const carc_hook_facts hooks[CARC_HOOK_COUNT] = {
#define X(id, member, parameters, ...) {.name = #member, __VA_ARGS__},
    CARC_HOOK_LIST(X)
#undef X
};

const carc_hook_facts *carc_hook_describe (carc_hook hook) { return &hooks[hook]; }

unsigned carcM_hook_flags (const carc_hooks *h) {
  unsigned are = 0;
#define X(id, member, ...) \
  if (h->member != NULL)   \
    are |= hooks[CARC_HOOK_##id].is | (hooks[CARC_HOOK_##id].answers ? 0 : CARC_HOOK_FLAG_ACTS);
  CARC_HOOK_LIST(X)
#undef X
  return are;
}
