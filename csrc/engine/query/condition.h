/* condition.h: conditions (`when`) under which scripts are called. */
#ifndef CARC_CONDITION_H
#define CARC_CONDITION_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "query/query.h"

/* Sets `this` of a query to the subject of the running hook. */
void carcQ_set_subject (carc_call *c, query *q);

/* Rows of a hook whose conditions are true for its subject; no rows if the call has failed. */
carc_row_set carcQ_find_open_rows (carc_call *c, carc_hook hook, const query_item *this);

/*
** Whether the condition of some row can be true for a tile of this type in some place. If not, no
** placement of such a tile needs a test.
*/
bool carcQ_may_hold_for_type (carc_call *c, carc_hook hook, int type);

/* Whether a filter of the definition matches the subject of the query. */
bool carcQ_condition_holds (query *q, int when);

/* Subject of a phase: the scored feature, the player who was given points, or the last tile. */
query_item carcQ_phase_subject (const carc_definition *d, const carc_state *s, const phase_row *row);

/* Whether a phase acts or asks now. */
bool carcQ_phase_is_due (carc_call *c, const phase_row *row);

/* Tests the filters of `forbidden_placement` for placements of a tile of one type. */
typedef struct placement_test {
  query q;
  uint32_t left; /* bits of the filters that can match the tile in some place */
  item_list lists[MAX_ITEM_LISTS];
} placement_test;

/*
** Begins the tests for a type. Returns false if no placement of the tile is forbidden; then
** carcQ_is_placement_forbidden must not be called. `out` must not be copied.
*/
bool carcQ_begin_placement_test (carc_call *c, int type, placement_test *out);
/* Whether a filter matches the tile as if it were placed. `tile` is of the type of the test. */
bool carcQ_is_placement_forbidden (placement_test *t, const carc_tile *tile);

#endif
