/* candidates.h: the items that a selector may find, before the tests of each. */
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
  item_visitor consider; /* called with the search for each item; false stops */
  item_visitor visit;    /* called with `ud` for each match */
  void *ud;
  unsigned given;  /* keys still to be tested */
  bool as_printed; /* tiles have exactly their printed attributes */
  search_bounds *near;
  const segment_set *within; /* only these segments, or NULL */
  bool sure;                 /* every candidate matches without tests */
  piece_set in_hand;         /* of those that can be deployed */
  int actor;                 /* owner of the items: the actor, or `player` beside `can_deploy` */
} selector_search;

/* Removes the keys that print decides from `given`. */
void carcQ_match_print_first (selector_search *w);

/*
** Calls `consider` for each candidate, in order, until it returns false; returns whether it reached
** the end.
*/
bool carcQ_visit_candidates (selector_search *w);

#endif
