/*
** candidates.h: finds the candidates of a selector: the items that it can find, before each is
** tested.
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
  item_visitor consider; /* receives the search and each candidate; returns false to stop */
  item_visitor visit;    /* receives `ud` and each match */
  void *ud;
  unsigned given;  /* the keys that are still to be tested */
  bool as_printed; /* attributes are as printed on all tiles */
  search_bounds *near;
  const segment_set *within; /* the only segments to search, or NULL */
  bool sure;                 /* every candidate matches, so no test is needed */
  piece_set in_hand;         /* kinds in hand, of those that can be deployed */
  int actor;                 /* the player to whom the items belong */
} selector_search;

/* Removes from `given` those keys for which the printed tile gives the answer. */
void carcQ_match_print_first (selector_search *w);

/*
** Calls `consider` for each candidate, in order, until it returns false. Returns whether all
** candidates were visited.
*/
bool carcQ_visit_candidates (selector_search *w);

#endif
