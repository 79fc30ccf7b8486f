/*
** stored_selector.c: selectors that scripts and hosts keep, and the items that they find.
*/
#include <string.h>
#include "query/stored_selector.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "parser/parse_selector.h"
#include "board/state.h"
#include "query/item.h"

/* ---- Stored selectors ------------------------------------------------------------------------ */

/* Sizes of the temporary pool into which one selector is parsed. */
enum { HERE_SELECTORS = 24, HERE_TESTS = 24, HERE_LINKS = 32 };
typedef struct local_pool {
  selector selectors[HERE_SELECTORS];
  variable_test tests[HERE_TESTS];
  relation_link links[HERE_LINKS];
} local_pool;

static carc_status read_here (const carc_definition *d, int script, const char *text, bool filter,
                              selector_pool *pool, int *of, carc_error *err) {
  selector_context r = {.d = d, .script = script, .pool = pool, .where = "", .key = CARC_NONE, .err = err};
  text_view w = carcU_next_word(&text);
  text += strspn(text, " \t\r\n");
  if (*text != '\0')
    return FAIL_INVALID(err, "expected a selector in one word, but found '%s' after it", text);
  return filter ? carcP_read_filter(&r, w, of) : carcP_read_selector(&r, w, of);
}

static size_t size_with (const selector_pool *rows) {
  return sizeof(carc_selector) + (size_t)rows->n_selectors * sizeof *rows->selectors +
         (size_t)rows->n_tests * sizeof *rows->tests + (size_t)rows->n_links * sizeof *rows->links;
}

static bool pool_reads_points (const selector_pool *pool) {
  for (int i = 0; i < pool->n_tests; i++)
    if (pool->tests[i].variable == BUILT_IN_POINTS) return true;
  for (int i = 0; i < pool->n_selectors; i++)
    if (pool->selectors[i].highest == BUILT_IN_POINTS) return true;
  return false;
}

/*
** Writes a selector and the rows of its pool into a block of this size. The selector may depend on
** rows of the definition, for example on those of `power`.
*/
static void write_block (carc_selector *kept, const carc_definition *d, const selector_pool *from, int of) {
  *kept = (carc_selector){.d = d,
                          .size = size_with(from),
                          .of = of,
                          .reads_points = pool_reads_points(from) || pool_reads_points(d->pool),
                          .pool = *from};
  kept->pool.selectors = (selector *)(kept + 1);
  kept->pool.tests = (variable_test *)(void *)(kept->pool.selectors + from->n_selectors);
  kept->pool.links = (relation_link *)(void *)(kept->pool.tests + from->n_tests);
  memcpy(kept->pool.selectors, from->selectors, (size_t)from->n_selectors * sizeof *from->selectors);
  memcpy(kept->pool.tests, from->tests, (size_t)from->n_tests * sizeof *from->tests);
  memcpy(kept->pool.links, from->links, (size_t)from->n_links * sizeof *from->links);
}

carc_selector *carc_selector_new (const carc_definition *def, int script, const char *text, bool filter,
                                  carc_error *err) {
  local_pool here;
  selector_pool pool = {.selectors = here.selectors,
                        .tests = here.tests,
                        .links = here.links,
                        .room_selectors = HERE_SELECTORS,
                        .room_tests = HERE_TESTS,
                        .room_links = HERE_LINKS};
  int of = CARC_NONE;
  if (read_here(def, script, text, filter, &pool, &of, err) != CARC_OK) return NULL;
  carc_selector *kept = carcM_alloc_memory(def, size_with(&pool));
  if (kept != NULL)
    write_block(kept, def, &pool, of);
  else
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  return kept;
}

size_t carc_selector_copy (const carc_selector *what, void *block, size_t room) {
  if (room >= what->size) write_block(block, what->d, &what->pool, what->of);
  return what->size;
}

bool carc_selector_reads_points (const carc_selector *what) { return what->reads_points; }

void carc_selector_free (carc_selector *what) {
  if (what != NULL) carcM_free_memory(what->d, what, what->size);
}

/* ---- Found items ----------------------------------------------------------------------------- */

typedef struct found_output {
  const query *q;
  carc_found *out;
  int n, room;
} found_output;

static bool append_found (void *ud, const query_item *t) {
  found_output *w = ud;
  bool owned = t->piece >= 0 || t->is == ITEM_PLAYERS || t->is == ITEM_TOKENS;
  if (w->n < w->room)
    w->out[w->n] = (carc_found){.tile = t->tile,
                                .segment = t->segment,
                                .player = owned ? t->player : CARC_NONE,
                                .piece = t->piece,
                                .number = t->number,
                                .type = is_proposed(t) ? t->type : CARC_NONE,
                                .rotation = is_proposed(t) ? t->rotation : CARC_NONE,
                                .token = t->token,
                                .owner = t->owner,
                                .on_cell = t->on_cell};
  if (w->n < w->room) carcQ_item_cell(w->q, t, &w->out[w->n].x, &w->out[w->n].y);
  w->n++;
  return true;
}

int carcQ_find_stored (query *q, const carc_selector *what, carc_found *out, int room) {
  found_output w = {q, out, 0, room};
  carcQ_visit_found(q, what->of, append_found, &w);
  return w.n;
}
