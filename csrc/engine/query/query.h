/*
** query.h: finding what a selector means, and whether something passes one.
*/
#ifndef CARC_QUERY_H
#define CARC_QUERY_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/board.h"
#include "board/state.h"
#include "query/availability.h"
#include "query/item.h"

/* Whether an item passes: all keys of the selector but its kind hold. */
bool carcQ_passes (query *q, int selector, const query_item *t);

/* Calls for each item found, in order, until it says false; the return says whether it came to the end. */
bool carcQ_visit_found (query *q, int selector, item_visitor visit, void *ud);

/* The same for those that are in an item, or on it. */
bool carcQ_visit_found_in (query *q, int selector, const query_item *outer, item_visitor visit, void *ud);

/* Whether so many are found as the selector's `least` and `most` say. */
bool carcQ_holds (query *q, int selector);

/* Whether nobody deploys a piece there, as `blocked` says: an item with its piece, segment and player; of a span its tile alone. */
bool carcQ_is_deployment_blocked (carc_call *c, const query_item *deployment);

#endif
