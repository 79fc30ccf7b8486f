/*
** stored_selector.h: selectors that scripts and hosts keep, and the items that they find.
*/
#ifndef CARC_STORED_SELECTOR_H
#define CARC_STORED_SELECTOR_H

#include "carcassonne_script.h"
#include "model/selector.h"
#include "query/query.h"

/* One block of memory. The rows of the selector's pool follow this struct. */
struct carc_selector {
  const carc_definition *d;
  size_t size;
  int of;
  bool reads_points;
  selector_pool pool;
};

/*
** Writes up to `room` of the items that a selector finds into `out`. Returns how many it finds. The
** query is of the selector's pool.
*/
int carcQ_find_stored (query *q, const carc_selector *what, carc_found *out, int room);

#endif
