/*
** candidates.h: the items that a selector may find, of which each is yet to be asked whether it passes.
*/
#ifndef CARC_CANDIDATES_H
#define CARC_CANDIDATES_H

#include <stdbool.h>
#include "model/selector.h"
#include "model/sets.h"
#include "query/availability.h"
#include "query/item.h"
#include "query/narrowing.h"
#include "query/reachable.h"

typedef struct selector_search {
  query *q;
  const selector *f;
  item_visitor consider; /* called with the search for each item; false ends it */
  item_visitor visit;    /* called with `ud` for each item that passes */
  void *ud;
  unsigned given;  /* of the keys those that are still to be asked of what is tried */
  bool as_printed; /* what tiles bear is what is printed on them */
  search_bounds *near;
  const segment_set *within; /* of all segments those alone, or NULL */
  bool sure;                 /* whatever is tried passes: nothing is left to be asked */
  piece_set in_hand;         /* of those that it takes */
  int actor; /* whose items are found: whoever acts, or the player who is named beside `takes` */
} selector_search;

/* Takes out of `given` the keys that print decides: they are not asked of each item. */
void carcQ_match_print_first (selector_search *w);

/* Calls `consider` for each candidate, in order, until it says false; the return says whether it came to the end. */
bool carcQ_visit_candidates (selector_search *w);

#endif
