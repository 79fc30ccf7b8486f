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

/* Whether an item matches all keys of the selector, except the kind of items. */
bool carcQ_passes (query *q, int selector, const query_item *t);

/*
** Calls `visit` for each match, in order, until it returns false; returns whether it reached the
** end.
*/
bool carcQ_visit_found (query *q, int selector, item_visitor visit, void *ud);

/* Likewise for those in or on an item. */
bool carcQ_visit_found_in (query *q, int selector, const query_item *outer, item_visitor visit, void *ud);

/* Whether the number of matches is between the selector's `min` and `max`. */
bool carcQ_holds (query *q, int selector);

/*
** Whether a statement forbids a deployment: an item with piece, segment and player; for a span,
** only its tile.
*/
bool carcQ_is_deployment_blocked (carc_call *c, const query_item *deployment);

#endif
