/* query.h: finds the items that match a selector, and tests items. */
#ifndef CARC_QUERY_H
#define CARC_QUERY_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/board.h"
#include "board/state.h"
#include "query/availability.h"
#include "query/item.h"

/* Whether an item passes all keys of a selector. Does not test the kind of the item. */
bool carcQ_passes (query *q, int selector, const query_item *t);

/*
** Calls `visit` for each match, in order, until it returns false. Returns whether all matches were
** visited.
*/
bool carcQ_visit_found (query *q, int selector, item_visitor visit, void *ud);

/* As carcQ_visit_found, but visits only matches in or on the item `outer`. */
bool carcQ_visit_found_in (query *q, int selector, const query_item *outer, item_visitor visit, void *ud);

/* Whether the number of items found is between the selector's `min` and `max`. */
bool carcQ_holds (query *q, int selector);

/*
** Whether a statement forbids a deployment. The item has the piece, segment and player of the
** deployment; for a span, it has only the tile.
*/
bool carcQ_is_deployment_blocked (carc_call *c, const query_item *deployment);

#endif
